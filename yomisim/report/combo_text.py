"""Combos as plain text for a terminal."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pandas as pd

from yomisim.estimate.combo_hands import ANY_STARTER
from yomisim.estimate.combo_parts import AnyCombo, AnyCombos, Starter
from yomisim.paths import label

if TYPE_CHECKING:
    from yomisim.scenario.combo_verdict import Verdict

#: How many combos with fewer cards a line shows.
MOST_SHORTER = 4


def combo_lines(found: AnyCombos, hands: pd.DataFrame | None) -> list[str]:
    """What `combos` prints: the best of every starter, the shorter ones, random hands, and the switches."""
    place = found.place
    lines = [f"{place.called}: {_what(place)}", *_data(place), ""]
    if found.best is None:
        return [*lines, "  nothing in this hand can begin a combo"]
    wide = max(len(starter.name) for starter in found.starters)
    far = max(len(starter.best.sequence) for starter in found.starters)
    heads = "".join(f"{head:>{len(head) + 2}}" for head in found.KIND.COSTS.values())
    lines.append(
        f"{'starter':<{wide}}  damage  {'combo':<{far}}  cards{heads}  points  a card  a point  with fewer cards"
    )
    for starter in found.starters:
        best = starter.best
        shorter = _shorter(starter)
        mark = "*" if starter is found.best else " "
        costs = "".join(f"{getattr(best, name):>{len(head) + 2}}" for name, head in found.KIND.COSTS.items())
        row = (
            f"{starter.name:<{wide}} {best.damage:>6}{mark}  {best.sequence:<{far}}  {best.cards:>5}{costs} "
            f"{best.combo_points:>7} {best.per_card:>7.1f} {_per_point(best):>8}  {shorter}"
        )
        lines.append(row.rstrip())
    lines.append("* the most of all")
    if hands is not None:
        lines += ["", *_hand_lines(hands, wide)]
    return [*lines, "", *_switch_lines(place)]


def _shorter(starter: Starter) -> str:
    """The best combos of two cards and more below that of the best, the first few."""
    combos = [combo for combo in starter.by_cards if len(combo.steps) > 1 or combo.steps[0][1]]
    combos = [combo for combo in combos if combo.cards < starter.best.cards]
    texts = [f"{combo.sequence} ({combo.damage})" for combo in combos[:MOST_SHORTER]]
    return ", ".join(texts) + (", ..." if len(combos) > MOST_SHORTER else "")


def verdict_lines(verdict: Verdict, place: Any) -> list[str]:
    """What `combos --play` prints."""
    lines = [f"{place.called}: {verdict.sequence} (begins with {verdict.starter})", *_data(place)]
    part = verdict.combo
    if verdict.legal and part is not None:
        return [*lines, f"  legal: {verdict.damage} damage; {_costs(part)}"]
    lines.append(f"  not legal at {verdict.at}: {verdict.sentence} [{verdict.rule}]")
    if part is not None:
        lines.append(f"  up to there: {part.sequence}, {part.damage} damage; {_costs(part)}")
    return lines


def _costs(combo: AnyCombo) -> str:
    cards, points = _several(combo.cards, "card"), _several(combo.combo_points, "combo point")
    return ", ".join([cards, *combo.costs(), points])


def _several(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _data(place: Any) -> list[str]:
    lines = [f"data {label(place.game.folder)}, hash {place.game.data_hash}"]
    return [*lines, *([place.doubt] if place.doubt else [])]


def _what(place: Any) -> str:
    what = "most damage with any cards of the deck"
    if place.is_hand:
        cards = " ".join(place.card_names()) or "no cards"
        what = f"most damage from {cards}" + (" (with the opening)" if place.opening is not None else "")
    if place.after_dodge:
        what += ", after a dodge"
    names = place.setting.names
    return what + (f"; {', '.join(names)}" if names else "")


def _per_point(combo: AnyCombo) -> str:
    return "-" if combo.per_point is None else f"{combo.per_point:.1f}"


def _hand_lines(hands: pd.DataFrame, wide: int) -> list[str]:
    sizes = sorted(set(hands["hand"]))
    head = f"{'cards in hand':<{wide}} " + "".join(f"{size:>8}" for size in sizes)
    names = list(dict.fromkeys(hands["starter"]))
    lines = ["mean of the best damage from a random hand that holds the starter", head]
    lines += _grid(hands, names, wide, "damage", lambda mean: f"{mean:.1f}")
    sampled = hands[~hands["exact"]]
    if not sampled.empty:
        half = ((sampled["ci_high"] - sampled["ci_low"]) / 2).max()
        counted = (
            f"up to {min(sampled['hand']) - 1} cards every hand is counted, from there on "
            if any(hands["exact"])
            else ""
        )
        more = f", with {hands['meter'].iloc[0]} meter" if "meter" in hands else ""
        lines.append(
            f"{counted}{max(sampled['n']):,} random hands of each size{more}; 95% intervals are ±{half:.2f} and less"
        )
    lines += ["", "chance in % that all cards of the starter's best combo are in a random hand", head]
    starters = [name for name in names if name != ANY_STARTER]
    return lines + _grid(hands, starters, wide, "chance_max", _percent)


def _grid(hands: pd.DataFrame, names: list[str], wide: int, column: str, form: Callable[[float], str]) -> list[str]:
    """A line for each starter, a figure for each size of hand."""
    lines = []
    for name in names:
        values = hands[hands["starter"] == name].sort_values("hand")[column]
        cells = "".join(f"{'-' if math.isnan(value) else form(value):>8}" for value in values)
        lines.append(f"{'(any starter)' if name == ANY_STARTER else name:<{wide}} {cells}")
    return lines


def _percent(chance: float) -> str:
    return f"{100 * chance:.3g}" if chance == 0 or chance >= 1e-5 else "<0.001"


def _switch_lines(place: Any) -> list[str]:
    lines = []
    for option, texts in place.switch_texts().items():
        lines += [f"{option}:", *(f"  {text}" for text in texts)] if texts else []
    return lines
