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
from typing import Any, TypeVar

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
Part = TypeVar("Part")


@dataclass(frozen=True)
class Outcome:
    """What came of a plan.

    Parameters
    ----------
    plan : what was played.
    tallies : totals, shape (number of pairs,), in the order of ``plan.pairs``.
    seconds : wall time of play without compilation.
    counts : what happened in the combats, shape (number of pairs, groups); None where it was not counted.
    """

    plan: Plan
    tallies: np.ndarray
    seconds: float
    counts: np.ndarray | None = None

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
    counting: bool = False,
) -> Outcome:
    """Play every game of a plan.

    Parameters
    ----------
    workers : number of threads; None takes every core.
    chunk : games per task; None measures the speed and takes tasks of about TASK_SECONDS.
    progress : called in this thread with (games played, games in all) after each task.
    engine : the kernel to use; None takes the game's own.
    counting : whether to count what happens in the combats, in games that can. Games are the same either way.

    Raises
    ------
    BadInput : for a number of workers out of range.
    KeyboardInterrupt : on Ctrl-C, after the tasks under way have ended (a fraction of a second).
    """
    threads = check_workers(workers)
    engine = engine_for(plan.game.id) if engine is None else engine
    jobs = make_jobs(plan, engine)
    rate = warm_up(jobs[0], engine)
    size = chunk_size(plan, threads, rate) if chunk is None else chunk
    tallies = engine.zeros(len(jobs))
    done = 0
    start = time.perf_counter()

    counting = counting and engine.counts is not None
    counts = np.array([engine.no_counts() for _ in jobs]) if counting else None

    def one(number: int, first: int, count: int) -> tuple[np.ndarray, np.ndarray | None]:
        counted = engine.no_counts() if counting else None
        return play_some(jobs[number], engine, first, count, None, counted), counted

    with closing(in_threads(one, jobs, threads, size)) as parts:
        for pair, (part, counted) in parts:
            add(tallies[pair : pair + 1], part)
            if counts is not None and counted is not None:
                add(counts[pair], counted)
            done += int(part["games"][0])
            if progress is not None:
                progress(done, plan.total)
    return Outcome(plan, tallies, time.perf_counter() - start, counts)


def chunk_size(plan: Plan, workers: int, rate: float) -> int:
    """Games per task, at `rate` games per second on one core."""
    by_time = rate * TASK_SECONDS
    by_work = max(plan.total / (workers * TASKS_PER_WORKER), min(SMALLEST_TASK, by_time))
    return max(1, int(min(by_time, by_work)))


@dataclass(frozen=True)
class Job:
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


def make_jobs(plan: Plan, engine: Engine) -> list[Job]:
    """One job for each pair of a plan."""
    from yomisim.policies.codes import policy_code

    policies = np.array([policy_code(name) for name in plan.policies], dtype=np.int64)
    return [
        Job(
            tables=engine.tables(plan.game, pair.a, pair.b),
            policies=policies,
            seed=np.uint64(plan.seed),
            pair=np.uint64(pair.key),
            numbers=plan.games // 2 if pair.swap else plan.games,
            swap=pair.swap,
        )
        for pair in plan.pairs
    ]


def play_some(
    job: Job,
    engine: Engine,
    first: int,
    count: int,
    scores: np.ndarray | None = None,
    counts: np.ndarray | None = None,
) -> np.ndarray:
    """Totals of games number `first` to ``first + count - 1``.

    `scores` receives the score of each number, `counts` what happened in the combats.
    """
    tally = engine.zeros(1)
    more = (scores,) if counts is None else (scores, counts)
    engine.play_games(job.tables, job.policies, job.seed, job.pair, first, count, job.swap, tally, *more)
    return tally


def warm_up(job: Job, engine: Engine) -> float:
    """Compile before any worker starts, then measure the speed: games per second on one core."""
    play_some(job, engine, 0, 1)
    count = 32
    while True:
        start = time.perf_counter()
        played = int(play_some(job, engine, 0, count)["games"][0])
        elapsed = time.perf_counter() - start
        if elapsed > 0.005 or count >= 2**20:
            return played / max(elapsed, 1e-9)
        count *= 4


def in_threads(
    one: Callable[[int, int, int], Part], jobs: list[Job], workers: int, size: int
) -> Generator[tuple[int, Part], None, None]:
    """What ``one(number of the job, first, count)`` gives for every task, as it ends, with the number of its job."""
    tasks = ((number, first, count) for number, job in enumerate(jobs) for first, count in job.tasks(size))
    pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="yomisim")
    running: dict[Future[Part], int] = {}
    try:
        for number, first, count in tasks:
            running[pool.submit(one, number, first, count)] = number
            # Few tasks wait at a time: the list of a long run would not fit in memory.
            if len(running) >= 2 * workers:
                yield from _ended(running)
        while running:
            yield from _ended(running)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ended(running: dict[Future[Part], int]) -> Iterator[tuple[int, Part]]:
    ready, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in ready:
        yield running.pop(future), future.result()
