"""Trying every opener at combats of ordinary games, on every core: the same result for any number of workers.

Games are cut into chunks as everywhere (`batch.jobs`), and what the store has of them is not played.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from yomisim.batch.engine import engine_for
from yomisim.batch.jobs import Chunk, Job, chunks_of, make_jobs
from yomisim.batch.plan import Plan, check_workers
from yomisim.batch.run import Progress
from yomisim.batch.store import Store, key_of
from yomisim.play.yomi1.trials import COLUMNS, play_trials, ready

#: One combat in so many is tried.
EVERY = 8
#: Game numbers of a chunk: each is some 25 games, and of the policies that think about half a second.
CHUNK = 16


@dataclass(frozen=True)
class Tried:
    """What came of the trials of a plan.

    Parameters
    ----------
    plan : what was played; pairs in swapped seats only.
    rows : for each pair int32 of shape (trials, len(COLUMNS)), in the order of game numbers.
    seconds : core seconds over the number of threads, whenever they were spent.
    """

    plan: Plan
    rows: list[np.ndarray]
    seconds: float

    @property
    def trials(self) -> int:
        """Openers that were tried."""
        return sum(map(len, self.rows))


class _Found(NamedTuple):
    """The trials of a chunk, and the time of one core that they took."""

    rows: np.ndarray
    seconds: float


def run_trials(plan: Plan, store: Store | None, *, workers: Any = None, progress: Progress | None = None) -> Tried:
    """Try all openers at one combat in EVERY of the plan's games.

    Parameters
    ----------
    plan : its mirrors are left out. store : what it has is not played; None plays everything.
    workers : threads; None takes every core.
    progress : called in this thread with (games played to the end without a trial, such games in all).

    Raises
    ------
    BadInput : for a number of workers out of range.
    """
    threads = check_workers(workers)
    plan = replace(plan, pairs=tuple(pair for pair in plan.pairs if pair.swap))
    engine = engine_for(plan.game.id)
    jobs = make_jobs(plan, engine)
    keys = [key_of(job) for job in jobs]
    parts: list[dict[int, np.ndarray]] = [{} for _ in jobs]
    seconds, done = 0.0, 0

    def take(chunk: Chunk, found: _Found) -> None:
        nonlocal seconds, done
        parts[chunk.job][chunk.first] = found.rows
        seconds += found.seconds
        done += 2 * chunk.count
        if progress is not None:
            progress(done, plan.total)

    missing = []
    for chunk in (one for place, job in enumerate(jobs) for one in chunks_of(place, 0, job.numbers, CHUNK)):
        found = None if store is None else _kept(store, _key(keys, chunk))
        if found is None:
            missing.append(chunk)
            continue
        take(chunk, found)
        if store is not None:
            store.count_found(_key(keys, chunk), len(found.rows))
    with closing(_in_threads(jobs, missing, threads)) as ended:
        for chunk, found in ended:
            take(chunk, found)
            if store is not None:
                store.keep(_key(keys, chunk), {"rows": found.rows, "seconds": found.seconds})
                store.count_played(_key(keys, chunk), len(found.rows))
    rows = [np.concatenate([of_pair[first] for first in sorted(of_pair)]) for of_pair in parts]
    return Tried(plan, rows, seconds / threads)


def _key(keys: list[str], chunk: Chunk) -> str:
    return f"{keys[chunk.job]}-trials{EVERY}-{chunk.first}-{chunk.count}"


def _kept(store: Store, key: str) -> _Found | None:
    """What the store has of a chunk; None where it has nothing that can be used."""
    arrays = store.find(key)
    try:
        if arrays is None or arrays["rows"].ndim != 2 or arrays["rows"].shape[1] != len(COLUMNS):
            return None
        return _Found(arrays["rows"], float(arrays["seconds"]))
    except (KeyError, ValueError, TypeError):
        return None


def _try(job: Job, chunk: Chunk) -> _Found:
    clock = time.perf_counter()
    rows = play_trials(job.tables, job.policies, int(job.seed), int(job.pair), chunk.first, chunk.count, EVERY)
    return _Found(rows, time.perf_counter() - clock)


def _in_threads(jobs: list[Job], chunks: list[Chunk], threads: int) -> Generator[tuple[Chunk, _Found], None, None]:
    """Every chunk as it ends; a few of them wait at a time."""
    if chunks:
        ready()
    pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="yomisim")
    running: dict[Future[_Found], Chunk] = {}
    left = iter(chunks)
    try:
        for chunk in left:
            running[pool.submit(_try, jobs[chunk.job], chunk)] = chunk
            if len(running) >= 2 * threads:
                yield from _ended(running)
        while running:
            yield from _ended(running)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ended(running: dict[Future[_Found], Chunk]) -> Generator[tuple[Chunk, _Found], None, None]:
    ended, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in ended:
        yield running.pop(future), future.result()
