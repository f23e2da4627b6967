"""In short: balance, outliers and notable results of every edition, in words."""

from __future__ import annotations

from yomisim.report.page import second_game
from yomisim.report.page.material import Material
from yomisim.report.page.parts import edition_title, render, unbroken


def html(material: Material) -> str:
    """A card of sentences for each edition, what changed between them, another game, and what a reader has to know."""
    cards = [
        {"title": edition_title(result), "href": f"#{result.edition}", "sentences": map(unbroken, result.headline())}
        for result in material.results
    ]
    if material.changes is not None:
        after = material.changes.after.edition
        words = map(unbroken, material.changes.headline())
        cards.append({"title": f"What the {after} edition changed", "href": "#changes", "sentences": words})
    for result in material.second_game:
        doubt = [f"{result.doubt()}."] if result.doubt() else []
        told = map(unbroken, [*second_game.sentences(result), *doubt])
        cards.append({"title": result.made["title"], "href": "#second-game", "sentences": told})
    return render("sections/short", cards=cards, notes=material.notes, quick=material.quick)
