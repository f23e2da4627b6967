"""Which cards characters keep: how likely a card of a rank is in hand rather than in the deck, against other ranks.

What a player holds is not drawn evenly from the cards that nobody has seen: Jokers wait for their moment and weak cards
are spent. Cards are taken to come to hand one by one, each with a chance in proportion to the weight of its rank among
what is left; weights are scaled until the cards of each rank that were in hands are as many as expected (iterative
proportional fitting, Deming and Stephan 1940). Hands are looked at before combat, when they are guessed at, from the
second turn on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from yomisim.cards.yomi1.tables import JACK, RANKS
from yomisim.estimate.self_play import Seen
from yomisim.estimate.values import by_rank
from yomisim.policies.equilibrium.worth import FIRST_TURN

#: Of hands: cards that were not seen, hidden cards among them; sets of shape (n,).
Hands = tuple[np.ndarray, np.ndarray]

#: Hands that say enough about a character.
_ENOUGH = 50_000
#: Cards of each rank that were seen in hands as often as expected, before any were looked at.
_PRIOR = 5.0
_STEPS = 12
#: Steps of Newton's method for one state, and the greatest part of the cards that a hand can hold.
_NEWTON, _ALL_BUT = 2, 0.98
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
    hands: dict[str, list[Hands]] = {}
    for one in seen:
        combat = one.states["combat"][one.chose & (one.states["turn"] > FIRST_TURN)]
        for seat, name in enumerate((one.a, one.b)):
            hidden = combat["hand"][:, seat] & ~combat["shown"][:, seat]
            hands.setdefault(name, []).append((combat["unseen"][:, seat], hidden))
    own = {name: _some(hands[name]) for name in sorted(hands)}
    return Kept(_fitted(*_some(list(own.values()))), {name: _fitted(*some) for name, some in own.items()})


def _some(parts: Sequence[Hands]) -> Hands:
    """Enough of these hands, evenly spread."""
    cards, hidden = (np.concatenate(columns) for columns in zip(*parts))
    step = -(-len(cards) // _ENOUGH)
    return cards[::step], hidden[::step]


def _fitted(unseen: np.ndarray, hidden: np.ndarray) -> list[float]:
    """Weights by which the hidden cards of hands were drawn from those that were not seen, sets of shape (n,)."""
    cards, held = by_rank(unseen).astype(np.float32), by_rank(hidden)
    sizes, there = held.sum(axis=1).astype(np.float32), held.sum(axis=0, dtype=float)
    weights = np.ones(RANKS)
    for _ in range(_STEPS):
        expected = _expected(cards, sizes, weights.astype(np.float32))
        weights *= (there + _PRIOR) / (expected + _PRIOR)
        weights = np.clip(weights / weights[:JACK].mean(), _LEAST, _MOST)
    return [round(float(weight), 3) for weight in weights]


def _expected(cards: np.ndarray, sizes: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Cards of each rank in all hands of these sizes, drawn one by one from `cards`, shape (n, RANKS).

    A card of weight w stays out of a hand with probability e^(-w x), x being as great as the size of the hand asks for.
    """
    there = cards.sum(axis=1)
    each = (cards @ weights) / np.maximum(there, 1)
    x = -np.log1p(-np.minimum(sizes / np.maximum(there, 1), _ALL_BUT)) / np.maximum(each, 1e-6)
    for _ in range(_NEWTON):
        out = np.exp(-x[:, None] * weights)
        missing = sizes - (cards * (1 - out)).sum(axis=1)
        x = np.maximum(x + missing / np.maximum((cards * out) @ weights, 1e-6), 0)
    return (cards * (1 - np.exp(-x[:, None] * weights))).sum(axis=0)
