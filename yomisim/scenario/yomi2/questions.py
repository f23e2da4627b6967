"""What the engine of Yomi 2 asks a player. Options are move numbers, but for a few kinds (policies.codes.KINDS)."""

from __future__ import annotations

from yomisim.cards.yomi2.tables import MOVES
from yomisim.scenario import questions
from yomisim.scenario.questions import PASS

__all__ = ["PASS", "Question"]


class Question(questions.Question):
    """A question with what the cards of Yomi 2 need to be asked about."""

    def copies(self, move: int) -> int:
        """How many copies of a move the asker has in hand."""
        return sum(self.hand >> (move + MOVES * copy) & 1 for copy in range(3))

    def holds(self, move: int) -> bool:
        """Whether the asker has a copy of a move in hand."""
        return self.copies(move) > 0
