"""Agreement with human play: known answers on made-up charts."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from yomisim.errors import BadInput
from yomisim.estimate import dyads, intervals
from yomisim.estimate.agreement import (
    CEILING_NAME,
    COLUMNS,
    EVEN_NAME,
    MEASURES,
    STRENGTH_NAME,
    chart_errors,
    compare_with_people,
    frame_of,
    side_of,
)
from yomisim.estimate.human import Chart, Human

IDS = [f"c{k}" for k in range(8)]
PAIRS = list(combinations(IDS, 2))
DRAWS = 200


def people(rates, deviation: float = 0.08) -> Human:
    table = pd.DataFrame(PAIRS, columns=["p1", "p2"])
    return Human(table.assign(games=500, win_rate_p1=rates, std_logodds=deviation), "g", "hash")


def chart(rates, half: float = float("nan")) -> Chart:
    table = pd.DataFrame(PAIRS, columns=["p1", "p2"])
    return Chart(table.assign(win_rate_p1=rates, ci_low=rates - half, ci_high=rates + half), {"made": "up"})


@pytest.fixture(scope="module")
def rates():
    rng = np.random.default_rng(3)
    strength, left = 0.2 * rng.standard_normal(8), 0.15 * rng.standard_normal(len(PAIRS))
    first, second = np.array(list(combinations(range(8), 2))).T
    return dyads.logistic(strength[first] - strength[second] + left)


def values(rates, other, **options) -> pd.Series:
    return compare_with_people({"it": chart(other)}, people(rates), draws=DRAWS, **options).wide().loc["it"]


def test_perfect_agreement(rates):
    got = values(rates, rates)
    for name in ("correlation", "correlation_weighted", "slope", "strength_correlation", "interaction_correlation"):
        assert got[name] == pytest.approx(1)
    for name in ("rmse", "rmse_after_slope", "rmse_beyond_noise"):
        assert got[name] == pytest.approx(0, abs=1e-9)
    assert got["rmse_below_even"] == pytest.approx(100 * dyads.root_mean_square(rates - 0.5))


def test_twice_as_far_from_even(rates):
    """A slope mends everything."""
    got = values(rates, 0.5 + 2 * (rates - 0.5))
    assert got["correlation"] == pytest.approx(1) and got["slope"] == pytest.approx(0.5)
    assert got["rmse_after_slope"] == pytest.approx(0, abs=1e-9)
    assert got["rmse"] == pytest.approx(100 * dyads.root_mean_square(rates - 0.5))
    assert got["rmse_below_even"] == pytest.approx(0, abs=1e-9)


def test_the_other_way_round(rates):
    got = values(rates, 1 - rates)
    assert got["correlation"] == pytest.approx(-1) and got["slope"] == pytest.approx(-1)


def test_off_by_three_points_everywhere(rates):
    """Half of the pairs three points too high, half too low: less the noise of the human figures."""
    sign = np.tile([1, -1], len(rates) // 2)
    got = values(rates, rates + 0.03 * sign)
    assert got["rmse"] == pytest.approx(3)
    noise = 1e4 * ((0.08 * rates * (1 - rates)) ** 2).mean()
    assert got["rmse_beyond_noise"] == pytest.approx(np.sqrt(9 - noise))


def test_strength_and_interaction_are_told_apart(rates):
    """A chart with the right strengths and the interactions turned round, and the reverse."""
    human = people(rates)
    frame = frame_of(human, human.table)
    strength, left = side_of(frame, rates, np.zeros(len(rates))).parts[:, 0]
    good = values(rates, dyads.logistic(strength - left))
    assert good["strength_correlation"] == pytest.approx(1) and good["interaction_correlation"] == pytest.approx(-1)
    bad = values(rates, dyads.logistic(left - strength))
    assert bad["strength_correlation"] == pytest.approx(-1) and bad["interaction_correlation"] == pytest.approx(1)
    plain = values(rates, dyads.logistic(strength))
    assert plain["strength_correlation"] == pytest.approx(1) and np.isnan(plain["interaction_correlation"])


def test_the_order_of_names_changes_nothing(rates):
    turned = chart(rates**2).table.rename(columns={"p1": "p2", "p2": "p1"})
    turned["win_rate_p1"] = 1 - turned["win_rate_p1"]
    one = compare_with_people({"it": chart(rates**2)}, people(rates), draws=50).table
    other = compare_with_people({"it": Chart(turned.iloc[::-1], {})}, people(rates), draws=50).table
    pd.testing.assert_frame_equal(one, other)


def test_yardsticks(rates):
    wide = compare_with_people({"it": chart(rates)}, people(rates), draws=DRAWS).wide()
    assert wide.loc[EVEN_NAME, "rmse"] == pytest.approx(100 * dyads.root_mean_square(rates - 0.5))
    assert wide.loc[EVEN_NAME, "rmse_below_even"] == 0 and np.isnan(wide.loc[EVEN_NAME, "correlation"])
    own = wide.loc[STRENGTH_NAME]
    assert 0 < own["rmse"] < wide.loc[EVEN_NAME, "rmse"] and 0 < own["correlation"] < 1


def test_strength_only_is_perfect_where_there_is_nothing_else(rates):
    strength = side_of(frame_of(people(rates), people(rates).table), rates, np.zeros(len(rates))).parts[0, 0]
    only = dyads.logistic(strength)
    wide = compare_with_people({"it": chart(rates)}, people(only), draws=50).wide()
    assert wide.loc[STRENGTH_NAME, "rmse"] == pytest.approx(0, abs=1e-6)


def test_strength_only_learns_from_pairs_that_no_chart_has(rates):
    few = chart(rates).table.head(6)
    one = compare_with_people({"it": Chart(few, {})}, people(rates), draws=50)
    every = compare_with_people({"it": chart(rates)}, people(rates), draws=50)
    assert one.made["pairs"] == 6 and every.made["pairs"] == len(PAIRS)
    human = people(rates)
    matrix = dyads.differences(*np.array(list(combinations(range(8), 2))).T, 8)
    predicted = dyads.logistic(dyads.left_out_predictions(matrix, dyads.logit(human.table["win_rate_p1"])))[:6]
    expected = 100 * dyads.root_mean_square(predicted - rates[:6])
    assert one.wide().loc[STRENGTH_NAME, "rmse"] == pytest.approx(expected)


def test_the_noise_ceiling_is_the_closed_form(rates):
    """Truth given the figures = figures + noise of their own, so r^2 = signal / (signal + noise)."""
    wide = compare_with_people({"it": chart(rates)}, people(rates), draws=2000).wide()
    signal, noise = ((rates - 0.5) ** 2).sum(), ((0.08 * rates * (1 - rates)) ** 2).sum()
    assert wide.loc[CEILING_NAME, "correlation"] == pytest.approx(np.sqrt(signal / (signal + noise)), abs=0.01)
    assert wide.loc[CEILING_NAME, "rmse"] == pytest.approx(100 * np.sqrt(noise / len(rates)), rel=0.03)


def test_a_chart_that_is_the_truth_lies_within_the_range_of_the_ceiling(rates):
    rng, inside = np.random.default_rng(5), 0
    for _ in range(40):
        truth = dyads.logistic(dyads.logit(rates) + 0.08 * rng.standard_normal(len(rates)))
        table = compare_with_people({"it": chart(truth)}, people(rates), draws=100).table
        own, limits = (table[table["measure"] == "correlation"].set_index("chart").loc[n] for n in ("it", CEILING_NAME))
        inside += limits["ci_low"] <= own["value"] <= limits["ci_high"]
    assert inside >= 34


def test_the_table_is_tidy(rates):
    charts = {"one": chart(rates, 0.02), "two": chart(1 - rates, 0.02)}
    result = compare_with_people(charts, people(rates), draws=DRAWS)
    table = result.table
    assert list(table.columns) == COLUMNS and len(table) == 5 * len(MEASURES) and result.charts == ["one", "two"]
    assert set(table.loc[table["unit"] == "points", "measure"]) == {m for m, (unit, _) in MEASURES.items() if unit}
    said = table[table["value"].notna() & table["ci_low"].notna()]
    # A percentile interval need not hold the estimate, but on so plain data it does.
    assert (said["ci_low"] <= said["value"] + 1e-9).all() and (said["value"] <= said["ci_high"] + 1e-9).all()
    again = compare_with_people(charts, people(rates), draws=DRAWS)
    pd.testing.assert_frame_equal(table, again.table)


def test_worst_pairs_and_characters(rates):
    wrong = rates.copy()
    wrong[3] = rates[3] - 0.2
    result = compare_with_people({"it": chart(wrong, 0.02)}, people(rates), draws=50)
    first = result.worst("it", 1).iloc[0]
    assert (first["p1"], first["p2"]) == PAIRS[3] and first["difference"] == pytest.approx(-0.2)
    errors = chart_errors(chart(wrong, 0.02).table)
    spread = np.hypot(0.08 * rates[3] * (1 - rates[3]), errors[3])
    assert first["z"] == pytest.approx(-0.2 / spread) and first["human_low"] < rates[3] < first["human_high"]
    assert set(result.characters["character"].head(2)) == set(PAIRS[3])
    own = result.characters.set_index("character")
    assert own["strength_human"].sum() == pytest.approx(0, abs=1e-9)
    assert own.loc[PAIRS[3][0], "strength_difference"] < 0 < own.loc[PAIRS[3][1], "strength_difference"]


def test_errors_come_back_from_intervals():
    low, high = intervals.wilson(0.6, 400)
    table = pd.DataFrame({"win_rate_p1": [0.6, 0.5], "ci_low": [low, np.nan], "ci_high": [high, np.nan]})
    assert chart_errors(table) == pytest.approx([np.sqrt(0.24 / 400), 0])


def test_all_charts_are_compared_over_the_same_pairs(rates):
    few = Chart(chart(rates).table.iloc[5:], {})
    result = compare_with_people({"all": chart(rates), "few": few}, people(rates), draws=50)
    assert set(result.table["pairs"]) == {len(PAIRS) - 5}
    assert (result.pairs.groupby("chart").size() == len(PAIRS) - 5).all()


def test_rates_of_zero_and_one_do_no_harm(rates):
    edge = rates.copy()
    edge[:2] = 0, 1
    got = values(rates, edge)
    assert np.isfinite(got.to_numpy()).all()


def test_too_little_to_compare(rates):
    with pytest.raises(BadInput, match="2 pairs in common; at least 3"):
        compare_with_people({"it": Chart(chart(rates).table.head(2), {})}, people(rates))
    with pytest.raises(BadInput, match="is the name of a yardstick"):
        compare_with_people({EVEN_NAME: chart(rates)}, people(rates))
