"""Rows of the event log in words that a player can read, and as records for JSON.

The log (:mod:`yomisim.rules.yomi1.events`) is written by the compiled game. Everything here is a function of its
rows and of the names in the card data; rows that belong together (a hit and the life it costs, the cards drawn at
one time) become one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from yomisim.cards.load import Game
from yomisim.cards.yomi1.schema import Character
from yomisim.narrate.lines import OF_NOBODY, PLAYERS, TURNS, cast_of, names_of, read, value_of
from yomisim.narrate.sentences import Narrator as _Narrator
from yomisim.rules.yomi1.events import EVENTS

if TYPE_CHECKING:
    from yomisim.narrate.lines import Row

__all__ = ["PLAYERS", "TURNS", "event_record", "event_text", "narrate", "player_names"]


def narrate(game: Game, characters: Sequence[str | Character], rows: Iterable[Row]) -> list[str]:
    """Sentences for rows of the log, in their order.

    Parameters
    ----------
    game : the loaded game with its edition.
    characters : who sits in seats 0 and 1, as names or models.
    rows : any run of rows ``(event, seat, a, b, c, d)``: a whole game, a turn, or part of one.

    Raises
    ------
    BadInput
        for a name that no character of the game has.
    """
    cast = cast_of(game, characters)
    return _Narrator(cast, names_of(cast), [read(row) for row in rows]).sentences()


def event_text(game: Game, characters: Sequence[str | Character], row: Row) -> str:
    """The sentence for one row by itself; parameters as for :func:`narrate`."""
    return narrate(game, characters, [row])[0]


def event_record(game: Game, row: Row, characters: Sequence[str | Character] | None = None) -> dict[str, Any]:
    """One row as a record for JSON.

    Returns
    -------
    ``event`` (its name), ``player`` ("a", "b", or None for what is nobody's), and the columns of the event by name.
    Cards and ranks are names (None for no card), reasons, endings, kinds and poker hands words, `waiting` and
    `from_deck` true or false. Sides are names of moves (``6 attack``), abilities and statuses go by their names; where
    `characters` is not given sides are a rank and an edge (``6 top``), abilities and statuses numbers.
    """
    line = read(row)
    who = None if characters is None or line.seat not in (0, 1) else cast_of(game, characters)[line.seat]
    record: dict[str, Any] = {"event": line.event, "player": None}
    if line.seat in (0, 1) and line.event not in OF_NOBODY:
        record["player"] = PLAYERS[line.seat]
    for column in EVENTS[line.event]:
        record[column] = value_of(line, column, who)
    return record


def player_names(game: Game, characters: Sequence[str | Character]) -> tuple[str, str]:
    """What the players are called: short names, with (a) and (b) where a character meets itself."""
    return names_of(cast_of(game, characters))
