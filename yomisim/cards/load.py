"""Load a game: its rule constants and characters, of one edition, checked."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from yomisim.cards.reading import hash_of_files, toml_files
from yomisim.cards.yomi1.check import read_character
from yomisim.cards.yomi1.constants import GameFile, Rules, read_game
from yomisim.cards.yomi1.minds import Minds, check_names, minds_of, read_minds
from yomisim.cards.yomi1.schema import Character
from yomisim.errors import BadInput, one_or_many, unknown
from yomisim.paths import data_dir

#: Games whose data can be read; the name is that of the folder.
GAMES = ("yomi1",)

RULES_FILE = "game.toml"
CHARACTER_FOLDER = "characters"


@dataclass(frozen=True)
class Game:
    """One edition of a game.

    Attributes
    ----------
    id, title : of the game.
    edition : the edition these values belong to.
    rules : constants and switches.
    characters : by id, in the order of the ids.
    folder : where all this was read.
    data_hash : 12 hex digits over names and contents of all TOML files of the game.
    minds : what the policy `equilibrium` thinks of the characters.
    """

    id: str
    title: str
    edition: str
    rules: Rules
    characters: dict[str, Character]
    folder: Path
    data_hash: str
    minds: Minds = field(default_factory=Minds)

    def character(self, name: str) -> Character:
        """The character with this id, name or short name, in any case.

        Raises
        ------
        BadInput
            for a name that no character has; the nearest one is suggested.
        """
        wanted = " ".join(name.split()).lower() if isinstance(name, str) else None
        for character in self.characters.values():
            if wanted in names_of(character):
                return character
        raise unknown("character", name, self.characters)


@dataclass
class Folder:
    """Everything in a game folder: as much as could be read, and the mistakes."""

    path: Path
    game: GameFile | None = None
    rules: dict[str, Rules] = field(default_factory=dict)
    characters: dict[str, dict[str, Character]] = field(default_factory=dict)  # edition ("": none known), id
    files: list[Path] = field(default_factory=list)
    errors: list[BadInput] = field(default_factory=list)

    @property
    def editions(self) -> list[str]:
        """Editions that game.toml names, in its order."""
        return [] if self.game is None else list(self.game.editions)


def names_of(character: Character) -> set[str]:
    """What a character may be called, in small letters."""
    return {character.id.lower(), character.name.lower(), character.short_name.lower()}


def game_folder(game: str, data: Path | None = None) -> Path:
    """The folder of a game.

    Raises
    ------
    BadInput
        for an unknown game, or where there is no such data.
    """
    if game not in GAMES:
        raise unknown("game", game, GAMES)
    folder = data_dir(data) / game
    if not os.path.isfile(folder / RULES_FILE):
        raise BadInput(f"this data folder has no {RULES_FILE} of the game {game!r}", file=folder / RULES_FILE)
    return folder


def editions(game: str, data: Path | None = None) -> list[str]:
    """The editions of a game, as game.toml orders them.

    Raises
    ------
    BadInput
        for an unknown game or a game.toml that cannot be used.
    """
    file, _, errors = read_game(game_folder(game, data) / RULES_FILE)
    if file is None:
        raise one_or_many(errors)
    return list(file.editions)


def load_game(game: str, edition: str | None = None, data: Path | None = None) -> Game:
    """Load one edition of a game (None: the default edition of its game.toml).

    All files are checked in all editions, so that a mistake does not wait for the edition that shows it.

    Raises
    ------
    BadInput
        for an unknown game or edition, or mistakes in the files (:class:`BadInputs` if there are several).
    """
    folder = read_folder(game_folder(game, data))
    if folder.errors or folder.game is None:
        raise one_or_many(folder.errors)
    chosen = folder.game.default_edition if edition is None else edition
    if chosen not in folder.editions:
        raise unknown("edition", chosen, folder.editions)
    learned = read_minds(folder.path.parent, game)
    check_names(learned, folder.path.parent, folder.characters)
    return Game(
        id=folder.game.id,
        title=folder.game.title,
        edition=chosen,
        rules=folder.rules[chosen],
        characters=folder.characters[chosen],
        folder=folder.path,
        data_hash=hash_of_files(folder.path, folder.files),
        minds=minds_of(learned, chosen),
    )


def load_games(game: str, edition: str | None = None, data: Path | None = None) -> list[Game]:
    """Load one edition of a game, or every edition where `edition` is None; raises as :func:`load_game`."""
    return [load_game(game, name, data) for name in ([edition] if edition is not None else editions(game, data))]


def read_folder(path: Path) -> Folder:
    """Read and check every file of a game folder; never raises for what is in them."""
    folder = Folder(path, files=[path / RULES_FILE])
    folder.game, folder.rules, folder.errors = read_game(path / RULES_FILE)
    folder.characters = {edition: {} for edition in folder.editions}
    try:
        files = toml_files(path / CHARACTER_FOLDER)
    except BadInput as error:
        folder.errors.append(error)
        return folder
    folder.files += files
    taken: dict[str, dict[str, Path]] = {edition: {} for edition in folder.editions}
    for file in sorted(files, key=lambda file: file.stem):
        # Without game.toml nobody knows the editions; the base values can still be checked.
        found, errors = read_character(file, folder.editions or None)
        folder.errors += errors
        if not found:
            continue
        if not folder.editions:
            folder.characters.setdefault("", {})[file.stem] = found[""]
        for edition in folder.editions:
            folder.characters[edition][file.stem] = found[edition]
            said = {str(error) for error in folder.errors}
            clashes = _taken_names(found[edition], file, taken[edition])
            folder.errors += [clash for clash in clashes if str(clash) not in said]
    return folder


def _taken_names(character: Character, file: Path, taken: dict[str, Path]) -> list[BadInput]:
    """Names that another character has already: nobody could say who is meant."""
    errors = []
    for name_field in ("name", "short_name"):
        name = getattr(character, name_field)
        if name.lower() in taken:
            other = taken[name.lower()].name
            errors.append(
                BadInput(f"{name!r} is a name in {other} already; choose another", file=file, field=name_field)
            )
    for name in names_of(character):
        taken.setdefault(name, file)
    return errors
