"""What patches do, as JSON values and as a folder of tables and charts."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from yomisim.estimate.patches import BalanceChange, Effect
from yomisim.report.figure_changes import change_map
from yomisim.report.files import Staging
from yomisim.report.results import plain, write_results


def patch_record(effects: list[Effect]) -> dict[str, Any]:
    """What ``patch --json`` prints: that of the patch, or ``patches`` with one for each."""
    records = [effect_record(effect) for effect in effects]
    return records[0] if len(records) == 1 else {"patches": records}


def effect_record(effect: Effect) -> dict[str, Any]:
    """One patch as JSON values; rates and differences are fractions."""
    made = effect.changes.before.made
    combos = effect.combos
    return plain(
        {
            "title": effect.title,
            "patch": effect.patch.changes,
            "game": effect.before.id,
            "edition": effect.before.edition,
            "policies": made["policies"],
            "seed": made["seed"],
            "precision": effect.precision,
            "data": made["data"],
            "data_hash": {"before": made["data_hash"], "after": effect.changes.after.made["data_hash"]},
            "characters": effect.changes.names,
            "headline": effect.changes.headline(),
            "matchups": _rows(effect.table, ["p1", "p2"], ["games", "affected", "changed"]),
            "strengths": _rows(effect.strengths(), ["character"], ["games", "changed"]),
            "balance": balance_record(effect.balance),
            "picks": _rows(effect.picks, ["character"], []),
            "openers": None if effect.openers is None else effect.openers.to_dict("records"),
            "combos": None if combos is None else combos.to_dict("records"),
        }
    )


def balance_record(change: BalanceChange) -> dict[str, Any]:
    """The balance figure before and after, as fractions."""
    return {
        "before": change.before,
        "before_ci95": list(change.before_ci),
        "after": change.after,
        "after_ci95": list(change.after_ci),
        "difference": change.difference,
        "ci95": None if change.ci is None else list(change.ci),
    }


def _rows(table: pd.DataFrame, keys: list[str], more: list[str]) -> list[dict[str, Any]]:
    rows = table[[*keys, "before", "after", "difference", "ci_low", "ci_high", *more]].to_dict("records")
    return [
        {
            **{key: row[key] for key in (*keys, "before", "after", "difference")},
            "ci95": [row["ci_low"], row["ci_high"]],
            **{key: row[key] for key in more},
        }
        for row in rows
    ]


def write_patches(stage: Staging, effects: list[Effect]) -> list[str]:
    """Write tables, a chart and a manifest for each patch: into the folder itself, or of several into one each.

    Returns
    -------
    The names of the files, relative to the stage's folder.
    """
    files: list[str] = []
    taken: list[str] = []
    for effect in effects:
        name = slug(effect.title, taken)
        taken.append(name)
        files += write_effect(stage, effect, "" if len(effects) == 1 else name)
    return files


def write_effect(stage: Staging, effect: Effect, folder: str) -> list[str]:
    """Write one patch; the names of the files."""
    tables = {"matchups": effect.table, "strengths": effect.strengths(), "picks": effect.picks}
    combos = effect.combos
    if combos is not None:
        tables["combos"] = combos
    if effect.openers is not None:
        tables["openers"] = effect.openers
    charts = {"changes": change_map(effect.changes)}
    record = effect_record(effect)
    left_to_tables = ("matchups", "strengths", "picks", "openers", "combos")
    sides = {"before": effect.changes.before.made, "after": effect.changes.after.made}
    made = {**{key: value for key, value in record.items() if key not in left_to_tables}, "runs": sides}
    return write_results(stage, folder, tables, charts, made)


def slug(title: str, taken: list[str]) -> str:
    """A name for a folder: small letters, digits and _; another one where it is taken."""
    name = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_") or "patch"
    number = 1
    while (own := name if number == 1 else f"{name}_{number}") in taken:
        number += 1
    return own
