"""How fast the engine is: games per second on one core, and how long a first result takes in a fresh process."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from yomisim import __version__
from yomisim.batch.plan import Plan, cores, round_robin
from yomisim.batch.run import run
from yomisim.cards.load import Game, load_game
from yomisim.errors import BadInput

#: Wall time of one round of measuring, and the number of rounds (the median is reported).
ROUND_SECONDS = 1.5
ROUNDS = 3
SEED = 1


def main(
    game: str, edition: str | None = None, data: Path | None = None, say: Callable[[str], None] = lambda text: None
) -> dict[str, Any]:
    """Measure everything; about a minute, most of it compilation.

    Parameters
    ----------
    game, edition, data : what to load, as for `load_game`.
    say : called with a line for each step.

    Returns
    -------
    JSON values: ``policies`` -> name -> ``games_per_second, turns_per_second, choices_per_second`` (one core, all
    pairs and mirrors, each weighing the same number of games) and means per game; ``first_result`` with
    ``cold_seconds`` and ``warm_seconds``, wall time of a whole command; versions and the processor.

    Raises
    ------
    BadInput : for an unknown name, or where a fresh process fails.
    """
    from yomisim.policies.codes import POLICY_NAMES

    loaded = load_game(game, edition, data)
    start = first_result(loaded, say)
    policies = {}
    for name in POLICY_NAMES:
        say(f"one core, {name} play")
        policies[name] = speed(loaded, name)
    return {
        "yomisim": __version__,
        "game": loaded.id,
        "edition": loaded.edition,
        "data_hash": loaded.data_hash,
        "seed": SEED,
        "pairs": len(round_robin(loaded, games=1).pairs),
        "policies": policies,
        "first_result": start,
        "machine": machine(),
    }


def speed(game: Game, policy: str) -> dict[str, Any]:
    """Speed of a policy on one core, averaged over every pair and mirror."""

    def plan(games: int) -> Plan:
        return round_robin(game, games=games, seed=SEED, policy=policy)

    trial = run(plan(20), workers=1)
    per_pair = max(2, int(trial.games_per_second * ROUND_SECONDS / len(trial.plan.pairs)))
    rounds = [run(plan(per_pair), workers=1, chunk=per_pair) for _ in range(ROUNDS)]
    seconds = statistics.median(outcome.seconds for outcome in rounds)
    tallies = rounds[0].tallies
    games, turns, choices = (int(tallies[field].sum()) for field in ("games", "turns", "choices"))
    return {
        "games": games,
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds),
        "turns_per_second": round(turns / seconds),
        "choices_per_second": round(choices / seconds),
        "turns_per_game": round(turns / games, 2),
        "choices_per_game": round(choices / games, 2),
    }


def first_result(game: Game, say: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """Wall time of a whole `simulate` command in a fresh process: with an empty cache, then with the filled one."""
    a, b = list(game.characters)[:2]
    words = ["simulate", game.id, a, b, "--games", "100", "--workers", "1", "--edition", game.edition, "--json"]
    command = [sys.executable, "-m", "yomisim.cli", *words, "--data", str(game.folder.resolve().parent)]
    with tempfile.TemporaryDirectory(prefix="yomisim-bench-") as cache:
        environment = {**os.environ, "YOMISIM_CACHE": cache, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        say("first result in a fresh process, everything to compile")
        cold = _timed(command, environment)
        say("first result in a fresh process, warm cache")
        warm = min(_timed(command, environment) for _ in range(3))
    return {"command": " ".join(["yomisim", *words]), "cold_seconds": round(cold, 2), "warm_seconds": round(warm, 2)}


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": cores(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "numba", "llvmlite")},
    }


def _timed(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    elapsed = time.perf_counter() - start
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise BadInput(f"a fresh process ended with code {done.returncode}: {last}")
    return elapsed


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return " ".join(line.split(":", 1)[1].split())
    except OSError:
        pass
    return platform.processor() or platform.machine()
