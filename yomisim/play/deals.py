"""A hand dealt anew in the middle of a game of either kind: positions are played on from hands that are given."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, count
from yomisim.kernel.jit import leaf
from yomisim.kernel.rng import at
from yomisim.rules.access import deep_of, fighter, luck_of, own_of

# addresses under the key of a deal
_GUESSES, _DECK, _CHOICES = np.uint64(1), np.uint64(3), np.uint64(5)


@leaf
def deal_anew(m, seat, hand, key):
    """Give a seat this hand, put all its other unseen cards into its deck, and tie its luck to `key`."""
    mark = np.uint64(seat)
    own, deep = own_of(m, seat), deep_of(m, seat)
    unseen = own["hand"] | deep["deck"]
    own["hand"] = hand
    fighter(m, seat)["hand_count"] = count(hand)
    deep["deck"] = unseen & ~hand
    deep["key"] = at(key, _DECK + mark)
    deep["cursor"] = U0
    deep["shuffles"] = U0
    m["public"]["key"][seat] = at(key, _GUESSES + mark)
    luck_of(m, seat)["key"] = at(key, _CHOICES + mark)
