"""Every command with Yomi 2: it works, or is refused in one line; provisional data is marked wherever it counts."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest

import yomisim.cli
from yomisim.batch.plan import duel
from yomisim.batch.run import run
from yomisim.cards.load import load_game
from yomisim.estimate import speed
from yomisim.estimate.result import play_matchups
from yomisim.report import figures
from yomisim.report.folder import read_matchups

MADE_UP = Path(__file__).parent / "cards" / "made_up_deck.toml"
FEW = ["--games", "20", "--policy", "random"]

REFUSED = {
    "measuring rod": ("replay yomi2 grave jaina --policy reply-to-greedy", "does not play yomi2"),
    "hands counted": ("combos yomi2 grave --exact", "hands of this game are sampled"),
    "meter": ("combos yomi2 grave --meter 4", "4 is out of range; it must be 0 to 3"),
    "meter elsewhere": ("combos yomi1 grave --meter 1", "there is no super meter in Yomi"),
    "combo hand": ("combos yomi2 grave --hand Q", "unknown card 'Q'"),
    "position": ("openers yomi2 grave jaina --position a:met", "did you mean 'meter'"),
    "meter of a position": ("openers yomi2 grave jaina --position a:meter=4", "unknown word 'meter=4'"),
    "card of a position": ("openers yomi2 grave jaina --position a:hand=Q", "unknown word 'hand=q'"),
    "exploitability": ("simulate yomi2 grave jaina --policy reply-to-equilibrium", "does not play yomi2"),
    "one edition": ("compare yomi2", "only the edition"),
    "unknown gem": ("matchups yomi2 --gem greem", "did you mean 'green'|known: none, green"),
    "refused gem": ("simulate yomi2 grave jaina --gem blue", "Blue cannot be played: no source gives"),
    "no gems": ("matchups yomi1 --gem green", "there are no gems in Yomi"),
    "refused character": ("simulate yomi2 grave valerie", "Valerie cannot be played: no source gives"),
    "uncertainty": ("matchups yomi2 --uncertainty 1", "must be 5 to 1000"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_in_one_line(case, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words, message = REFUSED[case]
    assert yomisim.cli.main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and re.search(message, err) and err.count("\n") == 1 and err.startswith("error: ")
    assert not list(tmp_path.iterdir())


def test_simulate(capsys):
    assert yomisim.cli.main(["simulate", "yomi2", "grave", "rook", "--gem", "green", *FEW, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["gem"] == "green" and figures["provisional"] == ["rook"] and figures["provisional_gem"]
    low, high = figures["first_turn"]["ci95"]
    assert low <= figures["first_turn"]["win_rate"] <= high
    assert yomisim.cli.main(["simulate", "yomi2", "grave", "jaina", *FEW]) == 0
    out = capsys.readouterr().out
    assert "Whoever has the first turn wins" in out and "provisional" not in out


def test_default_policy_of_each_game():
    for game in ("yomi1", "yomi2"):
        assert duel(load_game(game), "grave", "jaina", games=1).policies == ("equilibrium", "equilibrium")


def test_equilibrium_and_its_rod_play(capsys):
    words = ["simulate", "yomi2", "grave", "rook", "--games", "20", "--json"]
    for policy in ("equilibrium", "equilibrium-likeliest", "equilibrium-no-block"):
        assert yomisim.cli.main([*words, "--policy", policy, "--policy2", "greedy"]) == 0
        assert json.loads(capsys.readouterr().out)["policy"] == [policy, "greedy"]


def test_train(capsys, tmp_path):
    words = ["train", "yomi2", "--generations", "1", "--games", "40", "--workers", "1", "--out", str(tmp_path)]
    assert yomisim.cli.main(words) == 0
    assert "games against greedy" in capsys.readouterr().out
    shutil.copytree(load_game("yomi2").folder, tmp_path / "data" / "yomi2")
    (tmp_path / "data" / "policies").mkdir()
    (tmp_path / "yomi2.toml").rename(tmp_path / "data" / "policies" / "yomi2.toml")
    trained = load_game("yomi2", data=tmp_path / "data")
    assert trained.minds.hash != "thumb" and trained.minds.record("grave")["block"] != 0
    assert yomisim.cli.main(["validate", str(tmp_path / "data")]) == 0


def test_matchups_folder(capsys, tmp_path):
    words = ["matchups", "yomi2", "--characters", "grave,jaina,rook", *FEW, "--uncertainty", "5"]
    assert yomisim.cli.main([*words, "--out", str(tmp_path)]) == 0
    assert "*: provisional, resting on card values that no source gives: Rook" in capsys.readouterr().out
    table = pd.read_csv(tmp_path / "matchups.csv")
    marked = (table["p1"] == "rook") | (table["p2"] == "rook")
    assert (table["provisional"] == marked).all() and set(table["gem"]) == {"none"}
    strengths = pd.read_csv(tmp_path / "strengths.csv").set_index("character")
    assert strengths["provisional"].to_dict() == {"rook": True, "grave": False, "jaina": False}
    run_of = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))["runs"][0]
    assert run_of["gem"] == "none" and run_of["provisional"] == ["rook"] and run_of["uncertainty"] == 5
    (again,) = read_matchups(tmp_path)
    assert again.doubt() and again.first_turn() is not None
    assert again.strengths()["card_sd"].to_numpy() == pytest.approx(strengths["card_sd"].to_numpy(), abs=1e-4)


def test_combos(capsys, tmp_path):
    words = ["combos", "yomi2", "rook", "--samples", "50"]
    assert yomisim.cli.main(words) == 0
    out = capsys.readouterr().out
    assert "provisional, resting on card values that no source gives: Rook" in out and "spent  gained" in out
    assert yomisim.cli.main([*words, "--out", str(tmp_path), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["provisional"] and record["gem"] == "none" and record["starters"][0]["max"]["meter_spent"] >= 0
    table = pd.read_csv(tmp_path / "combos.csv")
    assert table["provisional"].all() and {"meter", "meter_spent", "meter_gained", "gem"} <= set(table)
    assert json.loads((tmp_path / "combos.json").read_text(encoding="utf-8"))["provisional"] == ["rook"]
    assert (tmp_path / "combos_rook_print.png").exists()
    assert yomisim.cli.main(["combos", "yomi2", "grave", "--play", "throw>D>E", "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["legal"] and verdict["damage"] == 20 and verdict["legal_part"]["meter_gained"] == 1
    assert not verdict["provisional"]


def test_pictures_say_who_is_provisional():
    result = play_matchups("yomi2", games=20, policy="random", characters="grave,jaina,rook", gem="green")
    for draw in (figures.heat_map, figures.strength_plot):
        figure = draw(result)
        said = " ".join(text.get_text() for text in figure.texts).replace("\n", " ")
        assert "Rook; the gem green, and so every figure" in said
        labels = {label.get_text() for label in figure.axes[0].get_yticklabels()}
        assert {"Rook*", "Grave", "Jaina"} <= labels


def test_compare_gems(capsys, tmp_path):
    words = ["compare", "yomi2", "--characters", "grave,jaina", *FEW, "--gem", "none", "--gem2", "green"]
    assert yomisim.cli.main([*words, "--out", str(tmp_path)]) == 0
    assert "gem none to gem green" in capsys.readouterr().out
    row = pd.read_csv(tmp_path / "editions.csv").iloc[0]
    assert (row["gem_before"], row["gem_after"], row["provisional"]) == ("none", "green", True)


def test_replay_names_gem_and_doubt(capsys):
    words = ["replay", "yomi2", "grave", "rook", "--policy", "random", "--gem", "green"]
    assert yomisim.cli.main(words) == 0
    out = capsys.readouterr().out
    assert "both with the gem Green" in out and "Provisional, resting on" in out
    assert yomisim.cli.main([*words, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["gem"] == "green" and record["provisional"] == ["rook"]


def test_a_refused_character_typed_in_plays(tmp_path):
    """Made-up numbers in a copy of the data, a TOML file and nothing else: the character plays a batch."""
    shutil.copytree(load_game("yomi2").folder.parent / "yomi2", tmp_path / "yomi2")
    file = tmp_path / "yomi2" / "characters" / "valerie.toml"
    head, cards = MADE_UP.read_text(encoding="utf-8").split("\n[[innate]]", 1)
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"missing = \[\n.*?\n\]\n", f"{head}\n", text, count=1, flags=re.DOTALL)
    file.write_text(f"{text}\n[[innate]]{cards}", encoding="utf-8")
    game = load_game("yomi2", data=tmp_path)
    for opponent in ("grave", "rook"):
        tally = run(duel(game, "valerie", opponent, games=500, policy="greedy")).tallies[0]
        assert tally["games"] == 500 and tally["unfinished"] == 0 and (tally["wins"] > 0).all()


def test_bench_times_combos_of_every_place(monkeypatch):
    monkeypatch.setattr(speed, "HANDS", 20)
    game = load_game("yomi2")
    found = speed.combo_speed([game])
    assert {place["character"] for place in found["places"]} == set(game.characters)
    assert found["worst"]["microseconds"] >= found["mean"] > 0
