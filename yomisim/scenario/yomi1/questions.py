"""What the engine of Yomi asks a player."""

from __future__ import annotations

from yomisim.cards.yomi1 import tables as tab
from yomisim.scenario import questions
from yomisim.scenario.questions import PASS
from yomisim.scenario.yomi1.notation import NamedCard

__all__ = ["PASS", "Question"]

ACES = 15 << 48


class Question(questions.Question):
    """A question with what the cards of Yomi need to be asked about."""

    @property
    def last_side(self) -> int:
        """The side of the last move."""
        return self.last_move

    def holds(self, card: NamedCard) -> bool:
        """Whether the asker has such a card in hand."""
        return any(self.hand >> number & 1 and card.matches(number) for number in range(tab.CARDS))

    def aces(self) -> int:
        """Aces in hand."""
        return min((self.hand & ACES).bit_count(), tab.MAX_ACES)
