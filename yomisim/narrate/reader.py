"""Reading rows one after the other: what comes next, and phrases that many sentences share."""

from __future__ import annotations

from collections.abc import Iterable

from yomisim.cards.yomi1.pack import card_name, side_name
from yomisim.cards.yomi1.schema import Character
from yomisim.cards.yomi1.tables import JOKER
from yomisim.narrate.lines import Line, listed


class Reader:
    """Reads rows from the first to the last, with words that many sentences share."""

    def __init__(self, cast: tuple[Character, Character], names: tuple[str, str], lines: list[Line]) -> None:
        self.characters = cast
        self.names = names
        self.lines = lines
        self.at = 0

    # reading

    def _take(self) -> Line:
        self.at += 1
        return self.lines[self.at - 1]

    def _next(self, *events: str, seat: int | None = None, **columns: int) -> Line | None:
        """The next line if it is one of `events`, of this seat, and has these columns; else None."""
        if self.at >= len(self.lines):
            return None
        line = self.lines[self.at]
        if line.event not in events or (seat is not None and line.seat != seat):
            return None
        if any(line[column] != value for column, value in columns.items()):
            return None
        return self._take()

    def _run(self, *events: str, seat: int | None = None, **columns: int) -> list[Line]:
        """All such lines that come next."""
        found = []
        while (line := self._next(*events, seat=seat, **columns)) is not None:
            found.append(line)
        return found

    # words

    def _who(self, line: Line) -> str:
        return self.names[line.seat]

    def _move(self, line: Line) -> str:
        """``6 attack (6C)``; a Joker goes by its card alone."""
        card = card_name(line["card"])
        if line["card"] // 4 == JOKER:
            return card
        return f"{side_name(self.characters[line.seat], line['side'])} ({card})"

    def _cards(self, lines: Iterable[Line]) -> str:
        return listed([card_name(line["card"]) for line in lines])

    def _paid(self, seat: int) -> str:
        paid = self._run("pay_ace", seat=seat)
        return f", paying {self._cards(paid)}," if paid else ""

    def _life(self, seat: int, amount: int) -> str:
        """Name and new life total in brackets, where the next line (which it covers) takes this amount from `seat`."""
        lost = self._next("damage", seat=seat, amount=amount)
        return f" ({self.names[seat]} {lost['life']})" if lost else ""

    def _effect(self, line: Line) -> str:
        """What a follow-up, hit back or pump does."""
        if line["waiting"]:
            return f" for {line['damage']} (waiting under the face-down card)"
        return f" for {line['damage']}{self._life(1 - line.seat, line['damage'])}"
