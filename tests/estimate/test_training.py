"""Training: rounds of self-play for Yomi, a search for Yomi 2; what is found and what is said about it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from yomisim import __version__
from yomisim.cards.load import load_game
from yomisim.cards.minds import Play
from yomisim.cards.yomi1.minds import THUMB, EditionWeights, moves_of
from yomisim.estimate import intervals, self_play, training, values
from yomisim.estimate.beyond import beyond_of, learn_beyond
from yomisim.estimate.kept import learn_kept
from yomisim.estimate.search import CURVE
from yomisim.estimate.shapes import YOMI2
from yomisim.estimate.training import CHECKS, ROUND, Effort, learns_in_rounds, train, usual_effort

CAST = ("grave", "midori", "rook")
PLAY = Play(rounds=4, hands=3)
#: Two of each pair in each seating.
TINY = Effort(generations=3, games=24)
#: Twice as many as there are seats of mirrors.
FEW = 12
OPPONENTS = ["equilibrium by rules of thumb", "greedy", "random"]


@pytest.fixture(scope="module", autouse=True)
def _few_checks():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "CHECK", FEW)
        yield


def few(loaded):
    return replace(loaded, characters={name: loaded.characters[name] for name in CAST if name in loaded.characters})


@pytest.fixture(scope="module")
def game():
    return few(load_game("yomi1"))


@pytest.fixture(scope="module")
def trained(game):
    return train(game, TINY, 3, 1, PLAY)


def alike(one, other):
    frames = all(getattr(one, name).equals(getattr(other, name)) for name in ("curve", "checks"))
    return frames and (one.weights, one.made) == (other.weights, other.made)


@pytest.fixture
def rounds(monkeypatch):
    """What the games of each round were played with: (weights, games, seed, number of the first game, states)."""
    noted, play = [], self_play.play

    def noting(game, games, seed, first, *how):
        found = play(game, games, seed, first, *how)
        noted.append((game.minds.weights, games, seed, first, found))
        return found

    monkeypatch.setattr(self_play, "play", noting)
    return noted


# Yomi: rounds of self-play


def test_workers_change_nothing(game, trained):
    assert alike(train(game, TINY, 3, 2, PLAY), trained)


def test_the_same_seed_gives_the_same_and_another_one_something_else(game, trained):
    assert alike(train(game, TINY, 3, 1, PLAY), trained)
    assert train(game, TINY, 4, 1, PLAY).weights != trained.weights


def test_every_character_gets_weights_of_its_own(trained):
    assert list(trained.weights.characters) == list(CAST) and trained.weights.play == PLAY
    assert len({str(weights) for weights in trained.weights.characters.values()}) == len(CAST)


def test_it_says_what_it_did(game, trained):
    assert trained.made == {
        "version": __version__,
        "data_hash": game.data_hash,
        "seed": 3,
        "generations": 3,
        "games_a_round": 24,
        "games": 72,
    }


def test_the_curve_has_a_row_for_each_round(trained):
    curve = trained.curve
    assert list(curve.columns) == ROUND
    assert curve["generation"].tolist() == [0, 1, 2] and curve["games"].tolist() == [24, 48, 72]
    assert (curve["states"] > 24).all() and ((curve["loss"] > 0) & (curve["loss"] < np.log(2))).all()


def test_checks_are_against_thumbs_greedy_and_random(trained):
    checks = trained.checks
    assert list(checks.columns) == CHECKS and checks["opponent"].tolist() == OPPONENTS
    assert (checks["games"] == FEW).all()
    for row in checks.itertuples():
        assert (row.ci_low, row.ci_high) == intervals.wilson(row.win_rate, FEW)
        assert row.ci_low <= row.win_rate <= row.ci_high


def test_checks_are_of_the_weights_that_were_found(game, trained):
    found = replace(game, minds=replace(game.minds, weights=trained.weights))
    assert training.check(found, 3, FEW).equals(trained.checks)
    thumb = replace(game, minds=replace(game.minds, weights=EditionWeights(shared=THUMB, play=PLAY)))
    assert training.check(thumb, 3, FEW)["win_rate"][0] == 0.5, "against itself"


def test_the_first_round_is_played_by_rules_of_thumb(game, rounds):
    train(game, TINY, 3, 1, PLAY)
    assert rounds[0][0] == EditionWeights(shared=THUMB, play=PLAY)
    assert rounds[0][0] != game.minds.weights


def test_the_first_round_is_played_with_the_start(game, trained, rounds):
    start = trained.weights
    again = train(game, TINY, 3, 1, PLAY, start=start)
    assert rounds[0][0] == start and again.weights != trained.weights


def test_each_round_plays_fresh_games_with_what_the_last_one_found(game, trained, rounds):
    train(game, TINY, 3, 1, PLAY)
    assert [(games, seed) for _, games, seed, _, _ in rounds] == [(24, 3)] * 3
    firsts = [first for _, _, _, first, _ in rounds]
    assert firsts == [training.ROUNDS + 24 * step for step in range(3)]
    assert not rounds[0][0].characters and all(set(played.characters) == set(CAST) for played, *_ in rounds[1:])


def test_a_round_counts_as_much_as_what_was_thought_before(game, trained, rounds):
    """By the states of each round alone the weights can be worked out; so can what moves are worth."""
    train(game, TINY, 3, 1, PLAY)
    thought = [values.learn(states) for *_, states in rounds]
    kept = [learn_kept(states) for *_, states in rounds]
    assert trained.curve["loss"].tolist() == [found.loss for found in thought]
    after = [weights for weights, *_ in rounds[1:]] + [trained.weights]
    worth, cards = thought[0], kept[0]
    for (before, *_, states), latest, held, found in zip(rounds, thought, kept, after):
        if latest is not thought[0]:
            worth, cards = latest.mixed(worth, training.LATEST), held.mixed(cards, training.LATEST)
        played = {name: before.characters.get(name, before.shared) for name in CAST}
        beyond = {
            name: (1 - training.STEP) * beyond_of(played[name]) + training.STEP * latest
            for name, latest in learn_beyond(states, played, 1).items()
        }
        assert found.shared == values.weights_of(worth.shared).model_copy(update={"kept": cards.shared})
        for name, weights in worth.weights().items():
            more = {"kept": cards.own[name], "moves": moves_of(beyond[name])}
            assert found.characters[name] == weights.model_copy(update=more)


def test_settings_of_play_stay_those_of_the_data(game):
    assert train(game, Effort(1, 12), 3, 2).weights.play == game.minds.play


def test_progress_is_told_over_all_rounds(game):
    told = []
    train(game, TINY, 3, 2, PLAY, progress=lambda *at: told.append(at))
    assert told == [(done, 18) for done in range(1, 19)]


def test_an_interruption_ends_training(game, interrupt_pair):
    """It does not wait for the other pairs, whose games nobody would live to see the end of."""
    interrupt_pair(CAST[0])
    with pytest.raises(KeyboardInterrupt):
        train(game, Effort(1, 10**7), 3, 2, PLAY)


# Yomi 2: the search


@pytest.fixture(scope="module")
def searched():
    return train(few(load_game("yomi2")), Effort(1, 12), 3, 1)


def test_yomi_2_learns_by_the_search(searched):
    assert list(searched.curve.columns) == [*CURVE, *YOMI2.names]
    numbers = list(searched.made["numbers"].values())
    assert list(searched.made["numbers"]) == list(YOMI2.names)
    assert numbers == pytest.approx(searched.curve.iloc[-1][list(YOMI2.names)].tolist(), abs=1e-4)
    assert searched.weights.shared.down == pytest.approx(-searched.made["numbers"]["down"], abs=1e-4)
    assert searched.weights.shared != YOMI2.weights(YOMI2.centre()) and not searched.weights.characters


def test_the_search_says_what_it_did(searched):
    made = searched.made
    assert (made["seed"], made["generations"], made["population"], made["games_a_candidate"]) == (3, 1, 10, 12)
    assert made["games"] == searched.curve["games"].iloc[-1] >= 10 * 12
    assert list(searched.checks.columns) == CHECKS and searched.checks["opponent"].tolist() == OPPONENTS


def test_workers_change_nothing_in_the_search(searched):
    assert alike(train(few(load_game("yomi2")), Effort(1, 12), 3, 2), searched)


# Which game learns how


def test_yomi_learns_in_rounds_and_yomi_2_does_not():
    assert learns_in_rounds("yomi1") and not learns_in_rounds("yomi2")
    assert usual_effort("yomi1").games > usual_effort("yomi2").games


def test_games_of_training_are_no_games_of_charts_or_checks():
    usual = usual_effort("yomi1")
    assert training.FRESH + training.CHECK < training.ROUNDS
    assert training.ROUNDS + usual.generations * usual.games < 2**31
