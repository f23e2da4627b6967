"""Play plans on every core, or on a cluster: the same result for any number of workers and any size of chunk.

Sums are sums of integers and rows lie where their chunk belongs, so nothing hangs on the order in which chunks end.
What a store has is not played; what is played is kept there as soon as it has ended (see `batch.store`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from yomisim.batch.engine import Engine, add, engine_for
from yomisim.batch.jobs import Chunk, Extras, Job, Part, chunk_numbers, chunks_of, make_jobs
from yomisim.batch.plan import Pairing, Plan
from yomisim.batch.rows import RowFolder
from yomisim.batch.store import Store
from yomisim.batch.workers import Ended, Workers, as_workers

#: Where there is little to play and nothing is kept: at least so many chunks for each worker, ...
CHUNKS_PER_WORKER = 4
#: ... but none of fewer game numbers than this, unless its policies think.
SMALLEST_CHUNK = 200

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Outcome:
    """What came of a plan.

    Parameters
    ----------
    plan : what was played.
    tallies : totals, shape (number of pairs,), in the order of ``plan.pairs``.
    seconds : time of play, whenever it was spent: core seconds over the number of workers, without compilation.
    levels : float64, shape (number of pairs,): the level at which a plain interval of each pair is one of 95%, where a
        rule decided when a pair was played enough; None where the number of games was fixed.
    counts : what happened in the combats, shape (number of pairs, groups); None where it was not counted.
    """

    plan: Plan
    tallies: np.ndarray
    seconds: float
    levels: np.ndarray | None = None
    counts: np.ndarray | None = None

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.tallies["games"].sum())

    @property
    def games_per_second(self) -> float:
        """Speed over all workers."""
        return self.games / self.seconds if self.seconds > 0 else 0.0


class Rule(Protocol):
    """When a pair has been played enough."""

    @property
    def looks(self) -> Sequence[int]:
        """Game numbers after which a pair is looked at, ascending; after the last one it is enough in any case."""

    def level(self, pairing: Pairing, seen: Sequence[np.ndarray]) -> float | None:
        """Where a pair has been played enough, the level at which its plain interval is one of 95%; else None.

        `seen` holds the pair's totals (records) at each look so far.
        """


def run(
    plan: Plan,
    *,
    workers: Any = None,
    chunk: int | None = None,
    progress: Progress | None = None,
    engine: Engine | None = None,
    store: Store | None = None,
    rows: RowFolder | None = None,
    rule: Rule | None = None,
    counting: bool = False,
) -> Outcome:
    """Play a plan.

    Parameters
    ----------
    workers : number of threads, None for every core, or `Workers`.
    chunk : game numbers per chunk; None takes what suits the policies.
    progress : called in this thread with (games played or found, games in all) after each chunk.
    engine : the kernel to use; None takes the game's own.
    store : where earlier results are looked up and new ones kept; None plays everything.
    rows : where a row of every game is written; None writes none.
    rule : decides for each pair when it has been played enough, within ``plan.games``; None plays all of them.
    counting : whether to count what happens in the combats, in games that can. Games are the same either way.

    Raises
    ------
    BadInput : for a number of workers out of range; where a store or rows cannot be written.
    KeyboardInterrupt : on Ctrl-C, after the chunks under way have ended (about a second).
    """
    hands = as_workers(workers)
    engine = engine_for(plan.game.id) if engine is None else engine
    jobs = make_jobs(plan, engine)
    size = chunk_size([plan], jobs, hands, store) if chunk is None else chunk
    tallies = engine.zeros(len(jobs))
    count = _Count(progress, [job.games(job.numbers) for job in jobs])
    playing = Playing(hands, jobs, engine, store, rows, counting)
    counts = playing.no_counts()
    levels = None if rule is None else np.zeros(len(jobs))

    def play_to(places: Iterable[int], first: int, last: int | None) -> None:
        ends = {place: jobs[place].numbers if last is None else min(last, jobs[place].numbers) for place in places}
        wanted = (part for place, end in ends.items() for part in chunks_of(place, first, end, size))
        with closing(playing.play(wanted)) as ended:
            for chunk, part, _ in ended:
                add(tallies[chunk.job : chunk.job + 1], part.tally)
                if counts is not None and part.counts is not None:
                    add(counts[chunk.job], part.counts)
                count.add(part)

    if rule is None or levels is None:
        play_to(range(len(jobs)), 0, None)
        return Outcome(plan, tallies, playing.seconds / hands.size, counts=counts)
    left, first = list(range(len(jobs))), 0
    seen: list[list[np.ndarray]] = [[] for _ in jobs]
    for look in rule.looks:
        play_to(left, first, look)
        for place in left:
            seen[place].append(tallies[place].copy())
            levels[place] = rule.level(plan.pairs[place], seen[place]) or 0.0
            if levels[place] > 0:
                count.shorten(place, int(tallies[place]["games"]))
        left, first = [place for place in left if levels[place] == 0], look
    return Outcome(plan, tallies, playing.seconds / hands.size, levels, counts)


class Playing:
    """Chunks of some jobs are looked up or played, and what is new is kept.

    Attributes
    ----------
    seconds : core seconds of all chunks so far, whenever they were spent.
    """

    def __init__(
        self,
        workers: Workers,
        jobs: list[Job],
        engine: Engine,
        store: Store | None,
        rows: RowFolder | None = None,
        counting: bool = False,
    ) -> None:
        self.workers, self.jobs, self.engine, self.store, self.rows = workers, jobs, engine, store, rows
        self.extras = Extras(rows is not None, counting and engine.counts is not None)
        self.seconds = 0.0

    def no_counts(self) -> np.ndarray | None:
        """Empty counts of every job, shape (number of jobs, groups); None where nothing is counted."""
        return np.array([self.engine.no_counts() for _ in self.jobs]) if self.extras.counts else None

    def play(self, chunks: Iterable[Chunk]) -> Generator[Ended, None, None]:
        """Every chunk as it ends, with its part."""
        feed = ((chunk, self._found(chunk)) for chunk in chunks)
        with closing(self.workers.play(self.jobs, self.engine, feed, self.extras)) as ended:
            for end in ended:
                if end.new:
                    self._keep(end.chunk, end.part)
                self.seconds += end.part.seconds
                yield end

    def _found(self, chunk: Chunk) -> Part | None:
        if self.store is None or not (self.rows is None or self.rows.holds(chunk)):
            return None
        return self.store.find_part(self.jobs[chunk.job], chunk, self.engine, self.extras.counts)

    def _keep(self, chunk: Chunk, part: Part) -> None:
        # Rows come first: a chunk counts when the store has it, and then its rows are there.
        if self.rows is not None and part.rows is not None:
            self.rows.keep(chunk, part.rows)
        if self.store is not None:
            self.store.keep_part(self.jobs[chunk.job], chunk, part)


class _Count:
    """Games played, for a progress bar."""

    def __init__(self, progress: Progress | None, totals: list[int]) -> None:
        self.progress, self.totals, self.done = progress, totals, 0

    def add(self, part: Part) -> None:
        """A chunk has ended."""
        self.done += int(part.tally["games"][0])
        if self.progress is not None:
            self.progress(self.done, sum(self.totals))

    def shorten(self, place: int, games: int) -> None:
        """A job is over after fewer games than it might have had."""
        self.totals[place] = games


def chunk_size(plans: Sequence[Plan], jobs: Sequence[Job], workers: Workers, store: Store | None) -> int:
    """Game numbers per chunk; always the same where chunks are kept."""
    size = min(chunk_numbers(plan.policies) for plan in plans)
    if store is not None:
        return size
    by_work = sum(job.numbers for job in jobs) // (workers.size * CHUNKS_PER_WORKER)
    return max(1, min(size, max(by_work, min(SMALLEST_CHUNK, size))))
