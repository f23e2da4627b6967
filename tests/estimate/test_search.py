"""The search for weights: reproducible whatever the workers, within its bounds, and fair to equal players."""

from __future__ import annotations

import tomllib
from itertools import pairwise

import numpy as np
import pytest

from yomisim.cards.load import load_game
from yomisim.cards.minds import HAND_KNOTS, Play
from yomisim.cards.yomi1.minds import EditionWeights, PolicyFile, Weights
from yomisim.estimate.policy_file import as_toml, with_edition
from yomisim.estimate.search import CURVE, Budget, Opponent, evolve, score
from yomisim.estimate.shapes import YOMI1

PLAY = Play(rounds=4, hands=3)
TINY = Budget(generations=3, population=4, games=40)


@pytest.fixture(scope="module")
def game():
    return load_game("yomi1")


@pytest.fixture(scope="module")
def against_greedy(game):
    return lambda generation, mean: judge_of(game, [Opponent("greedy")])


def judge_of(game, opponents):
    """What judges a candidate against these opponents."""
    return lambda numbers, luck: score(game, numbers, opponents, TINY.games, luck, PLAY)


# From numbers to weights


def test_the_centre_is_near_the_rules_of_thumb():
    weights = YOMI1.weights(YOMI1.centre())
    assert weights.life[-1] == 3.2 and weights.down == -0.3
    assert weights.rank[12:] == [0.08, 0.14]


@pytest.mark.parametrize("seed", range(20))
def test_any_numbers_give_usable_weights(seed):
    """Far outside of the bounds too: they are kept within them."""
    numbers = np.random.default_rng(seed).normal(0, 10, len(YOMI1.names))
    weights = YOMI1.weights(numbers)
    assert isinstance(weights, Weights)
    kept = np.clip(
        numbers, [YOMI1.numbers[name][2] for name in YOMI1.names], [YOMI1.numbers[name][3] for name in YOMI1.names]
    )
    assert weights == YOMI1.weights(kept)
    assert all(later > earlier for earlier, later in pairwise(weights.life))
    assert all(later >= earlier for earlier, later in pairwise(weights.hand))
    steps = np.diff(weights.hand) / np.diff(HAND_KNOTS)
    assert (np.diff(steps) <= 1e-4).all(), "a further card is never worth more"
    assert weights.down <= 0


def test_every_number_matters():
    base = YOMI1.weights(YOMI1.centre())
    for place, name in enumerate(YOMI1.names):
        moved = YOMI1.centre()
        moved[place] += YOMI1.numbers[name][1]
        assert YOMI1.weights(moved) != base, name


def test_the_policy_file_holds_what_was_found():
    """Written as TOML and read back it is the same, and an edition is exchanged without touching the others."""
    first = EditionWeights(shared=YOMI1.weights(YOMI1.centre()))
    second = EditionWeights(
        shared=YOMI1.weights(1.1 * YOMI1.centre()),
        characters={"x": YOMI1.weights(YOMI1.centre())},
        abilities={"x": {'Its, "Own" Way': -12, "Other": 3}},
    )
    file = with_edition(with_edition(None, "first", first, {"seed": 1}), "second", second, {"numbers": {"a": 0.5}})
    assert PolicyFile.model_validate(tomllib.loads(as_toml(file))) == file
    again = with_edition(file, "first", second, {"seed": 2})
    assert again.editions == {"first": second, "second": second} and again.made["second"] == file.made["second"]


# Playing candidates


def test_equal_players_score_half(game):
    """Both seatings on the same luck: each game is won once and lost once."""
    own = YOMI1.weights(YOMI1.centre())
    assert score(game, YOMI1.centre(), [Opponent("equilibrium", own)], 200, 3, PLAY)[0] == 0.5


def test_a_score_is_reproducible(game):
    opponents = [Opponent("greedy", share=0.5), Opponent("equilibrium", YOMI1.weights(YOMI1.centre()), 0.5)]
    numbers = YOMI1.centre() * 1.1
    once = score(game, numbers, opponents, 200, 3, PLAY)
    assert score(game, numbers, opponents, 200, 3, PLAY) == once
    others = {score(game, numbers, opponents, 200, seed, PLAY)[0] for seed in (4, 5, 6)}
    others |= {score(game, numbers, opponents, 200, 3, PLAY, first=first)[0] for first in (10, 500)}
    assert len(others | {once[0]}) > 2, "other seeds and other games are other luck"


def test_games_are_shared_out_by_the_opponents_shares(game):
    one = score(game, YOMI1.centre(), [Opponent("greedy")], 400, 1, PLAY)[1]
    two = score(game, YOMI1.centre(), [Opponent("greedy", share=3), Opponent("random", share=1)], 400, 1, PLAY)[1]
    assert one == two == 400
    least = score(game, YOMI1.centre(), [Opponent("random")], 1, 1, PLAY)[1]
    assert least == 2 * len(game.characters), "every mirror is played in both seatings"


def test_thought_beats_chance(game):
    assert score(game, YOMI1.centre(), [Opponent("random")], 400, 1, PLAY)[0] > 0.8


# The search


@pytest.fixture(scope="module")
def found(against_greedy):
    return evolve(against_greedy, TINY, 5, 1)


def test_workers_change_nothing(against_greedy, found):
    numbers, curve = evolve(against_greedy, TINY, 5, 2)
    assert numbers.tolist() == found[0].tolist()
    assert curve.equals(found[1])


def test_another_seed_is_another_search(against_greedy, found):
    numbers, _ = evolve(against_greedy, TINY, 6, 2)
    assert numbers.tolist() != found[0].tolist()


def test_numbers_stay_within_their_bounds(against_greedy):
    """Also where the search starts at a bound and is led beyond it."""
    start = np.array([YOMI1.numbers[name][3] for name in YOMI1.names])
    numbers, curve = evolve(against_greedy, TINY, 7, 2, start=start)
    for place, name in enumerate(YOMI1.names):
        assert YOMI1.numbers[name][2] <= numbers[place] <= YOMI1.numbers[name][3], name
    assert np.isfinite(curve[list(YOMI1.names)].to_numpy()).all()


def test_the_learning_curve_counts_what_was_played(found):
    _, curve = found
    assert list(curve.columns) == [*CURVE, *YOMI1.names]
    assert curve["generation"].tolist() == [0, 1, 2]
    assert curve["games"].tolist() == [160, 320, 480]
    assert ((curve["mean"] > 0) & (curve["mean"] <= curve["best"]) & (curve["best"] <= 1)).all()


def test_judges_can_change_with_the_generation(game):
    seen = []

    def judge_at(generation: int, mean: np.ndarray):
        seen.append((generation, mean.tolist()))
        return judge_of(game, [Opponent("equilibrium", YOMI1.weights(mean))])

    told = []
    _, curve = evolve(judge_at, TINY, 5, 1, progress=lambda *at: told.append(at))
    assert [generation for generation, _ in seen] == [0, 1, 2]
    assert seen[0][1] == pytest.approx(YOMI1.centre().tolist())
    assert seen[1][1] == pytest.approx(curve.loc[0, list(YOMI1.names)].tolist()), "the mean of the generation before"
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_the_mean_found_scores_the_same_again(game, found):
    numbers = found[0]
    fresh = [score(game, numbers, [Opponent("greedy")], 400, 99, PLAY, first=1000) for _ in range(2)]
    assert fresh[0] == fresh[1]
