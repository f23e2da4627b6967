"""Comparing what a scenario expects with what happened."""

from __future__ import annotations

from typing import Any

import numpy as np

from yomisim.cards.yomi1.pack import card_name, parse_card, side_name
from yomisim.errors import BadInput, unknown
from yomisim.rules.yomi1.events import EVENT_NAMES, EVENTS, REASONS
from yomisim.rules.yomi1.state import ENDINGS
from yomisim.scenario.notation import NamedCard, read_cards
from yomisim.scenario.run import Played, state
from yomisim.scenario.schema import Expect, FighterAfter
from yomisim.scenario.setup import PLAYERS


def differences(played: Played, expect: Expect) -> list[str]:
    """One line for everything that is not as expected; empty where all is.

    Raises
    ------
    BadInput
        for an expectation that cannot be understood.
    """
    if played.refused is not None:
        if expect.refused is None:
            return []  # told by the caller: an unexpected refusal is bad input
        if played.refused.matches(expect.refused):
            return []
        return [f"refused: expected {expect.refused}, broken is {played.refused.slug}: {played.refused.text}"]
    if expect.refused is not None:
        return [f"refused: expected a refusal by {expect.refused}, all decisions were legal"]
    after = state(played)
    out = _compare(
        "", {k: getattr(expect, k) for k in ("over", "winner", "ending")}, {**after, "winner": _winner(after)}
    )
    if expect.ending is not None and expect.ending not in ENDINGS:
        raise unknown("ending", expect.ending, ENDINGS, field="expect.ending")
    for name in PLAYERS:
        out += _fighter(name, getattr(expect, name), after[name])
    return out + _events(played, expect)


def _winner(after: dict[str, Any]) -> str:
    return after["winner"] or "none"


def _compare(prefix: str, wanted: dict[str, Any], found: dict[str, Any]) -> list[str]:
    return [
        f"{prefix}{key}: expected {value}, found {found[key]}"
        for key, value in wanted.items()
        if value is not None and found[key] != value
    ]


def _fighter(name: str, wanted: FighterAfter, found: dict[str, Any]) -> list[str]:
    sizes = {**found, "hand_size": len(found["hand"]), "discard_size": len(found["discard"])}
    keys = ("life", "hand_size", "deck_size", "discard_size", "knocked_down")
    out = _compare(f"{name}.", {key: getattr(wanted, key) for key in keys}, sizes)
    if wanted.hand is not None:
        cards = read_cards(wanted.hand, f"expect.{name}.hand")
        if len(cards) != len(found["hand"]) or _missing(cards, found["hand"]):
            out.append(f"{name}.hand: expected {' '.join(map(str, cards))}, found {' '.join(found['hand'])}")
    for key, pile, present in (
        ("hand_has", "hand", True),
        ("hand_lacks", "hand", False),
        ("discard_has", "discard", True),
        ("discard_lacks", "discard", False),
    ):
        cards = read_cards(getattr(wanted, key), f"expect.{name}.{key}")
        missing = _missing(cards, found[pile])
        if present and missing:
            out.append(f"{name}.{key}: {' '.join(map(str, missing))} not among {' '.join(found[pile]) or 'nothing'}")
        elif not present and len(missing) < len(cards):
            there = [str(card) for card in cards if card not in missing]
            out.append(f"{name}.{key}: {' '.join(there)} among {' '.join(found[pile])}")
    top = read_cards(wanted.discard_top, f"expect.{name}.discard_top")
    for place, card in enumerate(top):
        if place >= len(found["discard"]) or not _is(card, found["discard"][place]):
            out.append(
                f"{name}.discard_top: expected {wanted.discard_top}, found {' '.join(found['discard'][: len(top)])}"
            )
            break
    return out


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


def event_words(played: Played) -> list[dict[str, Any]]:
    """Every event as a dictionary: event, player ("a", "b" or None) and its columns by name."""
    out = []
    for row in np.concatenate(played.rows) if played.rows else []:
        name = EVENT_NAMES[int(row[0])]
        seat = int(row[1])
        record: dict[str, Any] = {"event": name, "player": PLAYERS[seat] if seat in (0, 1) else None}
        for column, value in zip(EVENTS[name], row[2:], strict=False):
            record[column] = _value(played, seat, column, int(value))
        out.append(record)
    return out


def _value(played: Played, seat: int, column: str, value: int) -> Any:
    if column == "card":
        return card_name(value)
    if column == "side":
        who = getattr(played.scenario, PLAYERS[seat])
        return side_name(played.game.character(who.character), value)
    if column == "reason":
        return REASONS[value]
    if column == "ending":
        return ENDINGS[value]
    return value


def _events(played: Played, expect: Expect) -> list[str]:
    happened = event_words(played)
    out = []
    place = 0
    for text in expect.events:
        wanted = _read_event(text, "expect.events")
        found = next((i for i in range(place, len(happened)) if _fits(wanted, happened[i])), None)
        if found is None:
            out.append(f"events: {text!r} did not happen{' after the events before it' if place else ''}")
        else:
            place = found + 1
    for text in expect.no_events:
        wanted = _read_event(text, "expect.no_events")
        if any(_fits(wanted, record) for record in happened):
            out.append(f"no_events: {text!r} happened")
    return out


def _read_event(text: str, field: str) -> dict[str, str]:
    """``a hit damage=6`` as the columns that must fit."""
    words = text.split()
    wanted: dict[str, str] = {}
    if words and words[0] in PLAYERS:
        wanted["player"] = words.pop(0)
    if not words:
        raise BadInput(f"{text!r} names no event", field=field)
    if words[0] not in EVENTS:
        raise unknown("event", words[0], EVENT_NAMES, field=field)
    wanted["event"] = words.pop(0)
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} in {text!r} is not name=value", field=field)
        if key not in EVENTS[wanted["event"]]:
            raise unknown("column", key, EVENTS[wanted["event"]], field=field)
        wanted[key] = value
    return wanted


def _fits(wanted: dict[str, str], record: dict[str, Any]) -> bool:
    return all(str(record.get(key)).replace(" ", "") == value.replace(" ", "") for key, value in wanted.items())
