"""Who beats whom: play every pair of characters and write tables and charts.

    python analyses/matchups.py --games 10000 --edition second --out reports

writes `matchups.csv` (one row per pair), `strengths.csv`, charts as PNG and SVG, and `manifest.json` (how it was made)
to the game's folder in OUT. Without ``--edition`` every edition is played. `report.py` makes a page of it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from yomisim.batch.plan import DEFAULT_POLICY
from yomisim.cli import script
from yomisim.console import emit
from yomisim.estimate.result import played_matchups
from yomisim.options import Characters, Data, Edition, Games, Out, Policy, Seed, Workers
from yomisim.report.folder import write_matchups
from yomisim.report.runs import deliver
from yomisim.report.text import run_lines

GAME = "yomi1"


def main(
    games: Games = 10_000,
    edition: Edition = None,
    characters: Characters = None,
    policy: Policy = DEFAULT_POLICY,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Play every pair of characters and write tables and charts to OUT."""
    results, files = deliver(
        out,
        lambda progress: played_matchups(
            GAME,
            edition,
            data=data,
            games=games,
            seed=seed,
            policy=policy,
            characters=characters,
            workers=workers,
            progress=progress,
        ),
        lambda stage, results: write_matchups(stage, results, GAME),
    )
    emit([*run_lines(results), f"wrote {out / files[0]} and {len(files) - 1} more files beside it"])
    return 0


if __name__ == "__main__":
    sys.exit(script(main))
