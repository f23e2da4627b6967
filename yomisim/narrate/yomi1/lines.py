"""The words for what stands in the columns of the event log of Yomi."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import card_name, side_name
from yomisim.cards.yomi1.pack_abilities import programs, statuses
from yomisim.cards.yomi1.schema import SIDE_NAMES, Character
from yomisim.cards.yomi1.tables import KIND_NAMES, RANK_NAMES
from yomisim.cards.yomi1.verbs import HANDS
from yomisim.narrate.lines import Line
from yomisim.rules.yomi1.events import REASONS
from yomisim.rules.yomi1.state import ENDINGS

COST = REASONS.index("cost")

#: Events that are nobody's, whatever seat their row holds.
OF_NOBODY = frozenset({"tie", "no_contact", "knockdown_void"})


def cast_of(game: Game, characters: Sequence[str | Character]) -> tuple[Character, Character]:
    first, second = (game.character(who) if isinstance(who, str) else who for who in characters)
    return first, second


def move_name(who: Character | None, side: int) -> str:
    if who is None:
        return f"{RANK_NAMES[side // 4]} {SIDE_NAMES[side % 4]}"
    return side_name(who, side)


def ability_name(who: Character, number: int) -> str:
    """The name of the ability with this number in the kit of a character."""
    return programs(who)[number].ability.name


def status_name(who: Character, number: int) -> str:
    """The name of the status with this number."""
    return next(name for name, each in statuses(who).items() if each == number)


def value_of(line: Line, column: str, who: Character | None) -> Any:
    """A column of a row as it stands in a record."""
    value = line[column]
    if column == "side":
        return move_name(who, value)
    if who is not None and column == "ability":
        return ability_name(who, value)
    if who is not None and column == "status":
        return status_name(who, value)
    if line.event == "speed" and column == "turn":
        return TURNS[value]
    return PLAIN.get(column, int)(value)


#: Which turn a change of speed is for (column `turn` of the event `speed`).
TURNS = ("this", "next")

#: Columns whose numbers stand for something else.
PLAIN: dict[str, Callable[[int], Any]] = {
    "card": lambda card: card_name(card) if card >= 0 else None,
    "kind": lambda kind: KIND_NAMES[kind],
    "hand": lambda hand: HANDS[hand - 1],
    "rank": lambda rank: RANK_NAMES[rank],
    "reason": lambda reason: REASONS[reason],
    "ending": lambda ending: ENDINGS[ending],
    "waiting": bool,
    "from_deck": bool,
}
