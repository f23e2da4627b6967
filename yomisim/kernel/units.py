"""Compiling what is missing once, all units at the same time.

A unit is a piece of machine code that is compiled and cached by itself. numba compiles one function at a time in a
process, so each missing unit gets a process of its own: ``python -m yomisim.kernel.units NAME MODULE FUNCTION``. This
process only waits and then loads what they left in the cache, and so can be interrupted at any time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from yomisim.kernel import FOLDER
from yomisim.kernel.jit import CACHED, COMPILING, DISABLED, processor

try:
    import fcntl
except ImportError:  # no such locks here: processes that start together compile the same twice, which is only slow
    fcntl = None  # type: ignore[assignment]

#: How many units are compiled at the same time.
AT_ONCE = max(2, os.cpu_count() or 1)
#: The two ways of `Unit.by_level`, as the command line of a child has them.
_BY_LEVEL, _ONCE = "by-level", "once"


@dataclass(frozen=True)
class Unit:
    """A piece of machine code with a cache entry of its own.

    Parameters
    ----------
    name : file name of its mark in the cache folder, unique in the project.
    module : where the cached function is defined.
    function : name of a function in it without arguments that compiles the unit or loads it from the cache.
    by_level : optimise function by function and then together, as numba does, instead of all together, once
        (kernel/linking): takes twice the time and makes the code a few percent faster.
    """

    name: str
    module: str
    function: str
    by_level: bool = False

    def load(self) -> None:
        """Have it in this process, from the cache if it is there."""
        getattr(import_module(self.module), self.function)()


def ensure_compiled(units: Sequence[Unit]) -> None:
    """Compile the units that the cache does not hold; says so on standard error, because it takes its time.

    Safe where processes start together (they wait for each other) and where one is killed in between (a mark is
    written when a unit is complete, a lock ends with its process).
    """
    if DISABLED:
        return
    missing = [unit for unit in units if not is_marked(unit)]
    if not missing:
        return
    _say(CACHED)
    if CACHED:
        _in_children(missing)
    compile_here(unit for unit in missing if not is_marked(unit))


def compile_here(units: Iterator[Unit] | Sequence[Unit]) -> None:
    """Compile units in this process, one after the other, and mark them."""
    for unit in units:
        with _locked(unit):
            unit.load()
            _mark(unit)


def is_marked(unit: Unit) -> bool:
    """Whether the cache holds the unit for this processor and the present state of its file."""
    try:
        return _mark_file(unit).read_text() == _state(unit)
    except OSError:
        return False


def _mark(unit: Unit) -> None:
    """Note that the cache holds the unit; written under another name first, so that there is never half a mark."""
    if not CACHED:
        return
    draft = _mark_file(unit).with_suffix(f".{os.getpid()}")
    with suppress(OSError):  # on a full disk the next process compiles again
        draft.write_text(_state(unit))
        draft.replace(_mark_file(unit))


def _mark_file(unit: Unit) -> Path:
    return FOLDER / f"{unit.name}.compiled"


def _state(unit: Unit) -> str:
    """What numba compares before it takes something from the cache, beside what the folder stands for."""
    spec = find_spec(unit.module)
    if spec is None or spec.origin is None:
        raise ImportError(f"no module {unit.module}")
    file = os.stat(spec.origin)
    return f"{file.st_mtime_ns} {file.st_size} {' '.join(processor())}\n"


@contextmanager
def _locked(unit: Unit) -> Iterator[None]:
    """One process at a time: who comes second finds the unit in the cache."""
    if fcntl is None or not CACHED:
        yield
        return
    with open(FOLDER / f"{unit.name}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _say(kept: bool) -> None:
    text = "compiling the engine, once: about half a minute" if kept else "compiling the engine: about a minute"
    more = "" if kept else f" (each time, because {FOLDER} cannot be written)"
    if sys.stderr is not None:
        with suppress(OSError):  # nobody may be listening
            print(f"note: {text}{more}", file=sys.stderr, flush=True)


def _say_failed(code: int) -> None:
    """Slow, not wrong: what a child did not finish is compiled here."""
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"note: a process that compiled ended with {how}; its part takes longer", file=sys.stderr, flush=True)


def _in_children(units: Sequence[Unit]) -> None:
    """Compile each unit in a process of its own, the first ones first. What fails there stays without a mark; its
    mistake shows when it is compiled here."""
    waiting = list(units)
    running: list[subprocess.Popen[bytes]] = []
    try:
        while waiting or running:
            while waiting and len(running) < AT_ONCE:
                try:
                    running.append(_start(waiting.pop(0)))
                except OSError:  # no more processes here
                    waiting.clear()
            time.sleep(0.05)
            for child in running:
                if child.poll():
                    _say_failed(child.returncode)
            running = [child for child in running if child.returncode is None]
    finally:
        for child in running:
            child.kill()
            child.wait()


def _start(unit: Unit) -> subprocess.Popen[bytes]:
    way = _BY_LEVEL if unit.by_level else _ONCE
    command = [sys.executable, "-P", "-m", __name__, unit.name, unit.module, unit.function, way]
    path = os.pathsep.join(path or os.getcwd() for path in sys.path)
    environment = {**os.environ, "PYTHONPATH": path, COMPILING: "1"}
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)


def _end_with_parent() -> None:
    """Standard input is a pipe that nobody writes to: it closes when the process that waits has ended, however."""
    while os.read(0, 1):  # not sys.stdin: its lock would end the process with a signal where the work is done first
        pass
    os._exit(1)


def main(words: Sequence[str]) -> int:
    """Compile one unit, for the process that started this one."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    name, module, function, way = words
    if way == _ONCE:
        from yomisim.kernel.linking import link_once  # loads half of numba, which processes that play do not need

        link_once()
    compile_here([Unit(name, module, function)])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
