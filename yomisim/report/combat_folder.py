"""The folders of combats and of trials: tables and pictures, and how the tables are read back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from yomisim.errors import BadInput
from yomisim.estimate import combats, trials
from yomisim.estimate.combats import Combats
from yomisim.estimate.result import Matchups
from yomisim.estimate.trials import Trials
from yomisim.report.figure_combats import lead_maps, mix_bars, payoff_map
from yomisim.report.files import Staging
from yomisim.report.results import MANIFEST, write_results

#: Folders inside that of the game.
COMBATS, TRIALS = "combats", "trials"
#: Decimals of the tables: of values and limits.
DIGITS = dict.fromkeys(("value", "ci_low", "ci_high", "held"), 6)


def write_combats(stage: Staging, results: list[Matchups], folder: str) -> list[str]:
    """Write what happened in the combats of some editions; nothing where none were counted.

    Parameters
    ----------
    stage : the open folder. folder : folder inside it.

    Returns
    -------
    The names of the files, relative to the stage's folder.
    """
    counted = [(result, result.combats) for result in results if result.combats is not None]
    if not counted:
        return []
    tables = {
        name: pd.concat([own.tables()[name] for _, own in counted], ignore_index=True) for name in combats.COLUMNS
    }
    charts = {}
    for result, own in counted:
        charts[f"mixes_{result.edition}"] = mix_bars(result, own)
        charts[f"leads_{result.edition}"] = lead_maps(result, own)
    made = {"runs": [result.made for result, _ in counted]}
    return write_results(stage, folder, tables, charts, made, DIGITS)


def write_trials(stage: Staging, found: Mapping[str, Trials], folder: str) -> list[str]:
    """Write what openers are worth, by edition; as :func:`write_combats`."""
    if not found:
        return []
    tables = {
        name: pd.concat([one.tables()[name] for one in found.values()], ignore_index=True) for name in trials.COLUMNS
    }
    charts = {f"payoffs_{edition}": payoff_map(one) for edition, one in found.items()}
    return write_results(stage, folder, tables, charts, {"runs": [one.made for one in found.values()]}, DIGITS)


def read_combats(folder: Path, results: list[Matchups]) -> list[Matchups]:
    """The results with their combats, as :func:`write_combats` wrote them; as they are where nothing was written.

    Raises
    ------
    BadInput : where the tables cannot be read.
    """
    if not (folder / MANIFEST).is_file():
        return results
    tables = _read(folder, combats.COLUMNS)
    return [
        replace(result, combats=Combats(**own)) if (own := _of_edition(tables, result.edition)) else result
        for result in results
    ]


def read_trials(folder: Path) -> dict[str, Trials]:
    """What openers are worth, by edition, as :func:`write_trials` wrote it; empty where nothing was written.

    Raises
    ------
    BadInput : where the tables cannot be read.
    """
    if not (folder / MANIFEST).is_file():
        return {}
    tables = _read(folder, trials.COLUMNS)
    try:
        runs = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["runs"]
        return {run["edition"]: Trials(**own, made=run) for run in runs if (own := _of_edition(tables, run["edition"]))}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"cannot be read ({type(error).__name__}: {error})", file=folder / MANIFEST) from None


def _read(folder: Path, columns: Mapping[str, list[str]]) -> dict[str, pd.DataFrame]:
    tables = {}
    for name, wanted in columns.items():
        path = folder / f"{name}.csv"
        try:
            tables[name] = pd.read_csv(path, dtype={"card": str})
        except (OSError, ValueError) as error:
            raise BadInput(f"cannot be read ({type(error).__name__}: {error})", file=path) from None
        missing = [column for column in wanted if column not in tables[name]]
        if missing:
            raise BadInput(f"has no column {missing[0]!r}", file=path)
    return tables


def _of_edition(tables: Mapping[str, pd.DataFrame], edition: str) -> dict[str, Any]:
    """The rows of one edition in all tables; empty where there are none."""
    own = {name: table[table["edition"] == edition].reset_index(drop=True) for name, table in tables.items()}
    return own if all(len(table) for table in own.values()) else {}
