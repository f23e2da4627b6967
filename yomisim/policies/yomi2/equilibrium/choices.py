"""Every decision of policy `equilibrium` of Yomi 2, which is compiled as a unit of its own (kernel.door).

Openers come from the solved combat; combos, pumps and hit-backs from the same prices; everything else is decided as by
policy `greedy`.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi2.tables import TABLE
from yomisim.kernel.bits import PASS, PASS_BIT, U0, has, lowest, without_lowest
from yomisim.kernel.door import address_of
from yomisim.kernel.jit import compiled, once
from yomisim.policies.codes import CONTINUE, HIT_BACK, LIKELIEST, OPENER, PUMP
from yomisim.policies.mixing import fraction, most, respond, sample
from yomisim.policies.uniform import roll
from yomisim.policies.yomi2.equilibrium.meeting import judge
from yomisim.policies.yomi2.equilibrium.ranges import solve_ranges, win_against
from yomisim.policies.yomi2.equilibrium.rows import fill_rows
from yomisim.policies.yomi2.equilibrium.worth import measure, mind_of, weigh, weigh_damage
from yomisim.policies.yomi2.greedy import choose_greedy
from yomisim.rules.access import char_for, fighter_of
from yomisim.rules.records import LUCK
from yomisim.rules.yomi2.combos import (
    CHEAPEST,
    OPEN_END,
    SINGLE,
    STOP,
    best_first,
    best_follow,
    best_payment,
)
from yomisim.rules.yomi2.plans import OPENERS, PLAN
from yomisim.rules.yomi2.state import OWN, PUBLIC

_OPENERS = np.int64(OPENERS)
#: Shares of a mix that are not worth looking at.
_TRIFLE = 1e-3
#: No combo deals so much: with more life left nobody looks for one that ends the game.
_FAR = np.int64(70)

_as_greedy = compiled(choose_greedy)


@compiled
def _against_range(t, public, plan, seat, rows):
    """Win probability of each move of the own hand against the other range as it plays."""
    rows["win"][:] = 0.0
    for number in range(_OPENERS):
        j = np.int64(number)
        share = plan["share"][1 - seat][j]
        if share <= _TRIFLE:
            continue
        mine = rows["have"]
        while mine != U0:
            i = lowest(mine)
            mine = without_lowest(mine)
            rows["win"][i] += share * win_against(t, public, plan, seat, rows, i, j)


@once
def _opener(t, public, own, luck, plan, seat, options, way):
    """The opener of this hand: a quantal response to the other range, drawn by lot."""
    if plan["turn"] != public["turn"]:
        solve_ranges(t, public, seat * t["two_views"], plan)
    rows = own["rows"]
    fill_rows(t, public, seat, own["hand"], plan["measures"], rows)
    allowed = rows["have"] & options
    if allowed == U0:
        return lowest(options)
    rows["have"] = allowed
    theirs = plan["mean"][1 - seat]["have"]
    if seat == 0:
        judge(t, public, plan, allowed, theirs)
    else:
        judge(t, public, plan, theirs, allowed)
    _against_range(t, public, plan, seat, rows)
    for i in range(_OPENERS):
        rows["mix"][i] = 0.0
    respond(rows, mind_of(t, seat, seat)["temper"], 1.0)
    if way == LIKELIEST:
        return most(rows, rows["mix"])
    return sample(rows, fraction(roll(luck, OPENER)))


@compiled
def _best(t, public, seat, kind, hand, weights, moves, wide):
    """(move, value) of the best that can follow, hit back or pay now by some weights, STOP where nothing pays."""
    rules = t["rules"]
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    meter = me["meter"]
    points = me["points_left"]
    if kind == CONTINUE:
        return best_follow(rules, char, weights, hand, me["last_move"], points, meter, moves, wide)
    if kind == HIT_BACK:
        single = OPEN_END if has(char["full_combo"], me["move"]) else SINGLE
        return best_first(rules, char, weights, hand, moves, np.int64(char["max_combo"]), meter, single, wide)
    return best_payment(rules, char, weights, hand, me["last_move"], me["packet"], points, meter, moves, OPEN_END, wide)


@once
def _follow(t, public, own, seat, kind, options):
    """What ends the game, else what is worth most at present prices."""
    moves = options & ~PASS_BIT
    if moves == U0:
        return PASS
    rows = own["rows"]
    weights = rows["weights"]
    hand = own["hand"]
    if kind != PUMP:
        hand |= fighter_of(public, seat)["revealed"]
    life = fighter_of(public, 1 - seat)["life"]
    if life < _FAR:
        weigh_damage(weights)
        move, damage = _best(t, public, seat, kind, hand, weights, moves, CHEAPEST)
        if move != STOP and damage >= life:
            return move
    measure(t, public, seat, own["measures"])
    weigh(t, public, seat, own["measures"], weights)
    move, _value = _best(t, public, seat, kind, hand, weights, moves, CHEAPEST)
    return PASS if move == STOP else move


def choose_equilibrium(t, public, own, luck, plan, seat, kind, options, way):
    """A decision of this policy; parameters as in `policies.yomi2.decide.decide`, records first for `address_of`.

    `way` : codes.EQUILIBRIUM, or LIKELIEST, which opens with its likeliest move.
    """
    if kind == OPENER:
        return _opener(t, public, own, luck, plan, seat, options, way)
    if kind == CONTINUE or kind == HIT_BACK or kind == PUMP:
        return _follow(t, public, own, seat, kind, options)
    return _as_greedy(t, public, own, luck, seat, kind, options)


@functools.cache
def equilibrium_address() -> Any:
    """Where `choose_equilibrium` lies in memory; compiled or loaded from the cache on first use."""
    return address_of(choose_equilibrium, TABLE, PUBLIC, OWN, LUCK, PLAN, np.int64, np.int64, np.uint64, np.int64)
