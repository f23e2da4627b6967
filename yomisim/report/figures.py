"""Figures from results: the matchup heat map and the strength plot.

Functions take a result and give a matplotlib Figure; :func:`png` and :func:`svg` turn it into bytes and text. Nothing
here touches pyplot, so that figures can be drawn anywhere, and the same result always gives the same file.
"""

from __future__ import annotations

import io
import textwrap
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from yomisim.estimate import matchups
from yomisim.estimate.headline import decimals, players_notation
from yomisim.estimate.result import Matchups
from yomisim.report.colours import CLAMP_HIGH, CLAMP_LOW, LIGHT, Theme, mix, readable, scale

#: Width of one cell in inches.
CELL = 0.62
STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "svg.fonttype": "path",
    "svg.hashsalt": "yomisim",
}


def heat_map(result: Matchups, theme: Theme = LIGHT, method: str = "holm") -> Figure:
    """Who beats whom: win rates of row against column in players' notation (6.5 for 65%).

    Rows and columns run from the strongest to the weakest. Colour says who is favoured and how much, clamped at 30
    and 70%. Grey cells cannot be told from even after correction by `method` (a key of `intervals.CORRECTIONS`). At
    the right, each character's mean strength with its 95% interval. Names with a star rest on provisional data.
    """
    pivot = result.pivot()
    order = [str(i) for i in pivot.index]
    told = _told_apart(result, method)
    count = len(order)
    side = CELL * max(count, 5)
    cell = side / count
    # Inches: margins left, gap, strength column, right; bottom, top.
    left, gap, column, right = 1.25, 0.2, 2.0, 0.3
    bottom, top = 1.5, 1.85
    width, height = left + side + gap + column + right, bottom + side + top
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        grid = figure.add_axes((left / width, bottom / height, side / width, side / height))
        _cells(grid, result, pivot.to_numpy(), order, told, theme, cell)
        strength = figure.add_axes(
            ((left + side + gap) / width, bottom / height, column / width, side / height), sharey=grid
        )
        _strength_column(strength, result, order, theme)
        _heat_title(figure, result, theme, left / width, height)
        bar = figure.add_axes((left / width, 0.83 / height, side / width, 0.14 / height))
        _colour_bar(bar, theme)
        notes = [
            "grey: not different from even beyond chance (5% level, corrected for the number of matchups)",
            "strength: mean win rate against the others, with its 95% interval",
        ]
        if result.doubt():
            notes.append(result.doubt())
        lines = [line for note in notes for line in textwrap.wrap(note, int(13 * (width - left)))]
        figure.text(left / width, 0.1 / height, "\n".join(lines), color=theme.soft, fontsize=8, va="bottom")
    return figure


def strength_plot(result: Matchups, theme: Theme = LIGHT) -> Figure:
    """Mean win rate of each character against the others, with 95% intervals, the strongest at the top."""
    frame = result.strengths()
    count = len(frame)
    width, height = 7.2, 1.75 + 0.36 * count
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        axes = figure.add_axes((1.25 / width, 0.7 / height, (width - 2.2) / width, 0.36 * count / height))
        places = np.arange(count)
        rate, low, high = (100 * frame[name].to_numpy() for name in ("win_rate", "ci_low", "ci_high"))
        bare(axes, theme)
        axes.set_ylim(count - 0.5, -0.5)
        reach = max(abs(low - 50).max(), abs(high - 50).max(), 0.5) * 1.12
        axes.set_xlim(50 - reach, 50 + reach)
        axes.axvline(50, color=theme.soft, linewidth=1)
        axes.grid(axis="x", color=theme.soft, alpha=0.22, linewidth=0.7)
        dots(axes, places, rate, low, high, theme, size=0.34)
        axes.set_yticks(places, [label(result, str(i)) for i in frame["character"]], color=theme.ink, fontsize=10)
        axes.tick_params(axis="x", colors=theme.soft, labelsize=8.5)
        axes.tick_params(length=0, pad=5)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%")
        axes.set_axisbelow(True)
        for place, value, half in zip(places, rate, (high - low) / 2):
            axes.annotate(
                _digits(value, half),
                (1.02, place),
                xycoords=("axes fraction", "data"),
                va="center",
                fontsize=9.5,
                color=theme.ink,
            )
        figure.text(
            1.25 / width,
            1 - 0.42 / height,
            f"{_subject(result)}: strength",
            fontsize=14,
            fontweight="bold",
            color=theme.ink,
            va="center",
        )
        subtitle = (
            f"mean win rate against the {count - 1} others, 95% intervals · {_play(result)}"
            if count > 2
            else f"win rate, 95% intervals · {_play(result)}"
        )
        figure.text(1.25 / width, 1 - 0.72 / height, subtitle, fontsize=9, color=theme.soft, va="center")
        note = "; ".join(text for text in (result.gem_words().removeprefix(", "), result.doubt()) if text)
        if note:
            told = "\n".join(textwrap.wrap(note, 100))
            figure.text(0.2 / width, 0.06 / height, told, fontsize=8, color=theme.soft, va="bottom")
    return figure


def png(figure: Figure, dots_per_inch: int = 160) -> bytes:
    """The figure as a PNG file."""
    buffer = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(buffer, format="png", dpi=dots_per_inch, metadata={"Software": None})
    return buffer.getvalue()


def svg(figure: Figure) -> str:
    """The figure as an SVG file, without anything that changes from run to run."""
    buffer = io.StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def _cells(
    axes: Axes,
    result: Matchups,
    rates: np.ndarray,
    order: list[str],
    told: set[frozenset[str]],
    theme: Theme,
    size: float,
) -> None:
    count = len(order)
    hatching = mix(theme.muted, theme.soft, 0.16)
    for row, a in enumerate(order):
        for column, b in enumerate(order):
            corner = (column - 0.5, row - 0.5)
            if a == b:
                axes.add_patch(Rectangle(corner, 1, 1, facecolor=theme.background, edgecolor="none"))
                axes.plot(column, row, marker="x", markersize=5, color=theme.soft, alpha=0.5, markeredgewidth=1)
                continue
            rate = float(rates[row, column])
            clear = frozenset((a, b)) in told
            colour = scale(rate, theme) if clear else theme.muted
            hatch = None if clear else "////"
            axes.add_patch(Rectangle(corner, 1, 1, facecolor=colour, edgecolor=hatching, linewidth=0, hatch=hatch))
            axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor=theme.background, linewidth=1.5))
            axes.text(
                column,
                row,
                players_notation(rate),
                ha="center",
                va="center",
                fontsize=(11.5 if clear else 9.5) * min(1.15, size / CELL),
                color=readable(colour, theme) if clear else theme.muted_ink,
            )
    axes.set_xlim(-0.5, count - 0.5)
    axes.set_ylim(count - 0.5, -0.5)
    bare(axes, theme)
    labels = [label(result, i) for i in order]
    axes.set_yticks(range(count), labels, color=theme.ink, fontsize=10.5)
    axes.set_xticks(
        range(count), labels, color=theme.ink, fontsize=10.5, rotation=40, ha="left", rotation_mode="anchor"
    )
    axes.xaxis.tick_top()
    axes.tick_params(length=0, pad=5)


def _strength_column(axes: Axes, result: Matchups, order: list[str], theme: Theme) -> None:
    frame = result.strengths().set_index("character").loc[order]
    rate, low, high = (100 * frame[name].to_numpy() for name in ("win_rate", "ci_low", "ci_high"))
    bare(axes, theme)
    axes.tick_params(labelleft=False, left=False)
    reach = max(abs(low - 50).max(), abs(high - 50).max(), 0.5)
    # Room for the figures at the right of the dots.
    axes.set_xlim(50 - 1.1 * reach, 50 + 2.1 * reach)
    axes.axvline(50, ymin=0, ymax=1, color=theme.soft, alpha=0.6, linewidth=0.9)
    dots(axes, np.arange(len(order)), rate, low, high, theme, size=0.2)
    for place, value, half in zip(range(len(order)), rate, (high - low) / 2):
        axes.text(0.99, place, _digits(value, half), transform=axes.get_yaxis_transform(), ha="right", va="center")
        axes.texts[-1].set(color=theme.ink, fontsize=10)
    axes.text(50, -0.62, "strength", fontsize=10, color=theme.ink, ha="center", va="bottom")
    axes.set_xticks([50], ["50%"], color=theme.soft, fontsize=8.5)
    axes.tick_params(axis="x", length=0)


def dots(
    axes: Axes,
    places: np.ndarray,
    rate: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    theme: Theme,
    size: float,
    middle: float = 50.0,
) -> None:
    """Values with their intervals, on stems from the middle."""
    # Thin marks need more contrast than filled cells.
    colours = [mix(theme.favoured if value >= middle else theme.against, theme.ink, 0.15) for value in rate]
    stems = np.minimum(rate, middle), np.maximum(rate, middle)
    axes.hlines(places, *stems, color=theme.soft, alpha=0.3, linewidth=1, zorder=2)
    axes.hlines(places, low, high, colors=colours, linewidth=2.2, zorder=3)
    for ends in (low, high):
        axes.vlines(ends, places - 0.5 * size, places + 0.5 * size, colors=colours, linewidth=1.3, zorder=3)
    axes.scatter(rate, places, s=60 * size, c=colours, linewidths=0, zorder=4)


def _colour_bar(axes: Axes, theme: Theme) -> None:
    stops = [scale(rate, theme) for rate in np.linspace(CLAMP_LOW, CLAMP_HIGH, 41)]
    colours = LinearSegmentedColormap.from_list("favour", stops)
    axes.imshow(np.linspace(0, 1, 256)[None, :], aspect="auto", cmap=colours, norm=Normalize(0, 1), extent=(3, 7, 0, 1))
    bare(axes, theme)
    axes.set_yticks([])
    axes.set_xticks([3, 4, 5, 6, 7], ["≤ 3.0", "4.0", "5.0 even", "6.0", "≥ 7.0"], color=theme.ink, fontsize=8.5)
    axes.tick_params(axis="x", length=0, pad=3)
    axes.get_xticklabels()[0].set_horizontalalignment("left")
    axes.get_xticklabels()[-1].set_horizontalalignment("right")
    axes.text(3, 1.25, "← favours column", ha="left", va="bottom", fontsize=9, color=theme.ink)
    axes.text(7, 1.25, "favours row →", ha="right", va="bottom", fontsize=9, color=theme.ink)


def _heat_title(figure: Figure, result: Matchups, theme: Theme, left: float, height: float) -> None:
    half = 10 * matchups.half_width(result.table)
    digits = max(1, decimals(half) + 1)
    lines = [
        (f"{_subject(result)}: matchups", 15.5, "bold", theme.ink, 0.36),
        (f"win rate of row against column, 6.5 is 65% · {_play(result)}", 9.2, "normal", theme.soft, 0.66),
        (f"typical 95% interval of a cell: ±{half:.{digits}f}{result.gem_words()}", 9.2, "normal", theme.soft, 0.86),
    ]
    for text, size, weight, colour, place in lines:
        figure.text(left, 1 - place / height, text, fontsize=size, fontweight=weight, color=colour, va="center")


def _subject(result: Matchups) -> str:
    return f"{result.made['title']}, {result.edition} edition"


def _play(result: Matchups) -> str:
    policies = " against ".join(dict.fromkeys(result.made["policies"]))
    return f"{policies} play, {result.games_words()}"


def label(result: Matchups, character: str) -> str:
    """The name to print, with a star where the data is provisional."""
    return result.marked[character]


def _digits(value: float, half: float) -> str:
    return f"{value:.{min(1, decimals(half))}f}%"


def _told_apart(result: Matchups, method: str) -> set[frozenset[str]]:
    frame = result.notable(method)
    frame = frame[frame["notable"]]
    return {frozenset((str(a), str(b))) for a, b in zip(frame["character"], frame["opponent"])}


def bare(axes: Axes, theme: Theme) -> None:
    """No frame, and the theme's paper behind."""
    axes.set_facecolor(theme.background)
    for spine in axes.spines.values():
        spine.set_visible(False)
