"""One combat as a zero-sum game of two ranges of hands, solved by regret matching.

Hands of both sides are sampled from what is public; each hand holds some classes of openers. Every sampled hand runs
regret matching+ (Tammelin 2014) on the win probabilities of its classes against the mix of the other range. What comes
out is how often a hand that holds a class opens with it (PLAN["weight"]), which is the same for both players to see.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import OPENER_CLASSES
from yomisim.kernel.bits import U0, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.kernel.logistic import probability
from yomisim.policies.equilibrium.belief import guess_hand
from yomisim.policies.equilibrium.meeting import meet
from yomisim.policies.equilibrium.rows import fill_rows
from yomisim.policies.equilibrium.worth import measure

_CLASSES = np.int64(OPENER_CLASSES)


@compiled
def _pay(t, public, plan, hands):
    """Win probabilities of each sampled hand's classes against each class of the other range."""
    for a in range(hands):
        rows = plan["rows"][0][a]
        for i in range(_CLASSES):
            for j in range(_CLASSES):
                plan["pay"][0, a, i, j] = 0.0
                plan["pay"][1, a, i, j] = 0.0
    lead = plan["measures"]["lead"]
    for a in range(hands):
        rows_0 = plan["rows"][0][a]
        for b in range(hands):
            rows_1 = plan["rows"][1][b]
            mine = rows_0["have"]
            while mine != U0:
                i = lowest(mine)
                mine = without_lowest(mine)
                theirs = rows_1["have"]
                while theirs != U0:
                    j = lowest(theirs)
                    theirs = without_lowest(theirs)
                    p = probability(lead + meet(t, public, rows_0, i, rows_1, j, plan["measures"]))
                    plan["pay"][0, a, i, j] += p
                    plan["pay"][1, b, j, i] += 1.0 - p


@compiled
def _holders(plan, seat, hands, out):
    """How many sampled hands of a seat hold each class."""
    for j in range(_CLASSES):
        n = 0.0
        for a in range(hands):
            if has(plan["rows"][seat][a]["have"], np.int64(j)):
                n += 1.0
        out[seat][j] = n


@compiled
def _average(plan, hands):
    """From sums to means: a class of the other range counts by the hands that hold it."""
    _holders(plan, 0, hands, plan["mean"])
    _holders(plan, 1, hands, plan["mean"])
    for seat in range(2):
        for a in range(hands):
            for i in range(_CLASSES):
                for j in range(_CLASSES):
                    n = plan["mean"][1 - seat][j]
                    if n > 0.0:
                        plan["pay"][seat, a, i, j] /= n


@compiled
def _start(rows):
    """No regrets yet: every class that the hand holds is as likely."""
    have = rows["have"]
    n = 0.0
    for i in range(_CLASSES):
        rows["regret"][i] = 0.0
        rows["total"][i] = 0.0
        rows["mix"][i] = 0.0
        if has(have, np.int64(i)):
            n += 1.0
    for i in range(_CLASSES):
        if has(have, np.int64(i)):
            rows["mix"][i] = 1.0 / n


@compiled
def _share(plan, seat, hands):
    """How often the range of a seat opens with each class."""
    for i in range(_CLASSES):
        total = 0.0
        for a in range(hands):
            total += plan["rows"][seat][a]["mix"][i]
        plan["share"][seat][i] = total / hands


@compiled
def _win(plan, seat, a):
    """Win probabilities of the classes of one hand against the other range as it plays now."""
    rows = plan["rows"][seat][a]
    for i in range(_CLASSES):
        total = 0.0
        for j in range(_CLASSES):
            total += plan["pay"][seat, a, i, j] * plan["share"][1 - seat][j]
        rows["win"][i] = total


@compiled
def _learn(rows, weight):
    """One step of regret matching+; the mix is added to the average with this weight."""
    have = rows["have"]
    value = 0.0
    for i in range(_CLASSES):
        value += rows["mix"][i] * rows["win"][i]
    total = 0.0
    left = have
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        regret = max(rows["regret"][i] + rows["win"][i] - value, 0.0)
        rows["regret"][i] = regret
        total += regret
    left = have
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        if total > 0.0:
            rows["mix"][i] = rows["regret"][i] / total
        rows["total"][i] += weight * rows["mix"][i]


@compiled
def _finish(plan, seat, hands, weights):
    """The average mixes become the mixes; then how often a holder opens with a class, and what it wins."""
    for a in range(hands):
        rows = plan["rows"][seat][a]
        for i in range(_CLASSES):
            rows["mix"][i] = rows["total"][i] / weights


@compiled
def _summarise(plan, seat, hands):
    for a in range(hands):
        _win(plan, seat, a)
    for i in range(_CLASSES):
        n = plan["mean"][seat][i]  # holders
        win = 0.0
        for a in range(hands):
            rows = plan["rows"][seat][a]
            if has(rows["have"], np.int64(i)):
                win += rows["win"][i]
        plan["weight"][seat][i] = plan["share"][seat][i] * hands / n if n > 0.0 else 0.0
        plan["mean"][seat][i] = win / n if n > 0.0 else 0.0


@compiled
def solve_ranges(t, public, plan):
    """Fill a PLAN record for the coming combat, from public information alone."""
    out_of_line()
    mind = t["mind"][0]
    hands = mind["hands"]
    rounds = mind["rounds"]
    measure(t, public, plan["measures"])
    for seat in range(2):
        for a in range(hands):
            rows = plan["rows"][seat][a]
            fill_rows(t, public, seat, guess_hand(public, seat, np.int64(a)), plan["measures"], rows)
            _start(rows)
    _pay(t, public, plan, hands)
    _average(plan, hands)
    weights = 0.0
    for step in range(1, rounds + 1):
        for seat in range(2):
            _share(plan, seat, hands)
        for seat in range(2):
            for a in range(hands):
                _win(plan, seat, a)
                _learn(plan["rows"][seat][a], np.float64(step))
        weights += step
    for seat in range(2):
        _finish(plan, seat, hands, weights)
        _share(plan, seat, hands)
    for seat in range(2):
        _summarise(plan, seat, hands)
    plan["turn"] = public["turn"]
