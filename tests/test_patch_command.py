"""``yomisim patch`` as a user types it."""

from __future__ import annotations

import json

import pytest

from yomisim.cards.load import load_game
from yomisim.cards.patch import patched
from yomisim.estimate.patch_openers import by_kind, opener_changes

COMMAND = ("patch",)
PATCHED = {"characters": {"jaina": {"hit_points": 140}}}
SMALL = ["yomi1", "--characters", "grave,jaina,rook", "--policy", "greedy"]


@pytest.fixture(scope="module")
def game_patched():
    game = load_game("yomi1")
    return opener_changes(game, patched(game, PATCHED), ["jaina-grave"], games_per_cell=20, workers=2)


@pytest.fixture
def patch(tmp_path):
    file = tmp_path / "sturdy.toml"
    file.write_text('title = "Jaina, sturdier"\nedition = "second"\n[characters.jaina]\nhit_points = 95\n')
    return str(file)


def test_json_is_as_the_contract_says(run, patch):
    code, out, _ = run(patch, *SMALL, "--games", "400", "--seed", "3", "--json")
    record = json.loads(out)
    assert code == 0 and out.count("\n") == 1 and record["edition"] == "second"
    assert set(record["balance"]) >= {"before", "after"}
    for row in record["matchups"]:
        assert set(row) >= {"p1", "p2", "before", "after", "difference", "ci95", "games"}
        assert row["ci95"][0] <= row["difference"] <= row["ci95"][1]
    same = [row for row in record["matchups"] if "jaina" not in (row["p1"], row["p2"])]
    assert len(same) == 1 and same[0]["difference"] == 0 and same[0]["ci95"] == [0, 0] and not same[0]["affected"]
    assert {row["character"] for row in record["strengths"]} == {"grave", "jaina", "rook"}
    again = json.loads(run(patch, *SMALL, "--games", "400", "--seed", "3", "--workers", "1", "--json")[1])
    assert again == record


def test_in_words_and_as_a_folder(run, patch, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text("[rules]\nhand_limit = 9\n")
    code, out, _ = run(patch, str(other), *SMALL, "--games", "200", "--out", str(tmp_path / "out"))
    assert code == 0 and "Jaina, sturdier: Yomi, second edition" in out and "not changed: 1 of 3 matchups" in out
    assert "side by side" in out and "1: Jaina, sturdier" in out and "2: other" in out
    for name in ("jaina_sturdier", "other"):
        made = json.loads((tmp_path / "out" / name / "manifest.json").read_text())
        assert {"matchups.csv", "strengths.csv", "picks.csv", "changes.png"} <= set(made["files"])
        assert made["patch"] and made["runs"]["after"]["patch"]


def test_openers_before_and_after(game_patched):
    table = game_patched
    assert set(table["character"]) == {"grave", "jaina"} and table["position"].nunique() == 4
    for side in ("before", "after"):
        sums = table.groupby(["position", "character"])[side].sum()
        assert sums.between(0.999, 1.001).all()
        told = table[table[f"{side}_ci_low"].notna()]
        assert ((told[f"{side}_ci_low"] <= told[side] + 1e-9) & (told[side] <= told[f"{side}_ci_high"] + 1e-9)).all()
    kinds = by_kind(table)
    assert kinds.groupby(["position", "character"])["before"].sum().between(0.999, 1.001).all()


def test_a_patch_of_nothing_is_remarked_on(run, tmp_path):
    file = tmp_path / "nothing.toml"
    file.write_text("[characters.jaina]\nhit_points = 85\n")
    code, out, err = run(str(file), *SMALL, "--games", "20")
    assert code == 0 and "every difference is exactly zero" in err and "not changed: 3 of 3" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["yomi1"], "name at least one patch file"),
        (["PATCH"], "name one game"),
        (["PATCH", "PATCH", "yomi1"], "twice"),
        (["nowhere.toml", "yomi1"], "nowhere.toml: no such file"),
        (["PATCH", "yomi1", "--edition", "first"], "the patch is for 'second'"),
        (["PATCH", "yomi1", "--games", "5", "--precision", "1"], "not both"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, patch, words, told):
    code, out, err = run(*[patch if word == "PATCH" else word for word in words])
    assert code == 2 and not out and told in err and err.count("\n") == 1


def test_a_name_that_does_not_exist_is_refused_with_the_nearest(run, tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text("[characters.jaina.cards.J.bottom]\nsped = 4\n")
    code, _, err = run(str(file), "yomi1", "--policy", "greedy")
    assert code == 2 and f"{file}: characters.jaina: cards[rank J].bottom.sped" in err and "did you mean 'speed'" in err
