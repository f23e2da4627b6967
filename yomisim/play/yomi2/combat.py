"""Combat from the openers on: one of them wins, everything that follows from it happens, cards go to their piles."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import KIND_PROJECTILE, KIND_STRIKE
from yomisim.cards.yomi2.verbs import WINDOW_CODES
from yomisim.kernel.bits import U0, bit, has
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.play.yomi2.combo import begin_combo, gain_edge_next, note_move, play_out, push
from yomisim.play.yomi2.reveal import decide_winner
from yomisim.play.yomi2.steps import check_life, draw, lose_life, receive, strike
from yomisim.play.yomi2.windows import in_window, in_window_of
from yomisim.rules.access import char_of, fighter
from yomisim.rules.log import emit, emit_1, emit_2, emit_3
from yomisim.rules.records import NO_CARD, NOBODY, SEAT_0
from yomisim.rules.yomi2 import events, resolve
from yomisim.rules.yomi2.queries import damage_of, is_unsafe
from yomisim.rules.yomi2.state import NO_MOVE
from yomisim.rules.yomi2.zones import leave_play

_AGAINST_BLOCK = WINDOW_CODES["against_block"]
_BLOCKED = WINDOW_CODES["blocked"]
_GUARDED = WINDOW_CODES["guarded"]
_HIT = WINDOW_CODES["hit"]
_COMBAT_END = WINDOW_CODES["combat_end"]
_FULL, _LONE = np.int64(1), np.int64(0)


@once
def _land(t, m, seat, amount):
    """The opener of `seat` hits for `amount`; whether more may follow."""
    me = fighter(m, seat)
    begin_combo(t, m, seat)
    note_move(t, m, seat, me["move"], me["card"])
    emit_3(m, events.HIT, seat, me["card"], me["move"], amount)
    if not strike(t, m, seat, amount, events.WHY_COMBAT):
        return False
    push(t, m, seat, me["move"])
    if m["over"] == 0 and fighter(m, 1 - seat)["in_play"] != U0:
        _thrown(t, m, seat)
    in_window_of(t, m, seat, _HIT)
    return m["over"] == 0


@compiled
def _thrown(t, m, seat):
    """A throw of `seat` takes away what the other has in play until it is thrown."""
    out_of_line()
    if has(char_of(t, m, seat)["throws"], fighter(m, seat)["move"]):
        leave_play(t, m, np.int64(1 - seat), t["char"][1 - seat][0]["leaves_when_thrown"])


@once
def _block(t, m, seat):
    """`seat` blocks an attack: block damage, a card, effects. Who may play on, and how: (seat, event, full)."""
    me = fighter(m, seat)
    attacker = np.int64(1 - seat)
    other = fighter(m, attacker)
    char = char_of(t, m, attacker)
    attack = other["move"]
    emit_2(m, events.BLOCK, seat, me["card"], me["move"])
    amount = char["block_damage"][attack]
    if amount > 0:
        lose_life(m, seat, amount, events.WHY_BLOCK_DAMAGE)
        check_life(t, m)
    if has(char["edge_on_block"], attack) and m["over"] == 0:
        gain_edge_next(m, attacker)
    in_window_of(t, m, attacker, _BLOCKED)
    if not has(char["lockdown"], attack) and m["over"] == 0:
        cards = me["block_gain"] if me["sheet"] != 0 else t["rules"]["block_draw"]
        draw(t, m, seat, cards, events.WHY_BLOCK)
    in_window_of(t, m, seat, _GUARDED)
    if other["throw_granted"] != 0 and m["over"] == 0:
        emit(m, events.BLOCK_THROW, attacker)
        begin_combo(t, m, attacker)
        return attacker, events.BLOCK_THROW, _FULL
    if m["over"] == 0 and is_unsafe(char_of(t, m, attacker), attack, char_of(t, m, seat), me["move"]):
        begin_combo(t, m, seat)
        return seat, events.HIT_BACK, _LONE
    return NOBODY, events.HIT_BACK, _LONE


@once
def _dodge(t, m, seat):
    """`seat` dodges: a strike may be answered by one move, some dodges hit back by themselves."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    kind = fighter(m, 1 - seat)["kind"]
    move = me["move"]
    emit_2(m, events.DODGE, seat, me["card"], move)
    in_window_of(t, m, seat, _GUARDED)
    if m["over"] != 0:
        return NOBODY, events.HIT_BACK, _LONE
    begin_combo(t, m, seat)
    counter = char["counter_damage"][move]
    if counter > 0:
        if kind == KIND_STRIKE or (kind == KIND_PROJECTILE and has(char["counters_projectiles"], move)):
            note_move(t, m, seat, move, me["card"])
            emit_2(m, events.COUNTER, seat, move, counter)
            if strike(t, m, seat, counter, events.WHY_COUNTER):
                return seat, events.FOLLOW, _LONE
        return NOBODY, events.HIT_BACK, _LONE
    if kind == KIND_STRIKE:
        return seat, events.HIT_BACK, _FULL if has(char["full_combo"], move) else _LONE
    return NOBODY, events.HIT_BACK, _LONE


@leaf
def _breaks_block(t, m, seat):
    """Whether an ability lets the attack of `seat` break the block that it meets."""
    in_window_of(t, m, seat, _AGAINST_BLOCK)
    return fighter(m, seat)["crush"] > 0


@once
def meet(t, m):
    """The openers are compared and what they do happens. Who may play on, and how: (seat or NOBODY, event, full)."""
    winner, way = decide_winner(t, m)
    if winner == NOBODY:
        emit(m, events.CLASH if way == resolve.CLASH else events.NO_CONTACT, SEAT_0)
        return NOBODY, events.FOLLOW, _FULL
    loser = np.int64(1 - winner)
    fighter(m, winner)["won"] = 1
    actor = NOBODY
    event = events.FOLLOW
    full = _FULL
    lander = winner
    broken = np.int64(0)
    if way == resolve.BLOCKED:
        lander = NOBODY
        if _breaks_block(t, m, loser):
            lander = loser
            broken = fighter(m, loser)["crush"]
            fighter(m, loser)["no_combo"] = 1
            emit_1(m, events.CRUSH, loser, broken)
        elif m["over"] == 0:
            actor, event, full = _block(t, m, winner)
    elif way == resolve.DODGED:
        lander = NOBODY
        actor, event, full = _dodge(t, m, winner)
    elif way == resolve.BEATEN:
        emit_1(m, events.BEATS, winner, fighter(m, winner)["move"])
    while lander != NOBODY and m["over"] == 0:
        me = fighter(m, lander)
        amount = broken if broken > 0 else damage_of(char_of(t, m, lander), me, me["move"]) + me["mirror"]
        landed = _land(t, m, lander, amount)
        if way == resolve.ENDURED and lander == winner:
            # nothing follows the first hit, and the armored move lands as well, unless the game is over
            if m["over"] == 0:
                emit_1(m, events.ARMOR, loser, fighter(m, loser)["card"])
            lander = loser
        else:
            if landed:
                actor = lander
            lander = NOBODY
    return actor, event, full


@leaf
def next_combo(t, m):
    """A seat that may begin a combo at the end of combat by an ability, the active player first; else NOBODY."""
    first = m["public"]["active"]
    for i in range(2):
        seat = first if i == 0 else np.int64(1 - first)
        me = fighter(m, seat)
        if me["free_combo"] != U0:
            me["only"] = me["free_combo"]
            me["free_combo"] = U0
            begin_combo(t, m, seat)
            return seat
    return NOBODY


@once
def fight(t, m):
    """Combat from the comparison of openers to the last of what follows from it; cards still lie on the table."""
    actor, event, full = meet(t, m)
    ending = False
    while m["over"] == 0:
        if actor != NOBODY:
            play_out(t, m, actor, event, full)
        if not ending:
            ending = True
            in_window(t, m, _COMBAT_END)
        actor = next_combo(t, m)
        if actor == NOBODY:
            return
        event = events.HIT_BACK
        full = _FULL


@compiled
def _come_back(t, m, seat):
    """The opener returns to hand, or to the discard pile where the hand is full."""
    me = fighter(m, seat)
    card = me["card"]
    me["table"] &= ~bit(card)
    if receive(t, m, seat, card, events.WHY_RETURN):
        me["shown"] |= bit(card)
        emit_1(m, events.RETURN_CARD, seat, card)


@once
def end_combat(t, m):
    """Recurring openers of players who were not hit go back to hand, all other cards to the discard pile."""
    for seat in range(2):
        me = fighter(m, seat)
        if me["was_hit"] == 0 and me["card"] != NO_CARD:
            if has(char_of(t, m, seat)["recurring"], me["opener"]) and has(me["table"], me["card"]):
                _come_back(t, m, np.int64(seat))
        me["discard"] |= me["table"] | me["revealed"]
        me["table"] = U0
        me["revealed"] = U0
        me["card"] = NO_CARD
        me["opener"] = NO_MOVE
        me["move"] = NO_MOVE
        me["last_move"] = NO_MOVE
