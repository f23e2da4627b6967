"""One turn of Yomi 2: draw, main phase, combat, what ends with it."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi2.tables import KIND_DODGE, TABLE
from yomisim.cards.yomi2.verbs import WINDOW_CODES
from yomisim.kernel.bits import U0, bit, lowest, without_lowest
from yomisim.kernel.door import address_of
from yomisim.kernel.jit import DISABLED, compiled, leaf, once, out_of_line
from yomisim.play.yomi2.clear import clear_turn
from yomisim.play.yomi2.combat import end_combat, fight
from yomisim.play.yomi2.main_phase import main_phase
from yomisim.play.yomi2.reveal import set_openers
from yomisim.play.yomi2.steps import check_life, draw, end_game
from yomisim.play.yomi2.windows import in_window
from yomisim.policies.uniform import start_turn
from yomisim.rules.access import fighter, luck_of
from yomisim.rules.log import emit, emit_1, emit_3
from yomisim.rules.records import NOBODY, SEAT_0, SEAT_1
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.state import (
    BEFORE_COMBAT,
    COMBAT_OVER,
    COUNTDOWN,
    FROM_OPENERS,
    MATCH,
    STORM_ON,
    STORM_OVER,
    TO_OPENERS,
    TURN_LIMIT,
)
from yomisim.rules.yomi2.zones import leave_play, refresh_variant

_DONE = np.int64(0)
_TURN_START = WINDOW_CODES["turn_start"]
_DRAW = WINDOW_CODES["draw"]
_TURN_END_HEAL = WINDOW_CODES["turn_end_heal"]
_TURN_END = WINDOW_CODES["turn_end"]
_DODGES = np.int64(1) << KIND_DODGE


@once
def begin_turn(m):
    """Next turn: the other player is active, knockdowns and edges take effect, modifiers are gone."""
    public = m["public"]
    public["turn"] += 1
    turn = public["turn"]
    public["active"] = public["first"] if turn & 1 == 1 else np.int64(1 - public["first"])
    public["fought"] = BEFORE_COMBAT
    for seat in range(2):
        clear_turn(fighter(m, seat))
        start_turn(luck_of(m, seat), np.uint64(turn))
    emit_3(m, events.TURN, public["active"], turn, fighter(m, 0)["life"], fighter(m, 1)["life"])


@once
def draw_phase(t, m):
    """The active player draws; less in the very first turn."""
    rules = t["rules"]
    n = rules["draw"] if m["public"]["turn"] > 1 else rules["first_draw"]
    draw(t, m, m["public"]["active"], n, events.WHY_TURN)
    if m["over"] == 0:
        in_window(t, m, _DRAW)


@leaf
def _carry_over(m, seat):
    """What was given for the next combat counts from now on."""
    me = fighter(m, seat)
    me["down"] = me["down_next"]
    me["down_next"] = 0
    me["edge"] = me["edge_next"]
    me["edge_next"] = 0
    me["disabled"] = me["disabled_next"] | (_DODGES if me["down"] != 0 else 0)
    me["disabled_next"] = 0


@once
def _pass_on(t, m):
    """Knockdowns and edges of this combat wait for the next one; where both players get one, nobody does."""
    a = fighter(m, 0)
    b = fighter(m, 1)
    if a["down_next"] != 0 and b["down_next"] != 0 and t["rules"]["double_knockdown_cancels"] != 0:
        a["down_next"] = 0
        b["down_next"] = 0
        emit(m, events.KNOCKDOWN_VOID, SEAT_0)
    if a["edge_next"] != 0 and b["edge_next"] != 0:
        a["edge_next"] = 0
        b["edge_next"] = 0
        emit(m, events.EDGE_VOID, SEAT_0)
    for seat in range(2):
        if fighter(m, seat)["down_next"] != 0 and fighter(m, seat)["in_play"] != U0:
            leave_play(t, m, np.int64(seat), t["char"][seat][0]["leaves_when_down"])
    _carry_over(m, SEAT_0)
    _carry_over(m, SEAT_1)


@compiled
def _expire(t, m, seat):
    """Ongoing cards and storms whose time is up."""
    out_of_line()
    me = fighter(m, seat)
    turn = m["public"]["turn"]
    left = me["in_play"]
    gone = U0
    while left != U0:
        card = lowest(left)
        left = without_lowest(left)
        if me["until"][card] == turn:
            gone |= bit(card)
    if me["storm"] == STORM_ON and me["storm_until"] <= turn:
        me["storm"] = STORM_OVER
        emit(m, events.STORM_ENDS, seat)
        refresh_variant(t, m, seat)
    leave_play(t, m, seat, gone)


@compiled
def _count_down(m):
    """Countdowns go on by one; whoever's is over wins, both at once is a draw."""
    out_of_line()
    done_0 = _one_less(m, SEAT_0)
    done_1 = _one_less(m, SEAT_1)
    if done_0 and done_1:
        end_game(m, NOBODY, COUNTDOWN)
    elif done_0:
        end_game(m, SEAT_0, COUNTDOWN)
    elif done_1:
        end_game(m, SEAT_1, COUNTDOWN)


@leaf
def _one_less(m, seat):
    me = fighter(m, seat)
    if me["countdown"] == 0:
        return False
    me["countdown"] -= 1
    emit_1(m, events.COUNTDOWN, seat, me["countdown"])
    return me["countdown"] == 0


@once
def end_turn(t, m):
    """Countdowns, effects at the end, what is over leaves, what was given for the next combat is passed on."""
    m["public"]["fought"] = COMBAT_OVER
    if fighter(m, 0)["countdown"] > 0 or fighter(m, 1)["countdown"] > 0:
        _count_down(m)
        if m["over"] != 0:
            return
    in_window(t, m, _TURN_END_HEAL)
    in_window(t, m, _TURN_END)
    if m["over"] != 0:
        return
    for seat in range(2):
        me = fighter(m, seat)
        if me["in_play"] != U0 or me["storm"] == STORM_ON:
            _expire(t, m, np.int64(seat))
    _pass_on(t, m)
    check_life(t, m)
    if m["public"]["turn"] >= t["rules"]["turn_limit"]:
        end_game(m, NOBODY, TURN_LIMIT)


def turn(t, m):
    """Play one turn, or the part of it that `m` asks for; returns early where the game ends. Always 0."""
    if m["part"] != FROM_OPENERS:
        begin_turn(m)
        in_window(t, m, _TURN_START)
        if m["over"] == 0:
            draw_phase(t, m)
        if m["over"] == 0:
            main_phase(t, m, m["public"]["active"])
        if m["over"] != 0 or m["part"] == TO_OPENERS:
            return _DONE
    set_openers(t, m)
    if m["over"] == 0:
        fight(t, m)
    if m["over"] == 0:
        end_combat(t, m)
    if m["over"] == 0:
        end_turn(t, m)
    return _DONE


@functools.cache
def turn_address() -> Any:
    """Where `turn` lies in memory; compiled or loaded from the cache on first use."""
    return address_of(turn, TABLE, MATCH)


if DISABLED:
    turn_by_address = turn
else:
    from yomisim.kernel.door import call_with_records

    @leaf
    def turn_by_address(t, m):
        """Play one turn, or the part of it that `m` asks for, through the address in `m`."""
        return call_with_records(m["doors"]["turn"], t, m)  # type: ignore[call-arg]
