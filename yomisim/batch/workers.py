"""Who plays the chunks: threads of this process here, or the workers of a cluster (`batch.cluster`).

Threads are enough on one machine, because compiled games release the interpreter lock. All jobs share one list of
chunks, so that no core waits for the others before the end.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple, Protocol

from yomisim.batch.engine import Engine
from yomisim.batch.jobs import Chunk, Extras, Job, Part, play_chunk
from yomisim.batch.plan import check_workers


class Ended(NamedTuple):
    """A chunk and what came of it; `new`: it was played just now, and not found."""

    chunk: Chunk
    part: Part
    new: bool


#: Chunks in the order in which they are to be played, with the part of those that need not be.
Feed = Iterable[tuple[Chunk, Part | None]]


class Workers(Protocol):
    """Whoever plays chunks."""

    @property
    def size(self) -> int:
        """Chunks that are played at the same time."""

    def play(self, jobs: list[Job], engine: Engine, feed: Feed, extras: Extras) -> Generator[Ended, None, None]:
        """Every chunk of the feed as it ends, in any order; what was found goes through at once.

        Few chunks wait at a time: the list of a long run would not fit in memory. Closing the generator drops what
        waits and returns when what is under way has ended.
        """


class Threads:
    """Threads of this process.

    Parameters
    ----------
    size : how many.
    """

    def __init__(self, size: int) -> None:
        self.size = size

    def play(self, jobs: list[Job], engine: Engine, feed: Feed, extras: Extras) -> Generator[Ended, None, None]:
        """See :class:`Workers`."""
        pool = ThreadPoolExecutor(max_workers=self.size, thread_name_prefix="yomisim")
        running: dict[Future[Part], Chunk] = {}
        compiled: set[bytes] = set()
        try:
            for chunk, part in feed:
                if part is not None:
                    yield Ended(chunk, part, False)
                    continue
                job = jobs[chunk.job]
                if job.policies.tobytes() not in compiled:  # before any thread needs it
                    play_chunk(job, engine, 0, 1, extras)
                    compiled.add(job.policies.tobytes())
                running[pool.submit(play_chunk, job, engine, chunk.first, chunk.count, extras)] = chunk
                if len(running) >= 2 * self.size:
                    yield from _ended(running)
            while running:
                yield from _ended(running)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _ended(running: dict[Future[Part], Chunk]) -> Iterator[Ended]:
    ready, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in ready:
        yield Ended(running.pop(future), future.result(), True)


def as_workers(workers: Any) -> Workers:
    """Workers from what a caller names: a number of threads, None for one thread per core, or workers themselves.

    Raises
    ------
    BadInput : for anything else, or a number out of range.
    """
    return workers if hasattr(workers, "play") else Threads(check_workers(workers))
