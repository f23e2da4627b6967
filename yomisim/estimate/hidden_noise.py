r"""How sure the solution of a game is whose payoffs were estimated by play.

Every pair of hands is played in blocks of deals; blocks are independent, and a block's payoffs of all options rest on
the same deals. One half of the blocks is independent of the other.

**Value.** The value of estimated payoffs is biased (each player's mix feeds on the noise), and its bootstrap fails
where equilibria change. So each half's mixes are valued on the other half, and the mean of both is taken: the error of
a mix costs nothing to first order. Its standard error is that of a mean over blocks, and over hands where these are
sampled, too. The halves lend each other their mixes and so are not independent, most of all where two options are
equally good (each half then picks what the other may overrate; measured correlations are up to 0.36). So the noise of
play is taken as that of a single half, which holds however the halves depend on each other.

**Probabilities.** All mixes are possible whose shortfall (value less what is guaranteed, on the estimated payoffs) is
no greater than what noise can do to an optimal mix; see `shortfall_limit`. The interval of a probability is its range
over all those mixes (a linear programme for either end). What noise cannot tell from optimal is in, so that it covers
also where there are several equilibria; where there is one, it is wider than it would have to be.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from yomisim.estimate.hidden_game import HiddenGame, Solution, ranges, solve_any
from yomisim.estimate.hidden_smooth import Smoother, smoother

Z = 1.959963984540054
#: Correlation of the two halves that intervals allow for.
TIED = 1.0
#: Draws of noise for the limit of the shortfall: many where a draw takes microseconds.
DRAWS_MATRIX, DRAWS_HIDDEN = 200, 60
#: Options whose distance from a hand's best is more than so many standard deviations are worse.
NEAR = 2.5
#: Strategies of player 1 and 2 from either half.
Mixes = list[tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Cells:
    """What came of play.

    Parameters
    ----------
    blocks : float64, shape (hands 1, hands 2, blocks, options 1, options 2): player 1's mean result in each block of
        deals, all of one size; a multiple of four. Zero where a hand lacks the option.
    has_1, has_2, weight_1, weight_2 : as in HiddenGame.
    sampled_1, sampled_2 : whether the hands are a sample of more (then each has the same weight).
    """

    blocks: np.ndarray
    has_1: np.ndarray
    has_2: np.ndarray
    weight_1: np.ndarray
    weight_2: np.ndarray
    sampled_1: bool = False
    sampled_2: bool = False

    @cached_property
    def smooth(self) -> Smoother:
        """How far payoffs of single hands are trusted."""
        return smoother(self.blocks, self.has_1, self.has_2)

    @cached_property
    def game(self) -> HiddenGame:
        """The game on all deals."""
        return self._game(self.smooth(self.blocks.mean(axis=2)))

    @property
    def halves(self) -> tuple[HiddenGame, HiddenGame]:
        """The game on either half of the deals, each with nothing but its own deals."""
        first, second = (
            self._game(smoother(part, self.has_1, self.has_2)(part.mean(axis=2))) for part in _halves(self.blocks)
        )
        return first, second

    def _game(self, payoff: np.ndarray) -> HiddenGame:
        return HiddenGame(payoff, self.has_1, self.has_2, self.weight_1, self.weight_2)

    def noise(self, luck: np.random.Generator) -> HiddenGame:
        """The game with noise alone for payoffs, as much as the game's own have."""
        count = self.blocks.shape[2]
        draws = luck.standard_normal((*self.blocks.shape[:3], 1, 1)) / math.sqrt(count * (count - 1))
        noise = ((self.blocks - self.blocks.mean(axis=2, keepdims=True)) * draws).sum(axis=2)
        return self._game(self.smooth(noise))


def interval(
    results: np.ndarray, cells: Cells, who_1: np.ndarray | None = None, tied: float = TIED
) -> tuple[float, float]:
    """(mean, half the width of its 95% interval) of results by pair of hands and block.

    Parameters
    ----------
    results : float64, shape (hands 1, hands 2, blocks). who_1 : bool, only these hands of player 1; None is all.
    tied : correlation of the halves, 0 to 1.
    """
    chosen = np.ones(len(results), bool) if who_1 is None else who_1
    results = results[chosen]
    first = cells.weight_1[chosen] / cells.weight_1[chosen].sum()
    second = cells.weight_2
    pairs = results.mean(axis=2)
    count = results.shape[2]
    luck = float(first**2 @ results.var(axis=2, ddof=1) @ second**2) / count
    hands, units = 0.0, [max(2, results.shape[0] * results.shape[1] * (count - 1))]
    for sampled, means in ((cells.sampled_1, pairs @ second), (cells.sampled_2, first @ pairs)):
        if sampled and len(means) > 1:
            hands += float(means.var(ddof=1)) / len(means)
            units.append(len(means) - 1)
    variance = (hands or luck) + tied * luck
    return float(first @ pairs @ second), _quantile(min(units)) * math.sqrt(variance)


def _quantile(freedom: int) -> float:
    """97.5% point of Student's t, by the first two terms of its expansion (Fisher 1925)."""
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


@dataclass(frozen=True)
class Sureness:
    """How sure a solution is.

    Parameters
    ----------
    value, value_half : value of each half's mixes on the other half, and half the width of its 95% interval.
    exploitability : what best replies gain against each half's mixes on the other half, in the mean over both players
        and halves. A best reply feeds on the noise of its half, which makes this more rather than less.
    range_1, range_2 : float64, shape (2, options): 95% intervals of the probabilities at large.
    gain_1, gain_2 : float64, shape (options,): what each option earns beyond the mix of the hands that hold it, for its
        own player, each half's mixes on the other half; NaN where no hand holds it.
    gain_half_1, gain_half_2 : half the widths of 95% intervals of these.
    mixes : the strategies of both players that solve either half.
    """

    value: float
    value_half: float
    exploitability: float
    range_1: np.ndarray
    range_2: np.ndarray
    gain_1: np.ndarray
    gain_2: np.ndarray
    gain_half_1: np.ndarray
    gain_half_2: np.ndarray
    mixes: Mixes


def sureness(cells: Cells, found: Solution, seed: int) -> Sureness:
    """Everything about the noise of a solution of `cells`; the same for the same seed."""
    first, second = cells.halves
    mixes = [solve_any(half)[1:] for half in (first, second)]
    crossed = ((mixes[0], second), (mixes[1], first))
    value, half = interval(crossed_results(cells, mixes), cells)
    gaps = [-half_game.turned.guaranteed(mix[1]) - half_game.guaranteed(mix[0]) for mix, half_game in crossed]
    range_1, range_2 = _ranges(cells, found, seed)
    gain_1, half_1 = gains(cells, mixes)
    gain_2, half_2 = gains(*turned(cells, mixes))
    return Sureness(value, half, sum(gaps) / 4, range_1, range_2, gain_1, gain_2, half_1, half_2, mixes)


def _halves(blocks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    middle = blocks.shape[2] // 2
    return blocks[:, :, :middle], blocks[:, :, middle:]


def crossed_results(cells: Cells, mixes: Mixes) -> np.ndarray:
    """Result of each half's mixes on the other half, for each pair of hands and block: (hands 1, hands 2, blocks)."""
    parts = [
        np.einsum("abgij,ai,bj->abg", blocks, *mixes[1 - k], optimize=True)
        for k, blocks in enumerate(_halves(cells.blocks))
    ]
    return np.concatenate(parts, axis=2)


def turned(cells: Cells, mixes: Mixes) -> tuple[Cells, Mixes]:
    """The same from player 2's side."""
    blocks = -cells.blocks.transpose(1, 0, 2, 4, 3)
    sides = (cells.has_2, cells.has_1, cells.weight_2, cells.weight_1, cells.sampled_2, cells.sampled_1)
    return Cells(blocks, *sides), [(two, one) for one, two in mixes]


def gains(cells: Cells, mixes: Mixes, hand: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """What each option of player 1 earns beyond the mix of the hands that hold it, half the width of its interval.

    Parameters
    ----------
    hand : only this one; None is all.

    Returns
    -------
    float64, shapes (options 1,); NaN where no hand holds the option.
    """
    parts = []
    for k, blocks in enumerate(_halves(cells.blocks)):
        earned = np.einsum("abgij,bj->abgi", blocks, mixes[1 - k][1], optimize=True)
        parts.append(earned - np.einsum("abgi,ai->abg", earned, mixes[1 - k][0])[..., None])
    beyond = np.concatenate(parts, axis=2)
    gain, width = np.full(cells.has_1.shape[1], np.nan), np.full(cells.has_1.shape[1], np.nan)
    for i in range(len(gain)):
        who = cells.has_1[:, i] & (True if hand is None else np.arange(len(cells.has_1)) == hand)
        if who.any():
            gain[i], width[i] = interval(beyond[:, :, :, i], cells, who)
    return gain, width


def _ranges(cells: Cells, found: Solution, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Intervals of the probabilities at large of either player."""
    game = cells.game
    limit = shortfall_limit(cells, found, seed)
    one = ranges(game, found.value - limit)
    two = ranges(game.turned, -found.value - limit)
    return (
        _with_hands(one, found.strategy_1, cells.weight_1, cells.sampled_1),
        _with_hands(two, found.strategy_2, cells.weight_2, cells.sampled_2),
    )


def shortfall_limit(cells: Cells, found: Solution, seed: int) -> float:
    """How far an optimal strategy of either player may fall short on payoffs with such noise (95%).

    With noise D on the payoffs, an optimal x falls short by no more than what the best of player 1's options gains from
    D less what the worst of player 2's leaves of it. Only options count that D can make best.
    """
    luck = np.random.default_rng([seed, 78])
    game = cells.game
    single = len(cells.weight_1) == len(cells.weight_2) == 1
    noise = [cells.noise(luck) for _ in range(DRAWS_MATRIX if single else DRAWS_HIDDEN)]
    for_1 = np.array([-each.turned.earned(found.strategy_2) for each in noise])
    for_2 = np.array([-each.earned(found.strategy_1) for each in noise])
    gain_1 = _best_of_noise(-game.turned.earned(found.strategy_2), for_1) @ cells.weight_1
    gain_2 = _best_of_noise(-game.earned(found.strategy_1), for_2) @ cells.weight_2
    return max(float(np.quantile(gain_1 + gain_2, 0.95)), 0.0)


def _best_of_noise(earned: np.ndarray, noise: np.ndarray) -> np.ndarray:
    """What each hand's best option gains from noise, shape (draws, hands).

    Parameters
    ----------
    earned : what each option of each hand earns, minus infinity where the hand lacks it; (hands, options).
    noise : the same of draws of noise alone, (draws, hands, options).
    """
    hands = np.arange(len(earned))
    best = earned.argmax(axis=1)
    behind = earned[hands, best][:, None] - earned
    held = np.isfinite(earned)
    noise = np.where(held, noise, 0.0)
    spread = (noise - noise[:, hands, best][:, :, None]).std(axis=0)
    near = held & (behind <= NEAR * spread + 1e-12)
    return np.where(near, noise, -np.inf).max(axis=2)


def _with_hands(limits: np.ndarray, strategy: np.ndarray, weight: np.ndarray, sampled: bool) -> np.ndarray:
    """Wider where other hands could have been sampled."""
    mix = weight @ strategy
    low, high = np.minimum(limits[0], mix), np.maximum(limits[1], mix)
    if sampled and len(weight) > 1:
        more = _quantile(len(weight) - 1) * strategy.std(axis=0, ddof=1) / math.sqrt(len(weight))
        low, high = low - more, high + more
    return np.clip([low, high], 0.0, 1.0)
