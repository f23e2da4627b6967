"""``yomisim combos``: combo damage of one character, a hand, or one sequence, in either game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomisim.commands.output import tell
from yomisim.errors import BadInput
from yomisim.options import Data, Edition, Exact, GameArgument, Gem, Json, MaybeOut, Meter, Samples, Seed

if TYPE_CHECKING:
    import pandas as pd

    from yomisim.estimate.combo_parts import AnyCombos
    from yomisim.report.files import Staging

Names = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME", help="Use an ability that changes combos (may be repeated; NAME=3)."),
]
Without = Annotated[
    list[str] | None, typer.Option("--without", metavar="NAME", help="Switch off what is always on (may be repeated).")
]


def combos(
    game: GameArgument,
    character: Annotated[str, typer.Argument(metavar="CHARACTER", help="Id or name of a character.")],
    edition: Edition = None,
    hand: Annotated[
        str | None,
        typer.Option("--hand", metavar="CARDS", help='The cards in hand, "2 3 4 K K A" or "A B throw"; else the deck.'),
    ] = None,
    opening: Annotated[
        str | None,
        typer.Option(
            "--opening", metavar="MOVE", help='Only this starter, "7 throw" or "throw"; it is not part of the hand.'
        ),
    ] = None,
    after_dodge: Annotated[bool, typer.Option("--after-dodge", help="The starter hits back after a dodge.")] = False,
    play: Annotated[
        str | None,
        typer.Option(
            "--play", metavar="COMBO", help='Is this one legal, "t8>2>3" or "throw>D>E", and what does it deal?'
        ),
    ] = None,
    meter: Meter = None,
    gem: Gem = None,
    switches: Names = None,
    without: Without = None,
    samples: Samples = 20_000,
    exact: Exact = False,
    seed: Seed = 1,
    out: MaybeOut = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Find the most damage of every starter, or check one combo."""
    from yomisim.batch.plan import check_seed
    from yomisim.cards.load import load_game
    from yomisim.estimate.combo_rooms import combo_room
    from yomisim.scenario.rooms import combo_play_of

    if play is not None and out is not None:
        raise BadInput("one sequence makes no tables; leave --play or --out out", field="out")
    loaded = load_game(game, edition, data, gem)
    room = combo_room(loaded.id)
    place = room.find_place(
        loaded,
        character,
        hand=None if hand is None else combo_play_of(loaded.id).read_hand(hand),
        opening=opening,
        after_dodge=after_dodge,
        switches=switches or (),
        without=without or (),
        meter=meter,
    )
    if play is not None:
        return _check(place, play, as_json)
    return _tables(room.combos(place), samples, exact, check_seed(seed), out, as_json)


def _check(place: Any, sequence: str, as_json: bool) -> int:
    """Say what becomes of one sequence."""
    from yomisim.paths import label
    from yomisim.report.combo_text import verdict_lines
    from yomisim.scenario.rooms import combo_play_of

    verdict = combo_play_of(place.game.id).play_sequence(place, sequence)
    head = {"character": place.character.id, "edition": place.game.edition, "switches": place.setting.names}
    if place.game.gems:
        head |= {"gem": place.game.gem, "provisional": place.doubt != ""}
    tail = {"data": label(place.game.folder), "data_hash": place.game.data_hash}
    return tell(lambda: {**head, **verdict.record(), **tail}, lambda: verdict_lines(verdict, place), as_json)


def _tables(found: AnyCombos, samples: int, exact: bool, seed: int, out: Path | None, as_json: bool) -> int:
    """The best combos, and for a deck what random hands are worth."""
    from yomisim.estimate.combo_hands import COUNTED
    from yomisim.estimate.combo_rooms import combo_room
    from yomisim.report.combo_text import combo_lines
    from yomisim.report.runs import deliver

    def search(_: object) -> pd.DataFrame | None:
        counted = None if exact else COUNTED
        values = combo_room(found.place.game.id).hand_values
        return None if found.place.is_hand else values(found, samples=samples, counted=counted, seed=seed)

    def write(stage: Staging, hands: pd.DataFrame | None) -> list[str]:
        from yomisim.report.combo_folder import write_combos

        return write_combos(stage, [found], [] if hands is None else [hands])

    hands, files = deliver(out, search, write)

    def record() -> dict[str, Any]:
        from yomisim.report.combo_folder import hands_record

        return found.record() if hands is None else {**found.record(), "hands": hands_record(hands)}

    return tell(record, lambda: combo_lines(found, hands), as_json, out, files)
