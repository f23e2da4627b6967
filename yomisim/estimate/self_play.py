"""Games of `equilibrium` against itself, with the states between turns: what the worth of states is learned from."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from yomisim.batch.engine import engine_for
from yomisim.batch.jobs import THINKING_CHUNK
from yomisim.batch.plan import pair_key
from yomisim.cards.load import Game
from yomisim.estimate.search import given_up, pool_of
from yomisim.policies.codes import policy_code
from yomisim.rules.yomi1.state import NO_SIDE

#: Turns of a game after which its state is noted; few games last longer.
TURNS = 30


@dataclass(frozen=True)
class Seen:
    """States between turns of the games of two characters, `a` in seat 0.

    Attributes
    ----------
    games : that were played.
    states : (n,) STATE of the game's `play`, last ones included. won : (n,) float32, what seat 0 got in that game: 1,
        0, or 0.5 for a draw.
    """

    a: str
    b: str
    games: int
    states: np.ndarray
    won: np.ndarray

    @property
    def chose(self) -> np.ndarray:
        """Whether both had a choice of openers in the turn of each state, bool, shape (n,)."""
        return (self.states["combat"]["side"] != NO_SIDE).all(axis=1)


def play(
    game: Game, games: int, seed: int, first: int, workers: int, progress: Callable[[int, int], Any] | None = None
) -> list[Seen]:
    """States of about so many games over all pairs, mirrors included, both ways round on the same luck.

    Parameters
    ----------
    first : number of the first game of each pair. progress : called with (pairs done, pairs).
    """
    pairs = list(combinations_with_replacement(sorted(game.characters), 2))
    each = max(1, round(games / (2 * len(pairs))))
    seen: list[Seen] = []
    with pool_of(workers) as pool:
        tasks = [pool.submit(_play_pair, game, a, b, each, seed, first) for a, b in pairs]
        for done, task in enumerate(tasks, 1):
            seen += task.result()
            if progress is not None:
                progress(done, len(pairs))
    return seen


def _play_pair(game: Game, a: str, b: str, count: int, seed: int, first: int) -> list[Seen]:
    """Both ways round of one pair."""
    engine = engine_for(game.id)
    tables = engine.tables(game, a, b)
    policies = np.full(2, policy_code("equilibrium"), np.int64)
    parts: tuple[list[Seen], list[Seen]] = ([], [])
    for start in range(first, first + count, THINKING_CHUNK):
        if given_up():
            raise CancelledError
        some = min(THINKING_CHUNK, first + count - start)
        tally, rows = engine.zeros(1), np.zeros(2 * some, engine.row)
        states = np.zeros((2 * some, TURNS), engine.state)
        key = np.uint64(pair_key(a, b))
        engine.play_games(tables, policies, np.uint64(seed), key, start, some, True, tally, rows=rows, states=states)
        for seating in (0, 1):
            there = states[seating::2]
            winner = rows["winner"][seating::2]
            mine = np.where(winner < 0, 0.5, winner == seating).astype(np.float32)
            noted = there["turn"] > 0
            names = (a, b) if seating == 0 else (b, a)
            parts[seating].append(Seen(*names, some, there[noted], np.repeat(mine, noted.sum(axis=1))))
    return [_joined(part) for part in parts]


def _joined(parts: list[Seen]) -> Seen:
    states, won = (np.concatenate([getattr(part, name) for part in parts]) for name in ("states", "won"))
    return Seen(parts[0].a, parts[0].b, sum(part.games for part in parts), states, won)
