"""Sensitivities and suggestions as text, as JSON values and as folders."""

from __future__ import annotations

from typing import Any

from yomisim.estimate.headline import shown_decimals
from yomisim.estimate.sensitivities import Sensitivities
from yomisim.estimate.suggest import BALANCE, Suggestions
from yomisim.report.files import Staging
from yomisim.report.knockouts import doubt_lines
from yomisim.report.patch_folder import slug
from yomisim.report.results import plain, write_results

#: Numbers that a terminal shows.
SHOWN = 30


def sensitivity_lines(result: Sensitivities) -> list[str]:
    """The numbers that move most, in points of mean win rate for a step."""
    made, table = result.made, result.table.head(SHOWN)
    width = max(len(name) for name in table["number"])
    lines = [
        f"{result.name}, {made['title']}, {made['edition']} edition: points of mean win rate for one more of a number",
        f"{made['policies'][0]} play, {made['games_per_pair']:,} games an opponent and value, same luck, "
        f"seed {made['seed']}",
        f"data {made['data']}, hash {made['data_hash']}",
        *doubt_lines(made),
        "",
        f"{'':<{width}}  value  tried        for 1 more  95% interval       a step   (* beyond chance)",
    ]
    for row in table.itertuples():
        tried, d = f"{row.low:g} to {row.high:g}", shown_decimals((row.ci_high - row.ci_low) / 2, 2)
        lines.append(
            f"{row.number:<{width}}  {row.value:>5g}  {tried:<12} {row.slope:+9.{d}f}  {row.ci_low:+6.{d}f} to "
            f"{row.ci_high:+6.{d}f}  {row.per_step:+6.{d}f} for {row.step:+g}{' *' if row.real else ''}"
        )
    rest = len(result.table) - len(table)
    return lines + ([f"and {rest} more that move less; --json or --out has them all"] if rest else [])


def sensitivity_record(result: Sensitivities) -> dict[str, Any]:
    """What ``sensitivities --json`` prints; slopes are points of win rate per unit."""
    return plain(
        {
            **result.made,
            "sensitivities": [_with_interval(row) for row in result.table.to_dict("records")],
            "matchups": [_with_interval(row) for row in result.matchups.to_dict("records")],
        }
    )


def _with_interval(row: dict[str, Any]) -> dict[str, Any]:
    return {**{k: v for k, v in row.items() if k not in ("ci_low", "ci_high")}, "ci95": [row["ci_low"], row["ci_high"]]}


def write_sensitivities(stage: Staging, result: Sensitivities) -> list[str]:
    """Write tables and a manifest; the names of the files."""
    tables = {"sensitivities": result.table, "sensitivities_matchups": result.matchups}
    return write_results(stage, "", tables, {}, result.made)


def suggestion_lines(result: Suggestions) -> list[str]:
    """The changes that were checked, the best first."""
    made = result.made
    if not result.found:
        return [f"none of {result.tried} numbers promises to bring {result.target} nearer to even"]
    aim = "matchups from even, typically" if result.target == BALANCE else f"{result.target} from even"
    lines = [
        f"{made['title']}, {made['edition']} edition: {result.tried} numbers tried by a step, "
        f"{made['screening']['games']:,} games a pair; the most promising checked with {made['games_per_pair']:,}",
        f"this rests on how {made['policies'][0]} plays, with the weights it has; people adapt to a change",
        f"data {made['data']}, hash {made['data_hash']}, seed {made['screening']['seed']}, of the check {made['seed']}",
        *doubt_lines(made),
        "",
        f"points of {aim}: before, after, change with its 95% interval",
    ]
    for one in result.found:
        d = 2 if one.ci is None else shown_decimals(50 * (one.ci[1] - one.ci[0]), 2)
        sure = "" if one.ci is None else f" ({100 * one.ci[0]:+.{d}f} to {100 * one.ci[1]:+.{d}f})"
        number = one.number
        steps = f"{abs(one.steps)} step{'' if abs(one.steps) == 1 else 's'}"
        figures = f"{100 * one.before:6.{d}f} {100 * one.after:6.{d}f} {100 * one.difference:+7.{d}f}{sure}"
        lines.append(
            f"{figures}  {number.character}, {number.name} {number.value:g} to {number.at(one.steps):g} "
            f"({steps}){'' if one.helps else ': not sure'}"
        )
    return lines


def suggestion_record(result: Suggestions) -> dict[str, Any]:
    """What ``suggest --json`` prints; distances are fractions."""
    found = [
        {**_with_interval(row), "patch": one.effect.patch.changes}
        for row, one in zip(result.table.to_dict("records"), result.found)
    ]
    return plain({"target": result.target, **result.made, "tried": result.tried, "suggestions": found})


def write_suggestions(stage: Staging, result: Suggestions) -> list[str]:
    """Write a table, a manifest, and a patch for each change; the names of the files."""
    made = {"target": result.target, "tried": result.tried, **result.made}
    files = write_results(stage, "", {"suggestions": result.table}, {}, made)
    taken: list[str] = []
    for one in result.found:
        name = slug(one.effect.title, taken)
        taken.append(name)
        stage.write(f"{name}.toml", one.effect.patch.write())
        files.append(f"{name}.toml")
    return files
