"""What openers are worth: each is tried at sampled combats of ordinary games, beside what the policy itself did there.

At one combat in EVERY of a game every opener of either hand is tried, and the game goes on by the policy on the same
luck (`yomisim.play.yomi1.trials`). The difference of the two results, as a fraction of a game, is what the opener gains
for its player over the policy's own choice at that moment, with these two hands. The mean over all combats in which it
was held says what a wrong opener costs, and whether the policy plays a right one too rarely.

This asks about single choices only: both players go on as before, and the other one does not see it coming. So a gain
below 0 is a cost of that choice, and one above 0 a fault of the policy, but not all of what a new habit would earn.

Intervals are 95%, from clusters: all trials of one game number (both seatings) are one. A little scatter is mixed in,
as in `yomisim.estimate.editions`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.plan import DEFAULT_POLICY, round_robin
from yomisim.batch.run import Progress
from yomisim.batch.store import Store
from yomisim.batch.trials import EVERY, Tried, run_trials
from yomisim.cards.load import Game
from yomisim.estimate.intervals import PRIOR_SQUARES, adjust
from yomisim.estimate.moves import CLASS_WORDS, MOVE_KINDS, Move, moves_of
from yomisim.estimate.random_groups import student
from yomisim.estimate.result import describe, loaded_game
from yomisim.play.yomi1.trials import COLUMNS as ROWS
from yomisim.products import check_product

#: In place of a character: all of them together.
CAST = "all"
#: In place of what the other player opens with: whatever it is.
ANYTHING = "anything"
#: Which of many moves differ from the policy's choice: of those that are told, at most one in twenty is chance.
CORRECTION = "benjamini-hochberg"
_OF_CHARACTER = ["game", "edition", "character"]
COLUMNS = {
    "gains": [*_OF_CHARACTER, "move", "kind", "class", "n", "value", "ci_low", "ci_high", "p_value", "p_adjusted"],
    "payoffs": [*_OF_CHARACTER, "class", "met_by", "met", "n", "value", "ci_low", "ci_high"],
}


@dataclass(frozen=True)
class Trials:
    """What openers are worth in one edition; tables with columns `COLUMNS`.

    Parameters
    ----------
    gains : of `n` combats in which a character could open with a move, the mean difference of the result to that of
        the policy's own choice (-1 to 1). p-values are of "it makes no difference", adjusted for the number of moves
        of the whole edition (CORRECTION).
    payoffs : the same by class of move (moves.CLASS_WORDS) and by what the other player opened with: `met_by` is "kind"
        (moves.MOVE_KINDS), "class" or ANYTHING. Classes are told of the whole cast (CAST) only.
    made : how it was made; `trials` is their number.
    """

    gains: pd.DataFrame
    payoffs: pd.DataFrame
    made: dict[str, Any]

    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name."""
        return {name: getattr(self, name) for name in COLUMNS}


def play_trials(
    game: Game | str,
    *,
    games: int,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Any = None,
    workers: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Trials:
    """Try openers in every matchup.

    Parameters
    ----------
    games : of each pair, not counting those that go on from a trial (about 25 for each).
    game, seed, policy, characters, workers, store : as for `yomisim.estimate.result.play_matchups`.
    progress : called with (games played, games in all).

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    loaded = loaded_game(game)
    check_product("trials of openers", loaded.id)
    plan = round_robin(loaded, games=games, seed=seed, policy=policy, characters=characters)
    return trials_of(run_trials(plan, store, workers=workers, progress=progress))


def trials_of(tried: Tried) -> Trials:
    """The tables of some trials."""
    game = tried.plan.game
    ids = sorted({id_ for pair in tried.plan.pairs for id_ in (pair.a, pair.b)})
    moves = {id_: moves_of(game, id_) for id_ in ids}
    rows = _told(tried, moves)
    gains, payoffs = [], []
    for character in ids:
        own = rows[rows["character"] == character]
        head = (game.id, game.edition, character)
        for side, move in moves[character].items():
            its = own[own["tried"] == side]
            if len(its):
                gains.append((*head, move.name, move.kind, move.sort, *_mean(its)))
        payoffs += [(*head, *row) for row in _payoffs(own, classes=False)]
    payoffs += [(game.id, game.edition, CAST, *row) for row in _payoffs(rows, classes=True)]
    table = pd.DataFrame(gains, columns=COLUMNS["gains"][:-1])
    table["p_adjusted"] = adjust(table["p_value"].to_numpy(), CORRECTION) if len(table) else []
    made = {**describe(tried.plan, tried.seconds), "every": EVERY, "trials": tried.trials}
    return Trials(table, pd.DataFrame([row[:-1] for row in payoffs], columns=COLUMNS["payoffs"]), made)


def _told(tried: Tried, moves: dict[str, dict[int, Move]]) -> pd.DataFrame:
    """All trials: ``character, tried, class, met_class, met_kind, gain, cluster``."""
    parts = []
    start = 0
    for pair, rows in zip(tried.plan.pairs, tried.rows):
        part = pd.DataFrame(rows, columns=list(ROWS))
        part["cluster"] = start + part["number"]
        start += tried.plan.games
        for player, (own, other) in enumerate(((pair.a, pair.b), (pair.b, pair.a))):
            its = part[part["player"] == player]
            mine, theirs = moves[own], moves[other]
            parts.append(
                pd.DataFrame(
                    {
                        "character": own,
                        "tried": its["tried"],
                        "class": its["tried"].map({side: move.sort for side, move in mine.items()}),
                        "met_class": its["met"].map({side: move.sort for side, move in theirs.items()}),
                        "met_kind": its["met"].map({side: move.kind for side, move in theirs.items()}),
                        "gain": (its["points"] - its["own_points"]) / 2,
                        "cluster": its["cluster"],
                    }
                )
            )
    return pd.concat(parts, ignore_index=True)


def _payoffs(rows: pd.DataFrame, *, classes: bool) -> Iterator[tuple[Any, ...]]:
    ways: list[tuple[str, tuple[str, ...]]] = [("kind", MOVE_KINDS)]
    if classes:
        ways.append(("class", CLASS_WORDS))
    for sort in CLASS_WORDS:
        own = rows[rows["class"] == sort]
        if len(own):
            yield (sort, ANYTHING, ANYTHING, *_mean(own))
        for way, words in ways:
            for word in words:
                its = own[own[f"met_{way}"] == word]
                if len(its):
                    yield (sort, way, word, *_mean(its))


def _mean(rows: pd.DataFrame) -> tuple[int, float, float, float, float]:
    """Number of trials, mean gain, its 95% interval, p-value of no gain."""
    gain, cluster = rows["gain"].to_numpy(), rows["cluster"].to_numpy()
    n, value = len(gain), float(gain.mean())
    _, places = np.unique(cluster, return_inverse=True)
    sums = np.bincount(places, weights=gain - value)
    clusters = len(sums)
    scatter = float((sums**2).sum()) * clusters / max(1, clusters - 1) + PRIOR_SQUARES
    error = math.sqrt(scatter) / n
    freedom = max(1, clusters - 1)
    half = student(freedom) * error
    return n, value, max(-1.0, value - half), min(1.0, value + half), _tail(abs(value) / error, freedom)


def _tail(t: float, freedom: int) -> float:
    """Two-sided p-value of Student's t."""
    from scipy.special import stdtr

    return float(2 * stdtr(freedom, -t))
