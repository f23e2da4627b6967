"""States between turns, as training sees them: what the worth of a state is learned from."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import compiled
from yomisim.rules.yomi1.access import fighter_of, own_of

#: What both fighters have when a turn has ended and the game goes on, by seat. It is of no player: both hands are told.
STATE = np.dtype(
    [
        ("turn", "i8"),  # that has ended; 0: nothing was written here
        ("life", "i8", (2,)),
        ("hand", "u8", (2,)),
        ("in_play", "u8", (2,)),
        ("down", "i8", (2,)),  # knocked down in the coming combat
    ],
    align=True,
)


@compiled
def note_state(m, state):
    """Write the state between turns of MATCH record `m` into a STATE record."""
    public = m["public"]
    state["turn"] = public["turn"]
    for seat in range(2):
        me = fighter_of(public, seat)
        state["life"][seat] = me["life"]
        state["hand"][seat] = own_of(m, seat)["hand"]
        state["in_play"][seat] = me["in_play"]
        state["down"][seat] = me["down"]
