"""Guesses at the hidden part of a hand."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, bit, count, has
from yomisim.kernel.jit import compiled
from yomisim.kernel.rng import at

_U6 = np.uint64(6)
_U63 = np.uint64(63)
#: Random numbers that a guess by weights may take before it takes any card.
_MOST = np.uint64(200)
#: A card's number and a lot below 1 from one random number, four times.
_U16 = np.uint64(16)
_LOTS = np.uint64((1 << 10) - 1)
_PART = 1.0 / (1 << 10)


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
    """The same where cards are the likelier the higher the weight of their rank: float64, shape (RANKS,), up to 1."""
    if need >= count(pool):
        return hand | pool
    last = place + _MOST
    while need > 0:
        h = at(key, place)
        place += np.uint64(1)
        for _ in range(4):
            card = np.int64(h & _U63)
            lot = np.float64((h >> _U6) & _LOTS) * _PART
            h >>= _U16
            if need > 0 and has(pool, card) and (lot < weights[card >> 2] or place > last):
                pool &= ~bit(card)
                hand |= bit(card)
                need -= 1
    return hand if hand != U0 else U0
