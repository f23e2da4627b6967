"""What a change would do: the edition change taken apart into patches as the example, and how to ask for others."""

from __future__ import annotations

from typing import Any

import numpy as np

from yomisim.estimate.edition_parts import RULES, WHOLE
from yomisim.estimate.headline import shown_decimals
from yomisim.report.figure_changes import signed
from yomisim.report.page.material import Material
from yomisim.report.page.parts import render

#: Parts that are no character, in words.
WORDS = {WHOLE: "the whole edition", RULES: "its rules alone"}


def html(material: Material) -> str:
    """A table with one row per part, and the commands."""
    table, changes = material.parts, material.changes
    if table is None or changes is None:
        return ""
    # The figure itself is known no better than its largest change.
    coarsest = 50 * float((table["balance_high"] - table["balance_low"]).max())
    rows = [
        {
            "part": WORDS.get(row.part) or f"{material.names.get(row.part, row.part)} alone",
            "difference": _interval(row.difference, row.ci_low, row.ci_high),
            "value": 0.0 if np.isnan(row.difference) else 100 * row.difference,
            "affected": row.affected,
            "changed": row.changed,
            "balance": f"{100 * row.balance_after:.{shown_decimals(coarsest, 2)}f}",
            "balance_change": _interval(row.balance_difference, row.balance_low, row.balance_high),
            "balance_value": 100 * row.balance_difference,
        }
        for row in table.itertuples()
    ]
    return render(
        "sections/patches",
        rows=rows,
        before=changes.before.edition,
        after=changes.after.edition,
        games=int(table["games"].iloc[0]),
        balance=f"{100 * table['balance_before'].iloc[0]:.{shown_decimals(coarsest, 2)}f}",
        policy=material.parts_policy,
    )


def _interval(value: Any, low: Any, high: Any) -> str:
    if np.isnan(value):
        return ""
    digits = 2 if np.isnan(low) else shown_decimals(50 * (high - low), 2)
    sure = "" if np.isnan(low) else f" ({signed(100 * low, digits)} to {signed(100 * high, digits)})"
    return f"{signed(100 * value, digits)}{sure}"
