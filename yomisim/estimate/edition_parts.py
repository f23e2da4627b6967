"""An edition taken apart into patches: what the rules, and what each character's cards alone, do to the one before.

The edition before stands; of the edition after, one part at a time takes its place: its rules, or the cards of one
character. All parts and the whole are played on the same luck. What the parts do need not add up to the whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.plan import DEFAULT_POLICY
from yomisim.cards.load import Game
from yomisim.cards.patch import make_patch
from yomisim.estimate.patches import Effect, effects_of, plan_of

#: Names of the parts that are no character.
RULES, WHOLE = "rules", "all"
COLUMNS = [
    *("part", "games", "affected", "changed", "difference", "ci_low", "ci_high"),
    *("balance_before", "balance_after", "balance_difference", "balance_low", "balance_high"),
]


def play_parts(
    before: Game,
    after: Game,
    *,
    games: int,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    **how: Any,
) -> pd.DataFrame:
    """Play the edition before with each part of the edition after.

    Parameters
    ----------
    before, after : two editions with the same characters.
    games, seed, policy, characters : as for `patches.play_patches`. how : ``workers, progress, store``.

    Returns
    -------
    One row per part, the whole first, then the rules, then who gained most: columns `COLUMNS`. `affected` and `changed`
    count matchups that it touches, and those that have changed beyond chance; `difference` is the change of the
    character's own mean win rate (NaN for what is no character), balance figures are those of the cast (fractions).
    """
    plan = plan_of(before, games, seed, policy, characters)
    cast = sorted({id_ for pair in plan.pairs for id_ in (pair.a, pair.b)})
    parts = {WHOLE: replace(before, rules=after.rules, characters=after.characters)}
    parts[RULES] = replace(before, rules=after.rules)
    for id_ in cast:
        parts[id_] = replace(before, characters={**before.characters, id_: after.characters[id_]})
    named = [make_patch({}, name) for name in parts]
    effects = effects_of(plan, named, [replace(game, patch=name) for name, game in parts.items()], **how)
    table = pd.DataFrame([_row(name, effect) for name, effect in zip(parts, effects)], columns=COLUMNS)
    own = table[2:].sort_values("difference", ascending=False, kind="stable")
    return pd.concat([table[:2], own], ignore_index=True)


def _row(part: str, effect: Effect) -> tuple[Any, ...]:
    table, balance = effect.table, effect.balance
    figures = (np.nan, np.nan, np.nan)
    if part not in (RULES, WHOLE):
        row = effect.strengths().set_index("character").loc[part]
        figures = (float(row["difference"]), float(row["ci_low"]), float(row["ci_high"]))
    counts = int(table["games"].iloc[0]), int(table["affected"].sum()), int(table["changed"].sum())
    limits = balance.ci or (np.nan, np.nan)
    return (part, *counts, *figures, balance.before, balance.after, balance.difference, *limits)
