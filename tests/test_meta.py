"""`yomisim meta` as a user types it."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest

import yomisim as ys
from yomisim.errors import BadInput
from yomisim.estimate.charts import read_chart
from yomisim.estimate.picks import Rules, solve_picks
from yomisim.report.colours import DARK
from yomisim.report.figure_picks import mix_bars, tier_list
from yomisim.report.figures import svg

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "tests/estimate/published_blind_pick.csv"
LONG = "p1,p2,win_rate_p1\na,b,0.6\na,c,0.3\nb,c,0.55\n"
MEASURED = "p1,p2,win_rate_p1,games\na,b,0.6,500\na,c,0.3,500\nb,c,0.55,500\n"
SQUARE = "x,a,b,c\na,0.5,0.6,0.3\nb,0.4,0.5,0.55\nc,0.7,0.45,0.5\n"
KEYS = (
    "best_of counterpick ban chart characters mix value exploitability scores tiers counterpicks expected_games "
    "expected_length unique equilibrium"
)


COMMAND = ("meta",)


@pytest.fixture
def file(tmp_path):
    def write(text: str, name: str = "chart.csv") -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


def published() -> str:
    with open(EXAMPLE, newline="") as source:
        rows = [(row["fighter"], row["published_bo1_mix"]) for row in csv.DictReader(source)]
    return "character,probability\n" + "".join(f"{name},{share}\n" for name, share in rows)


def check_record(record: dict, best_of: int) -> None:
    names, need = record["characters"], (best_of + 1) // 2
    assert record["best_of"] == best_of
    for key in ("mix", "scores", "tiers", "counterpicks", "expected_games"):
        assert list(record[key]) == names
    assert sum(record["mix"].values()) == pytest.approx(1) and min(record["mix"].values()) >= 0
    assert sum(record["expected_games"].values()) == pytest.approx(record["expected_length"])
    assert need <= record["expected_length"] + 1e-9 and record["expected_length"] <= best_of + 1e-9
    assert isinstance(record["unique"], bool) and record["exploitability"] >= 0
    wanted = {f"{a}-{b}" for a in range(1, need) for b in range(1, need + 1)}
    for picks in record["counterpicks"].values():
        assert set(picks) == (wanted if record["counterpick"] == "loser" else set())
        assert set(picks.values()) <= set(names)


@pytest.mark.parametrize("best_of", [1, 3, 5, 7])
@pytest.mark.parametrize("counterpick", ["loser", "none"])
def test_json(run, file, best_of, counterpick):
    words = [file(LONG), "--best-of", str(best_of), "--counterpick", counterpick, "--json"]
    code, out, err = run(*words)
    assert code == 0 and not err and out.count("\n") == 1
    record = json.loads(out)
    assert list(record) == KEYS.split()
    check_record(record, best_of)
    assert record["value"] == 0.5 and record["exploitability"] < 1e-9 and record["unique"]


def test_the_published_example(run, file):
    code, out, err = run(str(EXAMPLE), "--json")
    assert code == 0 and err == "note: column 'published_bo1_mix' is no character and was passed over\n"
    own = json.loads(out)
    assert own["exploitability"] < 1e-12 and own["unique"] and sum(p > 0 for p in own["mix"].values()) == 9
    code, out, err = run(str(EXAMPLE), "--mix", file(published(), "mix.csv"), "--json")
    judged = json.loads(out)
    assert code == 0 and "add to 0.999 and were stretched to 1" in err
    assert judged["exploitability"] == pytest.approx(0.0020, abs=5e-5)
    assert judged["value"] == pytest.approx(0.5 - judged["exploitability"])
    assert judged["equilibrium"]["mix"] == own["mix"]
    assert {name for name, p in judged["mix"].items() if p} == {name for name, p in own["mix"].items() if p}


def test_intervals_of_a_measured_chart(run, file):
    words = [file(MEASURED), "--best-of", "3", "--json"]
    record = json.loads(run(*words)[1])
    check_record(record, 3)
    assert record["draws"] >= 100 and record["seed"] == 1
    for key, values in (("mix_ci95", "mix"), ("scores_ci95", "scores"), ("expected_games_ci95", "expected_games")):
        for name, (low, high) in record[key].items():
            assert low <= high and low - 0.2 <= record[values][name] <= high + 0.2
    assert all(0 <= share <= 1 for share in record["support"].values())
    assert 0 <= record["exploitability_within_noise"]["mean"] <= record["exploitability_within_noise"]["high"]
    assert json.loads(run(*words)[1]) == record
    assert json.loads(run(*words, "--seed", "2")[1])["mix_ci95"] != record["mix_ci95"]


def test_bans(run, file):
    code, out, err = run(file(LONG), "--best-of", "3", "--ban", "1", "--json")
    record = json.loads(out)
    assert code == 0 and not err
    check_record(record | {"counterpicks": record["counterpicks"]}, 3)
    assert sum(record["bans"].values()) == pytest.approx(1) and sum(record["banned"].values()) == pytest.approx(1)
    code, out, _ = run(file(LONG), "--ban", "1")
    assert code == 0 and "Bans: " in out and "1 ban each" in out


def test_for_a_reader(run, file):
    code, out, err = run(file(MEASURED), "--best-of", "5", "--mix", file("character,probability\na,1\n", "mix.csv"))
    assert code == 0 and not err
    for words in (
        "chart.csv: 3 characters; best of 5, the loser of a game repicks",
        "Game 1: ",
        "Counterpicks",
        "given",
    ):
        assert words in out
    assert max(map(len, out.splitlines())) < 200


def test_an_equilibrium_that_is_not_the_only_one(run, file):
    code, out, _ = run(file("p1,p2,win_rate_p1\na,b,0.5\n"), "--json")
    record = json.loads(out)
    assert code == 0 and record["unique"] is False
    assert record["mix"] == pytest.approx({"a": 0.5, "b": 0.5}) and record["mix_range"] == {"a": [0, 1], "b": [0, 1]}
    assert "Not the only equilibrium" in run(file("p1,p2,win_rate_p1\na,b,0.5\n"))[1]


def test_files(run, file, tmp_path):
    out_folder = tmp_path / "deep" / "er"
    code, out, err = run(file(MEASURED), "--best-of", "3", "--ban", "1", "--out", str(out_folder), "--json")
    assert code == 0 and not err
    assert {Path(name) for name in json.loads(out)["files"]} == set(out_folder.iterdir())
    assert (out_folder / "bans.csv").is_file()
    code, out, _ = run(file(MEASURED), "--out", str(out_folder))
    names = {path.name for path in out_folder.iterdir()}
    assert names == {
        "picks.csv",
        "picks.parquet",
        "picks.json",
        *(f"picks_{k}.{e}" for k in ("mix", "tiers") for e in ("png", "svg")),
    }
    assert f"wrote {out_folder / 'picks.csv'}" in out
    with open(out_folder / "picks.csv", newline="") as source:
        rows = list(csv.DictReader(source))
    assert math.isclose(sum(float(row["probability"]) for row in rows), 1, abs_tol=1e-6)


@pytest.mark.parametrize("rules", [Rules(1), Rules(5), Rules(3, "none"), Rules(3, ban=1)])
def test_figures(file, rules):
    chart = read_chart(file(MEASURED))
    picks = solve_picks(chart, rules, draws=100)
    for draw in (mix_bars, tier_list):
        assert svg(draw(picks)) == svg(draw(picks))
        assert "<svg" in svg(draw(picks, DARK))


BAD = [
    (["--best-of", "2"], "best-of: 2 is none of 1, 3, 5, 7"),
    (["--best-of", "x"], "'--best-of'"),
    (["--counterpick", "winner"], "counterpick: 'winner' is neither 'loser' nor 'none'"),
    (["--ban", "-1"], "ban: -1 is out of range"),
    (["--ban", "3"], "ban: 3 bans leave none of 3 characters"),
    (["--seed", "-1"], "seed: -1 is out of range"),
    (["--edition", "first"], "has no column 'edition'"),
    (["--edition", ""], "has no column 'edition'"),
    (["--mix", ""], "the name is empty"),
    (["--mix", "a\0b"], "is no name of a file"),
    (["--best-of", ""], "'' is not a whole number"),
    (["--mix", "/no/such/file.csv"], "/no/such/file.csv: no such file"),
    (["--out", "/dev/null/x"], "cannot be written"),
    (["--wrong"], "--wrong"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(words) for words, _ in BAD])
@pytest.mark.parametrize("json_too", [False, True])
def test_bad_options(run, file, words, message, json_too):
    code, out, err = run(file(LONG), *words, *["--json"] * json_too)
    assert code == 2 and out == ""
    assert message in err and err.count("\n") == 1 and err.startswith("error: ")


@pytest.mark.parametrize(
    ("chart", "mix", "message"),
    [
        (LONG.replace("b,c,0.55\n", ""), None, "chart.csv: is incomplete: 1 of 3 pairs missing: b-c"),
        (LONG + "A,d,0.5\n", None, "chart.csv: 'a' and 'A' differ in capitals only; write one name in one way"),
        (LONG + "a\n", None, "chart.csv: row 5: has 1 field where the header has 3"),
        (LONG.replace("p1,p2", "P1,P2"), None, "chart.csv: has no column 'p1'; a long chart needs p1, p2, win_rate_p1"),
        (SQUARE.replace("0.7,", "0.9,"), None, "row 4, column 'a': a-c is 0.3 (row 2, column 'c') and c-a is 0.9"),
        (SQUARE.replace("0.4,0.5", "0.4,0.6"), None, "row 3, column 'b': b against itself is 0.6"),
        ("", None, "chart.csv: is empty"),
        (LONG, "character,probability\na,-0.5\nb,1.5\n", "row 2, column 'probability': -0.5 is out of range"),
        (LONG.replace("0.3", "nan"), None, "chart.csv: row 3, column 'win_rate_p1': 'nan' is not a finite number"),
        (LONG, "character,probability\na,0.5\n", "mix.csv: probability: the probabilities add to 0.5"),
        (LONG, "character,probability\nd,1\n", "mix.csv: row 2, column 'character': unknown character 'd'"),
    ],
)
def test_bad_files(run, file, chart, mix, message):
    words = [file(chart)] + ([] if mix is None else ["--mix", file(mix, "mix.csv")])
    code, out, err = run(*words)
    assert code == 2 and out == "" and message in err and err.count("\n") == 1


def test_a_mix_and_bans_do_not_go_together(run, file):
    code, _, err = run(file(LONG), "--ban", "1", "--mix", file("character,probability\na,1\n", "mix.csv"))
    assert code == 2 and "cannot be judged with bans" in err


@pytest.mark.parametrize("name", ["", " ", "a\0b"])
def test_names_that_no_file_can_have(run, name):
    code, out, err = run(name)
    assert code == 2 and out == "" and err.count("\n") == 1
    with pytest.raises(BadInput, match="chart: "):
        ys.meta(name)


def test_a_name_twice_in_a_mix_from_python(file):
    with pytest.raises(BadInput, match="mix: 'a' is given twice"):
        ys.meta(file(LONG), mix={"a": 0.5, "A": 0.5})


def test_a_chart_that_is_not_there(run):
    code, out, err = run("/no/such/chart.csv")
    assert code == 2 and out == "" and err == "error: /no/such/chart.csv: no such file or directory\n"
    assert run()[0] == 2


def test_twenty_characters_best_of_seven(run, file):
    """A chart without noise, and a measured one."""
    rng = np.random.default_rng(4)
    names = [f"c{k:02}" for k in range(20)]
    rows = [f"{a},{b},{rng.uniform(0.35, 0.65):.4f},2000" for i, a in enumerate(names) for b in names[i + 1 :]]
    chart = file("p1,p2,win_rate_p1,games\n" + "\n".join(rows) + "\n")
    for name in (str(EXAMPLE), chart):
        check_record(json.loads(run(name, "--best-of", "7", "--json")[1]), 7)


def test_two_bans_of_twenty_are_feasible():
    picks = solve_picks(read_chart(EXAMPLE), Rules(7, ban=2))
    assert picks.bans is not None and len(picks.bans.sets) == 190 and picks.exploitability < 1e-9
