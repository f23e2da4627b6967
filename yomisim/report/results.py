"""What folders of results have in common: tables as text, charts as PNG and SVG, and that a folder holds one run."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from yomisim import __version__
from yomisim.report.figures import png, svg
from yomisim.report.files import Staging

MANIFEST = "manifest.json"
Files = dict[str, str | bytes]


def put(stage: Staging, folder: str, files: Files, old: Iterable[str] = ()) -> list[str]:
    """Hand files over, and drop what an earlier run left.

    Parameters
    ----------
    stage : the open folder.
    folder : folder inside the stage; empty for the stage's own.
    files : name -> content.
    old : names that an earlier run may have left; those that are not among `files` are removed.

    Returns
    -------
    The names of the files, relative to the stage's folder.
    """
    prefix = f"{folder}/" if folder else ""
    for name in sorted(set(old) - set(files)):
        stage.drop(prefix + name)
    for name, content in files.items():
        stage.write(prefix + name, content)
    return [prefix + name for name in files]


def left(place: Path, pattern: re.Pattern[str]) -> list[str]:
    """Names of the files in a folder that look like those of an earlier run."""
    return [path.name for path in place.iterdir() if pattern.fullmatch(path.name)] if place.is_dir() else []


def pictures(name: str, figure: Figure) -> Files:
    """A chart as PNG and SVG."""
    return {f"{name}.png": png(figure), f"{name}.svg": svg(figure)}


def csv_text(table: pd.DataFrame, digits: Mapping[str, int] | int | None = None) -> str:
    """A table as CSV text.

    Parameters
    ----------
    digits : decimals, of all columns or by column (those that the table has); None rounds nothing.
    """
    if isinstance(digits, Mapping):
        digits = {name: count for name, count in digits.items() if name in table}
    rounded = table if digits is None else table.round(digits)
    return rounded.to_csv(index=False, lineterminator="\n")


def table_files(name: str, table: pd.DataFrame, digits: Mapping[str, int] | int | None = None) -> Files:
    """A table as CSV and Parquet, called `name`; the CSV file with so many decimals, see :func:`csv_text`."""
    return {f"{name}.csv": csv_text(table, digits), f"{name}.parquet": _parquet(table)}


def write_results(
    stage: Staging,
    folder: str,
    tables: Mapping[str, pd.DataFrame],
    charts: Mapping[str, Figure],
    made: dict[str, Any],
    digits: Mapping[str, int] | None = None,
) -> list[str]:
    """Write tables (as CSV and Parquet), charts and manifest of one pipeline to a folder of its own.

    Parameters
    ----------
    stage : the open folder.
    folder : folder inside the stage, such as ``"yomi1/policy_ladder"``; it holds one run.
    tables, charts : by name, without the ending.
    made : how it was made, JSON values; NaN becomes null.
    digits : decimals of the CSV files, by column.

    Returns
    -------
    The names of the files, relative to the stage's folder.
    """
    files: Files = {}
    for name, table in tables.items():
        files |= table_files(name, table, digits)
    for name, chart in charts.items():
        files |= pictures(name, chart)
    record = {"yomisim": __version__, "files": sorted(files), **made}
    files[MANIFEST] = json.dumps(plain(record), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    return put(stage, folder, files, _named_by_manifest(stage.folder / folder))


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


def _named_by_manifest(folder: Path) -> list[str]:
    """Files that the folder's manifest names."""
    try:
        names = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        # Names with a folder in them are none of ours.
        return [name for name in names if isinstance(name, str) and Path(name).name == name]
    except (OSError, ValueError, KeyError, TypeError):
        return []
