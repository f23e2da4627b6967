"""How fast the engine is: games and choices a second, what more cores give, starts, memory, and a whole chart."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from yomisim import __version__
from yomisim.batch import bench_openspiel, bench_process
from yomisim.batch.bench_solo import solo_speeds
from yomisim.batch.engine import engine_for, without_abilities
from yomisim.batch.jobs import make_jobs, play_chunk
from yomisim.batch.machine import machine
from yomisim.batch.plan import Plan, cores, round_robin
from yomisim.batch.run import run
from yomisim.cards.load import Game, editions, load_game
from yomisim.paths import label

#: Wall time of one round of measuring, and the number of rounds (the median is reported).
ROUND_SECONDS = 1.5
ROUNDS = 3
SEED = 1
#: Who plays where more cores are measured.
SCALING_POLICY = "greedy"


def main(
    game: str,
    edition: str | None = None,
    data: Path | None = None,
    say: Callable[[str], None] = lambda text: None,
    quick: bool = False,
) -> dict[str, Any]:
    """Measure everything; about five minutes, a good part of it compilation.

    Parameters
    ----------
    game, data : what to load, as for `load_game`.
    edition : only this one; None measures every edition.
    say : called with a line for each step.
    quick : leave out what takes long: the cold start, memory, and the chart.

    Returns
    -------
    JSON values: ``speeds``, a list of what :func:`speed` gives with ``policy``, ``edition`` and ``abilities`` (False:
    the base rules alone, in the default edition or the one asked for); ``solo``, see `bench_solo.solo_speeds`, where
    the game has bots; ``openspiel`` (None where it is not installed),
    ``ratio`` of choices a second of random play, abilities on, to OpenSpiel's goofspiel; ``scaling``, see
    :func:`scaling`; ``start``, ``memory`` and ``chart``, see `bench_process`; versions and the processor.

    Raises
    ------
    BadInput : for an unknown name, or where a fresh process fails.
    """
    loaded = load_game(game, edition, data)
    names = editions(game, data) if edition is None else [edition]
    start = bench_process.starts(loaded, say, cold=not quick)
    speeds: list[dict[str, Any]] = []
    openspiel: list[dict[str, Any]] | None = None
    for policy in engine_for(loaded.id).policies:
        for name in names:
            say(f"one core, {policy} play, {name} edition")
            figures = speed(load_game(game, name, data), policy)
            speeds.append({"policy": policy, "edition": name, "abilities": True, **figures})
        say(f"one core, {policy} play, base rules alone")
        figures = speed(loaded, policy, abilities=False)
        speeds.append({"policy": policy, "edition": loaded.edition, "abilities": False, **figures})
        if policy == "random":  # next to what it is compared with
            say("one core, OpenSpiel")
            openspiel = bench_openspiel.measure(ROUND_SECONDS, ROUNDS)
    if openspiel is None:
        say("OpenSpiel is not installed (pip install open_spiel): left out")
    return {
        "yomisim": __version__,
        "game": loaded.id,
        "data": label(loaded.folder),
        "data_hash": loaded.data_hash,
        "seed": SEED,
        "pairs": len(round_robin(loaded, games=1).pairs),
        "speeds": speeds,
        "openspiel": openspiel,
        "ratio": _ratio(speeds, openspiel, loaded.edition),
        **_solo(loaded, say),
        "scaling": scaling(loaded, say),
        "start": start,
        "memory": None if quick else bench_process.memory(loaded, say),
        "chart": None if quick else bench_process.chart(loaded, say),
        "machine": machine(),
    }


def _solo(game: Game, say: Callable[[str], None]) -> dict[str, Any]:
    """Speed against bots, where the game has any."""
    if not game.bots:
        return {}
    say("one core, against bots")
    return {"solo": solo_speeds(game, SEED, ROUND_SECONDS, ROUNDS)}


def speed(game: Game, policy: str, abilities: bool = True) -> dict[str, Any]:
    """Speed of a policy on one core, averaged over every pair and mirror, each weighing the same number of games."""
    engine = engine_for(game.id)
    if not abilities:
        engine = without_abilities(engine)

    def plan(games: int) -> Plan:
        return round_robin(game, games=games, seed=SEED, policy=policy)

    play_chunk(make_jobs(plan(2), engine)[0], engine, 0, 1)  # compiles
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


def scaling(game: Game, say: Callable[[str], None] = lambda text: None) -> list[dict[str, Any]]:
    """Wall time of one plan by one and more threads, and by as many processes of a Dask cluster on this machine.

    Returns
    -------
    For each ``kind`` (threads, cluster) and number of ``workers``: ``games_per_second`` and the ``speedup`` over one
    thread. No clusters where Dask is not installed.
    """
    rate = speed(game, SCALING_POLICY)["games_per_second"]
    pairs = len(round_robin(game, games=1).pairs)
    plan = round_robin(game, games=max(2, int(4 * ROUND_SECONDS * rate / pairs)), seed=SEED, policy=SCALING_POLICY)
    found: list[dict[str, Any]] = []
    counts = sorted({1, 2, cores()} & set(range(1, cores() + 1)))
    for kind, open_workers in (("threads", _threads), ("cluster", _cluster)):
        for count in counts:
            say(f"{kind}, {count} worker{'' if count == 1 else 's'}")
            with open_workers(count) as workers:
                if workers is None:
                    break
                run(round_robin(game, games=2, policy=SCALING_POLICY), workers=workers)  # everybody has it loaded
                start = time.perf_counter()
                outcome = run(plan, workers=workers)
                figure = outcome.games / (time.perf_counter() - start)
            first = found[0]["games_per_second"] if found else figure
            found.append(
                {
                    "kind": kind,
                    "workers": count,
                    "games_per_second": round(figure),
                    "speedup": round(figure / first, 2),
                }
            )
    return found


@contextmanager
def _threads(count: int) -> Iterator[Any]:
    yield count


@contextmanager
def _cluster(count: int) -> Iterator[Any]:
    from yomisim.batch.cluster import installed, open_cluster

    if not installed():
        yield None
        return
    with open_cluster(f"local:{count}") as workers:
        yield workers


def _ratio(speeds: list[dict[str, Any]], openspiel: list[dict[str, Any]] | None, edition: str) -> float | None:
    """Choices a second of random play with abilities, in units of OpenSpiel's goofspiel."""
    if not openspiel:
        return None
    own = next(
        row["choices_per_second"]
        for row in speeds
        if row["policy"] == "random" and row["abilities"] and row["edition"] == edition
    )
    return round(own / openspiel[0]["choices_per_second"], 2)
