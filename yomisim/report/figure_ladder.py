"""Figures of policies against policies: the matrix of win rates, the mirrors one by one, and what a ban costs."""

from __future__ import annotations

import textwrap
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from yomisim.estimate.ladder import MIRRORS, PAIRS, RESTRICTIONS, Ladder, square
from yomisim.report.colours import LIGHT, Theme, mix, readable, scale
from yomisim.report.figures import STYLE, bare, dots

SCOPE_TITLES = {MIRRORS: "mirrors: both hold the same character", PAIRS: "all pairs of characters, both assignments"}
#: Panels of the mirrors side by side.
PANELS = 3
TITLE, SUBTITLE = 14.5, 9.2


def ladder_matrix(ladder: Ladder, theme: Theme = LIGHT) -> Figure:
    """Win rates of the row's policy against the column's with half widths of intervals, one matrix per scope.

    Policies run from the best to the worst in mirrors. Blue: the row wins, orange: the column; full colour from 70%.
    Hatched: cannot be told from 50%.
    """
    order = by_rank(ladder)
    count = len(order)
    cell = 1.0 if count <= 5 else 0.8
    longest = max(len(name) for name in order)
    turned = count > 4 or longest > 11
    left, gap, right, bottom, top = 0.35 + 0.085 * longest, 0.6, 0.35 + 0.05 * longest * turned, 0.8, 1.75
    top += 0.035 * longest * turned
    side = cell * count
    panel = max(side, 3.4)
    width, height = left + 2 * panel + gap + right, bottom + side + top
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        for number, scope in enumerate((MIRRORS, PAIRS)):
            place = (left + number * (panel + gap)) / width
            axes = figure.add_axes((place, bottom / height, side / width, side / height))
            _cells(axes, ladder, scope, order, theme, number == 0, turned)
            figure.text(place, 1 - 1.1 / height, SCOPE_TITLES[scope], fontsize=10, color=theme.ink, va="center")
        edge = 0.25 / width
        _heading(figure, verdict(ladder, order), _subtitle(ladder), edge, width, height, theme)
        notes = (
            "win rate of the row's policy against the column's, draws count half; ± is half the width of the 95% "
            "interval; hatched: not different from 50%"
        )
        lines = "\n".join(textwrap.wrap(notes, int(15 * (width - 0.5))))
        figure.text(edge, 0.15 / height, lines, fontsize=8, color=theme.soft, va="bottom")
    return figure


def mirror_dots(ladder: Ladder, theme: Theme = LIGHT) -> Figure:
    """Each character's mirror, one panel per two policies, with 95% intervals."""
    detail = ladder.mirrors()
    meetings = list(dict.fromkeys(zip(detail["policy1"], detail["policy2"])))
    characters = sorted(ladder.names)
    columns, rows = min(PANELS, len(meetings)), -(-len(meetings) // PANELS)
    left, panel, gap, right, tall = 1.15, 3.1 if columns > 1 else 5.9, 0.3, 0.35, 0.3 * len(characters)
    top, between, bottom = 1.35, 0.85, 0.45
    width = max(left + columns * panel + (columns - 1) * gap + right, 7.4)
    height = top + rows * tall + (rows - 1) * between + bottom
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        for number, (one, other) in enumerate(meetings):
            row, column = divmod(number, PANELS)
            own = detail[(detail["policy1"] == one) & (detail["policy2"] == other)].set_index("p1").loc[characters]
            if own["win_rate_1"].mean() < 0.5:  # told from the side of the better one
                own, one, other = _turned(own), other, one
            place = (left + column * (panel + gap)) / width
            under = (bottom + (rows - 1 - row) * (tall + between)) / height
            axes = figure.add_axes((place, under, panel / width, tall / height))
            _rates(axes, np.arange(len(characters)), own, theme)
            axes.set_ylim(len(characters) - 0.5, -0.5)
            shown = [ladder.names[i] for i in characters] if column == 0 else [""] * len(characters)
            axes.set_yticks(range(len(characters)), shown, fontsize=10, color=theme.ink)
            axes.set_title(f"{one} against {other}", fontsize=10.5, color=theme.ink, loc="left", pad=8)
        title = f"{_subject(ladder)}: how the better policy fares with each character"
        _heading(
            figure, title, f"win rate in mirrors, 95% intervals · {_play(ladder)}", 0.25 / width, width, height, theme
        )
    return figure


def restricted_dots(ladder: Ladder, theme: Theme = LIGHT) -> Figure:
    """Win rate of each restricted policy against its base, over mirrors and over all pairs, with 95% intervals."""
    names = list(dict.fromkeys(ladder.table["policy1"]))
    base = str(ladder.table["policy2"].iloc[0])
    left, right, top, bottom, each = 2.35, 1.75, 1.05, 0.85, 0.62
    width, height = 8.6, top + each * len(names) + bottom
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        axes = figure.add_axes(
            (left / width, bottom / height, (width - left - right) / width, each * len(names) / height)
        )
        places = np.arange(len(names), dtype=float)
        for scope, shift in ((MIRRORS, -0.17), (PAIRS, 0.17)):
            own = ladder.table[ladder.table["scope"] == scope].set_index("policy1").loc[names]
            _rates(axes, places + shift, own, theme, marker="o" if scope == MIRRORS else "s")
            for place, (_, row) in zip(places + shift, own.iterrows()):
                text = f"{100 * row['win_rate_1']:.1f}%  {scope}"
                axes.text(1.02, place, text, transform=axes.get_yaxis_transform(), va="center", fontsize=9)
                axes.texts[-1].set_color(theme.ink)
        low, high = (100 * ladder.table[name] for name in ("ci_low", "ci_high"))
        axes.set_xlim(min(low.min(), 50) - 2, max(high.max(), 50) + 2)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_yticks(places, [ban(name, base) for name in names], fontsize=10.5, color=theme.ink)
        title = f"{_subject(ladder)}: what each ban costs {base}"
        _heading(
            figure,
            title,
            f"win rate against {base} without the ban · {_play(ladder)}",
            0.25 / width,
            width,
            height,
            theme,
        )
        note = "95% intervals; circles: mirrors, squares: all pairs; left of 50% the ban costs games"
        figure.text(0.25 / width, 0.15 / height, note, fontsize=8, color=theme.soft, va="bottom")
    return figure


def ban(name: str, base: str) -> str:
    """What a restricted policy may not do, in words."""
    return RESTRICTIONS.get(name.removeprefix(f"{base}-"), name)


def by_rank(ladder: Ladder) -> list[str]:
    """The policies from the best to the worst mean win rate in mirrors."""
    means = square(ladder.table, MIRRORS, ladder.policies).mean(axis=1)
    return [str(name) for name in means.sort_values(ascending=False, kind="stable").index]


def verdict(ladder: Ladder, order: list[str]) -> str:
    """The title: who plays best, where that is beyond chance in both scopes."""
    best, table = order[0], ladder.table
    first, second = table[table["policy1"] == best], table[table["policy2"] == best]
    sure = (first["ci_low"] > 0.5).all() and (second["ci_high"] < 0.5).all()
    if not sure:
        return f"{_subject(ladder)}: no policy beats all others"
    return f"{_subject(ladder)}: {best} beats {'the other' if len(order) == 2 else 'every other'} policy"


def _cells(
    axes: Axes, ladder: Ladder, scope: str, order: list[str], theme: Theme, labelled: bool, turned: bool
) -> None:
    own = ladder.table[ladder.table["scope"] == scope]
    bare(axes, theme)
    hatching = mix(theme.muted, theme.soft, 0.16)
    for place in range(len(order)):
        axes.plot(place, place, marker="x", markersize=6, color=theme.soft, alpha=0.5, markeredgewidth=1)
    for row in own.itertuples(index=False):
        a, b = order.index(row.policy1), order.index(row.policy2)
        clear = not row.ci_low <= 0.5 <= row.ci_high
        half = 50 * (row.ci_high - row.ci_low)
        for y, x, rate in ((a, b, row.win_rate_1), (b, a, 1 - row.win_rate_1)):
            colour = scale(rate, theme) if clear else theme.muted
            corner, hatch = (x - 0.5, y - 0.5), None if clear else "////"
            axes.add_patch(Rectangle(corner, 1, 1, facecolor=colour, edgecolor=hatching, linewidth=0, hatch=hatch))
            axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor=theme.background, linewidth=2))
            ink = readable(colour, theme) if clear else theme.ink
            axes.text(x, y - 0.1, f"{100 * rate:.1f}%", ha="center", va="center", fontsize=12, color=ink)
            axes.text(
                x, y + 0.24, f"±{half:.{1 if half >= 0.1 else 2}f}", ha="center", va="center", fontsize=8, color=ink
            )
    axes.set_xlim(-0.5, len(order) - 0.5)
    axes.set_ylim(len(order) - 0.5, -0.5)
    turn: dict[str, Any] = {"rotation": 30, "ha": "left", "rotation_mode": "anchor"} if turned else {}
    axes.set_xticks(range(len(order)), order, fontsize=9.5, color=theme.ink, **turn)
    axes.xaxis.tick_top()
    axes.set_yticks(range(len(order)), order if labelled else [""] * len(order), fontsize=10, color=theme.ink)
    axes.tick_params(length=0, pad=4)


def _rates(axes: Axes, places: np.ndarray, own: pd.DataFrame, theme: Theme, marker: str = "o") -> None:
    """Win rates of policy 1 in percent around the line at 50%."""
    rate, low, high = (100 * own[name].to_numpy() for name in ("win_rate_1", "ci_low", "ci_high"))
    bare(axes, theme)
    axes.axvline(50, color=theme.soft, linewidth=1)
    axes.grid(axis="x", color=theme.soft, alpha=0.22, linewidth=0.7)
    dots(axes, places, rate, low, high, theme, size=0.3)
    colours = [mix(theme.favoured if value >= 50 else theme.against, theme.ink, 0.15) for value in rate]
    axes.scatter(rate, places, s=30, c=colours, marker=marker, linewidths=0, zorder=5)
    axes.set_xlim(min(low.min(), 48) - 2, max(high.max(), 52) + 2)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.tick_params(axis="x", colors=theme.soft, labelsize=8.5)
    axes.tick_params(length=0, pad=5)
    axes.set_axisbelow(True)


def _turned(own: pd.DataFrame) -> pd.DataFrame:
    return own.assign(win_rate_1=1 - own["win_rate_1"], ci_low=1 - own["ci_high"], ci_high=1 - own["ci_low"])


def _heading(figure: Figure, title: str, subtitle: str, left: float, width: float, height: float, theme: Theme) -> None:
    size = min(TITLE, 100 * (width - 0.5) / len(title))
    figure.text(left, 1 - 0.38 / height, title, fontsize=size, fontweight="bold", color=theme.ink, va="center")
    small = min(SUBTITLE, 115 * (width - 0.5) / len(subtitle))
    figure.text(left, 1 - 0.7 / height, subtitle, fontsize=small, color=theme.soft, va="center")


def _subject(ladder: Ladder) -> str:
    return f"{ladder.made['title']}, {ladder.made['edition']} edition"


def _subtitle(ladder: Ladder) -> str:
    return f"every policy against every other one · {_play(ladder)}"


def _play(ladder: Ladder) -> str:
    return f"{ladder.made['games_each']:,} games for each character or pair, seats and luck shared"
