"""The whole report: matchups of every edition, what changed between them, and one page that shows it all.

    python analyses/report.py --games 10000 --out reports

writes what `matchups.py` and `editions.py` write, and `OUT/index.html`, which needs nothing beside it but for the
downloads. With ``--again`` nothing is played: charts and page are made again from the tables that are there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from matchups import GAME

from yomisim.batch.plan import DEFAULT_POLICY
from yomisim.batch.run import Progress
from yomisim.cards.load import editions
from yomisim.cli import script
from yomisim.console import emit
from yomisim.estimate.editions import Changes, play_editions
from yomisim.estimate.result import Matchups, played_matchups
from yomisim.options import Characters, Data, Edition, Games, Out, Policy, Seed, Workers
from yomisim.report.files import Staging
from yomisim.report.folder import read_changes, read_matchups, write_matchups
from yomisim.report.page import page
from yomisim.report.runs import deliver
from yomisim.report.text import change_lines, run_lines

Everything = tuple[list[Matchups], Changes | None]

#: What a reader has to know before believing a figure; shown at the top of the page.
NOTES = (
    "The rules are those of the rulebook, with the characters' abilities as written in the data files. Where the "
    "rulebook leaves a case open, docs/assumptions.md says what was chosen.",
    "Both sides are played by the same simple policy, which knows no character and looks no turn ahead "
    "(docs/policies.md). A skilled player would do better with some characters than with others, and most of all with "
    "those whose abilities ask for judgement.",
)


def main(
    games: Games = 10_000,
    edition: Edition = None,
    characters: Characters = None,
    policy: Policy = DEFAULT_POLICY,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
    again: Annotated[bool, typer.Option("--again", help="Play nothing; use the tables that are in OUT.")] = False,
) -> int:
    """Play every pair in every edition and write tables, charts and the page to OUT."""

    def play(progress: Progress | None) -> Everything:
        if again:
            results = read_matchups(out / GAME)
            return results, read_changes(out / GAME, results)
        options: dict[str, Any] = {
            "data": data,
            "games": games,
            "seed": seed,
            "policy": policy,
            "characters": characters,
            "workers": workers,
            "progress": progress,
        }
        if edition is None and len(editions(GAME, data)) == 2:
            changes = play_editions(GAME, **options)
            return [changes.before, changes.after], changes
        return played_matchups(GAME, edition, **options), None

    def write(stage: Staging, everything: Everything) -> list[str]:
        results, changes = everything
        files = write_matchups(stage, results, GAME, changes)
        stage.write("index.html", page(results, NOTES, files, changes))
        return files

    (results, changes), files = deliver(out, play, write)
    lines = run_lines(results) + ([] if changes is None else change_lines(changes))
    emit([*lines, f"wrote {out / 'index.html'} and {len(files)} files in {out / GAME}"])
    return 0


if __name__ == "__main__":
    sys.exit(script(main))
