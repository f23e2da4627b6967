"""Records and numbers that a game of either kind is made of, whatever its rules: seats, luck, given decisions."""

from __future__ import annotations

import numpy as np

SEAT_0 = np.int64(0)
SEAT_1 = np.int64(1)
NOBODY = np.int64(-1)
NO_CARD = np.int64(-1)

#: Words of LUCK["ordinals"]: eight kinds of decision each.
LUCK_WORDS = 5
#: Source of one seat's random choices: key of the game and seat, and how many of each kind were made this turn
#: (eight bits a kind, so that an extra decision of one kind shifts no other).
LUCK = np.dtype([("key", "u8"), ("turn", "u8"), ("ordinals", "u8", (LUCK_WORDS,))], align=True)

ANSWERS = 512
LOG_ROWS = 1024
LOG_COLUMNS = 6

#: Decisions given from outside (scenario files) and the first one that is still missing.
SCRIPT = np.dtype(
    [
        ("on", "i8"),  # ask for every decision, also where there is only one option
        ("given", "i8"),
        ("used", "i8"),
        ("missing", "i8"),
        ("seat", "i8"),
        ("kind", "i8"),
        ("options", "u8"),
        # what it is about: the asked player's hand, and the combo so far
        ("hand", "u8"),
        ("last_move", "i8"),  # side or move of the last move
        ("points_left", "i8"),
        ("pumps", "i8"),
        ("answer", "i8", (ANSWERS,)),
    ],
    align=True,
)
