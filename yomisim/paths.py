"""Where the card data is found."""

from __future__ import annotations

import os
from pathlib import Path

from yomisim.errors import BadInput

#: Names of the folders that make a folder a data folder.
GAME_FOLDERS = ("yomi1", "yomi2")

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
    package = Path(__file__).resolve().parent
    candidates = [Path("data"), package.parent / "data", package / "_data"]
    for candidate in candidates:
        if holds_game(candidate):
            return candidate
    looked = ", ".join(str(candidate) for candidate in candidates)
    raise BadInput(f"no card data found (looked in {looked}); name the folder with --data DIR or ${VARIABLE}")


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
