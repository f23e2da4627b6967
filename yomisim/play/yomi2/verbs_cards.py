"""Verbs that move cards."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, has
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.play.yomi2.steps import change_hand, receive
from yomisim.policies.codes import BRANCH, DISCARD, TAKE
from yomisim.policies.yomi2.decide import choose_apart
from yomisim.rules.access import fighter, own_of
from yomisim.rules.log import emit_1, emit_2
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.zones import card_of, cards_of, discard_from_hand, moves_of, refresh_variant


@compiled
def choose_branch(t, m, seat, n):
    """One of `n` alternatives, counted from 1."""
    return choose_apart(t, m, seat, BRANCH, (np.uint64(1) << np.uint64(n + 1)) - np.uint64(2))


@compiled
def discard_cards(t, m, seat, n, moves, may_refuse):
    """`seat` discards `n` cards of some moves; whether there were so many (and he, where asked, agreed)."""
    out_of_line()
    if fighter(m, seat)["sheet"] != 0:
        change_hand(m, seat, -n, events.WHY_ABILITY)
        return True
    for _ in range(n):
        hand = own_of(m, seat)["hand"]
        options = moves_of(hand & cards_of(moves))
        if options == U0:
            return False
        move = choose_apart(t, m, seat, DISCARD, options | PASS_BIT if may_refuse != 0 else options)
        if move == PASS:
            return False
        card = card_of(hand, move)
        discard_from_hand(m, seat, card)
        emit_2(m, events.DISCARD, seat, card, events.WHY_ABILITY)
    return True


@compiled
def take_cards(t, m, seat, moves, n, optional):
    """Take up to `n` cards of some moves from the own discard pile."""
    out_of_line()
    me = fighter(m, seat)
    for _ in range(n):
        options = moves_of(me["discard"] & cards_of(moves))
        if options == U0:
            return
        move = choose_apart(t, m, seat, TAKE, options | PASS_BIT if optional != 0 else options)
        if move == PASS:
            return
        card = card_of(me["discard"], move)
        me["discard"] &= ~bit(card)
        if receive(t, m, seat, card, events.WHY_ABILITY):
            me["shown"] |= bit(card)
            emit_1(m, events.TAKE, seat, card)


@leaf
def _pick_up(m, seat, card):
    """Take the source of an ability from where it lies; whether it was there."""
    me = fighter(m, seat)
    if card == NO_CARD:
        return False
    if has(me["table"], card):
        me["table"] &= ~bit(card)
        return True
    if has(me["in_play"], card):
        me["in_play"] &= ~bit(card)
        return True
    return False


@compiled
def return_source(t, m, seat, card):
    """The ability's card goes to hand."""
    out_of_line()
    if _pick_up(m, seat, card):
        if receive(t, m, seat, card, events.WHY_ABILITY):
            fighter(m, seat)["shown"] |= bit(card)
            emit_1(m, events.RETURN_CARD, seat, card)
        refresh_variant(t, m, seat)


@compiled
def remove_source(t, m, seat, card):
    """The ability's card leaves the game."""
    out_of_line()
    if _pick_up(m, seat, card):
        fighter(m, seat)["removed"] |= bit(card)
        emit_1(m, events.REMOVE, seat, card)
        refresh_variant(t, m, seat)


@compiled
def stay_in_play(t, m, seat, card, combats):
    """The ability's card stays in play for so many combats, this turn's among them; 0: without limit."""
    out_of_line()
    me = fighter(m, seat)
    if card == NO_CARD or not has(me["table"], card):
        return
    me["table"] &= ~bit(card)
    me["in_play"] |= bit(card)
    me["until"][card] = m["public"]["turn"] + combats - 1 if combats > 0 else 0
    emit_2(m, events.STAY, seat, card, me["until"][card])
    refresh_variant(t, m, seat)
