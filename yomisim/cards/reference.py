"""The vocabulary of abilities of a game as text, from its registry (`cards/yomi1/verbs.py`, `cards/yomi2/verbs.py`).

The command line calls :func:`main`: ``yomisim verbs [GAME] [--json]``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from yomisim.cards.load import vocabulary
from yomisim.cards.words import Argument, Vocabulary, Word
from yomisim.console import emit, emit_json
from yomisim.errors import EXIT_DONE

WIDTH = 100


def main(game: str, as_json: bool) -> int:
    """Print the reference of a game, as text or as one JSON object; the exit code.

    Raises
    ------
    BadInput : for an unknown game.
    """
    words = vocabulary(game)
    if as_json:
        emit_json(record(words))
    else:
        emit(lines(words))
    return EXIT_DONE


def lines(words: Vocabulary) -> list[str]:
    """The reference for a person."""
    text = [*words.intro]
    text += _titled("WINDOWS", "when an ability may be used (window = ...), in the order of a turn")
    text += _pairs(words.windows)
    if words.sources:
        text += _titled("SOURCES", "where it comes from (from = ...)")
        text += _pairs(words.sources)
    back = ", given back if the ability is countered" if words.when else ""
    when = "; beside each may stand `when`, see below" if words.when else ""
    for title, note, listed in (
        ("CONDITIONS", "if = [{ ... }, ...]: all of them must hold", words.conditions.values()),
        ("COSTS", f"cost = [{{ ... }}, ...]: paid first{back}", words.costs.values()),
        ("VERBS", f"does = [{{ ... }}, ...]: done in this order{when}", words.verbs.values()),
    ):
        text += _titled(title, note) if listed else []
        text += [line for word in listed for line in _word_lines(word, words)]
    if words.when:
        said = f"when = {words.label}s: the verb is done only if the card that was milled or shown before has one of "
        text += ["", *_wrapped(said + "these.")]
    for place, note in words.trait_places.items():
        text += _titled("TRAITS", note)
        text += [line for where, word in words.traits.values() if where == place for line in _word_lines(word, words)]
    text += _cards(words)
    for name, others in words.also.items():
        text += ["", "", name.upper(), "", *lines(others)]
    return text


def _cards(words: Vocabulary) -> list[str]:
    """What stands for cards, and the keys of tables."""
    label, text = words.label, []
    if words.filters:
        note = f"what stands for cards in conditions, costs and verbs, beside a {label} or a list of {label}s"
        text += _titled("CARDS", note)
        text += _pairs(words.filters)
    if words.hands:
        text += _titled("TABLES", "keys in a table of prices, and in a table of poker hands")
        text += _wrapped(f"prices: {', '.join(words.price_classes)}, or a {label} (which goes before its class)")
        hands, several = ", ".join(words.hands), words.straight_flush
        text += _wrapped(f"hands: {hands}, each with a verb or a list of verbs; {several} = how many of them")
    return text


def record(words: Vocabulary) -> dict[str, Any]:
    """The reference for a program."""
    found: dict[str, Any] = {
        "windows": dict(words.windows),
        "sources": dict(words.sources),
        "conditions": [_word_record(word) for word in words.conditions.values()],
        "costs": [_word_record(word) for word in words.costs.values()],
        "verbs": [_word_record(word) for word in words.verbs.values()],
        "traits": [{"where": where, **_word_record(word)} for where, word in words.traits.values()],
        "cards": dict(words.filters),
    }
    if words.hands:
        found |= {"price_classes": list(words.price_classes), "poker_hands": [*words.hands, words.straight_flush]}
    return found | {name: record(others) for name, others in words.also.items()}


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


def _pairs(pairs: Mapping[str, str]) -> Iterator[str]:
    wide = max(map(len, pairs))
    for name, meaning in pairs.items():
        yield from _wrapped(f"{name:<{wide}}  {meaning}", hang=wide + 2)


def _word_lines(word: Word, words: Vocabulary) -> Iterator[str]:
    yield from _wrapped(f"{word.name} = {_text(word.value)}")
    yield from _wrapped(word.meaning, indent=6)
    for name, argument in word.more.items():
        yield from _wrapped(f"{name} = {_text(argument)}{_left_out(argument)}", indent=6, hang=2)
    if word.windows:
        yield from _wrapped(f"windows: {_stretches(word.windows, list(words.windows))}", indent=6, hang=2)


def _text(argument: Argument) -> str:
    return "cards (see CARDS)" if argument.kind == "filter" else argument.text


def _stretches(windows: tuple[str, ...], order: list[str]) -> str:
    """Windows in their order, three or more in a row as `first to last`."""
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
