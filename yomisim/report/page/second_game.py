"""Another game on the same page: who beats whom, how much the first turn is worth, and what rests on unseen cards."""

from __future__ import annotations

from typing import Any

from yomisim.cards.load import NO_GEM
from yomisim.estimate import first_turn, intervals
from yomisim.estimate.result import Matchups
from yomisim.report.page.matchups import edition_part
from yomisim.report.page.material import Material, policies_of
from yomisim.report.page.parts import CORRECTION, edition_title, render, unbroken


def html(material: Material) -> str:
    """One part for each edition; empty where no other game was played."""
    results = material.second_game
    if not results:
        return ""
    return render(
        "sections/second_game",
        title=results[0].made["title"],
        editions=[_part(result) for result in results],
        told=[list(map(unbroken, sentences(result))) for result in results],
        how=[how(result) for result in results],
        correction=intervals.CORRECTIONS[CORRECTION][0],
    )


def _part(result: Matchups) -> dict[str, Any]:
    title = f"{result.made['title']}, {edition_title(result).lower()}"
    return {**edition_part(result, f"{result.made['game']}-{result.edition}", linked=False), "name": title}


def sentences(result: Matchups) -> list[str]:
    """The notable results, and what the first turn is worth where it is anybody's."""
    first = result.first_turn()
    return [*result.headline(), *([] if first is None else [f"{first_turn.words(first)}."])]


def how(result: Matchups) -> str:
    """Who played, with which gem, and what the intervals hold."""
    made = result.made
    words = f"{policies_of(result).capitalize()} play{gem_words(made.get('gem', NO_GEM))}."
    if made.get("uncertainty"):
        words += (
            f" Games are spread over {made['uncertainty']} draws of the card values that no source gives; "
            "intervals hold the doubt about them beside the noise of games."
        )
    return words


def gem_words(gem: str) -> str:
    """What both players wear."""
    return ", without gems" if gem == NO_GEM else f"; both players wear the gem {gem}"
