"""Sets of options against plain counting in Python."""

from __future__ import annotations

import re
from collections import Counter

import kit
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomisim.cards.yomi1.schema import SUITS, Character
from yomisim.cards.yomi1.tables import RANK_NAMES
from yomisim.kernel.bits import PASS_BIT
from yomisim.rules.yomi1 import moves, zones

cards = st.sets(st.integers(0, 53))


def pack(numbers) -> np.uint64:
    return np.uint64(sum(1 << n for n in numbers))


def unpack(x: int) -> set[int]:
    return {i for i in range(64) if int(x) >> i & 1}


def prints(character: Character, card: int) -> tuple:
    """What is printed on a card, as far as cards of a rank differ: who carries block damage, or a suit that counts.

    Suits count where an ability is paid with cards of the combat card's suit or asks for poker hands; colours count
    on attacks that only blocks of their colour stop, and on blocks against them (the other player is the same here).
    """
    rank, suit = divmod(card, 4)
    model = character.card(RANK_NAMES[rank])
    sides = (model.side("top"), model.side("bottom"))
    abilities = [*character.innate, *(ability for one in character.cards for ability in one.abilities)]
    if rank < 13 and re.search("combat_suit|poker_hand", str([(one.cost, one.does) for one in abilities])):
        return rank, suit
    colourful = any(side.own_color_blocks for one in character.cards for side in (one.top, one.bottom) if side)
    if rank < 13 and colourful and any(side.own_color_blocks or side.kind == "block" for side in sides):
        return rank, suit in (1, 2)
    return rank, *(SUITS[suit] in side.block_damage_suits for side in sides if side.block_damage)


@pytest.mark.parametrize("edition", kit.EDITIONS)
@pytest.mark.parametrize("who", kit.characters())
@given(hand=cards)
def test_distinct_keeps_one_card_of_each_kind(edition: str, who: str, hand: set[int]) -> None:
    character = kit.game(edition).character(who)
    char = kit.table(edition, who, who)[0]["char"][0][0]
    kept = unpack(zones.distinct(char, pack(hand)))
    assert kept <= hand
    kinds = [prints(character, card) for card in kept]
    assert sorted(kinds) == sorted({prints(character, card) for card in hand})


@given(cards)
def test_power_ups_are_the_sets_in_hand(hand: set[int]) -> None:
    held = Counter(card // 4 for card in hand)
    sets = {4 * rank + size - 2 for rank, n in held.items() for size in range(2, n + 1)}
    assert unpack(moves.power_ups(pack(hand)) & ~PASS_BIT) == sets
    assert int(moves.power_ups(pack(hand))) >> 63 == 1


@given(cards)
def test_ranks_and_sides_of_cards(hand: set[int]) -> None:
    ranks = {card // 4 for card in hand}
    assert unpack(zones.ranks_of(pack(hand))) == {4 * rank for rank in ranks}
    assert unpack(zones.sides_of(pack(hand))) == {4 * rank + side for rank in ranks for side in (0, 1)}


@given(st.integers(0, 13))
def test_cards_of_a_rank(rank: int) -> None:
    assert unpack(zones.rank_cards(np.int64(rank))) == {c for c in range(54) if c // 4 == rank}
