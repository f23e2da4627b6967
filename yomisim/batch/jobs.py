"""Jobs and chunks: what the compiled engine is given for one pair, and the piece of it that is played in one go.

A chunk is a run of game numbers of one pair. Chunks of a plan are cut at fixed numbers that hang on the policies alone,
so that a run which is taken up again, on another machine or with other workers, has the same chunks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from yomisim.batch.engine import Engine
from yomisim.batch.plan import Plan

#: Game numbers of a chunk: about half a second of play, so that handing it out and keeping it cost nothing, Ctrl-C is
#: answered soon, and little is lost with a machine. Policies that think play a hundred times fewer games.
QUICK_CHUNK = 16_384
THINKING_CHUNK = 512


@dataclass(frozen=True)
class Job:
    """The arguments of `play_games` for one pair, with the types it was compiled for."""

    game: str
    tables: np.ndarray
    policies: np.ndarray
    seed: np.uint64
    pair: np.uint64
    numbers: int  # game numbers 0 .. numbers-1; each is played twice where seats are swapped
    swap: bool

    def games(self, numbers: int) -> int:
        """Games of so many game numbers."""
        return 2 * numbers if self.swap else numbers


@dataclass(frozen=True)
class Chunk:
    """Games number `first` to ``first + count - 1`` of the job with this place in a list of jobs."""

    job: int
    first: int
    count: int


class Extras(NamedTuple):
    """What a chunk brings home beside its totals and scores.

    Parameters
    ----------
    rows : a record of every game.
    counts : what happened in the combats.
    """

    rows: bool = False
    counts: bool = False


NO_EXTRAS = Extras()


@dataclass(frozen=True)
class Part:
    """What came of a chunk.

    Parameters
    ----------
    tally : totals, shape (1,).
    scores : int8, shape (count,): player 1's half points in each game number, 0 to 4 over a swapped pair, else 0 to 2.
    seconds : time of one core that it took.
    rows : a record of every game (`yomisim.play.rows`), or None where they were not asked for.
    counts : what happened in the combats, shape (groups,), or None where that was not asked for.
    """

    tally: np.ndarray
    scores: np.ndarray
    seconds: float
    rows: np.ndarray | None = None
    counts: np.ndarray | None = None


def make_jobs(plan: Plan, engine: Engine) -> list[Job]:
    """One job for each pair of a plan."""
    from yomisim.policies.codes import policy_code

    policies = np.array([policy_code(name) for name in plan.policies], dtype=np.int64)
    return [
        Job(
            game=plan.game.id,
            tables=engine.tables(plan.game, pair.a, pair.b),
            policies=policies,
            seed=np.uint64(plan.seed),
            pair=np.uint64(pair.key),
            numbers=plan.games // 2 if pair.swap else plan.games,
            swap=pair.swap,
        )
        for pair in plan.pairs
    ]


def play_chunk(job: Job, engine: Engine, first: int, count: int, extras: Extras = NO_EXTRAS) -> Part:
    """Play a chunk of a job."""
    tally, scores = engine.zeros(1), np.zeros(count, np.int8)
    more: dict[str, Any] = {}
    if extras.rows:
        more["rows"] = np.zeros(job.games(count), engine.row)
    if extras.counts:
        more["counts"] = engine.no_counts()
    clock = time.perf_counter()
    engine.play_games(
        job.tables, job.policies, job.seed, job.pair, first, count, job.swap, tally, scores=scores, **more
    )
    return Part(tally, scores, time.perf_counter() - clock, **more)


def chunk_numbers(policies: tuple[str, str]) -> int:
    """Game numbers of a chunk under these policies."""
    from yomisim.policies.codes import policy_code, thinks

    return THINKING_CHUNK if any(thinks(policy_code(name)) for name in policies) else QUICK_CHUNK


def chunks_of(place: int, first: int, last: int, size: int) -> Iterator[Chunk]:
    """The chunks of game numbers `first` to ``last - 1`` of the job at `place`, cut at multiples of `size`."""
    start = first
    while start < last:
        end = min(last, (start // size + 1) * size)
        yield Chunk(place, start, end - start)
        start = end
