"""The picture of how hard bots are: win rates against each, and how the printed difficulty fits."""

from __future__ import annotations

import textwrap

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from yomisim.estimate.bots import Bots, mean_rates
from yomisim.report.colours import LIGHT, Theme, mix
from yomisim.report.figures import STYLE, bare, dots

_MARKERS = ("o", "s", "D", "^")


def bots_figure(result: Bots, theme: Theme = LIGHT) -> Figure:
    """Mean win rate of the humans against every bot, a panel for each policy, the hardest at the top.

    Dots are means over the characters with 95% intervals; small marks are the single characters.
    """
    means = mean_rates(result.table)
    policies = list(dict.fromkeys(result.table["policy"]))
    bots = len(set(means["bot"]))
    panel, left, right, top, bottom = 4.0, 2.1, 0.2, 0.95, 0.95
    width, height = left + panel * len(policies) + right, top + 0.36 * bots + bottom
    order = means[means["policy"] == policies[-1]]["bot"].tolist()
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        for number, policy in enumerate(policies):
            x = (left + panel * number) / width
            axes = figure.add_axes((x, bottom / height, (panel - 0.55) / width, 0.36 * bots / height))
            own = means[means["policy"] == policy].set_index("bot").loc[order]
            _panel(axes, own, result.table[result.table["policy"] == policy], result.made["characters"], theme)
            names = [f"{row.name_} ({row.difficulty})" for row in own.rename(columns={"name": "name_"}).itertuples()]
            axes.set_yticks(range(bots), names if number == 0 else [""] * bots, fontsize=10, color=theme.ink)
            order_row = result.order.set_index("policy").loc[policy]
            axes.set_title(
                f"{policy}: rank correlation {order_row['spearman']:.2f}", fontsize=10.5, color=theme.ink, loc="left"
            )
        figure.text(0.02, 1 - 0.35 / height, _title(result), fontsize=14, fontweight="bold", color=theme.ink)
        note = (
            f"win rate of the human, {result.made['games_per_bot']:,} games each, 95% intervals; large: mean over "
            f"{result.names()}; in brackets the printed difficulty; correlation: Spearman's"
        )
        lines = [part for each in (note, result.doubt()) for part in textwrap.wrap(each, int(16 * width))]
        figure.text(0.02, 0.12 / height, "\n".join(lines), fontsize=8, color=theme.soft, va="bottom")
    return figure


def _panel(axes: Axes, own: pd.DataFrame, table: pd.DataFrame, characters: list[str], theme: Theme) -> None:
    bare(axes, theme)
    places = np.arange(len(own))
    rate, low, high = (100 * own[name].to_numpy() for name in ("win_rate", "ci_low", "ci_high"))
    axes.axvline(50, color=theme.soft, linewidth=1)
    axes.grid(axis="x", color=theme.soft, alpha=0.22, linewidth=0.7)
    for number, character in enumerate(characters):
        each = table[table["character"] == character].set_index("bot").loc[own.index]
        colour = mix(theme.soft, theme.background, 0.3)
        axes.scatter(
            100 * each["win_rate"], places, s=18, marker=_MARKERS[number % len(_MARKERS)], color=colour, linewidths=0
        )
    dots(axes, places, rate, low, high, theme, size=0.3)
    axes.set(xlim=(0, 100), ylim=(len(own) - 0.5, -0.5))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.tick_params(axis="x", colors=theme.soft, labelsize=8.5)
    axes.tick_params(length=0, pad=5)


def _title(result: Bots) -> str:
    return f"{result.made['title']}: how hard the bots are"
