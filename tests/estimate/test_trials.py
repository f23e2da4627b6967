"""What openers are worth: known answers from made-up trials, coverage, and real ones kept and told again."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.batch.plan import Pairing, Plan
from yomisim.batch.store import Store
from yomisim.batch.trials import Tried
from yomisim.cards.load import load_game
from yomisim.cards.yomi1.tables import SIDES
from yomisim.estimate.moves import CLASS_WORDS, MOVE_KINDS, NO_CARD, moves_of
from yomisim.estimate.trials import ANYTHING, CAST, COLUMNS, play_trials, trials_of

pytestmark = pytest.mark.slow

GAME = load_game("yomi1", "second")
A, B = "grave", "jaina"
GAMES = 120


def without_gain(rng: np.random.Generator, side: int) -> Tried:
    """Trials of one move that is as good as the policy's choice; three a game, whose luck goes together."""
    rows = []
    for number in range(GAMES):
        luck = rng.random()  # of the whole game
        for turn in (2, 5, 8):
            points, own = (2 * int(luck + rng.random() < 1) for _ in range(2))
            rows.append((number, 0, turn, 0, 0, side, 0, points, own))
    plan = Plan(GAME, (Pairing(A, B, True),), ("greedy", "greedy"), 1, 2 * GAMES)
    return Tried(plan, [np.array(rows, np.int32)], 1.0)


def test_gains_of_made_up_trials():
    moves = moves_of(GAME, A)
    good, bad, *_ = moves
    rows = [(n, 0, 3, 0, 0, *rest) for n in range(50) for rest in ((good, 1, 2, 0), (bad, 1, 0, 2))]
    rows += [(n, 0, 3, 1, 0, SIDES, -1, 1, 1) for n in range(50)]
    plan = Plan(GAME, (Pairing(A, B, True),), ("greedy", "greedy"), 1, 100)
    found = trials_of(Tried(plan, [np.array(rows, np.int32)], 1.0))
    gains = found.gains.set_index(["character", "move"])
    assert gains.loc[(A, moves[good].name), "value"] == 1 and gains.loc[(A, moves[bad].name), "value"] == -1
    assert gains.loc[(A, moves[bad].name), "p_adjusted"] < 1e-6 and gains["n"].tolist() == [50, 50, 50]
    assert gains.loc[(B, NO_CARD), "value"] == 0 and gains.loc[(B, NO_CARD), "p_value"] == 1
    assert found.made["trials"] == 150 and found.made["games_per_pair"] == 100
    whole = found.payoffs[(found.payoffs["character"] == CAST) & (found.payoffs["met_by"] == ANYTHING)]
    assert whole["n"].sum() == 150
    assert not (found.payoffs["class"] == NO_CARD)[found.payoffs["met"] != ANYTHING].any()  # met nothing


def test_intervals_cover_where_luck_goes_together():
    moves = moves_of(GAME, A)
    side = next(iter(moves))
    rng = np.random.default_rng(5)
    hits = told = 0
    for _ in range(100):
        found = trials_of(without_gain(rng, side)).gains.iloc[0]
        hits += found["ci_low"] <= 0 <= found["ci_high"]
        told += found["p_adjusted"] < 0.05
    assert hits >= 0.92 * 100 and told == 100 - hits


@pytest.fixture(scope="module")
def store(tmp_path_factory) -> Store:
    return Store(tmp_path_factory.mktemp("kept"))


@pytest.fixture(scope="module")
def trials(store):
    return play_trials(GAME, games=40, store=store, seed=4, policy="greedy", characters=[A, B, "rook"], workers=2)


def test_tables(trials):
    for name, table in trials.tables().items():
        assert list(table.columns) == COLUMNS[name] and (table["n"] > 0).all()
        assert (table["ci_low"] <= table["value"]).all() and (table["value"] <= table["ci_high"]).all()
    assert set(trials.gains["kind"]) <= set(MOVE_KINDS) and set(trials.payoffs["class"]) <= set(CLASS_WORDS)
    assert trials.gains["n"].sum() == trials.made["trials"]
    nothing = trials.gains[trials.gains["kind"] == "none"]
    assert (nothing["value"] < 0).all()  # to play no card is never a good idea
    whole = trials.payoffs[trials.payoffs["met_by"] == ANYTHING]
    assert whole[whole["character"] == CAST]["n"].sum() == whole[whole["character"] != CAST]["n"].sum()


def test_the_same_again_from_the_store_and_for_any_number_of_workers(trials, store, tmp_path):
    how = {"games": 40, "seed": 4, "policy": "greedy", "characters": [A, B, "rook"]}
    played = store.played
    again = play_trials(GAME, store=store, **how)
    other = play_trials(GAME, store=Store(tmp_path), workers=1, **how)
    assert store.played == played == trials.made["trials"]
    for name, table in trials.tables().items():
        assert table.equals(again.tables()[name]) and table.equals(other.tables()[name])


def test_another_edition_is_tried_anew(store):
    played = store.played
    play_trials(load_game("yomi1", "first"), games=4, store=store, policy="greedy", characters=[A, B])
    assert store.played > played
