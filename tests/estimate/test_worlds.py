"""Game noise and card doubt together: the law of total variance on made-up data."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.cards.load import load_game
from yomisim.errors import BadInput
from yomisim.estimate import intervals
from yomisim.estimate.result import play_matchups
from yomisim.estimate.worlds import COLUMNS, check_worlds, combine


def test_arithmetic_by_hand():
    rates, noise = np.array([0.4, 0.5, 0.6, 0.5, 0.5]), np.full(5, 0.001)
    found = combine(rates, noise)
    assert found.rate == pytest.approx(0.5)
    assert found.card_sd == pytest.approx(np.sqrt(0.02 / 4 - 0.001))  # what the scatter exceeds the noise by
    # T + S^2 / N = 0.005 with 4 (5/6)^2 degrees of freedom would be wider than 0.006 with 4
    assert (found.high - found.low) / 2 == pytest.approx(2.776445 * np.sqrt(0.006), rel=1e-4)
    assert (found.noise_high - found.noise_low) / 2 == pytest.approx(1.96 * np.sqrt(0.001 / 5), rel=1e-2)


def test_no_doubt_where_worlds_scatter_like_games():
    found = combine(np.array([0.5, 0.51, 0.49, 0.5, 0.5]), np.full(5, 0.01))
    assert found.card_sd == 0 and found.low < found.noise_low < found.noise_high < found.high


@pytest.mark.parametrize(("count", "games", "doubt"), [(6, 100, 0.0), (6, 400, 0.08), (20, 100, 0.05), (50, 2000, 0.1)])
def test_coverage_of_the_real_game(count, games, doubt):
    """The real game is one more draw of what is not known; its rate lies inside in 95 of 100 cases, or more often."""
    rng = np.random.default_rng(count)
    inside = 0
    for _ in range(1000):
        real, *drawn = np.clip(rng.normal(0.45, doubt, count + 1), 0.01, 0.99)
        rates = rng.binomial(games, drawn) / games
        found = combine(rates, rates * (1 - rates) / games)
        inside += found.low <= real <= found.high
    assert inside / 1000 >= 0.93


def test_matchups_over_worlds():
    options = {"games": 120, "seed": 4, "policy": "random", "characters": "grave,jaina,rook", "uncertainty": 5}
    result = play_matchups("yomi2", **options)
    table = result.table.set_index(["p1", "p2"])
    assert result.made["uncertainty"] == 5 and result.made["games_per_pair"] == 120
    assert (table["games"] == 120).all() and set(result.worlds["world"]) == {1, 2, 3, 4, 5}
    assert set(COLUMNS) <= set(table) and set(COLUMNS) <= set(result.strengths())
    complete, doubtful = table.loc[("grave", "jaina")], table.loc[("grave", "rook")]
    assert complete["card_sd"] == 0 and complete["ci_low"] == complete["noise_low"]
    assert doubtful["ci_low"] < doubtful["noise_low"] and doubtful["ci_high"] > doubtful["noise_high"]
    won = result.worlds[result.worlds["p1"] != result.worlds["p2"]].groupby(["p1", "p2"])["win_rate_p1"].mean()
    assert table.loc[won.index, "win_rate_p1"].to_numpy() == pytest.approx(won.to_numpy())
    assert (result.endings["games"] == 120).all() and result.first_turn() is not None and result.headline()
    again = play_matchups("yomi2", **options, workers=1)
    assert again.table.equals(result.table) and again.strengths().equals(result.strengths())


def test_refused():
    with pytest.raises(BadInput, match="must be 5 to 1000"):
        check_worlds(4)
    with pytest.raises(BadInput, match="no values that are filled by a rule"):
        play_matchups(load_game("yomi1"), games=10, policy="random", uncertainty=5)


def test_many_games_in_many_worlds_leave_the_doubt_alone():
    rates = np.random.default_rng(1).normal(0.5, 0.05, 500)
    found = combine(rates, np.full(500, 1e-6))
    assert (found.high - found.low) / 2 == pytest.approx(intervals.quantile(0.95) * rates.std(ddof=1), rel=0.01)
