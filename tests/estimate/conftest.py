"""Made-up matchups with known win rates."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from yomisim.estimate import intervals, self_play
from yomisim.estimate.matchups import COLUMNS


def made_up(
    rates: dict[tuple[str, str], float], games: int, rng: np.random.Generator, mirrors: int = 0
) -> pd.DataFrame:
    """A tidy table of independent games without draws; `rates` are true win rates of the first of each pair."""
    rows = []
    for (a, b), rate in rates.items():
        wins = int(rng.binomial(games, rate))
        rows.append(_row(a, b, wins, games))
    for name in sorted({name for pair in rates for name in pair}) if mirrors else []:
        rows.append(_row(name, name, int(rng.binomial(mirrors, 0.5)), mirrors))
    return pd.DataFrame(rows, columns=COLUMNS)


def _row(a: str, b: str, wins: int, games: int) -> tuple:
    low, high = intervals.wilson_from_counts(wins, 0, games)
    return ("g", "e", a, b, "p", "p", games, wins, games - wins, 0, 0, wins / games, low, high, 20.0)


@pytest.fixture
def table() -> Callable[..., pd.DataFrame]:
    return made_up


@pytest.fixture
def cast() -> dict[tuple[str, str], float]:
    """True win rates of ten characters, made once."""
    rng = np.random.default_rng(20)
    names = [f"c{k}" for k in range(10)]
    return {pair: float(np.clip(0.5 + 0.1 * rng.standard_normal(), 0.2, 0.8)) for pair in combinations(names, 2)}


@pytest.fixture
def interrupt_pair(monkeypatch):
    """Interrupt self-play in the mirror of a character, as Ctrl-C does; all other pairs are played."""

    def at(character):
        play_pair = self_play._play_pair

        def interrupted(game, a, b, *how):
            if a == b == character:
                raise KeyboardInterrupt
            return play_pair(game, a, b, *how)

        monkeypatch.setattr(self_play, "_play_pair", interrupted)

    return at
