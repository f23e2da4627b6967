"""How well the policies play: a small ladder, and how far best replies get where that was looked for."""

from __future__ import annotations

from typing import Any

import pandas as pd

from yomisim.estimate.ladder import MIRRORS, Ladder
from yomisim.report.page.material import Material
from yomisim.report.page.parts import bar, cell, render

#: What :func:`html` needs of the table of best replies.
REPLIES = ("edition", "target", "search", "games", "win_rate", "ci_low", "ci_high")


def html(material: Material) -> str:
    """The ladder as a chart and a table; what best replies reach where that was looked for."""
    ladder, found = material.ladder, material.exploitability
    if ladder is None and found is None:
        return ""
    return render(
        "sections/policies",
        chart=None if ladder is None else _chart(ladder),
        rows=[] if ladder is None else _rows(ladder.table),
        made={} if ladder is None else ladder.made,
        replies=[] if found is None else _replies(found[0]),
        other_weights=found is not None and not same_weights(material),
    )


def _chart(ladder: Ladder) -> dict[str, Any]:
    square = ladder.square(MIRRORS)
    order = list(square.mean(axis=1).sort_values(ascending=False, kind="stable").index)
    table = ladder.table[ladder.table["scope"] == MIRRORS]
    limits = {
        (row.policy1, row.policy2): (row.win_rate_1, row.ci_low, row.ci_high, row.games)
        for row in table.itertuples(index=False)
    }
    rows = []
    for a in order:
        cells: list[dict[str, Any] | None] = []
        for b in order:
            if a == b:
                cells.append(None)
                continue
            if (a, b) in limits:
                rate, low, high, games = limits[a, b]
            else:
                other = limits[b, a]
                rate, low, high, games = 1 - other[0], 1 - other[2], 1 - other[1], other[3]
            shown = bar(rate, low, high)
            lines = [f"wins {shown['rate']}% (95%: {shown['low']} to {shown['high']})", f"{int(games):,} mirror games"]
            cells.append(cell(f"{100 * rate:.0f}%", rate, not low <= 0.5 <= high, f"{a} against {b}", lines))
        rows.append({"name": a, "href": "", "cells": cells, "mean": f"{100 * square.loc[a].mean():.0f}"})
    return {"columns": order, "rows": rows, "mean_title": "mean %"}


def _rows(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {
            "first": row.policy1,
            "second": row.policy2,
            "scope": row.scope,
            "games": int(row.games),
            **bar(row.win_rate_1, row.ci_low, row.ci_high),
        }
        for row in table.itertuples(index=False)
    ]


def _replies(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {
            "edition": row.edition,
            "target": row.target,
            "search": row.search,
            "games": int(row.games),
            **bar(row.win_rate, row.ci_low, row.ci_high),
        }
        for row in table.itertuples(index=False)
    ]


def same_weights(material: Material) -> bool:
    """Whether best replies were looked for against the weights that played the page's games."""
    found = material.exploitability
    known = {result.made.get("policy_hash") for result in material.results}
    return found is not None and found[1].get("policy_hash") in known
