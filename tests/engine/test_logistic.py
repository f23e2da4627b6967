"""The logistic function and e to the -x against the library's."""

from __future__ import annotations

import numpy as np
import thinking
from hypothesis import given
from hypothesis import strategies as st

from yomisim.kernel.logistic import EDGE, decay, probability


def test_near_the_library_and_beyond_the_edge() -> None:
    x = np.concatenate([np.linspace(-12, 12, 20_001), [-1e300, 1e300, -EDGE, EDGE, 0.0]])
    found, fading = np.zeros(x.size), np.zeros(x.size)
    thinking.exponentials(x, found, fading)
    inside = np.clip(x, -EDGE, EDGE)
    assert np.abs(found - 1 / (1 + np.exp(-inside))).max() < 1e-5
    assert np.abs(fading - np.exp(-np.abs(inside))).max() < 1e-5
    assert found.min() > 0.0003 and found.max() < 0.9997
    assert probability(0.0) == 0.5 and decay(0.0) == 1.0


@given(st.floats(-20, 20), st.floats(-20, 20))
def test_order_and_symmetry(a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert probability(low) <= probability(high) + 1e-15
    assert decay(abs(low)) >= decay(abs(low) + high - low) - 1e-15
    assert abs(probability(a) + probability(-a) - 1) < 1e-12
