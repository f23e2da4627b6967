"""Intervals: they cover, stay in bounds, and agree with independent formulas."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from yomisim.estimate.intervals import (
    adjust,
    effective_games,
    holm,
    p_value_even,
    paired,
    paired_games,
    quantile,
    wilson,
    wilson_from_counts,
)

RATES = st.floats(0, 1)
SIZES = st.integers(1, 10**7)
LEVELS = st.floats(0.5, 0.999)
COUNTS = st.lists(st.integers(0, 10**6), min_size=5, max_size=5).filter(any)


def test_wilson_agrees_with_scipy():
    for wins, games in [(0, 1), (1, 1), (0, 10), (3, 10), (5, 10), (500, 1000), (999, 1000), (1000, 1000)]:
        expected = stats.binomtest(wins, games).proportion_ci(0.95, method="wilson")
        assert wilson_from_counts(wins, 0, games) == pytest.approx((expected.low, expected.high), abs=1e-12)


@given(RATES, SIZES, LEVELS)
def test_wilson_stays_in_bounds_and_holds_the_rate(rate, games, level):
    low, high = wilson(rate, games, level)
    assert 0 <= low <= rate <= high <= 1
    if games < 10**6:
        assert low < high


@given(RATES, SIZES, LEVELS)
def test_wilson_is_symmetric(rate, games, level):
    low, high = wilson(rate, games, level)
    other = wilson(1 - rate, games, level)
    assert (1 - high, 1 - low) == pytest.approx(other, abs=1e-9)


@given(RATES, st.integers(1, 10**6))
def test_more_games_and_a_lower_level_narrow_the_interval(rate, games):
    low, high = wilson(rate, games)
    more = wilson(rate, 4 * games)
    assert more[1] - more[0] <= high - low
    less = wilson(rate, games, 0.8)
    assert low - 1e-12 <= less[0] and less[1] <= high + 1e-12


@pytest.mark.parametrize("bad", [-0.1, 1.1, math.nan])
def test_impossible_rates_are_refused(bad):
    with pytest.raises(ValueError, match="rate"):
        wilson(bad, 10)


def test_no_games_have_no_interval():
    with pytest.raises(ValueError, match="games"):
        wilson(0.5, 0)
    with pytest.raises(ValueError, match="no pairs"):
        paired(np.zeros(5, dtype=np.int64))
    with pytest.raises(ValueError, match="shape"):
        paired(np.zeros(4, dtype=np.int64))


def test_quantile():
    assert quantile(0.95) == pytest.approx(1.959964, abs=1e-6)
    with pytest.raises(ValueError, match="level"):
        quantile(1.0)


@pytest.mark.parametrize("draws", [0.0, 0.05, 0.5])
@pytest.mark.parametrize("rate", [0.5, 0.25, 0.05])
@pytest.mark.parametrize("games", [10, 100, 2000])
def test_wilson_covers_with_draws_as_half_points(rate, draws, games):
    """Win with `rate` of the decided games; draws may only make it cover more often."""
    rng = np.random.default_rng(7)
    mean = draws / 2 + (1 - draws) * rate
    counts = rng.multinomial(games, [(1 - draws) * rate, draws, (1 - draws) * (1 - rate)], size=4000)
    cases, times = np.unique(counts, axis=0, return_counts=True)
    limits = np.array([wilson_from_counts(int(w), int(d), games) for w, d, _ in cases])
    covered = times[(limits[:, 0] <= mean) & (mean <= limits[:, 1])].sum() / times.sum()
    assert covered >= (0.91 if games == 10 else 0.935)
    if draws == 0 and games == 2000:
        assert covered <= 0.965


def swapped_pairs(rate: float, dependence: float, pairs: int, repeats: int, rng: np.random.Generator):
    """Counts of pair scores where two games depend on each other, and the true rate.

    A share |dependence| of pairs has twice the same result (dependence > 0) or opposite luck (< 0); the others are
    two independent games.
    """
    both = np.array([(1 - rate) ** 2, 0, 2 * rate * (1 - rate), 0, rate**2])
    if dependence >= 0:
        tied = np.array([1 - rate, 0, 0, 0, rate])
    else:  # the seat decides as often as it can
        split = 2 * min(rate, 1 - rate)
        tied = np.array([1 - rate - split / 2, 0, split, 0, rate - split / 2])
    chances = (1 - abs(dependence)) * both + abs(dependence) * tied
    return rng.multinomial(pairs, chances / chances.sum(), size=repeats), float(chances @ np.arange(5) / 4)


@pytest.mark.parametrize("dependence", [-0.9, -0.4, 0.0, 0.6])
@pytest.mark.parametrize("rate", [0.5, 0.3, 0.1, 0.02])
@pytest.mark.parametrize("pairs", [1, 2, 5, 20, 100, 5000])
def test_paired_intervals_cover(rate, dependence, pairs):
    rng = np.random.default_rng(11)
    counts, mean = swapped_pairs(rate, dependence, pairs, 3000, rng)
    cases, times = np.unique(counts, axis=0, return_counts=True)
    limits = np.array([paired(case) for case in cases])
    covered = times[(limits[:, 0] <= mean) & (mean <= limits[:, 1])].sum() / times.sum()
    # Discrete counts make Wilson's interval miss a little more often at rates near 0.
    assert covered >= (0.935 if pairs * rate >= 20 else 0.90)


def test_paired_intervals_are_exact_for_many_pairs():
    for dependence in (-0.8, 0.0, 0.5):
        counts, _ = swapped_pairs(0.4, dependence, 10_000, 1, np.random.default_rng(3))
        scores = np.repeat(np.arange(5) / 4, counts[0])
        error = scores.std(ddof=1) / math.sqrt(len(scores))
        low, high = paired(counts[0])
        assert (high - low) / 2 == pytest.approx(NormalDist().inv_cdf(0.975) * error, rel=2e-3)


def test_seats_that_decide_make_the_interval_narrow():
    """Where the seat decides nearly everything, both games of a pair together say little about luck."""
    independent = np.array([2500, 0, 5000, 0, 2500])
    decided = np.array([100, 0, 9800, 0, 100])
    assert paired_games(independent) == pytest.approx(20_000, rel=0.01)
    assert paired_games(decided) > 200_000
    assert paired_games(np.array([5000, 0, 0, 0, 5000])) == pytest.approx(10_000, rel=0.01)


@given(COUNTS)
def test_paired_intervals_stay_in_bounds_and_mirror(counts):
    counts = np.array(counts)
    rate = counts @ np.arange(5) / (4 * counts.sum())
    low, high = paired(counts)
    assert 0 <= low <= rate + 1e-12 and rate - 1e-12 <= high <= 1
    assert paired(counts[::-1]) == pytest.approx((1 - high, 1 - low), abs=1e-9)
    assert low < high


@given(RATES, st.floats(1, 10**7), LEVELS)
def test_effective_games_undo_wilson(rate, games, level):
    low, high = wilson(rate, games, level)
    back = effective_games(np.array([rate]), np.array([low]), np.array([high]), level)
    assert back[0] == pytest.approx(games, rel=1e-4)


@given(st.floats(0.01, 0.99), st.integers(5, 10**6))
def test_a_test_and_an_interval_say_the_same(rate, games):
    low, high = wilson(rate, games)
    p = p_value_even(np.array([rate]), np.array([games]))[0]
    if abs(p - 0.05) > 1e-6:
        assert (p < 0.05) == (not low <= 0.5 <= high)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60))
def test_holm_by_its_definition(values):
    p = np.array(values)
    adjusted = holm(p)
    assert ((adjusted >= p) & (adjusted <= 1)).all()
    order = np.argsort(p, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()
    # Step down: reject while p(i) <= level / (k - i).
    for level in (0.01, 0.05, 0.3):
        rejected = np.zeros(len(p), dtype=bool)
        for step, place in enumerate(order):
            if p[place] * (len(p) - step) > level:
                break
            rejected[place] = True
        assert ((adjusted <= level) == rejected).all()


def test_corrections_hold_their_level():
    """Under nothing but chance, Holm finds anything at all in at most 5% of the tables; BH likewise."""
    rng = np.random.default_rng(5)
    p = rng.random((2000, 45))
    for method in ("holm", "benjamini-hochberg"):
        assert np.mean([(adjust(row, method) < 0.05).any() for row in p]) < 0.062


def test_holm_finds_less_than_benjamini_hochberg():
    p = np.array([0.001, 0.01, 0.02, 0.03, 0.04])
    assert (adjust(p, "holm") < 0.05).sum() < (adjust(p, "benjamini-hochberg") < 0.05).sum()
