"""A folder of results is written whole or not at all.

Files are first written under temporary names in the same folder and renamed at the end, so that an interruption, a
full disk or a mistake never leaves half a file or a mixture of two runs.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

from yomisim.errors import BadInput
from yomisim.report.unfinished import Unfinished, remove_left_over


class Staging:
    """Write files into a folder, all of them or none.

    Use it around the whole work, so that a folder which cannot be written is found before hours of play::

        with Staging(out) as stage:
            ...
            stage.write("matchups.csv", text)

    Leaving the block without an error moves the files to their places. Existing files of the same name are replaced;
    `replaced` and `removed` then name the files of an earlier run that are gone.

    Raises
    ------
    BadInput : on entering, writing or leaving, where the folder or disk does not take it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        self._made: list[Path] = []
        self._unfinished: Unfinished | None = None
        self._names: list[str] = []
        self._stale: list[str] = []
        self.replaced: list[str] = []
        self.removed: list[str] = []

    def __enter__(self) -> Staging:
        try:
            for folder in [*reversed(self.folder.parents), self.folder]:
                self._make(folder)
            remove_left_over(self.folder)
            self._unfinished = Unfinished(self.folder)
        except OSError as error:
            self._undo()
            raise cannot_write(self.folder, error) from None
        return self

    def _make(self, folder: Path) -> None:
        """Make a folder if it is missing; another run may make the same one at this moment."""
        if folder.exists():
            return
        try:
            folder.mkdir()
            self._made.append(folder)
        except FileExistsError:
            if not folder.is_dir():
                raise

    def path(self, name: str) -> Path:
        """Where to write the file that will become ``folder/name``; `name` may hold folders."""
        if self._unfinished is None:
            raise RuntimeError("Staging is used outside its with block")
        path = self._unfinished.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self._names.append(name)
        return path

    def write(self, name: str, content: str | bytes) -> None:
        """Write one file (text as UTF-8)."""
        try:
            self.path(name).write_bytes(content.encode() if isinstance(content, str) else content)
        except OSError as error:
            raise cannot_write(self.folder / name, error) from None

    def drop(self, name: str) -> None:
        """Remove ``folder/name`` at the end, if it exists: left over from an earlier run and no longer true."""
        self._stale.append(name)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        if kind is None:
            try:
                self._move()
            except OSError as problem:
                self._undo()
                raise cannot_write(self.folder, problem) from None
            self._close()
            return
        self._undo()
        if isinstance(error, OSError):
            raise cannot_write(self.folder, error) from None

    def _move(self) -> None:
        assert self._unfinished is not None
        for name in self._names:
            target = self.folder / name
            if target.is_dir():
                raise IsADirectoryError(21, "a folder of this name is in the way", str(target))
            target.parent.mkdir(parents=True, exist_ok=True)
        for name in self._stale:
            if name not in self._names and os.path.lexists(self.folder / name):
                (self.folder / name).unlink()
                self.removed.append(name)
        for name in self._names:
            if os.path.lexists(self.folder / name):
                self.replaced.append(name)
            os.replace(self._unfinished.path / name, self.folder / name)

    def _close(self) -> None:
        if self._unfinished is not None:
            self._unfinished.remove()

    def _undo(self) -> None:
        self._close()
        for folder in reversed(self._made):
            try:
                folder.rmdir()
            except OSError:  # something else is in it by now
                break


def write_file(path: Path, content: str | bytes) -> None:
    """Write one file whole or not at all.

    Raises
    ------
    BadInput : where the folder or disk does not take it.
    """
    with Staging(path.parent) as stage:
        stage.write(path.name, content)


def cannot_write(path: Path | str, error: OSError) -> BadInput:
    """One message for everything that a disk can refuse."""
    reason = error.strerror or str(error)
    return BadInput(f"cannot be written: {reason[:1].lower()}{reason[1:]}", file=path)
