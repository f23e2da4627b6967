"""What a change did: paired differences, their intervals, and what they say in words."""

from __future__ import annotations

import math

import numpy as np
import pytest

from yomisim.batch.compare import compare
from yomisim.batch.plan import round_robin
from yomisim.cards.load import load_game
from yomisim.errors import BadInput
from yomisim.estimate.editions import (
    COLUMNS,
    by_character,
    from_comparison,
    paired_difference,
    play_changes,
    play_editions,
    sentences,
    square,
    tidy,
)
from yomisim.estimate.matchups import strengths


@pytest.fixture(scope="module")
def changes():
    names = sorted(load_game("yomi1").characters)[:4]
    return play_editions("yomi1", games=400, seed=4, policy="random", characters=names, workers=2)


def test_a_data_set_against_itself_is_exactly_zero():
    game = load_game("yomi1", "second")
    plan = round_robin(game, games=200, seed=3, policy="greedy", characters=sorted(game.characters)[:4])
    same = compare(plan, plan, workers=2)
    assert all(np.array_equal(cells, np.diag(np.diag(cells))) for cells in same.joint)
    table = tidy(same)
    assert (table["difference"] == 0).all() and (table["before"] == table["after"]).all()
    assert (table["p_adjusted"] == 1).all() and not table["changed"].any()
    assert ((table["ci_low"] < 0) & (table["ci_high"] > 0)).all()
    people = by_character(table)
    assert (people["difference"] == 0).all() and not people["changed"].any()
    assert from_comparison(same).headline()[0].startswith("0 of 6 matchups have changed")


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_workers_and_chunks_change_nothing(policy):
    editions = [load_game("yomi1", name) for name in ("first", "second")]
    plans = [round_robin(g, games=60, seed=8, policy=policy, characters=sorted(g.characters)[:3]) for g in editions]
    one = compare(*plans, workers=1, chunk=10**6)
    for workers, chunk in [(1, 7), (3, 1), (2, None)]:
        other = compare(*plans, workers=workers, chunk=chunk)
        assert np.array_equal(other.joint, one.joint)
        assert np.array_equal(other.before.tallies, one.before.tallies)
        assert np.array_equal(other.after.tallies, one.after.tallies)


def test_the_joint_counts_fit_to_both_runs(changes):
    """The margins are the two runs, and those are the runs that are played alone."""
    names = sorted(changes.names)
    plans = [
        round_robin(load_game("yomi1", e), games=400, seed=4, policy="random", characters=names)
        for e in ("first", "second")
    ]
    both = compare(*plans, workers=2)
    swapped = np.array([pair.swap for pair in plans[0].pairs])
    assert np.array_equal(both.joint.sum(axis=2)[swapped], both.before.tallies["pair_score"][swapped])
    assert np.array_equal(both.joint.sum(axis=1)[swapped], both.after.tallies["pair_score"][swapped])
    from yomisim.batch.run import run

    for outcome, plan in zip((both.before, both.after), plans):
        assert np.array_equal(outcome.tallies, run(plan, workers=2).tallies)


def test_the_table_is_tidy(changes):
    table = changes.table
    assert list(table.columns) == COLUMNS and len(table) == 6
    assert np.allclose(table["after"] - table["before"], table["difference"], atol=1e-12)
    assert ((table["ci_low"] < table["difference"]) & (table["difference"] < table["ci_high"])).all()
    assert (table["p_adjusted"] >= table["p_value"]).all()
    assert (table["changed"] == (table["p_adjusted"] < 0.05)).all()
    grid = square(table, sorted(changes.names)).to_numpy()
    assert np.array_equal(np.isnan(grid), np.eye(4, dtype=bool)) and abs(np.nansum(grid)) < 1e-12


def test_characters_are_those_of_the_two_matchup_tables(changes):
    people = changes.characters().set_index("character")
    for side, result in (("before", changes.before), ("after", changes.after)):
        own = strengths(result.table).set_index("character")["win_rate"]
        assert np.allclose(people[side], own.loc[people.index])
    assert np.allclose(people["after"] - people["before"], people["difference"])
    assert abs(people["difference"].sum()) < 1e-12


def test_closed_form():
    joint = np.zeros((5, 5))
    joint[1, 3], joint[2, 2] = 30, 70
    mean, error = paired_difference(joint)
    assert mean == pytest.approx(0.15)
    squares = 30 * 0.35**2 + 70 * 0.15**2 + 0.5
    assert error == pytest.approx(math.sqrt(squares / 99 / 100))
    single = np.zeros((5, 5))
    single[0, 2] = 10
    assert paired_difference(single, points=2)[0] == 1.0
    with pytest.raises(ValueError, match="no games"):
        paired_difference(np.zeros((5, 5)))


@pytest.mark.parametrize("numbers", [10, 100, 2000])
@pytest.mark.parametrize("share", [0.02, 0.3, 1.0])
@pytest.mark.parametrize("drift", [0.0, 0.4])
def test_the_interval_covers(numbers, share, drift):
    """Scores that are the same in most numbers and drawn anew in a `share`, shifted by `drift` towards player 1."""
    rng = np.random.default_rng(11)
    before = np.array([0.25, 0.1, 0.3, 0.1, 0.25])
    fresh = before * (1 - drift) + drift * np.eye(5)[4]
    cells = np.diag(before) * (1 - share) + share * np.outer(before, fresh)
    steps = (np.arange(5)[None, :] - np.arange(5)[:, None]) / 4
    true = float((cells * steps).sum())
    tries, inside = 2000, 0
    for counts in rng.multinomial(numbers, cells.ravel(), size=tries):
        mean, error = paired_difference(counts.reshape(5, 5))
        inside += abs(mean - true) <= 1.959964 * error
    # Where less than a dozen numbers have changed it covers more often, never less than it says.
    assert inside / tries >= 0.93
    if numbers * share >= 100:
        assert inside / tries <= 0.97


def test_pairing_is_narrower_than_two_separate_runs(changes):
    """Even random play shares enough luck; an interval of two separate runs would be the root of both squares."""
    paired = (changes.table["ci_high"] - changes.table["ci_low"]).mean()
    apart = [result.table[result.table["p1"] != result.table["p2"]] for result in (changes.before, changes.after)]
    widths = [(table["ci_high"] - table["ci_low"]).to_numpy() for table in apart]
    assert paired < 1.02 * np.sqrt(widths[0] ** 2 + widths[1] ** 2).mean()


def test_words():
    table = made({("a", "b"): (0.40, 0.62, 0.01), ("a", "c"): (0.5, 0.501, 0.01), ("b", "c"): (0.7, 0.6, 0.01)})
    text = " ".join(sentences(table, {"a": "Anna", "b": "Bo", "c": "Cy"}))
    assert "2 of 3 matchups have changed" in text and "Holm" in text
    assert "Gained most: Anna (+11.0 points" in text.replace("+11 points", "+11.0 points")
    assert "Anna against Bo from 4.0 to 6.2" in text and "Cy against Bo from 3.0 to 4.0" in text
    assert "The favourite has changed in 1 of them: Anna and Bo." in text


def made(rates):
    """A table with given (before, after, standard error)."""
    import pandas as pd

    from yomisim.estimate.editions import _with_p_values

    rows = [
        (
            "g",
            "x",
            "y",
            a,
            b,
            "p",
            20_000,
            before,
            after,
            after - before,
            after - before - 1.96 * e,
            after - before + 1.96 * e,
        )
        for (a, b), (before, after, e) in rates.items()
    ]
    return _with_p_values(pd.DataFrame(rows, columns=COLUMNS[:12]))


def test_what_cannot_be_compared_is_refused():
    first, second = (load_game("yomi1", name) for name in ("first", "second"))
    one, other = round_robin(first, games=10), round_robin(second, games=20)
    with pytest.raises(BadInput, match="same games"):
        compare(one, other)
    with pytest.raises(BadInput, match="same seed"):
        compare(one, round_robin(second, games=10, seed=2))
    with pytest.raises(BadInput, match="nobody"):
        play_changes(first, second, games=10, characters=["nobody", *list(first.characters)[:1]])
