"""Units that are linked and optimised once give what numba's own way gives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import kit
import pytest

from yomisim.kernel import cache, jit
from yomisim.kernel.units import Unit, _in_children, is_marked

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled here")

#: A unit of three levels, with an array and a division, as the engine has them; `address` compiles it.
MODULE = """
import numpy as np
from yomisim.kernel.door import address_of
from yomisim.kernel.jit import compiled, entry, leaf, out_of_line

PAIR = np.dtype([("a", "i8"), ("b", "f8", (3,))], align=True)


@leaf
def third(x):
    return x * np.int64(3)


@compiled
def middle(pair, n):
    out_of_line()
    total = pair["b"][0]
    for i in range(n):
        total += third(np.int64(i)) / pair["b"][1]
    pair["b"][2] = total
    return np.int64(total)


def top(first, second):
    return middle(first, first["a"]) + middle(second, second["a"])


def address():
    return address_of(top, PAIR, PAIR)


@entry
def run(pairs):
    return middle(pairs[0], pairs[0]["a"])


def compile_run():
    run(np.ones(1, PAIR))
"""
LOAD = """
import numpy as np
import small_unit
from yomisim.kernel.door import call_with_records
from yomisim.kernel.jit import compiled

@compiled
def go(address, pairs):
    return call_with_records(address, pairs[0], pairs[1])

pairs = np.ones(2, small_unit.PAIR)
pairs["a"] = 4, 5
print(go(small_unit.address(), pairs), pairs["b"][:, 2].tolist(), small_unit.run(pairs))
for made in (small_unit.run,):
    print(sum(made.stats.cache_hits.values()), sum(made.stats.cache_misses.values()))
"""


def run(tmp_path: Path, source: str, **more: str) -> str:
    environment = {**kit.environment(), "YOMISIM_CACHE": str(tmp_path / "cache"), **more}
    environment["PYTHONPATH"] = f"{tmp_path}:{environment['PYTHONPATH']}"
    done = subprocess.run([sys.executable, "-c", source], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_unit_linked_once_is_loaded_and_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "small_unit.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("YOMISIM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("yomisim.kernel.units.FOLDER", tmp_path / "cache" / cache.key())
    both = [Unit("small-address", "small_unit", "address"), Unit("small-run", "small_unit", "compile_run")]
    (tmp_path / "cache" / cache.key()).mkdir(parents=True)
    _in_children(both)
    assert all(is_marked(unit) for unit in both), "a child has failed: compiled again, slowly, where the game is played"
    for mark in (tmp_path / "cache" / cache.key()).glob("*.compiled"):
        mark.unlink()  # as where a process was killed between the cache and the mark
    _in_children(both)
    assert all(is_marked(unit) for unit in both), "a child has failed at what the cache held already"
    # 1 + 3 * (0 + 1 + 2 + 3) / 1 and 1 + 3 * (0 + ... + 4) / 1
    assert run(tmp_path, LOAD).splitlines() == ["50 [19.0, 31.0] 19", "1 0"]


def test_nothing_compiled_is_called_while_modules_are_imported() -> None:
    """A process that only compiles has no wrappers for Python: such a call ends it (and all its work was lost)."""
    rooms = " ".join(
        ".".join(path.relative_to(cache.PACKAGE.parent).with_suffix("").parts)
        for path in cache.sources()
        if path.stem != "__init__"
    )
    source = f"import importlib, sys\nfor name in {rooms!r}.split(): importlib.import_module(name)"
    done = subprocess.run(
        [sys.executable, "-c", source],
        env={**kit.environment(), jit.COMPILING: "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
