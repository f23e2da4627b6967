"""Combats of many games as tables: what is opened with, what it wins, what cards are used for, who wins from a lead.

All of it is counted in the games of a matchup chart, where a character meets every other one equally often; mirrors are
left out. What is said is how this policy plays and what came of it, not what would be best: a move that wins many
combats may be played only where it is safe. What an opener is worth is tried out in :mod:`yomisim.estimate.trials`.

Intervals are 95%, from groups of games (:mod:`yomisim.estimate.random_groups`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from yomisim.cards.yomi1.tables import RANK_NAMES, SIDES
from yomisim.estimate.moves import CLASS_WORDS, MOVE_KINDS, Move, moves_of
from yomisim.estimate.random_groups import Ratio, mean, share
from yomisim.rules.yomi1.counts import BANDS, LEAD_STEP, POSITION_KINDS, TURN_STEP, TURNS, USES

if TYPE_CHECKING:
    from yomisim.batch.run import Outcome

#: What is told of a move, in the table of moves: share of combats that it opens; share of those in which it is held;
#: times that it is played in a combo or as a hit back for each combat in which it is held; share of the combats opened
#: with it that its player wins; life that the other player and its own lose by moves in a combat opened with it; damage
#: of the move by itself when it is played in a combo.
FIGURES = ("opened", "opened when held", "in combos when held", "wins", "dealt", "taken", "damage in combos")
_OF_CHARACTER = ["game", "edition", "character"]
_ESTIMATE = ["n", "value", "ci_low", "ci_high"]
COLUMNS = {
    "mixes": [*_OF_CHARACTER, "position", "move", "kind", "class", "held", *_ESTIMATE],
    "sorts": [*_OF_CHARACTER, "position", "sorted_by", "sort", *_ESTIMATE],
    "moves": [*_OF_CHARACTER, "move", "kind", "class", "figure", *_ESTIMATE],
    "cards": [*_OF_CHARACTER, "card", "use", *_ESTIMATE],
    "leads": [*_OF_CHARACTER, "turn", "lead_low", "lead_high", *_ESTIMATE],
}


@dataclass(frozen=True)
class Combats:
    """The combats of one edition, tables with columns `COLUMNS`; every row is one estimate from `n` cases.

    Parameters
    ----------
    mixes : how often a character opens with each move, by kind of position (counts.POSITION_KINDS): `value` is its
        share of the `n` combats, `held` the share of them in which it could be opened with.
    sorts : the same for sorts of move; `sorted_by` is "kind" (moves.MOVE_KINDS) or "class" (moves.CLASS_WORDS).
    moves : `figure` is one of FIGURES.
    cards : of `n` times that a card of a rank was used, the share by use (counts.USES).
    leads : of `n` games in which the character was ahead by `lead_low` to `lead_high` points of life (open where NaN)
        when combat cards were chosen in that turn, the share that it won, draws as half.
    """

    mixes: pd.DataFrame
    sorts: pd.DataFrame
    moves: pd.DataFrame
    cards: pd.DataFrame
    leads: pd.DataFrame

    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name."""
        return {name: getattr(self, name) for name in COLUMNS}


def combats_of(outcome: Outcome) -> Combats:
    """The tables of a batch of `batch.plan.round_robin` whose combats were counted.

    Raises
    ------
    ValueError : where they were not.
    """
    if outcome.counts is None:
        raise ValueError("the combats of this batch were not counted")
    plan = outcome.plan
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in COLUMNS}
    for character in sorted({id_ for pair in plan.pairs if pair.swap for id_ in (pair.a, pair.b)}):
        own, leads = _own(outcome, character)
        moves, head = moves_of(plan.game, character), (plan.game.id, plan.game.edition, character)
        for name, several in (
            ("mixes", _mixes(own, moves)),
            ("sorts", _sorts(own, moves)),
            ("moves", _moves(own, moves)),
            ("cards", _cards(own)),
            ("leads", _leads(leads)),
        ):
            told = ((words, each) for words, each in several if each.n)
            rows[name] += [(*head, *words, each.n, each.value, each.low, each.high) for words, each in told]
    tables = {name: pd.DataFrame(rows[name], columns=columns) for name, columns in COLUMNS.items()}
    return Combats(**tables)


def _own(outcome: Outcome, character: str) -> tuple[np.ndarray, np.ndarray]:
    """Counts of one character over opponents: PLAYER of shape (opponents, groups); leads (opponents, groups, ...)."""
    players, leads = [], []
    for pair, counts in zip(outcome.plan.pairs, outcome.counts):  # type: ignore[arg-type]  # not None, see above
        if not pair.swap or character not in (pair.a, pair.b):
            continue
        seen = counts["leads"]
        if pair.a == character:
            players.append(counts["player"][:, 0])
            leads.append(seen)
        else:  # from the other side: leads have the other sign, and half points are what A has not
            players.append(counts["player"][:, 1])
            games = seen[..., ::-1, 0]
            leads.append(np.stack([games, 2 * games - seen[..., ::-1, 1]], axis=-1))
    return np.array(players), np.array(leads)


Rows = Iterator[tuple[tuple[Any, ...], Ratio]]


def _mixes(own: np.ndarray, moves: dict[int, Move]) -> Rows:
    for k, position in enumerate(POSITION_KINDS):
        combats = own["combats"][..., k]
        for side, move in moves.items():
            held = own["held"][..., k, side]
            if held.sum():
                part = float(held.sum() / combats.sum())
                yield (position, move.name, move.kind, move.sort, part), share(own["opened"][..., k, side], combats)


def _sorts(own: np.ndarray, moves: dict[int, Move]) -> Rows:
    ways: tuple[tuple[str, tuple[str, ...], Callable[[Move], str]], ...] = (
        ("kind", MOVE_KINDS, lambda move: move.kind),
        ("class", CLASS_WORDS, lambda move: move.sort),
    )
    for k, position in enumerate(POSITION_KINDS):
        for way, sorts, of in ways:
            for sort in sorts:
                sides = [side for side, move in moves.items() if of(move) == sort]
                if sides:
                    opened = own["opened"][..., k, :][..., sides].sum(axis=-1)
                    yield (position, way, sort), share(opened, own["combats"][..., k])


def _moves(own: np.ndarray, moves: dict[int, Move]) -> Rows:
    combats = own["combats"][..., 0]
    for side, move in moves.items():
        held, opened = own["held"][..., 0, side], own["opened"][..., 0, side]
        words = (move.name, move.kind, move.sort)
        yield (*words, "opened"), share(opened, combats)
        yield (*words, "opened when held"), share(opened, held)
        yield (*words, "wins"), share(own["won"][..., side], opened)
        yield (*words, "dealt"), mean(own["dealt"][..., side], opened)
        yield (*words, "taken"), mean(own["taken"][..., side], opened)
        if side < SIDES and own["followed"][..., side].sum():
            followed = own["followed"][..., side]
            yield (*words, "in combos when held"), mean(followed, held)
            yield (*words, "damage in combos"), mean(own["follow_damage"][..., side], followed)


def _cards(own: np.ndarray) -> Rows:
    for rank, name in enumerate(RANK_NAMES):
        whole = own["uses"][..., rank, :].sum(axis=-1)
        for use, word in enumerate(USES):
            part = own["uses"][..., rank, use]
            if part.sum():
                yield (name, word), share(part, whole)


def _leads(leads: np.ndarray) -> Rows:
    for step in range(TURNS):
        for band in range(BANDS):
            games = leads[..., step, band, 0]
            yield ((step + 1) * TURN_STEP, *band_limits(band)), _halved(leads[..., step, band, 1], games)


def _halved(points: np.ndarray, games: np.ndarray) -> Ratio:
    return share(points / 2, games)


def band_limits(band: int) -> tuple[float, float]:
    """Smallest and greatest lead of a band, NaN where it is open."""
    half, outer = LEAD_STEP // 2, BANDS // 2
    place = band - outer
    low = (abs(place) * LEAD_STEP) - half if place else -half + 1
    high = abs(place) * LEAD_STEP + half - 1
    if abs(place) == outer:
        return (float(low), np.nan) if place > 0 else (np.nan, -float(low))
    return (float(low), float(high)) if place >= 0 else (-float(high), -float(low))
