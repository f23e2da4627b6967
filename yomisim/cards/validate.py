"""Check data files without loading a game: a data folder, a game folder or one file."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from yomisim.cards.load import CHARACTER_FOLDER, GAMES, RULES_FILE, Folder, read_folder
from yomisim.cards.yomi1.check import read_character
from yomisim.cards.yomi1.constants import read_game
from yomisim.cards.yomi1.schema import Character
from yomisim.errors import BadInput
from yomisim.paths import data_dir


@dataclass
class Checked:
    """What was looked at, and the mistakes; iterating gives the mistakes."""

    path: Path
    errors: list[BadInput] = field(default_factory=list)
    files: int = 0
    characters: int = 0
    cards: int = 0
    editions: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[BadInput]:
        return iter(self.errors)

    def __len__(self) -> int:
        return len(self.errors)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.errors

    @property
    def summary(self) -> str:
        """One line for a person. Files are those that are there, the rest is what was read without a mistake."""
        counts = [(self.files, "file"), (self.characters, "character"), (self.cards, "card")]
        text = ", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in counts)
        text += f" in {' and '.join(self.editions)} edition" if self.editions else ""
        mistakes = len(self.errors)
        return f"{text}: " + ("no mistakes" if not mistakes else f"{mistakes} mistake{'s' if mistakes > 1 else ''}")

    def _count(self, characters: Collection[Character]) -> None:
        self.characters += len(characters)
        self.cards += sum(card.copies for character in characters for card in character.cards)


def validate_path(path: Path | None = None) -> Checked:
    """Check all files of a data folder, of a game folder, or one file, in every edition.

    `path` None is the data folder that would be used otherwise. A character is counted once, not once an edition.
    Mistakes in files are collected, not raised.

    Raises
    ------
    BadInput
        where `path` is None and there is no data folder.
    """
    path = data_dir() if path is None else Path(path)
    checked = Checked(path)
    if os.path.isdir(path):
        if path.name == CHARACTER_FOLDER and os.path.isfile(path.parent / RULES_FILE):
            path = path.parent
        folders = [path] if _is_game_folder(path) else [path / game for game in GAMES if os.path.isdir(path / game)]
        if not folders:
            wanted = f"a data folder holds {GAMES[0]}/, a game folder {RULES_FILE} and {CHARACTER_FOLDER}/"
            checked.errors.append(BadInput(f"nothing to check here; {wanted}", file=path))
        for folder in folders:
            _add(checked, read_folder(folder))
    elif not os.path.exists(path):
        checked.errors.append(BadInput("no such file or folder", file=path))
    elif path.name == RULES_FILE:
        game, _, errors = read_game(path)
        checked.files, checked.errors = 1, errors
        checked.editions = [] if game is None else list(game.editions)
    else:
        _check_character(checked, path)
    return checked


def _is_game_folder(path: Path) -> bool:
    return os.path.isfile(path / RULES_FILE) or os.path.isdir(path / CHARACTER_FOLDER)


def _add(checked: Checked, folder: Folder) -> None:
    checked.errors += folder.errors
    checked.files += sum(os.path.isfile(file) for file in folder.files)  # game.toml may be missing
    checked.editions += [edition for edition in folder.editions if edition not in checked.editions]
    checked._count(next(iter(folder.characters.values()), {}).values())


def _check_character(checked: Checked, file: Path) -> None:
    """One character file. Its editions are those of the game it lies in, or of the game in the data folder."""
    rules = file.resolve().parent.parent / RULES_FILE
    if not os.path.isfile(rules):
        with contextlib.suppress(BadInput):
            rules = data_dir() / GAMES[0] / RULES_FILE
    game, _, _ = read_game(rules)
    editions = None if game is None else list(game.editions)
    found, errors = read_character(file, editions)
    checked.files, checked.errors, checked.editions = 1, errors, editions or []
    checked._count(list(found.values())[:1])
