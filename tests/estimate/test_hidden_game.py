"""Games of hidden hands: equilibria against answers worked out by hand, and the sureness of estimated ones."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.estimate.hidden_game import HiddenGame, ranges, solve, solve_any
from yomisim.estimate.hidden_noise import Cells, crossed_results, interval, sureness
from yomisim.estimate.hidden_smooth import smoother

#: One card of two is dealt to player 1 (high, low) who bets or folds; player 2 calls or folds. Bets of 1 on antes of 1
#: (Kuhn's game cut to its core): a low card bluffs in a third of the cases, player 2 calls two thirds of the bets.
BLUFF = np.array(
    [
        [[[2.0, 1.0], [1.0, 1.0]]],  # high: bet (called wins 2, else 1), show (wins 1)
        [[[-2.0, 1.0], [-1.0, -1.0]]],  # low
    ]
)


def game_of(payoff: np.ndarray, has_1: np.ndarray | None = None, has_2: np.ndarray | None = None) -> HiddenGame:
    k1, k2, m, n = payoff.shape
    has_1 = np.ones((k1, m), bool) if has_1 is None else has_1
    has_2 = np.ones((k2, n), bool) if has_2 is None else has_2
    return HiddenGame(payoff, has_1, has_2, np.full(k1, 1 / k1), np.full(k2, 1 / k2))


def played(game: HiddenGame, size: int, blocks: int, luck: np.random.Generator, common: bool = False) -> Cells:
    """Blocks of games in which player 1 wins with the probability that the game pays; on common luck or on its own."""
    shape = (*game.payoff.shape[:2], blocks, size)
    draws = luck.random((*shape, 1, 1) if common else (*shape, *game.payoff.shape[2:]))
    held = game.has_1[:, None, None, :, None] & game.has_2[None, :, None, None, :]
    means = (draws < game.payoff[:, :, None, None]).mean(axis=3)
    return Cells(np.where(held, means, 0.0), game.has_1, game.has_2, game.weight_1, game.weight_2)


def test_bluffing_is_solved_as_by_hand():
    found = solve(game_of(BLUFF))
    assert found.value == pytest.approx(1 / 3) and found.unique
    assert found.strategy_1[0] == pytest.approx([1, 0]) and found.strategy_1[1] == pytest.approx([1 / 3, 2 / 3])
    assert found.strategy_2[0] == pytest.approx([2 / 3, 1 / 3])


def test_hands_that_lack_options():
    payoff = np.array([[[[0.0, 1.0], [1.0, 0.0]]], [[[0.0, 1.0], [1.0, 0.0]]]])
    only_first = np.array([[True, True], [True, False]])
    found = solve(game_of(payoff, only_first))
    assert found.value == pytest.approx(0.5)  # the free hand makes up for the other
    assert found.strategy_1[1] == pytest.approx([1, 0]) and found.strategy_1[0] == pytest.approx([0, 1])


def test_where_all_is_the_same_everything_is_played():
    found = solve(game_of(np.full((2, 3, 2, 4), 0.4)))
    assert not found.unique and found.value == pytest.approx(0.4)
    assert found.strategy_1 == pytest.approx(0.5) and found.strategy_2 == pytest.approx(0.25)


def test_the_most_even_of_several_equilibria():
    """Two hands, matching pennies: only the mean over the hands is fixed. Most even: both play a half."""
    pennies = np.array([[1.0, 0.0], [0.0, 1.0]])
    found = solve(game_of(np.array([[pennies], [pennies]])))
    assert not found.unique_1 and found.unique_2
    assert found.strategy_1 == pytest.approx(0.5, abs=1e-4)


@pytest.mark.parametrize("seed", range(20))
def test_random_games_have_no_gap(seed):
    luck = np.random.default_rng(seed)
    has = [luck.random((5, 6)) < 0.5 for _ in range(2)]
    for each in has:
        each[:, 0] = True
    game = game_of(luck.random((5, 5, 6, 6)), *has)
    value, first, second = solve_any(game)
    assert game.guaranteed(first) == pytest.approx(value, abs=1e-8)
    assert -game.turned.guaranteed(second) == pytest.approx(value, abs=1e-8)
    assert game.value_of(first, second) == pytest.approx(value, abs=1e-8)
    assert (first[~game.has_1] == 0).all() and (second[~game.has_2] == 0).all()
    low, high = ranges(game, value - 1e-9)
    mix = game.weight_1 @ first
    assert (low <= mix + 1e-4).all() and (mix - 1e-4 <= high).all()


def test_a_toy_with_hidden_hands_is_found_from_games():
    """From games won and lost, within noise of the exact equilibrium."""
    game = game_of((BLUFF + 2) / 4)
    exact = solve(game)
    cells = played(game, 400, 64, np.random.default_rng(3))
    found = solve(cells.game)
    sure = sureness(cells, found, 1)
    assert found.value == pytest.approx(exact.value, abs=0.01)
    assert found.strategy_1 == pytest.approx(exact.strategy_1, abs=0.05)
    assert found.strategy_2 == pytest.approx(exact.strategy_2, abs=0.05)
    assert sure.exploitability < 0.01 and abs(sure.value - exact.value) < sure.value_half
    assert (sure.range_1[0] <= game.weight_1 @ exact.strategy_1 + 1e-9).all()
    assert (game.weight_1 @ exact.strategy_1 <= sure.range_1[1] + 1e-9).all()


def test_many_hidden_hands_are_found_from_few_games():
    """Hands add a little to openers that they share: smoothing takes the noise out and leaves the equilibrium."""
    luck = np.random.default_rng(8)
    shared = np.array([[0.5, 0.75, 0.3], [0.25, 0.5, 0.8], [0.7, 0.2, 0.5]])
    own = 0.04 * luck.standard_normal((10, 1, 3, 1))
    game = game_of(shared + own + np.zeros((10, 10, 3, 3)))
    exact = solve(game)
    cells = played(game, 5, 4, luck)
    found = solve(cells.game)
    plain = solve(game_of(cells.blocks.mean(axis=2)))
    lost = [exact.value - game.guaranteed(each.strategy_1) for each in (found, plain)]
    assert lost[0] < 0.03 and lost[0] < lost[1]


def test_smoothing_ends_with_the_noise():
    luck = np.random.default_rng(2)
    payoff = luck.random((3, 4, 3, 3))
    blocks = np.repeat(payoff[:, :, None], 4, axis=2)
    all_held = np.ones((3, 3), bool), np.ones((4, 3), bool)
    assert smoother(blocks, *all_held)(payoff) == pytest.approx(payoff)


SMALL = {
    "one cell": [[0.5]],
    "two equal rows": [[0.5], [0.5]],
    "two nearly equal rows": [[0.5], [0.48]],
    "a saddle": [[0.5, 0.6], [0.4, 0.7]],
    "two by two": [[0.7, 0.3], [0.2, 0.9]],
    "rock, paper, scissors": [[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]],
    "several equilibria": [[0.5, 0.8, 0.2, 0.5], [0.2, 0.5, 0.8, 0.5], [0.8, 0.2, 0.5, 0.5]],
}


@pytest.mark.parametrize("common", [False, True], ids=["own luck", "common luck"])
@pytest.mark.parametrize("payoff", SMALL.values(), ids=SMALL.keys())
def test_the_value_is_covered(payoff, common):
    """In at least 93% of 200 repeats, also where a bootstrap would fail."""
    game = game_of(np.array([[payoff]]))
    exact = solve(game).value
    luck, covered = np.random.default_rng(21), 0
    for _ in range(200):
        cells = played(game, 8, 64, luck, common)
        mixes = [solve_any(half)[1:] for half in cells.halves]
        value, half = interval(crossed_results(cells, mixes), cells)
        covered += abs(value - exact) <= half + 1e-12
    assert covered >= 186


@pytest.mark.parametrize("name", ["two equal rows", "two by two", "several equilibria"])
def test_probabilities_are_covered(name):
    game = game_of(np.array([[SMALL[name]]]))
    exact = solve(game)
    luck, covered = np.random.default_rng(22), np.zeros(sum(game.payoff.shape[2:]))
    for repeat in range(200):
        cells = played(game, 8, 64, luck)
        sure = sureness(cells, solve(cells.game), repeat)
        mix = np.concatenate([exact.strategy_1[0], exact.strategy_2[0]])
        low, high = np.concatenate([sure.range_1, sure.range_2], axis=1)
        covered += (low - 1e-9 <= mix) & (mix <= high + 1e-9)
    assert covered.min() >= 186


def test_the_value_of_sampled_hands_is_covered():
    """Hands are drawn anew in every repeat; the value is that of the mean over all hands that there are."""
    luck, covered = np.random.default_rng(23), 0
    for _ in range(200):
        lean = 0.05 * luck.standard_normal((12, 1, 1, 1)) + 0.05 * luck.standard_normal((1, 12, 1, 1))
        game = game_of((np.array(SMALL["two by two"])[None, None] + lean).clip(0, 1))
        cells = played(game, 4, 4, luck)
        cells = Cells(cells.blocks, cells.has_1, cells.has_2, cells.weight_1, cells.weight_2, True, True)
        mixes = [solve_any(half)[1:] for half in cells.halves]
        value, half = interval(crossed_results(cells, mixes), cells)
        covered += abs(value - 0.57 / 1.1) <= half
    assert covered >= 186
