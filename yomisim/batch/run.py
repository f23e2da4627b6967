"""Play a plan on every core: the same result for any number of workers and any size of chunk.

Threads are enough, because compiled games release the interpreter lock. A task is a run of games of one pair; all
pairs share one list of tasks, so that no core waits for the others before the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from yomisim.batch.engine import Engine, add, engine_for
from yomisim.batch.plan import Plan, check_workers, chunks

#: A task should take about this long: the cost of handing it out vanishes, and Ctrl-C is answered at once.
TASK_SECONDS = 0.25
#: Where there is little to play: at least so many tasks for each worker, ...
TASKS_PER_WORKER = 4
#: ... but none of fewer games than this, unless the games are slow.
SMALLEST_TASK = 200

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Outcome:
    """What came of a plan.

    Parameters
    ----------
    plan : what was played.
    tallies : totals, shape (number of pairs,), in the order of ``plan.pairs``.
    seconds : wall time of play without compilation.
    """

    plan: Plan
    tallies: np.ndarray
    seconds: float

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.tallies["games"].sum())

    @property
    def games_per_second(self) -> float:
        """Speed over all workers."""
        return self.games / self.seconds if self.seconds > 0 else 0.0


def run(
    plan: Plan,
    *,
    workers: Any = None,
    chunk: int | None = None,
    progress: Progress | None = None,
    engine: Engine | None = None,
) -> Outcome:
    """Play every game of a plan.

    Parameters
    ----------
    workers : number of threads; None takes every core.
    chunk : games per task; None measures the speed and takes tasks of about TASK_SECONDS.
    progress : called in this thread with (games played, games in all) after each task.
    engine : the kernel to use; None takes the game's own.

    Raises
    ------
    BadInput : for a number of workers out of range.
    KeyboardInterrupt : on Ctrl-C, after the tasks under way have ended (a fraction of a second).
    """
    threads = check_workers(workers)
    engine = engine_for(plan.game.id) if engine is None else engine
    jobs = _jobs(plan, engine)
    rate = _warm(jobs, engine)
    size = chunk_size(plan, threads, rate) if chunk is None else chunk
    tallies = engine.zeros(len(jobs))
    done = 0
    start = time.perf_counter()
    with closing(_play(jobs, engine, threads, size)) as parts:
        for pair, part in parts:
            add(tallies[pair : pair + 1], part)
            done += int(part["games"][0])
            if progress is not None:
                progress(done, plan.total)
    return Outcome(plan, tallies, time.perf_counter() - start)


def chunk_size(plan: Plan, workers: int, rate: float) -> int:
    """Games per task, at `rate` games per second on one core."""
    by_time = rate * TASK_SECONDS
    by_work = max(plan.total / (workers * TASKS_PER_WORKER), min(SMALLEST_TASK, by_time))
    return max(1, int(min(by_time, by_work)))


@dataclass(frozen=True)
class _Job:
    """The arguments of `play_games` for one pair, with the types it was compiled for."""

    tables: np.ndarray
    policies: np.ndarray
    seed: np.uint64
    pair: np.uint64
    numbers: int  # game numbers 0 .. numbers-1; each is played twice where seats are swapped
    swap: bool

    def tasks(self, size: int) -> Iterator[tuple[int, int]]:
        """(first, count) of each task of about `size` games."""
        return chunks(self.numbers, max(1, size // 2 if self.swap else size))


def _jobs(plan: Plan, engine: Engine) -> list[_Job]:
    from yomisim.policies.codes import policy_code

    policies = np.array([policy_code(name) for name in plan.policies], dtype=np.int64)
    return [
        _Job(
            tables=engine.tables(plan.game, pair.a, pair.b),
            policies=policies,
            seed=np.uint64(plan.seed),
            pair=np.uint64(pair.key),
            numbers=plan.games // 2 if pair.swap else plan.games,
            swap=pair.swap,
        )
        for pair in plan.pairs
    ]


def _one(job: _Job, engine: Engine, first: int, count: int) -> np.ndarray:
    tally = engine.zeros(1)
    engine.play_games(job.tables, job.policies, job.seed, job.pair, first, count, job.swap, tally)
    return tally


def _warm(jobs: list[_Job], engine: Engine) -> float:
    """Compile before any worker starts, then measure the speed: games per second on one core."""
    job = jobs[0]
    _one(job, engine, 0, 1)
    count = 32
    while True:
        start = time.perf_counter()
        played = int(_one(job, engine, 0, count)["games"][0])
        elapsed = time.perf_counter() - start
        if elapsed > 0.005 or count >= 2**20:
            return played / max(elapsed, 1e-9)
        count *= 4


def _play(jobs: list[_Job], engine: Engine, workers: int, size: int) -> Generator[tuple[int, np.ndarray], None, None]:
    """Totals of every task as it ends, with the number of its pair."""
    tasks = ((number, first, count) for number, job in enumerate(jobs) for first, count in job.tasks(size))
    pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="yomisim")
    running: dict[Future[np.ndarray], int] = {}
    try:
        for number, first, count in tasks:
            running[pool.submit(_one, jobs[number], engine, first, count)] = number
            # Few tasks wait at a time: the list of a long run would not fit in memory.
            if len(running) >= 2 * workers:
                yield from _ended(running)
        while running:
            yield from _ended(running)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ended(running: dict[Future[np.ndarray], int]) -> Iterator[tuple[int, np.ndarray]]:
    ready, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in ready:
        yield running.pop(future), future.result()
