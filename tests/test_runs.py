"""Runs: a plan, a folder, and that nothing that stops a run changes what comes of it."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from yomisim.batch.bench_process import timed
from yomisim.batch.plan_file import known_plans, read_plan
from yomisim.batch.run_folder import PARTS
from yomisim.cards.load import load_game
from yomisim.cli import main
from yomisim.report.run_tables import load_editions

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
#: A run of some seconds: enough chunks for a process to be stopped among them.
LONG = ("yomi1", "--policies", "random", "--games", "60000", "--seed", "3")


@pytest.fixture(scope="module")
def four():
    return ",".join(list(load_game("yomi1").characters)[:4])


@pytest.fixture
def run(capsys):
    """Run a command in this process: (exit code, standard output, standard error)."""

    def command(*words: str) -> tuple[int, str, str]:
        code = main(words)
        out = capsys.readouterr()
        return code, out.out, out.err

    return command


def typed(*words: object, **options) -> subprocess.Popen:
    """Start the program as a shell would."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "yomisim.cli", "run", *map(str, words)]
    return subprocess.Popen(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, **options
    )


def chunks(folder: Path) -> int:
    return len(list((folder / PARTS).glob("[!.]*.npz")))


def wait_for_chunks(process: subprocess.Popen, folder: Path, more_than: int) -> None:
    """Until the process has kept something new, or has ended."""
    while process.poll() is None and chunks(folder) <= more_than:
        time.sleep(0.01)


def tables(folder: Path) -> dict[str, pd.DataFrame]:
    found = {path.stem: pd.read_parquet(path) for path in sorted(folder.glob("*.parquet"))}
    if (folder / "games").is_dir():
        found["games"] = pd.read_parquet(folder / "games")
    return found


def assert_same(one: Path, other: Path) -> None:
    first, second = tables(one), tables(other)
    assert first and list(first) == list(second)
    for name, table in first.items():
        assert_frame_equal(table, second[name])


def whole(folder: Path, *words: object) -> Path:
    """An uninterrupted run, by one worker."""
    assert main([str(word) for word in ("run", *words, "--workers", 1, "--out", folder)]) == 0
    return folder


# What a run is


def test_a_run_is_a_folder_with_a_manifest_and_tables(run, tmp_path, four):
    plan = tmp_path / "plan.toml"
    plan.write_text(f'game = "yomi1"\npolicies = ["random", "greedy"]\nseed = 4\ngames = 60\n'
                    f'editions = ["first", "second"]\ncharacters = {json.dumps(four.split(","))}\n')  # fmt: skip
    code, out, err = run("run", str(plan), "--out", str(tmp_path / "run"), "--json")
    assert code == 0 and not err
    record = json.loads(out)
    assert record == json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert record["state"] == "finished" and record["plan"]["seed"] == 4 and record["games_in_all"] == 4 * 10 * 60
    for key in ("yomisim", "data_hash", "policy_hash", "engine", "machine", "begun", "finished", "sittings"):
        assert record[key]
    found = tables(tmp_path / "run")
    assert sorted(found) == ["endings", "matchups", "strengths"]
    assert len(found["matchups"]) == 4 * 10 and len(found["strengths"]) == 4 * 4
    assert set(record["files"]) == {f"{name}.{ending}" for name in found for ending in ("csv", "parquet")}
    left = {path.name for path in (tmp_path / "run").iterdir()}
    assert left == {*record["files"], "manifest.json", ".lock"}
    code, out, _ = run("runs", "show", str(tmp_path / "run"))
    assert code == 0 and "finished" in out and "2,400 games" in out and "Swapped seats on the same shuffles" in out
    code, out, err = run("run", str(plan), "--out", str(tmp_path / "run"))
    assert code == 0 and "finished already" in err


def test_a_run_has_the_figures_of_the_commands(run, tmp_path, four):
    run("run", "yomi1", "--policies", "random", "--games", "100", "--characters", four, "--out", str(tmp_path / "run"))
    words = ("--policy", "random", "--games", "100", "--characters", four, "--out", str(tmp_path / "command"))
    assert run("matchups", "yomi1", *words)[0] == 0
    for name in ("matchups", "endings"):
        assert_frame_equal(*(pd.read_parquet(tmp_path / place / f"{name}.parquet") for place in ("run", "command")))


@pytest.mark.parametrize(
    ("kind", "names"),
    [("comparison", ["editions", "editions_characters", "matchups"]), ("ladder", ["ladder", "ladder_detail"])],
)
def test_other_kinds_of_run(run, tmp_path, four, kind, names):
    policies = '["random"]' if kind == "comparison" else '["random", "greedy"]'
    (tmp_path / "plan.toml").write_text(f'game = "yomi1"\nkind = "{kind}"\npolicies = {policies}\ngames = 40\n')
    code, out, _ = run("run", str(tmp_path / "plan.toml"), "--characters", four, "--out", str(tmp_path / "run"))
    assert code == 0 and sorted(tables(tmp_path / "run")) == names
    assert ("same luck saved" in out or "fewer" in out) is (kind == "comparison")


def test_the_second_game(run, tmp_path):
    words = ("yomi2", "--policies", "random", "--games", "20", "--rows", "--out", str(tmp_path / "run"))
    assert run("run", *words)[0] == 0
    found = tables(tmp_path / "run")
    assert len(found["games"]) == found["matchups"]["games"].sum() and "lost_counter_p1" in found["games"]


def test_some_pairs_only_and_a_row_of_every_game(run, tmp_path, four):
    a, b, c, _ = four.split(",")
    (tmp_path / "plan.toml").write_text(
        f'game = "yomi1"\npolicies = ["random"]\ngames = 300\nrows = true\npairs = ["{c}-{a}", "{b}-{b}"]\n'
    )
    assert run("run", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "run"))[0] == 0
    found = tables(tmp_path / "run")
    assert list(zip(found["matchups"]["p1"], found["matchups"]["p2"])) == [(*sorted((a, c)),), (b, b)]
    games = found["games"]
    for row in found["matchups"].itertuples():
        own = games[(games["p1"] == row.p1) & (games["p2"] == row.p2)]
        assert len(own) == row.games == 300
        assert (own["winner"] == "p1").sum() == row.wins_p1 and (own["winner"] == "draw").sum() == row.draws
        assert own["turns"].mean() == pytest.approx(row.mean_turns)


def test_a_run_to_a_precision_stops_each_pair_where_its_interval_is_narrow_enough(run, tmp_path, four):
    run(
        "run", "yomi1", "--policies", "random", "--precision", "4", "--characters", four, "--out", str(tmp_path / "run")
    )
    table = tables(tmp_path / "run")["matchups"]
    assert ((table["ci_high"] - table["ci_low"]) / 2 <= 0.04).all()
    assert table["games"].nunique() > 1
    result = json.loads((tmp_path / "run" / "manifest.json").read_text())["results"][0]
    assert result["precision"] == 4 and result["games_per_pair"] == table["games"].max()


def test_the_plans_that_come_with_the_program_can_be_played():
    plans = known_plans()
    assert {"matchups", "quick", "ladder", "editions", "games"} <= set(plans)
    for name in plans:
        plan = read_plan(name, {})
        assert load_editions(plan, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('game = "yomi9"', "unknown game 'yomi9'"),
        ('game = "yomi1"\ngame_count = 7', "unknown field 'game_count'"),
        ('game = "yomi1"\ngames = 0', "games: got 0, needs a number of games for each pair"),
        ('game = "yomi1"\nkind = "matchup"', "did you mean 'matchups'"),
        ('game = "yomi1"\ngames = 5\nprecision = 1', "not both"),
        ('game = "yomi1"\nprecision = 90', "out of range"),
        ('game = "yomi1"\nkind = "ladder"\nrows = true', 'only for a plan of the kind "matchups"'),
        ('game = "yomi1"\nkind = "ladder"\npolicies = ["greedy"]', "two policies"),
        ('game = "yomi1"\nkind = "comparison"\neditions = ["first"]', "two editions"),
        ('game = "yomi1"\npolicies = ["ramdon"]\ngames = 2', "did you mean 'random'"),
        ('game = "yomi1"\npairs = ["nobody"]\ngames = 2', "is no pair"),
        ("game = yomi1", "not valid TOML"),
    ],
)
def test_mistakes_in_a_plan(run, tmp_path, text, message):
    (tmp_path / "plan.toml").write_text(text)
    code, out, err = run("run", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "run"))
    assert code == 2 and not out and message in err and err.startswith("error: ")


def test_what_is_no_plan_or_no_run(run, tmp_path):
    assert "did you mean 'quick'" in run("run", "quik", "--out", str(tmp_path / "run"))[2]
    assert "no such file" in run("run", "none.toml", "--out", str(tmp_path / "run"))[2]
    code, _, err = run("runs", "show", str(tmp_path))
    assert code == 2 and "is no folder of a run" in err
    (tmp_path / "manifest.json").write_text('{"runs": []}')
    code, _, err = run("run", "quick", "--out", str(tmp_path))
    assert code == 2 and "is not the manifest of a run" in err


def test_a_folder_holds_one_run(run, tmp_path, four):
    words = ("run", "yomi1", "--policies", "random", "--games", "40", "--characters", four, "--out", str(tmp_path))
    assert run(*words)[0] == 0
    code, _, err = run(*words, "--seed", "2")
    assert code == 2 and "another plan (other seed)" in err
    record = json.loads((tmp_path / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps({**record, "engine": "0" * 16}))
    code, _, err = run(*words)
    assert code == 2 and "another state of the engine" in err


def test_a_plan_that_is_refused_late_leaves_no_folder(run, tmp_path, four):
    words = ("run", "yomi1", "--policies", "greedy", "--games", "40", "--out", str(tmp_path / "run"))
    for wrong in ("grave", "gravy,jaina", "grave,grave"):
        code, _, err = run(*words, "--characters", wrong)
        assert code == 2 and "error: " in err and not (tmp_path / "run").exists()
    assert run(*words, "--characters", four)[0] == 0


@pytest.mark.parametrize("line", ['characters = ["gravy", "jaina"]', 'characters = ["grave"]', "precision = 0.0"])
def test_a_plan_that_is_refused_late_is_named(run, tmp_path, line):
    games = "" if line.startswith("precision") else "games = 40\n"
    plan = tmp_path / "plan.toml"
    plan.write_text(f'game = "yomi1"\npolicies = ["greedy"]\n{games}{line}\n')
    code, _, err = run("run", str(plan), "--out", str(tmp_path / "run"))
    assert code == 2 and err.splitlines()[-1].startswith(f"error: {plan}: ")
    assert str(plan) not in run("run", "yomi1", "--characters", "gravy,jaina", "--out", str(tmp_path / "run"))[2]


def test_a_file_is_no_folder_for_a_run(run, tmp_path):
    (tmp_path / "taken").write_text("")
    code, _, err = run("run", "yomi1", "--games", "40", "--out", str(tmp_path / "taken"))
    assert code == 2 and "taken: cannot be a folder for a run: file exists; name another with --out" in err


# What may stop it


def test_killed_at_random_moments_it_ends_with_the_same_tables(tmp_path, four):
    words = [*LONG, "--characters", four, "--rows"]
    words[words.index("60000")] = "15000"
    luck = random.Random(12)
    killed = 0
    for _ in range(2):
        process = typed(*words, "--out", tmp_path / "run")
        wait_for_chunks(process, tmp_path / "run", chunks(tmp_path / "run"))
        time.sleep(luck.random() / 2)
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert killed
    # A chunk that was half written never counts: neither one without its name ...
    (tmp_path / "run" / PARTS / ".unfinished-1-x.npz").write_bytes(b"half")
    # ... nor one that the disk lost.
    kept = sorted((tmp_path / "run" / PARTS).glob("[!.]*.npz"))
    if kept:
        kept[0].write_bytes(kept[0].read_bytes()[:100])
    process = typed(*words, "--out", tmp_path / "run")
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert_same(tmp_path / "run", whole(tmp_path / "whole", *words))
    sittings = json.loads((tmp_path / "run" / "manifest.json").read_text())["sittings"]
    assert len(sittings) >= 2 and sittings[-1]["how"] == "finished" and sittings[-1]["found"] > 0
    assert not list((tmp_path / "run").rglob(".unfinished-*")) and not (tmp_path / "run" / PARTS).exists()


def test_ctrl_c_says_how_to_go_on_and_a_second_process_is_refused(tmp_path, four, run):
    words = [*LONG, "--characters", four, "--out", str(tmp_path / "run")]
    process = typed(*words)
    wait_for_chunks(process, tmp_path / "run", 0)
    code, out, err = run("run", *words)
    assert code == 2 and not out and f"another process (process {process.pid}) is at work" in err
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and not out
    assert (
        err.splitlines()[-1] == f"stopped: interrupted; the same command goes on with {tmp_path / 'run'} where it was"
    )
    code, out, _ = run("runs", "show", str(tmp_path / "run"))
    assert code == 0 and ": stopped, begun" in out and "interrupted" in out and "chunks are played" in out


@pytest.fixture
def small_disk(tmp_path):
    """A disk that is soon full: the folder, and a function that makes room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    size = "size=100k"
    if subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)], capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here")
    try:
        yield folder, lambda: subprocess.run(["mount", "-o", "remount,size=50m", str(folder)], check=True)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_gives_one_clear_message_and_the_run_goes_on_when_there_is_room(small_disk, four, tmp_path):
    folder, make_room = small_disk
    words = [*LONG, "--characters", four]
    process = typed(*words, "--out", folder / "run")
    out, err = process.communicate(timeout=300)
    assert process.returncode == 2 and not out
    assert len(err.splitlines()) == 1 and "no space left" in err and "the same command goes on from there" in err
    make_room()
    before = chunks(folder / "run")
    assert before > 0
    process = typed(*words, "--out", folder / "run")
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert json.loads((folder / "run" / "manifest.json").read_text())["sittings"][-1]["found"] > 0
    assert_same(folder / "run", whole(tmp_path / "whole", *words))


def test_files_that_may_not_grow_are_as_a_full_disk(tmp_path, four):
    """The same where no disk can be mounted: rows are larger than a file may be."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    words = [*LONG, "--characters", four, "--rows", "--workers", "1", "--out", tmp_path / "run"]
    process = typed(*words, preexec_fn=limit)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 2 and not out
    assert "cannot be written" in err.splitlines()[-1] and "the same command goes on from there" in err


def test_memory_is_bounded_with_rows(tmp_path, four):
    """Six times the games take no more memory: rows go to the disk chunk by chunk."""
    a, b = four.split(",")[:2]
    peaks = []
    for games in (60_000, 360_000):
        (tmp_path / "plan.toml").write_text(
            f'game = "yomi1"\npolicies = ["random"]\nrows = true\npairs = ["{a}-{b}"]\ngames = {games}\n'
        )
        words = ["run", str(tmp_path / "plan.toml"), "--workers", "2", "--out", str(tmp_path / str(games))]
        peaks.append(timed([sys.executable, "-m", "yomisim.cli", *words], load_game("yomi1"), {}).memory)
    assert peaks[1] < peaks[0] + 60, peaks
    assert peaks[1] < 1000
