"""How fast the engine is: games per second on one core, and how long a start takes in a fresh process."""

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
from yomisim.batch.engine import engine_for, without_abilities
from yomisim.batch.plan import Plan, cores, round_robin
from yomisim.batch.run import run
from yomisim.cards.load import Game, editions, load_game
from yomisim.errors import BadInput
from yomisim.paths import label

#: Wall time of one round of measuring, and the number of rounds (the median is reported).
ROUND_SECONDS = 1.5
ROUNDS = 3
SEED = 1


def main(
    game: str, edition: str | None = None, data: Path | None = None, say: Callable[[str], None] = lambda text: None
) -> dict[str, Any]:
    """Measure everything; two to four minutes, most of it compilation.

    Parameters
    ----------
    game, data : what to load, as for `load_game`.
    edition : only this one; None measures every edition.
    say : called with a line for each step.

    Returns
    -------
    JSON values: ``speeds``, a list of what :func:`speed` gives with ``policy``, ``edition`` and ``abilities`` (False:
    the base rules alone, in the default edition or the one asked for); ``start`` with ``cold`` and ``warm``, see
    :func:`starts`; versions and the processor.

    Raises
    ------
    BadInput : for an unknown name, or where a fresh process fails.
    """
    loaded = load_game(game, edition, data)
    names = editions(game, data) if edition is None else [edition]
    start = starts(loaded, say)
    speeds: list[dict[str, Any]] = []
    for policy in engine_for(loaded.id).policies:
        for name in names:
            say(f"one core, {policy} play, {name} edition")
            figures = speed(load_game(game, name, data), policy)
            speeds.append({"policy": policy, "edition": name, "abilities": True, **figures})
        say(f"one core, {policy} play, base rules alone")
        figures = speed(loaded, policy, abilities=False)
        speeds.append({"policy": policy, "edition": loaded.edition, "abilities": False, **figures})
    return {
        "yomisim": __version__,
        "game": loaded.id,
        "data": label(loaded.folder),
        "data_hash": loaded.data_hash,
        "seed": SEED,
        "pairs": len(round_robin(loaded, games=1).pairs),
        "speeds": speeds,
        "start": start,
        "machine": machine(),
    }


def speed(game: Game, policy: str, abilities: bool = True) -> dict[str, Any]:
    """Speed of a policy on one core, averaged over every pair and mirror, each weighing the same number of games."""
    engine = engine_for(game.id)
    if not abilities:
        engine = without_abilities(engine)

    def plan(games: int) -> Plan:
        return round_robin(game, games=games, seed=SEED, policy=policy)

    trial = run(plan(20), workers=1, engine=engine)
    per_pair = max(2, int(trial.games_per_second * ROUND_SECONDS / len(trial.plan.pairs)))
    rounds = [run(plan(per_pair), workers=1, chunk=per_pair, engine=engine) for _ in range(ROUNDS)]
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


def starts(game: Game, say: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """Wall time of a whole command in a fresh process.

    ``cold``: on an empty cache, everything compiled that the project compiles (batches, the unit of the abilities,
    turn by turn play) and a game of every pair played. ``warm``: a first result, 100 games of one pair, from the cache
    that this has filled. Both times hold the start of Python and all imports.
    """
    a, b = list(game.characters)[:2]
    words = ["simulate", game.id, a, b, "--games", "100", "--workers", "1", "--edition", game.edition, "--json"]
    words += ["--policy", engine_for(game.id).policies[-1]]
    data = str(game.folder.resolve().parent)
    with tempfile.TemporaryDirectory(prefix="yomisim-bench-") as cache:
        path = os.pathsep.join(filter(None, sys.path))
        environment = {**os.environ, "YOMISIM_CACHE": cache, "PYTHONPATH": path, "YOMISIM_DATA": data}
        say("fresh process, everything to compile")
        cold = _timed([sys.executable, "-m", "yomisim.batch.warm", game.id], environment)
        say("fresh process, warm cache")
        warm = min(_timed([sys.executable, "-m", "yomisim.cli", *words], environment) for _ in range(3))
    return {
        "cold": {"command": f"python -m yomisim.batch.warm {game.id}", "seconds": round(cold, 2)},
        "warm": {"command": " ".join(["yomisim", *words]), "seconds": round(warm, 2)},
    }


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
