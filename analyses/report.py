"""The whole report: matchups of every edition, what follows from them, and one page that shows it all.

    python analyses/report.py --out reports
    python analyses/report.py --quick

writes `OUT/index.html`, which needs nothing beside it but for the downloads, and the tables and charts of every section
to the game's folder in OUT. What is played is kept in `OUT/.played`: a second report plays only what has changed since,
such as the pairs with a character one of whose cards was changed. Unless ``--games`` says so, the number of games is
the budget of each section (`yomisim.report.page.sections`). With ``--again`` nothing is played: charts and page are
made again from the tables that are there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from matchups import GAME

from yomisim.batch.run import Progress
from yomisim.batch.store import Store
from yomisim.cli import script
from yomisim.console import emit, remark
from yomisim.estimate.result import Matchups
from yomisim.options import Characters, Data, Edition, Out, Policy, Seed, Workers, whole_number
from yomisim.report.files import Staging
from yomisim.report.gather import Order, gather, work_out
from yomisim.report.page import Material
from yomisim.report.report_folder import PAGE, read_played, write_report
from yomisim.report.runs import deliver
from yomisim.report.text import change_lines, run_lines

#: Folder in OUT of what was played.
PLAYED = ".played"
RULES_NOTE = (
    "The rules are those of the rulebook, with the characters' abilities as written in the data files. Where the "
    "rulebook leaves a case open, docs/assumptions.md says what was chosen."
)
PLAY_NOTES = {
    "equilibrium": (
        "Both sides are played by one policy that mixes its moves so that nobody gains much by reading it "
        "(docs/policies.md). It knows no character by name. A skilled player would do better with some characters than "
        "with others, most of all with those whose abilities ask for plans of several turns."
    )
}
OTHER_PLAY = (
    "Both sides are played by the same simple policy, which knows no character and looks no turn ahead "
    "(docs/policies.md). A skilled player would do better with some characters than with others, and most of all with "
    "those whose abilities ask for judgement."
)
GamesOrBudget = Annotated[
    int | None,
    typer.Option("--games", metavar="N", parser=whole_number, help="Games for each pair; else the budget: 10,000."),
]
Quick = Annotated[bool, typer.Option("--quick", help="Few games, to look at; done within a minute.")]
Again = Annotated[bool, typer.Option("--again", help="Play nothing; use the tables that are in OUT.")]


def main(
    games: GamesOrBudget = None,
    edition: Edition = None,
    characters: Characters = None,
    policy: Policy = "equilibrium",
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
    quick: Quick = False,
    again: Again = False,
) -> int:
    """Play every pair in every edition and write tables, charts and the page to OUT."""
    order = Order(GAME, edition, data, policy, seed, characters, workers, games, quick)
    store = Store(out / PLAYED)

    def play(progress: Progress | None) -> Material:
        if again:
            return made_again(out / GAME, order)
        return gather(order, store, progress, step())

    def write(stage: Staging, material: Material) -> list[str]:
        return write_report(stage, with_notes(material), GAME)

    material, files = deliver(out, play, write)
    lines = run_lines(material.results) + ([] if material.changes is None else change_lines(material.changes))
    lines += run_lines(list(material.second_game))
    if not again:
        lines.append(f"{store.played:,} games played, {store.earlier:,} kept from earlier reports")
    emit([*lines, f"wrote {out / PAGE} and {len(files)} more files beside it"])
    return 0


def made_again(folder: Path, order: Order) -> Material:
    """The material of an earlier report, with everything that needs no games worked out anew."""
    played = read_played(folder, quick=order.quick)
    shown = {result.edition for result in played.results}
    games = [game for game in order.loaded() if game.edition in shown]
    return work_out(played, games, _as_played(order, played.results))


def _as_played(order: Order, results: list[Matchups]) -> Order:
    """The order that these results were made by."""
    made = results[0].made
    return Order(order.game, None, order.data, made["policies"][0], made["seed"], list(results[0].names))


def with_notes(material: Material) -> Material:
    """The material with what a reader has to know before believing a figure."""
    return replace(material, notes=(RULES_NOTE, PLAY_NOTES.get(material.policy, OTHER_PLAY)))


def step() -> Callable[[str], None]:
    """Tells on standard error which step begins, with the time since the first."""
    start = time.perf_counter()
    return lambda name: remark(f"{name} ({time.perf_counter() - start:.0f} s)", kind="report")


if __name__ == "__main__":
    sys.exit(script(main))
