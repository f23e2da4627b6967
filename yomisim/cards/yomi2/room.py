"""The data room of Yomi 2: its files from a folder to checked characters and gems."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from yomisim.cards.folder import CHARACTER_FOLDER, RULES_FILE, Folder, read_each
from yomisim.cards.yomi2.check import read_deck
from yomisim.cards.yomi2.constants import read_game
from yomisim.cards.yomi2.fill import Choose, Rule, as_stated, read_filling
from yomisim.cards.yomi2.schema import Character, Deck, Gem, Refused
from yomisim.cards.yomi2.verbs import WORDS
from yomisim.errors import BadInput

VOCABULARY = WORDS
FILLING_FILE = "filling.toml"
GEM_FOLDER = "gems"


def read_folder(path: Path, choose: Choose = as_stated) -> Folder:
    """Read and check every file of a game folder; never raises for what is in them.

    `choose` says for every filled value which number counts (:mod:`yomisim.cards.yomi2.fill`).
    """
    folder = read_constants(path / RULES_FILE)
    folder.path = path
    filling, errors = read_filling(path / FILLING_FILE)
    folder.files.append(path / FILLING_FILE)
    folder.errors += errors
    if not folder.editions:
        return folder  # what a deck must hold, nobody knows
    edition = folder.default_edition
    rules = folder.rules[edition]
    refused: dict[str, Refused] = {}
    for name, model, into in (
        (CHARACTER_FOLDER, Character, folder.characters),
        (GEM_FOLDER, Gem, folder.more.setdefault("gems", {})),
    ):
        found: dict[str, dict[str, Any]] = {edition: {}}

        def read(file: Path, model: type[Deck] = model) -> tuple[Mapping[str, Any], list[BadInput]]:
            deck, errors = read_deck(file, model, filling, rules, choose)
            return ({} if deck is None else {edition: deck}), errors

        read_each(folder, name, read, found)
        refused |= {id_: deck for id_, deck in found[edition].items() if isinstance(deck, Refused)}
        playable = {id_: deck for id_, deck in found[edition].items() if not isinstance(deck, Refused)}
        into.update({edition: playable} if into is folder.characters else playable)
    folder.more["refused"] = refused
    return folder


def read_constants(file: Path) -> Folder:
    """game.toml alone."""
    game, errors = read_game(file)
    folder = Folder(file.parent, files=[file], errors=errors)
    if game is not None:
        folder.id, folder.title, folder.default_edition = game.id, game.title, game.edition
        folder.editions = [game.edition]
        folder.rules = {game.edition: game.rules}
        folder.more["default_gem"] = game.default_gem
    return folder


def read_file(file: Path, rules_file: Path) -> Folder:
    """Read and check one file as a part of the game whose game.toml this is."""
    if file.name == RULES_FILE:
        return read_constants(file)
    if file.name == FILLING_FILE:
        return Folder(file.parent, files=[file], errors=read_filling(file)[1])
    around = read_constants(rules_file)
    if not around.editions:
        return Folder(file.parent, files=[file], errors=around.errors)
    filling: dict[str, Rule] = read_filling(rules_file.parent / FILLING_FILE)[0]
    edition = around.default_edition
    model: type[Deck] = Gem if file.resolve().parent.name == GEM_FOLDER else Character
    deck, errors = read_deck(file, model, filling, around.rules[edition])
    folder = Folder(file.parent, editions=around.editions, files=[file], errors=errors)
    if isinstance(deck, Refused):
        folder.more["refused"] = {deck.id: deck}
    elif isinstance(deck, Character):
        folder.characters = {edition: {deck.id: deck}}
    elif isinstance(deck, Gem):
        folder.more["gems"] = {deck.id: deck}
    return folder


def minds(folder: Folder, edition: str) -> None:
    """What policies have learned: nothing so far."""
    return None
