"""What the engine asks a player, as the answers need it."""

from __future__ import annotations

from dataclasses import dataclass

from yomisim.cards.yomi1 import tables as tab
from yomisim.scenario.notation import NamedCard

PASS = 63
ACES = 15 << 48


@dataclass(frozen=True)
class Question:
    """What the engine asks: kind of decision, options as a set, and the asker's hand and combo at that moment."""

    kind: int
    options: int
    hand: int
    last_side: int
    points_left: int
    pumps: int

    def offers(self, option: int) -> bool:
        """Whether `option` is legal."""
        return bool(self.options >> option & 1)

    def holds(self, card: NamedCard) -> bool:
        """Whether the asker has such a card in hand."""
        return any(self.hand >> number & 1 and card.matches(number) for number in range(tab.CARDS))

    def aces(self) -> int:
        """Aces in hand."""
        return min((self.hand & ACES).bit_count(), tab.MAX_ACES)

    def all(self) -> list[int]:
        """All options, the pass last."""
        return [*self.members(), *([PASS] if self.offers(PASS) else [])]

    def members(self) -> list[int]:
        """All options but the pass."""
        return [option for option in range(PASS) if self.offers(option)]
