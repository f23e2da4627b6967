"""Verbs that move and show cards."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, count, lowest, select, without_lowest
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.kernel.rng import at, below
from yomisim.play.yomi1.steps import check_life, end_by_life, lose_life, pick_apart
from yomisim.policies.codes import ACE_FROM, BRANCH, DISCARD, FROM_DECK, FROM_DISCARD, MARK, NEXT_ON_DECK, RECLAIM, TAKE
from yomisim.policies.decide import choose_apart
from yomisim.rules.log import emit, emit_1, emit_2
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import char_of, deep_of, fighter, kit_of, own_of
from yomisim.rules.yomi1.state import LAST_CARD
from yomisim.rules.yomi1.zones import (
    add_to_hand,
    bottom_card,
    discard_from_hand,
    distinct,
    forget_drawn,
    next_card,
    put_on_top,
    refresh_in_play,
    shuffle_deck,
    take_bottom,
    take_from_deck,
)

#: Values of a verb's `from` argument.
_DECK, _PILE, _EITHER = 0, 1, 2
_SEEN = np.int64(1)
_RANDOM_SHOW = np.uint64(1 << 40)


@leaf
def note_last_card(t, m, deep):
    """The last card has left the deck without a draw."""
    if deep["deck"] == U0 and t["rules"]["taking_last_card_ends_game"] != 0:
        end_by_life(m, LAST_CARD)


@compiled
def choose_branch(t, m, seat, open_branches):
    """One of the alternatives in the bits of `open_branches` (bit k is alternative k, from 1)."""
    return choose_apart(t, m, seat, BRANCH, np.uint64(open_branches))


@compiled
def discard_cards(t, m, seat, n, cards, may_refuse):
    """Discard `n` cards of a kind from hand; whether there were so many (and the player, where asked, agreed)."""
    out_of_line()
    for _ in range(n):
        there = own_of(m, seat)["hand"] & cards
        if there == U0:
            return False
        options = there if _scripted(m) else _kinds(t, m, seat, there)
        card = choose_apart(t, m, seat, DISCARD, options | PASS_BIT if may_refuse != 0 else options)
        if card == PASS:
            return False
        discard_from_hand(m, seat, card)
        emit_2(m, events.DISCARD, seat, card, events.WHY_ABILITY)
    return True


@compiled
def take_cards(t, m, seat, cards, n, where, optional):
    """Take up to `n` cards of a kind from deck, discard pile or either; a searched deck is shuffled."""
    out_of_line()
    me = fighter(m, seat)
    deep = deep_of(m, seat)
    searched = False
    for _ in range(n):
        in_pile = me["discard"] & cards if where != _DECK else U0
        in_deck = deep["deck"] & cards if where != _PILE else U0
        options = PASS_BIT if optional != 0 or in_pile == U0 else U0
        if in_pile != U0:
            options |= bit(FROM_DISCARD)
        if in_deck != U0:
            options |= bit(FROM_DECK)
        source = choose_apart(t, m, seat, ACE_FROM, options)
        if source == PASS:
            break
        card = pick_apart(t, m, seat, TAKE, in_deck if source == FROM_DECK else in_pile)
        if source == FROM_DECK:
            searched = True
            take_from_deck(deep, card)
        else:
            me["discard"] &= ~bit(card)
        add_to_hand(m, seat, card)
        me["shown"] |= bit(card)
        emit_2(m, events.TAKE, seat, card, np.int64(source == FROM_DECK))
    if searched:
        shuffle_deck(deep, own_of(m, seat))
        emit(m, events.SHUFFLE, seat)
        note_last_card(t, m, deep)


@compiled
def take_bottom_card(t, m, seat):
    """Draw the bottom card."""
    out_of_line()
    deep = deep_of(m, seat)
    card = take_bottom(deep, own_of(m, seat))
    if card == NO_CARD:
        emit_1(m, events.NO_DRAW, seat, events.WHY_ABILITY)
        return
    own_of(m, seat)["bottom"] = NO_CARD
    add_to_hand(m, seat, card)
    emit_2(m, events.DRAW, seat, card, events.WHY_ABILITY)
    if deep["deck"] == U0 and t["rules"]["last_card_ends_game"] != 0:
        end_by_life(m, LAST_CARD)


@compiled
def look_at_bottom(m, seat):
    """The owner learns the bottom card."""
    emit(m, events.LOOK_BOTTOM, seat)
    out_of_line()
    own_of(m, seat)["bottom"] = bottom_card(deep_of(m, seat))


@compiled
def _lay(t, m, seat, cards):
    """Put all of `cards` on the deck; the player names them from the top down."""
    out_of_line()
    order = np.zeros(54, np.int64)
    n = 0
    while cards != U0:
        card = choose_apart(t, m, seat, NEXT_ON_DECK, cards)
        cards &= ~bit(card)
        order[n] = card
        n += 1
    for i in range(n - 1, -1, -1):
        put_on_top(deep_of(m, seat), own_of(m, seat), order[i], _SEEN)


@compiled
def put_cards_on_deck(t, m, seat, n, cards):
    """Up to `n` cards of a kind from the own discard pile on top of the deck; the first named is drawn first."""
    out_of_line()
    me = fighter(m, seat)
    chosen = U0
    order = np.zeros(16, np.int64)
    placed = 0
    while placed < n:
        options = me["discard"] & cards & ~chosen
        options = options if _scripted(m) else _kinds(t, m, seat, options)
        card = choose_apart(t, m, seat, NEXT_ON_DECK, options | PASS_BIT)
        if card == PASS:
            break
        chosen |= bit(card)
        order[placed] = card
        placed += 1
    for i in range(placed - 1, -1, -1):
        me["discard"] &= ~bit(order[i])
        put_on_top(deep_of(m, seat), own_of(m, seat), order[i], _SEEN)
        emit_1(m, events.PUT_ON_DECK, seat, order[i])


@leaf
def _scripted(m):
    return m["script"]["on"] != 0


@leaf
def _kinds(t, m, seat, cards):
    return distinct(char_of(t, m, seat), cards)


@compiled
def look_and_arrange(t, m, seat, cards, take):
    """Look at X top cards, X cards of these kinds lying in the own discard pile; `take` go to hand, the rest back."""
    out_of_line()
    me = fighter(m, seat)
    deep = deep_of(m, seat)
    n = count(me["discard"] & cards)
    seen = U0
    for _ in range(n):
        card = next_card(deep)
        if card == NO_CARD:
            break
        seen |= bit(card)
        forget_drawn(own_of(m, seat), card)
    emit_1(m, events.LOOK, seat, count(seen))
    for _ in range(take):
        if seen != U0:
            card = pick_apart(t, m, seat, TAKE, seen)
            seen &= ~bit(card)
            add_to_hand(m, seat, card)
            emit_2(m, events.DRAW, seat, card, events.WHY_ABILITY)
    _lay(t, m, seat, seen)
    note_last_card(t, m, deep)


@leaf
def show_hand(m, seat):
    """Everybody sees the hand of `seat`."""
    fighter(m, seat)["shown"] = own_of(m, seat)["hand"]
    emit_1(m, events.SHOW, seat, NO_CARD)


@compiled
def show_random(m, seat):
    """A random card of `seat`'s hand is shown; without a card there is no rank."""
    out_of_line()
    hand = own_of(m, seat)["hand"]
    if hand == U0:
        m["public"]["rank_shown"] = NO_CARD
        return
    which = np.uint64(1 + (seat ^ m["flip"])) + (np.uint64(fighter(m, 1 - seat)["clock"]) << np.uint64(2))
    place = np.uint64(m["public"]["turn"]) + _RANDOM_SHOW * which
    h = at(m["coin_key"], place)
    card = select(hand, below(h, count(hand)))
    fighter(m, seat)["shown"] |= bit(card)
    m["public"]["rank_shown"] = card >> 2
    emit_1(m, events.SHOW, seat, card)


@compiled
def mark_card(t, m, seat):
    """Show a card from hand; `marked` asks for it next turn."""
    out_of_line()
    hand = own_of(m, seat)["hand"]
    if hand != U0:
        card = pick_apart(t, m, seat, MARK, hand)
        me = fighter(m, seat)
        me["mark"] = card
        me["shown"] |= bit(card)
        emit_1(m, events.SHOW, seat, card)


@compiled
def return_source(m, seat, card):
    """The ability's card goes back to hand from wherever it lies."""
    out_of_line()
    me = fighter(m, seat)
    b = bit(card)
    me["table"] &= ~b
    me["discard"] &= ~b
    me["escrow"] &= ~b
    add_to_hand(m, seat, card)
    me["shown"] |= b
    emit_1(m, events.RETURN_CARD, seat, card)


@compiled
def stay_in_play(t, m, seat, card):
    """The ability's card stays in play."""
    out_of_line()
    me = fighter(m, seat)
    b = bit(card)
    me["table"] &= ~b
    me["escrow"] &= ~b
    me["in_play"] |= b
    me["no_return"] = 1
    refresh_in_play(t, m, seat)
    emit_1(m, events.STAY, seat, card)


@compiled
def reclaim(t, m, seat, number):
    """Take back cards of the combo, each at the price of its rank in life."""
    out_of_line()
    ability = kit_of(t, seat)["ability"][number]
    me = fighter(m, seat)
    while m["over"] == 0:
        cards = me["table"]
        for_sale = U0
        while cards != U0:
            card = lowest(cards)
            cards = without_lowest(cards)
            if ability["by_rank"][card >> 2] >= 0:
                for_sale |= bit(card)
        options = for_sale if _scripted(m) else _kinds(t, m, seat, for_sale)
        card = choose_apart(t, m, seat, RECLAIM, options | PASS_BIT)
        if card == PASS:
            return
        me["table"] &= ~bit(card)
        add_to_hand(m, seat, card)
        me["shown"] |= bit(card)
        emit_1(m, events.RETURN_CARD, seat, card)
        lose_life(m, seat, np.int64(ability["by_rank"][card >> 2]), events.WHY_COST)
        check_life(t, m)


@compiled
def return_cards(m, seat, cards):
    """All cards of a kind that were used in the combo go back to hand."""
    out_of_line()
    me = fighter(m, seat)
    back = me["table"] & cards
    while back != U0:
        card = lowest(back)
        back = without_lowest(back)
        me["table"] &= ~bit(card)
        add_to_hand(m, seat, card)
        me["shown"] |= bit(card)
        emit_1(m, events.RETURN_CARD, seat, card)
