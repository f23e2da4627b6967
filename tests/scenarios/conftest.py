"""What the tests of scenarios share."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from yomisim.cards.load import load_game
from yomisim.scenario import files


@pytest.fixture(scope="session", autouse=True)
def cards_are_read_once() -> Iterator[None]:
    """Every file of scenarios reads the cards that come with the program, which takes longer than playing it."""
    once = functools.cache(load_game)

    def load(game: str, edition: str | None = None, data: Path | None = None, **more: Any) -> Any:
        return once(game, edition) if data is None and not more else load_game(game, edition, data, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "load_game", load)
        yield
