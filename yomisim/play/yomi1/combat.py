"""Combat from the locked moves on: one of them wins, everything that follows from it happens, cards go to their piles.

How the combat cards get on the table is in `reveal`, what follows a hit in `combo`.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import ACE, KIND_ATTACK, KIND_BLOCK, KIND_DODGE, KIND_JOKER
from yomisim.cards.yomi1.verbs import WINDOW_CODES
from yomisim.kernel.bits import U0, bit, has
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.play.yomi1.combo import (
    begin_combo,
    finish_combo,
    note_hit,
    note_move,
    play_combo,
    play_hit_back,
    put_face_down,
    reveal_face_down,
    struck,
)
from yomisim.play.yomi1.power_up import take_aces
from yomisim.play.yomi1.steps import check_life, draw, lose_life
from yomisim.play.yomi1.windows import in_window_of
from yomisim.rules.log import emit, emit_1, emit_2, emit_3
from yomisim.rules.records import NO_CARD, SEAT_0, SEAT_1
from yomisim.rules.yomi1 import events, queries, resolve
from yomisim.rules.yomi1.access import char_of, fighter, own_of
from yomisim.rules.yomi1.moves import hit_backs, throws_after_block
from yomisim.rules.yomi1.state import NO_SIDE
from yomisim.rules.yomi1.zones import add_to_hand

_GUARD = WINDOW_CODES["guard"]
_BLOCK_DAMAGE = WINDOW_CODES["block_damage"]
_BLOCK_DRAW = WINDOW_CODES["block_draw"]
_GUARDED = WINDOW_CODES["guarded"]
_HIT = WINDOW_CODES["hit"]
_SECOND_STRIKE = WINDOW_CODES["second_strike"]
_FULL = np.int64(1)
_LONE = np.int64(0)


@once
def _guard(t, m, seat):
    """Whether this seat's block or dodge works against the other's move."""
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    kind = me["locked_kind"]
    if kind == KIND_DODGE:
        return queries.dodge_works(char_of(t, m, 1 - seat), other["side"], char_of(t, m, seat), me["side"], me["down"])
    if kind == KIND_BLOCK and other["locked_kind"] == KIND_ATTACK:
        attacker = char_of(t, m, 1 - seat)
        blocker = char_of(t, m, seat)
        return queries.block_holds(attacker, other["side"], other["card"], blocker, me["side"], me["card"], me["down"])
    return True


@leaf
def _speed(t, m, seat):
    me = fighter(m, seat)
    return queries.speed_of(t["rules"], char_of(t, m, seat), me, me["side"]) if me["side"] >= 0 else np.int64(0)


@once
def decide_winner(t, m):
    """Who wins, by the pure function of the rules."""
    me = fighter(m, SEAT_0)
    other = fighter(m, SEAT_1)
    char_0 = char_of(t, m, SEAT_0)
    char_1 = char_of(t, m, SEAT_1)
    speed_0 = _speed(t, m, SEAT_0)
    speed_1 = _speed(t, m, SEAT_1)
    return resolve.resolve(
        me["locked_kind"],
        other["locked_kind"],
        speed_0,
        speed_1,
        _guard(t, m, SEAT_0),
        _guard(t, m, SEAT_1),
        queries.crushes(char_0, me["locked_kind"], me["side"], char_1, other["locked_kind"], other["side"], speed_1),
        queries.crushes(char_1, other["locked_kind"], other["side"], char_0, me["locked_kind"], me["side"], speed_0),
    )


@once
def _land(t, m, seat):
    """An attack or throw hits with its own damage; no Joker can stop that any more."""
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    side = me["side"]
    amount = queries.damage_of(char_of(t, m, seat), me, side)
    begin_combo(t, m, seat)
    me["last_card"] = me["card"]
    note_move(t, m, seat, side)
    struck(t, m, seat, side)
    note_hit(t, m, seat, me["card"], side)
    if other["shielded"] != 0:
        amount = np.int64(0)
    me["combo_damage"] = amount
    if amount > 0 and me["locked_kind"] == KIND_ATTACK:
        me["attack_damage"] = 1
    emit_3(m, events.HIT, seat, me["card"], side, amount)
    lose_life(m, 1 - seat, amount, events.WHY_COMBAT)


@once
def _normal_draw(t, m, seat):
    """Second edition: a normal attack that wins combat or is blocked draws for its owner."""
    n = t["rules"]["normal_draw"]
    me = fighter(m, seat)
    if n > 0 and me["side"] >= 0 and queries.is_normal_attack(char_of(t, m, seat), me["side"]):
        draw(t, m, seat, n, events.WHY_NORMAL)


@compiled
def _burst(t, m, seat):
    """Gold Burst: no damage, Aces."""
    emit_1(m, events.BURST, seat, fighter(m, seat)["card"])
    take_aces(t, m, seat, t["rules"]["gold_burst_aces"], t["rules"]["gold_burst_from_discard"])


@once
def _follow_up(t, m, seat):
    """After the opener of `seat` has landed: the loser's face-down card, the combo, the reveal."""
    me = fighter(m, seat)
    if m["public"]["combat_ended"] == 0 and queries.may_be_extended(char_of(t, m, seat), me, me["side"]):
        put_face_down(t, m, 1 - seat)
    play_combo(t, m, seat)
    if m["over"] == 0:
        reveal_face_down(t, m)


@compiled
def _second_strike(t, m, seat):
    """The lost attack of `seat` lands after all, with everything that may follow a hit."""
    out_of_line()
    emit(m, events.SECOND_STRIKE, seat)
    _land(t, m, seat)
    check_life(t, m)
    in_window_of(t, m, seat, _HIT)
    if m["over"] == 0:
        _follow_up(t, m, seat)


@once
def hit(t, m, seat):
    """`seat` wins combat by attack, throw or Joker."""
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    if me["locked_kind"] == KIND_JOKER:
        _burst(t, m, seat)
        return
    if other["locked_kind"] == KIND_ATTACK:
        if me["locked_kind"] == KIND_ATTACK:
            other["armored"] = 1 if me["card"] >> 2 != ACE else 0
        else:  # a throw that beats an attack takes its damage
            amount = queries.damage_of(char_of(t, m, 1 - seat), other, other["side"])
            if me["shielded"] == 0 and amount > 0:
                other["attack_damage"] = 1
                lose_life(m, seat, amount, events.WHY_COMBAT)
    _land(t, m, seat)
    check_life(t, m)
    in_window_of(t, m, seat, _HIT)
    if m["over"] == 0:
        if me["locked_kind"] == KIND_ATTACK:
            _normal_draw(t, m, seat)
    if m["over"] == 0:
        _follow_up(t, m, seat)
    if m["over"] == 0 and other["armored"] != 0:
        in_window_of(t, m, 1 - seat, _SECOND_STRIKE)
        if other["strike_granted"] != 0 and m["over"] == 0:
            _second_strike(t, m, 1 - seat)


@once
def both(t, m):
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
    for i in range(2):
        seat = first if i == 0 else 1 - first
        in_window_of(t, m, seat, _HIT)
        if m["over"] == 0:
            finish_combo(t, m, seat)
        if m["over"] == 0 and t["rules"]["normal_draw_on_tie"] != 0:
            _normal_draw(t, m, seat)


@compiled
def _throw_after_block(t, m, seat):
    """`seat`'s attack was blocked and a throw may follow: the blocker's face-down card first, then throw and combo."""
    out_of_line()
    put_face_down(t, m, 1 - seat)
    options = throws_after_block(char_of(t, m, seat), fighter(m, seat), own_of(m, seat)["hand"])
    if play_hit_back(t, m, seat, options, _FULL):
        blocker = fighter(m, 1 - seat)
        blocker["no_block_draw"] = 1
        blocker["no_return"] = 1
    if m["over"] == 0:
        reveal_face_down(t, m)


@once
def bounce(t, m, seat):
    """`seat` has blocked something that a block does not answer: nothing happens but the card for the block."""
    me = fighter(m, seat)
    emit_2(m, events.BLOCK, seat, me["card"], me["side"])
    draw(t, m, seat, t["rules"]["block_draw"], events.WHY_BLOCK)


@once
def block(t, m, seat):
    """`seat` blocks an attack or Joker: block damage, a card for the blocker, the attacker's normal draw."""
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    emit_2(m, events.BLOCK, seat, me["card"], me["side"])
    in_window_of(t, m, seat, _GUARD)
    if other["locked_kind"] == KIND_ATTACK and me["no_block_damage"] == 0 and m["over"] == 0:
        amount = queries.block_damage_of(char_of(t, m, 1 - seat), other, other["side"], other["card"])
        if amount > 0:
            other["block_damage"] = amount
            other["attack_damage"] = 1
            lose_life(m, seat, amount, events.WHY_BLOCK_DAMAGE)
            check_life(t, m)
    in_window_of(t, m, 1 - seat, _BLOCK_DAMAGE)
    if other["throw_granted"] != 0 and m["over"] == 0:
        _throw_after_block(t, m, 1 - seat)
    in_window_of(t, m, seat, _BLOCK_DRAW)
    if me["no_block_draw"] == 0 and m["over"] == 0:
        draw(t, m, seat, t["rules"]["block_draw"], events.WHY_BLOCK)
    in_window_of(t, m, seat, _GUARDED)
    if m["over"] == 0 and char_of(t, m, seat)["denies_normal_draw"] == 0:
        _normal_draw(t, m, 1 - seat)


@once
def dodge(t, m, seat, way):
    """`seat` dodges: the other may put a card face down, then one move may hit back (or a whole combo)."""
    me = fighter(m, seat)
    emit_2(m, events.DODGE, seat, me["card"], me["side"])
    put_face_down(t, m, 1 - seat)
    in_window_of(t, m, seat, _GUARDED)
    if me["no_hit_back"] == 0 and m["over"] == 0:
        char = char_of(t, m, seat)
        full = _LONE
        throws_too = t["rules"]["no_card_dodge_throw"] != 0
        if way == resolve.STOPPED:
            throws_too = True
            if me["full_combo"] != 0 or has(char["full_combo"], me["side"]):
                full = _FULL
        play_hit_back(t, m, seat, hit_backs(char, me, own_of(m, seat)["hand"], throws_too), full)
    if m["over"] == 0:
        reveal_face_down(t, m)


@leaf
def _comes_back(char, me, beaten):
    """Whether the combat card returns to hand: a block or certain dodges that were not beaten."""
    if beaten or me["no_return"] != 0 or me["side"] < 0:
        return False
    if me["locked_kind"] == KIND_BLOCK:
        return True
    return me["locked_kind"] == KIND_DODGE and me["down"] == 0 and has(char["returns_unless_hit"], me["side"])


@once
def end_combat(t, m, winner, way):
    """Blocks that were not beaten go back to hand, all other cards to the discard pile."""
    for seat in range(2):
        me = fighter(m, seat)
        card = me["card"]
        if _comes_back(char_of(t, m, seat), me, way == resolve.HIT and winner != seat) and has(me["table"], card):
            me["table"] &= ~bit(card)
            add_to_hand(m, seat, card)
            me["shown"] |= bit(card)
            emit_1(m, events.RETURN_CARD, seat, card)
        me["discard"] |= me["table"]
        me["table"] = U0
        me["side"] = NO_SIDE
        me["card"] = NO_CARD
        me["last_side"] = NO_SIDE
