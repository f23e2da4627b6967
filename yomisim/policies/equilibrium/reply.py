"""The combat card of a player who knows how the other one opens with every hand: what wins most against that.

A measuring rod (a local best response, Lisy and Bowling 2017). It sees no more than any player. It guesses at many
hands that the other may hold, works out how often each of them would open with what, and answers all of them.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import CHOICES
from yomisim.kernel.bits import PASS, PASS_BIT, U0, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.kernel.logistic import probability
from yomisim.policies.codes import REPLY, REPLY_TO_GREEDY, REPLY_TO_LIKELIEST
from yomisim.policies.equilibrium.abilities import look_out
from yomisim.policies.equilibrium.belief import guess_hand
from yomisim.policies.equilibrium.meeting import fates
from yomisim.policies.equilibrium.opening import keep_allowed
from yomisim.policies.equilibrium.ranges import mix_of, solve_ranges
from yomisim.policies.equilibrium.rows import fill_rows
from yomisim.policies.equilibrium.worth import measure
from yomisim.policies.greedy import kind_weight, promise
from yomisim.policies.mixing import most
from yomisim.rules.records import SEAT_0
from yomisim.rules.yomi1.access import char_for, mind_of

_CHOICES = np.int64(CHOICES)
#: How often the other's solution is worked out on other samples, and how many of his hands are looked at each time.
_SOLUTIONS = np.int64(12)
_HANDS = np.int64(8)
#: Numbers of guesses: of hands that he may hold, of the hands that his solutions sample.
_FIRST_HAND = np.int64(256)
_FIRST_SAMPLE = np.int64(1024)
#: Shares of a mix that are not worth looking at.
_TRIFLE = 1e-3
_CERTAIN = 1.0


@compiled
def _as_greedy(char, rows):
    """With what `greedy` opens, into rows["reply"]: kinds by their weights, of each the choice that promises most."""
    total = 0.0
    for i in range(_CHOICES):
        rows["reply"][i] = 0.0
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        if _is_favourite(char, rows, i):
            rows["reply"][i] = np.float64(kind_weight(rows["kind"][i]))
            total += rows["reply"][i]
    for i in range(_CHOICES):
        rows["reply"][i] /= max(total, 1.0)


@compiled
def _is_favourite(char, rows, i):
    """Whether no choice of the same kind in the hand promises more by the count of policy `greedy`."""
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
def expect(t, public, plan, seat, rows, way):
    """How often the policy that `way` replies to opens with each choice of a hand of `seat`, into rows["reply"]."""
    if way == REPLY_TO_GREEDY:
        _as_greedy(char_for(t, public, seat), rows)
        return
    mix_of(t, public, plan, seat, rows, mind_of(t, seat, seat))
    best = most(rows, rows["mix"])
    for i in range(_CHOICES):
        rows["reply"][i] = rows["mix"][i]
        if way == REPLY_TO_LIKELIEST:
            rows["reply"][i] = 1.0 if i == best else 0.0


@compiled
def _add_wins(t, public, plan, seat, lead, rows, theirs, shares):
    """Add to rows["win"] what each choice of the own hand wins against a hand that opens by some shares."""
    sign = 1.0 if seat == SEAT_0 else -1.0
    left = theirs["have"]
    while left != U0:
        j = lowest(left)
        left = without_lowest(left)
        share = shares[j]
        if share <= _TRIFLE:
            continue
        mine = rows["have"]
        while mine != U0:
            i = lowest(mine)
            mine = without_lowest(mine)
            my_fate, their_fate = fates(t, public, plan, seat, rows["place"][i], theirs["place"][j])
            gain = rows["worth"][i, my_fate] - theirs["worth"][j, their_fate]
            rows["win"][i] += share * probability(sign * lead + gain)


@compiled
def reply_opener(t, seat, options, public, own, plan, way):
    """The combat card that wins most against what the other seems to open with; `plan` is for the other's plans."""
    out_of_line()
    other = 1 - seat
    rows = own["rows"]
    measures = own["measures"]
    study = own["study"]
    theirs, valued = study["theirs"], study["valued"]
    key = public["key"][0] if way == REPLY_TO_LIKELIEST else public["key"][1]
    solve_ranges(t, public, other, plan, key, np.int64(0) if way == REPLY_TO_LIKELIEST else _FIRST_SAMPLE)
    measure(t, public, seat, measures)
    look_out(t, public, seat, measures, _CERTAIN, own["outlook"])
    look_out(t, public, other, measures, _CERTAIN, study["outlook"])
    fill_rows(t, public, seat, own["hand"], measures, own["outlook"], own["strikes"], rows)
    if keep_allowed(rows, options) == U0:
        return PASS if options == PASS_BIT else lowest(options)
    for i in range(_CHOICES):
        rows["win"][i] = 0.0
    for solution in range(_SOLUTIONS):
        if solution > 0 and way == REPLY:
            solve_ranges(t, public, other, plan, key, _FIRST_SAMPLE + solution * 64)
        for number in range(_HANDS):
            hand = guess_hand(t, public, seat, other, public["key"][1], _FIRST_HAND + solution * _HANDS + number)
            fill_rows(t, public, other, hand, plan["measures"], plan["outlook"][other], own["strikes"], theirs)
            if theirs["have"] == U0:
                continue
            expect(t, public, plan, other, theirs, way)
            if t["two_views"] != 0:
                fill_rows(t, public, other, hand, measures, study["outlook"], own["strikes"], valued)
                _add_wins(t, public, plan, seat, measures["lead"], rows, valued, theirs["reply"])
            else:
                _add_wins(t, public, plan, seat, measures["lead"], rows, theirs, theirs["reply"])
    return rows["side"][most(rows, rows["win"])]
