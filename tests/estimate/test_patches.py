"""What a patch does: nothing is exactly nothing, shared luck is worth its games, and intervals cover."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.batch.plan import round_robin
from yomisim.batch.run import run
from yomisim.cards.load import load_game
from yomisim.errors import BadInput
from yomisim.estimate.intervals import quantile
from yomisim.estimate.matchups import tidy as matchup_table
from yomisim.estimate.paired import PairedPrecision, moments, paired_difference
from yomisim.estimate.patches import play_patches
from yomisim.estimate.savings import of_comparison

FOUR = "grave,jaina,lum,rook"
LIFE = {"title": "sturdier", "characters": {"jaina": {"hit_points": 90}}}


@pytest.fixture(scope="module")
def game():
    return load_game("yomi1", "first")


@pytest.fixture(scope="module")
def effects(game):
    nothing = {"title": "nothing", "characters": {"jaina": {"hit_points": 85}}}
    card = {"title": "card", "characters": {"rook": {"cards": {"K": {"both": {"damage": 30}}}}}}
    return play_patches(game, [LIFE, nothing, card], games=1000, seed=2, policy="greedy", characters=FOUR)


def test_a_patch_of_nothing_is_exactly_zero(effects):
    nothing = effects[1]
    columns = ["difference", "ci_low", "ci_high"]
    assert not nothing.table["affected"].any() and (nothing.table[columns] == 0).all(axis=None)
    assert (nothing.table["before"] == nothing.table["after"]).all()
    assert (nothing.strengths()[columns] == 0).all(axis=None) and (nothing.picks[columns] == 0).all(axis=None)
    assert nothing.balance.difference == 0 and nothing.combos.empty


def test_only_pairs_with_what_has_changed_are_affected(effects):
    for effect, who in ((effects[0], "jaina"), (effects[2], "rook")):
        table = effect.table
        has = (table["p1"] == who) | (table["p2"] == who)
        assert (table["affected"] == has).all() and (table["difference"][~has] == 0).all()
        assert (table["ci_low"][~has] == 0).all() and (table["ci_low"][has] < table["ci_high"][has]).all()
    assert effects[2].combos["character"].unique().tolist() == ["rook"] and (effects[2].combos["difference"] > 0).all()


def test_five_life_is_told_from_nothing_with_a_quarter_of_the_games(effects):
    effect = effects[0]
    own = effect.affected
    gain = np.where(own["p1"] == "jaina", own["difference"], -own["difference"])
    assert (gain > 0).all() and own["changed"].all()
    luck = of_comparison(effect.table, effect.changes.before.table, effect.changes.after.table)
    assert luck.games == 2 * 1000 * 3 and luck.worth >= 4 * luck.games


def test_both_sides_are_what_they_are_alone(game, effects):
    """The same games as a run of the data set by itself."""
    plan = round_robin(effects[0].after, games=1000, seed=2, policy="greedy", characters=FOUR)
    alone = matchup_table(run(plan)).iloc[:6]
    assert np.array_equal(alone["win_rate_p1"], effects[0].changes.after.table["win_rate_p1"])
    assert np.array_equal(alone["win_rate_p1"], effects[0].table["after"])


def test_to_a_precision(game):
    one, two = play_patches(
        game, [LIFE, {"rules": {"opening_hand": 8}}], precision=1.5, policy="greedy", characters=FOUR, workers=2
    )
    for effect in (one, two):
        half = (effect.table["ci_high"] - effect.table["ci_low"]) / 2
        assert (half <= 0.015 + 1e-9).all() and effect.precision == 1.5
        assert np.allclose(effect.table["after"] - effect.table["before"], effect.table["difference"], atol=1e-12)
    assert two.table["affected"].all() and one.table["affected"].sum() == 3
    assert one.table["games"][one.table["affected"]].nunique() > 1  # each pair as long as it takes
    again = play_patches(game, [LIFE], precision=1.5, policy="greedy", characters=FOUR, workers=1)[0]
    assert again.affected[["p1", "p2", "games", "difference"]].equals(one.affected[["p1", "p2", "games", "difference"]])


def test_several_patches_are_those_played_alone(game, effects):
    alone = play_patches(game, [LIFE], games=1000, seed=2, policy="greedy", characters=FOUR)[0]
    assert alone.table.equals(effects[0].table)


def test_balance_and_picks(effects):
    for effect in (effects[0], effects[2]):
        balance = effect.balance
        assert balance.difference == balance.after - balance.before
        assert balance.ci[0] < balance.difference < balance.ci[1]
        # Sharing luck makes the change surer than two figures that know nothing of each other.
        apart = np.hypot(*(limits[1] - limits[0] for limits in (balance.before_ci, balance.after_ci)))
        assert balance.ci[1] - balance.ci[0] < apart
        picks = effect.picks
        for side in ("before", "after"):
            assert picks[side].sum() == pytest.approx(1)
        assert (picks["ci_low"] <= picks["ci_high"]).all()


def test_moments_are_those_of_the_difference():
    joint = np.random.default_rng(3).integers(0, 40, (5, 5)).astype(float)
    first, second, shared = moments(joint)
    _, error = paired_difference(joint)
    numbers = joint.sum()
    assert error**2 == pytest.approx(first + second - 2 * shared + 0.5 / (numbers * (numbers - 1)))


@pytest.mark.parametrize("share", [0.05, 0.5])
def test_intervals_to_a_precision_cover(share):
    """200 repeats at a known difference: scores that are drawn anew in a share of the numbers, shifted up."""
    rng, rule = np.random.default_rng(5), PairedPrecision(1.0)
    before = np.array([0.3, 0.1, 0.2, 0.1, 0.3])
    fresh = 0.8 * before + 0.2 * np.eye(5)[4]
    cells = np.diag(before) * (1 - share) + share * np.outer(before, fresh)
    steps = (np.arange(5)[None, :] - np.arange(5)[:, None]) / 4
    true, inside = float((cells * steps).sum()), 0
    for _ in range(200):
        seen, counts, last = [], np.zeros((5, 5)), 0
        for look in rule.looks:
            counts = counts + rng.multinomial(look - last, cells.ravel()).reshape(5, 5)
            seen.append(counts)
            last = look
            level = rule.level(seen, 4)
            if level is not None:
                break
        mean, error = paired_difference(counts)
        half = quantile(level) * error
        assert half <= 0.01 + 1e-12
        inside += abs(mean - true) <= half
    assert inside >= 186


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"patches": []}, "at least one patch"),
        ({"games": 10, "precision": 1.0}, "not both"),
        ({"precision": 0.0}, "out of range"),
        ({"pairs": ["jaina-jaina"]}, "different characters"),
    ],
)
def test_bad_questions(game, options, told):
    with pytest.raises(BadInput, match=told):
        play_patches(game, **{"patches": [LIFE], **options})
