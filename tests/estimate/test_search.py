"""The search for weights: reproducible whatever the workers, within its bounds, and fair to equal players."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from yomisim.cards.load import load_game
from yomisim.cards.minds import HAND_KNOTS, Play
from yomisim.cards.yomi1.minds import THUMB, EditionWeights, PolicyFile, Weights
from yomisim.cards.yomi2 import minds as yomi2
from yomisim.estimate.policy_file import as_toml, with_edition
from yomisim.estimate.search import CURVE, Budget, Opponent, evolve, given_up, score
from yomisim.estimate.shapes import YOMI1_CHANGES, YOMI2

PLAY = Play(rounds=4, hands=3)
TINY = Budget(generations=3, population=4, games=40)


@pytest.fixture(scope="module")
def game():
    return load_game("yomi1")


@pytest.fixture(scope="module")
def against_greedy(game):
    return lambda generation, mean: judge_of(game, [Opponent("greedy")])


def judge_of(game, opponents, games=TINY.games):
    """What judges a candidate against these opponents."""
    return lambda numbers, luck: score(game, changed(game, numbers), opponents, games, luck, PLAY)


def changed(game, numbers):
    """What is thought of a character, changed by some numbers."""
    return lambda who: YOMI1_CHANGES.weights(numbers, game.minds.of(who))


def by_thumb(_who):
    return THUMB


# From numbers to weights


def test_no_change_leaves_weights_as_they_are(game):
    for weights in (THUMB, *map(game.minds.of, game.characters)):
        assert YOMI1_CHANGES.weights(YOMI1_CHANGES.centre(), weights) == weights


def test_changes_are_added_to_the_weights_of_each_character():
    numbers = dict(zip(YOMI1_CHANGES.names, YOMI1_CHANGES.centre(), strict=True))
    numbers |= {"card": 0.1, "number": 0.02, "ace": 0.3, "few": 0.5, "down": 0.2, "in_play": -0.1}
    found = YOMI1_CHANGES.weights(list(numbers.values()), THUMB)
    more = [0.1 * n + 0.5 * (n < 2) for n in HAND_KNOTS]
    assert np.subtract(found.hand, THUMB.hand) == pytest.approx(more, abs=1e-4)
    assert np.subtract(found.rank, THUMB.rank) == pytest.approx([0.02] * 9 + [0] * 3 + [0.3, 0], abs=1e-4)
    assert (found.down, found.in_play) == pytest.approx((THUMB.down - 0.2, THUMB.in_play - 0.1))
    assert found.life == THUMB.life


def test_the_centre_of_yomi_2_is_near_the_rules_of_thumb():
    weights, thumb = YOMI2.weights(YOMI2.centre()), yomi2.Weights.thumb()
    assert weights.life[-1] == pytest.approx(thumb.life[-1], rel=0.2) and weights.down == pytest.approx(thumb.down)


def bounds(shape, place):
    """Least (2) or most (3) of every number."""
    return [row[place] for row in shape.numbers.values()]


@pytest.mark.parametrize("seed", range(20))
def test_any_numbers_give_usable_weights(seed):
    """Far outside of the bounds too: they are kept within them."""
    numbers = np.random.default_rng(seed).normal(0, 10, len(YOMI2.names))
    weights = YOMI2.weights(numbers)
    assert isinstance(weights, yomi2.Weights)
    assert weights == YOMI2.weights(np.clip(numbers, bounds(YOMI2, 2), bounds(YOMI2, 3)))
    assert all(later > earlier for earlier, later in pairwise(weights.life))
    assert all(later >= earlier for earlier, later in pairwise(weights.hand))
    steps = np.diff(weights.hand) / np.diff(HAND_KNOTS)
    assert (np.diff(steps) <= 1e-4).all(), "a further card is never worth more"
    assert weights.down <= 0


@pytest.mark.parametrize("seed", range(20))
def test_any_changes_give_usable_weights(game, seed):
    numbers = np.random.default_rng(seed).normal(0, 10, len(YOMI1_CHANGES.names))
    kept = np.clip(numbers, bounds(YOMI1_CHANGES, 2), bounds(YOMI1_CHANGES, 3))
    for base in (THUMB, *map(game.minds.of, game.characters)):
        weights = YOMI1_CHANGES.weights(numbers, base)
        assert isinstance(weights, Weights) and weights == YOMI1_CHANGES.weights(kept, base)
        assert weights.down <= 0
    weights = YOMI1_CHANGES.weights(numbers, THUMB)
    assert all(later > earlier for earlier, later in pairwise(weights.life))


@pytest.mark.parametrize(("shape", "base"), [(YOMI1_CHANGES, THUMB), (YOMI2, None)], ids=("yomi1", "yomi2"))
def test_every_number_matters(shape, base):
    before = shape.weights(shape.centre(), base)
    for place, name in enumerate(shape.names):
        moved = shape.centre()
        moved[place] += shape.numbers[name][1]
        assert shape.weights(moved, base) != before, name


def test_the_policy_file_holds_what_was_found():
    """Written as TOML and read back it is the same, and an edition is exchanged without touching the others."""
    first = EditionWeights(shared=THUMB)
    second = EditionWeights(
        shared=YOMI1_CHANGES.weights(YOMI1_CHANGES.scale, THUMB),
        characters={"x": THUMB},
        abilities={"x": {'Its, "Own" Way': -12, "Other": 3}},
    )
    file = with_edition(with_edition(None, "first", first, {"seed": 1}), "second", second, {"numbers": {"a": 0.5}})
    assert PolicyFile.model_validate(tomllib.loads(as_toml(file))) == file
    again = with_edition(file, "first", second, {"seed": 2})
    assert again.editions == {"first": second, "second": second} and again.made["second"] == file.made["second"]


# Playing candidates


def test_equal_players_score_half(game):
    """Both seatings on the same luck: each game is won once and lost once."""
    assert score(game, by_thumb, [Opponent("equilibrium", THUMB)], 200, 3, PLAY)[0] == 0.5


def test_who_thinks_as_the_data_say_scores_half_against_the_data(game):
    assert score(game, None, [Opponent("equilibrium")], 100, 3, game.minds.play)[0] == 0.5
    assert score(game, game.minds.of, [Opponent("equilibrium")], 100, 3, game.minds.play)[0] == 0.5


def test_each_character_is_thought_of_by_its_own_weights(game):
    """Wrong thoughts of one character are wins in its mirror lost, and nothing in the others."""
    careless = THUMB.model_copy(update={"life": [0.0] * len(THUMB.life)})
    few = replace(game, characters={who: game.characters[who] for who in ("grave", "rook")})
    asked = []

    def thought(who):
        asked.append(who)
        return careless if who == "rook" else THUMB

    rate, played = score(few, thought, [Opponent("equilibrium", THUMB)], 400, 3, PLAY)
    alone = replace(game, characters={"rook": game.characters["rook"]})
    lost = score(alone, thought, [Opponent("equilibrium", THUMB)], 200, 3, PLAY)
    assert set(asked) == {"grave", "rook"}
    assert lost[0] < 0.45 and (rate, played) == (pytest.approx(0.25 + lost[0] / 2), 400)


def test_a_score_is_reproducible(game):
    opponents = [Opponent("greedy", share=0.5), Opponent("equilibrium", THUMB, 0.5)]
    thought = changed(game, YOMI1_CHANGES.scale)
    once = score(game, thought, opponents, 200, 3, PLAY)
    assert score(game, thought, opponents, 200, 3, PLAY) == once
    others = {score(game, thought, opponents, 200, seed, PLAY)[0] for seed in (4, 5, 6)}
    others |= {score(game, thought, opponents, 200, 3, PLAY, first=first)[0] for first in (10, 500)}
    assert len(others | {once[0]}) > 2, "other seeds and other games are other luck"


def test_games_are_shared_out_by_the_opponents_shares(game):
    one = score(game, by_thumb, [Opponent("greedy")], 400, 1, PLAY)[1]
    two = score(game, by_thumb, [Opponent("greedy", share=3), Opponent("random", share=1)], 400, 1, PLAY)[1]
    assert one == two == 400
    least = score(game, by_thumb, [Opponent("random")], 1, 1, PLAY)[1]
    assert least == 2 * len(game.characters), "every mirror is played in both seatings"


def test_thought_beats_chance(game):
    assert score(game, by_thumb, [Opponent("random")], 400, 1, PLAY)[0] > 0.8


# The search


@pytest.fixture(scope="module")
def found(against_greedy):
    return evolve(against_greedy, YOMI1_CHANGES, TINY, 5, 1)


def test_workers_change_nothing(against_greedy, found):
    numbers, curve = evolve(against_greedy, YOMI1_CHANGES, TINY, 5, 2)
    assert numbers.tolist() == found[0].tolist()
    assert curve.equals(found[1])


def test_another_seed_is_another_search(against_greedy, found):
    numbers, _ = evolve(against_greedy, YOMI1_CHANGES, TINY, 6, 2)
    assert numbers.tolist() != found[0].tolist()


def test_numbers_stay_within_their_bounds(against_greedy):
    """Also where the search starts at a bound and is led beyond it."""
    start = np.array(bounds(YOMI1_CHANGES, 3))
    numbers, curve = evolve(against_greedy, YOMI1_CHANGES, TINY, 7, 2, start=start)
    for place, name in enumerate(YOMI1_CHANGES.names):
        assert YOMI1_CHANGES.numbers[name][2] <= numbers[place] <= YOMI1_CHANGES.numbers[name][3], name
    assert np.isfinite(curve[list(YOMI1_CHANGES.names)].to_numpy()).all()


def test_the_learning_curve_counts_what_was_played(found):
    _, curve = found
    assert list(curve.columns) == [*CURVE, *YOMI1_CHANGES.names]
    assert curve["generation"].tolist() == [0, 1, 2]
    assert curve["games"].tolist() == [160, 320, 480]
    assert ((curve["mean"] > 0) & (curve["mean"] <= curve["best"]) & (curve["best"] <= 1)).all()


def test_judges_can_change_with_the_generation(game):
    seen = []

    def judge_at(generation: int, mean: np.ndarray):
        seen.append((generation, mean.tolist()))
        return judge_of(game, [Opponent("equilibrium", YOMI1_CHANGES.weights(mean, THUMB))])

    told = []
    _, curve = evolve(judge_at, YOMI1_CHANGES, TINY, 5, 1, progress=lambda *at: told.append(at))
    assert [generation for generation, _ in seen] == [0, 1, 2]
    assert seen[0][1] == pytest.approx(YOMI1_CHANGES.centre().tolist())
    assert seen[1][1] == pytest.approx(curve.loc[0, list(YOMI1_CHANGES.names)].tolist()), (
        "the mean of the generation before"
    )
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_the_mean_found_scores_the_same_again(game, found):
    thought = changed(game, found[0])
    fresh = [score(game, thought, [Opponent("greedy")], 400, 99, PLAY, first=1000) for _ in range(2)]
    assert fresh[0] == fresh[1]


def test_an_interruption_stops_what_is_under_way(game):
    """The other candidates have more games to play than anybody would wait for."""
    candidates = []

    def noting(numbers, luck):
        candidates.append(numbers.tolist())
        return 0.5, 1

    evolve(lambda *_: noting, YOMI1_CHANGES, Budget(1, 4, 1), 5, 1)
    endless = judge_of(game, [Opponent("random")], 10**9)

    def judge(numbers, luck):
        if numbers.tolist() == candidates[0]:
            raise KeyboardInterrupt
        return endless(numbers, luck)

    with pytest.raises(KeyboardInterrupt):
        evolve(lambda *_: judge, YOMI1_CHANGES, Budget(1, 4, 1), 5, 2)
    assert not given_up(), "the next search plays"
