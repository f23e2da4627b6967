"""Figures of combats: opener mixes by position, gains of openers by what they meet, chances to win by lead and turn."""

from __future__ import annotations

import math
import textwrap
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from yomisim.estimate.combats import Combats
from yomisim.estimate.moves import CLASS_WORDS
from yomisim.estimate.result import Matchups
from yomisim.estimate.trials import ANYTHING, CAST, Trials
from yomisim.report.colours import CLAMP_HIGH, LIGHT, Theme, mix, readable, scale
from yomisim.report.figure_changes import signed
from yomisim.report.figures import STYLE, bare, label
from yomisim.report.opener_words import KIND_COLOURS, KIND_WORDS, POSITIONS

#: Gains of so much have the strongest colour (fraction of a game); cells from fewer trials or games are left out.
REACH, FEWEST_TRIALS, FEWEST_GAMES = 0.15, 30, 20


def mix_bars(result: Matchups, combats: Combats, theme: Theme = LIGHT) -> Figure:
    """How often each character opens with each kind of move, a panel for each kind of position."""
    sorts = combats.sorts[combats.sorts["sorted_by"] == "kind"]
    order = [str(i) for i in result.strengths()["character"]]
    there = [position for position in POSITIONS if (sorts["position"] == position).any()]
    panel, left, side = 2.35, 1.15, 0.34 * len(order)
    width, height = left + panel * len(there) + 0.2, 1.5 + side + 0.35
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        for k, position in enumerate(there):
            place = ((left + panel * k) / width, 0.35 / height, (panel - 0.12) / width, side / height)
            axes = figure.add_axes(place)
            _bars(axes, sorts[sorts["position"] == position], order, theme)
            axes.set_title(POSITIONS[position], fontsize=10, color=theme.ink, loc="left", pad=4)
            names = [label(result, i) for i in order] if k == 0 else []
            axes.set_yticks(range(len(names)), names, fontsize=10, color=theme.ink)
        _heading(figure, f"{_subject(result.made)}: opener mixes", _play(result.made), left, theme)
        _legend(figure, left, theme)
    return figure


def _bars(axes: Axes, shares: pd.DataFrame, order: list[str], theme: Theme) -> None:
    bare(axes, theme)
    start = np.zeros(len(order))
    for kind, colour in KIND_COLOURS.items():
        own = shares[shares["sort"] == kind].set_index("character")["value"].reindex(order).fillna(0.0).to_numpy()
        how: dict[str, Any] = {"color": colour, "edgecolor": theme.background, "linewidth": 0.8}
        axes.barh(range(len(order)), 100 * own, left=start, height=0.72, **how)
        for row, share in enumerate(own):
            if share >= 0.085:
                middle = start[row] + 50 * share
                text = f"{100 * share:.0f}"
                axes.text(middle, row, text, ha="center", va="center", fontsize=8, color=readable(colour))
        start = start + 100 * own
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xticks([0, 50, 100], ["0%", "50%", "100%"], fontsize=8, color=theme.soft)
    axes.tick_params(length=0, pad=4)


def _legend(figure: Figure, left: float, theme: Theme) -> None:
    width, height = figure.get_size_inches()
    at = left
    for kind, colour in KIND_COLOURS.items():
        box = Rectangle((at / width, 1 - 0.97 / height), 0.13 / width, 0.13 / height, facecolor=colour, linewidth=0)
        figure.add_artist(box)
        word = KIND_WORDS[kind]
        figure.text((at + 0.19) / width, 1 - 0.905 / height, word, fontsize=9, color=theme.ink, va="center")
        at += 0.45 + 0.085 * len(word)


def payoff_map(trials: Trials, theme: Theme = LIGHT) -> Figure:
    """What each class of openers gains against each, in points of win probability, over all characters.

    Colour is the gain, clamped at 15 points; grey and hatched cells cannot be told from 0.
    """
    table = trials.payoffs[(trials.payoffs["character"] == CAST) & (trials.payoffs["n"] >= FEWEST_TRIALS)]
    cells = {(row[3], row[5]): row for row in table.itertuples(index=False, name=None) if row[4] in ("class", ANYTHING)}
    rows = [sort for sort in CLASS_WORDS if (sort, ANYTHING) in cells]
    columns = [*(sort for sort in CLASS_WORDS if any((row, sort) in cells for row in rows)), ANYTHING]
    left, head, cell = 1.45, 1.15, 0.56
    width, height = left + cell * len(columns) + 0.5, 1.0 + head + cell * len(rows) + 0.75
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        place = (left / width, 0.75 / height, (width - left - 0.3) / width, cell * len(rows) / height)
        axes = figure.add_axes(place)
        bare(axes, theme)
        for i, sort in enumerate(rows):
            for j, met in enumerate(columns):
                if (sort, met) in cells:
                    *_, value, low, high = cells[sort, met]
                    at = j + (0.25 if met == ANYTHING else 0)
                    _gain(axes, at, i, value, told=not low <= 0 <= high, theme=theme)
        axes.set_xlim(-0.5, len(columns) - 0.25)
        axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
        axes.set_yticks(range(len(rows)), rows, fontsize=10, color=theme.ink)
        places = [*range(len(columns) - 1), len(columns) - 0.75]
        axes.set_xticks(places, columns, fontsize=10, color=theme.ink, rotation=45, ha="left", rotation_mode="anchor")
        axes.xaxis.tick_top()
        axes.tick_params(length=0, pad=4)
        played = f"{_play(trials.made)}, {trials.made['trials']:,} trials"
        _heading(figure, f"{_subject(trials.made)}: what an opener gains", played, 0.2, theme)
        note = (
            "points of win probability gained over the policy's own choice by opening with the row where the other "
            "player opens with the column; all characters; grey: cannot be told from 0"
        )
        lines = "\n".join(textwrap.wrap(note, int(13.5 * width)))
        figure.text(0.2 / width, 0.15 / height, lines, fontsize=8, color=theme.soft, va="bottom")
    return figure


def _gain(axes: Axes, x: float, y: float, value: float, *, told: bool, theme: Theme) -> None:
    """One cell of gains; hatched where it cannot be told from 0."""
    rate = 0.5 + max(-1.0, min(1.0, value / REACH)) * (CLAMP_HIGH - 0.5)
    colour = scale(rate, theme) if told else theme.muted
    edge, hatch = mix(theme.muted, theme.soft, 0.16), "" if told else "////"
    how: dict[str, Any] = {"linewidth": 0, "edgecolor": edge, "hatch": hatch}
    axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, **how))
    axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, edgecolor=theme.background, linewidth=1.5))
    ink = readable(colour, theme) if told else theme.muted_ink
    axes.text(x, y, signed(100 * value, 0), ha="center", va="center", fontsize=10, color=ink)


def lead_maps(result: Matchups, combats: Combats, theme: Theme = LIGHT) -> Figure:
    """Chance to win by life lead (columns) and turn (rows), a panel for each character, the strongest first."""
    order = [str(i) for i in result.strengths()["character"]]
    table = combats.leads[combats.leads["n"] >= FEWEST_GAMES]
    bands = sorted({_middle(row.lead_low, row.lead_high) for row in combats.leads.itertuples(index=False)})
    turns = sorted({int(turn) for turn in table["turn"]})
    across = min(5, len(order))
    down = math.ceil(len(order) / across)
    cell, gap = 0.27, 0.62
    panel_x, panel_y = cell * len(bands), cell * len(turns)
    width = 0.35 + across * (panel_x + gap) + 0.1
    height = 1.15 + down * (panel_y + gap + 0.1) + 0.35
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(max(width, 6.5), height), facecolor=theme.background)
        width = float(figure.get_size_inches()[0])
        for k, character in enumerate(order):
            x = 0.55 + (k % across) * (panel_x + gap)
            y = height - 1.15 - (k // across) * (panel_y + gap + 0.1) - panel_y - 0.2
            axes = figure.add_axes((x / width, y / height, panel_x / width, panel_y / height))
            bare(axes, theme)
            _lead_cells(axes, table[table["character"] == character], bands, turns, theme)
            axes.set_title(label(result, character), fontsize=10.5, color=theme.ink, loc="left", pad=4)
            ends = [0, len(bands) // 2, len(bands) - 1]
            axes.set_xticks(ends, [signed(bands[e], 0) for e in ends], fontsize=8, color=theme.soft)
            axes.set_yticks(range(len(turns)), list(map(str, turns)), fontsize=8, color=theme.soft)
            axes.tick_params(length=0, pad=3)
        _heading(figure, f"{_subject(result.made)}: who wins from a lead", _play(result.made), 0.2, theme)
        note = (
            "percent of games won by life lead (across, bands of 10 points, the outer ones open) at the moment of "
            "choosing in a turn (down); grey: cannot be told from even"
        )
        figure.text(0.2 / width, 0.12 / height, note, fontsize=8, color=theme.soft, va="bottom")
    return figure


def _lead_cells(axes: Axes, leads: pd.DataFrame, bands: list[float], turns: list[int], theme: Theme) -> None:
    """One character's cells, as one image: there are too many of them to be drawn one by one."""
    if not turns or not bands:  # so few games that no lead was seen often enough
        return
    colours = np.zeros((len(turns), len(bands), 3))
    colours[:] = to_rgb(theme.background)
    for row in leads.itertuples(index=False):
        x, y = bands.index(_middle(row.lead_low, row.lead_high)), turns.index(int(row.turn))
        told = not row.ci_low <= 0.5 <= row.ci_high
        colour = scale(row.value, theme) if told else theme.muted
        colours[y, x] = to_rgb(colour)
        ink = readable(colour, theme) if told else theme.muted_ink
        axes.text(x, y, f"{100 * row.value:.0f}", ha="center", va="center", fontsize=6.8, color=ink)
    axes.imshow(colours, aspect="auto", interpolation="nearest")
    axes.hlines(np.arange(len(turns) - 1) + 0.5, -0.5, len(bands) - 0.5, color=theme.background, linewidth=1)
    axes.vlines(np.arange(len(bands) - 1) + 0.5, -0.5, len(turns) - 0.5, color=theme.background, linewidth=1)


def _middle(low: float, high: float) -> float:
    """The middle of a band of leads; of an open one as if it were as wide as the others."""
    if math.isnan(low):
        return high - 5
    return low + 5 if math.isnan(high) else (low + high + (1 if low > 0 else -1 if high < 0 else 0)) / 2


def _heading(figure: Figure, title: str, subtitle: str, left: float, theme: Theme) -> None:
    width, height = figure.get_size_inches()
    figure.text(left / width, 1 - 0.34 / height, title, fontsize=14, fontweight="bold", color=theme.ink, va="center")
    figure.text(left / width, 1 - 0.64 / height, subtitle, fontsize=9, color=theme.soft, va="center")


def _subject(made: dict) -> str:
    return f"{made['title']}, {made['edition']} edition"


def _play(made: dict) -> str:
    return f"{' against '.join(dict.fromkeys(made['policies']))} play, {made['games_per_pair']:,} games a pair"
