"""The figure of what a change of cards or rules did: differences of win rates, and of mean strength."""

from __future__ import annotations

import textwrap

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from yomisim.estimate.editions import Changes, square
from yomisim.report.colours import CLAMP_HIGH, LIGHT, Theme, mix, readable, scale
from yomisim.report.figures import CELL, STYLE, bare, dots, label

#: Differences beyond this many points have the colour of the limit.
CLAMP = round(100 * (CLAMP_HIGH - 0.5))


def change_map(changes: Changes, theme: Theme = LIGHT) -> Figure:
    """How many points the row's win rate against the column's went up or down.

    Rows and columns run from who gained most to who lost most. Blue gained, orange lost, clamped at 20 points; grey
    cells have not changed beyond chance. At the right, each character's change of mean strength with its interval.
    """
    people = changes.characters()
    order = [str(i) for i in people["character"]]
    count = len(order)
    side = CELL * max(count, 5)
    left, gap, column, right = 1.25, 0.2, 2.2, 0.3
    bottom, top = 0.95, 1.85
    width, height = left + side + gap + column + right, bottom + side + top
    made = changes.before.made
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        grid = figure.add_axes((left / width, bottom / height, side / width, side / height))
        _cells(grid, changes, order, theme)
        axes = figure.add_axes(
            ((left + side + gap) / width, bottom / height, column / width, side / height), sharey=grid
        )
        _strength_changes(axes, changes, order, theme)
        half = 50 * float((changes.table["ci_high"] - changes.table["ci_low"]).median())
        policies = " against ".join(dict.fromkeys(made["policies"]))
        lines = [
            (changes.title, 15.5, "bold", theme.ink, 0.36),
            (
                f"change of the row's win rate against the column, in points · {policies} play, "
                f"{made['games_per_pair']:,} games a pair and side",
                *(9.2, "normal", theme.soft, 0.66),
            ),
            (f"same luck in both; typical 95% interval of a cell: ±{half:.1f}", 9.2, "normal", theme.soft, 0.86),
        ]
        for text, size, weight, colour, place in lines:
            figure.text(
                left / width, 1 - place / height, text, fontsize=size, fontweight=weight, color=colour, va="center"
            )
        notes = [
            f"blue: the row gained, orange: it lost (full colour from {CLAMP} points); grey: no change beyond chance "
            "(5% level, corrected for the number of matchups)",
            "strength: change of the mean win rate against the others, with its 95% interval",
        ]
        if made["data_hash"] != changes.after.made["data_hash"]:
            notes.append(f"data: {changes.data_words()}")
        if changes.doubt():
            notes.append(changes.doubt())
        text = "\n".join(line for note in notes for line in textwrap.wrap(note, int(13 * (width - left))))
        figure.text(left / width, 0.1 / height, text, color=theme.soft, fontsize=8, va="bottom")
    return figure


def _cells(axes: Axes, changes: Changes, order: list[str], theme: Theme) -> None:
    rates = square(changes.table, order).to_numpy()
    real = {frozenset((row.p1, row.p2)) for row in changes.table.itertuples(index=False) if row.changed}
    hatching = mix(theme.muted, theme.soft, 0.16)
    count = len(order)
    for row, a in enumerate(order):
        for column, b in enumerate(order):
            corner = (column - 0.5, row - 0.5)
            if a == b:
                axes.plot(column, row, marker="x", markersize=5, color=theme.soft, alpha=0.5, markeredgewidth=1)
                continue
            value, clear = float(rates[row, column]), frozenset((a, b)) in real
            colour = scale(0.5 + value, theme) if clear else theme.muted
            hatch = None if clear else "////"
            axes.add_patch(Rectangle(corner, 1, 1, facecolor=colour, edgecolor=hatching, linewidth=0, hatch=hatch))
            axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor=theme.background, linewidth=1.5))
            ink = readable(colour, theme) if clear else theme.muted_ink
            shown = signed(100 * value, 0)
            axes.text(column, row, shown, ha="center", va="center", fontsize=10.5 if clear else 9, color=ink)
    axes.set_xlim(-0.5, count - 0.5)
    axes.set_ylim(count - 0.5, -0.5)
    bare(axes, theme)
    labels = [label(changes.before, i) for i in order]
    axes.set_yticks(range(count), labels, color=theme.ink, fontsize=10.5)
    axes.set_xticks(
        range(count), labels, color=theme.ink, fontsize=10.5, rotation=40, ha="left", rotation_mode="anchor"
    )
    axes.xaxis.tick_top()
    axes.tick_params(length=0, pad=5)


def _strength_changes(axes: Axes, changes: Changes, order: list[str], theme: Theme) -> None:
    frame = changes.characters().set_index("character").loc[order]
    value, low, high = (100 * frame[name].to_numpy() for name in ("difference", "ci_low", "ci_high"))
    bare(axes, theme)
    axes.tick_params(labelleft=False, left=False)
    reach = max(abs(low).max(), abs(high).max(), 0.5)
    axes.set_xlim(-1.1 * reach, 2.2 * reach)
    axes.axvline(0, color=theme.soft, alpha=0.6, linewidth=0.9)
    dots(axes, np.arange(len(order)), value, low, high, theme, size=0.2, middle=0.0)
    for place, one in enumerate(value):
        axes.text(0.99, place, signed(one, 1), transform=axes.get_yaxis_transform(), ha="right", va="center")
        axes.texts[-1].set(color=theme.ink, fontsize=10)
    axes.text(0, -0.62, "strength", fontsize=10, color=theme.ink, ha="center", va="bottom")
    axes.set_xticks([0], ["0"], color=theme.soft, fontsize=8.5)
    axes.tick_params(axis="x", length=0)


def signed(value: float, digits: int) -> str:
    """A change with its sign; no sign at zero."""
    text = f"{value:+.{digits}f}"
    return text.lstrip("+-") if float(text) == 0 else text.replace("-", "\N{MINUS SIGN}")
