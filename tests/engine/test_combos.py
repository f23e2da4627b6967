"""The search for the best combo against plain enumeration, over random hands of every character."""

from __future__ import annotations

from functools import cache

import kit
import numpy as np
import plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomisim.kernel.bits import PASS_BIT
from yomisim.rules.yomi1 import combos, moves, plans
from yomisim.rules.yomi1.state import FIGHTER

#: Damage, a card, an Ace, an Ace earned by a chain, a knockdown: the greatest damage; what `greedy` weighs.
WEIGHTS = {"damage": (1, 0, 0, 0, 0), "greedy": (10, 20, 40, 40, 40), "greedy under": (7, 20, 40, 40, 40)}
#: The search pays pumps that take any card with everything but Aces.
ACES_PAY_ANY = True

hands = st.sets(st.integers(0, 53), min_size=1, max_size=7)


@cache
def rules_of(edition: str, who: str, weights: tuple[int, int, int, int, int]) -> plain.Combos:
    game = kit.game(edition)
    chain_aces = tuple(game.rules.aces_for_chain(length) for length in range(16))
    return plain.Combos(game.character(who), weights, chain_aces, ACES_PAY_ANY)


def pack(numbers) -> np.uint64:
    return np.uint64(sum(1 << int(n) for n in numbers))


def fighter(last: int = -1, points: int = 0) -> np.ndarray:
    me = np.zeros(1, FIGHTER)
    me["last_side"], me["points_left"] = last, points
    return me


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("edition", kit.EDITIONS)
@pytest.mark.parametrize("who", kit.characters())
@settings(max_examples=50)
@given(cards=hands, data=st.data())
def test_best_follow_is_exact(edition: str, who: str, weights: str, cards: set[int], data: st.DataObject) -> None:
    plainly = rules_of(edition, who, WEIGHTS[weights])
    t = kit.table(edition, who, who)[0]
    char = t["char"][0][0]
    hand = pack(cards)
    counts = plain.hand_of(hand)
    last = data.draw(st.sampled_from([move for move in plainly.moves.values() if move.is_hit]))
    points = max(0, plainly.character.max_combo - last.side.combo_points)
    run = int(last.side.kind == "attack" and last.rank < 9)
    following = {move.index for move, _ in plainly.followers(counts, last, points)}
    options = moves.continuations(char, fighter(last.index, points)[0], hand)
    assert options & ~PASS_BIT == pack(following), "other moves are legal"
    weighed = np.array([WEIGHTS[weights]], plans.WEIGHTS)[0]
    side, gain = combos.best_follow(
        t["rules"],
        char,
        char["choices"],
        weighed,
        hand,
        np.int64(last.index),
        np.int64(points),
        np.int64(run),
        np.int64(0),
        options & ~PASS_BIT,
    )
    stop = plainly.stop(last.index, run)
    assert gain == plainly.best_follow(counts, last.index, points, run) - stop
    if side == combos.STOP:
        assert gain == 0
        return
    # The move that was named begins a combo of that value.
    left = plainly.after_playing(counts, plainly.moves[int(side)])
    assert left is not None and int(side) in following
    assert plainly.play(plainly.moves[int(side)], left, points, run) - stop == gain


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("edition", kit.EDITIONS)
@pytest.mark.parametrize("who", kit.characters())
@settings(max_examples=50)
@given(cards=hands)
def test_best_single_is_exact(edition: str, who: str, weights: str, cards: set[int]) -> None:
    plainly = rules_of(edition, who, WEIGHTS[weights])
    t = kit.table(edition, who, who)[0]
    char = t["char"][0][0]
    hand = pack(cards)
    counts = plain.hand_of(hand)
    able = {i for i, move in plainly.moves.items() if move.is_hit and plainly.after_playing(counts, move) is not None}
    options = moves.hit_backs(char, fighter()[0], hand, True)
    assert options & ~PASS_BIT == pack(able), "other moves are legal"
    weighed = np.array([WEIGHTS[weights]], plans.WEIGHTS)[0]
    side, value = combos.best_single(t["rules"], char, char["choices"], weighed, hand, options & ~PASS_BIT)
    assert value == plainly.best_single(counts, able)
    assert (side == combos.STOP) == (value == 0)


@pytest.mark.parametrize("edition", kit.EDITIONS)
@pytest.mark.parametrize("who", kit.characters())
@settings(max_examples=50)
@given(cards=hands)
def test_openers_and_pumps(edition: str, who: str, cards: set[int]) -> None:
    plainly = rules_of(edition, who, WEIGHTS["damage"])
    char = kit.table(edition, who, who)[0]["char"][0][0]
    hand = pack(cards)
    counts = plain.hand_of(hand)
    able = {i for i, move in plainly.moves.items() if plainly.after_playing(counts, move) is not None}
    assert moves.openers(char, fighter()[0], hand) & ~PASS_BIT == pack(able)
    for move in plainly.moves.values():
        paying = {card for card in cards for pump in move.side.pump if pays(card // 4, pump.cost)}
        options = moves.pumps(char, fighter(move.index)[0], hand) & ~PASS_BIT
        assert options & ~pack(paying) == 0
        assert {card // 4 for card in range(54) if int(options) >> card & 1} == {card // 4 for card in paying}


def pays(rank: int, cost: str) -> bool:
    return cost == "any" or (cost == "face" and rank in plain.FACES) or plain.RANK_NAMES[rank] == cost


#: The rulebook's examples (Combo Examples, for Grave): cards in hand, the move that hit, what the best adds.
EXAMPLES = {
    "3>4>5": ("4 5", "3 attack", 9),
    "3>5>6 is no combo": ("5 6", "3 attack", 0),
    "t8>2>3, and no 4": ("2 3 4", "8 throw", 7),  # 3>4 is worth more than 2>3
    "t8>2>3": ("2 3", "8 throw", 5),
    "t7>A": ("A", "7 throw", 12),
    "t7>AAA has too many points": ("A A A", "7 throw", 12),
    "6>Q": ("Q", "6 attack", 10),
    "Q>6 is no combo": ("6", "Q Dragonheart", 0),
    "t9>4>5": ("4 5", "9 throw", 9),
    "4>5>t9 is no combo": ("5 9", "4 attack", 5),
    "2>K>6": ("K 6", "2 attack", 13),
    "K+>5>J": ("K 5 J", "K Whirlwind", 13),
    "2>AAA": ("A A A", "2 attack", 45),
    "2>AA is only A": ("A A", "2 attack", 12),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_rulebook_examples(example: str) -> None:
    held, move, adds = EXAMPLES[example]
    character = kit.game().character("grave")
    plainly = rules_of("first", "grave", WEIGHTS["damage"])
    card, edge = character.find_move(move)
    last = 4 * plain.RANK_NAMES.index(card.rank) + (edge == "bottom")
    cards: set[int] = set()
    for rank in held.split():
        start = 4 * plain.RANK_NAMES.index(rank)
        cards.add(next(c for c in range(start, start + 4) if c not in cards))
    points = character.max_combo - plainly.moves[last].side.combo_points
    t = kit.table("first", "grave", "grave")[0]
    char = t["char"][0][0]
    weighed = np.array([WEIGHTS["damage"]], plans.WEIGHTS)[0]
    options = moves.continuations(char, fighter(last, points)[0], pack(cards)) & ~PASS_BIT
    last_64, points_64, none = np.int64(last), np.int64(points), np.int64(0)
    _side, gain = combos.best_follow(
        t["rules"], char, char["choices"], weighed, pack(cards), last_64, points_64, none, none, options
    )
    assert gain == adds
