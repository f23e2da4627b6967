"""Check data files without loading a game: a data folder, a game folder, the folder of policies or one file."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from yomisim.cards.load import CHARACTER_FOLDER, GAMES, RULES_FILE, Folder, game_folder, read_folder
from yomisim.cards.yomi1.check import read_character
from yomisim.cards.yomi1.constants import read_game
from yomisim.cards.yomi1.minds import read_policy, unknown_names
from yomisim.cards.yomi1.schema import Character
from yomisim.errors import BadInput, unknown
from yomisim.paths import POLICIES_FOLDER, data_dir


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
    """Check all files of a data folder, of a game folder, of a folder of policies, or one file, in every edition.

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
        _check_folder(checked, path)
    elif not os.path.exists(path):
        checked.errors.append(BadInput("no such file or folder", file=path))
    elif path.name == RULES_FILE:
        game, _, errors = read_game(path)
        checked.files, checked.errors = 1, errors
        checked.editions = [] if game is None else list(game.editions)
    elif path.resolve().parent.name == POLICIES_FOLDER:
        _check_policy(checked, path)
    else:
        _check_character(checked, path)
    return checked


def _check_folder(checked: Checked, path: Path) -> None:
    """A game folder, a folder of policies, or a data folder with both."""
    policies = path if path.resolve().name == POLICIES_FOLDER else path / POLICIES_FOLDER
    if os.path.isfile(path / RULES_FILE) or os.path.isdir(path / CHARACTER_FOLDER):
        _add(checked, read_folder(path))
        return
    games = [path / game for game in GAMES if os.path.isdir(path / game)]
    weights = sorted(file for file in policies.glob("*.toml") if file.is_file() and not file.name.startswith("."))
    if not games and not weights:
        wanted = f"a data folder holds {GAMES[0]}/, a game folder {RULES_FILE} and {CHARACTER_FOLDER}/"
        checked.errors.append(BadInput(f"nothing to check here; {wanted}", file=path))
    for folder in games:
        _add(checked, read_folder(folder))
    for file in weights:
        _check_policy(checked, file)


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


def _check_policy(checked: Checked, file: Path) -> None:
    """The weights of a policy. Names are those of the game beside it, or of the game in the data in use."""
    checked.files += 1
    game = file.stem
    if game not in GAMES:
        checked.errors.append(unknown("game", game, GAMES, file=file))
        return
    policy, errors = read_policy(file)
    checked.errors += errors
    folder = file.resolve().parent.parent / game
    if not os.path.isfile(folder / RULES_FILE):
        with contextlib.suppress(BadInput):
            folder = game_folder(game)
    found = read_folder(folder)
    if policy is not None and found.editions:
        # a character whose file has a mistake is there all the same
        written = {path.stem for path in found.files if path.name != RULES_FILE}
        known = {edition: sorted(written.union(ids)) for edition, ids in found.characters.items()}
        checked.errors += unknown_names(file, policy, known)
