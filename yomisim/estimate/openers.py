"""How often to open with what, at some positions of two characters: payoffs by play, mixes, and how sure they are.

From each position every opener of player 1 meets every opener of player 2, and the game goes on by a policy. Hands are
hidden: the hands that either player may hold are sampled, and all pairs of them are played, so that the position is one
game of hidden hands (`yomisim.estimate.hidden_game`). What is said of a player at large is the mean over these hands.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from yomisim.batch.openers import Deals, Table, deals_for, hands_for, play_tables, table_of
from yomisim.batch.plan import check_count, check_policies, check_seed, check_workers, pair_key
from yomisim.cards.load import Game
from yomisim.estimate.hidden_game import Solution, solve
from yomisim.estimate.hidden_noise import Cells, Sureness, crossed_results, gains, interval, sureness, turned
from yomisim.estimate.opener_means import mean_of
from yomisim.estimate.opener_positions import Position, self_play
from yomisim.estimate.opener_result import PLAYED, OpenerMixes, Openers, Side
from yomisim.estimate.opener_rooms import opener_room

if TYPE_CHECKING:
    from yomisim.batch.run import Progress

#: Games in a pair of openers, how many may be asked for, and positions of a kind that are taken from self-play.
GAMES_PER_CELL, MOST_GAMES, POSITIONS = 8000, 10**7, 4


def play_openers(
    game: Game,
    a: str,
    b: str,
    positions: Sequence[Position] | None = None,
    *,
    games_per_cell: Any = GAMES_PER_CELL,
    policy: str = "greedy",
    seed: Any = 1,
    workers: Any = None,
    progress: Progress | None = None,
) -> OpenerMixes:
    """Estimate the openers of two characters.

    Parameters
    ----------
    a, b : id, name or short name of player 1's and 2's character.
    positions : what to look at, with these characters; None takes every kind from self-play.
    games_per_cell : games of each pair of openers that all hands hold, 2 to MOST_GAMES; raised to a whole number of
        deals. Several positions of a kind share them.
    policy, seed, workers, progress : as for a batch.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    room = opener_room(game.id)
    start = time.perf_counter()
    who = (game.character(a), game.character(b))
    policy, number = check_policies(policy, None, game.id)[0], check_seed(seed)
    games, threads = check_games_per_cell(games_per_cell), check_workers(workers)
    ids = (who[0].id, who[1].id)
    if positions is None:
        groups = [self_play(game, *ids, kind, policy, number, POSITIONS) for kind in room.tests]
    else:
        groups = [[position] for position in positions]
    plans = [_plan(position, max(2, games // len(group)), number) for group in groups for position in group]
    luck = [pair_key(*ids) + 1000 * k for k in range(len(plans))]
    blocks = play_tables(
        [plan.table for plan in plans], [plan.deals for plan in plans], number, luck, threads, progress
    )
    found = iter(
        _position_result(game, position, plan, cells, who, number)
        for position, plan, cells in zip((each for group in groups for each in group), plans, blocks, strict=True)
    )
    results = tuple(mean_of([next(found) for _ in group]) for group in groups)
    return OpenerMixes(game, who, policy, number, results, time.perf_counter() - start)


def check_games_per_cell(games: Any) -> int:
    """A number of games of a pair of openers, 2 to MOST_GAMES."""
    return check_count("games-per-cell", games, MOST_GAMES, least=2)


@dataclass(frozen=True)
class _Plan:
    """Hands, openers and deals of one position."""

    table: Table
    deals: Deals
    sampled: tuple[bool, bool]


def _plan(position: Position, games: int, seed: int) -> _Plan:
    most = hands_for(games)
    first, sampled_1 = position.hands(0, most, seed)
    second, sampled_2 = position.hands(1, most, seed)
    lead = tuple(hand is not None and sampled for hand, sampled in zip(position.given, (sampled_1, sampled_2)))
    table = table_of(position.room.cells, position.table, position.match, (first, second), (lead[0], lead[1]))
    return _Plan(table, deals_for(games, len(first), len(second)), (sampled_1, sampled_2))


def _position_result(
    game: Game, position: Position, plan: _Plan, blocks: np.ndarray, who: tuple[Any, Any], seed: int
) -> Openers:
    """Solve the game of one position."""
    counts = blocks.shape[:2]
    weights = [np.full(n, 1 / n) for n in counts]
    cells = Cells(blocks, *plan.table.has, weights[0], weights[1], *plan.sampled)
    found = solve(cells.game)
    noise = sureness(cells, found, seed)
    hidden = counts[0] > 1 or counts[1] > 1
    given = tuple(hidden and hand is not None for hand in position.given)
    value, checked, half = found.value, noise.value, noise.value_half
    hand_1, hand_2 = (0 if is_given else None for is_given in given)
    if hand_1 is not None or hand_2 is not None:
        value, checked, half = _value_of_hands(cells, found, noise, hand_1, hand_2)
    named = [[position.room.opener(game, who[seat], int(side)) for side in plan.table.sides[seat]] for seat in range(2)]
    one = _side(named[0], cells.has_1, found.strategy_1, (noise.range_1, noise.gain_1, noise.gain_half_1))
    two = _side(named[1], cells.has_2, found.strategy_2, (noise.range_2, noise.gain_2, noise.gain_half_2))
    if hand_1 is not None:
        one = _of_hand(one, cells.has_1[0], found.strategy_1[0], *gains(cells, noise.mixes, 0))
    if hand_2 is not None:
        two = _of_hand(two, cells.has_2[0], found.strategy_2[0], *gains(*turned(cells, noise.mixes), 0))
    payoff, met = _payoff(cells, found, value, hand_1, hand_2)
    shown = np.ix_(
        cells.has_1[0] if given[0] else cells.has_1.any(axis=0), cells.has_2[0] if given[1] else cells.has_2.any(axis=0)
    )
    low, high = min(checked - half, value), max(checked + half, value)
    return Openers(
        (position,),
        (one, two),
        payoff[shown].clip(0, 1),
        met[shown],
        float(value),
        (max(0.0, float(low)), min(1.0, float(high))),
        float(checked),
        float(noise.exploitability),
        found.unique,
        (given[0], given[1]),
        (counts[0], counts[1]),
        plan.deals.games(*counts),
        plan.table.games(plan.deals),
    )


def _value_of_hands(
    cells: Cells, found: Solution, noise: Sureness, hand_1: int | None, hand_2: int | None
) -> tuple[float, float, float]:
    """Value of the equilibrium with a given hand; the same and half its interval's width on independent halves."""
    game = cells.game
    pairs = np.einsum("abij,ai,bj->ab", game.payoff, found.strategy_1, found.strategy_2, optimize=True)
    results = crossed_results(cells, noise.mixes)
    if hand_1 is None:
        flipped, _ = turned(cells, noise.mixes)
        pairs, results, flipped_back = pairs.T, results.transpose(1, 0, 2), flipped
    else:
        flipped_back = cells
    mask = np.arange(len(pairs)) == (hand_1 if hand_1 is not None else hand_2)
    checked, half = interval(results, flipped_back, mask)
    return float(pairs[mask][0].mean()), checked, half


def _side(
    named: Sequence[tuple[str, str]], has: np.ndarray, strategy: np.ndarray, noise: tuple[np.ndarray, ...]
) -> Side:
    limits, gain, half = noise
    names, kinds = zip(*named)
    return Side(names, kinds, has.mean(axis=0), strategy.mean(axis=0), limits[0], limits[1], gain, half)


def _of_hand(side: Side, has: np.ndarray, mix: np.ndarray, gain: np.ndarray, half: np.ndarray) -> Side:
    """One hand's openers. What noise cannot tell from the best may be played always; what is worse never."""
    possible = ~(gain + half < 0) | (mix > PLAYED)
    low = possible & ((possible & has).sum() == 1)
    names, kinds = ([each[k] for k in np.flatnonzero(has)] for each in (side.names, side.kinds))
    numbers = (np.ones(len(has)), mix, low.astype(float), possible.astype(float), gain, half)
    return Side(tuple(names), tuple(kinds), *(each[has] for each in numbers))


def _payoff(
    cells: Cells, found: Solution, value: float, hand_1: int | None, hand_2: int | None
) -> tuple[np.ndarray, np.ndarray]:
    """See `Openers.payoff` and `met`."""
    payoff = cells.game.payoff
    base = np.einsum("abij,ai,bj->ab", payoff, found.strategy_1, found.strategy_2, optimize=True)
    has_1, has_2 = cells.has_1.astype(float), cells.has_2.astype(float)
    if hand_1 is not None:
        has_1[np.arange(len(has_1)) != hand_1] = 0
    if hand_2 is not None:
        has_2[np.arange(len(has_2)) != hand_2] = 0
    met = has_1.sum(axis=0)[:, None] * has_2.sum(axis=0)[None, :]
    total = np.einsum("abij,ai,bj->ij", payoff - base[:, :, None, None], has_1, has_2, optimize=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(met > 0, value + total / met, np.nan), met
