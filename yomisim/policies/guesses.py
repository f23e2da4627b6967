"""Guesses at the hidden part of a hand."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import RANKS
from yomisim.kernel.bits import U0, bit, count, has
from yomisim.kernel.jit import compiled
from yomisim.kernel.rng import at

_U6 = np.uint64(6)
_U63 = np.uint64(63)
#: Random numbers that a guess by weights may take before it takes any card.
_MOST = np.uint64(200)
#: A card's number and a lot from one random number, three times.
_U20 = np.uint64(20)
_LOTS = np.uint64((1 << 14) - 1)
_RANK = np.uint64(15)


@compiled
def fill_hand(hand, pool, need, key, place):
    """The set `hand` with `need` more cards of the set `pool`, by the random numbers under `key` from `place` on."""
    while need > 0:
        h = at(key, place)
        place += np.uint64(1)
        for _ in range(10):
            card = np.int64(h & _U63)
            h >>= _U6
            if need > 0 and has(pool, card):
                pool &= ~bit(card)
                hand |= bit(card)
                need -= 1
    return hand if hand != U0 else U0


@compiled
def fill_hand_by(weights, hand, pool, need, key, place):
    """The same where cards are the likelier the higher the weight of their rank: float64, shape (RANKS,), above 0."""
    if need >= count(pool):
        return hand | pool
    last = place + _MOST
    top = 0.0
    for rank in range(RANKS):
        if (pool >> np.uint64(4 * rank)) & _RANK != U0:
            top = max(top, weights[rank])
    lots = np.float64(_LOTS) / top
    while need > 0:
        h = at(key, place)
        place += np.uint64(1)
        for _ in range(3):
            card = np.int64(h & _U63)
            lot = np.float64((h >> _U6) & _LOTS)
            h >>= _U20
            if need > 0 and has(pool, card) and (lot <= weights[card >> 2] * lots or place > last):
                pool &= ~bit(card)
                hand |= bit(card)
                need -= 1
    return hand if hand != U0 else U0
