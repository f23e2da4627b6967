"""`yomisim combos` and `analyses/combos.py` as a user types them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from yomisim.cli import main

ROOT = Path(__file__).resolve().parent.parent


COMMAND = ("combos", "yomi1")


def test_json_of_a_character(run):
    code, out, err = run("grave", "--edition", "second", "--samples", "50", "--json")
    assert code == 0 and not err
    found = json.loads(out)
    assert (found["character"], found["edition"], found["switches"]) == ("grave", "second", [])
    starters = {each["starter"]: each for each in found["starters"]}
    assert len(starters) == 14
    two = starters["2 attack"]
    assert {key: two["max"][key] for key in ("sequence", "damage", "cards", "combo_points", "aces")} == {
        "sequence": "2>AAA",
        "damage": 47,
        "cards": 4,
        "combo_points": 4,
        "aces": 3,
    }
    assert [(each["cards"], each["damage"]) for each in two["by_cards"]] == [(1, 2), (2, 14), (3, 17), (4, 47)]
    hands = [row for row in found["hands"] if row["starter"] == "any"]
    assert [row["hand"] for row in hands] == list(range(3, 13))
    assert hands[0]["exact"] and hands[0]["n"] == 24_804 and not hands[-1]["exact"] and hands[-1]["n"] == 50


def test_json_of_a_sequence(run):
    for sequence, legal, damage, rule in (("t8>2>3", True, 12, None), ("t8>2>3>4", False, None, "points")):
        code, out, err = run("grave", "--play", sequence, "--json")
        found = json.loads(out)
        assert code == 0 and not err
        assert (found["sequence"], found["legal"], found["damage"], found["rule"]) == (sequence, legal, damage, rule)


def test_json_of_a_hand(run):
    found = json.loads(run("grave", "--hand", "2 3 4 K K A", "--opening", "7 throw", "--json")[1])
    assert found["hand"] == ["2", "3", "4", "K", "K", "A"] and found["opening"] == "7 throw"
    assert found["best"]["sequence"] == "t7>K+" and "hands" not in found
    nothing = json.loads(run("grave", "--hand", "Joker", "--json")[1])
    assert nothing["starters"] == [] and nothing["best"] is None


def test_text(run):
    code, out, err = run("grave", "--samples", "50", "--edition", "second")
    assert code == 0 and not err
    assert "Grave: most damage with any cards of the deck" in out and "6>AAA" in out
    assert "every hand is counted" in out and "--with:" in out and "no_pumps" in out
    _, out, _ = run("grave", "--play", "3>5>6")
    assert "not legal at 5: normal attacks follow each other in steps of exactly one rank [chain-step]" in out
    assert "up to there: 3, 3 damage; 1 card, 0 Aces, 1 combo point" in out
    _, out, _ = run("grave", "--play", "2>AAA")
    assert "legal: 47 damage; 4 cards, 3 Aces, 4 combo points" in out
    _, out, _ = run("grave", "--hand", "10 Joker", "--after-dodge")
    assert "most damage from 10 Joker, after a dodge" in out
    _, out, _ = run("grave", "--hand", "")
    assert "nothing in this hand can begin a combo" in out
    _, out, _ = run("valerie", "--hand", "2 2", "--without", "Agile Hands")
    assert "without Agile Hands" in out and "--without:" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["gravee"], "did you mean 'grave'?"),
        (["grave", "--edition", "thrid"], "unknown edition"),
        (["grave", "--hand", "2 X"], "'X' is no card"),
        (["grave", "--hand", "7 7 7 7 7"], "5 cards of rank 7; the deck has 4"),
        (["grave", "--opening", "7 thow"], "did you mean '7 throw'?"),
        (["grave", "--play", "2>>3"], "play: a step is missing; write steps like 7, t8"),
        (["grave", "--play", "2>"], "play: a step is missing"),
        (["grave", "--play", " "], "play: is empty; write steps like"),
        (["grave", "--play", "t8-2"], "'t8-2' is no step of a combo"),
        (["grave", "--opening", ""], "unknown starter of Grave ''"),
        (["grave", "--opening", "10 attack"], "unknown starter of Grave '10 attack'"),
        (["grave", "--play", "8>2"], "no 8 attack; 8 has a throw"),
        (["grave", "--with", "Dragon Form"], "unknown switch of Grave"),
        (["grave", "--with", "no_pumps=2"], "no_pumps=2: is on or off; leave the number out"),
        (["degrey", "--with", "Moral High Ground=²"], "needs a whole number from 1 to 54"),
        (["degrey", "--with", "Moral High Ground=" + 5000 * "9"], "needs a whole number from 1 to 54"),
        (["grave", "--samples", "1"], "samples: 1 is out of range; it must be 2 to 100000000"),
        (["grave", "--samples", 20 * "9"], "samples: 99999999999999999999 is out of range"),
        (["grave", "--samples", "x"], "--samples"),
        (["grave", "--edition", ""], "unknown edition ''; known: first, second"),
        (["grave", "--out", ""], "the name is empty"),
        (["grave", "--out", "a\0b"], "is no name of a file"),
        (["grave", "--out", "/dev/null"], "/dev/null: cannot be written"),
        (["grave", "--seed", "-1"], "seed"),
        (["grave", "--play", "2", "--out", "x"], "leave --play or --out out"),
        (["grave", "--hands", "2"], "--hand"),
        ([], "CHARACTER"),
    ],
)
def test_broken_input_is_one_line_and_exit_code_2(run, words, says):
    code, out, err = run(*words)
    assert code == 2 and not out
    assert says in err and err.startswith("error: ") and err.count("\n") == 1


@pytest.mark.parametrize("opening", ["9 throw", "9Throw", " t9 ", "T9", "9", "10 throw", "T10", "tt", "t", "10"])
def test_an_opening_by_any_of_its_names(run, opening):
    """Throws that are alike are counted as one; each of them can be asked for."""
    record = json.loads(run("grave", "--opening", opening, "--samples", "50", "--json")[1])
    assert {starter["starter"] for starter in record["starters"]} == {record["opening"]}
    assert record["opening"] == ("9 throw" if "9" in opening else "10 throw")
    assert {hand["starter"] for hand in record["hands"]} == {record["opening"]}


@pytest.mark.parametrize("sequence", ["t8>2>3", "T8>2>3", "t8 > 2 > 3", "8 Throw>2>3", "t8>\n2>3"])
def test_a_sequence_in_any_spelling(run, sequence):
    record = json.loads(run("grave", "--play", sequence, "--json")[1])
    assert record["legal"] and record["damage"] == 12 and "\n" not in record["sequence"]


def test_a_folder(run, tmp_path):
    code, out, _ = run("midori", "--with", "Dragon Form", "--samples", "50", "--out", str(tmp_path / "new"))
    assert code == 0 and "wrote" in out
    names = {path.name for path in (tmp_path / "new").iterdir()}
    tables = {f"{name}.{end}" for name in ("combos", "combos_by_cards", "combos_hands") for end in ("csv", "parquet")}
    edition = json.loads((tmp_path / "new" / "combos.json").read_text())["editions"][0]
    assert names == tables | {"combos.json"} | {f"combos_midori_{edition}.{kind}" for kind in ("png", "svg")}
    table = pd.read_csv(tmp_path / "new" / "combos.csv").set_index("starter")
    assert table.loc["J Toxic Breath", "sequence"] == "dJ>8>J+"
    assert set(table["switches"]) == {"Dragon Form"}


def test_the_pipeline(tmp_path):
    """Two characters, both editions, with every switch; an old picture goes."""
    (tmp_path / "yomi1").mkdir()
    (tmp_path / "yomi1" / "combos_old_first.png").write_bytes(b"")
    (tmp_path / "yomi1" / "matchups.csv").write_text("stays")
    command = [sys.executable, str(ROOT / "analyses" / "combos.py"), "--characters", "degrey,geiger", "--samples", "50"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command += ["--out", str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "yomi1"
    assert not (folder / "combos_old_first.png").exists() and (folder / "matchups.csv").read_text() == "stays"
    table = pd.read_csv(folder / "combos.csv", keep_default_na=False)
    assert set(table["edition"]) == {"first", "second"} and set(table["character"]) == {"degrey", "geiger"}
    assert set(table["switches"]) == {"", "Moral High Ground=3", "Temporal Distortion", "Ghost Riposte"}
    assert table["after_dodge"].any()
    made = json.loads((folder / "combos.json").read_text())
    assert sorted([*made["files"], "combos.json"]) == sorted(
        path.name for path in folder.iterdir() if path.name.startswith("combos")
    )
    assert {"combos_first.png", "combos_geiger_second.svg"} <= set(made["files"])


def test_the_command_is_in_the_menu(capsys):
    assert main(["--help"]) == 0
    assert "combos" in capsys.readouterr().out
