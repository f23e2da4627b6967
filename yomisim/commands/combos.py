"""`yomisim combos`: combo damage of one character, a hand, or one sequence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomisim.errors import EXIT_DONE, BadInput
from yomisim.report.console import emit, emit_json

if TYPE_CHECKING:
    from yomisim.estimate.combos import Combos

Names = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME", help="Use an ability that changes combos (may be repeated; NAME=3)."),
]
Without = Annotated[
    list[str] | None, typer.Option("--without", metavar="NAME", help="Switch off what is always on (may be repeated).")
]


def combos(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game: yomi1.")],
    character: Annotated[str, typer.Argument(metavar="CHARACTER", help="Id or name of a character.")],
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="E", help="first or second; else the game's default.")
    ] = None,
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
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", help="Random hands of a size where not all are counted.")
    ] = 20_000,
    exact: Annotated[bool, typer.Option("--exact", help="Count all hands of every size; takes longer.")] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Same seed, same sample; 0 to 2^64 - 1.")] = 1,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write tables and a picture here.")] = None,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Folder with the card data.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> int:
    """Find the most damage of every starter, or check one combo."""
    from yomisim.batch.plan import check_seed
    from yomisim.cards.load import load_game
    from yomisim.estimate.combos import Combos, find_place
    from yomisim.scenario.combo_play import read_hand

    if play is not None and out is not None:
        raise BadInput("one sequence makes no tables; leave --play or --out out", field="--out")
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
    from yomisim.report.combo_text import verdict_lines
    from yomisim.scenario.combo_play import play_sequence

    place = found.place
    verdict = play_sequence(place, sequence)
    if as_json:
        head = {"character": place.character.id, "edition": place.game.edition, "switches": place.setting.names}
        emit_json({**head, **verdict.record(), "data_hash": place.game.data_hash})
    else:
        emit(verdict_lines(verdict, place))
    return EXIT_DONE


def _tables(found: Combos, samples: int, exact: bool, seed: int, out: Path | None, as_json: bool) -> int:
    """The best combos, and for a deck what random hands are worth."""
    from contextlib import nullcontext

    from yomisim.estimate.combo_hands import COUNTED, hand_values
    from yomisim.report.combo_folder import write_combos
    from yomisim.report.combo_text import combo_lines
    from yomisim.report.files import Staging

    with nullcontext() if out is None else Staging(out) as stage:
        counted = None if exact else COUNTED
        hands = None if found.place.is_hand else hand_values(found, samples=samples, counted=counted, seed=seed)
        files = [] if stage is None else write_combos(stage, [found], [] if hands is None else [hands])
    written = [str(Path(out or "") / name) for name in files]
    if as_json:
        from yomisim.report.combo_folder import hands_record

        record = found.record()
        if hands is not None:
            record["hands"] = hands_record(hands)
        emit_json(record | ({"files": written} if written else {}))
    else:
        emit([*combo_lines(found, hands), *(f"wrote {name}" for name in written)])
    return EXIT_DONE
