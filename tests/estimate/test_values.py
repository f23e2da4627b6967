"""What states are worth: what is counted of them, and numbers that are found again in made-up results."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise

import numpy as np
import pytest

from yomisim.cards.minds import HAND_KNOTS, LIFE_KNOTS
from yomisim.cards.yomi1.minds import THUMB, Weights
from yomisim.estimate.self_play import Seen
from yomisim.estimate.values import WIDTH, Values, features, learn, numbers_of, weights_of
from yomisim.play.yomi1 import STATE

LIFE, HAND, RANK = slice(0, 6), slice(6, 14), slice(14, 28)
DOWN, IN_PLAY, START = 28, 29, 30
NAMES = ("a", "b", "c")


def state(seat: int, life: int, hand: int, in_play: int = 0, down: int = 0) -> np.ndarray:
    """Shape (1,): what one fighter has; the other has what nobody has."""
    found = np.zeros(1, STATE)
    found["turn"] = 1
    for name, value in (("life", life), ("hand", hand), ("in_play", in_play), ("down", down)):
        found[name][0] = 63
        found[name][0, seat] = value
    return found


def cards(*ranks: int) -> int:
    """A hand of these ranks."""
    return sum(1 << 4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks))


# What is counted


def test_there_is_a_number_for_everything():
    assert WIDTH == 6 + 8 + 14 + 3 == START + 1


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("life", "stretches"),
    [
        (1, [0.1, 0, 0, 0, 0, 0]),
        (27, [1, 1, 7 / 15, 0, 0, 0]),
        (70, [1, 1, 1, 1, 1, 0]),
        (85, [1, 1, 1, 1, 1, 0.5]),
        (130, [1, 1, 1, 1, 1, 1]),
    ],
)
def test_life_is_counted_by_stretches(seat, life, stretches):
    found = features(state(seat, life, 0), seat)[0]
    assert found[LIFE] == pytest.approx(stretches)
    assert not found[HAND].any() and not found[RANK].any()


@pytest.mark.parametrize(
    ("ranks", "stretches"),
    [
        ((), [0, 0, 0, 0, 0, 0, 0, 0]),
        ((0, 5), [1, 1, 0, 0, 0, 0, 0, 0]),
        ((0, 0, 12, 13, 9), [1, 1, 1, 1, 0.5, 0, 0, 0]),
        ((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), [1, 1, 1, 1, 1, 1, 1, 1 / 3]),
        (tuple(range(14)), [1, 1, 1, 1, 1, 1, 1, 1]),
    ],
)
def test_a_hand_is_counted_by_size_and_rank(ranks, stretches):
    found = features(state(1, 50, cards(*ranks)), 1)[0]
    assert found[HAND] == pytest.approx(stretches)
    assert found[RANK].tolist() == [ranks.count(rank) for rank in range(14)]


def test_knockdowns_and_cards_in_play_are_counted():
    down, free = features(np.concatenate([state(0, 50, 3, cards(2, 2, 12), 1), state(0, 50, 3)]), 0)
    assert (down[DOWN], down[IN_PLAY]) == (1, 3) and (free[DOWN], free[IN_PLAY]) == (0, 0)


@pytest.mark.parametrize(
    "weights", [THUMB, THUMB.model_copy(update={"rank": [0.01 * n for n in range(14)], "start": -0.3})]
)
def test_what_is_counted_adds_up_to_what_a_mind_thinks(weights):
    """A state is worth in play what it was worth when it was learned."""
    mind = weights.record(Weights.PLAIN_PLAY)[0]
    states, numbers = made_up_states(200, np.random.default_rng(1)), numbers_of(weights)
    assert weights_of(numbers) == weights
    for one, worth in zip(states, features(states, 0) @ numbers):
        hand = int(one["hand"][0])
        wanted = mind["life"][one["life"][0]] + mind["hand"][hand.bit_count()]
        wanted += sum(mind["rank"][card >> 2] for card in range(54) if hand >> card & 1)
        wanted += mind["start"] + mind["down"] * one["down"][0] + mind["in_play"] * int(one["in_play"][0]).bit_count()
        assert worth == pytest.approx(wanted, abs=2e-3)


# What is found


def made_up_states(n: int, chance: np.random.Generator) -> np.ndarray:
    """States of any kind, all features independent of one another."""
    found = np.zeros(n, STATE)
    found["turn"] = 1
    found["life"] = chance.integers(1, 101, (n, 2))
    found["down"] = chance.integers(0, 2, (n, 2))
    bits = np.uint64(1) << np.arange(54, dtype=np.uint64)
    for name, most in (("hand", 13), ("in_play", 2)):
        order = chance.random((n, 2, 54)).argsort(axis=2).argsort(axis=2)
        found[name] = ((order < chance.integers(0, most + 1, (n, 2, 1))) * bits).sum(axis=2)
    return found


def results(a: str, b: str, n: int, own: dict[str, np.ndarray], pair: float, chance: np.random.Generator) -> Seen:
    """Results of states, drawn by what both fighters are worth."""
    states = made_up_states(n, chance)
    lead = pair + features(states, 0) @ own[a] - features(states, 1) @ own[b]
    return Seen(a, b, n, states, (chance.random(n) < 1 / (1 + np.exp(-lead))).astype(np.float32))


def true_numbers() -> dict[str, np.ndarray]:
    """The shared ones are rules of thumb; `a` likes life, `b` Aces, and cards in play differ."""
    shared = numbers_of(THUMB.model_copy(update={"down": -0.5}))
    own = {name: shared.copy() for name in NAMES}
    own["a"][LIFE] += 0.15
    own["b"][RANK.start + 12] += 0.12
    for name, more in zip(NAMES, (-0.8, 0.0, 0.9)):
        own[name][IN_PLAY] += more
    return own


@pytest.fixture(scope="module")
def own():
    return true_numbers()


def of_all_pairs(n: int, own: dict[str, np.ndarray], lead: float, seed: int) -> list[Seen]:
    """So many states of each pair, in which the first one has a lead beyond what it has."""
    chance, pairs = np.random.default_rng(seed), combinations_with_replacement(NAMES, 2)
    return [results(a, b, n, own, lead * (a != b), chance) for a, b in pairs]


@pytest.fixture(scope="module")
def seen(own):
    return of_all_pairs(10_000, own, 0.4, 4)


@pytest.fixture(scope="module")
def found(seen):
    return learn(seen)


@pytest.fixture(scope="module")
def some(own):
    """Fewer states, where numbers are only compared with one another."""
    return of_all_pairs(500, own, 0.4, 8)


@pytest.fixture(scope="module")
def by_some(some):
    return learn(some)


def away(one: np.ndarray, other: np.ndarray) -> float:
    """By how much two sets of numbers differ about who is ahead (root mean square, in log-odds); what both characters
    are worth themselves cancels."""
    states = made_up_states(2_000, np.random.default_rng(9))
    ahead = np.delete(features(states, 0) - features(states, 1), START, axis=1)
    return float(np.sqrt(np.mean((ahead[:, : len(one)] @ (one - other)[:START]) ** 2)))


def test_numbers_of_each_character_are_found_again(found, own):
    assert list(found.characters) == list(NAMES) and found.own.shape == (3, WIDTH)
    for place, name in enumerate(NAMES):
        assert away(own[name], np.zeros(WIDTH)) > 1
        assert away(found.own[place], own[name]) < min(0.13, away(found.shared, own[name])), name
        assert found.own[place][[DOWN, IN_PLAY]] == pytest.approx(own[name][[DOWN, IN_PLAY]], abs=0.1)


def test_shared_numbers_are_those_of_all_together(found, own):
    mean = np.mean(list(own.values()), axis=0)
    assert away(found.shared, mean) < 0.25 < away(mean, np.zeros(WIDTH)) / 4
    assert found.shared[DOWN] == pytest.approx(-0.5, abs=0.07)


def test_what_each_character_likes_shows(found):
    a, b, c = found.own
    assert a[LIFE].sum() > max(b[LIFE].sum(), c[LIFE].sum()) + 0.4
    ace = RANK.start + 12
    assert b[ace] > max(a[ace], c[ace]) + 0.05


def test_a_character_that_wins_whatever_it_has_is_worth_something_itself(own):
    """`c` has a lead against both others that no state explains: it is the character's, and no state is dearer."""
    strong = {name: numbers.copy() for name, numbers in own.items()}
    strong["c"][START] += 1.0
    plain, found = (learn(of_all_pairs(3_000, numbers, 0.0, 7)) for numbers in (own, strong))
    starts = found.own[:, START] - plain.own[:, START]
    assert starts[2] - starts[:2].mean() == pytest.approx(1.0, abs=0.25)
    for one, other in zip(plain.own, found.own):
        assert away(np.delete(one, START), np.delete(other, START)) < 0.25


def test_states_of_games_that_are_over_tell_nothing(some, by_some):
    """They are there for what openers were worth."""

    def ended(one: Seen) -> Seen:
        last = one.states[:50].copy()
        last["over"], last["life"] = 1, 0
        return Seen(one.a, one.b, one.games, np.concatenate([one.states, last]), np.append(one.won, np.ones(50)))

    assert (learn([ended(one) for one in some]).own == by_some.own).all()


def test_who_wins_a_matchup_is_no_matter_of_states(own):
    """A pair that is one-sided whatever the state changes nothing of what states are worth."""
    even, uneven = (learn(of_all_pairs(3_000, own, lead, 7)) for lead in (0.0, 1.0))
    for one, other in zip(even.own, uneven.own):
        assert away(one, other) < 0.25


def test_the_loss_is_below_that_of_tossing_coins(found, seen, own):
    """And about that of who knows the truth."""
    truth = []
    for one in seen:
        lead = 0.4 * (one.a != one.b) + features(one.states, 0) @ own[one.a] - features(one.states, 1) @ own[one.b]
        truth.append(np.log1p(np.exp(np.where(one.won == 1, -lead, lead))))
    assert found.loss < np.log(2) - 0.05
    assert found.loss == pytest.approx(np.mean(truth), abs=0.002)


def flipped(one: Seen) -> Seen:
    """The same from the other seat."""
    states = one.states.copy()
    for name in ("life", "hand", "in_play", "down"):
        states[name] = one.states[name][:, ::-1]
    return Seen(one.b, one.a, one.games, states, 1 - one.won)


def test_the_order_of_characters_and_pairs_does_not_matter(by_some, some):
    again = learn([flipped(one) for one in reversed(some)])
    assert again.own == pytest.approx(by_some.own, abs=1e-3)
    assert again.shared == pytest.approx(by_some.shared, abs=1e-3)
    assert again.loss == pytest.approx(by_some.loss, abs=1e-5)


def test_names_do_not_matter(by_some, some):
    other = {"a": "z", "b": "m", "c": "d"}
    again = learn([Seen(other[one.a], other[one.b], one.games, one.states, one.won) for one in some])
    assert list(again.characters) == ["d", "m", "z"]
    assert again.own == pytest.approx(by_some.own[::-1], abs=1e-3)


def test_the_same_results_give_the_same_numbers(by_some, some):
    again = learn(some)
    assert (again.own == by_some.own).all() and (again.shared == by_some.shared).all() and again.loss == by_some.loss


def test_who_was_hardly_seen_stays_near_the_shared_numbers(own):
    """However much he differs: a few games do not speak against what is true of the others.

    But for cards that stay in play, which are each character's own matter.
    """
    strange = own | {"c": -own["c"]}
    chance = np.random.default_rng(5)
    sizes = {("a", "a"): 3_000, ("a", "b"): 3_000, ("b", "b"): 3_000, ("a", "c"): 20, ("c", "c"): 10}
    few = learn([results(*pair, n, strange, 0.0, chance) for pair, n in sizes.items()])
    sizes |= {("a", "c"): 3_000, ("c", "c"): 3_000}
    many = learn([results(*pair, n, strange, 0.0, chance) for pair, n in sizes.items()])
    apart = [(found.own[2] - found.shared)[:IN_PLAY] for found in (few, many)]
    assert np.abs(apart[0]).max() < 0.1 < 0.4 < np.abs(apart[1]).max()
    assert away(many.own[2], strange["c"]) < 1 < 2 < away(few.own[2], strange["c"])


def test_draws_count_half(some):
    """Of nothing but draws nobody's states are worth anything."""
    drawn = [Seen(one.a, one.b, one.games, one.states, np.full(len(one.won), 0.5, np.float32)) for one in some]
    found = learn(drawn)
    assert np.abs(found.own).max() < 1e-6 and found.loss == pytest.approx(np.log(2))


# What is made of it


def test_a_mix_is_so_much_of_each():
    chance = np.random.default_rng(2)
    one, other = (Values(NAMES, chance.random(WIDTH), chance.random((3, WIDTH)), loss) for loss in (0.5, 0.6))
    mixed = one.mixed(other, 0.25)
    assert mixed.shared == pytest.approx(0.25 * one.shared + 0.75 * other.shared)
    assert mixed.own == pytest.approx(0.25 * one.own + 0.75 * other.own)
    assert mixed.characters == NAMES and mixed.loss == 0.5
    assert one.mixed(other, 1.0).own == pytest.approx(one.own)


@pytest.mark.parametrize("seed", range(10))
def test_weights_of_any_numbers_are_usable(seed):
    """Life never falls, and nobody is glad to be knocked down."""
    numbers = np.random.default_rng(seed).normal(0, 0.5, WIDTH)
    weights = weights_of(numbers)
    assert len(weights.life) == len(LIFE_KNOTS) and len(weights.hand) == len(HAND_KNOTS)
    assert weights.life[0] == weights.hand[0] == 0
    assert all(later > earlier for earlier, later in pairwise(weights.life))
    assert weights.down <= 0 and weights.down == pytest.approx(min(numbers[DOWN], 0), abs=1e-4)
    assert np.diff(weights.hand) == pytest.approx(numbers[HAND], abs=2e-4)
    assert weights.rank == pytest.approx(numbers[RANK], abs=1e-4)
    assert weights.in_play == pytest.approx(numbers[IN_PLAY], abs=1e-4)


def test_each_character_has_the_weights_of_its_numbers(found):
    weights = found.weights()
    assert list(weights) == list(NAMES)
    assert all(weights[name] == weights_of(found.own[place]) for place, name in enumerate(NAMES))
    assert len({weights[name].in_play for name in NAMES}) == 3
