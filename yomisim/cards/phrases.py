"""Words in a table of a card file (``{ take = "Q", n = 2 }``), read with the vocabulary of a game.

Nothing here knows a particular game.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from yomisim.cards.reading import Loc, short, show
from yomisim.cards.words import FIELD_PLACES, Argument, Vocabulary, Word
from yomisim.errors import unknown

#: Kinds of argument that offer alternatives; verbs with one cannot stand inside one another.
BRANCHING = ("lists", "hands")
MOST_ALTERNATIVES = 4
MOST_LIFE_A_CARD = 99
#: Beside a verb, in games that have it: only if the card that was milled or shown is one of these.
WHEN = "when"


@dataclass(frozen=True)
class Phrase:
    """One word with its arguments.

    `more` has every argument that the word knows, defaults filled in (None: left out and without default).
    `branches` are the alternatives of a choice, or what the poker hands give, in their order.
    """

    word: Word
    value: Any
    more: Mapping[str, Any] = field(default_factory=dict)
    when: tuple[str, ...] = ()
    branches: tuple[tuple[Phrase, ...], ...] = ()
    loc: Loc = ()

    @property
    def name(self) -> str:
        """The word itself."""
        return self.word.name

    def inside(self) -> Iterator[Phrase]:
        """The phrase and all that stand in its branches."""
        yield self
        for branch in self.branches:
            yield from branch


@dataclass(frozen=True)
class Slip:
    """Something that cannot be read: where (seen from the list of phrases) and what would be right."""

    loc: Loc
    message: str


class Reader:
    """Reads the tables of one list (conditions, costs, verbs or traits); slips are collected, not raised."""

    def __init__(self, what: str, words: Mapping[str, Word], vocabulary: Vocabulary) -> None:
        self.what = what
        self.words = words
        self.vocabulary = vocabulary
        self.with_when = vocabulary.when and what == "verb"
        self.slips: list[Slip] = []

    def phrases(self, raws: Sequence[Any], loc: Loc = (), *, inner: bool = False) -> tuple[Phrase, ...]:
        """The phrases of a list, as far as they can be read."""
        found = [self._phrase(raw, (*loc, index), inner) for index, raw in enumerate(raws)]
        return tuple(phrase for phrase in found if phrase is not None)

    def _slip(self, loc: Loc, message: str) -> None:
        self.slips.append(Slip(loc, message))

    def _needs(self, loc: Loc, raw: Any, needed: str) -> None:
        got = f"the text {show(raw)}" if isinstance(raw, str) else show(raw)
        self._slip(loc, f"got {got}, needs {needed}")

    def _phrase(self, raw: Any, loc: Loc, inner: bool) -> Phrase | None:
        if not isinstance(raw, dict) or not raw:
            got = "an empty table" if raw == {} else show(raw)
            self._slip(
                loc, f"got {got}, needs a table with one {self.what}, such as {self.vocabulary.examples[self.what]}"
            )
            return None
        name = self._head(raw, loc)
        if name is None:
            return None
        word = self.words[name]
        if inner and word.value.kind in BRANCHING:
            self._slip((*loc, name), f"{name} cannot stand inside another choice")
            return None
        before = len(self.slips)
        others = {key: value for key, value in raw.items() if key != name}
        when = self._when(others.pop(WHEN), (*loc, WHEN)) if self.with_when and WHEN in others else ()
        for key in others:
            if key not in word.more:
                self._slip((*loc, key), _no_argument(word, key, with_when=self.with_when))
        value, branches = self._value(word.value, raw[name], (*loc, name))
        more = {}
        for key, argument in word.more.items():
            if key in others:
                more[key] = self._value(argument, others[key], (*loc, key))[0]
            elif argument.required:
                self._slip((*loc, key), f"missing; {name} needs {argument.text}")
            else:
                more[key] = argument.given
        return Phrase(word, value, more, when, branches, loc) if len(self.slips) == before else None

    def _head(self, raw: dict[str, Any], loc: Loc) -> str | None:
        """The word that the other keys of the table belong to."""
        known = [key for key in raw if key in self.words]
        heads = [key for key in known if set(known) - {key} <= set(self.words[key].more)]
        if len(known) == 1 or (known and len(heads) == 1):
            return (heads or known)[0]
        if known:
            apart = ", ".join(f"{{ {key} = ... }}" for key in known)
            self._slip(loc, f"one {self.what} a table; this one has {' and '.join(known)}: write {apart}")
            return None
        arguments = {key for word in self.words.values() for key in word.more} | {WHEN}
        strange = next((key for key in raw if key not in arguments), next(iter(raw)))
        self._slip((*loc, strange), self._belongs(strange) or unknown(self.what, short(strange), self.words).message)
        return None

    def _value(self, argument: Argument, raw: Any, loc: Loc) -> tuple[Any, tuple[tuple[Phrase, ...], ...]]:
        if argument.kind == "lists":
            return None, self._lists(argument, raw, loc)
        if argument.kind == "hands":
            return self._hands(argument, raw, loc)
        check = {
            "count": self._count,
            "flag": self._flag,
            "speed": self._speed,
            "filter": self._filter,
            "choice": self._choice,
            "status": self._name,
            "ability": self._name,
            "sides": self._tag,
            "kinds": self._kinds,
            "prices": self._prices,
        }[argument.kind]
        return check(argument, raw, loc), ()

    def _count(self, argument: Argument, raw: Any, loc: Loc) -> Any:
        if isinstance(raw, bool) or not isinstance(raw, int) or not argument.low <= raw <= argument.high:
            self._needs(loc, raw, argument.text)
        return raw

    def _flag(self, argument: Argument, raw: Any, loc: Loc) -> Any:
        if raw is not True:
            self._needs(loc, raw, f"{argument.text} (or leave it out)")
        return True

    def _speed(self, argument: Argument, raw: Any, loc: Loc) -> Any:
        sound = isinstance(raw, int | float) and not isinstance(raw, bool) and math.isfinite(raw)
        if not sound or not argument.low <= raw <= argument.high or abs(raw * 10 - round(raw * 10)) > 1e-6:
            self._needs(loc, raw, argument.text)
        elif round(raw * 10) == 0 and argument.low < 0:
            self._slip(loc, f"got {show(raw)}, which changes nothing; a negative number is faster, a positive slower")
        return raw

    def _filter(self, argument: Argument, raw: Any, loc: Loc) -> Any:
        """A name of the vocabulary's filters, or labels of cards as a tuple."""
        if isinstance(raw, str) and raw in self.vocabulary.filters:
            return raw
        return self._labels(raw, loc, argument.text, tuple(self.vocabulary.filters))

    def _when(self, raw: Any, loc: Loc) -> tuple[str, ...]:
        label = self.vocabulary.label
        return self._labels(raw, loc, f'a list of {label}s such as ["J", "Q"]', ())

    def _labels(self, raw: Any, loc: Loc, needed: str, names: tuple[str, ...]) -> tuple[str, ...]:
        known, label = self.vocabulary.labels, self.vocabulary.label
        given = raw if isinstance(raw, list) else [raw]
        if not given or (not isinstance(raw, list | str | int) or isinstance(raw, bool)):
            self._needs(loc, raw, needed)
            return ()
        for index, one in enumerate(given):
            where = (*loc, index) if isinstance(raw, list) else loc
            if isinstance(one, int) and not isinstance(one, bool) and show(one) in known:
                self._slip(where, f'got the number {one}; write it in quotes: "{one}"')
            elif not isinstance(one, str):
                self._needs(where, one, f"a {label}" if isinstance(raw, list) else needed)
            elif one not in known:
                if isinstance(raw, list) and one in names:
                    self._slip(where, f"{one!r} stands alone; a list holds {label}s only")
                else:
                    # In a list only labels can stand.
                    right = known if isinstance(raw, list) else (*names, *known)
                    what = label if isinstance(raw, list) or not names else "kind of card"
                    self._slip(where, unknown(what, short(one), right).message)
            elif one in given[:index]:
                self._slip(where, f"{one} stands twice")
        return tuple(one for one in given if isinstance(one, str))

    def _choice(self, argument: Argument, raw: Any, loc: Loc) -> Any:
        if not isinstance(raw, str):
            self._needs(loc, raw, argument.text)
        elif raw not in argument.choices:
            self._slip(loc, unknown("word", short(raw), argument.choices).message)
        return raw

    def _name(self, argument: Argument, raw: Any, loc: Loc) -> Any:
        if not isinstance(raw, str) or not raw.strip() or raw != raw.strip() or len(raw) > 60:
            self._needs(loc, raw, argument.text)
        return raw

    def _tag(self, argument: Argument, raw: Any, loc: Loc) -> Any:
        if not isinstance(raw, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", raw):
            self._needs(loc, raw, argument.text)
        return raw

    def _kinds(self, argument: Argument, raw: Any, loc: Loc) -> Any:
        if not isinstance(raw, list) or not raw:
            self._needs(loc, raw, argument.text)
            return ()
        known = argument.choices or self.vocabulary.kinds
        for index, kind in enumerate(raw):
            if not isinstance(kind, str):
                self._needs((*loc, index), kind, "a kind of move")
            elif kind not in known:
                self._slip((*loc, index), unknown("kind of move", short(kind), known).message)
            elif kind in raw[:index]:
                self._slip((*loc, index), f"{kind} stands twice")
        return tuple(kind for kind in raw if isinstance(kind, str))

    def _prices(self, argument: Argument, raw: Any, loc: Loc) -> Any:
        if not isinstance(raw, dict) or not raw:
            self._needs(loc, raw, argument.text)
            return {}
        for key, price in raw.items():
            known = (*self.vocabulary.price_classes, *self.vocabulary.labels)
            if key not in known:
                self._slip((*loc, key), unknown("kind of card", short(key), known).message)
            elif isinstance(price, bool) or not isinstance(price, int) or not 0 <= price <= MOST_LIFE_A_CARD:
                self._needs((*loc, key), price, f"life for a card: a whole number from 0 to {MOST_LIFE_A_CARD}")
        return dict(raw)

    def _lists(self, argument: Argument, raw: Any, loc: Loc) -> tuple[tuple[Phrase, ...], ...]:
        if not isinstance(raw, list) or not 2 <= len(raw) <= MOST_ALTERNATIVES:
            got = f"{len(raw)} list{'s' if len(raw) != 1 else ''}" if isinstance(raw, list) else show(raw)
            self._slip(loc, f"got {got}, needs {argument.text}")
            return ()
        branches = []
        for index, part in enumerate(raw):
            if isinstance(part, list) and part:
                branches.append(self.phrases(part, (*loc, index), inner=True))
            else:
                self._needs((*loc, index), part, "a list of verbs, such as [{ draw = 1 }]")
        return tuple(branches)

    def _hands(self, argument: Argument, raw: Any, loc: Loc) -> tuple[int, tuple[tuple[Phrase, ...], ...]]:
        """How many alternatives a straight flush gives, and what each hand does."""
        hands, several_key = self.vocabulary.hands, self.vocabulary.straight_flush
        if not isinstance(raw, dict) or not set(raw) - {several_key}:
            self._needs(loc, raw, argument.text)
            return 1, ()
        several = raw.get(several_key, 1)
        self._count(Argument("count", 1, 2), several, (*loc, several_key))
        for key in raw:
            if key not in (*hands, several_key):
                self._slip((*loc, key), unknown("poker hand", short(key), (*hands, several_key)).message)
        branches: list[tuple[Phrase, ...]] = []
        for name in hands:
            part = raw.get(name, [])
            where = (*loc, name)
            if isinstance(part, dict):
                read = self._phrase(part, where, True)
                branches.append(() if read is None else (read,))
            elif isinstance(part, list) and (part or name not in raw):
                branches.append(self.phrases(part, where, inner=True))
            else:
                self._needs(where, part, "a verb or a list of verbs, such as { draw = 3 }")
        return several, tuple(branches)

    def _belongs(self, name: str) -> str | None:
        """Where a word belongs that stands in the wrong list."""
        vocabulary = self.vocabulary
        if name in vocabulary.traits:
            where, word = vocabulary.traits[name]
            if where in FIELD_PLACES:
                return f"{name} is no word of an ability but a field of the {where}: {name} = {_plain(word)}"
            return f"{name} is always true: write it in `always`"
        if name in vocabulary.verbs:
            return f"{name} is a verb: write it in `does`"
        if name in vocabulary.conditions:
            return f"{name} is a condition: write it in `if`"
        return f"{name} is a cost: write it in `cost`" if name in vocabulary.costs else None


def _no_argument(word: Word, key: str, *, with_when: bool) -> str:
    known = [*word.more, *([WHEN] if with_when else [])]
    if not known:
        return f"{word.name} has no arguments; leave {short(key)!r} out"
    return unknown(f"argument of {word.name}", short(key), known).message


def _plain(word: Word) -> str:
    return "true" if word.value.kind == "flag" else f"{word.value.low:.1f}"
