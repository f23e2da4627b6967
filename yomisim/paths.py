"""Where the card data and the tables of human play are found."""

from __future__ import annotations

import os
from pathlib import Path

from yomisim.errors import BadInput

#: Names of the folders that make a folder a data folder.
GAME_FOLDERS = ("yomi1", "yomi2")

#: Folder with tables of human play, inside the data folder.
HUMAN_FOLDER = "human"

#: Environment variable that names the data folder.
VARIABLE = "YOMISIM_DATA"


def holds_game(folder: Path) -> bool:
    """Whether `folder` has at least one game folder in it (an unreadable folder has none)."""
    return any(os.path.isfile(folder / game / "game.toml") for game in GAME_FOLDERS)


def data_dir(explicit: Path | None = None) -> Path:
    """The data folder to use.

    Looked up in this order: `explicit` (``--data DIR``), the environment variable ``YOMISIM_DATA``, ``./data``, the
    ``data`` folder of the source tree, the copy inside the installed package. The first two are orders and must hold
    a game; the others are only looked at.

    Raises
    ------
    BadInput
        where the folder asked for does not exist or holds no game, or where no folder is found at all.
    """
    if explicit is not None:
        return _asked_for(Path(explicit), "--data")
    from_environment = os.environ.get(VARIABLE)
    if from_environment:
        return _asked_for(Path(from_environment), f"${VARIABLE}")
    candidates = [Path("data"), *_shipped()]
    for candidate in candidates:
        if holds_game(candidate):
            return candidate
    looked = ", ".join(str(candidate) for candidate in candidates)
    raise BadInput(f"no card data found (looked in {looked}); name the folder with --data DIR or ${VARIABLE}")


def human_dir(explicit: Path | None = None) -> Path:
    """The folder with the tables of human play: in the data folder in use, else the copy that came with the program.

    A changed copy of the card data need not hold them: people's results do not hang on the cards that are tried out.

    Raises
    ------
    BadInput
        where the data folder asked for cannot be used, or where there is no such folder.
    """
    candidates = [folder / HUMAN_FOLDER for folder in (data_dir(explicit), *_shipped())]
    for candidate in candidates:
        if os.path.isdir(candidate):
            return candidate
    raise BadInput("there is no folder with tables of human play", file=candidates[0])


def _shipped() -> list[Path]:
    """Where the program's own data may lie: in the source tree, or in the installed package."""
    package = Path(__file__).resolve().parent
    return [package.parent / "data", package / "_data"]


def _asked_for(folder: Path, origin: str) -> Path:
    # os.path instead of Path methods: those raise where a folder above may not be entered.
    if not os.path.exists(folder):
        raise BadInput(f"{origin} names a folder that does not exist", file=folder)
    if not os.path.isdir(folder):
        raise BadInput(f"{origin} must name a folder, this is a file", file=folder)
    if not holds_game(folder):
        if os.path.isfile(folder / "game.toml"):
            raise BadInput(f"{origin} must name the folder above this game folder", file=folder)
        wanted = " or ".join(f"{game}/game.toml" for game in GAME_FOLDERS)
        raise BadInput(f"{origin} names a folder without a game in it; it needs {wanted}", file=folder)
    return folder
