"""Talking to a person at a terminal, or to a program that reads standard output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from yomisim.errors import BadInput


class ReaderGone(Exception):
    """Standard output was closed by whoever read it (``| head``)."""


class Stopped(Exception):
    """Interrupted, but what was done is kept; the message says how to go on."""


def emit(text: str | Sequence[str]) -> None:
    """Print to standard output, a sequence as lines.

    Raises
    ------
    ReaderGone : where nobody reads any more.
    BadInput : where standard output takes nothing, such as a file on a full disk.
    """
    try:
        print(text if isinstance(text, str) else "\n".join(text), flush=True)
    except OSError as error:
        raise _failed(error) from None


def _failed(error: OSError) -> Exception:
    """What to raise where standard output does not take what was printed."""
    # Python flushes standard output again at the end; give it something that can be written to.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return ReaderGone("nobody reads any more")
    return BadInput(f"cannot be written: {(error.strerror or str(error)).lower()}", file="standard output")


def emit_json(record: dict[str, Any]) -> None:
    """Print one JSON object on one line."""
    emit(json.dumps(record, allow_nan=False))


def remark(text: str, kind: str = "note") -> None:
    """Say something on standard error, each line with its kind in front."""
    with suppress(OSError):  # nobody may be listening
        print("\n".join(f"{kind}: {line}" for line in text.splitlines()), file=sys.stderr, flush=True)


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error, on a terminal only; gives the callback for a batch (see `batch.run.Progress`)."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("getting ready", total=None)
        yield lambda done, total: bar.update(task, description="games", completed=done, total=total)
