"""Measuring whole commands, each in a fresh process: wall time and the most memory that it held."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from yomisim.batch.engine import engine_for
from yomisim.cards.load import Game
from yomisim.errors import BadInput

#: Games of the measurement of memory.
MANY_GAMES = 10_000_000
#: Half width of the chart whose time is measured, in points.
POINTS = 0.5


class Measured(NamedTuple):
    """Seconds of wall time from start to end of a process, and its largest resident memory in MB (10^6 bytes)."""

    seconds: float
    memory: float


def starts(game: Game, say: Callable[[str], None], cold: bool = True) -> dict[str, Any]:
    """Wall time of a whole command in a fresh process.

    ``cold``: on an empty cache, everything compiled that the project compiles (batches, the unit of the abilities,
    turn by turn play) and a game of every pair played. ``warm``: a first result, 100 games of one pair, from the cache.
    Both times hold the start of Python and all imports.

    Parameters
    ----------
    cold : False leaves this out, and uses the user's own cache.
    """
    a, b = list(game.characters)[:2]
    words = ["simulate", game.id, a, b, "--games", "100", "--workers", "1", "--edition", game.edition, "--json"]
    words += ["--policy", engine_for(game.id).policies[-1]]
    told: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="yomisim-bench-") as folder:
        cache = {"YOMISIM_CACHE": folder} if cold else {}
        if cold:
            say("fresh process, everything to compile")
            seconds = timed([sys.executable, "-m", "yomisim.batch.warm", game.id], game, cache).seconds
            told["cold"] = {"command": f"python -m yomisim.batch.warm {game.id}", "seconds": round(seconds, 2)}
        say("fresh process, warm cache")
        seconds = min(timed(_command(words), game, cache).seconds for _ in range(3))
        told["warm"] = {"command": " ".join(["yomisim", *words]), "seconds": round(seconds, 2)}
    return told


def memory(game: Game, say: Callable[[str], None], games: int = MANY_GAMES) -> list[dict[str, Any]]:
    """The most memory that a run of many games holds, without and with a row of every game."""
    count = len(game.characters)
    each = -(-games // (count * (count + 1) // 2))
    found = []
    for rows in (False, True):
        say(f"memory of {games:,} games{' with a row of each' if rows else ''}")
        words = ["run", game.id, "--policies", "random", "--games", str(each + each % 2), "--edition", game.edition]
        measured = _run(game, [*words, *(["--rows"] if rows else [])])
        found.append(
            {"games": games, "rows": rows, "megabytes": round(measured.memory), "seconds": round(measured.seconds, 1)}
        )
    return found


def chart(game: Game, say: Callable[[str], None], policy: str = "greedy", points: float = POINTS) -> dict[str, Any]:
    """Wall time of the whole chart to within half a point, mirrors included, from a warm cache."""
    say(f"every pair to within {points:g} points, {policy} play")
    words = ["run", game.id, "--policies", policy, "--precision", str(points), "--edition", game.edition]
    measured = _run(game, words)
    pairs = len(game.characters) * (len(game.characters) - 1) // 2
    return {"policy": policy, "pairs": pairs, "points": points, "seconds": round(measured.seconds, 1)}


def timed(command: list[str], game: Game, environment: dict[str, str]) -> Measured:
    """Run a command to its end.

    Raises
    ------
    BadInput : where it fails, with the last line of what it said.
    """
    path = os.pathsep.join(filter(None, sys.path))
    data = str(game.folder.resolve().parent)
    everything = {**os.environ, "PYTHONPATH": path, "YOMISIM_DATA": data, **environment}
    with tempfile.TemporaryFile("w+") as said:
        start = time.perf_counter()
        process = subprocess.Popen(command, env=everything, stdout=subprocess.DEVNULL, stderr=said)
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            raise
        elapsed = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            said.seek(0)
            last = (said.read().strip().splitlines() or ["no message"])[-1]
            raise BadInput(f"a fresh process ended with code {process.returncode}: {last}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Measured(elapsed, usage.ru_maxrss * unit / 1e6)


def _run(game: Game, words: list[str]) -> Measured:
    with tempfile.TemporaryDirectory(prefix="yomisim-bench-") as folder:
        return timed(_command([*words, "--out", str(Path(folder) / "run")]), game, {})


def _command(words: list[str]) -> list[str]:
    return [sys.executable, "-m", "yomisim.cli", *words]
