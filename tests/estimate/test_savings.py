"""What sharing luck is worth in games."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.batch.compare import compare
from yomisim.batch.plan import round_robin
from yomisim.batch.run import run
from yomisim.cards.load import load_game
from yomisim.estimate.editions import from_comparison
from yomisim.estimate.result import from_outcome
from yomisim.estimate.savings import Saving, of_comparison, of_seats


@pytest.fixture(scope="module")
def names():
    return list(load_game("yomi1").characters)[:3]


def test_seats_are_worth_what_their_intervals_are(names):
    outcome = run(round_robin(load_game("yomi1"), games=4_000, policy="greedy", characters=names))
    saving = of_seats(outcome)
    table = from_outcome(outcome).table
    pairs = table[table["p1"] != table["p2"]]
    rate, half = pairs["win_rate_p1"], (pairs["ci_high"] - pairs["ci_low"]) / 2
    assert saving.games == 3 * 4_000
    assert saving.worth == pytest.approx((1.96**2 * rate * (1 - rate) / half**2).sum(), rel=0.01)


def test_two_data_sets_that_hardly_differ_save_most(names):
    from dataclasses import replace

    game = load_game("yomi1")
    one = game.characters[names[0]]
    changed = replace(
        game, characters={**game.characters, one.id: one.model_copy(update={"hit_points": one.hit_points + 1})}
    )
    savings = []
    for other in (changed, load_game("yomi1", "second")):
        sides = [round_robin(side, games=4_000, policy="greedy", characters=names) for side in (game, other)]
        changes = from_comparison(compare(*sides))
        savings.append(of_comparison(changes.table, changes.before.table, changes.after.table))
        assert savings[-1].games == 2 * 3 * 4_000
    assert savings[0].saved > savings[1].saved > 0


def test_savings_in_words():
    assert Saving(100, 130).sentence("Swapping") == "Swapping saved 30 games: 100 are worth 130 independent ones"
    assert "20 fewer" in Saving(100, 80).sentence("Swapping")
    assert not np.isnan(Saving(0, 0).saved)
