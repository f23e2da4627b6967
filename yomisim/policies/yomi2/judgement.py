"""What a card in hand and an ability seem to be worth in Yomi 2, in tenths of a life point: rules of thumb."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.verbs import COSTS, VERBS, WINDOW_CODES
from yomisim.kernel.bits import U0, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.rules.access import fighter_of, kit_of
from yomisim.rules.yomi2.zones import copies_of

_DRAW = VERBS["draw"].code
_DRAW_UP_TO = VERBS["draw_up_to"].code
_DISCARD = VERBS["discard"].code
_TAKE = VERBS["take"].code
_STAY = VERBS["stay"].code
_GAIN_METER = VERBS["gain_meter"].code
_LOSE_METER = VERBS["lose_meter"].code
_HEAL = VERBS["heal"].code
_LOSE = VERBS["lose"].code
_DAMAGE = VERBS["damage"].code
_KNOCK_DOWN = VERBS["knock_down"].code
_EDGE = VERBS["edge"].code
_SKIP_MAIN = VERBS["skip_main"].code
_FIRST_HIT = VERBS["first_hit_bonus"].code
_NORMAL_DAMAGE = VERBS["normal_damage"].code
_RETURN_SELF = VERBS["return_self"].code

_COST_LIFE = COSTS["life"].code
_COST_METER = COSTS["meter"].code
_MAIN = WINDOW_CODES["main"]

CARD, METER, DOWN, EDGE, LASTING = (np.int64(x) for x in (20, 25, 50, 25, 50))
_FIRST = np.int64(1)


@leaf
def keep(char, move, hand):
    """What one card of `move` in `hand` is worth: more where it is the only one of its kind."""
    copies = count(hand & copies_of(move))
    if has(char["blocks"], move):
        return np.int64(55)
    if has(char["supers"], move):
        return np.int64(38) - 4 * char["meter_cost"][move]
    if has(char["abilities"], move):
        return np.int64(26)
    if has(char["exchangeable"], move):
        if has(char["normals"], move):
            return 14 + char["damage"][move] // 2 + char["speed"][move] - 5 * (copies - 1)
        return np.int64(26) - 7 * (copies - 1)
    return 22 + char["damage"][move] // 2 + char["speed"][move] // 2 - 3 * (copies - 1)


@compiled
def cheapest(char, moves, hand):
    """Of some moves in hand the one that is missed least."""
    best = lowest(moves)
    moves = without_lowest(moves)
    while moves != U0:
        move = lowest(moves)
        moves = without_lowest(moves)
        if keep(char, move, hand) < keep(char, best, hand):
            best = move
    return best


@compiled
def dearest(char, moves, hand):
    """Of some moves the one that would be worth most in hand."""
    best = lowest(moves)
    moves = without_lowest(moves)
    while moves != U0:
        move = lowest(moves)
        moves = without_lowest(moves)
        if keep_new(char, move, hand) > keep_new(char, best, hand):
            best = move
    return best


@leaf
def keep_new(char, move, hand):
    """What a further card of `move` would be worth in `hand`."""
    copies = count(hand & copies_of(move))
    if has(char["blocks"], move):
        return np.int64(55)
    if has(char["exchangeable"], move):
        if has(char["normals"], move):
            return 14 + char["damage"][move] // 2 + char["speed"][move] - 5 * copies
        return np.int64(26) - 7 * copies
    return keep(char, move, hand)


@compiled
def _verb_worth(t, public, seat, code, n, b):
    """One verb with its number `n` and second column `b`."""
    out_of_line()
    me = fighter_of(public, seat)
    mine = b == 0
    if code == _DRAW:
        return CARD * n if mine else -CARD * n
    if code == _DRAW_UP_TO:
        return CARD * max(n - me["hand_count"], np.int64(0))
    if code == _DISCARD:
        return -CARD * n if mine else CARD * n
    if code == _TAKE:
        return np.int64(28)
    if code == _RETURN_SELF:
        return CARD
    if code == _STAY or code == _SKIP_MAIN:
        return LASTING
    if code == _GAIN_METER:
        return METER * n if mine else -METER * n
    if code == _LOSE_METER:
        return METER * min(n, fighter_of(public, 1 - seat)["meter"])
    if code == _HEAL:
        return 10 * n
    if code == _LOSE:
        return -10 * n if mine else 10 * n
    if code == _DAMAGE:
        return -10 * n if mine else 10 * n
    if code == _KNOCK_DOWN:
        return np.int64(0) if fighter_of(public, 1 - seat)["down"] != 0 else DOWN
    if code == _EDGE:
        return EDGE
    if code == _FIRST_HIT:
        return 5 * n
    if code == _NORMAL_DAMAGE:
        return 10 * n
    return np.int64(2)


@compiled
def ability_worth(t, public, seat, number):
    """An ability of `seat` before it is used: its verbs (of a choice the first part), less its costs."""
    out_of_line()
    ability = kit_of(t, seat)["ability"][number]
    value = np.int64(0)
    for i in range(ability["verbs"]):
        if ability["verb_branch"][i] <= _FIRST:
            value += _verb_worth(t, public, seat, ability["verb"][i, 0], ability["verb"][i, 1], ability["verb"][i, 2])
    for i in range(ability["costs"]):
        code = ability["cost"][i, 0]
        price = np.int64(10) if code == _COST_LIFE else (METER if code == _COST_METER else CARD)
        value -= price * ability["cost"][i, 1]
    return value


@compiled
def branch_worth(t, public, seat, number, branch):
    """The verbs of one alternative of an ability."""
    out_of_line()
    ability = kit_of(t, seat)["ability"][number]
    value = np.int64(0)
    for i in range(ability["verbs"]):
        if ability["verb_branch"][i] == branch:
            value += _verb_worth(t, public, seat, ability["verb"][i, 0], ability["verb"][i, 1], ability["verb"][i, 2])
    return value


@compiled
def card_worth(t, public, seat, move):
    """What playing an ability card does for its owner, less the card."""
    out_of_line()
    value = -CARD
    left = kit_of(t, seat)["at"][_MAIN]
    while left != U0:
        number = lowest(left)
        left = without_lowest(left)
        if has(kit_of(t, seat)["ability"][number]["moves"], move):
            value += ability_worth(t, public, seat, number)
    return value
