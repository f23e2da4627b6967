"""What holds for whole games of Yomi 2: books, luck that belongs to seats, chunks that change nothing."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from bout import game
from y2_checker import check_games

from yomisim.cards.yomi2.pack import pack_table
from yomisim.kernel.jit import DISABLED
from yomisim.play.yomi2 import TALLY, play_games, play_turn, start_game
from yomisim.policies.codes import GREEDY, RANDOM
from yomisim.rules.yomi2.events import EVENT_NAMES
from yomisim.rules.yomi2.state import MATCH

SEED = np.uint64(77)
ALL = sorted(game().characters)
GEMS = ("none", *sorted(game().gems))
GAMES = 2 if DISABLED else 400


@cache
def table(gem: str, a: str, b: str) -> np.ndarray:
    return pack_table(game(gem), a, b)


def tables(gem: str, a: str, b: str) -> np.ndarray:
    return np.concatenate([table(gem, a, b), table(gem, b, a)])


@pytest.mark.parametrize("policy", [RANDOM, GREEDY])
@pytest.mark.parametrize("gem", GEMS)
def test_books(gem: str, policy: np.int64) -> None:
    """Every card in one zone, life, meter and hand within bounds, in every pair of characters that can be played."""
    seen = np.zeros(len(EVENT_NAMES), np.int64)
    for a, b in combinations_with_replacement(ALL, 2):
        seen += check_games(table(gem, a, b), int(policy), seed=3, first=0, count=GAMES)["events"][0]
    common = (
        "draw",
        "exchange",
        "power_up",
        "meter",
        "ability",
        "hit",
        "block",
        "dodge",
        "follow",
        "pump",
        "knockdown",
    )
    assert all(seen[EVENT_NAMES.index(name)] > 0 for name in common)


def tally(policies: tuple[int, int], runs: list[tuple[int, int]], swap: bool) -> np.ndarray:
    total = np.zeros(1, TALLY)
    for first, count in runs:
        play_games(tables("none", "grave", "jaina"), np.array(policies), SEED, 9, first, count, swap, total)
    return total


@pytest.mark.parametrize("swap", [False, True])
def test_chunks_and_their_order_change_nothing(swap: bool) -> None:
    whole = tally((RANDOM, GREEDY), [(0, 60)], swap)
    assert tally((RANDOM, GREEDY), [(40, 20), (0, 7), (7, 33)], swap) == whole
    assert whole["games"] == (120 if swap else 60)
    assert whole["endings"].sum() == whole["games"] == whole["wins"].sum() + whole["draws"]


def result(m: np.void) -> list[int]:
    names = ("over", "winner", "ending")
    public = [int(m["public"][name]) for name in ("turn", "first", "active")]
    return [int(m[name]) for name in names] + public + [x for seat in range(2) for x in state(m, seat)]


def state(m: np.void, seat: int) -> list[int]:
    """Everything that is true of one seat between two turns."""
    me = m["public"]["fighter"][seat]
    left = [int(me[name]) for name in me.dtype.names if me[name].ndim == 0 and name not in ("combo_damage", "grade")]
    return [*left, int(m["own"][seat]["hand"]), *(int(m["deep"][seat][name]) for name in ("key", "deck", "cursor"))]


def test_a_game_starts_afresh_whatever_was_played_before() -> None:
    """A MATCH record full of rubbish, policies and switches apart, plays the same game as one full of zeros."""
    rubbish = np.random.default_rng(5)
    t = table("green", "jaina", "gwen")[0]
    for number in range(3 if DISABLED else 60):
        clean, dirty = np.zeros(1, MATCH), np.zeros(1, MATCH)
        clean["policy"] = RANDOM
        dirty.view(np.uint8)[...] = rubbish.integers(0, 256, MATCH.itemsize, dtype=np.uint8)
        for name in ("policy", "script", "log_on", "choices"):
            dirty[name] = clean[name]
        for m in (clean[0], dirty[0]):
            start_game(t, m, SEED, 1, number)
            while not m["over"]:
                play_turn(t, m)
        assert result(clean[0])[:6] == result(dirty[0])[:6]


def test_log_changes_nothing() -> None:
    t = table("green", "grave", "gloria")[0]
    for number in range(3 if DISABLED else 60):
        silent, logged = np.zeros(1, MATCH), np.zeros(1, MATCH)
        logged["log_on"] = 1
        for match in (silent, logged):
            match["policy"] = RANDOM
            start_game(t, match[0], SEED, 1, number)
            while not match[0]["over"]:
                play_turn(t, match[0])
        assert result(silent[0]) == result(logged[0])


@pytest.mark.parametrize("policies", [(RANDOM, RANDOM), (GREEDY, GREEDY), (GREEDY, RANDOM)])
def test_swapped_seats_on_mirrored_luck_mirror_the_game(policies: tuple[int, int]) -> None:
    """(A, B) and (B, A) with the luck of the seats exchanged: the same game, turn by turn, seen in a mirror."""
    for (a, b), gem in product([("grave", "jaina"), ("rook", "onimaru"), ("setsuki", "midori")], GEMS):
        t, back = table(gem, a, b)[0], table(gem, b, a)[0]
        for number in range(2 if DISABLED else 20):
            m, mirror = np.zeros(1, MATCH)[0:1], np.zeros(1, MATCH)[0:1]
            m["policy"], mirror["policy"] = policies, policies[::-1]
            start_game(t, m[0], SEED, 3, number, 0)
            start_game(back, mirror[0], SEED, 3, number, 1)
            while not m[0]["over"]:
                play_turn(t, m[0])
                play_turn(back, mirror[0])
                assert state(m[0], 0) == state(mirror[0], 1) and state(m[0], 1) == state(mirror[0], 0)
            assert mirror[0]["over"]
            assert m[0]["winner"] == (-1 if mirror[0]["winner"] < 0 else 1 - mirror[0]["winner"])


def test_the_first_turn_is_a_fair_coin() -> None:
    """[SETUP-7]"""
    t = table("none", "grave", "grave")[0]
    match = np.zeros(1, MATCH)
    firsts = []
    for number in range(400):
        start_game(t, match[0], SEED, 1, number)
        firsts.append(int(match[0]["public"]["first"]))
    assert 160 < sum(firsts) < 240


def test_nothing_hidden_reaches_a_policy() -> None:
    """What nobody or only the other player sees is in other records than a policy is handed."""
    assert not {"hand", "deck", "key", "aside_hand", "aside_deck"} & set(MATCH["public"]["fighter"].base.names)
