"""What rests on filled card values says so wherever it is shown: names wear a star, a sentence explains it."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure

from tests.report.made_up_bots import made_up_bots
from yomisim.cards.load import load_game
from yomisim.estimate.opener_result import OpenerMixes, Openers, Side
from yomisim.report.bots_page import bots_page
from yomisim.report.bots_text import bots_lines
from yomisim.report.figure_bots import bots_figure
from yomisim.report.figure_openers import kind_bars, payoff_map
from yomisim.report.opener_text import opener_lines

DOUBT = "provisional, resting on card values that no source gives: Rook"


def words(figure: Figure) -> str:
    ticks = [text for axes in figure.axes for text in axes.get_yticklabels()]
    return " ".join(text.get_text() for text in [*figure.texts, *ticks]).replace("\n", " ")


def mixes(first: str, second: str) -> OpenerMixes:
    """Two openers each, made up."""
    half, ones = np.full(2, 0.5), np.ones(2)
    side = Side(("throw", "E"), ("throw", "strike"), ones, half, half - 0.1, half + 0.1, 0 * ones, 0.02 * ones)
    position = SimpleNamespace(kind="given", words="turn 1", room=SimpleNamespace(titles={}), facts={})
    found = Openers(
        (position,), (side, side), np.full((2, 2), 0.5), np.ones((2, 2)), 0.5, (0.4, 0.6), 0.5, 0.01, True,
        (False, False), (1, 1), 60, 240,
    )  # fmt: skip
    game = load_game("yomi2", gem="none")
    return OpenerMixes(game, (game.character(first), game.character(second)), "greedy", 1, (found,), 0.1)


def test_openers_in_words_tables_and_pictures():
    doubtful, known = mixes("grave", "rook"), mixes("grave", "jaina")
    assert doubtful.marked == ("Grave", "Rook*") and known.marked == ("Grave", "Jaina")
    for one, two in (
        (words(kind_bars(doubtful)), words(kind_bars(known))),
        (words(payoff_map(doubtful, doubtful.positions[0])), words(payoff_map(known, known.positions[0]))),
        (" ".join(opener_lines(doubtful)), " ".join(opener_lines(known))),
    ):
        assert "Rook*" in one and f"*: {DOUBT}" in one and "Grave*" not in one
        assert "*" not in two and "provisional" not in two
    for table in ("table", "cells"):
        assert getattr(doubtful, table)["provisional"].all() and not getattr(known, table)["provisional"].any()


def test_no_opener_gains_or_loses_more_than_all_games():
    """Few games leave wide intervals; they end where figures can end, and no digit stands beyond the noise."""
    found = mixes("grave", "jaina")
    side = found.positions[0].sides[0]
    side.gain_half[:] = 2.5
    assert set(found.table["gain_ci_low"]) == {-1.0} and set(found.table["gain_ci_high"]) == {1.0}
    assert found.positions[0].record()["gain_p1_ci95"]["throw"] == [-1.0, 1.0]
    lines = " ".join(opener_lines(found))
    head, *rows = [line for line in opener_lines(found) if line.startswith("    ")][:3]
    assert all(row.index("50%") + 3 == head.index("mix") + 3 for row in rows)  # columns stand below their heads
    assert "+0 ± 100 " in lines and "wins 50% (95% interval 40 to 60, 240 games; 50% on the other half" in lines


def test_pictures_of_openers_by_kind_say_how_many_games():
    assert "60 games of every two openers at each position, 240 in all" in words(kind_bars(mixes("grave", "jaina")))


@pytest.mark.parametrize("doubtful", [True, False])
def test_bots_in_words_page_and_picture(doubtful):
    result = made_up_bots()
    result.made["provisional"] = ["grave"] if doubtful else []
    for told in (" ".join(bots_lines(result)), bots_page(result), words(bots_figure(result))):
        assert ("Grave*" in told) == ("*: provisional, resting on card values" in told) == doubtful
        assert "Grave" in told
