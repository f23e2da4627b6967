"""Real results of both editions, small."""

from __future__ import annotations

import pytest

from yomisim.estimate.result import Matchups, played_matchups


@pytest.fixture(scope="session")
def results() -> list[Matchups]:
    """All characters in both editions, random play."""
    return played_matchups("yomi1", games=1000, seed=3, policy="random", workers=2)


@pytest.fixture(scope="session")
def result(results) -> Matchups:
    """The first edition."""
    return results[0]
