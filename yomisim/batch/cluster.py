"""Chunks on the workers of a Dask cluster: the same results as on one machine, and a lost worker costs its chunk.

Needs the extra ``yomisim[cluster]``. Every worker must hold the same sources and versions as this process (each chunk
says which, and a worker with others refuses it); card data need not be there, what a chunk needs travels with it. Dask
gives the chunk of a worker that is lost to another one.
"""

from __future__ import annotations

import functools
import logging
import time
from asyncio import CancelledError
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any

from yomisim.batch.engine import Engine, engine_for
from yomisim.batch.jobs import Chunk, Extras, Job, Part, play_chunk
from yomisim.batch.plan import check_count, check_workers
from yomisim.batch.workers import Ended, Feed
from yomisim.errors import BadInput

#: Seconds in which a scheduler has to answer.
PATIENCE = 20
LOCAL = "local"
#: Workers that may be lost with the same chunk in hand before it is taken to be the chunk's own doing.
LOSSES = 20
#: Jobs that the scheduler holds at a time, some 70 kB each.
JOBS_SENT = 256


class ClusterWorkers:
    """Workers of a Dask cluster.

    Parameters
    ----------
    client : a `distributed.Client`.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self._size = 0
        self._counted = float("-inf")

    @property
    def size(self) -> int:
        """Threads of all workers that are there now (asked for once a second)."""
        if time.monotonic() > self._counted + 1:
            self._size, self._counted = sum(self.client.nthreads().values()), time.monotonic()
        return max(1, self._size)

    def play(self, jobs: list[Job], engine: Engine, feed: Feed, extras: Extras) -> Generator[Ended, None, None]:
        """See `yomisim.batch.workers.Workers`; the engine is the workers' own of the game."""
        from distributed import as_completed

        sent: dict[int, Any] = {}
        running: dict[Any, Chunk] = {}
        results = as_completed()
        try:
            for chunk, part in feed:
                if part is not None:
                    yield Ended(chunk, part, False)
                    continue
                if chunk.job not in sent:
                    # A task, not scattered data: what a lost worker held is made again.
                    sent[chunk.job] = self.client.submit(_same, jobs[chunk.job], pure=False)
                    if len(sent) > JOBS_SENT:
                        del sent[next(iter(sent))]
                where = (sent[chunk.job], chunk.first, chunk.count)
                task = self.client.submit(play_there, *where, extras, _own_key(), pure=False)
                running[task] = chunk
                results.add(task)
                if len(running) >= 2 * self.size:
                    yield _next(results, running)
            while running:
                yield _next(results, running)
        finally:
            with suppress(Exception):  # the scheduler may be gone
                self.client.cancel(list(running))


def _next(results: Any, running: dict[Any, Chunk]) -> Ended:
    """The next chunk that has ended."""
    try:
        task = next(results)
        return Ended(running.pop(task), task.result(), True)
    except (BadInput, KeyboardInterrupt):
        raise
    except (Exception, CancelledError) as error:
        reason = str(error) or type(error).__name__
        raise BadInput(
            f"the cluster failed ({reason}); what was played before is kept, and the same command goes on from there",
            field="cluster",
        ) from error


def _same(job: Job) -> Job:
    return job


def play_there(job: Job, first: int, count: int, extras: Extras, key: str) -> Part:
    """Play a chunk on a worker.

    Parameters
    ----------
    key : of the engine that is asked for (`yomisim.kernel.cache.key`).

    Raises
    ------
    BadInput : where this worker has another engine.
    """
    if key != _own_key():
        raise BadInput(
            "a worker has another version of yomisim, Python, numpy or numba; install the same everywhere",
            field="cluster",
        )
    return play_chunk(job, engine_for(job.game), first, count, extras)


@functools.cache
def _own_key() -> str:
    from yomisim.kernel.cache import key

    return key()


def installed() -> bool:
    """Whether there is Dask here."""
    return find_spec("distributed") is not None


@contextmanager
def open_cluster(place: str, workers: int | None = None) -> Iterator[ClusterWorkers]:
    """Workers of a cluster, for a ``with`` block.

    Parameters
    ----------
    place : address of a scheduler, ``tcp://HOST:PORT``, or ``local`` or ``local:N`` for N worker processes here.
    workers : for ``local`` without a number: how many; None is one per core.

    Raises
    ------
    BadInput : where Dask is not installed, the address is none, or no scheduler or worker answers.
    """
    check_place(place, workers)
    import dask
    from distributed import Client, LocalCluster

    if place == LOCAL or place.startswith(f"{LOCAL}:"):
        count = _local_count(place, workers)
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": LOSSES}),
            LocalCluster(
                n_workers=count, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            ) as cluster,
            Client(cluster) as client,
        ):
            yield ClusterWorkers(client)
        return
    try:
        client = Client(place, timeout=PATIENCE)
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        raise BadInput(f"no workers answer at {place} ({error})", field="cluster") from None
    with client:
        yield ClusterWorkers(client)


def check_place(place: str, workers: int | None = None) -> None:
    """Whether `open_cluster` can understand this, asked before anything is opened or written.

    Raises
    ------
    BadInput : where Dask is not installed, or `place` is neither an address nor ``local`` or ``local:N``.
    """
    if place == LOCAL or place.startswith(f"{LOCAL}:"):
        _local_count(place, workers)
    elif "://" not in place:
        raise BadInput(f"{place!r} is no address; write tcp://HOST:PORT, or local:N", field="cluster")
    if not installed():
        raise BadInput("needs Dask: pip install 'yomisim[cluster]'", field="cluster")


def _local_count(place: str, workers: int | None) -> int:
    _, _, number = place.partition(":")
    if not number:
        return check_workers(workers)
    if not number.isdigit():
        raise BadInput(f"{number!r} is no number of workers; write local:2", field="cluster")
    return check_count("cluster", int(number), 256)
