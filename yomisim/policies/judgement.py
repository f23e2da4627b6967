"""What an ability seems to be worth, from its verbs alone, in tenths of a life point.

What cards, Aces, knockdowns and cards in play count is the caller's (a PRICES record), and what it is worth to change
the two revealed moves, if the caller knows; else these verbs are judged by what the outcome becomes. The rest are rules
of thumb.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import KIND_ATTACK, KIND_BLOCK, KIND_DODGE, KIND_JOKER, KIND_THROW
from yomisim.cards.yomi1.verbs import COSTS, SOURCE_CODES, VERBS
from yomisim.kernel.bits import count, has
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.rules.yomi1 import queries, resolve
from yomisim.rules.yomi1.access import char_for, fighter_of, kit_of

_DRAW = VERBS["draw"].code
_DRAW_BOTTOM = VERBS["draw_bottom"].code
_DISCARD = VERBS["discard"].code
_TAKE = VERBS["take"].code
_STAY = VERBS["stay"].code
_HEAL = VERBS["heal"].code
_LOSE = VERBS["lose"].code
_DAMAGE = VERBS["damage"].code
_ROTATE = VERBS["rotate"].code
_SPEED = VERBS["speed"].code
_NORMAL_DAMAGE = VERBS["normal_damage"].code
_ENDERS_ONLY = VERBS["enders_only"].code
_FORBID_ACES = VERBS["forbid_aces"].code
_NAME_KIND = VERBS["name_kind"].code
_KNOCK_DOWN = VERBS["knock_down"].code
_STAND_UP = VERBS["stand_up"].code
_STRIKE = VERBS["strike_again"].code
_POKER = VERBS["poker_hand"].code
_BLACKJACK = VERBS["blackjack"].code
_RETURN_COMBO = VERBS["return_combo"].code
_RETURN_CARDS = VERBS["return_cards"].code
_RETURN_SELF = VERBS["return_self"].code
_MARK = VERBS["mark"].code
_LOOK = VERBS["look"].code
_PUT_ON_DECK = VERBS["put_on_deck"].code
_REVEAL_RANDOM = VERBS["reveal_random"].code

_COST_DISCARD = COSTS["discard"].code
_COST_LIFE = COSTS["life"].code
_FROM_HAND = SOURCE_CODES["hand"]
_NO_BRANCH, _FIRST, _UNKNOWN = np.int64(0), np.int64(1), np.int64(-1)


@compiled
def outcome(t, public, prices, seat, side, bonus):
    """Worth of the two revealed moves for `seat` if it had revealed `side`, with `bonus` added to its speed."""
    out_of_line()
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    mine = char_for(t, public, seat)
    theirs = char_for(t, public, 1 - seat)
    kind = queries.kind_of(mine, side)
    their_kind = other["locked_kind"]
    if other["side"] < 0:
        return np.int64(0)
    speed = np.int64(mine["speed"][side]) + me["speed_bonus"] + bonus
    their_speed = queries.speed_of(t["rules"], theirs, other, other["side"])
    guard = kind != KIND_DODGE or me["down"] == 0
    their_guard = their_kind != KIND_DODGE or other["down"] == 0
    winner, way = resolve.resolve(kind, their_kind, speed, their_speed, guard, their_guard, False, False)
    value = np.int64(0)
    if way == resolve.BOTH:
        value = 10 * (np.int64(mine["damage"][side]) - np.int64(theirs["damage"][other["side"]]))
    elif way != resolve.NOTHING and winner == 0:
        if kind == KIND_ATTACK or kind == KIND_THROW:
            value = 10 * np.int64(mine["damage"][side]) + (prices["down"] if has(mine["knockdown"], side) else 15)
        else:
            value = (
                2 * prices["ace"]
                if kind == KIND_JOKER
                else (2 * prices["card"] if kind == KIND_BLOCK else np.int64(60))
            )
    elif way != resolve.NOTHING:
        if their_kind == KIND_ATTACK or their_kind == KIND_THROW:
            value = -10 * np.int64(theirs["damage"][other["side"]]) - 15
        else:
            value = -2 * prices["card"]
    return value


@compiled
def _verb_worth(t, public, prices, seat, code, n, b):
    """One verb with its number `n` and second column `b`."""
    out_of_line()
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    if code == _DRAW:
        return prices["card"] * n if b == 0 else -prices["card"] * n
    if code == _DRAW_BOTTOM or code == _RETURN_SELF:
        return prices["card"]
    if code == _DISCARD:
        return -(prices["spent"] * n * 5) // 6
    if code == _TAKE:
        return (prices["card"] + 10) * n
    if code == _STAY:
        return prices["stay"]
    if code == _ENDERS_ONLY:
        return prices["enders"] if prices["known"] != 0 else np.int64(30)
    if code == _HEAL:
        return 10 * n
    if code == _LOSE:
        return -10 * n if b == 0 else 10 * n
    if code == _DAMAGE:
        return 10 * n
    if code == _NORMAL_DAMAGE:
        return 15 * n if me["locked_kind"] == KIND_ATTACK else np.int64(0)
    if code == _FORBID_ACES:
        return np.int64(-10)
    if code == _NAME_KIND:
        return 3 * n
    if code == _KNOCK_DOWN:
        return prices["down"]
    if code == _STAND_UP:
        return np.int64(-prices["down"] if other["down"] != 0 else 0)
    if code == _ROTATE and prices["known"] != 0:
        return prices["turned"]
    if code == _ROTATE:
        if me["side"] < 0:
            return np.int64(0)
        turned = outcome(t, public, prices, seat, me["side"] ^ np.int64(1), np.int64(0))
        return turned - outcome(t, public, prices, seat, me["side"], np.int64(0))
    if code == _SPEED and b == 0 and prices["known"] != 0:
        return prices["faster"]
    if code == _STRIKE and prices["known"] != 0:
        return prices["strike"]
    if code == _SPEED:
        if b == 0 and me["side"] >= 0:
            faster = outcome(t, public, prices, seat, me["side"], n)
            return faster - outcome(t, public, prices, seat, me["side"], np.int64(0))
        return np.int64(20)
    if code == _STRIKE or code == _POKER or code == _BLACKJACK:
        return np.int64(60)
    if code == _RETURN_COMBO or code == _RETURN_CARDS or code == _PUT_ON_DECK:
        return np.int64(25)
    if code == _MARK or code == _LOOK or code == _REVEAL_RANDOM:
        return np.int64(8)
    return np.int64(2)


@leaf
def _share(when, shown):
    """How much of a verb counts that asks for the rank of a shown card, in fourteenths: all or nothing where the card
    is known, else by the number of ranks."""
    if when == 0:
        return np.int64(14)
    if shown < 0:
        return count(np.uint64(when))
    return np.int64(14) if (when >> shown) & 1 != 0 else np.int64(0)


@compiled
def branch_worth(t, public, prices, seat, number, branch, shown):
    """The verbs of one alternative of an ability (0: those of none); `shown` is the rank of a shown card or -1."""
    out_of_line()
    ability = kit_of(t, seat)["ability"][number]
    value = np.int64(0)
    for i in range(ability["verbs"]):
        if np.int64(ability["verb_branch"][i]) == branch:
            share = _share(np.int64(ability["verb_when"][i]), shown)
            if share > 0:
                code = np.int64(ability["verb"][i, 0])
                n = np.int64(ability["verb"][i, 1])
                b = np.int64(ability["verb"][i, 2])
                value += _verb_worth(t, public, prices, seat, code, n, b) * share
    return value // 14


@compiled
def ability_worth(t, public, prices, seat, number):
    """An ability of `seat` before it is used: its verbs (of a choice the first part), less its costs and its card."""
    out_of_line()
    ability = kit_of(t, seat)["ability"][number]
    value = branch_worth(t, public, prices, seat, number, _NO_BRANCH, _UNKNOWN)
    value += max(_NO_BRANCH, branch_worth(t, public, prices, seat, number, _FIRST, _UNKNOWN))
    for i in range(ability["costs"]):
        code = np.int64(ability["cost"][i, 0])
        if code == _COST_DISCARD:
            value -= prices["card"] * np.int64(ability["cost"][i, 1])
        elif code == _COST_LIFE:
            value -= 10 * np.int64(ability["cost"][i, 1])
    if ability["source"] == _FROM_HAND:
        value -= prices["spent"]
    return value
