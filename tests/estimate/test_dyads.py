"""Figures over pairs: independent of who is named first, exact on made-up data."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from yomisim.estimate import dyads

RNG = np.random.default_rng(4)
FIRST, SECOND = np.array(list(combinations(range(7), 2))).T


def test_counting_both_ways_is_not_centring():
    x, y = RNG.standard_normal((2, 30))
    both = np.corrcoef(np.concatenate([x, -x]), np.concatenate([y, -y]))[0, 1]
    assert dyads.correlation(x, y) == pytest.approx(both)


def test_the_order_of_names_does_not_matter():
    x, y = RNG.standard_normal((2, 30))
    turn = RNG.choice([-1, 1], 30)
    assert dyads.correlation(x, y) == pytest.approx(dyads.correlation(x * turn, y * turn))
    assert dyads.slope(x, y) == pytest.approx(dyads.slope(x * turn, y * turn))
    assert dyads.root_mean_square(x - y) == pytest.approx(dyads.root_mean_square(turn * (x - y)))


def test_weights_are_repetitions():
    x, y = RNG.standard_normal((2, 12))
    times = RNG.integers(0, 4, 12)
    again = np.repeat(x, times), np.repeat(y, times)
    weights = times.astype(float)
    assert dyads.correlation(x, y, weights) == pytest.approx(dyads.correlation(*again))
    assert dyads.slope(x, y, weights) == pytest.approx(dyads.slope(*again))
    assert dyads.root_mean_square(x, weights) == pytest.approx(dyads.root_mean_square(again[0]))


def test_what_is_not_defined_is_nan():
    zero, one = np.zeros(5), np.ones(5)
    assert np.isnan(dyads.correlation(zero, one)) and np.isnan(dyads.slope(zero, one))
    assert np.isnan(dyads.root_mean_square(one, zero)) and np.isnan(dyads.slope_predictions(zero, one)).all()


def test_slope_predictions_leave_the_pair_out():
    x, y = RNG.standard_normal((2, 9))
    expected = [x[k] * dyads.slope(np.delete(x, k), np.delete(y, k)) for k in range(9)]
    assert np.allclose(dyads.slope_predictions(x, y), expected)


def test_strengths_are_found_again():
    true = RNG.standard_normal(7)
    true -= true.mean()
    matrix = dyads.differences(FIRST, SECOND, 7)
    odds = true[FIRST] - true[SECOND]
    assert np.allclose(dyads.strengths(matrix, odds), true)
    assert np.allclose(dyads.left_out_predictions(matrix, odds), odds)
    assert np.allclose(dyads.strengths(matrix, odds, RNG.uniform(0.1, 2, len(odds))), true)


def test_least_squares_agree_with_the_mean_over_a_whole_round_robin():
    """Where every pair is there, the strength is the sum of the log-odds against all others over their number + 1."""
    odds = RNG.standard_normal(len(FIRST))
    table = np.zeros((7, 7))
    table[FIRST, SECOND], table[SECOND, FIRST] = odds, -odds
    assert np.allclose(dyads.strengths(dyads.differences(FIRST, SECOND, 7), odds), table.sum(axis=1) / 7)


def test_drawn_characters():
    weights = dyads.drawn_weights(FIRST, SECOND, 7, 4000, seed=2)
    assert weights.shape == (4000, len(FIRST)) and (weights >= 0).all() and (weights == weights.round()).all()
    # E[n_i n_j] of a multinomial of 7 draws from 7.
    assert weights.mean() == pytest.approx(7 * 6 / 49, rel=0.03)
    assert np.array_equal(weights, dyads.drawn_weights(FIRST, SECOND, 7, 4000, seed=2))


@pytest.mark.parametrize("interaction", [0.0, 1.0])
def test_the_bootstrap_over_characters_covers(interaction):
    """Two charts with strengths and interactions that correlate by 0.6; twenty characters, half of their pairs."""
    rng = np.random.default_rng(12)
    pairs = np.array(list(combinations(range(20), 2)))
    own = pairs[rng.permutation(len(pairs))[:95]].T
    weights = dyads.drawn_weights(own[0], own[1], 20, 200, seed=1)
    inside, tries = 0, 150
    for _ in range(tries):
        strengths, left = rng.standard_normal((2, 20)), interaction * rng.standard_normal((2, 95))
        strengths[1] = 0.6 * strengths[0] + 0.8 * strengths[1]
        left[1] = 0.6 * left[0] + 0.8 * left[1]
        x, y = strengths[:, own[0]] - strengths[:, own[1]] + left
        low, high = np.percentile([dyads.correlation(x, y, w) for w in weights], [2.5, 97.5])
        inside += low <= 0.6 <= high
    assert inside / tries >= 0.88
