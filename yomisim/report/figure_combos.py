"""Pictures of combo damage: one character, and all of them in one overview."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from yomisim.estimate.combo_hands import ANY_STARTER
from yomisim.estimate.combo_parts import AnyCombo, AnyCombos, Starter
from yomisim.report.colours import LIGHT, Theme, mix, readable
from yomisim.report.figures import STYLE, bare

#: Lines of the picture of hands, beside the one for any starter.
STARTERS_SHOWN = 3
NOTE = "a dot is the best combo with so many cards, the largest is written out"
_ROW = 0.34


def character_picture(found: AnyCombos, hands: pd.DataFrame, theme: Theme = LIGHT) -> Figure:
    """One character: for every starter the best damage by number of cards, and below what random hands are worth.

    Each dot is the best combo with so many cards (the number in it); the largest is written out at the right.
    """
    rows = _alike(found.starters)
    height_rows = _ROW * len(rows)
    lower = 2.3 if not hands.empty else 0.0
    top, between, bottom = 0.95, 0.95, 0.62
    height = top + height_rows + (between + lower if lower else 0) + bottom
    labels = [_best_text(starter.best) for _, starter in rows]
    curves = _curves(found, hands)
    longest = max(map(len, [*labels, *(label for _, label in curves)]))
    left, right = 0.35 + 0.084 * max(len(name) for name, _ in rows), 0.35 + 0.082 * longest
    width = left + 5.4 + right
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        size = ((width - left - right) / width, height_rows / height)
        axes = figure.add_axes((left / width, 1 - (top + height_rows) / height, *size))
        _ladders(axes, rows, labels, theme)
        if lower:
            below = figure.add_axes((left / width, bottom / height, size[0], lower / height))
            _hand_curves(below, curves, hands, theme)
        place = found.place
        also = f" with {', '.join(place.setting.names)}" if place.setting.names else ""
        title = f"{place.character.short_name}: combo damage{also}"
        subtitle = f"{place.game.called} · {NOTE}"
        _titles(figure, theme, 0.3, width, height, title, subtitle)
        if place.doubt:
            figure.text(0.3 / width, 0.12 / height, place.doubt, color=theme.soft, fontsize=8.5)
    return figure


def overview(found: Sequence[AnyCombos], theme: Theme = LIGHT) -> Figure:
    """All characters: the most damage with each number of cards, whatever the starter, with the combo.

    The darker a cell, the more damage for each of its cards. The best of a row is framed.
    """
    most = max(each.best.best.cards for each in found if each.best is not None)
    doubtful = [each.place.doubt != "" for each in found]
    names = [each.place.character.short_name + ("*" if doubt else "") for each, doubt in zip(found, doubtful)]
    cell_w, cell_h, left, top, bottom = 1.45, 0.62, 1.25, 1.3, 0.55
    width, height = left + cell_w * most + 0.25, top + cell_h * len(found) + bottom
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=theme.background)
        axes = figure.add_axes((left / width, bottom / height, cell_w * most / width, cell_h * len(found) / height))
        bare(axes, theme)
        axes.set_xlim(0.5, most + 0.5)
        axes.set_ylim(len(found) - 0.5, -0.5)
        for row, each in enumerate(found):
            _overview_row(axes, row, each, most, theme)
        axes.set_yticks(range(len(found)), names, color=theme.ink, fontsize=10.5)
        axes.set_xticks(range(1, most + 1), [f"{n} card{'' if n == 1 else 's'}" for n in range(1, most + 1)])
        axes.xaxis.tick_top()
        axes.tick_params(length=0, pad=5, colors=theme.ink, labelsize=10)
        game = found[0].place.game
        subtitle = f"the combo that deals most with exactly so many cards, from any starter; {found[0].SIGNS}"
        _titles(figure, theme, left, width, height, f"{game.called}: combo damage", subtitle)
        note = "darker: more damage a card · framed: the most of the character · -: no combo takes so many cards"
        note += " · *: provisional" if any(doubtful) else ""
        figure.text(left / width, 0.2 / height, note, color=theme.soft, fontsize=8.5)
    return figure


def _alike(starters: Sequence[Starter]) -> list[tuple[str, Starter]]:
    """Starters of one name but for the rank, with the same combos, in one row with the ranks of all."""
    rows: dict[tuple, list[Starter]] = {}
    for starter in starters:
        what = tuple((combo.cards, combo.damage, combo.sequence.partition(">")[2]) for combo in starter.by_cards)
        rows.setdefault((starter.name.partition(" ")[2], what), []).append(starter)
    return [(_joined([starter.name for starter in each]), each[0]) for each in rows.values()]


def _joined(names: list[str]) -> str:
    """``7, 8, 9, 10 throw``."""
    ranks = ", ".join(name.partition(" ")[0] for name in names)
    return f"{ranks} {names[0].partition(' ')[2]}".rstrip()


def _best_text(best: AnyCombo) -> str:
    return f"{best.damage}  {_shortened(best.sequence)}"


def _ladders(axes: Axes, rows: Sequence[tuple[str, Starter]], labels: Sequence[str], theme: Theme) -> None:
    bare(axes, theme)
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    farthest = max(starter.best.damage for _, starter in rows)
    axes.set_xlim(0, farthest * 1.03 + 1)
    axes.grid(axis="x", color=theme.soft, alpha=0.2, linewidth=0.7)
    axes.set_axisbelow(True)
    for place, (_, starter) in enumerate(rows):
        better = _climbing(starter.by_cards)
        axes.hlines(place, better[0].damage, better[-1].damage, color=theme.soft, alpha=0.45, linewidth=1.4)
        for combo in better:
            last = combo is better[-1]
            colour = mix(theme.favoured, theme.ink, 0.15) if last else mix(theme.background, theme.favoured, 0.45)
            axes.scatter(combo.damage, place, s=118, color=colour, linewidths=0, zorder=3)
            ink = readable(colour, theme)
            axes.text(combo.damage, place, str(combo.cards), ha="center", va="center_baseline", fontsize=7.5, color=ink)
        across = ("axes fraction", "data")
        axes.annotate(labels[place], (1.02, place), xycoords=across, va="center_baseline", fontsize=9, color=theme.ink)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], color=theme.ink, fontsize=9)
    axes.tick_params(length=0, pad=5)
    axes.tick_params(axis="x", colors=theme.soft, labelsize=8.5)


def _climbing(by_cards: Sequence[AnyCombo]) -> list[AnyCombo]:
    """Those that deal more than all with fewer cards."""
    better: list[AnyCombo] = []
    for combo in by_cards:
        if not better or combo.damage > better[-1].damage:
            better.append(combo)
    return better


def _shortened(sequence: str, most: int = 32) -> str:
    return sequence if len(sequence) <= most else sequence[: most - 1].rpartition(">")[0] + ">…"


def _curves(found: AnyCombos, hands: pd.DataFrame) -> list[tuple[str, str]]:
    """Starters whose hands are drawn, with labels: any, and the best of those that other cards make better."""
    if hands.empty:
        return []
    at_end = hands[hands["hand"] == hands["hand"].max()].set_index("starter")["damage"]
    rows = [(label, starter) for label, starter in _alike(found.starters) if len(starter.by_cards) > 1]
    best = sorted(rows, key=lambda row: -at_end.get(row[1].name, 0.0))[:STARTERS_SHOWN]
    return [(ANY_STARTER, "any starter"), *((starter.name, f"with {label}") for label, starter in best)]


def _hand_curves(axes: Axes, curves: Sequence[tuple[str, str]], hands: pd.DataFrame, theme: Theme) -> None:
    bare(axes, theme)
    strong = [mix(colour, theme.ink, 0.2) for colour in (theme.favoured, theme.against, theme.soft)]
    ends, highest = [], 1.0
    for (name, label), colour in zip(curves, [theme.ink, *strong]):
        rows = hands[hands["starter"] == name].sort_values("hand").dropna(subset=["damage"])
        wide = 2.4 if name == ANY_STARTER else 1.5
        axes.fill_between(rows["hand"], rows["ci_low"], rows["ci_high"], color=colour, alpha=0.18, linewidth=0)
        axes.plot(rows["hand"], rows["damage"], color=colour, linewidth=wide, marker="o", markersize=3.5)
        ends.append((float(rows["damage"].iloc[-1]), label, colour))
        highest = max(highest, float(rows["damage"].max()))
    axes.set_ylim(0, 1.08 * highest)
    axes.set_xlim(hands["hand"].min() - 0.2, hands["hand"].max() + 0.2)
    for place, (_, label, colour) in zip(_apart([end[0] for end in ends], 0.09 * highest), ends):
        axes.annotate(label, (1.02, place), xycoords=("axes fraction", "data"), va="center", fontsize=9, color=colour)
    axes.grid(color=theme.soft, alpha=0.2, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.set_xticks(sorted(set(hands["hand"])))
    axes.tick_params(length=0, colors=theme.soft, labelsize=8.5)
    title = "mean of the best damage from a random hand (of those that hold the starter)"
    axes.set_title(title, loc="left", fontsize=10, color=theme.ink, pad=8)
    axes.set_xlabel("cards in hand", fontsize=9, color=theme.soft)


def _apart(values: Sequence[float], least: float) -> list[float]:
    """Places for labels at these values, moved until none stands on another."""
    order = np.argsort(values)
    places = np.array(values, dtype=float)
    for _ in range(50):
        for low, high in pairwise(order):
            gap = places[high] - places[low]
            if gap < least:
                places[low] -= (least - gap) / 2
                places[high] += (least - gap) / 2
    return [float(place) for place in places]


def _overview_row(axes: Axes, row: int, found: AnyCombos, most: int, theme: Theme) -> None:
    combos = [combo for starter in found.starters for combo in starter.by_cards]
    best = max(combo.damage for combo in combos)
    framed = False
    for cards in range(1, most + 1):
        able = [combo for combo in combos if combo.cards == cards]
        corner = (cards - 0.5, row - 0.5)
        if not able:
            axes.text(cards, row, "-", ha="center", va="center", color=theme.soft)
            continue
        combo = min(able, key=lambda each: each.order)
        colour = mix(theme.even, theme.favoured, min(1.0, max(0.0, (combo.per_card - 4) / 10)))
        axes.add_patch(Rectangle(corner, 1, 1, facecolor=colour, edgecolor=theme.background, linewidth=1.5))
        ink = readable(colour, theme)
        axes.text(cards, row - 0.16, str(combo.damage), ha="center", va="center", fontsize=11.5, color=ink)
        axes.text(cards, row + 0.25, _shortened(combo.sequence, 18), ha="center", va="center", fontsize=7.8, color=ink)
        if combo.damage == best and not framed:
            framed = True
            inner = (corner[0] + 0.03, corner[1] + 0.05)
            axes.add_patch(Rectangle(inner, 0.94, 0.9, fill=False, edgecolor=theme.ink, linewidth=1.4))


def _titles(figure: Figure, theme: Theme, left: float, width: float, height: float, title: str, subtitle: str) -> None:
    figure.text(left / width, 1 - 0.32 / height, title, fontsize=14, fontweight="bold", color=theme.ink, va="center")
    figure.text(left / width, 1 - 0.62 / height, subtitle, fontsize=9, color=theme.soft, va="center")
