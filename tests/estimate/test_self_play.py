"""States of games of equilibrium against itself: the games of the engine, whatever the workers and the chunks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from yomisim.batch.engine import engine_for
from yomisim.batch.plan import pair_key
from yomisim.cards.load import load_game
from yomisim.cards.minds import Play
from yomisim.cards.yomi1.minds import THUMB, EditionWeights
from yomisim.estimate import self_play
from yomisim.estimate.search import given_up
from yomisim.policies.codes import policy_code

CAST = ("grave", "midori", "rook")
SEED, FIRST, GAMES = 4, 50, 60
#: Of each pair, in each seating.
EACH = 5


@pytest.fixture(scope="module")
def game():
    """A few characters, thinking quickly by rules of thumb."""
    loaded = load_game("yomi1")
    weights = EditionWeights(shared=THUMB, play=Play(rounds=4, hands=3))
    cast = {name: loaded.characters[name] for name in CAST}
    return replace(loaded, characters=cast, minds=replace(loaded.minds, weights=weights))


@pytest.fixture(scope="module")
def seen(game):
    return self_play.play(game, GAMES, SEED, FIRST, 1)


def same(one, other):
    """Whether they are the same states of the same games."""
    assert [(x.a, x.b, x.games) for x in one] == [(x.a, x.b, x.games) for x in other]
    return all(np.array_equal(x.states, y.states) and np.array_equal(x.won, y.won) for x, y in zip(one, other))


def played(game, a, b):
    """(rows, states) of the games of a pair, both seatings one after the other."""
    engine = engine_for(game.id)
    rows, states = np.zeros(2 * EACH, engine.row), np.zeros((2 * EACH, self_play.TURNS), engine.state)
    policies = np.full(2, policy_code("equilibrium"), np.int64)
    how = (np.uint64(SEED), np.uint64(pair_key(a, b)), FIRST, EACH, True, engine.zeros(1))
    engine.play_games(engine.tables(game, a, b), policies, *how, rows=rows, states=states)
    return rows, states


def test_every_pair_both_ways_round(seen):
    pairs = [(a, b) for place, a in enumerate(CAST) for b in CAST[place:]]
    assert [(one.a, one.b) for one in seen] == [pair for a, b in pairs for pair in ((a, b), (b, a))]


def test_about_as_many_games_as_asked_for(game, seen):
    assert sum(one.games for one in seen) == GAMES and {one.games for one in seen} == {EACH}
    for asked, count in ((1, 12), (13, 12), (32, 36)):
        assert sum(one.games for one in self_play.play(game, asked, SEED, FIRST, 2)) == count


def test_states_are_those_of_the_games_with_what_seat_0_got(game, seen):
    for there, back in zip(seen[::2], seen[1::2]):
        rows, states = played(game, there.a, there.b)
        for seating, one in enumerate((there, back)):
            mine = states[seating::2]
            assert np.array_equal(one.states, mine[mine["turn"] > 0])
            points = []
            for row in rows[seating::2]:
                turns = min(int(row["turns"]), self_play.TURNS)
                points += [{-1: 0.5, seating: 1.0}.get(int(row["winner"]), 0.0)] * turns
            assert one.won.tolist() == points


def test_results_are_told_from_seat_0(seen):
    """Who is far ahead in life at the end of what was noted has mostly won."""
    states, won = (np.concatenate([getattr(one, name) for one in seen]) for name in ("states", "won"))
    ahead = states["life"][:, 0] - states["life"][:, 1]
    assert set(won.tolist()) <= {0.0, 0.5, 1.0}
    assert won[ahead > 40].mean() > 0.7 and won[ahead < -40].mean() < 0.3


def test_fighters_sit_where_the_names_say(game, seen):
    for one in seen:
        for seat, name in enumerate((one.a, one.b)):
            assert one.states["life"][:, seat].max() <= game.characters[name].hit_points
    first = next(one.states[one.states["turn"] == 1] for one in seen if (one.a, one.b) == ("grave", "rook"))
    assert first["life"][:, 1].max() > game.characters["grave"].hit_points, "Rook has more life"


def test_workers_change_nothing(game, seen):
    assert same(self_play.play(game, GAMES, SEED, FIRST, 2), seen)


def test_chunks_change_nothing(game, seen, monkeypatch):
    monkeypatch.setattr(self_play, "THINKING_CHUNK", 2)
    assert same(self_play.play(game, GAMES, SEED, FIRST, 2), seen)


def test_other_seeds_are_other_games(game, seen):
    assert not same(self_play.play(game, GAMES, SEED + 1, FIRST, 2), seen)


def test_other_numbers_are_other_games(game, seen):
    assert not same(self_play.play(game, GAMES, SEED, FIRST + EACH, 2), seen)


def test_games_are_those_of_the_present_weights(game, seen):
    careless = THUMB.model_copy(update={"life": [0.0] * len(THUMB.life)})
    weights = game.minds.weights.model_copy(update={"characters": {"rook": careless}})
    others = self_play.play(replace(game, minds=replace(game.minds, weights=weights)), GAMES, SEED, FIRST, 2)
    for one, other in zip(seen, others):
        changed = not np.array_equal(one.states, other.states)
        assert changed == ("rook" in (one.a, one.b)), (one.a, one.b)


def test_progress_is_told_by_pairs(game):
    told = []
    self_play.play(game, 1, SEED, FIRST, 2, lambda *at: told.append(at))
    assert told == [(done, 6) for done in range(1, 7)]


def test_an_interruption_stops_what_is_under_way(game, interrupt_pair):
    """The other pairs have more games to play than anybody would wait for."""
    interrupt_pair(CAST[0])
    with pytest.raises(KeyboardInterrupt):
        self_play.play(game, 10**7, SEED, FIRST, 2)
    assert not given_up(), "the next round plays"
