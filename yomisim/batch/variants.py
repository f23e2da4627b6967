"""Play several data sets on the same luck, each different game once.

The jobs of all data sets are laid side by side. Where the compiled engine is given the same for a pair (no card or rule
that matters there has changed), two data sets share one job: it is played once, and what follows is the same to the
last game. Scores of every game number are held in memory, so that any two data sets can be set against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from yomisim.batch.compare import Comparison, check_alike, joint_counts
from yomisim.batch.engine import add, engine_for
from yomisim.batch.jobs import chunks_of, make_jobs
from yomisim.batch.plan import Plan
from yomisim.batch.run import Outcome, Playing, Progress, chunk_size
from yomisim.batch.store import Store, given_to
from yomisim.batch.workers import as_workers


class Rule(Protocol):
    """When a pair has been played enough with two data sets."""

    @property
    def looks(self) -> Sequence[int]:
        """Game numbers after which a pair is looked at, ascending; after the last one it is enough in any case."""

    def level(self, seen: Sequence[np.ndarray], points: int) -> float | None:
        """Where a pair has been played enough, the level at which its plain interval is one of 95%; else None.

        `seen` holds the joint counts, shape (5, 5), at each look so far; `points` are the half points of a number.
        """


@dataclass(frozen=True)
class Variant:
    """One data set against that before.

    Parameters
    ----------
    comparison : both, on the same luck; pairs may have been played to different numbers.
    same : bool, shape (pairs,): whether both data sets are the same for a pair.
    levels : float64, shape (pairs,): the level at which the plain paired interval of a pair is one of 95%; None where
        the number of games was fixed.
    """

    comparison: Comparison
    same: np.ndarray
    levels: np.ndarray | None = None


class Variants:
    """Plans that differ in the game's data only, the first of them the one before.

    Parameters
    ----------
    before, afters : the plans; their number of games is that of pairs which are not played to a precision.
    workers, progress, store : as for `yomisim.batch.run.run`.

    Raises
    ------
    BadInput : for plans that cannot be compared.
    """

    def __init__(
        self,
        before: Plan,
        afters: Sequence[Plan],
        *,
        workers: Any = None,
        progress: Progress | None = None,
        store: Store | None = None,
    ) -> None:
        for after in afters:
            check_alike(before, after)
        self.plans = [before, *afters]
        hands = as_workers(workers)
        engine = engine_for(before.game.id)
        self._jobs = make_jobs(before, engine)
        known = {given_to(job): place for place, job in enumerate(self._jobs)}
        self.places = np.tile(np.arange(len(self._jobs)), (len(self.plans), 1))
        for number, plan in enumerate(self.plans[1:], 1):
            changed = _changed(before, plan)
            for pair, job in zip(
                changed, make_jobs(replace(plan, pairs=tuple(plan.pairs[p] for p in changed)), engine)
            ):
                place = known.setdefault(given_to(job), len(self._jobs))
                self._jobs += [job] if place == len(self._jobs) else []
                self.places[number, pair] = place
        self._playing = Playing(hands, self._jobs, engine, store, None)
        self._size = chunk_size(self.plans, self._jobs, hands, store)
        self._workers, self._engine = hands.size, engine
        self._tallies = engine.zeros(len(self._jobs))
        self._scores = [np.zeros(0, np.int8) for _ in self._jobs]
        self._at: dict[tuple[int, int], np.ndarray] = {}  # totals of a job up to each game number it was played to
        self._progress, self._done = progress, 0
        self.expected = 0

    @property
    def same(self) -> np.ndarray:
        """Bool, shape (afters, pairs): whether a data set is for a pair the same as that before."""
        return self.places[1:] == self.places[0]

    @property
    def games(self) -> int:
        """Games that were played or found so far."""
        return self._done

    @property
    def seconds(self) -> float:
        """Time of play so far: core seconds over the number of workers."""
        return self._playing.seconds / self._workers

    def play(self, places: Iterable[int], numbers: int) -> None:
        """Play jobs up to a game number, as far as they have not been."""
        ends = {place: len(self._scores[place]) for place in dict.fromkeys(places)}
        ends = {place: first for place, first in ends.items() if first < numbers}
        for place in ends:
            self._scores[place] = np.concatenate([self._scores[place], np.zeros(numbers - ends[place], np.int8)])
        chunks = (chunk for place, first in ends.items() for chunk in chunks_of(place, first, numbers, self._size))
        with closing(self._playing.play(chunks)) as ended:
            for chunk, part, _ in ended:
                add(self._tallies[chunk.job : chunk.job + 1], part.tally)
                self._scores[chunk.job][chunk.first : chunk.first + chunk.count] = part.scores
                self._done += int(part.tally["games"][0])
                if self._progress is not None:
                    self._progress(self._done, max(self.expected, self._done))
        for place in ends:
            self._at[place, numbers] = self._tallies[place].copy()

    def joint(self, after: int, pair: int, numbers: int) -> np.ndarray:
        """Joint counts of a pair before and after (0 is the first of the data sets after), shape (5, 5)."""
        return self.between(-1, after, pair, numbers)

    def between(self, one: int, other: int, pair: int, numbers: int) -> np.ndarray:
        """Joint counts of a pair with two of the data sets after (-1 is that before), shape (5, 5)."""
        first, second = (self._scores[self.places[side + 1, pair]][:numbers] for side in (one, other))
        return joint_counts(first, second)

    def fixed(self) -> list[Variant]:
        """Play every pair of every plan to the plan's number of games."""
        jobs = [self._jobs[place] for place in dict.fromkeys(self.places.ravel())]
        self.expected = sum(job.games(job.numbers) for job in jobs)
        for numbers in sorted({job.numbers for job in jobs}):
            self.play((place for place, job in enumerate(self._jobs) if job.numbers == numbers), numbers)
        counts = np.array([self._jobs[place].numbers for place in self.places[0]])
        return [self._variant(after, counts, None) for after in range(len(self.plans) - 1)]

    def until(self, rule: Rule) -> list[Variant]:
        """Play every pair that a data set has changed until the rule is content, the others to the plan's number."""
        shape = self.same.shape
        counts, levels = np.zeros(shape, np.int64), np.zeros(shape)
        seen: dict[tuple[int, int], list[np.ndarray]] = {
            (after, pair): [] for after, pair in zip(*np.nonzero(~self.same))
        }
        left = list(seen)
        for look in rule.looks:
            self.play((self.places[side, pair] for after, pair in left for side in (0, after + 1)), look)
            for after, pair in left:
                seen[after, pair].append(self.joint(after, pair, look))
                points = 4 if self.plans[0].pairs[pair].swap else 2
                level = rule.level(seen[after, pair], points)
                if level is not None:
                    counts[after, pair], levels[after, pair] = look, level
            left = [one for one in left if counts[one] == 0]
            if not left:
                break
        for after, pair in zip(*np.nonzero(self.same)):
            # Where another data set has changed the pair, it has been played by then, and to no fewer numbers.
            counts[after, pair] = max(self._jobs[self.places[0, pair]].numbers, counts[:, pair].max())
            self.play([self.places[0, pair]], counts[after, pair])
        return [self._variant(after, counts[after], levels[after]) for after in range(shape[0])]

    def _variant(self, after: int, counts: np.ndarray, levels: np.ndarray | None) -> Variant:
        seconds = self.seconds / len(self.plans)

        def side(number: int) -> Outcome:
            tallies = self._engine.zeros(len(counts))
            for pair, count in enumerate(counts):
                tallies[pair] = self._at[int(self.places[number, pair]), int(count)]
            return Outcome(replace(self.plans[number], games=int(tallies["games"].max())), tallies, seconds)

        joint = np.array([self.joint(after, pair, int(count)) for pair, count in enumerate(counts)])
        return Variant(Comparison(side(0), side(after + 1), joint), self.same[after], levels)


def _changed(before: Plan, after: Plan) -> list[int]:
    """The pairs for which the engine may be given something else; whether it is shows when it is packed."""
    old, new = before.game, after.game
    if old.rules != new.rules or old.minds != new.minds or old.worn_gem != new.worn_gem:
        return list(range(len(before.pairs)))
    same = {id_ for id_, character in new.characters.items() if character == old.characters.get(id_)}
    return [number for number, pair in enumerate(before.pairs) if not {pair.a, pair.b} <= same]
