"""What every command has in common: the data it names, an output that fails, a folder that is written twice."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from yomisim.cards.load import load_game

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
SCENARIO = str(ROOT / "tests" / "scenarios" / "yomi1" / "rulebook_combos.toml")
PAIR = ("grave", "jaina")
FEW = ("--games", "20", "--policy", "random")
PLAYING = {
    "simulate": ("simulate", "yomi1", *PAIR, *FEW),
    "matchups": ("matchups", "yomi1", "--characters", ",".join(PAIR), *FEW),
    "compare": ("compare", "yomi1", "--characters", ",".join(PAIR), *FEW),
    "openers": ("openers", "yomi1", *PAIR, "--position", "a: hand K; b: hand K Q", "--games-per-cell", "8"),
    "combos": ("combos", "yomi1", "grave", "--samples", "50"),
    "one combo": ("combos", "yomi1", "grave", "--play", "t8>2>3"),
    "replay": ("replay", "yomi1", *PAIR, "--policy", "random"),
    "scenario": ("scenario", SCENARIO),
}
PRINTING = {
    **PLAYING,
    "meta": ("meta", "chart.csv"),
    "validate": ("validate",),
    "verbs": ("verbs",),
    "help": ("simulate", "--help"),
    "version": ("--version",),
}


@pytest.fixture
def copied(tmp_path, monkeypatch) -> Path:
    """Stand beside a folder `data` of one's own."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("YOMISIM_DATA", raising=False)
    return tmp_path / "data"


@pytest.fixture
def beside_a_chart(tmp_path, monkeypatch) -> None:
    """Stand in a folder with a matchup chart."""
    (tmp_path / "chart.csv").write_text("p1,p2,win_rate_p1\na,b,0.6\na,c,0.3\nb,c,0.55\n")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("words", PLAYING.values(), ids=PLAYING.keys())
def test_every_result_names_its_data(run, copied, words):
    data_hash = load_game("yomi1").data_hash
    for more, label in (((), "./data/yomi1"), (("--data", str(ROOT / "data")), "built-in data/yomi1")):
        code, out, _ = run(*words, *more)
        assert code == 0 and f"{label}, hash {data_hash}" in out
        record = json.loads(run(*words, *more, "--json")[1])
        for made in (record["before"], record["after"]) if "before" in record else (record,):
            assert (made["data"], made["data_hash"]) == (label, data_hash)


#: Runs commands one after the other, each in a copy of this process that ends as the program does: what the command
#: needs is loaded by then, by a first run here. Prints the exit code and what went to standard error of each.
COPIES = """
import json, os, sys, tempfile
from yomisim.cli import main

commands, output = json.loads(sys.argv[1]), sys.argv[2]
told = []
kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
for words in commands:
    os.dup2(nowhere, 1)
    main(words)
    sys.stdout.flush()
    os.dup2(kept, 1)
    with tempfile.TemporaryFile() as errors:
        copy = os.fork()
        if not copy:
            if output == "full":
                full = os.open("/dev/full", os.O_WRONLY)
            else:
                reading, full = os.pipe()
                os.close(reading)
            os.dup2(full, 1)
            os.dup2(errors.fileno(), 2)
            sys.exit(main(words))
        code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        errors.seek(0)
        told.append([code, errors.read().decode()])
print(json.dumps(told))
"""


def _each(commands: Iterable[Sequence[str]], output: str) -> list[tuple[int, str]]:
    """Exit code and standard error of commands whose standard output is "full" or "gone"."""
    done = subprocess.run(
        [sys.executable, "-c", COPIES, json.dumps([list(words) for words in commands]), output],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(code, err) for code, err in json.loads(done.stdout)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_standard_output_on_a_full_disk(beside_a_chart):
    full = (2, "error: standard output: cannot be written: no space left on device\n")
    assert dict(zip(PRINTING, _each(PRINTING.values(), "full"))) == dict.fromkeys(PRINTING, full)


def test_a_reader_that_goes_away(beside_a_chart):
    commands = {name: (*words, "--json") if name in PLAYING else words for name, words in PRINTING.items()}
    assert dict(zip(commands, _each(commands.values(), "gone"))) == dict.fromkeys(commands, (141, ""))


# Two editions, two data folders


def test_compare_two_editions(run, tmp_path):
    code, out, err = run(*PLAYING["compare"], "--out", str(tmp_path / "o"), "--json")
    record = json.loads(out)
    assert code == 0 and not err and out.count("\n") == 1
    assert [record[side]["edition"] for side in ("before", "after")] == ["first", "second"]
    assert len(record["matchups"]) == 1 and record["left_out"] == {"before": [], "after": []}
    names = {Path(name).name for name in record["files"]}
    assert names == {path.name for path in (tmp_path / "o").iterdir()}
    assert {"editions.csv", "matchups.csv", "matchups_first.png", "matchups_second.png", "manifest.json"} <= names
    code, out, err = run(*PLAYING["compare"])
    assert code == 0 and not err
    assert "Yomi, first to second edition: 20 games a pair and side" in out and "of 1 matchups" in out
    back = json.loads(run(*PLAYING["compare"], "--edition", "second", "--edition2", "first", "--json")[1])
    assert [back[side]["edition"] for side in ("before", "after")] == ["second", "first"]
    assert back["matchups"][0]["difference"] == -record["matchups"][0]["difference"]


def test_compare_two_data_folders_says_who_is_left_out(run, copied, tmp_path):
    (copied / "yomi1" / "characters" / "lum.toml").unlink()
    words = ("compare", "yomi1", *FEW, "--data2", str(ROOT / "data"), "--out", "o")
    code, out, err = run(*words, "--json")
    record = json.loads(out)
    assert code == 0 and err == "note: Left out, because only one side has them: only after: lum.\n"
    assert record["left_out"] == {"before": [], "after": ["lum"]} and "lum" not in record["characters"]
    assert "Left out" in record["headline"][-1]
    assert [record[side]["data"] for side in ("before", "after")] == ["./data/yomi1", "built-in data/yomi1"]
    tables = {f"{name}.{end}" for name in ("editions", "editions_characters") for end in ("csv", "parquet")}
    names = tables | {"editions.png", "editions.svg", "manifest.json"}
    assert {path.name for path in (tmp_path / "o").iterdir()} == names
    assert json.loads((tmp_path / "o" / "manifest.json").read_text())["left_out"]["after"] == ["lum"]
    code, out, _ = run(*words)
    assert code == 0 and "first edition, a change of the data" in out and "wrote o/editions.csv" in out


def test_comparing_a_data_set_with_itself_is_remarked_on(run):
    code, _, err = run(*PLAYING["compare"], "--edition2", "first")
    assert code == 0 and err == "note: both sides hold the same data in the same edition: nothing can differ\n"


# A folder that is written twice


def test_a_second_run_says_what_it_replaces(run, tmp_path):
    words = (*PLAYING["matchups"], "--out", str(tmp_path / "o"))
    assert run(*words)[2] == ""
    code, out, err = run(*words, "--edition", "second", "--json")
    assert code == 0 and out.count("\n") == 1
    assert err.startswith(f"note: files of an earlier run in {tmp_path / 'o'}: replaced ") and err.count("\n") == 1
    replaced, removed = err.split("; removed ")
    assert "matchups.csv" in replaced and "manifest.json" in replaced
    assert "matchups_first.png" in removed and "matchups_second" not in err
