"""Choosing and revealing combat cards, up to the moment when both moves are locked."""

from __future__ import annotations

from yomisim.cards.yomi1.tables import KIND_ATTACK, KIND_NONE, KIND_THROW
from yomisim.cards.yomi1.verbs import WINDOW_CODES
from yomisim.kernel.bits import PASS, has
from yomisim.kernel.jit import once
from yomisim.play.yomi1.combo import pay_aces
from yomisim.play.yomi1.steps import gain_life, pick
from yomisim.play.yomi1.windows import in_window
from yomisim.policies.codes import OPENER, OPENER_AGAIN, SOURCE
from yomisim.policies.decide import choose
from yomisim.rules.log import emit, emit_2
from yomisim.rules.records import NO_CARD, SEAT_0, SEAT_1
from yomisim.rules.yomi1 import events, queries
from yomisim.rules.yomi1.access import char_of, fighter, own_of
from yomisim.rules.yomi1.moves import openers
from yomisim.rules.yomi1.state import NO_SIDE
from yomisim.rules.yomi1.zones import leave_play, to_table

_REVEAL = WINDOW_CODES["reveal"]
_LOCKED = WINDOW_CODES["locked"]


@once
def _choose_side(t, m, seat, kind):
    """The side that a seat opens with; one that is forced holds once, and not for choosing anew."""
    if kind == OPENER and m["forced"][seat] != 0:
        side = m["forced"][seat] - 1
        m["forced"][seat] = 0
        return side
    options = openers(char_of(t, m, seat), fighter(m, seat), own_of(m, seat)["hand"])
    return choose(t, m, seat, kind, options)


@once
def _reveal(t, m, seat, side):
    """The chosen card becomes public."""
    me = fighter(m, seat)
    if side == PASS:
        me["side"] = NO_SIDE
        me["card"] = NO_CARD
        me["locked_kind"] = KIND_NONE
        emit(m, events.NO_CARD_PLAYED, seat)
        return
    card = pick(t, m, seat, SOURCE, queries.cards_for_side(own_of(m, seat)["hand"], side))
    to_table(m, seat, card)
    me["side"] = side
    me["card"] = card
    me["locked_kind"] = queries.kind_of(char_of(t, m, seat), side)
    emit_2(m, events.OPENER, seat, card, side)


@once
def set_combat_cards(t, m):
    """Both choose at the same time; who meets an announced no-card may choose anew. Then both are revealed."""
    side_0 = _choose_side(t, m, SEAT_0, OPENER)
    side_1 = _choose_side(t, m, SEAT_1, OPENER)
    if side_0 == PASS and side_1 != PASS:
        emit(m, events.CHOOSE_AGAIN, SEAT_1)
        side_1 = _choose_side(t, m, SEAT_1, OPENER_AGAIN)
    elif side_1 == PASS and side_0 != PASS:
        emit(m, events.CHOOSE_AGAIN, SEAT_0)
        side_0 = _choose_side(t, m, SEAT_0, OPENER_AGAIN)
    first = m["public"]["initiative"]
    _reveal(t, m, first, side_0 if first == 0 else side_1)
    _reveal(t, m, 1 - first, side_1 if first == 0 else side_0)
    if fighter(m, first)["side"] >= 0:
        pay_aces(t, m, first, fighter(m, first)["side"])
    if fighter(m, 1 - first)["side"] >= 0:
        pay_aces(t, m, 1 - first, fighter(m, 1 - first)["side"])


@once
def _lock(t, m, seat):
    """The move of `seat` is final: what was named comes true, what it forbids to stay in play leaves."""
    me = fighter(m, seat)
    if me["naming"] != 0:
        gain = me["named"][fighter(m, 1 - seat)["locked_kind"]]
        if gain > 0:
            gain_life(t, m, seat, gain)
    kind = me["locked_kind"]
    printed = t["char"][seat][0]
    if (kind == KIND_ATTACK or kind == KIND_THROW) and not has(printed["gated"], me["side"]):
        leave_play(t, m, seat, printed["leaves_when_thrown"])


@once
def lock_moves(t, m):
    """Abilities after the reveal, until both pass; then both moves are locked."""
    in_window(t, m, _REVEAL)
    if m["over"] == 0:
        first = m["public"]["initiative"]
        _lock(t, m, first)
        _lock(t, m, 1 - first)
        in_window(t, m, _LOCKED)
