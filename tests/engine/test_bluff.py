"""The face-down card as a game of signals: closed forms against linear programming and against indifference."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import thinking
from hypothesis import assume, given
from hypothesis import strategies as st

from yomisim.estimate.zero_sum import linear_programme
from yomisim.policies.equilibrium import bluff

#: stake, at risk, probability of a Joker, worth of a Joker, worth of a plain card.
Case = tuple[float, float, float, float, float]
CASES: list[Case] = [
    (stake, at_risk, holds, joker, card)
    for stake, at_risk, holds, joker, card in product(
        (0.02, 0.1, 0.2, 0.5, 1.5, 10.0),
        (0.0, 0.05, 0.3, 1.0),
        (0.0, 0.05, 0.2, 0.5, 0.9, 1.0),
        (0.1, 0.25, 0.7),
        (0.03, 0.08),
    )
]


def payoffs(case: Case) -> np.ndarray:
    """What the winner gets; rows: stop, go on; columns: what a loser with and one without a Joker do (down or not)."""
    stake, at_risk, holds, joker, card = case
    found = np.zeros((2, 4))
    for go_on in (0, 1):
        with_joker = (stake, joker - at_risk * go_on)
        without = (stake, card + stake * go_on)
        for column, (shows, bluffs) in enumerate(product((0, 1), (0, 1))):
            found[go_on, column] = holds * with_joker[shows] + (1 - holds) * without[bluffs]
    return found


def closed(cases: list[Case]) -> np.ndarray:
    """Columns: going on, Joker put down, bluff, what the stake is worth."""
    out = np.zeros((len(cases), 4))
    thinking.bluffs(np.array(cases, dtype=float), out)
    return out


def guaranteed(case: Case, go_on: float) -> float:
    """What the winner gets at least who goes on so often."""
    return float((np.array([1 - go_on, go_on]) @ payoffs(case)).min())


def conceded(case: Case, shows: float, bluffs: float) -> float:
    """What a loser who plays so concedes at most."""
    mix = np.array([(1 - shows) * (1 - bluffs), (1 - shows) * bluffs, shows * (1 - bluffs), shows * bluffs])
    return float((payoffs(case) @ mix).max())


def test_closed_forms_solve_the_game() -> None:
    """Value, and both sides' play, against the linear programme of every case."""
    for case, (go_on, shows, bluffs, worth) in zip(CASES, closed(CASES)):
        value = linear_programme(payoffs(case))[0]
        assert worth == pytest.approx(value, abs=1e-9), case
        assert guaranteed(case, go_on) == pytest.approx(value, abs=1e-9), case
        assert conceded(case, shows, bluffs) == pytest.approx(value, abs=1e-9), case
        assert all(0 <= p <= 1 for p in (go_on, shows, bluffs))


POSITIVE = st.floats(0.01, 3.0)


@given(POSITIVE, POSITIVE, st.floats(0.01, 0.99), POSITIVE, st.floats(0.01, 0.5))
def test_no_reply_gains_anywhere(stake: float, at_risk: float, holds: float, joker: float, card: float) -> None:
    case = (stake, at_risk, holds, card + joker, card)
    ((go_on, shows, bluffs, worth),) = closed([case])
    assert conceded(case, shows, bluffs) - guaranteed(case, go_on) < 1e-9
    assert worth == pytest.approx(guaranteed(case, go_on))


@given(POSITIVE, POSITIVE, st.floats(0.01, 0.99), POSITIVE, st.floats(0.01, 0.5))
def test_where_both_mix_both_are_indifferent(
    stake: float, at_risk: float, holds: float, joker: float, card: float
) -> None:
    case = (stake, at_risk, holds, card + joker, card)
    ((go_on, shows, bluffs, _),) = closed([case])
    assume(0 < go_on < 1 and 0 < bluffs < 1)
    assert shows == 1
    jokers = holds / (holds + (1 - holds) * bluffs)
    assert jokers == pytest.approx(bluff.credit(stake, at_risk)), "so many Jokers that going on gains nothing"
    assert jokers * -at_risk + (1 - jokers) * stake == pytest.approx(0, abs=1e-9)
    assert go_on * stake + card == pytest.approx(stake), "a bluff saves just what it costs"


def test_certain_of_a_joker_or_of_none() -> None:
    sure = [(0.5, 0.2, 1.0, 0.3, 0.05), (0.5, 0.2, 0.0, 0.3, 0.05)]
    (with_joker, without) = closed(sure)
    assert with_joker[0] == 0 and with_joker[1] == 1, "a known Joker is shown and believed"
    assert with_joker[3] == pytest.approx(0.3), "it costs the loser the Joker instead of the stake"
    assert without[2] == 0 and without[0] == pytest.approx(0.9), "nobody bluffs who cannot have a Joker"
    assert without[3] == pytest.approx(0.5)


def test_nothing_at_stake() -> None:
    for go_on, shows, bluffs, worth in closed([(0.0, 0.2, 0.3, 0.3, 0.05), (-0.1, 0.2, 0.3, 0.3, 0.05)]):
        assert (go_on, shows, bluffs, worth) == (0, 0, 0, 0)


def test_worth_bends_upwards_with_the_chance_of_a_joker() -> None:
    """The best of choices that are each linear in the chance: convex, and never beyond the stake."""
    for stake, at_risk in product((0.1, 0.25, 0.4, 2.0), (0.05, 0.4)):
        values = closed([(stake, at_risk, holds, 0.2, 0.05) for holds in np.linspace(0, 1, 41)])[:, 3]
        assert (np.diff(values, 2) >= -1e-12).all()
        assert values.max() <= stake + 1e-12 and values.min() >= min(stake, 0.05) - 1e-12
