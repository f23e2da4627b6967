"""Policies against policies: counts, intervals, and what may be asked for."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.batch.compare import exchanged
from yomisim.batch.plan import Pairing, Plan, round_robin
from yomisim.batch.run import run
from yomisim.cards.load import load_game
from yomisim.errors import BadInput
from yomisim.estimate import intervals
from yomisim.estimate.ladder import (
    COLUMNS,
    DETAIL_COLUMNS,
    RESTRICTIONS,
    check_policies,
    is_probe,
    play_ladder,
    play_meetings,
    play_restricted,
    probes,
)
from yomisim.policies import codes


@pytest.fixture(scope="module")
def game():
    return load_game("yomi1", "second")


@pytest.fixture(scope="module")
def three(game):
    return sorted(game.characters)[:3]


@pytest.fixture(scope="module")
def ladder(game, three):
    return play_ladder(game, ["random", "greedy"], games=400, seed=5, characters=three, workers=2)


def test_the_tables_are_tidy(ladder):
    assert list(ladder.table.columns) == COLUMNS and list(ladder.detail.columns) == DETAIL_COLUMNS
    assert list(ladder.table["scope"]) == ["mirrors", "pairs"] and len(ladder.detail) == 6
    for table in (ladder.table, ladder.detail):
        assert (table["wins_1"] + table["wins_2"] + table["draws"] == table["games"]).all()
        assert np.allclose(table["win_rate_1"], (table["wins_1"] + table["draws"] / 2) / table["games"])
        assert ((table["ci_low"] < table["win_rate_1"]) & (table["win_rate_1"] < table["ci_high"])).all()
    assert (ladder.detail["games"] == 400).all() and ladder.table["games"].to_list() == [1200, 1200]
    mirrors = ladder.mirrors()
    assert (mirrors["p1"] == mirrors["p2"]).all() and len(mirrors) == 3
    assert ladder.made["games"] == 2400 and ladder.made["policies"] == ["random", "greedy"]


def test_the_table_is_pooled_from_the_detail(ladder):
    sums = ladder.detail.groupby("scope")[["games", "wins_1", "wins_2", "draws", "unfinished"]].sum()
    own = ladder.table.set_index("scope")
    assert (sums == own[sums.columns]).all(axis=None)


def test_greedy_beats_random_with_every_character(ladder):
    assert (ladder.detail["ci_high"] < 0.5).all()
    square = ladder.square("pairs")
    assert square.loc["greedy", "random"] + square.loc["random", "greedy"] == pytest.approx(1)
    assert np.isnan(np.diag(square)).all()


def test_the_other_way_round_is_the_same_seen_from_the_other_side(game, three, ladder):
    back = play_ladder(game, "greedy, random", games=400, seed=5, characters=three, workers=1)
    for one, other in ((ladder.table, back.table), (ladder.detail, back.detail)):
        assert np.array_equal(one["wins_1"], other["wins_2"]) and np.array_equal(one["draws"], other["draws"])
        assert np.allclose(one["ci_low"], 1 - other["ci_high"]) and np.allclose(one["ci_high"], 1 - other["ci_low"])


def test_a_policy_against_itself_is_even_by_construction(game, three):
    same = play_meetings(game, [("greedy", "greedy")], games=40, characters=three)
    assert (same.detail["win_rate_1"] == 0.5).all()


def test_exchanged_plays_the_plan_and_its_turned_copy(game, three):
    pairs = (Pairing(three[0], three[1], swap=True), Pairing(three[1], three[2], swap=True))
    plan = Plan(game, pairs, ("random", "greedy"), 3, 60)
    both = exchanged(plan, workers=2, chunk=7)
    turned = Plan(game, pairs, ("greedy", "random"), 3, 60)
    assert np.array_equal(both.before.tallies, run(plan, workers=1).tallies)
    assert np.array_equal(both.after.tallies, run(turned, workers=1).tallies)
    assert np.array_equal(both.joint.sum(axis=2), both.before.tallies["pair_score"])
    assert np.array_equal(both.joint.sum(axis=1), both.after.tallies["pair_score"])


def test_four_games_on_one_luck_score_what_the_counts_say(game, three):
    plan = round_robin(game, games=80, policy="random", characters=three)
    from yomisim.estimate.ladder import of_pairs

    pairs = tuple(pair for pair in plan.pairs if pair.swap)
    for group in of_pairs(exchanged(Plan(game, pairs, ("random", "greedy"), 1, 80), workers=2)):
        games, wins, _, draws, _ = group.counts
        assert games == 160 and group.scores.sum() == 40 and len(group.scores) == 9
        assert group.scores @ np.arange(9) == 2 * wins + draws


def test_games_are_raised_to_a_multiple_of_four_and_counted(game, three):
    seen = []
    small = play_ladder(
        game, games=5, characters=three, policies=["random", "greedy"], progress=lambda d, t: seen.append((d, t))
    )
    assert (small.detail["games"] == 8).all() and small.made["games_each"] == 8
    assert seen[-1] == (48, 48) and [done for done, _ in seen] == sorted(done for done, _ in seen)


# Intervals


def test_one_stratum_of_pairs_is_the_interval_of_swapped_pairs():
    counts = np.array([3, 1, 40, 2, 17])
    assert intervals.grouped(counts[None, :]) == intervals.paired(counts)


def test_strata_must_be_of_one_size():
    for bad in ([[1, 2, 3], [1, 1, 1]], [[0, 0, 0]]):
        with pytest.raises(ValueError, match="same number"):
            intervals.grouped_games(np.array(bad))


@pytest.mark.parametrize("numbers", [5, 50, 1000])
@pytest.mark.parametrize("middle", [0.5, 0.9])
def test_the_interval_over_strata_covers(numbers, middle):
    """Ten strata with rates of their own, four games on one luck that lean to one side together."""
    rng = np.random.default_rng(7)
    tries, inside = 600, 0
    truth = np.clip(middle + 0.08 * np.linspace(-1, 1, 10), 0, 1)
    for _ in range(tries):
        shared = 0.1 * rng.choice([-1, 1], size=(10, numbers))
        wins = rng.binomial(4, np.clip(truth[:, None] + shared * (1 - truth[:, None]), 0, 1))
        counts = np.array([np.bincount(row, minlength=5) for row in wins])
        low, high = intervals.grouped(counts)
        inside += low <= truth.mean() <= high
    # Where little is lost the worst case that is mixed in makes it wider, never narrower.
    assert inside / tries >= 0.92
    if numbers >= 50:
        assert inside / tries <= 0.985


def test_strata_that_differ_do_not_widen_the_interval():
    alike, apart = np.array([[50, 50], [50, 50]]), np.array([[95, 5], [5, 95]])
    widths = [high - low for low, high in (intervals.grouped(counts) for counts in (alike, apart))]
    assert widths[1] < 0.6 * widths[0]


# Names


def test_restricted_forms_are_named_after_their_base():
    assert probes("greedy") == [f"greedy-{end}" for end in RESTRICTIONS] and "greedy-no-block" in probes("greedy")
    assert all(is_probe(name) for name in probes("x")) and not is_probe("greedy") and not is_probe("x-no")
    assert {f"{codes.POLICY_NAMES[0]}-{end}" for end in codes.RESTRICTIONS} == set(probes(codes.POLICY_NAMES[0]))
    assert check_policies(None) == list(codes.POLICY_NAMES)


def test_a_restricted_form_is_a_policy_like_any_other(game, three):
    """What is passed as restricted meets the base, whatever its name."""
    result = play_restricted(game, "greedy", ["random"], games=200, characters=three)
    assert list(result.table["policy1"]) == ["random"] * 2 and list(result.table["policy2"]) == ["greedy"] * 2
    assert (result.table["ci_high"] < 0.5).all()


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        ("greedy", "at least 2 needed"),
        ("greedy,greedy", "given twice"),
        ("greedy,,random", "empty name"),
        (["greedy", "ramdom"], "did you mean 'random'"),
    ],
)
def test_bad_lists_of_policies(policies, message):
    with pytest.raises(BadInput, match=message):
        check_policies(policies)


def test_what_cannot_be_played_is_refused(game):
    with pytest.raises(BadInput, match="unknown policy 'gredy'"):
        play_restricted(game, "gredy", games=4)
    with pytest.raises(BadInput, match="games: 0 is out of range"):
        play_ladder(game, ["random", "greedy"], games=0)
