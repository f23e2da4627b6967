"""Opening a window for abilities. The abilities themselves are a unit of their own, behind an address (kernel.door)."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, bit, has
from yomisim.kernel.jit import DISABLED, leaf
from yomisim.rules.records import SEAT_0, SEAT_1
from yomisim.rules.yomi1.access import kit_of, own_of

#: Who acts in a window: a seat (0, 1), BOTH back and forth, or ONE_USE + seat for a single use.
BOTH = np.int64(2)
ONE_USE = np.int64(4)

if DISABLED:

    def _through(t, m, who, window):
        from yomisim.play.yomi1.abilities import act_in_window

        return act_in_window(t, m, who, window)

else:
    from yomisim.kernel.door import call_with_two

    @leaf
    def _through(t, m, who, window):
        return call_with_two(m["doors"]["abilities"], t, m, who, window)  # type: ignore[call-arg]


@leaf
def could_act(t, m, seat, window):
    """Whether this player may have something to use: from hand the card must be there."""
    kit = kit_of(t, seat)
    return has(kit["others"], window) or own_of(m, seat)["hand"] & kit["hand_cards"][window] != U0


@leaf
def in_window(t, m, window):
    """Both players may use abilities of a window, initiative first, until both pass in a row."""
    if (kit_of(t, SEAT_0)["windows"] | kit_of(t, SEAT_1)["windows"]) & bit(window) != U0 and m["over"] == 0:
        if could_act(t, m, SEAT_0, window) or could_act(t, m, SEAT_1, window):
            _through(t, m, BOTH, window)


@leaf
def in_window_of(t, m, seat, window):
    """One player may use abilities of a window."""
    if has(kit_of(t, seat)["windows"], window) and m["over"] == 0 and could_act(t, m, seat, window):
        _through(t, m, seat, window)


@leaf
def uses_one(t, m, seat, window):
    """One player may use one ability of a window; whether he did."""
    if has(kit_of(t, seat)["windows"], window) and could_act(t, m, seat, window):
        return _through(t, m, ONE_USE + seat, window) != 0
    return False
