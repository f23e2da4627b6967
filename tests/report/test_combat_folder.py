"""Folders of combats and of trials, and how they are read back; their figures."""

from __future__ import annotations

import dataclasses
import json

import pandas as pd
import pytest

from yomisim.cards.load import load_game
from yomisim.errors import BadInput
from yomisim.estimate import combats, trials
from yomisim.estimate.trials import play_trials
from yomisim.report.colours import THEMES
from yomisim.report.combat_folder import read_combats, read_trials, write_combats, write_trials
from yomisim.report.figure_combats import lead_maps, mix_bars, payoff_map
from yomisim.report.figures import png, svg
from yomisim.report.files import Staging

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tried():
    how = {"games": 20, "seed": 2, "policy": "greedy", "characters": "grave,jaina,rook", "workers": 2}
    return {"second": play_trials(load_game("yomi1", "second"), **how)}


@pytest.fixture(scope="module")
def folder(results, tried, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    with Staging(out) as stage:
        write_combats(stage, results, "combats")
        write_trials(stage, tried, "trials")
    return out


def test_the_files(folder):
    pictures = {f"{kind}_{e}.{x}" for kind in ("mixes", "leads") for e in ("first", "second") for x in ("png", "svg")}
    tables = {f"{name}.{x}" for name in combats.COLUMNS for x in ("csv", "parquet")}
    assert {path.name for path in (folder / "combats").iterdir()} == pictures | tables | {"manifest.json"}
    tables = {f"{name}.{x}" for name in trials.COLUMNS for x in ("csv", "parquet")}
    pictures = {"payoffs_second.png", "payoffs_second.svg"}
    assert {path.name for path in (folder / "trials").iterdir()} == pictures | tables | {"manifest.json"}
    for name in combats.COLUMNS:
        plain, packed = (
            pd.read_csv(folder / "combats" / f"{name}.csv", dtype={"card": str}),
            pd.read_parquet(folder / "combats" / f"{name}.parquet"),
        )
        pd.testing.assert_frame_equal(plain, packed, check_exact=False, atol=1e-5, check_dtype=False)
        assert set(plain["edition"]) == {"first", "second"}


def test_reading_back_gives_the_same(folder, results, tried):
    bare = [dataclasses.replace(result, combats=None) for result in results]
    for one, back in zip(results, read_combats(folder / "combats", bare), strict=True):
        for name, table in one.combats.tables().items():
            pd.testing.assert_frame_equal(table, back.combats.tables()[name], check_exact=False, atol=1e-5)
    back = read_trials(folder / "trials")
    assert list(back) == ["second"] and back["second"].made["trials"] == tried["second"].made["trials"]
    for name, table in tried["second"].tables().items():
        pd.testing.assert_frame_equal(table, back["second"].tables()[name], check_exact=False, atol=1e-5)


def test_nothing_written_is_nothing_read(results, tmp_path):
    bare = [dataclasses.replace(result, combats=None) for result in results]
    with Staging(tmp_path) as stage:
        assert write_combats(stage, bare, "combats") == [] == write_trials(stage, {}, "trials")
    assert read_combats(tmp_path / "combats", bare) == bare and read_trials(tmp_path / "trials") == {}


def test_a_broken_table_is_named(folder, results, tmp_path):
    (tmp_path / "manifest.json").write_text((folder / "trials" / "manifest.json").read_text())
    with pytest.raises(BadInput, match=r"gains\.csv"):
        read_trials(tmp_path)
    (tmp_path / "gains.csv").write_text("game,edition\nyomi1,first\n")
    with pytest.raises(BadInput, match="has no column 'character'"):
        read_trials(tmp_path)
    for name in trials.COLUMNS:
        (tmp_path / f"{name}.csv").write_text((folder / "trials" / f"{name}.csv").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps({"runs": [1]}))
    with pytest.raises(BadInput, match=r"manifest\.json"):
        read_trials(tmp_path)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_figures_can_be_drawn_and_repeat(results, tried, theme):
    for draw in (
        lambda: mix_bars(results[0], results[0].combats, theme),
        lambda: lead_maps(results[1], results[1].combats, theme),
        lambda: payoff_map(tried["second"], theme),
    ):
        figure = draw()
        assert png(figure).startswith(b"\x89PNG") and svg(draw()) == svg(draw())


def test_a_figure_shows_what_the_table_says(results, tried):
    table = tried["second"].payoffs
    cells = [text.get_text() for axes in payoff_map(tried["second"]).axes for text in axes.texts]
    own = table[(table["character"] == trials.CAST) & (table["met_by"] != "kind") & (table["n"] >= 30)]
    assert len(cells) == len(own)
    bars = [text.get_text() for axes in mix_bars(results[0], results[0].combats).axes for text in axes.texts]
    sorts = results[0].combats.sorts
    shown = sorts[(sorts["sorted_by"] == "kind") & (sorts["value"] >= 0.085)]
    assert sorted(bars) == sorted(f"{100 * value:.0f}" for value in shown["value"])
