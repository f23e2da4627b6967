"""The tables of human play, and charts that are held against them.

Human figures are for comparison only. The rooms that play (cards, kernel, rules, policies, play, batch) stand before
this one and cannot import it; a test holds them to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from yomisim.cards.reading import hash_of_files
from yomisim.errors import BadInput, unknown
from yomisim.estimate.charts import LONG_COLUMNS, interval, one_edition
from yomisim.estimate.csv_rows import Row, read_table
from yomisim.estimate.matchups import meetings
from yomisim.estimate.result import Matchups
from yomisim.paths import human_dir

TABLE = "matchups.csv"
COLUMNS = ["game", "p1", "p2", "games", "win_rate_p1", "std_logodds"]
CHART_COLUMNS = ["p1", "p2", "win_rate_p1", "ci_low", "ci_high"]
#: Said wherever human figures are shown.
PROMISE = "Figures of human play are compared with, and never used to train, tune or choose anything in the simulator."


@dataclass(frozen=True)
class Human:
    """How people's games ended.

    Parameters
    ----------
    table : one row per pair, columns ``p1, p2, games, win_rate_p1, std_logodds``; see data/human/README.md.
    game : whose characters these are.
    data_hash : 12 hex digits over the file.
    """

    table: pd.DataFrame
    game: str
    data_hash: str


@dataclass(frozen=True)
class Chart:
    """Win rates to compare: one edition, one way to play.

    Parameters
    ----------
    table : columns `CHART_COLUMNS`, pairs of different characters, each once; limits are those of 95% intervals and NaN
        where they are not known.
    made : where it comes from (JSON values).
    """

    table: pd.DataFrame
    made: dict[str, Any]


def read_human(game: str = "yomi1", data: Path | None = None) -> Human:
    """The table of human play of a game.

    Parameters
    ----------
    data : the data folder; None looks it up, see `yomisim.paths.human_dir`.

    Raises
    ------
    BadInput : for a file that is missing or broken, with file, row and column, or has no rows of this game.
    """
    path = human_dir(data) / TABLE
    source = read_table(path)
    source.need(COLUMNS, "a table of human play")
    _check_pairs(source.rows)
    for row in source.rows:
        if row.text("p1") == row.text("p2"):
            raise row.mistake("p2", f"{row.text('p2')} against itself is 50% by symmetry")
    rows = [
        (
            *(row.name(column) for column in COLUMNS[:3]),
            row.count("games"),
            row.number("win_rate_p1", least=0, most=1, inside=True),
            row.number("std_logodds", least=0, inside=True),
        )
        for row in source.rows
    ]
    table = pd.DataFrame(rows, columns=COLUMNS)
    own = table[table["game"] == game].reset_index(drop=True)
    if own.empty:
        raise unknown("game", game, dict.fromkeys(table["game"]), file=path)
    return Human(own.drop(columns="game"), game, hash_of_files(path.parent, [path]))


def read_chart(path: Path, edition: str | None = None, game: str | None = None) -> Chart:
    """A chart from a file of the form of our matchups.csv: columns p1, p2, win_rate_p1; ci_low, ci_high where known.

    Parameters
    ----------
    edition : which one to take where the file has the column ``edition`` with more than one.
    game : the game whose characters these have to be, where the file has a column ``game``.

    Raises
    ------
    BadInput : for a file that is missing or broken, with file, row and column, or holds several charts.
    """
    source = read_table(path)
    source.need(LONG_COLUMNS[0], "a chart")
    if game is not None and "game" in source.header and {row.text("game") for row in source.rows} != {game}:
        found = ", ".join(dict.fromkeys(row.text("game") for row in source.rows))
        raise BadInput(f"holds {found}; it has to be {game}", file=path)
    if ("ci_low" in source.header) != ("ci_high" in source.header):
        raise BadInput("needs both ci_low and ci_high, or neither", file=path)
    chosen = one_edition(source, edition)
    _check_pairs(chosen)
    rates = [_rates(row) for row in chosen]
    # A character against itself says nothing of who beats whom, but its row may not hold a mistake either.
    pairs = [row for row in chosen if row.text("p1") != row.text("p2")]
    if not pairs:
        raise BadInput("has no pair of different characters", file=path)
    made = {
        "file": str(path),
        "policies": [_only(pairs, name) for name in ("policy1", "policy2")],
        "edition": _only(pairs, "edition"),
        "games_per_pair": pairs[0].count("games") if _only(pairs, "games") else None,
        "data_hash": hash_of_files(path.parent, [path]),
    }
    return Chart(pd.DataFrame([row for row in rates if row[0] != row[1]], columns=CHART_COLUMNS), made)


def chart_of(result: Matchups) -> Chart:
    """The chart of a played result."""
    return Chart(meetings(result.table).reset_index(drop=True)[CHART_COLUMNS], result.made)


def common_pairs(human: Human, charts: Iterable[Chart]) -> pd.DataFrame:
    """The rows of the human table whose pair is in every chart."""
    own = human.table
    keep = np.ones(len(own), bool)
    for chart in charts:
        has = {frozenset(pair) for pair in zip(chart.table["p1"], chart.table["p2"])}
        keep &= np.array([frozenset(pair) in has for pair in zip(own["p1"], own["p2"])], bool)
    return own[keep].reset_index(drop=True)


def aligned(chart: Chart, pairs: pd.DataFrame) -> pd.DataFrame:
    """The chart's rows of the given pairs, in their order and from the side of their p1.

    Returns
    -------
    Columns `CHART_COLUMNS`.
    """
    table = chart.table
    turned = table.rename(columns={"p1": "p2", "p2": "p1"}).assign(
        win_rate_p1=1 - table["win_rate_p1"], ci_low=1 - table["ci_high"], ci_high=1 - table["ci_low"]
    )
    both = pd.concat([table, turned[table.columns]]).set_index(["p1", "p2"])
    return both.loc[list(zip(pairs["p1"], pairs["p2"]))].reset_index()


def _rates(row: Row) -> tuple[str, str, float, float, float]:
    """A row of a chart, columns `CHART_COLUMNS`."""
    rate = row.probability("win_rate_p1")
    low, high = interval(row, rate) if "ci_low" in row.cells else (math.nan, math.nan)
    return row.name("p1"), row.name("p2"), rate, low, high


def _check_pairs(rows: Sequence[Row]) -> None:
    """That no pair of characters stands in a table of one game twice, in either order; BadInput for the first."""
    seen: dict[tuple[str, frozenset[str]], int] = {}
    for row in rows:
        p1, p2 = row.text("p1"), row.text("p2")
        key = (row.cells.get("game", ""), frozenset((p1, p2)))
        if key in seen:
            raise row.mistake("p2", f"{p1} and {p2} stand in row {seen[key]} already")
        seen[key] = row.line


def _only(rows: Sequence[Row], column: str) -> str | None:
    """What a column says where all rows agree."""
    values = {row.cells.get(column) for row in rows}
    return values.pop() if len(values) == 1 else None
