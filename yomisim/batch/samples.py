"""States between turns of many games, with how the games ended: what a policy's worth of states is learned from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import numpy as np

#: One state between two turns, for seats 0 and 1.
SAMPLE = np.dtype(
    [
        ("number", "i4"),  # game number
        ("turn", "i2"),
        ("life", "i2", (2,)),
        ("hand", "u8", (2,)),  # cards
        ("down", "i1", (2,)),  # knocked down in the coming combat
        ("in_play", "i1", (2,)),  # cards that stay in play
        ("score", "i1"),  # of seat 0 in this game, in half points: 0, 1 (a draw) or 2
        ("turns", "i2"),  # of the whole game
    ]
)


@dataclass(frozen=True)
class Task:
    """Games of one table that are played turn by turn.

    Parameters
    ----------
    table : (1,) TABLE. policies : codes of seats 0 and 1. seed, pair : as in `play_games`. first, count : game numbers.
    """

    table: np.ndarray
    policies: tuple[int, int]
    seed: int
    pair: int
    first: int
    count: int


def play_samples(task: Task) -> np.ndarray:
    """Every state between turns of the games of a task: shape (states,), dtype SAMPLE."""
    from yomisim.play.yomi1 import play_turn, start_game
    from yomisim.rules.yomi1.state import MATCH

    match = np.zeros(1, MATCH)
    m, t = match[0], task.table[0]
    m["policy"] = task.policies
    fighter = match["public"]["fighter"][0]
    hands = match["own"]["hand"][0]
    parts = []
    for number in range(task.first, task.first + task.count):
        start_game(t, m, task.seed, task.pair, number)
        rows = []
        while not m["over"]:
            play_turn(t, m)
            if not m["over"]:
                rows.append((tuple(fighter["life"]), tuple(hands), tuple(fighter["down"]), tuple(fighter["in_play"])))
        part = np.zeros(len(rows), SAMPLE)
        part["number"] = number
        part["turn"] = np.arange(1, len(rows) + 1)
        for i, (life, hand, down, in_play) in enumerate(rows):
            part[i]["life"], part[i]["hand"], part[i]["down"] = life, hand, down
            part[i]["in_play"] = [int(cards).bit_count() for cards in in_play]
        winner = int(m["winner"])
        part["score"] = 1 if winner < 0 else 2 * (winner == 0)
        part["turns"] = len(rows) + 1
        parts.append(part)
    return np.concatenate(parts)


def sample_games(
    tasks: Sequence[Task], workers: int, progress: Callable[[int, int], Any] | None = None
) -> list[np.ndarray]:
    """`play_samples` of every task, in the order of the tasks; on `workers` processes."""
    total = sum(task.count for task in tasks)
    done = 0
    results = []
    with ProcessPoolExecutor(max_workers=workers, mp_context=get_context("spawn")) as pool:
        for task, part in zip(tasks, pool.map(play_samples, tasks)):
            results.append(part)
            done += task.count
            if progress is not None:
                progress(done, total)
    return results
