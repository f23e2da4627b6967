"""Compiled and uncompiled play the same, nothing is floating-point, no access is out of bounds, no cache is stale."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import fresh
import kit
import pytest

from yomisim.kernel import cache, jit

FRESH = Path(fresh.__file__)
#: Games of each of five pairings, in both seatings, for every edition and seating of policies.
GAMES = 6

#: Where numbers are meant to be floating-point: log-odds and probabilities.
REAL = (
    "yomisim.policies.equilibrium.",
    "yomisim.policies.mixing.",
    "yomisim.policies.worth.",
    "yomisim.kernel.logistic.",
    "yomisim.policies.guesses.fill_hand_by",
    "yomisim.play.yomi1.states._note_combat",
)


def run(arguments: list[str], folder: Path | None = None, **environment: str) -> Any:
    """The JSON value that a fresh Python process prints, started in `folder`."""
    command, env = [sys.executable, *arguments], kit.environment(**environment)
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def compiled() -> list:
    """How the games go in this process. Through JSON, so that numbers compare as they are printed."""
    return json.loads(json.dumps(fresh.results(GAMES)))


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """The same in a fresh process that compiles everything with bounds checks, unoptimised, into a cache of its own."""
    if os.environ.get("NUMBA_DISABLE_JIT"):
        pytest.skip("nothing is compiled here")
    folder = str(tmp_path_factory.mktemp("cache"))
    return run([str(FRESH), "types", str(GAMES)], YOMISIM_CACHE=folder, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="0")


def test_uncompiled_play_is_the_same(compiled: list) -> None:
    """Also a check of bounds: numpy itself refuses an index that is too large."""
    plain = run([str(FRESH), "results", str(GAMES)], NUMBA_DISABLE_JIT="1")
    assert not plain["compiled"]
    assert plain["results"] == compiled


@pytest.mark.slow
def test_play_with_bounds_checks_is_the_same(compiled: list, checked: dict) -> None:
    assert checked["compiled"]
    assert checked["bounds"] == ["54 0", "0 1024", "-55 0"], "checks are not on"
    assert checked["results"] == compiled


@pytest.mark.slow
def test_nothing_is_floating_point(checked: dict) -> None:
    assert checked["floating"], "the search finds nothing at all"
    assert checked["functions"] > 150
    # both units: the hot one, and the abilities behind their address
    for room in ("turn", "combat", "combo", "abilities", "conditions", "verbs", "verbs_cards", "verbs_large"):
        assert checked["rooms"][f"yomisim.play.yomi1.{room}"] > 0
    found = {name for name in checked["floats"] if not name.startswith(REAL)}
    assert found == set()
    assert len(checked["floats"]) > 20, "policy equilibrium reckons in log-odds"


@pytest.mark.slow
def test_policies_are_handed_nothing_hidden(checked: dict) -> None:
    """By the types that were compiled: only the door itself gets the whole MATCH, nobody the decks."""
    handed = checked["handed"]
    policies = "yomisim.policies."
    assert handed[f"{policies}decide.decide"] == ["DOORS", "LUCK", "OWN", "PLAN", "PUBLIC", "TABLE"]
    assert handed[f"{policies}greedy.choose_greedy"] == ["LUCK", "OWN", "PUBLIC", "TABLE"]
    assert handed[f"{policies}uniform.choose_uniform"] == ["LUCK"]
    thinking = f"{policies}equilibrium."
    assert handed[f"{thinking}choices.choose_equilibrium"] == ["LUCK", "OWN", "PLAN", "PUBLIC", "TABLE"]
    assert handed[f"{thinking}ranges.solve_ranges"] == ["PLAN", "PUBLIC", "TABLE"], "ranges are made from public things"
    assert handed[f"{thinking}belief.guess_hand"] == ["PUBLIC", "TABLE"]
    door = {f"{policies}decide.{name}" for name in ("_choose", "_ask", "_plan_of")}
    for name, records in handed.items():
        assert "DEEP" not in records
        assert name in door or "MATCH" not in records, name


# the cache


HELPER = """
import numpy as np

from yomisim.kernel.jit import compiled, leaf

NUMBER = np.int64({number})


@leaf
def inlined(x):
    return x + NUMBER


@compiled
def called(x):
    return x * NUMBER
"""
PROBE = """
import yomisim.kernel.probe_helper as other
from yomisim.kernel.jit import entry


@entry
def probe(x):
    return other.inlined(x) + other.called(x)
"""
SCRIPT = """
import json, sys
import numpy as np
from yomisim.kernel import cache
from yomisim.kernel.probe import probe

value = int(probe(np.int64(1)))
print(json.dumps({"value": value, "hits": sum(probe.stats.cache_hits.values()), "key": cache.key()}))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, to be edited."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(kit.ROOT / "yomisim", tmp_path / "copy" / "yomisim", ignore=ignored)
    return tmp_path / "copy" / "yomisim"


@pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled here")
def test_an_edited_helper_never_gives_an_old_result(package: Path, tmp_path: Path) -> None:
    """numba by itself looks only at the file of the cached function: the helper's number would stay what it was."""

    def probe(number: int) -> dict:
        (package / "kernel" / "probe_helper.py").write_text(HELPER.format(number=number))
        (package / "kernel" / "probe.py").write_text(PROBE)
        where = {"PYTHONPATH": str(package.parent), "YOMISIM_CACHE": str(tmp_path / "cache")}
        return run(["-c", SCRIPT], package.parent, PYTHONDONTWRITEBYTECODE="1", **where)

    first = probe(10)
    assert (first["value"], first["hits"]) == (21, 0)
    again = probe(10)
    assert (again["value"], again["hits"], again["key"]) == (21, 1, first["key"])  # the cache does work
    edited = probe(20)
    assert (edited["value"], edited["hits"]) == (41, 0)
    assert edited["key"] != first["key"]
    back = probe(10)
    assert (back["value"], back["hits"], back["key"]) == (21, 1, first["key"])


def test_key_changes_with_every_source(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "PACKAGE", package)
    keys = {cache.key()}
    sources = cache.sources()
    assert len(sources) > 30
    rooms = {path.relative_to(package).parts[0] for path in sources}
    assert rooms == {"cards", "kernel", "rules", "policies", "play"}
    for path in sources:
        content = path.read_bytes()
        places = {0, len(content) // 2, len(content) - 1} if content else set()
        for place in sorted(places):
            spoilt = bytearray(content)
            spoilt[place] ^= 1
            path.write_bytes(bytes(spoilt))
            keys.add(cache.key())
        path.write_bytes(content + b"\n")
        keys.add(cache.key())
        path.write_bytes(content)
    expected = 1 + sum(1 + len({0, len(c) // 2, len(c) - 1} if c else ()) for c in (p.read_bytes() for p in sources))
    assert len(keys) == expected
    assert cache.key() in keys


def test_key_changes_with_a_new_or_renamed_file(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "PACKAGE", package)
    before = cache.key()
    new = package / "rules" / "yomi1" / "extra.py"
    new.write_text("")
    one = cache.key()
    new.rename(new.with_name("other.py"))
    assert len({before, one, cache.key()}) == 3
    new.with_name("other.py").unlink()
    assert cache.key() == before


def test_every_compiled_function_stands_in_a_hashed_file() -> None:
    """Nothing outside the hashed rooms is compiled."""
    hashed = set(cache.sources())
    outside = [path for path in cache.PACKAGE.rglob("*.py") if path not in hashed]
    guilty = [path for path in outside if "numba" in (text := path.read_text(encoding="utf-8")) and "njit" in text]
    guilty += [path for path in outside if "from yomisim.kernel.jit" in path.read_text(encoding="utf-8")]
    assert guilty == []


def test_old_cache_folders_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMISIM_CACHE", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", os.environ.get("NUMBA_CACHE_DIR", ""))
    for i in range(10):
        (tmp_path / f"old{i}").mkdir()
        os.utime(tmp_path / f"old{i}", (i, i))
    before = None if "numba" not in sys.modules else sys.modules["numba"].config.CACHE_DIR
    try:
        folder = cache.configure()
    finally:
        if before is not None:
            sys.modules["numba"].config.CACHE_DIR = before
    left = sorted(path.name for path in tmp_path.iterdir())
    assert folder.name in left
    assert left == sorted([folder.name, *(f"old{i}" for i in range(10 - cache.KEPT + 1, 10))])


def test_without_a_writable_cache_it_still_works(tmp_path: Path) -> None:
    """A cache folder that cannot be made: slow, but no mistake, and nothing is cached elsewhere."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "import json; from yomisim.kernel import cache, jit; print(json.dumps([cache.key(), jit.CACHED]))"
    assert run(["-c", code], YOMISIM_CACHE=str(blocked / "under")) == [cache.key(), False]
