"""Combo damage of every character: the best of every starter, with each ability that changes it, and random hands.

    python analyses/combos.py --edition second --out reports
    python analyses/combos.py yomi2 --gem green

writes to the game's folder in OUT `combos.csv` (one row per starter), `combos_by_cards.csv` (one per starter and number
of cards), `combos_hands.csv` (what random hands of 3 to 12 cards are worth), pictures of each character and an
overview, and `combos.json` (how it was made). The column `switches` says which ability is used;
rows with `after_dodge` are of moves that hit back. Without ``--edition`` all editions are searched.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer
from matchups import GAME

from yomisim.batch.plan import check_characters, check_seed
from yomisim.cards.load import load_game, load_games
from yomisim.cli import script
from yomisim.commands.output import tell_folder
from yomisim.estimate.combo_hands import COUNTED, SAMPLES
from yomisim.estimate.combo_parts import AnyCombos
from yomisim.estimate.combo_rooms import combo_room
from yomisim.options import Characters, Data, Edition, Exact, Gem, Out, Samples, Seed
from yomisim.paths import label
from yomisim.report.combo_folder import write_combos
from yomisim.report.runs import deliver

#: Places, what random hands are worth at some of them, and how all this was made.
Everything = tuple[list[AnyCombos], list[pd.DataFrame], dict[str, Any]]


def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game: yomi1 or yomi2.")] = GAME,
    edition: Edition = None,
    gem: Gem = None,
    characters: Characters = None,
    samples: Samples = SAMPLES,
    exact: Exact = False,
    seed: Seed = 1,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Search the combos of every character and write tables and pictures to OUT."""
    number = check_seed(seed)

    def search(_: object) -> Everything:
        begin = time.perf_counter()
        found, hands = [], []
        room = combo_room(game)
        for loaded in load_games(game, edition, data) if gem is None else [load_game(game, edition, data, gem)]:
            for character in check_characters(loaded, characters, 1):
                for place in room.places(loaded, character):
                    found.append(room.combos(place))
                    if not place.after_dodge:
                        counted = None if exact else COUNTED
                        hands.append(room.hand_values(found[-1], samples=samples, counted=counted, seed=number))
        # the combos themselves are searched when they are first looked at
        made = {"samples": samples, "seed": number, "searched": sum(len(each.starters) for each in found)}
        return found, hands, {**made, "seconds": round(time.perf_counter() - begin, 1)}

    (found, _, made), files = deliver(
        out, search, lambda stage, everything: write_combos(stage, *everything[:2], game, everything[2])
    )
    lines = [*summary(found), f"{made['searched']} starters searched in {made['seconds']} s"]
    return tell_folder(lines, out, files)


def summary(found: list[AnyCombos]) -> list[str]:
    """The data, and the best combo of each character and edition, for a terminal."""
    game = found[0].place.game
    doubtful = any(each.place.doubt for each in found)
    lines = [f"data {label(game.folder)}, hash {game.data_hash}"]
    for each in found:
        place, best = each.place, each.best
        if place.after_dodge or place.setting.names or best is None:
            continue
        combo = best.best
        lines.append(
            f"{place.game.edition:<7} {place.character.short_name + ('*' if place.doubt else ''):<9} {combo.damage:>3} "
            f"damage: {combo.sequence} ({combo.cards} cards)"
        )
    return [*lines, *(["*: provisional, resting on card values that no source gives"] if doubtful else [])]


if __name__ == "__main__":
    sys.exit(script(main))
