"""Matchup tables: from totals to one tidy table, and from that table to squares, strengths and a mirror check.

The tidy table has one row per unordered pair (`COLUMNS`), played in swapped seats, and one row per mirror as a
control, played in fixed seats. Everything else is computed from the tidy table alone, so that a table read back from
its CSV file, or one from another source, serves as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from yomisim.estimate import intervals
from yomisim.estimate.sequential import LEVEL, interval

if TYPE_CHECKING:
    from yomisim.batch.run import Outcome

#: Columns of the tidy table. `games` counts both games of a swapped pair; `unfinished` games stopped at the turn limit
#: and are among the draws; rates are fractions, 0 to 1.
COLUMNS = [
    "game",
    "edition",
    "p1",
    "p2",
    "policy1",
    "policy2",
    "games",
    "wins_p1",
    "wins_p2",
    "draws",
    "unfinished",
    "win_rate_p1",
    "ci_low",
    "ci_high",
    "mean_turns",
]
#: Level of the mirror check, before it is corrected for the number of mirrors.
MIRROR_LEVEL = 0.99


def tidy(outcome: Outcome) -> pd.DataFrame:
    """The tidy table of a batch, pairs first and mirrors after them.

    Intervals are 95%: from the pairs where seats were swapped, else Wilson's; see `intervals`. Where a rule decided
    when a pair was played enough, they are the wider ones that this asks for; see `sequential`.
    """
    plan, rows = outcome.plan, []
    levels = np.full(len(plan.pairs), LEVEL) if outcome.levels is None else outcome.levels
    for pairing, tally, level in zip(plan.pairs, outcome.tallies, levels):
        games, draws = int(tally["games"]), int(tally["draws"])
        wins = [int(count) for count in tally["wins"]]
        low, high = interval(pairing, tally, level)
        rows.append(
            (
                *(plan.game.id, plan.game.edition, pairing.a, pairing.b, *plan.policies),
                *(games, *wins, draws, int(tally["unfinished"]), (wins[0] + draws / 2) / games, low, high),
                int(tally["turns"]) / games,
            )
        )
    return pd.DataFrame(rows, columns=COLUMNS)


def meetings(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of different characters."""
    return table[table["p1"] != table["p2"]]


def mirrors(table: pd.DataFrame) -> pd.DataFrame:
    """The rows in which a character meets itself."""
    return table[table["p1"] == table["p2"]]


def both_ways(table: pd.DataFrame) -> pd.DataFrame:
    """Each matchup twice, once from either side; A-B and B-A add to exactly 1.

    Returns
    -------
    Columns ``character, opponent, win_rate, ci_low, ci_high, games``.
    """
    pairs = meetings(table)
    there = pd.DataFrame(
        {
            "character": pairs["p1"],
            "opponent": pairs["p2"],
            "win_rate": pairs["win_rate_p1"],
            "ci_low": pairs["ci_low"],
            "ci_high": pairs["ci_high"],
            "games": pairs["games"],
        }
    )
    back = pd.DataFrame(
        {
            "character": pairs["p2"],
            "opponent": pairs["p1"],
            "win_rate": 1 - pairs["win_rate_p1"],
            "ci_low": 1 - pairs["ci_high"],
            "ci_high": 1 - pairs["ci_low"],
            "games": pairs["games"],
        }
    )
    return pd.concat([there, back], ignore_index=True)


def square(table: pd.DataFrame, order: list[str] | None = None) -> pd.DataFrame:
    """Win rates of the row's character against the column's.

    Parameters
    ----------
    table : tidy table of one edition.
    order : ids for rows and columns; None sorts them by strength, the strongest first.

    Returns
    -------
    Shape (k, k), fractions; the diagonal, where a character meets itself, is NaN.
    """
    single_edition(table)
    if order is None:
        order = strengths(table)["character"].to_list()
    return (
        both_ways(table).pivot(index="character", columns="opponent", values="win_rate").reindex(order, columns=order)
    )


def strengths(table: pd.DataFrame) -> pd.DataFrame:
    """Mean win rate of each character against the others, every opponent counting the same.

    Matchups are independent of each other, so the variance of a mean of k of them is the sum of theirs over k^2. The
    interval is the Wilson interval of as many games as would have that variance. (A variance is p (1 - p) / n with
    n from the matchup's interval and p moved towards 1/2 by one win and one loss, Laplace's rule, which keeps the
    interval sound for a handful of games.)

    Returns
    -------
    Columns ``game, edition, character, opponents, games, win_rate, ci_low, ci_high``, the strongest first.
    """
    game, edition = single_edition(table)
    own = both_ways(table)
    observed, low, high = (own[name].to_numpy() for name in ("win_rate", "ci_low", "ci_high"))
    effective = intervals.effective_games(observed, low, high, LEVEL)
    moved = (observed * effective + 1) / (effective + 2)
    own = own.assign(moved=moved, variance=moved * (1 - moved) / effective)
    rows = []
    for character, its in own.groupby("character", sort=True):
        count, rate, middle = len(its), float(its["win_rate"].mean()), float(its["moved"].mean())
        worth = middle * (1 - middle) / (float(its["variance"].sum()) / count**2)
        limits = intervals.wilson(rate, worth, LEVEL)
        rows.append((game, edition, character, count, int(its["games"].sum()), rate, *limits))
    columns = ["game", "edition", "character", "opponents", "games", "win_rate", "ci_low", "ci_high"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.sort_values(["win_rate", "character"], ascending=[False, True], ignore_index=True)


def variances(table: pd.DataFrame) -> np.ndarray:
    """Variance of each row's win rate, recovered from its interval; shape (rows,)."""
    rate = table["win_rate_p1"].to_numpy()
    return rate * (1 - rate) / _effective(table)


def notable(table: pd.DataFrame, method: str = "holm") -> pd.DataFrame:
    """Which matchups differ from even beyond chance.

    Parameters
    ----------
    table : tidy table of one edition.
    method : correction for the number of matchups, a key of `intervals.CORRECTIONS`.

    Returns
    -------
    Each matchup from the favoured side, the most lopsided first: columns ``character, opponent, win_rate, ci_low,
    ci_high, p_value, p_adjusted, notable`` (adjusted p-value below 0.05).
    """
    single_edition(table)
    pairs = meetings(table).reset_index(drop=True)
    rate = pairs["win_rate_p1"].to_numpy()
    p_values = intervals.p_value_even(rate, _effective(pairs))
    adjusted = intervals.adjust(p_values, method)
    first = rate >= 0.5
    frame = pd.DataFrame(
        {
            "character": np.where(first, pairs["p1"], pairs["p2"]),
            "opponent": np.where(first, pairs["p2"], pairs["p1"]),
            "win_rate": np.where(first, rate, 1 - rate),
            "ci_low": np.where(first, pairs["ci_low"], 1 - pairs["ci_high"]),
            "ci_high": np.where(first, pairs["ci_high"], 1 - pairs["ci_low"]),
            "p_value": p_values,
            "p_adjusted": adjusted,
            "notable": adjusted < 1 - LEVEL,
        }
    )
    return frame.sort_values(["win_rate", "character"], ascending=[False, True], ignore_index=True)


def mirror_check(table: pd.DataFrame) -> pd.DataFrame:
    """Whether mirrors are even: a control of engine and policies, which have no other reason to prefer a seat.

    Returns
    -------
    Columns ``character, games, win_rate, ci_low, ci_high`` (99%), ``within`` (50% lies inside), ``p_value``,
    ``p_adjusted`` (Holm, for the number of mirrors) and ``passed`` (adjusted p-value at least 0.01). One of a hundred
    99% intervals misses by chance; `passed` fails by chance in one of a hundred whole tables.
    """
    own = mirrors(table).reset_index(drop=True)
    rate, games = own["win_rate_p1"].to_numpy(), own["games"].to_numpy()
    limits = [intervals.wilson(r, n, MIRROR_LEVEL) for r, n in zip(rate, games)]
    p_values = intervals.p_value_even(rate, games)
    adjusted = intervals.holm(p_values)
    return pd.DataFrame(
        {
            "character": own["p1"],
            "games": games,
            "win_rate": rate,
            "ci_low": [low for low, _ in limits],
            "ci_high": [high for _, high in limits],
            "within": [low <= 0.5 <= high for low, high in limits],
            "p_value": p_values,
            "p_adjusted": adjusted,
            "passed": adjusted >= 1 - MIRROR_LEVEL,
        }
    )


def half_width(table: pd.DataFrame) -> float:
    """Typical (median) half width of the intervals of different characters, as a fraction."""
    pairs = meetings(table)
    return float(((pairs["ci_high"] - pairs["ci_low"]) / 2).median())


def single_edition(table: pd.DataFrame) -> tuple[str, str]:
    """(game, edition) of a table; the table must hold one edition and at least one matchup."""
    keys = table[["game", "edition"]].drop_duplicates()
    if len(keys) != 1 or meetings(table).empty:
        raise ValueError(f"the table must hold matchups of one edition of one game, not {keys.values.tolist()}")
    return str(keys.iloc[0]["game"]), str(keys.iloc[0]["edition"])


def _effective(table: pd.DataFrame) -> np.ndarray:
    rate, low, high = (table[name].to_numpy() for name in ("win_rate_p1", "ci_low", "ci_high"))
    return intervals.effective_games(rate, low, high, LEVEL)
