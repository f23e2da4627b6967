"""Whether an ability may be used now: its conditions, its source and its costs. Nothing is changed here."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.verbs import CONDITIONS, COSTS, SOURCE_CODES, WINDOW_CODES
from yomisim.kernel.bits import U0, bit, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.play.yomi2.windows import could_act, move_in
from yomisim.rules.access import char_of, fighter, kit_of, own_of
from yomisim.rules.yomi2.state import NO_MOVE, STORM_ON
from yomisim.rules.yomi2.zones import cards_of

_OWN_TURN = CONDITIONS["own_turn"].code
_THEIR_TURN = CONDITIONS["their_turn"].code
_HAND_AT_MOST = CONDITIONS["hand_at_most"].code
_HAND_AT_LEAST = CONDITIONS["hand_at_least"].code
_LIFE_AT_MOST = CONDITIONS["life_at_most"].code
_LIFE_AT_LEAST = CONDITIONS["life_at_least"].code
_METER_AT_LEAST = CONDITIONS["meter_at_least"].code
_OWN_KIND = CONDITIONS["own_kind"].code
_THEIR_KIND = CONDITIONS["their_kind"].code
_OWN_MOVES = CONDITIONS["own_moves"].code
_ALL_IN_DISCARD = CONDITIONS["all_in_discard"].code
_AS_OPENER = CONDITIONS["as_opener"].code
_STATUS = CONDITIONS["status"].code
_NOT_STATUS = CONDITIONS["not_status"].code
_WAS_HIT = CONDITIONS["was_hit"].code
_NOT_HIT = CONDITIONS["not_hit"].code
_HIT_OPPONENT = CONDITIONS["hit_opponent"].code
_NOT_HIT_OPPONENT = CONDITIONS["not_hit_opponent"].code
_OPPONENT_DOWN = CONDITIONS["opponent_knocked_down"].code
_DOWN = CONDITIONS["knocked_down"].code
_HAS_EDGE = CONDITIONS["has_edge"].code
_SMALLER_HAND = CONDITIONS["smaller_hand"].code

_FROM_INNATE = SOURCE_CODES["innate"]
_FROM_PLAY = SOURCE_CODES["play"]
_FROM_STORM = SOURCE_CODES["storm"]

_COST_DISCARD = COSTS["discard"].code
_COST_METER = COSTS["meter"].code
_MAIN = WINDOW_CODES["main"]
_ANY = np.uint64(1)


@leaf
def opened_kind(t, m, seat):
    """KIND_... of what counts as opened with, as a bit; 0 where there is no opener."""
    move = fighter(m, seat)["opener"]
    return np.int64(1) << char_of(t, m, seat)["kind"][move] if move != NO_MOVE else np.int64(0)


@once
def _holds(t, m, seat, code, number, moves):
    """One condition of an ability of `seat`."""
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    if code == _OWN_TURN:
        return m["public"]["active"] == seat
    if code == _THEIR_TURN:
        return m["public"]["active"] != seat
    if code == _HAND_AT_MOST:
        return me["hand_count"] <= number
    if code == _HAND_AT_LEAST:
        return me["hand_count"] >= number
    if code == _LIFE_AT_MOST:
        return me["life"] <= number
    if code == _LIFE_AT_LEAST:
        return me["life"] >= number
    if code == _METER_AT_LEAST:
        return me["meter"] >= number
    if code == _OWN_KIND:
        return opened_kind(t, m, seat) & number != 0
    if code == _THEIR_KIND:
        return opened_kind(t, m, np.int64(1 - seat)) & number != 0
    if code == _OWN_MOVES:
        return me["opener"] != NO_MOVE and has(moves, me["opener"])
    if code == _ALL_IN_DISCARD:
        return cards_of(moves) & char_of(t, m, seat)["cards"] & ~me["discard"] == U0
    if code == _AS_OPENER:
        return me["last_card"] == me["card"]
    if code == _STATUS:
        return (me["status"] >> number) & 1 != 0
    if code == _NOT_STATUS:
        return (me["status"] >> number) & 1 == 0
    if code == _WAS_HIT:
        return me["was_hit"] != 0
    if code == _NOT_HIT:
        return me["was_hit"] == 0
    if code == _HIT_OPPONENT:
        return other["was_hit"] != 0
    if code == _NOT_HIT_OPPONENT:
        return other["was_hit"] == 0
    if code == _OPPONENT_DOWN:
        return other["down_next"] != 0
    if code == _DOWN:
        return me["down"] != 0
    if code == _HAS_EDGE:
        return me["edge"] != 0 and other["edge"] == 0
    if code == _SMALLER_HAND:
        return me["hand_count"] < other["hand_count"]
    return False


@leaf
def sources(t, m, seat, ability):
    """The cards from which an ability could be used now; for one that comes from no card any set that is not empty."""
    me = fighter(m, seat)
    source = ability["source"]
    if source == _FROM_INNATE:
        return _ANY
    if source == _FROM_STORM:
        return _ANY if me["storm"] == STORM_ON else U0
    if source == _FROM_PLAY:
        return me["in_play"] & cards_of(ability["moves"])
    # the move that is played, lands or opened; in the main phase the ability card
    window = ability["window"]
    move = me["last_move"] if window == _MAIN else move_in(me, window)
    return _ANY if move != NO_MOVE and has(ability["moves"], move) else U0


@compiled
def _payable(m, seat, ability):
    """Whether all costs can be paid."""
    out_of_line()
    for i in range(ability["costs"]):
        code = ability["cost"][i, 0]
        number = ability["cost"][i, 1]
        if code == _COST_DISCARD:
            if count(own_of(m, seat)["hand"] & cards_of(ability["cost_moves"][i])) < number:
                return False
        elif code == _COST_METER and fighter(m, seat)["meter"] < number:
            return False
    return True


@once
def _may_use(t, m, seat, number):
    """Whether ability `number` of `seat` can be used now, apart from the window."""
    ability = kit_of(t, seat)["ability"][number]
    if sources(t, m, seat, ability) == U0:
        return False
    for i in range(ability["conditions"]):
        code = ability["condition"][i, 0]
        if not _holds(t, m, seat, code, ability["condition"][i, 1], ability["condition_moves"][i]):
            return False
    return ability["costs"] == 0 or _payable(m, seat, ability)


@compiled
def abilities_at(t, m, seat, window, done):
    """The abilities of `seat` that can be used in a window, without those in `done`, as a set of numbers."""
    out_of_line()
    if window != _MAIN and not could_act(t, m, seat, window):
        return U0
    left = kit_of(t, seat)["at"][window] & ~done
    options = U0
    while left != U0:
        number = lowest(left)
        left = without_lowest(left)
        if _may_use(t, m, seat, number):
            options |= bit(number)
    return options
