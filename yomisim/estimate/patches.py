"""What patches would do: every data set on the same luck, and what follows for matchups, strengths, balance and picks.

A pair whose packed tables a patch leaves as they are cannot have changed: it is played once, its difference is exactly
zero, and it still counts in strengths, balance and picks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.plan import (
    DEFAULT_POLICY,
    Pairing,
    Plan,
    check_characters,
    check_count,
    check_games,
    check_pairs,
    check_policies,
    check_seed,
)
from yomisim.batch.run import Progress
from yomisim.batch.store import Store
from yomisim.batch.variants import Variant, Variants
from yomisim.cards.load import Game
from yomisim.cards.patch import Patch, as_patch, patched
from yomisim.errors import BadInput, check_type
from yomisim.estimate import intervals
from yomisim.estimate.editions import Changes, tidy
from yomisim.estimate.matchups import LEVEL
from yomisim.estimate.paired import check_paired, moments
from yomisim.estimate.patch_effects import combo_changes, pick_changes
from yomisim.estimate.result import GAMES, Matchups, from_outcome, loaded_game
from yomisim.products import MISSING

#: What stands for a patch.
Source = Patch | Mapping[str, Any] | Path | str


@dataclass(frozen=True)
class BalanceChange:
    """The balance figure before and after, fractions (see `yomisim.estimate.balance`).

    before, after : the figure; before_ci, after_ci : its 95% intervals. difference : after less before; ci : its 95%
    interval on the same luck, None where one of the figures is 0.
    """

    before: float
    after: float
    before_ci: tuple[float, float]
    after_ci: tuple[float, float]
    difference: float
    ci: tuple[float, float] | None


@dataclass(frozen=True)
class Effect:
    """What one patch does.

    Parameters
    ----------
    patch : the patch. before, after : the data without and with it.
    changes : per matchup and character, as between two editions; the table has a column `affected`: whether anything
        that the engine is given differs. Where nothing does, the difference is exactly 0 with the interval [0, 0].
    spread : float64, shape (pairs, 3), in the order of the table: variances of the win rates before and after, and
        their covariance.
    precision : the half width in points that the affected pairs were played to; None for a number of games.
    openers : how openers change in the pairs that were asked for, see `patch_openers`; None where none were.
    """

    patch: Patch
    before: Game
    after: Game
    changes: Changes
    spread: np.ndarray
    precision: float | None = None
    openers: pd.DataFrame | None = None

    @property
    def title(self) -> str:
        """The patch's title."""
        return self.patch.title

    @property
    def table(self) -> pd.DataFrame:
        """One row per matchup; columns `editions.COLUMNS` and ``affected``."""
        return self.changes.table

    @property
    def affected(self) -> pd.DataFrame:
        """The rows of the matchups in which something differs, the largest change first."""
        own = self.table[self.table["affected"]]
        return own.loc[own["difference"].abs().sort_values(ascending=False, kind="stable").index]

    def strengths(self) -> pd.DataFrame:
        """Change of each character's mean win rate; see `editions.by_character`."""
        return self.changes.characters()

    @cached_property
    def balance(self) -> BalanceChange:
        """What the patch does to the balance of the cast."""
        return balance_change(self.changes.before, self.changes.after, self.spread)

    @cached_property
    def picks(self) -> pd.DataFrame:
        """What it does to the equilibrium of picks; see `patch_effects.pick_changes`."""
        return pick_changes(self.table, self.spread)

    @cached_property
    def combos(self) -> pd.DataFrame | None:
        """What it does to the most damage of every starter; None where combos cannot be searched for this game."""
        if "combos" in MISSING[self.before.id]:
            return None
        changed = [id_ for id_ in self.changes.names if id_ in self.patch.content.characters]
        return combo_changes(self.before, self.after, changed)


def play_patches(
    game: Game | str,
    patches: Source | Sequence[Source],
    *,
    games: int | None = None,
    precision: float | None = None,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    pairs: Sequence[str] = (),
    retrain: int = 0,
    openers: Sequence[str] = (),
    workers: Any = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> list[Effect]:
    """Play every pair with the data as they are and with each patch, on the same luck.

    Returns one :class:`Effect` for each patch, in their order.

    Parameters
    ----------
    game : a loaded game, or its id.
    patches : a file, a mapping of the same content, a patch that was read, or a list of such.
    games : games per pair and data set; None is GAMES.
    precision : instead of `games`: play the pairs that a patch affects until the paired 95% interval of the difference
        reaches no farther than so many points to either side; the others are played GAMES times.
    seed, policy, characters, workers, progress, store : as for `yomisim.estimate.result.play_matchups`.
    pairs : only these, as "a-b"; then there is no chart, and nothing that follows from one.
    retrain : steps in which the policy learns anew under each data set; the effects with it stand after the others, see
        `yomisim.estimate.retrain`. 0 is none.
    openers : pairs "a-b" whose opener mixes are worked out before and after.

    Raises
    ------
    BadInput : for a patch that does not fit, an unknown name or a number out of range.
    """
    loaded = loaded_game(game)
    check_type(
        "patches", patches, (Patch, Mapping, Path, str, Sequence), "a patch: a file or a mapping, or a list of such"
    )
    listed = [patches] if isinstance(patches, Patch | Mapping | Path | str) else list(patches)
    read = [as_patch(patch) for patch in listed]
    if not read:
        raise BadInput("name at least one patch", field="patch")
    if precision is not None and games is not None:
        raise BadInput("give the number of games or the precision, not both", field="precision")
    rule = None if precision is None else check_paired(precision)
    afters = [patched(loaded, patch) for patch in read]
    before = plan_of(loaded, GAMES if games is None else games, seed, policy, characters, pairs)
    how: dict[str, Any] = {"rule": rule, "workers": workers, "progress": progress, "store": store}
    effects = effects_of(before, read, afters, **how)
    if openers:
        from yomisim.estimate.patch_openers import opener_changes

        effects = [
            replace(one, openers=opener_changes(one.before, one.after, openers, seed=before.seed, workers=workers))
            for one in effects
        ]
    if retrain:
        from yomisim.estimate.retrain import retrained_effects

        effects += retrained_effects(before, read, afters, generations=check_count("retrain", retrain, 1000), **how)
    return effects


def plan_of(
    game: Game,
    games: Any,
    seed: Any = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    pairs: Sequence[str] = (),
) -> Plan:
    """Every pair in swapped seats, without mirrors; arguments as for :func:`play_patches`."""
    if pairs:
        wanted = [(a, b) for a, b in check_pairs(game, pairs) if a != b]
        if not wanted:
            raise BadInput("a patch is tried in pairs of different characters", field="pairs")
    else:
        wanted = [*combinations(check_characters(game, characters), 2)]
    count = check_games(games)
    pairings = tuple(Pairing(a, b, swap=True) for a, b in wanted)
    return Plan(game, pairings, check_policies(policy, None, game.id), check_seed(seed), count + count % 2)


def effects_of(
    before: Plan, patches: Sequence[Patch], afters: Sequence[Game], *, rule: Any = None, **how: Any
) -> list[Effect]:
    """Play a plan and the same plan with other data sets.

    Parameters
    ----------
    before : the plan with the data as they are. patches, afters : the data sets after, with what they are called.
    rule : a `paired.PairedPrecision`; None plays the plan's number of games.
    how : ``workers, progress, store`` as for `yomisim.batch.run.run`.
    """
    variants = Variants(before, [replace(before, game=game) for game in afters], **how)
    played = variants.fixed() if rule is None else variants.until(rule)
    points = None if rule is None else rule.points
    return [effect_of(patch, variant, points) for patch, variant in zip(patches, played)]


def effect_of(patch: Patch, variant: Variant, precision: float | None = None) -> Effect:
    """The effect of a patch from what was played."""
    comparison = variant.comparison
    table = tidy(comparison, variant.levels, variant.same).assign(affected=~variant.same)
    sides = [from_outcome(outcome, precision) for outcome in (comparison.before, comparison.after)]
    spread = np.array([moments(joint) for joint in comparison.joint])
    games = comparison.before.plan.game, comparison.after.plan.game
    return Effect(patch, *games, Changes(table, sides[0], sides[1]), spread, precision)


def balance_change(before: Matchups, after: Matchups, spread: np.ndarray) -> BalanceChange:
    """The balance figure on both sides, and its change with an interval on the same luck.

    The figure is the root of m = mean of (r - 1/2)^2 less noise; by the delta method its change varies with the
    gradients (r - 1/2) / (k root) on either side, over k matchups that are independent of each other.

    Parameters
    ----------
    spread : as in :class:`Effect`.
    """
    one, two = before.balance(), after.balance()
    difference = two.distance - one.distance
    limits = None
    if one.distance > 0 and two.distance > 0:
        k = len(spread)
        g = (before.table["win_rate_p1"].to_numpy() - 0.5) / (k * one.distance)
        h = (after.table["win_rate_p1"].to_numpy() - 0.5) / (k * two.distance)
        variance = float((g**2 * spread[:, 0] + h**2 * spread[:, 1] - 2 * g * h * spread[:, 2]).sum())
        half = intervals.quantile(LEVEL) * math.sqrt(max(variance, 0.0))
        limits = difference - half, difference + half
    return BalanceChange(
        one.distance, two.distance, (one.ci_low, one.ci_high), (two.ci_low, two.ci_high), difference, limits
    )
