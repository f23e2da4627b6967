"""Play two plans on the same luck: what a change of cards, of rules or of players does, game by game.

Both sides have the same pairs, seed and numbers of games, and differ either in the game's data (:func:`compare`) or in
who plays which character (:func:`exchanged`). The luck of a game hangs on seed, pair and number
alone, so that game 12 of a pair starts from the same shuffles on either side. What is counted is how often a game
number scored x before and y after: from that follows the difference with the variance of the differences, which is
smaller than that of two separate runs.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from yomisim.batch.engine import Engine, add, engine_for
from yomisim.batch.plan import Plan, check_workers
from yomisim.batch.run import Outcome, Progress, chunk_size, in_threads, make_jobs, play_some, warm_up
from yomisim.errors import BadInput

#: Scores of a game number in half points: 0 to 4 where it is played from both seats.
SCORES = 5


@dataclass(frozen=True)
class Comparison:
    """What came of two plans on the same luck.

    Parameters
    ----------
    before, after : the two outcomes; the wall time is shared out by the time spent on each.
    joint : counts, shape (number of pairs, 5, 5): game numbers in which player 1 scored i half points before and j
        after (0 to 4 over a swapped pair, 0 to 2 over a single game).
    """

    before: Outcome
    after: Outcome
    joint: np.ndarray


def compare(
    before: Plan,
    after: Plan,
    *,
    workers: Any = None,
    chunk: int | None = None,
    progress: Progress | None = None,
    engines: tuple[Engine, Engine] | None = None,
    counting: bool = False,
) -> Comparison:
    """Play every game of both plans; the same result for any number of workers and any size of chunk.

    Parameters
    ----------
    before, after : plans that differ in nothing but the game's data.
    workers, chunk, counting : as for `yomisim.batch.run.run`.
    progress : called with (games of both plans played, games in all).
    engines : the kernels to use; None takes each game's own.

    Raises
    ------
    BadInput : for plans that cannot be compared, or a number of workers out of range.
    """
    check_alike(before, after)
    return _on_the_same_luck(before, after, workers, chunk, progress, engines, counting)


def exchanged(
    plan: Plan, *, workers: Any = None, chunk: int | None = None, progress: Progress | None = None
) -> Comparison:
    """Play a plan, and every game number again with the two policies exchanged between the characters.

    Where seats are swapped, a game number is played four times on the same luck: each policy has each character in
    each seat once.

    Parameters
    ----------
    plan : what to play. workers, chunk, progress : as for :func:`compare`.

    Returns
    -------
    `before` is the plan itself, `after` the one with the policies exchanged; scores are player 1's in both.
    """
    turned = replace(plan, policies=(plan.policies[1], plan.policies[0]))
    return _on_the_same_luck(plan, turned, workers, chunk, progress, None)


def _on_the_same_luck(
    before: Plan,
    after: Plan,
    workers: Any,
    chunk: int | None,
    progress: Progress | None,
    engines: tuple[Engine, Engine] | None,
    counting: bool = False,
) -> Comparison:
    threads = check_workers(workers)
    engines = (engine_for(before.game.id), engine_for(after.game.id)) if engines is None else engines
    jobs = [make_jobs(plan, engine) for plan, engine in zip((before, after), engines)]
    rates = [warm_up(its[0], engine) for its, engine in zip(jobs, engines)]
    size = chunk_size(before, threads, 1 / sum(1 / max(rate, 1e-9) for rate in rates)) if chunk is None else chunk
    tallies = [engine.zeros(len(before.pairs)) for engine in engines]
    counting = counting and engines[0].counts is not None
    counts = [np.array([engine.no_counts() for _ in before.pairs]) if counting else None for engine in engines]
    joint = np.zeros((len(before.pairs), SCORES, SCORES), np.int64)
    spent = [0.0, 0.0]
    done, total = 0, before.total + after.total
    start = time.perf_counter()

    def one(number: int, first: int, count: int) -> tuple[list[np.ndarray], list[Any], np.ndarray, list[float]]:
        parts, counted, scores, seconds = [], [], [], []
        for its, engine in zip(jobs, engines):
            clock = time.perf_counter()
            scores.append(np.zeros(count, np.int8))
            counted.append(engine.no_counts() if counting else None)
            parts.append(play_some(its[number], engine, first, count, scores[-1], counted[-1]))
            seconds.append(time.perf_counter() - clock)
        cells = np.bincount(scores[0].astype(np.int64) * SCORES + scores[1], minlength=SCORES * SCORES)
        return parts, counted, cells.reshape(SCORES, SCORES), seconds

    with closing(in_threads(one, jobs[0], threads, size)) as ended:
        for pair, (parts, counted, cells, seconds) in ended:
            joint[pair] += cells
            for side, sums in enumerate(counts):
                add(tallies[side][pair : pair + 1], parts[side])
                if sums is not None:
                    add(sums[pair], counted[side])
                spent[side] += seconds[side]
                done += int(parts[side]["games"][0])
            if progress is not None:
                progress(done, total)
    wall = time.perf_counter() - start
    shares = [wall * part / max(sum(spent), 1e-9) for part in spent]
    one_side, other = (
        Outcome(plan, tallies[side], shares[side], counts[side]) for side, plan in enumerate((before, after))
    )
    return Comparison(one_side, other, joint)


def check_alike(before: Plan, after: Plan) -> None:
    """Raises BadInput for plans that differ in more than the game's data."""
    for what in ("pairs", "policies", "seed", "games"):
        if getattr(before, what) != getattr(after, what):
            raise BadInput(f"two runs can be compared only with the same {what}", field=what)
    if before.game.id != after.game.id:
        raise BadInput(f"{before.game.id} cannot be compared with {after.game.id}", field="game")
