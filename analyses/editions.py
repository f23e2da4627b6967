"""What the second edition changed: both editions on the same luck, and the difference matchup by matchup.

    python analyses/editions.py --games 10000 --out reports

writes what `matchups.py` writes for both editions, and with it `editions.csv` (one row per pair: win rates before and
after, their difference with an interval, and whether it is beyond chance), `editions_characters.csv` (the same for mean
strengths) and a chart of the differences. Where the luck is the same, what is left is the work of the changed cards.
`yomisim compare` does the same for any two editions or data folders.
"""

from __future__ import annotations

import sys
from pathlib import Path

from matchups import GAME

from yomisim.cli import script
from yomisim.commands.output import tell_folder
from yomisim.estimate.editions import play_editions
from yomisim.options import Batch, Data, Out
from yomisim.report.folder import CHANGES, write_changes
from yomisim.report.runs import deliver
from yomisim.report.text import change_lines


def main(
    batch: Batch,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Play every pair in both editions on the same luck and write tables and charts to OUT."""
    changes, files = deliver(
        out,
        lambda progress: play_editions(GAME, data, **vars(batch), progress=progress),
        lambda stage, changes: write_changes(stage, changes, GAME),
    )
    return tell_folder(change_lines(changes), out, files, chief=f"{GAME}/{CHANGES}")


if __name__ == "__main__":
    sys.exit(script(main))
