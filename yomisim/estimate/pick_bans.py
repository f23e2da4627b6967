"""Matches that begin with bans.

The rule: before game 1 both players at the same time, hidden from each other, name N characters that the *opponent*
may not play in this match; then the bans are shown, and the match goes on as without bans, each player with what the
other left him. (A ban of one's own characters, or of a character for both, would be another game.)

Solved exactly: for every two sets of bans the match is solved as in `yomisim.estimate.picks`, with two different
rosters; the values make a symmetric matrix game between sets of bans. It has ``binomial(n, N)`` rows, and about half
their square are matches to be solved, so the number of sets is limited (`MOST_SETS`): 20 characters allow 2 bans.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from yomisim.errors import BadInput
from yomisim.estimate import zero_sum
from yomisim.estimate.charts import Chart
from yomisim.estimate.matches import Solved, games_played, solve_matches
from yomisim.estimate.pick_noise import Noise, draw_charts, summed_up
from yomisim.estimate.picks import Counterpick, Picks, Rules, scores_of, symmetric_equilibrium
from yomisim.kernel.zero_sum import solve_parts

#: Most sets of bans: binomial(22, 2), a matter of seconds.
MOST_SETS = 231
#: Matches that may be solved for intervals, and the fewest charts that make one.
NOISE_MATCHES, FEWEST_DRAWS = 30_000, 100
#: Matches solved at a time, for the sake of memory.
CHUNK = 64
#: Pairs of bans rarer than this are left out of means.
RARE = 1e-9


@dataclass(frozen=True)
class Bans:
    """The equilibrium of the bans.

    Parameters
    ----------
    sets : every set of N characters, as indices.
    mix : float64, one probability a set; of several equilibria the one of greatest entropy.
    banned : float64, shape (n,): how often a player finds a character banned for him.
    """

    sets: list[tuple[int, ...]]
    mix: np.ndarray
    banned: np.ndarray


@dataclass(frozen=True)
class _Means:
    """What a player does and gets, in the mean over both players' bans.

    Parameters
    ----------
    mix, games, score : float64, shape (n,): picks of game 1, games in a match, and score where it may be picked.
    free : float64, shape (n,): how often a character may be picked.
    replies : float64, shape (n, need + 1, need + 1, n): how often each reply is the best in a state that can be.
    chances : float64, shape (n, need + 1, need + 1): the picker's chances, weighted with the same frequency.
    """

    mix: np.ndarray
    games: np.ndarray
    score: np.ndarray
    free: np.ndarray
    replies: np.ndarray
    chances: np.ndarray


def solve_with_bans(chart: Chart, rules: Rules, draws: int, seed: int) -> Picks:
    """Solve bans and match; see `yomisim.estimate.picks.solve_picks`.

    Raises
    ------
    BadInput : where so many bans leave nothing to play, or are too many to solve exactly.
    """
    count = len(chart.names)
    if rules.ban >= count:
        raise BadInput(f"{rules.ban} bans leave none of {count} characters to play", field="ban")
    if comb(count, rules.ban) > MOST_SETS:
        raise BadInput(
            f"{rules.ban} of {count} characters can be banned in {comb(count, rules.ban):,} ways; up to {MOST_SETS} "
            "can be solved exactly (2 bans of up to 22 characters, 1 of up to 231)",
            field="ban",
        )
    sets = list(combinations(range(count), rules.ban))
    rosters = np.ones((len(sets), count), np.bool_)
    for row, banned in zip(rosters, sets):
        row[list(banned)] = False
    payoff = ban_payoff(chart.rates, rosters, rules)
    mix, _, unique = symmetric_equilibrium(payoff)
    means = _means(chart.rates, rules, rosters, mix)
    return Picks(
        chart,
        rules,
        means.mix,
        np.array([means.mix, means.mix]),
        unique,
        max(0.0, zero_sum.exploitability(payoff, mix, mix)),
        means.score,
        means.games,
        np.full((count, count), np.nan),
        list(_counterpicks(rules, means)),
        bans=Bans(sets, mix, 1 - means.free),
        noise=_noise(chart, rules, rosters, mix, draws, seed) if chart.noisy else None,
    )


def ban_payoff(rates: np.ndarray, rosters: np.ndarray, rules: Rules) -> np.ndarray:
    """Chances to win the match, by one's own bans (rows) and the opponent's (columns).

    Parameters
    ----------
    rates : float64, shape (n, n).
    rosters : bool, shape (k, n): what each set of bans leaves.

    Returns
    -------
    float64, shape (k, k); adds to 1 with its transpose.
    """
    mine, other = np.tril_indices(len(rosters), -1)
    payoff = np.full((len(rosters), len(rosters)), 0.5)
    for start in range(0, len(mine), CHUNK):
        one, two = mine[start : start + CHUNK], other[start : start + CHUNK]
        # What I ban makes the opponent's roster.
        values, _, _, _ = _matches(rates, rules, np.stack([rosters[two], rosters[one]], axis=1), picks=False)
        payoff[one, two] = values
        payoff[two, one] = 1 - values
    return payoff


def _matches(
    rates: np.ndarray, rules: Rules, allowed: np.ndarray, picks: bool = True
) -> tuple[np.ndarray, np.ndarray, np.ndarray, Solved]:
    """Matches of one chart with different rosters, `allowed` of shape (r, 2, n): values, both mixes, all states."""
    charts = np.broadcast_to(rates, (len(allowed), *rates.shape))
    solved = solve_matches(charts, rules.need, rules.repick, allowed, picks=picks)
    rows, columns = (np.ascontiguousarray(allowed[:, seat]) for seat in (0, 1))
    return (*solve_parts(np.ascontiguousarray(solved.payoff), rows, columns), solved)


def _means(rates: np.ndarray, rules: Rules, rosters: np.ndarray, mix: np.ndarray) -> _Means:
    count, need = len(rates), rules.need
    weights = mix[:, None] * mix[None, :]
    mine, other = np.nonzero(weights > RARE)
    own, games, score, free = (np.zeros(count) for _ in range(4))
    replies, chances = np.zeros((count, need + 1, need + 1, count)), np.zeros((count, need + 1, need + 1))
    kept, names = np.arange(count), np.arange(count)
    for start in range(0, len(mine), CHUNK):
        one, two = mine[start : start + CHUNK], other[start : start + CHUNK]
        weight = weights[one, two]
        allowed = np.stack([rosters[two], rosters[one]], axis=1)
        _, first, second, solved = _matches(rates, rules, allowed)
        charts = np.broadcast_to(rates, (len(allowed), count, count))
        pick = solved.pick if rules.repick else None
        own += weight @ first
        games += weight @ games_played(charts, first, second, need, pick)[:, 0]
        score += weight @ (allowed[:, 0] * np.einsum("rij,rj->ri", solved.payoff, second))
        free += weight @ allowed[:, 0]
        there = weight[:, None] * allowed[:, 1]  # characters that the keeper may have
        for a, b in scores_of(rules):
            reply = solved.pick[:, 0, :, a, b]
            replies[:, a, b] += np.einsum("rk,rkc->kc", there, reply[:, :, None] == names)
            chances[kept, a, b] += (there * solved.chance[:, 0, :, a, b]).sum(axis=0)
    with np.errstate(invalid="ignore"):
        score = np.where(free > RARE, score / free, np.nan)
    return _Means(own, games, score, free, replies, chances)


def _counterpicks(rules: Rules, means: _Means) -> Iterator[Counterpick]:
    """The likeliest reply of each state; characters that are banned for certain have none."""
    for k in range(len(means.mix)):
        for a, b in scores_of(rules):
            replies = means.replies[k, a, b]
            total = float(replies.sum())
            if total > RARE:
                best = int(np.argmax(replies))
                chance = float(means.chances[k, a, b]) / total
                yield Counterpick(k, a, b, best, chance, 0, float(replies[best]) / total)


def _noise(chart: Chart, rules: Rules, rosters: np.ndarray, mix: np.ndarray, draws: int, seed: int) -> Noise | None:
    """The same bans and match on drawn charts, where enough of them can be solved."""
    draws = min(draws, NOISE_MATCHES // max(1, len(rosters) * (len(rosters) - 1) // 2))
    if draws < FEWEST_DRAWS:
        return None
    count = len(chart.names)
    mixes, scores, games = (np.zeros((draws, count)) for _ in range(3))
    gains = np.zeros(draws)
    for k, rates in enumerate(draw_charts(chart, draws, seed)):
        payoff = ban_payoff(rates, rosters, rules)
        means = _means(rates, rules, rosters, zero_sum.linear_programme(payoff)[1])
        mixes[k], scores[k], games[k] = means.mix, means.score, means.games
        gains[k] = float((payoff @ mix).max()) - 0.5
    return summed_up(draws, seed, mixes, scores, games, gains, None)
