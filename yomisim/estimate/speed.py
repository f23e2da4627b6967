"""How long combos and picks take: figures for `yomisim bench`."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.batch import bench_process
from yomisim.cards.load import Game
from yomisim.estimate.combo_rooms import combo_room

#: Cards of a hand, hands of a round, and rounds (the median is reported).
SIZE = 12
HANDS = 5_000
ROUNDS = 3
#: Characters of the chart for which picks are worked out, games of each of its cells, and of a match at most.
CHARACTERS, GAMES, BEST_OF = 20, 2_000, 7


def combo_speed(games: Iterable[Game]) -> dict[str, Any]:
    """Time for the best combo of a random hand of SIZE cards over all its starters, on one core.

    Returns
    -------
    JSON values: `cards` of a hand, `hands` of a round; `places`, a list with `edition`, `character`, `switches`,
    `after_dodge` and `microseconds` a hand (processor time) for each place of every game; `mean` over the characters
    without switches, and the `worst` place.
    """
    rows: list[dict[str, Any]] = []
    for game in games:
        room = combo_room(game.id)
        for character in game.characters:
            for place in room.places(game, character):
                named = {"edition": game.edition, "character": character, "switches": place.setting.names}
                cost = _microseconds(room.to_time, place)
                rows.append({**named, "after_dodge": place.after_dodge, "microseconds": cost})
    plain = [row["microseconds"] for row in rows if not row["switches"] and not row["after_dodge"]]
    return {
        "cards": SIZE,
        "hands": HANDS,
        "mean": round(statistics.mean(plain), 2),
        "worst": max(rows, key=lambda row: row["microseconds"]),
        "places": rows,
    }


def _microseconds(to_time: Callable[[Any, int, int], Callable[[], object]], place: Any) -> float:
    """Processor time for one hand."""
    to_time(place, SIZE, 1)()  # compiled before it is timed
    best_of_all, seconds = to_time(place, SIZE, HANDS), []
    for _ in range(ROUNDS):
        start = time.thread_time()
        best_of_all()
        seconds.append(time.thread_time() - start)
    return round(1e6 * statistics.median(seconds) / HANDS, 2)


def pick_speed(game: Game) -> dict[str, Any]:
    """Wall time of `yomisim meta` on a made-up chart, intervals included, in a fresh process with a warm cache; the
    game is that whose data are in use.

    Returns
    -------
    JSON values: `characters` and `best_of`; `seconds`, the least of ROUNDS.
    """
    generator = np.random.default_rng(1)
    names = [f"c{number:02}" for number in range(CHARACTERS)]
    rows = [f"{a},{b},{generator.uniform(0.35, 0.65):.4f},{GAMES}" for a, b in combinations(names, 2)]
    with tempfile.TemporaryDirectory(prefix="yomisim-bench-") as folder:
        chart = Path(folder) / "chart.csv"
        chart.write_text("\n".join(["p1,p2,win_rate_p1,games", *rows]) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "yomisim.cli", "meta", str(chart), "--best-of", str(BEST_OF), "--json"]
        seconds = min(bench_process.timed(command, game, {}).seconds for _ in range(ROUNDS))
    return {"characters": CHARACTERS, "best_of": BEST_OF, "seconds": round(seconds, 2)}
