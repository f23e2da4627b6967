"""What follows from a patch beyond matchups: the equilibrium of picks, and the most damage of every starter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from yomisim.cards.load import Game

#: Charts that are drawn within the noise, and from which seed.
DRAWS, SEED = 400, 1
#: The middle 95%.
LIMITS = (0.025, 0.975)


def pick_changes(table: pd.DataFrame, spread: np.ndarray) -> pd.DataFrame:
    """How often each character is picked in a single game at equilibrium, before and after.

    Intervals are the middle 95% of what comes out on charts drawn within the noise: before and after are drawn
    together, so that noise which both share does not count in the difference.

    Parameters
    ----------
    table : one row per matchup, columns ``p1, p2, before, after``. spread : see `patches.Effect`.

    Returns
    -------
    Columns ``character, before, after, difference, ci_low, ci_high`` (of the difference), the likeliest after first.
    """
    from yomisim.estimate.zero_sum import equilibrium, linear_programme

    names = sorted({*table["p1"], *table["p2"]})
    rows, columns = (np.array([names.index(name) for name in table[side]]) for side in ("p1", "p2"))

    def charts(rates: np.ndarray) -> np.ndarray:
        """Square charts from rates of shape (draws, pairs)."""
        square = np.full((len(rates), len(names), len(names)), 0.5)
        square[:, rows, columns], square[:, columns, rows] = rates, 1 - rates
        return square

    rates = table[["before", "after"]].to_numpy()
    mixes = [equilibrium(chart).row_mix for chart in charts(rates.T)]
    drawn = np.clip(_drawn(rates, spread), 0.0, 1.0)
    changed = (table["before"] != table["after"]).any()
    gained = []
    for one, two in zip(charts(drawn[:, :, 0]), charts(drawn[:, :, 1])) if changed else ():
        gained.append(linear_programme(two)[1] - linear_programme(one)[1])
    limits = np.quantile(gained, LIMITS, axis=0) if gained else np.zeros((2, len(names)))
    frame = pd.DataFrame(
        {
            "character": names,
            "before": mixes[0],
            "after": mixes[1],
            "difference": mixes[1] - mixes[0],
            "ci_low": limits[0],
            "ci_high": limits[1],
        }
    )
    return frame.sort_values(["after", "before", "character"], ascending=[False, False, True], ignore_index=True)


def _drawn(rates: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Rates before and after within their noise, shape (DRAWS, pairs, 2)."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    normal = rng.standard_normal((DRAWS, len(rates), 2))
    first, second, shared = np.sqrt(spread[:, 0]), spread[:, 1], spread[:, 2]
    slope = np.divide(shared, first, out=np.zeros(len(rates)), where=first > 0)
    rest = np.sqrt(np.maximum(second - slope**2, 0))
    noise = np.stack([first * normal[:, :, 0], slope * normal[:, :, 0] + rest * normal[:, :, 1]], axis=2)
    return rates[None] + noise


def combo_changes(before: Game, after: Game, characters: Sequence[str]) -> pd.DataFrame:
    """Starters whose most damage, or the combo that deals it, is another one after a patch.

    Returns
    -------
    Columns ``character, starter, damage_before, damage_after, difference, combo_before, combo_after``; damage 0 and an
    empty combo where there is no such starter.
    """
    from yomisim.estimate.combo_rooms import combo_room

    room, rows = combo_room(before.id), []
    for character in characters:
        found = []
        for game in (before, after):
            table = room.combos(room.find_place(game, character)).table
            found.append({row.starter: (row.damage, row.sequence) for row in table.itertuples(index=False)})
        for starter in dict.fromkeys([*found[0], *found[1]]):
            (old, way), (new, other) = (side.get(starter, (0, "")) for side in found)
            if (old, way) != (new, other):
                rows.append((character, starter, old, new, new - old, way, other))
    columns = ["character", "starter", "damage_before", "damage_after", "difference", "combo_before", "combo_after"]
    return pd.DataFrame(rows, columns=columns)
