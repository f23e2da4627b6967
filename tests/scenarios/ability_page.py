"""Which scenario shows which ability: ``python -m tests.scenarios.ability_page`` writes docs/ability-scenarios.md.

An ability counts as shown by a case in which it is used (an event of the log names it), or, for what works without
being used, by a case of its character whose title, rule or decisions name it.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from yomisim.cards.load import editions, load_game
from yomisim.scenario import run_file
from yomisim.scenario.check import event_words
from yomisim.scenario.files import Outcome

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent / "yomi1"
PAGE = ROOT / "docs" / "ability-scenarios.md"
INTRODUCTION = """# Which scenario shows which ability

Made by `python -m tests.scenarios.ability_page` from the files under `tests/scenarios/yomi1`; a test keeps it up to
date. For each ability of each character, by edition: the files and the entries of the rules checklist (Y1-...) whose
cases use it. The rulebook's answers about a character stand under that character's entries (CHAR and COUNTER).
"""

Shown = dict[tuple[str, str, str], dict[str, set[str]]]


def _ids(outcome: Outcome) -> set[str]:
    ids = outcome.played.scenario.id
    return {ids} if isinstance(ids, str) else set(ids)


def shown() -> Shown:
    """(character, ability, edition) -> file -> entries."""
    found: Shown = defaultdict(lambda: defaultdict(set))
    for file in sorted(FOLDER.glob("*.toml")):
        for outcome in run_file(file):
            scenario = outcome.played.scenario
            text = f"{scenario.title} {scenario.rule} {scenario.turns}".lower()
            used = {(record["player"], record.get("ability")) for record in event_words(outcome.played)}
            for player, who in (("a", scenario.a), ("b", scenario.b)):
                character = outcome.played.game.character(who.character)
                for name in names(character):
                    if (player, name) in used or name.lower() in text:
                        found[character.id, name, outcome.edition][file.name] |= _ids(outcome)
    return found


def names(character) -> list[str]:
    """The names of a character's abilities, innate ones first, each once."""
    cards = [ability for card in character.cards for ability in card.abilities]
    return list(dict.fromkeys(ability.name for ability in (*character.innate, *cards)))


def page() -> str:
    """The document."""
    found = shown()
    lines = [INTRODUCTION]
    known = editions("yomi1")
    games = {edition: load_game("yomi1", edition) for edition in known}
    for id_, first in games[known[0]].characters.items():
        lines += [f"## {first.short_name}", "", "| ability | edition | shown by |", "| --- | --- | --- |"]
        for edition in known:
            for name in names(games[edition].characters[id_]):
                places = found.get((id_, name, edition), {})
                cells = [f"{file}: {', '.join(sorted(ids - {''}))}" for file, ids in sorted(places.items())]
                lines.append(f"| {name} | {edition} | {'; '.join(cells) or 'nothing'} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page())
    print(f"wrote {PAGE.name}")
