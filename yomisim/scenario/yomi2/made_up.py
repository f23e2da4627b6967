"""Who plays: characters and gems of the data folder, from files beside the scenario, or with cards that it changes.

A scenario may change fields of cards and of the character itself, as they would stand in a card file. What comes out is
checked as a file is, so that a made-up card is one that a file could hold. A character of which too little is known
can be played once everything that it lacks is made up.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from yomisim.cards.folder import CHARACTER_FOLDER
from yomisim.cards.load import NO_GEM, Game
from yomisim.cards.reading import complaints, read_toml
from yomisim.cards.yomi2.check import deck_from
from yomisim.cards.yomi2.constants import Rules
from yomisim.cards.yomi2.fill import Rule, read_filling
from yomisim.cards.yomi2.pack import Deck, deck_of
from yomisim.cards.yomi2.room import FILLING_FILE, GEM_FOLDER
from yomisim.cards.yomi2.schema import Character, Gem, Refused
from yomisim.cards.yomi2.schema import Deck as Cards
from yomisim.errors import BadInput
from yomisim.scenario.yomi2.schema import Changes, Fighter

D = TypeVar("D", bound=Cards)
SUFFIX = ".toml"


def rules_of(changed: Mapping[str, Any], game: Game) -> Rules:
    """The constants, with those that a scenario changes.

    Raises
    ------
    BadInput : for a constant that does not exist, or a value that it cannot have.
    """
    if not changed:
        return game.rules
    raw = {**game.rules.model_dump(mode="json"), **changed}
    try:
        return Rules.model_validate(raw)
    except ValidationError as error:
        first = next(iter(complaints(error, Rules, raw, Path(), "rules.").values()))
        raise BadInput(first.message, field=first.field) from None


def deck_for(who: Fighter, player: str, rules: Rules, game: Game, folder: Path) -> Deck:
    """The deck that a player has; files are looked for in `folder`.

    Raises
    ------
    BadInput : for what does not exist, is not known well enough to be played, or could stand in no card file.
    """
    changed = bool(who.cards or who.change)
    character: Character
    if not changed and not who.character.endswith(SUFFIX):
        character = game.character(who.character)
    else:
        file = _file(who.character, CHARACTER_FOLDER, game, folder)
        character = _read(file, Character, who.cards, who.change, f"{player}.cards", rules, game)
    return deck_of(character, _gem(who, player, rules, game, folder))


def _gem(who: Fighter, player: str, rules: Rules, game: Game, folder: Path) -> Gem | None:
    name = game.gem if who.gem is None else who.gem
    if name == NO_GEM:
        if who.gem_cards:
            raise BadInput("there is no gem whose cards could change; name one", field=f"{player}.gem")
        return None
    if not who.gem_cards and name in game.gems:
        found: Gem = game.gems[name]
        return found
    return _read(_file(name, GEM_FOLDER, game, folder), Gem, who.gem_cards, {}, f"{player}.gem_cards", rules, game)


def _file(name: str, kind: str, game: Game, folder: Path) -> Path:
    """Where a character or gem stands; an unknown name is one mistake, told by the game."""
    if name.endswith(SUFFIX):
        return folder / name
    if kind == CHARACTER_FOLDER:
        known = {each.lower(): id_ for id_, who in game.characters.items() for each in (id_, who.name)}
        id_ = known.get(name.lower(), name)
        if id_ not in game.characters and id_ not in game.refused:
            game.character(name)
    else:
        id_ = name
        if id_ not in game.gems and id_ not in game.refused:
            raise BadInput(f"there is no gem {name!r}; known: {', '.join([NO_GEM, *game.gems])}", field="gem")
    return game.folder / kind / f"{id_}{SUFFIX}"


@cache
def _filling(file: Path) -> dict[str, Rule]:
    return read_filling(file)[0]


def _read(
    file: Path, model: type[D], cards: Changes, change: dict[str, Any], field: str, rules: Rules, game: Game
) -> D:
    raw = _changed(copy.deepcopy(read_toml(file)), cards, change)
    deck, errors = deck_from(raw, file, model, _filling(game.folder / FILLING_FILE), rules)
    if errors:
        if not (cards or change):
            raise errors[0]
        raise BadInput(f"{errors[0].field or model.__name__}: {errors[0].message}", field=field)
    if isinstance(deck, Refused):
        raise deck.error()
    assert deck is not None
    return deck


def _changed(raw: dict[str, Any], cards: Changes, change: dict[str, Any]) -> dict[str, Any]:
    """The values of a file with what the scenario changes.

    A card that says what kind of move it is stands for the whole card; so does a slot that the file does not have.
    """
    raw.update(change)
    listed: list[dict[str, Any]] = raw.setdefault("cards", [])
    for slot, fields in cards.items():
        there = next((card for card in listed if card.get("slot") == slot), None)
        if there is None or "kind" in fields:
            new = {"slot": slot, **fields}
            raw["cards"] = listed = [card for card in listed if card is not there] + [new]
        else:
            there.update(fields)
    return raw
