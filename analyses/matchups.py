"""Who beats whom: play every pair of characters and write tables and charts.

    python analyses/matchups.py --games 10000 --edition second --out reports

writes `matchups.csv` (one row per pair), `strengths.csv`, charts as PNG and SVG, and `manifest.json` (how it was made)
to the game's folder in OUT. Without ``--edition`` every edition is played. `report.py` makes a page of it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from yomisim.cli import script
from yomisim.commands.output import tell_folder
from yomisim.estimate.result import played_matchups
from yomisim.options import Batch, Data, Edition, Out
from yomisim.report.folder import write_matchups
from yomisim.report.runs import deliver
from yomisim.report.text import run_lines

GAME = "yomi1"


def main(
    batch: Batch,
    edition: Edition = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Play every pair of characters and write tables and charts to OUT."""
    results, files = deliver(
        out,
        lambda progress: played_matchups(GAME, edition, data=data, **vars(batch), progress=progress),
        lambda stage, results: write_matchups(stage, results, GAME),
    )
    return tell_folder(run_lines(results), out, files)


if __name__ == "__main__":
    sys.exit(script(main))
