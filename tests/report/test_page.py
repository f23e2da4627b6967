"""The page: what it says, and that it works in a real browser without anything outside it."""

from __future__ import annotations

import dataclasses
import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pytest

from tests.report.made_up_bots import made_up_bots
from yomisim.batch.store import Store
from yomisim.report.gather import Order, work_out
from yomisim.report.page import Material, page
from yomisim.report.page.sections import SECTIONS

pytestmark = pytest.mark.slow

NOTES = ("Something <important> & true.",)
FILES = ("yomi1/matchups.csv", "yomi1/matchups_first.png")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-logging=stderr"),
    "--virtual-time-budget=10000",
]

#: Runs after the page's own script and leaves what it saw in an element that --dump-dom prints.
PROBE = """
<pre id="probe"></pre><script>
addEventListener("load", () => {
const seen = {};
const table = document.getElementById("first-matchups");
table.closest("details").open = true;
const column = (k) => [...table.tBodies[0].rows].filter((r) => !r.hidden).map((r) => r.cells[k].textContent.trim());
const button = (k) => table.tHead.rows[0].cells[k].querySelector("button");
seen.rows = column(0).length;
seen.start = column(2);
button(2).click(); seen.up = column(2); seen.upSort = table.tHead.rows[0].cells[2].getAttribute("aria-sort");
button(2).click(); seen.down = column(2);
button(0).click(); seen.names = column(0);
seen.sorts = table.querySelectorAll("[aria-sort]").length;
seen.unsortable = [];
for (const each of document.querySelectorAll("table.sortable")) {
  for (const one of each.querySelectorAll("th button")) {
    const before = each.tBodies[0].rows.length;
    one.click();
    const cells = [...each.tBodies[0].rows].map((r) => r.cells[one.closest("th").cellIndex]);
    const broken = one.closest("th").classList.contains("number") && cells.some((c) => c.dataset.value === undefined);
    if (broken || each.tBodies[0].rows.length !== before) seen.unsortable.push(one.textContent);
  }
}
const input = document.querySelector("input[data-filter=first-matchups]");
input.value = "NAME"; input.dispatchEvent(new Event("input"));
seen.filtered = [column(0), column(1)];
input.value = ""; input.dispatchEvent(new Event("input"));
seen.unfiltered = column(0).length;
const tip = document.getElementById("tip");
const chart = document.getElementById("first-chart");
const cells = [...chart.querySelectorAll(".cell")];
seen.tips = [];
seen.hiddenAtFirst = tip.hidden;
for (const cell of cells) {
  cell.dispatchEvent(new MouseEvent("mouseenter"));
  const box = tip.getBoundingClientRect();
  const inside = box.left >= 0 && box.right <= document.documentElement.clientWidth;
  const lit = chart.querySelectorAll(".lit").length;
  seen.tips.push([cell.textContent.trim(), tip.hidden ? "" : tip.textContent, inside, lit]);
  cell.dispatchEvent(new MouseEvent("mouseleave"));
}
seen.hiddenAtLast = tip.hidden && chart.querySelectorAll(".lit").length === 0;
cells[0].focus();
cells[0].dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
seen.moved = document.activeElement === cells[1] && !tip.hidden;
document.activeElement.blur();
const anchors = [...document.querySelectorAll("a[href^='#']")].map((a) => a.getAttribute("href").slice(1));
seen.dead = anchors.filter((id) => !document.getElementById(id));
seen.files = [...document.querySelectorAll("a[href]:not([href^='#'])")].map((a) => a.getAttribute("href"));
seen.doubles = [...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, k, all) => all.indexOf(id) !== k);
seen.images = [...document.images].map((i) => i.complete && i.naturalWidth > 100);
seen.requests = performance.getEntriesByType("resource").map((e) => e.name).filter((n) => !n.startsWith("data:"));
seen.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
seen.width = document.documentElement.clientWidth;
seen.background = getComputedStyle(document.body).backgroundColor;
document.getElementById("probe").textContent = JSON.stringify(seen);
});
</script></body>"""


@pytest.fixture(scope="module")
def material(results, changes, tmp_path_factory) -> Material:
    """Everything that a page can show, from few games."""
    from yomisim.estimate.edition_parts import play_parts
    from yomisim.estimate.ladder import play_ladder
    from yomisim.estimate.result import play_matchups
    from yomisim.estimate.trials import play_trials

    order = Order("yomi1", policy="random", quick=True)
    store = Store(tmp_path_factory.mktemp("store"))
    ladder = play_ladder("yomi1", ["random", "greedy"], games=8, workers=2, store=store)
    others = {"greedy": [dataclasses.replace(one, made={**one.made, "policies": ["greedy"] * 2}) for one in results]}
    row = {"edition": "first", "target": "random", "search": "one <combo>", "games": 900}
    found = (pd.DataFrame([{**row, "win_rate": 0.5123, "ci_low": 0.5, "ci_high": 0.53}]), {"policy_hash": "other"})
    trials = {
        one.edition: play_trials(g, games=8, policy="random", workers=2) for g, one in zip(order.loaded(), results)
    }
    how = {"games": 40, "policy": "random", "gem": "green", "characters": "grave,jaina,rook", "uncertainty": 5}
    second = [play_matchups("yomi2", **how, workers=2)]
    known = {"trials": trials, "second_game": second, "ladder": ladder, "exploitability": found}
    known["bots"] = made_up_bots()
    known["parts"] = play_parts(*order.loaded(), games=8, policy="random", workers=2)
    known["parts_policy"] = "random"
    played = Material(results, changes, others, **known, notes=NOTES, downloads=FILES)
    return work_out(played, order.loaded(), order)


@pytest.fixture(scope="module")
def text(material) -> str:
    return page(material)


def plain_text(text: str) -> str:
    return html.unescape(text).replace("\N{WORD JOINER}", "")


def test_the_headline_comes_first_and_everything_is_there(text, results):
    plain = plain_text(text)
    places = [plain.index(sentence) for result in results for sentence in result.headline()]
    assert max(places) < plain.index("<table")
    for result in results:
        for part in ("Matchup chart", "All matchups", "Strength", "mirror matches", "How this was made"):
            assert part.lower() in plain.lower()
        assert result.made["data_hash"] in plain and f"{result.made['games']:,} games" in plain
        assert "Seed" in plain and result.made["yomisim"] in plain
        for name in result.names.values():
            assert name in plain
    assert text.count("<tr>") + text.count('<tr class="muted">') >= 2 * (45 + 10 + 10 + 3)
    assert all(f'href="{file}"' in text for file in FILES)


def test_every_section_is_there_in_its_order_and_in_the_contents(text):
    places = [text.index(f'<section id="{section.id}"') for section in SECTIONS]
    assert places == sorted(places)
    assert all(f'<a href="#{section.id}">{section.short}</a>' in text for section in SECTIONS)


def test_what_is_not_known_leaves_its_section_out(result):
    bare = page(Material([dataclasses.replace(result, combats=None)]))
    for section in ("openers", "picks", "combos", "changes", "people", "policies", "second-game", "downloads"):
        assert f'id="{section}"' not in bare and f'href="#{section}"' not in bare
    assert 'id="characters"' in bare and "was not measured" in bare


def test_each_character_has_a_page(text, material):
    start = text.index('<section id="characters"')
    section = plain_text(text[start : text.index("</section>", start)])
    for result in material.results:
        for row in result.strengths().itertuples(index=False):
            assert f'id="character-{row.character}"' in section
            assert f"<strong>{100 * row.win_rate:.1f}%" in section
    assert section.count("Best against") + section.count("Ahead of nobody") == 20
    assert section.count("turns on average; how they end:") == 20 and "knockout" in section
    for combos in material.combos["first"]:
        assert f"<code>{combos.best.best.sequence}</code>" in section


def test_what_every_character_opens_with(text, material):
    """A bar for each kind of position, the moves by name, what they win and gain, who wins from a lead."""
    start = text.index('<section id="openers"')
    section = plain_text(text[start : text.index("</section>", start)])
    assert section.count('class="cell stack"') >= 2 * 10 * 4 and "Knocked down" in section
    assert section.count("-payoffs") == 2 and "Benjamini-Hochberg" in section
    assert all(f"{one.made['trials']:,} trials" in section for one in material.trials.values())
    start = text.index('<section id="characters"')
    section = plain_text(text[start : text.index("</section>", start)])
    for result in material.results:
        for character in result.names:
            assert f'id="moves-{character}-{result.edition}"' in section
            assert f'id="leads-{character}-{result.edition}"' in section
        held = result.combats.mixes[result.combats.mixes["position"] == "all"]
        row = held.iloc[3]
        assert f">{100 * row['value']:.1f}</td>" in section and row["move"] in section
    assert section.count("Of the combats that it wins") == 20
    assert section.count("ardly ever right to play") == 20
    assert section.count("of games, as far behind") >= 15
    assert section.count("tried ") >= len(material.trials["first"].gains)


def test_openers_without_trials_and_trials_without_combats(result, material):
    no_trials = page(Material([result]))
    assert 'id="openers-first-mixes"' in no_trials and "-payoffs" not in no_trials
    no_combats = page(Material([dataclasses.replace(result, combats=None)], trials=material.trials))
    assert 'id="openers-first-payoffs"' in no_combats and "openers-first-mixes" not in no_combats
    assert "moves-" not in no_combats


def test_picks_combos_people_and_policies(text, material):
    plain = plain_text(text)
    assert plain.count("drawn charts the character is picked") == 2 and "no cost" in plain
    best = max(material.combos["first"], key=lambda one: one.best.best.damage).best.best
    assert f">{best.damage}<small>{best.sequence}</small>" in plain
    assert "noise ceiling" in plain and "random, first" in plain and "greedy, second" in plain
    assert "never used to train" in plain
    assert 'id="ladder-chart"' in text
    assert "one &lt;combo&gt;" in text and "51.2% (95%: 50.0 to 53.0; first edition)" in text
    assert "Measured with other weights" in text and "with other weights than these" in text


def test_the_second_game_has_a_section(text, material):
    """Its notable results, the first turn's worth, the gem, and a star on everybody whose card values are filled in."""
    start = text.index('<section id="second-game"')
    section = plain_text(text[start : text.index("</section>", start)])
    (result,) = material.second_game
    assert all(sentence in section for sentence in result.headline())
    assert "Whoever has the first turn wins" in section and ">First player wins<" in section
    assert "both players wear the gem green" in section and "5 draws of the card values" in section
    assert ">Rook*<" in section and "Grave*" not in section and result.doubt("* ") in section
    assert 'href="#character-' not in section  # the characters' articles are those of the first game
    assert result.made["data_hash"] in plain_text(text)


def test_sentences_about_provisional_characters_are_marked(text, material):
    """The short words at the top rest on filled card values as much as the chart far below."""
    (result,) = material.second_game
    start = text.index('<section id="short"')
    section = plain_text(text[start : text.index("</section>", start)])
    assert all(sentence in section for sentence in [*result.headline(), result.doubt()])


def test_sentences_name_provisional_characters_with_their_star(result):
    table = result.table.assign(win_rate_p1=1.0, ci_low=0.99, ci_high=1.0, p_value=0.0)
    certain = dataclasses.replace(result, table=table)
    doubtful = dataclasses.replace(certain, provisional=frozenset(result.names))
    told, marked = " ".join(certain.headline()), " ".join(doubtful.headline())
    assert marked.replace("*", "") == told and "*" not in told
    assert all(marked.count(name) == marked.count(f"{name}*") for name in result.names.values()) and "*" in marked


def test_what_the_second_edition_changed_has_a_section(text, changes):
    plain = plain_text(text)
    assert "What the second edition changed" in plain and 'href="#changes"' in text
    assert all(sentence in plain for sentence in changes.headline())
    section = text[text.index('<section id="changes"') : text.index('<section id="patches"')]
    assert section.count('<th scope="row">') == 10 + 10 + 45
    assert section.count("same?") == int((~changes.table["changed"]).sum()) + int(
        (~changes.characters()["changed"]).sum()
    )


def test_the_chart_marks_what_cannot_be_told_from_even(result):
    text = page(Material([result]))
    chart = text[text.index('id="first-chart"') : text.index("</table>", text.index('id="first-chart"'))]
    assert chart.count('class="cell unsure"') == 2 * int((~result.notable()["notable"]).sum())
    assert chart.count('class="cell') == 90


def test_a_quick_page_says_so(result):
    assert "A quick look" in page(Material([result], quick=True)) and "A quick look" not in page(Material([result]))


def test_unfinished_games_are_shown(result):
    none = page(Material([dataclasses.replace(result, table=result.table.assign(unfinished=0))]))
    assert "No game stopped at the turn limit" in none and ">Unfinished<" not in none
    some = page(Material([dataclasses.replace(result, table=result.table.assign(unfinished=2))]))
    assert "110 of 55,000 games (0.20%), counted as draws" in some and ">Unfinished<" in some


def test_words_from_outside_are_escaped(text):
    assert "Something &lt;important&gt; &amp; true." in text


def test_nothing_is_fetched_from_anywhere(text):
    assert "default-src 'none'" in text
    links = re.findall(r"""(?:src|href|srcset|url)\s*[=(]\s*["']?([^"'\s)>]+)""", text)
    assert links
    for link in links:
        assert link.startswith(("#", "data:", "yomi1/")), link[:80]
    assert not re.search(r"https?://", text)


def test_provisional_data_and_failed_mirrors_show(result):
    one = next(iter(result.names))
    table = result.table.copy()
    table.loc[table["p1"] == table["p2"], "win_rate_p1"] = 0.9
    text = page(Material([dataclasses.replace(result, table=table, provisional=frozenset([one]))]))
    assert f"{result.names[one]}*" in text and "resting on card values" in text
    assert "NOT EVEN" in text and "do not trust" in text


@pytest.fixture(scope="module")
def browser() -> str:
    for name in BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    pytest.skip("no browser found; install chromium to test the page")


def look(browser: str, text: str, folder: Path, *options: str, typed: str = "") -> tuple[dict, str]:
    """What the probe saw in the page, and what the browser logged."""
    (folder / "page.html").write_text(text.replace("</body>", PROBE.replace("NAME", typed)), encoding="utf-8")
    command = [browser, *FLAGS, f"--user-data-dir={folder / 'profile'}", *options, "--dump-dom"]
    done = subprocess.run(
        [*command, (folder / "page.html").as_uri()], capture_output=True, text=True, timeout=120, check=False
    )
    found = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.S)
    assert found and found[1], done.stderr[-2000:]
    return json.loads(html.unescape(found[1])), done.stderr


def test_in_a_browser(browser, text, result, tmp_path):
    name = next(iter(result.names.values()))
    seen, log = look(browser, text, tmp_path, "--window-size=1280,900", typed=name.upper()[:4])
    errors = [line for line in log.splitlines() if "CONSOLE" in line]
    assert not errors

    def numbers(words: list[str]) -> list[float]:
        return [float(word.rstrip("%")) for word in words]

    assert seen["rows"] == seen["unfiltered"] == 45
    assert numbers(seen["start"]) == sorted(numbers(seen["start"]), reverse=True)
    assert numbers(seen["up"]) == sorted(numbers(seen["up"])) and seen["upSort"] == "ascending"
    assert seen["down"] == seen["start"]
    assert seen["names"] == sorted(seen["names"], key=str.lower) and seen["sorts"] == 1
    first, second = seen["filtered"]
    assert len(first) == 9 and all(name in pair for pair in zip(first, second))
    assert seen["unsortable"] == [] and seen["images"] == [True, True]  # editions, bots
    assert seen["overflow"] <= 0 and seen["requests"] == []
    assert seen["dead"] == [] and seen["doubles"] == [] and seen["files"] == list(FILES)


def test_hovering_shows_what_a_cell_means(browser, text, result, tmp_path):
    seen, log = look(browser, text, tmp_path, "--window-size=1280,900")
    assert "CONSOLE" not in log
    order = [result.names[i] for i in result.pivot().index]
    expected = [(a, b) for a in order for b in order if a != b]
    assert seen["hiddenAtFirst"] and seen["hiddenAtLast"] and seen["moved"]
    assert len(seen["tips"]) == len(expected) == 90
    for (a, b), (shown, tip, inside, lit) in zip(expected, seen["tips"], strict=True):
        assert tip.startswith(f"{a} \N{EN DASH} {b}") and f"{a} wins" in tip and "1,000 games of" in tip
        assert shown in tip and inside and lit == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_in_light_and_dark(browser, text, tmp_path, scheme):
    """Nothing but the charts and tables, which scroll in their own boxes, is wider than the screen."""
    number = {"dark": 0, "light": 1}[scheme]
    options = (f"--blink-settings=preferredColorScheme={number}", "--window-size=500,900")
    seen, log = look(browser, text, tmp_path, *options)
    assert "CONSOLE" not in log
    assert seen["width"] <= 500 and seen["overflow"] <= 0
    assert all(inside for _, _, inside, _ in seen["tips"])
    dark = sum(int(part) for part in re.findall(r"\d+", seen["background"])[:3]) < 3 * 80
    assert dark == (scheme == "dark")
