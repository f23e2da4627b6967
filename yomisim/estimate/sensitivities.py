"""How much each number on a character's cards matters: derivatives of win rates by finite differences.

A number is changed by a step up and by a step down, and both data sets are played on the same luck; the derivative is
the mean difference of the two, game number by game number, over the distance of the values. Where one of them is no
value that a card may have, the cards as they are take its place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.plan import DEFAULT_POLICY
from yomisim.batch.variants import Variants
from yomisim.cards.doubt import told
from yomisim.cards.load import Game
from yomisim.estimate import intervals
from yomisim.estimate.knockouts import against_all, cast_of
from yomisim.estimate.matchups import LEVEL
from yomisim.estimate.numbers import Number, numbers_of
from yomisim.estimate.paired import paired_difference
from yomisim.estimate.result import describe, loaded_game

#: Games per pair and data set where nothing else is said.
GAMES = 4_000


@dataclass(frozen=True)
class Sensitivities:
    """What each number of a character is worth.

    Parameters
    ----------
    character : id. name : as it is printed.
    table : one row per number, the one that moves most by a step first: ``number, field, value, low, high`` (the values
        that were played), ``step, opponents, games, slope`` (win rate in points per unit of the number, mean over
        opponents), ``ci_low, ci_high``, ``per_step`` (points of win rate for a step up), ``real`` (beyond chance after
        correction for their number).
    matchups : the same slopes by opponent: ``number, opponent, games, slope, ci_low, ci_high``.
    made : how it was made, JSON values.
    """

    character: str
    name: str
    table: pd.DataFrame
    matchups: pd.DataFrame
    made: dict[str, Any]


def play_sensitivities(
    game: Game | str,
    character: str,
    *,
    games: int | None = None,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    **how: Any,
) -> Sensitivities:
    """Change every number of a character by a step up and down and play it against the others.

    Parameters
    ----------
    character : id or name. games : games per opponent and value; None is GAMES.
    characters : the opponents; None is all.
    seed, policy : as for `patches.play_patches`. how : ``workers, progress, store``.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    loaded = loaded_game(game)
    own = loaded.character(character).id
    plan = against_all(loaded, own, GAMES if games is None else games, seed, policy, characters)
    afters: list[Game] = []
    asked = []
    for number in numbers_of(loaded, own):
        low, high = (_side(number, loaded, steps, afters) for steps in (-1, 1))
        if low != high:
            asked.append((number, *low, *high))
    variants = Variants(plan, [replace(plan, game=other) for other in afters], **how)
    variants.fixed()
    count, signs = plan.games // 2, np.array([1 if pair.a == own else -1 for pair in plan.pairs])
    z, rows, each = intervals.quantile(LEVEL), [], []
    for number, down, below, up, above in asked:
        span = number.at(up) - number.at(down)
        same = variants.places[below + 1] == variants.places[above + 1]
        found = [paired_difference(variants.between(below, above, pair, count)) for pair in range(len(plan.pairs))]
        slopes = 100 * signs * np.array([mean for mean, _ in found]) / span
        errors = np.where(same, 0.0, [100 * error / span for _, error in found])
        mean, error = float(slopes.mean()) + 0.0, math.sqrt(float((errors**2).sum())) / len(found)
        limits = mean - z * error, mean + z * error
        values = (number.value, number.at(down), number.at(up), number.step)
        rows.append((number.name, number.field, *values, len(found), plan.games, mean, *limits, mean * number.step))
        for pair, slope, one in zip(plan.pairs, slopes, errors):
            other = pair.b if pair.a == own else pair.a
            each.append((number.name, other, plan.games, slope + 0.0, slope - z * one, slope + z * one))
    columns = ["number", "field", "value", "low", "high", "step", "opponents", "games", "slope", "ci_low", "ci_high"]
    table = _judged(pd.DataFrame(rows, columns=[*columns, "per_step"]))
    matchups = pd.DataFrame(each, columns=["number", "opponent", "games", "slope", "ci_low", "ci_high"])
    made = {**describe(plan, variants.seconds), "character": own, **told(loaded, cast_of(plan))}
    return Sensitivities(own, loaded.characters[own].short_name, table, matchups, made)


def _side(number: Number, game: Game, steps: int, afters: list[Game]) -> tuple[int, int]:
    """Steps and place among `afters` (which grows) of a changed number; where it may not be, 0 and -1: as it is."""
    found = number.changed(game, steps)
    if found is None:
        return 0, -1
    afters.append(found[1])
    return steps, len(afters) - 1


def _judged(table: pd.DataFrame) -> pd.DataFrame:
    error = (table["ci_high"] - table["ci_low"]).to_numpy() / (2 * intervals.quantile(LEVEL))
    score = np.divide(table["slope"].to_numpy(), error, out=np.zeros(len(error)), where=error > 0)
    p_values = np.array([math.erfc(abs(value) / math.sqrt(2)) for value in score])
    table = table.assign(real=intervals.adjust(p_values) < 1 - LEVEL)
    return table.loc[table["per_step"].abs().sort_values(ascending=False, kind="stable").index].reset_index(drop=True)
