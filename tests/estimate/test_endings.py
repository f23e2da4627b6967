"""How games end: counts that add up, and shares of each character."""

from __future__ import annotations

import pandas as pd
import pytest

from yomisim.estimate.endings import HEAD, TAIL, WORDS, by_character
from yomisim.estimate.result import play_matchups
from yomisim.rules.yomi1.state import ENDINGS
from yomisim.rules.yomi2.state import ENDINGS as ENDINGS2


def test_every_ending_has_words():
    assert set(WORDS) == {*ENDINGS, *ENDINGS2}
    assert [name for name in WORDS if name in ENDINGS] == list(ENDINGS)


def test_endings_add_to_the_games():
    result = play_matchups("yomi1", games=100, seed=2, policy="random", workers=2)
    table = result.endings
    assert list(table.columns) == [*HEAD, *ENDINGS, *TAIL] and len(table) == len(result.table)
    assert (table[list(ENDINGS)].sum(axis=1) == table["games"]).all()
    assert (table["turn_limit"] == result.table["unfinished"]).all()
    assert table["mean_turns"].to_numpy() == pytest.approx(result.table["mean_turns"].to_numpy())


def test_shares_of_a_character_leave_its_mirror_out():
    rows = [("a", "b", 10, 8, 0, 2, 0, 10.0), ("a", "c", 30, 30, 0, 0, 0, 20.0), ("a", "a", 10, 0, 0, 0, 10, 200.0)]
    table = pd.DataFrame(rows, columns=["p1", "p2", "games", *ENDINGS, "mean_turns"])
    people = by_character(table).set_index("character")
    assert list(people.index) == ["a", "b", "c"] and people.loc["a", "games"] == 40
    assert people.loc["a", "knockout"] == pytest.approx(38 / 40) and people.loc["b", "last_card"] == pytest.approx(0.2)
    assert people.loc["a", "mean_turns"] == pytest.approx(17.5)
