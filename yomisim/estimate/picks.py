"""Which characters to pick: the equilibrium of a match, from any matchup chart.

A match is won by the first to ``(best_of + 1) / 2`` wins. Both players choose for game 1 without seeing the other's
choice. After it, with the usual rule (``counterpick="loser"``), the winner of a game keeps his character and the loser,
who sees it, repicks freely; with ``counterpick="none"`` both keep their first picks for the whole match.

The choices after game 1 are made one at a time in the open, so their values follow by backward induction
(`yomisim.estimate.matches`). What is left is the choice for game 1: a zero-sum matrix game whose entries are chances to
win the *match*. It is symmetric, so its value is one half, and a mix is as good as it is hard to exploit.

With bans the match begins one step earlier; see `yomisim.estimate.pick_bans`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from yomisim.errors import BadInput, check_type
from yomisim.estimate import zero_sum
from yomisim.estimate.charts import Chart
from yomisim.estimate.matches import Solved, games_played, solve_matches, states

if TYPE_CHECKING:
    import pandas as pd

    from yomisim.estimate.pick_bans import Bans
    from yomisim.estimate.pick_noise import Noise

BEST_OF = (1, 3, 5, 7)
COUNTERPICKS = ("loser", "none")
#: Charts drawn for intervals.
DRAWS = 500
#: A character belongs to the support of a mix from this probability on.
PLAYED = 1e-9


@dataclass(frozen=True)
class Rules:
    """How a match is played.

    Parameters
    ----------
    best_of : games at most: 1, 3, 5 or 7.
    counterpick : "loser" (the loser of a game repicks, knowing the winner's character, which stays) or "none".
    ban : how many of the opponent's characters each player bans before the match.

    Raises
    ------
    BadInput : for another value.
    """

    best_of: int = 1
    counterpick: str = "loser"
    ban: int = 0

    def __post_init__(self) -> None:
        if self.best_of not in BEST_OF:
            raise BadInput(f"{self.best_of} is none of {', '.join(map(str, BEST_OF))}", field="best-of")
        if self.counterpick not in COUNTERPICKS:
            raise BadInput(f"{self.counterpick!r} is neither 'loser' nor 'none'", field="counterpick")
        check_type("ban", self.ban, int, "a whole number")
        if self.ban < 0:
            raise BadInput(f"{self.ban} is out of range; 0 or more", field="ban")

    @property
    def need(self) -> int:
        """Wins that decide the match."""
        return (self.best_of + 1) // 2

    @property
    def repick(self) -> bool:
        """Whether losers repick."""
        return self.counterpick == "loser"


@dataclass(frozen=True)
class Given:
    """A mix that somebody plays in game 1, judged (everything after it is played optimally).

    Parameters
    ----------
    mix : float64, shape (n,).
    value : match win probability that it is sure of, against its best reply.
    exploitability : what the best reply gets beyond one half.
    best_reply : index of that reply.
    against_equilibrium : match win probability against the equilibrium mix.
    """

    mix: np.ndarray
    value: float
    exploitability: float
    best_reply: int
    against_equilibrium: float


@dataclass(frozen=True)
class Counterpick:
    """The best reply in one state of a match.

    Parameters
    ----------
    keeper : index of the character that the winner of the last game keeps.
    keeper_needs, picker_needs : wins that either still needs.
    pick : index of the best reply; of equally good ones that which wins the next game most often, then the first.
    chance : the picker's chance to win the match (with bans: the mean over them).
    tied : how many other characters are as good.
    share : with a noisy chart, on what part of the resampled charts this is the best; with bans, for what part of
        them. NaN where nothing is said.
    """

    keeper: int
    keeper_needs: int
    picker_needs: int
    pick: int
    chance: float
    tied: int
    share: float


@dataclass(frozen=True)
class Picks:
    """The solution of a match.

    Parameters
    ----------
    chart, rules : what was asked.
    mix : float64, shape (n,): equilibrium of game 1; of several the one of greatest entropy. With bans: how often each
        character is picked in game 1.
    mix_range : float64, shape (2, n): least and greatest probability over all equilibria (with bans: `mix` twice).
    unique : whether there is no other equilibrium (with bans: of the choice of bans).
    exploitability : what a best reply to `mix` gains; zero but for rounding.
    scores : float64, shape (n,): match win probability of picking a character in game 1 against the equilibrium,
        with everything after it optimal. With bans: in the mean over those that let him pick it; NaN if none do.
    games : float64, shape (n,): expected number of games that a player plays with each character in a match at
        equilibrium; the sum is the expected length of the match.
    payoff : float64, shape (n, n): match win probabilities by the picks of game 1; NaN with bans.
    counterpicks : every state after game 1, by character kept, then by score.
    given, bans, noise : what else was asked for, or None.
    """

    chart: Chart
    rules: Rules
    mix: np.ndarray
    mix_range: np.ndarray
    unique: bool
    exploitability: float
    scores: np.ndarray
    games: np.ndarray
    payoff: np.ndarray
    counterpicks: list[Counterpick]
    given: Given | None = None
    bans: Bans | None = None
    noise: Noise | None = None

    @property
    def value(self) -> float:
        """Match win probability of either player at equilibrium: the game is symmetric."""
        return 0.5

    @property
    def table(self) -> pd.DataFrame:
        """One row per character; see `yomisim.estimate.pick_tables.pick_table`."""
        from yomisim.estimate.pick_tables import pick_table

        return pick_table(self)

    def replies(self) -> pd.DataFrame:
        """One row per state after game 1; see `yomisim.estimate.pick_tables.counterpick_table`."""
        from yomisim.estimate.pick_tables import counterpick_table

        return counterpick_table(self)

    def order(self) -> list[int]:
        """Characters by their score, the best first; never pickable ones last."""
        keys = np.nan_to_num(self.scores, nan=-1.0).round(12)
        return sorted(range(len(keys)), key=lambda k: (-keys[k], -self.mix[k], k))


def solve_picks(
    chart: Chart,
    rules: Rules | None = None,
    given: np.ndarray | None = None,
    draws: int = DRAWS,
    seed: int = 1,
) -> Picks:
    """Solve a match on a chart.

    Parameters
    ----------
    chart : a complete chart; see `yomisim.estimate.charts`.
    rules : how the match is played; None is a single game.
    given : a mix to judge, shape (n,), probabilities that add to 1; not together with bans.
    draws : how many charts are drawn within the chart's noise for the intervals; 0 is none.
    seed : of those draws.

    Raises
    ------
    BadInput : where the rules do not fit to the chart.
    """
    rules = rules or Rules()
    if rules.ban:
        from yomisim.estimate.pick_bans import solve_with_bans

        if given is not None:
            raise BadInput("a given mix cannot be judged with bans: what is picked then depends on them", field="mix")
        return solve_with_bans(chart, rules, draws, seed)
    return _solve(chart, rules, given, draws, seed)


def _solve(chart: Chart, rules: Rules, given: np.ndarray | None, draws: int, seed: int) -> Picks:
    rates = chart.rates[None]
    solved = solve_matches(rates, rules.need, rules.repick)
    payoff = solved.payoff[0]
    mix, mix_range, unique = symmetric_equilibrium(payoff)
    games = games_played(rates, mix[None], mix[None], rules.need, solved.pick if rules.repick else None)
    noise = None
    if chart.noisy and draws:
        from yomisim.estimate.pick_noise import noise_of

        noise = noise_of(chart, rules, mix if given is None else given, solved.pick, draws, seed)
    return Picks(
        chart,
        rules,
        mix,
        mix_range,
        unique,
        max(0.0, zero_sum.exploitability(payoff, mix, mix)),
        payoff @ mix,
        games[0, 0],
        payoff,
        _counterpicks(rules, solved, None if noise is None else noise.agreed),
        given=None if given is None else judge(payoff, given, mix),
        noise=noise,
    )


def symmetric_equilibrium(payoff: np.ndarray) -> tuple[np.ndarray, np.ndarray, bool]:
    """Equilibrium mix of a symmetric game, the same for both players.

    Parameters
    ----------
    payoff : float64, shape (n, n), ``payoff + payoff.T == 1``.

    Returns
    -------
    (mix of shape (n,), range over all equilibria of shape (2, n), whether it is the only one).
    """
    _, row, _ = zero_sum.linear_programme(payoff)
    face = zero_sum.optimal_face(payoff, 0.5, row)
    mix = zero_sum.most_even(payoff, 0.5, face)
    return mix, np.array([face.min(axis=0), face.max(axis=0)]), zero_sum.is_point(face)


def judge(payoff: np.ndarray, given: np.ndarray, equilibrium: np.ndarray) -> Given:
    """What a mix is worth: against its best reply, and against the equilibrium."""
    replies = payoff @ given
    best = int(np.argmax(replies))
    gain = float(replies[best]) - 0.5
    return Given(given, 0.5 - gain, max(0.0, gain), best, float(given @ payoff @ equilibrium))


def scores_of(rules: Rules) -> list[tuple[int, int]]:
    """Scores at which a loser repicks: (keeper needs, picker needs), from the first game on."""
    return states(rules.need)[::-1] if rules.repick else []


def _counterpicks(rules: Rules, solved: Solved, share: np.ndarray | None) -> list[Counterpick]:
    """All states of a match without bans; the seats are alike, so seat 0 is the picker."""
    pick, chance, tied = solved.pick[0, 0], solved.chance[0, 0], solved.tied[0, 0]
    return [
        Counterpick(
            k,
            a,
            b,
            int(pick[k, a, b]),
            float(chance[k, a, b]),
            int(tied[k, a, b]),
            np.nan if share is None else float(share[k, a, b]),
        )
        for k in range(len(pick))
        for a, b in scores_of(rules)
    ]
