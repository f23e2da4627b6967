"""Training of the policy `equilibrium` by self-play, from rules of thumb to weights that win.

Yomi learns in rounds: the present weights play all pairs, and what states were worth in these games is estimated for
each character (:mod:`yomisim.estimate.values`), which cards it kept (:mod:`yomisim.estimate.kept`) and what the count
of openers left out (:mod:`yomisim.estimate.beyond`). The next round plays with the mean of that and what was thought
before.
Yomi 2 learns by an evolution strategy: a candidate plays `equilibrium` with the best weights so far (four games of
five) and `greedy` (one of five); every REFRESH generations the mean of the search becomes the new opponent. Nothing
but games of the policies themselves takes part: no figures of human play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from yomisim import __version__
from yomisim.batch.engine import engine_for
from yomisim.cards.load import Game
from yomisim.cards.minds import AnyWeights, EditionWeights, Play
from yomisim.cards.yomi1 import minds as yomi1
from yomisim.estimate import intervals, self_play, values
from yomisim.estimate.beyond import beyond_of, learn_beyond
from yomisim.estimate.kept import Kept, learn_kept
from yomisim.estimate.search import Budget, Judge, Opponent, evolve, score
from yomisim.estimate.shapes import YOMI2
from yomisim.products import check_product

#: Generations after which the opponent learns what was found.
REFRESH = 6
#: Games with these numbers and above are kept for checks.
FRESH = 1_000_000
#: Games of a check, and number of the first game of a round: they are no games of a chart.
CHECK, ROUNDS = 4_000, 2_000_000
#: How much the latest round counts beside what was thought before.
LATEST = 0.5
#: The same for what openers are worth beyond the count, which is measured against what was thought.
STEP = 0.7
#: One row per check: what was trained against whom, on games that training did not see.
CHECKS = ["opponent", "games", "win_rate", "ci_low", "ci_high"]
#: One row per round of Yomi: games and states of this round, mean logarithmic loss of what was estimated.
ROUND = ["generation", "games", "states", "loss"]


@dataclass(frozen=True)
class Effort:
    """How much is trained.

    generations : rounds, or steps of the search. games : of each round, or of each candidate of a step.
    """

    generations: int
    games: int


def learns_in_rounds(game: str) -> bool:
    """Whether a game learns from states of its games; else it searches for weights."""
    return engine_for(game).state is not None


def usual_effort(game: str) -> Effort:
    """What the weights that come with the program took, or about so much."""
    return Effort(6, 200_000) if learns_in_rounds(game) else Effort(16, 3_000)


@dataclass(frozen=True)
class Trained:
    """What training gave.

    Attributes
    ----------
    weights : for the policy file.
    curve : `ROUND`, or `search.CURVE` and the numbers of the search.
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
    start: EditionWeights | None = None,
) -> Trained:
    """Train weights for one edition; the same seed gives the same weights, whatever the workers.

    What the game's policy file says of abilities is not learned: it is played with, and stays.

    Parameters
    ----------
    play : settings of play during training and after; None takes those of its policy file.
    progress : called with (steps done, steps in all).
    start : with what the first round of a game that learns in rounds is played; None: rules of thumb.
    """
    check_product("train", game.id)
    play = game.minds.play if play is None else play
    abilities = {} if game.minds.weights is None else game.minds.weights.abilities
    begun = EditionWeights(shared=game.minds.kind.thumb()) if start is None else start
    begun = begun.model_copy(update={"abilities": abilities, "play": play})
    way = _in_rounds if learns_in_rounds(game.id) else _by_search
    weights, curve, how = way(game, effort, seed, workers, begun, progress)
    checks = check(_thinking(game, weights), seed, CHECK)
    made = {
        "version": __version__,
        "data_hash": game.data_hash,
        "seed": seed,
        "generations": effort.generations,
        **how,
        "games": int(curve["games"].iloc[-1]),
    }
    return Trained(weights, curve, checks, made)


Way = tuple[EditionWeights, pd.DataFrame, dict[str, Any]]


def _thinking(game: Game, weights: EditionWeights) -> Game:
    return replace(game, minds=replace(game.minds, weights=weights))


def _in_rounds(
    game: Game,
    effort: Effort,
    seed: int,
    workers: int,
    weights: EditionWeights,
    progress: Callable[[int, int], Any] | None,
) -> Way:
    """Weights of each character, from what its states were worth in games of all."""
    thought: values.Values | None = None
    kept: Kept | None = None
    rows, played = [], 0
    for step in range(effort.generations):
        first = ROUNDS + step * effort.games

        def told(done: int, pairs: int, step: int = step) -> None:
            if progress is not None:
                progress(step * pairs + done, effort.generations * pairs)

        thinking = _thinking(game, weights)
        seen = self_play.play(thinking, effort.games, seed, first, workers, told)
        found = values.learn(seen)
        thought = found if thought is None else found.mixed(thought, LATEST)
        latest = learn_kept(seen)
        kept = latest if kept is None else latest.mixed(kept, LATEST)
        played_with = {name: thinking.minds.of(name) for name in game.characters}
        beyond = _next_beyond(seen, played_with, game.rules.cards_per_draw)
        weights = _next_weights(weights, thought, kept, beyond)
        played += sum(one.games for one in seen)
        rows.append((step, played, sum(len(one.won) for one in seen), found.loss))
        del seen  # a round of states is large, and the next one need not stand beside it
    return weights, pd.DataFrame(rows, columns=ROUND), {"games_a_round": effort.games}


def _next_beyond(
    seen: Sequence[self_play.Seen], thought: Mapping[str, yomi1.Weights], draws: int
) -> dict[str, np.ndarray]:
    """What fates of openers are thought to be worth beyond the count after a round, by character."""
    found = learn_beyond(seen, thought, draws)
    return {name: (1 - STEP) * beyond_of(thought[name]) + STEP * found[name] for name in found}


def _next_weights(
    former: EditionWeights, thought: values.Values, kept: Kept, beyond: Mapping[str, np.ndarray]
) -> EditionWeights:
    """What is thought after a round."""
    shared = values.weights_of(thought.shared).model_copy(update={"kept": kept.shared})
    own = {
        name: one.model_copy(update={"kept": kept.own[name], "moves": yomi1.moves_of(beyond[name])})
        for name, one in thought.weights().items()
    }
    return former.model_copy(update={"shared": shared, "characters": own})


def _by_search(
    game: Game,
    effort: Effort,
    seed: int,
    workers: int,
    weights: EditionWeights,
    progress: Callable[[int, int], Any] | None,
) -> Way:
    """Weights for any character, by an evolution strategy; of `weights` abilities and settings of play stay."""
    play, shape, budget = weights.play, YOMI2, Budget(effort.generations, games=effort.games)
    former = [shape.weights(shape.centre())]

    def judge_at(generation: int, mean: np.ndarray) -> Judge:
        if generation % REFRESH == 0:
            former.append(shape.weights(mean))
        opponents = [Opponent("equilibrium", former[-1], 0.8), Opponent("greedy", None, 0.2)]

        def judge(x: np.ndarray, luck: int) -> tuple[float, int]:
            mine: AnyWeights = shape.weights(x)
            return score(game, lambda _: mine, opponents, budget.games, luck, play)

        return judge

    numbers, curve = evolve(judge_at, shape, budget, seed, workers, progress=progress)
    how = {
        "population": budget.population,
        "games_a_candidate": budget.games,
        "numbers": {name: round(float(value), 4) for name, value in zip(shape.names, numbers)},
    }
    return weights.model_copy(update={"shared": shape.weights(numbers), "characters": {}}), curve, how


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
