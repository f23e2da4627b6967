"""The sections of the page, from top to bottom, and what each may cost.

A section is one module with one function from material to HTML. To add one, write the module and its template, and name
it here; an empty text leaves it out of the page and of its contents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from yomisim.report.page import (
    bots,
    characters,
    combos,
    downloads,
    editions,
    made,
    matchups,
    openers,
    patches,
    people,
    picks,
    policies,
    reading,
    second_game,
    short,
)
from yomisim.report.page.material import Material


@dataclass(frozen=True)
class Section:
    """One section.

    Parameters
    ----------
    id, title, short : the anchor, what stands above it, and what in the contents.
    html : what it shows, without its title; empty for nothing.
    budget : what it may use -> (in full, quickly); see :func:`budget`.
    """

    id: str
    title: str
    short: str
    html: Callable[[Material], str]
    budget: Mapping[str, tuple[int, int]] = field(default_factory=dict)


#: `games` are for each pair and edition (policies: for each mirror, and pair, of two policies; openers: without those
#: that go on from a trial, about 15 for each). What is played is kept for the next report, so a budget is what a first
#: report pays.
SECTIONS = (
    Section("short", "In short", "In short", short.html),
    Section("matchups", "Who beats whom", "Matchups", matchups.html, {"games": (10_000, 200)}),
    Section("characters", "Character by character", "Characters", characters.html),
    Section("openers", "What to open with", "Openers", openers.html, {"games": (100, 4)}),
    Section("picks", "Whom to pick", "Picks", picks.html, {"draws": (500, 100)}),
    Section("combos", "Combo damage", "Combos", combos.html),
    Section("changes", "What changed between the editions", "Editions", editions.html),
    Section("patches", "What a change would do", "Patches", patches.html, {"games": (2_000, 100)}),
    Section("people", "Agreement with people", "People", people.html, {"games": (4_000, 200), "draws": (1_000, 200)}),
    Section("policies", "How well the policies play", "Policies", policies.html, {"games": (400, 20)}),
    Section(
        "second-game", "Yomi 2: who beats whom", "Yomi 2", second_game.html, {"games": (10_000, 200), "draws": (20, 5)}
    ),
    Section("bots", "Yomi 2: against bots", "Bots", bots.html),
    Section("made", "How this was made", "Made", made.html),
    Section("reading", "How to read this", "Reading", reading.html),
    Section("downloads", "Downloads", "Downloads", downloads.html),
)


def budget(section: str, what: str, quick: bool = False) -> int:
    """How much of `what` a section may use."""
    (full, few) = next(one for one in SECTIONS if one.id == section).budget[what]
    return few if quick else full
