"""Matches: first to so many wins, each game a choice on either side and a toss with known odds.

Knows no game. ``rate[i, j]`` is the chance that choice i beats choice j; ``rate[i, j] + rate[j, i] = 1``, and nothing
is drawn. Two seats, 0 and 1; ``allowed[s, i]`` says whether seat s may choose i. The first game is chosen blind. From
then on, if losers repick, the winner of a game keeps his choice and the loser, who sees it, chooses anew.

State after a game: the *picker* is in seat s and needs b more wins, the other keeps k and needs a. The picker's chance
to win the match is

    W[s, k, a, b] = max over c of   rate[c, k] (1 - W[1 - s, c, b - 1, a])  +  rate[k, c] W[s, k, a - 1, b],

with W = 0 where a = 0; the first term is 1 (rate[c, k]) where b = 1, as W[.., c, 0, a] = 0. Each state rests on
states with fewer games to go, so one pass in rising a + b gives all of them exactly (backward induction).
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import compiled, entry
from yomisim.kernel.zero_sum import bounds, solve_into

#: Two replies whose chances differ by less are equally good; the first one is named.
TIE = 1e-12


@compiled
def fill_states(rate, allowed, need, chance, pick):
    """Backward induction over all states.

    Parameters
    ----------
    rate : float64, shape (n, n).
    allowed : bool, shape (2, n), at least one choice for either seat.
    need : wins that decide the match, 1 or more.
    chance : float64, shape (2, n, need + 1, need + 1), overwritten: ``W[s, k, a, b]`` for 0 <= a <= need - 1 and
        1 <= b <= need.
    pick : int64 of that shape, overwritten: the best choice, the first of several equally good ones.
    """
    n = rate.shape[0]
    chance[:] = 0.0
    pick[:] = -1
    for games in range(2, 2 * need):
        for a in range(max(1, games - need), min(need - 1, games - 1) + 1):
            b = games - a
            for s in range(2):
                for k in range(n):
                    if allowed[1 - s, k]:
                        best = -1.0
                        stay = chance[s, k, a - 1, b]
                        for c in range(n):
                            if allowed[s, c]:
                                p = rate[c, k]
                                value = p * (1.0 - chance[1 - s, c, b - 1, a]) + (1.0 - p) * stay
                                if value > best + TIE:
                                    best = value
                                    pick[s, k, a, b] = c
                        chance[s, k, a, b] = best


@compiled
def first_game(rate, need, chance, payoff):
    """Chances of seat 0 to win the match, by the choices of the first game.

    Parameters
    ----------
    rate : float64, shape (n, n).
    chance : as :func:`fill_states` left it.
    payoff : float64, shape (n, n), overwritten; also where a choice is not allowed, which is then without meaning.
    """
    n = rate.shape[0]
    for i in range(n):
        for j in range(n):
            p = rate[i, j]
            payoff[i, j] = p * (1.0 - chance[1, i, need - 1, need]) + (1.0 - p) * chance[0, j, need - 1, need]


@compiled
def race(p, need):
    """Chance to be first at `need` wins where each game is won with chance `p`."""
    total = 0.0
    term = p**need
    for lost in range(need):
        total += term
        term *= (1.0 - p) * (need + lost) / (lost + 1.0)
    return total


@compiled
def match_payoff(rate, allowed, need, repick, chance, pick, payoff):
    """Fill `payoff` for losers who repick, or for picks that stay for the whole match."""
    if repick:
        fill_states(rate, allowed, need, chance, pick)
        first_game(rate, need, chance, payoff)
        return
    chance[:] = 0.0
    pick[:] = -1
    n = rate.shape[0]
    for i in range(n):
        payoff[i, i] = 0.5
        for j in range(i):
            payoff[i, j] = race(rate[i, j], need)
            payoff[j, i] = 1.0 - payoff[i, j]


@entry
def one_match(rate, allowed, need, repick):
    """All states and the first game of one match.

    Parameters
    ----------
    rate : float64, shape (n, n). allowed : bool, shape (2, n). need : wins that decide. repick : whether losers repick.

    Returns
    -------
    (chance, pick, payoff): float64 and int64 of shape (2, n, need + 1, need + 1), float64 of shape (n, n).
    """
    n = rate.shape[0]
    chance = np.empty((2, n, need + 1, need + 1))
    pick = np.empty((2, n, need + 1, need + 1), np.int64)
    payoff = np.empty((n, n))
    match_payoff(rate, allowed, need, repick, chance, pick, payoff)
    return chance, pick, payoff


@entry
def many_matches(rates, need, repick, mix):
    """The same match on many charts: how an equilibrium moves when the chart does.

    Parameters
    ----------
    rates : float64, shape (r, n, n). need, repick : as above; every choice is allowed.
    mix : float64, shape (n,): a mix that is held against each chart.

    Returns
    -------
    (mixes, scores, games, gains): float64 of shapes (r, n), (r, n), (r, n) and (r,). A chart's equilibrium mix of the
    first game; each choice's chance against it; the games played with each choice in a match at equilibrium; and what
    a best reply gains over one half against `mix`.
    """
    count, n, _ = rates.shape
    mixes, scores = np.zeros((count, n)), np.zeros((count, n))
    games, gains = np.zeros((count, n)), np.zeros(count)
    allowed = np.ones((2, n), np.bool_)
    chance = np.empty((2, n, need + 1, need + 1))
    pick = np.empty((2, n, need + 1, need + 1), np.int64)
    reach = np.empty((2, n, need + 1, need + 1))
    payoff, table, labels = np.empty((n, n)), np.empty((n + 1, n + 1)), np.empty(2 * n, np.int64)
    rows, columns, played = np.empty(n), np.empty(n), np.empty((2, n))
    for k in range(count):
        match_payoff(rates[k], allowed, need, repick, chance, pick, payoff)
        solve_into(payoff, table, labels, rows, columns)
        mixes[k] = rows
        for i in range(n):
            for j in range(n):
                scores[k, i] += payoff[i, j] * rows[j]
        _count_games(rates[k], rows, rows, need, repick, pick, reach, played)
        games[k] = played[0]
        gains[k] = bounds(payoff, mix, mix)[1] - 0.5
    return mixes, scores, games, gains


@entry
def roster_matches(rate, rosters, need, repick):
    """Values of all matches between two lists of allowed choices.

    Parameters
    ----------
    rate : float64, shape (n, n). rosters : bool, shape (k, n), each with at least one choice. need, repick : as above.

    Returns
    -------
    float64, shape (k, k): seat 0's chance to win the match with the row's roster against the column's; the matrix and
    its transpose add to 1.
    """
    count, n = rosters.shape
    allowed = np.empty((2, n), np.bool_)
    chance = np.empty((2, n, need + 1, need + 1))
    pick = np.empty((2, n, need + 1, need + 1), np.int64)
    payoff, table, labels = np.empty((n, n)), np.empty((n + 1, n + 1)), np.empty(2 * n, np.int64)
    rows, columns = np.empty(n), np.empty(n)
    packed = np.empty(n * n)
    values = np.full((count, count), 0.5)
    for one in range(count):
        for other in range(one):
            allowed[0], allowed[1] = rosters[one], rosters[other]
            match_payoff(rate, allowed, need, repick, chance, pick, payoff)
            game = _packed(payoff, allowed, packed)
            values[one, other] = solve_into(game, table, labels, rows, columns)
            values[other, one] = 1.0 - values[one, other]
    return values


@entry
def games_played(rate, mix0, mix1, need, repick, pick):
    """Expected number of games that each seat plays with each choice.

    Parameters
    ----------
    mix0, mix1 : float64, shape (n,): how the seats choose in the first game.
    pick : as :func:`one_match` gave it.

    Returns
    -------
    float64, shape (2, n); either row adds to the expected length of the match.
    """
    played = np.empty((2, rate.shape[0]))
    _count_games(rate, mix0, mix1, need, repick, pick, np.empty(pick.shape), played)
    return played


@compiled
def _count_games(rate, mix0, mix1, need, repick, pick, reach, played):
    played[:] = 0.0
    if repick:
        _count_repicked(rate, mix0, mix1, need, pick, reach, played)
    else:
        _count_kept(rate, mix0, mix1, need, played)


@compiled
def _count_repicked(rate, mix0, mix1, need, pick, reach, played):
    """Forward pass: `reach` is the chance that the match comes to a state."""
    n = rate.shape[0]
    reach[:] = 0.0
    for i in range(n):
        for j in range(n):
            both = mix0[i] * mix1[j]
            played[0, i] += both
            played[1, j] += both
            reach[1, i, need - 1, need] += both * rate[i, j]
            reach[0, j, need - 1, need] += both * (1.0 - rate[i, j])
    for games in range(2 * need - 1, 1, -1):
        for a in range(max(1, games - need), min(need - 1, games - 1) + 1):
            b = games - a
            for s in range(2):
                for k in range(n):
                    here = reach[s, k, a, b]
                    if here > 0.0:
                        c = pick[s, k, a, b]
                        played[s, c] += here
                        played[1 - s, k] += here
                        reach[1 - s, c, b - 1, a] += here * rate[c, k]
                        reach[s, k, a - 1, b] += here * (1.0 - rate[c, k])


@compiled
def _count_kept(rate, mix0, mix1, need, played):
    n = rate.shape[0]
    for i in range(n):
        for j in range(n):
            games = mix0[i] * mix1[j] * _length(rate[i, j], need)
            played[0, i] += games
            played[1, j] += games


@compiled
def _length(p, need):
    """Expected number of games until one side has `need` wins."""
    total = 0.0
    ways = 1.0  # of losing so many games before the last win
    for lost in range(need):
        total += (need + lost) * ways * (p**need * (1.0 - p) ** lost + (1.0 - p) ** need * p**lost)
        ways *= (need + lost) / (lost + 1.0)
    return total


@compiled
def _packed(payoff, allowed, room):
    """The allowed rows and columns of a game, side by side in `room`."""
    n = payoff.shape[0]
    m = 0
    width = 0
    for i in range(n):
        m += allowed[0, i]
        width += allowed[1, i]
    at = 0
    for i in range(n):
        if allowed[0, i]:
            for j in range(n):
                if allowed[1, j]:
                    room[at] = payoff[i, j]
                    at += 1
    return room[: m * width].reshape(m, width)
