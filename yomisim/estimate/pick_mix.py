"""A mix of characters that somebody plays: read from a file or a mapping, checked against a chart."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from yomisim.errors import BadInput, check_type
from yomisim.estimate.charts import Chart
from yomisim.estimate.csv_rows import read_table
from yomisim.paths import checked_path

#: A published mix is rounded; a sum this near to 1 is made 1.
ROUNDING = 0.01 + 1e-9
COLUMNS = ("character", "probability")


def read_mix(path: Path | str, chart: Chart) -> tuple[np.ndarray, list[str]]:
    """Read a mix from a CSV file with the columns ``character,probability``; characters left out have 0.

    Returns
    -------
    (float64 of shape (n,) that adds to 1, remarks on what was made to fit).

    Raises
    ------
    BadInput : for unknown or repeated characters, numbers that are no probabilities, or a sum that is not 1.
    """
    table = read_table(checked_path(path, "mix"))
    table.need(COLUMNS, "a mix")
    mix = np.zeros(len(chart.names))
    seen: dict[int, int] = {}
    for row in table.rows:
        k = chart.index(row.name("character"), file=row.source, field=row.place("character"))
        if k in seen:
            raise row.mistake("character", f"{chart.names[k]!r} is there already (row {seen[k]})")
        seen[k] = row.line
        mix[k] = row.probability("probability")
    return _summing_to_one(mix, table.source)


def mix_of(given: Mapping[str, float], chart: Chart) -> tuple[np.ndarray, list[str]]:
    """The same from a mapping of names to probabilities."""
    mix = np.zeros(len(chart.names))
    seen: set[int] = set()
    for name, probability in given.items():
        check_type(f"mix[{name!r}]", probability, (int, float), "a probability such as 0.25")
        if not 0 <= probability <= 1:
            raise BadInput(f"{probability!r} is out of range: it must lie between 0 and 1", field=f"mix[{name!r}]")
        k = chart.index(name, field="mix")
        if k in seen:
            raise BadInput(f"{chart.names[k]!r} is given twice", field="mix")
        seen.add(k)
        mix[k] = probability
    return _summing_to_one(mix, "mix")


def _summing_to_one(mix: np.ndarray, source: str) -> tuple[np.ndarray, list[str]]:
    total = float(mix.sum())
    if abs(total - 1) > ROUNDING:
        raise BadInput(f"the probabilities add to {total:.6g} where 1 is right", file=source, field="probability")
    notes = [] if abs(total - 1) < 1e-9 else [f"{source}: the probabilities add to {total:.6g} and were stretched to 1"]
    return mix / total, notes
