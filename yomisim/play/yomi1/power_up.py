"""Power up phase: sets of one rank and chains earn Aces, which come from discard pile or deck as the player likes.

The total is settled before the first Ace is taken (rulebook, power up phase). The same search serves Gold Burst.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit
from yomisim.kernel.jit import compiled, once
from yomisim.play.yomi1.steps import end_by_life, pick
from yomisim.policies.codes import ACE_FROM, FROM_DECK, FROM_DISCARD, HAND_LIMIT, PAY, POWER_UP, TAKE
from yomisim.policies.decide import choose
from yomisim.rules.log import emit, emit_2, emit_3
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import char_of, deep_of, fighter, own_of
from yomisim.rules.yomi1.moves import power_ups
from yomisim.rules.yomi1.queries import aces_of
from yomisim.rules.yomi1.state import LAST_CARD
from yomisim.rules.yomi1.zones import add_to_hand, discard_from_hand, rank_cards, shuffle_deck, take_from_deck

#: Aces may be taken from the discard pile too, not from the deck alone.
FROM_BOTH = np.int64(1)


@compiled
def take_aces(t, m, seat, n, from_discard):
    """Take up to `n` Aces; stopping early is a choice only when no Ace is left in the discard pile."""
    me = fighter(m, seat)
    deep = deep_of(m, seat)
    searched = False
    for _ in range(n):
        in_discard = aces_of(me["discard"]) if from_discard != 0 else U0
        in_deck = aces_of(deep["deck"])
        options = U0
        if in_discard != U0:
            options |= bit(FROM_DISCARD)
        else:
            options |= PASS_BIT
        if in_deck != U0:
            options |= bit(FROM_DECK)
        source = choose(t, m, seat, ACE_FROM, options)
        if source == PASS:
            break
        card = pick(t, m, seat, TAKE, in_deck if source == FROM_DECK else in_discard)
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
        if deep["deck"] == U0 and t["rules"]["taking_last_card_ends_game"] != 0:
            end_by_life(m, LAST_CARD)


@once
def power_up(t, m, seat):
    """Pay sets as often as wanted, add what chains have earned, then take the Aces."""
    entitled = np.int64(fighter(m, seat)["aces_earned"])
    while True:
        options = power_ups(own_of(m, seat)["hand"] & ~char_of(t, m, seat)["no_power_up"])
        chosen = choose(t, m, seat, POWER_UP, options)
        if chosen == PASS:
            break
        rank = chosen >> 2
        size = (chosen & 3) + 2
        aces = np.int64(t["rules"]["power_up_aces"][size])
        emit_3(m, events.POWER_UP, seat, rank, size, aces)
        for _ in range(size):
            card = pick(t, m, seat, PAY, own_of(m, seat)["hand"] & rank_cards(rank))
            discard_from_hand(m, seat, card)
            emit_2(m, events.DISCARD, seat, card, events.WHY_POWER_UP)
        entitled += aces
    if entitled > 0:
        take_aces(t, m, seat, entitled, FROM_BOTH)


@once
def hand_limit(t, m, seat):
    """Discard down to the hand limit, if there is one."""
    limit = t["rules"]["hand_limit"]
    if limit > 0:
        while fighter(m, seat)["hand_count"] > limit:
            card = pick(t, m, seat, HAND_LIMIT, own_of(m, seat)["hand"])
            discard_from_hand(m, seat, card)
            emit_2(m, events.DISCARD, seat, card, events.WHY_HAND_LIMIT)
