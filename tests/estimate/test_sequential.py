"""Playing to a precision: known boundaries, honest intervals, and that it stops where it should."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.batch.plan import Pairing, round_robin
from yomisim.batch.run import run
from yomisim.cards.load import load_game
from yomisim.errors import BadInput
from yomisim.estimate import sequential
from yomisim.estimate.result import play_matchups
from yomisim.estimate.sequential import Precision, check_precision, critical_values, half_width, interval

PAIR = Pairing("a", "b", swap=True)
TALLY = np.dtype([("games", "i8"), ("wins", "i8", (2,)), ("draws", "i8"), ("pair_score", "i8", (5,))])


def pair_chances(rate: float, alike: float) -> np.ndarray:
    """Chances of 0, 1/2, ... 2 points in two games with this win rate and correlation, without draws."""
    shared = rate * (1 - rate) * alike
    return np.array([(1 - rate) ** 2 + shared, 0, 2 * (rate * (1 - rate) - shared), 0, rate**2 + shared])


def play(rule: Precision, chances: np.ndarray, luck: np.random.Generator) -> tuple[int, tuple[float, float]]:
    """Game numbers that a made-up pair plays, and its interval."""
    tally, seen, first = np.zeros((), TALLY), [], 0
    for look in rule.looks:
        tally["pair_score"] += luck.multinomial(look - first, chances)
        first, tally["games"] = look, 2 * look
        seen.append(tally.copy())
        level = rule.level(PAIR, seen)
        if level is not None:
            return look, interval(PAIR, tally, level)
    raise AssertionError("the last look ends it in any case")


def test_critical_values_are_those_of_the_tables(monkeypatch):
    """Five even looks that each spend as much as Pocock's (Lan and DeMets 1983): 2.438, 2.427, 2.410, 2.397, 2.386."""
    monkeypatch.setattr(sequential, "EARLIEST", 0.0)
    monkeypatch.setattr(sequential, "_spent", lambda t: 0.05 * np.log(1 + (np.e - 1) * min(t, 1.0)))
    sequential._look.cache_clear()
    found = critical_values([0.2, 0.4, 0.6, 0.8, 1.0])
    sequential._look.cache_clear()
    assert found == pytest.approx([2.438, 2.427, 2.410, 2.397, 2.386], abs=6e-4)


def test_one_look_at_full_information_is_a_plain_interval():
    assert critical_values([1.3]) == pytest.approx([1.959964], abs=1e-6)


def test_all_looks_together_are_wrong_once_in_twenty_times():
    """The score at the looks is a Brownian motion; any crossing at any look is a mistake."""
    fractions = [0.45, 0.52, 0.6, 0.7, 0.8, 0.9, 1.0]
    limits = np.array(critical_values(fractions), dtype=float)
    steps = np.sqrt(np.diff([0, *fractions]))
    paths = np.cumsum(np.random.default_rng(5).normal(size=(200_000, len(steps))) * steps, axis=1)
    crossed = (np.abs(paths) / np.sqrt(fractions) > limits).any(axis=1).mean()
    assert crossed == pytest.approx(0.05, abs=0.002)


def test_looks_that_come_too_early_or_too_close_spend_nothing():
    values = critical_values([0.1, 0.5, 0.505, 0.8, 1.1, 1.2])
    assert [value is None for value in values] == [True, False, True, False, False, True]


@pytest.mark.parametrize(("rate", "alike"), [(0.5, 0.0), (0.25, -0.3), (0.1, 0.4)])
def test_intervals_cover_and_are_as_narrow_as_was_asked_for(rate, alike):
    rule, luck, times = Precision(2.0), np.random.default_rng(7), 250
    chances = pair_chances(rate, alike)
    found = [play(rule, chances, luck) for _ in range(times)]
    limits = np.array([interval for _, interval in found])
    assert ((limits[:, 1] - limits[:, 0]) / 2 <= 0.02).all()
    covered = ((limits[:, 0] <= rate) & (rate <= limits[:, 1])).mean()
    assert covered >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / times)
    ideal = 1.96**2 * rate * (1 - rate) * (1 + alike) / 2 / 0.02**2
    assert np.mean([numbers for numbers, _ in found]) < 1.3 * max(ideal, rule.looks[0])


def test_half_a_point_needs_fifty_thousand_games_at_most_where_seats_are_independent():
    rule = Precision(0.5)
    assert rule.looks == tuple(sorted(rule.looks)) and rule.most == 2 * rule.looks[-1]
    numbers, _ = play(rule, pair_chances(0.5, 0.0), np.random.default_rng(1))
    assert 38_416 < 2 * numbers < 50_000


def test_matchups_to_a_precision():
    game = load_game("yomi1")
    result = play_matchups(game, precision=3, policy="random", characters=list(game.characters)[:3], workers=2)
    table = result.table
    assert ((table["ci_high"] - table["ci_low"]) / 2 <= 0.03).all()
    assert result.made["games"] == table["games"].sum() and result.made["games_per_pair"] == table["games"].max()
    assert "to within 3 points" in result.games_words()
    again = play_matchups(game, precision=3, policy="random", characters=list(game.characters)[:3], workers=1)
    assert again.table.equals(table)


def test_a_pair_stops_with_the_games_that_a_fixed_number_would_have_had():
    """Stopping chooses how many games are played, never which."""
    game = load_game("yomi1")
    names = list(game.characters)[:2]
    rule = Precision(4.0)
    outcome = run(round_robin(game, games=rule.most, policy="random", characters=names), rule=rule)
    for number, pair in enumerate(outcome.plan.pairs):
        games = int(outcome.tallies[number]["games"])
        fixed = run(round_robin(game, games=games, policy="random", characters=names))
        if not pair.mirror or games % 2 == 0:
            assert fixed.tallies[number] == outcome.tallies[number]
        assert half_width(pair, outcome.tallies[number], outcome.levels[number]) <= 0.04


@pytest.mark.parametrize("points", [0, -1, 0.001, 50, float("nan"), float("inf"), "1", None, True])
def test_bad_precisions(points):
    with pytest.raises(BadInput, match="precision"):
        check_precision(points)
