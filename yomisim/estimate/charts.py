"""Matchup charts from anywhere: read from a file, checked, and turned into one square of chances.

Two shapes of CSV file are read:

*long*
    one row per pair with the columns ``p1, p2, win_rate_p1`` (or ``char1, char2, win_rate_char1``), in any order, and
    any others. Both directions of a pair may be there if they add to 1. What the toolkit writes is of this shape.
*square*
    first column names; the header names the opponents; a cell is the row's chance against the column. Cells may be
    blank where the opposite cell has the figure, as in a triangle.

A chart is complete or it is refused: a missing pair has no plausible value. A character against itself stands at one
half whatever the file says about mirrors, for both sides are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.errors import BadInput, check_type, unknown
from yomisim.estimate import intervals
from yomisim.estimate.csv_rows import Row, Table, read_table, table_of
from yomisim.paths import checked_path

#: Two directions of a pair, or a mirror and one half, may differ by a rounding to two digits on either side.
ROUNDING = 0.01 + 1e-9
#: Limits are written with six decimals, rates exactly; a limit may end up a hair inside the rate.
LAST_DIGIT = 1e-6
#: Long charts: the names of the columns, by who writes them.
LONG_COLUMNS = (("p1", "p2", "win_rate_p1"), ("char1", "char2", "win_rate_char1"))
#: Columns of a square chart that are no opponents.
NOT_OPPONENTS = ("mix", "probability")
#: Level of the intervals in ci_low and ci_high.
LEVEL = 0.95


@dataclass(frozen=True)
class Chart:
    """A complete matchup chart.

    Parameters
    ----------
    names : the characters, in the file's order.
    rates : float64, shape (n, n): chance of row to beat column; ``rates + rates.T == 1``, one half on the diagonal.
    games : float64, shape (n, n), symmetric: how many independent games each cell is worth; infinite where nothing is
        said about its noise, and on the diagonal.
    source : where it comes from, for people.
    notes : what was passed over or made to fit while reading.
    """

    names: tuple[str, ...]
    rates: np.ndarray
    games: np.ndarray
    source: str = "chart"
    notes: tuple[str, ...] = field(default=())

    @property
    def noisy(self) -> bool:
        """Whether the chart says how uncertain it is."""
        return bool(np.isfinite(self.games).any())

    def index(self, name: str, **place: str) -> int:
        """Place of a character; case does not matter. Raises BadInput for a name that is not in the chart."""
        by_lower = {own.lower(): k for k, own in enumerate(self.names)}
        found = by_lower.get(name.strip().lower())
        if found is None:
            raise unknown("character", name, self.names, **place)
        return found


@dataclass
class _Cell:
    """One statement about a pair: chance of `a` to beat `b`, and how many games it is worth."""

    a: str
    b: str
    rate: float
    games: float
    place: str


def read_chart(path: Path | str, edition: str | None = None) -> Chart:
    """Read a chart from a CSV file.

    Parameters
    ----------
    path : the file, long or square.
    edition : which edition to take of a file that has several (column ``edition``).

    Raises
    ------
    BadInput : for everything that is wrong with the file, with row and column.
    """
    return chart_of(read_table(checked_path(path, "chart")), edition)


def as_chart(source: Any, edition: str | None = None) -> Chart:
    """A chart from whatever holds one.

    Parameters
    ----------
    source : a :class:`Chart`; the path of a CSV file; a DataFrame, long (columns ``p1, p2, win_rate_p1``) or square
        (index and columns are names); or anything with such a DataFrame as ``.table``, as `yomisim.matchups` gives.
    edition : which edition to take of several.

    Raises
    ------
    BadInput : for anything else, and as :func:`read_chart`.
    """
    if isinstance(source, Chart):
        return source
    if isinstance(source, str | Path):
        return read_chart(source, edition)
    import pandas as pd

    frame = getattr(source, "table", source)
    check_type("chart", frame, pd.DataFrame, "a CSV file, a DataFrame, or the result of matchups")
    if not any(set(columns) <= set(frame.columns) for columns in LONG_COLUMNS):
        frame = frame.rename_axis(index="name").reset_index()
    blank = frame.isna().to_numpy()
    lines: list[tuple[int, list[str]]] = [(1, [str(column).strip() for column in frame.columns])]
    for line, (cells, empty) in enumerate(zip(frame.itertuples(index=False), blank), 2):
        lines.append((line, ["" if no else str(cell).strip() for cell, no in zip(cells, empty)]))
    return chart_of(table_of("chart", lines), edition)


def chart_of(table: Table, edition: str | None = None) -> Chart:
    """The chart that a table holds; see :func:`read_chart`."""
    long = next((columns for columns in LONG_COLUMNS if set(columns) <= set(table.header)), None)
    if long is not None:
        if edition is not None and "edition" not in table.header:
            raise BadInput("has no column 'edition' to choose from with --edition", file=table.source)
        return _assembled(table.source, [_long_cell(row, long) for row in one_edition(table, edition)], None, ())
    header = [column.lower() for column in table.header[:6]]
    partly = next((c for columns in LONG_COLUMNS for c in columns if c in header), None)
    if partly is not None:
        table.need(next(columns for columns in LONG_COLUMNS if partly in columns), "a long chart")
    if edition is not None:
        raise BadInput("--edition is for long charts with a column 'edition'; this chart is square", file=table.source)
    return _square(table)


# Long charts


def one_edition(table: Table, edition: str | None) -> list[Row]:
    """The rows of one edition and of one game; all of them where the table has no column ``edition``.

    Raises
    ------
    BadInput : where there are several and none is chosen, or the one that is chosen is not there.
    """
    rows = table.rows
    games = list(dict.fromkeys(row.text("game") for row in rows)) if "game" in table.header else []
    if len(games) > 1:
        raise BadInput(f"holds several games ({', '.join(games)}); keep the rows of one", file=table.source)
    if "edition" not in table.header:
        return rows
    editions = list(dict.fromkeys(row.text("edition") for row in rows))
    if edition is None:
        if len(editions) > 1:
            raise BadInput(
                f"holds several editions ({', '.join(editions)}); choose one with --edition", file=table.source
            )
        return rows
    if edition not in editions:
        raise unknown("edition", edition, editions, file=table.source)
    return [row for row in rows if row.text("edition") == edition]


def _long_cell(row: Row, columns: tuple[str, str, str]) -> _Cell:
    a, b = (row.name(column) for column in columns[:2])
    rate = row.probability(columns[2])
    return _Cell(a, b, rate, _worth(row, rate), row.place(columns[2]))


def _worth(row: Row, rate: float) -> float:
    """How many independent games a row's rate is worth, from the best of what it says about its noise."""
    if row.has("ci_low") and row.has("ci_high"):
        low, high = interval(row, rate)
        if high == low:
            return np.inf
        return float(intervals.effective_games(np.array([rate]), np.array([low]), np.array([high]), LEVEL)[0])
    if row.has("std_logodds"):
        spread = row.number("std_logodds", least=0.0)
        steep = rate * (1 - rate)
        return 1 / (steep * spread**2) if steep * spread > 0 else np.inf
    if row.has("games"):
        return row.number("games", least=0.0, inside=True)
    if row.has("wins_p1") and row.has("wins_p2"):
        games = row.number("wins_p1", least=0.0) + row.number("wins_p2", least=0.0)
        games += row.number("draws", least=0.0) if row.has("draws") else 0.0
        return games or np.inf
    return np.inf


def interval(row: Row, rate: float) -> tuple[float, float]:
    """The limits in a row's ci_low and ci_high; raises BadInput where they do not hold the rate."""
    low, high = row.probability("ci_low"), row.probability("ci_high")
    if not low - LAST_DIGIT <= rate <= high + LAST_DIGIT:
        raise row.mistake("ci_low", f"the interval {low:g} to {high:g} does not hold the win rate {rate:g}")
    return min(low, rate), max(high, rate)


# Square charts


def _square(table: Table) -> Chart:
    names = [row.name(table.header[0]) for row in table.rows]
    seen: dict[str, Row] = {}
    for name, row in zip(names, table.rows):
        if name in seen:
            raise row.mistake(table.header[0], f"{name!r} has a row already ({seen[name].place()})")
        seen[name] = row
    notes, opponents = [], []
    for column in table.header[1:]:
        if column in seen:
            opponents.append(column)
        elif any(word in column.lower() for word in NOT_OPPONENTS):
            notes.append(f"column {column!r} is no character and was passed over")
        else:
            raise BadInput(
                f"has a column {column!r} but no row of that name (and not the columns "
                f"{', '.join(LONG_COLUMNS[0])} of a long chart); a square chart has the same characters in rows and "
                "columns",
                file=table.source,
            )
    cells = [
        _Cell(name, column, row.probability(column), np.inf, row.place(column))
        for name, row in zip(names, table.rows)
        for column in opponents
        if row.has(column)
    ]
    return _assembled(table.source, cells, names, notes)


# Both


def _assembled(source: str, cells: list[_Cell], names: Sequence[str] | None, notes: Sequence[str]) -> Chart:
    """One square out of statements about pairs, or what is wrong with them."""
    if names is None:
        names = list(dict.fromkeys(name for cell in cells for name in (cell.a, cell.b)))
    if len(names) < 2:
        raise BadInput("holds fewer than two characters", file=source)
    by_lower = {name.lower(): name for name in names}
    for name in names:
        if by_lower[name.lower()] != name:
            other = by_lower[name.lower()]
            raise BadInput(f"{name!r} and {other!r} differ in capitals only; write one name in one way", file=source)
    stated: dict[tuple[str, str], _Cell] = {}
    for cell in cells:
        key = (cell.a, cell.b)
        if key in stated:
            raise BadInput(f"{cell.a}-{cell.b} is there already ({stated[key].place})", file=source, field=cell.place)
        stated[key] = cell
    count, place = len(names), {name: k for k, name in enumerate(names)}
    rates, games = np.full((count, count), 0.5), np.full((count, count), np.inf)
    missing, notes = [], list(notes)
    for i, a in enumerate(names):
        _check_mirror(stated.get((a, a)), source, notes)
        for b in names[i + 1 :]:
            j = place[b]
            there, back = stated.get((a, b)), stated.get((b, a))
            if there is None and back is None:
                missing.append(f"{a}-{b}")
                continue
            rates[i, j], games[i, j] = _one_rate(there, back, source)
            rates[j, i], games[j, i] = 1 - rates[i, j], games[i, j]
    if missing:
        pairs = count * (count - 1) // 2
        raise BadInput(f"is incomplete: {len(missing)} of {pairs} pairs missing: {', '.join(missing)}", file=source)
    return Chart(tuple(names), rates, games, source, tuple(notes))


def _one_rate(there: _Cell | None, back: _Cell | None, source: str) -> tuple[float, float]:
    """(chance, games) of a pair from one or two statements."""
    if there is None or back is None:
        only = there or back
        assert only is not None
        return (only.rate if only is there else 1 - only.rate), only.games
    total = there.rate + back.rate
    if abs(total - 1) > ROUNDING:
        raise BadInput(
            f"{there.a}-{there.b} is {there.rate:g} ({there.place}) and {back.a}-{back.b} is {back.rate:g}; "
            f"together {total:g} where 1 is right",
            file=source,
            field=back.place,
        )
    # The two state the same thing; games of both would count the same games twice.
    return (there.rate + 1 - back.rate) / 2, min(there.games, back.games)


def _check_mirror(cell: _Cell | None, source: str, notes: list[str]) -> None:
    """A mirror that was measured may scatter about one half; one that is stated may not."""
    if cell is None or abs(cell.rate - 0.5) <= ROUNDING:
        return
    if np.isfinite(cell.games):
        low, high = intervals.wilson(cell.rate, cell.games, 0.999)
        if not low <= 0.5 <= high:
            notes.append(f"mirror {cell.a}-{cell.a} was measured at {cell.rate:g}, beyond chance from 0.5; 0.5 is used")
        return
    raise BadInput(
        f"{cell.a} against itself is {cell.rate:g}; both sides are the same, so 0.5 or blank is right",
        file=source,
        field=cell.place,
    )
