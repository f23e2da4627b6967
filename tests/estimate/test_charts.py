"""Charts from files and tables: what is read, and one clear message for everything that is not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from yomisim.errors import BadInput
from yomisim.estimate import intervals
from yomisim.estimate.charts import Chart, as_chart, read_chart
from yomisim.estimate.pick_mix import mix_of, read_mix

LONG = "p1,p2,win_rate_p1\na,b,0.6\na,c,0.3\nb,c,0.55\n"
SQUARE = "name,a,b,c\na,0.5,0.6,0.3\nb,0.4,0.5,0.55\nc,0.7,0.45,0.5\n"
RATES = np.array([[0.5, 0.6, 0.3], [0.4, 0.5, 0.55], [0.7, 0.45, 0.5]])


@pytest.fixture
def chart(tmp_path):
    """Write a chart and read it."""

    def read(text: str, edition: str | None = None) -> Chart:
        path = tmp_path / "chart.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_chart(path, edition)

    return read


GOOD = {
    "long": LONG,
    "square": SQUARE,
    "more columns": "game,p1,p2,policy,win_rate_p1\nx,a,b,g,0.6\nx,a,c,g,0.3\nx,b,c,g,0.55\n",
    "other words": "char1,char2,games,win_rate_char1\na,b,9,0.6\na,c,9,0.3\nb,c,9,0.55\n",
    "both ways": LONG + "b,a,0.4\nc,a,0.7\n",
    "mirrors": LONG + "a,a,0.5\nb,b,0.5\n",
    "triangle above": "name,a,b,c\na,,0.6,0.3\nb,,,0.55\nc,,,\n",
    "triangle below": ",a,b,c\na,,,\nb,0.4,,\nc,0.7,0.45,\n",
    "columns in another order": "name,c,a,b\na,0.3,0.5,0.6\nb,0.55,0.4,\nc,,0.7,0.45\n",
    "a mix beside it": SQUARE.replace("c\n", "c,some_mix\n", 1)
    .replace("\nb", ",0.2\nb")
    .replace("\nc,", ",0.8\nc,")[:-1]
    + ",0\n",
    "blanks and blank lines": LONG.replace("a,b,0.6", "\n a , b , 0.60 \n\n"),
    "byte order mark": "\ufeff" + LONG,
    "carriage returns": LONG.replace("\n", "\r\n"),
    "quoted": LONG.replace("a,b,0.6", '"a","b","0.6"'),
}


@pytest.mark.parametrize("kind", GOOD)
def test_what_is_read(chart, kind):
    found = chart(GOOD[kind])
    assert found.names == ("a", "b", "c")
    assert np.abs(found.rates - RATES).max() < 1e-12
    assert np.abs(found.rates + found.rates.T - 1).max() < 1e-15
    assert (np.diag(found.rates) == 0.5).all()


def test_two_directions_that_differ_by_rounding_are_averaged(chart):
    found = chart(LONG + "b,a,0.41\n")
    assert found.rates[0, 1] == pytest.approx(0.595) and found.rates[1, 0] == pytest.approx(0.405)


def test_an_edition_is_chosen(chart):
    text = "edition,p1,p2,win_rate_p1\nfirst,a,b,0.6\nsecond,a,b,0.7\n"
    assert chart(text, "second").rates[0, 1] == 0.7
    assert chart(text, "first").rates[0, 1] == 0.6
    assert chart(text.replace("second", "first").replace("a,b,0.7", "a,c,0.7") + "first,b,c,0.5\n").names == tuple(
        "abc"
    )


BAD = {
    "empty": ("", "is empty"),
    "only a header": ("p1,p2,win_rate_p1\n", "has a header but no rows"),
    "one column": ("name\na\n", "has only one column"),
    "semicolons": (LONG.replace(",", ";"), "separate fields by commas"),
    "tabs": (LONG.replace(",", "\t"), "separate fields by commas"),
    "not text": (b"\xff\xfe\x00p1", "UTF-8"),
    "an open quote": (LONG + '"a,b', "is no CSV file"),
    "a short row": ("p1,p2,win_rate_p1\na,b\n", "row 2: has 2 fields where the header has 3"),
    "a long row": ("p1,p2,win_rate_p1\na,b,0.5,0.5\n", "row 2: has 4 fields"),
    "a blank name": ("p1,p2,win_rate_p1\n,b,0.5\n", "row 2, column 'p1': the name is blank"),
    "a column without a name": ("p1,p2,win_rate_p1,\na,b,0.5,\n", "a column has no name"),
    "two columns of a name": ("p1,p2,win_rate_p1,p2\na,b,0.5,c\n", "two columns are named 'p2'"),
    "no rate": ("p1,p2,rate\na,b,0.5\n", "has no column 'win_rate_p1'; a long chart needs p1, p2, win_rate_p1"),
    "a blank rate": ("p1,p2,win_rate_p1\na,b,\n", "row 2, column 'win_rate_p1': is blank"),
    "a word": (LONG.replace("0.3", "even"), "row 3, column 'win_rate_p1': 'even' is not a number"),
    "percent": (LONG.replace("0.3", "30%"), "write fractions such as 0.55"),
    "nan": (LONG.replace("0.3", "nan"), "row 3, column 'win_rate_p1': 'nan' is not a finite number"),
    "infinite": (LONG.replace("0.3", "inf"), "'inf' is not a finite number"),
    "above one": (LONG.replace("0.3", "1.3"), "1.3 is out of range: it must lie between 0 and 1"),
    "points": (LONG.replace("0.3", "30"), "write fractions such as 0.55"),
    "below zero": (LONG.replace("0.3", "-0.3"), "row 3, column 'win_rate_p1': -0.3 is out of range"),
    "a pair twice": (LONG + "a,b,0.6\n", "row 5, column 'win_rate_p1': a-b is there already (row 2,"),
    "contradicting": (LONG + "b,a,0.6\n", "a-b is 0.6 (row 2, column 'win_rate_p1') and b-a is 0.6; together 1.2"),
    "a lopsided mirror": (LONG + "a,a,0.6\n", "a against itself is 0.6; both sides are the same"),
    "only mirrors": ("p1,p2,win_rate_p1\na,a,0.5\n", "fewer than two characters"),
    "a missing pair": (LONG.replace("b,c,0.55\n", ""), "is incomplete: 1 of 3 pairs missing: b-c"),
    "missing pairs": (LONG + "d,a,0.5\n", "is incomplete: 2 of 6 pairs missing: b-d, c-d"),
    "several editions": ("edition,p1,p2,win_rate_p1\nx,a,b,0.5\ny,a,b,0.5\n", "several editions (x, y); choose one"),
    "several games": ("game,p1,p2,win_rate_p1\nx,a,b,0.5\ny,a,b,0.5\n", "several games (x, y)"),
    "no games played": ("p1,p2,win_rate_p1,games\na,b,0.5,0\n", "row 2, column 'games': 0 is out of range"),
    "a wrong interval": ("p1,p2,win_rate_p1,ci_low,ci_high\na,b,0.5,0.6,0.7\n", "does not hold the win rate 0.5"),
    "square: a blank pair": (SQUARE.replace("0.55", "").replace("0.45", ""), "1 of 3 pairs missing: b-c"),
    "square: contradicting": (SQUARE.replace("0.4,", "0.5,"), "row 3, column 'a': a-b is 0.6"),
    "square: a row twice": (SQUARE + "a,0.5,0.6,0.3\n", "row 5, column 'name': 'a' has a row already (row 2)"),
    "square: no such row": (SQUARE.replace("c,0.7,0.45,0.5\n", ""), "has a column 'c' but no row of that name"),
    "square: no such column": ("name,a,b\na,,0.6\nb,,\nc,0.7,0.4\n", None),
    "square: missing column": ("name,a,b\na,,0.6\nb,,\nc,0.7,\n", "1 of 3 pairs missing: b-c"),
    "square: nan": (SQUARE.replace("0.55", "NaN"), "row 3, column 'c': 'NaN' is not a finite number"),
    "square: out of range": (SQUARE.replace("0.55", "5.5"), "row 3, column 'c': 5.5 is out of range"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_refused(chart, kind):
    text, message = BAD[kind]
    if message is None:  # the opposite cells say it all
        assert chart(text).names == ("a", "b", "c")
        return
    with pytest.raises(BadInput) as caught:
        chart(text)
    said = str(caught.value)
    assert message in said and "chart.csv: " in said and "\n" not in said


def test_editions_that_are_not_there(chart):
    with pytest.raises(BadInput, match="unknown edition 'secnd'; did you mean 'second'"):
        chart("edition,p1,p2,win_rate_p1\nfirst,a,b,0.6\nsecond,a,b,0.7\n", "secnd")
    for text in (LONG, SQUARE):
        with pytest.raises(BadInput, match="edition"):
            chart(text, "second")


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(BadInput, match="no such file"):
        read_chart(tmp_path / "none.csv")
    with pytest.raises(BadInput, match="is a directory"):
        read_chart(tmp_path)
    if Path("/dev/zero").exists():
        with pytest.raises(BadInput, match="larger than 10 MB"):
            read_chart("/dev/zero")


# Noise


def test_a_chart_that_says_nothing_of_noise_has_none(chart):
    assert not chart(LONG).noisy and not chart(SQUARE).noisy


def test_noise_from_whatever_says_it(chart):
    low, high = intervals.wilson(0.6, 250)
    texts = {
        f"p1,p2,win_rate_p1,ci_low,ci_high,games\na,b,0.6,{low!r},{high!r},9999\n": 250,  # the interval knows best
        "p1,p2,win_rate_p1,games\na,b,0.6,400\n": 400,
        "p1,p2,win_rate_p1,wins_p1,wins_p2,draws\na,b,0.6,60,40,3\n": 103,
        f"p1,p2,win_rate_p1,std_logodds\na,b,0.6,{(0.24 * 500) ** -0.5!r}\n": 500,
    }
    for text, games in texts.items():
        found = chart(text)
        assert found.noisy and found.games[0, 1] == found.games[1, 0] == pytest.approx(games, rel=1e-6)
        assert np.isinf(np.diag(found.games)).all()


def test_a_measured_mirror_may_scatter(chart):
    rows = "p1,p2,win_rate_p1,games\na,b,0.6,100\na,a,{},100\n"
    assert chart(rows.format(0.56)).notes == ()
    (note,) = chart(rows.format(0.8)).notes
    assert "mirror a-a was measured at 0.8, beyond chance" in note


def test_two_directions_do_not_count_games_twice(chart):
    assert chart("p1,p2,win_rate_p1,games\na,b,0.6,100\nb,a,0.4,100\n").games[0, 1] == 100


# Tables


def test_tables_are_charts_too(table, cast):
    long = pd.DataFrame({"p1": list("aab"), "p2": list("bcc"), "win_rate_p1": [0.6, 0.3, 0.55]})
    square = pd.DataFrame(RATES, index=list("abc"), columns=list("abc"))
    np.fill_diagonal(mirrorless := square.to_numpy(copy=True), np.nan)
    for frame in (long, square, pd.DataFrame(mirrorless, index=list("abc"), columns=list("abc"))):
        assert np.abs(as_chart(frame).rates - RATES).max() < 1e-12
    chart = as_chart(frame)
    assert as_chart(chart) is chart
    made = table(cast, 500, np.random.default_rng(1), mirrors=500)
    found = as_chart(made)
    assert found.noisy and len(found.names) == len({name for pair in cast for name in pair})


def test_a_table_with_a_mistake():
    with pytest.raises(BadInput, match=r"row 2, column 'win_rate_p1': 1\.5 is out of range"):
        as_chart(pd.DataFrame({"p1": ["a"], "p2": ["b"], "win_rate_p1": [1.5]}))


# Mixes


@pytest.fixture
def mix(tmp_path, chart):
    def read(text: str):
        path = tmp_path / "mix.csv"
        path.write_text(text)
        return read_mix(path, chart(LONG))

    return read


def test_a_mix(mix):
    values, notes = mix("character,probability\nB,0.25\na,0.75\n")
    assert values.tolist() == [0.75, 0.25, 0] and notes == []
    values, (note,) = mix("character,probability,remark\na,0.333,x\nb,0.333,y\nc,0.333,z\n")
    assert values == pytest.approx([1 / 3] * 3) and values.sum() == pytest.approx(1, abs=1e-15)
    assert "add to 0.999 and were stretched to 1" in note


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("a,0.5\nb,0.3\n", "the probabilities add to 0.8 where 1 is right"),
        ("a,0.9\nb,0.3\n", "add to 1.2"),
        ("a,0\n", "add to 0 "),
        ("a,0.5\nx,0.5\n", "row 3, column 'character': unknown character 'x'"),
        ("a,0.5\na,0.5\n", "row 3, column 'character': 'a' is there already (row 2)"),
        ("a,1.5\nb,-0.5\n", "row 2, column 'probability': 1.5 is out of range"),
        ("b,-0.5\n", "row 2, column 'probability': -0.5 is out of range"),
        ("a,nan\n", "'nan' is not a finite number"),
        ("a,\n", "is blank"),
        (",1\n", "the name is blank"),
        ("a,much\n", "'much' is not a number"),
    ],
)
def test_what_is_no_mix(mix, rows, message):
    with pytest.raises(BadInput) as caught:
        mix("character,probability\n" + rows)
    assert message in str(caught.value) and "mix.csv" in str(caught.value) and "\n" not in str(caught.value)


def test_a_mix_without_its_columns(mix):
    with pytest.raises(BadInput, match="has no column 'probability'; a mix needs character, probability"):
        mix("character,share\na,1\n")


def test_a_mix_from_python(chart):
    values, _ = mix_of({"a": 0.5, "c": 0.5}, chart(LONG))
    assert values.tolist() == [0.5, 0, 0.5]
    for bad in ({"a": float("nan"), "b": 1.0}, {"a": 2.0, "b": -1.0}, {"z": 1.0}, {}):
        with pytest.raises(BadInput):
            mix_of(bad, chart(LONG))
