"""Combats of one character in one edition: its openers, which moves win, who wins from a lead, what cards are for.

Everything here is read from the tables of `estimate.combats` and `estimate.trials`.
"""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from yomisim.estimate.combats import Combats
from yomisim.estimate.moves import MOVE_KINDS
from yomisim.estimate.result import Matchups
from yomisim.estimate.trials import Trials
from yomisim.report.figure_changes import signed
from yomisim.report.opener_words import KIND_WORDS, POSITIONS
from yomisim.report.page.openers import is_few, payoffs, percent, stack
from yomisim.report.page.parts import cell, name

#: Moves that are named in a sentence: of those that win, and of those that are hardly ever right.
WINNERS, SELDOM = 3, 4
#: A move is hardly ever right where the policy opens with it, and uses it in combos, in a smaller part than this of the
#: combats in which it is held (upper end of the interval), and trying it gained nothing; held in at least such a part.
HARDLY, HELD = 0.03, 0.05
#: A sentence tells who wins from a lead of this band (its smaller end) in this turn.
LEAD, TURN = 15, 9
#: A cell of leads needs so many games.
FEWEST = 20
USE_WORDS = {
    "opener": "opening a combat",
    "combo": "in combos",
    "pump": "as a pump",
    "ace cost": "as a further Ace of a move",
    "ability": "for its ability",
    "cost": "to pay for an ability",
    "power up": "in power ups",
    "face down": "face down",
    "discarded": "discarded",
}


def combat_parts(result: Matchups, trials: Trials | None, character: str) -> dict[str, Any] | None:
    """Everything of a character's combats in one edition, or None where they were not counted."""
    if result.combats is None:
        return None
    own = _Own(result.combats, trials, character)
    shown = name(result, character)
    return {
        "mix": stack(own.kinds("all"), f"{shown}, {POSITIONS['all']}"),
        "combats": int(own.kinds("all")["n"].iloc[0]),
        "wins": _winners(own),
        "hardly": _hardly(own),
        "lead": _lead_words(own),
        "positions": [POSITIONS[position] for position in own.positions],
        "moves": [_move_row(own, move) for move in own.order],
        "payoffs": None if trials is None or is_few(trials) else payoffs(trials, character, "kind", MOVE_KINDS),
        "leads": _leads(own, shown),
        "cards": _cards(own, shown),
    }


class _Own:
    """The rows of one character, by what they are about."""

    def __init__(self, combats: Combats, trials: Trials | None, character: str) -> None:
        def of(table: pd.DataFrame) -> pd.DataFrame:
            return table[table["character"] == character]

        self.sorts = of(combats.sorts)
        self.leads = of(combats.leads)
        self.cards = of(combats.cards)
        self.figures = {(row.move, row.figure): row for row in of(combats.moves).itertuples(index=False)}
        self.mixes = {(row.move, row.position): row for row in of(combats.mixes).itertuples(index=False)}
        self.gains = {} if trials is None else {row.move: row for row in of(trials.gains).itertuples(index=False)}
        self.order = [row.move for row in of(combats.mixes).itertuples(index=False) if row.position == "all"]
        self.positions = [position for position in POSITIONS if (self.sorts["position"] == position).any()]

    def kinds(self, position: str) -> pd.DataFrame:
        """Shares by kind of move at a kind of position."""
        return self.sorts[(self.sorts["position"] == position) & (self.sorts["sorted_by"] == "kind")]

    def held(self, move: str) -> float:
        """Share of combats in which a move could be opened with."""
        return float(self.mixes[move, "all"].held)

    def won(self, move: str) -> float:
        """Combats won by opening with a move."""
        row = self.figures.get((move, "wins"))
        return 0.0 if row is None else row.value * row.n


def _winners(own: _Own) -> list[dict[str, str]]:
    """The moves that win most combats, as parts of a sentence."""
    total = sum(own.won(move) for move in own.order)
    best = sorted(own.order, key=lambda move: -own.won(move))[:WINNERS]
    return [
        {
            "move": move,
            "share": f"{100 * own.won(move) / total:.0f}%",
            "rate": f"{100 * own.figures[move, 'wins'].value:.0f}%",
            "dealt": _dealt(own.figures[move, "dealt"].value),
        }
        for move in best
        if own.won(move) > 0
    ]


def _dealt(damage: float) -> str:
    return f", {damage:.1f} damage each" if damage >= 0.05 else ""


def _hardly(own: _Own) -> dict[str, Any]:
    """Moves that are hardly ever right to play, the costliest first, and how many more there are."""
    found = [move for move in own.order if own.held(move) >= HELD and _seldom(own, move)]
    found.sort(key=lambda move: own.gains[move].value if move in own.gains else 0.0)
    told = [
        {
            "move": move,
            "opened": f"{100 * own.figures[move, 'opened when held'].value:.1f}%",
            "cost": _cost_words(own.gains.get(move)),
        }
        for move in found[:SELDOM]
    ]
    return {"told": told, "more": len(found) - len(told)}


def _seldom(own: _Own, move: str) -> bool:
    """See HARDLY."""
    gain = own.gains.get(move)
    if own.mixes[move, "all"].kind == "none" or (gain is not None and gain.ci_low > 0):
        return False
    combo = own.figures.get((move, "in combos when held"))
    return own.figures[move, "opened when held"].ci_high < HARDLY and (combo is None or combo.ci_high < HARDLY)


def _cost_words(gain: Any) -> str:
    """What opening with it costs, if that can be told."""
    if gain is None:
        return ""
    low, high = 100 * gain.ci_low, 100 * gain.ci_high
    if low <= 0 <= high:
        return f"cost not told from 0, {signed(-high, 1)} to {signed(-low, 1)} points"
    return f"costs {-100 * gain.value:.1f} points, {-high:.1f} to {-low:.1f}"


def _lead_words(own: _Own) -> dict[str, Any] | None:
    """Who wins from a clear lead, and from as much behind."""
    at = own.leads[own.leads["turn"] == TURN]
    ahead, behind = at[at["lead_low"] == LEAD], at[at["lead_high"] == -LEAD]
    if ahead.empty or behind.empty or min(ahead["n"].iloc[0], behind["n"].iloc[0]) < FEWEST:
        return None
    high = int(ahead["lead_high"].iloc[0])
    shares = [f"{100 * float(row['value'].iloc[0]):.0f}%" for row in (ahead, behind)]
    return {"turn": TURN, "from": LEAD, "to": high, "ahead": shares[0], "behind": shares[1]}


def _move_row(own: _Own, move: str) -> dict[str, Any]:
    mix = own.mixes[move, "all"]
    gain = own.gains.get(move)
    return {
        "move": move,
        "kind": KIND_WORDS[mix.kind],
        "mix": [_share(own.mixes.get((move, position))) for position in own.positions],
        "held": _share(own.figures.get((move, "opened when held")), "of combats in which it is held"),
        "wins": _share(own.figures.get((move, "wins")), "of combats opened with it"),
        "dealt": _amount(own.figures.get((move, "dealt"))),
        "taken": _amount(own.figures.get((move, "taken"))),
        "combos": _share(own.figures.get((move, "in combos when held")), "of combats in which it is held"),
        "gain": None if gain is None else _gain(gain),
    }


def _share(row: Any, of: str = "of combats") -> dict[str, Any]:
    """A share as text, as a number to sort by, and for hover."""
    if row is None:
        return {"text": "–", "value": -1, "tip": ""}
    value = 100 * row.value
    text = "–" if value == 0 else "<0.1" if value < 0.05 else f"{value:.1f}"
    return {"text": text, "value": value, "tip": f"{percent(row)}\n{int(row.n):,} {of}"}


def _amount(row: Any) -> dict[str, Any]:
    if row is None:
        return {"text": "–", "value": -1, "tip": ""}
    tip = f"{row.value:.2f} life (95%: {max(0.0, row.ci_low):.2f} to {row.ci_high:.2f})\n{int(row.n):,} combats"
    return {"text": f"{row.value:.1f}", "value": row.value, "tip": tip}


def _gain(row: Any) -> dict[str, Any]:
    low, high = signed(100 * row.ci_low, 1), signed(100 * row.ci_high, 1)
    return {
        "text": signed(100 * row.value, 1),
        "interval": f"{low} to {high}",
        "value": 100 * row.value,
        "told": not row.ci_low <= 0 <= row.ci_high,
        "tip": f"{signed(100 * row.value, 1)} points (95%: {low} to {high})\ntried {int(row.n):,} times",
    }


def _leads(own: _Own, shown: str) -> dict[str, Any] | None:
    """Turn by turn (rows) how many games are won from each lead (columns)."""
    table = own.leads[own.leads["n"] >= FEWEST]
    if table.empty:
        return None
    bands = own.leads[["lead_low", "lead_high"]].drop_duplicates()
    order = sorted(bands.itertuples(index=False, name=None), key=_middle)
    by = {(row.turn, *_ends(row.lead_low, row.lead_high)): row for row in table.itertuples(index=False)}
    rows = []
    for turn in sorted({int(turn) for turn in table["turn"]}):
        cells = [_lead_cell(by.get((turn, *_ends(*band))), shown, turn, band) for band in order]
        rows.append({"name": f"turn {turn}", "href": "", "cells": cells})
    return {"columns": [_band_words(*band) for band in order], "rows": rows}


def _ends(low: float, high: float) -> tuple[float | None, float | None]:
    """The ends of a band as something that equals itself."""
    return (None if math.isnan(low) else low, None if math.isnan(high) else high)


def _middle(band: tuple[float, float]) -> float:
    low, high = band
    return high - 1 if math.isnan(low) else low + 1 if math.isnan(high) else (low + high) / 2


def _band_words(low: float, high: float) -> str:
    if math.isnan(low):
        return f"{signed(high, 0)} or less"
    if math.isnan(high):
        return f"{signed(low, 0)} or more"
    return "even" if low < 0 < high else f"{signed(low, 0)} to {signed(high, 0)}"


def _lead_cell(row: Any, shown: str, turn: int, band: tuple[float, float]) -> dict[str, Any] | None:
    if row is None:
        return None
    told = not row.ci_low <= 0.5 <= row.ci_high
    lines = [f"wins {percent(row)}", "" if told else "cannot be told from even", f"{int(row.n):,} games"]
    head = f"{shown}, turn {turn}, {_band_words(*band)} ahead"
    return cell(f"{100 * row.value:.0f}", row.value, told, head.replace("even ahead", "about even"), lines)


def _cards(own: _Own, shown: str) -> list[dict[str, Any]]:
    """For each rank a bar of what its cards are used for."""
    rows = []
    for card, uses in own.cards.groupby("card", sort=False):
        parts, lines = [], []
        for row in uses.itertuples(index=False):
            width = 100 * row.value
            parts.append({"use": row.use.replace(" ", "-"), "width": f"{width:.2f}", "text": f"{width:.0f}"})
            if width < 9:
                parts[-1]["text"] = ""
            lines.append(f"{USE_WORDS[row.use]} {percent(row)}")
        uses_n = int(uses["n"].iloc[0])
        tip = "\n".join([*lines, f"{uses_n:,} uses"])
        rows.append({"card": card, "parts": parts, "n": uses_n, "head": f"{shown}: {card}", "tip": tip})
    return rows
