"""What each character and gem file of Yomi 2 says about where its values come from.

A table of a file (the character, a card, an ability, a fact) names the sources of its values in `source`, those of
single fields in `source_of`. A value ``"$name"`` is filled by a rule of filling.toml; `doubt` says why a value may be
wrong, `unknown` and `unmodelled` what is left out, `missing` what keeps the character from being played.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from yomisim.cards.provenance import Provenance, Rule
from yomisim.cards.reading import place, read_toml
from yomisim.cards.yomi2 import fill
from yomisim.cards.yomi2.bots import Bot
from yomisim.cards.yomi2.schema import Deck, Filled, Refused, Sourced

#: Fields that say something about other fields, or only name their table.
_ABOUT = {*Sourced.model_fields, "id", "slot", "about", "missing", "unmodelled", "unknown"}
_TABLES = ("innate", "cards", "abilities", "facts", "aside")
NO_SOURCE = "no source named"


def provenance(deck: Deck | Refused, rules: dict[str, fill.Rule]) -> Provenance:
    """Of one file that was read without a mistake."""
    raw = read_toml(deck.file)
    refused = isinstance(deck, Refused)
    state = "refused" if refused else "provisional" if deck.provisional else "complete"  # type: ignore[union-attr]
    found = Provenance(deck.id, deck.name, str(deck.file), state)
    _table(found, raw, "")
    for name in _TABLES:
        for index, table in enumerate(raw.get(name, [])):
            where = place((name, index), raw)
            _table(found, table, where)
            for number, ability in enumerate(table.get("abilities", [])):
                _table(found, ability, place((name, index, "abilities", number), raw))
    found.left_out = [*raw.get("unmodelled", []), *found.left_out]
    found.missing = list(raw.get("missing", []))
    found.filled = [(one.place, one.value, _rule(rules, one.rule)) for one in _filled(deck, rules)]
    return found


def bot_provenance(bot: Bot, folder: Path) -> Provenance:
    """Of one bot sheet; all that it holds is printed on it."""
    found = Provenance(bot.id, bot.name, str(folder / f"{bot.id}.toml"), "complete")
    for source in _listed(bot.source or NO_SOURCE):
        found.know(source, "", ["difficulty", "hit_points", "moves", "rows", "abilities"])
    for name, sources in bot.source_of.items():
        for source in _listed(sources):
            found.know(source, "", [name])
    found.doubts += [("", bot.doubt)] if bot.doubt else []
    return found


def _table(found: Provenance, table: dict[str, Any], where: str) -> None:
    """What one table knows; the tables in it speak for themselves."""
    sources = table.get("source_of", {})
    for name, value in table.items():
        if name in _ABOUT or name in _TABLES or (name == "name" and not where) or fill.marked(value):
            continue
        for source in _listed(sources.get(name, table.get("source", NO_SOURCE))):
            found.know(source, where, [name])
    if table.get("doubt"):
        found.doubts.append((where, table["doubt"]))
    found.left_out += [f"{where}: {what}" for what in table.get("unknown", [])]


def _listed(source: str | list[str]) -> list[str]:
    return [source] if isinstance(source, str) else source


def _filled(deck: Deck | Refused, rules: dict[str, fill.Rule]) -> Iterable[Filled]:
    if isinstance(deck, Deck):
        return deck.filled
    filler = fill.Filler(rules, deck.file)
    filler.fill(read_toml(deck.file))
    return filler.filled


def _rule(rules: dict[str, fill.Rule], name: str) -> Rule:
    rule = rules[name]
    return Rule(name, rule.what, rule.reason, tuple(rule.plausible))
