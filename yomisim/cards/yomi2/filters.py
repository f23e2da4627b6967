"""Sets of moves by name: the filters of cards.yomi2.verbs, for a deck with its move numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from yomisim.cards.yomi2.schema import ATTACKS, Card

if TYPE_CHECKING:
    from yomisim.cards.yomi2.pack import Deck


def filtered_moves(names: str | Sequence[str], deck: Deck) -> np.uint64:
    """The moves that one name, or one of several, stands for."""
    wanted = (names,) if isinstance(names, str) else tuple(names)
    return np.uint64(sum(1 << n for n, card in enumerate(deck.moves) if any(_is(card, name) for name in wanted)))


def _is(card: Card, name: str) -> bool:
    if name == "any":
        return True
    if name == "normal_attack":
        return card.normal_attack
    if name == "attack":
        return card.kind in ATTACKS
    if name == "recurring":
        return card.recurring
    return name in (card.slot, card.kind, card.class_)
