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
from yomisim.kernel.bits import U0, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.kernel.logistic import decay, probability
from yomisim.policies.equilibrium.abilities import look_out
from yomisim.policies.equilibrium.belief import guess_hand
from yomisim.policies.equilibrium.meeting import meet, remember_verdicts, verdict, who_is_down
from yomisim.policies.equilibrium.rows import fill_rows
from yomisim.policies.equilibrium.worth import measure
from yomisim.rules.yomi1.access import mind_of

_CLASSES = np.int64(OPENER_CLASSES)
_CERTAIN = 1.0


@compiled
def _holders(plan, seat, hands):
    """How many sampled hands of a seat hold each class."""
    for j in range(_CLASSES):
        n = 0.0
        for a in range(hands):
            if has(plan["rows"][seat][a]["have"], np.int64(j)):
                n += 1.0
        plan["holders"][seat][j] = n


@compiled
def _pay(t, public, plan, seat, rows, first, hands, partners, pay):
    """Win probability of each class of a hand of `seat` against each class of the other range, into `pay`.

    A class of the other range is represented by `partners` hands that hold it, counted from number `first` on, so that
    every hand meets others.
    """
    lead = plan["measures"]["lead"]
    down = who_is_down(public)
    for j in range(_CLASSES):
        for i in range(_CLASSES):
            pay[i, j] = 0.0
        n = min(np.int64(plan["holders"][1 - seat][j]), partners)
        met = np.int64(0)
        b = np.int64(first)
        while met < n:
            theirs = plan["rows"][1 - seat][b]
            b = b + 1 if b + 1 < hands else np.int64(0)
            if not has(theirs["have"], np.int64(j)):
                continue
            met += 1
            left = rows["have"]
            while left != U0:
                i = lowest(left)
                left = without_lowest(left)
                if seat == 0:
                    fates = verdict(t, public, plan, down, rows, i, theirs, np.int64(j))
                    p = probability(lead + meet(rows, i, theirs, np.int64(j), fates))
                else:
                    fates = verdict(t, public, plan, down, theirs, np.int64(j), rows, i)
                    p = 1.0 - probability(lead + meet(theirs, np.int64(j), rows, i, fates))
                pay[i, j] += p / n


@compiled
def _begin(rows):
    """Before the first round every class that the hand holds is as likely."""
    have = rows["have"]
    n = max(count(have), 1)
    for i in range(_CLASSES):
        rows["reply"][i] = 1.0 / n if has(have, np.int64(i)) else 0.0
        rows["mix"][i] = 0.0
        rows["sum"][i] = 0.0


@compiled
def _share(plan, seat, hands, step):
    """How often the range of a seat opens with each class in a round."""
    for i in range(_CLASSES):
        total = 0.0
        for a in range(hands):
            total += plan["rows"][seat][a]["reply"][i]
        plan["share"][seat, step, i] = total / hands


@compiled
def _round(plan, seat, rows, pay, step, temper):
    """One round of one hand of `seat`: what it plays counts for its mix, and it learns from what the others play."""
    have = rows["have"]
    rate = 2.0 / (step + 2.0)
    top = -1.0e9
    left = have
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        rows["mix"][i] += rate * (rows["reply"][i] - rows["mix"][i])
        win = 0.0
        for j in range(_CLASSES):
            win += pay[i, j] * plan["share"][1 - seat, step, j]
        rows["win"][i] = win
        rows["sum"][i] += win
        top = max(top, rows["sum"][i] + win)
    total = 0.0
    left = have
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        rows["reply"][i] = decay((top - rows["sum"][i] - rows["win"][i]) / temper)
        total += rows["reply"][i]
    left = have
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        rows["reply"][i] /= total


@compiled
def mix_of(t, public, plan, seat, rows, mind):
    """The mix of a hand that was not sampled, into rows["mix"]: it goes through the rounds of a finished plan."""
    hands = mind["hands"]
    _pay(t, public, plan, seat, rows, np.int64(0), hands, hands, plan["pay_own"])
    _begin(rows)
    for step in range(mind["rounds"]):
        _round(plan, seat, rows, plan["pay_own"], step, mind["temper"])


@compiled
def solve_ranges(t, public, viewer, plan, key, first):
    """Fill a PLAN record for the coming combat, from public information alone, as the player in `viewer` thinks.

    `key` : of the random numbers for the sampled hands, whose numbers begin at `first`.
    """
    out_of_line()
    mind = mind_of(t, viewer, viewer)
    hands = mind["hands"]
    measure(t, public, viewer, plan["measures"])
    remember_verdicts(public, plan)
    for seat in range(2):
        outlook = plan["outlook"][seat]
        look_out(t, public, seat, plan["measures"], _CERTAIN, outlook)
        for a in range(hands):
            rows = plan["rows"][seat][a]
            fill_rows(t, public, seat, guess_hand(public, seat, key, first + a), plan["measures"], outlook, rows)
            _begin(rows)
    for seat in range(2):
        _holders(plan, seat, hands)
    for seat in range(2):
        for a in range(hands):
            rows = plan["rows"][seat][a]
            _pay(t, public, plan, seat, rows, np.int64(a), hands, mind["partners"], plan["pay"][seat, a])
    for step in range(mind["rounds"]):
        for seat in range(2):
            _share(plan, seat, hands, step)
        for seat in range(2):
            for a in range(hands):
                _round(plan, seat, plan["rows"][seat][a], plan["pay"][seat, a], step, mind["temper"])
    plan["turn"] = public["turn"]
