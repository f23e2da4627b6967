"""Writing ``data/policies/GAME.toml``: weights of policies with the record of how they were made."""

from __future__ import annotations

import json
from typing import Any

from yomisim.cards.minds import AnyWeights, EditionWeights, PolicyFile

HEAD = """\
# What the policy `equilibrium` takes states to be worth, in log-odds of winning. Made by `yomisim train`, see
# docs/policies.md; `made` tells how. Figures of human play took no part in it.
"""


def with_edition(file: PolicyFile | None, edition: str, weights: EditionWeights, made: dict[str, Any]) -> PolicyFile:
    """The policy file with the weights of one edition exchanged."""
    old = PolicyFile(editions={}) if file is None else file
    return PolicyFile(made={**old.made, edition: made}, editions={**old.editions, edition: weights})


def as_toml(file: PolicyFile) -> str:
    """A policy file as TOML text."""
    lines = [HEAD]
    for edition, made in file.made.items():
        lines += [f"[made.{edition}]", *(f"{key} = {_value(value)}" for key, value in made.items()), ""]
    for edition, part in file.editions.items():
        lines += [f"[editions.{edition}.play]"]
        lines += [f"{key} = {_value(value)}" for key, value in part.play.model_dump().items()]
        lines += ["", *_weights(f"editions.{edition}.shared", part.shared)]
        for name, weights in sorted(part.characters.items()):
            lines += _weights(f"editions.{edition}.characters.{name}", weights)
        for name, numbers in sorted(part.abilities.items()):
            lines += [f"[editions.{edition}.abilities.{name}]"]
            lines += [f"{json.dumps(ability)} = {number}" for ability, number in numbers.items()]
            lines += [""]
    return "\n".join(lines).rstrip() + "\n"


def _weights(place: str, weights: AnyWeights) -> list[str]:
    """A table of weights; tables in it stand behind it."""
    values = weights.model_dump()
    lines = [
        f"[{place}]",
        *(f"{key} = {_value(value)}" for key, value in values.items() if not isinstance(value, dict)),
    ]
    for name, table in values.items():
        if isinstance(table, dict) and table:
            lines += ["", f"[{place}.{name}]"]
            lines += [f"{json.dumps(key)} = {_value(_said(value))}" for key, value in table.items()]
    return [*lines, ""]


def _said(worth: dict[str, float]) -> dict[str, float]:
    """Of numbers by name those that are not nothing."""
    return {name: value for name, value in worth.items() if value}


def _value(value: Any) -> str:
    """A value as TOML: JSON does for numbers, texts and lists; tables stand in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)
