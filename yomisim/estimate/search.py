"""Search over what a player thinks that states are worth, by how often he then wins.

A player is `equilibrium` with weights that follow from some numbers (:mod:`yomisim.estimate.shapes`). An evolution
strategy (CMA-ES, Hansen 2016, from the package ``cma``) moves them towards more wins in mirrors of all
characters against given opponents, on the same luck for all candidates of a generation. Training uses it against the
player's own former self; exploitation uses it against a frozen policy.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.engine import Engine, engine_for
from yomisim.batch.jobs import THINKING_CHUNK
from yomisim.batch.plan import pair_key
from yomisim.cards.load import Game
from yomisim.cards.minds import AnyWeights, Play
from yomisim.estimate.shapes import Shape
from yomisim.policies.codes import policy_code

#: One row per generation: games so far, wins of the mean candidate and of the best one; behind these the numbers.
CURVE = ["generation", "games", "mean", "best"]


#: What a player thinks that a character is worth: from its id to weights.
Thought = Callable[[str], AnyWeights]


@dataclass(frozen=True)
class Opponent:
    """Whom a candidate plays: a policy by name, with own weights or those of the data, its share of games."""

    policy: str
    weights: AnyWeights | None = None
    share: float = 1.0


@dataclass(frozen=True)
class Budget:
    """How much is searched: generations of `population` candidates, `games` for each of them."""

    generations: int
    population: int = 10
    games: int = 4000


def score(
    game: Game,
    thought: Thought | None,
    opponents: Sequence[Opponent],
    games: int,
    seed: int,
    play: Play,
    first: int = 0,
    policy: str = "equilibrium",
) -> tuple[float, int]:
    """(win rate, games) of a candidate over the mirrors of all characters, both seats on the same luck.

    Parameters
    ----------
    thought : the candidate's weights of a character; what abilities are worth he takes from the data. None: he thinks
        of everything as the data say.
    first : number of the first game, so that a check can use games that the search did not see.
    policy : that plays with these weights.
    """
    engine = engine_for(game.id)
    total = sum(opponent.share for opponent in opponents)
    points, played = 0.0, 0
    for opponent in opponents:
        policies = np.array([policy_code(policy), policy_code(opponent.policy)], np.int64)
        count = max(1, round(games * opponent.share / total / (2 * len(game.characters))))
        for character in game.characters:
            tables = engine.tables(game, character, character)
            for seating in (0, 1):
                tables[seating]["two_views"] = 1
                if thought is not None:
                    _think(tables[seating]["mind"][seating], thought(character).record(play)[0])
                if opponent.weights is not None:
                    tables[seating]["mind"][1 - seating] = opponent.weights.record(play)[0]
            tally = engine.zeros(1)
            key = pair_key(character, character)
            _play(engine, tables, policies, seed, key, first, count, tally)
            points += float(tally["wins"][0, 0]) + 0.5 * float(tally["draws"][0])
            played += int(tally["games"][0])
    return points / played, played


def _think(minds: np.ndarray, record: np.void) -> None:
    """Write weights into MIND records; what is thought of abilities stays."""
    for name in record.dtype.names or ():
        if name != "ability":
            minds[name] = record[name]


def _play(
    engine: Engine, tables: np.ndarray, policies: np.ndarray, seed: int, key: int, first: int, count: int, tally: Any
) -> None:
    """Games of both seatings, added to `tally`; chunk by chunk, because compiled play cannot be interrupted."""
    for start in range(first, first + count, THINKING_CHUNK):
        if given_up():
            raise CancelledError
        some = min(THINKING_CHUNK, first + count - start)
        engine.play_games(tables, policies, np.uint64(seed), np.uint64(key), start, some, True, tally)


#: Set while a search that was interrupted waits for what is under way.
_given_up = threading.Event()


def given_up() -> bool:
    """Whether what is under way is to stop."""
    return _given_up.is_set()


#: What judges a candidate: (numbers, seed) -> (win rate, games).
Judge = Callable[[np.ndarray, int], tuple[float, int]]


def evolve(
    judge_at: Callable[[int, np.ndarray], Judge],
    shape: Shape,
    budget: Budget,
    seed: int,
    workers: int,
    start: np.ndarray | None = None,
    width: float = 0.7,
    progress: Callable[[int, int], Any] | None = None,
) -> tuple[np.ndarray, pd.DataFrame]:
    """Search; gives the numbers found, shape (len(shape.names),), and the learning curve: `CURVE` and the numbers.

    Parameters
    ----------
    judge_at : from the generation and the mean of the search to what judges its candidates.
    seed : of the search and of the games; the same seed gives the same result, whatever the workers.
    shape : what the search moves.
    start, width : where it begins (None: the centre of the shape), and how far it looks around, in its steps.
    """
    import cma

    middle, scale = shape.centre(), shape.scale
    first = middle if start is None else np.asarray(start, dtype=float)
    options = {"popsize": budget.population, "seed": seed % (2**31 - 1) + 1, "verbose": -9, "bounds": shape.bounds()}
    strategy = cma.CMAEvolutionStrategy((first - middle) / scale, width, options)
    rows: list[list[float]] = []
    played = 0
    with pool_of(workers) as pool:
        for generation in range(budget.generations):
            judge = judge_at(generation, middle + scale * strategy.mean)
            candidates = strategy.ask()
            tasks = [pool.submit(judge, middle + scale * x, seed + generation) for x in candidates]
            results = [task.result() for task in tasks]
            strategy.tell(candidates, [-rate for rate, _ in results])
            played += sum(count for _, count in results)
            rates = [rate for rate, _ in results]
            mean = middle + scale * strategy.mean
            rows.append([generation, played, float(np.mean(rates)), max(rates), *mean])
            if progress is not None:
                progress(generation + 1, budget.generations)
    return shape.kept(middle + scale * strategy.mean), pd.DataFrame(rows, columns=[*CURVE, *shape.names])


@contextmanager
def pool_of(workers: int) -> Iterator[ThreadPoolExecutor]:
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
