"""The data room of Yomi (first game): its files from a folder to checked characters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yomisim.cards.folder import CHARACTER_FOLDER, RULES_FILE, Folder, read_each
from yomisim.cards.memo import once_per_text
from yomisim.cards.minds import Minds, learned, weights_mistakes
from yomisim.cards.provenance import Provenance
from yomisim.cards.reading import Reader, read_toml
from yomisim.cards.yomi1 import check, constants
from yomisim.cards.yomi1.check import read_character
from yomisim.cards.yomi1.constants import read_game
from yomisim.cards.yomi1.minds import Weights
from yomisim.cards.yomi1.pack_abilities import part_names
from yomisim.cards.yomi1.schema import Character
from yomisim.cards.yomi1.verbs import WORDS
from yomisim.errors import BadInput

VOCABULARY = WORDS


def read_folder(path: Path, *, reader: Reader = read_toml) -> Folder:
    """Read and check every file of a game folder; never raises for what is in them."""
    folder = read_constants(path / RULES_FILE, reader)
    folder.path = path
    # Without game.toml nobody knows the editions; the base values can still be checked.
    editions = folder.editions or None
    folder.characters = {edition: {} for edition in folder.editions}

    def read(file: Path):
        if reader is read_toml:
            names = None if editions is None else tuple(editions)
            found, errors = once_per_text(file, (Character, names), lambda: read_character(file, editions))
        else:
            found, errors = read_character(file, editions, reader)
        return (found if editions else {key: found[key] for key in found if not key}), errors

    read_each(folder, CHARACTER_FOLDER, read, folder.characters)
    return folder


def in_edition(file: Path, raw: dict[str, Any], edition: str) -> dict[str, Any]:
    """The values of a sound file as they are in one edition, written as a file that has no other."""
    return (constants if file.name == RULES_FILE else check).in_edition(raw, edition)


def read_constants(file: Path, reader: Reader = read_toml) -> Folder:
    """game.toml alone."""
    game, rules, errors = read_game(file, reader)
    folder = Folder(file.parent, files=[file], rules=rules, errors=errors)
    if game is not None:
        folder.id, folder.title, folder.default_edition = game.id, game.title, game.default_edition
        folder.editions = list(game.editions)
    return folder


def read_file(file: Path, rules_file: Path, *, reader: Reader = read_toml) -> Folder:
    """Read and check one file as a part of the game whose game.toml this is."""
    if file.name == RULES_FILE:
        return read_constants(file, reader)
    editions = read_constants(rules_file, reader).editions
    found, errors = read_character(file, editions or None, reader)
    characters = {edition: {file.stem: character} for edition, character in found.items()}
    return Folder(file.parent, editions=editions, characters=characters, files=[file], errors=errors)


def provenance(folder: Folder) -> list[Provenance]:
    """Where sources differ; everything else is what the cards have printed on them."""
    listed = []
    for id_, character in next(iter(folder.characters.values()), {}).items():
        found = Provenance(id_, character.name, f"{id_}.toml", "complete")
        for file in folder.files:
            found.file = str(file) if file.stem == id_ else found.file
        found.know("printed cards", "", ["hit_points", "max_combo", "innate"])
        for card in character.cards:
            found.know("printed cards", f"cards[rank {card.rank}]", ["all"])
        for disputed in character.disputed:
            where = f"{disputed.edition} edition, {disputed.where}, {disputed.field}"
            other = f"{disputed.other_source or 'another source'} has {disputed.other}"
            found.doubts.append((where, f"{disputed.used} is used, {other}"))
        listed.append(found)
    return listed


def minds(folder: Folder, edition: str) -> Minds:
    """What `equilibrium` has learned about the characters of one edition.

    Raises
    ------
    BadInput : for a policy file with mistakes, or one that knows what this folder does not have.
    """
    return learned(folder, edition, Weights, part_names)


def check_weights(file: Path, folder: Folder) -> list[BadInput]:
    """Mistakes in a file of weights of `equilibrium`; names are those of the game folder, if that can be used."""
    return weights_mistakes(file, folder, Weights, part_names)
