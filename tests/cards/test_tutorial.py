"""The tutorial is run as it stands: its files are written, its commands typed, its output compared."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from yomisim.cards.load import GAMES, load_game, vocabulary
from yomisim.cards.validate import validate_path
from yomisim.cards.yomi1.pack_abilities import pack_kit

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs" / "tutorial-new-character.md"
PLAYS = ("simulate",)
HAS_COMMAND_LINE = (ROOT / "yomisim" / "cli.py").is_file()


def blocks() -> Iterator[tuple[str, str]]:
    """Kind and text of each block of code."""
    yield from re.findall(r"^```(\w+)\n(.*?)^```$", TUTORIAL.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


class Reader:
    """Somebody who does what the page says, in a folder of his own."""

    def __init__(self, folder: Path, *, plays: bool) -> None:
        self.folder = folder
        self.plays = plays
        self.played: list[str] = []
        self.results: list[str] = []
        self.said = ""
        self.done: set[str] = set()

    def follow(self) -> None:
        """The whole page."""
        shutil.copytree(ROOT / "data", self.folder / "data")
        for kind, text in blocks():
            self.done.add(kind)
            if kind == "toml":
                self.write(text)
            elif kind == "bash":
                self.said = "".join(self.type(line) for line in text.splitlines())
            else:
                assert kind == "text"
                self.compare(text)

    def write(self, text: str) -> None:
        """A block that goes into a file says so in its first line."""
        first, _, rest = text.partition("\n")
        new, name = re.fullmatch(r"# (new file|add to): (\S+)", first).groups()
        file = self.folder / name
        assert file.exists() == (new == "add to")
        with file.open("a", encoding="utf-8") as stream:
            stream.write(rest)

    def type(self, line: str) -> str:
        """One command line; what it prints."""
        program, *words = shlex.split(line)
        if program != "yomisim":
            subprocess.run(line, shell=True, cwd=self.folder, check=True)
            return ""
        if words[0] in PLAYS:
            return self.play(line, words) if self.plays else ""
        assert words[0] == "validate"
        if HAS_COMMAND_LINE:
            return self.run(words)
        checked = validate_path(self.folder / words[1])  # what `yomisim validate` prints
        text = "".join(f"error: {error}\n" for error in checked) + "\n".join(checked.lines) + "\n"
        return text.replace(f"{self.folder}/", "")

    def play(self, line: str, words: list[str]) -> str:
        text = self.run(words)
        assert "Flint" in text and "win rate" in text
        self.played.append(line)
        self.results.append(re.sub(r"data .*|[\d,]+ games a second.*", "", text))
        return text

    def run(self, words: list[str]) -> str:
        start = "import sys; from yomisim.cli import main; sys.exit(main(sys.argv[1:]))"
        done = subprocess.run(
            [sys.executable, "-c", start, *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == (2 if "error:" in done.stdout else 0), done.stdout
        return done.stdout

    def compare(self, text: str) -> None:
        """What the page shows was said; three dots stand for the rest of a line."""
        for line in text.splitlines():
            pattern = re.escape(line.removesuffix("...")) + (".*" if line.endswith("...") else "$")
            assert re.search(f"^{pattern}", self.said, re.MULTILINE), (line, self.said)


def test_the_character_is_sound(tmp_path):
    reader = Reader(tmp_path, plays=False)
    reader.follow()
    assert reader.done == {"bash", "toml", "text"}
    assert validate_path(tmp_path / "my-data").ok
    for edition, price in (("first", 4), ("second", 8)):
        flint = load_game("yomi1", edition, tmp_path / "my-data").character("Tess Flint")
        kit = pack_kit(flint)[0]
        assert kit["n"] == 2 and kit["ability"][1]["cost"][0].tolist() == [1, price]
    # the original is untouched
    assert load_game("yomi1", None, tmp_path / "data").data_hash == load_game("yomi1", None, ROOT / "data").data_hash


@pytest.mark.skipif(not HAS_COMMAND_LINE, reason="no command line here")
def test_the_character_plays(tmp_path):
    reader = Reader(tmp_path, plays=True)
    reader.follow()
    assert len(reader.played) == 4
    # the two plays of "Change a number" differ in the games, not in the hash alone
    wins = [re.findall(r"\d+\.?\d*%", result) for result in reader.results]
    assert wins[1] and wins[1] != wins[2]


@pytest.mark.parametrize("page", ["abilities.md", "tutorial-new-character.md", "data-format.md"])
def test_pages_speak_of_words_that_there_are(page):
    """Every word in a line of an example, such as `{ draw = 2 }`, is in the registry."""
    games = [vocabulary(game) for game in (GAMES if page == "data-format.md" else GAMES[:1])]
    words = [part for game in games for part in (game, *game.also.values())]
    known = {name for part in words for name in (*part.conditions, *part.costs, *part.verbs, *part.traits)}
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    lists = re.findall(r"^\s*(?:if|cost|does|always) = \[(.*?)\]$", text, re.MULTILINE)
    said = {word for line in lists for word in re.findall(r"\{ (\w+) =", line)}
    assert said <= known | {"number"}
    assert said or page == "data-format.md"
