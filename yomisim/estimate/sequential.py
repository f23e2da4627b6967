"""Playing until an interval is narrow enough, with an interval that is honest all the same.

Who looks again and again and stops when it suits, with plain 95% intervals, is wrong more often than he says. Here the
5% are shared out over the looks (group sequential design; Lan and DeMets 1983): at information t, as a fraction of what
is planned, no more than 0.05 t^8 have been spent (power family, Kim and DeMets 1987). The critical value c_k of look k
solves

    P(|Z_j| <= c_j for all j < k and |Z_k| > c_k) = what may be spent at look k

where sqrt(t) Z(t) is a Brownian motion, by recursive integration (Armitage, McPherson and Rowe 1969). The intervals
with these critical values hold the true rate at all looks together with 95% (repeated confidence intervals, Jennison
and Turnbull 1989), so the last one does, whatever it was that made one stop.

Looks lie at fixed game numbers, so that the same seed stops at the same game, and information is measured by the width
of the plain interval: t = 1 is `RESERVE` times the information of a plain interval of the width asked for. Spending so
late costs little: `RESERVE` and the distance of looks are chosen so that a pair always gets there before t = 1, after
13% more games on average than a plain interval of this width would need, if one knew how many that are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from yomisim.errors import BadInput
from yomisim.estimate import intervals

if TYPE_CHECKING:
    from yomisim.batch.plan import Pairing

LEVEL = 0.95
#: Power of the spending function.
POWER = 8
#: Information at which everything is spent, in units of the information of a plain interval of the width asked for.
RESERVE = 1.12
#: Each look comes at so many times the game numbers of the one before; the first is so many looks before the last.
GROWTH = 1.1
LOOKS = 22
#: What may be asked for, in points.
NARROWEST, WIDEST = 0.01, 10.0
#: Looks that come so early, or so soon after another one, are none: hardly anything could be spent there.
EARLIEST, NEAREST = 0.4, 0.01
#: Points of the integration over the score.
_GRID = 161


@dataclass(frozen=True)
class Precision:
    """Play each pair until its interval reaches no farther than `points` to either side of its middle.

    Parameters
    ----------
    points : half width in percentage points, NARROWEST to WIDEST.
    """

    points: float

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """Game numbers of the looks; the last one is enough for the largest variance that a score can have."""
        z = intervals.quantile(LEVEL)
        last = RESERVE * GROWTH * (z / (2 * self.points / 100)) ** 2
        numbers = [max(2, math.ceil(last / GROWTH**k)) for k in reversed(range(LOOKS))]
        return tuple(sorted(set(numbers)))

    @property
    def most(self) -> int:
        """Games of a pair at most."""
        return 2 * self.looks[-1]

    def level(self, pairing: Pairing, seen: Sequence[np.ndarray]) -> float | None:
        """See `yomisim.batch.run.Rule`."""
        fractions = tuple(self._information(pairing, tally) for tally in seen)
        critical = critical_values(fractions)[-1]
        if critical is None:
            return None
        level = math.erf(critical / math.sqrt(2))
        narrow = half_width(pairing, seen[-1], level) <= self.points / 100
        return level if narrow or fractions[-1] >= 1 or len(seen) == len(self.looks) else None

    def _information(self, pairing: Pairing, tally: np.ndarray) -> float:
        """As a fraction of what is planned, rounded so that equal results have equal critical values."""
        return round((self.points / 100 / half_width(pairing, tally, LEVEL)) ** 2 / RESERVE, 4)


def check_precision(points: Any) -> Precision:
    """A precision in points.

    Raises
    ------
    BadInput : for what is no number from NARROWEST to WIDEST.
    """
    if isinstance(points, bool) or not isinstance(points, int | float) or not math.isfinite(points):
        raise BadInput(f"{points!r} is not a number of points, such as 0.5", field="precision")
    if not NARROWEST <= points <= WIDEST:
        raise BadInput(f"{points} is out of range; it must be {NARROWEST} to {WIDEST:g} points", field="precision")
    return Precision(float(points))


def interval(pairing: Pairing, tally: np.ndarray, level: float) -> tuple[float, float]:
    """Interval of player 1's win rate: from pairs of games where seats are swapped, else Wilson's; see `intervals`."""
    if pairing.swap:
        return intervals.paired(tally["pair_score"], level)
    return intervals.wilson_from_counts(int(tally["wins"][0]), int(tally["draws"]), int(tally["games"]), level)


def half_width(pairing: Pairing, tally: np.ndarray, level: float) -> float:
    """Half the width of :func:`interval`."""
    low, high = interval(pairing, tally, level)
    return (high - low) / 2


def critical_values(fractions: Sequence[float]) -> list[float | None]:
    """Two-sided critical values of the looks at these information fractions; None where nothing is spent.

    The looks end with the first one at 1 or more, where all is spent.
    """
    values: list[float | None] = []
    used: tuple[float, ...] = ()
    for t in fractions:
        if t < EARLIEST or (used and (t < used[-1] + NEAREST or used[-1] >= 1)):
            values.append(None)
            continue
        used = (*used, t)
        values.append(_look(used).critical)
    return values


@dataclass(frozen=True)
class _Look:
    """State of the recursion after a look: points of the score, and at each the probability that it was not over."""

    critical: float
    t: float
    spent: float
    score: np.ndarray
    weight: np.ndarray


@lru_cache(maxsize=20_000)
def _look(fractions: tuple[float, ...]) -> _Look:
    from scipy.optimize import brentq
    from scipy.special import ndtr

    t = fractions[-1]
    allowed = _spent(t)
    if len(fractions) == 1:
        critical = intervals.quantile(1 - allowed)
        score = np.linspace(-critical, critical, _GRID) * math.sqrt(t)
        density = np.exp(-(score**2) / (2 * t)) / math.sqrt(2 * math.pi * t)
        return _Look(critical, t, allowed, score, density * _simpson(score))
    before = _look(fractions[:-1])
    step = math.sqrt(t - before.t)

    def excess(limit: float) -> float:
        beyond = ndtr((before.score - limit) / step) + ndtr((-limit - before.score) / step)
        return float(before.weight @ beyond) - (allowed - before.spent)

    limit = float(brentq(excess, 0.0, 12.0))
    score = np.linspace(-limit, limit, _GRID)
    kernel = np.exp(-(((score[:, None] - before.score[None, :]) / step) ** 2) / 2) / (step * math.sqrt(2 * math.pi))
    return _Look(limit / math.sqrt(t), t, allowed, score, (kernel @ before.weight) * _simpson(score))


def _spent(t: float) -> float:
    """Probability of a mistake that may be spent up to information fraction t."""
    return (1 - LEVEL) * min(t, 1.0) ** POWER


def _simpson(points: np.ndarray) -> np.ndarray:
    """Weights of Simpson's rule on an odd number of evenly spaced points."""
    weights = np.ones(len(points))
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    return weights * (points[1] - points[0]) / 3
