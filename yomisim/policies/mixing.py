"""Mixed choices: quantal responses, and drawing from a mix. `rows` is any record with have, win, reply and mix."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf
from yomisim.kernel.logistic import decay

_U53 = np.uint64(11)


@leaf
def fraction(h):
    """A number from 0 to below 1 out of 64 random bits."""
    return np.float64(h >> _U53) * (1.0 / 9007199254740992.0)


@compiled
def respond(rows, temper, rate):
    """Move the mix of a hand towards its quantal response: shares in proportion to exp(win probability / temper)."""
    have = rows["have"]
    top = 0.0
    left = have
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        top = max(top, rows["win"][i])
    total = 0.0
    left = have
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        rows["reply"][i] = decay((top - rows["win"][i]) / temper)
        total += rows["reply"][i]
    left = have
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        rows["mix"][i] += rate * (rows["reply"][i] / total - rows["mix"][i])


@compiled
def most(rows, values):
    """The choice of the hand with the greatest value."""
    left = rows["have"]
    best = lowest(left)
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        if values[i] > values[best]:
            best = i
    return best


@compiled
def sample(rows, x):
    """A choice by the mix; x from 0 to 1."""
    left = rows["have"]
    last = lowest(left)
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        last = i
        x -= rows["mix"][i]
        if x < 0.0:
            return i
    return last
