"""Comparing what a scenario expects with what happened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from yomisim.cards.verbs import HANDS
from yomisim.cards.yomi1.pack import parse_card
from yomisim.cards.yomi1.pack_abilities import programs, statuses
from yomisim.cards.yomi1.schema import Character
from yomisim.cards.yomi1.tables import KIND_NAMES
from yomisim.errors import BadInput, unknown
from yomisim.narrate import TURNS, event_record
from yomisim.rules.yomi1.events import EVENT_NAMES, EVENTS, REASONS
from yomisim.rules.yomi1.state import ENDINGS
from yomisim.scenario.notation import NamedCard, read_card, read_cards
from yomisim.scenario.refusals import check_name
from yomisim.scenario.run import Played, state
from yomisim.scenario.schema import Expect, FighterAfter
from yomisim.scenario.setup import PLAYERS
from yomisim.scenario.told import plain


def differences(played: Played, expect: Expect) -> list[str]:
    """One line for everything that is not as expected; empty where all is.

    Raises
    ------
    BadInput
        for an expectation that cannot be understood.
    """
    wanted = _read_events(played, expect)
    _check_words(expect)
    if played.refused is not None:
        if expect.refused is None:
            return []  # told by the caller: an unexpected refusal is bad input
        if played.refused.matches(expect.refused):
            return _differences(played, expect, wanted)
        return [f"refused: expected {expect.refused}, broken is {played.refused.slug}: {played.refused.text}"]
    if expect.refused is not None:
        return [f"refused: expected a refusal by {expect.refused}, all decisions were legal"]
    return _differences(played, expect, wanted)


def _check_words(expect: Expect) -> None:
    """BadInput for expectations that make no sense, whatever happened."""
    if expect.refused is not None:
        check_name(expect.refused, "expect.refused")
    if expect.ending is not None and expect.ending not in ENDINGS:
        raise unknown("ending", expect.ending, ENDINGS, field="expect.ending")
    for name in PLAYERS:
        for key, value in getattr(expect, name):
            if isinstance(value, list):
                read_cards(value, f"expect.{name}.{key}")


def _differences(played: Played, expect: Expect, wanted: tuple[list[Wanted], list[Wanted]]) -> list[str]:
    after = state(played)
    out = _compare(
        "", {k: getattr(expect, k) for k in ("over", "winner", "ending")}, {**after, "winner": _winner(after)}
    )
    for name in PLAYERS:
        out += _fighter(name, getattr(expect, name), after[name])
    return out + _events(played, *wanted)


def _winner(after: dict[str, Any]) -> str:
    return after["winner"] or "none"


def _compare(prefix: str, wanted: dict[str, Any], found: dict[str, Any]) -> list[str]:
    return [
        f"{prefix}{key}: expected {value}, found {found[key]}"
        for key, value in wanted.items()
        if value is not None and found[key] != value
    ]


def _fighter(name: str, wanted: FighterAfter, found: dict[str, Any]) -> list[str]:
    sizes = {f"{pile}_size": len(found[pile]) for pile in ("hand", "discard", "in_play")}
    keys = ("life", "hand_size", "deck_size", "discard_size", "in_play_size", "knocked_down")
    out = _compare(f"{name}.", {key: getattr(wanted, key) for key in keys}, {**found, **sizes})
    for key in ("hand", "in_play"):
        if getattr(wanted, key) is not None:
            cards = read_cards(getattr(wanted, key), f"expect.{name}.{key}")
            if len(cards) != len(found[key]) or _missing(cards, found[key]):
                out.append(f"{name}.{key}: expected {_row(cards)}, found {_row(found[key])}")
    for pile in ("hand", "discard", "shown"):
        has = read_cards(getattr(wanted, f"{pile}_has"), f"expect.{name}.{pile}_has")
        missing = _missing(has, found[pile])
        if missing:
            out.append(f"{name}.{pile}_has: {_row(missing)} not among {_row(found[pile])}")
        lacks = read_cards(getattr(wanted, f"{pile}_lacks"), f"expect.{name}.{pile}_lacks")
        there = [card for card in lacks if any(_is(card, each) for each in found[pile])]
        if there:
            out.append(f"{name}.{pile}_lacks: {_row(there)} among {_row(found[pile])}")
    top = read_cards(wanted.discard_top, f"expect.{name}.discard_top")
    if not _in_order(top, found["discard"][: len(top)]):
        out.append(f"{name}.discard_top: expected {_row(top)}, found {_row(found['discard'][: len(top)])}")
    if wanted.deck_top_known is not None:
        known = read_cards(wanted.deck_top_known, f"expect.{name}.deck_top_known")
        if not _in_order(known, found["deck_top_known"]):
            out.append(f"{name}.deck_top_known: expected {_row(known)}, found {_row(found['deck_top_known'])}")
    return out


def _row(cards: Sequence[NamedCard | str]) -> str:
    return " ".join(map(str, cards)) or "nothing"


def _in_order(wanted: list[NamedCard], found: list[str]) -> bool:
    return len(wanted) == len(found) and all(map(_is, wanted, found))


def _is(wanted: NamedCard, name: str) -> bool:
    return wanted.matches(parse_card(name))


def _missing(wanted: list[NamedCard], found: list[str]) -> list[NamedCard]:
    """Those of `wanted` that are not in `found`; every found card counts once, named suits first."""
    left = list(found)
    missing = []
    for card in sorted(wanted, key=lambda each: each.suit is None):
        match = next((name for name in left if _is(card, name)), None)
        if match is None:
            missing.append(card)
        else:
            left.remove(match)
    return missing


def event_words(played: Played, turns: Sequence[np.ndarray] | None = None) -> list[dict[str, Any]]:
    """Every event as a dictionary: event, player ("a", "b" or None) and its columns by name, as they are expected.

    `turns` are the rows of the turns that are told; None tells all turns that were played.
    """
    told = played.rows if turns is None else turns
    rows: Sequence[np.ndarray] = np.concatenate(told) if told else []  # type: ignore[assignment]
    return [_plain_numbers(event_record(played.game, row, _cast(played)), row) for row in rows]


def _plain_numbers(record: dict[str, Any], row: np.ndarray) -> dict[str, Any]:
    """Ranks, `waiting` and `from_deck` are numbers in expectations."""
    for place, column in enumerate(EVENTS[record["event"]]):
        if column in _NUMBERS:
            record[column] = int(row[2 + place])
    return record


#: Columns that stay numbers although event_record has a word for them.
_NUMBERS = ("rank", "waiting", "from_deck")


def _cast(played: Played) -> list[Character]:
    return [played.game.character(who.character) for who in (played.scenario.a, played.scenario.b)]


@dataclass(frozen=True)
class Wanted:
    """An event as it is expected: `columns` hold the values as written, without blanks and in small letters."""

    text: str
    event: str
    player: str | None
    columns: dict[str, str]
    cards: dict[str, NamedCard]

    def fits(self, record: dict[str, Any]) -> bool:
        """Whether an event that happened is one like this."""
        if record["event"] != self.event or (self.player is not None and record["player"] != self.player):
            return False
        if any(record[key] is None or not _is(card, record[key]) for key, card in self.cards.items()):
            return False
        return all(plain(str(record[key])) == value for key, value in self.columns.items())


def _read_events(played: Played, expect: Expect) -> tuple[list[Wanted], list[Wanted]]:
    wanted = [_read_event(played, text, "expect.events") for text in expect.events]
    return wanted, [_read_event(played, text, "expect.no_events") for text in expect.no_events]


def _events(played: Played, wanted: list[Wanted], unwanted: list[Wanted]) -> list[str]:
    happened = event_words(played)
    out = []
    place = 0
    for each in wanted:
        found = next((i for i in range(place, len(happened)) if each.fits(happened[i])), None)
        if found is None:
            out.append(f"events: {each.text!r} did not happen{' after the events before it' if place else ''}")
        else:
            place = found + 1
    out += [f"no_events: {each.text!r} happened" for each in unwanted if any(map(each.fits, happened))]
    return out


def _read_event(played: Played, text: str, field: str) -> Wanted:
    """``a hit damage=6`` as the columns that must fit.

    Raises
    ------
    BadInput
        for an event, a column or a value that cannot be.
    """
    words = text.split()
    player = words.pop(0) if words and words[0] in PLAYERS else None
    if not words:
        raise BadInput(f"{text!r} names no event", field=field)
    event = words.pop(0)
    if event not in EVENTS:
        raise unknown("event", event, EVENT_NAMES, field=field)
    columns: dict[str, str] = {}
    cards: dict[str, NamedCard] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} in {text!r} is not name=value", field=field)
        if key not in EVENTS[event]:
            raise unknown("column", key, EVENTS[event], field=field)
        if key == "card":
            cards[key] = read_card(value, field)
            continue
        columns[key] = plain(value)
        known = _known_values(played, player, event, key)
        if known is None:
            if not re.fullmatch(r"-?[0-9]+", value):
                raise BadInput(f"{word!r} in {text!r}: {key} is a whole number", field=field)
            columns[key] = str(int(value))
        elif columns[key] not in map(plain, known):
            raise unknown(key, value, known, field=field)
    return Wanted(text, event, player, columns, cards)


def _known_values(played: Played, player: str | None, event: str, column: str) -> list[str] | None:
    """The words that a column can hold; None for a number."""
    cast = _cast(played)
    cast = cast if player is None else [cast[PLAYERS.index(player)]]
    if column == "side":
        return [name.replace(" ", "_") for who in cast for name, _, _ in who.moves()]
    if column == "ability":
        return [each.ability.name.replace(" ", "_") for who in cast for each in programs(who)]
    if column == "status":
        return [name for who in cast for name in statuses(who)]
    if event == "speed" and column == "turn":
        return list(TURNS)
    known = {"reason": REASONS, "ending": ENDINGS, "kind": KIND_NAMES, "hand": HANDS}.get(column)
    return None if known is None else list(known)
