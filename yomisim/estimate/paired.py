"""Differences on the same luck, played until they are known well enough.

The looks and critical values are those of :mod:`yomisim.estimate.sequential`; what is looked at is the paired interval
of a difference (:func:`yomisim.estimate.editions.paired_difference`). How often scores change hangs on the change: one
that leaves most games alone is known after a hundredth of the games, so looks begin early.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from yomisim.estimate import intervals
from yomisim.estimate.sequential import GROWTH, LEVEL, RESERVE, check_precision, critical_values

#: Variance of the difference of two independent scores, each of two games that always end alike: the last look is
#: enough for it. Scores on the same luck do not vary more than that.
MOST_VARIANCE = 0.5
#: The first look: fewer numbers say too little about how often scores change.
FIRST_LOOK = 250


def paired_difference(joint: np.ndarray, points: int = 4) -> tuple[float, float]:
    """Mean difference of the scores and its standard error, as fractions.

    Parameters
    ----------
    joint : counts, shape (5, 5): game numbers that scored i half points before and j after.
    points : half points that can be scored in a game number: 4 over a swapped pair, 2 over a single game.
    """
    counts = np.asarray(joint, dtype=np.float64)
    numbers = counts.sum()
    if not numbers > 0:
        raise ValueError("joint counts no games")
    steps = (np.arange(counts.shape[1])[None, :] - np.arange(counts.shape[0])[:, None]) / points
    mean = float((counts * steps).sum() / numbers)
    squares = float((counts * (steps - mean) ** 2).sum()) + intervals.PRIOR_SQUARES
    variance = squares / max(numbers - 1, 1)
    return mean, math.sqrt(variance / numbers)


def moments(joint: np.ndarray, points: int = 4) -> tuple[float, float, float]:
    """Variances of the mean score before and after, and their covariance (fractions squared).

    Parameters
    ----------
    joint, points : as for :func:`paired_difference`; at least two game numbers.
    """
    counts = np.asarray(joint, dtype=np.float64)
    numbers, score = counts.sum(), np.arange(len(counts)) / points
    before, after = counts.sum(axis=1) @ score / numbers, counts.sum(axis=0) @ score / numbers
    x, y = score - before, score - after
    scale = max(numbers - 1, 1) * numbers
    return (
        float(counts.sum(axis=1) @ x**2 / scale),
        float(counts.sum(axis=0) @ y**2 / scale),
        float(x @ counts @ y / scale),
    )


@dataclass(frozen=True)
class PairedPrecision:
    """Play a pair with both data sets until the interval of the difference reaches so many points to either side.

    Parameters
    ----------
    points : half width in percentage points, as for `sequential.Precision`.
    """

    points: float

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """Game numbers of the looks."""
        last = RESERVE * GROWTH * MOST_VARIANCE * (intervals.quantile(LEVEL) / (self.points / 100)) ** 2
        count = max(1, math.ceil(math.log(max(last / FIRST_LOOK, 1), GROWTH)))
        return tuple(sorted({max(2, math.ceil(last / GROWTH**k)) for k in range(count)}))

    def level(self, seen: Sequence[np.ndarray], points: int) -> float | None:
        """See `yomisim.batch.variants.Rule`."""
        errors = [paired_difference(joint, points)[1] for joint in seen]
        plain, wanted = intervals.quantile(LEVEL), self.points / 100
        fractions = tuple(round((wanted / (plain * error)) ** 2 / RESERVE, 4) for error in errors)
        critical = critical_values(fractions)[-1]
        if critical is None:
            return None
        enough = critical * errors[-1] <= wanted or fractions[-1] >= 1 or len(seen) == len(self.looks)
        return math.erf(critical / math.sqrt(2)) if enough else None


def check_paired(points: Any) -> PairedPrecision:
    """A precision in points.

    Raises
    ------
    BadInput : for what is no number that `sequential.check_precision` takes.
    """
    return PairedPrecision(check_precision(points).points)
