"""Who beats whom: play every pair of characters and write tables and charts.

    python analyses/matchups.py --games 10000 --edition second --out reports

writes `matchups.csv` (one row per pair), `strengths.csv`, charts as PNG and SVG, and `manifest.json` (how it was made)
to the game's folder in OUT. Without ``--edition`` every edition is played. `report.py` makes a page of it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from yomisim.cli import Characters, Data, Edition, Games, Out, Policy, Seed, Workers, script
from yomisim.estimate.result import Matchups, played_matchups
from yomisim.report.console import emit, progress_bar
from yomisim.report.files import Staging
from yomisim.report.folder import write_matchups

GAME = "yomi1"


def main(
    games: Games = 10_000,
    edition: Edition = None,
    characters: Characters = None,
    policy: Policy = "greedy",
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Play every pair of characters and write tables and charts to OUT."""
    with Staging(out) as stage:
        with progress_bar() as progress:
            results = played_matchups(
                GAME,
                edition,
                data=data,
                games=games,
                seed=seed,
                policy=policy,
                characters=characters,
                workers=workers,
                progress=progress,
            )
        files = write_matchups(stage, results, GAME)
    emit(summary(results))
    emit(f"wrote {out / files[0]} and {len(files) - 1} more files beside it")
    return 0


def summary(results: list[Matchups]) -> list[str]:
    """The notable results of each edition, for a terminal."""
    lines = []
    for result in results:
        made = result.made
        lines.append(f"{made['title']}, {made['edition']} edition: {made['games']:,} games in {made['seconds']:.0f} s")
        lines += [f"- {sentence}" for sentence in result.headline()]
        lines.append("")
    return lines


if __name__ == "__main__":
    sys.exit(script(main))
