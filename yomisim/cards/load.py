"""Load a game: its rule constants and characters, of one edition, checked."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yomisim.cards.folder import RULES_FILE, Folder, Room, names_of
from yomisim.cards.reading import hash_of_files
from yomisim.cards.words import Vocabulary
from yomisim.cards.yomi1 import room as yomi1
from yomisim.cards.yomi2 import room as yomi2
from yomisim.errors import BadInput, one_or_many, unknown
from yomisim.paths import GAME_FOLDERS, data_dir

#: Games whose data can be read; the name is that of the folder.
ROOMS: dict[str, Room] = {"yomi1": yomi1, "yomi2": yomi2}
GAMES = tuple(ROOMS)
assert GAMES == GAME_FOLDERS

#: Plays without a gem.
NO_GEM = "none"


@dataclass(frozen=True)
class Game:
    """One edition of a game.

    Attributes
    ----------
    id, title : of the game.
    edition : the edition these values belong to.
    rules : constants and switches.
    characters : those that can be played, by id, in the order of the ids.
    folder : where all this was read.
    data_hash : 12 hex digits over names and contents of all TOML files of the game.
    minds : what policies have learned about the characters.
    refused : characters and gems of which too little is known to play them, by id (Yomi 2).
    gems : gems that can be played, by id (Yomi 2); gem : the one that both players wear, or NO_GEM.
    bots : bot sheets, by id, and solo : the constants of the mode against them (Yomi 2).
    patch : title of the patch that has been put over the data, empty without one.
    """

    id: str
    title: str
    edition: str
    rules: Any
    characters: dict[str, Any]
    folder: Path
    data_hash: str
    minds: Any = None
    refused: dict[str, Any] = field(default_factory=dict)
    gems: dict[str, Any] = field(default_factory=dict)
    gem: str = NO_GEM
    bots: dict[str, Any] = field(default_factory=dict)
    solo: Any = None
    patch: str = ""

    @property
    def worn_gem(self) -> Any:
        """The gem that both players wear, or None."""
        return None if self.gem == NO_GEM else self.gems[self.gem]

    @property
    def called(self) -> str:
        """The game with its edition, as a sentence names it: a game with one edition goes without."""
        several = len(editions(self.id, self.folder.parent)) > 1
        return f"{self.title}, {self.edition} edition" if several else self.title

    def character(self, name: str) -> Any:
        """The character with this id, name or short name, in any case.

        Raises
        ------
        BadInput
            for a name that no character has (the nearest one is suggested), and for a character of which too little
            is known to play it (what is missing is listed).
        """
        wanted = " ".join(name.split()).lower() if isinstance(name, str) else None
        for character in self.characters.values():
            if wanted in names_of(character):
                return character
        for refused in self.refused.values():
            if wanted in names_of(refused):
                raise refused.error()
        raise unknown("character", name, self.characters)

    def bot(self, name: str) -> Any:
        """The bot with this id or name, in any case.

        Raises
        ------
        BadInput
            for a name that no bot has; the nearest one is suggested.
        """
        wanted = " ".join(name.split()).lower() if isinstance(name, str) else None
        for bot in self.bots.values():
            if wanted in names_of(bot):
                return bot
        raise unknown("bot", name, self.bots)


def room_of(game: str) -> Room:
    """The data room of a game.

    Raises
    ------
    BadInput
        for an unknown game.
    """
    if game not in GAMES:
        raise unknown("game", game, GAMES)
    return ROOMS[game]


def vocabulary(game: str) -> Vocabulary:
    """The words that the abilities of a game are written with.

    Raises
    ------
    BadInput
        for an unknown game.
    """
    return room_of(game).VOCABULARY


def game_folder(game: str, data: Path | None = None) -> Path:
    """The folder of a game.

    Raises
    ------
    BadInput
        for an unknown game, or where there is no such data.
    """
    room_of(game)
    folder = data_dir(data) / game
    if not os.path.isfile(folder / RULES_FILE):
        raise BadInput(f"this data folder has no {RULES_FILE} of the game {game!r}", file=folder / RULES_FILE)
    return folder


def has_game(game: str, data: Path | None = None) -> bool:
    """Whether the data in use hold a game."""
    return os.path.isfile(data_dir(data) / game / RULES_FILE)


def editions(game: str, data: Path | None = None) -> list[str]:
    """The editions of a game, as game.toml orders them.

    Raises
    ------
    BadInput
        for an unknown game or a game.toml that cannot be used.
    """
    file = game_folder(game, data) / RULES_FILE
    folder = room_of(game).read_file(file, file)
    if not folder.editions:
        raise one_or_many(folder.errors)
    return folder.editions


def load_game(game: str, edition: str | None = None, data: Path | None = None, gem: str | None = None) -> Game:
    """Load one edition of a game (None: the default edition of its game.toml).

    All files are checked in all editions, so that a mistake does not wait for the edition that shows it. `gem` is the
    gem that both players wear, NO_GEM for none (None: what game.toml says, or none).

    Raises
    ------
    BadInput
        for an unknown game, edition or gem, or mistakes in the files (:class:`BadInputs` if there are several).
    """
    folder = room_of(game).read_folder(game_folder(game, data))
    if folder.errors:
        raise one_or_many(folder.errors)
    return game_of(folder, edition, gem)


def game_of(folder: Folder, edition: str | None = None, gem: str | None = None) -> Game:
    """One edition of a game whose files were read without a mistake.

    Raises
    ------
    BadInput
        for an unknown edition or gem, and mistakes in what policies have learned.
    """
    chosen = folder.default_edition if edition is None else edition
    if chosen not in folder.editions:
        raise unknown("edition", chosen, folder.editions)
    return Game(
        id=folder.id,
        title=folder.title,
        edition=chosen,
        rules=folder.rules[chosen],
        characters=folder.characters[chosen],
        folder=folder.path,
        data_hash=hash_of_files(folder.path, folder.files),
        minds=ROOMS[folder.id].minds(folder, chosen),
        gem=_chosen_gem(folder, gem),
        **folder.more,
    )


def load_games(game: str, edition: str | None = None, data: Path | None = None) -> list[Game]:
    """Load one edition of a game, or every edition where `edition` is None; raises as :func:`load_game`."""
    return [load_game(game, name, data) for name in ([edition] if edition is not None else editions(game, data))]


def _chosen_gem(folder: Folder, gem: str | None) -> str:
    gems, refused = folder.more.get("gems"), folder.more.get("refused", {})
    if gems is None:
        if gem in (None, NO_GEM):
            return NO_GEM
        raise BadInput(f"there are no gems in {folder.title}", field="gem")
    if gem is None:
        return str(folder.settings["default_gem"])
    if gem in refused:
        raise refused[gem].error()
    if gem != NO_GEM and gem not in gems:
        raise unknown("gem", gem, [NO_GEM, *gems])
    return gem
