"""The report as one HTML page that needs nothing beside it: styles, figures and script are inside.

What it shows stands in :mod:`yomisim.report.page.sections`, one module a section.
"""

from __future__ import annotations

from yomisim import __version__
from yomisim.report.page.material import Material
from yomisim.report.page.parts import render

__all__ = ["Material", "page"]


def page(material: Material) -> str:
    """The page for one game."""
    from yomisim.report.page.openers import kind_style
    from yomisim.report.page.sections import SECTIONS

    shown = [
        {"id": section.id, "title": section.title, "short": section.short, "html": text}
        for section in SECTIONS
        if (text := section.html(material))
    ]
    games = sum(result.made["games"] for result in material.results)
    games += sum(result.made["games"] for results in material.others.values() for result in results)
    games += sum(result.made["games"] for result in material.second_game)
    games += sum(trials.made["games"] + trials.made["trials"] for trials in material.trials.values())
    text = render(
        "page",
        title=f"{material.results[0].made['title']}: who beats whom",
        game=material.results[0].made["title"],
        version=__version__,
        games=games,
        policy=material.policy,
        sections=shown,
        kind_style=kind_style(),
        quick=material.quick,
        made=material.results[0].made,
    )
    return str(text)  # not the markup type, which would escape what is put into it
