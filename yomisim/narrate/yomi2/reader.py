"""Phrases that many sentences about a game of Yomi 2 share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from yomisim.cards.yomi2.tables import MOVES
from yomisim.narrate import reader
from yomisim.narrate.lines import Line, listed
from yomisim.narrate.yomi2.lines import spoken, value_of
from yomisim.rules.yomi2.events import REASONS


class Reader(reader.Reader):
    """Reads rows from the first to the last, with words that many sentences share."""

    def _card(self, seat: int, card: int) -> str:
        return self._move(seat, card % MOVES)

    def _move(self, seat: int, move: int) -> str:
        return spoken(self.characters[seat].moves[move])

    def _cards(self, lines: Iterable[Line]) -> str:
        return listed([self._card(line.seat, line["card"]) for line in lines])

    def _value(self, line: Line, column: str) -> Any:
        return value_of(line, column, self.characters[line.seat] if line.seat in (0, 1) else None)

    def _why(self, line: Line) -> str:
        return REASONS[line["reason"]]

    def _after(self, reason: str, seat: int, event: str, **columns: int) -> Line | None:
        """The next line if it is this event of this seat for this reason."""
        return self._next(event, seat=seat, reason=REASONS.index(reason), **columns)

    def _life(self, seat: int) -> str:
        """Name and new life total in brackets, where the next line (which it covers) takes life from `seat`."""
        lost = self._next("damage", seat=seat)
        return f" ({self.names[seat]} {lost['life']})" if lost else ""

    def _meter(self, line: Line) -> str:
        """``1 meter (2 now)`` of a row that gives or takes some."""
        return f"{abs(line['amount'])} meter ({line['meter']} now)"
