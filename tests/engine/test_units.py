"""Missing units are compiled at the same time in processes of their own; shown with units that compile nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import kit
import pytest

from yomisim.kernel import cache, jit, units
from yomisim.kernel.units import Unit, compile_here, ensure_compiled, is_marked
from yomisim.play.yomi1 import game

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled here")

#: Each function leaves a line with its name and process in a file.
STAND_INS = """
import os, sys, time
from pathlib import Path

HERE = Path(__file__).parent


def note(name):
    with open(HERE / "calls", "a") as file:
        file.write(f"{name} {os.getpid()}\\n")


def meet(name, other):
    note(name)
    for _ in range(600):
        if other in (HERE / "calls").read_text():
            return
        time.sleep(0.05)
    raise TimeoutError(other)


def first():
    meet("first", "second")


def second():
    meet("second", "first")


def quick():
    note("quick")
    time.sleep(0.5)


def slow():
    note("slow")
    time.sleep(60)


def wrong():
    note("wrong")
    raise ZeroDivisionError("in a unit")


def dies():
    note("dies")
    if "yomisim.kernel.units" in getattr(sys, "orig_argv", ()):
        os._exit(9)
"""
SCRIPT = """
import sys
from yomisim.kernel.units import Unit, ensure_compiled
try:
    ensure_compiled([Unit(name, "stand_ins", name) for name in sys.argv[1:]])
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the stand-ins lie and note their calls; the cache lies in it too, for this process and for others."""
    (tmp_path / "stand_ins.py").write_text(STAND_INS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("YOMISIM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(units, "FOLDER", tmp_path / "cache" / cache.key())
    units.FOLDER.mkdir(parents=True)
    monkeypatch.delitem(sys.modules, "stand_ins", raising=False)
    return tmp_path


def stand_ins(*names: str) -> list[Unit]:
    return [Unit(name, "stand_ins", name) for name in names]


def calls(folder: Path) -> dict[str, list[int]]:
    """Processes in which each stand-in was called."""
    found: dict[str, list[int]] = {}
    file = folder / "calls"
    for line in file.read_text().splitlines() if file.exists() else ():
        name, process = line.split()
        found.setdefault(name, []).append(int(process))
    return found


def script(folder: Path, *names: str) -> subprocess.Popen:
    environment = {**kit.environment(), "YOMISIM_CACHE": str(folder / "cache")}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), environment["PYTHONPATH"]])
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *names],
        env=environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def wait_for(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def has_ended(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def test_missing_units_are_compiled_at_the_same_time_and_once(folder: Path, capfd: pytest.CaptureFixture) -> None:
    pair = stand_ins("first", "second")  # each waits for the other
    ensure_compiled(pair)
    ((one,), (two,)) = calls(folder).values()
    assert len({one, two, os.getpid()}) == 3
    assert all(is_marked(unit) for unit in pair)
    out, err = capfd.readouterr()
    assert out == "" and err == "note: compiling the engine, once: about half a minute\n"
    ensure_compiled(pair)
    assert capfd.readouterr() == ("", "") and len(calls(folder)["first"]) == 1


def test_only_what_is_missing_is_compiled(folder: Path) -> None:
    compile_here(stand_ins("quick"))
    ensure_compiled(stand_ins("quick", "dies"))
    assert len(calls(folder)["quick"]) == 1 and "dies" in calls(folder)


def test_a_unit_whose_file_has_changed_is_compiled_again(folder: Path) -> None:
    compile_here(stand_ins("quick"))
    os.utime(folder / "stand_ins.py", (1, 1))
    assert not is_marked(*stand_ins("quick"))


def test_half_a_mark_is_none(folder: Path) -> None:
    compile_here(stand_ins("quick"))
    mark = units.FOLDER / "quick.compiled"
    mark.write_text(mark.read_text()[:20])
    assert not is_marked(*stand_ins("quick"))


def test_a_mistake_in_a_unit_comes_out(folder: Path) -> None:
    with pytest.raises(ZeroDivisionError, match="in a unit"):
        ensure_compiled(stand_ins("wrong", "quick"))
    assert os.getpid() in calls(folder)["wrong"] and is_marked(*stand_ins("quick"))
    assert not is_marked(*stand_ins("wrong"))


def test_what_a_killed_process_leaves_undone_is_done_here(folder: Path, capfd: pytest.CaptureFixture) -> None:
    ensure_compiled(stand_ins("dies"))
    assert calls(folder)["dies"][-1] == os.getpid() and is_marked(*stand_ins("dies"))
    assert "a process that compiled ended with exit code 9" in capfd.readouterr().err


def test_without_more_processes_it_is_done_here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_words: object, **_options: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    ensure_compiled(stand_ins("quick", "dies"))
    assert calls(folder) == {"quick": [os.getpid()], "dies": [os.getpid()]}


def test_without_a_cache_it_is_done_here_every_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(units, "CACHED", False)
    for _ in range(2):
        ensure_compiled(stand_ins("quick"))
        assert "cannot be written" in capfd.readouterr().err
    assert calls(folder)["quick"] == [os.getpid()] * 2 and list(units.FOLDER.iterdir()) == []


def test_nothing_is_done_where_nothing_is_compiled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "DISABLED", True)
    ensure_compiled(stand_ins("quick"))
    assert calls(folder) == {}


def test_processes_that_start_together_wait_for_each_other(folder: Path) -> None:
    """Who comes second finds the unit in the cache: it calls it as well, which only loads it."""
    both = [script(folder, "quick") for _ in range(2)]
    assert [process.wait(timeout=60) for process in both] == [0, 0]
    assert is_marked(*stand_ins("quick"))


@pytest.mark.parametrize("how, code", [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_when_it_is_stopped_nothing_goes_on(folder: Path, how: signal.Signals, code: int) -> None:
    process = script(folder, "slow", "quick")
    wait_for(lambda: len(calls(folder)) == 2)
    process.send_signal(how)
    _out, err = process.communicate(timeout=20)
    assert process.returncode == code and "Traceback" not in err
    wait_for(lambda: all(has_ended(child) for children in calls(folder).values() for child in children))
    assert not is_marked(*stand_ins("slow"))


def test_the_units_of_the_game() -> None:
    assert len({unit.name for unit in game.UNITS}) == len(game.UNITS)
    kit.new_match()
    assert all(is_marked(unit) for unit in game.UNITS)
    for unit in game.UNITS:
        unit.load()
    assert len(game._run.signatures) == 1, "the unit is compiled for other arguments than games are played with"
