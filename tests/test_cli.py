"""The command line as a user types it."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

import yomisim

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
KEYS = "game edition p1 p2 policy games seed wins draws unfinished win_rate ci95 mean_turns games_per_second data "
KEYS += "data_hash"
PAIR = ["grave", "jaina"]
COMMANDS = ("simulate", "matchups", "compare", "openers", "meta", "train", "combos", "scenario", "replay")
COMMANDS += ("validate", "verbs", "bench", "run", "runs", "patch", "knockouts", "sensitivities", "suggest", "solo")


def typed(*words: str, **options) -> subprocess.Popen:
    """Start the program as a shell would."""
    command = [sys.executable, "-m", "yomisim.cli", *words]
    return subprocess.Popen(command, text=True, stderr=subprocess.PIPE, env=environment(), **options)


def environment() -> dict[str, str]:
    """Environment of a fresh process that imports this checkout."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


# What is fine


def test_the_menu_has_one_line_per_command(run):
    for words in ([], ["--help"], ["-h"]):
        code, out, err = run(*words)
        assert code == 0 and not err
        menu = out.split("Commands:\n")[1].splitlines()
        commands = [line.split()[0] for line in menu]
        assert set(commands) == set(COMMANDS)
        assert all(line.rstrip().endswith(".") and "..." not in line for line in menu)


def test_every_command_explains_itself(run):
    for command in COMMANDS:
        code, out, err = run(command, "--help")
        assert code == 0 and "Usage: yomisim " + command in out and not err


def test_the_same_options_have_the_same_names(run):
    for command, options in {
        "simulate": "--games --seed --policy --policy2 --edition --workers --data --json",
        "matchups": "--characters --games --precision --seed --policy --edition --workers --out --data --json",
        "compare": "--characters --games --seed --policy --edition --edition2 --workers --out --data --data2 --json",
        "patch": "--characters --games --precision --seed --policy --edition --workers --out --data --json",
        "knockouts": "--characters --games --precision --seed --policy --edition --workers --out --data --json",
        "replay": "--seed --game --policy --policy2 --edition --data --json",
        "openers": "--state --position --games-per-cell --seed --policy --edition --workers --out --data --json",
        "meta": "--best-of --counterpick --ban --mix --edition --seed --out --json",
        "combos": "--edition --hand --play --with --samples --seed --out --data --json",
        "bench": "--edition --out --data --quick --json",
        "run": "--out --games --precision --seed --policies --edition --characters --workers --data --json",
    }.items():
        _, out, _ = run(command, "--help")
        assert all(option in out for option in options.split()), command


def test_version(run):
    assert run("--version") == (0, f"yomisim {yomisim.__version__}\n", "")


def test_simulate_as_json(run):
    words = ["simulate", "yomi1", *PAIR, "--games", "300", "--seed", "5", "--policy", "random", "--json"]
    code, out, err = run(*words)
    assert code == 0 and not err and out.count("\n") == 1
    record = json.loads(out)
    assert list(record) == KEYS.split()
    assert (record["game"], record["edition"], record["p1"], record["p2"]) == ("yomi1", "first", *PAIR)
    assert record["policy"] == ["random", "random"] and record["seed"] == 5
    assert sum(record["wins"]) + record["draws"] == record["games"] == 300
    assert record["win_rate"] == (record["wins"][0] + record["draws"] / 2) / 300
    low, high = record["ci95"]
    assert 0 <= low < record["win_rate"] < high <= 1
    again = json.loads(run(*words, "--workers", "1")[1])
    for changing in (record, again):
        changing.pop("games_per_second")
    assert record == again


def test_simulate_for_a_reader(run):
    code, out, err = run("simulate", "yomi1", *PAIR, "--games", "1000", "--policy", "random", "--edition", "second")
    assert code == 0 and not err
    for words in ("Yomi, second edition: Grave (random) against Jaina (random), 1,000 games, seed 1", "95% interval"):
        assert words in out
    assert "draws" in out and "turns a game" in out


def test_names_in_any_case_and_two_policies(run):
    code, out, _ = run(
        *("simulate", "yomi1", "Jaina", "GRAVE", "--games", "10", "--policy", "greedy", "--policy2", "random", "--json")
    )
    record = json.loads(out)
    assert code == 0 and (record["p1"], record["p2"]) == ("jaina", "grave")
    assert record["policy"] == ["greedy", "random"]


def test_a_mirror_may_be_simulated(run):
    code, out, _ = run("simulate", "yomi1", "rook", "rook", "--games", "50", "--policy", "random", "--json")
    assert code == 0 and json.loads(out)["p1"] == json.loads(out)["p2"] == "rook"


def test_matchups(run, tmp_path):
    out_folder = tmp_path / "deep" / "er"
    words = ["matchups", "yomi1", "--characters", "rook,grave,lum", "--games", "100", "--policy", "random"]
    code, out, err = run(*words, "--out", str(out_folder), "--json")
    assert code == 0 and not err
    record = json.loads(out)
    assert len(record["matchups"]) == 3 and len(record["mirrors"]) == 3
    assert set(record["characters"]) == {"rook", "grave", "lum"}
    assert {Path(name).name for name in record["files"]} == {path.name for path in out_folder.iterdir()}
    assert all(Path(name).is_file() for name in record["files"])
    code, out, err = run(*words)
    assert code == 0 and not err and "Balance:" in out
    assert list(tmp_path.iterdir()) == [tmp_path / "deep"]


def test_the_analysis_of_editions(tmp_path):
    words = ["--games", "40", "--policy", "random", "--characters", ",".join(PAIR), "--out", str(tmp_path)]
    command = [sys.executable, str(ROOT / "analyses" / "editions.py"), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "first to second edition" in done.stdout and "of 1 matchups have changed" in done.stdout
    rows = (tmp_path / "yomi1" / "editions.csv").read_text().splitlines()
    assert len(rows) == 2 and rows[0].startswith("game,edition_before,edition_after,p1,p2,policy,games,before,after")


def test_an_odd_number_of_games_is_said_to_be_raised(run):
    code, out, err = run(
        "matchups", "yomi1", "--characters", "rook,lum", "--games", "7", "--policy", "random", "--json"
    )
    assert code == 0 and json.loads(out)["games_per_pair"] == 8
    assert "8 were played" in err


def test_validate(run):
    code, out, err = run("validate")
    assert code == 0 and "no mistakes" in out and not err
    code, out, err = run("validate", "--json")
    assert code == 0 and json.loads(out)["ok"] is True and json.loads(out)["characters"] == 20
    code, out, err = run("validate", "--provenance")
    assert code == 0 and not err and "\nRook: provisional (" in out and "\n  filled, copies_throw: 3: " in out


def test_verbs(run):
    code, out, err = run("verbs")
    assert code == 0 and not err and "WINDOWS" in out and "VERBS" in out
    code, out, err = run("verbs", "--json")
    assert code == 0 and not err
    assert {"windows", "conditions", "costs", "verbs", "traits"} <= set(json.loads(out))
    code, out, err = run("verbs", "yomi2")
    assert code == 0 and not err and "turn_end_heal" in out and "BOTS" in out


def test_a_replay_tells_the_game_that_was_simulated(run):
    wins = []
    for seed in ("7", "8", "9"):
        words = ["yomi1", *PAIR, "--seed", seed, "--policy", "random", "--json"]
        code, out, err = run("replay", *words, "--game", "0")
        assert code == 0 and not err
        told = json.loads(out)["winner"]
        played = json.loads(run("simulate", *words, "--games", "1")[1])
        wins.append({"a": [1, 0], "b": [0, 1]}.get(told, [0, 0]))
        assert played["wins"] == wins[-1]


def test_bench(run, tmp_path, monkeypatch):
    from yomisim.batch import bench, bench_openspiel, bench_process

    asked: list[str] = []

    def timed(command, game, environment):
        asked.append(" ".join(command[2:]))
        return bench_process.Measured(1.25, 345.6)

    monkeypatch.setattr(bench, "ROUND_SECONDS", 0.02)
    monkeypatch.setattr(bench, "_cluster", lambda count: nullcontext())  # as where Dask is not installed
    monkeypatch.setattr(bench_openspiel, "measure", lambda seconds, rounds: None)
    monkeypatch.setattr(bench_process, "timed", timed)
    monkeypatch.setattr("yomisim.estimate.speed.HANDS", 20)
    code, out, err = run("bench", "--out", str(tmp_path), "--json")
    assert code == 0 and "one core" in err and "OpenSpiel is not installed" in err
    record = json.loads(out)
    assert record == json.loads((tmp_path / "yomi1" / "bench.json").read_text())
    assert record["pairs"] == 55
    measured = {(row["policy"], row["edition"], row["abilities"]) for row in record["speeds"]}
    assert measured == {
        (policy, *more)
        for policy in ("random", "greedy", "equilibrium")
        for more in [("first", True), ("second", True), ("first", False)]
    }
    for row in record["speeds"]:
        assert row["turns_per_second"] > row["games_per_second"] > 0
    assert record["start"]["cold"]["seconds"] == record["start"]["warm"]["seconds"] == 1.25
    assert [row["megabytes"] for row in record["memory"]] == [346, 346] and record["chart"]["pairs"] == 45
    assert any("--precision 0.5" in words for words in asked) and any("--rows" in words for words in asked)
    assert {row["kind"] for row in record["scaling"]} == {"threads"} and record["scaling"][0]["speedup"] == 1
    openspiel = [{"game": "leduc_poker", "games_per_second": 9, "choices_per_second": 36, "choices_per_game": 4.0}]
    monkeypatch.setattr(bench_openspiel, "measure", lambda seconds, rounds: openspiel)
    code, out, _ = run("bench", "--out", str(tmp_path), "--edition", "second", "--quick")
    assert code == 0 and "turns/s" in out and "warm cache" in out and "OpenSpiel, leduc_poker" in out
    assert "in units of OpenSpiel" in out and "MB" not in out and "us at worst" in out
    combos = record["combos"]
    assert combos["cards"] == 12 and combos["worst"]["microseconds"] >= combos["mean"] > 0
    assert {"Temporal Distortion"} in [set(place["switches"]) for place in combos["places"]]
    assert record["picks"] == {"characters": 20, "best_of": 7, "seconds": 1.25}


# What is not fine: one clear line on standard error, nothing on standard output, exit code 2

SIMULATE = ["simulate", "yomi1", *PAIR]
MATCHUPS = ["matchups", "yomi1"]
BAD = [
    (["simulat"], "Did you mean 'simulate'"),
    (["simulate"], "Missing argument"),
    (["simulate", "yomi1", "grave"], "Missing argument 'B'"),
    ([*SIMULATE, "extra"], "unexpected extra argument"),
    ([*SIMULATE, "--gmaes", "5"], "--games"),
    ([*SIMULATE, "--games"], "--games"),
    ([*SIMULATE, "--games", "ten"], "'--games'"),
    ([*SIMULATE, "--games", "1.5"], "'--games'"),
    ([*SIMULATE, "--games", "0"], "games: 0 is out of range"),
    ([*SIMULATE, "--games", "-5"], "games: -5 is out of range"),
    ([*SIMULATE, "--games", "9" * 30], "out of range"),
    ([*SIMULATE, "--seed", "-1"], "seed: -1 is out of range"),
    ([*SIMULATE, "--seed", "18446744073709551616"], "seed"),
    ([*SIMULATE, "--workers", "0"], "workers: 0 is out of range"),
    ([*SIMULATE, "--workers", "many"], "'--workers'"),
    ([*SIMULATE, "--workers", "100000"], "workers: 100000 is out of range"),
    ([*SIMULATE, "--policy", "gredy"], "did you mean 'greedy'"),
    ([*SIMULATE, "--policy2", "ramdom"], "did you mean 'random'"),
    ([*SIMULATE, "--policy", "script"], "unknown policy"),
    ([*SIMULATE, "--edition", "secnd"], "did you mean 'second'"),
    ([*SIMULATE, "--data", "/no/such/folder"], "/no/such/folder"),
    (["simulate", "yomi3", *PAIR], "did you mean 'yomi1'"),
    (["simulate", "yomi1", "grvae", "jaina"], "did you mean 'grave'"),
    (["simulate", "yomi1", "grave", ""], "unknown character"),
    ([*MATCHUPS, "--characters", "grave"], "at least 2 needed"),
    ([*MATCHUPS, "--characters", ""], "empty name"),
    ([*MATCHUPS, "--characters", "grave,jaina,grave"], "given twice"),
    ([*MATCHUPS, "--characters", "grave,,jaina"], "empty name"),
    ([*MATCHUPS, "--characters", "grave,jiana"], "did you mean 'jaina'"),
    ([*MATCHUPS, "--games", "0"], "games: 0 is out of range"),
    ([*MATCHUPS, "--out", "/dev/null/x"], "cannot be written"),
    ([*MATCHUPS, "--out", "/dev/null"], "cannot be written"),
    ([*SIMULATE, "--games", "1e3"], "'1e3' is not a whole number; write 1000 "),
    ([*SIMULATE, "--games", "2.5e3"], "write 2500 "),
    ([*SIMULATE, "--games", "1e-3"], "write it in digits"),
    ([*SIMULATE, "--games", "10,000"], "'10,000' is not a whole number; write 10000 "),
    ([*SIMULATE, "--games", "10_000"], "write 10000 "),
    ([*SIMULATE, "--seed", "1e3"], "write 1000 "),
    ([*SIMULATE, "--workers", "1e0"], "write 1 "),
    ([*SIMULATE, "--data", ""], "'--data': the name is empty"),
    ([*MATCHUPS, "--out", ""], "'--out': the name is empty"),
    (["bench", "--out", " "], "'--out': the name is empty"),
    (["scenario", ""], "the name is empty"),
    (["validate", ""], "the name is empty"),
    (["simulate", *PAIR, "--games", "10"], "The game comes first, and 'grave' is none; known: yomi1"),
    (["replay", *PAIR], "The game comes first, and 'grave' is none; known: yomi1"),
    (["matchups"], "The game comes first; known: yomi1"),
    (["compare", "yomi1", "--edition", "first"], "--edition2 or --data2"),
    (["compare", "yomi1", "--edition2", "third"], "unknown edition 'third'"),
    (["compare", "yomi1", "--data2", "/no/such/folder"], "/no/such/folder"),
    (["compare", "yomi1", "--data2", ""], "'--data2': the name is empty"),
    (["compare", "yomi1", "--characters", "grave"], "at least 2 needed"),
    (["compare", "yomi1", "--out", "/dev/null/x"], "cannot be written"),
    (["replay", "yomi1", *PAIR, "--game", "1e2"], "write 100 "),
    (["replay", "yomi1", *PAIR, "--game", "-1"], "game: -1 is out of range"),
    (["replay", "yomi1", "grave", "jiana"], "did you mean 'jaina'"),
    (["replay", "yomi1", *PAIR, "--seed", "x"], "'--seed'"),
    (["scenario", "/no/such/file.toml"], "/no/such/file.toml"),
    (["bench", "yomi9"], "did you mean 'yomi1'"),
    ([*MATCHUPS, "--precision", "0"], "must be 0.01 to 10 points"),
    ([*MATCHUPS, "--precision", "1", "--games", "10"], "not both"),
    (["run", "quick"], "Missing option '--out'"),
    (["run", "quick", "--out", "x", "--cluster", "here"], "is no address"),
    (["runs", "show", "/dev/null"], "is no folder of a run"),
    (["bench", "--out", "/dev/null/x"], "cannot be written"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(words)[:70] for words, _ in BAD])
@pytest.mark.parametrize("json_too", [False, True])
def test_bad_input(run, words, message, json_too):
    code, out, err = run(*words, *["--json"] * json_too)
    assert code == 2
    assert message in err
    assert out == ""
    assert err.count("\n") == 1 and err.startswith("error: ")


def test_validating_nothing(run):
    code, out, err = run("validate", "/no/such/place")
    assert code == 2 and err == "error: /no/such/place: no such file or folder\n" and "1 mistake" in out


def test_a_mistake_in_a_card_file(run, tmp_path):
    import shutil

    shutil.copytree(ROOT / "data", tmp_path / "data")
    card = tmp_path / "data/yomi1/characters/grave.toml"
    card.write_text(card.read_text().replace("damage = 2,", "damage = -2,", 1))
    for words in ([*SIMULATE, "--data", str(tmp_path / "data")], ["validate", str(tmp_path / "data")]):
        code, _, err = run(*words)
        assert code == 2 and "grave.toml" in err and "damage" in err and "Traceback" not in err
    code, out, err = run("validate", str(tmp_path / "data"), "--json")
    record = json.loads(out)
    assert code == 2 and record["ok"] is False and "grave.toml" in record["mistakes"][0]["file"]


# In a process of its own


def test_help_is_quick():
    """It loads nothing that takes long to load."""
    code = "import sys; from yomisim.cli import main; main(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    assert "simulate" in done.stdout
    assert not {"numba", "numpy", "pandas", "pydantic", "matplotlib"} & set(done.stdout.split("\n")[-2].split())


def test_the_exit_code_reaches_the_shell():
    process = typed(*SIMULATE, "--games", "0", stdout=subprocess.PIPE)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "") and "out of range" in err


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "words",
    [
        [*MATCHUPS, "--games", "50000000", "--policy", "random"],
        ["openers", "yomi1", *PAIR, "--games-per-cell", "5000000", "--policy", "random"],
        ["combos", "yomi1", "setsuki", "--samples", "100000000"],
        ["train", "yomi1", "--games", "100000000"],
    ],
    ids=lambda words: words[0],
)
def test_an_interruption_leaves_nothing(tmp_path, words, way):
    out = tmp_path / "out"
    words = [*words, "--out", str(out)]
    process = typed(*words, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while not out.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(2)
    assert process.poll() is None
    process.send_signal(way)
    printed, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert printed == "" and err.splitlines()[-1] == "stopped: interrupted; nothing was written"
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_goes_away(tmp_path):
    process = typed(*SIMULATE, "--games", "10", "--policy", "random", stdout=subprocess.PIPE)
    process.stdout.close()
    process.wait(timeout=120)
    assert process.returncode == 141 and process.stderr.read() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_standard_output_on_a_full_disk():
    with open("/dev/full", "w") as full:
        process = typed(*SIMULATE, "--games", "10", "--policy", "random", "--json", stdout=full)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 2 and "standard output: cannot be written" in err and "Traceback" not in err


def test_a_full_disk(tmp_path):
    """Files may not grow beyond 20 kB here, as if the disk were full: one message, and nothing half-written."""
    warm = typed(*SIMULATE, "--games", "1", stdout=subprocess.PIPE)
    warm.communicate(timeout=300)
    words = [
        *MATCHUPS,
        "--characters",
        "grave,lum",
        "--games",
        "20",
        "--policy",
        "random",
        "--out",
        str(tmp_path / "o"),
    ]
    process = typed(
        *words,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    out, err = process.communicate(timeout=120)
    assert process.returncode == 2 and out == ""
    assert "cannot be written" in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_progress_stays_off_where_nobody_looks():
    process = typed(*SIMULATE, "--games", "2000", "--policy", "random", "--json", stdout=subprocess.PIPE)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0 and err == "" and json.loads(out)["games"] == 2000
