"""What to open with: mixes of all characters by kind of move and position, and what classes of openers are worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from yomisim.estimate import intervals
from yomisim.estimate.combats import Combats
from yomisim.estimate.moves import CLASS_WORDS, MOVE_KINDS
from yomisim.estimate.result import Matchups
from yomisim.estimate.trials import ANYTHING, CAST, CORRECTION, Trials
from yomisim.report.colours import CLAMP_HIGH, readable
from yomisim.report.figure_changes import signed
from yomisim.report.opener_words import KIND_COLOURS, KIND_WORDS, POSITIONS
from yomisim.report.page.material import Material, policies_of
from yomisim.report.page.parts import cell, edition_title, name, render

#: A gain or cost by so much has the strongest colour (fraction of a game).
REACH = 0.15
#: Segments of bars from this share on have their figure written into them.
WRITTEN = 0.085
#: Cells of payoffs from fewer trials say nothing.
FEWEST = 30
#: Most costly openers that are told.
NAMED = 12
#: So many trials are needed for charts of single characters, and to tell classes of the other player's openers apart.
ENOUGH = 40_000


def html(material: Material) -> str:
    """One part for each edition whose combats were counted or whose openers were tried."""
    parts = [_edition(material, result) for result in material.results if _known(material, result)]
    correction = intervals.CORRECTIONS[CORRECTION][0]
    if not parts:
        return ""
    solves = "equilibrium" in material.policy
    return render("sections/openers", editions=parts, kinds=legend(), correction=correction, solves=solves)


def _known(material: Material, result: Matchups) -> bool:
    return result.combats is not None or result.edition in material.trials


def _edition(material: Material, result: Matchups) -> dict[str, Any]:
    trials = material.trials.get(result.edition)
    return {
        "id": result.edition,
        "title": edition_title(result),
        "policy": policies_of(result),
        "mixes": None if result.combats is None else mixes(result, result.combats),
        "combats": 0 if result.combats is None else _combats(result.combats),
        "payoffs": None if trials is None else cast_payoffs(trials, result.combats),
        "trials": 0 if trials is None else int(trials.made["trials"]),
        "every": 0 if trials is None else trials.made["every"],
        "games": 0 if trials is None else int(trials.made["games"]),
        "costly": [] if trials is None else _costly(result, trials),
        "told": 0 if trials is None else len(_told(trials)),
        "moves": 0 if trials is None else int((trials.gains["kind"] != "none").sum()),
    }


def _combats(combats: Combats) -> int:
    """How often a character chose a combat card."""
    own = combats.sorts[(combats.sorts["position"] == "all") & (combats.sorts["sorted_by"] == "kind")]
    return int(own.groupby("character")["n"].first().sum())


def legend() -> list[dict[str, str]]:
    """Kinds of move with their classes in the style sheet."""
    return [{"kind": kind, "word": KIND_WORDS[kind]} for kind in MOVE_KINDS]


def kind_style() -> str:
    """Colours of the kinds of move as rules of a style sheet."""
    return "\n".join(
        f".k-{kind} {{ background: {colour}; color: {readable(colour)}; }}" for kind, colour in KIND_COLOURS.items()
    )


def mixes(result: Matchups, combats: Combats) -> dict[str, Any]:
    """A bar for each character and kind of position, the strongest first."""
    order = [str(i) for i in result.strengths()["character"]]
    sorts = combats.sorts[combats.sorts["sorted_by"] == "kind"]
    there = [position for position in POSITIONS if (sorts["position"] == position).any()]
    by = dict(iter(sorts.groupby(["character", "position"])))
    rows = [
        {
            "name": name(result, i),
            "href": f"#character-{i}",
            "bars": [
                stack(by[i, position], f"{name(result, i)}, {POSITIONS[position]}") if (i, position) in by else None
                for position in there
            ],
        }
        for i in order
    ]
    return {"columns": [POSITIONS[position].capitalize() for position in there], "rows": rows}


def stack(shares: pd.DataFrame, head: str) -> dict[str, Any]:
    """A stacked bar of kinds of move.

    Parameters
    ----------
    shares : rows of `Combats.sorts`, by kind. head : what is shown above the figures on hover.
    """
    parts, lines = [], []
    for row in shares.itertuples(index=False):
        if row.value > 0:
            text = f"{100 * row.value:.0f}" if row.value >= WRITTEN else ""
            parts.append({"kind": row.sort, "width": f"{100 * row.value:.2f}", "text": text})
        lines.append(f"{KIND_WORDS[row.sort]} {percent(row)}")
    combats = int(shares["n"].iloc[0])
    return {"parts": parts, "head": head, "tip": "\n".join([*lines, f"{combats:,} combats"])}


def percent(row: Any) -> str:
    """A share with its interval in percent, such as ``12.3% (95%: 12.1 to 12.5)``."""
    digits = 2 if row.ci_high - row.ci_low < 0.002 else 1
    value, low, high = (f"{100 * end:.{digits}f}" for end in (row.value, row.ci_low, row.ci_high))
    return f"{value}% (95%: {low} to {high})"


def cast_payoffs(trials: Trials, combats: Combats | None) -> dict[str, Any] | None:
    """Gains of classes of openers against classes, over all characters, with how often each is played."""
    shares = {} if combats is None else {**_shares(combats, "kind"), **_shares(combats, "class")}
    if is_few(trials):
        return payoffs(trials, CAST, "kind", MOVE_KINDS, shares)
    return payoffs(trials, CAST, "class", CLASS_WORDS, shares)


def is_few(trials: Trials) -> bool:
    """Whether there are too few trials for fine charts."""
    return int(trials.made["trials"]) < ENOUGH


def _shares(combats: Combats, sorted_by: str) -> dict[str, float]:
    """How often each kind or class of move is opened with, over the whole cast, by the word for it."""
    own = combats.sorts[(combats.sorts["position"] == "all") & (combats.sorts["sorted_by"] == sorted_by)]
    opened = (own["value"] * own["n"]).groupby(own["sort"]).sum()
    return {KIND_WORDS.get(sort, sort): float(value) for sort, value in (opened / opened.sum()).items()}


def payoffs(
    trials: Trials, who: str, met_by: str, met: Iterable[str], shares: dict[str, float] | None = None
) -> dict[str, Any] | None:
    """A chart of gains in points: rows what is tried, columns what the other player opens with, at the end anything.

    Parameters
    ----------
    who : a character, or CAST. met_by, met : the columns, see `Trials.payoffs`.
    shares : how often each kind and class is opened with, for the headings.
    """
    table = trials.payoffs[trials.payoffs["character"] == who]
    table = table[table["n"] >= FEWEST]
    by = {(row[3], row[4], row[5]): row for row in table.itertuples(index=False, name=None)}
    columns = [word for word in met if any((sort, met_by, word) in by for sort in CLASS_WORDS)]
    rows = []
    for sort in CLASS_WORDS:
        if (sort, ANYTHING, ANYTHING) not in by:
            continue
        cells = [_gain_cell(by.get((sort, met_by, word)), sort, KIND_WORDS.get(word, word)) for word in columns]
        whole = _gain_cell(by[sort, ANYTHING, ANYTHING], sort, ANYTHING)
        rows.append({"name": _with_share(sort, shares), "href": "", "cells": [*cells, whole]})
    if not rows:
        return None
    heads = [_with_share(KIND_WORDS.get(word, word), shares) for word in columns]
    return {"columns": [*heads, ANYTHING], "rows": rows}


def _with_share(word: str, shares: dict[str, float] | None) -> str:
    if not shares or word not in shares:
        return word
    return f"{word} {100 * shares[word]:.0f}%" if shares[word] >= 0.005 else f"{word} <1%"


def _gain_cell(row: tuple[Any, ...] | None, sort: str, met: str) -> dict[str, Any] | None:
    if row is None:
        return None
    *_, n, value, low, high = row
    rate = 0.5 + max(-1.0, min(1.0, value / REACH)) * (CLAMP_HIGH - 0.5)
    clear = not low <= 0 <= high
    lines = [
        f"{signed(100 * value, 1)} points (95%: {signed(100 * low, 1)} to {signed(100 * high, 1)})",
        "" if clear else "cannot be told from no difference",
        f"tried {n:,} times",
    ]
    return cell(signed(100 * value, 0), rate, clear, f"{sort} against {met}", lines)


def _costly(result: Matchups, trials: Trials) -> list[dict[str, Any]]:
    """The moves whose gain differs from 0 beyond chance, the costliest first."""
    return [
        {
            "character": name(result, row.character),
            "href": f"#character-{row.character}",
            "move": row.move,
            "gain": signed(100 * row.value, 1),
            "interval": f"{signed(100 * row.ci_low, 1)} to {signed(100 * row.ci_high, 1)}",
            "value": 100 * row.value,
            "n": int(row.n),
            "opened": _opened(result.combats, row.character, row.move),
        }
        for row in _told(trials).head(NAMED).itertuples(index=False)
    ]


def _told(trials: Trials) -> pd.DataFrame:
    """The rows of what differs beyond chance, sorted; no-card apart, which costs everybody."""
    table = trials.gains[(trials.gains["p_adjusted"] < 0.05) & (trials.gains["kind"] != "none")]
    return table.sort_values("value", kind="stable")


def _opened(combats: Combats | None, character: str, move: str) -> dict[str, Any]:
    """How often a move is opened with where it is held."""
    if combats is None:
        return {"text": "", "value": 0}
    table = combats.moves
    own = table[(table["character"] == character) & (table["move"] == move) & (table["figure"] == "opened when held")]
    if own.empty:
        return {"text": "–", "value": 0}
    value = 100 * float(own["value"].iloc[0])
    return {"text": f"{value:.1f}%", "value": value}
