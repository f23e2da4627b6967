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
from yomisim.kernel.bits import U0, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.kernel.logistic import decay, probability
from yomisim.policies.equilibrium.abilities import look_out
from yomisim.policies.equilibrium.belief import guess_hand
from yomisim.policies.equilibrium.meeting import meet, remember_verdicts, verdict, who_is_down
from yomisim.policies.equilibrium.rows import fill_rows
from yomisim.policies.equilibrium.worth import measure
from yomisim.rules.yomi1.access import mind_of
from yomisim.rules.yomi1.state import SEAT_0

_CLASSES = np.int64(OPENER_CLASSES)
_CERTAIN = 1.0


@compiled
def _deal(t, public, plan, seat, key, first, hands):
    """Sample hands of a seat and fill their ROWS."""
    outlook = plan["outlook"][seat]
    for a in range(hands):
        rows = plan["rows"][seat][a]
        hand = guess_hand(public, seat, key, first + a)
        fill_rows(t, public, seat, hand, plan["measures"], outlook, rows)
        begin(rows)


@compiled
def _count_holders(plan, seat, hands):
    """One over the number of sampled hands of a seat that hold each class."""
    for j in range(_CLASSES):
        n = 0.0
        for a in range(hands):
            if has(plan["rows"][seat][a]["have"], np.int64(j)):
                n += 1.0
        plan["per_holder"][seat][j] = 1.0 / max(n, 1.0)


@compiled
def _clear(pay):
    """Nothing is known of any meeting."""
    for i in range(_CLASSES):
        for j in range(_CLASSES):
            pay[i, j] = 0.0


@compiled
def _pay(t, public, plan, hands):
    """Win probabilities of the classes of each sampled hand against each class of the other range, into plan["pay"].

    A class of a range is worth what it is worth on average over the hands that hold it.
    """
    lead = plan["measures"]["lead"]
    down = who_is_down(public)
    for seat in range(2):
        for a in range(hands):
            _clear(plan["pay"][seat, a])
    for a in range(hands):
        mine = plan["rows"][0][a]
        pay = plan["pay"][0, a]
        for b in range(hands):
            theirs = plan["rows"][1][b]
            their_pay = plan["pay"][1, b]
            left = mine["have"]
            while left != U0:
                i = lowest(left)
                left = without_lowest(left)
                share = plan["per_holder"][0, i]
                others = theirs["have"]
                while others != U0:
                    j = lowest(others)
                    others = without_lowest(others)
                    fates = verdict(t, public, plan, down, mine, i, theirs, j)
                    p = probability(lead + meet(mine, i, theirs, j, fates))
                    pay[i, j] += p * plan["per_holder"][1, j]
                    their_pay[j, i] += (1.0 - p) * share


@compiled
def _pay_own(t, public, plan, seat, rows, hands):
    """The same for one more hand of `seat`, into plan["pay_own"]."""
    lead = plan["measures"]["lead"]
    down = who_is_down(public)
    pay = plan["pay_own"]
    _clear(pay)
    for b in range(hands):
        theirs = plan["rows"][1 - seat][b]
        left = theirs["have"]
        while left != U0:
            j = lowest(left)
            left = without_lowest(left)
            share = plan["per_holder"][1 - seat, j]
            mine = rows["have"]
            while mine != U0:
                i = lowest(mine)
                mine = without_lowest(mine)
                if seat == SEAT_0:
                    p = probability(lead + meet(rows, i, theirs, j, verdict(t, public, plan, down, rows, i, theirs, j)))
                else:
                    fates = verdict(t, public, plan, down, theirs, j, rows, i)
                    p = 1.0 - probability(lead + meet(theirs, j, rows, i, fates))
                pay[i, j] += p * share


@compiled
def begin(rows):
    """List the classes of a hand; before the first round each of them is as likely."""
    n = np.int64(0)
    left = rows["have"]
    while left != U0:
        rows["listed"][n] = lowest(left)
        left = without_lowest(left)
        n += 1
    rows["n"] = n
    for i in range(_CLASSES):
        rows["reply"][i] = 0.0
        rows["mix"][i] = 0.0
        rows["sum"][i] = 0.0
    for k in range(n):
        rows["reply"][rows["listed"][k]] = 1.0 / n


@compiled
def _share(plan, seat, hands, step):
    """How often the range of a seat opens with each class in a round."""
    share = plan["share"][seat, step]
    for i in range(_CLASSES):
        share[i] = 0.0
    for a in range(hands):
        reply = plan["rows"][seat][a]["reply"]
        for i in range(_CLASSES):
            share[i] += reply[i]
    for i in range(_CLASSES):
        share[i] /= hands


@compiled
def _round(rows, pay, share, step, temper):
    """One round of one hand: what it plays counts for its mix, and it learns from what the other range plays."""
    rate = 2.0 / (step + 2.0)
    per_temper = 1.0 / temper
    top = -1.0e9
    for k in range(rows["n"]):
        i = rows["listed"][k]
        win = 0.0
        for j in range(_CLASSES):
            win += pay[i, j] * share[j]
        total = rows["sum"][i] + win
        rows["sum"][i] = total
        rows["win"][i] = total + win
        top = max(top, total + win)
        rows["mix"][i] += rate * (rows["reply"][i] - rows["mix"][i])
    whole = 0.0
    for k in range(rows["n"]):
        i = rows["listed"][k]
        reply = decay((top - rows["win"][i]) * per_temper)
        rows["reply"][i] = reply
        whole += reply
    whole = 1.0 / whole
    for k in range(rows["n"]):
        rows["reply"][rows["listed"][k]] *= whole


@compiled
def mix_of(t, public, plan, seat, rows, mind):
    """The mix of a hand that was not sampled, into rows["mix"]: it goes through the rounds of a finished plan."""
    _pay_own(t, public, plan, seat, rows, mind["hands"])
    begin(rows)
    for step in range(mind["rounds"]):
        _round(rows, plan["pay_own"], plan["share"][1 - seat, step], step, mind["temper"])


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
        look_out(t, public, seat, plan["measures"], _CERTAIN, plan["outlook"][seat])
        _deal(t, public, plan, np.int64(seat), key, first, hands)
        _count_holders(plan, seat, hands)
    _pay(t, public, plan, hands)
    for step in range(mind["rounds"]):
        for seat in range(2):
            _share(plan, seat, hands, step)
        for seat in range(2):
            for a in range(hands):
                share = plan["share"][1 - seat, step]
                _round(plan["rows"][seat][a], plan["pay"][seat, a], share, step, mind["temper"])
    plan["turn"] = public["turn"]
