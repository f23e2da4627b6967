"""Results of play on disk, so that nothing is played twice.

A result hangs on what the compiled engine is given (the packed tables of both characters with the rules and what a
policy thinks of them, policies, seed, pair, number of games, seats) and on the engine itself. All of that goes into the
key. So a changed card changes the keys of the pairs with its character, and of no others; changed weights of a policy
change those of all pairs that it plays; and a comment in a card file changes none.

Each pair is kept as soon as it is played to the end: a run that is interrupted goes on where it was.
"""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.batch.compare import SCORES, Comparison, check_alike
from yomisim.batch.engine import Engine, add, engine_for
from yomisim.batch.plan import Plan, check_workers
from yomisim.batch.run import TASK_SECONDS, Job, Outcome, Progress, in_threads, make_jobs, play_some, warm_up

#: Part of every key; to be raised where the meaning of what is kept changes.
FORMAT = 1


@dataclass(frozen=True)
class Part:
    """All games of one pair under one plan.

    Parameters
    ----------
    tally : totals, shape (1,). scores : int8, player 1's half points in each game number, as in `batch.compare`.
    seconds : time of one core that it took.
    counts : what happened in the combats, shape (groups,); None where it was not counted.
    """

    tally: np.ndarray
    scores: np.ndarray
    seconds: float
    counts: np.ndarray | None = None


class Store:
    """A folder of what was played.

    Parameters
    ----------
    folder : made when something is kept. A folder that cannot be written keeps nothing, which is slower and no mistake.

    Attributes
    ----------
    played, found : games that were played for this store, and games that were in it already.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.played = 0
        self.found = 0
        self._engines: dict[str, Engine] = {}

    def engine(self, game: str) -> Engine:
        """The engine of a game, which packs each pair of characters once: a report asks for it again and again."""
        if game not in self._engines:
            self._engines[game] = _remembering(engine_for(game))
        return self._engines[game]

    def find(self, key: str) -> dict[str, np.ndarray] | None:
        """The arrays that are kept under a key, by name; None where there is nothing, or nothing that can be read."""
        try:
            with np.load(self._file(key), allow_pickle=False) as kept:
                return {name: kept[name] for name in kept.files}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
            return None

    def keep(self, key: str, arrays: Mapping[str, Any]) -> None:
        """Keep arrays."""
        memory = io.BytesIO()
        np.savez_compressed(memory, **arrays)
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder)
            with os.fdopen(handle, "wb") as file:
                file.write(memory.getvalue())
            os.replace(name, self._file(key))

    def find_part(self, key: str, engine: Engine, counting: bool = False) -> Part | None:
        """The part under a key; with `counting` only one whose combats were counted."""
        kept = self.find(key)
        try:
            if kept is None or kept["tally"].nbytes != engine.tally.itemsize:
                return None
            counts = kept["counts"].view(engine.counts or engine.tally) if counting else None
            if counts is not None and counts.shape != (engine.groups,):
                return None
            return Part(kept["tally"].view(engine.tally), kept["scores"], float(kept["seconds"]), counts)
        except (KeyError, ValueError):
            return None

    def keep_part(self, key: str, part: Part) -> None:
        """Keep a part."""
        counts = {} if part.counts is None else {"counts": part.counts.view(np.int64)}
        self.keep(key, {"tally": part.tally.view(np.int64), "scores": part.scores, "seconds": part.seconds, **counts})

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.npz"


def _remembering(engine: Engine) -> Engine:
    packed: dict[tuple[int, str, str], tuple[Any, np.ndarray]] = {}

    def pack(game: Any, a: str, b: str) -> np.ndarray:
        key = (id(game), a, b)
        if key not in packed:
            packed[key] = game, engine.pack_table(game, a, b)  # the game is held, so that its id stays its own
        return packed[key][1]

    return replace(engine, pack_table=pack)


def run_kept(plan: Plan, store: Store, **how: Any) -> Outcome:
    """As `yomisim.batch.run.run`, but what the store has is not played.

    Parameters
    ----------
    how : `workers`, `progress` and `counting`, as for :func:`play_kept`.
    """
    (outcome,), _ = play_kept([plan], store, **how)
    return outcome


def compare_kept(before: Plan, after: Plan, store: Store, **how: Any) -> Comparison:
    """As `yomisim.batch.compare.compare`, but what the store has is not played; `how` as for :func:`play_kept`."""
    check_alike(before, after)
    return _side_by_side(before, after, store, how)


def exchanged_kept(plan: Plan, store: Store, **how: Any) -> Comparison:
    """As `yomisim.batch.compare.exchanged`, but what the store has is not played; `how` as for :func:`play_kept`."""
    turned = replace(plan, policies=(plan.policies[1], plan.policies[0]))
    return _side_by_side(plan, turned, store, how)


def _side_by_side(before: Plan, after: Plan, store: Store, how: Mapping[str, Any]) -> Comparison:
    (one, other), scores = play_kept([before, after], store, **how)
    return Comparison(one, other, np.array([joint_counts(*pair) for pair in zip(*scores)]))


def joint_counts(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """How many game numbers scored i before and j after, shape (5, 5)."""
    cells = np.bincount(before.astype(np.int64) * SCORES + after, minlength=SCORES * SCORES)
    return cells.reshape(SCORES, SCORES)


def play_kept(
    plans: Sequence[Plan],
    store: Store,
    *,
    workers: Any = None,
    progress: Progress | None = None,
    counting: bool = False,
) -> tuple[list[Outcome], list[list[np.ndarray]]]:
    """Play what the store has not, all plans in one go.

    Parameters
    ----------
    progress : called with (games played or found, games in all).
    counting : whether to count what happens in the combats, in games that can. Games are the same either way; those
        that were kept without their counts are played again.

    Returns
    -------
    An outcome for each plan (its seconds are core seconds over the number of threads, whenever they were spent), and
    for each plan the scores of each pair.
    """
    threads = check_workers(workers)
    engine = store.engine(plans[0].game.id)
    counting = counting and engine.counts is not None
    jobs = [make_jobs(plan, engine) for plan in plans]
    flat = [job for its in jobs for job in its]
    keys = [key_of(job) for job in flat]
    parts = [store.find_part(key, engine, counting) for key in keys]
    missing = [number for number, part in enumerate(parts) if part is None]
    total = sum(plan.total for plan in plans)
    done = sum(int(part.tally["games"][0]) for part in parts if part is not None)
    store.found += done
    store.played += total - done
    if progress is not None:
        progress(done, total)
    for place, part, games in _play([flat[number] for number in missing], engine, threads, counting):
        done += games
        if part is not None:
            parts[missing[place]] = part
            store.keep_part(keys[missing[place]], part)
        if progress is not None:
            progress(done, total)
    return _by_plan(plans, [part for part in parts if part is not None], engine, threads)


def _by_plan(
    plans: Sequence[Plan], parts: list[Part], engine: Engine, threads: int
) -> tuple[list[Outcome], list[list[np.ndarray]]]:
    outcomes, scores = [], []
    for plan in plans:
        own, parts = parts[: len(plan.pairs)], parts[len(plan.pairs) :]
        tallies = engine.zeros(len(own))
        for number, part in enumerate(own):
            add(tallies[number : number + 1], part.tally)
        counted = [part.counts for part in own if part.counts is not None]
        seconds = sum(part.seconds for part in own) / threads
        outcomes.append(Outcome(plan, tallies, seconds, np.array(counted) if len(counted) == len(own) else None))
        scores.append([part.scores for part in own])
    return outcomes, scores


def _play(jobs: list[Job], engine: Engine, threads: int, counting: bool) -> Iterator[tuple[int, Part | None, int]]:
    """(number of the job, its part where it is complete by now, games of this task), as tasks end."""
    if not jobs:
        return
    # Policies differ a thousandfold in speed: tasks are of one size, fit for the slowest.
    slowest = min(warm_up(job, engine) for job in {job.policies.tobytes(): job for job in jobs}.values())
    size = max(1, int(slowest * TASK_SECONDS))
    tallies = engine.zeros(len(jobs))
    scores = [np.zeros(job.numbers, np.int8) for job in jobs]
    sums = {number: engine.no_counts() for number in range(len(jobs))} if counting else {}
    left = [job.numbers for job in jobs]
    seconds = [0.0] * len(jobs)

    def one(number: int, first: int, count: int) -> tuple[int, np.ndarray, np.ndarray, np.ndarray | None, float]:
        clock = time.perf_counter()
        points, counted = np.zeros(count, np.int8), engine.no_counts() if counting else None
        tally = play_some(jobs[number], engine, first, count, points, counted)
        return first, tally, points, counted, time.perf_counter() - clock

    with closing(in_threads(one, jobs, threads, size)) as ended:
        for number, (first, tally, points, counted, spent) in ended:
            add(tallies[number : number + 1], tally)
            if counted is not None:
                add(sums[number], counted)
            scores[number][first : first + len(points)] = points
            left[number] -= len(points)
            seconds[number] += spent
            whole = None
            if left[number] == 0:
                whole = Part(
                    tallies[number : number + 1].copy(), scores[number], seconds[number], sums.pop(number, None)
                )
            yield number, whole, int(tally["games"][0])


def key_of(job: Job, purpose: str = "") -> str:
    """24 hex digits over everything that the result of a job hangs on, and what is done with it beside playing it."""
    from yomisim.kernel.cache import key

    digest = hashlib.sha256(f"{FORMAT} {key()} {job.seed} {job.pair} {job.numbers} {job.swap}{purpose}\n".encode())
    digest.update(job.policies.tobytes())
    _take_in(digest, job.tables)
    return digest.hexdigest()[:24]


def _take_in(digest: Any, values: np.ndarray) -> None:
    """Field by field: the bytes between the fields of a record mean nothing and may differ."""
    if values.dtype.names is None:
        digest.update(np.ascontiguousarray(values).tobytes())
        return
    for name in values.dtype.names:
        digest.update(name.encode())
        _take_in(digest, values[name])
