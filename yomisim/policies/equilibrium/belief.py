"""Hands that a player might hold, as far as everybody can know."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, bit, count, has
from yomisim.kernel.jit import compiled
from yomisim.kernel.rng import at
from yomisim.policies.equilibrium.worth import unseen
from yomisim.rules.yomi1.access import fighter_of

_U6 = np.uint64(6)
_U63 = np.uint64(63)
_STRIDE = np.uint64(4096)


@compiled
def guess_hand(public, seat, number):
    """Guess `number` at the hand of a seat: the cards that were shown, and others drawn from what is unseen.

    Random numbers hang on the game, the turn and the number of the guess; they are no secret (PUBLIC["key"]).
    """
    me = fighter_of(public, seat)
    hand = me["shown"]
    pool = unseen(me)
    need = min(me["hand_count"] - count(hand), count(pool))
    place = (np.uint64(public["turn"]) * np.uint64(64) + np.uint64(number)) * _STRIDE
    while need > 0:
        h = at(public["key"][seat], place)
        place += np.uint64(1)
        for _ in range(10):
            card = np.int64(h & _U63)
            h >>= _U6
            if need > 0 and has(pool, card):
                pool &= ~bit(card)
                hand |= bit(card)
                need -= 1
    return hand if hand != U0 else U0
