"""Opening a window for abilities. The abilities themselves are a unit of their own, behind an address (kernel.door)."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.verbs import WINDOW_CODES
from yomisim.kernel.bits import U0, bit, has
from yomisim.kernel.jit import DISABLED, leaf
from yomisim.rules.access import fighter, kit_of
from yomisim.rules.records import SEAT_0, SEAT_1
from yomisim.rules.yomi2.state import NO_MOVE

#: In place of a window: which ability cards can be played now, as a set of moves.
ASK_CARDS = np.int64(-1)
_PLAYED = WINDOW_CODES["played"]
_HIT = WINDOW_CODES["hit"]

if DISABLED:

    def through(t, m, seat, window):
        """Have `seat` use what it can in a window."""
        from yomisim.play.yomi2.abilities import act_in_window

        return act_in_window(t, m, seat, window)

else:
    from yomisim.kernel.door import call_with_two

    @leaf
    def through(t, m, seat, window):
        """Have `seat` use what it can in a window."""
        return call_with_two(m["doors"]["abilities"], t, m, seat, window)  # type: ignore[call-arg]


@leaf
def move_in(me, window):
    """The move that a window is about: the one that is played or lands, else the opener as it acts."""
    return me["last_move"] if window == _PLAYED or window == _HIT else me["move"]


@leaf
def could_act(t, m, seat, window):
    """Whether this player may have something to use."""
    kit = kit_of(t, seat)
    if has(kit["others"], window):
        return True
    move = move_in(fighter(m, seat), window)
    return move != NO_MOVE and has(kit["moves"][window], move)


@leaf
def in_window_of(t, m, seat, window):
    """One player's abilities of a window."""
    if has(kit_of(t, seat)["windows"], window) and m["over"] == 0 and could_act(t, m, seat, window):
        through(t, m, seat, window)


@leaf
def in_window(t, m, window):
    """Abilities of both players in a window, the active player first."""
    if (kit_of(t, SEAT_0)["windows"] | kit_of(t, SEAT_1)["windows"]) & bit(window) != U0:
        first = m["public"]["active"]
        in_window_of(t, m, first, window)
        in_window_of(t, m, np.int64(1 - first), window)
