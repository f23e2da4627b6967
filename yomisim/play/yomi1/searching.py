"""A card is taken out of deck or discard pile by its face; a deck that was searched is shuffled."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, bit
from yomisim.kernel.jit import leaf
from yomisim.play.yomi1.steps import end_by_life
from yomisim.policies.codes import FROM_DECK
from yomisim.rules.log import emit, emit_2
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import fighter, own_of
from yomisim.rules.yomi1.state import LAST_CARD
from yomisim.rules.yomi1.zones import add_to_hand, shuffle_deck, take_from_deck


@leaf
def take_found(m, seat, deep, source, card):
    """`card` goes from deck or discard pile (FROM_DECK, FROM_DISCARD) to the hand, and both players have seen it."""
    me = fighter(m, seat)
    if source == FROM_DECK:
        take_from_deck(deep, card)
    else:
        me["discard"] &= ~bit(card)
    add_to_hand(m, seat, card)
    me["shown"] |= bit(card)
    emit_2(m, events.TAKE, seat, card, np.int64(source == FROM_DECK))


@leaf
def end_search(t, m, seat, deep):
    """The deck was searched."""
    shuffle_deck(deep, own_of(m, seat))
    emit(m, events.SHUFFLE, seat)
    note_last_card(t, m, deep)


@leaf
def note_last_card(t, m, deep):
    """The last card has left the deck without a draw."""
    if deep["deck"] == U0 and t["rules"]["taking_last_card_ends_game"] != 0:
        end_by_life(m, LAST_CARD)
