"""Rows of the event log in words that a player can read, and as records for JSON.

The log (`yomisim.rules.yomi1.events`, `yomisim.rules.yomi2.events`) is written by the compiled game. Everything here is
a function of its rows and of the names in the card data; rows that belong together (a hit and the life it costs, the
cards drawn at one time) become one sentence. Each game has a room with its own words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from yomisim.cards.load import Game
from yomisim.narrate.lines import PLAYERS, Line, read, told_apart
from yomisim.narrate.reader import Reader

if TYPE_CHECKING:
    from yomisim.narrate.lines import Row

__all__ = ["PLAYERS", "event_record", "event_text", "narrate", "player_names"]


class Room(Protocol):
    """What a game brings of its own (`narrate/yomi1/room.py`, `narrate/yomi2/room.py`).

    EVENTS : the events of its log, in the order of their codes. OF_NOBODY : those that are nobody's, whatever seat
    their row holds. Narrator : the sentences.
    """

    EVENTS: Mapping[str, tuple[str, ...]]
    OF_NOBODY: Collection[str]
    Narrator: type[Reader]

    def cast_of(self, game: Game, characters: Sequence[Any]) -> tuple[Any, ...]:
        """The players with all their names, from names of characters or models."""
        ...

    def short_name(self, who: Any) -> str:
        """What a player is called."""
        ...

    def value_of(self, line: Line, column: str, who: Any | None) -> Any:
        """A column of a row as it stands in a record."""
        ...


def _room_of(game: Game) -> Room:
    return cast(Room, import_module(f"yomisim.narrate.{game.id}.room"))


def narrate(game: Game, characters: Sequence[Any], rows: Iterable[Row]) -> list[str]:
    """Sentences for rows of the log, in their order.

    Parameters
    ----------
    game : the loaded game with its edition.
    characters : who sits in seats 0 and 1, as names or models; against a bot its sheet in seat 1, and a partner last.
    rows : any run of rows ``(event, seat, a, b, c, d)``: a whole game, a turn, or part of one.

    Raises
    ------
    BadInput
        for a name that no character of the game has.
    """
    room = _room_of(game)
    who = room.cast_of(game, characters)
    return room.Narrator(who, _names_of(room, who), [read(row, room.EVENTS) for row in rows]).sentences()


def event_text(game: Game, characters: Sequence[Any], row: Row) -> str:
    """The sentence for one row by itself; parameters as for :func:`narrate`."""
    return narrate(game, characters, [row])[0]


def event_record(game: Game, row: Row, characters: Sequence[Any] | None = None) -> dict[str, Any]:
    """One row as a record for JSON.

    Returns
    -------
    ``event`` (its name), ``player`` ("a", "b", or None for what is nobody's), and the columns of the event by name.
    Cards and ranks are names (None for no card), reasons, endings, kinds and poker hands words, `waiting` and
    `from_deck` true or false. Moves go by their names (``6 attack`` in Yomi, slots such as ``A`` in Yomi 2), abilities
    and statuses by theirs; where `characters` is not given, these are numbers (a rank and an edge such as ``6 top`` for
    a side).
    """
    room = _room_of(game)
    line = read(row, room.EVENTS)
    seats = range(len(PLAYERS) if characters is None else len(characters))
    who = None if characters is None or line.seat not in seats else room.cast_of(game, characters)[line.seat]
    record: dict[str, Any] = {"event": line.event, "player": None}
    if line.seat in seats and line.event not in room.OF_NOBODY:
        record["player"] = PLAYERS[line.seat]
    for column in room.EVENTS[line.event]:
        record[column] = room.value_of(line, column, who)
    return record


def player_names(game: Game, characters: Sequence[Any]) -> tuple[str, ...]:
    """What the players are called: short names, with (a) and (b) where a character meets itself."""
    room = _room_of(game)
    return _names_of(room, room.cast_of(game, characters))


def _names_of(room: Room, who: Sequence[Any]) -> tuple[str, ...]:
    return told_apart(*map(room.short_name, who))
