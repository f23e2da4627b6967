"""What follows a hit: pumps, further moves, the hit-back after a dodge or an unsafe move."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import KIND_THROW
from yomisim.cards.yomi2.verbs import WINDOW_CODES
from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, has, lowest
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.play.yomi2.steps import gain_meter, pay_meter, strike, top_card
from yomisim.play.yomi2.windows import in_window_of
from yomisim.policies.codes import CONTINUE, HAND_OR_DECK, HIT_BACK, PUMP
from yomisim.policies.yomi2.decide import choose
from yomisim.rules.access import char_of, fighter, own_of
from yomisim.rules.log import emit, emit_1, emit_2, emit_3
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.combos import same_packet
from yomisim.rules.yomi2.moves import continuations, hit_backs, payers, throws_after_block
from yomisim.rules.yomi2.queries import cost_of, damage_of
from yomisim.rules.yomi2.state import NO_MOVE
from yomisim.rules.yomi2.zones import card_of, copies_of, to_table

_PLAYED = WINDOW_CODES["played"]
_HIT = WINDOW_CODES["hit"]
_COMBO_DONE = WINDOW_CODES["combo_done"]
_STRUCK = WINDOW_CODES["struck"]

_NO_POINTS = np.int64(0)
_FROM_HAND, _FROM_DECK = np.int64(0), np.int64(1)
_THROWS = np.int64(1) << KIND_THROW


@leaf
def begin_combo(t, m, seat):
    """Nothing played yet, all points left."""
    me = fighter(m, seat)
    me["last_move"] = NO_MOVE
    me["last_card"] = NO_CARD
    me["points_left"] = char_of(t, m, seat)["max_combo"]
    me["pumps"] = 0
    me["moves"] = 0
    me["combo_damage"] = 0


@leaf
def note_move(t, m, seat, move, card):
    """Enter a move into the combo: it costs points (one that costs more than there are can stand alone)."""
    me = fighter(m, seat)
    me["last_move"] = move
    me["last_card"] = card
    me["points_left"] = max(me["points_left"] - char_of(t, m, seat)["points"][move], _NO_POINTS)
    me["pumps"] = 0
    me["moves"] += 1


@leaf
def push(t, m, seat, move):
    """A move that pushes disables throws of both in the next combat."""
    if has(char_of(t, m, seat)["push"], move):
        for who in range(2):
            fighter(m, who)["disabled_next"] |= _THROWS
            emit_2(m, events.DISABLE, np.int64(who), _THROWS, np.int64(1))


@leaf
def pay_for(t, m, seat, move):
    """Meter for a super; what its damage may depend on is noted first."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    me["grade"] = me["meter"]
    if has(char["supers"], move):
        pay_meter(m, seat, cost_of(char, me, move), events.WHY_SUPER)


@once
def _pump(t, m, seat):
    """Each packet of pump damage of the last move is paid or left."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    move = me["last_move"]
    packets = char["packets"][move]
    packet = np.int64(0)
    while packet < packets and m["over"] == 0:
        me["packet"] = packet
        options = payers(char, move, packet, own_of(m, seat)["hand"])
        chosen = choose(t, m, seat, PUMP, options)
        if chosen == PASS:
            packet += 1
            # packets that are alike come one after the other: who leaves one leaves the rest
            while packet < packets and same_packet(char, move, packet):
                packet += 1
            continue
        card = card_of(own_of(m, seat)["hand"], chosen)
        me["pumps"] += 1
        to_table(m, seat, card)
        emit_2(m, events.PUMP, seat, card, char["pump_damage"][move, packet])
        strike(t, m, seat, char["pump_damage"][move, packet], events.WHY_COMBO)
        packet += 1
    me["packet"] = packets


@compiled
def _reveal_for_combo(t, m, seat):
    """Top cards of the deck are turned over; one of them may join the combo."""
    out_of_line()
    me = fighter(m, seat)
    for _ in range(char_of(t, m, seat)["combo_reveal"]):
        card = top_card(t, m, seat)
        if card == NO_CARD:
            return
        me["revealed"] |= bit(card)
        emit_1(m, events.REVEAL, seat, card)


@once
def _take_card(t, m, seat, move):
    """The chosen move's card goes to the table: from hand, or one that was turned over from the deck."""
    me = fighter(m, seat)
    hand = own_of(m, seat)["hand"]
    if me["revealed"] != U0:
        shown = me["revealed"] & copies_of(move)
        source = _FROM_HAND
        if shown != U0:
            options = bit(_FROM_DECK)
            if hand & copies_of(move) != U0:
                options |= bit(_FROM_HAND)
            source = choose(t, m, seat, HAND_OR_DECK, options)
        if source == _FROM_DECK:
            # the others cannot join any more: all of them wait on the table for the end of combat
            me["table"] |= me["revealed"]
            me["revealed"] = U0
            return lowest(shown)
    card = card_of(hand, move)
    to_table(m, seat, card)
    return card


@once
def _play_move(t, m, seat, move, event):
    """A follow-up or hit-back: paid, its damage dealt, its abilities. Whether it may go on."""
    me = fighter(m, seat)
    card = _take_card(t, m, seat, move)
    note_move(t, m, seat, move, card)
    pay_for(t, m, seat, move)
    in_window_of(t, m, seat, _PLAYED)
    if m["over"] != 0:
        return False
    amount = damage_of(char_of(t, m, seat), me, move)
    emit_3(m, event, seat, card, move, amount)
    if not strike(t, m, seat, amount, events.WHY_COMBO):
        return False
    push(t, m, seat, move)
    in_window_of(t, m, seat, _HIT)
    return m["over"] == 0


@leaf
def _may_reveal(char, me, first):
    """Whether a combo card could be played now, which turns cards over once a combat."""
    if char["combo_reveal"] == 0 or me["looked"] != 0:
        return False
    return first or char["follow"][me["last_move"]] & char["affordable"][me["points_left"]] != U0


@once
def _options(t, m, seat, event):
    """What may be played next: a first move after a guard (HIT_BACK), a throw after a block (BLOCK_THROW), else what
    may follow the last move."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    if _may_reveal(char, me, event != events.FOLLOW):
        me["looked"] = 1
        _reveal_for_combo(t, m, seat)
    cards = own_of(m, seat)["hand"] | me["revealed"]
    if event == events.FOLLOW:
        options = continuations(char, me, cards)
    elif event == events.HIT_BACK:
        options = hit_backs(char, me, cards)
    else:
        options = throws_after_block(char, me, cards)
    return options if me["only"] == U0 else options & (me["only"] | PASS_BIT)


@once
def play_out(t, m, seat, event, full):
    """Everything that `seat` plays after the openers have met: moves and their pumps, as long as he likes and may.

    `event` FOLLOW: his opener has landed (or hit back by itself). HIT_BACK, BLOCK_THROW: he may begin with a move from
    hand. `full` 0: nothing may follow the first move.
    """
    me = fighter(m, seat)
    played = event == events.FOLLOW
    while m["over"] == 0:
        if played:
            if me["no_combo"] != 0:
                break
            _pump(t, m, seat)
            if full == 0 or m["over"] != 0:
                break
        options = _options(t, m, seat, event)
        if m["over"] != 0:
            return
        last = me["last_move"]
        move = choose(t, m, seat, CONTINUE if event == events.FOLLOW else HIT_BACK, options)
        if move == PASS:
            if not played:
                emit(m, events.HIT_BACK_DECLINED, seat)
                return
            break
        if played and has(char_of(t, m, seat)["chain"][last], move):
            emit_1(m, events.CHAIN, seat, t["rules"]["chain_meter"])
            gain_meter(t, m, seat, t["rules"]["chain_meter"], events.WHY_CHAIN)
        if not _play_move(t, m, seat, move, events.FOLLOW if played else events.HIT_BACK):
            return
        played = True
        event = events.FOLLOW
    if m["over"] == 0:
        finish_combo(t, m, seat)


@once
def finish_combo(t, m, seat):
    """The combo is over: its last move may knock down or give the edge."""
    me = fighter(m, seat)
    in_window_of(t, m, seat, _COMBO_DONE)
    if m["over"] != 0:
        return
    char = char_of(t, m, seat)
    last = me["last_move"]
    emit_3(m, events.COMBO_END, seat, me["combo_damage"], me["moves"], char["max_combo"] - me["points_left"])
    if has(char["knockdown"], last):
        knock_down_next(m, np.int64(1 - seat))
    if has(char["edge_on_hit"], last):
        gain_edge_next(m, seat)
    in_window_of(t, m, np.int64(1 - seat), _STRUCK)


@leaf
def knock_down_next(m, seat):
    """`seat` is down in the next combat."""
    fighter(m, seat)["down_next"] = 1
    emit_1(m, events.KNOCKDOWN, seat, np.int64(1))


@leaf
def gain_edge_next(m, seat):
    """`seat` has the edge in the next combat."""
    fighter(m, seat)["edge_next"] = 1
    emit_1(m, events.EDGE, seat, np.int64(1))
