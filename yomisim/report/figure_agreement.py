"""Figures of charts against human play: matchup by matchup, and all charts side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MaxNLocator

from yomisim.estimate.agreement import CEILING, CHART, Agreement
from yomisim.estimate.human import PROMISE
from yomisim.report.colours import LIGHT, Theme, mix
from yomisim.report.figures import STYLE, bare

#: Scatter plots side by side, and how many of their points are named.
PANELS, NAMED = 3, 6
#: Inches of a letter of a name beside a point.
LETTER = 0.068
SHOWN = ("correlation", "rmse", "rmse_after_slope")
HEADS = {
    "correlation": "correlation\n(more is better)",
    "rmse": "RMSE, points\n(less is better)",
    "rmse_after_slope": "RMSE after one\nslope, points",
}


def scatter(agreement: Agreement, names: Mapping[str, str], subject: str, theme: Theme = LIGHT) -> Figure:
    """Human against simulated win rates with 95% intervals of both, one panel per chart.

    Each pair is shown from the side that people favour, so the order of names does not matter. The farthest pairs are
    named.

    Parameters
    ----------
    names : character id -> name to print. subject : what the charts are of, for the title.
    """
    charts = agreement.charts
    columns, rows = min(PANELS, len(charts)), -(-len(charts) // PANELS)
    panel = 4.6 if columns > 1 else 5.9
    gap, left, right, top, between, bottom = 0.5, 0.85, 0.3, 1.3, 1.0, 1.25
    width = max(left + columns * panel + (columns - 1) * gap + right, 6.2)
    height = top + rows * panel + (rows - 1) * between + bottom
    told = {name: _favoured(agreement.pairs[agreement.pairs["chart"] == name]) for name in charts}
    limits = _limits(pd.concat(told.values()))
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        for number, name in enumerate(charts):
            row, column = divmod(number, PANELS)
            place = (left + column * (panel + gap)) / width
            under = (bottom + (rows - 1 - row) * (panel + between)) / height
            axes = figure.add_axes((place, under, panel / width, panel / height))
            _points(axes, told[name], names, limits, theme)
            axes.set_title(f"{name}: {_scores(agreement, name)}", fontsize=10, color=theme.ink, loc="left", pad=7)
            if column == 0:
                axes.set_ylabel("simulated win rate", fontsize=9.5, color=theme.ink)
            axes.set_xlabel("win rate among people", fontsize=9.5, color=theme.ink)
        _head(figure, f"{subject}: {same_favourites(told)}", _subtitle(agreement), width, height, theme)
        notes = (
            "each pair from the side that people favour; bars: 95% intervals; dashed: the same win rate in both; below "
            f"50% the chart favours the other side. {PROMISE}"
        )
        _foot(figure, notes, width, height, theme)
    return figure


def summary_chart(agreement: Agreement, subject: str, theme: Theme = LIGHT) -> Figure:
    """Correlation and root mean square difference of every chart, between the yardsticks and the noise ceiling."""
    table = agreement.table
    order = list(dict.fromkeys(table["chart"]))
    kinds = table.drop_duplicates("chart").set_index("chart")["kind"]
    left, panel, gap, right, top, bottom, each = 2.0, 2.35, 0.3, 0.35, 1.5, 0.9, 0.46
    width, height = left + 3 * panel + 2 * gap + right, top + each * len(order) + bottom
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        for number, measure in enumerate(SHOWN):
            place = (left + number * (panel + gap)) / width
            axes = figure.add_axes((place, bottom / height, panel / width, each * len(order) / height))
            own = table[table["measure"] == measure].set_index("chart").loc[order]
            _bars(axes, own, kinds, theme)
            axes.set_ylim(len(order) - 0.5, -0.5)
            axes.set_yticks(range(len(order)), order if number == 0 else [""] * len(order), fontsize=10)
            axes.tick_params(axis="y", colors=theme.ink)
            axes.set_title(HEADS[measure], fontsize=9.5, color=theme.ink, loc="left", pad=7)
            if measure == "correlation":
                axes.set_xlim(min(-0.05, np.nanmin(own["ci_low"]) - 0.05), 1.02)
                axes.axvline(0, color=theme.soft, linewidth=0.9)
            else:
                axes.set_xlim(0, 1.05 * float(np.nanmax(own[["value", "ci_high"]].to_numpy())))
        _head(figure, f"{subject}: {closer_than_even(agreement)}", _subtitle(agreement), width, height, theme)
        notes = (
            "95% intervals: characters drawn again with replacement; noise ceiling (square): what the truth itself "
            f"would get, and its range; grey: yardsticks. {PROMISE}"
        )
        _foot(figure, notes, width, height, theme)
    return figure


def same_favourites(told: Mapping[str, pd.DataFrame]) -> str:
    """In how many matchups a chart and people have the same favourite, for a title.

    Parameters
    ----------
    told : chart -> its pairs, each from the side that people favour.
    """
    counts = {name: int((pairs["simulated"] > 0.5).sum()) for name, pairs in told.items()}
    pairs = len(next(iter(told.values())))
    if len(counts) == 1:
        return "".join(f"{name} has people's favourite in {n} of {pairs} matchups" for name, n in counts.items())
    if len(counts) > PANELS:
        return "simulated and human win rates"
    return f"people's favourite in {', '.join(f'{n} ({name})' for name, n in counts.items())} of {pairs} matchups"


def closer_than_even(agreement: Agreement) -> str:
    """Which charts come closer to human play than always saying 50% does, for a title."""
    values = agreement.wide().loc[agreement.charts, "rmse_below_even"]
    closer, count = int((values > 0).sum()), len(values)
    if count == 1:
        words = "comes closer to" if closer else "is farther from"
        return f"{agreement.charts[0]} {words} human play than 50% everywhere"
    words = "none" if closer == 0 else "all" if closer == count else str(closer)
    return f"{words} of {count} charts closer to human play than 50% everywhere"


def _favoured(pairs: pd.DataFrame) -> pd.DataFrame:
    """The same pairs, each from the side with at least 50% among people."""
    turned = pairs.assign(
        p1=pairs["p2"],
        p2=pairs["p1"],
        human=1 - pairs["human"],
        human_low=1 - pairs["human_high"],
        human_high=1 - pairs["human_low"],
        simulated=1 - pairs["simulated"],
        ci_low=1 - pairs["ci_high"],
        ci_high=1 - pairs["ci_low"],
    )
    return pairs.where(pairs["human"] >= 0.5, turned).reset_index(drop=True)


def _limits(pairs: pd.DataFrame) -> tuple[float, float, float, float]:
    """Percent: x from, x to, y from, y to."""
    x = pairs[["human_low", "human_high"]].to_numpy(np.float64)
    y = pairs[["simulated", "ci_low", "ci_high", "human"]].to_numpy(np.float64)
    return (
        *(100 * float(x.min()) - 1, 100 * float(x.max()) + 1),
        *(100 * min(float(np.nanmin(y)), 0.45) - 2, 100 * max(float(np.nanmax(y)), 0.6) + 2),
    )


def _points(axes: Axes, pairs: pd.DataFrame, names: Mapping[str, str], limits: tuple[float, ...], theme: Theme) -> None:
    x, y = (100 * pairs[name].to_numpy(np.float64) for name in ("human", "simulated"))
    bars = [100 * pairs[name].to_numpy(np.float64) for name in ("human_low", "human_high", "ci_low", "ci_high")]
    bare(axes, theme)
    axes.grid(color=theme.soft, alpha=0.18, linewidth=0.7)
    axes.axhline(50, color=theme.soft, linewidth=1)
    axes.axline((50, 50), slope=1, color=theme.soft, linewidth=1.2, linestyle=(0, (4, 3)))
    colours = [mix(theme.favoured if value >= 50 else theme.against, theme.ink, 0.15) for value in y]
    axes.hlines(y, bars[0], bars[1], colors=colours, linewidth=1.1, alpha=0.55)
    axes.vlines(
        x, np.where(np.isfinite(bars[2]), bars[2], y), np.where(np.isfinite(bars[3]), bars[3], y), colors=colours
    )
    axes.scatter(x, y, s=26, c=colours, linewidths=0, zorder=4)
    axes.set_xlim(*limits[:2])
    axes.set_ylim(*limits[2:])
    _labels(axes, x[:NAMED], y[:NAMED], [_versus(row, names) for row in pairs.head(NAMED).itertuples()], limits, theme)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(steps=[1, 5, 10], nbins=8))
        axis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.tick_params(colors=theme.soft, labelsize=8.5, length=0)


def _labels(
    axes: Axes, x: np.ndarray, y: np.ndarray, words: list[str], limits: tuple[float, ...], theme: Theme
) -> None:
    """Names beside their points, on the side with more room, moved up where they would lie on each other."""
    step = 0.043 * (limits[3] - limits[2])
    inches = axes.bbox.width / axes.figure.dpi
    letter = LETTER * (limits[1] - limits[0]) / inches
    taken: list[tuple[float, float, float]] = []
    for k in np.argsort(y):
        on_the_right = x[k] < (limits[0] + limits[1]) / 2
        near = x[k] + 0.015 * (limits[1] - limits[0]) * (1 if on_the_right else -1)
        far = near + letter * len(words[k]) * (1 if on_the_right else -1)
        low, high, place = min(near, far), max(near, far), y[k] + 0.5 * step
        while any(low < b and a < high and abs(place - other) < step for a, b, other in taken):
            place += step / 4
        taken.append((low, high, place))
        axes.text(near, place, words[k], fontsize=8, color=theme.ink, va="center", zorder=5)
        axes.texts[-1].set(ha="left" if on_the_right else "right")
        axes.texts[-1].set_path_effects([withStroke(linewidth=2.5, foreground=theme.background)])


def _versus(row: object, names: Mapping[str, str]) -> str:
    one, other = (str(getattr(row, side)) for side in ("p1", "p2"))
    return f"{names.get(one, one)} – {names.get(other, other)}"


def _bars(axes: Axes, own: pd.DataFrame, kinds: pd.Series, theme: Theme) -> None:
    bare(axes, theme)
    axes.grid(axis="x", color=theme.soft, alpha=0.22, linewidth=0.7)
    axes.set_axisbelow(True)
    ink = {CHART: mix(theme.favoured, theme.ink, 0.15), CEILING: mix(theme.against, theme.ink, 0.15)}
    for place, (name, row) in enumerate(own.iterrows()):
        colour = ink.get(str(kinds[name]), theme.soft)
        if not np.isfinite(row["value"]):
            axes.text(0.02, place, "not defined", transform=axes.get_yaxis_transform(), fontsize=8, color=theme.soft)
            axes.texts[-1].set(va="center")
            continue
        axes.hlines(place, row["ci_low"], row["ci_high"], colors=colour, linewidth=2.2)
        axes.scatter(row["value"], place, s=34, color=colour, marker="s" if kinds[name] == CEILING else "o", zorder=4)
        digits = 2 if row["unit"] == "" else 1
        axes.annotate(f"{row['value']:.{digits}f}", (row["value"], place), xytext=(0, 6), textcoords="offset points")
        axes.texts[-1].set(fontsize=8.5, color=theme.ink, ha="center")
    axes.tick_params(axis="x", colors=theme.soft, labelsize=8.5)
    axes.tick_params(length=0, pad=5)


def _scores(agreement: Agreement, name: str) -> str:
    own = agreement.table[agreement.table["chart"] == name].set_index("measure")
    r, rmse = own.loc["correlation"], own.loc["rmse"]
    if not np.isfinite(r["ci_low"]):
        return f"r = {r['value']:.2f}, RMSE {rmse['value']:.1f} points"
    return f"r = {r['value']:.2f} ({r['ci_low']:.2f} to {r['ci_high']:.2f}), RMSE {rmse['value']:.1f}"


def _subtitle(agreement: Agreement) -> str:
    made = agreement.made
    return f"the {made['pairs']} pairs of {len(made['characters'])} characters that all charts and people have"


def _head(figure: Figure, title: str, subtitle: str, width: float, height: float, theme: Theme) -> None:
    size = min(14.5, 107 * (width - 0.5) / len(title))
    left = 0.25 / width
    figure.text(left, 1 - 0.38 / height, title, fontsize=size, fontweight="bold", color=theme.ink, va="center")
    figure.text(left, 1 - 0.7 / height, subtitle, fontsize=9.2, color=theme.soft, va="center")


def _foot(figure: Figure, notes: str, width: float, height: float, theme: Theme) -> None:
    lines = "\n".join(textwrap.wrap(notes, int(15.5 * (width - 0.5))))
    figure.text(0.25 / width, 0.12 / height, lines, fontsize=7.8, color=theme.soft, va="bottom")
