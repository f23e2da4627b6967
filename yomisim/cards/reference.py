"""The vocabulary of abilities as text, from the registry :mod:`yomisim.cards.verbs` alone.

The command line calls :func:`main`: ``yomisim verbs [--json]``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from yomisim.cards.verbs import (
    CONDITIONS,
    COSTS,
    FILTERS,
    HANDS,
    PRICE_CLASSES,
    SOURCES,
    STRAIGHT_FLUSH,
    TRAITS,
    VERBS,
    WINDOWS,
    Argument,
    Word,
)
from yomisim.console import emit, emit_json
from yomisim.errors import EXIT_DONE

WIDTH = 100

#: Where a trait is written, by where it counts.
_TRAIT_PLACES = {
    "innate": "in `always` of [[innate]]: true of the character",
    "play": "in `always` of a card's ability: true while the card stays in play",
    "side": "a field of a side (top, bottom)",
    "card": "a field of a card",
}

_FILTER_MEANINGS = {
    "any": "every card",
    "face": "J, Q, K",
    "number": "2 to 10",
    "ace": "A",
    "joker": "Jokers",
    "non_joker": "every card but the Jokers",
    "normal_throw": "cards with a normal throw on one side",
    "combat_suit": "cards of the suit of the own combat card (in costs only)",
}
assert tuple(_FILTER_MEANINGS) == FILTERS


def main(as_json: bool) -> int:
    """Print the reference, as text or as one JSON object; the exit code."""
    if as_json:
        emit_json(record())
    else:
        emit(lines())
    return EXIT_DONE


def lines() -> list[str]:
    """The reference for a person."""
    text = [
        "An ability in a character file: name, window (when), from (source), side, if (conditions), cost,",
        "does (verbs), always (traits), auto, once, counterable, kept_if_countered.",
        "docs/abilities.md tells how they go together.",
    ]
    text += _titled("WINDOWS", "when an ability may be used (window = ...), in the order of a turn")
    text += _pairs(WINDOWS)
    text += _titled("SOURCES", "where it comes from (from = ...)")
    text += _pairs(SOURCES)
    for title, note, words in (
        ("CONDITIONS", "if = [{ ... }, ...]: all of them must hold", CONDITIONS.values()),
        ("COSTS", "cost = [{ ... }, ...]: paid first, given back if the ability is countered", COSTS.values()),
        ("VERBS", "does = [{ ... }, ...]: done in this order; beside each may stand `when`, see below", VERBS.values()),
    ):
        text += _titled(title, note)
        text += [line for word in words for line in _word_lines(word)]
    text += [
        "",
        *_wrapped("when = ranks: the verb is done only if the card that was milled or shown before has one of these."),
    ]
    for place, note in _TRAIT_PLACES.items():
        text += _titled("TRAITS", note)
        text += [line for where, word in TRAITS.values() if where == place for line in _word_lines(word)]
    text += _titled("CARDS", "what stands for cards in conditions, costs and verbs, beside a rank or a list of ranks")
    text += _pairs(_FILTER_MEANINGS)
    text += _titled("TABLES", "keys in a table of prices, and in a table of poker hands")
    text += _wrapped(f"prices: {', '.join(PRICE_CLASSES)}, or a rank (which goes before its class)")
    text += _wrapped(
        f"hands: {', '.join(HANDS)}, each with a verb or a list of verbs; {STRAIGHT_FLUSH} = how many of them"
    )
    return text


def record() -> dict[str, Any]:
    """The reference for a program."""
    return {
        "windows": WINDOWS,
        "sources": SOURCES,
        "conditions": [_word_record(word) for word in CONDITIONS.values()],
        "costs": [_word_record(word) for word in COSTS.values()],
        "verbs": [_word_record(word) for word in VERBS.values()],
        "traits": [{"where": where, **_word_record(word)} for where, word in TRAITS.values()],
        "cards": _FILTER_MEANINGS,
        "price_classes": list(PRICE_CLASSES),
        "poker_hands": [*HANDS, STRAIGHT_FLUSH],
    }


def _word_record(word: Word) -> dict[str, Any]:
    return {
        "name": word.name,
        "meaning": word.meaning,
        "value": word.value.text,
        "arguments": [
            {"name": name, "value": argument.text, "required": argument.required, "default": argument.given}
            for name, argument in word.more.items()
        ],
        "windows": list(word.windows),
    }


def _titled(title: str, note: str) -> list[str]:
    return ["", f"{title}: {note}", ""]


def _pairs(pairs: dict[str, str]) -> Iterator[str]:
    wide = max(map(len, pairs))
    for name, meaning in pairs.items():
        yield from _wrapped(f"{name:<{wide}}  {meaning}", hang=wide + 2)


def _word_lines(word: Word) -> Iterator[str]:
    yield from _wrapped(f"{word.name} = {_text(word.value)}")
    yield from _wrapped(word.meaning, indent=6)
    for name, argument in word.more.items():
        yield from _wrapped(f"{name} = {_text(argument)}{_left_out(argument)}", indent=6, hang=2)
    if word.windows:
        yield from _wrapped(f"windows: {_stretches(word.windows)}", indent=6, hang=2)


def _text(argument: Argument) -> str:
    return "cards (see CARDS)" if argument.kind == "filter" else argument.text


def _stretches(windows: tuple[str, ...]) -> str:
    """Windows in their order, three or more in a row as `first to last`."""
    order = list(WINDOWS)
    rows: list[list[str]] = []
    for name in sorted(windows, key=order.index):
        if rows and order.index(rows[-1][-1]) + 1 == order.index(name):
            rows[-1].append(name)
        else:
            rows.append([name])
    return ", ".join(f"{row[0]} to {row[-1]}" if len(row) > 2 else ", ".join(row) for row in rows)


def _left_out(argument: Argument) -> str:
    if argument.required:
        return " (must be there)"
    return " (may be left out)" if argument.given is None else f" (if left out: {argument.given})"


def _wrapped(text: str, indent: int = 2, hang: int = 4) -> Iterable[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + hang))
