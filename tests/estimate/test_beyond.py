"""What openers are worth beyond what is counted: planted differences are found again, each with its own player."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.cards.yomi1.minds import THUMB, moves_of
from yomisim.cards.yomi1.tables import FATES, SIDES
from yomisim.estimate.beyond import learn_beyond
from yomisim.estimate.self_play import Seen
from yomisim.play.yomi1 import STATE
from yomisim.rules.yomi1.plans import BEATEN, HITS
from yomisim.rules.yomi1.state import NO_SIDE

THOUGHT = {"a": THUMB, "b": THUMB.model_copy(update={"life": [1.2 * worth for worth in THUMB.life]})}
#: Sides of the openers here: both hit or are beaten.
FIRST, SECOND = 4, 9
BITS = np.uint64(1) << np.arange(54, dtype=np.uint64)
#: Log-odds of a point of life between the knots at 35 and 50, by character.
POINT = {name: (weights.life[4] - weights.life[3]) / 15 for name, weights in THOUGHT.items()}


def made_up(n: int, gain: dict[tuple[str, int, int], int], seed: int = 3, names: tuple[str, str] = ("a", "b")) -> Seen:
    """Combats of two with 45 life each. The hit takes 3 life, and is thought to; beyond that a fate gives so much life
    to its owner (`gain`, by character, side and fate). Hands do not change, but for the draw that comes later."""
    chance = np.random.default_rng(seed)
    states = np.zeros(n, STATE)
    states["turn"] = 2
    states["unseen"] = (1 << 54) - 1
    combat = states["combat"]
    combat["life"], states["life"] = 45, 45
    hands = chance.random((n, 2, 54)).argsort(axis=2) < 5
    states["hand"] = (hands * BITS).sum(axis=2)
    combat["hand"] = states["hand"]
    winner = chance.integers(0, 2, n)
    for seat, name in enumerate(names):
        side = chance.choice([FIRST, SECOND], n)
        fate = np.where(winner == seat, HITS, BEATEN)
        combat["side"][:, seat], combat["fate"][:, seat] = side, fate
        combat["worth"][:, seat] = np.where(winner == seat, 3 * POINT[names[1 - seat]], 0.0)
        states["life"][:, 1 - seat] -= np.where(winner == seat, 3, 0)
        for (who, where, what), life in gain.items():
            states["life"][:, seat] += np.where((side == where) & (fate == what) & (who == name), life, 0)
    return Seen(*names, n, states, np.zeros(n, np.float32))


def drawn_before(seen: Seen) -> Seen:
    """Hands before combat have a card more than after: what the next draw brings is then made up for on average."""
    for seat in (0, 1):
        hand = seen.states["hand"][:, seat]
        free = ~hand & np.uint64((1 << 52) - 1)
        seen.states["combat"]["hand"][:, seat] = hand | (free & (~free + np.uint64(1)))
    return seen


def test_nothing_is_found_where_all_came_as_it_was_counted():
    found = learn_beyond([drawn_before(made_up(4_000, {}))], THOUGHT, 1)
    assert set(found) == {"a", "b"} and found["a"].shape == (SIDES, FATES)
    assert max(np.abs(numbers).max() for numbers in found.values()) < 0.012


def test_what_is_not_counted_is_found_for_its_move_and_fate_alone():
    seen = drawn_before(made_up(8_000, {("a", SECOND, HITS): 4, ("b", FIRST, BEATEN): -3}))
    found = learn_beyond([seen], THOUGHT, 1)
    assert found["a"][SECOND, HITS] == pytest.approx(4 * POINT["a"], abs=0.03)
    assert found["b"][FIRST, BEATEN] == pytest.approx(-3 * POINT["b"], abs=0.03)
    found["a"][SECOND, HITS] = found["b"][FIRST, BEATEN] = 0
    assert max(np.abs(numbers).max() for numbers in found.values()) < 0.035


def test_what_is_thought_already_is_found_again():
    """What comes out does not hang on what was known before: the prior is about nothing beyond the count."""
    known = moves_of(planted({(SECOND, HITS): 4 * POINT["a"]}))
    thought = THOUGHT | {"a": THUMB.model_copy(update={"moves": known})}
    seen = drawn_before(made_up(8_000, {("a", SECOND, HITS): 4}))
    combat = seen.states["combat"]
    hit = (combat["side"][:, 0] == SECOND) & (combat["fate"][:, 0] == HITS)
    combat["worth"][:, 0] += np.where(hit, 4 * POINT["a"], 0)
    found = learn_beyond([seen], thought, 1)["a"]
    plain = learn_beyond([drawn_before(made_up(8_000, {("a", SECOND, HITS): 4}))], THOUGHT, 1)["a"]
    assert plain[SECOND, HITS] > 0.08
    assert found == pytest.approx(plain, abs=0.005)


def planted(worth: dict[tuple[int, int], float]) -> np.ndarray:
    found = np.zeros((SIDES, FATES))
    for place, value in worth.items():
        found[place] = value
    return found


def test_the_end_of_a_game_counts_as_its_result():
    """Who wins with a hit that was thought to take 3 life has been underrated by far."""
    seen = drawn_before(made_up(3_000, {}))
    hit = (seen.states["combat"]["fate"][:, 0] == HITS) & (seen.states["combat"]["side"][:, 0] == FIRST)
    seen.states["over"] = hit
    seen.won[:] = hit
    found = learn_beyond([seen], THOUGHT, 1)
    assert found["a"][FIRST, HITS] - found["a"][SECOND, HITS] > 0.6


def test_combats_without_a_choice_tell_nothing():
    seen = drawn_before(made_up(1_000, {}))
    others = made_up(200, {("a", FIRST, HITS): 20})
    others.states["combat"]["side"][:, 1] = NO_SIDE
    joined = Seen("a", "b", 1, np.concatenate([seen.states, others.states]), np.zeros(1_200, np.float32))
    one, other = learn_beyond([seen], THOUGHT, 1), learn_beyond([joined], THOUGHT, 1)
    assert all((one[name] == other[name]).all() for name in THOUGHT)


def test_seats_do_not_matter():
    seen = drawn_before(made_up(3_000, {("a", SECOND, HITS): 4}))
    turned = seen.states.copy()
    for name in ("life", "hand", "in_play", "down", "unseen"):
        turned[name] = seen.states[name][:, ::-1]
    for name in STATE["combat"].names:
        turned["combat"][name] = seen.states["combat"][name][:, ::-1]
    there, back = (learn_beyond([one], THOUGHT, 1) for one in (seen, Seen("b", "a", 1, turned, 1 - seen.won)))
    for name in THOUGHT:
        assert back[name] == pytest.approx(there[name], abs=1e-9)


def test_few_combats_say_little():
    many, few = (
        learn_beyond([drawn_before(made_up(n, {("a", SECOND, HITS): 4}))], THOUGHT, 1)["a"][SECOND, HITS]
        for n in (8_000, 8)
    )
    assert abs(few) < many
