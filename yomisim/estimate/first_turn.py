"""The advantage of the first turn, in games where players take turns: how often whoever began has won.

Swapped pairs: luck belongs to the seats and so does the first turn; A begins one game of a pair and B the other. What
is independent is the first player's mean score x over the two games of a pair. Its sum of squares follows from the
pair's score for A, which is counted, and from the first player's points in all: a pair that A won or lost twice gives
x = 1/2; a pair that was split gives 0 or 1, where x^2 = x; a pair with one draw 1/4 or 3/4, where x^2 = x - 3/16. Two
draws are taken for a split pair, which can only widen the interval. What m pairs are worth, and the interval,
follow as for the win rate itself (`intervals`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from yomisim.estimate import intervals

#: Columns that a tidy table has beside the others in such games: the first player's win rate (a draw is half a win).
COLUMNS = ["first_win_rate", "first_ci_low", "first_ci_high"]


def counted(tally: np.ndarray) -> bool:
    """Whether totals count who began."""
    return "first_wins" in (tally.dtype.names or ())


def estimate(tally: Any, swapped: bool, level: float = 0.95) -> tuple[float, float, float]:
    """Win rate of whoever began, and its interval; fractions.

    Parameters
    ----------
    tally : totals of one pair, a record with ``games, draws, first_wins, pair_score``.
    swapped : whether its games were played in pairs of swapped seats.
    """
    games = int(tally["games"])
    rate = (int(tally["first_wins"]) + int(tally["draws"]) / 2) / games
    worth = pairs_worth(tally["pair_score"], rate) if swapped else games
    return (rate, *intervals.wilson(rate, worth, level))


def pairs_worth(pair_score: np.ndarray, rate: float) -> float:
    """How many independent games swapped pairs are worth for the first player's win rate `rate`.

    pair_score : integers, shape (5,), as for `intervals.paired_games`.
    """
    twice, drawn = int(pair_score[0] + pair_score[4]), int(pair_score[1] + pair_score[3])
    pairs = int(np.sum(pair_score))
    squares = pairs * rate - twice / 4 - drawn * 3 / 16
    scatter = max(0.0, squares - pairs * rate * rate)
    binomial = (pairs - 1) * rate * (1 - rate)
    prior = intervals.PRIOR_EVENTS
    return pairs * (binomial + prior) / (scatter + prior * intervals.PRIOR_DESIGN)


def overall(table: pd.DataFrame, level: float = 0.95) -> tuple[float, float, float] | None:
    """The mean over the matchups of a tidy table (mirrors left out), with its interval; None where it was not counted.

    Matchups are independent: the variance of the mean of k is the sum of theirs over k^2.
    """
    if not set(COLUMNS) <= set(table):
        return None
    rows = table[table["p1"] != table["p2"]]
    rate, low, high = (rows[name].to_numpy() for name in COLUMNS)
    worth = intervals.effective_games(rate, low, high, level)
    moved = (rate * worth + 1) / (worth + 2)
    variance = float((moved * (1 - moved) / worth).sum()) / len(rows) ** 2
    mean, middle = float(rate.mean()), float(moved.mean())
    return (mean, *intervals.wilson(mean, middle * (1 - middle) / variance, level))


def words(first: tuple[float, float, float]) -> str:
    """The figure as a sentence without its full stop."""
    from yomisim.estimate.headline import percent

    rate, low, high = first
    limits = f"{100 * low:.1f} to {100 * high:.1f}"
    return f"Whoever has the first turn wins {percent(rate, (high - low) / 2)} of games (95% interval {limits})"
