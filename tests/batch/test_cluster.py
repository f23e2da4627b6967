"""A cluster gives the tables of a local run, whatever becomes of its workers."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

from yomisim.batch.cluster import open_cluster, play_there
from yomisim.batch.compare import compare
from yomisim.batch.engine import engine_for
from yomisim.batch.plan import duel, round_robin
from yomisim.batch.run import run
from yomisim.batch.store import Store
from yomisim.cards.load import load_game
from yomisim.cli import main
from yomisim.errors import BadInput

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def game():
    return load_game("yomi1")


@pytest.fixture(scope="module")
def two():
    with open_cluster("local:2") as workers:
        yield workers


def test_the_same_tables_as_a_local_run_though_a_worker_is_killed(game, two, tmp_path):
    plan = round_robin(game, games=4_000, seed=5, policy="random", characters=list(game.characters)[:3])
    pids = list(two.client.run(os.getpid).values())
    assert len(pids) == two.size == 2
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    store = Store(tmp_path)
    outcome = run(plan, workers=two, chunk=200, progress=kill_one, store=store)
    assert killed and np.array_equal(outcome.tallies, run(plan, workers=1).tallies)
    assert store.played == plan.total
    again = run(plan, workers=two, chunk=200, store=store)
    assert np.array_equal(again.tallies, outcome.tallies) and store.found == plan.total


def test_comparisons_on_a_cluster(game, two):
    sides = [round_robin(load_game("yomi1", edition), games=200, policy="random", characters=list(game.characters)[:2])
             for edition in ("first", "second")]  # fmt: skip
    assert np.array_equal(compare(*sides, workers=two, chunk=30).joint, compare(*sides).joint)


def test_a_worker_with_another_engine_refuses(game):
    from yomisim.batch.jobs import NO_EXTRAS, make_jobs

    (job,) = make_jobs(duel(game, *list(game.characters)[:2], games=2), engine_for(game.id))
    with pytest.raises(BadInput, match="install the same everywhere"):
        play_there(job, 0, 1, NO_EXTRAS, "0" * 16)


@pytest.mark.parametrize(
    ("place", "message"),
    [("here", "is no address"), ("local:many", "is no number of workers"), ("local:0", "out of range")],
)
def test_what_is_no_cluster(place, message):
    with pytest.raises(BadInput, match=message), open_cluster(place):
        pass


def test_a_scheduler_that_does_not_answer(monkeypatch):
    monkeypatch.setattr("yomisim.batch.cluster.PATIENCE", 1)
    with pytest.raises(BadInput, match="no workers answer"), open_cluster("tcp://127.0.0.1:9"):
        pass


def test_the_command_plays_on_a_cluster(two, tmp_path, game, capsys):
    words = ["run", "yomi1", "--policies", "random", "--games", "300", "--rows"]
    words += ["--characters", ",".join(list(game.characters)[:2])]
    address = two.client.scheduler.address
    assert main([*words, "--out", str(tmp_path / "there"), "--cluster", address]) == 0
    assert main([*words, "--out", str(tmp_path / "here")]) == 0
    for file in ("matchups.csv", "endings.csv", "strengths.csv"):
        assert (tmp_path / "there" / file).read_bytes() == (tmp_path / "here" / file).read_bytes()
    files = [sorted((tmp_path / place / "games").rglob("*.parquet")) for place in ("there", "here")]
    assert files[0] and [file.read_bytes() for file in files[0]] == [file.read_bytes() for file in files[1]]
