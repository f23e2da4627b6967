"""Picks as tidy tables, and the tiers that scores fall into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from yomisim.estimate.picks import Picks

#: Tiers by what picking a character in game 1 costs in points of match win probability: (name, cost at most).
TIERS = (
    ("no cost", 0.05),
    ("up to 1 point", 1.0),
    ("1 to 3 points", 3.0),
    ("3 to 6 points", 6.0),
    ("more than 6 points", np.inf),
)


def tier(score: float) -> str:
    """The tier of a score (0 to 1); "banned" for a character that can never be picked (NaN)."""
    if np.isnan(score):
        return "banned"
    return next(name for name, most in TIERS if 100 * (0.5 - score) <= most)


def pick_table(picks: Picks) -> pd.DataFrame:
    """One row per character, the best score first.

    Returns
    -------
    Columns ``character, probability, probability_ci_low, probability_ci_high, support`` (on what part of the drawn
    charts it is played), ``least, greatest`` (over all equilibria), ``score, score_ci_low, score_ci_high, tier,
    expected_games, games_ci_low, games_ci_high, banned, given``; NaN where nothing was computed.
    """
    import pandas as pd

    return pd.DataFrame(pick_rows(picks))


def pick_rows(picks: Picks) -> list[dict[str, Any]]:
    """The rows of :func:`pick_table`."""
    nothing = np.full(len(picks.mix), np.nan)
    pair = np.array([nothing, nothing])
    noise, bans, given = picks.noise, picks.bans, picks.given
    mix_ci, score_ci, games_ci = (
        (noise.mix_range, noise.score_range, noise.games_range) if noise else (pair, pair, pair)
    )
    columns = {
        "probability": picks.mix,
        "probability_ci_low": mix_ci[0],
        "probability_ci_high": mix_ci[1],
        "support": noise.support if noise else nothing,
        "least": picks.mix_range[0],
        "greatest": picks.mix_range[1],
        "score": picks.scores,
        "score_ci_low": score_ci[0],
        "score_ci_high": score_ci[1],
        "tier": [tier(float(score)) for score in picks.scores],
        "expected_games": picks.games,
        "games_ci_low": games_ci[0],
        "games_ci_high": games_ci[1],
        "banned": bans.banned if bans else nothing,
        "given": given.mix if given else nothing,
    }
    return [
        {"character": picks.chart.names[k], **{name: column[k] for name, column in columns.items()}}
        for k in picks.order()
    ]


def counterpick_table(picks: Picks) -> pd.DataFrame:
    """One row per state after game 1.

    Returns
    -------
    Columns ``keeper`` (the character that the winner keeps), ``keeper_needs, picker_needs`` (wins), ``pick`` (the best
    reply), ``win_probability`` (of the match, for the picker), ``tied`` (other replies that are as good) and ``share``
    (with a noisy chart, on what part of the drawn charts this is the best reply; with bans, for what part of them).
    """
    import pandas as pd

    names = picks.chart.names
    columns = ["keeper", "keeper_needs", "picker_needs", "pick", "win_probability", "tied", "share"]
    rows = [
        (names[c.keeper], c.keeper_needs, c.picker_needs, names[c.pick], c.chance, c.tied, c.share)
        for c in picks.counterpicks
    ]
    return pd.DataFrame(rows, columns=columns)


def ban_table(picks: Picks) -> pd.DataFrame:
    """The bans of the equilibrium, the likeliest first: columns ``bans`` (names joined by +) and ``probability``."""
    import pandas as pd

    rows = ban_rows(picks)
    return pd.DataFrame(rows, columns=["bans", "probability"])


def ban_rows(picks: Picks, least: float = 1e-9) -> list[tuple[str, float]]:
    """Sets of bans with at least this probability, the likeliest first."""
    if picks.bans is None:
        return []
    pairs = [
        ("+".join(picks.chart.names[k] for k in banned), float(probability))
        for banned, probability in zip(picks.bans.sets, picks.bans.mix)
        if probability >= least
    ]
    return sorted(pairs, key=lambda pair: -pair[1])
