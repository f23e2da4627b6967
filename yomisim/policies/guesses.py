"""Guesses at the hidden part of a hand."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, bit, has
from yomisim.kernel.jit import compiled
from yomisim.kernel.rng import at

_U6 = np.uint64(6)
_U63 = np.uint64(63)


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
