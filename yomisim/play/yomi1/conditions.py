"""Whether an ability may be used now: its conditions, its source and its costs. Nothing is changed here."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import CLASS_INNATE, COMBAT_SUIT, KIND_ATTACK, KIND_THROW
from yomisim.cards.yomi1.verbs import CONDITIONS, COSTS, SOURCE_CODES, VERBS, WINDOW_CODES
from yomisim.kernel.bits import U0, bit, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.play.yomi1.windows import could_act
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi1.access import deep_of, fighter, kit_of, own_of
from yomisim.rules.yomi1.poker import poker_hands, top_two

_HAND_AT_MOST = CONDITIONS["hand_at_most"].code
_ONLY_CARD = CONDITIONS["only_card_in_hand"].code
_LIFE_AT_MOST = CONDITIONS["life_at_most"].code
_OWN_KIND = CONDITIONS["own_kind"].code
_THEIR_KIND = CONDITIONS["their_kind"].code
_OWN_SIDES = CONDITIONS["own_sides"].code
_OWN_CARD = CONDITIONS["own_card"].code
_OWN_NORMAL = CONDITIONS["own_normal"].code
_WON = CONDITIONS["won"].code
_NOT_WON = CONDITIONS["not_won"].code
_MARKED = CONDITIONS["marked"].code
_STATUS = CONDITIONS["status"].code
_IN_PLAY = CONDITIONS["in_play"].code
_NOT_IN_PLAY = CONDITIONS["not_in_play"].code
_BLOCK_DAMAGE = CONDITIONS["block_damage_dealt"].code
_ATTACK_DAMAGE = CONDITIONS["attack_damage_dealt"].code
_WAS_HIT = CONDITIONS["opponent_was_hit"].code
_NOT_DOWN = CONDITIONS["not_knocked_down"].code
_SMALLER_HAND = CONDITIONS["smaller_hand"].code
_LOST_TO_ATTACK = CONDITIONS["lost_to_attack"].code
_NOT_HIT = CONDITIONS["opponent_not_hit"].code

_FROM_INNATE = SOURCE_CODES["innate"]
_FROM_HAND = SOURCE_CODES["hand"]
_FROM_COMBAT = SOURCE_CODES["combat"]
_FROM_DISCARD = SOURCE_CODES["discard"]

_HIT = WINDOW_CODES["hit"]
_BLOCK_DRAW = WINDOW_CODES["block_draw"]
_GUARDED = WINDOW_CODES["guarded"]
_ANY = np.int64(0)
_ONE = np.uint64(1)
_POKER = VERBS["poker_hand"].code

_COST_DISCARD = COSTS["discard"].code
_COST_LIFE = COSTS["life"].code


@leaf
def _is_kind(kinds, kind):
    return (kinds >> kind) & 1 != 0


@once
def _holds(t, m, seat, code, number, members):
    """One condition of an ability of `seat`."""
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    if code == _HAND_AT_MOST:
        return me["hand_count"] <= number
    if code == _ONLY_CARD:
        return me["hand_count"] == 1
    if code == _LIFE_AT_MOST:
        return me["life"] <= number
    if code == _OWN_KIND:
        return _is_kind(number, me["locked_kind"])
    if code == _THEIR_KIND:
        return _is_kind(number, other["locked_kind"])
    if code == _OWN_SIDES:
        return me["side"] >= 0 and has(members, me["side"])
    if code == _OWN_CARD:
        return me["card"] >= 0 and has(members, me["card"])
    if code == _OWN_NORMAL:
        return _is_normal(me)
    if code == _WON:
        return me["won"] != 0
    if code == _NOT_WON:
        return me["won"] == 0
    if code == _MARKED:
        return me["mark_before"] != NO_CARD and me["card"] == me["mark_before"]
    if code == _STATUS:
        return (me["status"] >> number) & 1 != 0
    if code == _IN_PLAY:
        return me["in_play"] & members != U0
    if code == _NOT_IN_PLAY:
        return me["in_play"] & members == U0
    if code == _BLOCK_DAMAGE:
        return me["block_damage"] > 0
    if code == _ATTACK_DAMAGE:
        return me["attack_damage"] != 0
    if code == _WAS_HIT:
        return me["landed"] != 0
    if code == _NOT_HIT:
        return me["landed"] == 0
    if code == _NOT_DOWN:
        return me["down_next"] == 0
    if code == _SMALLER_HAND:
        return me["hand_count"] < other["hand_count"]
    if code == _LOST_TO_ATTACK:
        return me["armored"] != 0 and me["down_next"] == 0
    return False


@leaf
def _is_normal(me):
    """Whether the locked move is a normal attack or throw: number cards only carry these."""
    kind = me["locked_kind"]
    return (kind == KIND_ATTACK or kind == KIND_THROW) and (me["side"] >> 2) < 9


@leaf
def payers(m, seat, cards):
    """The cards in hand that can pay a cost with this filter."""
    hand = own_of(m, seat)["hand"]
    if cards == COMBAT_SUIT:
        card = fighter(m, seat)["card"]
        if card < 0:
            return U0
        return hand & (_SUIT << np.uint64(card & 3))
    return hand & cards


_SUIT = np.uint64(0x0001111111111111)  # one suit in all ranks but the Joker


@leaf
def sources(t, m, seat, ability):
    """The cards from which an ability could be used now (for an innate ability any set that is not empty)."""
    me = fighter(m, seat)
    source = ability["source"]
    if source == _FROM_INNATE:
        quiet = me["silenced"] != 0 and ability["class_"] == CLASS_INNATE
        return U0 if quiet and (ability["window"] == _BLOCK_DRAW or ability["window"] == _GUARDED) else bit(_ANY)
    if source == _FROM_HAND:
        return own_of(m, seat)["hand"] & ability["cards"]
    if source == _FROM_COMBAT:
        side = me["last_side"] if ability["window"] == _HIT else me["side"]
        return bit(me["card"] if me["card"] >= 0 else _ANY) if side >= 0 and has(ability["sides"], side) else U0
    if source == _FROM_DISCARD:
        return me["discard"] & ability["cards"] & ~me["used_cards"]
    return me["in_play"] & ability["cards"] & ~me["used_cards"]


@compiled
def _payable(m, seat, ability, own_card):
    """Whether all costs can be paid beside the ability's own card."""
    out_of_line()
    for i in range(ability["costs"]):
        code = np.int64(ability["cost"][i, 0])
        number = np.int64(ability["cost"][i, 1])
        if code == _COST_DISCARD:
            if count(payers(m, seat, ability["cost_cards"][i]) & ~own_card) < number:
                return False
        elif code != _COST_LIFE:
            if deep_of(m, seat)["deck"] == U0:
                return False
    return True


@once
def _may_use(t, m, seat, number):
    """Whether ability `number` of `seat` can be used now, apart from the window."""
    ability = kit_of(t, seat)["ability"][number]
    me = fighter(m, seat)
    if ability["once"] != 0 and (me["used"] >> np.uint64(number)) & _ONE != U0:
        return False
    cards = sources(t, m, seat, ability)
    if cards == U0:
        return False
    for i in range(ability["conditions"]):
        code = np.int64(ability["condition"][i, 0])
        if not _holds(t, m, seat, code, np.int64(ability["condition"][i, 1]), ability["condition_set"][i]):
            return False
    if ability["verbs"] > 0 and ability["verb"][0, 0] == _POKER:
        first, second = top_two(me)
        found, _straight_flush = poker_hands(first, second, own_of(m, seat)["hand"] & ~(cards & (~cards + _ONE)))
        if found == U0:
            return False
    if ability["costs"] > 0:
        # one card of the source is used up; where it is the only one it cannot pay as well
        own_card = cards & (~cards + _ONE) if ability["source"] == _FROM_HAND else U0
        return _payable(m, seat, ability, own_card)
    return True


@compiled
def _options_at(t, m, seat, window):
    """The abilities of `seat` that can be used in a window, for `options_at`."""
    out_of_line()
    left = kit_of(t, seat)["at"][window]
    options = U0
    while left != U0:
        number = lowest(left)
        left = without_lowest(left)
        if _may_use(t, m, seat, number):
            options |= bit(number)
    return options


@leaf
def options_at(t, m, seat, window):
    """The abilities of `seat` that can be used in a window, as a set of numbers."""
    return _options_at(t, m, seat, window) if could_act(t, m, seat, window) else U0
