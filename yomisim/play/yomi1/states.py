"""States between turns and what was expected of the combat before, as training sees them.

What states, moves and cards are worth is learned from them (``yomisim.estimate``). They are of no player: both hands
are told.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import compiled
from yomisim.policies.equilibrium.meeting import FATE_BITS, FATE_MASK, judge_chosen
from yomisim.rules.yomi1.access import fighter_of, own_of
from yomisim.rules.yomi1.state import NO_SIDE
from yomisim.rules.yomi1.zones import unseen

#: What both fighters had before combat, by seat, and with what they opened.
COMBAT = np.dtype(
    [
        ("side", "i8", (2,)),  # NO_SIDE: not both had a choice that policy `equilibrium` made, and nothing else counts
        ("fate", "i8", (2,)),
        ("worth", "f8", (2,)),  # log-odds that this fate was taken to add for the own side
        ("life", "i8", (2,)),
        ("hand", "u8", (2,)),
        ("in_play", "u8", (2,)),
        ("down", "i8", (2,)),
        ("shown", "u8", (2,)),  # cards in hand that the other player has seen
        ("unseen", "u8", (2,)),  # cards that the other player has not located
    ],
    align=True,
)

#: What both fighters have when a turn has ended, by seat.
STATE = np.dtype(
    [
        ("turn", "i8"),  # that has ended; 0: nothing was written here
        ("over", "i8"),  # and with it the game
        ("life", "i8", (2,)),
        ("hand", "u8", (2,)),
        ("in_play", "u8", (2,)),
        ("down", "i8", (2,)),  # knocked down in the coming combat
        ("unseen", "u8", (2,)),  # cards that the other player has not located: in the deck or in hand
        ("combat", COMBAT),  # of this turn
    ],
    align=True,
)


@compiled
def note_state(t, m, state):
    """Write what MATCH record `m` is after a turn into a STATE record."""
    public = m["public"]
    state["turn"] = public["turn"]
    state["over"] = m["over"]
    for seat in range(2):
        me = fighter_of(public, seat)
        state["life"][seat] = me["life"]
        state["hand"][seat] = own_of(m, seat)["hand"]
        state["in_play"][seat] = me["in_play"]
        state["down"][seat] = me["down"]
        state["unseen"][seat] = unseen(me)
    _note_combat(t, m, state["combat"])


@compiled
def _note_combat(t, m, combat):
    """What both had chosen, and what the rules' verdict of that was when they chose it."""
    turn = m["public"]["turn"]
    mine, theirs = own_of(m, 0)["chosen"], own_of(m, 1)["chosen"]
    both = mine["turn"] == turn and theirs["turn"] == turn
    fates = judge_chosen(t, mine, theirs) if both else np.int64(0)
    combat["fate"][0] = fates & FATE_MASK
    combat["fate"][1] = fates >> FATE_BITS
    for seat in range(2):
        one = own_of(m, seat)["chosen"]
        combat["side"][seat] = one["side"] if both else NO_SIDE
        combat["worth"][seat] = one["worth"][combat["fate"][seat]]
        combat["life"][seat] = one["life"]
        combat["hand"][seat] = one["hand"]
        combat["in_play"][seat] = one["in_play"]
        combat["down"][seat] = one["down"]
        combat["shown"][seat] = one["shown"]
        combat["unseen"][seat] = one["unseen"]
