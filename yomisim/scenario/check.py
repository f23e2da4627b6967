"""Comparing what a scenario expects with what happened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from yomisim.errors import BadInput, unknown
from yomisim.narrate import event_record
from yomisim.scenario.refusals import check_name
from yomisim.scenario.rooms import Card, Room
from yomisim.scenario.run import Played, state
from yomisim.scenario.words import plain


def differences(played: Played, expect: Any) -> list[str]:
    """One line for everything that is not as expected; empty where all is.

    Raises
    ------
    BadInput
        for an expectation that cannot be understood.
    """
    wanted = _read_events(played, expect)
    _check_words(played, expect)
    if played.refused is not None:
        if expect.refused is None:
            return []  # told by the caller: an unexpected refusal is bad input
        if played.refused.matches(expect.refused):
            return _differences(played, expect, wanted)
        return [f"refused: expected {expect.refused}, broken is {played.refused.slug}: {played.refused.text}"]
    if expect.refused is not None:
        return [f"refused: expected a refusal by {expect.refused}, all decisions were legal"]
    return _differences(played, expect, wanted)


def _check_words(played: Played, expect: Any) -> None:
    """BadInput for expectations that make no sense, whatever happened."""
    room = played.room
    if expect.refused is not None:
        check_name(expect.refused, room.RULES, "expect.refused")
    if expect.ending is not None and expect.ending not in room.ENDINGS:
        raise unknown("ending", expect.ending, room.ENDINGS, field="expect.ending")
    for name in played.names:
        for key, value in getattr(expect, name):
            if isinstance(value, list):
                room.read_cards(value, f"expect.{name}.{key}")


def _differences(played: Played, expect: Any, wanted: tuple[list[Wanted], list[Wanted]]) -> list[str]:
    after = state(played)
    out = _compare(
        "", {k: getattr(expect, k) for k in ("over", "winner", "ending")}, {**after, "winner": _winner(after)}
    )
    for name in played.names:
        out += _fighter(played.room, name, dict(getattr(expect, name)), after[name])
    return out + _events(played, *wanted)


def _winner(after: dict[str, Any]) -> str:
    return after["winner"] or "none"


def _compare(prefix: str, wanted: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    return [
        f"{prefix}{key}: expected {value}, found {found[key]}"
        for key, value in wanted.items()
        if value is not None and found[key] != value
    ]


def _fighter(room: Room, name: str, wanted: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """What differs for one player: plain values, then piles in full, then what lies in them and what on top."""
    piles = {key: value for key, value in found.items() if isinstance(value, list)}
    sizes = {f"{pile}_size": len(cards) for pile, cards in piles.items()}
    lists = {key: room.read_cards(value, f"expect.{name}.{key}") for key, value in wanted.items() if _is_list(value)}
    plain = {key: value for key, value in wanted.items() if not _is_list(value)}
    out = _compare(f"{name}.", plain, {**dict.fromkeys(wanted), **found, **sizes})
    for key, cards in lists.items():
        pile, _, which = key.rpartition("_")
        if key in room.EXACT:
            if len(cards) != len(found[key]) or _missing(cards, found[key]):
                out.append(f"{name}.{key}: expected {_row(cards)}, found {_row(found[key])}")
        elif key in room.ORDERED:
            there = found[room.ORDERED[key]]
            there = there if key in room.WHOLE else there[: len(cards)]
            if not _in_order(cards, there):
                out.append(f"{name}.{key}: expected {_row(cards)}, found {_row(there)}")
        elif which == "has" and (missing := _missing(cards, found[pile])):
            out.append(f"{name}.{key}: {_row(missing)} not among {_row(found[pile])}")
        elif which == "lacks" and (there := [card for card in cards if any(card.fits(each) for each in found[pile])]):
            out.append(f"{name}.{key}: {_row(there)} among {_row(found[pile])}")
    return out


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _row(cards: Sequence[Card | str]) -> str:
    return " ".join(map(str, cards)) or "nothing"


def _in_order(wanted: Sequence[Card], found: list[str]) -> bool:
    return len(wanted) == len(found) and all(card.fits(name) for card, name in zip(wanted, found, strict=True))


def _missing(wanted: Sequence[Card], found: list[str]) -> list[Card]:
    """Those of `wanted` that are not in `found`; every found card counts once, cards that fit least come first."""
    left = list(found)
    missing = []
    for card in sorted(wanted, key=lambda each: sum(map(each.fits, set(found)))):
        match = next((name for name in left if card.fits(name)), None)
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
    return [_plain_numbers(played, event_record(played.game, row, played.cast), row) for row in rows]


def _plain_numbers(played: Played, record: dict[str, Any], row: np.ndarray) -> dict[str, Any]:
    """Ranks, `waiting` and `from_deck` are numbers in expectations."""
    for place, column in enumerate(played.room.EVENTS[record["event"]]):
        if column in _NUMBERS:
            record[column] = int(row[2 + place])
    return record


#: Columns that stay numbers although event_record has a word for them.
_NUMBERS = ("rank", "waiting", "from_deck")


@dataclass(frozen=True)
class Wanted:
    """An event as it is expected: `columns` hold the values as written, without blanks and in small letters."""

    text: str
    event: str
    player: str | None
    columns: dict[str, str]
    cards: dict[str, Card]

    def fits(self, record: dict[str, Any]) -> bool:
        """Whether an event that happened is one like this."""
        if record["event"] != self.event or (self.player is not None and record["player"] != self.player):
            return False
        if any(record[key] is None or not card.fits(record[key]) for key, card in self.cards.items()):
            return False
        return all(plain(str(record[key])) == value for key, value in self.columns.items())


def _read_events(played: Played, expect: Any) -> tuple[list[Wanted], list[Wanted]]:
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
    room = played.room
    words = text.split()
    player = words.pop(0) if words and words[0] in played.names else None
    if not words:
        raise BadInput(f"{text!r} names no event", field=field)
    event = words.pop(0)
    if event not in room.EVENTS:
        raise unknown("event", event, room.EVENTS, field=field)
    who = played.cast if player is None else [played.cast[played.names.index(player)]]
    columns: dict[str, str] = {}
    cards: dict[str, Card] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} in {text!r} is not name=value", field=field)
        if key not in room.EVENTS[event]:
            raise unknown("column", key, room.EVENTS[event], field=field)
        known = room.known_values(who, event, key)
        if key in room.CARD_COLUMNS:
            cards[key] = _one_card(room, value, field)
        elif known is None:
            if not re.fullmatch(r"-?[0-9]+", value):
                raise BadInput(f"{word!r} in {text!r}: {key} is a whole number", field=field)
            columns[key] = str(int(value))
        elif plain(value) not in map(plain, known):
            raise unknown(key, value, known, field=field)
        else:
            columns[key] = plain(value)
    return Wanted(text, event, player, columns, cards)


def _one_card(room: Room, text: str, field: str) -> Card:
    found = room.read_cards([text], field)
    if len(found) != 1:
        raise BadInput(f"{text!r} is no card", field=field)
    return found[0]
