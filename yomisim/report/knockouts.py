"""What carries a character: as text, as JSON values, and as a folder with a picture."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from yomisim.estimate.headline import shown_decimals
from yomisim.estimate.knockouts import Knockouts
from yomisim.report.colours import LIGHT, Theme
from yomisim.report.figure_changes import signed
from yomisim.report.figures import STYLE, bare, dots
from yomisim.report.files import Staging
from yomisim.report.results import plain, write_results

#: Height of a row in inches.
ROW = 0.3


def amount_words(made: dict[str, Any]) -> str:
    """How many games were played for each opponent and change, in words."""
    if made.get("precision"):
        return f"to within {made['precision']:g} points an opponent"
    return f"{made['games_per_pair']:,} games an opponent and change"


def knockout_lines(result: Knockouts) -> list[str]:
    """The table, the dearest first."""
    made = result.made
    width = max(len(str(name)) for name in result.table["name"])
    lines = [
        f"{result.name}, {made['title']}, {made['edition']} edition: what each card and ability is worth, "
        f"{made['policies'][0]} play, {amount_words(made)}, same luck, seed {made['seed']}",
        f"data {made['data']}, hash {made['data_hash']}",
        "",
        f"{'':<{width}}           points of mean win rate lost without it, 95% interval   (* beyond chance)",
    ]
    for row in result.table.itertuples():
        if row.note:
            lines.append(f"{row.name:<{width}}  {row.kind:<8} cannot be blanked alone: {row.note}")
            continue
        d = shown_decimals(50 * (row.ci_high - row.ci_low), 2)
        lines.append(
            f"{row.name:<{width}}  {row.kind:<8} {100 * row.worth:+6.{d}f}  {100 * row.ci_low:+6.{d}f} to "
            f"{100 * row.ci_high:+6.{d}f}{' *' if row.real else ''}"
        )
    return lines


def knockout_record(result: Knockouts) -> dict[str, Any]:
    """What ``knockouts --json`` prints; worths are fractions."""
    rows = result.table.to_dict("records")
    return plain(
        {
            **result.made,
            "knockouts": [_with_interval(row) for row in rows],
            "matchups": [_with_interval(row) for row in result.matchups.to_dict("records")],
        }
    )


def _with_interval(row: dict[str, Any]) -> dict[str, Any]:
    return {**{k: v for k, v in row.items() if k not in ("ci_low", "ci_high")}, "ci95": [row["ci_low"], row["ci_high"]]}


def write_knockouts(stage: Staging, result: Knockouts, folder: str = "") -> list[str]:
    """Write tables, the picture and a manifest; the names of the files."""
    tables = {"knockouts": result.table, "knockouts_matchups": result.matchups}
    return write_results(stage, folder, tables, {"knockouts": knockout_plot(result)}, result.made)


def knockout_plot(result: Knockouts, theme: Theme = LIGHT) -> Figure:
    """The worth of each card and ability with its 95% interval, the dearest at the top."""
    frame = result.table[result.table["note"] == ""]
    count, made = len(frame), result.made
    labels = [f"{row.name}{' (ability)' if row.kind == 'ability' else ''}" for row in frame.itertuples()]
    left = 0.4 + 0.075 * max(map(len, labels))
    width, height = left + 5.2, 1.9 + ROW * count
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        axes = figure.add_axes((left / width, 0.75 / height, 4.3 / width, ROW * count / height))
        bare(axes, theme)
        worth, low, high = (100 * frame[name].to_numpy() for name in ("worth", "ci_low", "ci_high"))
        axes.set_ylim(count - 0.5, -0.5)
        reach = max(abs(low).max(), abs(high).max(), 0.5) * 1.1
        axes.set_xlim(min(low.min() * 1.1, -0.15 * reach), reach)
        axes.axvline(0, color=theme.soft, linewidth=1)
        axes.grid(axis="x", color=theme.soft, alpha=0.22, linewidth=0.7)
        dots(axes, np.arange(count), worth, low, high, theme, size=0.3, middle=0.0)
        axes.set_yticks(np.arange(count), labels, color=theme.ink, fontsize=9.5)
        axes.tick_params(axis="x", colors=theme.soft, labelsize=8.5)
        axes.tick_params(length=0, pad=5)
        for place, value in enumerate(worth):
            axes.text(1.02, place, signed(value, 1), transform=axes.get_yaxis_transform(), va="center")
            axes.texts[-1].set(color=theme.ink, fontsize=9.5)
        lines = [
            (f"{result.name}: what each card and ability is worth", 14, "bold", theme.ink, 0.38),
            (
                "points of mean win rate lost when it is blanked, 95% intervals, same luck",
                9,
                "normal",
                theme.soft,
                0.66,
            ),
            (
                f"{made['edition']} edition · {made['policies'][0]} play, {amount_words(made)}",
                9,
                "normal",
                theme.soft,
                0.86,
            ),
        ]
        for text, size, weight, colour, down in lines:
            figure.text(0.3 / width, 1 - down / height, text, fontsize=size, fontweight=weight, color=colour)
        note = f"an ordinary card of its rank and kind stands in place of a blanked one · data hash {made['data_hash']}"
        figure.text(0.3 / width, 0.12 / height, note, fontsize=8, color=theme.soft, va="bottom")
    return figure
