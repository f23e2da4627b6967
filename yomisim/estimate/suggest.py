"""The cheapest single changes that bring a matchup, or the whole cast, nearer to even.

1. *Screening*: every number on every card (of the cast, or of the two characters of the matchup) is changed by one
   step and played on the same luck. What k steps would do is extrapolated along the line.
2. *Choice*: for each number the fewest steps that give most of what is to be had from it; then the numbers that promise
   most.
3. *Check*: each of these is a patch, and it is played in full on other luck than the screening, which it was chosen
   by. Only these figures are told as results.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.plan import DEFAULT_POLICY, MAX_SEED, check_count
from yomisim.batch.run import Progress
from yomisim.batch.variants import Variants
from yomisim.cards.doubt import told
from yomisim.cards.load import Game
from yomisim.errors import BadInput, check_type
from yomisim.estimate import intervals
from yomisim.estimate.matchups import LEVEL
from yomisim.estimate.numbers import Number, numbers_of
from yomisim.estimate.paired import paired_difference
from yomisim.estimate.patches import Effect, effects_of, plan_of
from yomisim.estimate.result import loaded_game

BALANCE = "balance"
#: Games of a pair and change in the screening, and of the check.
SCREENING, GAMES = 1_000, 10_000
#: Steps of one number at most, and the part of what a number can do that is enough.
MOST_STEPS, ENOUGH = 4, 0.8


@dataclass(frozen=True)
class Suggestion:
    """One change, checked.

    number : what is changed. steps : by how many steps. promised : what the screening promised (the distance from even
    that goes, as a fraction). effect : the full run. before, after, difference, ci : the distance from even that was
    aimed at (of the matchup, or the balance figure of the cast), as fractions; `ci` is None where there is none.
    """

    number: Number
    steps: int
    promised: float
    effect: Effect
    before: float
    after: float
    difference: float
    ci: tuple[float, float] | None

    @property
    def helps(self) -> bool:
        """Whether it brings the target nearer to even, beyond chance."""
        return self.ci is not None and self.ci[1] < 0


@dataclass(frozen=True)
class Suggestions:
    """Changes towards a target, the best one first.

    Parameters
    ----------
    target : "balance", or ids "a-b". found : the changes. tried : how many numbers were screened.
    made : how the check was made, JSON values.
    """

    target: str
    found: list[Suggestion]
    tried: int
    made: dict[str, Any]

    @property
    def table(self) -> pd.DataFrame:
        """One row per suggestion: what changes, and what that does to the target (fractions)."""
        rows = [
            (
                *(one.number.character, one.number.name, one.number.value, one.number.at(one.steps), abs(one.steps)),
                *(one.promised, one.before, one.after, one.difference, *(one.ci or (np.nan, np.nan)), one.helps),
            )
            for one in self.found
        ]
        columns = ["character", "number", "value", "suggested", "steps", "promised", "before", "after", "difference"]
        return pd.DataFrame(rows, columns=[*columns, "ci_low", "ci_high", "helps"])


def suggest(
    game: Game | str,
    target: str = BALANCE,
    *,
    count: int = 5,
    games: int = GAMES,
    screening: int = SCREENING,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    progress: Progress | None = None,
    **how: Any,
) -> Suggestions:
    """The single changes that bring a target nearest to even.

    Parameters
    ----------
    target : "balance" for the whole cast, or a matchup "a-b".
    count : how many changes are checked. games : games per pair of the check; screening : of the screening.
    seed : of the screening; the check has the next one. policy : who plays; the answer rests on it.
    characters : the cast. how : ``workers, store``.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    loaded = loaded_game(game)
    check_type("target", target, str, 'balance, or a matchup such as "a-b"')
    check_count("count", count, 50)
    whole = plan_of(loaded, screening, seed, policy, characters)
    cast = sorted({id_ for pair in whole.pairs for id_ in (pair.a, pair.b)})
    plan = whole if target == BALANCE else plan_of(loaded, screening, seed, policy, pairs=[target])
    whose = cast if target == BALANCE else [plan.pairs[0].a, plan.pairs[0].b]
    if not set(whose) <= set(cast):
        raise BadInput("both characters of the matchup must be among --characters", field="target")
    asked = [one for one in (_one_step(loaded, n) for id_ in whose for n in numbers_of(loaded, id_)) if one is not None]
    variants = Variants(plan, [replace(plan, game=other) for _, _, other in asked], progress=progress, **how)
    variants.fixed()
    best = _choose(loaded, variants, [(number, step) for number, step, _ in asked], count)
    check = replace(whole, seed=(seed + 1) % MAX_SEED, games=games + games % 2)
    patched = [number.changed(loaded, steps) for number, steps, _ in best]
    able = [(one, found) for one, found in zip(best, patched) if found is not None]
    effects = effects_of(check, [p for _, (p, _) in able], [g for _, (_, g) in able], progress=progress, **how)
    found = [
        _checked(*one, effect, target, plan.pairs[0].a, plan.pairs[0].b) for (one, _), effect in zip(able, effects)
    ]
    found.sort(key=lambda one: one.difference)
    made = dict(effects[0].changes.before.made) if effects else {}
    screened = {"games": plan.games, "seed": seed}
    name = target if target == BALANCE else f"{plan.pairs[0].a}-{plan.pairs[0].b}"
    return Suggestions(name, found, len(asked), {**made, "screening": screened, **told(loaded, cast)})


def _one_step(game: Game, number: Number) -> tuple[Number, int, Game] | None:
    """A number changed by a step up, or else down."""
    for step in (1, -1):
        found = number.changed(game, step)
        if found is not None:
            return number, step, found[1]
    return None


def _choose(
    game: Game, variants: Variants, asked: Sequence[tuple[Number, int]], count: int
) -> list[tuple[Number, int, float]]:
    """The numbers that promise most, with the steps to take and what they promise, the best first.

    Squares of distances from even are compared: sum of (r - 1/2 + k d)^2 with k steps of effect d. The noise of d would
    make every change look worse by k^2 var(d), which is taken off.
    """
    numbers = variants.plans[0].games // 2
    pairs = range(len(variants.plans[0].pairs))
    ids = {place: variants.places[0, place] for place in pairs}
    rates = np.array([_rate(variants, place, numbers) for place in ids])
    now = float(((rates - 0.5) ** 2).mean())
    promising = []
    for after, (number, step) in enumerate(asked):
        found = np.array([paired_difference(variants.between(-1, after, pair, numbers)) for pair in pairs])
        same = variants.same[after]
        effect = step * np.where(same, 0.0, found[:, 0])
        noise = float(np.where(same, 0.0, found[:, 1] ** 2).mean())
        gains = {}
        for steps in (k * sign for k in range(1, MOST_STEPS + 1) for sign in (1, -1)):
            if number.at(steps) >= 0:
                left = float(((rates - 0.5 + steps * effect) ** 2).mean()) - steps**2 * noise
                gains[steps] = np.sqrt(now) - np.sqrt(max(left, 0.0))
        top = max(gains.values(), default=0.0)
        if top > 0:
            steps = min((k for k, gain in gains.items() if gain >= ENOUGH * top), key=abs)
            if number.changed(game, steps) is not None:
                promising.append((number, steps, float(gains[steps])))
    return sorted(promising, key=lambda one: -one[2])[:count]


def _rate(variants: Variants, pair: int, numbers: int) -> float:
    joint = variants.between(-1, -1, pair, numbers)
    return float(joint.sum(axis=1) @ np.arange(5) / (4 * joint.sum()))


def _checked(number: Number, steps: int, promised: float, effect: Effect, target: str, a: str, b: str) -> Suggestion:
    if target == BALANCE:
        change = effect.balance
        figures = (change.before, change.after, change.difference, change.ci)
        return Suggestion(number, steps, promised, effect, *figures)
    place = int(np.flatnonzero((effect.table["p1"] == a) & (effect.table["p2"] == b))[0])
    row, (first, second, shared) = effect.table.iloc[place], effect.spread[place]
    before, after = row["before"] - 0.5, row["after"] - 0.5
    passed = -1 if before * after < 0 else 1  # beyond even the distances add up
    half = intervals.quantile(LEVEL) * math.sqrt(max(first + second - 2 * passed * shared, 0.0))
    closer = abs(after) - abs(before)
    return Suggestion(number, steps, promised, effect, abs(before), abs(after), closer, (closer - half, closer + half))
