"""What holds for whole games: chunks, order and earlier games change nothing; swapped seats mirror everything."""

from __future__ import annotations

from itertools import pairwise

import kit
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomisim.play.yomi1 import TALLY, play_games, play_turn, start_game
from yomisim.replay import Replay, replay_game
from yomisim.rules.yomi1.state import ENDINGS, MATCH

SEED = np.uint64(77)
GAMES = 60
ZERO = np.int64(0)


def tally(edition: str, a: str, b: str, policies: tuple[str, str], runs: list[tuple[int, int]], swap: bool = False):
    total = np.zeros(1, TALLY)
    tables = kit.tables(edition, a, b)
    for first, count in runs:
        play_games(tables, kit.codes(policies), SEED, kit.key(a, b), first, count, swap, total)
    return total


def state(m: np.void, seat: int) -> list[int]:
    """Everything that is true of one seat between two turns."""
    public, own, deep, luck = m["public"]["fighter"][seat], m["own"][seat], m["deep"][seat], m["luck"][seat]
    names = ("life", "hand_count", "discard", "table", "shown", "down", "down_next", "clock", "aces_earned")
    names += ("in_play", "removed", "escrow", "speed_bonus", "status", "variant", "usable", "mark_before")
    left = [int(public[name]) for name in names]
    left += [int(own[name]) for name in ("hand", "face_down", "top_known", "bottom")]
    left += own["top"][: int(own["top_known"])].tolist()
    left += [int(deep[name]) for name in ("key", "deck", "cursor", "shuffles", "placed", "sunk", "sunk_n")]
    left += [*deep["top"][: int(deep["placed"])].tolist(), *deep["bottom"][: int(deep["sunk_n"])].tolist()]
    return [*left, int(luck["key"]), *(int(x) for x in luck["ordinals"])]


def result(m: np.void) -> list[int]:
    """How a game went, in enough detail that two different games hardly agree."""
    names = ("over", "winner", "ending", "choices")
    return [int(m[name]) for name in names] + [int(m["public"]["turn"]), *state(m, 0), *state(m, 1)]


def play(t: np.void, m: np.void, key: np.uint64, number: int, flip: int = 0) -> list[int]:
    start_game(t, m, SEED, key, np.uint64(number), np.int64(flip))
    while not m["over"]:
        play_turn(t, m)
    return result(m)


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("policies", kit.SEATINGS, ids="-".join)
@settings(max_examples=15, deadline=None)
@given(cuts=st.lists(st.integers(0, GAMES), max_size=6), order=st.randoms(use_true_random=False))
def test_chunks_and_their_order_change_nothing(policies, swap, cuts, order) -> None:
    edges = [0, *sorted(cuts), GAMES]
    runs = [(low, high - low) for low, high in pairwise(edges)]
    order.shuffle(runs)
    whole = tally("first", "rook", "setsuki", policies, [(0, GAMES)], swap)
    assert tally("first", "rook", "setsuki", policies, runs, swap) == whole


@pytest.mark.parametrize("policies", kit.SEATINGS, ids="-".join)
@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_a_game_starts_afresh_whatever_was_played_before(edition, policies) -> None:
    """A MATCH record full of rubbish, policies and switches apart, plays the same game as one full of zeros."""
    t, key = kit.table(edition, "lum", "argagarg")[0], kit.key("lum", "argagarg")
    rubbish = np.random.default_rng(5)
    for number in range(60):
        clean, dirty = kit.new_match(policies), kit.new_match(policies)
        dirty.view(np.uint8)[...] = rubbish.integers(0, 256, MATCH.itemsize, dtype=np.uint8)
        for name in ("policy", "script", "log_on", "choices"):
            dirty[name] = clean[name]
        # what may lie there is what an earlier game can have left
        dirty["public"]["fighter"]["variant"] = rubbish.integers(0, 2, (1, 2))
        assert play(t, clean[0], key, number) == play(t, dirty[0], key, number)


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_log_changes_nothing(edition: str) -> None:
    for policies in kit.SEATINGS:
        t, key = kit.table(edition, "geiger", "midori")[0], kit.key("geiger", "midori")
        silent, logged = kit.new_match(policies), kit.new_match(policies, log=True)
        for number in range(60):
            assert play(t, silent[0], key, number) == play(t, logged[0], key, number)


def test_seed_pair_and_number_each_matter() -> None:
    t, m = kit.table("first", "grave", "rook")[0], kit.new_match()[0]

    def hands(seed: int, key: int, number: int) -> tuple[int, int]:
        start_game(t, m, np.uint64(seed), np.uint64(key), np.uint64(number), ZERO)
        return int(m["own"][0]["hand"]), int(m["own"][1]["hand"])

    addresses = {(seed, key, number) for seed in range(12) for key in range(12) for number in range(12)}
    dealt = {hands(*address) for address in addresses}
    assert len(dealt) == len(addresses)
    assert hands(3, 4, 5) == hands(3, 4, 5)
    edge = 2**64 - 1
    assert hands(edge, edge, 10**10 - 1) != hands(0, edge, 10**10 - 1)


@pytest.mark.parametrize("edition", kit.EDITIONS)
@pytest.mark.parametrize("policies", [*kit.SEATINGS, ("greedy", "random")], ids="-".join)
def test_swapped_seats_on_mirrored_luck_mirror_the_game(edition: str, policies: tuple[str, str]) -> None:
    """(A, B) and (B, A) with the luck of the seats exchanged: the same game, turn by turn, seen in a mirror."""
    for a, b in kit.pairs():
        t, back = kit.table(edition, a, b)[0], kit.table(edition, b, a)[0]
        left, right = kit.new_match(policies), kit.new_match(policies[::-1])
        for number in range(4):
            m, mirror = left[0], right[0]
            start_game(t, m, SEED, kit.key(a, b), np.uint64(number), ZERO)
            start_game(back, mirror, SEED, kit.key(b, a), np.uint64(number), np.int64(1))
            while not m["over"]:
                play_turn(t, m)
                play_turn(back, mirror)
                assert state(m, 0) == state(mirror, 1) and state(m, 1) == state(mirror, 0), (a, b, number)
                assert m["public"]["initiative"] == 1 - mirror["public"]["initiative"]
                assert m["over"] == mirror["over"]
            assert (m["ending"], m["choices"]) == (mirror["ending"], mirror["choices"])
            winner = int(m["winner"])
            assert int(mirror["winner"]) == (winner if winner < 0 else 1 - winner)


def test_unflipped_seats_are_another_game() -> None:
    """Luck belongs to seats: without `flip` the swapped game is no copy of the other one."""
    key, alike, games = kit.key("grave", "rook"), 0, 50
    for number in range(games):
        left, right = kit.new_match(), kit.new_match()
        play(kit.table("first", "grave", "rook")[0], left[0], key, number)
        play(kit.table("first", "rook", "grave")[0], right[0], key, number)
        alike += state(left[0], 0)[:4] == state(right[0], 1)[:4]
    assert alike == 0


def sums(replays: list[Replay]) -> dict[str, list[int]]:
    return {
        "games": [len(replays)],
        "wins": [sum(r.winner == seat for r in replays) for seat in (0, 1)],
        "draws": [sum(r.winner is None for r in replays)],
        "turns": [sum(r.turns[-1].number for r in replays)],
        "choices": [sum(r.choices for r in replays)],
        "endings": [sum(r.ending == name for r in replays) for name in ENDINGS],
    }


@pytest.mark.parametrize("edition", kit.EDITIONS)
@pytest.mark.parametrize("policies", kit.SEATINGS, ids="-".join)
def test_replays_are_the_games_of_the_batch(edition: str, policies: tuple[str, str]) -> None:
    a, b = "degrey", "jaina"
    first, count = 1000, 40
    replays = [
        replay_game(kit.game(edition), a, b, seed=int(SEED), number=n, policy=policies[0], policy2=policies[1])
        for n in range(first, first + count)
    ]
    batch = tally(edition, a, b, policies, [(first, count)])
    for name, values in sums(replays).items():
        assert np.atleast_1d(batch[name][0]).tolist() == values, name
