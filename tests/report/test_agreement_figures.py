"""Figures of ladder and agreement: whole, always the same, and saying what they show."""

from __future__ import annotations

import dataclasses
import io
import json
from itertools import combinations

import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from yomisim.estimate.agreement import compare_with_people
from yomisim.estimate.human import chart_of, read_human
from yomisim.estimate.ladder import COLUMNS, play_ladder, probes
from yomisim.report.figure_agreement import scatter, summary_chart
from yomisim.report.figure_ladder import ban, ladder_matrix, mirror_dots, restricted_dots
from yomisim.report.figures import png, svg
from yomisim.report.files import Staging
from yomisim.report.results import write_results


@pytest.fixture(scope="module")
def ladder():
    return play_ladder("yomi1", ["random", "greedy"], games=100, seed=2, workers=2)


def made_up(ladder, meetings):
    """The same ladder with other rows: (policy 1, policy 2) -> win rate."""
    rows = [
        ("yomi1", "first", scope, *names, 1000, 0, 0, 0, 0, rate, rate - 0.01, rate + 0.01)
        for scope in ("mirrors", "pairs")
        for names, rate in meetings.items()
    ]
    table = pd.DataFrame(rows, columns=COLUMNS)
    detail = pd.concat([ladder.detail.assign(policy1=a, policy2=b) for a, b in meetings], ignore_index=True)
    policies = list(dict.fromkeys(name for names in meetings for name in names))
    return dataclasses.replace(ladder, table=table, detail=detail, made={**ladder.made, "policies": policies})


@pytest.fixture(scope="module")
def agreement(results):
    charts = {result.edition: chart_of(result) for result in results}
    return compare_with_people(charts, read_human(), draws=100)


@pytest.fixture(scope="module")
def every(ladder, agreement, results):
    """All figures, of few and of many."""
    names = results[0].names
    one = dataclasses.replace(
        agreement,
        table=agreement.table[agreement.table["chart"] != "first"],
        pairs=agreement.pairs[agreement.pairs["chart"] != "first"],
    )
    many = made_up(ladder, dict.fromkeys(combinations(["a", "bb", "c-long-name", "d", "e", "f"], 2), 0.3))
    banned = made_up(ladder, {(name, "greedy"): 0.4 for name in probes("greedy")})
    return {
        "scatter": scatter(agreement, names, "Yomi"),
        "scatter of one": scatter(one, names, "Yomi, second edition"),
        "summary": summary_chart(agreement, "Yomi"),
        "summary of one": summary_chart(one, "Yomi"),
        "ladder": ladder_matrix(ladder),
        "ladder of many": ladder_matrix(many),
        "mirrors": mirror_dots(ladder),
        "mirrors of many": mirror_dots(many),
        "restricted": restricted_dots(banned),
    }


def texts(figure) -> str:
    found = [text.get_text() for text in figure.texts]
    for axes in figure.axes:
        found += [axes.get_title(loc="left"), axes.get_xlabel(), axes.get_ylabel()]
        found += [text.get_text() for text in [*axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels()]]
    return " ".join(found).replace("\n", " ")


def test_nothing_is_cut_off(every):
    for name, figure in every.items():
        image = Image.open(io.BytesIO(png(figure))).convert("RGB")
        width, height = image.size
        edge = {image.getpixel((x, y)) for x in range(width) for y in (0, height - 1)}
        edge |= {image.getpixel((x, y)) for y in range(height) for x in (0, width - 1)}
        assert edge == {(255, 255, 255)}, name


def test_names_beside_points_do_not_lie_on_each_other(agreement, results):
    """However near the points are, left and right of them."""
    pairs = agreement.pairs.assign(human=0.55, simulated=0.6)
    pairs.loc[pairs.index[::2], ["human", "simulated"]] = 0.56, 0.602
    figure = scatter(dataclasses.replace(agreement, pairs=pairs), results[0].names, "Yomi")
    FigureCanvasAgg(figure).draw()
    for axes in figure.axes:
        boxes = [text.get_window_extent() for text in axes.texts]
        assert len(boxes) > 3 and not any(a.overlaps(b) for a, b in combinations(boxes, 2))


def test_texts_of_a_panel_do_not_run_out_of_the_figure(every):
    for name, figure in every.items():
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        renderer, whole = canvas.get_renderer(), figure.bbox
        for text in [*figure.texts, *(text for axes in figure.axes for text in axes.texts)]:
            box = text.get_window_extent(renderer)
            assert box.x0 >= whole.x0 and box.x1 <= whole.x1, (name, text.get_text())


def test_the_same_result_gives_the_same_file(ladder, agreement, results):
    names = results[0].names
    for draw in (lambda: ladder_matrix(ladder), lambda: scatter(agreement, names, "Yomi"), lambda: mirror_dots(ladder)):
        assert svg(draw()) == svg(draw())


def test_the_ladder_says_who_plays_best(every, ladder):
    shown = texts(every["ladder"])
    for words in (
        "Yomi, first edition: greedy beats the other policy",
        "mirrors",
        "all pairs",
        "±",
        "95%",
        "100 games",
    ):
        assert words in shown, words
    cells = every["ladder"].axes[0].texts
    assert len(cells) == 4 and cells[0].get_text().endswith("%")
    even = made_up(ladder, {("a", "b"): 0.505})
    assert "no policy beats all others" in texts(ladder_matrix(even))
    assert "a beats every other policy" in texts(ladder_matrix(made_up(ladder, {("a", "b"): 0.6, ("a", "c"): 0.6})))


def test_mirrors_are_told_from_the_better_side(every, ladder):
    shown = texts(every["mirrors"])
    assert "greedy against random" in shown and all(name in shown for name in ladder.names.values())


def test_bans_are_told_in_words(every):
    shown = texts(every["restricted"])
    for words in ("what each ban costs greedy", "never blocks", "never plays Jokers", "40.0%", "mirrors", "pairs"):
        assert words in shown, words
    assert ban("greedy-no-throw", "greedy") == "never throws" and ban("other", "greedy") == "other"


def test_the_scatter_names_the_worst_and_says_what_it_is_for(every, agreement, results):
    shown = texts(every["scatter of one"])
    worst = agreement.worst("second", 1).iloc[0]
    assert results[0].names[worst["p1"]] in shown and results[0].names[worst["p2"]] in shown
    for words in ("people's favourite in", "of 22 matchups", "r = ", "RMSE", "95% intervals", "never used to train"):
        assert words in shown, words


def test_the_summary_shows_charts_yardsticks_and_ceiling(every):
    shown = texts(every["summary"])
    for words in ("first", "second", "always 50%", "human strengths only", "noise ceiling", "never used to train"):
        assert words in shown, words


def test_a_folder_of_results_holds_one_run(tmp_path, ladder):
    table = ladder.table
    with Staging(tmp_path) as stage:
        files = write_results(stage, "a/b", {"one": table, "two": table}, {"chart": ladder_matrix(ladder)}, {"x": 1.0})
    folder = tmp_path / "a" / "b"
    assert {f"a/b/{path.name}" for path in folder.iterdir()} == set(files)
    (folder / "notes.txt").write_text("mine")
    with Staging(tmp_path) as stage:
        write_results(stage, "a/b", {"one": table}, {}, {"x": float("nan")})
    assert {path.name for path in folder.iterdir()} == {"one.csv", "one.parquet", "manifest.json", "notes.txt"}
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["files"] == ["one.csv", "one.parquet"] and manifest["x"] is None
    pd.testing.assert_frame_equal(pd.read_parquet(folder / "one.parquet"), table, check_dtype=False)
    pd.testing.assert_frame_equal(pd.read_csv(folder / "one.csv"), table, check_dtype=False)
