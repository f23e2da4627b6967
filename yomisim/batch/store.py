"""Results of play on disk, chunk by chunk, so that nothing is played twice and a run that was stopped goes on.

A result hangs on what the compiled engine is given (the packed tables of both characters with the rules and what a
policy thinks of them, policies, seed, pair, seats) and on the engine itself. All of that goes into the key of a job. So
a changed card changes the keys of the pairs with its character, and of no others; changed weights of a policy change
those of all pairs that it plays; and a comment in a card file changes none. The number of games is no part of it: a
longer run begins with the chunks of a shorter one.

A chunk is written under another name, brought to the disk and renamed, so that it is there whole or not at all. What
cannot be read all the same is played again.
"""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.batch.engine import Engine
from yomisim.batch.jobs import Chunk, Job, Part
from yomisim.errors import BadInput

#: Part of every key; to be raised where the meaning of what is kept changes.
FORMAT = 2
#: Names of files that are being written begin like this; what is left of a process that was killed may be removed.
UNFINISHED = ".unfinished-"


class Store:
    """A folder of chunks.

    Parameters
    ----------
    folder : made when something is kept.
    must : whether a folder that cannot be written is a mistake; else it keeps nothing, which is slower and no mistake.

    Attributes
    ----------
    played, found : games that were played for this store, and games that were looked up in it.
    earlier : games of the latter that were there before this object was made, those of each chunk once.
    """

    def __init__(self, folder: Path, must: bool = False) -> None:
        self.folder = folder
        self.must = must
        self.played = 0
        self.found = 0
        self.earlier = 0
        self._counted: set[str] = set()
        self._keys: dict[int, tuple[Job, str]] = {}

    def find(self, key: str) -> dict[str, np.ndarray] | None:
        """The arrays that are kept under a key, by name; None where there is nothing, or nothing that can be read."""
        try:
            with np.load(self._file(key), allow_pickle=False) as kept:
                return {name: kept[name] for name in kept.files}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
            return None

    def keep(self, key: str, arrays: Mapping[str, Any]) -> None:
        """Keep arrays under a key.

        Raises
        ------
        BadInput : where the folder must be written and cannot.
        """
        memory = io.BytesIO()
        np.savez_compressed(memory, **arrays)
        try:
            write_whole(self._file(key), memory.getvalue())
        except OSError as error:
            if self.must:
                raise cannot_keep(self.folder, error) from None

    def count_found(self, key: str, games: int) -> None:
        """Count games that were there under a key."""
        self.found += games
        self.earlier += 0 if key in self._counted else games
        self._counted.add(key)

    def count_played(self, key: str, games: int) -> None:
        """Count games that were played and are kept under a key."""
        self.played += games
        self._counted.add(key)

    def find_part(self, job: Job, chunk: Chunk, engine: Engine, counting: bool = False) -> Part | None:
        """What is kept of a chunk, with the counts of its combats where asked for; None where it is to be played."""
        key = self._chunk_key(job, chunk)
        kept = self.find(key)
        try:
            if kept is None or kept["tally"].nbytes != engine.tally.itemsize or kept["scores"].shape != (chunk.count,):
                return None
            counts = kept["counts"].view(engine.counts or engine.tally) if counting else None
            if counts is not None and counts.shape != (engine.groups,):
                return None
            part = Part(kept["tally"].view(engine.tally), kept["scores"], float(kept["seconds"]), counts=counts)
        except (KeyError, ValueError, TypeError):
            return None
        self.count_found(key, int(part.tally["games"][0]))
        return part

    def keep_part(self, job: Job, chunk: Chunk, part: Part) -> None:
        """Keep a chunk; raises as :meth:`keep`."""
        arrays = {"tally": part.tally.view(np.int64), "scores": part.scores, "seconds": part.seconds}
        if part.counts is not None:
            arrays["counts"] = part.counts.view(np.int64)
        key = self._chunk_key(job, chunk)
        self.keep(key, arrays)
        self.count_played(key, int(part.tally["games"][0]))

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.npz"

    def _chunk_key(self, job: Job, chunk: Chunk) -> str:
        return f"{self._key(job)}-{chunk.first}-{chunk.count}"

    def _key(self, job: Job) -> str:
        kept = self._keys.get(id(job))
        if kept is None:
            kept = self._keys[id(job)] = job, key_of(job)  # the job is held, so that its id stays its own
        return kept[1]


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, whatever happens; its folder is made.

    Raises
    ------
    OSError : where the folder or disk does not take it; nothing is left then.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{UNFINISHED}{os.getpid()}-{file.name}")
    try:
        with open(draft, "wb") as target:
            target.write(content)
            target.flush()
            os.fsync(target.fileno())
        os.replace(draft, file)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk too, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def cannot_keep(place: Path, error: OSError) -> BadInput:
    """What to say where a run cannot be written down any more."""
    reason = error.strerror or str(error)
    reason = f"{reason[:1].lower()}{reason[1:]}"
    return BadInput(
        f"cannot be written: {reason}; what was played before is kept, and the same command goes on from there",
        file=place,
    )


def key_of(job: Job) -> str:
    """24 hex digits over everything that the result of a game number of a job hangs on."""
    from yomisim.kernel.cache import key

    return hashlib.sha256(f"{FORMAT} {key()} {given_to(job)}".encode()).hexdigest()[:24]


def given_to(job: Job) -> str:
    """Hex digits over everything that the compiled engine is given for a job, but the engine itself."""
    digest = hashlib.sha256(f"{job.seed} {job.pair} {job.swap}\n".encode())
    digest.update(job.policies.tobytes())
    _take_in(digest, job.tables)
    return digest.hexdigest()


def _take_in(digest: Any, values: np.ndarray) -> None:
    """Field by field: the bytes between the fields of a record mean nothing and may differ."""
    if values.dtype.names is None:
        digest.update(np.ascontiguousarray(values).tobytes())
        return
    for name in values.dtype.names:
        digest.update(name.encode())
        _take_in(digest, values[name])
