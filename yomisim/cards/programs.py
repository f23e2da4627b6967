"""Abilities as they stand in card files, with their lists of words read. Nothing here knows a particular game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from yomisim.cards.phrases import Phrase, Reader
from yomisim.cards.reading import Loc
from yomisim.cards.words import Vocabulary

#: A mistake: where, seen from the ability, and what would be right.
Found = tuple[Loc, str]

#: Lists of an ability that go by another name in the file.
_FILE_NAMES = {"conditions": "if"}


@dataclass(frozen=True)
class Entry:
    """An ability as it stands in a file: its place, the label of its card ("" on the character), its values."""

    loc: Loc
    card: str
    raw: dict[str, Any]


@dataclass(frozen=True)
class Read:
    """An ability with its four lists read; `ability` is the model of the game."""

    entry: Entry
    ability: Any
    conditions: tuple[Phrase, ...]
    cost: tuple[Phrase, ...]
    does: tuple[Phrase, ...]
    always: tuple[Phrase, ...]

    def everything(self) -> Iterator[tuple[str, Phrase]]:
        """Every phrase, those inside choices too, with the name of its list in the file."""
        for name in ("conditions", "cost", "does", "always"):
            for phrase in getattr(self, name):
                for inner in phrase.inside():
                    yield _FILE_NAMES.get(name, name), inner

    def says(self, verb: str) -> bool:
        """Whether this verb is among what the ability does."""
        return any(inner.name == verb for phrase in self.does for inner in phrase.inside())


def read(entry: Entry, model: type[BaseModel], vocabulary: Vocabulary) -> tuple[Read | None, list[Found]]:
    """The ability read, or what keeps it from being read."""
    try:
        ability: Any = model.model_validate(entry.raw)
    except ValidationError:
        return None, []  # the schema has its own messages
    found: list[Found] = []
    lists: dict[str, tuple[Phrase, ...]] = {}
    for name, (what, words) in vocabulary.lists.items():
        reader = Reader(what, words, vocabulary)
        lists[name] = reader.phrases(getattr(ability, name))
        slips = dict.fromkeys(reader.slips)
        found += [((_FILE_NAMES.get(name, name), *slip.loc), slip.message) for slip in slips]
    return (Read(entry, ability, **lists) if not found else None), found


def phrases(ability: Any, name: str, vocabulary: Vocabulary) -> tuple[Phrase, ...]:
    """One list of an ability ("conditions", "cost", "does" or "always"), read; the file has been checked before.

    `ability` is the model of a game.
    """
    what, words = vocabulary.lists[name]
    reader = Reader(what, words, vocabulary)
    found = reader.phrases(getattr(ability, name))
    assert not reader.slips, reader.slips
    return found


def flat(phrase: Phrase) -> Iterator[tuple[Phrase, int, tuple[str, ...]]]:
    """A phrase and what stands in its branches, as (phrase, branch, labels of `when`): one row of a record each."""
    yield phrase, 0, phrase.when
    for number, branch in enumerate(phrase.branches, 1):
        for inner in branch:
            yield inner, number, inner.when or phrase.when


def or_(names: tuple[str, ...]) -> str:
    """Names in a sentence: ``a, b or c``."""
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
