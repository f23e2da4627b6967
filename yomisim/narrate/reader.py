"""Reading rows one after the other: what comes next, and one sentence for those that belong together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yomisim.narrate.lines import Line


class Reader:
    """Reads rows from the first to the last. An event has the method ``_say_`` and its name, which may take the rows
    behind it; one without is told by its name and columns."""

    def __init__(self, cast: Sequence[Any], names: Sequence[str], lines: list[Line]) -> None:
        self.characters = cast
        self.names = names
        self.lines = lines
        self.at = 0

    # reading

    def _take(self) -> Line:
        self.at += 1
        return self.lines[self.at - 1]

    def _next(self, *events: str, seat: int | None = None, **columns: int) -> Line | None:
        """The next line if it is one of `events`, of this seat, and has these columns; else None."""
        if self.at >= len(self.lines):
            return None
        line = self.lines[self.at]
        if line.event not in events or (seat is not None and line.seat != seat):
            return None
        if any(line[column] != value for column, value in columns.items()):
            return None
        return self._take()

    def _run(self, *events: str, seat: int | None = None, **columns: int) -> list[Line]:
        """All such lines that come next."""
        found = []
        while (line := self._next(*events, seat=seat, **columns)) is not None:
            found.append(line)
        return found

    def sentences(self) -> list[str]:
        """All of it in words."""
        found = []
        while self.at < len(self.lines):
            line = self._take()
            say = getattr(self, f"_say_{line.event}", self._say_anything)
            found.append(say(line))
        return found

    # words

    def _who(self, line: Line) -> str:
        return self.names[line.seat]

    def _value(self, line: Line, column: str) -> Any:
        """What stands in a column, in words; each game knows its own."""
        return line[column]

    def _say_anything(self, line: Line) -> str:
        """An event that has no words of its own yet."""
        details = ", ".join(f"{column} {self._value(line, column)}" for column in line.columns)
        who = f"{self._who(line)}: " if line.seat in range(len(self.names)) else ""
        return f"{who}{line.event.replace('_', ' ')}{f' ({details})' if details else ''}."
