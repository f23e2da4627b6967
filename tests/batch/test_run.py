"""Playing plans: the same result for any number of workers and any chunk, and a clean stop."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomisim.batch.engine import add, engine_for, without_abilities
from yomisim.batch.jobs import QUICK_CHUNK, THINKING_CHUNK, chunks_of, make_jobs
from yomisim.batch.plan import Pairing, Plan, duel, round_robin
from yomisim.batch.run import SMALLEST_CHUNK, chunk_size, run
from yomisim.batch.store import Store
from yomisim.batch.workers import Threads
from yomisim.cards.load import load_game
from yomisim.errors import BadInput
from yomisim.estimate.matchups import tidy
from yomisim.policies.codes import POLICY_NAMES


@pytest.fixture(scope="module")
def game():
    return load_game("yomi1")


@pytest.fixture(scope="module")
def names(game):
    return list(game.characters)


@pytest.mark.parametrize("policy", POLICY_NAMES)
def test_workers_and_chunks_change_nothing(game, names, policy):
    plan = round_robin(game, games=120, seed=5, policy=policy, characters=names[:3])
    one = run(plan, workers=1, chunk=10**6).tallies
    for workers, chunk in [(1, 7), (2, 1), (3, 50), (4, None)]:
        assert np.array_equal(run(plan, workers=workers, chunk=chunk).tallies, one), (workers, chunk)


def test_the_order_of_a_pair_changes_nothing_where_seats_are_swapped(game, names):
    there = run(Plan(game, (Pairing(names[0], names[1], True),), ("random", "random"), 3, 400), workers=1).tallies[0]
    back = run(Plan(game, (Pairing(names[1], names[0], True),), ("random", "random"), 3, 400), workers=1).tallies[0]
    assert there["wins"].tolist() == back["wins"].tolist()[::-1]
    assert there["pair_score"].tolist() == back["pair_score"].tolist()[::-1]
    assert there["turns"] == back["turns"]


def test_a_longer_run_begins_with_the_shorter_one(game, names):
    """Games are addressed by number: games 0 to 99 are the same whatever comes after them."""
    engine = engine_for(game.id)
    plan = duel(game, names[0], names[1], games=100, seed=9, policy="random")
    tables = engine.tables(game, names[0], names[1])
    policies = np.array([1, 1], dtype=np.int64)
    whole, rest = engine.zeros(1), engine.zeros(1)
    seed, pair = np.uint64(9), np.uint64(plan.pairs[0].key)
    engine.play_games(tables, policies, seed, pair, 0, 250, False, whole)
    engine.play_games(tables, policies, seed, pair, 100, 150, False, rest)
    add(rest, run(plan, workers=1).tallies)
    assert np.array_equal(whole, rest)


def test_totals_fit_together(game, names):
    outcome = run(round_robin(game, games=300, seed=2, policy="random", characters=names[:4]), workers=2)
    tally = outcome.tallies
    assert (tally["games"] == 300).all()
    assert (tally["wins"].sum(axis=1) + tally["draws"] == tally["games"]).all()
    assert (tally["unfinished"] <= tally["draws"]).all()
    assert (tally["endings"].sum(axis=1) == tally["games"]).all()
    swapped = np.array([pair.swap for pair in outcome.plan.pairs])
    assert (tally["pair_score"].sum(axis=1) == np.where(swapped, 150, 0)).all()
    points = tally["pair_score"][swapped] @ np.arange(5) / 2
    assert np.array_equal(points, tally["wins"][swapped, 0] + tally["draws"][swapped] / 2)
    assert outcome.games == outcome.plan.total


def test_seeds_and_editions_make_a_difference(game, names):
    pair = names[:2]
    rates = {
        seed: tidy(run(duel(game, *pair, games=500, seed=seed, policy="random"), workers=1)).iloc[0].to_dict()
        for seed in (1, 2, 2**64 - 1)
    }
    assert len({(row["wins_p1"], row["mean_turns"]) for row in rates.values()}) == 3


def test_progress_goes_up_to_the_total(game, names):
    seen: list[tuple[int, int]] = []
    plan = round_robin(game, games=100, policy="random", characters=names[:2])
    run(plan, workers=2, chunk=10, progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (plan.total, plan.total)
    assert {total for _, total in seen} == {plan.total}


@pytest.mark.parametrize("workers", [0, -1, 2.5])
def test_bad_workers_are_refused_before_anything_is_played(game, names, workers):
    with pytest.raises(BadInput, match="workers"):
        run(duel(game, *names[:2], games=1), workers=workers)


def test_an_interruption_stops_after_the_tasks_under_way(game, names):
    """Ctrl-C arrives in the main thread; what waits is dropped, and no thread is left behind."""
    plan = duel(game, *names[:2], games=10**9, policy="random")
    start = time.perf_counter()

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, workers=2, chunk=500, progress=stop)
    assert time.perf_counter() - start < 20
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("yomisim")]


def test_a_mistake_in_a_task_comes_out(game, names):
    real = engine_for(game.id)

    def broken(tables, policies, seed, pair, first, count, swap, tally, scores):
        if first > 0:
            raise ZeroDivisionError("in a worker")
        tally["games"] += count

    engine = replace(real, play_games=broken)
    with pytest.raises(ZeroDivisionError, match="in a worker"):
        run(duel(game, *names[:2], games=1000), workers=2, chunk=100, engine=engine)


def test_little_work_is_cut_into_chunks_for_every_worker_unless_chunks_are_kept(game, names, tmp_path):
    def size(games: int, policy: str, workers: int, store: Store | None = None) -> int:
        plan = duel(game, *names[:2], games=games, policy=policy)
        return chunk_size([plan], make_jobs(plan, engine_for(game.id)), Threads(workers), store)

    assert size(10_000_000, "greedy", 2) == QUICK_CHUNK
    assert size(8_000, "greedy", 2) == 1_000
    assert size(10, "greedy", 2) == SMALLEST_CHUNK
    assert size(10_000_000, "equilibrium", 2) == THINKING_CHUNK
    store = Store(tmp_path)
    assert {size(games, "greedy", workers, store) for games in (10, 10**7) for workers in (1, 9)} == {QUICK_CHUNK}


@given(st.integers(0, 10_000), st.integers(1, 10_000), st.integers(1, 3_000))
def test_chunks_cover_every_game_once_and_are_cut_at_fixed_numbers(first, more, size):
    parts = list(chunks_of(3, first, first + more, size))
    ends = [part.first + part.count for part in parts]
    assert [part.first for part in parts] == [first, *ends[:-1]]
    assert ends[-1] == first + more
    assert all(1 <= part.count <= size and part.job == 3 for part in parts)
    assert all(end % size == 0 for end in ends[:-1])


def test_a_game_without_an_engine_is_refused():
    with pytest.raises(BadInput, match="yomi1"):
        engine_for("yomi11")


def test_without_abilities_only_the_base_rules_are_played(game, names):
    plan = round_robin(game, games=100, seed=2, policy="random", characters=names[:3])
    engine = engine_for(game.id)
    bare = without_abilities(engine)
    assert not bare.tables(game, *names[:2])["kit"]["n"].any() and engine.tables(game, *names[:2])["kit"]["n"].any()
    assert not np.array_equal(run(plan, workers=1, engine=bare).tallies, run(plan, workers=1).tallies)
