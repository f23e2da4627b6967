"""Training of the policy `equilibrium`: by self-play, from rules of thumb to weights that win.

A candidate plays `equilibrium` with the best weights so far (four games of five) and `greedy` (one of five); every
REFRESH generations the mean of the search becomes the new opponent. Nothing but games of the policies themselves takes
part: no figures of human play. A character keeps numbers of its own where they win more than the shared ones on games
that the search did not see (:mod:`yomisim.estimate.own_numbers`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from yomisim import __version__
from yomisim.cards.load import Game
from yomisim.cards.minds import AnyWeights, EditionWeights, Play
from yomisim.errors import BadInput
from yomisim.estimate import intervals
from yomisim.estimate.own_numbers import search_own, weights_of
from yomisim.estimate.search import CURVE, Budget, Judge, Opponent, evolve, score
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
    """How much is trained: the search for shared weights (None: those of the policy file stay), then sweeps over the
    numbers of characters (None: of all), with so many games for each candidate.

    Where shared weights stay, so do the numbers of characters that are not searched; else these have none of their own.
    """

    shared: Budget | None
    sweeps: int = 0
    games: int = 2_500
    characters: Sequence[str] | None = None

    def steps(self, characters: int) -> int:
        """Generations, and how many of all characters are searched."""
        searched = characters if self.characters is None else len(self.characters)
        return (0 if self.shared is None else self.shared.generations) + (searched if self.sweeps else 0)


@dataclass(frozen=True)
class Trained:
    """What training gave.

    Attributes
    ----------
    weights : for the policy file.
    curve : `search.CURVE` of the shared weights; no rows where these were not trained.
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
    made: Mapping[str, Any] | None = None,
) -> Trained:
    """Train weights for one edition; the same seed gives the same weights on any machine.

    Parameters
    ----------
    play : settings of play during training and after; None takes those of its policy file.
    progress : called with (steps done, steps in all): generations, then characters.
    made : the record of the game's present weights, if the shared ones stay.

    Raises
    ------
    BadInput : where shared weights are to stay and there are none, or none with the numbers that they follow from.
    """
    check_product("train", game.id)
    play = game.minds.play if play is None else play
    total, done = effort.steps(len(game.characters)), 0

    def told(part: int, _all: int) -> None:
        if progress is not None:
            progress(done + part, total)

    if effort.shared is None:
        shared, numbers, record = _shared_as_they_are(game, made)
        curve = pd.DataFrame(columns=[*CURVE, *shape_of(game.id).names])
    else:
        numbers, curve = _train_shared(_thinking(game, None, play), effort.shared, seed, workers, play, told)
        shared, done = shape_of(game.id).weights(numbers), effort.shared.generations
        record = {**_origin(game, seed), **_shared_record(game, effort.shared, numbers, curve)}
    own, abilities = ({}, {}) if effort.shared is not None else _of_others(game, effort)
    if effort.sweeps:
        named = dict(zip(shape_of(game.id).names, map(float, numbers)))
        base = _thinking(game, shared, play)
        who = effort.characters
        found = search_own(base, named, effort.sweeps, effort.games, seed, play, workers, who, told)
        for one in found:
            if one.kept and one.numbers:
                own[one.character] = weights_of({**named, **one.numbers})
            if one.kept and one.abilities:
                abilities[one.character] = dict(one.abilities)
        how = {**_origin(game, seed), "sweeps": effort.sweeps, "games_a_candidate": effort.games}
        rows = [row for row in record.get("own", ()) if row["character"] not in [one.character for one in found]]
        record["own"] = sorted([*rows, *({**one.row(), **how} for one in found)], key=lambda row: row["character"])
    weights = EditionWeights(shared=shared, characters=own, abilities=abilities, play=play)
    trained = replace(game, minds=replace(game.minds, weights=weights))
    checks = check(trained, seed, effort.games if effort.shared is None else effort.shared.games)
    return Trained(weights, curve, checks, record)


def _of_others(game: Game, effort: Effort) -> tuple[dict[str, AnyWeights], dict[str, dict[str, int]]]:
    """(weights, numbers of abilities) of the characters that are not searched."""
    weights = game.minds.weights
    searched = list(game.characters if effort.characters is None else effort.characters) if effort.sweeps else []
    own = {name: found for name, found in weights.characters.items() if name not in searched}
    return own, {name: dict(found) for name, found in weights.abilities.items() if name not in searched}


def _origin(game: Game, seed: int) -> dict[str, Any]:
    """By what a part of the weights was made."""
    return {"version": __version__, "data_hash": game.data_hash, "seed": seed}


def _shared_record(game: Game, budget: Budget, numbers: np.ndarray, curve: pd.DataFrame) -> dict[str, Any]:
    """How shared weights were made."""
    return {
        "generations": budget.generations,
        "population": budget.population,
        "games_a_candidate": budget.games,
        "games": int(curve["games"].iloc[-1]),
        "numbers": {name: round(float(value), 4) for name, value in zip(shape_of(game.id).names, numbers)},
    }


def _shared_as_they_are(game: Game, made: Mapping[str, Any] | None) -> tuple[AnyWeights, np.ndarray, dict[str, Any]]:
    """The shared weights of the policy file, the numbers that they follow from, and how they were made."""
    shape, weights = shape_of(game.id), game.minds.weights
    if made is None or weights is None:
        raise BadInput(f"there are no shared weights of {game.edition} that could stay", field="generations")
    try:
        numbers = np.array([float(made["numbers"][name]) for name in shape.names])
    except (KeyError, TypeError, ValueError):
        raise BadInput("its record does not tell from which numbers the weights follow", field="made.numbers") from None
    record = {name: value for name, value in made.items() if name != "checks"}
    return weights.shared, numbers, record


def _thinking(game: Game, shared: AnyWeights | None, play: Play) -> Game:
    """The game with these weights for everybody (None: rules of thumb), and nothing thought of abilities."""
    weights = EditionWeights(shared=game.minds.kind.thumb() if shared is None else shared, play=play)
    return replace(game, minds=replace(game.minds, weights=weights))


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


def check(game: Game, seed: int, games: int) -> pd.DataFrame:
    """Win rates of what the game thinks over mirrors, against rules of thumb, `greedy` and `random`, on fresh games."""
    rows = []
    for name, opponent in (
        ("equilibrium by rules of thumb", Opponent("equilibrium", game.minds.kind.thumb())),
        ("greedy", Opponent("greedy")),
        ("random", Opponent("random")),
    ):
        rate, played = score(game, None, [opponent], games, seed, game.minds.play, first=FRESH)
        rows.append((name, played, rate, *intervals.wilson(rate, played)))
    return pd.DataFrame(rows, columns=CHECKS)
