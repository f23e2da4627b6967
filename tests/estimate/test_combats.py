"""Tables of combats: they add up, agree with each other, and every row says from how many cases it comes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from yomisim.batch.compare import compare
from yomisim.batch.plan import round_robin
from yomisim.batch.run import run
from yomisim.batch.store import Store
from yomisim.cards.load import load_game
from yomisim.estimate.combats import COLUMNS, FIGURES, band_limits, combats_of
from yomisim.estimate.moves import CLASS_WORDS, MOVE_KINDS, moves_of
from yomisim.rules.yomi1.counts import BANDS, POSITION_KINDS, USES

WHO = ["grave", "jaina", "rook"]


@pytest.fixture(scope="module")
def outcome():
    plan = round_robin(load_game("yomi1", "second"), games=400, seed=2, policy="greedy", characters=WHO)
    return run(plan, workers=2, counting=True)


@pytest.fixture(scope="module")
def combats(outcome):
    return combats_of(outcome)


def test_every_row_is_an_estimate_with_its_interval(combats):
    for name, table in combats.tables().items():
        assert list(table.columns) == COLUMNS[name] and len(table) and (table["n"] > 0).all()
        assert (table["ci_low"] <= table["value"]).all() and (table["value"] <= table["ci_high"]).all()
        assert set(table["character"]) == set(WHO) and not table["value"].isna().any()
        words = [column for column in COLUMNS[name] if column not in ("n", "value", "ci_low", "ci_high", "held")]
        assert not table.duplicated(words).any()
    assert set(combats.moves["figure"]) == set(FIGURES)
    assert set(combats.mixes["position"]) == set(POSITION_KINDS) and set(combats.cards["use"]) <= set(USES)


def test_mixes_add_up_by_move_kind_and_class(combats):
    by_move = combats.mixes.groupby(["character", "position"])["value"].sum()
    assert by_move.between(0.97, 1 + 1e-9).all()  # a few combats end at the reveal or before
    for way, words in (("kind", MOVE_KINDS), ("class", CLASS_WORDS)):
        own = combats.sorts[combats.sorts["sorted_by"] == way]
        assert set(own["sort"]) <= set(words)
        pd.testing.assert_series_equal(own.groupby(["character", "position"])["value"].sum(), by_move)
    start = combats.mixes[combats.mixes["position"] == "start"]
    assert (start["n"] == 2 * 400).all()
    shares = combats.moves[combats.moves["figure"] == "opened"].set_index(["character", "move"])["value"]
    everywhere = combats.mixes[combats.mixes["position"] == "all"].set_index(["character", "move"])
    pd.testing.assert_series_equal(shares.sort_index(), everywhere["value"].sort_index())
    assert (everywhere["held"] >= everywhere["value"]).all()


def test_uses_of_a_card_add_to_one(combats):
    assert np.allclose(combats.cards.groupby(["character", "card"])["value"].sum(), 1)


def test_leads_mirror_each_other(outcome, combats):
    """Over two characters that meet, one is ahead where the other is behind."""
    plan = round_robin(load_game("yomi1", "second"), games=600, seed=2, policy="greedy", characters=WHO[:2])
    leads = combats_of(run(plan, workers=2, counting=True)).leads
    one, other = (leads[leads["character"] == who].reset_index(drop=True) for who in WHO[:2])
    turned = other.assign(lead_low=-other["lead_high"], lead_high=-other["lead_low"], value=1 - other["value"])
    keys = ["turn", "lead_low", "lead_high"]
    both = one.merge(turned, on=keys, suffixes=("", "_other"))
    assert len(both) == len(one) and (both["n"] == both["n_other"]).all()
    assert np.allclose(both["value"], both["value_other"])
    assert one.groupby("turn")["n"].sum().iloc[0] <= 600 and one["n"].sum() > 1500
    ahead, behind = combats.leads[combats.leads["lead_low"] > 10], combats.leads[combats.leads["lead_high"] < -10]
    assert ahead["value"].mean() > 0.6 and behind["value"].mean() < 0.4


def test_bands_of_leads_join():
    ends = [band_limits(band) for band in range(BANDS)]
    assert [low for low, _ in ends[1:]] == [high + 1 for _, high in ends[:-1]]
    assert np.isnan(ends[0][0]) and np.isnan(ends[-1][1]) and ends[BANDS // 2] == (-4, 4)


def test_a_move_wins_and_deals_what_is_plausible(combats):
    table = combats.moves.pivot_table(index=["character", "move", "kind"], columns="figure", values="value")
    kinds = table.groupby("kind")
    assert (kinds["dealt"].max()[["block", "none"]] <= 1.5).all()  # a combo after a dodged hit back is rare
    assert kinds["dealt"].mean()["throw"] > 3 and table["wins"].dropna().between(0, 1).all()
    assert (table["opened when held"] >= table["opened"] - 1e-12).all()


def test_without_counts_there_is_nothing_to_tell(outcome):
    plain = run(outcome.plan, workers=2)
    assert plain.counts is None and np.array_equal(plain.tallies, outcome.tallies)
    with pytest.raises(ValueError, match="not counted"):
        combats_of(plain)


def test_counts_are_kept_and_games_kept_without_them_are_played_again(outcome, tmp_path):
    store = Store(tmp_path)
    assert run(outcome.plan, store=store).counts is None
    for count in (2, 2, 3):
        kept = run(outcome.plan, store=store, counting=True)
        assert np.array_equal(kept.counts, outcome.counts) and store.played == 2 * outcome.plan.total
        assert store.found <= (count - 1) * outcome.plan.total
    both = compare(outcome.plan, outcome.plan, store=store, counting=True)
    assert np.array_equal(both.after.counts, outcome.counts) and store.played == 2 * outcome.plan.total


def test_moves_have_names_kinds_and_classes():
    game = load_game("yomi1")
    for character in game.characters:
        moves = moves_of(game, character)
        assert len({move.name for move in moves.values()}) == len(moves)
        assert {move.kind for move in moves.values()} <= set(MOVE_KINDS)
        assert all(move.kind in move.sort or move.kind in ("joker", "none") for move in moves.values())
