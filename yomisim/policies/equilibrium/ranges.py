"""One combat as a zero-sum game of two ranges of hands, in quantal response equilibrium.

Hands of both sides are sampled from what is public; each hand holds some classes of openers. Every hand answers the mix
of the other range with shares in proportion to exp(win probability / temper) (McKelvey and Palfrey 1995), found by
smooth fictitious play, which converges in zero-sum games (Hofbauer and Sandholm 2002). With hands that differ, such
play is close to Nash (purification, Harsanyi 1973); a small temper keeps it close and not brittle.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import OPENER_CLASSES
from yomisim.kernel.bits import U0, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.kernel.logistic import probability
from yomisim.policies.equilibrium.belief import guess_hand
from yomisim.policies.equilibrium.meeting import meet
from yomisim.policies.equilibrium.rows import fill_rows
from yomisim.policies.equilibrium.worth import measure
from yomisim.policies.mixing import respond
from yomisim.rules.yomi1.access import mind_of

_CLASSES = np.int64(OPENER_CLASSES)


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
def _pay(t, public, plan, seat, hands, partners):
    """Win probability of each class of each sampled hand of `seat` against each class of the other range.

    A class of the other range is represented by the first `partners` hands that hold it, counted from the hand's own
    number on, so that every hand meets others.
    """
    lead = plan["measures"]["lead"]
    for a in range(hands):
        rows = plan["rows"][seat][a]
        for j in range(_CLASSES):
            for i in range(_CLASSES):
                plan["pay"][seat, a, i, j] = 0.0
            n = min(np.int64(plan["holders"][1 - seat][j]), partners)
            met = np.int64(0)
            b = np.int64(a)
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
                        p = probability(lead + meet(t, public, rows, i, theirs, np.int64(j), plan["measures"]))
                    else:
                        p = 1.0 - probability(lead + meet(t, public, theirs, np.int64(j), rows, i, plan["measures"]))
                    plan["pay"][seat, a, i, j] += p / n


@compiled
def _start(rows):
    """Before the first round every class that the hand holds is as likely."""
    have = rows["have"]
    n = max(count(have), 1)
    for i in range(_CLASSES):
        rows["mix"][i] = 1.0 / n if has(have, np.int64(i)) else 0.0


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
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        total = 0.0
        for j in range(_CLASSES):
            total += plan["pay"][seat, a, i, j] * plan["share"][1 - seat][j]
        rows["win"][i] = total


@compiled
def solve_ranges(t, public, viewer, plan):
    """Fill a PLAN record for the coming combat, from public information alone, as the player in `viewer` thinks."""
    out_of_line()
    mind = mind_of(t, viewer, viewer)
    hands = mind["hands"]
    rounds = mind["rounds"]
    measure(t, public, viewer, plan["measures"])
    for seat in range(2):
        for a in range(hands):
            rows = plan["rows"][seat][a]
            fill_rows(t, public, seat, guess_hand(public, seat, np.int64(a)), plan["measures"], rows)
            _start(rows)
    for seat in range(2):
        _holders(plan, seat, hands)
    for seat in range(2):
        _pay(t, public, plan, seat, hands, mind["partners"])
    for step in range(rounds):
        rate = 2.0 / (step + 3.0)
        for seat in range(2):
            _share(plan, seat, hands)
        for seat in range(2):
            for a in range(hands):
                _win(plan, seat, a)
                respond(plan["rows"][seat][a], mind["temper"], rate)
    for seat in range(2):
        _share(plan, seat, hands)
    plan["turn"] = public["turn"]
