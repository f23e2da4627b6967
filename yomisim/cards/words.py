"""What the vocabularies of abilities are made of: words with typed arguments. Nothing here knows a particular game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

#: Arguments whose meaning is the same in every game; the others say themselves what they need.
_TEXTS = {
    "flag": "true",
    "status": "a name of your choice, the same in all abilities of the character that share it",
    "ability": "the name of an ability of this character whose card stays in play",
    "sides": "a tag that sides of this character carry",
    "lists": "two to four lists of verbs, such as [[{ draw = 1 }], [{ heal = 4 }]]",
}

#: Traits with these places are fields of a side or card, no words of an ability.
FIELD_PLACES = ("side", "card")


@dataclass(frozen=True)
class Argument:
    """What a word may be given.

    kind : "count" (a whole number from `low` to `high`), "flag" (only true), "speed" (a number in steps of 0.1 from
        `low` to `high`), "filter" (cards: a name of the vocabulary's filters, a card's label or a list of them),
        "choice" (one of `choices`), "status" (a name that the character's abilities share), "ability" (the name of an
        ability of this character), "sides" (a tag of sides), "kinds" (a list of kinds of move, or of `choices`),
        "prices" (a table of life by label of card or class of them), "hands" (poker hands and what they give), "lists"
        (alternatives, each a list of verbs).
    says : the argument in words, for kinds that each game has its own of.
    """

    kind: str
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    default: Any = None
    says: str = ""

    @property
    def required(self) -> bool:
        """Whether it must stand beside its word."""
        return self.default is None and self.kind not in ("flag", "filter")

    @property
    def given(self) -> Any:
        """The value where it is left out."""
        return "any" if self.kind == "filter" else self.default

    @property
    def text(self) -> str:
        """The argument in words, as it stands in messages and in the reference."""
        if self.kind == "count":
            return f"a whole number from {self.low:g} to {self.high:g}" if self.low < self.high else f"{self.low:g}"
        if self.kind == "speed":
            return f"a number from {self.low:g} to {self.high:g} in steps of 0.1"
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        return self.says or _TEXTS[self.kind]


def count(low: int, high: int, default: Any = None) -> Argument:
    """A whole number."""
    return Argument("count", low, high, default=default)


FLAG = Argument("flag")


@dataclass(frozen=True)
class Word:
    """One word of a vocabulary.

    `value` is what stands behind the word itself (``draw = 2``), `more` what may stand beside it in the same table
    (``take = "Q", n = 2, from = "deck"``); `windows` are those in which the word makes sense, empty means every one.
    """

    name: str
    meaning: str
    value: Argument
    more: dict[str, Argument] = field(default_factory=dict)
    windows: tuple[str, ...] = ()
    code: Any = None


def coded(words: list[Word]) -> dict[str, Word]:
    """The words by name, with np.int64 codes in their order."""
    return {w.name: Word(w.name, w.meaning, w.value, w.more, w.windows, np.int64(i)) for i, w in enumerate(words)}


@dataclass(frozen=True)
class Vocabulary:
    """All words of a game, and what its cards and moves are called.

    Attributes
    ----------
    intro : what an ability consists of, in lines.
    windows, sources : name to meaning, in order.
    conditions, costs, verbs : words by name.
    traits : word and the place where it counts, by name.
    trait_places : how the traits of each place are written.
    filters : sets of cards by name, with their meanings.
    labels, label : how single cards are called in filters (ranks, slots), and the word for such a name.
    kinds : kinds of move.
    examples : for a message, one of each: condition, cost, verb, trait.
    price_classes : classes of cards that may have a price, beside the labels.
    hands, straight_flush : poker hands in the order of their alternatives, and the key that says how many one gives.
    also : further vocabularies of the game, by what they are for.
    when : whether beside a verb may stand `when`, the labels that a card milled or shown before must have.
    """

    intro: tuple[str, ...]
    windows: Mapping[str, str]
    sources: Mapping[str, str]
    conditions: Mapping[str, Word]
    costs: Mapping[str, Word]
    verbs: Mapping[str, Word]
    traits: Mapping[str, tuple[str, Word]]
    trait_places: Mapping[str, str]
    filters: Mapping[str, str]
    labels: tuple[str, ...]
    label: str
    kinds: tuple[str, ...]
    examples: Mapping[str, str] = field(default_factory=dict)
    price_classes: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    straight_flush: str = ""
    when: bool = False
    also: Mapping[str, Vocabulary] = field(default_factory=dict)

    @property
    def lists(self) -> dict[str, tuple[str, Mapping[str, Word]]]:
        """The lists of an ability: field of its model, what an entry is called, the words."""
        spoken = {name: word for name, (where, word) in self.traits.items() if where not in FIELD_PLACES}
        return {
            "conditions": ("condition", self.conditions),
            "cost": ("cost", self.costs),
            "does": ("verb", self.verbs),
            "always": ("trait", spoken),
        }
