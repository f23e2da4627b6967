"""Choosing and revealing openers, up to the moment when they are compared.

The active player chooses first, face down; the other chooses without knowing it. Invalid openers are discarded and
wild swings take their place. Then moves with two halves settle which one is real, and effects of openers happen.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import KIND_ABILITY, WILD_SWING_EMPTY
from yomisim.cards.yomi2.verbs import WINDOW_CODES
from yomisim.kernel.bits import U0, bit, has
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.play.yomi2.combo import pay_for
from yomisim.play.yomi2.reveal_moves import act_as
from yomisim.play.yomi2.steps import shielded, top_card
from yomisim.play.yomi2.windows import in_window_of
from yomisim.policies.codes import OPENER
from yomisim.policies.yomi2.decide import choose
from yomisim.rules.access import char_of, deep_of, fighter, own_of
from yomisim.rules.log import emit, emit_1, emit_2
from yomisim.rules.records import NO_CARD, NOBODY
from yomisim.rules.yomi2 import events, resolve
from yomisim.rules.yomi2.moves import openers
from yomisim.rules.yomi2.queries import haste_of, speed_of, valid_openers
from yomisim.rules.yomi2.state import IN_COMBAT, NO_MOVE
from yomisim.rules.yomi2.zones import card_of, move_of, moves_of, to_table

_PLAYED = WINDOW_CODES["played"]
_OPENED = WINDOW_CODES["opened"]
_COUNTS = np.int64(1)
_NO_OPENER = np.int64(WILD_SWING_EMPTY.index("none"))


@once
def choose_opener(t, m, seat):
    """The move that a seat opens with, NO_MOVE with an empty hand; a scenario may name an invalid one."""
    if m["forced"][seat] != 0:
        move = m["forced"][seat] - 1
        m["forced"][seat] = 0
        return move
    hand = own_of(m, seat)["hand"]
    if hand == U0:
        return NO_MOVE
    options = openers(char_of(t, m, seat), fighter(m, seat), hand)
    if m["script"]["on"] != 0:
        options = moves_of(hand)
    return choose(t, m, seat, OPENER, options)


@leaf
def _why_invalid(t, m, seat, move):
    """Why a move cannot open (WHY_...)."""
    char = char_of(t, m, seat)
    if char["kind"][move] == KIND_ABILITY:
        return events.WHY_ABILITY
    if not has(char["payable"][fighter(m, seat)["meter"]], move):
        return events.WHY_METER
    return events.WHY_DISABLED


@compiled
def _swing(t, m, seat, card):
    """Wild swing: `card` (NO_CARD: none) is invalid and discarded, cards from the deck follow until one is valid.

    The valid card, on the table; NO_CARD where time is over or the deck gives none.
    """
    out_of_line()
    me = fighter(m, seat)
    while True:
        if card != NO_CARD:
            move = move_of(card)
            if has(valid_openers(char_of(t, m, seat), me), move):
                return card
            me["table"] &= ~bit(card)
            me["discard"] |= bit(card)
            emit_2(m, events.INVALID, seat, card, _why_invalid(t, m, seat, move))
        if deep_of(m, seat)["deck"] == U0 and t["rules"]["wild_swing_empty"] == _NO_OPENER:
            return NO_CARD
        card = top_card(t, m, seat)
        if card == NO_CARD:
            return card
        me["table"] |= bit(card)
        emit_1(m, events.WILD_SWING, seat, card)
        emit_2(m, events.OPENER, seat, card, move_of(card))


@once
def reveal(t, m, seat, move):
    """The chosen card becomes public; an invalid one gives way to a wild swing. Supers are paid."""
    me = fighter(m, seat)
    card = NO_CARD
    if move != NO_MOVE:
        card = card_of(own_of(m, seat)["hand"], move)
        to_table(m, seat, card)
        emit_2(m, events.OPENER, seat, card, move)
    if card == NO_CARD or not has(valid_openers(char_of(t, m, seat), me), move):
        card = _swing(t, m, seat, card)
        if card == NO_CARD:
            emit(m, events.NO_OPENER, seat)
            return
        move = move_of(card)
    me["card"] = card
    me["opener"] = move
    me["move"] = move
    me["kind"] = char_of(t, m, seat)["kind"][move]
    me["last_move"] = move
    me["last_card"] = card
    pay_for(t, m, seat, move)


@leaf
def speed_in_combat(t, m, seat):
    """Speed of the opener as it acts."""
    me = fighter(m, seat)
    return speed_of(t["rules"], char_of(t, m, seat), me, me["move"]) if me["move"] != NO_MOVE else np.int64(0)


@leaf
def decide_winner(t, m):
    """Who wins, by the pure function of the rules: (winner, way)."""
    return resolve.resolve(
        t["rules"],
        char_of(t, m, 0),
        fighter(m, 0)["move"],
        speed_in_combat(t, m, 0),
        char_of(t, m, 1),
        fighter(m, 1)["move"],
        speed_in_combat(t, m, 1),
        m["public"]["active"],
    )


@compiled
def _would_hit(t, m, seat):
    """Whether the opener of `seat` would deal damage if openers were compared now; nothing is changed."""
    out_of_line()
    winner, way = decide_winner(t, m)
    if winner == NOBODY or shielded(t, m, np.int64(1 - seat)):
        return False
    if winner == seat:
        return way == resolve.HIT or way == resolve.ENDURED or way == resolve.BEATEN
    return way == resolve.ENDURED


@compiled
def _settle_halves(t, m):
    """Moves with two halves: the second half is real where the first would not hit, and is not disabled.

    Who has not switched is asked again after the other has; nobody switches back.
    """
    out_of_line()
    again = True
    while again:
        again = False
        for who in range(2):
            seat = np.int64(who)
            me = fighter(m, seat)
            char = char_of(t, m, seat)
            first = me["move"]
            if not _has_half(t, m, seat) or _would_hit(t, m, seat):
                continue
            second = char["half"][first]
            if (me["disabled"] >> char["kind"][second]) & 1 == 0:
                act_as(t, m, seat, second, _COUNTS)
                again = True
    for who in range(2):
        seat = np.int64(who)
        me = fighter(m, seat)
        if _has_half(t, m, seat) and me["mirror_until"] >= m["public"]["turn"] and _would_hit(t, m, seat):
            char = char_of(t, m, seat)
            me["mirror"] = char["damage"][char["half"][me["move"]]]


@leaf
def _has_half(t, m, seat):
    """Whether the opener of `seat` has a second half that counts now."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    if me["move"] == NO_MOVE or not has(char["halves"], me["move"]):
        return False
    return char["two_truths"] != 0 or me["mirror_until"] >= m["public"]["turn"]


@once
def set_openers(t, m):
    """Both choose, the active player first and face down; both are revealed, and what openers do happens."""
    first = m["public"]["active"]
    second = np.int64(1 - first)
    chosen = choose_opener(t, m, first)
    answer = choose_opener(t, m, second)
    for i in range(2):
        reveal(t, m, first if i == 0 else second, chosen if i == 0 else answer)
        if m["over"] != 0:
            return
    for seat in range(2):
        me = fighter(m, seat)
        me["haste"] = haste_of(me, fighter(m, 1 - seat))
    meet_openers(t, m)


@once
def meet_openers(t, m):
    """Both openers lie open: halves settle, and what openers do happens."""
    first = m["public"]["active"]
    second = np.int64(1 - first)
    if _has_half(t, m, 0) or _has_half(t, m, 1):
        _settle_halves(t, m)
    m["public"]["fought"] = IN_COMBAT
    in_window_of(t, m, first, _PLAYED)
    in_window_of(t, m, second, _PLAYED)
    in_window_of(t, m, first, _OPENED)
    in_window_of(t, m, second, _OPENED)
