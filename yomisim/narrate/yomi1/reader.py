"""Phrases that many sentences about a game of Yomi share."""

from __future__ import annotations

from collections.abc import Iterable

from yomisim.cards.yomi1.pack import card_name, side_name
from yomisim.cards.yomi1.tables import JOKER
from yomisim.narrate import reader
from yomisim.narrate.lines import Line, listed


class Reader(reader.Reader):
    """Reads rows from the first to the last, with words that many sentences share."""

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
