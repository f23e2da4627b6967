"""What states and single things are worth: more life, fewer lost cards, dearer ranks; and the lead of a seat."""

from __future__ import annotations

from itertools import pairwise

import kit
import numpy as np
import pytest
import thinking
from hypothesis import given
from hypothesis import strategies as st

from yomisim.cards.minds import DEAD, HAND_KNOTS, LIFE_KNOTS, Play, line_through
from yomisim.cards.yomi1.minds import THUMB, mind_record
from yomisim.cards.yomi1.tables import ACE, HAND_STEPS, JOKER, LIFE_STEPS
from yomisim.policies import worth as shared
from yomisim.policies.equilibrium import worth

MIND = mind_record(THUMB, Play())[0]


def test_rules_of_thumb_in_the_record() -> None:
    assert MIND["life"].shape == (LIFE_STEPS,) and MIND["hand"].shape == (HAND_STEPS,)
    for knot, value in zip(LIFE_KNOTS[1:], THUMB.life[1:]):
        assert MIND["life"][knot] == pytest.approx(value)
    for knot, value in zip(HAND_KNOTS, THUMB.hand):
        assert MIND["hand"][knot] == pytest.approx(value)
    assert MIND["life"][0] == DEAD
    assert MIND["rank"].tolist() == THUMB.rank


def test_lines_go_on_beyond_the_last_knot() -> None:
    found = line_through((0, 10, 20), (0.0, 1.0, 1.5), np.array([0, 5, 10, 20, 30]))
    assert found.tolist() == [0.0, 0.5, 1.0, 1.5, 2.0]


@given(st.integers(1, 120), st.integers(0, 130), st.integers(0, 130))
def test_more_damage_takes_more_and_the_last_point_most(life: int, one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert 0 <= shared.damage_worth(MIND, life, low) <= shared.damage_worth(MIND, life, high)
    assert shared.damage_worth(MIND, life, 0) == 0
    if low < life <= high:
        kill = shared.damage_worth(MIND, life, high)
        assert kill == pytest.approx(shared.life_worth(MIND, life) - DEAD)
        assert kill > 10 > shared.damage_worth(MIND, life, low), "a kill is worth more than any damage short of it"
    assert shared.damage_worth(MIND, life, life) == shared.damage_worth(MIND, life, life + 50), "dead is dead"


@given(st.integers(-5, 200))
def test_life_outside_the_table_counts_as_its_end(life: int) -> None:
    assert shared.life_worth(MIND, life) == MIND["life"][min(max(life, 0), LIFE_STEPS - 1)]


@given(st.integers(1, 120))
def test_a_point_of_life_is_worth_something_and_no_kill(life: int) -> None:
    point = worth.point_worth(MIND, life)
    assert 0.005 <= point < 0.1
    if life > 12:
        assert point == pytest.approx(shared.damage_worth(MIND, life, 10) / 10)


@given(st.integers(-3, 40), st.integers(0, 53))
def test_a_card_is_worth_its_size_and_its_rank(n: int, card: int) -> None:
    at = min(max(n, 1), HAND_STEPS - 1)
    assert shared.size_worth(MIND, n) == MIND["hand"][at] - MIND["hand"][at - 1] > 0
    assert worth.card_worth(MIND, n, card) == shared.size_worth(MIND, n) + MIND["rank"][card >> 2]


def test_further_cards_are_worth_less() -> None:
    steps = [shared.size_worth(MIND, n) for n in range(1, HAND_STEPS)]
    assert all(later <= earlier + 1e-12 for earlier, later in pairwise(steps))


def thumbs(**changes: float) -> np.void:
    """A table on which all think by rules of thumb, but for these fields of their records."""
    t = kit.table("first", "grave", "grave")[0].copy()
    t["mind"] = MIND
    for name, value in changes.items():
        t["mind"][name] = value
    return t


def fresh() -> np.void:
    """The public state of a fresh game: two hands of seven."""
    (_, match), *_ = thinking.states("first", "grave", "grave", 1)
    return match[0]["public"]


def test_a_hand_counts_what_was_shown_and_the_mean_of_what_was_not() -> None:
    """With Aces shown they count in full; the other five cards are the mean of the 52 that are left."""
    t, public = thumbs(), fresh()
    rank = THUMB.rank
    all_cards = 4 * sum(rank[:13]) + 2 * rank[JOKER]
    public["fighter"][0]["shown"] = 0b11 << 4 * ACE
    found = thinking.measured(t, public)["lead"][0]
    mean = (all_cards - 2 * rank[ACE]) / 52
    assert found == pytest.approx(2 * rank[ACE] + 5 * mean - 7 * all_cards / 54)


def test_what_is_kept_is_in_hand_and_not_in_the_deck() -> None:
    """Weights count from the second turn on: the hand is worth more, a card from the deck less."""
    kept = np.ones(14)
    kept[ACE] = 5.0
    rank = THUMB.rank
    all_cards = 4 * sum(rank[:13]) + 2 * rank[JOKER]
    for turn, weights in ((1, np.ones(14)), (2, kept)):
        public = fresh()
        public["turn"] = turn
        in_hand = drawn_worth(np.repeat(weights, 4)[:54], np.repeat(rank, 4)[:54], 7)
        found = thinking.measured(thumbs(kept=kept), public)
        slope = (THUMB.hand[6] - THUMB.hand[5]) / 2
        assert found["draw"][0, 0] == pytest.approx(slope + (all_cards - in_hand) / 47, abs=0.005)


def drawn_worth(weights: np.ndarray, worth: np.ndarray, n: int) -> float:
    """Mean worth of `n` cards that are drawn one by one by their weights, by drawing many."""
    chance = np.random.default_rng(6)
    # a card comes the sooner the smaller an exponential time of its weight is (Efraimidis and Spirakis 2006)
    order = np.argsort(chance.exponential(size=(20_000, len(worth))) / weights, axis=1)[:, :n]
    return float(worth[order].sum(axis=1).mean())


@pytest.mark.parametrize(("left", "held"), [(12, 10), (15, 11), (9, 9), (46, 8), (3, 1)])
def test_a_large_hand_does_not_hold_more_than_there_is(left: int, held: int) -> None:
    """Drawn one by one, what is kept runs out: a drawn card is worth what is left of it."""
    kept, rank = np.ones(14), np.array(THUMB.rank)
    kept[[ACE, JOKER]] = 2.5
    rank[5] = 0.2
    cards = list(range(54 - left, 54))
    public = fresh()
    public["turn"] = 3
    me = public["fighter"][0]
    me["discard"], me["hand_count"] = (1 << (54 - left)) - 1, held
    t = thumbs(kept=kept, rank=rank)
    found = thinking.measured(t, public)[0]
    ranks = [card // 4 for card in cards]
    in_hand = drawn_worth(kept[ranks], rank[ranks], held)
    other = thinking.measured(t, with_hand(public, 0))["lead"][0]
    size = float(t["mind"]["hand"][0, 0, held])
    assert found["lead"] - other == pytest.approx(size + in_hand, abs=0.04)
    assert found["draw"][0] >= float(t["mind"]["hand"][0, 0, held + 1]) - size - 1e-9


def with_hand(public: np.void, n: int) -> np.void:
    """The same state with so many cards in the hand of seat 0."""
    there = public.copy()
    there["fighter"][0]["hand_count"] = n
    return there


def test_the_character_itself_counts() -> None:
    t = thumbs()
    t["mind"]["start"][0, 0] = 0.7
    t["mind"]["start"][0, 1] = 0.2
    assert thinking.measured(t, fresh())["lead"][0] == pytest.approx(0.5)


def test_searched_values_hold_both_log_odds_and_damage() -> None:
    for odds, damage in ((0.0, 0), (1.2345, 17), (0.0001, 1000)):
        found = np.int64(round(odds * worth.SCALE)) * worth.COUNTER + damage
        assert worth.value_of(found) == pytest.approx(odds)
        assert worth.damage_in(found) == damage


def with_(match: np.ndarray, seat: int, **changes: int) -> np.ndarray:
    copy = match.copy()
    for name, value in changes.items():
        copy["public"]["fighter"][name][0, seat] = value
    return copy


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_the_lead_grows_with_life_cards_and_cards_in_play(edition: str) -> None:
    compared = 0
    for t, match in thinking.states(edition, "jaina", "grave", 3):
        fighters = match["public"]["fighter"][0]
        lead = thinking.measured(t, match[0]["public"])["lead"][0]
        for seat, sign in ((0, 1), (1, -1)):
            better = {
                "life": int(fighters["life"][seat]) + 5,
                "hand_count": int(fighters["hand_count"][seat]) + 1,
                "in_play": int(fighters["in_play"][seat]) | 1 << 40,
            }
            for name, value in better.items():
                there = with_(match, seat, **{name: value})
                grown = thinking.measured(t, there[0]["public"])["lead"][0]
                assert (grown - lead) * sign > 0 or int(fighters["in_play"][seat]) >> 40 & 1, name
                compared += 1
    assert compared > 150


def test_the_lead_is_turned_round_with_the_seats() -> None:
    for t, match in thinking.states("first", "rook", "rook", 3):
        there = thinking.measured(t, match[0]["public"])[0]
        match["public"]["fighter"][0] = match["public"]["fighter"][0, ::-1].copy()
        back = thinking.measured(t, match[0]["public"])[0]
        assert back["lead"] == -there["lead"]
        for name in ("draw", "card", "ace", "joker", "down", "holds_joker"):
            assert back[name].tolist() == there[name][::-1].tolist(), name


def test_measures_of_a_known_state() -> None:
    """By hand, from the rules of thumb: a fresh game of two hands of seven."""
    found = thinking.measured(thumbs(), fresh())[0]
    slope, mean = (THUMB.hand[6] - THUMB.hand[5]) / 2, sum(4 * rank for rank in THUMB.rank[:13]) / 54
    mean += 2 * THUMB.rank[JOKER] / 54
    assert found["lead"] == 0
    assert found["draw"][0] == pytest.approx(slope + mean, abs=0.01)
    assert found["ace"][1] == pytest.approx(slope + THUMB.rank[ACE])
    assert found["joker"][0] == pytest.approx(slope + THUMB.rank[JOKER])
    assert found["down"].tolist() == [-THUMB.down] * 2
    assert found["holds_joker"][0] == pytest.approx(1 - 47 * 46 / (54 * 53))
