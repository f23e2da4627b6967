r"""Ratios of counts, and how sure they are, from groups of games that are alike and independent.

Combats of one game are not independent of each other: the same cards are held again and again. So games are counted in
groups, and what the groups scatter says how sure a figure is ("random groups", Wolter 2007, chapter 2). For a ratio
R = sum x / sum h over strata s (opponents) and G groups g in each, with residuals e = x - R h,

    var R  =  sum over s of  G / (G - 1)  sum over g of (e_sg - mean of e_s)^2  /  (sum h)^2

A share is then given the Wilson interval of as many independent combats as have this variance, a mean the normal one
(Student's, with as many degrees of freedom as there are groups beyond the first of each stratum).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from yomisim.estimate.intervals import PRIOR_EVENTS, quantile, wilson

LEVEL = 0.95


@dataclass(frozen=True)
class Ratio:
    """A ratio of two sums.

    Parameters
    ----------
    n : the lower sum. value : the ratio, NaN where n is 0. low, high : its 95% interval.
    """

    n: int
    value: float
    low: float
    high: float


NOTHING = Ratio(0, math.nan, math.nan, math.nan)


def share(part: np.ndarray, whole: np.ndarray) -> Ratio:
    """How large a part is of a whole, both integers of shape (strata, groups); part at most whole in each.

    The worst case (all combats of a group end alike) is mixed in with small weight, as in
    `intervals.grouped_games`, so that the interval does not shrink to nothing where hardly anything was counted.
    """
    n = int(whole.sum())
    if n == 0:
        return NOTHING
    value = float(part.sum()) / n
    scatter = _scatter(part, whole, value)
    design = (scatter + PRIOR_EVENTS) / (n * value * (1 - value) + PRIOR_EVENTS)
    widening = student(part.shape[0] * (part.shape[1] - 1)) / quantile(LEVEL)
    low, high = wilson(min(value, 1.0), n / design / widening**2, LEVEL)
    return Ratio(n, value, low, high)


def mean(total: np.ndarray, count: np.ndarray) -> Ratio:
    """The mean of a quantity from its total and the number of cases, both of shape (strata, groups)."""
    n = int(count.sum())
    if n == 0:
        return NOTHING
    value = float(total.sum()) / n
    half = student(total.shape[0] * (total.shape[1] - 1)) * math.sqrt(_scatter(total, count, value)) / n
    return Ratio(n, value, value - half, value + half)


def _scatter(upper: np.ndarray, lower: np.ndarray, ratio: float) -> float:
    """Variance of the sum of the residuals."""
    groups = upper.shape[1]
    rest = upper - ratio * lower
    return float(((rest - rest.mean(axis=1, keepdims=True)) ** 2).sum()) * groups / (groups - 1)


@cache
def student(freedom: int, level: float = LEVEL) -> float:
    """Two-sided quantile of Student's t with so many degrees of freedom (at least 1)."""
    from scipy.special import stdtrit

    return float(stdtrit(max(1, freedom), 0.5 + level / 2))
