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
from yomisim.kernel.bits import U0, U1, bit, count, has, lowest, without_lowest
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
def _same(one, two):
    """Whether two openers are worth the same whatever becomes of them."""
    fate = np.int64(1)
    while fate < _FATES and one[fate] == two[fate]:
        fate += 1
    return fate == _FATES


@compiled
def _option(mine, begin, end, rows, i):
    """The option from `begin` to before `end` that class `i` of a hand is, `end` where it is none of them."""
    for o in range(begin, end):
        if mine["place"][o] == rows["place"][i] and _same(mine["worth"][o], rows["worth"][i]):
            return o
    return end


@compiled
def _list_column(plan, seat, hands, i, begin):
    """Add the options of class `i`, from number `begin` on; returns where the next ones begin."""
    mine = plan["range"][seat]
    end = begin
    holders = 0.0
    for a in range(hands):
        rows = plan["rows"][seat][a]
        if not has(rows["have"], i):
            continue
        holders += 1.0
        o = _option(mine, begin, end, rows, i)
        if o == end:
            end += 1
            mine["place"][o] = rows["place"][i]
            for fate in range(1, _FATES):
                mine["worth"][o, fate] = rows["worth"][i, fate]
            mine["column_of"][o] = mine["columns"]
            mine["each"][o] = 0.0
            mine["sum"][o] = 0.0
        mine["each"][o] += 1.0
        entry = mine["first"][a] + count(rows["have"] & (bit(i) - U1))
        mine["class_of"][entry] = i
        mine["option_of"][entry] = o
    for o in range(begin, end):
        mine["each"][o] /= holders
    return end


@compiled
def _list_entries(plan, seat, hands):
    """Lay out the classes of all hands of a seat; before the first round each class of a hand is as likely."""
    mine = plan["range"][seat]
    entries = np.int64(0)
    held = U0
    for a in range(hands):
        have = plan["rows"][seat][a]["have"]
        held |= have
        mine["first"][a] = entries
        after = entries + count(have)
        for e in range(entries, after):
            mine["reply"][e] = 1.0 / (after - entries)
            mine["mix"][e] = 0.0
        entries = after
    mine["first"][hands] = entries
    options = np.int64(0)
    mine["columns"] = 0
    while held != U0:
        i = lowest(held)
        held = without_lowest(held)
        mine["class_in"][mine["columns"]] = i
        mine["begins"][mine["columns"]] = options
        options = _list_column(plan, seat, hands, i, options)
        mine["columns"] += 1
    mine["begins"][mine["columns"]] = options


@leaf
def _options(side):
    """How many options a range has."""
    return side["begins"][side["columns"]]


@compiled
def _pay(t, public, plan):
    """Win probability of each option against each class of the other range.

    A class of a range is worth what it is worth on average over the hands that hold it.
    """
    lead = plan["measures"]["lead"]
    mine, theirs = plan["range"][0], plan["range"][1]
    odds = plan["odds"]
    their_options = _options(theirs)
    for d in range(mine["columns"]):
        pay = theirs["pay"][d]
        for p in range(their_options):
            pay[p] = 0.0
        for o in range(mine["begins"][d], mine["begins"][d + 1]):
            for p in range(their_options):
                my_fate, their_fate = fates(t, public, plan, SEAT_0, mine["place"][o], theirs["place"][p])
                odds[p] = lead + mine["worth"][o, my_fate] - theirs["worth"][p, their_fate]
            for p in range(their_options):
                odds[p] = probability(odds[p])
            each = mine["each"][o]
            for p in range(their_options):
                pay[p] += (1.0 - odds[p]) * each
            for c in range(theirs["columns"]):
                mine["pay"][c, o] = _mean(odds, theirs, c)


@compiled
def _mean(wins, side, c):
    """Of what options win the mean over column `c`."""
    total = 0.0
    for o in range(side["begins"][c], side["begins"][c + 1]):
        total += wins[o] * side["each"][o]
    return total


@compiled
def _enter(t, public, plan, seat, rows):
    """List one more hand of `seat` with its payoffs in plan["entrant"]; returns the number of its classes."""
    lead = plan["measures"]["lead"]
    sign = 1.0 if seat == SEAT_0 else -1.0
    theirs = plan["range"][1 - seat]
    mine = plan["entrant"]
    odds = plan["odds"]
    options = _options(theirs)
    n = np.int64(0)
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        for p in range(options):
            my_fate, their_fate = fates(t, public, plan, seat, rows["place"][i], theirs["place"][p])
            odds[p] = rows["worth"][i, my_fate] - theirs["worth"][p, their_fate]
        for p in range(options):
            odds[p] = probability(odds[p] + sign * lead)
        for c in range(theirs["columns"]):
            mine["pay"][c, n] = _mean(odds, theirs, c)
        mine["class_of"][n] = i
        n += 1
    return n


@compiled
def _share(plan, seat, hands, step):
    """How often the range of a seat opens with each of its classes in a round, by column."""
    mine = plan["range"][seat]
    part = mine["part"][step]
    for c in range(mine["columns"]):
        part[c] = 0.0
    for e in range(mine["first"][hands]):
        part[mine["column_of"][mine["option_of"][e]]] += mine["reply"][e]
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
    options = _options(mine)
    win = mine["win"]
    for o in range(options):
        win[o] = 0.0
    for c in range(other["columns"]):
        part = other["part"][step, c]
        for o in range(options):
            win[o] += mine["pay"][c, o] * part
    for o in range(options):
        mine["sum"][o] += win[o]
        win[o] += mine["sum"][o]
    entries = mine["first"][hands]
    rate = weight_of(step)
    for e in range(entries):
        mine["mix"][e] += rate * (mine["reply"][e] - mine["mix"][e])
    for a in range(hands):
        first, after = mine["first"][a], mine["first"][a + 1]
        top = 0.0
        for e in range(first, after):
            top = max(top, win[mine["option_of"][e]])
        for e in range(first, after):
            mine["reply"][e] = top - win[mine["option_of"][e]]
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
    n = _enter(t, public, plan, seat, rows)
    mine, other = plan["entrant"], plan["range"][1 - seat]
    cold = 1.0 / mind["temper"]
    for k in range(n):
        mine["reply"][k] = 1.0 / n
        mine["mix"][k] = 0.0
        mine["sum"][k] = 0.0
    for step in range(mind["rounds"]):
        rate = weight_of(step)
        for k in range(n):
            mine["mix"][k] += rate * (mine["reply"][k] - mine["mix"][k])
            mine["win"][k] = 0.0
        for c in range(other["columns"]):
            part = other["part"][step, c]
            for k in range(n):
                mine["win"][k] += mine["pay"][c, k] * part
        top = 0.0
        for k in range(n):
            mine["sum"][k] += mine["win"][k]
            mine["win"][k] += mine["sum"][k]
            top = max(top, mine["win"][k])
        for k in range(n):
            mine["reply"][k] = decay((top - mine["win"][k]) * cold)
        total = 0.0
        for k in range(n):
            total += mine["reply"][k]
        scale = 1.0 / total
        for k in range(n):
            mine["reply"][k] *= scale
    for i in range(_CLASSES):
        rows["mix"][i] = 0.0
    for k in range(n):
        rows["mix"][mine["class_of"][k]] = mine["mix"][k]


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
    _pay(t, public, plan)
    for step in range(mind["rounds"]):
        for seat in range(2):
            _share(plan, seat, hands, step)
        for seat in range(2):
            _play_round(plan, seat, hands, step, mind["temper"])
    for seat in range(2):
        _tell(plan, seat, hands)
    plan["turn"] = public["turn"]
