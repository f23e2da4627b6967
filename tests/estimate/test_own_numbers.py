"""Numbers of single characters: found on games of the search, kept for games that it did not see."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from yomisim.cards.load import load_game
from yomisim.cards.minds import EditionWeights, Play
from yomisim.errors import BadInput
from yomisim.estimate import own_numbers, training
from yomisim.estimate.own_numbers import Found, search_own, weights_of
from yomisim.estimate.search import Budget, score_thought
from yomisim.estimate.shapes import YOMI1, YOMI1_OWN
from yomisim.estimate.training import Effort, train

PLAY = Play(rounds=4, hands=3)
SHARED = dict(zip(YOMI1.names, YOMI1.centre().tolist(), strict=True))


@pytest.fixture(scope="module")
def game():
    """With rules of thumb for everybody."""
    loaded = load_game("yomi1", "second")
    weights = EditionWeights(shared=YOMI1.weights(YOMI1.centre()), play=PLAY)
    return replace(loaded, minds=replace(loaded.minds, weights=weights))


def test_without_numbers_of_its_own_a_character_has_the_shared_weights():
    assert weights_of({**SHARED, "few": 0.0}) == weights_of(SHARED) == YOMI1.weights(YOMI1.centre())
    assert set(YOMI1_OWN.names) == {*YOMI1.names, "few"}


def test_a_small_hand_can_be_worth_more_than_a_larger_one():
    plain, own = weights_of({**SHARED, "few": 0.0}), weights_of({**SHARED, "few": 0.4})
    assert own.hand[:2] == pytest.approx([plain.hand[0] + 0.4, plain.hand[1] + 0.4])
    assert own.hand[2:] == plain.hand[2:] and own.hand[1] > own.hand[2]


def test_equal_players_win_half_of_a_mirror(game):
    record = game.minds.record("setsuki")
    assert score_thought(game, "setsuki", record, ["setsuki"], 60, 3) == (0.5, 60)


def test_equal_players_win_half_whoever_plays_the_character(game):
    record = game.minds.record("rook")
    assert score_thought(game, "rook", record, ["rook", "lum", "grave"], 240, 3) == (0.5, 240)
    worse = record.copy()
    worse["life"] = 0  # who thinks that life is worth nothing
    assert score_thought(game, "rook", worse, ["lum", "grave"], 400, 3)[0] < 0.45


def test_the_numbers_that_can_matter(game):
    """Cards that stay in play only where there are any; abilities that are asked for, or speak for a combat card."""
    steps = {who: own_numbers._steps(game, who) for who in game.characters}
    assert {who for who, found in steps.items() if "in_play" in found} == {"argagarg", "geiger", "midori"}
    assert {"Bubble Shield", "Crash and Flow", "few", "card"} <= set(steps["argagarg"])
    assert not any({"life", "bend"} & set(found) for found in steps.values()), "the measure of both fighters"
    assert "Hex of Murkwood" not in steps["argagarg"]


def judged(monkeypatch, better, check):
    """Candidates win `better` of what they think of the games of the search, `check` of those that it did not see."""
    asked = []

    def play(game, character, record, others, games, seed, first=0):
        assert others == (list(game.characters) if first else [character])
        asked.append((games, first))
        return (check if first else better(record[0])), games

    monkeypatch.setattr(own_numbers, "score_thought", play)
    return asked


def test_a_number_moves_as_long_as_it_pays(game, monkeypatch):
    """Here an ability is best at 80 and a small hand at less than nothing; the others do not matter."""

    def better(record):
        few = record["hand"][0]
        return 0.5 + (0.1 - abs(record["ability"].sum() - 80) / 800) + (0.15 - abs(few + 0.15))

    asked = judged(monkeypatch, better, 0.56)
    (found,) = search_own(game, SHARED, 1, 1000, 1, PLAY, 1, ["grave"])
    assert sum(found.abilities.values()) == 80 and found.numbers == {"few": pytest.approx(-0.15)}
    assert found.kept and found.games == 1000 * (len(asked) - 1)
    assert asked[-1] == (6000, own_numbers.FRESH) and {first for _, first in asked[:-1]} == {0}
    assert found.row()["kept"] and found.row()["win_rate"] == 0.56


def test_what_gains_nothing_on_fresh_games_is_left_out(game, monkeypatch):
    judged(monkeypatch, lambda record: 0.5 + record["ability"].sum() / 4000, 0.505)
    (found,) = search_own(game, SHARED, 1, 1000, 1, PLAY, 1, ["rook"])
    assert found.abilities and not found.kept and found.low < 0.5 < found.high


def test_where_nothing_gains_nothing_is_checked(game, monkeypatch):
    asked = judged(monkeypatch, lambda record: 0.5, 0.7)
    (found,) = search_own(game, SHARED, 1, 1000, 1, PLAY, 1, ["lum"])
    assert not found.kept and found.checked == 0 and {first for _, first in asked} == {0}
    assert found.numbers == {} and found.abilities == {}


def test_workers_change_nothing(game):
    once, twice = (search_own(game, SHARED, 1, 12, 5, PLAY, workers, ["grave", "midori"]) for workers in (1, 2))
    assert once == twice


def test_shared_weights_can_stay(game, monkeypatch):
    """What was found is in the weights where it was kept, and all of it in the record."""
    kept = Found("setsuki", {"few": 0.3}, {"Smoke Bomb": 40}, 100, 100, 0.6, 0.55, 0.65)
    left = Found("rook", {"card": 0.1}, {"Stone Wall": 40}, 100, 100, 0.5, 0.45, 0.55)
    monkeypatch.setattr(training, "search_own", lambda *_, **__: [kept, left])
    made = {"generations": 8, "numbers": SHARED, "checks": [], "seed": 3}
    found = train(game, Effort(None, 1, 40), 1, 1, PLAY, made=made)
    assert found.weights.shared == game.minds.weights.shared
    assert found.weights.abilities == {"setsuki": {"Smoke Bomb": 40}}
    assert found.weights.characters == {"setsuki": weights_of({**SHARED, "few": 0.3})}
    assert [(row["character"], row["kept"], row["seed"]) for row in found.made["own"]] == [
        ("rook", False, 1),
        ("setsuki", True, 1),
    ]
    assert found.made["generations"] == 8 and found.made["seed"] == 3
    assert len(found.checks) == 3 and np.isfinite(found.checks["win_rate"]).all()


def test_numbers_of_others_stay_with_the_shared_weights(game, monkeypatch):
    weights = EditionWeights(
        shared=game.minds.weights.shared,
        characters={who: weights_of({**SHARED, "few": 0.2}) for who in ("rook", "setsuki")},
        abilities={"rook": {"Stone Wall": 40}, "grave": {"Lightning Trap": 40}},
        play=PLAY,
    )
    before = replace(game, minds=replace(game.minds, weights=weights))
    made = {"numbers": SHARED, "own": [{"character": "rook", "seed": 7}, {"character": "setsuki", "seed": 7}]}
    monkeypatch.setattr(training, "search_own", lambda *_, **__: [Found("rook", {}, {}, 100)])
    found = train(before, Effort(None, 1, 40, ["rook"]), 1, 1, PLAY, made=made)
    assert set(found.weights.characters) == {"setsuki"} and set(found.weights.abilities) == {"grave"}
    assert [(row["character"], row["seed"]) for row in found.made["own"]] == [("rook", 1), ("setsuki", 7)]


def test_weights_that_nobody_knows_cannot_stay(game):
    for made in (None, {}, {"numbers": {"life": 3.0}}):
        with pytest.raises(BadInput, match=r"generations|numbers"):
            train(game, Effort(None, 1, 40), 1, 1, PLAY, made=made)


def test_without_sweeps_nobody_has_numbers_of_his_own(game):
    found = train(game, Effort(Budget(1, 4, 20)), 1, 1, PLAY)
    assert found.weights.characters == {} == found.weights.abilities and "own" not in found.made
