"""Figures over pairs of characters, where which of the two is named first must not matter.

Every quantity of a pair (a distance from even, a log-odds) changes its sign when the pair is read from the other side.
Means over pairs therefore say nothing, and a plain correlation depends on the order of the names.

Correlation
    Each pair counted both ways: the points (x, y) and (-x, -y). All means are then 0, so it is the correlation
    without centring, sum(x y) / sqrt(sum(x^2) sum(y^2)), and the same whoever is named first.
Strengths
    The log-odds of a pair are a_i - a_j plus a remainder, the interaction; a by least squares, mean 0 (Bradley and
    Terry's model, fitted to log-odds). Where the pairs fall into unconnected groups, each group's mean is 0.
Characters drawn again
    The bootstrap draws characters with replacement, not pairs: pairs of one character are not independent. A pair
    counts as often as the product of how often its two characters were drawn (Snijders and Borgatti 1999; Owen 2007,
    who shows that it errs on the wide side).

Weights are 0 or more, shape (pairs,), or (draws, pairs) for many draws at a time; a pair with weight 0 is left out.
"""

from __future__ import annotations

import numpy as np

#: Below this share of the data's size a sum of squares is 0 but for rounding.
NOTHING = 1e-18


def logit(rate: np.ndarray) -> np.ndarray:
    """Log-odds of rates above 0 and below 1."""
    return np.log(rate) - np.log1p(-rate)


def logistic(odds: np.ndarray) -> np.ndarray:
    """Rates from log-odds."""
    return 1 / (1 + np.exp(-odds))


def correlation(x: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> float:
    """Correlation of two quantities of pairs, each pair counted both ways; NaN where one of them is 0 throughout.

    Parameters
    ----------
    x, y : shape (pairs,). weights : the same shape; None is 1 for each.
    """
    w = np.ones(len(x)) if weights is None else weights
    squares = float(w @ x**2), float(w @ y**2)
    if min(squares) <= NOTHING * float(w.sum()):
        return float("nan")
    return float(w @ (x * y)) / float(np.sqrt(squares[0] * squares[1]))


def root_mean_square(x: np.ndarray, weights: np.ndarray | None = None) -> float:
    """Root of the weighted mean of the squares; NaN where all weights are 0."""
    w = np.ones(len(x)) if weights is None else weights
    total = float(w.sum())
    return float(np.sqrt(w @ x**2 / total)) if total > 0 else float("nan")


def slope(x: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> float:
    """The b of y = b x with the least squares; NaN where x is 0 throughout."""
    w = np.ones(len(x)) if weights is None else weights
    square = float(w @ x**2)
    return float(w @ (x * y)) / square if square > NOTHING * float(w.sum()) else float("nan")


def slope_predictions(x: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """b x for each pair, with the slope b of all other pairs; NaN where those have none. Shape (pairs,)."""
    w = np.ones(len(x)) if weights is None else weights
    products, squares = w * x * y, w * x**2
    rest = squares.sum() - squares
    good = rest > NOTHING * float(w.sum())
    return np.where(good, x * (products.sum() - products) / np.where(good, rest, 1.0), np.nan)


def differences(first: np.ndarray, second: np.ndarray, count: int) -> np.ndarray:
    """The matrix that turns strengths of `count` characters into log-odds of pairs; shape (pairs, count)."""
    matrix = np.zeros((len(first), count))
    rows = np.arange(len(first))
    matrix[rows, first], matrix[rows, second] = 1.0, -1.0
    return matrix


def strengths(matrix: np.ndarray, odds: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Strengths that fit the log-odds of pairs with the least squares, in log-odds; shape (characters,).

    Parameters
    ----------
    matrix : from :func:`differences`. odds : shape (pairs,).
    """
    root = np.ones(len(odds)) if weights is None else np.sqrt(weights)
    # Of all solutions the shortest one, which has mean 0 in every connected group.
    return np.linalg.lstsq(matrix * root[:, None], odds * root, rcond=1e-9)[0]


def left_out_predictions(matrix: np.ndarray, odds: np.ndarray) -> np.ndarray:
    """Log-odds of each pair from the strengths that all other pairs give; shape (pairs,)."""
    everyone = np.arange(len(odds))
    return np.array([matrix[k] @ strengths(matrix[everyone != k], odds[everyone != k]) for k in everyone])


def drawn_weights(first: np.ndarray, second: np.ndarray, count: int, draws: int, seed: int) -> np.ndarray:
    """How often each pair counts when `count` characters are drawn with replacement; shape (draws, pairs)."""
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(count, np.full(count, 1 / count), size=draws)
    return (drawn[:, first] * drawn[:, second]).astype(np.float64)
