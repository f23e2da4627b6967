"""How to read the page: what the figures mean."""

from __future__ import annotations

from yomisim.estimate import intervals
from yomisim.report.page.material import Material
from yomisim.report.page.parts import CORRECTION, render


def html(material: Material) -> str:
    """The same for every page."""
    return render("sections/reading", correction=intervals.CORRECTIONS[CORRECTION][0])
