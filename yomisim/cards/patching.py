"""What a change in a patch does to the values of a data file. Nothing here knows a particular game.

A change is a table that is laid over the values: what stands in it replaces what was there, a table is laid over a
table. Entries of lists are named: a card by its rank or slot (``cards.J``), an ability by its name (``abilities.NAME``,
``abilities."NAME#2"`` where several share it), a word of an ability by itself (``does.lose = 3``). ``false`` takes an
ability or a word away; ``add_does = [...]`` and the like add words, ``[[new_abilities]]`` abilities. A list replaces
a list.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from yomisim.errors import unknown

Values = dict[str, Any]

SIDES = ("top", "bottom")
#: Lists of an ability, and what one of their entries is called.
WORDS = {"if": "condition", "cost": "cost", "does": "verb", "always": "trait"}
ADDED = {f"add_{name}": name for name in WORDS}


class Unfit(Exception):
    """A change that does not fit the values; `place` is where in the changes, `message` what would be right."""

    def __init__(self, place: str, message: str) -> None:
        self.place, self.message = place, message
        super().__init__(f"{place}: {message}")


def change(values: Values, changes: Values) -> Values:
    """The values of a character, gem or rules file with changes laid over them; neither argument is touched.

    Raises
    ------
    Unfit : for a card, ability or word that is not there, and for what does not say what it means.
    """
    values, changes = copy.deepcopy(values), copy.deepcopy(changes)
    for name, one in changes.pop("abilities", {}).items() if isinstance(changes.get("abilities"), dict) else ():
        _change_ability(values, name, one)
    new = changes.pop("new_abilities", [])
    for label, one in changes.pop("cards", {}).items() if isinstance(changes.get("cards"), dict) else ():
        _change_card(_card(values, label), one, f"cards.{label}")
    for number, ability in enumerate(new if isinstance(new, list) else [new], 1):
        _add_ability(values, ability, f"new_abilities[entry {number}]")
    _lay_over(values, changes, "")
    return values


def _lay_over(values: Values, changes: Values, place: str) -> None:
    for key, new in changes.items():
        here, old = f"{place}.{key}" if place else key, values.get(key)
        if isinstance(new, dict) and isinstance(old, dict):
            _lay_over(old, new, here)
        elif isinstance(new, dict) and isinstance(old, list):
            _lay_over(_only(old, here), new, here)
        else:
            values[key] = new


def _only(entries: list[Any], place: str) -> Values:
    if len(entries) == 1 and isinstance(entries[0], dict):
        return entries[0]
    raise Unfit(place, f"there are {len(entries)} entries; write the whole list, {place.split('.')[-1]} = [...]")


def label_of(entry: Values) -> str:
    """What a card is called: its rank or slot."""
    return str(entry.get("rank", entry.get("slot", "")))


def _card(values: Values, label: str) -> Values:
    cards = {label_of(card): card for card in values.get("cards", [])}
    if label not in cards:
        raise Unfit(f"cards.{label}", unknown("card", label, cards).message)
    return cards[label]


def _change_card(card: Values, changes: Any, place: str) -> None:
    if not isinstance(changes, dict):
        raise Unfit(place, f"needs a table such as [{place}] with the fields that change")
    if "top" in card:
        both = changes.pop("both", None)
        if changes.get("same_both_sides") is False and "bottom" not in card:
            card["bottom"], card["same_both_sides"] = copy.deepcopy(card["top"]), False
        for side in SIDES:
            for where, new in ((f"{place}.both", both), (f"{place}.{side}", changes.pop(side, None))):
                if new is not None:
                    _change_side(card, side, new, where)
        for key, new in changes.items():
            if isinstance(new, dict) and key not in card:
                raise Unfit(f"{place}.{key}", unknown("side", key, (*SIDES, "both")).message)
    _lay_over(card, changes, place)


def _change_side(card: Values, side: str, new: Any, place: str) -> None:
    if not isinstance(new, dict):
        raise Unfit(place, f"needs a table such as [{place}] with the fields that change")
    if card.get("same_both_sides"):
        if not place.endswith(".both"):
            message = 'this card is the same either way up: write "both", or add same_both_sides = false'
            raise Unfit(place, message)
        if side == "bottom":
            return
    old = card[side]
    if new.get("kind", old.get("kind")) != old.get("kind"):  # another kind has other fields: it starts from nothing
        card[side] = new
        return
    if "aces_total" in new:
        old.pop("mandatory_ace_cost", None)
    _lay_over(old, new, place)


def abilities_of(values: Values) -> Iterator[tuple[list[Values], Values]]:
    """Every ability of a file, with the list that holds it: those of the character, then those of its cards."""
    for holder in (values, *values.get("cards", [])):
        held = holder.get("innate" if holder is values else "abilities", [])
        yield from ((held, ability) for ability in list(held))


def _change_ability(values: Values, named: str, changes: Any) -> None:
    place = f"abilities.{named}"
    name, _, number = named.partition("#")
    there = [(held, one) for held, one in abilities_of(values) if one.get("name") == name]
    if not there:
        names = dict.fromkeys(str(one.get("name")) for _, one in abilities_of(values))
        raise Unfit(place, unknown("ability", name, names).message)
    if number:
        if not number.isdigit() or not 1 <= int(number) <= len(there):
            raise Unfit(place, f"{name} has the parts 1 to {len(there)}, not {number!r}")
        there = [there[int(number) - 1]]
    if changes is False:
        for held, one in there:
            held.remove(one)
        return
    if not isinstance(changes, dict):
        raise Unfit(place, f"needs a table such as [{place}] with what changes, or false to take it away")
    for key, new in changes.items():
        where = f"{place}.{key}"
        if key in WORDS and isinstance(new, dict):
            for word, value in new.items():
                _change_word([one for _, one in there], key, word, value, where)
        elif len(there) > 1:
            parts = f'abilities."{name}#1" to "#{len(there)}"'
            raise Unfit(where, f"{name} has {len(there)} parts; say which one: {parts}")
        elif key in ADDED:
            if not isinstance(new, list):
                raise Unfit(where, "needs a list such as [{ draw = 1 }]")
            there[0][1].setdefault(ADDED[key], []).extend(new)
        else:
            there[0][1][key] = new


def phrases_in(listed: Any) -> Iterator[tuple[list[Any], Values]]:
    """Every table of words in a list, those inside choices too, with the list that holds it."""
    for phrase in list(listed) if isinstance(listed, list) else ():
        if isinstance(phrase, list):
            yield from phrases_in(phrase)
        elif isinstance(phrase, dict):
            yield listed, phrase
            for value in phrase.values():
                inner = value.values() if isinstance(value, dict) else [value]
                for one in inner:
                    yield from phrases_in(one)


def _change_word(abilities: list[Values], list_name: str, word: str, new: Any, place: str) -> None:
    there = [(held, one) for ability in abilities for held, one in phrases_in(ability.get(list_name))]
    found = [(held, one) for held, one in there if word in one]
    if not found:
        words = dict.fromkeys(key for _, one in there for key in one)
        what = WORDS[list_name]
        message = unknown(what, word, words).message if words else f"there is no {what} to change; use add_{list_name}"
        raise Unfit(f"{place}.{word}", message)
    if len(found) > 1:
        message = f"{word} stands there {len(found)} times; write the whole list, {list_name} = [...]"
        raise Unfit(f"{place}.{word}", message)
    held, phrase = found[0]
    if new is False:
        held.remove(phrase)
    elif isinstance(new, dict) and not isinstance(phrase[word], dict):
        phrase.update(new)
    elif isinstance(new, dict):
        phrase[word].update(new)
    else:
        phrase[word] = new


def _add_ability(values: Values, ability: Any, place: str) -> None:
    if not isinstance(ability, dict):
        raise Unfit(place, "needs a table such as [[new_abilities]] with a name, a window and what it does")
    label = ability.pop("rank", ability.pop("slot", None))
    if label is None:
        values.setdefault("innate", []).append(ability)
    else:
        _card(values, str(label)).setdefault("abilities", []).append(ability)
