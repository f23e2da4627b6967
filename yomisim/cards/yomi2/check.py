"""Whether a character or gem file of Yomi 2 can be used, and the character or gem in it.

Every function here collects; nothing stops at the first mistake, and a mistake gives one message. A file whose list
`missing` names fields is no mistake: it holds what is known, and its character cannot be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from yomisim.cards.reading import Loc, Reader, complaints, id_errors, place, read_toml
from yomisim.cards.yomi2.check_abilities import ability_flaws, kit_flaws
from yomisim.cards.yomi2.check_cards import (
    NORMAL_ATTACKS,
    ORDINARY,
    card_flaws,
    deck_flaws,
    gem_flaws,
    needed,
)
from yomisim.cards.yomi2.constants import Rules
from yomisim.cards.yomi2.fill import Choose, Filler, Rule, as_stated, marked
from yomisim.cards.yomi2.schema import GEM_SLOTS, LETTERS, Card, Character, Deck, Gem, Refused
from yomisim.errors import BadInput, nearest, unknown

D = TypeVar("D", bound=Deck)

#: Fields of the character itself that may be missing.
_OWN = {Character: ("hit_points", "max_combo", "innate"), Gem: ()}


def read_deck(
    file: Path,
    model: type[D],
    filling: dict[str, Rule] | None,
    rules: Rules,
    choose: Choose = as_stated,
    reader: Reader = read_toml,
) -> tuple[D | Refused | None, list[BadInput]]:
    """The character or gem in `file`, and the mistakes found (then it is None); see :func:`deck_from`."""
    try:
        original = reader(file)
    except BadInput as error:
        return None, [error]
    return deck_from(original, file, model, filling, rules, choose)


def deck_from(
    original: dict[str, Any],
    file: Path,
    model: type[D],
    filling: dict[str, Rule] | None,
    rules: Rules,
    choose: Choose = as_stated,
) -> tuple[D | Refused | None, list[BadInput]]:
    """The character or gem that the values of a file stand for, and the mistakes found (then it is None).

    Parameters
    ----------
    original : the values of `file`. model : Character or Gem.
    filling : rules for marked values, by name, or None where they cannot be read (a file that needs them is left
        out); `choose` says which of their numbers counts.
    rules : constants of the game.

    Returns
    -------
    The character or gem, or Refused where the file itself says what is missing; or None. And the mistakes.
    """
    if filling is None and marked(original):
        return None, []
    filler = Filler(filling or {}, file, choose)
    raw = filler.fill(original)
    if filler.errors:
        return None, filler.errors
    lacking = absent(raw, model)
    said = raw.get("missing")
    refused = isinstance(said, list) and bool(said)
    listed = [name for name in said if isinstance(name, str)] if isinstance(said, list) else []
    errors = [BadInput(m, file=file, field=f) for f, m in _missing_flaws(lacking, listed, refused)]
    errors += id_errors(raw, file)
    deck, found = _validated(raw, model, file, lacking)
    errors += found.values()
    errors += [BadInput(message, file=file, field=where) for where, message in _card_flaws(raw, rules, set(found))]
    flaws = ability_flaws(raw, set(found))
    errors += [BadInput(message, file=file, field=place(loc, raw)) for loc, message in flaws]
    if errors or (deck is None and not refused):
        return None, _each_once(errors)
    if refused:
        return Refused(file.stem, str(raw["name"]), file, tuple(listed)), []
    assert deck is not None
    errors = [BadInput(message, file=file, field=where) for where, message in _fit_flaws(deck, raw, rules)]
    deck._filled, deck._file = tuple(filler.filled), file
    return (None if errors else deck), errors


def absent(raw: dict[str, Any], model: type[Deck]) -> list[str]:
    """What a file lacks to be complete, by name: ``hit_points``, ``cards[X]``, ``cards[throw].speed``."""
    cards = [card for card in raw.get("cards", []) if isinstance(card, dict)] if _has_list(raw) else []
    slots = [card["slot"] for card in cards if isinstance(card.get("slot"), str)]
    found = [field for field in _OWN[model] if field not in raw]  # type: ignore[index]
    if model is Gem:
        found += [f"cards[{slot}]" for slot in GEM_SLOTS if slot not in slots]
    else:
        found += [] if any(slot in LETTERS for slot in slots) else [NORMAL_ATTACKS]
        found += [] if {"dodge", "full_block"} & set(slots) else ["cards[dodge]"]
        found += [f"cards[{slot}]" for slot in ORDINARY if slot not in slots]
    for card in cards:
        if not isinstance(card.get("slot"), str):
            continue
        fields = ["kind", *needed(card)] if "kind" not in card else needed(card)
        found += [f"cards[{card['slot']}].{field}" for field in fields if field not in card]
    return found


def _has_list(raw: dict[str, Any]) -> bool:
    return isinstance(raw.get("cards", []), list)


def _missing_flaws(lacking: list[str], listed: list[str], refused: bool) -> Iterator[tuple[str, str]]:
    """Where `missing` and what the file lacks do not agree: (place, message)."""
    unlisted = [name for name in lacking if name not in listed]
    for number, name in enumerate(listed, 1):
        where = f"missing[entry {number}]"
        if name in listed[: number - 1]:
            yield where, f"{name} stands twice"
        elif name not in lacking:
            near = nearest(name, unlisted)
            if near is not None:
                unlisted.remove(near)
                yield where, unknown("field", name, lacking).message
            else:
                yield where, f"{name!r} is not missing, take it out; the file lacks {', '.join(lacking) or 'nothing'}"
    for name in unlisted:
        if refused:
            yield name, "the file lacks it: type it in, or name it in the list `missing`"
        elif "]." in name:
            # Without `missing` whole cards may be absent, as the deck has to add up, and so may innate abilities.
            yield name, f"missing; needs {Card.model_fields[name.split('].')[1]].description}"


def _validated(
    raw: dict[str, Any], model: type[D], file: Path, lacking: list[str]
) -> tuple[D | None, dict[Loc, BadInput]]:
    """The model of the values, and what it complains about; fields in `lacking` are told elsewhere."""
    try:
        return model.model_validate(raw), {}
    except ValidationError as error:
        found = complaints(error, model, raw, file)
        absent_places = set(lacking) if isinstance(raw.get("missing"), list) and raw["missing"] else set()
        absent_places |= {name for name in lacking if "]." in name}
        return None, {loc: bad for loc, bad in found.items() if place(loc, raw) not in absent_places}


def _card_flaws(raw: dict[str, Any], rules: Rules, flawed: set[Loc]) -> Iterator[tuple[str, str]]:
    """Mistakes of single cards, of those that can be read at all: (place, message)."""
    bad = {loc[1] for loc in flawed if loc[0] == "cards" and len(loc) > 1}
    for index, values in enumerate(raw.get("cards", []) if _has_list(raw) else []):
        if index in bad or not isinstance(values, dict) or "kind" not in values:
            continue
        try:
            card = Card.model_validate(values)
        except ValidationError:
            continue
        where = place(("cards", index), raw)
        for field, message in card_flaws(card, values, rules):
            yield (f"{where}.{field}" if field else where), message


def _fit_flaws(deck: Deck, raw: dict[str, Any], rules: Rules) -> Iterator[tuple[str, str]]:
    """Whether the parts of a sound file fit together: (place, message)."""
    flaws = list(deck_flaws(deck.cards, rules) if isinstance(deck, Character) else gem_flaws(deck.cards, rules))
    if isinstance(deck, Gem) and not flaws:
        flaws += [(name, "missing; a gem needs a card in each of its slots") for name in absent(raw, Gem)]
    yield from flaws
    if not flaws:
        for loc, message in kit_flaws(raw, deck):
            yield place(loc, raw), message


def _each_once(errors: list[BadInput]) -> list[BadInput]:
    return list({str(error): error for error in errors}.values())
