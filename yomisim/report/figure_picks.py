"""Figures of picks: how often to pick whom, and what every pick costs."""

from __future__ import annotations

import textwrap
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from yomisim.estimate.pick_tables import TIERS, tier
from yomisim.estimate.picks import PLAYED, Picks
from yomisim.report.colours import LIGHT, Theme, mix
from yomisim.report.figures import STYLE, bare
from yomisim.report.pick_text import rules_in_words

#: Height of one character's row, and the margins, in inches.
ROW = 0.34
TOP, BOTTOM, RIGHT = 1.05, 1.1, 2.1
#: A character that is picked on fewer of the drawn charts, and not at equilibrium, is named below the bars only.
RARE = 0.01
#: Inches that a letter of a name takes.
LETTER = 0.085


def mix_bars(picks: Picks, theme: Theme = LIGHT) -> Figure:
    """The equilibrium of game 1: probability of each character, with intervals where the chart has noise.

    The most picked stand at the top. At the right, in what share of the drawn charts a character is picked at all.
    Characters that nobody should pick are named below.
    """
    support = picks.noise.support if picks.noise else (picks.mix > PLAYED).astype(float)
    order = sorted(range(len(picks.mix)), key=lambda k: (-round(float(picks.mix[k]), 9), -support[k], k))
    never = [k for k in order if picks.mix[k] <= PLAYED and support[k] < RARE]
    order = [k for k in order if k not in never]
    figure, axes = _frame(picks, order, theme, "whom to pick in game 1")
    places = np.arange(len(order))
    value = 100 * picks.mix[order]
    with mpl.rc_context(STYLE):
        axes.barh(places, value, height=0.62, color=theme.favoured, zorder=2)
        reach = float(value.max())
        if picks.noise is not None:
            low, high = 100 * picks.noise.mix_range[:, order]
            shown = high > 0.05
            axes.hlines(places[shown], low[shown], high[shown], color=theme.ink, linewidth=1.4, alpha=0.75, zorder=3)
            for ends in (low, high):
                axes.vlines(
                    ends[shown], places[shown] - 0.14, places[shown] + 0.14, color=theme.ink, linewidth=1.1, zorder=3
                )
            reach = max(reach, float(high.max()))
            _column(axes, 1.31, "in charts", [f"{100 * support[k]:.0f}%" for k in order], theme, theme.soft)
        axes.set_xlim(0, reach * 1.04)
        texts = ["–" if picks.mix[k] <= PLAYED else f"{100 * picks.mix[k]:.1f}%" for k in order]
        _column(axes, 1.13, "picked", texts, theme, theme.ink)
        _percent_axis(axes, theme)
        notes = [_what_it_is(picks)]
        if picks.noise is not None:
            notes.append(
                "lines: 95% intervals from the chart's noise; in charts: share of the "
                f"{picks.noise.draws:,} drawn charts in which the character is picked at all"
            )
        if never:
            notes.append("not picked: " + ", ".join(picks.chart.names[k] for k in sorted(never)))
        _notes(figure, notes, theme)
    return figure


def tier_list(picks: Picks, theme: Theme = LIGHT) -> Figure:
    """Match win probability of picking each character in game 1 against the equilibrium, in tiers of what it costs."""
    order = [k for k in picks.order() if not np.isnan(picks.scores[k])]
    figure, axes = _frame(picks, order, theme, "what a pick in game 1 costs")
    places = np.arange(len(order))
    value = 100 * picks.scores[order].clip(max=0.5)
    with mpl.rc_context(STYLE):
        colours = [
            mix(theme.favoured if score > 50 - TIERS[0][1] else theme.against, theme.ink, 0.15) for score in value
        ]
        axes.hlines(places, value, 50, color=theme.soft, alpha=0.35, linewidth=1, zorder=2)
        least = float(value.min())
        if picks.noise is not None:
            low, high = 100 * picks.noise.score_range[:, order]
            axes.hlines(places, low, high, colors=colours, linewidth=2.2, alpha=0.8, zorder=3)
            for ends in (low, high):
                axes.vlines(ends, places - 0.15, places + 0.15, colors=colours, linewidth=1.2, zorder=3)
            least = min(least, float(np.nanmin(low)))
        axes.scatter(value, places, s=26, c=colours, linewidths=0, zorder=4)
        room = max(50 - least, 1.0)
        axes.set_xlim(50 - 1.06 * room, 50 + 0.06 * room)
        axes.axvline(50, color=theme.soft, linewidth=1)
        _column(axes, 1.13, "wins", [f"{score:.1f}%" for score in value], theme, theme.ink)
        axes.text(1.17, -0.75, "cost", transform=axes.get_yaxis_transform(), va="center", fontsize=8.5)
        axes.texts[-1].set(color=theme.soft)
        _tiers(axes, picks, order, theme)
        _percent_axis(axes, theme)
        notes = [
            "chance to win the match when picking the character in game 1 against the equilibrium, "
            "with everything after it optimal; 50% is the most there is"
        ]
        if picks.noise is not None:
            notes.append(f"lines: 95% intervals from the chart's noise, {picks.noise.draws:,} drawn charts")
        _notes(figure, notes, theme)
    return figure


def _frame(picks: Picks, order: list[int], theme: Theme, what: str) -> tuple[Figure, Axes]:
    """A figure with a title and one empty row for each character."""
    names = [picks.chart.names[k] for k in order]
    left = 0.35 + LETTER * max(len(name) for name in names)
    side = max(ROW * len(order), 1.0)
    width, height = left + 4.6 + RIGHT, TOP + side + BOTTOM
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        axes = figure.add_axes((left / width, BOTTOM / height, 4.6 / width, side / height))
        bare(axes, theme)
        axes.set_ylim(len(order) - 0.5, -0.5)
        axes.set_yticks(range(len(order)), names, color=theme.ink, fontsize=10)
        axes.tick_params(length=0, pad=5)
        axes.set_axisbelow(True)
        title = f"Picks: {what}"
        figure.text(
            0.18 / width, 1 - 0.32 / height, title, fontsize=14, fontweight="bold", color=theme.ink, va="center"
        )
        subtitle = f"{rules_in_words(picks.rules)} · chart: {Path(picks.chart.source).name}"
        figure.text(0.18 / width, 1 - 0.6 / height, subtitle, fontsize=9, color=theme.soft, va="center")
    return figure, axes


def _percent_axis(axes: Axes, theme: Theme) -> None:
    axes.tick_params(axis="x", colors=theme.soft, labelsize=8.5)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.grid(axis="x", color=theme.soft, alpha=0.22, linewidth=0.7)


def _column(axes: Axes, place: float, head: str, texts: list[str], theme: Theme, colour: str) -> None:
    """Figures at the right, flush right at `place` (fraction of the axes' width)."""
    axes.text(place, -0.75, head, transform=axes.get_yaxis_transform(), ha="right", va="center", fontsize=8.5)
    axes.texts[-1].set(color=theme.soft)
    for row, text in enumerate(texts):
        axes.text(place, row, text, transform=axes.get_yaxis_transform(), ha="right", va="center", fontsize=9.5)
        axes.texts[-1].set(color=colour if text != "–" else theme.soft)


def _tiers(axes: Axes, picks: Picks, order: list[int], theme: Theme) -> None:
    """A band behind every second tier, and its meaning at the right of its first row."""
    tiers = [tier(float(picks.scores[k])) for k in order]
    for number, name in enumerate(dict.fromkeys(tiers)):
        first, count = tiers.index(name), tiers.count(name)
        if number % 2 == 0:
            band = Rectangle(
                (0.0, first - 0.5), 1.45, count, transform=axes.get_yaxis_transform(), facecolor=theme.muted, alpha=0.6
            )
            band.set(linewidth=0, zorder=0, clip_on=False)
            axes.add_patch(band)
        axes.text(1.17, first, name, fontsize=8.5, color=theme.soft, va="center", transform=axes.get_yaxis_transform())


def _what_it_is(picks: Picks) -> str:
    if picks.unique:
        alone = "the one mix that nobody can gain against"
        return alone if picks.bans is None else "at the one equilibrium of bans and picks, in the mean over all bans"
    what = "equilibria" if picks.bans is None else "equilibria of the bans"
    return f"there are several {what}; shown is the one of greatest entropy"


def _notes(figure: Figure, notes: list[str], theme: Theme) -> None:
    width, height = figure.get_size_inches()
    lines = [line for note in notes for line in textwrap.wrap(note, int(15 * width), break_on_hyphens=False)]
    figure.text(0.18 / width, (BOTTOM - 0.38) / height, "\n".join(lines), color=theme.soft, fontsize=8, va="top")
