"""Made-up decks whose results have a closed form."""

from __future__ import annotations

from functools import cache
from math import comb

import kit
import numpy as np
import pytest
from scipy import stats

from yomisim.cards.yomi1.tables import (
    CHARACTER,
    COMBO_ENDER,
    KIND_ATTACK,
    KIND_BLOCK,
    KIND_DODGE,
    KIND_THROW,
    RANKS,
    TABLE,
)
from yomisim.play.yomi1 import TALLY, play_games

SEED = np.uint64(31)
GAMES = 40_000
ONCE_IN_A_MILLION = 1e-6
LETHAL = 50

#: What the ranks of a deck do: (kind, speed in tenths, damage) of the top and, where it is another move, the bottom.
Print = tuple[tuple[int, int, int], ...]


def made_up(prints: list[Print], life: int = LETHAL) -> np.ndarray:
    """A character with such cards; every move is an Ender without pumps, so a hit is all that a combat brings.

    Also the "Joker" is just another rank, of two cards.
    """
    packed = np.zeros(1, CHARACTER)
    char = packed[0]
    char["hit_points"], char["max_combo"] = life, 1
    for rank, sides in enumerate(prints):
        for edge, (kind, speed, damage) in enumerate(sides):
            side = 4 * rank + edge
            bit = np.uint64(1 << side)
            char["choices"] |= bit
            char["kind"][side], char["speed"][side], char["damage"][side] = kind, speed, damage
            if kind in (KIND_ATTACK, KIND_THROW):
                char["combo_type"][side] = COMBO_ENDER
            names = {KIND_ATTACK: "attacks", KIND_THROW: "throws", KIND_BLOCK: "blocks", KIND_DODGE: "dodges"}
            char[names[kind]] |= bit
    char["beats_up_to"] = -1  # no throw beats an attack
    char["affordable"] = char["choices"]
    char["payable"] = char["choices"]
    # suits are alike
    everything = (1 << 54) - 1
    for distance in (1, 2, 3):
        same = sum(1 << card for card in range(54) if card % 4 >= distance)
        char[f"same_{distance}"] = np.uint64(same & everything)
    return packed


def play(a: np.ndarray, b: np.ndarray, games: int = GAMES, policy: str = "random", **rules: int) -> np.void:
    tables = np.zeros(2, TABLE)
    tables["rules"] = kit.table("first", "grave", "grave")["rules"][0]
    for name, value in rules.items():
        tables["rules"][name] = value
    for i, (x, y) in enumerate(((a, b), (b, a))):
        tables["char"][i, 0], tables["char"][i, 1] = x[0], y[0]  # the same whatever is in play
    tally = np.zeros(1, TALLY)
    play_games(tables, kit.codes((policy, policy)), SEED, np.uint64(1), 0, games, False, tally)
    return tally[0]


def agrees(found: np.void, wins_a: float, wins_b: float) -> bool:
    """Whether wins, losses and draws are such as these chances give."""
    counts = np.array([*found["wins"], found["draws"]])
    chances = np.array([wins_a, wins_b, 1 - wins_a - wins_b])
    if (counts[chances < 1e-12] > 0).any():
        return False
    counts, chances = counts[chances >= 1e-12], chances[chances >= 1e-12]
    return len(counts) == 1 or stats.chisquare(counts, chances * found["games"]).pvalue > ONCE_IN_A_MILLION


def everywhere(*sides: tuple[int, int, int]) -> list[Print]:
    return [sides] * RANKS


@pytest.mark.parametrize("policy", kit.POLICIES)
@pytest.mark.parametrize(("life", "damage", "turns"), [(50, 50, 1), (50, 10, 5), (51, 10, 6), (90, 7, 13)])
def test_equal_attacks_only_end_in_a_draw_after_so_many_turns(policy, life, damage, turns) -> None:
    deck = made_up(everywhere((KIND_ATTACK, 30, damage)), life)
    # one card a turn, and one is drawn; sets paid in power up empty nobody's hand
    found = play(deck, deck, 500, policy)
    assert found["draws"] == 500
    assert found["turns"] == 500 * turns
    assert found["endings"].tolist() == [0, 500, 0, 0]


def test_both_at_zero_by_initiative_is_a_coin() -> None:
    """Equal life every turn: initiative is a fair coin, and the rule gives it the game."""
    deck = made_up(everywhere((KIND_ATTACK, 30, LETHAL)))
    assert agrees(play(deck, deck, both_at_zero=2), 1 / 2, 1 / 2)


def test_both_at_zero_by_life() -> None:
    """Both fall, the one with more left wins."""
    strong, weak = made_up(everywhere((KIND_ATTACK, 30, 60))), made_up(everywhere((KIND_ATTACK, 30, 55)))
    assert agrees(play(strong, weak, 500, both_at_zero=1), 1, 0)
    assert agrees(play(weak, strong, 500, both_at_zero=1), 0, 1)


@pytest.mark.parametrize("policy", kit.POLICIES)
def test_attacks_only_beat_throws_only_whatever_the_speeds(policy: str) -> None:
    attacks = made_up(everywhere((KIND_ATTACK, 200, 1)))
    throws = made_up(everywhere((KIND_THROW, 0, 50)), life=20)
    found = play(attacks, throws, 300, policy)
    assert found["wins"].tolist() == [300, 0]
    assert found["turns"] == 300 * 20


def test_equal_throws_never_land() -> None:
    """Nobody is ever hit: the turn limit ends every game."""
    throws = made_up(everywhere((KIND_THROW, 30, 50)))
    found = play(throws, throws, 50, turn_limit=20)
    assert found["unfinished"] == found["draws"] == 50
    assert found["turns"] == 50 * 20


def test_attack_or_throw_at_random() -> None:
    """Every card is an attack and a throw, each hit kills, equal speeds.

    Each of the four pairs of choices has chance 1/4: both attack, both fall, a draw; one attacks, he wins; both
    throw, nothing happens and the next turn is the same. So each result has chance 1/3, and a game lasts 4/3 turns.
    """
    deck = made_up(everywhere((KIND_ATTACK, 30, LETHAL), (KIND_THROW, 30, LETHAL)))
    found = play(deck, deck)
    assert agrees(found, 1 / 3, 1 / 3)
    spread = np.sqrt(GAMES * (3 / 4) ** -2 * (1 / 4))
    assert abs(found["turns"] - GAMES * 4 / 3) < 5 * spread


def test_always_attack_against_attack_or_throw() -> None:
    """The one who always attacks wins against a throw and draws against an attack."""
    attacks = made_up(everywhere((KIND_ATTACK, 30, LETHAL)))
    mixed = made_up(everywhere((KIND_ATTACK, 30, LETHAL), (KIND_THROW, 30, LETHAL)))
    assert agrees(play(attacks, mixed), 1 / 2, 0)
    assert agrees(play(mixed, attacks), 0, 1 / 2)


def test_faster_attack_or_block() -> None:
    """A attacks or throws, B attacks more slowly or blocks; no hit back, no block damage.

    Attack against attack: A wins. Attack against block: nothing. Throw against attack: B wins. Throw against block:
    A wins. So A wins 2 of 3 decided turns.
    """
    a = made_up(everywhere((KIND_ATTACK, 20, LETHAL), (KIND_THROW, 20, LETHAL)))
    b = made_up(everywhere((KIND_ATTACK, 30, LETHAL), (KIND_BLOCK, 0, 0)))
    assert agrees(play(a, b), 2 / 3, 1 / 3)


@cache
def race(a: int, b: int) -> tuple[float, float]:
    """Chances of A and B when each decided turn costs A, B or both one life, each with chance 1/3."""
    if a <= 0 or b <= 0:
        return float(a > 0), float(b > 0)
    ways = [race(a, b - 1), race(a - 1, b), race(a - 1, b - 1)]
    return sum(way[0] for way in ways) / 3, sum(way[1] for way in ways) / 3


@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 2), (2, 3), (3, 3), (5, 4)])
def test_race_of_hits(a: int, b: int) -> None:
    sides = (KIND_ATTACK, 30, 1), (KIND_THROW, 30, 1)
    found = play(made_up(everywhere(*sides), a), made_up(everywhere(*sides), b))
    assert agrees(found, *race(a, b))


@cache
def chance_of_jokers_rank(hand: int = 7) -> float:
    """Chance that a player with a full deck of 13 ranks of 4 and one of 2 opens with the rank of 2.

    `random` takes each distinct rank in hand with equal chance, so this is the mean of 1/(distinct ranks) over hands
    that hold the rank. Counted with the generating function of hands by size and distinct ranks.
    """
    ways = {(0, 0): 1}  # (cards, ranks) -> hands made of the 13 ranks of four
    for _ in range(13):
        grown: dict[tuple[int, int], int] = {}
        for (cards, ranks), n in ways.items():
            for k in range(5):
                place = (cards + k, ranks + (k > 0))
                grown[place] = grown.get(place, 0) + n * comb(4, k)
        ways = grown
    total = comb(54, hand)
    held = ((ways.get((hand - k, ranks), 0) * comb(2, k), ranks + 1) for k in (1, 2) for ranks in range(14))
    return sum(n / ranks for n, ranks in held) / total


def chances_of_ranks() -> np.ndarray:
    p = chance_of_jokers_rank()
    return np.array([(1 - p) / 13] * 13 + [p])


def test_chances_of_ranks_are_right() -> None:
    """The closed form against drawing hands in Python."""
    rng = np.random.default_rng(1)
    hits = 0.0
    for _ in range(20_000):
        ranks = {card // 4 for card in rng.choice(54, 7, replace=False)}
        hits += (13 in ranks) / len(ranks)
    assert abs(hits / 20_000 - chance_of_jokers_rank()) < 0.003
    assert chances_of_ranks().sum() == pytest.approx(1)


@pytest.mark.parametrize("offset", [0, 5, -5, 25, 60])
def test_the_faster_rank_wins(offset: int) -> None:
    """Lethal attacks, speed by rank: one turn decides, by the ranks that the two players hold and draw lots for."""
    speeds = np.arange(RANKS) * 10
    a = made_up([((KIND_ATTACK, int(speed) + 60, LETHAL),) for speed in speeds])
    b = made_up([((KIND_ATTACK, int(speed) + 60 + offset, LETHAL),) for speed in speeds])
    p = chances_of_ranks()
    pair = np.outer(p, p)
    faster = speeds[:, None] < (speeds + offset)[None, :]
    slower = speeds[:, None] > (speeds + offset)[None, :]
    found = play(a, b, 2 * GAMES)
    assert found["turns"] == found["games"]
    assert agrees(found, pair[faster].sum(), pair[slower].sum())


def test_dodges_alone_hit_nobody_back() -> None:
    """A hit back has to be an attack or throw: who holds only dodges never wins, and is hit without a card only."""
    attacks, dodges = made_up(everywhere((KIND_ATTACK, 20, LETHAL))), made_up(everywhere((KIND_DODGE, 0, 0)))
    found = play(attacks, dodges, 500, turn_limit=20)
    assert found["unfinished"] == 500
