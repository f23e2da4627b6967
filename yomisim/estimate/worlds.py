"""Win rates that show game noise and card doubt: the games are spread over worlds, draws of what is not known.

In a world w every filled card value is drawn from its plausible ones. A win rate r_w estimated there has the variance
v_w of game noise around the world's true rate; true rates differ between worlds by the variance T of card doubt. By the
law of total variance Var(r_w) = T + E(v_w). So T is what the scatter S^2 of the r_w exceeds the mean v of the v_w by,
and not below 0. The real game is one more world: its rate differs from the mean over N worlds with the variance

    V = T + S^2 / N = S^2 (1 + 1/N) - v,

and the interval is V's root times Student's quantile with (N - 1) (V / (S^2 (1 + 1/N)))^2 degrees of freedom
(Satterthwaite 1946: V is a difference of which the first part rests on N worlds). Where that is wider than the interval
which leaves v in, with N - 1 degrees of freedom, that one is taken. S^2 is never less than v in all this.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from yomisim.errors import BadInput
from yomisim.estimate import first_turn, intervals
from yomisim.estimate.matchups import LEVEL, both_ways

if TYPE_CHECKING:
    from yomisim.cards.load import Game

#: Fewer worlds tell nothing of their scatter; more than these would take hours to read.
FEWEST, MOST = 5, 1000
#: Rates nearer to 0 or 1 than this are not told apart from it.
EDGE = 1e-3
#: Columns beside the others: the interval of game noise alone, and the standard deviation of card doubt (fractions).
COLUMNS = ["noise_low", "noise_high", "card_sd"]


@dataclass(frozen=True)
class Spread:
    """A mean over worlds.

    Parameters
    ----------
    rate : the mean, a fraction. low, high : 95% interval for the real game's rate, of noise and doubt together.
    noise_low, noise_high : interval of the mean over exactly these worlds: game noise alone.
    card_sd : standard deviation of true rates between worlds.
    """

    rate: float
    low: float
    high: float
    noise_low: float
    noise_high: float
    card_sd: float

    @property
    def certain(self) -> Spread:
        """The same where it is known that worlds do not differ."""
        return Spread(self.rate, self.noise_low, self.noise_high, self.noise_low, self.noise_high, 0.0)


def combine(rates: np.ndarray, noise: np.ndarray, level: float = LEVEL) -> Spread:
    """Mean, doubt and intervals from estimates in several worlds.

    Parameters
    ----------
    rates, noise : shape (worlds,), fractions: the rate estimated in each world and the variance of its game noise,
        above 0.
    """
    from scipy.stats import t

    count = len(rates)
    mean, within, scatter = float(rates.mean()), float(noise.mean()), float(rates.var(ddof=1))
    doubt = max(0.0, scatter - within)
    whole = max(scatter, within) * (1 + 1 / count)
    variance = whole - within
    freedom = max(1.0, (count - 1) * (variance / whole) ** 2)
    widths = [(freedom, variance), (count - 1, whole)]
    half = min(float(t.ppf(0.5 + level / 2, free)) * math.sqrt(part) for free, part in widths)
    # Nothing is certain of cards that nobody has seen, and an interval is asked how many games it is worth.
    low, high = max(mean - half, min(mean, EDGE)), min(mean + half, max(mean, 1 - EDGE))
    p = min(max(mean, EDGE), 1 - EDGE)
    noise_limits = intervals.wilson(mean, p * (1 - p) * count / within, level)
    return Spread(mean, low, high, *noise_limits, math.sqrt(doubt))


def check_worlds(count: Any) -> int:
    """A number of worlds, FEWEST to MOST."""
    from yomisim.batch.plan import check_count

    return check_count("uncertainty", count, MOST, FEWEST)


def worlds(game: Game, count: int, seed: int) -> Iterable[tuple[Game, int]]:
    """Draws of the filled values, each with the seed of its games; all follow from `seed`.

    Raises
    ------
    BadInput : for a game in which nothing is filled by rule.
    """
    if game.id != "yomi2":
        raise BadInput(
            f"{game.title} has no values that are filled by a rule, so none can be drawn", field="uncertainty"
        )
    from yomisim.cards.yomi2.vary import varied

    for source in np.random.SeedSequence(seed).spawn(count):
        cards, games = source.spawn(2)
        yield varied(game, np.random.default_rng(cards)), int(games.generate_state(1, np.uint64)[0])


def table_over(tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """One tidy table from those of each world (same pairs in the same order), columns as there and COLUMNS.

    Counts are sums. Where nothing is provisional there is no doubt, and the intervals are those of game noise. Mirrors
    are even whatever the cards, so that theirs are intervals of all games together.
    """
    table = tables[0].copy()
    counts = ["games", "wins_p1", "wins_p2", "draws", "unfinished"]
    table[counts] = sum(frame[counts] for frame in tables)
    table["mean_turns"] = np.mean([frame["mean_turns"] for frame in tables], axis=0)
    rows = _spreads(tables, "win_rate_p1", "ci_low", "ci_high")
    rows = [row if doubtful else row.certain for row, doubtful in zip(rows, table["provisional"])]
    mirror = (table["p1"] == table["p2"]).to_numpy()
    for place in np.flatnonzero(mirror):
        won, drawn, games = (int(table[name].iloc[place]) for name in ("wins_p1", "draws", "games"))
        low, high = intervals.wilson_from_counts(won, drawn, games, LEVEL)
        rows[place] = Spread((won + drawn / 2) / games, low, high, low, high, 0.0)
    for name, field in zip(["win_rate_p1", "ci_low", "ci_high", *COLUMNS], Spread.__dataclass_fields__):
        table[name] = [getattr(row, field) for row in rows]
    if set(first_turn.COLUMNS) <= set(table):
        first = _spreads(tables, *first_turn.COLUMNS)
        for name, field in zip(first_turn.COLUMNS, ("rate", "low", "high")):
            table[name] = [getattr(row, field) for row in first]
    return table


def noise_alone(table: pd.DataFrame) -> pd.DataFrame:
    """The chart of the average world: the same table with the intervals of game noise."""
    return table.assign(ci_low=table["noise_low"], ci_high=table["noise_high"])


def strengths_over(frame: pd.DataFrame, tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Strengths with the interval of noise and doubt together.

    A card of a character that is better than thought is so against everybody: matchups of one world are not
    independent, so each world's strengths are worked out by themselves and combined like win rates.

    Parameters
    ----------
    frame : strengths of the table over all worlds (`matchups.strengths`). tables : tidy table of each world.
    """
    own = [both_ways(table) for table in tables]
    frame = frame.copy()
    frame[["noise_low", "noise_high"]] = frame[["ci_low", "ci_high"]]
    for place, character in enumerate(frame["character"]):
        rates, noise = [], []
        for rows in own:
            its = rows[rows["character"] == character]
            rates.append(float(its["win_rate"].mean()))
            noise.append(float(_variances(its, "win_rate", "ci_low", "ci_high").sum()) / len(its) ** 2)
        spread = combine(np.array(rates), np.array(noise))
        values = (spread.low, spread.high, spread.noise_low, spread.noise_high, spread.card_sd)
        frame.loc[place, ["ci_low", "ci_high", *COLUMNS]] = values
    return frame


def first_over(tables: Sequence[pd.DataFrame]) -> tuple[float, float, float]:
    """The first player's win rate over all matchups, with the interval of noise and doubt together."""
    found = [first_turn.overall(table) for table in tables]
    rate, low, high = np.array([one for one in found if one is not None]).T
    spread = combine(rate, rate * (1 - rate) / intervals.effective_games(rate, low, high, LEVEL))
    return spread.rate, spread.low, spread.high


def _spreads(tables: Sequence[pd.DataFrame], *names: str) -> list[Spread]:
    rates = np.array([frame[names[0]].to_numpy() for frame in tables])
    within = np.array([_variances(frame, *names) for frame in tables])
    return [combine(rates[:, place], within[:, place]) for place in range(rates.shape[1])]


def _variances(frame: pd.DataFrame, *names: str) -> np.ndarray:
    """Variances of rates from their intervals, the rate moved towards 1/2 by one win and one loss."""
    rate, low, high = (frame[name].to_numpy() for name in names)
    worth = intervals.effective_games(rate, low, high, LEVEL)
    moved = (rate * worth + 1) / (worth + 2)
    return np.asarray(moved * (1 - moved) / worth)
