"""The logistic function from one table, so that every machine rounds alike.

``math.exp`` differs in its last digit from library to library. The table is made by the four basic operations, which
IEEE 754 fixes, and read by linear interpolation (error below 1e-5).
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import leaf

#: Beyond this many log-odds a game counts as decided.
EDGE = 8.0
_STEPS = 2048
_PER_UNIT = _STEPS / (2 * EDGE)


def _exp(x: float) -> float:
    """e to the x by halving and the series; exact to about 1e-14 for abs(x) <= 16."""
    halvings = 8
    y = x / 2**halvings
    term = total = 1.0
    for i in range(1, 16):
        term = term * y / i
        total += term
    for _ in range(halvings):
        total *= total
    return total


_TABLE = np.array([1.0 / (1.0 + _exp(EDGE - i / _PER_UNIT)) for i in range(_STEPS + 2)])


@leaf
def probability(log_odds):
    """Win probability, float64 from 0.0003 to 0.9997, for log-odds of any size."""
    place = (min(max(log_odds, -EDGE), EDGE) + EDGE) * _PER_UNIT
    i = np.int64(place)
    return _TABLE[i] + (place - i) * (_TABLE[i + 1] - _TABLE[i])


#: e to the -x for x from 0 to EDGE in the same steps.
_DECAY = np.array([_exp(-i / _PER_UNIT) for i in range(int(EDGE * _PER_UNIT) + 2)])


@leaf
def decay(x):
    """e to the -x for x >= 0; what is beyond EDGE counts as EDGE."""
    place = min(x, EDGE) * _PER_UNIT
    i = np.int64(place)
    return _DECAY[i] + (place - i) * (_DECAY[i + 1] - _DECAY[i])
