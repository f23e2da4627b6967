r"""Payoffs of hidden hands out of noise, by what hands have in common.

One pair of hands meets in few deals, and a hand whose mix feeds on its noise plays what happened to win. But most of
what an opener is worth does not hang on the hand. So payoffs are taken apart,

    payoff[a, b, i, j] = m[a, b] + c[i, j] + p[a, i] + q[b, j] + e[a, b, i, j],

each term the mean of what the terms before it leave: what the hands are worth, what the openers do to each other, what
a hand adds to its openers, and the rest. Each term but the first is drawn towards zero by the share of it that is noise
(James and Stein 1961; Efron and Morris 1975): with s the variance of the true terms and v / n that of the noise in a
mean of n cells, the factor is s / (s + v / n). Both are found from independent blocks of deals: products of two halves
have the mean s, squared differences give v. With more deals all factors go to 1, and the payoffs to the plain means.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

#: Axes over which a term is the mean.
_TERMS = ((0, 1), (1, 3), (0, 2), ())


@dataclass(frozen=True)
class Smoother:
    """What is drawn how far towards zero.

    Parameters
    ----------
    held : bool, shape (hands 1, hands 2, options 1, options 2): which cells were played.
    factors : float64, one array for each of `_TERMS`, of its shape with the axes kept; none where nothing is hidden.
    """

    held: np.ndarray
    factors: tuple[np.ndarray, ...]

    def __call__(self, payoff: np.ndarray) -> np.ndarray:
        """Payoffs of the same cells, smoothed; 0 where a cell was not played."""
        if not self.factors:
            return payoff
        middle, terms = _parts(payoff, self.held)
        out = middle + sum(factor * term for factor, term in zip(self.factors, terms, strict=True))
        return np.where(self.held, out, 0.0)


def smoother(blocks: np.ndarray, has_1: np.ndarray, has_2: np.ndarray) -> Smoother:
    """How far to trust payoffs.

    Parameters
    ----------
    blocks : float64, shape (hands 1, hands 2, blocks, options 1, options 2), at least two blocks.
    has_1, has_2 : bool, shapes (hands 1, options 1) and (hands 2, options 2).
    """
    held = has_1[:, None, :, None] & has_2[None, :, None, :]
    if blocks.shape[:2] == (1, 1):
        return Smoother(held, ())
    middle = blocks.shape[2] // 2
    halves = [_parts(part.mean(axis=2), held)[1] for part in (blocks[:, :, :middle], blocks[:, :, middle:])]
    factors = []
    for axes, one, two in zip(_TERMS, *halves, strict=True):
        n = held.sum(axis=axes, keepdims=True) if axes else held.astype(np.int64)
        noise = float((n * (one - two) ** 2).sum() / 4 / max((n > 0).sum(), 1))
        true = max(float((n * one * two).sum() / max(n.sum(), 1)), 0.0)
        with np.errstate(invalid="ignore", divide="ignore"):
            factor = true / (true + noise / n)
        factors.append(np.where(np.isfinite(factor), factor, 1.0))
    return Smoother(held, tuple(factors))


def _parts(payoff: np.ndarray, held: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """The first term, and the others in order, axes kept."""
    left = np.where(held, payoff, 0.0)
    middle = _mean(left, held, (2, 3))
    left = np.where(held, left - middle, 0.0)
    terms = []
    for axes in _TERMS:
        term = _mean(left, held, axes) if axes else left
        terms.append(term)
        left = np.where(held, left - term, 0.0)
    return middle, terms


def _mean(numbers: np.ndarray, held: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    """Mean over the cells that were played, axes kept; 0 where there are none."""
    n = held.sum(axis=axes, keepdims=True)
    return numbers.sum(axis=axes, keepdims=True) / np.maximum(n, 1)
