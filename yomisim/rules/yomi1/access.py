"""Short ways to the parts of a game of Yomi (first game)."""

from __future__ import annotations

from yomisim.kernel.jit import leaf
from yomisim.rules.access import (
    char_for,
    char_of,
    deep_of,
    fighter,
    fighter_of,
    kit_of,
    luck_of,
    own_of,
)

__all__ = ["char_for", "char_of", "deep_of", "fighter", "fighter_of", "kit_of", "luck_of", "mind_of", "own_of"]


@leaf
def mind_of(t, viewer, seat):
    """MIND record: what the player in seat `viewer` thinks of the fighter in `seat`."""
    return t["mind"][viewer][seat]
