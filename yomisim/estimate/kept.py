"""Which cards characters keep: how likely a card of a rank is in hand rather than in the deck, against other ranks.

What a player holds is not drawn evenly from the cards that nobody has seen: Jokers wait for their moment and weak cards
are spent. Each card in turn is taken to come to hand with a chance in proportion to the weight of its rank; weights are
scaled until the cards of each rank that were in hands are as many as expected (iterative proportional fitting, Deming
and Stephan 1940). Hands are looked at before combat, when they are guessed at, from the second turn on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from yomisim.cards.yomi1.tables import JACK, RANKS
from yomisim.estimate.self_play import Seen
from yomisim.estimate.values import by_rank
from yomisim.policies.equilibrium.worth import FIRST_TURN
from yomisim.rules.yomi1.state import NO_SIDE

#: Cards of each rank that were seen in hands as often as expected, before any were looked at.
_PRIOR = 5.0
_STEPS = 12
#: Weights within these bounds.
_LEAST, _MOST = 0.02, 50.0


@dataclass(frozen=True)
class Kept:
    """Weights of each rank, number cards 1 on average: of any character, and of each by id."""

    shared: list[float]
    own: dict[str, list[float]]

    def mixed(self, other: Kept, part: float) -> Kept:
        """So much of these weights, the rest of the other ones."""

        def mean(mine: list[float], theirs: list[float]) -> list[float]:
            return [round(part * one + (1 - part) * another, 3) for one, another in zip(mine, theirs)]

        return Kept(mean(self.shared, other.shared), {name: mean(self.own[name], other.own[name]) for name in self.own})


def learn_kept(seen: Sequence[Seen]) -> Kept:
    """What characters kept in these games."""
    hands: dict[str, list[tuple[np.ndarray, np.ndarray, np.ndarray]]] = {}
    for one in seen:
        there = (one.states["turn"] > FIRST_TURN) & (one.states["combat"]["side"] != NO_SIDE).all(axis=1)
        combat = one.states["combat"][there]
        for seat, name in enumerate((one.a, one.b)):
            hidden = combat["hand"][:, seat] & ~combat["shown"][:, seat]
            cards = by_rank(combat["unseen"][:, seat]).astype(np.float32)
            hands.setdefault(name, []).append((cards, np.bitwise_count(hidden), by_rank(hidden).sum(axis=0)))
    own = {name: _fitted(hands[name]) for name in sorted(hands)}
    return Kept(_fitted([part for name in sorted(hands) for part in hands[name]]), own)


def _fitted(parts: Sequence[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> list[float]:
    """From sets of (cards in hand or deck by rank, hidden hand sizes, cards in hands by rank in all)."""
    cards = np.concatenate([one for one, _, _ in parts])
    sizes = np.concatenate([size for _, size, _ in parts]).astype(np.float32)
    there = sum(held for _, _, held in parts)
    weights = np.ones(RANKS)
    for _ in range(_STEPS):
        lots = cards @ weights.astype(np.float32)
        expected = ((sizes / np.maximum(lots, 1e-6)) @ cards) * weights
        weights *= (there + _PRIOR) / (expected + _PRIOR)
        weights = np.clip(weights / weights[:JACK].mean(), _LEAST, _MOST)
    return [round(float(weight), 3) for weight in weights]
