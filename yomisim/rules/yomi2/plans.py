"""What a policy works out about a combat of Yomi 2, as record layouts.

A plan is made from public information alone, so one serves both players. What is made from a hand lies in the OWN
record of its player.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import MOVES

#: What things are worth, in any one unit: a point of damage, a card and a super in hand and a point of meter (as
#: costs), a point of meter gained, a knockdown, the edge.
WEIGHTS = np.dtype(
    [
        ("damage", "i8"),
        ("card", "i8"),
        ("super", "i8"),
        ("meter", "i8"),
        ("meter_gained", "i8"),
        ("knockdown", "i8"),
        ("edge", "i8"),
    ],
    align=True,
)

#: Moves that may open, and one entry more: nothing valid to open with.
OPENERS = MOVES + 1
#: Most hands that are sampled for one side.
SAMPLES = 8

#: What things are worth to each seat in the present state, in log-odds of winning.
MEASURES = np.dtype(
    [
        ("draw", "f8", (2,)),  # a card drawn
        ("card", "f8", (2,)),  # a plain card that is spent
        ("extra", "f8", (2, MOVES)),  # a card of each move beyond that
        ("gain", "f8", (2,)),  # a point of meter gained
        ("meter", "f8", (2,)),  # a point of meter spent
        ("down", "f8", (2,)),  # being knocked down, as a loss
        ("edge", "f8", (2,)),
        ("lead", "f8"),  # log-odds that seat 0 wins
        ("viewer", "i8"),  # seat of the player whose thoughts these are
    ],
    align=True,
)

#: The openers of one hand, or the mean of several hands: of each move
ROWS = np.dtype(
    [
        ("have", "u8"),  # moves that may open
        ("gain", "f8", (OPENERS,)),  # log-odds gained when it lands, with all that may follow
        ("first", "f8", (OPENERS,)),  # by the move alone
        ("spent", "f8", (OPENERS,)),  # log-odds of its card and meter
        ("back", "f8", (OPENERS,)),  # what its return to hand gives
        ("guard", "f8", (OPENERS,)),  # of a dodge: what hits back, of a block: what hits back at an unsafe move
        ("weights", WEIGHTS),
        ("win", "f8", (OPENERS,)),  # probability to win the game with it against the plan
        ("mix", "f8", (OPENERS,)),
        ("reply", "f8", (OPENERS,)),
    ],
    align=True,
)

#: One combat as a game of two ranges of hands.
PLAN = np.dtype(
    [
        ("turn", "i8"),  # for which it was made
        ("measures", MEASURES),
        ("rows", ROWS, (2, SAMPLES)),
        ("mean", ROWS, (2,)),  # of each move over the sampled hands that hold it
        # what happens when a move of seat 0 meets one of seat 1 (rules.yomi2.resolve)
        ("winner", "i8", (OPENERS, OPENERS)),
        ("way", "i8", (OPENERS, OPENERS)),
        # win probability of a move of one seat against one of the other, for each sampled hand
        ("pay", "f8", (2, SAMPLES, OPENERS, OPENERS)),
        ("share", "f8", (2, OPENERS)),  # how often the range opens with a move
    ],
    align=True,
)
