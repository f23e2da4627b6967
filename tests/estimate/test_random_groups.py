"""Ratios from groups of games: intervals cover although combats of a game are alike."""

from __future__ import annotations

import math

import numpy as np
import pytest

from yomisim.estimate.intervals import wilson
from yomisim.estimate.random_groups import mean, share, student

STRATA, GROUPS, REPEATS = 9, 10, 1500


def clustered(rng: np.random.Generator, rate: float, games: int) -> tuple[np.ndarray, np.ndarray]:
    """(part, whole) over strata and groups: each game has 4 to 11 combats with a rate of its own about `rate`."""
    shape = (STRATA, GROUPS, games)
    combats = rng.integers(4, 12, shape)
    own = rng.beta(3 * rate, 3 * (1 - rate), shape)
    return rng.binomial(combats, own).sum(axis=2), combats.sum(axis=2)


@pytest.mark.parametrize(("rate", "games"), [(0.3, 3), (0.02, 20), (0.5, 1), (0.9, 5)])
def test_shares_cover(rate, games):
    rng = np.random.default_rng(int(1000 * rate))
    hits = widths = 0.0
    for _ in range(REPEATS):
        found = share(*clustered(rng, rate, games))
        hits += found.low <= rate <= found.high
        widths += (found.high - found.low) / REPEATS
    assert 0.93 * REPEATS <= hits <= 0.985 * REPEATS
    n = STRATA * GROUPS * games * 7.5
    low, high = wilson(rate, n)
    assert widths > 1.2 * (high - low)  # as if all combats were independent


def test_means_cover():
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(REPEATS):
        count = rng.integers(1, 9, (STRATA, GROUPS))
        level = 7 + 2 * rng.standard_normal((STRATA, GROUPS))  # of a group
        total = count * level
        found = mean(total, count)
        assert found.n == count.sum() and found.value == pytest.approx(total.sum() / count.sum())
        hits += found.low <= 7 <= found.high
    assert 0.93 * REPEATS <= hits <= 0.97 * REPEATS


def test_independent_combats_have_about_wilsons_interval():
    rng = np.random.default_rng(4)
    whole = np.full((STRATA, GROUPS), 400)
    found = share(rng.binomial(400, 0.4, whole.shape), whole)
    low, high = wilson(found.value, whole.sum())
    assert (found.high - found.low) == pytest.approx(high - low, rel=0.25)


def test_nothing_and_never():
    none, some = np.zeros((2, GROUPS), int), np.full((2, GROUPS), 50)
    assert share(none, none).n == 0 and math.isnan(share(none, none).value) and mean(none, none).n == 0
    never, always = share(none, some), share(some, some)
    assert never.value == 0 == never.low and 0 < never.high < 0.01
    assert always.value == 1 and 0.99 < always.low < 1


def test_student():
    assert student(10**6) == pytest.approx(1.96, abs=1e-3) and student(9) == pytest.approx(2.262, abs=1e-3)
