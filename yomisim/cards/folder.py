"""What stands in a game folder, and what reading it has in common in all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from yomisim.cards.provenance import Provenance
from yomisim.cards.reading import Reader, read_toml, toml_files
from yomisim.cards.words import Vocabulary
from yomisim.errors import BadInput

RULES_FILE = "game.toml"
CHARACTER_FOLDER = "characters"


class Named(Protocol):
    """What every character has, whatever the game."""

    @property
    def id(self) -> str:
        """Small letters, the same as the file name."""
        ...

    @property
    def name(self) -> str:
        """The full name."""
        ...

    @property
    def short_name(self) -> str:
        """The name in tables and charts."""
        ...


@dataclass
class Folder:
    """Everything in a game folder: as much as could be read, and the mistakes.

    Attributes
    ----------
    id, title, default_edition, editions : as game.toml says; empty where it cannot be used.
    rules : constants by edition. characters : by edition ("" where none is known) and id.
    files : all that were read. errors : in the order in which they were found.
    more : what only this game has, by the name of the field of :class:`yomisim.cards.load.Game`.
    settings : what else reading has found out.
    """

    path: Path
    id: str = ""
    title: str = ""
    default_edition: str = ""
    editions: list[str] = field(default_factory=list)
    rules: dict[str, Any] = field(default_factory=dict)
    characters: dict[str, dict[str, Any]] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)
    errors: list[BadInput] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)


class Room(Protocol):
    """What a game's own data room offers (`cards/yomi1/room.py`, `cards/yomi2/room.py`)."""

    VOCABULARY: Vocabulary

    def read_folder(self, path: Path, *, reader: Reader = read_toml) -> Folder:
        """Read and check every file of a game folder; never raises for what is in them."""
        ...

    def in_edition(self, file: Path, raw: dict[str, Any], edition: str) -> dict[str, Any]:
        """The values of a sound file as they are in one edition, written as a file that has no other."""
        ...

    def read_file(self, file: Path, rules_file: Path, *, reader: Reader = read_toml) -> Folder:
        """Read and check one file as a part of the game whose game.toml this is."""
        ...

    def provenance(self, folder: Folder) -> list[Provenance]:
        """Where the values of every file that was read without a mistake come from."""
        ...

    def minds(self, folder: Folder, edition: str) -> Any:
        """What policies have learned about the characters of one edition."""
        ...

    def check_weights(self, file: Path, folder: Folder) -> list[BadInput]:
        """Mistakes in a file of what policies have learned; names are those of the game folder."""
        ...


def read_each(
    folder: Folder,
    name: str,
    read: Callable[[Path], tuple[Mapping[str, Any], list[BadInput]]],
    into: dict[str, dict[str, Any]],
    taken: dict[str, dict[str, Path]] | None = None,
) -> None:
    """Read every file of the folder `name`, by id, and add what each holds to `into`, by edition and id.

    Two of them with the same name are a mistake: nobody could say who is meant. `taken`: names of files read before,
    by edition.
    """
    try:
        files = toml_files(folder.path / name)
    except BadInput as error:
        folder.errors.append(error)
        return
    folder.files += files
    taken = {} if taken is None else taken
    for file in sorted(files, key=lambda file: file.stem):
        found, errors = read(file)
        folder.errors += errors
        for edition, character in found.items():
            into.setdefault(edition, {})[file.stem] = character
            said = {str(error) for error in folder.errors}
            clashes = _taken_names(character, file, taken.setdefault(edition, {}))
            folder.errors += [clash for clash in clashes if str(clash) not in said]


def names_of(character: Named) -> set[str]:
    """What a character may be called, in small letters."""
    return {character.id.lower(), character.name.lower(), character.short_name.lower()}


def _taken_names(character: Named, file: Path, taken: dict[str, Path]) -> list[BadInput]:
    errors = []
    for name_field in ("name", "short_name"):
        name = getattr(character, name_field)
        if name.lower() in taken and (name_field == "name" or name != character.name):
            other = taken[name.lower()].name
            errors.append(
                BadInput(f"{name!r} is a name in {other} already; choose another", file=file, field=name_field)
            )
    for name in names_of(character):
        taken.setdefault(name, file)
    return errors
