"""Colours that say who is favoured: blue for the row, orange for the column, clear to every common kind of sight."""

from __future__ import annotations

from dataclasses import dataclass

#: Win rates beyond these have the colour of the limit: 3-7 is as lopsided as matters.
CLAMP_LOW, CLAMP_HIGH = 0.30, 0.70


@dataclass(frozen=True)
class Theme:
    """Colours of one background, as #rrggbb.

    Parameters
    ----------
    background, ink, soft : paper, text, and secondary text and lines.
    muted, muted_ink : cell and text of a matchup that cannot be told from even.
    favoured, against : strong colours of the limits of the scale, row favoured and column favoured.
    even : colour in the middle of the scale.
    """

    name: str
    background: str
    ink: str
    soft: str
    muted: str
    muted_ink: str
    favoured: str
    against: str
    even: str


LIGHT = Theme("light", "#ffffff", "#1b1f24", "#5c6670", "#eef0f1", "#6c757d", "#4595d1", "#ec8f2b", "#fbfaf6")
DARK = Theme("dark", "#14171a", "#eceef0", "#a0a8b0", "#23272b", "#959da5", "#226ca8", "#a35504", "#1a1d20")
THEMES = (LIGHT, DARK)


def scale(rate: float, theme: Theme = LIGHT) -> str:
    """Colour of a win rate (0 to 1) as #rrggbb; clamped at 30% and 70%."""
    place = (min(max(rate, CLAMP_LOW), CLAMP_HIGH) - 0.5) / (CLAMP_HIGH - 0.5)
    return mix(theme.even, theme.favoured if place > 0 else theme.against, abs(place))


def mix(start: str, end: str, share: float) -> str:
    """The colour a `share` of the way from `start` to `end`, mixed in sRGB."""
    pairs = zip(_channels(start), _channels(end))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.1)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(background: str, theme: Theme = LIGHT) -> str:
    """The theme's ink or paper, whichever reads better on `background`."""
    return max((theme.ink, theme.background), key=lambda ink: contrast(ink, background))


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    linear = [c / 12.92 if (c := v / 255) <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for v in _channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
