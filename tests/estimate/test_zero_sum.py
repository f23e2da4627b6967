"""Solvers of zero-sum games: the compiled simplex method against linear programming, and both against known games.

`published_blind_pick.csv` is the one worked example of a blind pick that is publicly to be found: twenty fighters with
neutral labels, the chance of each to beat each (to two digits), and the equilibrium that was published with it (to
three digits; it had been solved before the chart was rounded). It comes from the saved outputs of the notebook
"Nash Equilibrium" in the public repository cpennington/yomi-skill.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize

from yomisim.estimate import zero_sum
from yomisim.kernel.zero_sum import bounds, solve, solve_parts

EXAMPLE = Path(__file__).parent / "published_blind_pick.csv"
ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


def size(payoff):
    """Range of the payoffs, the unit in which a solver can be exact; their own digits set the floor."""
    return max(float(np.ptp(payoff)), 1e-6 * float(np.abs(payoff).max()), 1e-300)


def random_game(kind: str, rng: np.random.Generator) -> np.ndarray:
    m, n = rng.integers(1, 21, 2)
    if kind == "uniform":
        return rng.random((m, n))
    if kind == "few values":
        return rng.integers(0, 3, (m, n)).astype(float)
    if kind == "zeros and ones":
        return rng.integers(0, 2, (m, n)).astype(float)
    if kind == "units":
        return rng.normal(size=(m, n)) * 10.0 ** rng.integers(-6, 7)
    if kind == "duplicated":
        return rng.random((m, n))[rng.integers(0, m, m)][:, rng.integers(0, n, n)]
    if kind == "nearly duplicated":
        return rng.random((1, n)) + 1e-7 * rng.random((m, n))
    if kind == "far from zero":
        return 1000 + rng.random((m, n))
    if kind == "mixed units":
        return rng.normal(size=(m, n)) * 10.0 ** rng.integers(-3, 3, (m, n))
    if kind == "tall":
        return rng.random((rng.integers(30, 80), rng.integers(1, 5)))
    if kind == "wide":
        return rng.random((rng.integers(1, 5), rng.integers(30, 80)))
    if kind == "one row":
        return rng.random((1, n))
    if kind == "one column":
        return rng.random((m, 1))
    if kind == "skew":
        half = np.round(rng.normal(0, 0.08, (m, m)), 2)
        return half - half.T
    if kind == "low rank":
        return rng.random((m, 2)) @ rng.random((2, n))
    raise AssertionError(kind)


KINDS = [
    *("uniform", "few values", "zeros and ones", "units", "duplicated", "nearly duplicated", "far from zero"),
    *("mixed units", "tall", "wide", "one row", "one column", "skew", "low rank"),
]


def proper(mix):
    return mix.min() >= 0 and abs(mix.sum() - 1) < 1e-12


@pytest.mark.parametrize("kind", KINDS)
def test_the_compiled_solver_agrees_with_linear_programming(kind):
    rng = np.random.default_rng([20, KINDS.index(kind)])
    for _ in range(300):
        payoff = np.ascontiguousarray(random_game(kind, rng))
        unit = size(payoff)
        value, row, column = solve(payoff)
        reference, row_lp, column_lp = zero_sum.linear_programme(payoff)
        assert proper(row) and proper(column) and proper(row_lp) and proper(column_lp)
        assert abs(value - reference) < 1e-9 * unit
        assert abs(zero_sum.exploitability(payoff, row, column)) < 1e-10 * unit
        assert abs(zero_sum.exploitability(payoff, row_lp, column_lp)) < 1e-9 * unit
        # Optimal mixes of different pairs are exchangeable.
        assert abs(zero_sum.exploitability(payoff, row, column_lp)) < 1e-9 * unit


@pytest.mark.parametrize("kind", KINDS)
def test_uniqueness_and_the_most_even_equilibrium(kind):
    rng = np.random.default_rng([21, KINDS.index(kind)])
    for _ in range(25):
        payoff = np.ascontiguousarray(random_game(kind, rng))
        unit = size(payoff)
        found = zero_sum.equilibrium(payoff)
        value, row, column = solve(payoff)
        assert abs(found.value - value) < 1e-9 * unit
        assert found.exploitability < 1e-9 * unit
        for own, mix, extent, unique in (
            (row, found.row_mix, found.row_range, found.row_unique),
            (column, found.column_mix, found.column_range, found.column_unique),
        ):
            assert proper(mix)
            low, high = extent
            assert (own >= low - 1e-6).all() and (own <= high + 1e-6).all()
            assert (mix >= low - 1e-6).all() and (mix <= high + 1e-6).all()
            assert unique == bool((high - low).max() <= 1e-6)
            if unique:
                assert np.abs(own - mix).max() < 1e-6
            else:
                assert entropy(mix) >= entropy(own) - 1e-7


def entropy(mix):
    return float(-sum(p * np.log(p) for p in mix if p > 0))


def test_parts_of_games():
    rng = np.random.default_rng(22)
    payoffs = rng.random((60, 7, 5))
    rows, columns = rng.random((60, 7)) < 0.6, rng.random((60, 5)) < 0.6
    rows[:, 0] = columns[:, 3] = True
    values, row_mixes, column_mixes = solve_parts(payoffs, rows, columns)
    for k in range(60):
        part = np.ascontiguousarray(payoffs[k][np.ix_(rows[k], columns[k])])
        value, row, column = solve(part)
        assert values[k] == value
        assert (row_mixes[k][rows[k]] == row).all() and (column_mixes[k][columns[k]] == column).all()
        assert not row_mixes[k][~rows[k]].any() and not column_mixes[k][~columns[k]].any()


@given(
    arrays(
        np.float64,
        st.tuples(st.integers(1, 6), st.integers(1, 6)),
        elements=st.sampled_from([-1e6, -1, -1e-6, 0, 1e-6, 0.5, 1, 2, 1e6]),
    )
)
@settings(max_examples=400, deadline=None)
def test_any_game_of_awkward_numbers(payoff):
    unit = size(payoff)
    value, row, column = solve(payoff)
    low, high = zero_sum.guarantees(payoff, row, column)
    assert low - 1e-12 * unit <= value <= high + 1e-12 * unit
    assert high - low < 1e-8 * unit
    assert abs(zero_sum.linear_programme(payoff)[0] - value) < 1e-8 * unit


@given(
    arrays(np.float64, st.tuples(st.integers(1, 8), st.integers(1, 8)), elements=st.integers(0, 8).map(lambda k: k / 8))
)
@settings(max_examples=150, deadline=None)
def test_moving_stretching_and_turning_round_changes_nothing(payoff):
    value, row, _ = solve(payoff)
    assert solve(np.ascontiguousarray(-payoff.T))[0] == pytest.approx(-value, abs=1e-12)
    # Powers of two and eighths are exact: the very same pivots.
    moved, row_moved, _ = solve(payoff * 1024 + 4096)
    assert moved == pytest.approx(value * 1024 + 4096, abs=1e-9) and (row_moved == row).all()


# Known games


def test_rock_paper_scissors():
    for found in (zero_sum.equilibrium(ROCK_PAPER_SCISSORS),):
        assert found.value == pytest.approx(0, abs=1e-15) and found.unique
        assert found.row_mix == pytest.approx([1 / 3] * 3) and found.column_mix == pytest.approx([1 / 3] * 3)
    value, row, column = solve(np.array(ROCK_PAPER_SCISSORS, dtype=float))
    assert value == pytest.approx(0, abs=1e-15)
    assert row == pytest.approx([1 / 3] * 3) and column == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_biased_matching_pennies(unit):
    """[[a, b], [c, d]] without a saddle point: x = (d - c, a - b) / (a + d - b - c), value (ad - bc) / the same."""
    payoff = np.array([[3.0, -1.0], [-2.0, 1.0]]) * unit
    for value, row, column in (solve(payoff), zero_sum.linear_programme(payoff)):
        assert value == pytest.approx(unit / 7, rel=1e-12)
        assert row == pytest.approx([3 / 7, 4 / 7]) and column == pytest.approx([2 / 7, 5 / 7])


def test_an_attack_throw_block_game():
    """Attack beats throw for 6, throw beats block for 4, block gains 2 on attack: proportions as worked by hand.

    In a generalised rock-paper-scissors with a skew matrix (0, p, -q; -p, 0, r; q, -r, 0) the mix is (r, q, p) over
    their sum.
    """
    attack_beats_throw, block_beats_attack, throw_beats_block = 6.0, 2.0, 4.0
    p, q, r = attack_beats_throw, block_beats_attack, throw_beats_block
    payoff = np.array([[0, p, -q], [-p, 0, r], [q, -r, 0]])
    found = zero_sum.equilibrium(payoff)
    assert found.unique and found.value == pytest.approx(0, abs=1e-12)
    assert found.row_mix == pytest.approx(np.array([r, q, p]) / (p + q + r))
    assert solve(payoff)[1] == pytest.approx(found.row_mix)


def test_a_saddle_point():
    payoff = np.array([[4.0, 2.0, 5.0], [3.0, 1.0, 9.0]])
    value, row, column = solve(payoff)
    assert value == 2 and row.tolist() == [1, 0] and column.tolist() == [0, 1, 0]
    assert zero_sum.equilibrium(payoff).unique


@pytest.mark.parametrize("number", [0.0, -3.5, 1e6, 1e-6])
def test_a_game_without_a_choice(number):
    payoff = np.array([[number]])
    assert solve(payoff)[0] == number and zero_sum.equilibrium(payoff).value == pytest.approx(number, rel=1e-12)


def test_where_nothing_matters_the_most_even_mix_is_even():
    found = zero_sum.equilibrium(np.full((3, 4), 0.5))
    assert not found.unique and not found.row_unique and not found.column_unique
    assert found.row_mix == pytest.approx([1 / 3] * 3) and found.column_mix == pytest.approx([1 / 4] * 4)
    assert found.row_range.tolist() == [[0] * 3, [1] * 3]


def test_a_doubled_choice_shares_its_probability():
    payoff = np.array([[0, -1, 1, 1], [1, 0, -1, -1], [-1, 1, 0, 0]], dtype=float)
    found = zero_sum.equilibrium(payoff)
    assert found.row_unique and not found.column_unique
    assert found.column_mix == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-9)
    assert found.column_range[:, 3] == pytest.approx([0, 1 / 3])


def test_the_greatest_entropy_by_another_way():
    """The same convex programme by scipy's general solver."""
    rng = np.random.default_rng(8)
    compared = 0
    for _ in range(200):
        payoff = rng.integers(0, 3, (rng.integers(2, 7), rng.integers(2, 7))).astype(float)
        found = zero_sum.equilibrium(payoff)
        if found.row_unique:
            continue
        start = found.row_range.mean(axis=0)
        limits = list(zip(np.maximum(found.row_range[0], 1e-12), np.maximum(found.row_range[1], 1e-12)))
        other = minimize(
            lambda x: float(x @ np.log(x)),
            np.maximum(start / start.sum(), 1e-12),
            jac=lambda x: np.log(x) + 1,
            bounds=limits,
            constraints=[
                {"type": "eq", "fun": lambda x: x.sum() - 1, "jac": lambda x: np.ones_like(x)},
                {
                    "type": "ineq",
                    "fun": lambda x, a=payoff, v=found.value: x @ a - v + 1e-9,
                    "jac": lambda x, a=payoff: a.T,
                },
            ],
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 500},
        )
        if other.success:
            compared += 1
            assert found.row_mix == pytest.approx(other.x, abs=2e-4)
    assert compared > 20


def test_a_nearly_flat_face_is_still_a_point():
    """The second row is worse by 1e-7 only: not as good, and so not played."""
    found = zero_sum.equilibrium(np.array([[0.5, 0.5], [0.5 - 1e-7, 0.5 - 1e-7], [0.0, 1.0]]))
    assert found.row_mix == pytest.approx([1, 0, 0], abs=1e-9) and found.row_unique


def test_bounds_and_exploitability():
    payoff = np.array(ROCK_PAPER_SCISSORS, dtype=float)
    even, rock = np.full(3, 1 / 3), np.array([1.0, 0, 0])
    assert zero_sum.exploitability(payoff, even, even) == pytest.approx(0, abs=1e-15)
    assert zero_sum.exploitability(payoff, rock, rock) == 1
    assert zero_sum.exploitability(payoff, rock, even) == 0.5
    assert bounds(payoff, rock, even) == pytest.approx(zero_sum.guarantees(payoff, rock, even))


@pytest.mark.parametrize(
    "bad", [[[np.nan, 1]], [[np.inf]], [[-np.inf, 0]], [], [[]], [1, 2], np.zeros((2, 2, 2)), np.zeros((0, 3))]
)
def test_what_is_no_game_is_refused(bad):
    with pytest.raises(ValueError, match="payoff must"):
        zero_sum.equilibrium(bad)


def test_the_solver_prints_nothing(capfd):
    zero_sum.equilibrium(ROCK_PAPER_SCISSORS)
    assert capfd.readouterr() == ("", "")


# The published example


def example() -> tuple[np.ndarray, np.ndarray]:
    with open(EXAMPLE, newline="") as file:
        rows = list(csv.DictReader(file))
    labels = [row["fighter"] for row in rows]
    chart = np.array([[float(row[label]) for label in labels] for row in rows])
    mix = np.array([float(row["published_bo1_mix"]) for row in rows])
    return chart, mix / mix.sum()


def test_the_published_example():
    chart, published = example()
    assert np.abs(chart + chart.T - 1).max() < 1e-12
    found = zero_sum.equilibrium(chart)
    _, row, column = solve(chart)
    # (a) nothing is to be gained against the own solution
    assert found.unique and found.value == pytest.approx(0.5, abs=1e-12)
    assert abs(found.exploitability) < 1e-12 and abs(zero_sum.exploitability(chart, row, column)) < 1e-12
    assert row == pytest.approx(found.row_mix, abs=1e-9)
    # (b) hardly anything against the published one
    gain = zero_sum.exploitability(chart, published, published)
    assert gain == pytest.approx(0.0020, abs=5e-5)
    # (c) the same nine fighters
    assert set(np.flatnonzero(found.row_mix > 1e-9)) == set(np.flatnonzero(published)) and (published > 0).sum() == 9
    assert np.abs(found.row_mix - published).sum() / 2 == pytest.approx(0.064, abs=5e-4)
