"""Tidy tables and what is computed from them."""

from __future__ import annotations

import math
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from yomisim.batch.engine import engine_for
from yomisim.batch.plan import Pairing, duel, round_robin
from yomisim.batch.run import run
from yomisim.cards.load import load_game
from yomisim.estimate import balance as balance_module
from yomisim.estimate.balance import balance
from yomisim.estimate.duel import summary
from yomisim.estimate.intervals import wilson
from yomisim.estimate.matchups import (
    COLUMNS,
    both_ways,
    half_width,
    mirror_check,
    notable,
    square,
    strengths,
    tidy,
    variances,
)


@pytest.fixture(scope="module")
def outcome():
    return run(round_robin(load_game("yomi1"), games=200, seed=4, policy="random"), workers=2)


def test_columns_rows_and_types(outcome):
    table = tidy(outcome)
    assert list(table.columns) == COLUMNS
    assert len(table) == 45 + 10
    assert (table["p1"] <= table["p2"]).all()
    assert not table.iloc[:45].duplicated(["p1", "p2"]).any()
    assert (table.iloc[45:]["p1"] == table.iloc[45:]["p2"]).all()
    assert (table["wins_p1"] + table["wins_p2"] + table["draws"] == table["games"]).all()
    rate = (table["wins_p1"] + table["draws"] / 2) / table["games"]
    assert (table["win_rate_p1"] == rate).all()
    assert ((table["ci_low"] <= rate) & (rate <= table["ci_high"])).all()
    assert set(table["game"]) == {"yomi1"} and set(table["edition"]) == {"first"}
    assert set(table["policy1"]) == set(table["policy2"]) == {"random"}


def test_win_rates_of_both_sides_add_to_exactly_one(outcome):
    matrix = square(tidy(outcome)).to_numpy()
    off = ~np.eye(10, dtype=bool)
    assert (matrix + matrix.T)[off].tolist() == [1.0] * 90
    assert np.isnan(matrix[~off]).all()


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_any_rate_and_its_rest_add_to_exactly_one(wins, games):
    rate = min(wins, games) / games
    assert rate + (1 - rate) == 1.0


def test_the_square_is_sorted_by_strength_or_as_asked(outcome):
    table = tidy(outcome)
    order = strengths(table)["character"].to_list()
    assert square(table).index.to_list() == square(table).columns.to_list() == order
    assert square(table, order[::-1]).columns.to_list() == order[::-1]
    assert strengths(table)["win_rate"].is_monotonic_decreasing


def test_strengths_are_row_means_and_average_to_one_half(outcome):
    table = tidy(outcome)
    frame = strengths(table).set_index("character")
    means = square(table).mean(axis=1)
    assert frame["win_rate"].to_dict() == pytest.approx(means.to_dict())
    assert frame["win_rate"].mean() == pytest.approx(0.5)
    assert (frame["games"] == 9 * 200).all()


def test_two_editions_in_one_table_are_refused(outcome):
    table = tidy(outcome)
    both = pd.concat([table, table.assign(edition="second")])
    for function in (square, strengths, notable, balance):
        with pytest.raises(ValueError, match="one edition"):
            function(both)
    with pytest.raises(ValueError, match="one edition"):
        strengths(table[table["p1"] == table["p2"]])


def test_intervals_of_strengths_cover(table, cast):
    rng = np.random.default_rng(1)
    names = sorted({name for pair in cast for name in pair})
    true = {n: np.mean([r if a == n else 1 - r for (a, b), r in cast.items() if n in (a, b)]) for n in names}
    for games, low in [(6, 0.93), (400, 0.93)]:
        held = []
        for _ in range(60):
            frame = strengths(table(cast, games, rng)).set_index("character")
            held += [frame.loc[n, "ci_low"] <= true[n] <= frame.loc[n, "ci_high"] for n in names]
        assert low <= np.mean(held) <= 0.985, games


def test_variances_come_back_from_the_intervals(table):
    rng = np.random.default_rng(2)
    made = table({("a", "b"): 0.3, ("a", "c"): 0.5}, 1000, rng)
    rate = made["win_rate_p1"]
    assert variances(made) == pytest.approx((rate * (1 - rate) / 1000).to_numpy(), rel=1e-6)
    assert variances(made.round({"ci_low": 6, "ci_high": 6})) == pytest.approx(variances(made), rel=1e-3)


def test_notable_matchups_are_seen_from_the_favoured_side(table):
    rng = np.random.default_rng(3)
    made = table({("a", "b"): 0.3, ("a", "c"): 0.5, ("b", "c"): 0.9}, 2000, rng)
    frame = notable(made)
    assert (frame["win_rate"] >= 0.5).all() and frame["win_rate"].is_monotonic_decreasing
    assert frame.iloc[0][["character", "opponent"]].to_list() == ["b", "c"]
    assert frame.iloc[1][["character", "opponent"]].to_list() == ["b", "a"]
    assert ((frame["ci_low"] <= frame["win_rate"]) & (frame["win_rate"] <= frame["ci_high"])).all()
    assert frame["notable"].to_list() == [True, True, False]
    assert (frame["p_adjusted"] >= frame["p_value"]).all()


def test_even_matchups_are_rarely_called_notable(table):
    rng = np.random.default_rng(4)
    even = dict.fromkeys(combinations("abcdefghij", 2), 0.5)
    wrong = [notable(table(even, 500, rng))["notable"].any() for _ in range(300)]
    assert np.mean(wrong) < 0.08


@pytest.mark.parametrize("spread", [0.0, 0.01, 0.1])
def test_the_balance_figure_is_unbiased_and_its_interval_covers(table, spread):
    rng = np.random.default_rng(6)
    pairs = list(combinations("abcdefgh", 2))
    rates = dict(zip(pairs, np.clip(0.5 + spread * rng.standard_normal(len(pairs)), 0.1, 0.9)))
    true = math.sqrt(np.mean([(rate - 0.5) ** 2 for rate in rates.values()]))
    squares, held = [], []
    for _ in range(250):
        made = table(rates, 300, rng)
        squares.append(float(((made["win_rate_p1"] - 0.5) ** 2 - variances(made)).mean()))
        figure = balance(made)
        held.append(figure.ci_low <= true <= figure.ci_high)
        assert 0 <= figure.ci_low <= figure.distance <= figure.ci_high
    error = np.std(squares) / math.sqrt(len(squares))
    assert abs(np.mean(squares) - true**2) < 4 * error + 1e-5
    assert np.mean(held) >= 0.9


def test_without_the_correction_noise_would_look_like_imbalance(table):
    rng = np.random.default_rng(8)
    even = dict.fromkeys(combinations("abcdefghij", 2), 0.5)
    made = table(even, 100, rng)
    naive = math.sqrt(((made["win_rate_p1"] - 0.5) ** 2).mean())
    assert naive > 0.04
    assert balance(made).distance < 0.025
    assert balance(made).ci_low == 0


def test_few_games_never_promise_an_even_cast(table):
    """Where rates happen to scatter less than by their noise, the upper limit is still that of the noise."""
    rng = np.random.default_rng(8)
    even = dict.fromkeys(combinations("abcdefghij", 2), 0.5)
    limits = [balance(table(even, 20, rng)).ci_high for _ in range(200)]
    assert min(limits) > 0.04


def test_balance_of_games_that_always_end_alike(table):
    made = table({("a", "b"): 1.0, ("a", "c"): 1.0}, 50, np.random.default_rng(0))
    figure = balance_module.balance(made)
    assert figure.distance == pytest.approx(0.5, abs=0.02)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games=st.integers(1, 400), count=st.integers(2, 6), seed=st.integers(0, 2**32 - 1))
def test_everything_works_for_any_small_table(table, games, count, seed):
    rng = np.random.default_rng(seed)
    pairs = list(combinations("abcdef"[:count], 2))
    made = table(dict(zip(pairs, rng.random(len(pairs)))), games, rng, mirrors=games)
    assert 0 <= balance(made).ci_low <= balance(made).ci_high <= 0.75
    for frame in (strengths(made), notable(made), mirror_check(made), both_ways(made)):
        assert not frame.isna().any().any()
        assert ((frame["ci_low"] >= 0) & (frame["ci_high"] <= 1)).all()
    assert 0 < half_width(made) <= 0.5


def test_mirrors_are_checked_at_99_percent(table):
    rng = np.random.default_rng(9)
    rates = {("a", "b"): 0.5}
    made = table(rates, 10, rng, mirrors=4000)
    check = mirror_check(made)
    assert check["character"].to_list() == ["a", "b"]
    assert [wilson(r, 4000, 0.99) for r in check["win_rate"]] == list(zip(check["ci_low"], check["ci_high"]))
    assert check["within"].all() and check["passed"].all()
    made.loc[made["p1"] == made["p2"], "win_rate_p1"] = [0.5, 0.54]
    check = mirror_check(made)
    assert check["within"].to_list() == check["passed"].to_list() == [True, False]


def test_the_summary_of_a_duel(outcome):
    game = load_game("yomi1", "second")
    a, b = list(game.characters)[:2]
    figures = summary(run(duel(game, b, a, games=101, seed=7, policy="random"), workers=1))
    expected = (
        "game edition p1 p2 policy games seed wins draws unfinished win_rate ci95 mean_turns games_per_second "
        "data data_hash"
    )
    assert list(figures) == expected.split()
    assert (figures["p1"], figures["p2"], figures["edition"]) == (b, a, "second")
    assert figures["games"] == 101 == sum(figures["wins"]) + figures["draws"]
    assert figures["win_rate"] == (figures["wins"][0] + figures["draws"] / 2) / 101
    assert tuple(figures["ci95"]) == wilson(figures["win_rate"], 101)


def test_draws_count_half_in_either_kind_of_row():
    engine = engine_for("yomi1")
    tallies = engine.zeros(2)
    tallies["games"], tallies["draws"], tallies["turns"] = 4, 2, 40
    tallies["wins"] = [2, 0]
    tallies["pair_score"][0] = [0, 0, 0, 2, 0]
    game = SimpleNamespace(id="g", edition="e", gems={})
    pairs = (Pairing("a", "b", True), Pairing("a", "a", False))
    plan = SimpleNamespace(game=game, pairs=pairs, policies=("p", "q"))
    made = tidy(SimpleNamespace(plan=plan, tallies=tallies, levels=None))
    assert made["win_rate_p1"].to_list() == [0.75, 0.75]
    assert made["mean_turns"].to_list() == [10, 10]
    assert (made.loc[0, "policy1"], made.loc[0, "policy2"]) == ("p", "q")
