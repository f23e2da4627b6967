"""The house itself: who imports whom, style, types, sizes, and that nothing of a game stands in the code."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

import yomisim
from yomisim.cards.load import GAMES, load_game

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "yomisim"
SOURCES = sorted(path for room in (PACKAGE, ROOT / "analyses") for path in room.rglob("*.py"))
#: A file that grows beyond this has two subjects.
LONGEST = 450
#: A rule of the checklists by its id; some are named after a character.
RULE = re.compile(r"\bY[12]-CHAR-[A-Z]+-\d+")
#: Names that are words of the language too.
PLAIN_WORDS = {"black", "blue", "green", "orange", "purple", "red", "white"}


def tool(*command: str) -> None:
    done = subprocess.run([*command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]


def test_rooms_import_only_rooms_before_them():
    tool(str(Path(sys.executable).parent / "lint-imports"), "--no-cache")


def test_style():
    tool(sys.executable, "-m", "ruff", "check", "--no-cache", ".")


def test_format():
    tool(sys.executable, "-m", "ruff", "format", "--no-cache", "--check", ".")


def test_types():
    tool(sys.executable, "-m", "mypy")


def test_files_are_of_a_readable_size():
    long = {str(path.relative_to(ROOT)): lines for path in SOURCES if (lines := path.read_text().count("\n")) > LONGEST}
    assert not long


def test_every_module_and_public_function_says_what_it_is():
    silent = []
    for path in SOURCES:
        text = path.read_text()
        if text.strip() and not text.lstrip().startswith(('"""', 'r"""', "#!")):
            silent.append(str(path.relative_to(ROOT)))
    assert not silent


def test_no_character_stands_in_the_code():
    """Characters and gems are data; code that knows one of them by name could not serve the others."""
    games = [load_game(game) for game in GAMES]
    known = [one for game in games for one in [*game.characters.values(), *game.gems.values(), *game.refused.values()]]
    names = {word.lower() for one in known for word in (one.id, one.short_name)} - PLAIN_WORDS
    pattern = re.compile(rf"\b({'|'.join(sorted(map(re.escape, names)))})\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(RULE.sub("", line))
    ]
    assert not found


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == yomisim.__version__


def test_every_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    pinned = {line.split("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line}
    names = {re.split(r"[<>=\[ ]", line)[0].lower().replace("_", "-") for line in wanted}
    assert names <= pinned


def test_no_path_of_a_machine_in_what_is_published():
    for path in [
        ROOT / "README.md",
        ROOT / "constraints.txt",
        ROOT / "Makefile",
        *sorted((ROOT / "docs").glob("*.md")),
    ]:
        text = path.read_text()
        assert not re.search(r"/home/|/root/|/work/|file://|https?://(localhost|127|10\.)", text), path.name


@pytest.mark.parametrize("heavy", ["numba", "numpy", "pandas", "matplotlib", "scipy", "jinja2", "rich"])
def test_help_imports_nothing_heavy(heavy):
    code = f"import sys, yomisim.cli, yomisim; sys.exit({heavy!r} in sys.modules)"
    tool(sys.executable, "-c", code)
