"""Trying every opener at combats of ordinary games, on every core: the same result for any number of workers."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from yomisim.batch.engine import engine_for
from yomisim.batch.plan import Plan, check_workers
from yomisim.batch.run import TASK_SECONDS, Job, Progress, in_threads, make_jobs
from yomisim.batch.store import Store, key_of
from yomisim.play.yomi1.trials import COLUMNS, play_trials, ready

#: One combat in so many is tried.
EVERY = 8


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
    engine = engine_for(plan.game.id) if store is None else store.engine(plan.game.id)
    jobs = make_jobs(plan, engine)
    keys = [key_of(job, f" trials {EVERY}") for job in jobs]
    kept = [None if store is None else store.find(key) for key in keys]
    rows = [_rows(arrays) for arrays in kept]
    seconds = [0.0 if arrays is None else float(arrays["seconds"]) for arrays in kept]
    missing = [number for number, found in enumerate(rows) if found is None]
    if store is not None:
        store.found += sum(len(found) for found in rows if found is not None)
    done = 2 * sum(job.numbers for job, found in zip(jobs, rows) if found is not None)
    if missing:
        ready()
    parts: dict[int, list[tuple[int, np.ndarray]]] = {number: [] for number in missing}
    left = {number: jobs[number].numbers for number in missing}

    def one(place: int, first: int, count: int) -> tuple[int, int, np.ndarray, float]:
        clock = time.perf_counter()
        return first, count, _try(jobs[missing[place]], first, count), time.perf_counter() - clock

    wanted = [jobs[number] for number in missing]
    with closing(in_threads(one, wanted, threads, _size(wanted))) as ended:
        for place, (first, count, found, spent) in ended:
            number = missing[place]
            parts[number].append((first, found))
            left[number] -= count
            seconds[number] += spent
            done += 2 * count
            if left[number] == 0:
                whole = np.concatenate([part for _, part in sorted(parts.pop(number), key=lambda part: part[0])])
                rows[number] = whole
                if store is not None:
                    store.keep(keys[number], {"rows": whole, "seconds": seconds[number]})
                    store.played += len(whole)
            if progress is not None:
                progress(done, plan.total)
    return Tried(plan, [found for found in rows if found is not None], sum(seconds) / threads)


def _rows(arrays: Any) -> np.ndarray | None:
    """The rows of a kept part, or None where they are none."""
    try:
        rows = np.asarray(arrays["rows"])
        float(arrays["seconds"])
    except (TypeError, KeyError, ValueError):
        return None
    return rows if rows.ndim == 2 and rows.shape[1] == len(COLUMNS) else None


def _try(job: Job, first: int, count: int) -> np.ndarray:
    return play_trials(job.tables, job.policies, int(job.seed), int(job.pair), first, count, EVERY)


def _size(jobs: list[Job]) -> int:
    """Games of a task."""
    if not jobs:
        return 1
    start = time.perf_counter()
    _try(jobs[0], 0, 1)
    return max(2, int(2 * TASK_SECONDS / max(time.perf_counter() - start, 1e-9)))
