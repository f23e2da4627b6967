"""The page: what it says, and that it works in a real browser without anything outside it."""

from __future__ import annotations

import dataclasses
import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from yomisim.report.page import page

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
const column = (k) => [...table.tBodies[0].rows].filter((r) => !r.hidden).map((r) => r.cells[k].textContent.trim());
const button = (k) => table.tHead.rows[0].cells[k].querySelector("button");
seen.rows = column(0).length;
seen.start = column(2);
button(2).click(); seen.up = column(2); seen.upSort = table.tHead.rows[0].cells[2].getAttribute("aria-sort");
button(2).click(); seen.down = column(2);
button(0).click(); seen.names = column(0);
seen.sorts = table.querySelectorAll("[aria-sort]").length;
const input = document.querySelector("input[data-filter=first-matchups]");
input.value = "NAME"; input.dispatchEvent(new Event("input"));
seen.filtered = [column(0), column(1)];
input.value = ""; input.dispatchEvent(new Event("input"));
seen.unfiltered = column(0).length;
seen.images = [...document.images].map((i) => i.complete && i.naturalWidth > 100);
seen.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
seen.width = document.documentElement.clientWidth;
seen.background = getComputedStyle(document.body).backgroundColor;
document.getElementById("probe").textContent = JSON.stringify(seen);
});
</script></body>"""


@pytest.fixture(scope="module")
def text(results, changes) -> str:
    return page(results, NOTES, FILES, changes)


def test_the_headline_comes_first_and_everything_is_there(text, results):
    plain = html.unescape(text).replace("\N{WORD JOINER}", "")
    places = [plain.index(sentence) for result in results for sentence in result.headline()]
    assert max(places) < plain.index("<table")
    for result in results:
        for part in ("heat map", "All matchups", "Strength", "mirror matches", "How this was made"):
            assert part.lower() in plain.lower()
        assert result.made["data_hash"] in plain and f"{result.made['games']:,} games" in plain
        assert "Seed" in plain and result.made["yomisim"] in plain
        for name in result.names.values():
            assert name in plain
    assert text.count("<tr>") + text.count('<tr class="muted">') >= 2 * (45 + 10 + 10 + 3)
    assert all(f'href="{file}"' in text for file in FILES)


def test_what_the_second_edition_changed_has_a_section(text, results, changes):
    plain = html.unescape(text).replace("\N{WORD JOINER}", "")
    assert "What the second edition changed" in plain and 'href="#changes"' in text
    assert all(sentence in plain for sentence in changes.headline())
    section = text[text.index('<section id="changes"') : text.index('<section id="reading"')]
    assert section.count('<th scope="row">') == 45 + 10
    assert section.count("same?") == int((~changes.table["changed"]).sum()) + int(
        (~changes.characters()["changed"]).sum()
    )
    assert 'id="changes"' not in page(results, NOTES, FILES)


def test_unfinished_games_are_shown(result):
    none = page([dataclasses.replace(result, table=result.table.assign(unfinished=0))])
    assert "No game stopped at the turn limit" in none and ">Unfinished<" not in none
    some = page([dataclasses.replace(result, table=result.table.assign(unfinished=2))])
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
    text = page([dataclasses.replace(result, table=table, provisional=frozenset([one]))])
    assert f"{result.names[one]}*" in text and "Provisional data" in text
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
    assert seen["images"] == [True, True, True]
    assert seen["overflow"] <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_in_light_and_dark(browser, text, tmp_path, scheme):
    """Nothing but the charts and tables, which scroll in their own boxes, is wider than the screen."""
    number = {"dark": 0, "light": 1}[scheme]
    options = (f"--blink-settings=preferredColorScheme={number}", "--window-size=500,900")
    seen, log = look(browser, text, tmp_path, *options)
    assert "CONSOLE" not in log
    assert seen["width"] <= 500 and seen["overflow"] <= 0
    dark = sum(int(part) for part in re.findall(r"\d+", seen["background"])[:3]) < 3 * 80
    assert dark == (scheme == "dark")
