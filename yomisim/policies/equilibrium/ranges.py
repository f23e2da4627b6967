"""One combat as a zero-sum game of two ranges of hands, in quantal response equilibrium.

Hands of both sides are sampled from what is public; each hand holds some classes of openers. Every hand answers the mix
of the other range with shares in proportion to exp(win probability / temper) (McKelvey and Palfrey 1995), found by
smooth fictitious play, which converges in zero-sum games (Hofbauer and Sandholm 2002). With hands that differ, such
play is close to Nash (purification, Harsanyi 1973); a small temper keeps it close and not brittle.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import OPENER_CLASSES
from yomisim.kernel.bits import U0, bit, count, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.kernel.logistic import decay, probability
from yomisim.policies.equilibrium.abilities import look_out
from yomisim.policies.equilibrium.belief import guess_hand
from yomisim.policies.equilibrium.meeting import choose_verdicts, fates
from yomisim.policies.equilibrium.rows import fill_rows
from yomisim.policies.equilibrium.worth import measure
from yomisim.rules.yomi1.access import mind_of
from yomisim.rules.yomi1.plans import FATES

_CLASSES = np.int64(OPENER_CLASSES)
_FATES = np.int64(FATES)
_CERTAIN = 1.0


@compiled
def _list_entries(plan, seat, hands):
    """Lay out the classes of all hands of a seat one after the other, each as likely as the others of its hand."""
    mine = plan["range"][seat]
    for j in range(_CLASSES):
        mine["holders"][j] = U0
        mine["share"][j] = 0.0
    entry = np.int64(0)
    for a in range(hands):
        rows = plan["rows"][seat][a]
        mine["first"][a] = entry
        have = rows["have"]
        even = 1.0 / max(count(have), 1)
        while have != U0:
            i = lowest(have)
            have = without_lowest(have)
            mine["holders"][i] |= bit(np.int64(a))
            mine["entry_of"][a, i] = entry
            mine["class_of"][entry] = i
            mine["place"][entry] = rows["place"][i]
            for fate in range(_FATES):
                mine["worth"][entry, fate] = rows["worth"][i, fate]
            mine["mix"][entry] = even
            entry += 1
    mine["first"][hands] = entry
    columns = np.int64(0)
    for j in range(_CLASSES):
        left = mine["holders"][j]
        if left == U0:
            continue
        mine["class_in"][columns] = j
        while left != U0:
            mine["column_of"][mine["entry_of"][lowest(left), j]] = columns
            left = without_lowest(left)
        columns += 1
    mine["columns"] = columns


@leaf
def _from(holders, a):
    """The first hand of a set, counted from number `a` on and then from the beginning."""
    later = holders >> np.uint64(a)
    return lowest(later) + a if later != U0 else lowest(holders)


@compiled
def _meet_partners(t, public, plan, seat, a):
    """The log-odds that seat 0 wins for hand `a` of `seat` in each of its classes against each column, into `pay`.

    A column is represented by the first hand that holds it, counted from the hand's own number on, so that every hand
    meets others.
    """
    lead = plan["measures"]["lead"]
    mine = plan["range"][seat]
    other = plan["range"][1 - seat]
    columns = other["columns"]
    for c in range(columns):
        j = other["class_in"][c]
        partner = other["entry_of"][_from(other["holders"][j], a), j]
        mine["partner"][c] = partner
        mine["their_place"][c] = other["place"][partner]
    sign = 1.0 if seat == 0 else -1.0
    for e in range(mine["first"][a], mine["first"][a + 1]):
        place = mine["place"][e]
        for c in range(columns):
            my_fate, their_fate = fates(t, public, plan, seat, place, mine["their_place"][c])
            gain = mine["worth"][e, my_fate] - other["worth"][mine["partner"][c], their_fate]
            mine["pay"][c, e] = lead + sign * gain


@compiled
def _meet_more(t, public, plan, seat, a, partners):
    """Where more than one hand stands for a class: the mean over them."""
    lead = plan["measures"]["lead"]
    mine = plan["range"][seat]
    other = plan["range"][1 - seat]
    sign = 1.0 if seat == 0 else -1.0
    for c in range(other["columns"]):
        j = other["class_in"][c]
        n = min(count(other["holders"][j]), partners)
        b = _from(other["holders"][j], a)
        for _ in range(n - 1):
            b = _from(other["holders"][j], b + 1)
            partner = other["entry_of"][b, j]
            for e in range(mine["first"][a], mine["first"][a + 1]):
                my_fate, their_fate = fates(t, public, plan, seat, mine["place"][e], other["place"][partner])
                gain = mine["worth"][e, my_fate] - other["worth"][partner, their_fate]
                mine["pay"][c, e] += own_probability(seat, lead + sign * gain)
        for e in range(mine["first"][a], mine["first"][a + 1]):
            mine["pay"][c, e] /= n


@leaf
def own_probability(seat, log_odds):
    """Win probability of `seat`, from the log-odds that seat 0 wins."""
    p = probability(log_odds)
    return p if seat == 0 else 1.0 - p


@compiled
def _pay(t, public, plan, seat, hands, partners):
    """Win probability of each class of each sampled hand of `seat` against each class of the other range."""
    mine = plan["range"][seat]
    for a in range(hands):
        _meet_partners(t, public, plan, seat, np.int64(a))
    for c in range(plan["range"][1 - seat]["columns"]):
        for e in range(mine["first"][hands]):
            mine["pay"][c, e] = own_probability(seat, mine["pay"][c, e])
    if partners > 1:
        for a in range(hands):
            _meet_more(t, public, plan, seat, np.int64(a), partners)


@compiled
def _share(plan, seat, hands):
    """How often the range of a seat opens with each of its classes, by column."""
    mine = plan["range"][seat]
    for c in range(mine["columns"]):
        mine["part"][c] = 0.0
    for e in range(mine["first"][hands]):
        mine["part"][mine["column_of"][e]] += mine["mix"][e]
    for c in range(mine["columns"]):
        mine["part"][c] /= hands


@compiled
def _reply(plan, seat, hands, temper, rate):
    """Move the mixes of a seat's hands towards their quantal responses to the other range as it plays now."""
    mine = plan["range"][seat]
    other = plan["range"][1 - seat]
    entries = mine["first"][hands]
    for e in range(entries):
        mine["win"][e] = 0.0
    for c in range(other["columns"]):
        part = other["part"][c]
        for e in range(entries):
            mine["win"][e] += mine["pay"][c, e] * part
    for a in range(hands):
        first, after = mine["first"][a], mine["first"][a + 1]
        top = 0.0
        for e in range(first, after):
            top = max(top, mine["win"][e])
        for e in range(first, after):
            mine["reply"][e] = top - mine["win"][e]
    cold = 1.0 / temper
    for e in range(entries):
        mine["reply"][e] = decay(mine["reply"][e] * cold)
    for a in range(hands):
        first, after = mine["first"][a], mine["first"][a + 1]
        total = 0.0
        for e in range(first, after):
            total += mine["reply"][e]
        rise = rate / total
        for e in range(first, after):
            mine["mix"][e] = mine["mix"][e] * (1.0 - rate) + mine["reply"][e] * rise


@compiled
def _tell(plan, seat, hands):
    """Write the mixes into the rows of the hands, and the shares of the range by class."""
    mine = plan["range"][seat]
    for a in range(hands):
        rows = plan["rows"][seat][a]
        for i in range(_CLASSES):
            rows["mix"][i] = 0.0
        for e in range(mine["first"][a], mine["first"][a + 1]):
            rows["mix"][mine["class_of"][e]] = mine["mix"][e]
    for c in range(mine["columns"]):
        mine["share"][mine["class_in"][c]] = mine["part"][c]


@compiled
def solve_ranges(t, public, viewer, plan):
    """Fill a PLAN record for the coming combat, from public information alone, as the player in `viewer` thinks."""
    out_of_line()
    mind = mind_of(t, viewer, viewer)
    hands = mind["hands"]
    measure(t, public, viewer, plan["measures"])
    choose_verdicts(public, plan)
    for seat in range(2):
        outlook = plan["outlook"][seat]
        look_out(t, public, seat, plan["measures"], _CERTAIN, outlook)
        for a in range(hands):
            hand = guess_hand(public, seat, np.int64(a))
            fill_rows(t, public, seat, hand, plan["measures"], outlook, plan["strikes"], plan["rows"][seat][a])
        _list_entries(plan, seat, hands)
    for seat in range(2):
        _pay(t, public, plan, seat, hands, mind["partners"])
    for step in range(mind["rounds"]):
        for seat in range(2):
            _share(plan, seat, hands)
        for seat in range(2):
            _reply(plan, seat, hands, mind["temper"], 2.0 / (step + 3.0))
    for seat in range(2):
        _share(plan, seat, hands)
        _tell(plan, seat, hands)
    plan["turn"] = public["turn"]
