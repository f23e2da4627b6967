"""Which cards are kept: weights that are found again in made-up hands, and what a hand shows not counted."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.cards.yomi1.tables import ACE, JACK, JOKER, RANKS
from yomisim.estimate.kept import Kept, learn_kept
from yomisim.estimate.self_play import Seen
from yomisim.play.yomi1 import STATE
from yomisim.rules.yomi1.state import NO_SIDE

ALL = np.uint64((1 << 54) - 1)
BITS = np.uint64(1) << np.arange(54, dtype=np.uint64)
WEIGHTS = {"a": {ACE: 3.0, JOKER: 2.0, 5: 0.3}, "b": {JOKER: 0.5}}


def weights_of(name: str) -> np.ndarray:
    return np.array([WEIGHTS[name].get(rank, 1.0) for rank in range(RANKS)])


def made_up(n: int, seed: int = 1) -> Seen:
    """States of `a` against `b` whose hands are drawn card by card by their weights, from what is not in a pile."""
    chance = np.random.default_rng(seed)
    states = np.zeros(n, STATE)
    states["turn"] = 3
    combat = states["combat"]
    for seat, name in enumerate(("a", "b")):
        times = chance.exponential(size=(n, 54)) / np.repeat(weights_of(name), 4)[:54]
        piled = chance.random((n, 54)) < chance.uniform(0, 0.5, (n, 1))
        times[piled] = np.inf
        size = chance.integers(0, 8, (n, 1))
        hands = times.argsort(axis=1).argsort(axis=1) < size
        combat["unseen"][:, seat] = ((~piled) * BITS).sum(axis=1)
        combat["hand"][:, seat] = (hands * BITS).sum(axis=1)
    return Seen("a", "b", n, states, np.zeros(n, np.float32))


def scaled(weights: np.ndarray) -> np.ndarray:
    return weights / weights[:JACK].mean()


@pytest.fixture(scope="module")
def seen():
    return made_up(20_000)


def test_weights_are_found_again(seen):
    found = learn_kept([seen])
    assert set(found.own) == set(WEIGHTS)
    for name in WEIGHTS:
        # not more exactly: a hand is drawn card by card, and what is taken leaves less for the next
        assert np.allclose(found.own[name], scaled(weights_of(name)), rtol=0.15)


def test_shared_weights_lie_between(seen):
    found = learn_kept([seen])
    for rank in (ACE, JOKER, 5):
        low, high = sorted(found.own[name][rank] for name in WEIGHTS)
        assert low < found.shared[rank] < high


def changed(seen: Seen, **fields: np.ndarray) -> Seen:
    """The same games with other combats."""
    states = seen.states.copy()
    for name, values in fields.items():
        states["combat"][name] = values
    return Seen("a", "b", 1, states, seen.won)


def test_cards_that_were_shown_do_not_count(seen):
    """They are known, and so no matter of likelihood: here all that is shown are Kings."""
    kings, combat = np.uint64(15 << 4 * 11), seen.states["combat"]
    more = {"unseen": combat["unseen"] & ~kings, "hand": combat["hand"] | kings, "shown": combat["shown"] | kings}
    found = learn_kept([changed(seen, **more)])
    assert 0.5 < found.own["a"][11] < 2
    assert found.own["a"][ACE] == pytest.approx(learn_kept([seen]).own["a"][ACE], rel=0.1)


@pytest.mark.parametrize(("field", "value"), [("turn", 1), ("side", NO_SIDE)])
def test_first_turns_and_turns_without_a_choice_do_not_count(seen, field, value):
    """In the first turn nothing has been kept yet."""
    others = changed(made_up(500, 2), hand=ALL).states
    (others if field == "turn" else others["combat"])[field] = value
    both = Seen("a", "b", 1, np.concatenate([seen.states, others]), np.zeros(20_500, np.float32))
    assert learn_kept([both]) == learn_kept([seen])


def test_a_rank_that_nobody_ever_holds_keeps_some_weight(seen):
    found = learn_kept([changed(seen, hand=seen.states["combat"]["hand"] & ~np.uint64(15))])
    assert 0 < found.own["a"][0] < 0.05


def test_mixing():
    one, other = Kept([1.0, 2.0], {"a": [4.0, 0.0]}), Kept([3.0, 2.0], {"a": [0.0, 1.0]})
    assert one.mixed(other, 0.25) == Kept([2.5, 2.0], {"a": [1.0, 0.75]})
