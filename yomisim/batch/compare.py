"""Play two plans on the same luck: what a change of cards, of rules or of players does, game by game.

Both sides have the same pairs, seed and numbers of games, and differ either in the game's data (:func:`compare`) or in
who plays which character (:func:`exchanged`). The luck of a game hangs on seed, pair and number
alone, so that game 12 of a pair starts from the same shuffles on either side. What is counted is how often a game
number scored x before and y after: from that follows the difference with the variance of the differences, which is
smaller than that of two separate runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from yomisim.batch.engine import add, engine_for
from yomisim.batch.jobs import Chunk, chunks_of, make_jobs
from yomisim.batch.plan import Plan
from yomisim.batch.run import Outcome, Playing, Progress, chunk_size
from yomisim.batch.store import Store
from yomisim.batch.workers import as_workers
from yomisim.errors import BadInput

#: Scores of a game number in half points: 0 to 4 where it is played from both seats.
SCORES = 5


@dataclass(frozen=True)
class Comparison:
    """What came of two plans on the same luck.

    Parameters
    ----------
    before, after : the two outcomes.
    joint : counts, shape (number of pairs, 5, 5): game numbers in which player 1 scored i half points before and j
        after (0 to 4 over a swapped pair, 0 to 2 over a single game).
    """

    before: Outcome
    after: Outcome
    joint: np.ndarray


def compare(before: Plan, after: Plan, **how: Any) -> Comparison:
    """Play every game of both plans; the same result for any number of workers and any size of chunk.

    Parameters
    ----------
    before, after : plans that differ in nothing but the game's data.
    how : ``workers, chunk, progress, store, counting`` as for `yomisim.batch.run.run`; games of both plans are counted.

    Raises
    ------
    BadInput : for plans that cannot be compared, or as for `run`.
    """
    check_alike(before, after)
    return _on_the_same_luck(before, after, **how)


def exchanged(plan: Plan, **how: Any) -> Comparison:
    """Play a plan, and every game number again with the two policies exchanged between the characters.

    Where seats are swapped, a game number is played four times on the same luck: each policy has each character in
    each seat once.

    Parameters
    ----------
    plan : what to play. how : as for :func:`compare`.

    Returns
    -------
    `before` is the plan itself, `after` the one with the policies exchanged; scores are player 1's in both.
    """
    return _on_the_same_luck(plan, replace(plan, policies=(plan.policies[1], plan.policies[0])), **how)


def _on_the_same_luck(
    before: Plan,
    after: Plan,
    *,
    workers: Any = None,
    chunk: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    counting: bool = False,
) -> Comparison:
    hands = as_workers(workers)
    engine = engine_for(before.game.id)
    pairs = len(before.pairs)
    jobs = [job for plan in (before, after) for job in make_jobs(plan, engine)]  # a pair's jobs: p and pairs + p
    size = chunk_size([before, after], jobs, hands, store) if chunk is None else chunk
    tallies = engine.zeros(len(jobs))
    joint = np.zeros((pairs, SCORES, SCORES), np.int64)
    seconds = [0.0, 0.0]
    waiting: dict[tuple[int, int], np.ndarray] = {}  # scores of one side until the other has played the chunk too
    done, total = 0, before.total + after.total

    def both_sides() -> Iterator[Chunk]:
        for pair in range(pairs):
            for one in chunks_of(pair, 0, jobs[pair].numbers, size):
                yield one
                yield replace(one, job=pairs + pair)

    playing = Playing(hands, jobs, engine, store, counting=counting)
    counts = playing.no_counts()
    with closing(playing.play(both_sides())) as ended:
        for chunk_played, part, _ in ended:
            side, pair = divmod(chunk_played.job, pairs)
            add(tallies[chunk_played.job : chunk_played.job + 1], part.tally)
            if counts is not None and part.counts is not None:
                add(counts[chunk_played.job], part.counts)
            seconds[side] += part.seconds / hands.size
            other = waiting.pop((pair, chunk_played.first), None)
            if other is None:
                waiting[pair, chunk_played.first] = part.scores
            else:
                joint[pair] += joint_counts(*((other, part.scores) if side else (part.scores, other)))
            done += int(part.tally["games"][0])
            if progress is not None:
                progress(done, total)
    own = [slice(side * pairs, (side + 1) * pairs) for side in range(2)]
    one, two = (
        Outcome(plan, tallies[its], spent, counts=None if counts is None else counts[its])
        for plan, its, spent in zip((before, after), own, seconds, strict=True)
    )
    return Comparison(one, two, joint)


def joint_counts(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """How many game numbers scored i before and j after, shape (5, 5)."""
    cells = np.bincount(before.astype(np.int64) * SCORES + after, minlength=SCORES * SCORES)
    return cells.reshape(SCORES, SCORES)


def check_alike(before: Plan, after: Plan) -> None:
    """Raises BadInput for plans that differ in more than the game's data."""
    for what in ("pairs", "policies", "seed", "games"):
        if getattr(before, what) != getattr(after, what):
            raise BadInput(f"two runs can be compared only with the same {what}", field=what)
    if before.game.id != after.game.id:
        raise BadInput(f"{before.game.id} cannot be compared with {after.game.id}", field="game")
