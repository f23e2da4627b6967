"""Abilities as programs: from the words in a character file to the records KIT and the traits in CHARACTER.

A row of `verb` is (code, number, b, c). Which argument stands in which column is :data:`VERB_COLUMNS`:

- counts as they are, speeds in tenths, choices by their place among the choices (`who` 0 self 1 opponent, `turn` 0
  this 1 next, `from` 0 deck 1 discard 2 both), flags 0 or 1, a status by its number (1, 2, ... of the character);
- cards, sides and names of abilities (the cards that carry them) stand in `verb_cards`, prices in `by_rank`;
- the verbs of a choice follow it with their alternative in `verb_branch`, counted from 1, and with its `verb_when`.

Conditions and costs are (code, number), with cards or sides in `condition_set` and `cost_cards`; kinds of move are
the bits 1 << KIND_... of the number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from yomisim.cards.phrases import Phrase
from yomisim.cards.programs import flat
from yomisim.cards.programs import phrases as read_phrases
from yomisim.cards.words import Argument, Word
from yomisim.cards.yomi1.schema import SIDE_NAMES, Ability, Card, Character
from yomisim.cards.yomi1.sets import bits, cards_of_ranks, filtered_cards, ranks_in, side_index, tagged_sides
from yomisim.cards.yomi1.tables import (
    ABILITY,
    CLASS_ACE,
    CLASS_CARD,
    CLASS_INNATE,
    CLASS_SAFE,
    KIND_NAMES,
    KIT,
    RANK_NAMES,
)
from yomisim.cards.yomi1.verbs import (
    HANDS,
    PRICE_CLASSES,
    SOURCE_CODES,
    VERBS,
    WINDOW_CODES,
    WORDS,
)

#: Arguments that are sets or tables and have no column.
_SETS = ("filter", "sides", "ability")
_NO_COLUMN = (*_SETS, "prices")


def columns(word: Word) -> tuple[str, ...]:
    """The arguments of a word that have a column, in order: number, b, c."""
    value = () if word.value.kind in _NO_COLUMN else (word.name,)
    return (*value, *(name for name, argument in word.more.items() if argument.kind not in _NO_COLUMN))


#: By verb: what stands in number, b and c. A flag or a number of alternatives goes by the name of the verb itself.
VERB_COLUMNS: dict[str, tuple[str, ...]] = {name: columns(word) for name, word in VERBS.items()}
assert all(len(names) <= 3 for names in VERB_COLUMNS.values())


class Program(NamedTuple):
    """An ability that can be used, and the rank of its card ("" for one of the character)."""

    rank: str
    ability: Ability


def programs(character: Character) -> list[Program]:
    """The abilities in the order of the packed record: those of the character, then those of the cards by rank."""
    innate = [Program("", ability) for ability in character.innate]
    cards = [Program(card.rank, ability) for card in character.cards for ability in card.abilities]
    return [program for program in innate + cards if program.ability.does]


def part_names(character: Character) -> list[str]:
    """A name for each ability in the order of the packed record; of several of one name "NAME 2" is the second."""
    names: list[str] = []
    for program in programs(character):
        name = program.ability.name
        before = sum(other.ability.name == name for other in programs(character)[: len(names)])
        names.append(f"{name} {before + 1}" if before else name)
    return names


def phrases(ability: Ability, field: str) -> tuple[Phrase, ...]:
    """One list of an ability ("conditions", "cost", "does" or "always"), read; the file has been checked before."""
    return read_phrases(ability, field, WORDS)


def traits(character: Character) -> Iterator[tuple[Program, Phrase]]:
    """Every trait in `always`, with the ability that it stands on."""
    innate = [Program("", ability) for ability in character.innate]
    cards = [Program(card.rank, ability) for card in character.cards for ability in card.abilities]
    for program in innate + cards:
        for phrase in phrases(program.ability, "always"):
            yield program, phrase


def statuses(character: Character) -> dict[str, int]:
    """Numbers of the statuses of a character, from 1, in the order in which they are begun."""
    names = [
        inner.value
        for program in programs(character)
        for phrase in phrases(program.ability, "does")
        for inner in phrase.inside()
        if inner.name == "begin"
    ]
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}


def carriers(name: str, character: Character) -> np.uint64:
    """The cards that carry an ability of this name."""
    return cards_of_ranks(card.rank for card in character.cards if any(a.name == name for a in card.abilities))


def pack_kit(character: Character) -> np.ndarray:
    """All abilities of a character: shape (1,), dtype KIT."""
    kit = np.zeros(1, KIT)
    numbers = statuses(character)
    listed = programs(character)
    kit["n"] = len(listed)
    kit["windows"] = bits(int(WINDOW_CODES[program.ability.window]) for program in listed)
    for record in kit["ability"][0]:
        record["by_rank"] = -1
    for record, program in zip(kit["ability"][0], listed, strict=False):
        _Packer(record, program, character, numbers).pack()
    _index_windows(kit[0])
    return kit


def _index_windows(kit: np.void) -> None:
    """What the engine looks at before it opens a window: who could act there at all."""
    for number, record in enumerate(kit["ability"][: kit["n"]]):
        window = int(record["window"])
        kit["at"][window] |= np.uint64(1 << number)
        if record["source"] == SOURCE_CODES["hand"]:
            kit["hand_cards"][window] |= record["cards"]
        else:
            kit["others"] |= np.uint64(1 << window)


class _Packer:
    """Fills one record of dtype ABILITY."""

    def __init__(self, record: np.void, program: Program, character: Character, numbers: dict[str, int]) -> None:
        assert record.dtype == ABILITY
        self.record = record
        self.rank, self.ability = program
        self.character = character
        self.numbers = numbers

    def pack(self) -> None:
        """Everything."""
        ability, record = self.ability, self.record
        source = ability.source or "innate"
        record["window"] = WINDOW_CODES[ability.window]
        record["source"] = SOURCE_CODES[source]
        record["optional"] = not ability.auto
        record["once"] = ability.once or source in ("innate", "combat")
        record["class_"] = class_of(self.rank, ability)
        record["kept_if_countered"] = ability.kept_if_countered
        if source == "combat":
            record["sides"] = bits(side_index(self.rank, side) for side in SIDE_NAMES if ability.side in (side, "both"))
            record["speaks_for"] = record["sides"]
        elif source != "innate":
            record["cards"] = cards_of_ranks([self.rank])
        does = phrases(ability, "does")
        said = {inner.name for phrase in does for inner in phrase.inside()}
        record["stays"] = source != "hand" or bool(said & {"stay", "return_self"})
        self._conditions(phrases(ability, "conditions"))
        self._costs(phrases(ability, "cost"))
        self._verbs(does)

    def _conditions(self, found: tuple[Phrase, ...]) -> None:
        self.record["conditions"] = len(found)
        for i, phrase in enumerate(found):
            self.record["condition"][i] = (phrase.word.code, self._number(phrase.word.value, phrase.value))
            self.record["condition_set"][i] = self._set(phrase.word.value, phrase.value)
            if phrase.name == "own_sides" and self.record["source"] == SOURCE_CODES["innate"]:
                self.record["speaks_for"] = self.record["condition_set"][i]

    def _costs(self, found: tuple[Phrase, ...]) -> None:
        self.record["costs"] = len(found)
        for i, phrase in enumerate(found):
            self.record["cost"][i] = (phrase.word.code, phrase.value)
            self.record["cost_cards"][i] = self._set_of(phrase)

    def _verbs(self, found: tuple[Phrase, ...]) -> None:
        rows = [row for phrase in found for row in flat(phrase)]
        self.record["verbs"] = len(rows)
        for i, (phrase, branch, when) in enumerate(rows):
            row = self._row(phrase)
            self.record["verb"][i, : len(row)] = row
            self.record["verb_cards"][i] = self._set_of(phrase)
            self.record["verb_when"][i] = sum(1 << RANK_NAMES.index(rank) for rank in when)
            self.record["verb_branch"][i] = branch
            if phrase.word.value.kind == "prices":
                self.record["by_rank"] = prices(phrase.value, self.character)

    def _row(self, phrase: Phrase) -> list[int]:
        word = phrase.word
        if word.value.kind == "lists":
            return [int(word.code), len(phrase.branches)]
        if word.value.kind == "hands":
            return [int(word.code), len(HANDS), phrase.value]
        given = {word.name: phrase.value, **phrase.more}
        arguments = {word.name: word.value, **word.more}
        return [int(word.code), *(self._number(arguments[name], given[name]) for name in columns(word))]

    def _number(self, argument: Argument, value: Any) -> int:
        if argument.kind == "choice":
            return argument.choices.index(value)
        if argument.kind == "status":
            return self.numbers[value]
        if argument.kind == "kinds":
            return sum(1 << KIND_NAMES.index(kind) for kind in value)
        if argument.kind == "speed":
            return round(10 * value)
        return int(value or 0) if argument.kind in ("count", "flag") else 0

    def _set_of(self, phrase: Phrase) -> np.uint64:
        """The set that the word or one of its arguments names; no word names two."""
        arguments = {phrase.name: phrase.word.value, **phrase.word.more}
        given = {phrase.name: phrase.value, **phrase.more}
        sets = [self._set(argument, given[name]) for name, argument in arguments.items() if argument.kind in _SETS]
        return sets[0] if sets else np.uint64(0)

    def _set(self, argument: Argument, value: Any) -> np.uint64:
        if argument.kind == "filter":
            return filtered_cards(value, self.character)
        if argument.kind == "sides":
            return tagged_sides(value, self.character)
        return carriers(value, self.character) if argument.kind == "ability" else np.uint64(0)


def class_of(rank: str, ability: Ability) -> int:
    """What a counter looks at (CLASS_...)."""
    if not ability.counterable:
        return int(CLASS_SAFE)
    if (ability.source or "innate") == "innate":
        return int(CLASS_INNATE)
    return int(CLASS_ACE if rank in ("A", "Joker") else CLASS_CARD)


def prices(table: dict[str, int], character: Character) -> list[int]:
    """Life for a card of each rank; -1: not for sale. A rank goes before its class."""
    by_rank = {
        rank: price
        for name, price in sorted(table.items(), key=lambda item: item[0] not in PRICE_CLASSES)
        for rank in (ranks_in(name, character.cards) if name in PRICE_CLASSES else (name,))
    }
    return [by_rank.get(rank, -1) for rank in RANK_NAMES]


def looks_at_suits(character: Character) -> bool:
    """Whether a cost, a verb or a poker hand makes cards of different suits different for this character."""
    said = [
        phrase
        for program in programs(character)
        for field in ("conditions", "cost", "does")
        for outer in phrases(program.ability, field)
        for phrase in outer.inside()
    ]
    return any(phrase.name == "poker_hand" or "combat_suit" in (phrase.value, *phrase.more.values()) for phrase in said)


def pack_traits(record: np.void, character: Character) -> None:
    """The traits in a record of dtype CHARACTER (`unstoppable` belongs to the changed record alone)."""
    edges = [(side_index(card.rank, name), card.side(name)) for card in character.cards for name in SIDE_NAMES]
    record["named_guards"] = bits(index for index, side in edges if side.named and side.kind in ("block", "dodge"))
    for field in ("returns_unless_hit", "full_combo", "own_color_blocks"):
        record[field] = bits(index for index, side in edges if getattr(side, field))
    record["beats_up_to"] = -1
    for index, side in edges:
        if side.beats_attacks_up_to is not None:
            record["beats_up_to"][index] = round(10 * side.beats_attacks_up_to)
    record["no_power_up"] = cards_of_ranks(card.rank for card in character.cards if card.no_power_up)
    for program, phrase in traits(character):
        own = cards_of_ranks([program.rank] if program.rank else [])
        if phrase.name == "denies_normal_draw":
            record["denies_normal_draw"] = 1
        elif phrase.name == "undodgeable":
            record["undodgeable"] |= tagged_sides(phrase.value, character)
            record["undodgeable_all"] = phrase.more["dodges"] == "all"
        elif phrase.name == "unlocks":
            record["unlocking"] |= own
        elif phrase.name == "linker":
            record["changing"] |= own
        elif phrase.name == "shield":
            record["shields"] |= own
            record["shield_ends_combat"] = phrase.value == "combat_ends"
    for program in programs(character):
        for phrase in phrases(program.ability, "does"):
            leaves = phrase.more["leave_if"] if phrase.name == "stay" else "never"
            if leaves != "never":
                field = "leaves_when_hit" if leaves == "hit" else "leaves_when_thrown"
                record[field] |= cards_of_ranks([program.rank])


def changed(character: Character) -> tuple[Character, np.uint64]:
    """The character while a card with the trait `linker` is in play, and the sides that it changes."""
    sides = np.uint64(0)
    for _, phrase in traits(character):
        if phrase.name == "linker":
            sides = tagged_sides(phrase.value, character)
            cards = tuple(_with_linkers(card, phrase.value, phrase.more["damage"]) for card in character.cards)
            character = character.model_copy(update={"cards": cards})
    return character, sides


def _with_linkers(card: Card, tag: str, damage: int) -> Card:
    update: dict[str, Any] = {}
    for name in SIDE_NAMES:
        side = card.side(name)
        if tag in side.tags:
            change = {"combo_type": "linker", "combo_points": 0, "damage": side.damage + damage}
            update[name] = side.model_copy(update=change)
    return card.model_copy(update=update) if update else card
