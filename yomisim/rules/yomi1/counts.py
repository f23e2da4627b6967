"""What is counted of the combats of many games, as record layouts; the counting is done in `play.yomi1.counting`.

Games are counted in GROUPS groups by their number (both games of a swapped pair are in one). Groups are independent of
each other and alike, so that the scatter between them says how sure any figure is that is made from these counts.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi1.tables import RANKS, SIDES

GROUPS = 10
#: What a player can open with: a side, or last no-card.
CHOICES = SIDES + 1

#: Kinds of position at which combat cards are chosen. Mid-game: both players stand and have between these shares of
#: their life left, in tenths.
POSITION_KINDS = ("all", "start", "middle", "down", "other down")
ALL, START, MIDDLE, DOWN, OTHER_DOWN = numbered(len(POSITION_KINDS))
MIDDLE_LOW, MIDDLE_HIGH = np.int64(3), np.int64(7)

#: What a card of the own hand is played or spent for.
USES = ("opener", "combo", "pump", "ace cost", "ability", "cost", "power up", "face down", "discarded")
OPENER, COMBO, PUMP, ACE_COST, ABILITY, COST, POWER_UP, FACE_DOWN, DISCARDED = numbered(len(USES))

#: Who is ahead is looked at in every TURN_STEP-th turn, in TURNS of them, in bands of LEAD_STEP points of life: the
#: middle band holds leads of less than half a step either way, the outer ones everything beyond.
TURN_STEP, TURNS, LEAD_STEP, BANDS = 3, 8, 10, 9

#: Counts of one player (a character, whatever its seat). By kind of position: combats, and of each choice in how many
#: it was held and opened with. By choice, of the combats opened with it: combats won, life that the other player and
#: that this one lost by moves. By side: how often it was played in a combo or as a hit back, and its damage by itself
#: (without its pumps). By rank: what cards were used for.
PLAYER = np.dtype(
    [
        ("combats", "i8", (len(POSITION_KINDS),)),
        ("held", "i8", (len(POSITION_KINDS), CHOICES)),
        ("opened", "i8", (len(POSITION_KINDS), CHOICES)),
        ("won", "i8", (CHOICES,)),
        ("dealt", "i8", (CHOICES,)),
        ("taken", "i8", (CHOICES,)),
        ("followed", "i8", (SIDES,)),
        ("follow_damage", "i8", (SIDES,)),
        ("uses", "i8", (RANKS, len(USES))),
    ],
    align=True,
)

#: Counts over games of the characters A and B. `leads` has games and half points of A by turn and lead of A; `band`
#: holds the leads of the game that is going on, one more than their number, and is all 0 between games.
COUNTS = np.dtype(
    [("player", PLAYER, (2,)), ("leads", "i8", (TURNS, BANDS, 2)), ("band", "i8", (TURNS,))],
    align=True,
)
