"""The row of one game of Yomi (first game), put together turn by turn from the event log."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import compiled, leaf
from yomisim.play.rows import row_type
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import fighter

#: What life is lost by: the names are those of the reasons in the log.
SOURCES = ("combat", "combo", "block_damage", "ability", "cost")
ROW = row_type(SOURCES)
_LOSSES = len(SOURCES)
_COST = SOURCES.index("cost")
#: Reason in the log -> place in SOURCES; _LOSSES for a reason that costs no life.
_PLACE = tuple(SOURCES.index(name) if name in SOURCES else _LOSSES for name in events.REASONS)


@leaf
def begin_row(m, row, number, seating):
    """Nothing has happened in game `number` yet."""
    row["number"] = number
    row["swapped"] = seating
    for seat in range(2):
        row["life"][seat ^ seating] = fighter(m, seat)["life"]
    for player in range(2):
        row["moves"][player] = 0
        row["gained"][player] = 0
        for source in range(_LOSSES):
            row["lost"][player, source] = 0


@compiled
def add_turn(m, row):
    """Take in what the log of MATCH record `m` tells, and empty the log: it has room for a turn, not for all games."""
    log = m["log"]
    for line in range(m["log_rows"]):
        event = np.int64(log[line, 0])
        player = np.int64(log[line, 1]) ^ row["swapped"]
        if event == events.OPENER or event == events.FOLLOW or event == events.HIT_BACK:
            row["moves"][player] += 1
        elif event == events.HEAL:
            row["gained"][player] += log[line, 2]
        elif event == events.DAMAGE:
            source = _PLACE[log[line, 4]]
            if source < _LOSSES:
                row["lost"][player, source] += log[line, 2]
    m["log_rows"] = 0


@compiled
def end_row(m, row, choices):
    """The game is over; `choices` were made before it."""
    winner = m["winner"]
    row["winner"] = winner if winner < 0 else winner ^ row["swapped"]
    row["ending"] = m["ending"]
    row["turns"] = m["public"]["turn"]
    row["choices"] = m["choices"] - choices
    for seat in range(2):
        player = seat ^ row["swapped"]
        before = row["life"][player]
        row["life"][player] = fighter(m, seat)["life"]
        # what was paid for an ability that was countered came back, of which the log says nothing
        told = row["life"][player] - row["gained"][player]
        for source in range(_LOSSES):
            told += row["lost"][player, source]
        row["lost"][player, _COST] += before - told
