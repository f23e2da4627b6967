"""Search over what a player thinks that states are worth, by how often he then wins.

A player is `equilibrium` with nine numbers (`SHAPE`), from which all weights follow. An evolution strategy (CMA-ES,
Hansen 2016, from the package ``cma``) moves them towards more wins in mirrors of all characters against given
opponents, on the same luck for all candidates of a generation. Training uses it against the player's own former self;
exploitation uses it against a frozen policy.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.engine import Engine, engine_for
from yomisim.batch.jobs import THINKING_CHUNK
from yomisim.batch.plan import pair_key
from yomisim.cards.load import Game
from yomisim.cards.yomi1.minds import HAND_KNOTS, LIFE_KNOTS, Play, Weights, mind_record
from yomisim.policies.codes import policy_code

#: The numbers that are searched: name -> (where the search starts, how far it looks around at first, least, most).
SHAPE: dict[str, tuple[float, float, float, float]] = {
    "life": (3.2, 0.5, 1.0, 8.0),  # worth of 100 life
    "bend": (0.85, 0.1, 0.5, 1.3),  # worth of life grows with this power of it
    "card": (0.08, 0.02, 0.01, 0.4),  # of the first card in hand
    "fade": (0.6, 0.2, 0.0, 1.0),  # how much of that is lost towards 14 cards
    "face": (0.01, 0.02, -0.1, 0.2),  # of a face card beyond a number
    "ace": (0.08, 0.04, 0.0, 0.6),
    "joker": (0.14, 0.05, 0.0, 0.8),
    "down": (0.3, 0.12, 0.0, 2.0),  # of a knockdown
    "in_play": (0.1, 0.06, -0.3, 0.8),
}
NAMES = tuple(SHAPE)
_CENTRE, _SCALE, _LEAST, _MOST = (np.array(column) for column in zip(*SHAPE.values()))

#: One row per generation: wins of the mean candidate and of the best one, games played so far.
CURVE = ["generation", "games", "mean", "best", *NAMES]


@dataclass(frozen=True)
class Opponent:
    """Whom a candidate plays: a policy by name, with own weights or those of the data, its share of games."""

    policy: str
    weights: Weights | None = None
    share: float = 1.0


@dataclass(frozen=True)
class Budget:
    """How much is searched: generations of `population` candidates, `games` for each of them."""

    generations: int
    population: int = 10
    games: int = 4000


def weights_of(numbers: Sequence[float] | np.ndarray) -> Weights:
    """Weights from the numbers of `SHAPE`, which are kept within their bounds."""
    v = dict(zip(NAMES, np.clip(np.asarray(numbers, dtype=float), _LEAST, _MOST)))
    life = [round(float(v["life"] * (knot / 100) ** v["bend"]), 4) for knot in LIFE_KNOTS]
    hand = [0.0]
    for low, high in pairwise(HAND_KNOTS):
        middle = (low + high) / 2
        hand.append(hand[-1] + (high - low) * v["card"] * (1 - v["fade"] * min(middle / 14, 0.95)))
    rank = [0.0] * 9 + [float(v["face"])] * 3 + [float(v["ace"]), float(v["joker"])]
    return Weights(
        life=life,
        hand=[round(float(value), 4) for value in hand],
        rank=[round(value, 4) for value in rank],
        down=-round(float(v["down"]), 4),
        in_play=round(float(v["in_play"]), 4),
    )


def centre() -> np.ndarray:
    """The rules of thumb where a search starts, shape (len(NAMES),)."""
    return _CENTRE.copy()


def score(
    game: Game,
    numbers: np.ndarray,
    opponents: Sequence[Opponent],
    games: int,
    seed: int,
    play: Play,
    first: int = 0,
    policy: str = "equilibrium",
) -> tuple[float, int]:
    """(win rate, games) of a candidate over the mirrors of all characters, both seats on the same luck.

    `first` : number of the first game, so that a check can use games that the search did not see. `policy` : that plays
    with these numbers.
    """
    engine = engine_for(game.id)
    mine = mind_record(weights_of(numbers), play)[0]
    total = sum(opponent.share for opponent in opponents)
    points, played = 0.0, 0
    for opponent in opponents:
        policies = np.array([policy_code(policy), policy_code(opponent.policy)], np.int64)
        count = max(1, round(games * opponent.share / total / (2 * len(game.characters))))
        for character in game.characters:
            tables = engine.tables(game, character, character)
            for seating in (0, 1):
                tables[seating]["two_views"] = 1
                tables[seating]["mind"][seating] = mine
                if opponent.weights is not None:
                    tables[seating]["mind"][1 - seating] = mind_record(opponent.weights, play)[0]
            tally = engine.zeros(1)
            key = pair_key(character, character)
            _play(engine, tables, policies, seed, key, first, count, tally)
            points += float(tally["wins"][0, 0]) + 0.5 * float(tally["draws"][0])
            played += int(tally["games"][0])
    return points / played, played


def score_character(
    game: Game, character: str, numbers: np.ndarray, shared: Weights, games: int, seed: int, play: Play, first: int = 0
) -> tuple[float, int]:
    """(win rate, games) of a character with its own weights against every character (itself too) with shared ones."""
    engine = engine_for(game.id)
    mine, theirs = mind_record(weights_of(numbers), play)[0], mind_record(shared, play)[0]
    policies = np.full(2, policy_code("equilibrium"), np.int64)
    count = max(1, round(games / (2 * len(game.characters))))
    points, played = 0.0, 0
    for other in game.characters:
        tables = engine.tables(game, character, other)
        for seating in (0, 1):
            tables[seating]["two_views"] = 1
            tables[seating]["mind"] = theirs
            tables[seating]["mind"][seating, seating] = mine
        tally = engine.zeros(1)
        key = pair_key(character, other)
        _play(engine, tables, policies, seed, key, first, count, tally)
        points += float(tally["wins"][0, 0]) + 0.5 * float(tally["draws"][0])
        played += int(tally["games"][0])
    return points / played, played


def _play(
    engine: Engine, tables: np.ndarray, policies: np.ndarray, seed: int, key: int, first: int, count: int, tally: Any
) -> None:
    """Games of both seatings, added to `tally`; chunk by chunk, because compiled play cannot be interrupted."""
    for start in range(first, first + count, THINKING_CHUNK):
        if _given_up.is_set():
            raise CancelledError
        some = min(THINKING_CHUNK, first + count - start)
        engine.play_games(tables, policies, np.uint64(seed), np.uint64(key), start, some, True, tally)


#: Set while a search that was interrupted waits for what is under way.
_given_up = threading.Event()

#: What judges a candidate: (numbers, seed) -> (win rate, games).
Judge = Callable[[np.ndarray, int], tuple[float, int]]


def evolve(
    judge_at: Callable[[int, np.ndarray], Judge],
    budget: Budget,
    seed: int,
    workers: int,
    start: np.ndarray | None = None,
    width: float = 0.7,
    progress: Callable[[int, int], Any] | None = None,
) -> tuple[np.ndarray, pd.DataFrame]:
    """Search; gives the numbers found, shape (len(NAMES),), and the learning curve with columns `CURVE`.

    Parameters
    ----------
    judge_at : from the generation and the mean of the search to what judges its candidates.
    seed : of the search and of the games; the same seed gives the same result, whatever the workers.
    start, width : where the search begins (None: rules of thumb), and how far it looks around, in the steps of SHAPE.
    """
    import cma

    first = centre() if start is None else np.asarray(start, dtype=float)
    options = {"popsize": budget.population, "seed": seed % (2**31 - 1) + 1, "verbose": -9, "bounds": _bounds()}
    strategy = cma.CMAEvolutionStrategy((first - _CENTRE) / _SCALE, width, options)
    rows: list[list[float]] = []
    played = 0
    with _pool(workers) as pool:
        for generation in range(budget.generations):
            judge = judge_at(generation, _CENTRE + _SCALE * strategy.mean)
            candidates = strategy.ask()
            tasks = [pool.submit(judge, _CENTRE + _SCALE * x, seed + generation) for x in candidates]
            results = [task.result() for task in tasks]
            strategy.tell(candidates, [-rate for rate, _ in results])
            played += sum(count for _, count in results)
            rates = [rate for rate, _ in results]
            mean = _CENTRE + _SCALE * strategy.mean
            rows.append([generation, played, float(np.mean(rates)), max(rates), *mean])
            if progress is not None:
                progress(generation + 1, budget.generations)
    return np.clip(_CENTRE + _SCALE * strategy.mean, _LEAST, _MOST), pd.DataFrame(rows, columns=CURVE)


@contextmanager
def _pool(workers: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that stop within a chunk when the search ends with an exception."""
    _given_up.clear()
    pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="yomisim")
    try:
        yield pool
    except BaseException:
        _given_up.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        _given_up.clear()


def _bounds() -> list[list[float]]:
    return [list((_LEAST - _CENTRE) / _SCALE), list((_MOST - _CENTRE) / _SCALE)]
