"""A folder of one pipeline's results: tables as CSV and Parquet, charts as PNG and SVG, and how they were made."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from yomisim import __version__
from yomisim.report.figures import png, svg
from yomisim.report.files import Staging

MANIFEST = "manifest.json"


def write_results(
    stage: Staging, folder: str, tables: Mapping[str, pd.DataFrame], charts: Mapping[str, Figure], made: dict[str, Any]
) -> list[str]:
    """Write tables, charts and manifest; what an earlier run wrote here and this one does not is removed.

    Parameters
    ----------
    stage : the open folder.
    folder : folder inside the stage, such as ``"yomi1/policy_ladder"``; it holds one run.
    tables, charts : by name, without the ending.
    made : how it was made, JSON values; NaN becomes null.

    Returns
    -------
    The names of the files, relative to the stage's folder.
    """
    files: dict[str, str | bytes] = {}
    for name, table in tables.items():
        files[f"{name}.csv"] = table.to_csv(index=False, lineterminator="\n")
        files[f"{name}.parquet"] = _parquet(table)
    for name, chart in charts.items():
        files[f"{name}.png"] = png(chart)
        files[f"{name}.svg"] = svg(chart)
    record = {"yomisim": __version__, "files": sorted(files), **made}
    files[MANIFEST] = json.dumps(plain(record), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    for old in _earlier(stage.folder / folder):
        if old not in files:
            stage.drop(f"{folder}/{old}")
    for name, content in files.items():
        stage.write(f"{folder}/{name}", content)
    return [f"{folder}/{name}" for name in files]


def plain(value: Any) -> Any:
    """JSON values, with None for numbers that are not finite."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _parquet(table: pd.DataFrame) -> bytes:
    buffer = io.BytesIO()
    table.to_parquet(buffer, index=False)
    return buffer.getvalue()


def _earlier(folder: Path) -> list[str]:
    """Files that the folder's manifest names."""
    try:
        names = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        # Names with a folder in them are none of ours.
        return [name for name in names if isinstance(name, str) and Path(name).name == name]
    except (OSError, ValueError, KeyError, TypeError):
        return []
