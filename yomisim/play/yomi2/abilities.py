"""Using abilities: who may act in a window, paying, and then the verbs.

In a window each ability is used at most once; those that happen by themselves come in the order of the kit.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi2.tables import TABLE
from yomisim.cards.yomi2.verbs import COSTS, SOURCE_CODES, WINDOW_CODES
from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, lowest, without_lowest
from yomisim.kernel.door import address_of
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.play.yomi2.conditions import abilities_at, sources
from yomisim.play.yomi2.steps import check_life, lose_life, pay_meter
from yomisim.play.yomi2.verbs import run_verbs
from yomisim.play.yomi2.windows import ASK_CARDS
from yomisim.policies.codes import ABILITY, PAY
from yomisim.policies.yomi2.decide import choose_apart
from yomisim.rules.access import fighter, kit_of, own_of
from yomisim.rules.log import emit_2
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.state import MATCH, NO_MOVE
from yomisim.rules.yomi2.zones import card_of, cards_of, discard_from_hand, move_of, moves_of

_FROM_HAND = SOURCE_CODES["hand"]
_FROM_MOVE = SOURCE_CODES["move"]
_FROM_PLAY = SOURCE_CODES["play"]
_COST_DISCARD = COSTS["discard"].code
_COST_LIFE = COSTS["life"].code
_MAIN = WINDOW_CODES["main"]
_DONE = np.int64(0)


@compiled
def _pay(t, m, seat, ability, i):
    """Cost number `i` of an ability."""
    out_of_line()
    code = ability["cost"][i, 0]
    amount = ability["cost"][i, 1]
    if code == _COST_DISCARD:
        for _ in range(amount):
            hand = own_of(m, seat)["hand"]
            options = moves_of(hand & cards_of(ability["cost_moves"][i]))
            card = card_of(hand, choose_apart(t, m, seat, PAY, options))
            discard_from_hand(m, seat, card)
            emit_2(m, events.DISCARD, seat, card, events.WHY_COST)
    elif code == _COST_LIFE:
        lose_life(m, seat, amount, events.WHY_COST)
        check_life(t, m)
    else:
        pay_meter(m, seat, amount, events.WHY_COST)


@compiled
def _card_of_source(t, m, seat, ability):
    """The card that an ability comes from: in play, or the move of this window; NO_CARD for one of the character."""
    out_of_line()
    me = fighter(m, seat)
    source = ability["source"]
    if source == _FROM_PLAY:
        return lowest(sources(t, m, seat, ability))
    if source == _FROM_HAND:
        return me["last_card"]
    if source == _FROM_MOVE:
        card = me["last_card"]
        return card if card != NO_CARD and me["last_move"] != NO_MOVE else me["card"]
    return NO_CARD


@compiled
def _use(t, m, seat, number):
    """Costs are paid, then the verbs run."""
    out_of_line()
    ability = kit_of(t, seat)["ability"][number]
    card = _card_of_source(t, m, seat, ability)
    m["public"]["announced"] = number
    emit_2(m, events.ABILITY, seat, number, move_of(card) if card != NO_CARD else NO_MOVE)
    for i in range(ability["costs"]):
        _pay(t, m, seat, ability, i)
    if m["over"] == 0:
        run_verbs(t, m, seat, number, card)
    if m["over"] == 0:
        check_life(t, m)


@compiled
def _playable_cards(t, m, seat):
    """Ability cards in hand of which at least one ability of the main phase can be used, as a set of moves."""
    out_of_line()
    me = fighter(m, seat)
    own = own_of(m, seat)
    hand = own["hand"]
    left = moves_of(hand) & kit_of(t, seat)["moves"][_MAIN]
    found = U0
    me["hand_count"] -= 1  # the card that is played is not in hand any more when its conditions and costs count
    while left != U0:
        move = lowest(left)
        left = without_lowest(left)
        me["last_move"] = move
        own["hand"] = hand & ~bit(card_of(hand, move))
        if abilities_at(t, m, seat, _MAIN, U0) != U0:
            found |= bit(move)
    me["last_move"] = NO_MOVE
    me["hand_count"] += 1
    own["hand"] = hand
    return np.int64(found)


def act_in_window(t, m, seat, window):
    """`seat` uses what it can and likes in a window; 0. For ASK_CARDS: ability cards that can be played."""
    if window == ASK_CARDS:
        return _playable_cards(t, m, seat)
    done = U0
    while m["over"] == 0:
        options = abilities_at(t, m, seat, window, done)
        if options == U0:
            break
        number = PASS
        left = options
        while left != U0 and number == PASS:
            if kit_of(t, seat)["ability"][lowest(left)]["optional"] == 0:
                number = lowest(left)
            left = without_lowest(left)
        if number == PASS:
            number = choose_apart(t, m, seat, ABILITY, options | PASS_BIT)
            if number == PASS:
                break
        done |= bit(number)
        _use(t, m, seat, number)
    return _DONE


@functools.cache
def abilities_address() -> Any:
    """Where `act_in_window` lies in memory; compiled or loaded from the cache on first use."""
    return address_of(act_in_window, TABLE, MATCH, np.int64, np.int64)
