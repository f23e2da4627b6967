"""What playing on the same luck is worth: games that would have been needed without it, for intervals just as narrow.

Swapped seats
    Both games of a pair are dealt from the same shuffles. m pairs are worth m / D independent games (see `intervals`),
    which is more than 2 m where D is below one half.

Two data sets on the same luck
    The variance of a change is that of the differences game by game; of two separate runs it would be the sum of both
    variances. Games are in inverse proportion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from yomisim.estimate import intervals

if TYPE_CHECKING:
    from yomisim.batch.run import Outcome


@dataclass(frozen=True)
class Saving:
    """Games that were played, and games without shared luck that they are worth."""

    games: int
    worth: int

    @property
    def saved(self) -> int:
        """Games that need not be played; negative where sharing luck costs some."""
        return self.worth - self.games

    def sentence(self, what: str) -> str:
        """In words; `what` shares the luck."""
        if self.saved < 0:
            return f"{what}: {self.games:,} games are worth {self.worth:,} independent ones, {-self.saved:,} fewer"
        return f"{what} saved {self.saved:,} games: {self.games:,} are worth {self.worth:,} independent ones"


def of_seats(outcome: Outcome) -> Saving:
    """What swapping seats on the same shuffles saved over all pairs of a batch."""
    swapped = [tally for pair, tally in zip(outcome.plan.pairs, outcome.tallies) if pair.swap]
    games = sum(int(tally["games"]) for tally in swapped)
    return Saving(games, round(sum(intervals.paired_games(tally["pair_score"]) for tally in swapped)))


def of_comparison(changes: pd.DataFrame, before: pd.DataFrame, after: pd.DataFrame) -> Saving:
    """What playing both sides on the same luck saved, from the tables of a comparison.

    Pairs in which no game has changed are left out: apart they would have needed games without end.

    Parameters
    ----------
    changes : columns of `editions.COLUMNS`. before, after : tidy matchup tables that hold the same pairs.
    """
    numbers = changes["games"].to_numpy() / 2
    half = (changes["ci_high"] - changes["ci_low"]).to_numpy() / 2
    same = half <= 1.001 * intervals.quantile(0.95) * np.sqrt(
        intervals.PRIOR_SQUARES / (np.maximum(numbers - 1, 1) * numbers)
    )
    changes, half = changes[~same], half[~same]
    variances = []
    for table in (before, after):
        own = table.set_index(["p1", "p2"]).loc[list(zip(changes["p1"], changes["p2"]))]
        rate = own["win_rate_p1"].to_numpy()
        limits = own["ci_low"].to_numpy(), own["ci_high"].to_numpy()
        variances.append(rate * (1 - rate) / intervals.effective_games(rate, *limits))
    games = 2 * changes["games"].to_numpy()
    worth = games * (variances[0] + variances[1]) / (half / intervals.quantile(0.95)) ** 2
    return Saving(int(games.sum()), round(float(worth.sum())))
