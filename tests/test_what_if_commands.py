"""Knockouts, sensitivities, suggestions and `make quick` as a user types them: few games, two or three characters."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from yomisim.cards.load import load_game
from yomisim.cards.patch import patched, read_patch
from yomisim.estimate.edition_parts import COLUMNS
from yomisim.estimate.editions import play_editions
from yomisim.report.page import Material, page

ROOT = Path(__file__).resolve().parent.parent
SMALL = ["--characters", "grave,jaina", "--policy", "greedy"]


def test_knockouts(run, tmp_path):
    out = tmp_path / "out"
    code, text, _ = run("knockouts", "yomi1", "jaina", *SMALL, "--games", "20", "--out", str(out))
    assert code == 0 and "what each card and ability is worth" in text and "A Letter J / Red Dragon" in text
    assert {"knockouts.csv", "knockouts_matchups.csv", "knockouts.png"} <= {path.name for path in out.iterdir()}
    record = json.loads(run("knockouts", "yomi1", "jaina", *SMALL, "--games", "20", "--json")[1])
    assert record["character"] == "jaina" and len(record["knockouts"]) == 16
    assert set(record["knockouts"][0]) >= {"kind", "name", "worth", "ci95", "games", "real"}
    code, _, err = run("knockouts", "yomi1", "jania", *SMALL)
    assert code == 2 and "did you mean 'jaina'" in err


def test_sensitivities_and_suggestions(run, tmp_path):
    words = ["sensitivities", "yomi1", "jaina", *SMALL, "--games", "10"]
    code, text, _ = run(*words)
    assert code == 0 and "life" in text and "K Crossfire Kick: damage" in text
    assert len(json.loads(run(*words, "--json")[1])["sensitivities"]) > 30
    words = [
        "suggest",
        "yomi1",
        *SMALL,
        "--target",
        "grave-jaina",
        "--screening",
        "40",
        "--games",
        "40",
        "--count",
        "1",
    ]
    code, text, _ = run(*words, "--out", str(tmp_path))
    assert code == 0 and "this rests on how greedy plays" in text
    (patch,) = tmp_path.glob("*.toml")
    code, text, _ = run("patch", str(patch), "yomi1", *SMALL, "--games", "20")
    assert code == 0 and "not changed: 0 of 1 matchups" in text
    code, _, err = run("suggest", "yomi1", "--target", "even", *SMALL)
    assert code == 2 and "'even' is no pair" in err


def test_quick_shows_what_an_edit_moved(tmp_path):
    edited = tmp_path / "data"
    shutil.copytree(ROOT / "data", edited)
    file = edited / "yomi1" / "characters" / "jaina.toml"
    file.write_text(file.read_text().replace("hit_points = 85", "hit_points = 95"))

    def quick(*words: str) -> str:
        command = [sys.executable, str(ROOT / "analyses" / "quick.py"), *words, "--games", "100"]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    told = quick("jaina", "--data", str(edited), "--against", str(ROOT / "data"))
    assert told.count("Jaina - ") + told.count(" - Jaina") == 9 and "strength" in told
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["add", "."], [*who, "commit", "-qm", "as it was"]):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)
    file.write_text(file.read_text().replace("hit_points = 95", "hit_points = 75"))
    told = quick("jaina", "--data", str(edited))
    assert told.count("Jaina - ") + told.count(" - Jaina") == 9
    same = ("--data", str(ROOT / "data"), "--against", str(ROOT / "data"))
    assert "nothing that counts differs" in quick(*same) and "nothing that counts differs" in quick("rook", *same)


@pytest.fixture(scope="module")
def material():
    changes = play_editions("yomi1", games=100, policy="random", characters="grave,jaina,rook")
    rows = [("all", 100, 3, 1, *[float("nan")] * 3, 0.05, 0.04, -0.01, -0.02, 0.0)]
    rows.append(("jaina", 100, 2, 1, 0.031, 0.02, 0.042, 0.05, 0.048, -0.002, -0.004, 0.001))
    parts = pd.DataFrame(rows, columns=COLUMNS)
    return Material([changes.before, changes.after], changes, parts=parts, parts_policy="greedy")


def test_the_page_takes_the_edition_apart(material):
    text = page(material)
    assert 'id="patches"' in text and "the whole edition" in text and "Jaina alone" in text
    assert "3.1 (2.0 to 4.2)" in text.replace("+", "") and "greedy play" in text
    assert 'id="patches"' not in page(Material(material.results, material.changes))


def test_the_example_of_the_documentation_is_a_patch(tmp_path):
    """The block of TOML in docs/patches.md, laid over the second edition."""
    text = (ROOT / "docs" / "patches.md").read_text()
    block = text.split("the same checks.\n\n")[1].split("\nA table is laid over")[0]
    file = tmp_path / "example.toml"
    file.write_text("\n".join(line.removeprefix("    ") for line in block.splitlines()))
    game = patched(load_game("yomi1", "second"), read_patch(file))
    assert game.characters["jaina"].card("Q").top.damage == 9
