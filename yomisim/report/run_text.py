"""A run as plain text for a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yomisim.batch.run_folder import FINISHED, PARTS


def run_record_lines(record: dict[str, Any], folder: Path) -> list[str]:
    """What a manifest of `yomisim.batch.run_folder` tells: plan, what it rests on, how far it is, what came of it."""
    plan = record["plan"]
    said = [f"{name} {_shown(value)}" for name, value in plan.items() if value not in (None, [], False)]
    lines = [
        f"{folder}: {_state(record)}, begun {record['begun']}"
        + (f", finished {record['finished']}" if record["finished"] else ""),
        f"  plan: {', '.join(said)}",
        f"  data {record['data']}, hash {record['data_hash']}; engine {record['engine']}; yomisim {record['yomisim']}",
        f"  machine: {record['machine']['processor']}, {record['machine']['cores']} cores",
    ]
    for number, sitting in enumerate(record["sittings"], 1):
        played = f", {sitting['played']:,} games" if "played" in sitting else ""
        lines.append(f"  sitting {number}: {sitting['begun']} to {sitting['ended'] or '?'}, {sitting['how']}{played}")
    if record["state"] != FINISHED:
        kept = sum(1 for file in (folder / PARTS).glob("*.npz") if not file.name.startswith("."))
        return [*lines, f"  {kept:,} chunks are played; `yomisim run` with the same plan goes on from there"]
    rows = "; a row of every game in games/" if plan.get("rows") else ""
    return [
        *lines,
        f"  {record['games_in_all']:,} games; tables: {', '.join(record['files'])}{rows}",
        "",
        *record["headline"],
    ]


def _state(record: dict[str, Any]) -> str:
    """The manifest is written when a sitting begins and when it ends: one that was killed says nothing of its end."""
    if record["state"] == FINISHED:
        return FINISHED
    return "stopped" if record["sittings"][-1]["ended"] else "not finished"


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
