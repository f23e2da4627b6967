"""Intervals and tests for win rates.

A game scores 1 for a win, 1/2 for a draw and 0 for a loss; a win rate is the mean score.

Wilson interval (Wilson 1927)
    All rates p for which the observed rate r of n games is no surprise: (r - p)^2 <= z^2 p (1 - p) / n. It never
    leaves [0, 1] and works for one game and for rates of 0 and 1. **Draws**: p (1 - p) is the largest variance a score
    in [0, 1] with mean p can have, and a draw only makes it smaller. So the same formula with draws as half points
    covers at least as often as it says, and exactly so where nothing is drawn.

Swapped pairs
    The two games of a pair share their luck, so they are not independent: what is independent is the pair's mean
    score, one of 0, 1/4, 1/2, 3/4, 1. Its variance is D p (1 - p), where the design effect D (Kish 1965) lies
    between 0 and 1; D would be 1/2 if both games were independent, and is 1 if both always end alike. A win rate from
    m pairs is therefore worth m / D independent games, and its interval is the Wilson interval of so many. D is
    estimated from the pairs, with the worst case as a prior guess of small weight; this is what keeps the interval
    sound for few pairs and for rates near 0 and 1, where the pairs themselves say nothing about D.

Groups on one luck, in strata
    The same with more than two games on one luck, and with several strata (characters, pairs of characters) that each
    hold the same number of groups. The rate is the mean of the strata's; only scatter within a stratum is chance, so D
    is estimated from deviations from each stratum's own mean.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

#: The guess of D that is mixed in, and its weight in units of the sum of p (1 - p) over pairs.
PRIOR_DESIGN = 1.0
PRIOR_EVENTS = 1.0
#: Of differences on the same luck: the squares of two game numbers that are mixed in, +1/2 and -1/2.
PRIOR_SQUARES = 0.5


def quantile(level: float) -> float:
    """Standard normal quantile z of a two-sided interval: 1.96 for a level of 0.95."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(rate: float, games: float, level: float = 0.95) -> tuple[float, float]:
    """Wilson interval of a win rate.

    Parameters
    ----------
    rate : wins plus half the draws, divided by games; 0 to 1.
    games : number of independent games, more than 0; need not be whole (an effective number).
    level : how often the interval is to hold the true rate.

    Returns
    -------
    (low, high) with 0 <= low <= rate <= high <= 1.
    """
    if not 0.0 <= rate <= 1.0:
        raise ValueError(f"rate must lie between 0 and 1, not {rate}")
    if not games > 0:
        raise ValueError(f"games must be more than 0, not {games}")
    c = quantile(level) ** 2 / games
    middle = (rate + c / 2) / (1 + c)
    half = math.sqrt(c * rate * (1 - rate) + c * c / 4) / (1 + c)
    # Rounding must not push the estimate out of its own interval.
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def wilson_from_counts(wins: int, draws: int, games: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson interval from counts, a draw as half a win."""
    return wilson((wins + draws / 2) / games, games, level)


def paired_games(pair_score: np.ndarray) -> float:
    """How many independent games the swapped pairs are worth (more than two per pair if swapping seats helps).

    Parameters
    ----------
    pair_score : integers, shape (5,); entry k counts the pairs in which player 1 scored k/2 points of 2.
    """
    counts = np.asarray(pair_score, dtype=np.float64)
    if counts.shape != (5,):
        raise ValueError(f"pair_score must have shape (5,), not {counts.shape}")
    if not counts.sum() > 0:
        raise ValueError("pair_score counts no pairs")
    return grouped_games(counts[None, :])


def grouped_games(counts: np.ndarray) -> float:
    """How many independent games groups of games on one luck are worth, in one or more strata.

    Parameters
    ----------
    counts : shape (strata, n + 1); entry (s, k) counts the groups of stratum s with a mean score of k / n. Every
        stratum holds the same number of groups, one or more.
    """
    counts = np.asarray(counts, dtype=np.float64)
    sizes = counts.sum(axis=1)
    if not sizes.min() > 0 or sizes.min() != sizes.max():
        raise ValueError("every stratum must count the same number of groups, and at least one")
    score = np.arange(counts.shape[1]) / (counts.shape[1] - 1)
    means = counts @ score / sizes
    rate = means.mean()
    scatter = (counts * (score[None, :] - means[:, None]) ** 2).sum()
    binomial = (sizes.sum() - len(sizes)) * rate * (1 - rate)
    design = (scatter + PRIOR_EVENTS * PRIOR_DESIGN) / (binomial + PRIOR_EVENTS)
    return float(sizes.sum() / design)


def grouped(counts: np.ndarray, level: float = 0.95) -> tuple[float, float]:
    """Interval of the mean win rate over strata; see the module's text and :func:`grouped_games`."""
    counts = np.asarray(counts, dtype=np.float64)
    rate = float(counts.sum(axis=0) @ np.arange(counts.shape[1]) / ((counts.shape[1] - 1) * counts.sum()))
    return wilson(rate, grouped_games(counts), level)


def paired(pair_score: np.ndarray, level: float = 0.95) -> tuple[float, float]:
    """Interval of player 1's win rate from swapped pairs; see the module's text and :func:`paired_games`."""
    counts = np.asarray(pair_score, dtype=np.float64)
    games = paired_games(counts)
    rate = float(counts @ np.arange(5) / (4 * counts.sum()))
    return wilson(rate, games, level)


def effective_games(rate: np.ndarray, low: np.ndarray, high: np.ndarray, level: float = 0.95) -> np.ndarray:
    """How many independent games an interval is worth: the inverse of :func:`wilson`.

    Turns a table of rates and intervals back into variances, ``rate * (1 - rate) / games``, so that everything which
    is estimated from matchups can be computed from the published table alone.

    Parameters
    ----------
    rate, low, high : arrays of one shape.

    Returns
    -------
    Array of that shape.
    """
    half_squared = ((np.asarray(high, dtype=np.float64) - low) / 2) ** 2
    variance = np.asarray(rate, dtype=np.float64) * (1 - np.asarray(rate, dtype=np.float64))
    # half^2 (1 + c)^2 = c variance + c^2 / 4 with c = z^2 / games; the positive root.
    a = 0.25 - half_squared
    b = variance - 2 * half_squared
    root = np.sqrt(b * b + 4 * a * half_squared)
    # The two forms of the root are equal; each loses digits where the other is exact.
    with np.errstate(divide="ignore", invalid="ignore"):
        c = np.where(b > 0, 2 * half_squared / (b + root), (root - b) / (2 * a))
        return quantile(level) ** 2 / c


def p_value_even(rate: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Two-sided p-values of "this matchup is even" (score test): below 0.05 exactly where the 95% interval misses 50%.

    Parameters
    ----------
    rate, games : arrays of one shape; `games` are independent or effective games.
    """
    z = (np.asarray(rate, dtype=np.float64) - 0.5) * 2 * np.sqrt(games)
    return np.array([math.erfc(abs(value) / math.sqrt(2)) for value in z.ravel()]).reshape(z.shape)


def holm(p_values: np.ndarray) -> np.ndarray:
    """Holm's adjusted p-values (Holm 1979), shape (k,).

    Calling everything below 0.05 real is wrong about any of them at most once in 20 times, however they depend on
    each other.
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    steps = np.minimum(1.0, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    adjusted = np.empty_like(p)
    adjusted[order] = steps
    return adjusted


def benjamini_hochberg(p_values: np.ndarray) -> np.ndarray:
    """Adjusted p-values of Benjamini and Hochberg (1995), shape (k,): of all below 0.05, at most 5% are chance."""
    from scipy.stats import false_discovery_control

    return np.asarray(false_discovery_control(np.asarray(p_values, dtype=np.float64), method="bh"))


#: Corrections for many comparisons: name -> (what it is called in words, function).
CORRECTIONS = {
    "holm": ("Holm, family-wise", holm),
    "benjamini-hochberg": ("Benjamini-Hochberg, false discovery rate", benjamini_hochberg),
}


def adjust(p_values: np.ndarray, method: str = "holm") -> np.ndarray:
    """Adjusted p-values by the name of the correction, a key of CORRECTIONS."""
    return CORRECTIONS[method][1](p_values)
