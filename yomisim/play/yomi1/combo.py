"""What follows a hit: pumps, further moves, the hit back after a dodge, and the loser's face-down card.

Rulebook, combat phase 2c and 2d. Damage of moves that are played while a card lies face down waits (`stake`) until
that card is revealed; everything else about these moves happens at once.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import JOKER
from yomisim.kernel.bits import PASS, bit, has
from yomisim.kernel.jit import compiled, leaf, once
from yomisim.play.yomi1.steps import check_life, draw, lose_life, pick
from yomisim.policies.codes import CONTINUE, FACE_DOWN, HIT_BACK, PAY, PUMP, SOURCE
from yomisim.policies.decide import choose
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import char_of, fighter, own_of
from yomisim.rules.yomi1.events import emit, emit_1, emit_2, emit_3, emit_4
from yomisim.rules.yomi1.moves import continuations, face_downs, hit_backs, pumps
from yomisim.rules.yomi1.queries import aces_of, cards_for_side, damage_of, is_normal_attack
from yomisim.rules.yomi1.state import NO_CARD, NO_SIDE, NOBODY
from yomisim.rules.yomi1.zones import stamp, take_from_hand, to_table

_NO_POINTS = np.int64(0)


@leaf
def begin_combo(t, m, seat):
    """Reset the combo fields: nothing played yet, all points left."""
    me = fighter(m, seat)
    me["last_side"] = NO_SIDE
    me["points_left"] = char_of(t, seat)["max_combo"]
    me["pumps"] = 0
    me["run"] = 0
    me["moves"] = 0
    me["combo_damage"] = 0


@compiled
def _close_run(t, m, seat):
    """A run of normal attacks is over: count the Aces that it earned."""
    me = fighter(m, seat)
    aces = t["rules"]["chain_aces"][me["run"]]
    if aces > 0:
        me["aces_earned"] += aces
        emit_2(m, events.CHAIN, seat, me["run"], aces)
    me["run"] = 0


@compiled
def note_move(t, m, seat, side):
    """Enter a move that hit into the combo: points, place in a chain."""
    me = fighter(m, seat)
    char = char_of(t, seat)
    me["last_side"] = side
    # a move may cost more than the limit; nothing can follow it then
    me["points_left"] = max(me["points_left"] - np.int64(char["points"][side]), _NO_POINTS)
    me["pumps"] = 0
    me["moves"] += 1
    if is_normal_attack(char, side):
        me["run"] += 1
    elif me["run"] > 0:
        _close_run(t, m, seat)


@compiled
def pay_aces(t, m, seat, side):
    """Discard the mandatory Aces of a side beside the card itself; they stay on the table until combat ends."""
    for _ in range(char_of(t, seat)["extra_aces"][side]):
        card = pick(t, m, seat, PAY, aces_of(own_of(m, seat)["hand"]))
        to_table(m, seat, card)
        emit_1(m, events.PAY_ACE, seat, card)


@compiled
def _strike(t, m, seat, amount):
    """Damage from a follow-up or pump of `seat`: it waits under a face-down card or lands at once."""
    fighter(m, seat)["combo_damage"] += amount
    if m["public"]["under"] != NOBODY:
        m["public"]["stake"] += amount
    else:
        lose_life(m, 1 - seat, amount, events.WHY_COMBO)
        check_life(t, m)


@compiled
def _pump(t, m, seat):
    """Discards for damage on the last move, as many as wanted and allowed."""
    me = fighter(m, seat)
    char = char_of(t, seat)
    while m["over"] == 0:
        options = pumps(char, me, own_of(m, seat)["hand"])
        card = choose(t, m, seat, PUMP, options)
        if card == PASS:
            return
        me["pumps"] += 1
        to_table(m, seat, card)
        amount = np.int64(char["pump_damage"][me["last_side"]])
        emit_3(m, events.PUMP, seat, card, amount, np.int64(m["public"]["under"] != NOBODY))
        _strike(t, m, seat, amount)


@compiled
def _play_move(t, m, seat, side, event):
    """A follow-up or hit back: card to the table, Aces paid, damage."""
    me = fighter(m, seat)
    char = char_of(t, seat)
    card = pick(t, m, seat, SOURCE, cards_for_side(own_of(m, seat)["hand"], side))
    to_table(m, seat, card)
    note_move(t, m, seat, side)
    amount = damage_of(char, me, side)
    emit_4(m, event, seat, card, side, amount, np.int64(m["public"]["under"] != NOBODY))
    pay_aces(t, m, seat, side)
    _strike(t, m, seat, amount)


@compiled
def _finish(t, m, seat):
    """The combo is over: chains are counted, its last move may knock down."""
    me = fighter(m, seat)
    if me["run"] > 0:
        _close_run(t, m, seat)
    if me["last_side"] != NO_SIDE:
        points = char_of(t, seat)["max_combo"] - me["points_left"]
        emit_3(m, events.COMBO_END, seat, me["combo_damage"], me["moves"], points)
        if has(char_of(t, seat)["knockdown"], me["last_side"]):
            fighter(m, 1 - seat)["down_next"] = 1
            emit(m, events.KNOCKDOWN, 1 - seat)


@once
def play_combo(t, m, seat):
    """The winner pumps and continues; his opener has been entered with `note_move` and its damage has been dealt."""
    me = fighter(m, seat)
    _pump(t, m, seat)
    while m["over"] == 0:
        options = continuations(char_of(t, seat), me, own_of(m, seat)["hand"])
        side = choose(t, m, seat, CONTINUE, options)
        if side == PASS:
            break
        _play_move(t, m, seat, side, events.FOLLOW)
        _pump(t, m, seat)
    if m["over"] == 0:
        _finish(t, m, seat)


@once
def play_hit_back(t, m, seat, throws_too):
    """One attack or throw after a dodge, whatever its combo type, and its pumps."""
    options = hit_backs(char_of(t, seat), fighter(m, seat), own_of(m, seat)["hand"], throws_too)
    side = choose(t, m, seat, HIT_BACK, options)
    if side == PASS:
        return
    begin_combo(t, m, seat)
    _play_move(t, m, seat, side, events.HIT_BACK)
    _pump(t, m, seat)
    if m["over"] == 0:
        _finish(t, m, seat)


@once
def put_face_down(t, m, seat):
    """The loser may put a card face down: a Joker to stop what follows, or anything as a bluff."""
    options = face_downs(char_of(t, seat), own_of(m, seat)["hand"])
    if m["script"]["on"] != 0:
        options |= own_of(m, seat)["hand"]
    card = choose(t, m, seat, FACE_DOWN, options)
    if card == PASS:
        emit(m, events.FACE_DOWN_DECLINED, seat)
        return
    take_from_hand(m, seat, card)
    own_of(m, seat)["face_down"] = card
    fighter(m, seat)["face_down"] = 1
    m["public"]["under"] = seat
    m["public"]["stake"] = 0
    emit_1(m, events.FACE_DOWN, seat, card)


@once
def reveal_face_down(t, m):
    """The face-down card is revealed and discarded: a Joker stops the damage that waits, and then draws."""
    seat = m["public"]["under"]
    if seat == NOBODY:
        return
    me = fighter(m, seat)
    card = own_of(m, seat)["face_down"]
    own_of(m, seat)["face_down"] = NO_CARD
    me["face_down"] = 0
    me["discard"] |= bit(card)
    stamp(me, card)
    stake = m["public"]["stake"]
    m["public"]["under"] = NOBODY
    m["public"]["stake"] = 0
    if card >> 2 != JOKER:
        emit_1(m, events.BLUFF, seat, card)
        lose_life(m, seat, stake, events.WHY_COMBO)
        check_life(t, m)
    elif stake > 0:
        emit_2(m, events.REWIND, seat, card, stake)
        draw(t, m, seat, t["rules"]["rewind_draw"], events.WHY_REWIND)
    else:
        emit_1(m, events.JOKER_WASTED, seat, card)
