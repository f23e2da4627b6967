"""Abilities as programs: from the words in a character or gem file to the record KIT.

A row of `verb` is (code, number, b, c). Which argument stands in which column is :data:`VERB_COLUMNS`: counts as they
are, choices by their place among the choices (`who` 0 self, 1 opponent, 2 both), flags 0 or 1, a status by its number
(1, 2, ... of the character), kinds of move as the bits 1 << KIND_..., a slot by its move number. Cards stand in
`verb_moves`. The verbs of a choice follow it with their alternative in `verb_branch`, counted from 1.

Conditions and costs are (code, number), with cards in `condition_moves` and `cost_moves`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from yomisim.cards.phrases import Phrase
from yomisim.cards.programs import flat
from yomisim.cards.programs import phrases as read_phrases
from yomisim.cards.words import Argument, Word
from yomisim.cards.yomi2.filters import filtered_moves
from yomisim.cards.yomi2.schema import SLOTS, Ability
from yomisim.cards.yomi2.tables import (
    ABILITY,
    KIND_NAMES,
    KIT,
    MAX_ABILITIES,
    MAX_CONDITIONS,
    MAX_COSTS,
    MAX_VERBS,
    WINDOWS,
)
from yomisim.cards.yomi2.verbs import SOURCE_CODES, VERBS, WINDOW_CODES, WORDS
from yomisim.errors import BadInput

if TYPE_CHECKING:
    from yomisim.cards.yomi2.pack import Deck

#: Arguments that are sets and have no column.
_SETS = ("filter", "classes")
assert len(WINDOW_CODES) <= WINDOWS


def columns(word: Word) -> tuple[str, ...]:
    """The arguments of a word that have a column, in order: number, b, c."""
    value = () if word.value.kind in _SETS else (word.name,)
    return (*value, *(name for name, argument in word.more.items() if argument.kind not in _SETS))


#: By verb: what stands in number, b and c. A flag or a number of alternatives goes by the name of the verb itself.
VERB_COLUMNS: dict[str, tuple[str, ...]] = {name: columns(word) for name, word in VERBS.items()}
assert all(len(names) <= 3 for names in VERB_COLUMNS.values())


def phrases(ability: Ability, field: str) -> tuple[Phrase, ...]:
    """One list of an ability ("conditions", "cost", "does" or "always"), read; the file has been checked before."""
    return read_phrases(ability, field, WORDS)


class Program(NamedTuple):
    """An ability that can be used, and the slot of its card ("" for one of the character)."""

    slot: str
    ability: Ability


def programs(deck: Deck) -> list[Program]:
    """The abilities in the order of the packed record: those of the character, of the cards by move, of the storm."""
    innate = [Program("", ability) for ability in deck.innate]
    cards = [Program(card.slot, ability) for card in deck.moves for ability in card.abilities]
    storm = [] if deck.storm is None else [Program("storm", ability) for ability in deck.storm.abilities]
    return [program for program in innate + cards + storm if program.ability.does]


def statuses(deck: Deck) -> dict[str, int]:
    """Numbers of the statuses, from 1, in the order in which they are begun."""
    names = [
        inner.value
        for program in programs(deck)
        for phrase in phrases(program.ability, "does")
        for inner in phrase.inside()
        if inner.name == "begin"
    ]
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}


def pack_kit(deck: Deck) -> np.ndarray:
    """All abilities of a character with its gem: shape (1,), dtype KIT.

    Raises
    ------
    BadInput : for more abilities, or more words in one, than there is room for.
    """
    kit = np.zeros(1, KIT)
    numbers = statuses(deck)
    listed = programs(deck)
    if len(listed) > MAX_ABILITIES:
        raise BadInput(f"{deck.character.name} has {len(listed)} abilities; {MAX_ABILITIES} are the most")
    kit["n"] = len(listed)
    for number, (record, program) in enumerate(zip(kit["ability"][0], listed, strict=False)):
        _Packer(record, program, deck, numbers).pack()
        window = int(record["window"])
        kit["windows"] |= np.uint64(1 << window)
        kit["at"][0, window] |= np.uint64(1 << number)
        if record["moves"] and record["source"] != SOURCE_CODES["play"]:
            kit["moves"][0, window] |= record["moves"]
        else:
            kit["others"] |= np.uint64(1 << window)
    main = WINDOW_CODES["main"]
    used = kit["ability"][0, : len(listed)]
    free = [r["moves"] for r in used if r["window"] == main and not r["conditions"] and not r["costs"]]
    kit["conditional"] = kit["moves"][0, main] & ~np.bitwise_or.reduce(np.array(free, np.uint64))
    return kit


class _Packer:
    """Fills one record of dtype ABILITY."""

    def __init__(self, record: np.void, program: Program, deck: Deck, numbers: dict[str, int]) -> None:
        assert record.dtype == ABILITY
        self.record = record
        self.slot, self.ability = program
        self.deck = deck
        self.numbers = numbers

    def pack(self) -> None:
        """Everything."""
        ability, record = self.ability, self.record
        source = ability.origin or ("storm" if self.slot == "storm" else "innate")
        record["window"] = WINDOW_CODES[ability.window]
        record["source"] = SOURCE_CODES[source]
        record["optional"] = ability.optional
        if self.slot not in ("", "storm"):
            record["moves"] = np.uint64(1 << self.deck.number(self.slot))
        self._conditions(phrases(ability, "conditions"))
        self._costs(phrases(ability, "cost"))
        self._verbs(phrases(ability, "does"))

    def _room(self, found: int, most: int, what: str) -> None:
        if found > most:
            raise BadInput(f"{self.ability.name} of {self.deck.character.name} has {found} {what}; {most} are the most")

    def _conditions(self, found: tuple[Phrase, ...]) -> None:
        self._room(len(found), MAX_CONDITIONS, "conditions")
        self.record["conditions"] = len(found)
        for i, phrase in enumerate(found):
            self.record["condition"][i] = (phrase.word.code, self._number(phrase.word.value, phrase.value))
            self.record["condition_moves"][i] = self._set_of(phrase)

    def _costs(self, found: tuple[Phrase, ...]) -> None:
        self._room(len(found), MAX_COSTS, "costs")
        self.record["costs"] = len(found)
        for i, phrase in enumerate(found):
            self.record["cost"][i] = (phrase.word.code, phrase.value)
            self.record["cost_moves"][i] = self._set_of(phrase)

    def _verbs(self, found: tuple[Phrase, ...]) -> None:
        rows = [row for phrase in found for row in flat(phrase)]
        self._room(len(rows), MAX_VERBS, "verbs")
        self.record["verbs"] = len(rows)
        for i, (phrase, branch, _) in enumerate(rows):
            row = self._row(phrase)
            self.record["verb"][i, : len(row)] = row
            self.record["verb_moves"][i] = self._set_of(phrase)
            self.record["verb_branch"][i] = branch

    def _row(self, phrase: Phrase) -> list[int]:
        word = phrase.word
        if word.value.kind == "lists":
            return [int(word.code), len(phrase.branches)]
        given = {word.name: phrase.value, **phrase.more}
        arguments = {word.name: word.value, **word.more}
        return [int(word.code), *(self._number(arguments[name], given[name]) for name in columns(word))]

    def _number(self, argument: Argument, value: Any) -> int:
        if argument.choices == SLOTS:
            return self.deck.number(value)
        if argument.kind == "choice":
            return argument.choices.index(value)
        if argument.kind == "status":
            return self.numbers[value]
        if argument.kind == "kinds":
            return kind_bits(value)
        return int(value or 0) if argument.kind in ("count", "flag") else 0

    def _set_of(self, phrase: Phrase) -> np.uint64:
        """The cards that the word or one of its arguments names; no word names two sets."""
        arguments = {phrase.name: phrase.word.value, **phrase.word.more}
        given = {phrase.name: phrase.value, **phrase.more}
        found = [filtered_moves(given[name], self.deck) for name, a in arguments.items() if a.kind == "filter"]
        return found[0] if found else np.uint64(0)


def kind_bits(kinds: Iterable[str]) -> int:
    """Kinds of move as bits 1 << KIND_...; an attack is a strike or a projectile."""
    names = {name for kind in kinds for name in (("strike", "projectile") if kind == "attack" else (kind,))}
    return sum(1 << KIND_NAMES.index(name) for name in names)
