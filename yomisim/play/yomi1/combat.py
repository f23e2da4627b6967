"""Combat: both choose a card, the cards are revealed, one of them wins, everything goes to its pile."""

from __future__ import annotations

from yomisim.cards.yomi1.tables import KIND_ATTACK, KIND_BLOCK, KIND_DODGE, KIND_JOKER, KIND_NONE
from yomisim.kernel.bits import PASS, U0, bit, has
from yomisim.kernel.jit import compiled, leaf, once
from yomisim.play.yomi1.combo import (
    begin_combo,
    note_move,
    pay_aces,
    play_combo,
    play_hit_back,
    put_face_down,
    reveal_face_down,
)
from yomisim.play.yomi1.power_up import take_aces
from yomisim.play.yomi1.steps import check_life, draw, lose_life, pick
from yomisim.policies.codes import OPENER, OPENER_AGAIN, SOURCE
from yomisim.policies.decide import choose
from yomisim.rules.yomi1 import events, queries, resolve
from yomisim.rules.yomi1.access import char_of, fighter, fighter_of, own_of
from yomisim.rules.yomi1.events import emit, emit_1, emit_2, emit_3
from yomisim.rules.yomi1.moves import openers
from yomisim.rules.yomi1.state import NO_CARD, NO_SIDE, SEAT_0, SEAT_1
from yomisim.rules.yomi1.zones import add_to_hand, to_table


@compiled
def _choose_side(t, m, seat, kind):
    options = openers(char_of(t, seat), fighter(m, seat), own_of(m, seat)["hand"])
    return choose(t, m, seat, kind, options)


@once
def _reveal(t, m, seat, side):
    """The chosen card becomes public and its mandatory Aces are paid."""
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
    me["locked_kind"] = queries.kind_of(char_of(t, seat), side)
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
def _guard(t, m, seat):
    """Whether this seat's block or dodge works against the other's move."""
    public = m["public"]
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    kind = me["locked_kind"]
    if kind == KIND_DODGE:
        return queries.dodge_works(me)
    if kind == KIND_BLOCK and other["locked_kind"] == KIND_ATTACK:
        return queries.block_holds(char_of(t, 1 - seat), other["side"], char_of(t, seat), me, me["side"])
    return True


@leaf
def _speed(t, m, seat):
    me = fighter(m, seat)
    return queries.speed_of(t["rules"], char_of(t, seat), me, me["side"]) if me["side"] >= 0 else 0


@once
def _land(t, m, seat):
    """An attack or throw hits with its own damage; nothing can stop that any more."""
    me = fighter(m, seat)
    side = me["side"]
    amount = queries.damage_of(char_of(t, seat), me, side)
    begin_combo(t, m, seat)
    note_move(t, m, seat, side)
    me["combo_damage"] = amount
    emit_3(m, events.HIT, seat, me["card"], side, amount)
    lose_life(m, 1 - seat, amount, events.WHY_COMBAT)


@once
def _normal_draw(t, m, seat):
    """Second edition: a normal attack that wins combat or is blocked draws for its owner."""
    n = t["rules"]["normal_draw"]
    if n > 0 and queries.is_normal_attack(char_of(t, seat), fighter(m, seat)["side"]):
        draw(t, m, seat, n, events.WHY_NORMAL)


@compiled
def _burst(t, m, seat):
    """Gold Burst: no damage, Aces."""
    emit_1(m, events.BURST, seat, fighter(m, seat)["card"])
    take_aces(t, m, seat, t["rules"]["gold_burst_aces"], t["rules"]["gold_burst_from_discard"])


@once
def _hit(t, m, seat):
    """`seat` wins combat by attack, throw or Joker."""
    me = fighter(m, seat)
    if me["locked_kind"] == KIND_JOKER:
        _burst(t, m, seat)
        return
    _land(t, m, seat)
    check_life(t, m)
    if m["over"] != 0:
        return
    _normal_draw(t, m, seat)
    if m["over"] != 0:
        return
    if queries.may_be_extended(char_of(t, seat), me, me["side"]):
        put_face_down(t, m, 1 - seat)
    play_combo(t, m, seat)


@once
def _both(t, m):
    """Two attacks of equal speed, or two Jokers: each lands, nothing follows."""
    first = m["public"]["initiative"]
    emit(m, events.TIE, first)
    if fighter(m, first)["locked_kind"] == KIND_JOKER:
        _burst(t, m, first)
        if m["over"] == 0:
            _burst(t, m, 1 - first)
        return
    _land(t, m, first)
    _land(t, m, 1 - first)
    check_life(t, m)
    for seat in range(2):
        side = fighter(m, seat)["side"]
        if m["over"] == 0 and has(char_of(t, seat)["knockdown"], side):
            fighter(m, 1 - seat)["down_next"] = 1
            emit(m, events.KNOCKDOWN, 1 - seat)
    if t["rules"]["normal_draw_on_tie"] != 0:
        for i in range(2):
            if m["over"] == 0:
                _normal_draw(t, m, first if i == 0 else 1 - first)


@once
def _block(t, m, seat):
    """`seat` blocks an attack or Joker: block damage, a card for the blocker, the attacker's normal draw."""
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    amount = 0
    if other["locked_kind"] == KIND_ATTACK:
        amount = queries.block_damage_of(char_of(t, 1 - seat), other, other["side"], other["card"])
    emit_3(m, events.BLOCK, seat, me["card"], me["side"], amount)
    if amount > 0:
        lose_life(m, seat, amount, events.WHY_BLOCK_DAMAGE)
        check_life(t, m)
    if m["over"] == 0:
        draw(t, m, seat, t["rules"]["block_draw"], events.WHY_BLOCK)
    if m["over"] == 0:
        _normal_draw(t, m, 1 - seat)


@once
def _dodge(t, m, seat, throws_too):
    """`seat` dodges: the other may put a card face down, then one move may hit back."""
    me = fighter(m, seat)
    emit_2(m, events.DODGE, seat, me["card"], me["side"])
    put_face_down(t, m, 1 - seat)
    play_hit_back(t, m, seat, throws_too)


@once
def fight(t, m):
    """Determine the winner and let everything happen that follows from it, up to the face-down card's reveal."""
    winner, way = resolve.resolve(
        fighter(m, 0)["locked_kind"],
        fighter(m, 1)["locked_kind"],
        _speed(t, m, SEAT_0),
        _speed(t, m, SEAT_1),
        _guard(t, m, SEAT_0),
        _guard(t, m, SEAT_1),
    )
    if way == resolve.HIT:
        _hit(t, m, winner)
    elif way == resolve.BOTH:
        _both(t, m)
    elif way == resolve.NOTHING:
        emit(m, events.NO_CONTACT, SEAT_0)
    elif fighter(m, winner)["locked_kind"] == KIND_DODGE:
        _dodge(t, m, winner, way == resolve.STOPPED or t["rules"]["no_card_dodge_throw"] != 0)
    elif way == resolve.STOPPED:
        _block(t, m, winner)
    else:
        emit_2(m, events.BLOCK, winner, fighter(m, winner)["card"], fighter(m, winner)["side"])
        draw(t, m, winner, t["rules"]["block_draw"], events.WHY_BLOCK)
    if m["over"] == 0:
        reveal_face_down(t, m)
    return winner, way


@once
def end_combat(m, winner, way):
    """Blocks that were not beaten go back to hand, all other cards to the discard pile."""
    for seat in range(2):
        me = fighter(m, seat)
        beaten = way == resolve.HIT and winner != seat
        if me["locked_kind"] == KIND_BLOCK and not beaten:
            card = me["card"]
            me["table"] &= ~bit(card)
            add_to_hand(m, seat, card)
            me["shown"] |= bit(card)
            emit_1(m, events.RETURN_CARD, seat, card)
        me["discard"] |= me["table"]
        me["table"] = U0
        me["side"] = NO_SIDE
        me["card"] = NO_CARD
        me["last_side"] = NO_SIDE
