"""The data room of Yomi 2: its files from a folder to checked characters and gems."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from yomisim.cards.folder import CHARACTER_FOLDER, RULES_FILE, Folder, read_each
from yomisim.cards.memo import once_per_text
from yomisim.cards.minds import Minds, learned, weights_mistakes
from yomisim.cards.provenance import Provenance
from yomisim.cards.reading import Reader, read_toml
from yomisim.cards.yomi2.bot_verbs import WORDS as BOT_WORDS
from yomisim.cards.yomi2.bots import Bot
from yomisim.cards.yomi2.check import read_deck
from yomisim.cards.yomi2.check_bots import read_bot
from yomisim.cards.yomi2.constants import read_game
from yomisim.cards.yomi2.fill import Choose, Rule, as_stated, read_filling
from yomisim.cards.yomi2.minds import Weights
from yomisim.cards.yomi2.provenance import bot_provenance
from yomisim.cards.yomi2.provenance import provenance as provenance_of
from yomisim.cards.yomi2.schema import Character, Deck, Gem, Refused
from yomisim.cards.yomi2.verbs import WORDS
from yomisim.errors import BadInput, unknown

VOCABULARY = replace(WORDS, also={"bots": BOT_WORDS})
FILLING_FILE = "filling.toml"
GEM_FOLDER = "gems"
BOT_FOLDER = "bots"


def read_folder(path: Path, choose: Choose = as_stated, *, reader: Reader = read_toml) -> Folder:
    """Read and check every file of a game folder; never raises for what is in them.

    `choose` says for every filled value which number counts (:mod:`yomisim.cards.yomi2.fill`).
    """
    folder = read_constants(path / RULES_FILE, reader)
    folder.path = path
    filling, filling_errors = read_filling(path / FILLING_FILE, reader)
    folder.files.append(path / FILLING_FILE)
    folder.errors += filling_errors
    if not folder.editions:
        return folder  # what a deck must hold, nobody knows
    folder.settings["filling"] = filling
    edition = folder.default_edition
    rules = folder.rules[edition]
    as_files_say = reader is read_toml and choose is as_stated and not filling_errors
    beside = repr((filling, rules))
    taken: dict[str, dict[str, Path]] = {}
    found: dict[str, dict[str, Any]] = {}
    for name, model in ((CHARACTER_FOLDER, Character), (GEM_FOLDER, Gem)):

        def read(file: Path, model: type[Deck] = model) -> tuple[Mapping[str, Any], list[BadInput]]:
            def check() -> tuple[Any, list[BadInput]]:
                return read_deck(file, model, None if filling_errors else filling, rules, choose, reader)

            deck, errors = once_per_text(file, (model, beside), check) if as_files_say else check()
            return _one(edition, None if deck is None else deck.placed(file), errors)

        into: dict[str, dict[str, Any]] = {}
        read_each(folder, name, read, into, taken)
        found[name] = into.get(edition, {})
    folder.characters = {edition: _playable(found[CHARACTER_FOLDER])}
    folder.more["gems"] = _playable(found[GEM_FOLDER])
    gem = folder.settings["default_gem"]
    known = ["none", *folder.more["gems"]]
    if gem not in known and not folder.errors:
        folder.errors.append(unknown("gem", gem, known, file=path / RULES_FILE, field="default_gem"))
    solo = folder.settings["solo"]
    bots: dict[str, dict[str, Any]] = {}

    def read_sheet(file: Path) -> tuple[Mapping[str, Any], list[BadInput]]:
        return _one(edition, *once_per_text(file, (Bot, repr(solo)), lambda: read_bot(file, solo)))

    read_each(folder, BOT_FOLDER, read_sheet, bots)
    folder.more["bots"] = bots.get(edition, {})
    folder.errors += _unknown_characters(folder, found[CHARACTER_FOLDER])
    both = {**found[CHARACTER_FOLDER], **found[GEM_FOLDER]}
    folder.more["refused"] = {id_: deck for id_, deck in both.items() if isinstance(deck, Refused)}
    return folder


def _one(edition: str, found: Any, errors: list[BadInput]) -> tuple[dict[str, Any], list[BadInput]]:
    """What a file holds, by edition, as far as it could be read."""
    return ({} if found is None else {edition: found}), errors


def _unknown_characters(folder: Folder, characters: Mapping[str, Any]) -> list[BadInput]:
    """Sheets with the deck of a character that there is no file of."""
    if folder.errors:
        return []
    files = {file.stem: file for file in folder.files if file.parent.name == BOT_FOLDER}
    return [
        unknown("character", bot.based_on, characters, file=files[bot.id], field="based_on")
        for bot in folder.more["bots"].values()
        if bot.based_on and bot.based_on not in characters
    ]


def _playable(found: Mapping[str, Any]) -> dict[str, Any]:
    return {id_: deck for id_, deck in found.items() if not isinstance(deck, Refused)}


def in_edition(file: Path, raw: dict[str, Any], edition: str) -> dict[str, Any]:
    """The values of a file: there is one edition."""
    return copy.deepcopy(raw)


def read_constants(file: Path, reader: Reader = read_toml) -> Folder:
    """game.toml alone."""
    game, errors = read_game(file, reader)
    folder = Folder(file.parent, files=[file], errors=errors)
    if game is not None:
        folder.id, folder.title, folder.default_edition = game.id, game.title, game.edition
        folder.editions = [game.edition]
        folder.rules = {game.edition: game.rules}
        folder.settings |= {"default_gem": game.default_gem, "solo": game.solo}
        folder.more["solo"] = game.solo
    return folder


def read_file(file: Path, rules_file: Path, *, reader: Reader = read_toml) -> Folder:
    """Read and check one file as a part of the game whose game.toml this is."""
    if file.name == RULES_FILE:
        return read_constants(file, reader)
    if file.name == FILLING_FILE:
        return Folder(file.parent, files=[file], errors=read_filling(file, reader)[1])
    around = read_constants(rules_file, reader)
    if not around.editions:
        return Folder(file.parent, files=[file], errors=around.errors)
    if file.resolve().parent.name == BOT_FOLDER:
        bot, errors = read_bot(file, around.settings["solo"])
        bots = {} if bot is None else {bot.id: bot}
        return Folder(file.parent, editions=around.editions, files=[file], errors=errors, more={"bots": bots})
    filling: dict[str, Rule] = read_filling(rules_file.parent / FILLING_FILE, reader)[0]
    edition = around.default_edition
    model: type[Deck] = Gem if file.resolve().parent.name == GEM_FOLDER else Character
    deck, errors = read_deck(file, model, filling, around.rules[edition], reader=reader)
    settings = {"filling": filling}
    folder = Folder(file.parent, editions=around.editions, files=[file], errors=errors, settings=settings)
    if isinstance(deck, Refused):
        folder.more["refused"] = {deck.id: deck}
    elif isinstance(deck, Character):
        folder.characters = {edition: {deck.id: deck}}
    elif isinstance(deck, Gem):
        folder.more["gems"] = {deck.id: deck}
    return folder


def provenance(folder: Folder) -> list[Provenance]:
    """Where the values of every character and gem that was read without a mistake come from."""
    rules = folder.settings.get("filling", {})
    decks = [deck for found in folder.characters.values() for deck in found.values()]
    decks += [*folder.more.get("gems", {}).values(), *folder.more.get("refused", {}).values()]
    bots = [bot_provenance(bot, folder.path / BOT_FOLDER) for bot in folder.more.get("bots", {}).values()]
    return [provenance_of(deck, rules) for deck in decks] + bots


def minds(folder: Folder, edition: str) -> Minds:
    """What `equilibrium` has learned about the characters.

    Raises
    ------
    BadInput : for a policy file with mistakes, or one that knows what this folder does not have.
    """
    return learned(folder, edition, Weights, lambda _: ())  # abilities are played as by `greedy`


def check_weights(file: Path, folder: Folder) -> list[BadInput]:
    """Mistakes in a file of weights of `equilibrium`; names are those of the game folder, if that can be used."""
    return weights_mistakes(file, folder, Weights, lambda _: ())
