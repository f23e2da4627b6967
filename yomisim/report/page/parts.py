"""What sections have in common: templates, figures with their intervals, names, cells of charts."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from yomisim.estimate.headline import decimals
from yomisim.estimate.result import Matchups
from yomisim.report import figures
from yomisim.report.colours import DARK, LIGHT, THEMES, readable, scale

TEMPLATES = Path(__file__).parent.parent / "templates"
#: Left and right end of the interval bars in the tables, in percent; what lies beyond is drawn at the end.
BAR_LOW, BAR_HIGH = 10.0, 90.0
CORRECTION = "holm"
_ENVIRONMENT = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(template: str, **context: Any) -> str:
    """A template of the folder `templates`, filled in."""
    ends = {"bar_low": f"{BAR_LOW:g}", "bar_high": f"{BAR_HIGH:g}"}
    return Markup(_ENVIRONMENT.get_template(f"{template}.html.j2").render(**ends, **context))


def name(result: Matchups, character: str) -> str:
    """The name to print, with a star where the data is provisional."""
    return figures.label(result, character)


def edition_title(result: Matchups) -> str:
    """Such as ``First edition``."""
    return f"{result.edition.capitalize()} edition"


def bar(rate: float, low: float, high: float) -> dict[str, Any]:
    """A rate (fraction) with its interval in percent, as text and as places on the bar (0 to 100)."""
    percent = [100 * float(value) for value in (rate, low, high)]
    digits = max(1, min(2, decimals((percent[2] - percent[1]) / 2)))
    places = [min(100.0, max(0.0, (value - BAR_LOW) / (BAR_HIGH - BAR_LOW) * 100)) for value in percent]
    return {
        "rate": f"{percent[0]:.{digits}f}",
        "low": f"{percent[1]:.{digits}f}",
        "high": f"{percent[2]:.{digits}f}",
        "value": percent[0],
        "at": f"{places[0]:.2f}",
        "from": f"{places[1]:.2f}",
        "width": f"{places[2] - places[1]:.2f}",
        "side": "for" if percent[0] >= 50 else "against",
    }


def cell(text: str, rate: float, told: bool, head: str, lines: Sequence[str]) -> dict[str, Any]:
    """One cell of a chart.

    Parameters
    ----------
    text : what stands in it. rate : 0 to 1, for its colour. told : whether it can be told from even; else grey.
    head, lines : what is shown on hover.
    """
    style = ""
    if told:
        light, dark = scale(rate, LIGHT), scale(rate, DARK)
        style = f"--l:{light};--li:{readable(light, LIGHT)};--d:{dark};--di:{readable(dark, DARK)}"
    return {
        "text": text,
        "style": style,
        "told": told,
        "head": head,
        "tip": "\n".join(line for line in lines if line),
    }


def picture(draw: Any, *subject: Any) -> dict[str, str]:
    """A figure in the colours of each background, as data URIs by the name of the theme."""
    return {theme.name: _data_uri(draw(*subject, theme=theme)) for theme in THEMES}


def unbroken(sentence: str) -> str:
    """A score such as 7.6–2.4 must not be broken over two lines."""
    return sentence.replace("\N{EN DASH}", "\N{WORD JOINER}\N{EN DASH}\N{WORD JOINER}")


def p_words(p: float) -> str:
    """A p-value."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def unfinished(result: Matchups) -> str:
    """How many games, mirrors among them, ran into the turn limit."""
    count, games = int(result.table["unfinished"].sum()), int(result.table["games"].sum())
    if count == 0:
        return "no game"
    share = count / games
    words = "less than 0.01%" if share < 0.0001 else f"{100 * share:.2f}%"
    return f"{count:,} of {games:,} games ({words}), counted as draws"


def _data_uri(figure: Figure) -> str:
    text = figures.svg(figure)
    return "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode("ascii")
