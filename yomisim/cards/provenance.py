"""Where the values of card files come from, as `yomisim validate --provenance` tells it. Nothing here knows a game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, field
from typing import Any

WIDTH = 110


@dataclass(frozen=True)
class Rule:
    """How a value was filled that no source gives."""

    name: str
    what: str
    reason: str
    plausible: tuple[Any, ...]


@dataclass
class Provenance:
    """What is known of one character (or gem), from where, and what is not.

    Attributes
    ----------
    id, name, file : of the character.
    state : "complete", "provisional" (plays on filled values or without what is not known) or "refused".
    known : source to fields, by place such as ``cards[X]``, "" for the character itself.
    filled : (place, value, rule).
    doubts : (place, why).
    left_out : what is known to be there and not played. missing : fields that keep the character from being played.
    """

    id: str
    name: str
    file: str
    state: str
    known: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    filled: list[tuple[str, Any, Rule]] = field(default_factory=list)
    doubts: list[tuple[str, str]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def know(self, source: str, place: str, fields: Iterable[str]) -> None:
        """Note that this source gives these fields."""
        self.known.setdefault(source, {}).setdefault(place, []).extend(fields)

    @property
    def counts(self) -> dict[str, int]:
        """How many values there are of each sort."""
        known = sum(len(fields) for places in self.known.values() for fields in places.values())
        lists: dict[str, Sized] = {
            "filled": self.filled,
            "doubts": self.doubts,
            "left_out": self.left_out,
            "missing": self.missing,
        }
        return {"known": known} | {name: len(entries) for name, entries in lists.items()}

    def record(self) -> dict[str, Any]:
        """For a program."""
        return {
            "id": self.id,
            "name": self.name,
            "file": self.file,
            "state": self.state,
            "counts": self.counts,
            "known": self.known,
            "filled": [{"place": place, "value": value, "rule": rule.name} for place, value, rule in self.filled],
            "doubts": [{"place": place, "why": why} for place, why in self.doubts],
            "left_out": self.left_out,
            "missing": self.missing,
        }

    def lines(self) -> Iterator[str]:
        """For a person."""
        number = self.counts
        counted = [f"{number[name]} {name.replace('_', ' ')}" for name in number if number[name]]
        yield f"{self.name}: {self.state} ({', '.join(counted)})"
        for source, places in sorted(self.known.items()):
            listed = [
                f"{place} ({', '.join(fields)})" if place else ", ".join(fields) for place, fields in places.items()
            ]
            yield from _entry(f"known, {source}", ", ".join(listed))
        for rule, filled in _by_rule(self.filled):
            yield from _entry(f"filled, {rule.name}", _filled_text(rule, filled))
        for place, why in self.doubts:
            yield from _entry("in doubt", f"{place}: {why}" if place else why)
        for what in self.left_out:
            yield from _entry("left out", what)
        if self.missing:
            yield from _entry("missing", ", ".join(self.missing))


def rules_of(found: Iterable[Provenance]) -> dict[str, dict[str, Any]]:
    """The filling rules that were used, for a program."""
    used = {rule.name: rule for one in found for _, _, rule in one.filled}
    return {
        name: {"what": rule.what, "reason": rule.reason, "plausible": list(rule.plausible)}
        for name, rule in sorted(used.items())
    }


def _by_rule(filled: list[tuple[str, Any, Rule]]) -> list[tuple[Rule, list[tuple[str, Any]]]]:
    grouped: dict[str, tuple[Rule, list[tuple[str, Any]]]] = {}
    for place, value, rule in filled:
        grouped.setdefault(rule.name, (rule, []))[1].append((place, value))
    return list(grouped.values())


def _filled_text(rule: Rule, filled: list[tuple[str, Any]]) -> str:
    values = list(dict.fromkeys(str(value) for _, value in filled))
    if len(values) == 1:
        text = f"{values[0]}: {', '.join(place for place, _ in filled)}"
    else:
        text = ", ".join(f"{place} {value}" for place, value in filled)
    return f"{text} ({rule.what}; {rule.reason})"


def _entry(title: str, text: str) -> list[str]:
    return textwrap.wrap(f"{title}: {text}", WIDTH, initial_indent="  ", subsequent_indent="      ")
