"""Figures of openers: payoffs with the mixes on their margins, and mixes by kind of move."""

from __future__ import annotations

import textwrap

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from yomisim.estimate.opener_result import OpenerMixes, Openers
from yomisim.report.colours import LIGHT, Theme, mix, readable
from yomisim.report.figures import STYLE, bare
from yomisim.report.opener_text import by_kind, doubt_of, title
from yomisim.report.opener_words import EVERY_COLOUR, KIND_WORDS

#: Inches: a cell, margin bars, a letter of a name, title, notes.
CELL, BAR, LETTER, TOP, BOTTOM = 0.36, 0.95, 0.078, 0.95, 0.95
#: The colour scale ends where a cell is so many points from the value.
REACH = 0.2


def payoff_map(mixes: OpenerMixes, found: Openers, theme: Theme = LIGHT) -> Figure:
    """Player 1's win probability where two openers meet (whole percent), and both mixes with 95% intervals.

    Colour is the difference to the value of the position: blue where player 1 gains. Openers that noise cannot tell
    from right ones have their names in full ink.
    """
    one, two = found.sides
    rows, columns = len(one.names), len(two.names)
    left = 0.3 + LETTER * max(map(len, one.names))
    head = 0.25 + 0.066 * max(map(len, two.names))
    side_x, side_y = CELL * columns, CELL * rows
    width = max(left + side_x + 0.12 + BAR + 0.35, 7.0)
    height = TOP + head + side_y + 0.12 + BAR + BOTTOM
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        low = BOTTOM + BAR + 0.12
        grid = figure.add_axes((left / width, low / height, side_x / width, side_y / height))
        _cells(grid, found, theme)
        grid.set_yticks(range(rows), one.names, fontsize=8.5)
        grid.set_xticks(range(columns), two.names, fontsize=8.5, rotation=90)
        grid.tick_params(length=0, pad=4, labeltop=True, labelbottom=False)
        for labels, side in ((grid.get_yticklabels(), one), (grid.get_xticklabels(), two)):
            for text, possible in zip(labels, side.possible):
                text.set_color(theme.ink if possible else mix(theme.soft, theme.background, 0.35))
        right = figure.add_axes(((left + side_x + 0.12) / width, low / height, BAR / width, side_y / height))
        _margin(right, one.mix, one.low, one.high, theme, upright=False)
        below = figure.add_axes((left / width, BOTTOM / height, side_x / width, BAR / height))
        _margin(below, two.mix, two.low, two.high, theme, upright=True)
        names = mixes.marked
        place = 0.18 / width
        figure.text(
            place,
            1 - 0.3 / height,
            f"Openers of {names[0]} (rows) and {names[1]} (columns): {title(found)}",
            fontsize=12.5 if width > 8 else 11,
            fontweight="bold",
            color=theme.ink,
            va="center",
        )
        ends = [100 * end for end in found.value_ci]
        told = f"{names[0]} wins {100 * found.value:.1f}%{' with this hand' if found.given[0] else ''}"
        figure.text(
            place,
            1 - 0.58 / height,
            f"{told} ({ends[0]:.1f} to {ends[1]:.1f}) · "
            f"{mixes.game.called} · played on by {mixes.policy} · {found.games:,} games",
            fontsize=8.5,
            color=theme.soft,
            va="center",
        )
        if len(found.positions) == 1 and found.kind != "start":
            words = found.positions[0].words
            figure.text(place, 1 - 0.78 / height, words, fontsize=8.5, color=theme.soft, va="center")
        note = (
            f"cells: {names[0]}'s win probability in percent; colour: blue where that is more than the value, orange "
            "where less; bars: how often to open with it, lines are 95% intervals; pale names: not to be played"
        )
        lines = [part for each in (note, doubt_of(mixes, "*: ")) for part in textwrap.wrap(each, int(14.5 * width))]
        figure.text(place, 0.12 / height, "\n".join(lines), fontsize=7.5, color=theme.soft, va="bottom")
    return figure


def _cells(axes: Axes, found: Openers, theme: Theme) -> None:
    rows, columns = found.payoff.shape
    bare(axes, theme)
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(rows - 0.5, -0.5)
    for i in range(rows):
        for j in range(columns):
            value = float(found.payoff[i, j])
            if np.isnan(value):
                continue
            share = min(max((value - found.value) / REACH, -1.0), 1.0)
            colour = mix(theme.even, theme.favoured if share > 0 else theme.against, abs(share))
            axes.add_patch(Rectangle((j - 0.47, i - 0.47), 0.94, 0.94, facecolor=colour, linewidth=0))
            axes.text(j, i, f"{100 * value:.0f}", ha="center", va="center", fontsize=7.5, color=readable(colour, theme))


def _margin(axes: Axes, mix_of: np.ndarray, low: np.ndarray, high: np.ndarray, theme: Theme, *, upright: bool) -> None:
    """Bars of a mix along an edge of the cells, percent, with intervals."""
    bare(axes, theme)
    places = np.arange(len(mix_of))
    reach = 100 * max(float(high.max()), 0.02) * 1.12
    if upright:
        axes.bar(places, 100 * mix_of, width=0.62, color=theme.against, zorder=2)
        axes.vlines(places, 100 * low, 100 * high, color=theme.ink, linewidth=1.0, alpha=0.7, zorder=3)
        axes.set_xlim(-0.5, len(mix_of) - 0.5)
        axes.set_ylim(reach, 0)
        axes.set_xticks([])
    else:
        axes.barh(places, 100 * mix_of, height=0.62, color=theme.favoured, zorder=2)
        axes.hlines(places, 100 * low, 100 * high, color=theme.ink, linewidth=1.0, alpha=0.7, zorder=3)
        axes.set_ylim(len(mix_of) - 0.5, -0.5)
        axes.set_xlim(0, reach)
        axes.set_yticks([])
    axis: Axis = axes.yaxis if upright else axes.xaxis
    axis.set_major_locator(mpl.ticker.MaxNLocator(3))
    axis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.tick_params(colors=theme.soft, labelsize=7.5, length=0, pad=3)
    axes.grid(axis="y" if upright else "x", color=theme.soft, alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)


def kind_bars(mixes: OpenerMixes, theme: Theme = LIGHT) -> Figure:
    """How often each player opens with an attack, throw, block, ...: one bar for each position and player."""
    rows = [(found, seat) for found in mixes.positions for seat in range(2)]
    names = [f"{title(found)}: {mixes.marked[seat]}" for found, seat in rows]
    left = 0.3 + 0.085 * max(map(len, names))
    side = 0.42 * len(rows)
    width, height = left + 5.2 + 0.35, 1.25 + side + 0.75
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        axes = figure.add_axes((left / width, 0.75 / height, 5.2 / width, side / height))
        bare(axes, theme)
        for row, (found, seat) in enumerate(rows):
            start = 0.0
            for kind, share in by_kind(found.sides[seat]).items():
                colour = EVERY_COLOUR[kind]
                axes.barh(
                    row, 100 * share, left=start, height=0.66, color=colour, edgecolor=theme.background, linewidth=0.8
                )
                if share >= 0.05:
                    axes.text(
                        start + 50 * share, row, f"{100 * share:.0f}", ha="center", va="center", fontsize=8.5,
                        color=readable(colour, theme),
                    )  # fmt: skip
                start += 100 * share
        axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
        axes.set_xlim(0, 100)
        axes.set_yticks(range(len(rows)), names, fontsize=9, color=theme.ink)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%")
        axes.tick_params(axis="x", colors=theme.soft, labelsize=8, length=0)
        axes.tick_params(axis="y", length=0, pad=5)
        figure.text(
            0.18 / width, 1 - 0.3 / height, "Openers by kind of move", fontsize=13, fontweight="bold", color=theme.ink,
            va="center",
        )  # fmt: skip
        who = " against ".join(mixes.marked)
        figure.text(
            0.18 / width, 1 - 0.58 / height, f"{who} · {mixes.game.called} · played on by {mixes.policy}",
            fontsize=8.5, color=theme.soft, va="center",
        )  # fmt: skip
        _legend(figure, rows, width, height, left, theme)
        note = f"shares in percent, {_cells_words(mixes)}; their 95% intervals stand in the table and beside payoffs"
        lines = [part for each in (note, doubt_of(mixes, "*: ")) for part in textwrap.wrap(each, int(14.5 * width))]
        figure.text(0.18 / width, 0.1 / height, "\n".join(lines), fontsize=7.5, color=theme.soft, va="bottom")
    return figure


def _cells_words(mixes: OpenerMixes) -> str:
    """How many games stand behind a picture of all positions."""
    total = sum(found.games for found in mixes.positions)
    return f"{mixes.positions[0].games_per_cell:,} games of every two openers at each position, {total:,} in all"


def _legend(figure: Figure, rows: list, width: float, height: float, left: float, theme: Theme) -> None:
    """Kinds of move with their colours, in one line above the bars."""
    shown = {kind for found, seat in rows for kind, share in by_kind(found.sides[seat]).items() if share > 0}
    at = left
    for kind, colour in EVERY_COLOUR.items():
        if kind not in shown:
            continue
        word = KIND_WORDS[kind]
        figure.add_artist(
            Rectangle((at / width, 1 - 0.97 / height), 0.13 / width, 0.13 / height, facecolor=colour, linewidth=0)
        )
        figure.text((at + 0.19) / width, 1 - 0.905 / height, word, fontsize=8.5, color=theme.ink, va="center")
        at += 0.42 + 0.085 * len(word)
