"""Rows of the event log with their columns by name, and small words; nothing here knows a particular game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    #: One row of the log: (event, seat, a, b, c, d).
    Row = Sequence[int] | np.ndarray

#: What the seats are called in JSON, and in words where two seats hold the same character; the third one is that of the
#: second human against a bot.
PLAYERS = ("a", "b", "c")


@dataclass(frozen=True)
class Line:
    """A row with its columns by name."""

    event: str
    seat: int
    columns: dict[str, int]

    def __getitem__(self, column: str) -> int:
        return self.columns[column]


def read(row: Row, events: Mapping[str, tuple[str, ...]]) -> Line:
    """A row of the log of a game whose events are these, in the order of their codes."""
    event, seat, *values = (int(value) for value in row)
    name = list(events)[event]
    return Line(name, seat, dict(zip(events[name], values)))


def told_apart(*names: str) -> tuple[str, ...]:
    """Names of the players, with (a) and (b) where a character meets (or fights beside) itself."""
    return tuple(f"{name} ({PLAYERS[i]})" if names.count(name) > 1 else name for i, name in enumerate(names))


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(", ".join(words).rsplit(", ", 1)) if len(words) > 1 else "".join(words)


def some(n: int, what: str) -> str:
    """``1 Ace``, ``2 Aces``."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
