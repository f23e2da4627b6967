r"""Zero-sum games of one move in which both players hold a hidden hand, solved by linear programming.

Player 1 is dealt hand a with probability w_a, player 2 hand b with probability u_b, independently. Each chooses among
the options of the own hand; player 1 is paid ``payoff[a, b, i, j]``. A strategy says for every hand how often to choose
what (x_a, y_b). Against a strategy x of player 1 a hand b earns what its best option leaves, and so the strategy that
guarantees most is the solution of

    maximise  sum_b u_b v_b   subject to   v_b <= sum_a w_a sum_i x_a(i) payoff[a, b, i, j]   for every b and j in b,

whose dual gives player 2's (Harsanyi 1967; Ponssard and Sorin 1980 for the programme). With one hand on either side it
is a matrix game, and `yomisim.estimate.zero_sum` does the work.

Options are numbered alike for all hands of a player, and a hand holds some of them. What a player does *at large* is
the mean of the hands' mixes: a hand that lacks an option plays it with probability 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from yomisim.estimate.zero_sum import SURE, climb, equilibrium, programme, run_programme

#: Strategies that fall short of the value by no more than this (payoffs between 0 and 1) are optimal.
OPTIMAL = 1e-10
#: Two optimal strategies are different if some probability differs by more: with so little slack, polytopes of no size
#: at all were seen to be 1e-4 wide.
DIFFERENT = 1e-2
#: Probabilities below this are rounding.
NOTHING = 1e-9
#: Random directions in which a polytope of optimal strategies is looked at. One tells whether it is a point; the mean
#: of what is found in several lies inside.
DIRECTIONS = 12


@dataclass(frozen=True)
class HiddenGame:
    """Payoffs, hands and options.

    Parameters
    ----------
    payoff : float64, shape (hands 1, hands 2, options 1, options 2), what player 1 gets; where a hand lacks the option
        it is not looked at and must be finite.
    has_1, has_2 : bool, shapes (hands 1, options 1) and (hands 2, options 2); at least one of each hand.
    weight_1, weight_2 : float64, probabilities of the hands.
    """

    payoff: np.ndarray
    has_1: np.ndarray
    has_2: np.ndarray
    weight_1: np.ndarray
    weight_2: np.ndarray

    @cached_property
    def turned(self) -> HiddenGame:
        """The game as player 2 sees it."""
        payoff = np.ascontiguousarray(-self.payoff.transpose(1, 0, 3, 2))
        return HiddenGame(payoff, self.has_2, self.has_1, self.weight_2, self.weight_1)

    @cached_property
    def table(self) -> np.ndarray:
        """w_a payoff[a, b, i, j] for the options that are held, shape (options of all hands 1, of all hands 2)."""
        a, i = np.nonzero(self.has_1)
        b, j = np.nonzero(self.has_2)
        return self.weight_1[a][:, None] * self.payoff[a[:, None], b[None, :], i[:, None], j[None, :]]

    def earned(self, strategy: np.ndarray) -> np.ndarray:
        """What each hand and option of player 2 leaves player 1 with `strategy`, shape (hands 2, options 2).

        Where a hand lacks the option it is infinite.
        """
        out = np.full(self.has_2.shape, np.inf)
        out[self.has_2] = strategy[self.has_1] @ self.table
        return out

    def guaranteed(self, strategy: np.ndarray) -> float:
        """What a strategy of player 1 (shape (hands 1, options 1)) is sure to get."""
        return float(self.weight_2 @ self.earned(strategy).min(axis=1))

    def value_of(self, strategy_1: np.ndarray, strategy_2: np.ndarray) -> float:
        """What player 1 gets when both play these strategies."""
        return float(np.sum(self.weight_2[:, None] * strategy_2 * _finite(self.earned(strategy_1))))

    def paid(self, payoff: np.ndarray) -> HiddenGame:
        """The same game with other payoffs."""
        return replace(self, payoff=payoff)


@dataclass(frozen=True)
class Solution:
    """An equilibrium.

    Parameters
    ----------
    value : what player 1 gets.
    strategy_1, strategy_2 : float64, shapes (hands 1, options 1) and (hands 2, options 2), a mix for each hand; where
        there are several equilibria those of greatest entropy (summed over hands).
    unique_1, unique_2 : whether the player has no other optimal strategy.
    """

    value: float
    strategy_1: np.ndarray
    strategy_2: np.ndarray
    unique_1: bool
    unique_2: bool

    @property
    def unique(self) -> bool:
        """Whether there is no other equilibrium."""
        return self.unique_1 and self.unique_2


def solve(game: HiddenGame) -> Solution:
    """Solve a game and say whether the solution is the only one."""
    if len(game.weight_1) == len(game.weight_2) == 1:
        return _solve_matrix(game)
    value, first, second = solve_any(game)
    one, unique_1 = _most_even(game, value, first)
    two, unique_2 = _most_even(game.turned, -value, second)
    return Solution(value, one, two, unique_1, unique_2)


def solve_any(game: HiddenGame) -> tuple[float, np.ndarray, np.ndarray]:
    """Value and one pair of optimal strategies."""
    sides = _Sides(game)
    rows, lower, upper = sides.rows(None)
    solver = programme(rows, lower=lower, upper=upper, cost=-sides.worth, least=sides.least)
    found = run_programme(solver)
    duals = np.abs(np.array(solver.getSolution().row_dual[: game.table.shape[1]]))
    strategy_1 = _spread(found[: len(game.table)], game.has_1)
    strategy_2 = _spread(duals, game.has_2)
    low, high = game.guaranteed(strategy_1), -game.turned.guaranteed(strategy_2)
    return (low + high) / 2, strategy_1, strategy_2


def ranges(game: HiddenGame, goal: float) -> np.ndarray:
    """Least and greatest probability at large of each option over all strategies of player 1 that guarantee `goal`.

    Returns
    -------
    float64, shape (2, options 1). For player 2: ``ranges(game.turned, -goal)``.
    """
    hand, option = np.nonzero(game.has_1)
    shares = [np.where(option == i, game.weight_1[hand], 0.0) for i in range(game.has_1.shape[1])]
    found = list(_towards(game, goal - SURE, [sign * share for share in shares for sign in (1.0, -1.0)]))
    out = np.array([np.zeros(len(shares)), game.weight_1 @ game.has_1])
    for k, strategy in enumerate(found):
        if strategy is not None:
            out[k % 2, k // 2] = game.weight_1 @ strategy[:, k // 2]
    return out


class _Sides:
    """The programme of player 1: variables x (options of all hands), then v (hands of player 2)."""

    def __init__(self, game: HiddenGame) -> None:
        self.game = game
        self.count = len(game.table)
        hands = len(game.weight_2)
        self.worth = np.append(np.zeros(self.count), game.weight_2)
        self.least = np.append(np.zeros(self.count), np.full(hands, -np.inf))

    def rows(self, goal: float | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Conditions, and the limits of each; with a goal also that it is guaranteed."""
        game, count = self.game, self.count
        hand_2 = np.nonzero(game.has_2)[0]
        hand_1 = np.nonzero(game.has_1)[0]
        hands = len(game.weight_2)
        best = np.hstack([game.table.T, -np.eye(hands)[hand_2]])
        sums = np.hstack([np.eye(len(game.weight_1))[:, hand_1], np.zeros((len(game.weight_1), hands))])
        rows = [best, sums]
        lower = [np.zeros(len(hand_2)), np.ones(len(sums))]
        upper = [np.full(len(hand_2), np.inf), np.ones(len(sums))]
        if goal is not None:
            rows.append(self.worth[None, :])
            lower.append(np.array([goal]))
            upper.append(np.array([np.inf]))
        assert count == len(hand_1)
        return np.vstack(rows), np.concatenate(lower), np.concatenate(upper)


def _towards(game: HiddenGame, goal: float, costs: list[np.ndarray]) -> Iterator[np.ndarray | None]:
    """The strategy of least cost among those that guarantee `goal`, for each cost; None where the solver gives up."""
    sides = _Sides(game)
    rows, lower, upper = sides.rows(goal)
    solver = programme(rows, lower=lower, upper=upper, cost=np.zeros(len(sides.least)), least=sides.least)
    for cost in costs:
        for k, price in enumerate(cost):
            solver.changeColCost(k, float(price))
        found = run_programme(solver, optional=True)
        yield _spread(found[: sides.count], game.has_1) if len(found) else None


def _most_even(game: HiddenGame, value: float, mine: np.ndarray) -> tuple[np.ndarray, bool]:
    """Player 1's optimal strategy of greatest entropy, and whether it is the only one."""
    luck = np.random.default_rng(len(mine))
    aims = luck.standard_normal((DIRECTIONS, int(game.has_1.sum())))
    corners = _optimal(game, value, [aims[0], -aims[0]])
    if len(corners) < 2 or np.abs(corners[0] - corners[1]).max() <= DIFFERENT:
        return mine, True
    corners += [mine, *_optimal(game, value, [sign * aim for aim in aims[1:] for sign in (1.0, -1.0)])]
    return _climbed(game, np.array(corners)), False


def _optimal(game: HiddenGame, value: float, costs: list[np.ndarray]) -> list[np.ndarray]:
    """Strategies of least cost among the optimal ones."""
    found = _towards(game, value - OPTIMAL, costs)
    return [each for each in found if each is not None and game.guaranteed(each) >= value - 2 * OPTIMAL - SURE]


def _climbed(game: HiddenGame, corners: np.ndarray) -> np.ndarray:
    """The strategy of greatest entropy among all mixtures that stay optimal, from corners of the optimal polytope.

    All over it an option that the other player uses leaves a hand exactly its worst; the others leave as much or more.
    """
    inside = corners.mean(axis=0)
    held = inside[game.has_1]
    free = held > 1e-7
    left = np.array([game.earned(corner)[game.has_2] for corner in corners])
    hand = np.nonzero(game.has_2)[0]
    floor = np.array([game.earned(corner).min(axis=1) for corner in corners])
    tight = (left - floor[:, hand] <= 1e-7).all(axis=0)
    equal, more = [], []
    for b in range(len(game.weight_2)):
        columns = game.table[:, hand == b]
        is_tight = tight[hand == b]
        if not is_tight.any():
            return inside
        lead = columns[:, is_tight][:, :1]
        equal.append(columns[:, is_tight][:, 1:] - lead)
        more.append(columns[:, ~is_tight] - lead)
    owner = np.eye(len(game.weight_1))[:, np.nonzero(game.has_1)[0]]
    worth = sum(
        game.weight_2[b] * game.table[:, hand == b][:, tight[hand == b]][:, 0] for b in range(len(game.weight_2))
    )
    fixed = np.vstack([owner, np.hstack(equal).T, np.atleast_2d(worth)])[:, free]
    _, singular, basis = np.linalg.svd(fixed)
    moves = basis[int((singular > 1e-7).sum()) :].T
    slack = np.hstack(more)[free]
    mix = np.zeros(len(held))
    mix[free] = climb(held[free], moves, slack, 0.0)
    return _spread(mix, game.has_1)


def _solve_matrix(game: HiddenGame) -> Solution:
    """With one hand on either side nothing is hidden."""
    rows, columns = game.has_1[0], game.has_2[0]
    found = equilibrium(game.payoff[0, 0][np.ix_(rows, columns)])
    first, second = np.zeros((1, len(rows))), np.zeros((1, len(columns)))
    first[0, rows], second[0, columns] = found.row_mix, found.column_mix
    return Solution(found.value, first, second, found.row_unique, found.column_unique)


def _spread(flat: np.ndarray, has: np.ndarray) -> np.ndarray:
    """Numbers of the held options put to their places, without rounding, each hand's sum 1."""
    out = np.zeros(has.shape)
    out[has] = np.where(flat < NOTHING, 0.0, flat)
    total = out.sum(axis=1, keepdims=True)
    # a hand that never matters to the programme has no dual: it plays anything
    return np.where(total > SURE, out / np.where(total > SURE, total, 1.0), has / has.sum(axis=1, keepdims=True))


def _finite(numbers: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(numbers), numbers, 0.0)
