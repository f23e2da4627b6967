"""Verbs that knock down, give the edge, disable and jail: before combat for this combat, later for the next."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import KIND_DODGE
from yomisim.kernel.bits import U0
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.rules.access import fighter
from yomisim.rules.log import emit, emit_1, emit_2
from yomisim.rules.records import SEAT_0
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.state import BEFORE_COMBAT
from yomisim.rules.yomi2.zones import leave_play

_NOW, _NEXT = np.int64(0), np.int64(1)
_BOTH = np.int64(2)
_ON = np.int64(1)
_DODGES = np.int64(1) << KIND_DODGE


@compiled
def knock_down(t, m, seat):
    """`seat` is knocked down. Where both would be down in one combat both stand up."""
    out_of_line()
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    if m["public"]["fought"] != BEFORE_COMBAT:
        me["down_next"] = 1
        emit_1(m, events.KNOCKDOWN, seat, _NEXT)
        return
    me["down"] = 1
    me["disabled"] |= _DODGES
    emit_1(m, events.KNOCKDOWN, seat, _NOW)
    if me["in_play"] != U0:
        leave_play(t, m, seat, t["char"][seat][0]["leaves_when_down"])
    if other["down"] != 0 and t["rules"]["double_knockdown_cancels"] != 0:
        emit(m, events.KNOCKDOWN_VOID, SEAT_0)
        for who in range(2):
            fighter(m, who)["down"] = 0
            fighter(m, who)["disabled"] &= ~_DODGES


@compiled
def stand_up(m, seat):
    """`seat` is down no more."""
    me = fighter(m, seat)
    if me["down"] != 0 or me["down_next"] != 0:
        me["down"] = 0
        me["down_next"] = 0
        me["disabled"] &= ~_DODGES
        emit(m, events.STAND_UP, seat)


@compiled
def gain_edge(m, seat):
    """`seat` has the edge."""
    me = fighter(m, seat)
    if m["public"]["fought"] != BEFORE_COMBAT:
        me["edge_next"] = 1
        emit_1(m, events.EDGE, seat, _NEXT)
    else:
        me["edge"] = 1
        emit_1(m, events.EDGE, seat, _NOW)


@leaf
def _disable(m, seat, kinds):
    if m["public"]["fought"] != BEFORE_COMBAT:
        fighter(m, seat)["disabled_next"] |= kinds
        emit_2(m, events.DISABLE, seat, kinds, _NEXT)
    else:
        fighter(m, seat)["disabled"] |= kinds
        emit_2(m, events.DISABLE, seat, kinds, _NOW)


@compiled
def disable(m, seat, kinds, who):
    """Moves of these kinds (bits 1 << KIND) are disabled for `who`: 0 this player, 1 the other, 2 both."""
    if who == 0 or who == _BOTH:
        _disable(m, seat, kinds)
    if who != 0:
        _disable(m, np.int64(1 - seat), kinds)


@compiled
def jail(m, seat):
    """`seat` has no main phase until a pair is discarded."""
    fighter(m, seat)["jailed"] = 1
    emit_1(m, events.JAIL, seat, _ON)
