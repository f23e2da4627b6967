"""What follows a hit: pumps, further moves, the hit back after a dodge, and the loser's face-down card.

Rulebook, combat phase 2c and 2d. Damage of moves that are played while a card lies face down waits (`stake`) until
that card is revealed; everything else about these moves happens at once.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import JOKER
from yomisim.cards.yomi1.verbs import WINDOW_CODES
from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, has
from yomisim.kernel.jit import compiled, leaf, once
from yomisim.play.yomi1.steps import check_life, draw, lose_life, pick
from yomisim.play.yomi1.windows import in_window_of
from yomisim.policies.codes import CONTINUE, FACE_DOWN, HIT_BACK, PAY, PUMP, SOURCE
from yomisim.policies.decide import choose
from yomisim.rules.log import emit, emit_1, emit_2, emit_3, emit_4
from yomisim.rules.records import NO_CARD, NOBODY
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import char_of, fighter, own_of
from yomisim.rules.yomi1.moves import continuations, face_downs, pumps
from yomisim.rules.yomi1.queries import aces_of, cards_for_side, damage_of, is_normal_attack
from yomisim.rules.yomi1.state import NO_SIDE
from yomisim.rules.yomi1.zones import leave_play, stamp, take_from_hand, to_table

_HIT = WINDOW_CODES["hit"]
_COMBO_DONE = WINDOW_CODES["combo_done"]

_NO_POINTS = np.int64(0)


@leaf
def begin_combo(t, m, seat):
    """Reset the combo fields: nothing played yet, all points left."""
    me = fighter(m, seat)
    me["last_side"] = NO_SIDE
    me["points_left"] = char_of(t, m, seat)["max_combo"]
    me["pumps"] = 0
    me["run"] = 0
    me["moves"] = 0
    me["combo_damage"] = 0
    me["hits"] = U0
    me["hits_under"] = U0


@compiled
def _close_run(t, m, seat):
    """A run of normal attacks is over: count the Aces that it earned."""
    me = fighter(m, seat)
    aces = t["rules"]["chain_aces"][me["run"]]
    if aces > 0:
        me["aces_earned"] += aces
        emit_2(m, events.CHAIN, seat, me["run"], aces)
    me["run"] = 0


@once
def note_move(t, m, seat, side):
    """Enter a move that hit into the combo: points, place in a chain."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    me["last_side"] = side
    # a move may cost more than the limit; nothing can follow it then
    me["points_left"] = max(me["points_left"] - np.int64(char["points"][side]), _NO_POINTS)
    me["pumps"] = 0
    me["moves"] += 1
    if is_normal_attack(char, side):
        me["run"] += 1
    elif me["run"] > 0:
        _close_run(t, m, seat)


@once
def pay_aces(t, m, seat, side):
    """Discard the mandatory Aces of a side beside the card itself; they stay on the table until combat ends."""
    for _ in range(char_of(t, m, seat)["extra_aces"][side]):
        card = pick(t, m, seat, PAY, aces_of(own_of(m, seat)["hand"]))
        to_table(m, seat, card)
        emit_1(m, events.PAY_ACE, seat, card)


@once
def struck(t, m, seat, side):
    """A move of `seat` lands on the other player: what that player has in play may leave, or stop the damage."""
    other = fighter(m, 1 - seat)
    fighter(m, seat)["landed"] = 1
    if other["in_play"] == U0:
        return
    printed = t["char"][1 - seat][0]
    if has(char_of(t, m, seat)["throws"], side):
        leave_play(t, m, 1 - seat, printed["leaves_when_thrown"])
    leave_play(t, m, 1 - seat, printed["leaves_when_hit"])
    if other["in_play"] & printed["shields"] != U0:
        leave_play(t, m, 1 - seat, printed["shields"])
        other["shielded"] = 1
        emit(m, events.SHIELD, 1 - seat)
        if printed["shield_ends_combat"] != 0:
            m["public"]["combat_ended"] = 1


@once
def _strike(t, m, seat, side, amount):
    """Damage from a follow-up or pump of `seat`: it waits under a face-down card or lands at once."""
    if fighter(m, 1 - seat)["shielded"] != 0:
        return
    me = fighter(m, seat)
    public = m["public"]
    char = char_of(t, m, seat)
    me["combo_damage"] += amount
    is_attack = has(char["attacks"], side)
    if public["under"] != NOBODY and not has(char["unstoppable"], side):
        public["stake"] += amount
        if is_attack and amount > 0:
            public["stake_attack"] = 1
        return
    if is_attack and amount > 0:
        me["attack_damage"] = 1
    lose_life(m, 1 - seat, amount, events.WHY_COMBO)
    check_life(t, m)


@leaf
def note_hit(t, m, seat, card, side):
    """Remember which attacks of the combo landed, and whether a face-down card may still stop them."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    if has(char["attacks"], side):
        if m["public"]["under"] != NOBODY and not has(char["unstoppable"], side):
            me["hits_under"] |= bit(card)
        else:
            me["hits"] |= bit(card)


@once
def _pump(t, m, seat):
    """Discards for damage on the last move, as many as wanted and allowed."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    while m["over"] == 0 and m["public"]["combat_ended"] == 0:
        options = pumps(char, me, own_of(m, seat)["hand"])
        if m["script"]["on"] != 0 and options != PASS_BIT:
            options |= own_of(m, seat)["hand"] & char["pump_cards"][me["last_side"]]  # a scenario may name any card
        card = choose(t, m, seat, PUMP, options)
        if card == PASS:
            return
        me["pumps"] += 1
        to_table(m, seat, card)
        amount = np.int64(char["pump_damage"][me["last_side"]])
        emit_3(m, events.PUMP, seat, card, amount, np.int64(m["public"]["under"] != NOBODY))
        _strike(t, m, seat, me["last_side"], amount)


@once
def _play_move(t, m, seat, side, event):
    """A follow-up or hit back: card to the table, Aces paid, damage."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    card = pick(t, m, seat, SOURCE, cards_for_side(own_of(m, seat)["hand"], side))
    to_table(m, seat, card)
    me["last_card"] = card
    note_move(t, m, seat, side)
    amount = damage_of(char, me, side)
    emit_4(m, event, seat, card, side, amount, np.int64(m["public"]["under"] != NOBODY))
    pay_aces(t, m, seat, side)
    struck(t, m, seat, side)
    note_hit(t, m, seat, card, side)
    _strike(t, m, seat, side, amount)
    in_window_of(t, m, seat, _HIT)


@once
def finish_combo(t, m, seat):
    """The combo is over: chains are counted, its last move may knock down."""
    me = fighter(m, seat)
    if me["run"] > 0:
        _close_run(t, m, seat)
    in_window_of(t, m, seat, _COMBO_DONE)
    check_life(t, m)
    if m["over"] != 0:
        return
    if me["last_side"] != NO_SIDE:
        points = char_of(t, m, seat)["max_combo"] - me["points_left"]
        emit_3(m, events.COMBO_END, seat, me["combo_damage"], me["moves"], points)
        if has(char_of(t, m, seat)["knockdown"], me["last_side"]):
            fighter(m, 1 - seat)["down_next"] = 1
            emit(m, events.KNOCKDOWN, 1 - seat)


@once
def play_combo(t, m, seat):
    """Pumps and further moves, as long as the player likes and the rules allow; then the combo is over.

    The first move has been entered with `note_move` and its damage has been dealt.
    """
    me = fighter(m, seat)
    _pump(t, m, seat)
    while m["over"] == 0 and m["public"]["combat_ended"] == 0:
        options = continuations(char_of(t, m, seat), me, own_of(m, seat)["hand"])
        side = choose(t, m, seat, CONTINUE, options)
        if side == PASS:
            break
        _play_move(t, m, seat, side, events.FOLLOW)
        _pump(t, m, seat)
    if m["over"] == 0:
        finish_combo(t, m, seat)


@once
def play_hit_back(t, m, seat, options, full):
    """One of the moves in `options` after a guard, and its pumps; with `full` 1 it begins a whole combo.

    Returns whether a move was played.
    """
    side = choose(t, m, seat, HIT_BACK, options)
    if side == PASS:
        return False
    begin_combo(t, m, seat)
    _play_move(t, m, seat, side, events.HIT_BACK)
    if full != 0:
        play_combo(t, m, seat)
    else:
        _pump(t, m, seat)
        if m["over"] == 0:
            finish_combo(t, m, seat)
    return True


@once
def put_face_down(t, m, seat):
    """The loser may put a card face down: a Joker to stop what follows, or anything as a bluff."""
    options = face_downs(char_of(t, m, seat), own_of(m, seat)["hand"])
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
    m["public"]["stake_attack"] = 0
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
        if m["public"]["stake_attack"] != 0:
            fighter(m, 1 - seat)["attack_damage"] = 1
        lose_life(m, seat, stake, events.WHY_COMBO)
        check_life(t, m)
    elif stake > 0:
        emit_2(m, events.REWIND, seat, card, stake)
        draw(t, m, seat, t["rules"]["rewind_draw"], events.WHY_REWIND)
    else:
        emit_1(m, events.JOKER_WASTED, seat, card)
