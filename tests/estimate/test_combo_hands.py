"""Random hands: counted, sampled and by brute force the same; the chance that a combo is in one."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from yomisim.cards.load import Game, load_game
from yomisim.errors import BadInput
from yomisim.estimate.combo_hands import (
    ANY_STARTER,
    chance_in_hand,
    classes_of,
    hand_values,
    number_of_hands,
    question,
)
from yomisim.estimate.combos import Combos, find_place
from yomisim.rules.yomi1.combo_hands import best_of_hands

pytestmark = pytest.mark.slow

CAST = sorted(load_game("yomi1").characters)


@cache
def game(edition: str = "second") -> Game:
    return load_game("yomi1", edition)


def every_hand(place, size: int) -> np.ndarray:
    cards = [card for card in range(54) if int(place.hand) >> card & 1]
    return np.array([sum(1 << card for card in hand) for hand in combinations(cards, size)], np.uint64)


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("who", CAST)
def test_counting_by_classes_is_counting_every_hand(edition, who):
    """All 24,804 hands of three cards one by one, for any starter and for each alone."""
    found = Combos(find_place(game(edition), who))
    rows = hand_values(found, (3,), counted=None).set_index("starter")
    hands = every_hand(found.place, 3)
    damage = np.zeros(len(hands), np.int64)
    best_of_hands(question(found.place)[0], hands, damage)
    assert rows["exact"].all() and rows.loc[ANY_STARTER, "n"] == len(hands)
    assert rows.loc[ANY_STARTER, "damage"] == damage.mean()
    for starter in found.starters:
        # the starter alone: what the table says for a place where only it is looked at
        alone = question(found.place)
        able, best = starter_alone(alone, hands, starter.side)
        assert rows.loc[starter.name, "n"] == able.sum(), starter.name
        if able.any():
            assert rows.loc[starter.name, "damage"] == best[able].mean()
        else:
            assert np.isnan(rows.loc[starter.name, "damage"])
        assert rows.loc[starter.name, "chance_starter"] == able.mean()


def starter_alone(alone: np.ndarray, hands: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Which hands can begin with a side, and their best damage, with all other starters forbidden."""
    char = alone["position"]["char"]
    needed = int(char["extra_aces"][0][side])
    of_rank = np.array([(int(hand) >> 4 * (side >> 2) & 15).bit_count() for hand in hands])
    aces = np.array([(int(hand) >> 48 & 15).bit_count() for hand in hands])
    able = (of_rank > 0) & (aces >= needed + (side >> 2 == 12))
    # everything else may follow, but only this side may be the combat card
    place = alone["position"]
    keep = np.uint64(1 << side)
    place["char"]["attacks"] &= keep
    place["char"]["throws"] &= keep
    damage = np.zeros(len(hands), np.int64)
    best_of_hands(alone[0], hands, damage)
    return able, damage


@pytest.mark.parametrize("who", CAST)
def test_an_opening_alone_is_as_among_all(who):
    """Also where its throw is counted as another one that is alike."""
    columns = ["damage", "n", "chance_starter", "chance_max"]
    every = hand_values(Combos(find_place(game(), who)), (3, 4)).set_index(["starter", "hand"])[columns]
    for starter in Combos(find_place(game(), who)).starters:
        alone = hand_values(Combos(find_place(game(), who, opening=starter.name)), (3, 4))
        assert set(alone["starter"]) == {starter.name}
        assert alone.set_index(["starter", "hand"])[columns].equals(every.loc[[starter.name]])


@pytest.mark.parametrize("who", CAST)
def test_a_sample_agrees_with_the_count(who):
    found = Combos(find_place(game(), who))
    exact = hand_values(found, (6,), counted=None).set_index("starter")
    sample = hand_values(found, (6,), counted=0, samples=20_000, seed=5).set_index("starter").loc[exact.index]
    assert not sample["exact"].any()
    seen = sample["n"] >= 100  # four Aces are seldom together
    assert (sample.loc[seen, "ci_low"] <= sample.loc[seen, "ci_high"]).all()
    half = (sample["ci_high"] - sample["ci_low"]) / 2
    # 1.96 standard errors are the interval; a dozen starters stay within four
    assert ((sample["damage"] - exact["damage"]).abs() <= 4 / 1.96 * half + 1e-9)[seen].all()
    assert (sample["chance_starter"] - exact["chance_starter"]).abs().max() < 0.02
    assert (sample["chance_max"] == exact["chance_max"]).all()


def test_intervals_hold_the_true_mean():
    found = Combos(find_place(game(), "grave"))
    true = hand_values(found, (5,), counted=None).set_index("starter").loc[ANY_STARTER, "damage"]
    held = 0
    for seed in range(200):
        row = hand_values(found, (5,), counted=0, samples=400, seed=seed).set_index("starter").loc[ANY_STARTER]
        held += row["ci_low"] <= true <= row["ci_high"]
    assert 180 <= held <= 199  # 190 expected, a standard deviation is 3


def test_the_same_seed_gives_the_same_sample():
    found = Combos(find_place(game(), "jaina"))
    tables = [hand_values(found, (10,), samples=500, seed=seed) for seed in (3, 3, 4)]
    assert tables[0].equals(tables[1]) and not tables[0].equals(tables[2])


@pytest.mark.parametrize(
    ("who", "switches", "name"),
    [("grave", [], "2 attack"), ("grave", [], "K Whirlwind"), ("valerie", [], "J Three Colors"), ("lum", [], "6 throw"),
     ("setsuki", [], "Q Ninpo Flash"), ("midori", ["Dragon Form"], "J Toxic Breath")],
)  # fmt: skip
def test_chance_that_a_combo_is_in_hand(who, switches, name):
    """Against every hand of four cards: the starter's best of four cards or fewer, by name."""
    found = Combos(find_place(game(), who, switches=switches))
    starter = next(s for s in found.starters if s.name == name)
    combo = max((c for c in starter.by_cards if c.cards <= 4), key=lambda c: c.cards)
    place = found.place
    hands = every_hand(place, 4)
    counts = np.array([[(int(hand) >> 4 * rank & 15).bit_count() for rank in range(14)] for hand in hands])
    kinds, times = np.unique(counts, axis=0, return_counts=True)
    holds = np.array([can_be_played(place, combo, row) for row in kinds])
    assert chance_in_hand(place, combo, (4,))[4] == pytest.approx(np.average(holds, weights=times), abs=1e-12)


def can_be_played(place, combo, row) -> bool:
    """Whether the hand pays for the combo, card by card."""
    char = place.position[0]["char"]
    left = list(row)
    owed = []
    for side, pumps in combo.steps:
        left[side >> 2] -= 1
        left[12] -= int(char["extra_aces"][side])
        payers = [rank for rank in range(14) if int(char["pump_cards"][side]) >> 4 * rank & 15]
        owed += [payers] * pumps
    for payers in sorted(owed, key=len):
        able = [rank for rank in payers if left[rank] > 0]
        if not able:
            return False
        left[able[0]] -= 1
    return min(left) >= 0


def test_classes_hold_what_is_alike():
    place = find_place(game(), "grave")
    assert [5, 6, 7, 8] in classes_of(place)  # four throws with the same numbers
    assert sorted(rank for ranks in classes_of(place) for rank in ranks) == list(range(14))
    limits = [sum(place.cards[rank] for rank in ranks) for ranks in classes_of(place)]
    assert number_of_hands(limits, 3) == 285 and sum(limits) == 54


def test_broken_input():
    found = Combos(find_place(game(), "grave"))
    with pytest.raises(BadInput, match="1 to 54 cards, not 55"):
        hand_values(found, (55,))
    for samples in (1, 10**20, "many", 2.5):
        with pytest.raises(BadInput, match="samples: "):
            hand_values(found, samples=samples)
    with pytest.raises(BadInput, match="seed: -1 is out of range"):
        hand_values(found, seed=-1)
    with pytest.raises(BadInput, match="whole deck"):
        hand_values(Combos(find_place(game(), "grave", hand={0: 1})))
