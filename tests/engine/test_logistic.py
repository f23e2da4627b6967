"""The tables of the logistic function and of e to the -x against the library's."""

from __future__ import annotations

import math

import numpy as np
import thinking
from hypothesis import given
from hypothesis import strategies as st

from yomisim.kernel.logistic import _DECAY, _PER_UNIT, _TABLE, EDGE, _exp, decay, probability


def test_series_is_exact() -> None:
    for x in np.linspace(-16, 16, 641):
        assert math.isclose(_exp(float(x)), math.exp(x), rel_tol=1e-12)


def test_knots_are_exact() -> None:
    for i, value in enumerate(_TABLE):
        assert math.isclose(value, 1 / (1 + math.exp(EDGE - i / _PER_UNIT)), rel_tol=1e-12)
    for i, value in enumerate(_DECAY):
        assert math.isclose(value, math.exp(-i / _PER_UNIT), rel_tol=1e-12)


def test_between_the_knots_and_beyond() -> None:
    x = np.concatenate([np.linspace(-12, 12, 20_001), [-1e300, 1e300, -EDGE, EDGE, 0.0]])
    found, fading = np.zeros(x.size), np.zeros(x.size)
    thinking.read_tables(x, found, fading)
    inside = np.clip(x, -EDGE, EDGE)
    assert np.abs(found - 1 / (1 + np.exp(-inside))).max() < 1e-5
    assert np.abs(fading - np.exp(-np.abs(inside))).max() < 1e-5
    assert found.min() > 0.0003 and found.max() < 0.9997
    assert probability(0.0) == 0.5 and decay(0.0) == 1.0


@given(st.floats(-20, 20), st.floats(-20, 20))
def test_order_and_symmetry(a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert probability(low) <= probability(high)
    assert decay(abs(low)) >= decay(abs(low) + high - low)
    assert abs(probability(a) + probability(-a) - 1) < 1e-12
