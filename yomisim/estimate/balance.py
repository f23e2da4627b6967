"""How balanced a cast is: one figure with its interval, computed from a tidy table of matchups."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from yomisim.estimate import intervals
from yomisim.estimate.matchups import LEVEL, meetings, single_edition, variances

#: Mean square distance where every matchup is decided.
_MOST = 0.25


@dataclass(frozen=True)
class Balance:
    """How far matchups typically are from even.

    Parameters
    ----------
    distance, ci_low, ci_high : root mean square of (win rate - 50%) over all matchups, as fractions: 0.05 says that
        matchups typically stand at 55 to 45. 0 is a perfectly even cast.
    matchups : how many matchups went into it.
    """

    distance: float
    ci_low: float
    ci_high: float
    matchups: int


def balance(table: pd.DataFrame) -> Balance:
    """Root mean square distance of the matchups from even, without the part that is noise.

    Observed rates scatter more than true ones: the mean of (r - 1/2)^2 exceeds that of (p - 1/2)^2 by the mean
    variance of r. Subtracting the estimated variances leaves an unbiased estimate of the mean square; its root is
    reported, 0 where the estimate is negative.

    The interval: with equal variances s^2 of k matchups, the sum of (r - 1/2)^2 / s^2 has a noncentral chi-squared
    distribution with k degrees of freedom and noncentrality sum of (p - 1/2)^2 / s^2. Unequal variances are replaced
    by one scale and a number of degrees that give the sum the same mean and variance (Satterthwaite 1946). The limits
    of the noncentrality come from the root of the sum, which is nearly normal with variance 1 (Sankaran 1959). Where
    rates scatter less than by their noise alone, the upper limit is that of an even cast with rates as noisy as these.

    Parameters
    ----------
    table : tidy table of one edition.
    """
    single_edition(table)
    pairs = meetings(table)
    count = len(pairs)
    variance = variances(pairs)
    squares = (pairs["win_rate_p1"].to_numpy() - 0.5) ** 2
    mean = max(0.0, float((squares - variance).mean()))
    noise = float(variance.sum())
    if noise == 0:  # every game of every matchup ended alike
        return Balance(math.sqrt(mean), math.sqrt(mean), math.sqrt(mean), count)
    true = (squares - variance).clip(min=0)
    scale = float((4 * true * variance + 2 * variance**2).sum() / (4 * true.sum() + 2 * noise))
    excess = max(0.0, (noise / scale - 1) / 2)
    middle = math.sqrt(max(0.0, float(squares.sum()) / scale - excess))
    z = intervals.quantile(LEVEL)
    # rates that scatter less than their noise are luck: they must not promise more than rates of an even cast would
    highest = max(middle, math.sqrt(max(0.0, noise / scale - excess))) + z
    low, high = (max(0.0, max(0.0, end) ** 2 - excess) * scale / count for end in (middle - z, highest))
    # The estimate is unbiased for the square, the limits are those of its root: keep them in order.
    return Balance(math.sqrt(mean), math.sqrt(min(low, mean)), math.sqrt(max(min(high, _MOST), mean)), count)
