"""Illegal decisions: the rule that is broken, in one sentence, and the entries of the rules checklist it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from yomisim.errors import unknown


@dataclass(frozen=True)
class Rule:
    """A rule that a decision can break."""

    sentence: str
    entries: tuple[str, ...] = ()


def check_name(name: str, rules: Mapping[str, Rule], field: str) -> None:
    """Raise BadInput for what is neither a rule nor an entry that belongs to one."""
    entries = [entry for rule in rules.values() for entry in rule.entries]
    if name.lower() not in {known.lower() for known in (*rules, *entries)}:
        raise unknown("rule", name, rules, field=field)


class Refused(Exception):
    """A decision that the rules do not allow. Each game has its own kind, with its own table of rules.

    Attributes
    ----------
    slug : key in RULES. entries : entries of the rules checklist. text : one sentence for a person.
    """

    RULES: ClassVar[Mapping[str, Rule]]

    def __init__(self, slug: str, player: str, what: str) -> None:
        self.slug = slug
        self.player = player
        self.entries = self.RULES[slug].entries
        self.text = f"{player}: {what} is refused: {self.RULES[slug].sentence} [{slug}]"
        super().__init__(self.text)

    def matches(self, name: str) -> bool:
        """Whether `name` (a slug or an entry, any case) is the rule that is broken."""
        return name.lower() in {self.slug, *(entry.lower() for entry in self.entries)}
