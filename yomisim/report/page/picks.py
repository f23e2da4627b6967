"""Whom to pick in a single game: the equilibrium of blind picks with the noise of the chart, and a tier list."""

from __future__ import annotations

import math
from typing import Any

from yomisim.estimate.pick_tables import TIERS, pick_rows, tier
from yomisim.estimate.picks import PLAYED, Picks
from yomisim.report.page.material import Material
from yomisim.report.page.parts import edition_title, name, render


def html(material: Material) -> str:
    """One part for each edition whose picks were worked out."""
    parts = [
        _edition(material.picks[result.edition], edition_title(result), {i: name(result, i) for i in result.names})
        for result in material.results
        if result.edition in material.picks
    ]
    return render("sections/picks", editions=parts) if parts else ""


def _edition(picks: Picks, title: str, names: dict[str, str]) -> dict[str, Any]:
    rows = {row["character"]: row for row in pick_rows(picks)}
    order = [picks.chart.names[k] for k in picks.order()]
    noise = picks.noise
    return {
        "title": title,
        "unique": picks.unique,
        "draws": 0 if noise is None else noise.draws,
        "gain": "" if noise is None else f"{100 * noise.gain[0]:.1f}",
        "gain_high": "" if noise is None else f"{100 * noise.gain[1]:.1f}",
        "rows": [_row(rows[i], names.get(i, i)) for i in order],
        "tiers": _tiers(picks, order, names),
        "never": [names.get(i, i) for i in order if not _plays(rows[i])],
    }


def _plays(row: dict[str, Any]) -> bool:
    return row["probability"] > PLAYED or (math.isfinite(row["support"]) and row["support"] >= 0.01)


def _row(row: dict[str, Any], printed: str) -> dict[str, Any]:
    low, high = row["probability_ci_low"], row["probability_ci_high"]
    known = math.isfinite(low)
    return {
        "character": printed,
        "plays": _plays(row),
        "probability": f"{100 * row['probability']:.0f}" if row["probability"] > PLAYED else "–",
        "value": 100 * row["probability"],
        "interval": f"{100 * low:.0f} to {100 * high:.0f}" if known else "",
        "from": f"{100 * low:.1f}" if known else "0",
        "width": f"{100 * (high - low):.1f}" if known else "0",
        "support": f"{100 * row['support']:.0f}" if math.isfinite(row["support"]) else "",
        "support_value": row["support"] if math.isfinite(row["support"]) else 0,
        "cost": f"{max(0.0, 100 * (0.5 - row['score'])):.1f}",
        "cost_value": 100 * (0.5 - row["score"]),
        "cost_interval": _cost_interval(row),
    }


def _cost_interval(row: dict[str, Any]) -> str:
    low, high = row["score_ci_low"], row["score_ci_high"]
    if not math.isfinite(low):
        return ""
    least, most = (f"{max(0.0, 100 * (0.5 - end)):.1f}" for end in (high, low))
    return "" if least == most else f"{least} to {most}"


def _tiers(picks: Picks, order: list[str], names: dict[str, str]) -> list[dict[str, Any]]:
    place = {i: k for k, i in enumerate(picks.chart.names)}
    tiers: dict[str, list[str]] = {word: [] for word, _ in TIERS}
    for i in order:
        tiers.setdefault(tier(float(picks.scores[place[i]])), []).append(names.get(i, i))
    return [{"name": word, "members": members} for word, members in tiers.items() if members]
