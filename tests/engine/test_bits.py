"""64-bit sets against Python sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from yomisim.kernel import bits

members = st.sets(st.integers(0, 63))
someone = members.filter(bool)


def pack(numbers: set[int]) -> np.uint64:
    return np.uint64(sum(1 << n for n in numbers))


def unpack(x: int) -> set[int]:
    return {i for i in range(64) if int(x) >> i & 1}


@given(members)
def test_count(numbers: set[int]) -> None:
    assert bits.count(pack(numbers)) == len(numbers)


@given(someone)
def test_lowest_and_the_rest(numbers: set[int]) -> None:
    assert bits.lowest(pack(numbers)) == min(numbers)
    assert unpack(bits.without_lowest(pack(numbers))) == numbers - {min(numbers)}


@given(members, st.integers(0, 63))
def test_membership(numbers: set[int], i: int) -> None:
    assert bool(bits.has(pack(numbers), np.int64(i))) == (i in numbers)
    assert unpack(bits.bit(np.int64(i))) == {i}


@given(someone)
def test_is_single(numbers: set[int]) -> None:
    assert bool(bits.is_single(pack(numbers))) == (len(numbers) == 1)


@given(someone, st.data())
def test_select(numbers: set[int], data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(numbers) - 1))
    assert bits.select(pack(numbers), np.int64(k)) == sorted(numbers)[k]


def test_pass_is_the_last_member() -> None:
    assert unpack(bits.PASS_BIT) == {int(bits.PASS)} == {63}
    assert bits.without_lowest(bits.U0) == 0
