"""Picks: matches worked by hand, by brute force, and by playing them out."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import yomisim
from yomisim.errors import BadInput
from yomisim.estimate import zero_sum
from yomisim.estimate.charts import Chart
from yomisim.estimate.matches import race, race_length
from yomisim.estimate.pick_bans import ban_payoff
from yomisim.estimate.pick_noise import draw_charts
from yomisim.estimate.pick_tables import TIERS, tier
from yomisim.estimate.picks import BEST_OF, Rules, solve_picks


def chart_of(upper: dict[tuple[str, str], float], games: float = np.inf) -> Chart:
    names = tuple(dict.fromkeys(name for pair in upper for name in pair))
    rates, worth = np.full((len(names),) * 2, 0.5), np.full((len(names),) * 2, np.inf)
    for (a, b), rate in upper.items():
        i, j = names.index(a), names.index(b)
        rates[i, j], rates[j, i] = rate, 1 - rate
        worth[i, j] = worth[j, i] = games
    return Chart(names, rates, worth)


def cycle(p: float, games: float = np.inf) -> Chart:
    return chart_of({("a", "b"): p, ("b", "c"): p, ("a", "c"): 1 - p}, games)


def random_chart(count: int, rng: np.random.Generator, scale: float = 0.4) -> Chart:
    rates = rng.uniform(0.5 - scale, 0.5 + scale, (count, count))
    rates = (rates + 1 - rates.T) / 2
    return Chart(tuple(f"c{k}" for k in range(count)), rates, np.full((count, count), np.inf))


def reply(picks, keeper: str, a: int, b: int):
    names = picks.chart.names
    (found,) = [c for c in picks.counterpicks if (names[c.keeper], c.keeper_needs, c.picker_needs) == (keeper, a, b)]
    return names[found.pick], found.chance


# Worked by hand


@pytest.mark.parametrize("p", [0.55, 0.7, 1.0])
@pytest.mark.parametrize("best_of", BEST_OF)
def test_a_cycle_of_three_is_picked_evenly(p, best_of):
    picks = solve_picks(cycle(p), Rules(best_of))
    assert picks.unique and picks.value == 0.5
    assert picks.mix == pytest.approx([1 / 3] * 3, abs=1e-9)
    assert picks.scores == pytest.approx([0.5] * 3)
    beats = {"a": "c", "b": "a", "c": "b"}
    if best_of > 1:
        need = picks.rules.need
        assert all(
            reply(picks, k, a, b)[0] == beats[k] for k in "abc" for a in range(1, need) for b in range(1, need + 1)
        )
    assert len(picks.counterpicks) == 3 * (picks.rules.need - 1) * picks.rules.need


@pytest.mark.parametrize("p", [0.55, 0.7, 1.0])
def test_a_cycle_of_three_in_best_of_three(p):
    """The loser repicks what beats the winner: game 2 is his with chance p, and then game 3 the other's with p."""
    picks = solve_picks(cycle(p), Rules(3))
    assert reply(picks, "a", 1, 1)[1] == pytest.approx(p)
    assert reply(picks, "a", 1, 2)[1] == pytest.approx(p * (1 - p))
    assert picks.games.sum() == pytest.approx(2 + p)
    assert picks.games == pytest.approx([(2 + p) / 3] * 3)


@pytest.mark.parametrize("q", [0.6, 0.8, 1.0])
def test_two_characters_of_which_one_is_better(q):
    """Worked by hand: the better one is always picked, and picking the other costs what the formula says."""
    picks = solve_picks(chart_of({("good", "bad"): q}), Rules(3))
    assert picks.mix == pytest.approx([1, 0]) and picks.unique
    assert reply(picks, "good", 1, 1) == ("good", pytest.approx(0.5))
    assert reply(picks, "bad", 1, 1) == ("good", pytest.approx(q))
    assert reply(picks, "good", 1, 2) == ("good", pytest.approx(0.25))
    assert reply(picks, "bad", 1, 2) == ("good", pytest.approx(q / 2))
    # Good in game 1: with q a lead over one who then has a quarter, with 1 - q behind a "bad" that is kept.
    assert 1 - picks.scores[1] == pytest.approx(q * 3 / 4 + (1 - q) * q / 2)
    assert picks.games.sum() == pytest.approx(2.5)


def test_a_character_that_is_dominated_is_not_picked():
    chart = chart_of(
        {("a", "b"): 0.6, ("b", "c"): 0.6, ("a", "c"): 0.4, ("a", "d"): 0.7, ("b", "d"): 0.7, ("c", "d"): 0.7}
    )
    for best_of, counterpick in product(BEST_OF, ("loser", "none")):
        picks = solve_picks(chart, Rules(best_of, counterpick))
        assert picks.mix[3] == 0 and picks.scores[3] < 0.45 and picks.games[3] == 0
        assert picks.mix[:3] == pytest.approx([1 / 3] * 3)


def test_a_biased_cycle_best_of_one():
    """Skew part (0, x, -z; -x, 0, y; z, -y, 0): the mix is (y, z, x) over their sum."""
    x, y, z = 0.10, 0.05, 0.20
    picks = solve_picks(chart_of({("a", "b"): 0.5 + x, ("b", "c"): 0.5 + y, ("a", "c"): 0.5 - z}))
    assert picks.mix == pytest.approx(np.array([y, z, x]) / (x + y + z))
    assert picks.games == pytest.approx(picks.mix) and picks.counterpicks == []


def test_the_worked_example_of_the_docs():
    """docs/picks.md works this chart by hand."""
    chart = chart_of({("A", "B"): 0.6, ("A", "C"): 0.3, ("B", "C"): 0.55})
    one = solve_picks(chart)
    assert one.mix == pytest.approx([1 / 7, 4 / 7, 2 / 7])
    three = solve_picks(chart, Rules(3))
    assert [reply(three, k, 1, 1) for k in "ABC"] == [
        ("C", pytest.approx(0.7)),
        ("A", pytest.approx(0.6)),
        ("B", pytest.approx(0.55)),
    ]
    assert [reply(three, k, 1, 2) for k in "ABC"] == [
        ("C", pytest.approx(0.315)),
        ("C", pytest.approx(0.2025)),
        ("C", pytest.approx(0.225)),
    ]
    assert three.payoff[[0, 0, 1], [1, 2, 2]] == pytest.approx([0.492, 0.363, 0.539875])
    assert three.mix == pytest.approx([0, 1, 0]) and three.unique
    assert three.scores == pytest.approx([0.492, 0.5, 0.460125])
    assert three.games == pytest.approx([0, 1.725, 0.725])


def test_first_picks_that_stay():
    p = 0.6
    picks = solve_picks(chart_of({("a", "b"): p}), Rules(3, "none"))
    assert picks.payoff[0, 1] == pytest.approx(p**2 * (3 - 2 * p))
    assert picks.counterpicks == [] and picks.games.sum() == pytest.approx(2.5)
    assert race(np.array([0.5, p]), 4) == pytest.approx([0.5, 0.710208])
    assert race_length(np.array([0.5, 1.0]), 4) == pytest.approx([5.8125, 4])


def test_doubled_characters_share_and_the_equilibrium_is_not_unique():
    upper = {("a", "b"): 0.7, ("b", "c"): 0.7, ("a", "c"): 0.3, ("a", "d"): 0.3, ("b", "d"): 0.7, ("c", "d"): 0.5}
    picks = solve_picks(chart_of(upper))
    assert not picks.unique
    assert picks.mix == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-8)
    assert picks.mix_range[:, 3] == pytest.approx([0, 1 / 3], abs=1e-8)


# By brute force


def slow_match(rates: np.ndarray, need: int, rosters) -> tuple[np.ndarray, object]:
    """Seat 0's chances by first picks, from a recursion that knows nothing of the fast one."""

    @cache
    def chance(picker: int, kept: int, keeper_needs: int, picker_needs: int) -> float:
        return max(after(picker, c, kept, keeper_needs, picker_needs) for c in rosters[picker])

    def after(picker, c, kept, keeper_needs, picker_needs) -> float:
        won = 1.0 if picker_needs == 1 else 1 - chance(1 - picker, c, picker_needs - 1, keeper_needs)
        lost = 0.0 if keeper_needs == 1 else chance(picker, kept, keeper_needs - 1, picker_needs)
        return rates[c, kept] * won + rates[kept, c] * lost

    payoff = np.full(rates.shape, np.nan)
    for i, j in product(*rosters):
        won = 1.0 if need == 1 else 1 - chance(1, i, need - 1, need)
        lost = 0.0 if need == 1 else chance(0, j, need - 1, need)
        payoff[i, j] = rates[i, j] * won + rates[j, i] * lost
    return payoff, chance


@pytest.mark.parametrize("best_of", BEST_OF)
def test_every_state_by_another_recursion(best_of):
    rng = np.random.default_rng(best_of)
    for count in (2, 3, 5, 8):
        picks = solve_picks(random_chart(count, rng), Rules(best_of))
        rates = picks.chart.rates
        payoff, chance = slow_match(rates, picks.rules.need, (range(count), range(count)))
        assert np.abs(picks.payoff - payoff).max() < 1e-12
        assert np.abs(payoff + payoff.T - 1).max() < 1e-12
        for c in picks.counterpicks:
            assert c.chance == pytest.approx(chance(0, c.keeper, c.keeper_needs, c.picker_needs), abs=1e-12)
        assert picks.exploitability < 1e-9
        assert picks.scores.max() == pytest.approx(0.5, abs=1e-9)
        assert picks.scores[picks.mix > 1e-9] == pytest.approx(0.5, abs=1e-9)


def play(picks, first: int, rng: np.random.Generator) -> tuple[bool, list[int]]:
    """One match: seat 0 begins with `first`, seat 1 by the mix, and both repick by the table."""
    rates, need = picks.chart.rates, picks.rules.need
    table = {(c.keeper, c.keeper_needs, c.picker_needs): c.pick for c in picks.counterpicks}
    now = [first, int(rng.choice(len(picks.mix), p=picks.mix))]
    left, played = [need, need], []
    while min(left) > 0:
        played.append(now[0])
        winner = int(rng.random() >= rates[now[0], now[1]])
        left[winner] -= 1
        loser = 1 - winner
        if left[winner] and picks.rules.repick:
            now[loser] = table[now[winner], left[winner], left[loser]]
    return left[0] == 0, played


@pytest.mark.parametrize(("best_of", "counterpick"), [(3, "loser"), (5, "loser"), (5, "none")])
def test_playing_it_out_agrees(best_of, counterpick):
    rng = np.random.default_rng(best_of)
    picks = solve_picks(random_chart(4, rng), Rules(best_of, counterpick))
    matches = 4000
    wins, games, lengths = np.zeros(4), np.zeros(4), []
    for first in range(4):
        wins[first] = np.mean([play(picks, first, rng)[0] for _ in range(matches)])
    for _ in range(matches):
        _, played = play(picks, int(rng.choice(4, p=picks.mix)), rng)
        games += np.bincount(played, minlength=4) / matches
        lengths.append(len(played))
    assert wins == pytest.approx(picks.scores, abs=4 * 0.5 / matches**0.5)
    assert games == pytest.approx(picks.games, abs=4 * best_of / 2 / matches**0.5)
    assert np.mean(lengths) == pytest.approx(picks.games.sum(), abs=4 * best_of / 2 / matches**0.5)


@given(st.integers(2, 6), st.sampled_from(BEST_OF), st.sampled_from(["loser", "none"]), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_what_holds_for_any_chart(count, best_of, counterpick, seed):
    picks = solve_picks(random_chart(count, np.random.default_rng(seed), 0.5), Rules(best_of, counterpick))
    need = picks.rules.need
    assert picks.mix.min() >= 0 and picks.mix.sum() == pytest.approx(1)
    assert picks.exploitability < 1e-9 and picks.scores.max() <= 0.5 + 1e-9
    assert need - 1e-9 <= picks.games.sum() <= best_of + 1e-9
    assert np.abs(picks.payoff + picks.payoff.T - 1).max() < 1e-12
    assert all(0 <= c.chance <= 1 for c in picks.counterpicks)


# A given mix


def test_a_given_mix_is_judged():
    chart = cycle(0.7)
    picks = solve_picks(chart, Rules(1), given=np.array([1.0, 0, 0]))
    assert picks.given is not None
    assert picks.given.exploitability == pytest.approx(0.2) and picks.given.value == pytest.approx(0.3)
    assert chart.names[picks.given.best_reply] == "c" and picks.given.against_equilibrium == pytest.approx(0.5)
    fine = solve_picks(chart, Rules(5), given=np.full(3, 1 / 3)).given
    assert fine is not None and fine.exploitability == pytest.approx(0, abs=1e-12)
    with pytest.raises(BadInput, match="cannot be judged with bans"):
        solve_picks(chart, Rules(1, ban=1), given=np.full(3, 1 / 3))


# Bans


@pytest.mark.parametrize(("count", "ban", "best_of"), [(3, 1, 1), (4, 1, 3), (4, 2, 3), (4, 3, 5), (5, 2, 3)])
def test_bans_by_brute_force(count, ban, best_of):
    rng = np.random.default_rng([count, ban])
    picks = solve_picks(random_chart(count, rng), Rules(best_of, ban=ban))
    sets = list(combinations(range(count), ban))
    payoff = np.zeros((len(sets), len(sets)))
    for (i, mine), (j, other) in product(enumerate(sets), enumerate(sets)):
        rosters = tuple(tuple(k for k in range(count) if k not in banned) for banned in (other, mine))
        full, _ = slow_match(picks.chart.rates, picks.rules.need, rosters)
        payoff[i, j] = zero_sum.linear_programme(full[np.ix_(*rosters)])[0]
    assert picks.bans is not None and picks.bans.sets == sets
    rosters = np.array([[k not in banned for k in range(count)] for banned in sets])
    assert np.abs(ban_payoff(picks.chart.rates, rosters, picks.rules) - payoff).max() < 1e-9
    assert zero_sum.exploitability(payoff, picks.bans.mix, picks.bans.mix) < 1e-9
    assert picks.bans.banned.sum() == pytest.approx(ban)
    assert picks.mix.sum() == pytest.approx(1) and picks.mix.min() >= 0
    assert (picks.mix <= 1 - picks.bans.banned + 1e-9).all()


def test_the_best_character_is_banned():
    upper = {("top", x): 0.9 for x in "abc"} | {("a", "b"): 0.7, ("b", "c"): 0.7, ("a", "c"): 0.3}
    for best_of in (1, 3):
        picks = solve_picks(chart_of(upper), Rules(best_of, ban=1))
        assert picks.bans is not None and picks.unique
        assert picks.bans.banned == pytest.approx([1, 0, 0, 0])
        assert np.isnan(picks.scores[0]) and picks.order()[-1] == 0
        assert picks.mix == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])
        assert not any(c.keeper == 0 or c.pick == 0 for c in picks.counterpicks)
    assert tier(float(picks.scores[0])) == "banned"


def test_all_but_one_banned():
    picks = solve_picks(cycle(0.7), Rules(3, ban=2))
    assert picks.bans is not None and picks.games.sum() > 2


@pytest.mark.parametrize(
    ("count", "ban", "message"), [(3, 3, "leave none of 3"), (20, 3, "1,140 ways"), (3, -1, "range")]
)
def test_bans_that_cannot_be(count, ban, message):
    with pytest.raises(BadInput, match=message):
        solve_picks(random_chart(count, np.random.default_rng(1)), Rules(3, ban=ban))


@pytest.mark.parametrize(
    ("field", "value"), [("best_of", 2), ("best_of", 9), ("best_of", 0), ("counterpick", "winner")]
)
def test_rules_that_are_none(field, value):
    with pytest.raises(BadInput):
        Rules(**{field: value})


# Noise


def test_noise_vanishes_with_many_games():
    upper = {("a", "b"): 0.62, ("b", "c"): 0.58, ("a", "c"): 0.45}
    picks = solve_picks(chart_of(upper, 1e9), Rules(3), draws=60)
    assert picks.noise is not None
    assert np.abs(picks.noise.mix_range - picks.mix).max() < 2e-3
    assert np.abs(picks.noise.score_range - picks.scores).max() < 1e-3
    assert picks.noise.support.tolist() == [1, 1, 1] and picks.noise.gain[1] < 1e-3
    assert all(c.share == 1 for c in picks.counterpicks)


def test_drawn_charts_are_charts_with_the_right_scatter():
    rates = draw_charts(cycle(0.7, games=100), 4000, seed=3)
    assert np.abs(rates + rates.transpose(0, 2, 1) - 1).max() < 1e-12
    assert rates[:, 0, 1].mean() == pytest.approx(0.7, abs=0.004)
    assert rates[:, 0, 1].std() == pytest.approx((0.21 / 101) ** 0.5, rel=0.05)
    assert (draw_charts(cycle(0.7, games=100), 50, seed=3) == draw_charts(cycle(0.7, games=100), 50, seed=3)).all()
    assert (draw_charts(cycle(0.7), 3, seed=1) == cycle(0.7).rates).all()


def test_intervals_cover_the_true_score_and_mix():
    """Charts measured with 400 games a pair, 100 of them: the middle 95% of drawn charts hold the truth about as often.

    The pairs stand far enough from even that who is picked is not in doubt; where it is, a mix has no smooth interval.
    """
    upper = {("a", "b"): 0.65, ("b", "c"): 0.6, ("a", "c"): 0.32, ("a", "d"): 0.7, ("b", "d"): 0.6, ("c", "d"): 0.62}
    truth = solve_picks(chart_of(upper))
    rng = np.random.default_rng(12)
    scores, mixes = [], []
    for repeat in range(100):
        seen = {pair: rng.binomial(400, rate) / 400 for pair, rate in upper.items()}
        noise = solve_picks(chart_of(seen, 400), draws=100, seed=repeat).noise
        assert noise is not None
        scores.append(noise.score_range[0, 3] <= truth.scores[3] <= noise.score_range[1, 3])
        mixes.append((noise.mix_range[0] <= truth.mix + 1e-9) & (truth.mix - 1e-9 <= noise.mix_range[1]))
    assert np.mean(scores) >= 0.90
    assert (np.mean(mixes, axis=0)[:3] >= 0.90).all()


def test_bans_with_noise():
    picks = solve_picks(cycle(0.7, games=200), Rules(3, ban=1), draws=120)
    assert picks.noise is not None and picks.noise.draws == 120
    assert (picks.noise.mix_range[0] <= picks.noise.mix_range[1]).all()


# The function of the package


def test_from_python(table, cast):
    made = table(cast, 300, np.random.default_rng(2))
    picks = yomisim.meta(made, best_of=3, draws=100)
    frame = picks.table
    assert set(frame["character"]) == set(picks.chart.names) and frame["score"].is_monotonic_decreasing
    assert frame["probability"].sum() == pytest.approx(1) and frame["support"].between(0, 1).all()
    replies = picks.replies()
    assert len(replies) == 2 * len(frame) and replies["win_probability"].between(0, 1).all()
    assert yomisim.meta(made, mix={picks.chart.names[0]: 1.0}, draws=0).given is not None
    with pytest.raises(BadInput, match="best-of: 4 is none of 1, 3, 5, 7"):
        yomisim.meta(made, best_of=4)


def test_tiers_are_in_order():
    assert [tier(0.5 - most / 100 + 1e-12) for _, most in TIERS[:-1]] == [name for name, _ in TIERS[:-1]]
    assert tier(0.1) == TIERS[-1][0] and tier(0.5 + 1e-15) == "no cost"
