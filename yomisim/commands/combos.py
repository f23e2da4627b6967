"""``yomisim combos``: combo damage of one character, a hand, or one sequence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomisim.console import emit, emit_json
from yomisim.errors import EXIT_DONE, BadInput
from yomisim.options import Data, Edition, Exact, GameArgument, Json, MaybeOut, Samples, Seed

if TYPE_CHECKING:
    import pandas as pd

    from yomisim.estimate.combos import Combos
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
        str | None, typer.Option("--hand", metavar="CARDS", help='The cards in hand, "2 3 4 K K A"; else the deck.')
    ] = None,
    opening: Annotated[
        str | None,
        typer.Option("--opening", metavar="MOVE", help='Only this starter, "7 throw"; it is not part of the hand.'),
    ] = None,
    after_dodge: Annotated[bool, typer.Option("--after-dodge", help="The starter hits back after a dodge.")] = False,
    play: Annotated[
        str | None, typer.Option("--play", metavar="COMBO", help='Is this one legal, "t8>2>3", and what does it deal?')
    ] = None,
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
    from yomisim.estimate.combos import Combos, find_place
    from yomisim.scenario.yomi1.combo_play import read_hand

    if play is not None and out is not None:
        raise BadInput("one sequence makes no tables; leave --play or --out out", field="out")
    loaded = load_game(game, edition, data)
    place = find_place(
        loaded,
        character,
        hand=None if hand is None else read_hand(hand),
        opening=opening,
        after_dodge=after_dodge,
        switches=switches or (),
        without=without or (),
    )
    if play is not None:
        return _check(Combos(place), play, as_json)
    return _tables(Combos(place), samples, exact, check_seed(seed), out, as_json)


def _check(found: Combos, sequence: str, as_json: bool) -> int:
    """Say what becomes of one sequence."""
    from yomisim.paths import label
    from yomisim.report.combo_text import verdict_lines
    from yomisim.scenario.yomi1.combo_play import play_sequence

    place = found.place
    verdict = play_sequence(place, sequence)
    if as_json:
        head = {"character": place.character.id, "edition": place.game.edition, "switches": place.setting.names}
        tail = {"data": label(place.game.folder), "data_hash": place.game.data_hash}
        emit_json({**head, **verdict.record(), **tail})
    else:
        emit(verdict_lines(verdict, place))
    return EXIT_DONE


def _tables(found: Combos, samples: int, exact: bool, seed: int, out: Path | None, as_json: bool) -> int:
    """The best combos, and for a deck what random hands are worth."""
    from yomisim.estimate.combo_hands import COUNTED, hand_values
    from yomisim.report.combo_text import combo_lines
    from yomisim.report.runs import deliver

    def search(_: object) -> pd.DataFrame | None:
        counted = None if exact else COUNTED
        return None if found.place.is_hand else hand_values(found, samples=samples, counted=counted, seed=seed)

    def write(stage: Staging, hands: pd.DataFrame | None) -> list[str]:
        from yomisim.report.combo_folder import write_combos

        return write_combos(stage, [found], [] if hands is None else [hands])

    hands, files = deliver(out, search, write)
    written = [str(Path(out or "") / name) for name in files]
    if as_json:
        from yomisim.report.combo_folder import hands_record

        more = {} if hands is None else {"hands": hands_record(hands)}
        emit_json({**found.record(), **more, **({} if out is None else {"files": written})})
    else:
        emit([*combo_lines(found, hands), *(f"wrote {name}" for name in written)])
    return EXIT_DONE
