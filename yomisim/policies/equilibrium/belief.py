"""Hands that a player might hold, as far as everybody can know."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U1, count
from yomisim.kernel.jit import compiled
from yomisim.policies.equilibrium.worth import FIRST_TURN
from yomisim.policies.guesses import fill_hand, fill_hand_by
from yomisim.rules.yomi1.access import fighter_of, mind_of
from yomisim.rules.yomi1.zones import unseen

_TWO = np.uint64(2)
_NUMBERS = np.uint64(4096)
#: Random numbers for one guess.
_STRIDE = np.uint64(256)
#: Addresses of guesses, beyond those of any decision.
_GUESSES = np.uint64(1 << 48)


@compiled
def guess_hand(t, public, viewer, seat, key, number):
    """Guess `number` (below 4096) of this turn at the hand of a seat, as the player in `viewer` thinks: the cards that
    were shown, and others drawn from what is unseen.

    In the first turn every card is as likely; later those are likelier that characters keep (`kept` of a MIND record).
    `key` : of the random numbers; its lowest bit exchanges those of the seats.
    """
    me = fighter_of(public, seat)
    hand = me["shown"]
    pool = unseen(me)
    need = min(me["hand_count"] - count(hand), count(pool))
    lane = np.uint64(seat) ^ (key & U1)
    place = _GUESSES + ((np.uint64(public["turn"]) * _TWO + lane) * _NUMBERS + np.uint64(number)) * _STRIDE
    if public["turn"] == FIRST_TURN:
        return fill_hand(hand, pool, need, key | U1, place)
    return fill_hand_by(mind_of(t, viewer, seat)["kept"], hand, pool, need, key | U1, place)
