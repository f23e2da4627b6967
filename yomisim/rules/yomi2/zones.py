"""Cards going from zone to zone, and moves as sets of cards."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import COPIES, MOVES, VARIANT_BITS
from yomisim.kernel.bits import U0, bit, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.kernel.shuffle import next_in_order
from yomisim.rules.access import deep_of, fighter, own_of
from yomisim.rules.log import emit_1
from yomisim.rules.yomi2.events import LEAVE
from yomisim.rules.yomi2.state import STORM_ON

ALL_MOVES = np.uint64((1 << MOVES) - 1)
_SECOND = np.uint64(MOVES)
_THIRD = np.uint64(2 * MOVES)
_COPIES_OF_0 = np.uint64(sum(1 << (MOVES * copy) for copy in range(COPIES)))
_MOVES = np.int64(MOVES)


@leaf
def moves_of(cards):
    """The moves that `cards` carry."""
    return (cards | (cards >> _SECOND) | (cards >> _THIRD)) & ALL_MOVES


@leaf
def pairs_of(cards):
    """The moves of which there are two copies or more."""
    second = cards >> _SECOND
    third = cards >> _THIRD
    return ((cards & second) | (cards & third) | (second & third)) & ALL_MOVES


@leaf
def cards_of(moves):
    """Every card that carries one of `moves`."""
    return moves | (moves << _SECOND) | (moves << _THIRD)


@leaf
def copies_of(move):
    """Every card of one move."""
    return _COPIES_OF_0 << np.uint64(move)


@leaf
def card_of(cards, move):
    """The lowest of `cards` that carries `move` (there must be one)."""
    return lowest(cards & copies_of(move))


@leaf
def move_of(card):
    """The move that a card carries."""
    return np.int64(card) % _MOVES


@leaf
def add_to_hand(m, seat, card):
    """Put a card that is in no zone into the hand."""
    own_of(m, seat)["hand"] |= bit(card)
    fighter(m, seat)["hand_count"] += 1


@leaf
def take_from_hand(m, seat, card):
    """Take a card out of the hand; it is in no zone until the caller puts it somewhere."""
    b = ~bit(card)
    me = fighter(m, seat)
    own_of(m, seat)["hand"] &= b
    me["shown"] &= b
    me["hand_count"] -= 1


@leaf
def to_table(m, seat, card):
    """From hand to the table, where it stays until the end of combat."""
    take_from_hand(m, seat, card)
    fighter(m, seat)["table"] |= bit(card)


@leaf
def discard_from_hand(m, seat, card):
    """From hand to the discard pile."""
    take_from_hand(m, seat, card)
    fighter(m, seat)["discard"] |= bit(card)


@once
def next_card(m, seat):
    """Take the top card off a deck that is not empty; it is in no zone until the caller puts it somewhere."""
    deep = deep_of(m, seat)
    deck = deep["deck"]
    card, cursor = next_in_order(deck, deep["key"], deep["shuffles"], deep["cursor"])
    deep["cursor"] = cursor
    deep["deck"] = deck & ~bit(card)
    return card


@compiled
def refresh_variant(t, m, seat):
    """Bring up to date which record of the character counts, after something came into play or left it."""
    out_of_line()
    me = fighter(m, seat)
    char = t["char"][seat][0]
    variant = np.int64(0)
    for k in range(VARIANT_BITS):
        if me["in_play"] & char["switch_cards"][k] != U0:
            variant |= np.int64(1) << k
    if char["switch_storm"] >= 0 and me["storm"] == STORM_ON:
        variant |= np.int64(1) << char["switch_storm"]
    me["variant"] = variant


@compiled
def leave_play(t, m, seat, cards):
    """Ongoing cards go to the discard pile."""
    out_of_line()
    me = fighter(m, seat)
    cards &= me["in_play"]
    if cards == U0:
        return
    me["in_play"] &= ~cards
    me["discard"] |= cards
    while cards != U0:
        card = lowest(cards)
        cards = without_lowest(cards)
        emit_1(m, LEAVE, seat, card)
    refresh_variant(t, m, seat)
