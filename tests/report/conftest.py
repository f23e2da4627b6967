"""Real results of both editions, small, and what changed between them."""

from __future__ import annotations

import pytest

from yomisim.estimate.editions import Changes, play_editions
from yomisim.estimate.result import Matchups


@pytest.fixture(scope="session")
def changes() -> Changes:
    """All characters in both editions on the same luck, random play."""
    return play_editions("yomi1", games=1000, seed=3, policy="random", workers=2, counting=True)


@pytest.fixture(scope="session")
def results(changes) -> list[Matchups]:
    """Both editions."""
    return [changes.before, changes.after]


@pytest.fixture(scope="session")
def result(results) -> Matchups:
    """The first edition."""
    return results[0]
