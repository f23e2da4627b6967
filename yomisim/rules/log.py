"""The event log of a game: rows of int16, written only while it is switched on.

A row is ``(event, seat, a, b, c, d)``; what the columns of an event mean is told by the game's own `events`.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.records import LOG_ROWS

_NIL = np.int64(0)


@compiled
def _write(m, event, seat, a, b, c, d):
    row = m["log_rows"]
    if row < LOG_ROWS:
        log = m["log"]
        log[row, 0] = event
        log[row, 1] = seat
        log[row, 2] = a
        log[row, 3] = b
        log[row, 4] = c
        log[row, 5] = d
        m["log_rows"] = row + 1


@leaf
def emit(m, event, seat):
    """Append a row without columns to the log of MATCH record `m`; nothing while the log is off or full."""
    if m["log_on"] != 0:
        _write(m, event, seat, _NIL, _NIL, _NIL, _NIL)


@leaf
def emit_1(m, event, seat, a):
    """`emit` with column a."""
    if m["log_on"] != 0:
        _write(m, event, seat, a, _NIL, _NIL, _NIL)


@leaf
def emit_2(m, event, seat, a, b):
    """`emit` with columns a and b."""
    if m["log_on"] != 0:
        _write(m, event, seat, a, b, _NIL, _NIL)


@leaf
def emit_3(m, event, seat, a, b, c):
    """`emit` with columns a to c."""
    if m["log_on"] != 0:
        _write(m, event, seat, a, b, c, _NIL)


@leaf
def emit_4(m, event, seat, a, b, c, d):
    """`emit` with columns a to d."""
    if m["log_on"] != 0:
        _write(m, event, seat, a, b, c, d)
