"""One combat as a zero-sum game of two ranges of hands.

Hands of both sides are sampled from what is public; each hand holds some classes of openers. In every round each hand
plays its classes with shares in proportion to exp(advantage / temper), where the advantage is the sum of win
probabilities over the rounds so far, the last one counted twice (optimistic multiplicative weights, Rakhlin and
Sridharan 2013), and what it plays on average, later rounds counting more, tends to an equilibrium.

A hand that was not sampled goes through the same rounds against the same shares of the other range. It must not simply
answer the other range's average: all hands would then lean to one side and be read (docs/policies.md).
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import OPENER_CLASSES
from yomisim.kernel.bits import U0, bit, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.kernel.logistic import decay, probability
from yomisim.policies.equilibrium.abilities import look_out
from yomisim.policies.equilibrium.belief import guess_hand
from yomisim.policies.equilibrium.meeting import choose_verdicts, fates
from yomisim.policies.equilibrium.rows import fill_rows
from yomisim.policies.equilibrium.worth import measure
from yomisim.rules.records import SEAT_0
from yomisim.rules.yomi1.access import mind_of
from yomisim.rules.yomi1.plans import FATES

_CLASSES = np.int64(OPENER_CLASSES)
_FATES = np.int64(FATES)
_CERTAIN = 1.0


@compiled
def _list_entries(plan, seat, hands):
    """Lay out the classes of all hands of a seat one after the other; before the first round each class of a hand is as
    likely."""
    mine = plan["range"][seat]
    for j in range(_CLASSES):
        mine["holders"][j] = U0
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
            mine["reply"][entry] = even
            mine["mix"][entry] = 0.0
            mine["sum"][entry] = 0.0
            entry += 1
    mine["first"][hands] = entry
    columns = np.int64(0)
    for j in range(_CLASSES):
        left = mine["holders"][j]
        if left == U0:
            continue
        mine["class_in"][columns] = j
        each = 1.0 / count(left)
        while left != U0:
            entry = mine["entry_of"][lowest(left), j]
            mine["column_of"][entry] = columns
            mine["each"][entry] = each
            left = without_lowest(left)
        columns += 1
    mine["columns"] = columns


@compiled
def _clear(mine, columns, entries):
    """No meeting is known yet."""
    for c in range(columns):
        for e in range(entries):
            mine["pay"][c, e] = 0.0


@compiled
def _pay(t, public, plan, hands):
    """Win probability of each class of each sampled hand against each class of the other range.

    A class of a range is worth what it is worth on average over the hands that hold it.
    """
    lead = plan["measures"]["lead"]
    mine, theirs = plan["range"][0], plan["range"][1]
    odds = plan["odds"]
    my_entries, their_entries = mine["first"][hands], theirs["first"][hands]
    _clear(mine, theirs["columns"], my_entries)
    _clear(theirs, mine["columns"], their_entries)
    for e in range(my_entries):
        for f in range(their_entries):
            my_fate, their_fate = fates(t, public, plan, SEAT_0, mine["place"][e], theirs["place"][f])
            odds[f] = lead + mine["worth"][e, my_fate] - theirs["worth"][f, their_fate]
        column, each = mine["column_of"][e], mine["each"][e]
        for f in range(their_entries):
            p = probability(odds[f])
            mine["pay"][theirs["column_of"][f], e] += p * theirs["each"][f]
            theirs["pay"][column, f] += (1.0 - p) * each


@compiled
def _pay_own(t, public, plan, seat, rows, hands):
    """The same for one more hand of `seat`, into plan["pay_own"]."""
    lead = plan["measures"]["lead"]
    sign = 1.0 if seat == SEAT_0 else -1.0
    theirs = plan["range"][1 - seat]
    pay = plan["pay_own"]
    odds = plan["odds"]
    entries = theirs["first"][hands]
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        for c in range(theirs["columns"]):
            pay[i, c] = 0.0
        for e in range(entries):
            my_fate, their_fate = fates(t, public, plan, seat, rows["place"][i], theirs["place"][e])
            odds[e] = lead + sign * (rows["worth"][i, my_fate] - theirs["worth"][e, their_fate])
        for e in range(entries):
            pay[i, theirs["column_of"][e]] += own_probability(seat, odds[e]) * theirs["each"][e]


@leaf
def own_probability(seat, log_odds):
    """Win probability of `seat`, from the log-odds that seat 0 wins."""
    p = probability(log_odds)
    return p if seat == SEAT_0 else 1.0 - p


@compiled
def _share(plan, seat, hands, step):
    """How often the range of a seat opens with each of its classes in a round, by column."""
    mine = plan["range"][seat]
    part = mine["part"][step]
    for c in range(mine["columns"]):
        part[c] = 0.0
    for e in range(mine["first"][hands]):
        part[mine["column_of"][e]] += mine["reply"][e]
    for c in range(mine["columns"]):
        part[c] /= hands


@leaf
def weight_of(step):
    """How much a round counts in the average up to it: in proportion to its number, from 1."""
    return 2.0 / (step + 2.0)


@compiled
def _play_round(plan, seat, hands, step, temper):
    """One round of the hands of a seat: what they play counts for their mixes, and they learn from the other range."""
    mine = plan["range"][seat]
    other = plan["range"][1 - seat]
    entries = mine["first"][hands]
    rate = weight_of(step)
    for e in range(entries):
        mine["mix"][e] += rate * (mine["reply"][e] - mine["mix"][e])
        mine["win"][e] = 0.0
    for c in range(other["columns"]):
        part = other["part"][step, c]
        for e in range(entries):
            mine["win"][e] += mine["pay"][c, e] * part
    for e in range(entries):
        mine["sum"][e] += mine["win"][e]
        mine["win"][e] += mine["sum"][e]
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
        scale = 1.0 / total
        for e in range(first, after):
            mine["reply"][e] *= scale


@compiled
def mix_of(t, public, plan, seat, rows, mind):
    """The mix of a hand that was not sampled, into rows["mix"]: it goes through the rounds of a finished plan."""
    _pay_own(t, public, plan, seat, rows, mind["hands"])
    other = plan["range"][1 - seat]
    pay = plan["pay_own"]
    have = rows["have"]
    cold = 1.0 / mind["temper"]
    even = 1.0 / max(count(have), 1)
    for i in range(_CLASSES):
        rows["reply"][i] = even if has(have, np.int64(i)) else 0.0
        rows["mix"][i] = 0.0
        rows["sum"][i] = 0.0
    for step in range(mind["rounds"]):
        part = other["part"][step]
        rate = weight_of(step)
        top = 0.0
        left = have
        while left != U0:
            i = lowest(left)
            left = without_lowest(left)
            rows["mix"][i] += rate * (rows["reply"][i] - rows["mix"][i])
            win = 0.0
            for c in range(other["columns"]):
                win += pay[i, c] * part[c]
            rows["sum"][i] += win
            rows["win"][i] = rows["sum"][i] + win
            top = max(top, rows["win"][i])
        total = 0.0
        left = have
        while left != U0:
            i = lowest(left)
            left = without_lowest(left)
            rows["reply"][i] = decay((top - rows["win"][i]) * cold)
            total += rows["reply"][i]
        scale = 1.0 / total
        left = have
        while left != U0:
            i = lowest(left)
            left = without_lowest(left)
            rows["reply"][i] *= scale


@compiled
def _tell(plan, seat, hands):
    """Write the mixes into the rows of the hands."""
    mine = plan["range"][seat]
    for a in range(hands):
        rows = plan["rows"][seat][a]
        for i in range(_CLASSES):
            rows["mix"][i] = 0.0
        for e in range(mine["first"][a], mine["first"][a + 1]):
            rows["mix"][mine["class_of"][e]] = mine["mix"][e]


@compiled
def solve_ranges(t, public, viewer, plan, key, first):
    """Fill a PLAN record for the coming combat, from public information alone, as the player in `viewer` thinks.

    `key` : of the random numbers for the sampled hands, whose numbers begin at `first`.
    """
    out_of_line()
    mind = mind_of(t, viewer, viewer)
    hands = mind["hands"]
    measure(t, public, viewer, plan["measures"])
    choose_verdicts(public, plan)
    for seat in range(2):
        outlook = plan["outlook"][seat]
        look_out(t, public, seat, plan["measures"], _CERTAIN, outlook)
        for a in range(hands):
            hand = guess_hand(public, seat, key, first + a)
            fill_rows(t, public, seat, hand, plan["measures"], outlook, plan["strikes"], plan["rows"][seat][a])
        _list_entries(plan, seat, hands)
    _pay(t, public, plan, hands)
    for step in range(mind["rounds"]):
        for seat in range(2):
            _share(plan, seat, hands, step)
        for seat in range(2):
            _play_round(plan, seat, hands, step, mind["temper"])
    for seat in range(2):
        _tell(plan, seat, hands)
    plan["turn"] = public["turn"]
