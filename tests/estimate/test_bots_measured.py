"""How hard bots are: figures from made-up tables whose answers are known, and the pipeline in small."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pandas as pd
import pytest

from yomisim.cards.load import load_game
from yomisim.estimate.bots import COLUMNS, OPENER_COLUMNS, mean_rates, measure_bots, order_of
from yomisim.report.bots_folder import BOTS, read_bots, write_bots
from yomisim.report.bots_page import bots_page
from yomisim.report.bots_text import bots_lines
from yomisim.report.figure_bots import bots_figure
from yomisim.report.figures import png
from yomisim.report.files import Staging


def table(rates: list[tuple[int, float]], half: float = 0.01) -> pd.DataFrame:
    """Bots with a printed difficulty and a win rate against them."""
    rows = [
        {
            **dict.fromkeys(COLUMNS, 0.0),
            "bot": f"bot{i}",
            "name": f"Bot {i}",
            "difficulty": difficulty,
            "character": "grave",
            "policy": "greedy",
            "games": 100,
            "win_rate": rate,
            "ci_low": rate - half,
            "ci_high": rate + half,
        }
        for i, (difficulty, rate) in enumerate(rates)
    ]
    return pd.DataFrame(rows)[COLUMNS]


def test_a_harder_bot_is_lost_to_more_often() -> None:
    (row,) = order_of(table([(1, 0.9), (2, 0.7), (3, 0.5), (4, 0.3), (5, 0.1)])).itertuples()
    assert (row.spearman, row.kendall, row.bots) == (1, 1, 5)
    (row,) = order_of(table([(5, 0.9), (4, 0.7), (3, 0.5), (2, 0.3), (1, 0.1)])).itertuples()
    assert (row.spearman, row.kendall) == (-1, -1)


def test_ties_in_the_printed_difficulty() -> None:
    (row,) = order_of(table([(1, 0.9), (1, 0.8), (2, 0.5), (2, 0.4)])).itertuples()
    assert row.spearman == pytest.approx(0.8944, abs=1e-4)  # ranks 1.5 1.5 3.5 3.5 against 1 2 3 4
    assert row.kendall == pytest.approx(4 / math.sqrt(4 * 6))
    assert row.ci_low < row.spearman < row.ci_high


def test_nothing_to_compare() -> None:
    (row,) = order_of(table([(1, 0.9), (1, 0.8)])).itertuples()
    assert math.isnan(row.spearman) and math.isnan(row.ci_low)


def test_the_mean_over_characters() -> None:
    one, other = table([(1, 0.6)], 0.03), table([(1, 0.8)], 0.04).assign(character="jaina")
    (row,) = mean_rates(pd.concat([one, other])).itertuples()
    assert row.win_rate == pytest.approx(0.7) and row.games == 200
    assert row.ci_high - row.win_rate == pytest.approx(math.hypot(0.03, 0.04) / 2)


def test_the_pipeline_in_small(tmp_path: Path) -> None:
    result = measure_bots(load_game("yomi2"), games=20, policies=["greedy", "best-reply"], characters="grave", seed=1)
    assert list(result.table.columns) == COLUMNS and len(result.table) == 20
    assert list(result.openers.columns) == OPENER_COLUMNS
    assert result.openers["share"].between(0, 1).all()
    shares = result.openers.groupby(["bot", "row"])["share"].sum()
    assert shares.round(9).eq(1).all()
    assert json.loads(json.dumps(result.made))["policies"] == ["greedy", "best-reply"]
    assert len(bots_lines(result)) == 1 + 2 * 11
    html = bots_page(result)
    assert "rank correlation" in html and "Colossus" in html and html.count("<section") == 3
    assert "http://" not in html.replace("http://www.w3.org", "") and 'src="data:' in html
    with Staging(tmp_path) as stage:
        files = write_bots(stage, result)
    assert len(files) == 10 and all((tmp_path / name).is_file() for name in files)
    again = read_bots(tmp_path / BOTS)
    assert again is not None and read_bots(tmp_path) is None
    for name in ("table", "order", "openers"):
        pd.testing.assert_frame_equal(getattr(again, name), getattr(result, name), check_exact=False)
    assert png(bots_figure(result)).startswith(b"\x89PNG")
