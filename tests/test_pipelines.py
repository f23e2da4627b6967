"""The pipelines of ladder and agreement as `make` calls them: few games, three characters."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import yomisim as ys
from yomisim.errors import BadInput
from yomisim.estimate.agreement import COLUMNS as AGREEMENT
from yomisim.estimate.ladder import COLUMNS as LADDER

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
THREE = "grave,jaina,degrey"


def analysis(name: str, *words: str) -> subprocess.CompletedProcess:
    command = [sys.executable, str(ROOT / "analyses" / f"{name}.py"), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_policy_ladder(tmp_path):
    words = ["--games", "40", "--probe-games", "0", "--policies", "random,greedy", "--characters", THREE]
    done = analysis("policy_ladder", *words, "--edition", "second", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "second edition: 40 games for each of 3 mirrors and 3 pairs" in done.stdout
    assert "- mirrors: random wins" in done.stdout and "- pairs: random wins" in done.stdout
    folder = tmp_path / "yomi1" / "policy_ladder"
    table = pd.read_csv(folder / "ladder.csv")
    assert list(table.columns) == LADDER and set(table["edition"]) == {"second"} and (table["games"] == 120).all()
    names = {path.name for path in folder.iterdir()}
    tables = {f"{name}.{end}" for name in ("ladder", "ladder_detail") for end in ("csv", "parquet")}
    charts = {f"{name}.{end}" for name in ("ladder", "ladder_mirrors") for end in ("png", "svg")}
    assert names == tables | charts | {"manifest.json"}
    made = json.loads((folder / "manifest.json").read_text())
    assert made["ladder"]["policies"] == ["random", "greedy"] and made["ladder"]["data_hash"]
    assert str(tmp_path) not in (folder / "manifest.json").read_text()


def test_exploitability(tmp_path):
    """Games of the final figures and games of candidates are told apart."""
    words = ["--games", "20", "--generations", "1", "--candidate-games", "40", "--out", str(tmp_path)]
    done = analysis("exploitability", *words)
    assert done.returncode == 0, done.stderr
    table = pd.read_csv(tmp_path / "yomi1" / "exploitability" / "exploitability.csv")
    assert list(table["target"]) == [t for t in ("equilibrium", "equilibrium-likeliest", "greedy") for _ in range(3)]
    assert list(table["searched_games"]) == [0, 400, 400] * 3 and table["win_rate"].between(0, 1).all()
    made = json.loads((tmp_path / "yomi1" / "exploitability" / "manifest.json").read_text())
    assert made["games_a_candidate"] == 40 and made["games_a_mirror"] == 20


def test_bot_difficulty(tmp_path):
    """One character is enough; page, tables and chart lie in a folder of their own."""
    done = analysis("bot_difficulty", "--games", "10", "--characters", "grave", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("rank correlation") == 2
    folder = tmp_path / "yomi2" / "bots"
    tables = {f"{name}.{end}" for name in ("bots", "difficulty", "openers") for end in ("csv", "parquet")}
    assert {path.name for path in folder.iterdir()} == tables | {"bots.png", "bots.svg", "index.html", "manifest.json"}
    table = pd.read_csv(folder / "bots.csv")
    assert len(table) == 20 and (table["games"] == 10).all()
    assert str(tmp_path) not in (folder / "manifest.json").read_text()
    done = analysis("bot_difficulty", "--games", "10", "--policies", "greedy,greedy", "--out", str(tmp_path))
    assert done.returncode == 2 and "name each policy once" in done.stderr


def test_human_agreement_plays_where_no_chart_is_given(tmp_path):
    words = ["--games", "40", "--policies", "random,greedy", "--characters", THREE, "--out", str(tmp_path)]
    done = analysis("human_agreement", *words)
    assert done.returncode == 0, done.stderr
    for text in (
        "3 pairs of 3 characters",
        "noise ceiling",
        "always 50%",
        "greedy, the matchups farthest",
        "never used",
    ):
        assert text in done.stdout, text
    folder = tmp_path / "yomi1" / "human_agreement"
    table = pd.read_csv(folder / "agreement.csv")
    assert list(table.columns) == AGREEMENT
    assert list(dict.fromkeys(table["chart"])) == [
        "random",
        "greedy",
        "always 50%",
        "human strengths only",
        "noise ceiling",
    ]
    tables = {f"{name}.{end}" for name in ("agreement", "pairs", "characters") for end in ("csv", "parquet")}
    charts = {f"{name}.{end}" for name in ("agreement", "scatter") for end in ("png", "svg")}
    assert {path.name for path in folder.iterdir()} == tables | charts | {"manifest.json"}
    made = json.loads((folder / "manifest.json").read_text())
    assert "never used to train" in made["note"] and set(made["charts"]) == {"random", "greedy"}


def test_human_agreement_of_charts_from_files(tmp_path):
    done = analysis("matchups", "--games", "40", "--policy", "random", "--characters", THREE, "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    ours = tmp_path / "yomi1" / "matchups.csv"
    plain = tmp_path / "plain.csv"
    pd.read_csv(ours).query("edition == 'first'")[["p1", "p2", "win_rate_p1"]].to_csv(plain, index=False)
    words = ["--charts", f"ours={ours},plain={plain}", "--out", str(tmp_path)]
    done = analysis("human_agreement", *words, "--edition", "first")
    assert done.returncode == 0, done.stderr
    table = pd.read_csv(tmp_path / "yomi1" / "human_agreement" / "agreement.csv").set_index(["chart", "measure"])
    for measure in ("correlation", "rmse"):
        assert table.loc[("ours", measure), "value"] == pytest.approx(table.loc[("plain", measure), "value"])
    done = analysis("human_agreement", *words)
    assert done.returncode == 2 and "holds several editions (first, second)" in done.stderr


def test_openers(tmp_path):
    words = ["--games-per-cell", "12", "--policy", "random", "--pairs", "grave-jaina,grave-grave"]
    done = analysis("openers", *words, "--edition", "second", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "second  Grave against Jaina: " in done.stdout and "2 pairs in" in done.stdout
    folder = tmp_path / "yomi1" / "openers"
    table = pd.read_csv(folder / "openers.csv")
    assert set(table["position"]) == {"start", "middle", "p1 down", "p2 down"}
    totals = table.groupby(["p1", "p2", "position", "player"])["probability"].sum()
    assert len(totals) == 16 and totals.to_numpy() == pytest.approx(1, abs=1e-5)
    record = json.loads((folder / "openers.json").read_text())
    assert [pair["p2"] for pair in record["pairs"]] == ["jaina", "grave"]
    assert (folder / "openers_second_grave_jaina_start.png").exists()


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("openers", ["--pairs", "grave"], "pairs: 'grave' is no pair; write A-B"),
        ("openers", ["--pairs", "grave-jiana"], "did you mean 'jaina'"),
        ("openers", ["--games-per-cell", "1"], "games-per-cell: 1 is out of range"),
        ("policy_ladder", ["--policies", "greedy"], "1 given; at least 2 needed"),
        ("policy_ladder", ["--policies", "greedy,ramdom"], "did you mean 'random'"),
        ("policy_ladder", ["--games", "0"], "games: 0 is out of range"),
        ("policy_ladder", ["--characters", "grave"], "1 given; at least 2 needed"),
        ("human_agreement", ["--policies", "gredy"], "did you mean 'greedy'"),
        ("human_agreement", ["--policies", "greedy,,"], "policies: an empty name"),
        ("human_agreement", ["--charts", "/no/such.csv"], "/no/such.csv: no such file"),
        ("human_agreement", ["--charts", "a=x.csv,a=y.csv"], "'a' is given twice"),
        ("human_agreement", ["--charts", "a="], "'a=' is not name=file"),
        ("human_agreement", ["--characters", "grave,jaina", "--games", "4"], "pairs in common; at least 3"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path, name, words, message):
    done = analysis(name, *words, "--out", str(tmp_path / "new"))
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("error: ")
    assert not (tmp_path / "new").exists()


def test_from_python():
    game = ys.load("yomi1")
    ladder = ys.ladder(game, policies=["random", "greedy"], games=20, characters=THREE)
    assert len(ladder.table) == 2 and ladder.square().shape == (2, 2)
    result = ys.matchups(game, games=20, characters=THREE, policy="random")
    agreement = ys.agreement({"random": result})
    assert agreement.charts == ["random"] and agreement.made["pairs"] == 3
    with pytest.raises(BadInput, match="one or more results"):
        ys.agreement({})
    with pytest.raises(BadInput, match="did you mean 'random'"):
        ys.restricted(game, "ramdom", games=4)
