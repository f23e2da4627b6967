"""The tables of human play and charts from files: what is shipped, and what is said about mistakes."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from yomisim.errors import BadInput
from yomisim.estimate.human import Human, aligned, common_pairs, read_chart, read_human
from yomisim.paths import human_dir

ROOT = Path(__file__).resolve().parent.parent.parent
HEADER = "game,p1,p2,games,win_rate_p1,std_logodds"
GOOD = ["yomi1,a,b,100,0.55,0.1", "yomi1,a,c,200,0.45,0.09"]


@pytest.fixture
def data(tmp_path):
    """A data folder with card data and a table of human play to break."""

    def with_lines(*lines: str) -> Path:
        shutil.copytree(ROOT / "data" / "yomi1", tmp_path / "data" / "yomi1", dirs_exist_ok=True)
        (tmp_path / "data" / "human").mkdir(exist_ok=True)
        (tmp_path / "data" / "human" / "matchups.csv").write_text("\n".join(lines) + "\n")
        return tmp_path / "data"

    return with_lines


def test_the_shipped_table():
    human = read_human("yomi1")
    table = human.table
    assert list(table.columns) == ["p1", "p2", "games", "win_rate_p1", "std_logodds"]
    assert len(table) == 95 and len({*table["p1"], *table["p2"]}) == 20
    assert (table["p1"] < table["p2"]).all()
    assert int(table["games"].sum()) == 54483 and table["win_rate_p1"].sum() == pytest.approx(46.8296)
    assert table["std_logodds"].between(0.05, 0.13).all() and len(human.data_hash) == 12
    assert (human_dir() / "README.md").is_file()


def test_a_copy_of_the_card_data_need_not_hold_it(tmp_path):
    shutil.copytree(ROOT / "data" / "yomi1", tmp_path / "yomi1")
    assert read_human("yomi1", tmp_path).data_hash == read_human().data_hash


def test_the_own_table_of_a_data_folder_is_taken(data):
    table = read_human("yomi1", data(HEADER, *GOOD)).table
    assert table["p2"].to_list() == ["b", "c"] and table["games"].to_list() == [100, 200]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([HEADER], "has a header but no rows"),
        ([""], "is empty"),
        (["game,p1,p2,games,win_rate_p1", "yomi1,a,b,100,0.55"], "has no column 'std_logodds'"),
        ([HEADER + ",p1", "yomi1,a,b,1,0.5,0.1,c"], "two columns are named 'p1'"),
        ([HEADER, *GOOD, "yomi1,b,c,100,0.55"], "row 4: has 5 fields where the header has 6"),
        (
            [HEADER, GOOD[0], "yomi1,b,c,100,1.2,0.1"],
            "row 3, column 'win_rate_p1': 1.2 is out of range: it must be more than 0 and less than 1",
        ),
        ([HEADER, "yomi1,b,c,100,0,0.1"], "row 2, column 'win_rate_p1': 0 is out of range"),
        ([HEADER, "yomi1,b,c,100,nan,0.1"], "row 2, column 'win_rate_p1': 'nan' is not a finite number"),
        ([HEADER, "yomi1,b,c,100,,0.1"], "row 2, column 'win_rate_p1': is blank"),
        ([HEADER, "yomi1,b,c,1.5,0.5,0.1"], "row 2, column 'games': '1.5' is not a whole number"),
        ([HEADER, "yomi1,b,c,many,0.5,0.1"], "row 2, column 'games': 'many' is not a number"),
        (
            [HEADER, "yomi1,b,c,10,0.5,-0.1"],
            "row 2, column 'std_logodds': -0.1 is out of range: it must be more than 0",
        ),
        ([HEADER, "yomi1, ,c,10,0.5,0.1"], "row 2, column 'p1': the name is blank"),
        ([HEADER, *GOOD, "yomi1,c,c,10,0.5,0.1"], "row 4, column 'p2': c against itself"),
        ([HEADER, *GOOD, "yomi1,b,a,10,0.5,0.1"], "row 4, column 'p2': b and a stand in row 2 already"),
        ([HEADER, "yomi2,b,a,10,0.5,0.1"], "unknown game 'yomi1'"),
        ([HEADER, 'yomi1,"b,a,10,0.5,0.1'], "is no CSV file"),
    ],
)
def test_mistakes_in_the_table(data, lines, message):
    folder = data(*lines)
    with pytest.raises(BadInput, match=message) as caught:
        read_human("yomi1", folder)
    assert str(caught.value).startswith(str(folder / "human" / "matchups.csv")) and "\n" not in str(caught.value)


def test_files_that_are_none(tmp_path):
    (tmp_path / "chart.csv").write_bytes(b"p1,p2,win_rate_p1\n\xff\xfe,b,0.5\n")
    with pytest.raises(BadInput, match="not a text file in UTF-8"):
        read_chart(tmp_path / "chart.csv")
    with pytest.raises(BadInput, match="no such file"):
        read_chart(tmp_path / "nothing.csv")
    with pytest.raises(BadInput, match="is a directory"):
        read_chart(tmp_path)


# Charts


def chart(folder: Path, *lines: str) -> Path:
    path = folder / "chart.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_three_columns_are_enough(tmp_path):
    found = read_chart(chart(tmp_path, "p1,p2,win_rate_p1", "b,a,0.4", "b,b,0.5", "c,a,1"))
    assert found.table["p2"].to_list() == ["a", "a"] and np.isnan(found.table["ci_low"]).all()
    assert found.made["edition"] is None and found.made["policies"] == [None, None]


def test_a_chart_of_ours(tmp_path):
    lines = [
        "game,edition,p1,p2,policy1,policy2,games,win_rate_p1,ci_low,ci_high",
        "yomi1,first,a,b,greedy,greedy,10,0.4,0.3,0.5",
        "yomi1,second,a,b,greedy,greedy,10,0.6,0.5,0.7",
    ]
    path = chart(tmp_path, *lines)
    with pytest.raises(BadInput, match="several editions \\(first, second\\)"):
        read_chart(path)
    with pytest.raises(BadInput, match="did you mean 'second'"):
        read_chart(path, "secnd")
    with pytest.raises(BadInput, match="holds yomi1; it has to be yomi2"):
        read_chart(path, "first", "yomi2")
    found = read_chart(path, "second", "yomi1")
    assert found.table.iloc[0].to_list() == ["a", "b", 0.6, 0.5, 0.7]
    assert found.made["policies"] == ["greedy", "greedy"] and found.made["edition"] == "second"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["p1,p2", "a,b"], "no column 'win_rate_p1'"),
        (["p1,p2,win_rate_p1", "a,b,0.5", "b,a,0.5"], "row 3, column 'p2': b and a stand in row 2 already"),
        (
            ["p1,p2,win_rate_p1", "a,b,1.01"],
            "row 2, column 'win_rate_p1': 1.01 is out of range: it must lie between 0 and 1",
        ),
        (["p1,p2,win_rate_p1", "a,a,0.5"], "no pair of different characters"),
        (["p1,p2,win_rate_p1,ci_low", "a,b,0.5,0.4"], "both ci_low and ci_high"),
        (
            ["p1,p2,win_rate_p1,ci_low,ci_high", "a,b,0.5,0.6,0.7"],
            "row 2, column 'ci_low': the interval 0.6 to 0.7 does not hold the win rate 0.5",
        ),
    ],
)
def test_mistakes_in_charts(tmp_path, lines, message):
    with pytest.raises(BadInput, match=message):
        read_chart(chart(tmp_path, *lines))


def test_pairs_in_common_are_read_from_the_human_side(tmp_path, data):
    human = read_human("yomi1", data(HEADER, *GOOD, "yomi1,b,c,100,0.5,0.1"))
    assert isinstance(human, Human)
    lines = ["p1,p2,win_rate_p1,ci_low,ci_high", "c,a,0.7,0.6,0.9", "a,b,0.2,0.1,0.3", "x,y,0.5,0.4,0.6"]
    found = read_chart(chart(tmp_path, *lines))
    pairs = common_pairs(human, [found])
    assert list(zip(pairs["p1"], pairs["p2"])) == [("a", "b"), ("a", "c")]
    rows = aligned(found, pairs)
    assert rows[["win_rate_p1", "ci_low", "ci_high"]].to_numpy() == pytest.approx(
        np.array([[0.2, 0.1, 0.3], [0.3, 0.1, 0.4]])
    )


def test_nothing_that_plays_knows_of_human_figures():
    """They are for comparison: no room that plays, and no training, may read them."""
    for room in ("cards", "kernel", "rules", "policies", "play", "batch"):
        for path in (ROOT / "yomisim" / room).rglob("*.py"):
            text = path.read_text()
            for word in ("human_dir", "estimate.human", "data/human", "read_human", "HUMAN_FOLDER"):
                assert word not in text, f"{path.name}: {word}"
