"""Play, write a folder, and say what is in it now: what commands and the scripts of `analyses/` have in common."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from yomisim.console import progress_bar, remark
from yomisim.report.files import Staging

if TYPE_CHECKING:
    from yomisim.batch.run import Progress

Result = TypeVar("Result")
#: Files that a remark names.
NAMED = 24


def deliver(
    out: Path | None,
    play: Callable[[Progress | None], Result],
    write: Callable[[Staging, Result], list[str]],
) -> tuple[Result, list[str]]:
    """Play with a progress bar, then write a folder, all of it or nothing.

    The folder is opened before the first game: one that cannot be written is found at once.

    Parameters
    ----------
    out : the folder; None writes nothing.
    play : gives the result; is called with the callback for the progress bar.
    write : puts the result into the open folder and gives the names of the files.

    Returns
    -------
    The result, and the names of the files relative to `out`.

    Raises
    ------
    BadInput : where the folder or disk does not take it; else as `play` and `write`.
    """
    with nullcontext() if out is None else Staging(out) as stage:
        with progress_bar() as progress:
            result = play(progress)
        files = [] if stage is None else write(stage, result)
    if stage is not None:
        remark_replaced(stage)
    return result, files


def _listed(names: list[str]) -> str:
    """All names, or the first of many and how many there are."""
    if len(names) <= NAMED + 1:
        return ", ".join(names)
    return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"


def remark_replaced(stage: Staging) -> None:
    """Say on standard error which files of an earlier run are gone."""
    told = [
        f"{verb} {_listed(names)}"
        for verb, names in (("replaced", stage.replaced), ("removed", stage.removed))
        if names
    ]
    if told:
        remark(f"files of an earlier run in {stage.folder}: {'; '.join(told)}")
