"""Figures: what they show, that they are deterministic and readable."""

from __future__ import annotations

import dataclasses
import io
import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from yomisim.estimate.headline import players_notation
from yomisim.estimate.matchups import strengths
from yomisim.report.colours import CLAMP_HIGH, CLAMP_LOW, DARK, LIGHT, THEMES, contrast, mix, readable, scale
from yomisim.report.figure_changes import change_map, signed
from yomisim.report.figures import heat_map, png, strength_plot, svg


def texts(figure) -> list[str]:
    found = [text.get_text() for text in figure.texts]
    for axes in figure.axes:
        found += [text.get_text() for text in [*axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels()]]
    return found


def test_the_heat_map_shows_every_cell_and_says_what_it_is(result):
    shown = texts(heat_map(result))
    pivot = result.pivot()
    expected = sorted(players_notation(rate) for rate in pivot.to_numpy().ravel() if rate == rate)
    cells = [text.get_text() for text in heat_map(result).axes[0].texts]
    assert sorted(cells) == expected and len(cells) == 90
    whole = " ".join(shown)
    for words in ("Yomi, first edition", "random play", "1,000 games a pair", "±", "favours row", "favours column"):
        assert words in whole, words
    assert "95%" in whole


def test_rows_and_columns_are_sorted_by_strength(result):
    grid = heat_map(result).axes[0]
    order = [result.names[i] for i in strengths(result.table)["character"]]
    assert [text.get_text() for text in grid.get_yticklabels()] == order
    assert [text.get_text() for text in grid.get_xticklabels()] == order


def test_cells_that_cannot_be_told_from_even_are_muted(result):
    grid = heat_map(result).axes[0]
    muted = sum(patch.get_hatch() is not None for patch in grid.patches)
    assert muted == 2 * int((~result.notable()["notable"]).sum())


def test_provisional_data_is_marked(result):
    one = next(iter(result.names))
    marked = dataclasses.replace(result, provisional=frozenset([one]))
    for draw in (heat_map, strength_plot):
        shown = " ".join(texts(draw(marked)))
        assert result.names[one] + "*" in shown and "provisional" in shown
        assert "provisional" not in " ".join(texts(draw(result)))


def test_png_and_svg_are_what_they_say_and_always_the_same(result):
    for draw in (heat_map, strength_plot):
        image = Image.open(io.BytesIO(png(draw(result))))
        assert image.format == "PNG" and min(image.size) > 700
        text = svg(draw(result))
        assert ET.fromstring(text).tag.endswith("svg")
        assert text == svg(draw(result))
        assert png(draw(result)) == png(draw(result))


def test_nothing_is_cut_off(result):
    """The outermost pixels of every figure are background."""
    few = dataclasses.replace(result, table=_only(result, 3), names=result.names)
    for one in (result, few):
        for draw in (heat_map, strength_plot):
            image = Image.open(io.BytesIO(png(draw(one)))).convert("RGB")
            width, height = image.size
            edge = [image.getpixel((x, y)) for x in range(width) for y in (0, height - 1)]
            edge += [image.getpixel((x, y)) for y in range(height) for x in (0, width - 1)]
            assert set(edge) == {(255, 255, 255)}


def _only(result, count):
    names = sorted(result.names)[:count]
    return result.table[result.table["p1"].isin(names) & result.table["p2"].isin(names)].reset_index(drop=True)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_cell_is_readable(theme):
    for step in range(101):
        colour = scale(step / 100, theme)
        assert contrast(readable(colour, theme), colour) >= 4.5, step
    assert contrast(theme.muted_ink, theme.muted) >= 4.0
    assert contrast(theme.soft, theme.background) >= 4.5


def test_colours_are_clamped_and_lean_to_one_side():
    assert scale(0.0) == scale(CLAMP_LOW) == LIGHT.against
    assert scale(1.0) == scale(CLAMP_HIGH) == LIGHT.favoured
    assert scale(0.5) == LIGHT.even and scale(0.5, DARK) == DARK.even
    assert scale(0.6) == mix(LIGHT.even, LIGHT.favoured, 0.5)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_both_sides_are_told_apart_without_red_or_green(theme):
    """Blue against orange: the blue channel alone, which all common colour deficiencies keep, tells them apart."""
    for distance in (0.05, 0.1, 0.2):
        row, column = scale(0.5 + distance, theme), scale(0.5 - distance, theme)
        assert int(row[5:], 16) - int(column[5:], 16) >= 60 * distance / 0.1 * 0.4


def test_the_change_map_shows_every_difference_and_mutes_what_is_not_beyond_chance(changes):
    figure = change_map(changes)
    grid = figure.axes[0]
    cells = [text.get_text() for text in grid.texts]
    assert len(cells) == 90
    expected = [signed(sign * 100 * value, 0) for value in changes.table["difference"] for sign in (1, -1)]
    assert sorted(cells) == sorted(expected)
    assert sum(patch.get_hatch() is not None for patch in grid.patches) == 2 * int((~changes.table["changed"]).sum())
    order = [changes.names[i] for i in changes.characters()["character"]]
    assert [text.get_text() for text in grid.get_yticklabels()] == order
    whole = " ".join(texts(figure))
    for words in ("first to second edition", "same luck", "random play", "1,000 games a pair", "95%"):
        assert words in whole, words


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_change_map_is_whole_and_always_the_same(changes, theme):
    assert svg(change_map(changes, theme)) == svg(change_map(changes, theme))
    image = Image.open(io.BytesIO(png(change_map(changes, theme)))).convert("RGB")
    width, height = image.size
    edge = {image.getpixel((x, y)) for x in range(width) for y in (0, height - 1)}
    edge |= {image.getpixel((x, y)) for y in range(height) for x in (0, width - 1)}
    assert len(edge) == 1


def test_signs():
    assert signed(0.04, 1) == "0.0" and signed(-0.04, 1) == "0.0"
    assert signed(3.14, 1) == "+3.1" and signed(-3.14, 0) == "\N{MINUS SIGN}3"
