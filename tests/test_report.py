"""The whole report as `make report` makes it: few games, three characters; again after a change, and without play."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from yomisim.report.page.sections import budget

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
THREE = "grave,jaina,degrey"
WORDS = ("--quick", "--games", "40", "--characters", THREE)


def report(out: Path, *words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess:
    command = [sys.executable, str(ROOT / "analyses" / "report.py"), *words, "--out", str(out)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def played(done: subprocess.CompletedProcess) -> tuple[int, int]:
    """Games that were played, and that were kept."""
    assert done.returncode == 0, done.stderr
    found = re.search(r"([0-9,]+) games played, ([0-9,]+) kept", done.stdout)
    assert found
    return int(found[1].replace(",", "")), int(found[2].replace(",", ""))


def figures(text: str) -> str:
    """The page without what depends on the clock."""
    return re.sub(r"games in [0-9.,]+ s|[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]+ UTC", "", text)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[Path, subprocess.CompletedProcess]:
    out = tmp_path_factory.mktemp("report")
    return out, report(out, *WORDS)


def test_page_tables_and_charts(made):
    out, done = made
    count, kept = played(done)
    assert count > 2 * 6 * 40 and kept == 0
    assert "report: matchups, equilibrium" in done.stderr and "report: ladder" in done.stderr
    text = (out / "index.html").read_text()
    assert "A quick look" in text and "equilibrium play" in text and "greedy for comparison" in text
    assert 'id="second-game"' in text and "yomi2/matchups.csv" in text
    assert set(pd.read_csv(out / "yomi2" / "matchups.csv")["policy1"]) == {"equilibrium"}
    for file in re.findall(r'<a href="(yomi[12]/[^"]+)"', text):
        assert (out / file).is_file(), file
    tables = {path.with_suffix("") for path in out.rglob("*.csv")}
    assert len(tables) >= 12 and all(name.with_suffix(".parquet").is_file() for name in tables)
    assert set(pd.read_csv(out / "yomi1" / "matchups.csv")["policy1"]) == {"equilibrium"}
    assert set(pd.read_csv(out / "yomi1" / "greedy" / "matchups.csv")["policy1"]) == {"greedy"}
    folders = {"people", "ladder", "combos", "combats", "trials", "picks_first", "picks_second"}
    assert folders <= {path.name for path in (out / "yomi1").iterdir()}
    runs = json.loads((out / "yomi1" / "manifest.json").read_text())["runs"]
    assert all(run["policy_hash"] for run in runs) and str(out) not in text


def test_a_second_report_plays_nothing_and_says_the_same(made, tmp_path):
    out, first = made
    shutil.copytree(out, tmp_path / "copy")
    count, kept = played(report(tmp_path / "copy", *WORDS))
    assert count == 0 and kept == played(first)[0]
    assert figures((tmp_path / "copy" / "index.html").read_text()) == figures((out / "index.html").read_text())


def test_after_one_changed_card_its_pairs_are_played(made, tmp_path):
    out, first = made
    shutil.copytree(out, tmp_path / "copy")
    shutil.copytree(ROOT / "data", tmp_path / "data")
    card = tmp_path / "data" / "yomi1" / "characters" / "degrey.toml"
    card.write_text(re.sub(r"^hit_points = (\d+)", "hit_points = 77", card.read_text(), count=1, flags=re.M))
    count, kept = played(report(tmp_path / "copy", *WORDS, "--data", str(tmp_path / "data")))
    # two pairs and a mirror of three each, and two pairs of three whose openers are tried; nothing of the other game
    whole = played(first)[0]
    # (turns at which openers are tried are counted, and how many a game has hangs on its cards)
    assert abs(count + kept - whole) < 0.1 * whole and 0.3 * whole < count < 0.7 * whole


def test_page_again_without_play_and_with_what_was_measured_since(made, tmp_path):
    out, _ = made
    shutil.copytree(out, tmp_path / "copy", ignore=shutil.ignore_patterns(".played"))
    folder = tmp_path / "copy" / "yomi1" / "exploitability"
    folder.mkdir()
    row = "first,equilibrium,best reply,2000,0.512,0.49,0.534"
    (folder / "exploitability.csv").write_text(f"edition,target,search,games,win_rate,ci_low,ci_high\n{row}\n")
    runs = json.loads((folder.parent / "manifest.json").read_text())["runs"]
    (folder / "manifest.json").write_text(json.dumps({"policy_hash": runs[0]["policy_hash"]}))
    done = report(tmp_path / "copy", "--again", "--quick")
    assert done.returncode == 0 and "games played" not in done.stdout, done.stderr
    assert not (tmp_path / "copy" / ".played").exists()
    again, before = (figures((where / "index.html").read_text()) for where in (tmp_path / "copy", out))
    assert re.findall("<section id=.*?>", again) == re.findall("<section id=.*?>", before)
    assert again.count('class="cell') == before.count('class="cell')
    assert 'id="exploitability"' in again and 'id="exploitability"' not in before
    assert "best reply 51.2% (95%: 49.0 to 53.4; first edition)" in again and "other weights" not in again


def test_one_edition_and_another_policy(tmp_path):
    done = report(
        tmp_path, "--quick", "--games", "20", "--characters", THREE, "--edition", "first", "--policy", "greedy"
    )
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "index.html").read_text()
    assert 'id="changes"' not in text and "for comparison" not in text and "greedy play" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--policy", "gredy"), "did you mean 'greedy'"),
        (("--games", "0"), "games: 0 is out of range"),
        (("--edition", "third"), "unknown edition"),
        (("--again",), "make it with `make matchups`"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(tmp_path, words, message):
    done = report(tmp_path / "new", *words)
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("error: ") and not (tmp_path / "new").exists()


def test_budgets():
    assert budget("matchups", "games") >= 10_000 > budget("matchups", "games", quick=True)
