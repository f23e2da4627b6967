"""A folder of matchup results: tables, charts and the manifest, and how they are read back."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from yomisim import __version__
from yomisim.errors import BadInput
from yomisim.estimate import editions
from yomisim.estimate.editions import Changes
from yomisim.estimate.matchups import COLUMNS
from yomisim.estimate.result import Matchups
from yomisim.report import figures
from yomisim.report.figure_changes import change_map
from yomisim.report.files import Staging
from yomisim.report.results import MANIFEST, Files, csv_text, left, pictures, put, table_files

TABLE, STRENGTHS, ENDINGS, WORLDS = "matchups.csv", "strengths.csv", "endings.csv", "worlds.csv"
CHANGES, CHARACTER_CHANGES, CHANGE_CHART = "editions.csv", "editions_characters.csv", "editions"
#: Limits have 6 decimals and means 4; win rates and differences are exact.
DIGITS = {
    **dict.fromkeys(("ci_low", "ci_high", "first_ci_low", "first_ci_high", "noise_low", "noise_high", "card_sd"), 6),
    "mean_turns": 4,
}
#: What an earlier run may have left.
OLD = re.compile(
    r"(matchups|strengths)_[a-z0-9_]+\.(png|svg)|(matchups|strengths|endings|worlds)\.(csv|parquet)|"
    r"editions(_characters)?\.(csv|parquet|png|svg)"
)


def write_matchups(
    stage: Staging, results: list[Matchups], folder: str = "", changes: Changes | None = None
) -> list[str]:
    """Write the tables, charts and manifest of one or more editions.

    Files of an earlier run that this one does not replace are removed: a folder holds one run.

    Parameters
    ----------
    stage : the open folder.
    results : one per edition, of one game.
    folder : folder inside the stage, such as ``"yomi1"``.
    changes : what one edition changed against the other, if that was played.

    Returns
    -------
    The names of the files, relative to the stage's folder.
    """
    files = _tables(TABLE, pd.concat([result.table for result in results]))
    files |= _tables(STRENGTHS, pd.concat([result.strengths() for result in results]))
    endings = [result.endings for result in results if result.endings is not None]
    if endings:
        files |= _tables(ENDINGS, pd.concat(endings))
    worlds = [result.worlds for result in results if result.worlds is not None]
    if worlds:
        files |= _tables(WORLDS, pd.concat(worlds))
    for result in results:
        for kind, draw in (("matchups", figures.heat_map), ("strengths", figures.strength_plot)):
            files |= pictures(f"{kind}_{result.edition}", draw(result))
    if changes is not None:
        files |= _change_files(changes)
    files[MANIFEST] = manifest(results, sorted(files), changes) + "\n"
    return put(stage, folder, files, left(stage.folder / folder, OLD))


def write_changes(stage: Staging, changes: Changes, folder: str = "") -> list[str]:
    """Write what changed between two data sets, as :func:`write_matchups` does for two editions.

    Tables and charts of the matchups are told apart by their edition. Where both sides are of one edition there are
    none, only what changed; the rates of both sides stand in the table of changes.
    """
    if changes.before.edition != changes.after.edition:
        return write_matchups(stage, [changes.before, changes.after], folder, changes)
    files = _change_files(changes)
    files[MANIFEST] = manifest([changes.before, changes.after], sorted(files), changes) + "\n"
    return put(stage, folder, files, left(stage.folder / folder, OLD))


def _change_files(changes: Changes) -> Files:
    return {
        **_tables(CHANGES, changes.table),
        **_tables(CHARACTER_CHANGES, changes.characters()),
        **pictures(CHANGE_CHART, change_map(changes)),
    }


def _tables(name: str, table: pd.DataFrame) -> Files:
    return table_files(name.removesuffix(".csv"), table.reset_index(drop=True), DIGITS)


def read_matchups(folder: Path) -> list[Matchups]:
    """Read back what :func:`write_matchups` wrote, one result per edition.

    Raises
    ------
    BadInput : where the files are missing or do not fit together.
    """
    try:
        runs = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["runs"]
        table = pd.read_csv(folder / TABLE)
        missing = [column for column in COLUMNS if column not in table]
        if missing:
            raise BadInput(f"has no column {missing[0]!r}", file=folder / TABLE)
        endings = pd.read_csv(folder / ENDINGS) if (folder / ENDINGS).is_file() else None
        results = []
        for run in runs:
            own = table[table["edition"] == run["edition"]].reset_index(drop=True)
            if own.empty:
                raise BadInput(f"has no rows of the edition {run['edition']!r}", file=folder / TABLE)
            made = {key: value for key, value in run.items() if key not in ("characters", "provisional")}
            ends = None if endings is None else endings[endings["edition"] == run["edition"]].reset_index(drop=True)
            names, doubtful = run["characters"], frozenset(run["provisional"])
            kept = pd.read_csv(folder / WORLDS) if run.get("uncertainty") else None
            results.append(Matchups(own, made, names, doubtful, ends, kept))
    except BadInput:  # which is a ValueError too
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(f"{reason}; make it with `make matchups`", file=error.filename or folder) from None
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"cannot be read ({type(error).__name__}: {error})", file=folder) from None
    if not results:
        raise BadInput("names no runs", file=folder / MANIFEST)
    return results


def read_changes(folder: Path, results: list[Matchups]) -> Changes | None:
    """Read back what changed between the first two results, or None where that was not played.

    Raises
    ------
    BadInput : where the file does not fit to the results.
    """
    path = folder / CHANGES
    if len(results) < 2 or not path.is_file():
        return None
    try:
        table = pd.read_csv(path)
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be read ({type(error).__name__}: {error})", file=path) from None
    missing = [column for column in editions.COLUMNS if column not in table]
    if missing or table.empty:
        raise BadInput(f"has no column {missing[0]!r}" if missing else "has no rows", file=path)
    for column, result in (("edition_before", results[0]), ("edition_after", results[1])):
        if set(table[column]) != {result.edition}:
            raise BadInput(f"does not compare the editions of {TABLE}", file=path)
    if not {*table["p1"], *table["p2"]} <= set(results[0].names):
        raise BadInput(f"has characters that {TABLE} has not", file=path)
    changes = Changes(table, results[0], results[1])
    try:
        left_out = json.loads((folder / MANIFEST).read_text(encoding="utf-8")).get("left_out")
    except (OSError, ValueError):
        left_out = None
    return replace(changes, left_out=left_out) if left_out else changes


def manifest(results: list[Matchups], files: list[str], changes: Changes | None = None) -> str:
    """How a folder was made, as JSON: version, and for each edition data hash, seed, policies, games and time.

    With a comparison also who was left out of it, because only one side has them.
    """
    runs = [
        {**result.made, "characters": result.names, "provisional": sorted(result.provisional)} for result in results
    ]
    left_out = {} if changes is None else {"left_out": changes.left_out}
    return json.dumps({"yomisim": __version__, "files": files, **left_out, "runs": runs}, indent=2, ensure_ascii=False)


def to_csv(table: pd.DataFrame) -> str:
    """A table as CSV text, with DIGITS."""
    return csv_text(table, DIGITS)


def changes_record(changes: Changes) -> dict[str, Any]:
    """A whole comparison as JSON values, for ``--json``."""
    return {
        "before": changes.before.made,
        "after": changes.after.made,
        "characters": changes.names,
        "left_out": changes.left_out,
        "headline": changes.headline(),
        "matchups": changes.table.to_dict("records"),
        "strengths": changes.characters().to_dict("records"),
    }


def as_record(result: Matchups) -> dict[str, Any]:
    """A whole result as JSON values, for ``--json``."""
    balance, first = result.balance(), result.first_turn()
    pairs = result.table[result.table["p1"] != result.table["p2"]]
    return {
        **result.made,
        "characters": result.names,
        "provisional": sorted(result.provisional),
        **({} if first is None else {"first_turn": {"win_rate": first[0], "ci95": list(first[1:])}}),
        "headline": result.headline(),
        "matchups": pairs.to_dict("records"),
        "strengths": result.strengths().drop(columns=["game", "edition"]).to_dict("records"),
        "balance": {"rms_distance": balance.distance, "ci95": [balance.ci_low, balance.ci_high]},
        "notable": result.notable().to_dict("records"),
        "mirrors": result.mirrors().to_dict("records"),
    }
