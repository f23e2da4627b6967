"""Choosing the combat card: the own hand answers the other range as a sampled hand would."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import KIND_BLOCK, OPENER_CLASSES
from yomisim.kernel.bits import PASS, PASS_BIT, U0, has, lowest, without_lowest
from yomisim.kernel.jit import compiled
from yomisim.policies.codes import LIKELIEST, REPLY, REPLY_TO_GREEDY, REPLY_TO_LIKELIEST
from yomisim.policies.equilibrium.abilities import look_out
from yomisim.policies.equilibrium.meeting import fates
from yomisim.policies.equilibrium.ranges import own_probability, solve_ranges
from yomisim.policies.equilibrium.rows import fill_rows
from yomisim.policies.equilibrium.worth import measure
from yomisim.policies.greedy import kind_weight, promise
from yomisim.policies.mixing import fraction, most, respond, sample
from yomisim.policies.uniform import roll
from yomisim.rules.records import SEAT_0
from yomisim.rules.yomi1.access import char_for, mind_of
from yomisim.rules.yomi1.queries import kind_of

_CLASSES = np.int64(OPENER_CLASSES)
#: Shares of a mix that are not worth looking at.
_TRIFLE = 1e-3
_CERTAIN = 1.0


@compiled
def _expect(char, rows, way):
    """What a hand with these rows will open with as another policy would have it, into rows["reply"]."""
    if way == REPLY_TO_LIKELIEST:
        best = most(rows, rows["mix"])
        for i in range(_CLASSES):
            rows["reply"][i] = 1.0 if i == best else 0.0
    else:
        total = 0.0
        for i in range(_CLASSES):
            rows["reply"][i] = 0.0
        left = rows["have"]
        while left != U0:
            i = lowest(left)
            left = without_lowest(left)
            if _is_favourite(char, rows, i):
                rows["reply"][i] = np.float64(kind_weight(rows["kind"][i]))
                total += rows["reply"][i]
        for i in range(_CLASSES):
            rows["reply"][i] /= max(total, 1.0)


@compiled
def _expect_range(t, public, plan, seat, hands, way):
    """What each hand of a range will open with, into the replies of its entries."""
    theirs = plan["range"][seat]
    if way != REPLY_TO_LIKELIEST and way != REPLY_TO_GREEDY:
        for e in range(theirs["first"][hands]):
            theirs["reply"][e] = theirs["mix"][e]
        return
    char = char_for(t, public, seat)
    for a in range(hands):
        rows = plan["rows"][seat][a]
        _expect(char, rows, way)
        for e in range(theirs["first"][a], theirs["first"][a + 1]):
            theirs["reply"][e] = rows["reply"][theirs["class_of"][e]]


@compiled
def _is_favourite(char, rows, i):
    """Whether no class of the same kind in the hand promises more by the count of policy `greedy`."""
    left = rows["have"]
    while left != U0:
        j = lowest(left)
        left = without_lowest(left)
        if j != i and rows["kind"][j] == rows["kind"][i]:
            mine = promise(char, rows["side"][i])
            theirs = promise(char, rows["side"][j])
            if theirs > mine or (theirs == mine and j < i):
                return False
    return True


@compiled
def _against_range(t, public, seat, rows, plan, hands, way):
    """Win probability of each class of the own hand against the other range, as `way` expects it to open."""
    lead = plan["measures"]["lead"]
    sign = 1.0 if seat == SEAT_0 else -1.0
    other = plan["range"][1 - seat]
    answers = plan["answers"]
    _expect_range(t, public, plan, 1 - seat, hands, way)
    counted = np.int64(0)
    seen = 0.0
    for e in range(other["first"][hands]):
        if other["reply"][e] > _TRIFLE:
            answers["entry"][counted] = e
            answers["share"][counted] = other["reply"][e]
            seen += other["reply"][e]
            counted += 1
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        for k in range(counted):
            e = answers["entry"][k]
            my_fate, their_fate = fates(t, public, plan, seat, rows["place"][i], other["place"][e])
            answers["odds"][k] = lead + sign * (rows["worth"][i, my_fate] - other["worth"][e, their_fate])
        for k in range(counted):
            answers["odds"][k] = own_probability(seat, answers["odds"][k])
        total = 0.0
        for k in range(counted):
            total += answers["share"][k] * answers["odds"][k]
        rows["win"][i] = total / seen if seen > 0.0 else 0.5


@compiled
def choose_opener(t, seat, options, public, own, luck, plan, kind, way):
    """The combat card of this hand; `way` is EQUILIBRIUM or one of its variants."""
    rows = own["rows"]
    if plan["turn"] != public["turn"]:
        solve_ranges(t, public, seat * t["two_views"], plan)
    fill_rows(t, public, seat, own["hand"], plan["measures"], plan["outlook"][seat], own["strikes"], rows)
    allowed = U0
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        if has(options, rows["side"][i]):
            allowed |= np.uint64(1) << np.uint64(i)
    rows["have"] = allowed
    if allowed == U0:
        return PASS if options == PASS_BIT else lowest(options)
    mind = mind_of(t, seat, seat)
    _against_range(t, public, seat, rows, plan, mind["hands"], way)
    if way >= REPLY:
        return rows["side"][most(rows, rows["win"])]
    for i in range(_CLASSES):
        rows["mix"][i] = 0.0
    respond(rows, mind["temper"], 1.0)
    if way == LIKELIEST:
        return rows["side"][most(rows, rows["mix"])]
    return rows["side"][sample(rows, fraction(roll(luck, kind)))]


@compiled
def choose_against_nothing(t, seat, options, public, own):
    """The other has announced no-card: what gains most without an answer."""
    rows = own["rows"]
    measures = own["measures"]
    measure(t, public, seat, measures)
    look_out(t, public, seat, measures, _CERTAIN, own["outlook"])
    fill_rows(t, public, seat, own["hand"], measures, own["outlook"], own["strikes"], rows)
    char = char_for(t, public, seat)
    best = PASS
    top = -1.0e9
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        side = rows["side"][i]
        if has(options, side):
            kind = kind_of(char, side)
            value = rows["gain"][i]
            if kind == KIND_BLOCK:
                value = t["rules"]["block_draw"] * measures["draw"][seat]
            else:
                value -= rows["spent"][i]
            if value > top:
                top = value
                best = side
    if best == PASS and options != PASS_BIT:
        return lowest(options)
    return best
