"""Addressed random numbers and the decks made of them."""

from __future__ import annotations

from itertools import pairwise, product

import drawing
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from yomisim.kernel import rng
from yomisim.policies import uniform
from yomisim.rules.records import LUCK
from yomisim.rules.yomi1 import zones
from yomisim.rules.yomi1.state import DEEP, OWN

ALL = (1 << 54) - 1
#: Each test of a distribution fails by chance once in a million runs; seeds are fixed, so it never does.
ONCE_IN_A_MILLION = 1e-6
MASK = 2**64 - 1


def fits(counts: np.ndarray, expected: np.ndarray | None = None) -> bool:
    return stats.chisquare(counts.ravel(), None if expected is None else expected.ravel()).pvalue > ONCE_IN_A_MILLION


def reference_at(key: int, address: int) -> int:
    """SplitMix64 as published: state key, the (address + 1)th output."""
    z = (key + (address + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


@given(st.integers(0, MASK), st.integers(0, MASK))
def test_at_is_splitmix64(key: int, address: int) -> None:
    with np.errstate(over="ignore"):
        assert int(rng.at(np.uint64(key), np.uint64(address))) == reference_at(key, address)


def test_published_outputs() -> None:
    """The first outputs of SplitMix64 from seed 1234567, as in Rosetta Code."""
    wanted = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert [int(rng.at(np.uint64(1234567), np.uint64(i))) for i in range(5)] == wanted


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 14, 54, 63, 100, 1000])
def test_below_is_even(n: int) -> None:
    counts = np.zeros(n, np.int64)
    samples = 200_000
    least, most = drawing.count_below(np.uint64(n), 0, samples, np.int64(n), counts)
    assert (least, most) == (0, n - 1)
    assert counts.sum() == samples
    assert n == 1 or fits(counts)


@given(st.integers(0, MASK), st.integers(1, 2**31))
def test_below_stays_below(h: int, n: int) -> None:
    assert int(rng.below(np.uint64(h), np.int64(n))) == (h >> 32) * n >> 32 < n


def test_coins_are_fair_and_independent() -> None:
    counts = np.zeros((2, 2), np.int64)
    drawing.count_coins(np.uint64(5), 400_001, counts)
    assert fits(counts)


@pytest.mark.parametrize(("key_step", "address_step"), [(0, 1), (1, 0), (1, 1), (1 << 32, 1 << 16), (1 << 63, 1 << 8)])
def test_every_bit_is_a_coin(key_step: int, address_step: int) -> None:
    """Also along keys and addresses that differ in few bits, as those of turns, kinds and ordinals do."""
    samples = 200_000
    counts = np.zeros(64, np.int64)
    drawing.count_bits(samples, np.uint64(key_step), np.uint64(address_step), counts)
    # 64 tests at once, two-sided
    worst = abs(counts - samples / 2).max() / np.sqrt(samples / 4)
    assert 2 * 64 * stats.norm.sf(worst) > ONCE_IN_A_MILLION


def test_game_keys_are_distinct() -> None:
    values = [0, 1, 2, 3, 1000, 2**32, 2**63, MASK]
    keys = {int(rng.game_key(*map(np.uint64, address))) for address in product(values, repeat=3)}
    assert len(keys) == len(values) ** 3
    many = {int(rng.game_key(np.uint64(1), np.uint64(2), np.uint64(number))) for number in range(20_000)}
    assert len(many) == 20_000


def test_rolls_of_one_turn_are_distinct_and_do_not_shift_each_other() -> None:
    """An extra roll of one kind leaves all rolls of other kinds, turns and seats as they were."""

    def rolls(sequence: list[int]) -> dict[tuple[int, int], int]:
        luck = np.zeros(1, LUCK)
        luck["key"], luck["turn"] = 99, 4
        seen: dict[tuple[int, int], int] = {}
        count: dict[int, int] = {}
        for kind in sequence:
            ordinal = count[kind] = count.get(kind, -1) + 1
            seen[kind, ordinal] = int(uniform.roll(luck[0], np.int64(kind)))
        return seen

    plain = rolls([0, 5, 5, 8, 12, 31, 0])
    mixed = rolls([31, 8, 5, 5, 5, 7, 0, 12, 12, 0])
    assert len(set(plain.values())) == len(plain)
    assert all(mixed[address] == plain[address] for address in plain)


def deck(key: int, cards: int = ALL) -> np.ndarray:
    deep = np.zeros(1, DEEP)
    deep["key"], deep["deck"] = key, cards
    return deep


def drawn(deep: np.ndarray) -> list[int]:
    out = np.zeros(60, np.int64)
    drawing.order(deep[0], out)
    cards = [int(card) for card in out]
    end = cards.index(-1)
    assert set(cards[end:]) == {-1}
    return cards[:end]


def test_each_card_is_equally_likely_at_each_place() -> None:
    positions, follows = np.zeros((54, 54), np.int64), np.zeros((54, 54), np.int64)
    decks = 60_000
    assert drawing.draw_decks(decks, 0, positions, follows) == 0
    assert positions.sum(axis=0).tolist() == positions.sum(axis=1).tolist() == [decks] * 54
    # Rows and columns have fixed sums: 53 * 53 degrees of freedom.
    spread = ((positions - decks / 54) ** 2 / (decks / 54)).sum()
    assert stats.chi2.sf(spread, 53 * 53) > ONCE_IN_A_MILLION
    assert stats.chi2.cdf(spread, 53 * 53) > ONCE_IN_A_MILLION
    # Which card follows which: any other equally often.
    off = follows[~np.eye(54, dtype=bool)]
    assert np.diag(follows).sum() == 0
    spread = ((off - off.mean()) ** 2 / off.mean()).sum()
    assert ONCE_IN_A_MILLION < stats.chi2.sf(spread, off.size - 54) < 1 - ONCE_IN_A_MILLION


@settings(max_examples=60, deadline=None)
@given(st.integers(0, MASK), st.sets(st.integers(0, 53), max_size=20), st.integers(0, 53), st.data())
def test_taking_a_card_out_moves_no_other(key: int, missing: set[int], wait: int, data: st.DataObject) -> None:
    cards = [card for card in range(54) if card not in missing]
    full = sum(1 << card for card in cards)
    order = drawn(deck(key, full))
    assert sorted(order) == cards
    assert order == [card for card in drawn(deck(key)) if card not in missing]
    deep = deck(key, full)
    wait = min(wait, len(cards) - 1)
    for _ in range(wait):
        zones.next_card(deep[0])
    taken = data.draw(st.sampled_from(order[wait:]))
    drawing.take(deep[0], np.int64(taken))
    assert drawn(deep) == [card for card in order[wait:] if card != taken]


def test_shuffling_gives_a_new_order_each_time() -> None:
    deep = deck(5)
    orders = []
    for _ in range(50):
        orders.append(tuple(drawn(deep)))
        deep["deck"] = ALL
        zones.shuffle_deck(deep[0], np.zeros(1, OWN)[0])
    assert len(set(orders)) == 50
    # no place where consecutive shuffles agree more often than by chance (54 places, 1 in 54 each)
    same = [sum(x == y for x, y in zip(one, two)) for one, two in pairwise(orders)]
    assert sum(same) / len(same) < 2.5


def test_cards_placed_on_top_come_first_last_placed_first() -> None:
    deep = deck(6)
    order = drawn(deck(6))
    deep["top"][0][:3] = [10, 20, 30]
    deep["placed"] = 3
    assert drawn(deep)[:3] == [30, 20, 10]
    deep = deck(6)
    deep["top"][0][:3] = [10, 20, 30]
    deep["placed"] = 3
    drawing.take(deep[0], np.int64(20))
    assert drawn(deep) == [30, 10, *(card for card in order if card not in (10, 20, 30))]
    # shuffling takes them back in
    deep["deck"], deep["placed"] = ALL, 3
    zones.shuffle_deck(deep[0], np.zeros(1, OWN)[0])
    assert int(deep["placed"][0]) == 0
    assert sorted(drawn(deep)) == list(range(54))
