"""One combat as a zero-sum game of two ranges of hands, in quantal response equilibrium.

As for the first game (:mod:`yomisim.policies.equilibrium.ranges`): hands of both sides are sampled from what is public,
each hand answers the mix of the other range with shares in proportion to exp(win probability / temper), found by smooth
fictitious play. Here every move is a class of its own, and a move of the other range stands for the mean of the sampled
hands that hold it.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.kernel.logistic import probability
from yomisim.policies.mixing import respond
from yomisim.policies.yomi2.equilibrium.meeting import judge, meet
from yomisim.policies.yomi2.equilibrium.rows import average, fill_rows
from yomisim.policies.yomi2.equilibrium.worth import guess_hand, measure, mind_of
from yomisim.rules.yomi2.plans import OPENERS

_OPENERS = np.int64(OPENERS)


@compiled
def win_against(t, public, plan, seat, rows, i, j):
    """Win probability of move `i` of a hand of `seat` against move `j` of the other range."""
    lead = plan["measures"]["lead"]
    theirs = plan["mean"][1 - seat]
    if seat == 0:
        return probability(lead + meet(t, public, plan, rows, i, theirs, j))
    return 1.0 - probability(lead + meet(t, public, plan, theirs, j, rows, i))


@compiled
def _pay(t, public, plan, seat, hands):
    """Win probability of each move of each sampled hand of `seat` against each move of the other range."""
    for a in range(hands):
        rows = plan["rows"][seat][a]
        mine = rows["have"]
        while mine != U0:
            i = lowest(mine)
            mine = without_lowest(mine)
            theirs = plan["mean"][1 - seat]["have"]
            while theirs != U0:
                j = lowest(theirs)
                theirs = without_lowest(theirs)
                plan["pay"][seat, a, i, j] = win_against(t, public, plan, seat, rows, i, j)


@compiled
def _start(rows):
    """Before the first round every move that the hand holds is as likely."""
    have = rows["have"]
    n = max(count(have), 1)
    for i in range(_OPENERS):
        rows["mix"][i] = 1.0 / n if has(have, np.int64(i)) else 0.0


@compiled
def _share(plan, seat, hands):
    """How often the range of a seat opens with each move."""
    for i in range(_OPENERS):
        total = 0.0
        for a in range(hands):
            total += plan["rows"][seat][a]["mix"][i]
        plan["share"][seat][i] = total / hands


@compiled
def _win(plan, seat, a):
    """Win probabilities of the moves of one hand against the other range as it plays now."""
    rows = plan["rows"][seat][a]
    mine = rows["have"]
    while mine != U0:
        i = lowest(mine)
        mine = without_lowest(mine)
        total = 0.0
        theirs = plan["mean"][1 - seat]["have"]
        while theirs != U0:
            j = lowest(theirs)
            theirs = without_lowest(theirs)
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
            guess = guess_hand(t, public, np.int64(seat), np.int64(a))
            fill_rows(t, public, np.int64(seat), guess, plan["measures"], rows)
            _start(rows)
        average(plan["rows"][seat], hands, plan["mean"][seat])
    judge(t, public, plan, plan["mean"][0]["have"], plan["mean"][1]["have"])
    for seat in range(2):
        _pay(t, public, plan, np.int64(seat), hands)
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
