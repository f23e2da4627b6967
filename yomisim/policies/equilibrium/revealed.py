"""What two revealed moves are worth, and what it would be worth to change them."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, bit, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.policies.equilibrium.abilities import look_out
from yomisim.policies.equilibrium.meeting import FATE_BITS, FATE_MASK, judge
from yomisim.policies.equilibrium.rows import fill_row
from yomisim.rules.yomi1 import queries
from yomisim.rules.yomi1.access import char_for, fighter_of, mind_of
from yomisim.rules.yomi1.plans import HITS, TRADES

_CERTAIN = 1.0
_ROW = np.int64(0)
_LEVEL = np.int64(0)
#: Tenths by which a move is taken to get faster.
_FASTER = np.int64(20)
#: Most that a change of the moves can count, in tenths of a point of life.
_MOST = 600.0


@compiled
def _verdict(t, public, seat, side, faster):
    """(fate of the own move, fate of the other's) if `seat` had revealed `side`, by so many tenths slower."""
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    mine = char_for(t, public, seat)
    theirs = char_for(t, public, 1 - seat)
    speed = queries.speed_of(t["rules"], mine, me, side) + faster
    their_speed = queries.speed_of(t["rules"], theirs, other, other["side"]) if other["side"] >= 0 else np.int64(0)
    found = judge(
        mine, theirs, side, other["side"], speed, their_speed, me["card"], other["card"], me["down"], other["down"]
    )
    return found & FATE_MASK, found >> FATE_BITS


@leaf
def _counted(t, viewer, seat, rows, i, fate):
    """What a fate of a choice of `seat` is worth by the count alone.

    What games showed beyond it was learned of fates before such abilities are used: it holds what they bring.
    """
    return rows["worth"][i, fate] - mind_of(t, viewer, seat)["beyond"][rows["side"][i], fate]


@compiled
def _theirs(t, plan, seat, side, fate):
    """What a fate is worth to the other, on average over the sampled hands that open with this side."""
    total = 0.0
    holders = 0.0
    hands = plan["hands"]
    for a in range(hands):
        rows = plan["rows"][1 - seat][a]
        left = rows["have"]
        while left != U0:
            i = lowest(left)
            left = without_lowest(left)
            if rows["side"][i] == side:
                total += _counted(t, seat, 1 - seat, rows, i, fate)
                holders += 1.0
    return total / max(holders, 1.0)


@leaf
def _tenths(log_odds, point):
    return np.int64(min(max(10.0 * log_odds / point, -_MOST), _MOST))


@compiled
def look_at_moves(t, public, own, plan, seat, prices):
    """Fill what a PRICES record says of two revealed moves; nothing where this combat was not solved."""
    out_of_line()
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    if me["side"] < 0 or plan["turn"] != public["turn"]:
        return
    measures, outlook, rows = own["measures"], own["outlook"], own["rows"]
    look_out(t, public, seat, measures, _CERTAIN, outlook)
    hand = own["hand"] | bit(me["card"])
    side = me["side"]
    turned = side ^ np.int64(1)
    fill_row(t, public, seat, hand, side, measures, outlook, own["strikes"], rows, _ROW)
    fate, their_fate = _verdict(t, public, seat, side, _LEVEL)
    now = _counted(t, seat, seat, rows, _ROW, fate) - _theirs(t, plan, seat, other["side"], their_fate)
    prices["strike"] = _tenths(rows["gain"][_ROW], outlook["point"])
    prices["enders"] = 0
    if their_fate == HITS:
        follow = _theirs(t, plan, seat, other["side"], HITS) - _theirs(t, plan, seat, other["side"], TRADES)
        prices["enders"] = _tenths(max(follow, 0.0), outlook["point"])
    fate, their_fate = _verdict(t, public, seat, side, -_FASTER)
    faster = _counted(t, seat, seat, rows, _ROW, fate) - _theirs(t, plan, seat, other["side"], their_fate)
    prices["faster"] = _tenths(faster - now, outlook["point"])
    prices["turned"] = 0
    if char_for(t, public, seat)["kind"][turned] != 0:
        fill_row(t, public, seat, hand, turned, measures, outlook, own["strikes"], rows, _ROW)
        fate, their_fate = _verdict(t, public, seat, turned, _LEVEL)
        then = _counted(t, seat, seat, rows, _ROW, fate) - _theirs(t, plan, seat, other["side"], their_fate)
        prices["turned"] = _tenths(then - now, outlook["point"])
    prices["known"] = 1
