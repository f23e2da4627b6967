"""What to open with: payoffs of openers, mixes and what wrong openers cost, of mirrors or of chosen pairs.

    python analyses/openers.py --edition second --pairs "a-b,c-d" --out reports
    python analyses/openers.py yomi2 --gem green

writes to the folder `openers` of the game's folder in OUT `openers.csv` (one row per pair, position, player and
opener), `opener_payoffs.csv` (one row per two openers), pictures of each pair, and `openers.json` (all figures, and how
they were made). Without ``--pairs`` every character meets itself. Without ``--edition`` all editions are played. Play
takes a time in proportion to ``--games-per-cell``.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from matchups import GAME

from yomisim.batch.plan import check_characters
from yomisim.cards.load import Game, load_game, load_games
from yomisim.cli import script
from yomisim.commands.output import tell_folder
from yomisim.errors import BadInput
from yomisim.estimate.opener_result import OpenerMixes
from yomisim.estimate.openers import check_games_per_cell, play_openers
from yomisim.options import Characters, Data, Edition, GamesPerCell, Gem, Out, Policy, Seed, Workers
from yomisim.report.opener_folder import write_openers
from yomisim.report.opener_text import by_kind_words, doubt_of
from yomisim.report.runs import deliver

if TYPE_CHECKING:
    from yomisim.batch.run import Progress

Pairs = Annotated[
    str | None, typer.Option("--pairs", metavar="A-B,C-D", help="Who meets whom; else every character itself.")
]


def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game: yomi1 or yomi2.")] = GAME,
    edition: Edition = None,
    gem: Gem = None,
    characters: Characters = None,
    pairs: Pairs = None,
    games_per_cell: GamesPerCell = 2000,
    policy: Policy = "greedy",
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Estimate the openers of mirrors or of chosen pairs and write tables and pictures to OUT."""
    check_games_per_cell(games_per_cell)
    games = load_games(game, edition, data) if gem is None else [load_game(game, edition, data, gem)]
    wanted = [(loaded, *pair) for loaded in games for pair in meetings(loaded, characters, pairs)]
    start = time.perf_counter()

    def play(progress: Progress | None) -> list[OpenerMixes]:
        how = {"games_per_cell": games_per_cell, "policy": policy, "seed": seed, "workers": workers}
        return [play_openers(loaded, a, b, **how, progress=progress) for loaded, a, b in wanted]

    found, files = deliver(out, play, lambda stage, result: write_openers(stage, result, f"{game}/openers"))
    lines = [
        *summary(found),
        f"{len(found)} pair{'' if len(found) == 1 else 's'} in {time.perf_counter() - start:.0f} s",
    ]
    return tell_folder(lines, out, files, chief=f"{game}/openers/openers.csv")


def meetings(game: Game, characters: str | None, pairs: str | None) -> list[tuple[str, str]]:
    """Who meets whom: mirrors, or the pairs that are named.

    Raises
    ------
    BadInput : for an unknown character, or a text that names no pairs.
    """
    if pairs is None:
        return [(name, name) for name in check_characters(game, characters, 1)]
    if characters is not None:
        raise BadInput("says who meets whom; leave --characters out", field="pairs")
    found = []
    for word in pairs.split(","):
        first, dash, second = (part.strip() for part in word.partition("-"))
        if not dash or not first or not second:
            raise BadInput(f"{word.strip()!r} is no pair; write A-B, several with commas", field="pairs")
        found.append((game.character(first).id, game.character(second).id))
    return list(dict.fromkeys(found))


def summary(found: list[OpenerMixes]) -> list[str]:
    """Opening hands in one line a pair and player."""
    lines = []
    for each in found:
        start = each.positions[0]
        low, high = (100 * end for end in start.value_ci)
        rate = f"{100 * start.value:.0f}% (95% interval {low:.0f} to {high:.0f}, {start.games:,} games)"
        head = f"{each.game.edition:<7} {' against '.join(each.marked)}: {rate}"
        lines += [f"{head}; {name}: {by_kind_words(side)}" for name, side in zip(each.marked, start.sides)]
    return [*lines, *dict.fromkeys(doubt for each in found if (doubt := doubt_of(each, "*: ")))]


if __name__ == "__main__":
    sys.exit(script(main))
