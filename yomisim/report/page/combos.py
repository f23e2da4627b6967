"""Combo damage: of every character the most with each number of cards, the combo itself on hover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yomisim.estimate.combos import Combo, Combos
from yomisim.report.colours import DARK, LIGHT, mix, readable
from yomisim.report.page.material import Material
from yomisim.report.page.parts import edition_title, render

#: Cells with the most damage a card have this share of the strong colour, those with the least none.
STRONGEST = 0.9


def html(material: Material) -> str:
    """One chart for each edition that was searched; one for both where they do not differ."""
    parts: list[dict[str, Any]] = []
    for result in material.results:
        if material.combos.get(result.edition):
            chart = _chart(material.combos[result.edition])
            if parts and parts[-1]["chart"] == chart:
                parts[-1]["title"] += f" and {result.edition}, which do not differ here"
            else:
                parts.append({"title": edition_title(result), "id": f"combos-{result.edition}", "chart": chart})
    return render("sections/combos", editions=parts) if parts else ""


def _chart(found: Sequence[Combos]) -> dict[str, Any]:
    tables = [(each, _by_cards(each)) for each in found if each.best is not None]
    tables.sort(key=lambda one: -max(combo.damage for combo in one[1].values()))
    most = max(max(table) for _, table in tables)
    values = [combo.per_card for _, table in tables for cards, combo in table.items()]
    low, high = min(values), max(values)
    rows = []
    for each, table in tables:
        who = each.place.character
        best = max(table.values(), key=lambda combo: (combo.damage, -combo.cards))
        cells = [
            _cell(who.short_name, table[cards], (table[cards].per_card - low) / max(high - low, 1e-9), best)
            if cards in table
            else None
            for cards in range(1, most + 1)
        ]
        rows.append(
            {
                "name": who.short_name,
                "href": f"#character-{who.id}",
                "cells": cells,
                "best": best.damage,
                "sequence": best.sequence,
            }
        )
    return {"columns": [f"{n} card{'' if n == 1 else 's'}" for n in range(1, most + 1)], "rows": rows}


def _by_cards(found: Combos) -> dict[int, Combo]:
    """Number of cards -> the combo that deals most with exactly so many, from any starter."""
    table: dict[int, Combo] = {}
    for starter in found.starters:
        for combo in starter.by_cards:
            if combo.cards not in table or combo.damage > table[combo.cards].damage:
                table[combo.cards] = combo
    return table


def _cell(who: str, combo: Combo, place: float, best: Combo) -> dict[str, Any]:
    light, dark = (mix(theme.muted, theme.favoured, STRONGEST * place) for theme in (LIGHT, DARK))
    style = f"--l:{light};--li:{readable(light, LIGHT)};--d:{dark};--di:{readable(dark, DARK)}"
    cost = f"{combo.cards} card{'' if combo.cards == 1 else 's'}"
    aces = f", {combo.aces} of them Aces" if combo.aces else ""
    lines = [
        f"{combo.damage} damage for {cost}{aces}",
        f"{combo.per_card:.1f} a card, {combo.combo_points} combo points",
    ]
    return {
        "text": str(combo.damage),
        "small": combo.sequence,
        "style": style,
        "told": True,
        "best": combo is best,
        "head": f"{who}: {combo.sequence}",
        "tip": "\n".join(lines),
    }
