"""What carries a character: the win rate that is lost when one of its cards or abilities is blanked.

Every blank is a patch (:mod:`yomisim.estimate.blanks`), played on the same luck as the character as it is, against
every other one; the worth of a card is the mean over opponents of what is lost without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.plan import DEFAULT_POLICY, Plan, check_characters
from yomisim.cards.doubt import told
from yomisim.cards.load import Game
from yomisim.errors import BadInput
from yomisim.estimate import intervals
from yomisim.estimate.blanks import Blank, blanks
from yomisim.estimate.editions import by_character
from yomisim.estimate.matchups import LEVEL
from yomisim.estimate.paired import check_paired
from yomisim.estimate.patches import Effect, effects_of, plan_of
from yomisim.estimate.result import loaded_game

#: Games per pair and blank where nothing else is said.
GAMES = 10_000


@dataclass(frozen=True)
class Knockouts:
    """What each card and ability of a character is worth.

    Parameters
    ----------
    character : id. name : as it is printed.
    table : one row per card and ability, the dearest first: ``kind, name, opponents, games, before, after, worth,
        ci_low, ci_high, p_value, p_adjusted, real, note`` (fractions; `worth` is before less after; `real`: beyond
        chance after correction for their number; `note`: why it could not be blanked, its figures are NaN then).
    matchups : one row per blank and opponent: ``kind, name, opponent, games, before, after, worth, ci_low, ci_high``.
    made : how it was made, JSON values.
    """

    character: str
    name: str
    table: pd.DataFrame
    matchups: pd.DataFrame
    made: dict[str, Any]


def play_knockouts(
    game: Game | str,
    character: str,
    *,
    games: int | None = None,
    precision: float | None = None,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    **how: Any,
) -> Knockouts:
    """Blank every card and every ability of a character and play it against the others.

    Parameters
    ----------
    character : id or name.
    games : games per opponent and blank; None is GAMES. precision : instead, half width in points per opponent.
    seed, policy : as for `patches.play_patches`. characters : the opponents; None is all.
    how : ``workers, progress, store`` as for `yomisim.batch.run.run`.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    loaded = loaded_game(game)
    if precision is not None and games is not None:
        raise BadInput("give the number of games or the precision, not both", field="precision")
    rule = None if precision is None else check_paired(precision)
    own = loaded.character(character).id
    plan = against_all(loaded, own, GAMES if games is None else games, seed, policy, characters)
    found = blanks(loaded, own)
    able = [(one, one.patch, one.game) for one in found if one.patch is not None and one.game is not None]
    effects = effects_of(plan, [patch for _, patch, _ in able], [other for _, _, other in able], rule=rule, **how)
    known = {one.name + one.kind: effect for (one, _, _), effect in zip(able, effects)}
    rows, each = [], []
    for one in found:
        effect = known.get(one.name + one.kind)
        if effect is None:
            rows.append((one.kind, one.name, *(0, 0), *[np.nan] * 6, one.why))
            continue
        row = loss(effect, own)
        rows.append((one.kind, one.name, *row, ""))
        each.append(_by_opponent(effect, own, one))
    columns = ["kind", "name", "opponents", "games", "before", "after", "worth", "ci_low", "ci_high", "p_value", "note"]
    table = _corrected(pd.DataFrame(rows, columns=columns))
    matchups = pd.concat(each, ignore_index=True)
    made = {**effects[0].changes.before.made, "character": own, "precision": precision, **told(loaded, cast_of(plan))}
    return Knockouts(own, loaded.characters[own].short_name, table, matchups, made)


def cast_of(plan: Plan) -> set[str]:
    """Ids of everybody who plays."""
    return {id_ for pair in plan.pairs for id_ in (pair.a, pair.b)}


def against_all(
    game: Game, character: str, games: Any, seed: Any, policy: str | None, characters: Iterable[str] | str | None
) -> Plan:
    """One character (id) against others (None: all), in swapped seats."""
    others = [id_ for id_ in check_characters(game, characters, least=1) if id_ != character]
    if not others:
        raise BadInput("name at least one other character", field="characters")
    plan = plan_of(game, games, seed, policy)
    pairs = tuple(pair for pair in plan.pairs if character in (pair.a, pair.b) and {pair.a, pair.b} & set(others))
    return replace(plan, pairs=pairs)


def loss(effect: Effect, character: str) -> tuple[Any, ...]:
    """Mean win rate lost by a patch: opponents, games, before, after, loss, its limits, p-value."""
    row = by_character(effect.table).set_index("character").loc[character]
    opponents, games = int(row["opponents"]), int(row["games"])
    figures = (row["before"], row["after"], -row["difference"], -row["ci_high"], -row["ci_low"], row["p_value"])
    return opponents, games, *(float(figure) + 0.0 for figure in figures)


def _by_opponent(effect: Effect, character: str, blank: Blank) -> pd.DataFrame:
    table = effect.table
    first = (table["p1"] == character).to_numpy()
    turned = {name: np.where(first, table[name], 1 - table[name]) for name in ("before", "after")}
    low, high, mean = (table[name].to_numpy() for name in ("ci_low", "ci_high", "difference"))
    return pd.DataFrame(
        {
            "kind": blank.kind,
            "name": blank.name,
            "opponent": np.where(first, table["p2"], table["p1"]),
            "games": table["games"],
            **turned,
            "worth": np.where(first, -mean, mean) + 0.0,
            "ci_low": np.where(first, -high, low) + 0.0,
            "ci_high": np.where(first, -low, high) + 0.0,
        }
    )


def _corrected(table: pd.DataFrame) -> pd.DataFrame:
    asked = table["p_value"].notna().to_numpy()
    adjusted = np.full(len(table), np.nan)
    adjusted[asked] = intervals.adjust(table["p_value"].to_numpy()[asked])
    table.insert(len(table.columns) - 1, "p_adjusted", adjusted)
    table.insert(len(table.columns) - 1, "real", adjusted < 1 - LEVEL)
    return table.sort_values("worth", ascending=False, kind="stable", na_position="last", ignore_index=True)
