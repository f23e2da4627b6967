r"""Equilibria of zero-sum matrix games: the reference, by linear programming, and what can be said about them.

The row player is paid ``payoff[row, column]``. A pair of mixes (x, y) is an equilibrium exactly where what x
guarantees meets what y concedes (von Neumann 1928)::

    min_j (x' A)_j  =  v  =  max_i (A y)_i

Both sides are linear programmes (Dantzig 1951), solved here by HiGHS (Huangfu and Hall 2018), independently of the
compiled `yomisim.kernel.zero_sum`.

**Is it unique?** The optimal mixes of a player form a polytope, the *optimal face* ``{x >= 0, sum x = 1, x' A >= v}``.
It is a single point exactly where each probability has the same minimum and maximum over it, two linear programmes a
probability. A second point is believed only if it passes as an equilibrium strategy by itself (`SURE`), so that a
solver's tolerance does not make a nearly flat face a flat one.

**Which one, if not?** The mix of greatest entropy on the face: the only one, and the one that claims least beyond what
optimality asks (Jaynes 1957; for equilibria Ortiz, Schapire and Kakade 2007). The entropy is strictly concave and
repels from zero probabilities, so it is found by Newton steps with a logarithmic barrier for the columns that are not
met with equality all over the face (Boyd and Vandenberghe 2004, chapter 11).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

#: Payoffs are stretched to 0..1; a strategy that falls short of the value by no more than this is optimal.
SURE = 1e-11
#: Two optimal mixes are different if some probability differs by more.
APART = 1e-6
#: Probabilities and slacks below this are zero all over a face.
ZERO = 1e-9


@dataclass(frozen=True)
class Equilibrium:
    """An equilibrium of one game.

    Parameters
    ----------
    payoff : float64, shape (m, n).
    value : what the row player gets, in the units of `payoff`.
    row_mix, column_mix : float64, shapes (m,) and (n,): where a player has several optimal mixes, the one of greatest
        entropy.
    row_unique, column_unique : whether the player has only this one.
    row_range, column_range : float64, shapes (2, m) and (2, n): least and greatest probability of each choice over all
        optimal mixes.
    """

    payoff: np.ndarray
    value: float
    row_mix: np.ndarray
    column_mix: np.ndarray
    row_unique: bool
    column_unique: bool
    row_range: np.ndarray
    column_range: np.ndarray

    @property
    def unique(self) -> bool:
        """Whether there is no other equilibrium."""
        return self.row_unique and self.column_unique

    @property
    def exploitability(self) -> float:
        """See :func:`exploitability`; zero but for rounding."""
        return exploitability(self.payoff, self.row_mix, self.column_mix)


def equilibrium(payoff: np.ndarray) -> Equilibrium:
    """Solve a game and say whether the solution is the only one.

    Parameters
    ----------
    payoff : numbers, shape (m, n), both at least 1, finite.

    Raises
    ------
    ValueError : for another shape, or numbers that are not finite.
    """
    matrix = checked(payoff)
    value, row, column = linear_programme(matrix)
    row_face = optimal_face(matrix, value, row)
    column_face = optimal_face(-matrix.T, -value, column)
    return Equilibrium(
        matrix,
        value,
        most_even(matrix, value, row_face),
        most_even(-matrix.T, -value, column_face),
        is_point(row_face),
        is_point(column_face),
        np.array([row_face.min(axis=0), row_face.max(axis=0)]),
        np.array([column_face.min(axis=0), column_face.max(axis=0)]),
    )


def guarantees(payoff: np.ndarray, row_mix: np.ndarray, column_mix: np.ndarray) -> tuple[float, float]:
    """(low, high): what the row mix gets at least, what the column mix concedes at most; low <= value <= high."""
    return float((row_mix @ payoff).min()), float((payoff @ column_mix).max())


def exploitability(payoff: np.ndarray, row_mix: np.ndarray, column_mix: np.ndarray) -> float:
    """What a best reply gains, in the mean over both players; 0 at an equilibrium and only there.

    Half the gap between :func:`guarantees`. In a symmetric game (``payoff + payoff.T`` constant) in which both use the
    same mix, it is what a best reply gets beyond the value.

    Parameters
    ----------
    payoff : float64, shape (m, n).
    row_mix, column_mix : probabilities, shapes (m,) and (n,).

    Returns
    -------
    In the units of `payoff`; a rounding error may make it negative by about 1e-16 of them.
    """
    low, high = guarantees(payoff, row_mix, column_mix)
    return (high - low) / 2


def linear_programme(payoff: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Value and one pair of optimal mixes, by HiGHS.

    Parameters
    ----------
    payoff : float64, shape (m, n), finite.

    Returns
    -------
    (value, row mix of shape (m,), column mix of shape (n,)).
    """
    matrix, least, size = _stretched(checked(payoff))
    m, n = matrix.shape
    # Variables x and the guarantee g; x' A - g >= 0 for each column, sum x = 1.
    rows = np.vstack([np.hstack([matrix.T, -np.ones((n, 1))]), np.append(np.ones(m), 0.0)])
    solver = programme(
        rows,
        lower=np.append(np.zeros(n), 1.0),
        upper=np.append(np.full(n, np.inf), 1.0),
        cost=np.append(np.zeros(m), -1.0),
        least=np.append(np.zeros(m), -1.0),
    )
    row = _clean(run_programme(solver)[:m])
    column = _clean(np.abs(np.array(solver.getSolution().row_dual[:n])))
    low, high = guarantees(matrix, row, column)
    return least + size * (low + high) / 2, row, column


def optimal_face(payoff: np.ndarray, value: float, mix: np.ndarray) -> np.ndarray:
    """Corners of the row player's optimal face: `mix`, and those of least and greatest probability of each row.

    Parameters
    ----------
    payoff : float64, shape (m, n).
    value : the game's value.
    mix : an optimal mix of the row player, shape (m,).

    Returns
    -------
    float64, shape (k, m), k >= 1; the face is a single point exactly where they agree, and the mean of the corners
    lies inside it. For the column player: ``optimal_face(-payoff.T, -value, mix)``.
    """
    matrix, least, size = _stretched(payoff)
    goal = (value - least) / size
    m, n = matrix.shape
    rows = np.vstack([matrix.T, np.ones(m)])
    solver = programme(
        rows,
        lower=np.append(np.full(n, goal), 1.0),
        upper=np.append(np.full(n, np.inf), 1.0),
        cost=np.zeros(m),
        least=np.zeros(m),
    )
    corners = [np.asarray(mix, dtype=np.float64)]
    for i in range(m):
        for sign in (1.0, -1.0):
            solver.changeColCost(i, sign)
            found = run_programme(solver, optional=True)
            if len(found) == m:
                corner = _clean(found)
                if (corner @ matrix).min() >= goal - SURE:
                    corners.append(corner)
        solver.changeColCost(i, 0.0)
    return np.array(corners)


def is_point(face: np.ndarray) -> bool:
    """Whether all corners of a face (shape (k, m)) are the same mix."""
    return bool(np.ptp(face, axis=0).max() <= APART)


def most_even(payoff: np.ndarray, value: float, face: np.ndarray) -> np.ndarray:
    """The mix of greatest entropy on the row player's optimal face.

    Parameters
    ----------
    payoff, value : the game, shape (m, n), and its value.
    face : corners from :func:`optimal_face`, shape (k, m).

    Returns
    -------
    float64, shape (m,); the face's only mix where it is a point.
    """
    if is_point(face):
        return face[0]
    matrix, least, size = _stretched(payoff)
    goal = (value - least) / size
    inside = face.mean(axis=0)
    free = inside > ZERO
    slacks = face @ matrix - goal
    tight = slacks.max(axis=0) <= ZERO
    # Moves that keep the sum and the columns met with equality: the null space of those conditions.
    fixed = np.vstack([np.ones(free.sum()), matrix[free][:, tight].T])
    _, singular, basis = np.linalg.svd(fixed)
    moves = basis[int((singular > ZERO).sum()) :].T
    columns = matrix[free][:, ~tight]
    mix = np.zeros(len(inside))
    mix[free] = climb(inside[free] / inside[free].sum(), moves, columns, goal)
    return mix / mix.sum()


def checked(payoff: np.ndarray) -> np.ndarray:
    """A payoff matrix as float64, C-ordered; raises ValueError where it is none."""
    matrix = np.ascontiguousarray(payoff, dtype=np.float64)
    if matrix.ndim != 2 or matrix.size == 0:
        raise ValueError(f"payoff must have two dimensions and at least one row and column, not shape {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise ValueError("payoff must hold finite numbers only")
    return matrix


def climb(mix: np.ndarray, moves: np.ndarray, columns: np.ndarray, goal: float) -> np.ndarray:
    """Maximise the entropy along `moves` (shape (f, d)), keeping ``mix @ columns > goal``, by Newton steps."""
    if moves.shape[1] == 0:
        return mix
    slack = mix @ columns - goal  # kept up to date step by step: taken anew, small ones would be lost in rounding
    for barrier in 10.0 ** -np.arange(1.0, 12.0):
        for _ in range(60):
            pull = columns / slack
            slope = moves.T @ (np.log(mix) + 1 - barrier * pull.sum(axis=1))
            bend = moves.T @ ((np.diag(1 / mix) + barrier * pull @ pull.T) @ moves)
            step = np.linalg.lstsq(bend, -slope, rcond=None)[0]
            decrement = -float(step @ slope)
            if not decrement > 1e-20:
                break
            step = moves @ step
            length = _longest(mix, step, columns, slack, barrier, decrement)
            mix, slack = mix + length * step, slack + length * (step @ columns)
    return mix


def _longest(
    mix: np.ndarray, step: np.ndarray, columns: np.ndarray, slack: np.ndarray, barrier: float, decrement: float
) -> float:
    """Length of a Newton step that stays inside and does not climb too little (backtracking)."""

    def height(length: float) -> float:
        x, s = mix + length * step, slack + length * (step @ columns)
        if x.min() <= 0 or (len(s) and s.min() <= 0):
            return np.inf
        return float((x * np.log(x)).sum() - barrier * np.log(s).sum())

    start, length = height(0.0), 1.0
    while length > 1e-12 and height(length) > start - 0.1 * length * decrement + 1e-15:
        length /= 2
    return length if height(length) < np.inf else 0.0


def _stretched(matrix: np.ndarray) -> tuple[np.ndarray, float, float]:
    """(payoffs between 0 and 1, the least payoff, the difference between greatest and least or 1)."""
    least = float(matrix.min())
    size = float(matrix.max()) - least or 1.0
    return (matrix - least) / size, least, size


def programme(rows: np.ndarray, lower: np.ndarray, upper: np.ndarray, cost: np.ndarray, least: np.ndarray):
    """A HiGHS model: minimise ``cost @ z`` under ``lower <= rows @ z <= upper`` and ``z >= least``."""
    import highspy

    count, width = rows.shape
    programme = highspy.HighsLp()
    programme.num_col_, programme.num_row_ = width, count
    programme.col_cost_, programme.col_lower_, programme.col_upper_ = cost, least, np.full(width, np.inf)
    programme.row_lower_, programme.row_upper_ = lower, upper
    programme.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    programme.a_matrix_.start_ = np.arange(0, rows.size + 1, width)
    programme.a_matrix_.index_ = np.tile(np.arange(width), count)
    programme.a_matrix_.value_ = rows.ravel()
    solver = _silent_solver()()
    for option, setting in (
        ("presolve", "off"),  # small and dense: presolving costs more than it saves, and start bases survive
        ("threads", 1),
        ("primal_feasibility_tolerance", 1e-10),
        ("dual_feasibility_tolerance", 1e-10),
    ):
        solver.setOptionValue(option, setting)
    solver.passModel(programme)
    return solver


@cache
def _silent_solver() -> type:
    """The class of HiGHS' solvers, without the banner that it prints to standard output."""
    import highspy

    class Silent(highspy.Highs):
        def enableCallbacks(self):  # called while a solver is made, before any option can be set
            self.setOptionValue("output_flag", False)

    return Silent


def run_programme(solver, optional: bool = False) -> np.ndarray:
    """The solution of a programme; an empty array where there is none and that is allowed."""
    import highspy

    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        if optional:
            return np.empty(0)
        raise ArithmeticError(f"linear programme not solved: {solver.modelStatusToString(solver.getModelStatus())}")
    return np.array(solver.getSolution().col_value)


def _clean(mix: np.ndarray) -> np.ndarray:
    """Rounding dropped, sum 1."""
    mix = np.where(mix < SURE, 0.0, mix)
    return mix / mix.sum()
