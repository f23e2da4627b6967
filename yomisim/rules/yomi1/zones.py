"""Cards going from zone to zone. Every move of a card goes through here, so that counts and stamps stay right."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import CARDS
from yomisim.kernel.bits import U0, bit, has
from yomisim.kernel.jit import compiled, leaf
from yomisim.kernel.rng import at
from yomisim.rules.yomi1.access import fighter, own_of
from yomisim.rules.yomi1.state import NO_CARD

_RANK_BITS = np.uint64(0x0011111111111111)
_U3 = np.uint64(3)
_U6 = np.uint64(6)
_U7 = np.uint64(7)
_U63 = np.uint64(63)
_SHUFFLE_STRIDE = np.uint64(1 << 32)


@leaf
def ranks_of(cards):
    """Set with the member 4 * rank for every rank among `cards`."""
    x = cards | (cards >> np.uint64(1))
    return (x | (x >> np.uint64(2))) & _RANK_BITS


@leaf
def sides_of(cards):
    """Both sides of every rank among `cards`, in side space."""
    x = ranks_of(cards)
    return x | (x << np.uint64(1))


@leaf
def rank_cards(rank):
    """The cards of a rank that a deck could hold, in card space."""
    return (np.uint64(15) << np.uint64(4 * rank)) & np.uint64((1 << CARDS) - 1)


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
def stamp(me, card):
    """Note that `card` was put down now: it lies above all that were put down before."""
    clock = me["clock"] + 1
    me["clock"] = clock
    me["stamp"][card] = clock


@leaf
def to_table(m, seat, card):
    """From hand to the table, where it stays until the end of combat."""
    take_from_hand(m, seat, card)
    me = fighter(m, seat)
    me["table"] |= bit(card)
    stamp(me, card)


@leaf
def discard_from_hand(m, seat, card):
    """From hand to the discard pile."""
    take_from_hand(m, seat, card)
    me = fighter(m, seat)
    me["discard"] |= bit(card)
    stamp(me, card)


@compiled
def next_card(deep):
    """Take the next card off the deck and return it, NO_CARD where the deck is empty.

    The order of a shuffled deck is the order of first appearance in an endless random sequence of numbers 0 to 63
    that belongs to game, seat and shuffle: a uniform permutation of which only the drawn part is ever computed, and
    in which the others keep their order when a card is taken out.
    """
    deck = deep["deck"]
    if deck == U0:
        return NO_CARD
    if deep["placed"] > 0:
        deep["placed"] -= 1
        card = np.int64(deep["top"][deep["placed"]])
        deep["deck"] = deck & ~bit(card)
        return card
    cursor = np.uint64(deep["cursor"])
    base = np.uint64(deep["shuffles"]) * _SHUFFLE_STRIDE
    while True:
        # eight candidates of six bits in each hash
        h = at(deep["key"], base + (cursor >> _U3)) >> (_U6 * (cursor & _U7))
        left = np.int64(_U7 - (cursor & _U7)) + 1
        for _ in range(left):
            card = np.int64(h & _U63)
            h >>= _U6
            cursor += np.uint64(1)
            if has(deck, card):
                deep["cursor"] = np.uint32(cursor)
                deep["deck"] = deck & ~bit(card)
                return card


@leaf
def shuffle_deck(deep):
    """Shuffle: a new order for what is left of the deck, placed cards included."""
    deep["shuffles"] += 1
    deep["cursor"] = 0
    deep["placed"] = 0


@compiled
def take_from_deck(deep, card):
    """Take a known card out of the deck, wherever it lies (a search; the caller shuffles)."""
    deep["deck"] &= ~bit(card)
    if deep["placed"] > 0:
        kept = 0
        for i in range(deep["placed"]):
            if deep["top"][i] != card:
                deep["top"][kept] = deep["top"][i]
                kept += 1
        deep["placed"] = kept


@leaf
def distinct(char, cards):
    """One card of each kind among `cards`: interchangeable cards of a rank are one choice."""
    return cards & ~(
        ((cards << np.uint64(1)) & char["same_1"])
        | ((cards << np.uint64(2)) & char["same_2"])
        | ((cards << np.uint64(3)) & char["same_3"])
    )
