"""Rows of the event log with their columns by name, and the words for what stands in a column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import card_name, side_name
from yomisim.cards.yomi1.pack_abilities import programs, statuses
from yomisim.cards.yomi1.schema import SIDE_NAMES, Character
from yomisim.cards.yomi1.tables import KIND_NAMES, RANK_NAMES
from yomisim.cards.yomi1.verbs import HANDS
from yomisim.rules.yomi1.events import EVENT_NAMES, EVENTS, REASONS
from yomisim.rules.yomi1.state import ENDINGS

if TYPE_CHECKING:
    import numpy as np

    #: One row of the log: (event, seat, a, b, c, d).
    Row = Sequence[int] | np.ndarray

#: What the seats are called in JSON, and in words where both seats hold the same character.
PLAYERS = ("a", "b")

COST = REASONS.index("cost")

#: Events that are nobody's, whatever seat their row holds.
OF_NOBODY = frozenset({"tie", "no_contact", "knockdown_void"})


@dataclass(frozen=True)
class Line:
    """A row with its columns by name."""

    event: str
    seat: int
    columns: dict[str, int]

    def __getitem__(self, column: str) -> int:
        return self.columns[column]


def read(row: Row) -> Line:
    event, seat, *values = (int(value) for value in row)
    name = EVENT_NAMES[event]
    return Line(name, seat, dict(zip(EVENTS[name], values)))


def cast_of(game: Game, characters: Sequence[str | Character]) -> tuple[Character, Character]:
    first, second = (game.character(who) if isinstance(who, str) else who for who in characters)
    return first, second


def names_of(cast: tuple[Character, Character]) -> tuple[str, str]:
    first, second = (who.short_name for who in cast)
    return (first, second) if first != second else (f"{first} ({PLAYERS[0]})", f"{second} ({PLAYERS[1]})")


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


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(", ".join(words).rsplit(", ", 1)) if len(words) > 1 else "".join(words)


def some(n: int, what: str) -> str:
    """``1 Ace``, ``2 Aces``."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
