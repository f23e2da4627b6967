"""Where the card data and the tables of human play are found."""

from __future__ import annotations

import os
from pathlib import Path

from yomisim.errors import BadInput, check_type

#: Names of the folders that make a folder a data folder: the games that can be played.
GAME_FOLDERS = ("yomi1", "yomi2")

#: Folder with tables of human play, inside the data folder.
HUMAN_FOLDER = "human"

#: Folder with what policies have learned, inside the data folder.
POLICIES_FOLDER = "policies"

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
        return _asked_for(checked_path(explicit), "--data")
    from_environment = os.environ.get(VARIABLE)
    if from_environment:
        return _asked_for(Path(from_environment), f"${VARIABLE}")
    candidates = [Path("data"), *built_in()]
    for candidate in candidates:
        if holds_game(candidate):
            return candidate
    looked = ", ".join(str(candidate) for candidate in candidates)
    raise BadInput(f"no card data found (looked in {looked}); name the folder with --data DIR or ${VARIABLE}")


def checked_path(path: Path | str) -> Path:
    """The path of a data folder as a caller in Python names it.

    Raises
    ------
    BadInput : for what is no path, and for an empty text, which would quietly mean the folder where one stands.
    """
    check_type("data", path, (str, os.PathLike), "the path of a folder with card data")
    if isinstance(path, str) and not path.strip():
        raise BadInput('the name is empty; write "." for the folder where you stand', field="data")
    return Path(path)


def human_dir(explicit: Path | None = None) -> Path:
    """The folder with the tables of human play: in the data folder in use, else the copy that came with the program.

    A changed copy of the card data need not hold them: people's results do not hang on the cards that are tried out.

    Raises
    ------
    BadInput
        where the data folder asked for cannot be used, or where there is no such folder.
    """
    candidates = [folder / HUMAN_FOLDER for folder in (data_dir(explicit), *built_in())]
    for candidate in candidates:
        if os.path.isdir(candidate):
            return candidate
    raise BadInput("there is no folder with tables of human play", file=candidates[0])


def built_in() -> list[Path]:
    """Where the program's own data may lie: in the source tree, or in the installed package."""
    package = Path(__file__).resolve().parent
    return [package.parent / "data", package / "_data"]


def label(folder: Path) -> str:
    """How results name a game folder: whose data it is, and nothing about the machine.

    ``built-in data/yomi1`` are the program's own, wherever they lie. A data folder beside which one stands is named as
    seen from there (``./my-data/yomi1``), any other by its last two folders (``.../my-data/yomi1``).
    """
    place = Path(folder).resolve()
    if place.parent in [own.resolve() for own in built_in()]:
        return f"built-in data/{place.name}"
    beside = Path.cwd().resolve() == place.parent.parent
    return "/".join(["." if beside else "...", *place.parts[-2:]])


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
