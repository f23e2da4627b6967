"""The page about bots: one HTML file that needs nothing beside it, in the frame of the report."""

from __future__ import annotations

from yomisim import __version__
from yomisim.estimate.bots import Bots
from yomisim.report.page.bots import difficulty, openers
from yomisim.report.page.parts import render


def bots_page(result: Bots) -> str:
    """The page."""
    made = result.made
    sections = [
        ("difficulty", "How hard the bots are", "Difficulty", difficulty(result)),
        ("openers", "What to open with", "Openers", openers(result)),
        (
            "made",
            "How this was made",
            "Made",
            render("bots/made", made=made, names=result.names(), doubt=result.doubt()),
        ),
    ]
    text = render(
        "page",
        title=f"{made['title']}: against bots",
        game=made["title"],
        version=__version__,
        games=made["games"],
        policy=" and ".join(made["policies"]),
        sections=[dict(zip(("id", "title", "short", "html"), one, strict=True)) for one in sections if one[3]],
        quick=False,
        kind_style="",
        made=made,
    )
    return str(text)
