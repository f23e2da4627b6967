"""Blanking a card or an ability: what stands in its place when its worth is asked.

A *blank card* has on each side an ordinary move of its rank (slot) and kind: for every number the median of the
cast's moves of that rank and kind (the lower one of two), for every word the commonest one, of knockdown and the
like what most of them have, no pump and no ability. Aces are compared with Aces of the same number of Aces. A block
or dodge becomes a plain one. A *blank ability* is gone; where others speak of it (a side that it unlocks), it is
there and can never be used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median_low
from typing import Any

from yomisim.cards.folder import CHARACTER_FOLDER
from yomisim.cards.load import ROOMS, Game
from yomisim.cards.patch import Patch, make_patch, patched
from yomisim.cards.patching import SIDES, abilities_of, label_of
from yomisim.cards.reading import read_toml
from yomisim.errors import BadInput

#: Fields of a move that are numbers, fields that are words, and fields that a blank move keeps.
NUMBERS = ("speed", "damage", "block_damage", "combo_points", "level", "meter_cost")
WORDS = ("combo_type", "height")
KEPT = ("kind", "normal", "parity", "aces_total", "blocks")
#: Flags that say nothing about what a move does.
NO_TRAITS = ("named", "same_both_sides", "no_power_up", *KEPT)
#: Fields of a card that it keeps.
OF_CARD = ("rank", "slot", "copies", "suits", "same_both_sides", "kind", "source", "name")
#: A condition that never holds for anybody who is still in the game, and a card whose effect is not known.
NEVER = {"life_at_most": 0}
NO_EFFECT = {"abilities": [], "unknown": ["effect"]}


@dataclass(frozen=True)
class Blank:
    """A game with one thing blanked.

    kind : "card" or "ability". name : what it is called. patch : what blanks it; None where that cannot be done, for
    the reason in `why`. game : the game with it.
    """

    kind: str
    name: str
    patch: Patch | None = None
    game: Game | None = None
    why: str = ""


def blanks(game: Game, character: str) -> list[Blank]:
    """Each card and each ability of a character (id) blanked, in the order of its file."""
    values = raw_values(game, character)
    ordinary = Ordinary(game)
    values["cards"] = [_filled(game, character, card) for card in values["cards"]]
    found = [_first_that_fits(game, character, "card", *one) for one in _cards(values, ordinary)]
    names = dict.fromkeys(str(ability.get("name")) for _, ability in abilities_of(values))
    return found + [_first_that_fits(game, character, "ability", name, _ways(values, name)) for name in names]


def raw_values(game: Game, character: str) -> dict[str, Any]:
    """The values of a character's file in the edition of the game."""
    path = game.folder / CHARACTER_FOLDER / f"{character}.toml"
    return ROOMS[game.id].in_edition(path, read_toml(path), game.edition)


def _first_that_fits(game: Game, character: str, kind: str, name: str, ways: Iterable[dict[str, Any]]) -> Blank:
    why = ""
    for changes in ways:
        patch = make_patch({"characters": {character: changes}}, f"without {name}")
        try:
            return Blank(kind, name, patch, patched(game, patch))
        except BadInput as error:
            why = why or error.message
    return Blank(kind, name, why=why.split("\n")[0])


def _filled(game: Game, character: str, card: dict[str, Any]) -> dict[str, Any]:
    """A card with the values that stand for marks of filling rules."""
    marks = [key for key, value in card.items() if isinstance(value, str) and value.startswith("$")]
    model = next(one for one in game.characters[character].cards if label_of(vars(one)) == label_of(card))
    return {**card, **{key: getattr(model, key) for key in marks}}


def _cards(values: dict[str, Any], ordinary: Ordinary) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for place, card in enumerate(values["cards"]):
        if card.get("kind") == "ability" or any(card.get(side, {}).get("kind") == "joker" for side in SIDES):
            continue  # an ability card is its ability, and there is nothing plainer than a Joker
        ways = []
        for tags, abilities in ((False, "none"), (True, "none"), (True, "never")):
            blank = ordinary.card(card, tags)
            if abilities == "never" and card.get("abilities"):
                blank["abilities"] = [_never(one) for one in card["abilities"]]
            ways.append({"cards": [*values["cards"][:place], blank, *values["cards"][place + 1 :]]})
        yield _card_name(card), ways


def _card_name(card: dict[str, Any]) -> str:
    sides = [card[side] for side in SIDES if side in card] or [card]
    told = dict.fromkeys(str(side.get("name") or side.get("kind")) for side in sides)
    label = label_of(card)
    return label if list(told) == [label] else f"{label} {' / '.join(told)}"


def _ways(values: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    yield {"abilities": {name: False}}
    parts = [ability for _, ability in abilities_of(values) if ability.get("name") == name]
    marks = [f"{name}#{number}" for number in range(1, len(parts) + 1)] if len(parts) > 1 else [name]
    used = [mark for mark, part in zip(marks, parts) if part.get("does")]
    if used:
        yield {"abilities": {mark: {"add_if": [dict(NEVER)]} for mark in used}}
    for card in values["cards"]:
        if "slot" in card and any(one.get("name") == name for one in card.get("abilities", [])):
            yield {"cards": {label_of(card): NO_EFFECT}}


def _never(ability: dict[str, Any]) -> dict[str, Any]:
    return {**ability, "if": [*ability.get("if", []), dict(NEVER)]} if ability.get("does") else ability


class Ordinary:
    """The ordinary move of every rank (slot) and kind in the cast of a game."""

    def __init__(self, game: Game) -> None:
        self.moves: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
        for character in game.characters.values():
            for card in character.cards:
                values = card.model_dump(exclude_none=True)
                sides = [dict(values[side]) for side in SIDES if side in values] or [values]
                for side in sides:
                    self.moves.setdefault(_like(values, side), []).append(side)

    def card(self, card: dict[str, Any], with_tags: bool) -> dict[str, Any]:
        """The card with ordinary moves in place of its own; `with_tags` keeps what abilities call its sides."""
        blank = {key: card[key] for key in OF_CARD if key in card}
        if "top" not in card:
            return {**blank, **self._move(card, card)}
        for side in SIDES:
            if side in card:
                blank[side] = self._move(card, card[side])
                if with_tags and card[side].get("tags"):
                    blank[side]["tags"] = card[side]["tags"]
        return blank

    def _move(self, card: dict[str, Any], side: dict[str, Any]) -> dict[str, Any]:
        alike = self.moves[_like(card, side)]
        blank = {key: side[key] for key in KEPT if key in side}
        words = {name: Counter(one[name] for one in alike if name in one) for name in WORDS}
        blank |= {name: count.most_common(1)[0][0] for name, count in words.items() if count and name in side}
        for name in NUMBERS:
            numbers = [one[name] for one in alike if name in one]
            if numbers and (name in side or median_low(numbers)) and _has(side, name):
                blank[name] = median_low(numbers)
        flags = {name for one in alike for name, value in one.items() if value is True} - set(NO_TRAITS)
        blank |= {name: True for name in flags if median_low([one.get(name, False) for one in alike])}
        if blank.get("combo_type") == "cant_combo" and "combo_points" in blank:
            blank["combo_points"] = 0
        return blank


def _has(side: dict[str, Any], name: str) -> bool:
    """Whether a move of this kind has such a field at all."""
    moves = side.get("kind") in ("attack", "strike", "projectile", "throw")
    return moves and not (name == "block_damage" and side["kind"] == "throw")


def _like(card: dict[str, Any], side: dict[str, Any]) -> tuple[Any, ...]:
    return (label_of(card), side.get("kind"), side.get("aces_total"))
