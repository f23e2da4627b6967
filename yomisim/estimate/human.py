"""The tables of human play, and charts that are held against them.

Human figures are for comparison only. The rooms that play (cards, kernel, rules, policies, play, batch) stand before
this one and cannot import it; a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from yomisim.cards.reading import hash_of_files
from yomisim.errors import BadInput, unknown
from yomisim.estimate import sheets
from yomisim.estimate.matchups import meetings
from yomisim.estimate.result import Matchups
from yomisim.paths import human_dir

TABLE = "matchups.csv"
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
    table : columns ``p1, p2, win_rate_p1, ci_low, ci_high``, pairs of different characters, each once; limits are
        those of 95% intervals and NaN where they are not known.
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
    wanted = {
        "game": sheets.word,
        "p1": sheets.word,
        "p2": sheets.word,
        "games": sheets.count,
        "win_rate_p1": sheets.inner_share,
        "std_logodds": sheets.positive,
    }
    table = sheets.read_sheet(path, wanted)
    own = table[table["game"] == game].reset_index(drop=True)
    if own.empty:
        raise unknown("game", game, dict.fromkeys(table["game"]), file=path)
    mirrors = own[own["p1"] == own["p2"]]
    if not mirrors.empty:
        one = mirrors.iloc[0]
        raise BadInput(f"{one['p1']} against itself is 50% by symmetry", file=path, field=f"row {one['row']}: p2")
    sheets.check_pairs(own, path)
    return Human(own.drop(columns=["game", "row"]), game, hash_of_files(path.parent, [path]))


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
    wanted = {"p1": sheets.word, "p2": sheets.word, "win_rate_p1": sheets.share}
    words = dict.fromkeys(("game", "edition", "policy1", "policy2"), sheets.word)
    optional = {**words, "games": sheets.count, "ci_low": sheets.share, "ci_high": sheets.share}
    table = sheets.read_sheet(path, wanted, optional)
    if game is not None and "game" in table and set(table["game"]) != {game}:
        raise BadInput(f"holds {', '.join(dict.fromkeys(table['game']))}; it has to be {game}", file=path)
    if "edition" in table:
        table = _one_edition(table, edition, path)
    if ("ci_low" in table) != ("ci_high" in table):
        raise BadInput("needs both ci_low and ci_high, or neither", file=path)
    _check_limits(table, path)
    sheets.check_pairs(table, path)
    pairs = meetings(table).reset_index(drop=True)
    if pairs.empty:
        raise BadInput("has no pair of different characters", file=path)
    single = {name: _only(pairs, name) for name in ("edition", "games")}
    players = [_only(pairs, name) for name in ("policy1", "policy2")]
    made = {"file": str(path), "policies": players, "edition": single["edition"], "games_per_pair": single["games"]}
    made["data_hash"] = hash_of_files(path.parent, [path])
    return Chart(_columns(pairs), made)


def chart_of(result: Matchups) -> Chart:
    """The chart of a played result."""
    return Chart(_columns(meetings(result.table).reset_index(drop=True)), result.made)


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
    Columns ``p1, p2, win_rate_p1, ci_low, ci_high``.
    """
    table = chart.table
    turned = table.rename(columns={"p1": "p2", "p2": "p1"}).assign(
        win_rate_p1=1 - table["win_rate_p1"], ci_low=1 - table["ci_high"], ci_high=1 - table["ci_low"]
    )
    both = pd.concat([table, turned[table.columns]]).set_index(["p1", "p2"])
    return both.loc[list(zip(pairs["p1"], pairs["p2"]))].reset_index()


def _columns(table: pd.DataFrame) -> pd.DataFrame:
    unknown_limits = {name: np.nan for name in ("ci_low", "ci_high") if name not in table}
    return table.assign(**unknown_limits)[["p1", "p2", "win_rate_p1", "ci_low", "ci_high"]]


def _one_edition(table: pd.DataFrame, edition: str | None, path: Path) -> pd.DataFrame:
    found = list(dict.fromkeys(table["edition"]))
    if edition is not None:
        if edition not in found:
            raise unknown("edition", edition, found, file=path, field="edition")
    elif len(found) > 1:
        raise BadInput(f"holds several editions ({', '.join(found)}); say which one", file=path, field="edition")
    return table[table["edition"] == (edition or found[0])].reset_index(drop=True)


def _check_limits(table: pd.DataFrame, path: Path) -> None:
    if "ci_low" not in table:
        return
    # Limits are written with six decimals and may end up a hair inside the rate.
    wrong = table[(table["ci_low"] > table["win_rate_p1"] + 1e-6) | (table["ci_high"] < table["win_rate_p1"] - 1e-6)]
    if not wrong.empty:
        row = wrong.iloc[0]["row"]
        raise BadInput("win_rate_p1 lies outside ci_low and ci_high", file=path, field=f"row {row}: win_rate_p1")


def _only(table: pd.DataFrame, name: str) -> Any:
    """The value of a column where there is only one, as a JSON value."""
    values = list(dict.fromkeys(table[name])) if name in table else []
    return values[0] if len(values) == 1 else None
