"""What the engine asks a player, as the answers need it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

PASS = 63


@dataclass(frozen=True)
class Question:
    """What the engine asks: kind of decision, options as a set, and the asker's hand and combo at that moment."""

    kind: int
    options: int
    hand: int
    last_move: int
    points_left: int
    pumps: int

    @classmethod
    def of(cls, script: Any) -> Self:
        """The question that a SCRIPT record notes."""
        names = ("kind", "options", "hand", "last_move", "points_left", "pumps")
        return cls(**{name: int(script[name]) for name in names})

    def offers(self, option: int) -> bool:
        """Whether `option` is legal."""
        return bool(self.options >> option & 1)

    def all(self) -> list[int]:
        """All options, the pass last."""
        return [*self.members(), *([PASS] if self.offers(PASS) else [])]

    def members(self) -> list[int]:
        """All options but the pass."""
        return [option for option in range(PASS) if self.offers(option)]
