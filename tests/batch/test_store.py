"""What was played is kept by everything that it hangs on, and by nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from yomisim.batch.compare import compare, exchanged
from yomisim.batch.plan import Plan, round_robin
from yomisim.batch.run import run
from yomisim.batch.store import Store
from yomisim.cards.load import load_game
from yomisim.cards.minds import Minds
from yomisim.cards.yomi1.minds import THUMB, EditionWeights
from yomisim.errors import BadInput


@pytest.fixture(scope="module")
def game():
    return load_game("yomi1")


@pytest.fixture(scope="module")
def three(game):
    return list(game.characters)[:3]


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "kept")


def plan_of(game, three, **options) -> Plan:
    return round_robin(game, **{"games": 60, "seed": 5, "policy": "random", "characters": three, **options})


def harder(game, character: str):
    """The game with a little more life for one character."""
    one = game.characters[character]
    return replace(
        game, characters={**game.characters, character: one.model_copy(update={"hit_points": one.hit_points + 1})}
    )


def test_the_same_result_as_without_a_store_and_nothing_is_played_twice(game, three, store):
    plan = plan_of(game, three)
    seen: list[tuple[int, int]] = []
    first = run(plan, store=store, workers=2, progress=lambda done, total: seen.append((done, total)))
    assert np.array_equal(first.tallies, run(plan, workers=1).tallies)
    assert (store.played, store.found) == (plan.total, 0) and first.seconds > 0
    assert seen[-1] == (plan.total, plan.total) and seen == sorted(seen)
    again = run(plan, store=store)
    assert np.array_equal(again.tallies, first.tallies) and again.games == plan.total
    assert (store.played, store.found) == (plan.total, plan.total)


def test_comparisons_come_from_kept_scores(game, three, store):
    before, after = plan_of(game, three), plan_of(harder(game, three[0]), three)
    for one, other in (
        (compare(before, after, store=store), compare(before, after)),
        (compare(before, after, store=store), compare(before, after)),
    ):
        assert np.array_equal(one.joint, other.joint)
        assert np.array_equal(one.after.tallies, other.after.tallies)
    two = replace(before, policies=("random", "greedy"))
    for _ in range(2):
        kept, plain = exchanged(two, store=store), exchanged(two)
        assert np.array_equal(kept.joint, plain.joint) and np.array_equal(kept.before.tallies, plain.before.tallies)
    with pytest.raises(BadInput, match="the same seed"):
        compare(before, plan_of(game, three, seed=6), store=store)


def test_a_changed_card_plays_only_the_pairs_of_its_character(game, three, store):
    run(plan_of(game, three), store=store)
    store.played = 0
    changed = plan_of(harder(game, three[0]), three)
    outcome = run(changed, store=store)
    assert store.played == 3 * 60  # two pairs and the mirror
    assert np.array_equal(outcome.tallies, run(changed).tallies)


@pytest.mark.parametrize("change", [{"seed": 6}, {"games": 62}, {"policy": "greedy"}])
def test_another_seed_length_or_policy_is_another_result(game, three, store, change):
    run(plan_of(game, three), store=store)
    store.played = 0
    plan = plan_of(game, three, **change)
    run(plan, store=store)
    assert store.played == plan.total


def test_weights_of_a_policy_are_part_of_the_key(game, three, store):
    run(plan_of(game, three), store=store)
    store.played = 0
    weights = THUMB.model_copy(update={"down": -0.4})
    run(plan_of(replace(game, minds=Minds(EditionWeights(shared=weights))), three), store=store)
    assert store.played == 6 * 60


def test_what_cannot_be_read_is_played_again(game, three, store):
    plan = plan_of(game, three)
    first = run(plan, store=store)
    files = sorted(store.folder.iterdir())
    assert len(files) == len(plan.pairs)
    files[0].write_bytes(b"")
    files[1].write_bytes(files[1].read_bytes()[:50])
    store.played = 0
    assert np.array_equal(run(plan, store=store).tallies, first.tallies) and store.played == 2 * 60


def test_an_interrupted_run_goes_on_where_it_was(game, three, store):
    plan = plan_of(game, three, games=2000, policy="greedy")

    def stop(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, store=store, workers=1, progress=stop)
    store.played = store.found = 0
    run(plan, store=store)
    assert store.found > 0 and store.played + store.found == plan.total


def test_a_folder_that_cannot_be_written_keeps_nothing(game, three, tmp_path):
    (tmp_path / "file").write_text("in the way")
    plan = plan_of(game, three)
    assert np.array_equal(run(plan, store=Store(tmp_path / "file")).tallies, run(plan).tallies)
