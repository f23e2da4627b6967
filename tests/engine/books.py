"""What `referee` and `checker` both hold against the engine's books; compiled, and written without the engine's help.

numba does not see that a function in another file has changed: what calls these must not be cached on disk, so both
compile with `compiled` and not with `entry`.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import compiled

ONE = np.uint64(1)
NOTHING = np.uint64(0)
ALL = np.uint64((1 << 54) - 1)


@compiled
def bit(i):
    return ONE << np.uint64(i)


@compiled
def has(cards, i):
    return (np.uint64(cards) >> np.uint64(i)) & ONE == ONE


@compiled
def size(cards):
    n = 0
    while cards != NOTHING:
        cards &= cards - ONE
        n += 1
    return n


@compiled
def zones(m, seat):
    """Every card in exactly one zone, and what is public of hands and piles is true."""
    me, own = m["public"]["fighter"][seat], m["own"][seat]
    together = bit(own["face_down"]) if own["face_down"] >= 0 else NOTHING
    total = size(together)
    for i in range(7):
        if i == 0:
            zone = np.uint64(m["deep"][seat]["deck"])
        elif i == 1:
            zone = np.uint64(own["hand"])
        elif i == 2:
            zone = np.uint64(me["table"])
        elif i == 3:
            zone = np.uint64(me["discard"])
        elif i == 4:
            zone = np.uint64(me["in_play"])
        elif i == 5:
            zone = np.uint64(me["removed"])
        else:
            zone = np.uint64(me["escrow"])
        total += size(zone)
        together |= zone
    assert together == ALL, "a card is in no zone"
    assert total == 54, "a card is in two zones"
    assert me["hand_count"] == size(own["hand"]), "the hand is counted wrongly"
    assert me["shown"] & ~own["hand"] == NOTHING, "a shown card is not in hand"
    assert (me["face_down"] != 0) == (own["face_down"] >= 0), "the face-down card is not announced"
    for card in range(54):
        if has(me["discard"], card):
            assert 0 < me["stamp"][card] <= me["clock"], "a card was put down without a stamp"
            for other in range(card):
                assert not has(me["discard"], other) or me["stamp"][card] != me["stamp"][other], "one stamp twice"


@compiled
def between_turns(t, m, seat):
    """What must be over when the turn is and the game is not."""
    me, own = m["public"]["fighter"][seat], m["own"][seat]
    assert me["life"] > 0, "a dead player plays on"
    assert me["table"] == NOTHING, "cards are left on the table"
    assert me["escrow"] == NOTHING, "cards are left in escrow"
    assert own["face_down"] == -1, "a card is left face down"
    assert me["side"] == -1 and me["card"] == -1, "a combat card is left"
    assert me["down_next"] == 0, "a knockdown is left for the next turn"
    assert me["enders_only"] == 0, "a modifier is left"
    limit = t["rules"]["hand_limit"]
    assert limit == 0 or me["hand_count"] <= limit, "more cards than the hand limit"
