"""Pictures of combos: what they show, and the same bytes every time."""

from __future__ import annotations

import pytest

from yomisim.cards.load import load_game
from yomisim.estimate.combo_hands import hand_values
from yomisim.estimate.combo_rooms import combo_room
from yomisim.estimate.combos import Combos, find_place
from yomisim.report import figures
from yomisim.report.colours import THEMES
from yomisim.report.figure_combos import character_picture, overview


def texts(figure) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in [*axes.texts, *axes.get_yticklabels()]]


@pytest.fixture(scope="module")
def found() -> list[Combos]:
    game = load_game("yomi1", "second")
    return [Combos(find_place(game, who)) for who in ("grave", "jaina", "rook")]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_character(found, theme):
    hands = hand_values(found[0], (3, 6, 9), samples=50)
    shown = texts(character_picture(found[0], hands, theme))
    assert "47  2>AAA" in shown and "7, 8, 9, 10 throw" in shown and "any starter" in shown
    assert "A True Power of Storms" in shown


def test_a_character_without_hands(found):
    hands = hand_values(found[0], (3,), samples=50).iloc[:0]
    assert len(character_picture(found[0], hands).axes) == 1


def test_nothing_is_cut_off(found):
    """Every label lies inside the picture."""
    for each in found:
        figure = character_picture(each, hand_values(each, (3, 12), samples=50))
        figure.canvas.draw()
        box = figure.bbox
        for axes in figure.axes:
            for text in [*axes.texts, *axes.get_yticklabels()]:
                extent = text.get_window_extent()
                assert extent.x0 >= box.x0 and extent.x1 <= box.x1, text.get_text()


def test_the_overview(found):
    shown = texts(overview(found))
    assert {"Grave", "Jaina", "Rook", "51", "6>AAA", "6>K+++>AA", "tAAAA", "-"} <= set(shown)


def test_the_overview_has_a_column_for_the_longest_combo():
    """The most of a character is framed, however many cards it takes."""
    game = load_game("yomi2", gem="none")
    room = combo_room(game.id)
    found = [room.combos(room.find_place(game, who)) for who in ("grave", "gwen")]
    most = found[1].best.best
    shown = overview(found)
    assert most.cards > 8 and {str(most.damage), most.sequence} <= set(texts(shown))
    framed = [patch for patch in shown.axes[0].patches if not patch.get_fill()]
    assert len(framed) == len(found)


def test_the_same_combos_give_the_same_file(found):
    assert figures.svg(overview(found)) == figures.svg(overview(found))
