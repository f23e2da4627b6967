"""How near the charts are to how people's games ended: every policy and edition that was played, with yardsticks."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pandas as pd

from yomisim.estimate.agreement import CHART, MEASURES, Agreement
from yomisim.estimate.human import PROMISE
from yomisim.report.figure_agreement import scatter
from yomisim.report.page.material import Material, chart_name
from yomisim.report.page.parts import picture, render

#: What the table shows, and what stands above the column.
SHOWN = {
    "correlation": "correlation",
    "rmse": "RMSE, points",
    "rmse_after_slope": "RMSE after one slope",
    "strength_correlation": "strength part",
    "interaction_correlation": "interaction part",
}
#: Matchups that are named, the farthest first.
FARTHEST = 8


def html(material: Material) -> str:
    """The table of charts and yardsticks, a scatter plot of the page's own charts, and the farthest matchups."""
    agreement = material.agreement
    if agreement is None:
        return ""
    own = [chart_name(result) for result in material.results if chart_name(result) in agreement.charts]
    return render(
        "sections/people",
        heads=list(SHOWN.values()),
        meanings=[f"{head[:1].upper()}{head[1:]}: {MEASURES[measure][1]}" for measure, head in SHOWN.items()],
        rows=_rows(agreement),
        charts=own,
        scatter=picture(scatter, _only(agreement, own), material.names, material.results[0].made["title"]),
        farthest=[(chart, _farthest(agreement.worst(chart, FARTHEST), material.names)) for chart in own],
        pairs=agreement.made["pairs"],
        promise=PROMISE,
    )


def _only(agreement: Agreement, charts: list[str]) -> Agreement:
    """The same without other charts."""
    table = agreement.table
    kept = table[(table["kind"] != CHART) | table["chart"].isin(charts)]
    return replace(agreement, table=kept, pairs=agreement.pairs[agreement.pairs["chart"].isin(charts)])


def _rows(agreement: Agreement) -> list[dict[str, Any]]:
    table = agreement.table
    rows = []
    for chart, own in table.groupby("chart", sort=False):
        by_measure = own.set_index("measure")
        cells = [_figure(by_measure.loc[measure]) for measure in SHOWN]
        rows.append({"chart": chart, "kind": own["kind"].iloc[0], "cells": cells})
    return rows


def _figure(row: pd.Series) -> dict[str, Any]:
    if not math.isfinite(row["value"]):
        return {"text": "", "interval": "", "value": ""}
    digits = 1 if row["unit"] == "points" else 2
    known = math.isfinite(row["ci_low"]) and row["ci_low"] < row["ci_high"]
    text, low, high = (
        f"{row[key]:.{digits}f}".replace("-", "\N{MINUS SIGN}") for key in ("value", "ci_low", "ci_high")
    )
    return {"text": text, "interval": f"{low} to {high}" if known else "", "value": float(row["value"])}


def _farthest(pairs: pd.DataFrame, names: dict[str, str]) -> list[dict[str, Any]]:
    """Each from the side that the chart favours more than people do."""
    rows = []
    for row in pairs.itertuples(index=False):
        a, b, human, simulated = row.p1, row.p2, row.human, row.simulated
        if row.difference < 0:
            a, b, human, simulated = b, a, 1 - human, 1 - simulated
        rows.append(
            {
                "pair": f"{names.get(a, a)} against {names.get(b, b)}",
                "human": f"{100 * human:.0f}%",
                "simulated": f"{100 * simulated:.0f}%",
                "difference": f"{100 * abs(row.difference):.0f}",
                "errors": f"{abs(row.z):.1f}",
            }
        )
    return rows
