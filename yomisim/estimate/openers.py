"""How often to open with what, at some positions of two characters: payoffs by play, mixes, and how sure they are.

From each position every opener of player 1 meets every opener of player 2, and the game goes on by a policy. Hands are
hidden: the hands that either player may hold are sampled, and all pairs of them are played, so that the position is one
game of hidden hands (`yomisim.estimate.hidden_game`). What is said of a player at large is the mean over these hands.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from yomisim import __version__
from yomisim.batch.openers import Deals, Table, deals_for, hands_for, play_tables, table_of
from yomisim.batch.plan import check_policies, check_seed, pair_key
from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import side_name
from yomisim.cards.yomi1.schema import SIDE_NAMES, Character
from yomisim.cards.yomi1.tables import RANK_NAMES
from yomisim.errors import BadInput
from yomisim.estimate.hidden_game import Solution, solve
from yomisim.estimate.hidden_noise import Cells, Sureness, crossed_results, gains, interval, sureness, turned
from yomisim.estimate.opener_positions import KINDS, Position, self_play
from yomisim.kernel.bits import PASS
from yomisim.paths import label

if TYPE_CHECKING:
    from yomisim.batch.run import Progress

#: Games in a pair of openers, how many may be asked for, and positions of a kind that are taken from self-play.
GAMES_PER_CELL, MOST_GAMES, POSITIONS = 8000, 10**8, 4
NO_CARD = "no-card"
#: Kinds of move, in the order in which they are shown.
MOVE_KINDS = ("attack", "throw", "block", "dodge", "joker", "none")
#: Probabilities below this are not played.
PLAYED = 1e-6


@dataclass(frozen=True)
class Side:
    """One player's openers at a position (or in the mean over several).

    Parameters
    ----------
    names, kinds : of the openers. held : share of the hands that hold each.
    mix : probabilities at large, or of the given hand; float64, shape (openers,), like everything that follows.
    low, high : 95% intervals of the mix.
    gain, gain_half : what each opener earns for its player beyond the mix of the hands that hold it, against the other
        player's mix, and half the width of its 95% interval.
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    held: np.ndarray
    mix: np.ndarray
    low: np.ndarray
    high: np.ndarray
    gain: np.ndarray
    gain_half: np.ndarray

    @property
    def possible(self) -> np.ndarray:
        """Which openers noise cannot tell from right ones."""
        return self.high > PLAYED


@dataclass(frozen=True)
class Openers:
    """What to open with at one kind of position.

    Parameters
    ----------
    positions : those that were played, the mean over them is told.
    sides : of player 1 and player 2.
    payoff : float64, shape (openers 1, openers 2): player 1's win probability where these meet. With hidden hands: the
        value, and the mean over pairs of hands that hold both openers of the difference to what these hands earn by
        their mixes. NaN where no such pair was played.
    met : how many pairs of hands hold both.
    value : player 1's win probability at equilibrium. value_ci : its 95% interval.
    checked : value of mixes from one half of the games on the other half.
    exploitability : what best replies gain against these mixes on the other half.
    unique : whether there is no other equilibrium.
    given : which players' hands are given (the mix is then this hand's).
    games_per_cell, games : games of a pair of openers that all hands hold, and of all cells.
    """

    positions: tuple[Position, ...]
    sides: tuple[Side, Side]
    payoff: np.ndarray
    met: np.ndarray
    value: float
    value_ci: tuple[float, float]
    checked: float
    exploitability: float
    unique: bool
    given: tuple[bool, bool]
    hands: tuple[int, int]
    games_per_cell: int
    games: int

    @property
    def kind(self) -> str:
        """Which kind of position."""
        return self.positions[0].kind

    def record(self) -> dict[str, Any]:
        """JSON values."""
        one, two = self.sides
        return {
            "position": self.kind,
            "words": [position.words for position in self.positions],
            "public": [position.facts for position in self.positions],
            "value": self.value,
            "value_ci95": list(self.value_ci),
            "value_other_half": self.checked,
            "exploitability": self.exploitability,
            "unique": self.unique,
            "openers_p1": list(one.names),
            "openers_p2": list(two.names),
            "mix_p1": dict(zip(one.names, one.mix.tolist())),
            "mix_p2": dict(zip(two.names, two.mix.tolist())),
            "mix_p1_ci95": _pairs(one, one.low, one.high),
            "mix_p2_ci95": _pairs(two, two.low, two.high),
            "support_p1": [name for name, kept in zip(one.names, one.possible) if kept],
            "support_p2": [name for name, kept in zip(two.names, two.possible) if kept],
            "gain_p1": dict(zip(one.names, map(_number, one.gain))),
            "gain_p2": dict(zip(two.names, map(_number, two.gain))),
            "gain_p1_ci95": _pairs(one, one.gain - one.gain_half, one.gain + one.gain_half),
            "gain_p2_ci95": _pairs(two, two.gain - two.gain_half, two.gain + two.gain_half),
            "held_p1": dict(zip(one.names, one.held.tolist())),
            "held_p2": dict(zip(two.names, two.held.tolist())),
            "payoff": [[_number(cell) for cell in row] for row in self.payoff],
            "given_hands": list(self.given),
            "hands": list(self.hands),
            "games_per_cell": self.games_per_cell,
            "games": self.games,
        }


def _pairs(side: Side, low: np.ndarray, high: np.ndarray) -> dict[str, list[float | None]]:
    return {name: [_number(a), _number(b)] for name, a, b in zip(side.names, low, high)}


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


@dataclass(frozen=True)
class OpenerMixes:
    """The openers of two characters, position by position.

    Parameters
    ----------
    game : with its edition. characters : of player 1 and 2. policy, seed : who plays on, on which luck.
    positions : results, the first is the one that the JSON record starts with.
    seconds : wall time.
    """

    game: Game
    characters: tuple[Character, Character]
    policy: str
    seed: int
    positions: tuple[Openers, ...]
    seconds: float

    @cached_property
    def table(self) -> pd.DataFrame:
        """One row per position, player and opener: ``position, player, character, opener, kind, held, probability,
        ci_low, ci_high, gain, gain_ci_low, gain_ci_high, value, value_ci_low, value_ci_high, games_per_cell``."""
        rows = []
        for found in self.positions:
            for seat, side in enumerate(found.sides):
                for i, name in enumerate(side.names):
                    rows.append(
                        {
                            "position": found.kind,
                            "player": seat + 1,
                            "character": self.characters[seat].id,
                            "opener": name,
                            "kind": side.kinds[i],
                            "held": side.held[i],
                            "probability": side.mix[i],
                            "ci_low": side.low[i],
                            "ci_high": side.high[i],
                            "gain": side.gain[i],
                            "gain_ci_low": side.gain[i] - side.gain_half[i],
                            "gain_ci_high": side.gain[i] + side.gain_half[i],
                            "value": found.value,
                            "value_ci_low": found.value_ci[0],
                            "value_ci_high": found.value_ci[1],
                            "games_per_cell": found.games_per_cell,
                        }
                    )
        return pd.DataFrame(rows)

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One row per position and pair of openers: ``position, opener_p1, opener_p2, win_rate_p1, hand_pairs``."""
        rows = [
            (found.kind, first, second, found.payoff[i, j], int(found.met[i, j]))
            for found in self.positions
            for i, first in enumerate(found.sides[0].names)
            for j, second in enumerate(found.sides[1].names)
        ]
        return pd.DataFrame(rows, columns=["position", "opener_p1", "opener_p2", "win_rate_p1", "hand_pairs"])

    def record(self) -> dict[str, Any]:
        """JSON values: the first position's figures, then all positions and how they were made."""
        first, *others = (found.record() for found in self.positions)
        return {
            "yomisim": __version__,
            "game": self.game.id,
            "edition": self.game.edition,
            "p1": self.characters[0].id,
            "p2": self.characters[1].id,
            "policy": self.policy,
            "seed": self.seed,
            **first,
            "positions": others,
            "data": label(self.game.folder),
            "data_hash": self.game.data_hash,
        }


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
    start = time.perf_counter()
    who = (game.character(a), game.character(b))
    policy, number = check_policies(policy, None)[0], check_seed(seed)
    games = check_games_per_cell(games_per_cell)
    ids = (who[0].id, who[1].id)
    if positions is None:
        groups = [self_play(game, *ids, kind, policy, number, POSITIONS) for kind in KINDS]
    else:
        groups = [[position] for position in positions]
    plans = [_plan(position, max(2, games // len(group)), number) for group in groups for position in group]
    luck = [pair_key(*ids) + 1000 * k for k in range(len(plans))]
    blocks = play_tables(
        [plan.table for plan in plans], [plan.deals for plan in plans], number, luck, workers, progress
    )
    found = iter(
        _position_result(position, plan, cells, who, number)
        for position, plan, cells in zip((each for group in groups for each in group), plans, blocks, strict=True)
    )
    results = tuple(_mean([next(found) for _ in group]) for group in groups)
    return OpenerMixes(game, who, policy, number, results, time.perf_counter() - start)


def check_games_per_cell(games: Any) -> int:
    """A number of games of a pair of openers."""
    from yomisim.batch.plan import check_games

    try:
        number = check_games(games)
    except BadInput as error:
        raise BadInput(error.message, field="games-per-cell") from None
    if not 2 <= number <= MOST_GAMES:
        raise BadInput(f"{number} is out of range; it must be 2 to {MOST_GAMES}", field="games-per-cell")
    return number


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
    table = table_of(position.table, position.match, (first, second))
    return _Plan(table, deals_for(games, len(first), len(second)), (sampled_1, sampled_2))


def _position_result(
    position: Position, plan: _Plan, blocks: np.ndarray, who: tuple[Character, Character], seed: int
) -> Openers:
    """Solve the game of one position."""
    counts = blocks.shape[:2]
    weights = [np.full(n, 1 / n) for n in counts]
    cells = Cells(blocks, *plan.table.has, *weights, *plan.sampled)
    found = solve(cells.game)
    noise = sureness(cells, found, seed)
    hidden = counts[0] > 1 or counts[1] > 1
    given = tuple(hidden and hand is not None for hand in position.given)
    value, checked, half = found.value, noise.value, noise.value_half
    hand_1, hand_2 = (0 if is_given else None for is_given in given)
    if hand_1 is not None or hand_2 is not None:
        value, checked, half = _value_of_hands(cells, found, noise, hand_1, hand_2)
    one = _side(
        who[0], plan.table.sides[0], cells.has_1, found.strategy_1, (noise.range_1, noise.gain_1, noise.gain_half_1)
    )
    two = _side(
        who[1], plan.table.sides[1], cells.has_2, found.strategy_2, (noise.range_2, noise.gain_2, noise.gain_half_2)
    )
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
        plan.table.cells * plan.deals.blocks * plan.deals.size,
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
    who: Character, sides: np.ndarray, has: np.ndarray, strategy: np.ndarray, noise: tuple[np.ndarray, ...]
) -> Side:
    limits, gain, half = noise
    names, kinds = zip(*(_opener(who, int(side)) for side in sides))
    return Side(names, kinds, has.mean(axis=0), strategy.mean(axis=0), limits[0], limits[1], gain, half)


def _of_hand(side: Side, has: np.ndarray, mix: np.ndarray, gain: np.ndarray, half: np.ndarray) -> Side:
    """One hand's openers. What noise cannot tell from the best may be played always; what is worse never."""
    possible = ~(gain + half < 0) | (mix > PLAYED)
    low = possible & ((possible & has).sum() == 1)
    names, kinds = ([each[k] for k in np.flatnonzero(has)] for each in (side.names, side.kinds))
    numbers = (np.ones(len(has)), mix, low.astype(float), possible.astype(float), gain, half)
    return Side(tuple(names), tuple(kinds), *(each[has] for each in numbers))


def _opener(who: Character, side: int) -> tuple[str, str]:
    """Name and kind of an opener."""
    if side == int(PASS):
        return NO_CARD, "none"
    rank, edge = divmod(side, 4)
    return side_name(who, side), who.card(RANK_NAMES[rank]).side(SIDE_NAMES[edge]).kind


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


def _mean(found: list[Openers]) -> Openers:
    """The mean over several positions, which both players can tell apart."""
    if len(found) == 1:
        return found[0]
    count = len(found)
    value = sum(each.value for each in found) / count
    lows = np.array([each.value - each.value_ci[0] for each in found])
    highs = np.array([each.value_ci[1] - each.value for each in found])
    sides = (_mean_side([each.sides[0] for each in found]), _mean_side([each.sides[1] for each in found]))
    payoff, met = _mean_payoff(found, sides)
    return Openers(
        tuple(position for each in found for position in each.positions),
        sides,
        payoff,
        met,
        value,
        (value - float(np.sqrt((lows**2).sum())) / count, value + float(np.sqrt((highs**2).sum())) / count),
        sum(each.checked for each in found) / count,
        sum(each.exploitability for each in found) / count,
        all(each.unique for each in found),
        (False, False),
        (sum(each.hands[0] for each in found), sum(each.hands[1] for each in found)),
        sum(each.games_per_cell for each in found),
        sum(each.games for each in found),
    )


def _mean_side(sides: list[Side]) -> Side:
    """Mixes in the mean; an opener that no hand holds at a position is not played there."""
    kinds = {name: kind for side in sides for name, kind in zip(side.names, side.kinds)}
    names = tuple(sorted(kinds, key=_print_order))
    full = np.full((6, len(sides), len(names)), np.nan)
    full[:4] = 0.0
    for k, side in enumerate(sides):
        places = [names.index(name) for name in side.names]
        for row, numbers in enumerate((side.held, side.mix, side.low, side.high, side.gain, side.gain_half)):
            full[row, k, places] = numbers
    held, mix, low, high, gain, half = full
    mean = mix.mean(axis=0)
    count = len(sides)
    down = np.sqrt(((mix - low) ** 2).sum(axis=0)) / count
    up = np.sqrt(((high - mix) ** 2).sum(axis=0)) / count
    weight = np.where(np.isnan(gain), 0.0, held)
    total = np.where(weight.sum(axis=0) > 0, weight.sum(axis=0), np.nan)
    mean_gain = np.nansum(weight * gain, axis=0) / total
    mean_half = np.sqrt(np.nansum((weight * half) ** 2, axis=0)) / total
    all_kinds = tuple(kinds[name] for name in names)
    return Side(
        names, all_kinds, held.mean(axis=0), mean, (mean - down).clip(0), (mean + up).clip(max=1), mean_gain, mean_half
    )


def _print_order(name: str) -> tuple[int, str]:
    """By rank, no-card last."""
    head = name.split(" ")[0]
    return (RANK_NAMES.index(head) if head in RANK_NAMES else len(RANK_NAMES), name)


def _mean_payoff(found: list[Openers], sides: tuple[Side, Side]) -> tuple[np.ndarray, np.ndarray]:
    """Cells in the mean over the pairs of hands of all positions, each beside its position's value."""
    shape = (len(sides[0].names), len(sides[1].names))
    total, met = np.zeros(shape), np.zeros(shape)
    for each in found:
        places = np.ix_(*([sides[k].names.index(name) for name in each.sides[k].names] for k in range(2)))
        total[places] += np.nan_to_num((each.payoff - each.value) * each.met)
        met[places] += each.met
    value = sum(each.value for each in found) / len(found)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(met > 0, value + total / met, np.nan), met
