"""What the toolkit says when its input is wrong.

Every error that a person can cause is a :class:`BadInput`: one message that names the file, the field and what
would be right. The command line prints it without a traceback and ends with exit code 2.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

EXIT_DONE = 0
EXIT_CHECK_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class BadInput(ValueError):
    """Input that cannot be used, by its value or by its type.

    Parameters
    ----------
    message : what is wrong and what would be right, one sentence.
    file : the file that holds the mistake, if there is one.
    field : where in the file, as a dotted path (``cards[3].top.damage``), if known.
    """

    def __init__(self, message: str, *, file: Path | str | None = None, field: str | None = None) -> None:
        self.message = message
        self.file = None if file is None else str(file)
        self.field = field
        super().__init__(str(self))

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.field) if part)
        return f"{place}: {self.message}" if place else self.message


class BadInputs(BadInput):
    """Several mistakes found in one go (one file or many); prints one line each."""

    def __init__(self, errors: list[BadInput]) -> None:
        self.errors = errors
        super().__init__("\n".join(str(error) for error in errors))


def check_type(what: str, value: object, right: type | tuple[type, ...], wanted: str) -> None:
    """Object to an argument of another type.

    Raises
    ------
    BadInput : where `value` is no instance of `right`; `wanted` says in words what would be right.
    """
    if not isinstance(value, right):
        raise BadInput(f"got {_shown(value)}, needs {wanted}", field=what)


def _shown(value: object) -> str:
    """A value in a message: short values as they are, others by their type."""
    if value is None or isinstance(value, str | int | float):
        return repr(value) if len(repr(value)) <= 40 else f"a long {type(value).__name__}"
    return f"a {type(value).__name__}"


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that `word` most likely means, or None where nothing is near (case is ignored).

    Of choices that are equally near the first one is taken.
    """
    by_lower = {choice.lower(): choice for choice in choices}
    found = difflib.get_close_matches(word.lower(), by_lower, n=3, cutoff=0.5)
    if not found:
        return None
    best = difflib.SequenceMatcher(None, found[0], word.lower()).ratio()
    alike = [near for near in found if difflib.SequenceMatcher(None, near, word.lower()).ratio() == best]
    return by_lower[min(alike, key=list(by_lower).index)]


def unknown(
    what: str, word: object, choices: Iterable[str], *, file: Path | str | None = None, field: str | None = None
) -> BadInput:
    """A :class:`BadInput` for a misspelt name, with the nearest right one suggested and the choices listed.

    Callers in Python can hand over anything at all for a name; what is no text is said to be none.
    """
    choices = list(choices)
    known = f"known: {', '.join(choices)}"
    if not isinstance(word, str):
        return BadInput(f"got {_shown(word)}, needs the name of a known {what}; {known}", file=file, field=field)
    near = nearest(word, choices)
    hint = f"did you mean {near!r}? " if near else ""
    return BadInput(f"unknown {what} {word!r}; {hint}{known}", file=file, field=field)
