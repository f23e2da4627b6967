"""Cards going from zone to zone. Every move of a card goes through here, so that counts and stamps stay right."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import CARDS
from yomisim.kernel.bits import U0, bit, count, lowest, select, without_lowest
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.kernel.rng import at, below
from yomisim.kernel.shuffle import SHUFFLE_STRIDE, next_in_order
from yomisim.rules.log import emit_1
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi1.access import fighter, own_of
from yomisim.rules.yomi1.events import LEAVE
from yomisim.rules.yomi1.state import KNOWN

_RANK_BITS = np.uint64(0x0011111111111111)
_ALL = np.uint64((1 << CARDS) - 1)
_BOTTOM = np.uint64(1 << 31)


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
def unseen(me):
    """Cards of FIGHTER record `me` that the other player has not located: in the deck, the hand, or face down."""
    return _ALL & ~(me["discard"] | me["table"] | me["in_play"] | me["removed"] | me["shown"] | me["escrow"])


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
def _raise_sunk(deep, place):
    """Take the card number `place` of those that lie at the bottom (0 is the highest)."""
    card = deep["bottom"][place]
    deep["sunk_n"] -= 1
    for i in range(place, deep["sunk_n"]):
        deep["bottom"][i] = deep["bottom"][i + 1]
    deep["sunk"] &= ~bit(card)
    deep["deck"] &= ~bit(card)
    return card


@once
def next_card(deep):
    """Take the next card off the deck and return it, NO_CARD where the deck is empty.

    What was placed on top comes first, then the shuffled part (kernel.shuffle), then what lies at the bottom.
    """
    deck = deep["deck"]
    if deck == U0:
        return NO_CARD
    if deep["placed"] > 0:
        deep["placed"] -= 1
        card = deep["top"][deep["placed"]]
        deep["deck"] = deck & ~bit(card)
        return card
    if deck == deep["sunk"]:
        return _raise_sunk(deep, np.int64(0))
    card, cursor = next_in_order(deck & ~deep["sunk"], deep["key"], deep["shuffles"], deep["cursor"])
    deep["cursor"] = cursor
    deep["deck"] = deck & ~bit(card)
    return card


@leaf
def forget_drawn(own, card):
    """The top card has left the deck: its owner's knowledge of the deck follows."""
    if own["top_known"] > 0:
        own["top_known"] -= 1
    if own["bottom"] == card:
        own["bottom"] = NO_CARD


@leaf
def shuffle_deck(deep, own):
    """Shuffle: a new order for what is left of the deck, and nobody knows where a card lies."""
    deep["shuffles"] += np.uint64(1)
    deep["cursor"] = U0
    deep["placed"] = 0
    deep["sunk"] = U0
    deep["sunk_n"] = 0
    own["top_known"] = 0
    own["bottom"] = NO_CARD


@compiled
def take_from_deck(deep, card):
    """Take a known card out of the deck, wherever it lies (a search; the caller shuffles)."""
    deep["deck"] &= ~bit(card)
    deep["sunk"] &= ~bit(card)
    if deep["placed"] > 0:
        kept = np.int64(0)
        for i in range(deep["placed"]):
            if deep["top"][i] != card:
                deep["top"][kept] = deep["top"][i]
                kept += 1
        deep["placed"] = kept


@compiled
def put_on_top(deep, own, card, known):
    """Put a card that is in no zone on top of the deck; `known` 1: its owner has seen it."""
    deep["deck"] |= bit(card)
    deep["top"][deep["placed"]] = card
    deep["placed"] += 1
    if known != 0:
        if own["top_known"] == KNOWN:  # the lowest known card is forgotten
            for i in range(KNOWN - 1):
                own["top"][i] = own["top"][i + 1]
            own["top_known"] -= 1
        own["top"][own["top_known"]] = card
        own["top_known"] += 1
    else:
        own["top_known"] = 0


@leaf
def put_at_bottom(deep, own, card):
    """Put a card that is in no zone at the bottom of the deck."""
    deep["deck"] |= bit(card)
    deep["sunk"] |= bit(card)
    deep["bottom"][deep["sunk_n"]] = card
    deep["sunk_n"] += 1
    own["bottom"] = card


@compiled
def bottom_card(deep):
    """The bottom card of the deck, which stays there; NO_CARD where the deck is empty.

    A deck whose order is open has a bottom card from now on: any of the cards without a place is as likely.
    """
    if deep["sunk_n"] > 0:
        return deep["bottom"][deep["sunk_n"] - 1]
    if deep["deck"] == U0:
        return NO_CARD
    loose = deep["deck"]
    for i in range(deep["placed"]):
        loose &= ~bit(deep["top"][i])
    if loose == U0:
        return deep["top"][0]
    h = at(deep["key"], deep["shuffles"] * SHUFFLE_STRIDE + _BOTTOM + np.uint64(count(loose)))
    card = select(loose, below(h, count(loose)))
    deep["sunk"] |= bit(card)
    deep["bottom"][0] = card
    deep["sunk_n"] = 1
    return card


@compiled
def take_bottom(deep, own):
    """Take the bottom card off the deck; NO_CARD where the deck is empty."""
    card = bottom_card(deep)
    if card == NO_CARD:
        return card
    if deep["sunk_n"] > 0:
        return _raise_sunk(deep, deep["sunk_n"] - 1)
    if own["top_known"] == deep["placed"]:  # every placed card is known: the lowest one is not there any more
        own["top_known"] -= 1
        for i in range(own["top_known"]):
            own["top"][i] = own["top"][i + 1]
    deep["placed"] -= 1  # the deck is what was placed, its lowest card goes
    for i in range(deep["placed"]):
        deep["top"][i] = deep["top"][i + 1]
    deep["deck"] &= ~bit(card)
    return card


@leaf
def distinct(char, cards):
    """One card of each kind among `cards`: interchangeable cards of a rank are one choice."""
    return cards & ~(
        ((cards << np.uint64(1)) & char["same_1"])
        | ((cards << np.uint64(2)) & char["same_2"])
        | ((cards << np.uint64(3)) & char["same_3"])
    )


@leaf
def refresh_in_play(t, m, seat):
    """Bring up to date what cards in play change: which record of the character counts, which sides are unlocked."""
    me = fighter(m, seat)
    printed = t["char"][seat][0]
    me["variant"] = 1 if me["in_play"] & printed["changing"] != U0 else 0
    me["usable"] = printed["gated"] if me["in_play"] & printed["unlocking"] != U0 else U0


@compiled
def leave_play(t, m, seat, cards):
    """Cards that stayed in play go to the discard pile."""
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
        stamp(me, card)
        emit_1(m, LEAVE, seat, card)
    refresh_in_play(t, m, seat)
