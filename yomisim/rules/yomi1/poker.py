"""Poker hands out of the two top cards of a discard pile and up to three cards from hand."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import ACE, JOKER
from yomisim.kernel.bits import U0, bit, count, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi1.zones import rank_cards

STRAIGHT, FLUSH, FULL_HOUSE, FOUR = (np.int64(i) for i in range(1, 5))
_SUIT = np.uint64(0x0001111111111111)


@compiled
def top_two(me):
    """The two top cards of the discard pile, (NO_CARD, NO_CARD) where there are fewer; `me` a FIGHTER record."""
    first = NO_CARD
    second = NO_CARD
    cards = me["discard"]
    if count(cards) < 2:
        return NO_CARD, NO_CARD
    while cards != U0:
        card = lowest(cards)
        cards = without_lowest(cards)
        if first == NO_CARD or me["stamp"][card] > me["stamp"][first]:
            second = first
            first = card
        elif second == NO_CARD or me["stamp"][card] > me["stamp"][second]:
            second = card
    return first, second


@compiled
def _straight(p, q, hand):
    """Whether five ranks in a row hold both p and q (ranks 0 to 12) and the hand the other three."""
    if p == q:
        return False
    for low in range(-1, ACE - 3):
        found_p = False
        found_q = False
        missing = False
        for step in range(5):
            rank = low + step if low + step >= 0 else ACE  # an Ace counts low too
            if rank == p:
                found_p = True
            elif rank == q:
                found_q = True
            elif hand & rank_cards(rank) == U0:
                missing = True
        if found_p and found_q and not missing:
            return True
    return False


@compiled
def poker_hands(first, second, hand):
    """The hands that can be shown, as a set of STRAIGHT, FLUSH, FULL_HOUSE, FOUR, and whether a straight flush is.

    Straights need five in a row, flushes five of a suit, full houses 3 + 2, Jokers are never wild.
    """
    out_of_line()
    found = U0
    if first < 0:
        return found, False
    p = first >> 2
    q = second >> 2
    if p == JOKER or q == JOKER:  # the fifth card of a four of a kind may be anything
        if (p != JOKER and count(hand & rank_cards(p)) >= 3) or (q != JOKER and count(hand & rank_cards(q)) >= 3):
            found |= bit(FOUR)
        return found, False
    same_suit = (first & 3) == (second & 3)
    suited = hand & (_SUIT << np.uint64(first & 3))
    straight_flush = False
    if _straight(p, q, hand):
        found |= bit(STRAIGHT)
        straight_flush = same_suit and _straight(p, q, suited)
    if same_suit and count(suited) >= 3:
        found |= bit(FLUSH)
    with_p = count(hand & rank_cards(p))
    with_q = count(hand & rank_cards(q))
    if p != q:
        if (with_p >= 2 and with_q >= 1) or (with_p >= 1 and with_q >= 2):
            found |= bit(FULL_HOUSE)
        if with_p >= 3 or with_q >= 3:
            found |= bit(FOUR)
    else:
        if with_p >= 2:
            found |= bit(FOUR)
        for rank in range(ACE + 1):
            n = count(hand & rank_cards(rank))
            if rank != p and (n >= 3 or (n >= 2 and with_p >= 1)):
                found |= bit(FULL_HOUSE)
    return found, straight_flush
