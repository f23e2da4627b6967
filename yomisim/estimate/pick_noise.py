"""How sure picks are: the same match on many charts drawn within the noise of the one that was measured.

Each matchup is drawn from a beta distribution with parameters ``r n + 1/2`` and ``(1 - r) n + 1/2``: what is known of a
chance (Jeffreys' rule) after n independent games of which the share r was won, n being what the matchup's interval is
worth in games (`intervals.effective_games`). Matchups are independent of each other. Every drawn chart is solved whole,
and intervals are the middle 95% of what comes out.

A mix may jump where the chart moves a little. So besides its interval it is counted how often a character is played at
all, and what a best reply gains against the reported mix if a drawn chart is the truth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from yomisim.estimate.charts import Chart
from yomisim.estimate.matches import games_played, solve_matches
from yomisim.estimate.picks import PLAYED, Rules
from yomisim.estimate.zero_sum import linear_programme

#: Cells of drawn charts that are held at once; casts of more than 63 get fewer than 500 charts.
MOST_CELLS = 2_000_000
#: The middle 95%.
LIMITS = (0.025, 0.975)


@dataclass(frozen=True)
class Noise:
    """What the chart's noise does to picks.

    Parameters
    ----------
    draws, seed : how many charts were drawn, and from which seed.
    mix_range, score_range, games_range : float64, shape (2, n): 95% intervals of equilibrium probability, score, and
        games in a match.
    support : float64, shape (n,): on what part of the charts the character is played.
    gain : mean and 97.5% quantile of what a best reply gains over one half against the reported (or given) mix.
    agreed : float64, shape (n, need + 1, need + 1): on what part of the charts a counterpick is the same, by character
        kept, wins the keeper needs, wins the picker needs; None with bans.
    """

    draws: int
    seed: int
    mix_range: np.ndarray
    score_range: np.ndarray
    games_range: np.ndarray
    support: np.ndarray
    gain: tuple[float, float]
    agreed: np.ndarray | None


def draw_charts(chart: Chart, draws: int, seed: int) -> np.ndarray:
    """Charts within the noise of one.

    Returns
    -------
    float64, shape (draws, n, n); each adds to 1 with its transpose.
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    rates = np.repeat(chart.rates[None], draws, axis=0)
    count = len(chart.names)
    for i in range(count):
        for j in range(i + 1, count):
            games = chart.games[i, j]
            if np.isfinite(games):
                won = chart.rates[i, j] * games
                rates[:, i, j] = rng.beta(won + 0.5, games - won + 0.5, draws)
                rates[:, j, i] = 1 - rates[:, i, j]
    return rates


def noise_of(chart: Chart, rules: Rules, mix: np.ndarray, pick: np.ndarray, draws: int, seed: int) -> Noise:
    """Solve the match on drawn charts.

    Parameters
    ----------
    mix : float64, shape (n,): the mix that is held against every chart.
    pick : the counterpicks whose certainty is asked, as in `yomisim.estimate.matches.Solved`.
    """
    draws = max(1, min(draws, MOST_CELLS // len(mix) ** 2))
    rates = draw_charts(chart, draws, seed)
    solved = solve_matches(rates, rules.need, rules.repick)
    # Linear programmes, not the compiled solver: a thousand take less time than loading a compiler.
    mixes = np.array([linear_programme(payoff)[1] for payoff in solved.payoff])
    scores = np.einsum("rij,rj->ri", solved.payoff, mixes)
    games = games_played(rates, mixes, mixes, rules.need, solved.pick if rules.repick else None)[:, 0]
    gains = (solved.payoff @ mix).max(axis=1) - 0.5
    agreed = (solved.pick[:, 0] == pick[:, 0]).mean(axis=0)
    return summed_up(draws, seed, mixes, scores, games, gains, agreed)


def summed_up(
    draws: int,
    seed: int,
    mixes: np.ndarray,
    scores: np.ndarray,
    games: np.ndarray,
    gains: np.ndarray,
    agreed: np.ndarray | None,
) -> Noise:
    """Intervals from the solutions of drawn charts, float64 of shape (draws, n) each and (draws,) for `gains`."""
    return Noise(
        draws,
        seed,
        np.quantile(mixes, LIMITS, axis=0),
        np.nanquantile(scores, LIMITS, axis=0),
        np.quantile(games, LIMITS, axis=0),
        (mixes > PLAYED).mean(axis=0),
        (float(gains.mean()), float(np.quantile(gains, LIMITS[1]))),
        agreed,
    )
