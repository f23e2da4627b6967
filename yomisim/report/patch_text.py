"""What patches do, as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from yomisim.estimate.editions import sentences
from yomisim.estimate.headline import shown_decimals
from yomisim.estimate.patch_openers import by_kind
from yomisim.estimate.patches import BalanceChange, Effect
from yomisim.estimate.savings import of_comparison

#: Picks rarer than this on both sides are not told.
RARE = 0.005


def patch_lines(effects: list[Effect]) -> list[str]:
    """Each patch: how it was played, the notable changes, then matchups, strengths, picks and combos."""
    lines: list[str] = []
    for effect in effects:
        lines += [*_of_one(effect), ""]
    return lines[:-1] if len(effects) == 1 else [*lines, *side_by_side(effects)]


def _of_one(effect: Effect) -> list[str]:
    changes, names = effect.changes, effect.changes.names
    made, affected = changes.before.made, effect.affected
    amount = f"{made['games_per_pair']:,} games a pair and side"
    if effect.precision is not None:
        amount = f"differences to within {effect.precision:g} points"
    luck = of_comparison(changes.table, changes.before.table, changes.after.table)
    head = [
        f"{effect.title}: {effect.before.called}, {made['policies'][0]} play, {amount}, same luck, seed {made['seed']}",
        f"data {made['data']}, hash {made['data_hash']}, with the patch {changes.after.made['data_hash']}",
        *(f"- {line}" for line in sentences(effect.table, names)),
        f"- {balance_words(effect.balance)}",
        *([f"- {luck.sentence('Both sides on the same luck')}."] if luck.games else []),
        *([changes.doubt()] if changes.doubt() else []),
        "",
    ]
    return [
        *head,
        *matchup_lines(affected, names),
        f"not changed: {len(effect.table) - len(affected)} of {len(effect.table)} matchups",
        "",
        *strength_lines(effect.strengths(), names),
        *_picks(effect.picks, names),
        *_openers(effect.openers, names),
        *_combos(effect.combos, names),
    ]


def balance_words(change: BalanceChange) -> str:
    """The balance figure in a sentence."""
    if change.difference == 0:
        return f"Matchups stand {100 * change.before:.1f} points from even, as before."
    half = 0.0 if change.ci is None else 50 * (change.ci[1] - change.ci[0])
    d = shown_decimals(half, 2)
    sure = "" if change.ci is None else f", 95% interval {100 * change.ci[0]:+.{d}f} to {100 * change.ci[1]:+.{d}f}"
    return (
        f"Matchups stand {100 * change.before:.{d}f} points from even before and {100 * change.after:.{d}f} after "
        f"({100 * change.difference:+.{d}f}{sure})."
    )


def matchup_lines(affected: pd.DataFrame, names: Mapping[str, str]) -> list[str]:
    """Each matchup before and after in percent, the change with its 95% interval, and its games."""
    if affected.empty:
        return []
    width = max(len(f"{names[row.p1]} - {names[row.p2]}") for row in affected.itertuples())
    lines = [f"{'matchup':<{width}}  before  after  change  95% interval      games   (* beyond chance)"]
    for row in affected.itertuples():
        lines.append(f"{f'{names[row.p1]} - {names[row.p2]}':<{width}}  {_figures(row)}  {row.games:>9,}{_star(row)}")
    return lines


def _figures(row: Any) -> str:
    d = shown_decimals(50 * (row.ci_high - row.ci_low), 2)
    return (
        f"{100 * row.before:6.1f} {100 * row.after:6.1f} {100 * row.difference:+7.{d}f}  "
        f"{100 * row.ci_low:+6.{d}f} to {100 * row.ci_high:+6.{d}f}"
    )


def _star(row: Any) -> str:
    return " *" if row.changed else ""


def strength_lines(people: pd.DataFrame, names: Mapping[str, str]) -> list[str]:
    """Mean strengths before and after in percent, and the change with its 95% interval."""
    width = max(8, *(len(names[i]) for i in people["character"]))
    lines = [f"{'strength':<{width}}  before  after  change  95% interval"]
    return lines + [f"{names[row.character]:<{width}}  {_figures(row)}{_star(row)}" for row in people.itertuples()]


def _picks(picks: pd.DataFrame, names: Mapping[str, str]) -> list[str]:
    own = picks[(picks["before"] >= RARE) | (picks["after"] >= RARE)]
    width = max(5, *(len(names[i]) for i in own["character"]))
    lines = ["", f"{'picks':<{width}}  before  after  change  95% interval   (how often at equilibrium, percent)"]
    for row in own.itertuples():
        lines.append(
            f"{names[row.character]:<{width}}  {100 * row.before:6.0f} {100 * row.after:6.0f} "
            f"{100 * row.difference:+7.0f}  {100 * row.ci_low:+.0f} to {100 * row.ci_high:+.0f}"
        )
    return lines


def _openers(openers: pd.DataFrame | None, names: Mapping[str, str]) -> list[str]:
    if openers is None:
        return []
    lines = ["", "openers, percent before and after (greedy plays on; each with its interval in --json and --out)"]
    for (position, who), rows in by_kind(openers).groupby(["position", "character"], sort=False):
        told = [f"{row.kind} {100 * row.before:.0f} to {100 * row.after:.0f}" for row in rows.itertuples()]
        lines.append(f"{position}, {names[str(who)]}: {', '.join(told)}")
    return lines


def _combos(combos: pd.DataFrame | None, names: Mapping[str, str]) -> list[str]:
    if combos is None or combos.empty:
        return []
    lines = ["", "most damage of starters"]
    for row in combos.itertuples():
        ways = dict.fromkeys((row.combo_before or "none", row.combo_after or "none"))
        damage = f"{row.damage_before} to {row.damage_after}"
        lines.append(f"{names[row.character]}, {row.starter}: {damage} ({' to '.join(ways)})")
    return lines


def side_by_side(effects: Iterable[Effect]) -> list[str]:
    """Changes of mean strength and of the balance figure, one column a patch."""
    effects = list(effects)
    tables = [effect.strengths().set_index("character") for effect in effects]
    names = effects[0].changes.names
    width = max(8, *(len(name) for name in names.values()))
    lines = ["side by side: change of mean win rate in points, with the half width of its 95% interval"]
    lines += [f"  {number}: {effect.title}" for number, effect in enumerate(effects, 1)]
    lines.append(f"{'':<{width}}" + "".join(f"{number:>14}" for number in range(1, len(effects) + 1)))
    for id_ in sorted(names):
        cells = [_cell(table.loc[id_]) for table in tables]
        lines.append(f"{names[id_]:<{width}}" + "".join(f"{cell:>14}" for cell in cells))
    cells = [f"{100 * effect.balance.difference:+.2f}" for effect in effects]
    return [*lines, f"{'balance':<{width}}" + "".join(f"{cell:>14}" for cell in cells)]


def _cell(row: Any) -> str:
    half = 50 * (row["ci_high"] - row["ci_low"])
    d = shown_decimals(half, 2)
    return f"{100 * row['difference']:+.{d}f} ±{half:.{d}f}" if half else "0"
