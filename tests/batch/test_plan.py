"""Plans: who is to be played, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomisim.batch.plan import (
    MAX_GAMES,
    MAX_SEED,
    check_games,
    check_seed,
    check_workers,
    duel,
    pair_key,
    round_robin,
)
from yomisim.cards.load import load_game
from yomisim.errors import BadInput


@pytest.fixture(scope="module")
def game():
    return load_game("yomi1")


def test_a_round_robin_holds_every_pair_once_and_every_mirror(game):
    plan = round_robin(game, games=10)
    ids = sorted(game.characters)
    met = [(pair.a, pair.b) for pair in plan.pairs]
    assert len(met) == len(set(map(frozenset, met))) == len(ids) * (len(ids) + 1) // 2
    assert all(a <= b for a, b in met)
    assert all(pair.swap is not pair.mirror for pair in plan.pairs)


def test_the_order_of_the_characters_changes_nothing(game):
    names = list(game.characters)[:3]
    plans = [round_robin(game, games=2, characters=order) for order in (names, names[::-1], ",".join(names))]
    assert plans[0] == plans[1] == plans[2]


def test_characters_may_be_named_in_any_case_and_with_spaces(game):
    a, b = list(game.characters)[:2]
    assert round_robin(game, games=2, characters=f" {a.upper()} , {game.character(b).name}").pairs[0].a == a


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("{a}", "at least 2 needed"),
        ("{a},{a}", "twice"),
        ("{a},{b},{A}", "twice"),
        ("{a},,{b}", "empty name"),
        ("", "empty name"),
        ("{a},nobody-at-all", "unknown character"),
        ("{a}x,{b}", "did you mean '{a}'"),
    ],
)
def test_bad_lists_of_characters(game, words, message):
    a, b = list(game.characters)[:2]
    fill = {"a": a, "b": b, "A": a.upper()}
    with pytest.raises(BadInput, match=message.format(**fill)):
        round_robin(game, games=2, characters=words.format(**fill))


def test_odd_numbers_of_games_are_raised_to_whole_pairs(game):
    assert round_robin(game, games=1).games == 2
    assert round_robin(game, games=7).games == 8
    assert duel(game, *list(game.characters)[:2], games=7).games == 7


def test_a_duel_keeps_its_order_and_never_swaps(game):
    a, b = list(game.characters)[:2]
    pair = duel(game, b, a, games=1).pairs[0]
    assert (pair.a, pair.b, pair.swap) == (b, a, False)


def test_both_policies_are_checked(game):
    a, b = list(game.characters)[:2]
    assert duel(game, a, b, games=1, policy="random").policies == ("random", "random")
    with pytest.raises(BadInput, match="random"):
        duel(game, a, b, games=1, policy="random", policy2="ramdon")


@pytest.mark.parametrize("games", [0, -1, MAX_GAMES + 1, 10**30, 1.5, "10", None, True])
def test_bad_numbers_of_games(games):
    with pytest.raises(BadInput, match="games"):
        check_games(games)


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 0.5, "7"])
def test_bad_seeds(seed):
    with pytest.raises(BadInput, match="seed"):
        check_seed(seed)


def test_the_largest_values_are_fine():
    assert check_games(MAX_GAMES) == MAX_GAMES
    assert check_seed(MAX_SEED) == MAX_SEED


@pytest.mark.parametrize("workers", [0, -3, 10**6, 1.0])
def test_bad_numbers_of_workers(workers):
    with pytest.raises(BadInput, match="workers"):
        check_workers(workers)


def test_workers_default_to_the_cores():
    assert check_workers(None) >= 1


@given(st.text(), st.text())
def test_pair_keys_are_symmetric_64_bit_numbers(a, b):
    assert pair_key(a, b) == pair_key(b, a)
    assert 0 <= pair_key(a, b) < 2**64


def test_pair_keys_are_the_same_for_ever():
    """Another key would change every figure ever published."""
    assert pair_key("b", "a") == pair_key("a", "b") == 0xA3BA52031751C1FF
    assert pair_key("a", "a") == 0x1110017E69049C39
    assert pair_key("ab", "c") != pair_key("a", "bc")
