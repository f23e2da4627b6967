"""What commands and the scripts of `analyses/` print when they are done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from yomisim.console import emit, emit_json
from yomisim.errors import EXIT_DONE


def tell(
    record: Callable[[], dict[str, Any]],
    lines: Callable[[], Iterable[str]],
    as_json: bool,
    out: Path | None = None,
    files: Sequence[str] = (),
) -> int:
    """Print a result and the files that were written: as JSON its record, else its lines. Gives the exit code.

    out : where the files are; None: none were asked for, and the record does not speak of any.
    """
    written = [] if out is None else [str(out / name) for name in files]
    if as_json:
        emit_json(record() if out is None else {**record(), "files": written})
    else:
        emit([*lines(), *(f"wrote {name}" for name in written)])
    return EXIT_DONE


def tell_folder(lines: Iterable[str], out: Path, files: Sequence[str], chief: str | None = None) -> int:
    """Print lines, and where the many files of a script are: `chief` by name, else the first. Gives the exit code."""
    emit([*lines, f"wrote {out / (chief or files[0])} and {len(files) - 1} more files beside it"])
    return EXIT_DONE
