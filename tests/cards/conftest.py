"""A copy of the shipped data that a test may spoil, and the games as shipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from yomisim.cards.load import Game, load_game

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture(scope="session")
def data() -> Path:
    """The shipped data folder."""
    return DATA


@pytest.fixture(scope="session")
def first() -> Game:
    return load_game("yomi1", "first", DATA)


@pytest.fixture(scope="session")
def second() -> Game:
    return load_game("yomi1", "second", DATA)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the data folder, to be spoilt."""
    shutil.copytree(DATA / "yomi1", tmp_path / "data" / "yomi1")
    return tmp_path / "data"


@pytest.fixture
def changed(copied: Path) -> Callable[[str, str, str], Path]:
    """Replace text in one file of the copy (it must stand there); gives the data folder."""

    def change(file: str, old: str, new: str) -> Path:
        path = copied / "yomi1" / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} does not hold {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return copied

    return change


@pytest.fixture(scope="session")
def yomi2() -> Game:
    return load_game("yomi2", data=DATA)


@pytest.fixture
def copied2(tmp_path: Path) -> Path:
    """A copy of the data folder with Yomi 2 alone, to be spoilt."""
    shutil.copytree(DATA / "yomi2", tmp_path / "data" / "yomi2")
    return tmp_path / "data"


@pytest.fixture
def changed2(copied2: Path) -> Callable[[str, str, str], Path]:
    """Replace text in one file of that copy (it must stand there); gives the data folder."""

    def change(file: str, old: str, new: str) -> Path:
        path = copied2 / "yomi2" / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} does not hold {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return copied2

    return change
