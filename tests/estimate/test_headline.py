"""The notable results in words: right, and no finer than the noise."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomisim.estimate.headline import (
    by_character,
    decimals,
    difference_error,
    headline,
    leaders,
    percent,
    players_notation,
    shown_decimals,
)
from yomisim.estimate.matchups import strengths

NAMES = {letter: letter.upper() for letter in "abcdefghij"}


@given(st.floats(1e-5, 50))
def test_the_last_digit_is_coarser_than_the_noise(half):
    digits = decimals(half)
    assert 0 <= digits <= 3
    assert digits == 0 or 10.0**-digits >= half * (1 - 1e-9)


@pytest.mark.parametrize(
    ("half", "most", "digits"),
    [(25.0, 2, 0), (10.0, 1, 0), (4.0, 2, 1), (0.6, 2, 1), (0.04, 2, 2), (0.04, 1, 1), (np.nan, 1, 0)],
)
def test_a_figure_beside_its_interval_goes_one_digit_into_the_noise(half, most, digits):
    assert shown_decimals(half, most) == digits


@pytest.mark.parametrize(
    ("rate", "half", "text"),
    [(0.6543, 0.01, "65%"), (0.6543, 0.0005, "65.4%"), (0.6543, 0.2, "65%"), (1.0, 0.5, "100%")],
)
def test_percent(rate, half, text):
    assert percent(rate, half) == text


def test_players_notation():
    assert [players_notation(rate) for rate in (0.65, 0.5, 0.349, 1.0)] == ["6.5", "5.0", "3.5", "10.0"]


def test_who_is_best_worst_and_lopsided(table):
    rates = dict.fromkeys(combinations("abcd", 2), 0.5)
    rates.update({("a", "b"): 0.7, ("a", "c"): 0.65, ("a", "d"): 0.8, ("b", "d"): 0.62, ("c", "d"): 0.6})
    text = headline(table(rates, 40_000, np.random.default_rng(1)), NAMES)
    assert text[0].startswith("Strongest: A (wins 7") and "Weakest: D (wins 3" in text[0]
    assert text[1].startswith("The most lopsided matchups: A beats D 8.0\N{EN DASH}2.0 (80%); A beats B 7.0")
    assert "points away from even" in text[2] and "95% interval" in text[2]
    assert text[3].startswith("5 of 6 matchups differ from even") and "Holm" in text[3]
    assert text[4] in [f"Evenly matched (surely within 47.5 to 52.5%): {both}." for both in ("B and C", "C and B")]


def test_those_who_cannot_be_told_apart_are_named_together(table):
    rates = dict.fromkeys(combinations("abc", 2), 0.5)
    rates.update({("a", "c"): 0.7, ("b", "c"): 0.7})
    made = table(rates, 4_000, np.random.default_rng(2))
    assert sorted(leaders(made)) == ["a", "b"] and leaders(made, best=False) == ["c"]
    assert "A and B (about" in headline(made, NAMES)[0] or "B and A (about" in headline(made, NAMES)[0]


def test_a_group_whose_rates_differ_is_told_as_a_range(table):
    """Who cannot be told apart need not have the same rate: no figure is ascribed to somebody it is not of."""
    rates = dict.fromkeys(combinations("abcd", 2), 0.5)
    rates.update({("a", "c"): 0.8, ("a", "d"): 0.8, ("b", "c"): 0.72, ("b", "d"): 0.72})
    made = table(rates, 120, np.random.default_rng(2))
    rate = strengths(made).set_index("character")["win_rate"]
    told = headline(made, NAMES)[0]
    for best in (True, False):
        group = rate[leaders(made, best=best)]
        low, high = f"{100 * group.min():.0f}", f"{100 * group.max():.0f}"
        assert len(group) > 1 and low != high and f"({low} to {high}% each)" in told


def test_more_games_are_asked_for_only_where_they_could_tell(table):
    """A matchup whose interval lies outside what counts as even is known not to be even."""
    apart = table({("a", "b"): 0.8}, 400, np.random.default_rng(8))
    assert headline(apart, NAMES)[-1] == "No matchup is even (47.5 to 52.5%)."
    assert headline(table({("a", "b"): 0.5}, 40, np.random.default_rng(8)), NAMES)[-1].startswith("More games are")


def test_little_data_says_little(table):
    made = table(dict.fromkeys(combinations("abcde", 2), 0.5), 40, np.random.default_rng(3))
    text = " ".join(headline(made, NAMES))
    assert "No character can be told from the others" in text
    assert "No matchup is lopsided beyond chance" in text
    assert "no distance from even can be made out" in text
    assert "More games are needed" in text


def test_two_characters(table):
    text = headline(table({("a", "b"): 0.6}, 2_000, np.random.default_rng(4)), NAMES)
    assert text[0] == "Only A and B were compared."
    assert "The most lopsided matchup: A beats B" in text[1]
    assert text[3].startswith("1 of 1 matchups differs from even")


def test_the_error_of_a_difference_by_simulation(table, cast):
    rng = np.random.default_rng(5)
    differences, errors = [], []
    for _ in range(200):
        made = table(cast, 200, rng)
        rate = strengths(made).set_index("character")["win_rate"]
        differences.append(rate["c0"] - rate["c1"])
        errors.append(difference_error(made, "c0", "c1"))
    assert np.std(differences) == pytest.approx(np.mean(errors), rel=0.15)


def test_leaders_are_rarely_wrong_about_the_best(table, cast):
    """Whoever is truly best is among those named in at least 95% of the tables."""
    rng = np.random.default_rng(6)
    names = sorted({name for pair in cast for name in pair})
    true = {n: np.mean([r if a == n else 1 - r for (a, b), r in cast.items() if n in (a, b)]) for n in names}
    best = max(true, key=true.__getitem__)
    assert np.mean([best in leaders(table(cast, 60, rng)) for _ in range(100)]) >= 0.95


def test_one_character_against_the_others(table):
    made = table({("a", "b"): 0.9, ("a", "c"): 0.2, ("b", "c"): 0.5}, 500, np.random.default_rng(7))
    own = by_character(made, "a")
    assert own["opponent"].to_list() == ["b", "c"]
    assert own.iloc[0]["win_rate"] > 0.8 > 0.3 > own.iloc[1]["win_rate"]
