"""Reading tables that people hand in as CSV files: every mistake is one message with file, row and column."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from yomisim.errors import BadInput

#: Reads the text of one field; raises ValueError with what would be right.
Field = Callable[[str], Any]


def read_sheet(path: Path, wanted: Mapping[str, Field], optional: Mapping[str, Field] | None = None) -> pd.DataFrame:
    """A table with a header line, checked field by field.

    Parameters
    ----------
    path : a CSV file in UTF-8.
    wanted, optional : column -> how its fields are read. Other columns are ignored.

    Returns
    -------
    The columns of `wanted`, those of `optional` that the file has, and ``row``, the line of the file (the header is 1).

    Raises
    ------
    BadInput : for a file that cannot be read, lacks a column, has no rows, or has a field that is wrong.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return _read(path, csv.reader(file, strict=True), wanted, optional or {})
    except OSError as error:
        raise BadInput((error.strerror or str(error)).lower(), file=path) from None
    except UnicodeDecodeError:
        raise BadInput("is not a text file in UTF-8", file=path) from None
    except csv.Error as error:
        raise BadInput(f"is not a CSV file ({error})", file=path) from None


def word(text: str) -> str:
    """Any text that is not empty."""
    if not text.strip():
        raise ValueError("must not be empty")
    return text.strip()


def share(text: str) -> float:
    """A number from 0 to 1."""
    return _number(text, lambda value: 0 <= value <= 1, "a number from 0 to 1")


def inner_share(text: str) -> float:
    """A number between 0 and 1, both excluded."""
    return _number(text, lambda value: 0 < value < 1, "a number above 0 and below 1")


def positive(text: str) -> float:
    """A number above 0."""
    return _number(text, lambda value: value > 0, "a number above 0")


def count(text: str) -> int:
    """A whole number, 1 or more."""
    return int(_number(text, lambda value: value >= 1 and value == int(value), "a whole number, 1 or more"))


def check_pairs(table: pd.DataFrame, path: Path) -> None:
    """That no pair of characters stands in the table twice, in either order.

    Raises
    ------
    BadInput : for the first one that does.
    """
    seen: dict[frozenset[str], int] = {}
    for row, p1, p2 in zip(table["row"], table["p1"], table["p2"]):
        key = frozenset((p1, p2))
        if key in seen:
            raise BadInput(f"{p1} and {p2} stand in row {seen[key]} already", file=path, field=f"row {row}: p2")
        seen[key] = row


def _read(path: Path, lines: Any, wanted: Mapping[str, Field], optional: Mapping[str, Field]) -> pd.DataFrame:
    header = [name.strip() for name in next(lines, [])]
    for name in wanted:
        if name not in header:
            raise BadInput(f"has no column {name!r}; it needs {', '.join(wanted)}", file=path)
    fields = {**wanted, **{name: field for name, field in optional.items() if name in header}}
    twice = [name for name in fields if header.count(name) > 1]
    if twice:
        raise BadInput(f"has the column {twice[0]!r} twice", file=path)
    rows = []
    for values in lines:
        number = lines.line_num
        if not values:
            continue
        if len(values) != len(header):
            raise BadInput(f"has {len(values)} fields, the header has {len(header)}", file=path, field=f"row {number}")
        rows.append([number, *(_field(path, number, n, f, values[header.index(n)]) for n, f in fields.items())])
    if not rows:
        raise BadInput("has no rows", file=path)
    return pd.DataFrame(rows, columns=["row", *fields])


def _field(path: Path, number: int, name: str, field: Field, text: str) -> Any:
    try:
        return field(text)
    except ValueError as error:
        raise BadInput(f"{error}, not {text!r}", file=path, field=f"row {number}: {name}") from None


def _number(text: str, good: Callable[[float], bool], what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"must be {what}") from None
    if not math.isfinite(value) or not good(value):
        raise ValueError(f"must be {what}")
    return value
