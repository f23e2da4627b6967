"""The folder of what was measured against bots: writing it, and reading it again for the report."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from yomisim.estimate.bots import COLUMNS, OPENER_COLUMNS, ORDER_COLUMNS, Bots
from yomisim.report.bots_page import bots_page
from yomisim.report.figure_bots import bots_figure
from yomisim.report.files import Staging
from yomisim.report.results import MANIFEST, write_results

#: The folder in OUT, and the page in it.
BOTS = "yomi2/bots"
PAGE = "index.html"
#: The tables by name, and the columns of each.
TABLES = {"bots": COLUMNS, "difficulty": ORDER_COLUMNS, "openers": OPENER_COLUMNS}


def write_bots(stage: Staging, result: Bots) -> list[str]:
    """Put page, tables, chart and manifest into the open folder; gives the names of the files."""
    tables = {"bots": result.table, "difficulty": result.order, "openers": result.openers}
    files = write_results(stage, BOTS, tables, {"bots": bots_figure(result)}, result.made)
    stage.write(f"{BOTS}/{PAGE}", bots_page(result))
    return [f"{BOTS}/{PAGE}", *files]


def read_bots(folder: Path) -> Bots | None:
    """What :func:`write_bots` wrote; None where it did not, or another version with other columns did."""
    try:
        tables = {name: pd.read_csv(folder / f"{name}.csv") for name in TABLES}
        made = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if any(list(tables[name].columns) != columns for name, columns in TABLES.items()) or "names" not in made:
        return None
    return Bots(tables["bots"], tables["difficulty"], tables["openers"], made)
