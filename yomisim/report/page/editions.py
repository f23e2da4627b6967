"""What one edition changed against the other, from games on the same luck."""

from __future__ import annotations

from typing import Any

from yomisim.estimate import editions, intervals
from yomisim.estimate.editions import Changes
from yomisim.estimate.headline import decimals
from yomisim.report.colours import CLAMP_HIGH
from yomisim.report.figure_changes import signed
from yomisim.report.page.material import Material
from yomisim.report.page.parts import CORRECTION, cell, name, p_words, render, unbroken

#: A change by so much has the strongest colour (fraction).
REACH = 0.2


def html(material: Material) -> str:
    """Sentences, the chart of changes, and both tables."""
    changes = material.changes
    if changes is None:
        return ""
    before, after = changes.before.made, changes.after.made
    table = changes.table
    order = table["difference"].abs().sort_values(ascending=False, kind="stable").index
    return render(
        "sections/editions",
        changes={
            "before": before["edition"].capitalize(),
            "after": after["edition"].capitalize(),
            "games_per_pair": before["games_per_pair"],
            "headline": [unbroken(sentence) for sentence in changes.headline()],
            "chart": chart(changes),
            "characters": [
                {"character": name(changes.before, row.character), **_change(row)}
                for row in changes.characters().itertuples(index=False)
            ],
            "matchups": [_changed_matchup(changes, row) for row in table.loc[order].itertuples(index=False)],
        },
        correction=intervals.CORRECTIONS[CORRECTION][0],
    )


def chart(changes: Changes) -> dict[str, Any]:
    """Change of the row's win rate against the column's in points, who gained most first."""
    people = changes.characters()
    order = [str(i) for i in people["character"]]
    square = editions.square(changes.table, order)
    rows_of = {(row.p1, row.p2): row for row in changes.table.itertuples(index=False)}
    rows = []
    for a, mean in zip(order, people["difference"]):
        cells = [
            None if a == b else _cell(changes, a, b, float(square.loc[a, b]), rows_of.get((a, b)) or rows_of[b, a])
            for b in order
        ]
        own = {"name": name(changes.before, a), "href": f"#character-{a}", "mean": signed(100 * mean, 1)}
        rows.append({**own, "cells": cells})
    return {"columns": [name(changes.before, i) for i in order], "rows": rows, "mean_title": "mean"}


def _cell(changes: Changes, a: str, b: str, difference: float, row: Any) -> dict[str, Any]:
    shown = _change(row if row.p1 == a else _turned(row))
    rate = 0.5 + max(-1.0, min(1.0, difference / REACH)) * (CLAMP_HIGH - 0.5)
    before, after = changes.before.edition, changes.after.edition
    lines = [
        f"{shown['before']} in the {before}, {shown['after']} in the {after} edition",
        f"{shown['difference']} points (95%: {shown['ci_low']} to {shown['ci_high']})",
        "" if row.changed else "cannot be told from no change",
    ]
    head = f"{name(changes.before, a)} against {name(changes.before, b)}"
    return cell(signed(100 * difference, 0), rate, bool(row.changed), head, lines)


def _turned(row: Any) -> Any:
    """The same matchup from the other side."""
    return row._replace(
        p1=row.p2,
        p2=row.p1,
        before=1 - row.before,
        after=1 - row.after,
        difference=-row.difference,
        ci_low=-row.ci_high,
        ci_high=-row.ci_low,
    )


def _changed_matchup(changes: Changes, row: Any) -> dict[str, Any]:
    """A matchup from the side that gained."""
    shown = _turned(row) if row.difference < 0 else row
    names = {"character": name(changes.before, shown.p1), "opponent": name(changes.before, shown.p2)}
    return {**names, **_change(shown)}


def _change(row: Any) -> dict[str, Any]:
    digits = max(1, min(2, decimals(50 * (row.ci_high - row.ci_low))))
    shown = {key: signed(100 * getattr(row, key), digits) for key in ("difference", "ci_low", "ci_high")}
    return {
        **shown,
        "before": f"{100 * row.before:.{digits}f}%",
        "after": f"{100 * row.after:.{digits}f}%",
        **{f"{key}_value": 100 * float(getattr(row, key)) for key in ("before", "after", "difference")},
        "p": float(row.p_adjusted),
        "p_words": p_words(row.p_adjusted),
        "changed": bool(row.changed),
    }
