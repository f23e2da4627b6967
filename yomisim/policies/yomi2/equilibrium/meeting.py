"""What it is worth when one opener meets another: the rules' own verdict, and the log-odds that follow from it."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import KIND_NONE, KIND_PROJECTILE, KIND_STRIKE
from yomisim.kernel.bits import U0, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf
from yomisim.policies.worth import damage_worth
from yomisim.policies.yomi2.equilibrium.rows import NOTHING
from yomisim.policies.yomi2.equilibrium.worth import mind_of
from yomisim.rules.access import char_for, fighter_of
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi2 import resolve
from yomisim.rules.yomi2.queries import haste_of, is_unsafe, speed_under
from yomisim.rules.yomi2.state import NO_MOVE


@leaf
def _speed(t, public, seat, move):
    me = fighter_of(public, seat)
    haste = haste_of(me, fighter_of(public, 1 - seat))
    return speed_under(t["rules"], char_for(t, public, seat), me, move, haste) if move >= 0 else np.int64(0)


@compiled
def judge(t, public, plan, have_0, have_1):
    """Who wins where any of the moves `have_0` of seat 0 meets any of `have_1` of seat 1, into a PLAN record."""
    char_0 = char_for(t, public, np.int64(0))
    char_1 = char_for(t, public, np.int64(1))
    mine = have_0
    while mine != U0:
        i = lowest(mine)
        mine = without_lowest(mine)
        move_0 = i if i < NOTHING else NO_MOVE
        speed_0 = _speed(t, public, np.int64(0), move_0)
        theirs = have_1
        while theirs != U0:
            j = lowest(theirs)
            theirs = without_lowest(theirs)
            move_1 = j if j < NOTHING else NO_MOVE
            speed_1 = _speed(t, public, np.int64(1), move_1)
            winner, way = resolve.resolve(
                t["rules"], char_0, move_0, speed_0, char_1, move_1, speed_1, public["active"]
            )
            plan["winner"][i, j] = winner
            plan["way"][i, j] = way


@leaf
def _kind(char, i):
    return char["kind"][i] if i < NOTHING else KIND_NONE


@leaf
def _blocked(t, public, measures, seat, rows, i, other_rows, j):
    """What `seat` gains by blocking with `i` the attack `j` of the other; both cards may come back."""
    char = char_for(t, public, seat)
    attacker = char_for(t, public, 1 - seat)
    value = rows["back"][i]
    if not has(attacker["lockdown"], j):
        value += t["rules"]["block_draw"] * measures["draw"][seat]
    chip = attacker["block_damage"][j]
    if chip > 0:
        value -= damage_worth(mind_of(t, measures["viewer"], seat), fighter_of(public, seat)["life"], chip)
    if has(attacker["edge_on_block"], j):
        value -= measures["edge"][1 - seat]
    if is_unsafe(attacker, j, char, i):
        value += rows["guard"][i]
    else:
        value -= other_rows["back"][j]
    return value


@leaf
def _dodged(char, rows, i, other_char, other_rows, j):
    """What is gained by dodging with `i` the move `j` of the other."""
    kind = _kind(other_char, j)
    answers = kind == KIND_STRIKE
    if kind == KIND_PROJECTILE and char["counter_damage"][i] > 0:
        answers = has(char["counters_projectiles"], i)
    value = rows["back"][i]
    return value + rows["guard"][i] if answers else value - other_rows["back"][j]


@leaf
def _gained(t, public, measures, way, seat, rows, i, other_rows, j):
    """What the winner `seat` gains and the other loses, beside what both have spent."""
    if way == resolve.BLOCKED:
        return _blocked(t, public, measures, seat, rows, i, other_rows, j)
    if way == resolve.DODGED:
        return _dodged(char_for(t, public, seat), rows, i, char_for(t, public, 1 - seat), other_rows, j)
    if way == resolve.ENDURED:
        return rows["first"][i] - other_rows["gain"][j]
    return rows["gain"][i] + rows["back"][i]


@compiled
def meet(t, public, plan, rows_0, i, rows_1, j):
    """Change of the log-odds that seat 0 wins when its move `i` of `rows_0` meets move `j` of `rows_1`."""
    measures = plan["measures"]
    winner = plan["winner"][i, j]
    way = plan["way"][i, j]
    value = rows_1["spent"][j] - rows_0["spent"][i]
    if winner == NOBODY:
        return value + rows_0["back"][i] - rows_1["back"][j]
    if winner == 0:
        return value + _gained(t, public, measures, way, np.int64(0), rows_0, i, rows_1, j)
    return value - _gained(t, public, measures, way, np.int64(1), rows_1, j, rows_0, i)
