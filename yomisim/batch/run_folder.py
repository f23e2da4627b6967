"""The folder of a run: its manifest, what was played so far, and that one process at a time is at work on it.

    manifest.json     what the run is, on what data and machine, when, and whether it is finished
    games/            a row of every game, where they were asked for
    .parts/           chunks that have been played, until the run is finished (`batch.store`)
    .lock             held by the process that is at work; its end, however it comes, gives it up

A run can be stopped at any moment, by whatever: it goes on with the chunks that are there, and ends with the tables of
a run that was never stopped.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from yomisim import __version__
from yomisim.batch.machine import machine
from yomisim.batch.store import UNFINISHED, Store, cannot_keep, write_whole
from yomisim.errors import BadInput

try:
    import fcntl
except ImportError:  # no such locks here: whoever starts two processes on one folder plays everything twice
    fcntl = None  # type: ignore[assignment]

MANIFEST, LOCK, PARTS, ROWS = "manifest.json", ".lock", ".parts", "games"
#: Version of the manifest.
FORMAT = 1
RUNNING, FINISHED = "running", "finished"
#: What a run hangs on beside its plan: field of the manifest -> what it is called in a message.
RESTS_ON = {"data_hash": "card data", "policy_hash": "weights of the policies", "engine": "engine"}


class RunFolder:
    """Hold the folder of a run open.

    Parameters
    ----------
    folder : made where it does not exist.
    plan : the plan, JSON values.
    rests_on : what else the results hang on, JSON values by the names of RESTS_ON.
    told : more for the manifest that changes nothing in the results.

    Attributes
    ----------
    store : where chunks are kept.
    record : the manifest, JSON values.

    Raises
    ------
    BadInput : on entering: where another process is at work on the folder, where it holds something else, or the run of
        another plan, of other data or of another engine; where the disk does not take it.
    """

    def __init__(self, folder: Path, plan: dict[str, Any], rests_on: dict[str, Any], told: dict[str, Any]) -> None:
        self.folder = folder
        self.store = Store(folder / PARTS, must=True)
        self.record: dict[str, Any] = {}
        self._new = {
            "yomisim": __version__,
            "format": FORMAT,
            "state": RUNNING,
            "plan": plan,
            **told,
            **rests_on,
            "machine": machine(),
            "begun": now(),
            "finished": None,
            "sittings": [],
        }
        self._lock: IO[str] | None = None

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to do."""
        return bool(self.record["state"] == FINISHED)

    def __enter__(self) -> RunFolder:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(
                f"cannot be a folder for a run: {(error.strerror or str(error)).lower()}; name another with --out",
                file=self.folder,
            ) from None
        try:
            self._take_lock()
            earlier = read_manifest(self.folder) if (self.folder / MANIFEST).exists() else None
            if earlier is not None:
                self._compare(earlier)
            self.record = self._new if earlier is None else earlier
            self._sweep()
            if not self.finished:
                self.record["sittings"].append({"begun": now(), "ended": None, "how": "killed, or still at work"})
                self._write()
        except OSError as error:
            self._give_up()
            raise cannot_keep(self.folder, error) from None
        except BaseException:
            self._give_up()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        if kind is not None and not self.finished:
            how = "interrupted" if issubclass(kind, KeyboardInterrupt) else str(error) or kind.__name__
            self._end_sitting(how)
            if issubclass(kind, BadInput) and self._nothing_was_played():
                self._leave_nothing()
            else:
                with suppress(OSError):  # the disk may be full
                    self._write()
        self._give_up()

    def _nothing_was_played(self) -> bool:
        return len(self.record["sittings"]) == 1 and self.store.played == self.store.found == 0

    def _leave_nothing(self) -> None:
        """A plan that was refused must not keep its folder from the plan that is put right."""
        with suppress(OSError):
            for name in (MANIFEST, LOCK):
                (self.folder / name).unlink(missing_ok=True)
            for folder in (self.folder / PARTS, self.folder):
                if folder.exists():
                    folder.rmdir()  # only where nothing else lies in it

    def finish(self, files: Mapping[str, bytes], more: dict[str, Any]) -> None:
        """Write the tables, then that the run is finished, and drop what was only needed to get there.

        Parameters
        ----------
        files : name -> content. more : for the manifest, JSON values.

        Raises
        ------
        BadInput : where the disk does not take it; the run is not finished then.
        """
        self._end_sitting("finished")
        self.record |= {"state": FINISHED, "finished": now(), **more, "files": sorted(files)}
        try:
            for name, content in files.items():
                write_whole(self.folder / name, content)
            self._write()
        except OSError as error:
            self.record["state"] = RUNNING
            raise cannot_keep(self.folder, error) from None
        self._sweep()

    def _end_sitting(self, how: str) -> None:
        games = {"played": self.store.played, "found": self.store.found}
        self.record["sittings"][-1] |= {"ended": now(), "how": how, **games}

    def _write(self) -> None:
        text = json.dumps(self.record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
        write_whole(self.folder / MANIFEST, text.encode())

    def _compare(self, earlier: dict[str, Any]) -> None:
        """Refuse a folder in which something else was begun."""
        if earlier["plan"] != self._new["plan"]:
            known = {**earlier["plan"], **self._new["plan"]}
            other = [name for name in known if earlier["plan"].get(name) != self._new["plan"].get(name)]
            raise BadInput(
                f"holds the run of another plan (other {', '.join(other)}); choose another folder with --out",
                file=self.folder,
            )
        for name, words in RESTS_ON.items():
            if earlier.get(name) != self._new[name]:
                raise BadInput(
                    f"holds a run on another state of the {words}; choose another folder with --out, or remove it",
                    file=self.folder,
                )

    def _sweep(self) -> None:
        """Drop half-written files, and chunks that are not needed any more."""
        if self.finished:
            shutil.rmtree(self.folder / PARTS, ignore_errors=True)
        for draft in self.folder.rglob(f"{UNFINISHED}*"):
            with suppress(OSError):
                draft.unlink()

    def _take_lock(self) -> None:
        self._lock = open(self.folder / LOCK, "a+")  # noqa: SIM115 (held until the run is left)
        if fcntl is None:
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.seek(0)
            whose = self._lock.read(40).strip()
            raise BadInput(
                f"another process{f' ({whose})' if whose else ''} is at work on this run; wait for its end, or stop it",
                file=self.folder,
            ) from None
        self._lock.truncate(0)
        self._lock.write(f"process {os.getpid()}\n")
        self._lock.flush()

    def _give_up(self) -> None:
        if self._lock is not None:
            with suppress(OSError):
                self._lock.close()
            self._lock = None


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run.

    Raises
    ------
    BadInput : where there is none, or one of something else.
    """
    path = folder / MANIFEST
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"is no folder of a run ({(error.strerror or str(error)).lower()})", file=path) from None
    except ValueError:
        record = None
    if not isinstance(record, dict) or record.get("format") != FORMAT or not isinstance(record.get("plan"), dict):
        raise BadInput("is not the manifest of a run; choose another folder", file=path)
    return record


def now() -> str:
    """The time, as manifests have it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
