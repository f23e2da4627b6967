"""Small CSV files written by people: rows with their line numbers, and a clear message for what cannot be read."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from yomisim.errors import BadInput

#: Characters of the largest file that is read; a chart of a hundred characters has half a million.
LARGEST = 10_000_000


@dataclass(frozen=True)
class Row:
    """One row of a table.

    Parameters
    ----------
    source : the file.
    line : line number in the file, the header is 1.
    cells : column -> text, without blanks around.
    """

    source: str
    line: int
    cells: dict[str, str]

    def place(self, column: str | None = None) -> str:
        """Where this is, for a message."""
        return f"row {self.line}" + (f", column {column!r}" if column else "")

    def mistake(self, column: str, message: str) -> BadInput:
        """A message about one cell."""
        return BadInput(message, file=self.source, field=self.place(column))

    def has(self, column: str) -> bool:
        """Whether the cell is there and not blank."""
        return bool(self.cells.get(column))

    def text(self, column: str) -> str:
        """The cell as it is."""
        return self.cells[column]

    def name(self, column: str) -> str:
        """The cell as a name; raises BadInput where it is blank."""
        if not self.cells[column]:
            raise self.mistake(column, "the name is blank")
        return self.cells[column]

    def number(self, column: str, *, least: float = -math.inf, most: float = math.inf, inside: bool = False) -> float:
        """The cell as a finite number from `least` to `most` (`inside`: these excluded); BadInput where it is none."""
        text = self.cells[column]
        if not text:
            raise self.mistake(column, "is blank; a number is needed")
        try:
            number = float(text)
        except ValueError:
            hint = "; write fractions such as 0.55" if "%" in text else ""
            raise self.mistake(column, f"{text!r} is not a number{hint}") from None
        if not math.isfinite(number):
            raise self.mistake(column, f"{text!r} is not a finite number")
        if not least <= number <= most or (inside and number in (least, most)):
            limits = f"must be more than {least:g}" if inside else f"must be {least:g} or more"
            if math.isfinite(most):
                limits = f"{limits} and less than {most:g}" if inside else f"must lie between {least:g} and {most:g}"
            hint = "; write fractions such as 0.55" if most == 1 < number <= 100 else ""
            raise self.mistake(column, f"{number:g} is out of range: it {limits}{hint}")
        return number

    def count(self, column: str) -> int:
        """The cell as a whole number, 1 or more."""
        number = self.number(column, least=1)
        if number != int(number):
            raise self.mistake(column, f"{self.cells[column]!r} is not a whole number")
        return int(number)

    def probability(self, column: str) -> float:
        """The cell as a number from 0 to 1."""
        return self.number(column, least=0.0, most=1.0)


@dataclass(frozen=True)
class Table:
    """A CSV file: its name, its header, and its rows (at least one)."""

    source: str
    header: tuple[str, ...]
    rows: list[Row]

    def need(self, columns: Sequence[str], what: str) -> None:
        """That the table, `what` it is in words, has these columns; raises BadInput for the first one missing."""
        for column in columns:
            if column not in self.header:
                raise BadInput(f"has no column {column!r}; {what} needs {', '.join(columns)}", file=self.source)


def read_table(path: Path) -> Table:
    """Read a CSV file with a header; blank lines are passed over.

    Raises
    ------
    BadInput : where it cannot be read, is empty, or a row has more or fewer fields than the header.
    """
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise BadInput(f"is larger than {LARGEST // 1_000_000} MB; that is no chart", file=path)
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        lines = [(reader.line_num, [cell.strip() for cell in fields]) for fields in reader]
    except OSError as error:
        raise BadInput((error.strerror or str(error)).lower(), file=path) from None
    except UnicodeDecodeError:
        raise BadInput("is not a text file in UTF-8", file=path) from None
    except csv.Error as error:
        raise BadInput(f"is no CSV file ({error})", file=path) from None
    return table_of(str(path), [(line, fields) for line, fields in lines if any(fields)])


def table_of(source: str, lines: Sequence[tuple[int, Sequence[str]]]) -> Table:
    """A table from (line number, fields), the header first."""
    if not lines:
        raise BadInput("is empty", file=source)
    header = tuple(lines[0][1])
    if len(header) == 1:
        other = next((mark for mark in (";", "\t", "|") if mark in header[0]), None)
        raise BadInput(
            "has only one column; separate fields by commas" if other else "has only one column", file=source
        )
    for column in header[1:]:
        if not column:
            raise BadInput("a column has no name", file=source, field="header")
        if header.count(column) > 1:
            raise BadInput(f"two columns are named {column!r}", file=source, field="header")
    rows = []
    for line, fields in lines[1:]:
        if len(fields) != len(header):
            count = "1 field" if len(fields) == 1 else f"{len(fields)} fields"
            raise BadInput(f"has {count} where the header has {len(header)}", file=source, field=f"row {line}")
        rows.append(Row(source, line, dict(zip(header, fields))))
    if not rows:
        raise BadInput("has a header but no rows", file=source)
    return Table(source, header, rows)
