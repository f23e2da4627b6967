"""Matches: first to so many wins, each game a choice on either side and a toss with known odds.

``rate[i, j]`` is the chance that choice i beats choice j; ``rate[i, j] + rate[j, i] = 1``, and nothing is drawn. Two
seats, 0 and 1. The first game is chosen blind. From then on, if losers repick, the winner of a game keeps his choice
and the loser, who sees it, chooses anew.

State after a game: the *picker* sits in seat s and needs b more wins, the other keeps k and needs a. The picker's
chance to win the match is

    W[s, k, a, b] = max over c of   rate[c, k] (1 - W[1 - s, c, b - 1, a])  +  rate[k, c] W[s, k, a - 1, b]

with W = 0 where a = 0; where b = 1 the first bracket is 1, since W[.., c, 0, a] = 0. Each state rests on states with
fewer games to go, so one pass in rising a + b gives all of them exactly (backward induction, Zermelo 1913).

Everything here takes many charts at once: arrays have a leading axis r of charts (or rosters).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

#: Two replies whose chances differ by less are equally good; the one is named that wins the next game more often.
TIE = 1e-12


@dataclass(frozen=True)
class Solved:
    """All states of r matches.

    Parameters
    ----------
    chance : float64, shape (r, 2, n, need + 1, need + 1): ``W[s, k, a, b]``; zero where there is no such state.
    pick : int64 of that shape: the best reply (see TIE; then the first); -1 where there is no state.
    tied : int64 of that shape: how many other replies are as good. Both are empty where they were not asked for.
    payoff : float64, shape (r, n, n): seat 0's chance to win the match by both choices in the first game.
    """

    chance: np.ndarray
    pick: np.ndarray
    tied: np.ndarray
    payoff: np.ndarray


def states(need: int) -> list[tuple[int, int]]:
    """All (a, b) after a game, those with fewer wins to go first: a from 1 to need - 1, b from 1 to need."""
    return sorted(((a, b) for a in range(1, need) for b in range(1, need + 1)), key=lambda state: (sum(state), state))


def solve_matches(
    rates: np.ndarray, need: int, repick: bool, allowed: np.ndarray | None = None, *, picks: bool = True
) -> Solved:
    """Solve r matches up to the choice for the first game.

    Parameters
    ----------
    rates : float64, shape (r, n, n).
    need : wins that decide a match, 1 or more.
    repick : whether losers repick; else first choices stay.
    allowed : bool, shape (r, 2, n): what either seat may choose, at least one each; None is everything. Chances and
        payoffs of what is not allowed have no meaning.
    picks : whether replies are asked for, or only chances (which takes half the time).
    """
    many, count, _ = rates.shape
    shape = (many, 2, count, need + 1, need + 1)
    chance = np.zeros(shape)
    pick, tied = np.full(shape if picks else (0,), -1), np.zeros(shape if picks else (0,), np.int64)
    if not repick:
        return Solved(chance, pick, tied, race(rates, need))
    # Without rosters both seats are in the same position, and one of them is enough.
    alike = allowed is None
    lost = 1 - rates
    blocked = None if allowed is None else 2.0 * ~allowed  # no chance is less than -1
    for a, b in states(need):
        for s in (0,) if alike else (0, 1):
            other = s if alike else 1 - s
            # The other picks once the picker has won with c; the picker picks again once he has lost to k.
            ahead, behind = 1 - chance[:, other, :, b - 1, a], chance[:, s, :, a - 1, b]
            values = rates * ahead[:, :, None]
            if a > 1:
                values += lost * behind[:, None, :]
            if blocked is not None:
                values -= blocked[:, s, :, None]
            best = values.max(axis=1)
            chance[:, s, :, a, b] = best
            if picks:
                good = values >= best[:, None] - TIE
                pick[:, s, :, a, b] = np.where(good, rates, -1.0).argmax(axis=1)
                tied[:, s, :, a, b] = good.sum(axis=1) - 1
    if alike:
        for array in (chance, pick, tied) if picks else (chance,):
            array[:, 1] = array[:, 0]
    after_win = 1 - chance[:, 1, :, need - 1, need]
    after_loss = chance[:, 0, :, need - 1, need]
    payoff = rates * after_win[:, :, None] + lost * after_loss[:, None, :]
    return Solved(chance, pick, tied, payoff)


def race(p: np.ndarray, need: int) -> np.ndarray:
    """Chance to be first at `need` wins where each game is won with chance `p`; the negative binomial's sum."""
    total, term = np.zeros_like(p), p**need
    for lost in range(need):
        total += term
        term = term * (1 - p) * (need + lost) / (lost + 1)
    return total


def race_length(p: np.ndarray, need: int) -> np.ndarray:
    """Expected number of games until one side has `need` wins."""
    total, ways = np.zeros_like(p), 1.0
    for lost in range(need):
        total += (need + lost) * ways * (p**need * (1 - p) ** lost + (1 - p) ** need * p**lost)
        ways *= (need + lost) / (lost + 1)
    return total


def games_played(
    rates: np.ndarray, first: np.ndarray, second: np.ndarray, need: int, pick: np.ndarray | None
) -> np.ndarray:
    """Expected number of games that each seat plays with each choice.

    Parameters
    ----------
    rates : float64, shape (r, n, n).
    first, second : float64, shape (r, n): how seats 0 and 1 choose in the first game.
    need : wins that decide a match.
    pick : what losers repick, as in :class:`Solved`; None where first choices stay.

    Returns
    -------
    float64, shape (r, 2, n); for each r and seat the sum is the expected length of the match.
    """
    both = first[:, :, None] * second[:, None, :]
    if pick is None:
        games = both * race_length(rates, need)
        return np.stack([games.sum(axis=2), games.sum(axis=1)], axis=1)
    many, count, _ = rates.shape
    played = np.stack([first, second], axis=1)
    reach = np.zeros(pick.shape)
    reach[:, 1, :, need - 1, need] = (both * rates).sum(axis=2)
    reach[:, 0, :, need - 1, need] = (both * (1 - rates)).sum(axis=1)
    each = np.arange(many)[:, None]
    kept = np.arange(count)[None, :]
    for s, a, b in _falling(need):
        here, reply = reach[:, s, :, a, b], pick[:, s, :, a, b]
        odds = rates[each, reply, kept]
        np.add.at(played, (each, s, reply), here)  # type: ignore[arg-type]  # numpy's stubs know no mixed index
        played[:, 1 - s] += here
        np.add.at(reach, (each, 1 - s, reply, b - 1, a), here * odds)  # type: ignore[arg-type]
        reach[:, s, :, a - 1, b] += here * (1 - odds)
    return played


def _falling(need: int) -> Iterator[tuple[int, int, int]]:
    """All (seat, a, b), those with more wins to go first."""
    for a, b in reversed(states(need)):
        yield from ((0, a, b), (1, a, b))
