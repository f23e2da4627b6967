"""A folder of openers: tables, pictures, and the whole result as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pandas as pd

from yomisim.estimate.opener_result import OpenerMixes
from yomisim.report.figure_openers import kind_bars, payoff_map
from yomisim.report.files import Staging
from yomisim.report.results import Files, left, pictures, put, table_files

TABLE, CELLS, RECORD = "openers", "opener_payoffs", "openers.json"
#: Decimals of the tables.
DIGITS = 6
#: What an earlier run may have left.
OLD = re.compile(r"openers_[a-z0-9_-]+\.(png|svg)")


def write_openers(
    stage: Staging, found: Sequence[OpenerMixes], folder: str = "", made: dict | None = None
) -> list[str]:
    """Write tables, pictures and the JSON record of some pairs of characters.

    Parameters
    ----------
    found : of one pair every position gets its picture of payoffs, of several only the first (drawing takes its time).
    stage : the open folder. folder : folder inside it. made : more for the record of several pairs.

    Returns
    -------
    The names of the files, relative to the stage's folder.
    """
    tables, cells = [], []
    files: Files = {}
    for each in found:
        pair = {"edition": each.game.edition, "p1": each.characters[0].id, "p2": each.characters[1].id}
        tables.append(each.table.assign(**pair)[[*pair, *each.table.columns]])
        cells.append(each.cells.assign(**pair)[[*pair, *each.cells.columns]])
        name = "_".join(pair.values())
        files |= pictures(f"openers_{name}_kinds", kind_bars(each))
        for position in each.positions if len(found) == 1 else each.positions[:1]:
            slug = re.sub(r"[^a-z0-9]+", "-", position.kind.lower()).strip("-")
            files |= pictures(f"openers_{name}_{slug}", payoff_map(each, position))
    files |= table_files(TABLE, pd.concat(tables, ignore_index=True), DIGITS)
    files |= table_files(CELLS, pd.concat(cells, ignore_index=True), DIGITS)
    records: list[dict[str, Any]] = [each.record() for each in found]
    record = records[0] if len(records) == 1 and not made else {**(made or {}), "pairs": records}
    files[RECORD] = json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    return put(stage, folder, files, left(stage.folder / folder, OLD))
