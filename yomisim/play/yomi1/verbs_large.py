"""Verbs that are small games of their own, named by their mechanics."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import ACE, JACK, JOKER
from yomisim.kernel.bits import U0, bit, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.play.yomi1.steps import end_by_life, lose_life
from yomisim.play.yomi1.verbs_cards import choose_branch
from yomisim.policies.codes import HIT_OR_STAND
from yomisim.policies.decide import choose_apart
from yomisim.rules.log import emit_1
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import deep_of, fighter, own_of
from yomisim.rules.yomi1.poker import poker_hands, top_two
from yomisim.rules.yomi1.state import LAST_CARD
from yomisim.rules.yomi1.zones import add_to_hand, forget_drawn, next_card, stamp

_BUST = 21
_STAND = np.int64(0)
_HIT_OR_STAND = np.uint64(0b11)
_ONLY_STAND = np.uint64(0b01)
#: Alternatives for a total below 21 where the player may have either.
_DAMAGE_OR_CARDS = np.int64(0b110)
_CARDS = np.int64(2)
_NONE = np.int64(0)


@compiled
def poker_hand(t, m, seat, own_card, straight_flush_gives):
    """Show a poker hand; the alternative that it gives, and a second one for a straight flush (else 0)."""
    out_of_line()
    first, second = top_two(fighter(m, seat))
    found, straight_flush = poker_hands(first, second, own_of(m, seat)["hand"] & ~bit(own_card))
    if straight_flush and straight_flush_gives > 1:
        found = np.uint64(0b11110)
    if found == U0:
        return _NONE, _NONE
    branch = choose_branch(t, m, seat, np.int64(found))
    emit_1(m, events.POKER, seat, branch)
    if not straight_flush or straight_flush_gives < 2:
        return branch, _NONE
    other = choose_branch(t, m, seat, np.int64(found & ~bit(branch)))
    emit_1(m, events.POKER, seat, other)
    return branch, other


@compiled
def _total(cards):
    """The best total of a set of cards: faces 10, Aces 1 or 11, a Joker 21."""
    out_of_line()
    total = np.int64(0)
    aces = np.int64(0)
    while cards != U0:
        rank = lowest(cards) >> 2
        cards = without_lowest(cards)
        if rank == JOKER:
            total += 21
        elif rank == ACE:
            total += 1
            aces += 1
        elif rank >= JACK:
            total += 10
        else:
            total += rank + 2
    if aces > 0 and total + 10 <= _BUST:
        total += 10
    return total


@compiled
def blackjack(t, m, seat, take_instead):
    """Turn over cards of the own deck for damage: stop at will, over 21 is nothing, 21 also takes the cards."""
    out_of_line()
    me = fighter(m, seat)
    deep = deep_of(m, seat)
    own = own_of(m, seat)
    me["no_hit_back"] = 1
    turned = U0
    total = np.int64(0)
    while total < _BUST:
        m["public"]["stake_shown"] = total
        options = _HIT_OR_STAND if deep["deck"] != U0 else _ONLY_STAND
        if choose_apart(t, m, seat, HIT_OR_STAND, options) == _STAND:
            break
        card = next_card(deep)
        if card == NO_CARD:
            break
        forget_drawn(own, card)
        turned |= bit(card)
        me["escrow"] |= bit(card)
        total = _total(turned)
        emit_1(m, events.MILL, seat, card)
    emit_1(m, events.BLACKJACK, seat, total)
    takes = total == _BUST
    swaps = False
    if total < _BUST and take_instead != 0:
        swaps = choose_branch(t, m, seat, _DAMAGE_OR_CARDS) == _CARDS
    me["escrow"] &= ~turned
    while turned != U0:
        card = lowest(turned)
        turned = without_lowest(turned)
        if takes or swaps:
            add_to_hand(m, seat, card)
            me["shown"] |= bit(card)
        else:
            me["discard"] |= bit(card)
            stamp(me, card)
    if total <= _BUST and not swaps:
        lose_life(m, 1 - seat, total, events.WHY_ABILITY)
    if deep["deck"] == U0 and t["rules"]["taking_last_card_ends_game"] != 0:
        end_by_life(m, LAST_CARD)
