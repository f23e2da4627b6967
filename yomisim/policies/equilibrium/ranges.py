"""One combat as a zero-sum game of two ranges of hands.

Hands of both sides are sampled from what is public; each hand holds some choices of openers. In every round each hand
plays its choices with shares in proportion to exp(advantage / temper), where the advantage is the sum of win
probabilities over the rounds so far, the last one counted twice (optimistic multiplicative weights, Rakhlin and
Sridharan 2013), and what it plays on average, later rounds counting more, tends to an equilibrium.

A hand that was not sampled goes through the same rounds against the same shares of the other range. It must not simply
answer the other range's average: all hands would then lean to one side and be read (docs/policies.md).
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import CHOICES
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

_CHOICES = np.int64(CHOICES)
_FATES = np.int64(FATES)
_CERTAIN = 1.0
#: Below every sum of win probabilities.
_NEVER = -1e9
#: Where a hand holds nothing its shares stay nothing.
_TINY = 1e-30


@compiled
def _same(one, two):
    """Whether two openers are worth the same whatever becomes of them."""
    fate = np.int64(1)
    while fate < _FATES and one[fate] == two[fate]:
        fate += 1
    return fate == _FATES


@compiled
def _option(mine, begin, end, rows, i):
    """The option from `begin` to before `end` that choice `i` of a hand is, `end` where it is none of them."""
    for o in range(begin, end):
        if mine["place"][o] == rows["place"][i] and _same(mine["worth"][o], rows["worth"][i]):
            return o
    return end


@compiled
def _list_column(plan, seat, hands, i, begin):
    """Add the options of choice `i`, from number `begin` on; returns where the next ones begin."""
    mine = plan["range"][seat]
    end = begin
    for a in range(hands):
        rows = plan["rows"][seat][a]
        if not has(rows["have"], i):
            continue
        o = _option(mine, begin, end, rows, i)
        if o == end:
            end += 1
            mine["place"][o] = rows["place"][i]
            mine["kind_in"][mine["columns"]] = rows["kind"][i]
            for fate in range(1, _FATES):
                mine["worth"][o, fate] = rows["worth"][i, fate]
            mine["each"][o] = 0.0
            mine["sum"][o] = 0.0
        mine["each"][o] += 1.0
        entry = mine["first"][a] + count(rows["have"] & (bit(i) - U1))
        mine["hand_of"][entry] = a
        mine["column_of"][entry] = mine["columns"]
        mine["option_of"][entry] = o
    holders = 0.0
    for o in range(begin, end):
        holders += mine["each"][o]
    for o in range(begin, end):
        mine["each"][o] /= holders
    return end


@compiled
def _list_options(plan, seat, hands):
    """Lay out the choices of all hands of a seat; before the first round each choice of a hand is as likely."""
    mine = plan["range"][seat]
    entries = np.int64(0)
    held = U0
    for a in range(hands):
        mine["first"][a] = entries
        have = plan["rows"][seat][a]["have"]
        held |= have
        entries += count(have)
    mine["first"][hands] = entries
    for e in range(entries):
        mine["reply"][e] = 1.0
        mine["mix"][e] = 0.0
    options = np.int64(0)
    columns = np.int64(0)
    while held != U0:
        mine["columns"] = columns
        mine["choice_in"][columns] = lowest(held)
        mine["begins"][columns] = options
        options = _list_column(plan, seat, hands, lowest(held), options)
        held = without_lowest(held)
        columns += 1
    mine["columns"] = columns
    mine["begins"][columns] = options


@leaf
def _options(side):
    """How many options a range has."""
    return side["begins"][side["columns"]]


@compiled
def _pay(t, public, plan):
    """Win probability of each option against each choice of the other range.

    A choice of a range is worth what it is worth on average over the hands that hold it.
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
    """Make plan["entrant"] of one more hand of `seat`."""
    ahead = plan["measures"]["lead"] if seat == SEAT_0 else -plan["measures"]["lead"]
    theirs = plan["range"][1 - seat]
    mine = plan["entrant"]
    odds = plan["odds"]
    options = _options(theirs)
    n = np.int64(0)
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        mine["choice"][n] = i
        mine["sum"][n] = 0.0
        for p in range(options):
            my_fate, their_fate = fates(t, public, plan, seat, rows["place"][i], theirs["place"][p])
            odds[p] = ahead + rows["worth"][i, my_fate] - theirs["worth"][p, their_fate]
        for p in range(options):
            odds[p] = probability(odds[p])
        for c in range(theirs["columns"]):
            mine["pay"][c, n] = _mean(odds, theirs, c)
        n += 1
    mine["n"] = n


@compiled
def _share(plan, seat, hands, step):
    """Scale the replies of each hand to shares, and add up how often the range opens with each of its choices."""
    mine = plan["range"][seat]
    part = mine["part"][step]
    for c in range(mine["columns"]):
        part[c] = 0.0
    for a in range(hands):
        first, after = mine["first"][a], mine["first"][a + 1]
        whole = _TINY
        for e in range(first, after):
            whole += mine["reply"][e]
        whole = 1.0 / whole
        for e in range(first, after):
            share = mine["reply"][e] * whole
            mine["reply"][e] = share
            part[mine["column_of"][e]] += share / hands


@leaf
def weight_of(step):
    """How much a round counts in the average up to it: in proportion to its number, from 1."""
    return 2.0 / (step + 2.0)


@compiled
def _learn(plan, seat, step):
    """Add to the options of a seat what they win against the other range in a round."""
    mine = plan["range"][seat]
    other = plan["range"][1 - seat]
    win = mine["win"]
    options = _options(mine)
    for o in range(options):
        win[o] = 0.0
    for c in range(other["columns"]):
        part = other["part"][step, c]
        for o in range(options):
            win[o] += mine["pay"][c, o] * part
    for o in range(options):
        mine["sum"][o] += win[o]
        win[o] += mine["sum"][o]


@compiled
def _play_round(plan, seat, hands, step, temper):
    """One round of the hands of a seat: what they play counts for their mixes, and they learn from the other range."""
    _learn(plan, seat, step)
    mine = plan["range"][seat]
    win, top = mine["win"], mine["top"]
    for a in range(hands):
        best = _NEVER
        for e in range(mine["first"][a], mine["first"][a + 1]):
            best = max(best, win[mine["option_of"][e]])
        top[a] = best
    rate = weight_of(step)
    cold = 1.0 / temper
    entries = mine["first"][hands]
    for e in range(entries):
        mine["mix"][e] += rate * (mine["reply"][e] - mine["mix"][e])
    for e in range(entries):
        mine["reply"][e] = decay((top[mine["hand_of"][e]] - win[mine["option_of"][e]]) * cold)


@compiled
def mix_of(t, public, plan, seat, rows, mind):
    """The mix of a hand that was not sampled, into rows["mix"]: it goes through the rounds of a finished plan."""
    _enter(t, public, plan, seat, rows)
    mine, other = plan["entrant"], plan["range"][1 - seat]
    win, reply, mix = mine["win"], mine["reply"], mine["mix"]
    cold = 1.0 / mind["temper"]
    n = mine["n"]
    for i in range(n):
        reply[i] = 1.0 / n
        mix[i] = 0.0
    for step in range(mind["rounds"]):
        rate = weight_of(step)
        for i in range(n):
            mix[i] += rate * (reply[i] - mix[i])
            win[i] = 0.0
        for c in range(other["columns"]):
            part = other["part"][step, c]
            for i in range(n):
                win[i] += mine["pay"][c, i] * part
        top = _NEVER
        for i in range(n):
            mine["sum"][i] += win[i]
            win[i] += mine["sum"][i]
            top = max(top, win[i])
        whole = _TINY
        for i in range(n):
            reply[i] = decay((top - win[i]) * cold)
            whole += reply[i]
        whole = 1.0 / whole
        for i in range(n):
            reply[i] *= whole
    for i in range(_CHOICES):
        rows["mix"][i] = 0.0
    for i in range(n):
        rows["mix"][mine["choice"][i]] = mix[i]


@compiled
def _tell(plan, seat, hands):
    """Write the mixes into the rows of the hands."""
    mine = plan["range"][seat]
    for a in range(hands):
        mix = plan["rows"][seat][a]["mix"]
        for i in range(_CHOICES):
            mix[i] = 0.0
        for e in range(mine["first"][a], mine["first"][a + 1]):
            mix[mine["choice_in"][mine["column_of"][e]]] = mine["mix"][e]


@compiled
def solve_ranges(t, public, viewer, plan, key, first):
    """Fill a PLAN record for the coming combat, from public information alone, as the player in `viewer` thinks.

    `key` : of the random numbers for the sampled hands, whose numbers begin at `first`.
    """
    out_of_line()
    mind = mind_of(t, viewer, viewer)
    hands = mind["hands"]
    plan["hands"] = hands
    measure(t, public, viewer, plan["measures"])
    choose_verdicts(public, plan)
    for seat in range(2):
        outlook = plan["outlook"][seat]
        look_out(t, public, seat, plan["measures"], _CERTAIN, outlook)
        for a in range(hands):
            hand = guess_hand(t, public, viewer, seat, key, first + a)
            fill_rows(t, public, seat, hand, plan["measures"], outlook, plan["strikes"], plan["rows"][seat][a])
        _list_options(plan, seat, hands)
    _pay(t, public, plan)
    for step in range(mind["rounds"]):
        for seat in range(2):
            _share(plan, seat, hands, step)
        for seat in range(2):
            _play_round(plan, seat, hands, step, mind["temper"])
    for seat in range(2):
        _tell(plan, seat, hands)
    plan["turn"] = public["turn"]
