"""Exponentials and the logistic function by the four operations, so that every machine rounds alike.

``math.exp`` differs in its last digit from library to library. Here e to the -x is the 32nd power of the series of
e to the -x / 32 up to its third power, five squarings; no table is read, so that loops over arrays are compiled to work
on several numbers at once.
"""

from __future__ import annotations

from yomisim.kernel.jit import leaf

#: Beyond this many log-odds a game counts as decided.
EDGE = 8.0
_PART = 1.0 / 32.0
_THIRD = 1.0 / 6.0


@leaf
def decay(x):
    """e to the -x for x >= 0, off by less than 1e-5; what is beyond EDGE counts as EDGE."""
    z = min(x, EDGE) * _PART
    y = 1.0 - z * (1.0 - z * (0.5 - z * _THIRD))
    y *= y
    y *= y
    y *= y
    y *= y
    return y * y


@leaf
def probability(log_odds):
    """Win probability, float64 from 0.0003 to 0.9997, for log-odds of any size; off by less than 1e-5."""
    p = 1.0 / (1.0 + decay(abs(log_odds)))
    return p if log_odds >= 0.0 else 1.0 - p
