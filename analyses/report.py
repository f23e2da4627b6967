"""The whole report: matchups of every edition, their tables and charts, and one page that shows it all.

    python analyses/report.py --games 100000 --out reports

writes what `matchups.py` writes, and `OUT/index.html`, which needs nothing beside it but for the downloads. With
``--again`` nothing is played: charts and page are made again from the tables that are there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from matchups import GAME, summary

from yomisim.cli import Characters, Data, Edition, Games, Out, Policy, Seed, Workers, script
from yomisim.estimate.result import played_matchups
from yomisim.report.console import emit, progress_bar
from yomisim.report.files import Staging
from yomisim.report.folder import read_matchups, write_matchups
from yomisim.report.page import page

#: What a reader has to know before believing a figure; shown at the top of the page.
NOTES = (
    "The rules are those of the rulebook with next to none of the characters' own abilities, so these are the "
    "strengths of decks and numbers, not yet of the characters that people play.",
    "Both sides are played by the same simple policy. A skilled player would do better with some characters than "
    "with others.",
)


def main(
    games: Games = 10_000,
    edition: Edition = None,
    characters: Characters = None,
    policy: Policy = "greedy",
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
    again: Annotated[bool, typer.Option("--again", help="Play nothing; use the tables that are in OUT.")] = False,
) -> int:
    """Play every pair in every edition and write tables, charts and the page to OUT."""
    with Staging(out) as stage:
        if again:
            results = read_matchups(out / GAME)
        else:
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
        stage.write("index.html", page(results, NOTES, files))
    emit(summary(results))
    emit(f"wrote {out / 'index.html'} and {len(files)} files in {out / GAME}")
    return 0


if __name__ == "__main__":
    sys.exit(script(main))
