"""A page for each character: strength, best and worst matchups, how its games end, its combats, and its combos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yomisim.estimate.combos import Combos
from yomisim.estimate.endings import by_character as endings_by_character
from yomisim.estimate.headline import by_character, players_notation
from yomisim.estimate.result import Matchups
from yomisim.report.page.character_combats import USE_WORDS, combat_parts
from yomisim.report.page.endings import ending_words
from yomisim.report.page.material import Material
from yomisim.report.page.openers import legend
from yomisim.report.page.parts import CORRECTION, bar, cell, edition_title, name, render

#: Best and worst matchups that are named.
NAMED = 3


def html(material: Material) -> str:
    """One article for each character, in the order of the names; in each, the editions side by side."""
    names = material.names
    people = sorted(names, key=names.__getitem__)
    return render(
        "sections/characters",
        characters=[_character(material, i) for i in people],
        kinds=legend(),
        uses=[{"use": use.replace(" ", "-"), "word": word} for use, word in USE_WORDS.items()],
    )


def _character(material: Material, character: str) -> dict[str, Any]:
    own = [result for result in material.results if character in result.names]
    found = {
        edition: combos
        for edition, several in material.combos.items()
        for combos in several
        if combos.place.character.id == character
    }
    return {
        "id": f"character-{character}",
        "name": name(own[0], character),
        "editions": [_edition(material, result, character) for result in own],
        "combos": combo_rows(list(found.values())),
        "combo_editions": [edition.capitalize() for edition in found],
    }


def _edition(material: Material, result: Matchups, character: str) -> dict[str, Any]:
    strengths = result.strengths()
    place = strengths.index[strengths["character"] == character][0]
    row = strengths.loc[place]
    ends = _ends(result, character)
    matchups = by_character(result.table, character)
    best, worst = matchups.head(NAMED), matchups.iloc[::-1].head(NAMED)
    return {
        "id": f"{character}-{result.edition}",
        "title": edition_title(result),
        "combat": combat_parts(result, material.trials.get(result.edition), character),
        "rank": int(place) + 1,
        "of": len(strengths),
        "strength": bar(row["win_rate"], row["ci_low"], row["ci_high"]),
        "strip": _strip(result, character, matchups),
        "best": [_named(result, one) for one in best.to_dict("records") if one["win_rate"] > 0.5],
        "worst": [_named(result, one) for one in worst.to_dict("records") if one["win_rate"] < 0.5],
        **ends,
    }


def _named(result: Matchups, row: dict[Any, Any]) -> str:
    return f"{name(result, row['opponent'])} {players_notation(row['win_rate'])}"


def _strip(result: Matchups, character: str, matchups: Any) -> list[dict[str, Any]]:
    """All matchups of a character, the best first, as cells."""
    notable = result.notable(CORRECTION)
    told = {frozenset(pair) for pair in notable[notable["notable"]][["character", "opponent"]].itertuples(index=False)}
    cells = []
    for row in matchups.itertuples(index=False):
        rate = bar(row.win_rate, row.ci_low, row.ci_high)
        clear = frozenset((character, row.opponent)) in told
        lines = [
            f"wins {rate['rate']}% (95%: {rate['low']} to {rate['high']})",
            "" if clear else "cannot be told from even",
        ]
        head = f"{name(result, character)} against {name(result, row.opponent)}"
        one = cell(players_notation(row.win_rate), row.win_rate, clear, head, lines)
        cells.append({**one, "name": name(result, row.opponent)})
    return cells


def _ends(result: Matchups, character: str) -> dict[str, Any]:
    if result.endings is None:
        return {"turns": "", "ends_words": ""}
    table = endings_by_character(result.endings)
    (row,) = table[table["character"] == character].to_dict("records")
    shares = {str(key): value for key, value in row.items()}
    return {"turns": f"{row['mean_turns']:.1f}", "ends_words": ending_words(shares, 1)}


def combo_rows(found: Sequence[Combos]) -> list[dict[str, Any]]:
    """One row per starter: the greatest damage in each edition; starters that an edition has not are empty there."""
    starters: dict[str, list[dict[str, Any] | None]] = {}
    for number, combos in enumerate(found):
        for starter in combos.starters:
            sides = starters.setdefault(starter.name, [None] * len(found))
            best = starter.best
            sides[number] = {
                "damage": best.damage,
                "sequence": best.sequence,
                "cards": best.cards,
                "per_card": f"{best.per_card:.1f}",
            }
    rows = [{"starter": starter, "sides": sides} for starter, sides in starters.items()]
    return sorted(rows, key=lambda row: -max(side["damage"] for side in row["sides"] if side))
