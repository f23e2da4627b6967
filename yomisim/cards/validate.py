"""Check data files without loading a game: a data folder, a game folder or one file."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from yomisim.cards.folder import CHARACTER_FOLDER, RULES_FILE, Folder
from yomisim.cards.load import GAMES, ROOMS
from yomisim.cards.provenance import Provenance, rules_of
from yomisim.cards.reading import read_toml
from yomisim.console import emit, emit_json, remark
from yomisim.errors import EXIT_BAD_INPUT, EXIT_DONE, BadInput
from yomisim.paths import data_dir


@dataclass
class Checked:
    """What was looked at, and the mistakes; iterating gives the mistakes."""

    path: Path
    folders: list[Folder] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    errors: list[BadInput] = field(default_factory=list)

    def __iter__(self) -> Iterator[BadInput]:
        return iter(self.errors)

    def __len__(self) -> int:
        return len(self.errors)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.errors

    @property
    def counts(self) -> dict[str, int]:
        """Files that are there; characters, cards and what is refused, as far as read without a mistake."""
        total = {"files": 0, "characters": 0, "refused": 0, "cards": 0, "bots": 0}
        for folder in self.folders:
            for name, number in _counts(folder).items():
                total[name] += number
        return total

    @property
    def lines(self) -> list[str]:
        """For a person: what was read and how many mistakes there are, a line for each game."""
        if len(self.folders) < 2:
            folder = self.folders[0] if self.folders else Folder(self.path)
            return [f"{self.path}: {_in_words(folder)}: {_mistakes(self.errors)}"]
        return [f"{folder.path}: {_in_words(folder)}: {_mistakes(folder.errors)}" for folder in self.folders]

    def provenance(self) -> list[Provenance]:
        """Where the values of everything that was read without a mistake come from."""
        rooms = zip(self.folders, self.games, strict=True)
        return [one for folder, game in rooms for one in ROOMS[game].provenance(folder)]


def _mistakes(errors: list[BadInput]) -> str:
    return f"{len(errors)} mistake{'s' if len(errors) > 1 else ''}" if errors else "no mistakes"


def _counts(folder: Folder) -> dict[str, int]:
    """A character is counted once, not once an edition."""
    characters = next(iter(folder.characters.values()), {}).values()
    return {
        "files": sum(os.path.isfile(file) for file in folder.files),  # game.toml may be missing
        "characters": len(characters),
        "refused": len(folder.more.get("refused", {})),
        "bots": len(folder.more.get("bots", {})),
        "cards": sum(card.copies for character in characters for card in character.cards),
    }


def _in_words(folder: Folder) -> str:
    number = _counts(folder)
    words = [f"{number[name]} {name[:-1] if number[name] == 1 else name}" for name in ("files", "characters", "cards")]
    if number["bots"]:
        words.append(f"{number['bots']} bot{'' if number['bots'] == 1 else 's'}")
    if number["refused"]:
        words.append(f"{number['refused']} refused until what is missing is typed in")
    many = len(folder.editions) > 1
    return ", ".join(words) + (f" in {' and '.join(folder.editions)} edition" if many else "")


def main(path: Path | None, with_provenance: bool, as_json: bool) -> int:
    """Check files and say what was found, as text or as one JSON object; the exit code.

    Raises
    ------
    BadInput : where `path` is None and there is no data folder.
    """
    checked = validate_path(path)
    found = checked.provenance() if with_provenance else []
    if as_json:
        mistakes = [{"file": e.file, "field": e.field, "message": e.message} for e in checked]
        record = {"path": str(checked.path), "ok": checked.ok, **checked.counts, "mistakes": mistakes}
        if with_provenance:
            record |= {"provenance": [one.record() for one in found], "filling_rules": rules_of(found)}
        emit_json(record)
    else:
        for mistake in checked:
            remark(str(mistake), "error")
        emit([*(line for one in found for line in [*one.lines(), ""]), *checked.lines])
    return EXIT_DONE if checked.ok else EXIT_BAD_INPUT


def validate_path(path: Path | None = None) -> Checked:
    """Check all files of a data folder, of a game folder, or one file, in every edition.

    `path` None is the data folder that would be used otherwise. Mistakes in files are collected, not raised.

    Raises
    ------
    BadInput
        where `path` is None and there is no data folder.
    """
    path = data_dir() if path is None else Path(path)
    checked = Checked(path)
    if os.path.isdir(path):
        if not _is_game_folder(path) and os.path.isfile(path.parent / RULES_FILE):
            path = path.parent  # a folder of characters
        folders = [path] if _is_game_folder(path) else [path / game for game in GAMES if os.path.isdir(path / game)]
        if not folders:
            wanted = f"a data folder holds {GAMES[0]}/, a game folder {RULES_FILE} and characters/"
            checked.errors.append(BadInput(f"nothing to check here; {wanted}", file=path))
        checked.games = [_game_of(folder / RULES_FILE) for folder in folders]
        checked.folders = [ROOMS[game].read_folder(folder) for game, folder in zip(checked.games, folders, strict=True)]
    elif not os.path.exists(path):
        checked.errors.append(BadInput("no such file or folder", file=path))
    else:
        rules = _rules_beside(path)
        checked.games = [_game_of(rules)]
        checked.folders = [ROOMS[checked.games[0]].read_file(path, rules)]
    checked.errors += [error for folder in checked.folders for error in folder.errors]
    return checked


def _is_game_folder(path: Path) -> bool:
    return os.path.isfile(path / RULES_FILE) or os.path.isdir(path / CHARACTER_FOLDER)


def _rules_beside(file: Path) -> Path:
    """The game.toml of the game that a file belongs to: around it, or else in the data folder in use."""
    here = file.resolve()
    for rules in (here.parent / RULES_FILE, here.parent.parent / RULES_FILE):
        if os.path.isfile(rules):
            return rules
    with contextlib.suppress(BadInput):
        return data_dir() / _game_by_content(file) / RULES_FILE
    return here.parent.parent / RULES_FILE


def _game_of(rules: Path) -> str:
    """The game whose game.toml this is: by the name of its folder, else by its id, else the first."""
    if rules.parent.name in ROOMS:
        return rules.parent.name
    with contextlib.suppress(BadInput):
        found = read_toml(rules).get("id")
        if found in ROOMS:
            return str(found)
    return GAMES[0]


def _game_by_content(file: Path) -> str:
    """For a file that lies anywhere: cards with slots are of the second game."""
    with contextlib.suppress(BadInput):
        cards = read_toml(file).get("cards")
        if isinstance(cards, list) and any(isinstance(card, dict) and "slot" in card for card in cards):
            return GAMES[1]
    return GAMES[0]
