"""The combat as a game of two ranges: near the exact Bayesian equilibrium, and made from public things alone."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import kit
import numpy as np
import pytest
import thinking
from scipy.optimize import linprog

from yomisim.cards.yomi1.tables import CHOICES
from yomisim.kernel.logistic import probability
from yomisim.play.yomi1 import play_turn
from yomisim.rules.yomi1.plans import ROWS

pytestmark = pytest.mark.slow

#: What a plan says of a hand; the rest is scratch paper.
SAID = [name for name in ROWS.names if name not in ("win", "reply")]


def some_states(edition: str, a: str, b: str, n: int, **play: float) -> list[tuple[np.void, np.ndarray]]:
    """Every third state of some games, with other settings of play."""
    found = []
    for t, match in list(thinking.states(edition, a, b, 3))[1::3][:n]:
        for name, value in play.items():
            t["mind"][name] = value
        found.append((t, match))
    return found


def holding(plan: np.void, hands: int) -> list[list[list[int]]]:
    """Classes by seat and hand."""
    return [[thinking.choices_in(plan["rows"][seat][a]) for a in range(hands)] for seat in (0, 1)]


def game_of(t: np.void, public: np.void, plan: np.void, hands: int) -> dict[tuple[int, int, int, int], float]:
    """Win probability of seat 0 for hand a with class i against hand b with class j."""
    held = holding(plan, hands)
    found = {}
    for a, b in product(range(hands), repeat=2):
        for i, j in product(held[0][a], held[1][b]):
            mine, theirs = plan["rows"][0][a], plan["rows"][1][b]
            odds = thinking.meet(t, public, plan, mine, np.int64(i), theirs, np.int64(j))
            found[a, i, b, j] = float(probability(plan["measures"]["lead"] + odds))
    return found


def replies(game: dict, plan: np.void, hands: int, seat: int) -> float:
    """What seat 0 wins if this seat knows the other's mixes and answers best with every hand."""
    held = holding(plan, hands)
    total = 0.0
    for mine in range(hands):
        values = []
        for i in held[seat][mine]:
            value = 0.0
            for theirs in range(hands):
                for j in held[1 - seat][theirs]:
                    at = (mine, i, theirs, j) if seat == 0 else (theirs, j, mine, i)
                    value += game[at] * plan["rows"][1 - seat][theirs]["mix"][j] / hands
            values.append(value)
        total += (max(values) if seat == 0 else min(values)) / hands
    return total


def exact_value(game: dict, held: list[list[list[int]]], hands: int) -> float:
    """Value of the Bayesian game by linear programming over the behaviour of seat 0's hands."""
    places = {at: n for n, at in enumerate((a, i) for a in range(hands) for i in held[0][a])}
    n = len(places)
    bounds_on, limits = [], []
    for b in range(hands):
        for j in held[1][b]:
            row = np.zeros(n + hands)
            row[n + b] = 1
            for (a, i), place in places.items():
                row[place] = -game[a, i, b, j] / hands
            bounds_on.append(row)
            limits.append(0.0)
    sums = np.zeros((hands, n + hands))
    for (a, _i), place in places.items():
        sums[a, place] = 1
    goal = np.concatenate([np.zeros(n), -np.ones(hands) / hands])
    box = [(0, 1)] * n + [(None, None)] * hands
    solved = linprog(goal, np.array(bounds_on), limits, sums, np.ones(hands), bounds=box)
    assert solved.success
    return -float(solved.fun)


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_near_the_exact_bayesian_equilibrium(edition: str) -> None:
    """Small ranges, many rounds: a best reply of every hand gains little, and much against no thought.

    Holders of a class are taken for one another, so the plan cannot be exact even then.
    """
    gaps, thoughtless = [], []
    hands = 4
    for a, b in (("jaina", "grave"), ("setsuki", "rook")):
        for t, match in some_states(edition, a, b, 5, rounds=200, hands=hands):
            public = match[0]["public"]
            plan = thinking.planned(t, public)[0]
            held = holding(plan, hands)
            if not all(held[seat][n] for seat in (0, 1) for n in range(hands)):
                continue
            game = game_of(t, public, plan, hands)
            value = exact_value(game, held, hands)
            best, worst = replies(game, plan, hands, 0), replies(game, plan, hands, 1)
            assert worst - 1e-9 <= value <= best + 1e-9
            gaps.append((best - worst) / 2)
            for seat, n in product((0, 1), range(hands)):
                for i in held[seat][n]:
                    plan["rows"][seat][n]["mix"][i] = 1 / len(held[seat][n])
            thoughtless.append((replies(game, plan, hands, 0) - replies(game, plan, hands, 1)) / 2)
    assert len(gaps) > 5
    assert np.mean(gaps) < 0.012 and max(gaps) < 0.04
    assert np.mean(gaps) < np.mean(thoughtless) / 3


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hand_that_was_not_sampled_plays_as_a_sampled_one(seat: int) -> None:
    """The hands of the sample themselves, asked for afterwards: the mixes of the solution."""
    compared = 0
    for t, match in some_states("second", "lum", "geiger", 6):
        public = match[0]["public"]
        plan = thinking.planned(t, public)[0]
        for number in range(int(t["mind"][0][0]["hands"])):
            hand = thinking.guess(t, public, np.int64(seat), thinking.KEY, np.int64(number))
            row = np.zeros(1, ROWS)[0]
            thinking.mix(t, public, plan, np.int64(seat), np.uint64(hand), row)
            assert row["mix"] == pytest.approx(plan["rows"][seat][number]["mix"], abs=1e-9)
            compared += len(thinking.choices_in(row)) > 1
    assert compared > 20


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_a_range_plays_what_its_sample_was_told_to(edition: str) -> None:
    """Hands that were not sampled, over many samples: how often they open with a class is near what plans say of it.

    Were a hand to answer the average of the other range, all hands would lean to one side (by 0.38 in these states).
    """
    away = []
    for t, match in some_states(edition, "rook", "rook", 6):
        public = match[0]["public"]
        told, played, plans = np.zeros(CHOICES), np.zeros(CHOICES), 100
        for key in range(plans):
            plan = thinking.planned(t, public, np.uint64(key))[0]
            hands = int(t["mind"][0][0]["hands"])
            told += plan["rows"][0][:hands]["mix"].mean(axis=0) / plans
            for number in range(100, 112):
                hand = thinking.guess(t, public, np.int64(0), np.uint64(key), np.int64(number))
                row = np.zeros(1, ROWS)[0]
                thinking.mix(t, public, plan, np.int64(0), np.uint64(hand), row)
                played += row["mix"] / (12 * plans)
        away.append(np.abs(told - played).sum() / 2)
    assert np.mean(away) < 0.12


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_shares_and_mixes_are_probabilities(edition: str) -> None:
    for t, match in some_states(edition, "midori", "degrey", 12):
        hands = int(t["mind"][0][0]["hands"])
        plan = thinking.planned(t, match[0]["public"])[0]
        assert plan["turn"] == match[0]["public"]["turn"]
        for seat in (0, 1):
            rows = plan["rows"][seat][:hands]
            for row in rows:
                held = thinking.choices_in(row)
                out = [i for i in range(row["mix"].size) if i not in held]
                assert (row["mix"] >= 0).all() and not row["mix"][out].any()
                assert row["mix"].sum() == pytest.approx(1 if held else 0)
            side = plan["range"][seat]
            columns = int(side["columns"])
            able = sum(1 for row in rows if thinking.choices_in(row)) / hands
            assert np.allclose(side["part"][: int(t["mind"][0][0]["rounds"]), :columns].sum(axis=1), able)
            pay = side["pay"][: int(plan["range"][1 - seat]["columns"]), : int(side["begins"][columns])]
            assert (pay >= 0).all() and (pay <= 1 + 1e-12).all()


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_options_stand_for_the_openers_of_all_hands(edition: str) -> None:
    """Each class of each hand has an option that is worth the same, and as many hands have it as it says."""
    for t, match in some_states(edition, "geiger", "rook", 6):
        plan, hands = thinking.planned(t, match[0]["public"])[0], int(t["mind"][0][0]["hands"])
        for seat in (0, 1):
            side, rows = plan["range"][seat], plan["rows"][seat][:hands]
            holders: Counter[int] = Counter()
            for number, row in enumerate(rows):
                entries = range(int(side["first"][number]), int(side["first"][number + 1]))
                assert [int(side["choice_in"][side["column_of"][e]]) for e in entries] == thinking.choices_in(row)
                for e, i in zip(entries, thinking.choices_in(row)):
                    option, column = int(side["option_of"][e]), int(side["column_of"][e])
                    assert side["begins"][column] <= option < side["begins"][column + 1]
                    assert side["hand_of"][e] == number
                    assert side["place"][option] == row["place"][i]
                    assert (side["worth"][option][1:] == row["worth"][i][1:]).all()
                    holders[option] += 1
            begins = side["begins"][: int(side["columns"]) + 1]
            for first, after in pairwise(map(int, begins)):
                same = np.array([holders[option] for option in range(first, after)])
                assert np.allclose(side["each"][first:after], same / same.sum())


def test_more_temper_more_even() -> None:
    def unevenness(temper: float) -> float:
        total = 0.0
        for t, match in some_states("first", "jaina", "rook", 6, temper=temper):
            hands = int(t["mind"][0][0]["hands"])
            total += (thinking.planned(t, match[0]["public"])["rows"][0][:, :hands]["mix"] ** 2).sum()
        return total

    values = [unevenness(temper) for temper in (0.01, 0.1, 0.5, 1.0)]
    assert values == sorted(values, reverse=True) and values[0] > 1.2 * values[-1]


def test_both_sides_of_a_meeting_say_the_same() -> None:
    """Ranges of one hand: what one wins the other loses."""
    for t, match in some_states("second", "valerie", "argagarg", 8, hands=1):
        plan = thinking.planned(t, match[0]["public"])[0]
        mine, theirs = plan["range"]
        for e, f in product(range(int(mine["columns"])), range(int(theirs["columns"]))):
            assert mine["pay"][f, e] + theirs["pay"][e, f] == pytest.approx(1)


def said(plan: np.void) -> list:
    """What a plan says, scratch paper aside; whatever is not held is not said."""
    found: list = [int(plan["turn"])]
    for row in plan["rows"].reshape(-1):
        held = thinking.choices_in(row)
        found.append((held, [np.asarray(row[name])[held].tolist() for name in SAID if name not in ("have", "total")]))
    return found


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_a_plan_is_made_from_public_things(edition: str) -> None:
    """Hands, decks and luck full of rubbish, and what an earlier plan left: the same plan."""
    rubbish = np.random.default_rng(3)
    for t, match in some_states(edition, "rook", "valerie", 8):
        clean = said(thinking.planned(t, match[0]["public"])[0])
        hidden = match.copy()
        for part in ("own", "deep", "luck"):
            memory = hidden[part].reshape(-1).view(np.uint8)
            memory[...] = rubbish.integers(0, 256, memory.size, dtype=np.uint8)
        used = thinking.new_plan()
        for other, left in some_states(edition, "rook", "valerie", 3):
            thinking.solve(other, left[0]["public"], used[0], np.uint64(3))
        thinking.solve(t, hidden[0]["public"], used[0], thinking.KEY)
        hands = int(t["mind"][0][0]["hands"])
        used["rows"][0][:, hands:] = 0
        again = said(used[0])
        assert again == clean


def test_a_plan_is_the_same_whoever_asks_first() -> None:
    """Seat 0 thinks alone, seat 1 thinks alone, both think: one plan, in a turn without abilities."""
    compared = 0
    t = kit.plain_table("first", "grave", "setsuki")[0]
    for _, match in list(thinking.states("first", "grave", "setsuki", 4))[::4]:
        plans = []
        for policies in (("equilibrium", "random"), ("random", "equilibrium"), ("equilibrium", "equilibrium")):
            copy = match.copy()
            copy["policy"][0] = kit.codes(policies)
            copy["plan"]["turn"] = 0
            play_turn(t, copy[0])
            plans.append(copy[0]["plan"][policies.index("equilibrium")])
        if all(plan["turn"] for plan in plans):
            assert said(plans[0]) == said(plans[1]) == said(plans[2])
            compared += 1
    assert compared > 8
