"""Training of the policy `equilibrium`: by self-play, from rules of thumb to weights that win.

A candidate plays `equilibrium` with the best weights so far (four games of five) and `greedy` (one of five); every
REFRESH generations the mean of the search becomes the new opponent. Nothing but games of the policies themselves takes
part: no figures of human play. A character keeps weights of its own where they win more than the shared ones on games
that the search did not see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from yomisim import __version__
from yomisim.cards.load import Game
from yomisim.cards.minds import AnyWeights, EditionWeights, Play
from yomisim.estimate import intervals
from yomisim.estimate.search import Budget, Judge, Opponent, evolve, score, score_character
from yomisim.estimate.shapes import shape_of
from yomisim.products import check_product

#: Generations after which the opponent learns what was found.
REFRESH = 6
#: Games with these numbers and above are kept for checks.
FRESH = 1_000_000
#: One row per check: what was trained against whom, on games that the search did not see.
CHECKS = ["opponent", "games", "win_rate", "ci_low", "ci_high"]


@dataclass(frozen=True)
class Effort:
    """How much is trained: the search for shared weights, then one for each character's own (None: none)."""

    shared: Budget
    own: Budget | None = None

    def steps(self, characters: int) -> int:
        """Generations in all."""
        return self.shared.generations + (0 if self.own is None else characters * self.own.generations)


@dataclass(frozen=True)
class Trained:
    """What training gave.

    Attributes
    ----------
    weights : for the policy file.
    curve : `search.CURVE` of the shared weights.
    checks : columns CHECKS.
    made : how it was made (JSON values).
    """

    weights: EditionWeights
    curve: pd.DataFrame
    checks: pd.DataFrame
    made: dict[str, Any]


def train(
    game: Game,
    effort: Effort,
    seed: int = 1,
    workers: int = 2,
    play: Play | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Trained:
    """Train weights for one edition; the same seed gives the same weights on any machine.

    Parameters
    ----------
    play : settings of play during training and after; None takes those of its policy file.
    progress : called with (generations done, generations in all).
    """
    check_product("train", game.id)
    play = game.minds.play if play is None else play
    total, done = effort.steps(len(game.characters)), 0

    def told(part: int, _all: int) -> None:
        if progress is not None:
            progress(done + part, total)

    shape = shape_of(game.id)
    numbers, curve = _train_shared(game, effort.shared, seed, workers, play, told)
    done += effort.shared.generations
    shared = shape.weights(numbers)
    checks = [check(game, numbers, play, seed, effort.shared.games)]
    own: dict[str, AnyWeights] = {}
    for character in game.characters if effort.own is not None else ():
        found, row = _train_own(game, character, numbers, effort.own or effort.shared, seed, workers, play, told)
        done += effort.own.generations if effort.own is not None else 0
        checks.append(row)
        if float(row["ci_low"].iloc[0]) > 0:
            own[character] = shape.weights(found)
    made = {
        "version": __version__,
        "data_hash": game.data_hash,
        "seed": seed,
        "generations": effort.shared.generations,
        "population": effort.shared.population,
        "games_a_candidate": effort.shared.games,
        "games": int(curve["games"].iloc[-1]),
        "own_generations": 0 if effort.own is None else effort.own.generations,
        "own_games_a_candidate": 0 if effort.own is None else effort.own.games,
        "numbers": {name: round(float(value), 4) for name, value in zip(shape.names, numbers)},
    }
    weights = EditionWeights(shared=shared, characters=own, play=play)
    return Trained(weights, curve, pd.concat(checks, ignore_index=True), made)


def _train_shared(
    game: Game, budget: Budget, seed: int, workers: int, play: Play, progress: Callable[[int, int], Any]
) -> tuple[np.ndarray, pd.DataFrame]:
    """Weights for any character."""
    shape = shape_of(game.id)
    former = [shape.weights(shape.centre())]

    def judge_at(generation: int, mean: np.ndarray) -> Judge:
        if generation % REFRESH == 0:
            former.append(shape.weights(mean))
        opponents = [Opponent("equilibrium", former[-1], 0.8), Opponent("greedy", None, 0.2)]
        return lambda x, luck: score(game, x, opponents, budget.games, luck, play)

    return evolve(judge_at, budget, seed, workers, progress=progress, shape=shape)


def _train_own(
    game: Game,
    character: str,
    shared: np.ndarray,
    budget: Budget,
    seed: int,
    workers: int,
    play: Play,
    progress: Callable[[int, int], Any],
) -> tuple[np.ndarray, pd.DataFrame]:
    """Weights of one character, and what they gain over the shared ones on fresh games (a row of CHECKS)."""
    shape = shape_of(game.id)
    theirs = shape.weights(shared)

    def judge(x: np.ndarray, luck: int) -> tuple[float, int]:
        return score_character(game, character, x, theirs, budget.games, luck, play)

    found, _curve = evolve(
        lambda *_: judge, budget, seed, workers, start=shared, width=0.5, progress=progress, shape=shape
    )
    fresh = 4 * budget.games
    after, played = score_character(game, character, found, theirs, fresh, seed, play, first=FRESH)
    before, _ = score_character(game, character, shared, theirs, fresh, seed, play, first=FRESH)
    half = intervals.quantile(0.95) * np.sqrt((after * (1 - after) + before * (1 - before)) / played)
    row = (f"own weights of {character}: gain", played, after - before, after - before - half, after - before + half)
    return found, pd.DataFrame([row], columns=CHECKS)


def check(game: Game, numbers: np.ndarray, play: Play, seed: int, games: int) -> pd.DataFrame:
    """Win rates over mirrors against rules of thumb, `greedy` and `random`, on fresh games."""
    rows = []
    for name, opponent in (
        ("equilibrium by rules of thumb", Opponent("equilibrium", game.minds.kind.thumb())),
        ("greedy", Opponent("greedy")),
        ("random", Opponent("random")),
    ):
        rate, played = score(game, numbers, [opponent], games, seed, play, first=FRESH)
        rows.append((name, played, rate, *intervals.wilson(rate, played)))
    return pd.DataFrame(rows, columns=CHECKS)
