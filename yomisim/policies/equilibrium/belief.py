"""Hands that a player might hold, as far as everybody can know."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, U1, bit, count, has
from yomisim.kernel.jit import compiled
from yomisim.kernel.rng import at
from yomisim.policies.equilibrium.worth import unseen
from yomisim.rules.yomi1.access import fighter_of

_U6 = np.uint64(6)
_U63 = np.uint64(63)
_TWO = np.uint64(2)
_NUMBERS = np.uint64(4096)
#: Random numbers for one guess.
_STRIDE = np.uint64(256)
#: Addresses of guesses, beyond those of any decision.
_GUESSES = np.uint64(1 << 48)


@compiled
def guess_hand(public, seat, key, number):
    """Guess `number` (below 4096) of this turn at the hand of a seat: the cards that were shown, and others drawn from
    what is unseen. `key` : of the random numbers; its lowest bit exchanges those of the seats.
    """
    me = fighter_of(public, seat)
    hand = me["shown"]
    pool = unseen(me)
    need = min(me["hand_count"] - count(hand), count(pool))
    lane = np.uint64(seat) ^ (key & U1)
    place = _GUESSES + ((np.uint64(public["turn"]) * _TWO + lane) * _NUMBERS + np.uint64(number)) * _STRIDE
    while need > 0:
        h = at(key | U1, place)
        place += np.uint64(1)
        for _ in range(10):
            card = np.int64(h & _U63)
            h >>= _U6
            if need > 0 and has(pool, card):
                pool &= ~bit(card)
                hand |= bit(card)
                need -= 1
    return hand if hand != U0 else U0
