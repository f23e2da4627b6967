"""The first player's win rate: its interval from swapped pairs, by hand and by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.estimate import first_turn, intervals
from yomisim.estimate.first_turn import pairs_worth
from yomisim.estimate.result import play_matchups


def scores(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Pairs from half points of whoever began, in the game that A began and in the one that B began.

    Returns the counts of A's score in half points, the first player's mean over each pair, and over all.
    """
    counts = np.bincount(first + (2 - second), minlength=5)
    means = (first + second) / 4
    return counts, means, float(means.mean())


def test_scatter_follows_from_the_counts():
    rng = np.random.default_rng(3)
    first, second = 2 * rng.integers(0, 2, 400), 2 * rng.integers(0, 2, 400)
    first[:40] = 1  # draws, never two in a pair
    counts, means, rate = scores(first, second)
    scatter = ((means - rate) ** 2).sum()
    binomial = 399 * rate * (1 - rate)
    assert pairs_worth(counts, rate) == pytest.approx(400 * (binomial + 1) / (scatter + 1))


@pytest.mark.parametrize(("share", "alike"), [(0.55, 0.0), (0.55, 0.4), (0.7, 0.2)])
def test_coverage(share, alike):
    """Whatever binds both games of a pair: `alike` is the share of pairs that the same seat wins twice."""
    rng = np.random.default_rng(5)
    inside = 0
    for _ in range(1000):
        first = 2 * (rng.random(150) < share)
        second = np.where(rng.random(150) < alike, first, 2 * (rng.random(150) < share))
        counts, _, rate = scores(first, second)
        low, high = intervals.wilson(rate, pairs_worth(counts, rate))
        inside += low <= share <= high
    assert 0.93 <= inside / 1000 <= 0.975


def test_only_where_players_take_turns():
    options = {"games": 40, "policy": "random", "characters": "grave,jaina"}
    one, two = play_matchups("yomi1", **options), play_matchups("yomi2", **options)
    assert one.first_turn() is None and not set(first_turn.COLUMNS) & set(one.table)
    rate, low, high = two.first_turn()
    pair = two.table.iloc[0]
    assert low <= rate <= high and rate == pair["first_win_rate"]
    assert pair["first_ci_low"] <= rate <= pair["first_ci_high"]
