"""A folder of results, and how it is read back."""

from __future__ import annotations

import dataclasses
import json

import pandas as pd
import pytest

from yomisim import __version__
from yomisim.errors import BadInput
from yomisim.estimate.matchups import COLUMNS
from yomisim.estimate.result import played_matchups
from yomisim.report.files import Staging
from yomisim.report.folder import as_record, changes_record, read_changes, read_matchups, to_csv, write_matchups


@pytest.fixture(scope="module")
def folder(results, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    with Staging(out) as stage:
        write_matchups(stage, results, "yomi1")
    return out / "yomi1"


def test_the_files(folder):
    charts = {
        f"{kind}_{e}.{x}" for kind in ("matchups", "strengths") for e in ("first", "second") for x in ("png", "svg")
    }
    tables = {f"{name}.{end}" for name in ("matchups", "strengths", "endings") for end in ("csv", "parquet")}
    assert {path.name for path in folder.iterdir()} == charts | tables | {"manifest.json"}
    for name in ("matchups", "strengths", "endings"):
        plain, packed = pd.read_csv(folder / f"{name}.csv"), pd.read_parquet(folder / f"{name}.parquet")
        pd.testing.assert_frame_equal(plain, packed, check_exact=False, atol=1e-4, check_dtype=False)


def test_one_tidy_table_for_both_editions(folder):
    text = (folder / "matchups.csv").read_text()
    assert text.splitlines()[0] == ",".join(COLUMNS)
    table = pd.read_csv(folder / "matchups.csv")
    assert table.groupby("edition", sort=False).size().to_dict() == {"first": 55, "second": 55}
    assert (table["win_rate_p1"] == (table["wins_p1"] + table["draws"] / 2) / table["games"]).all()


def test_the_manifest_says_how_it_was_made_and_nothing_about_the_machine(folder, results):
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["yomisim"] == __version__
    assert set(manifest["files"]) == {path.name for path in folder.iterdir()} - {"manifest.json"}
    for run, edition in zip(manifest["runs"], ("first", "second"), strict=True):
        assert run["edition"] == edition and run["seed"] == 3 and run["policies"] == ["random", "random"]
        assert run["games_per_pair"] == 1000 and run["games"] == 55_000
        assert run["data_hash"] == results[0].made["data_hash"] and run["data"] == "built-in data/yomi1"
        assert run["seconds"] >= 0 and run["date"].endswith("Z")
    assert str(folder.parent) not in (folder / "manifest.json").read_text()


def test_reading_back_gives_the_same_results(folder, results):
    for one, back in zip(results, read_matchups(folder), strict=True):
        assert back.made == one.made and back.names == one.names and back.provisional == one.provisional
        pd.testing.assert_frame_equal(back.table, one.table, check_exact=False, atol=1e-4, check_dtype=False)
        pd.testing.assert_frame_equal(back.endings, one.endings, check_exact=False, atol=1e-4, check_dtype=False)
        assert back.headline() == one.headline()


def test_same_seed_same_bytes_whatever_the_workers(results, folder):
    again = played_matchups("yomi1", games=1000, seed=3, policy="random", workers=1)
    table = pd.concat([result.table for result in again])[COLUMNS]
    assert to_csv(table) == (folder / "matchups.csv").read_text()


def test_a_folder_holds_one_run(folder, results, tmp_path):
    (tmp_path / "yomi1").mkdir()
    for name in ("matchups_second.png", "strengths_old_edition.svg", "notes.txt"):
        (tmp_path / "yomi1" / name).write_text("")
    with Staging(tmp_path) as stage:
        write_matchups(stage, results[:1], "yomi1")
    names = {path.name for path in (tmp_path / "yomi1").iterdir()}
    assert "notes.txt" in names
    assert set(stage.removed) == {"yomi1/matchups_second.png", "yomi1/strengths_old_edition.svg"}
    assert not stage.replaced
    with Staging(tmp_path) as stage:
        files = write_matchups(stage, results[:1], "yomi1")
    assert sorted(stage.replaced) == sorted(files) and not stage.removed
    assert not {name for name in names if "second" in name or "old" in name}


def test_changes_are_written_and_read_back(results, changes, tmp_path):
    with Staging(tmp_path) as stage:
        files = write_matchups(stage, results, "yomi1", changes)
    folder = tmp_path / "yomi1"
    names = {"editions.csv", "editions_characters.csv", "editions.png", "editions.svg"}
    assert {f"yomi1/{name}" for name in names} <= set(files)
    assert names <= {path.name for path in folder.iterdir()}
    back = read_changes(folder, read_matchups(folder))
    assert back is not None and back.headline() == changes.headline()
    pd.testing.assert_frame_equal(back.table, changes.table, check_exact=False, atol=1e-5, check_dtype=False)
    assert (back.table["difference"] == changes.table["difference"]).all()
    with Staging(tmp_path) as stage:  # a run without a comparison leaves none behind
        write_matchups(stage, results, "yomi1")
    assert not names & {path.name for path in folder.iterdir()}
    assert read_changes(folder, results) is None


def test_changes_that_do_not_fit_are_refused(results, changes, tmp_path):
    (tmp_path / "editions.csv").write_text("p1,p2\n")
    with pytest.raises(BadInput, match="no column"):
        read_changes(tmp_path, results)
    (tmp_path / "editions.csv").write_text(to_csv(changes.table))
    with pytest.raises(BadInput, match="does not compare"):
        read_changes(tmp_path, results[::-1])


def test_a_comparison_is_plain_json(changes):
    record = json.loads(json.dumps(changes_record(changes), allow_nan=False))
    assert len(record["matchups"]) == 45 and len(record["strengths"]) == 10


def test_unfinished_games_are_counted_everywhere(result):
    from yomisim.report.text import matchup_lines

    assert (result.table["unfinished"] <= result.table["draws"]).all()
    table = result.table.assign(unfinished=[3] + [0] * (len(result.table) - 1))
    lines = matchup_lines(dataclasses.replace(result, table=table))
    assert any("3 of 55,000 games stopped at the turn limit" in line for line in lines)


def test_a_folder_that_cannot_be_read(tmp_path, folder):
    with pytest.raises(BadInput, match="make matchups"):
        read_matchups(tmp_path / "nothing")
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "manifest.json").write_text("{")
    with pytest.raises(BadInput, match="cannot be read"):
        read_matchups(broken)
    (broken / "manifest.json").write_bytes((folder / "manifest.json").read_bytes())
    (broken / "matchups.csv").write_text("game,edition\nyomi1,first\n")
    with pytest.raises(BadInput, match="no column"):
        read_matchups(broken)
    table = pd.read_csv(folder / "matchups.csv")
    table[table["edition"] == "first"].to_csv(broken / "matchups.csv", index=False)
    with pytest.raises(BadInput, match="no rows of the edition 'second'"):
        read_matchups(broken)


def test_a_record_is_plain_json(result):
    record = json.loads(json.dumps(as_record(result), allow_nan=False))
    assert len(record["matchups"]) == 45 and len(record["mirrors"]) == len(record["strengths"]) == 10
    assert set(COLUMNS) == set(record["matchups"][0])
    assert record["balance"]["ci95"][0] <= record["balance"]["rms_distance"] <= record["balance"]["ci95"][1]
