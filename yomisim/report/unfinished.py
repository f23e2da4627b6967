"""Folders in which files lie until all of them are written: made, told apart from those of killed runs, removed.

A run holds a lock on its folder for as long as it lives, however it ends. A folder that can be locked belongs to nobody
any more, and the next run in the same place removes it. Where the system has no such locks nothing is removed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PREFIX = ".unfinished-"


class Unfinished:
    """A new folder inside `place`, this run's own until :meth:`remove`.

    Raises
    ------
    OSError : where it cannot be made.
    """

    def __init__(self, place: Path) -> None:
        self.lock: int | None = None
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
            with suppress(BlockingIOError):  # another run took it for left over in the meantime and removes it
                self.lock = _locked(self.path)
                if self.path.is_dir():
                    return
            self._unlock()

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._unlock()

    def _unlock(self) -> None:
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


def remove_left_over(place: Path) -> None:
    """Remove what killed runs have left in a folder; other runs that are under way there keep theirs."""
    for path in place.glob(f"{PREFIX}*"):
        with suppress(BlockingIOError):
            lock = _locked(path)
            if lock is not None:
                shutil.rmtree(path, ignore_errors=True)
                os.close(lock)


def _locked(path: Path) -> int | None:
    """The open folder, locked; None where it is gone, or nothing can be locked here.

    Raises
    ------
    BlockingIOError : where another process has locked it.
    """
    if fcntl is None:
        return None
    opened = None
    try:
        opened = os.open(path, os.O_RDONLY)
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if opened is not None:
            os.close(opened)
        if isinstance(error, BlockingIOError):
            raise
        return None
    return opened
