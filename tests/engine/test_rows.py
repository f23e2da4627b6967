"""The openers of a hand: which there are, and what each gains when it wins, against plain enumeration."""

from __future__ import annotations

import kit
import numpy as np
import pytest
import thinking
from plain import Combos, hand_of, without

from yomisim.cards.yomi1.minds import THUMB, Play, mind_record
from yomisim.cards.yomi1.tables import (
    ACE,
    CLASS_DODGE,
    CLASS_JOKER,
    JOKER,
    KIND_ATTACK,
    KIND_BLOCK,
    KIND_DODGE,
    KIND_JOKER,
    KIND_THROW,
    LIFE_STEPS,
)
from yomisim.policies.equilibrium.worth import SCALE

POINT = 0.03
CARD, ACE_WORTH, DOWN = 0.05, 0.2, 0.3


def straight(rank: float = 0.0) -> np.ndarray:
    """A mind for which everything is linear, so that gains can be added up by hand; `rank` is a face card's."""
    thumb = THUMB.model_copy(update={"rank": [0.0] * 9 + [rank] * 3 + [ACE_WORTH - CARD, 0.4], "down": -DOWN})
    mind = mind_record(thumb, Play())
    mind["life"][0] = POINT * np.arange(LIFE_STEPS)
    mind["hand"][0] = CARD * np.arange(mind["hand"].shape[1])
    return mind[0]


def without_jokers(t: np.void, public: np.void, life: int = 120) -> None:
    """Make it public that nobody holds a Joker, and lives so long that nothing kills."""
    for seat in (0, 1):
        t["mind"][:, seat] = straight()
        public["fighter"][seat]["removed"] = np.uint64(thinking.JOKERS)
        public["fighter"][seat]["life"] = life


def fresh(edition: str, a: str, b: str) -> tuple[np.void, np.ndarray]:
    t, match = next(thinking.states(edition, a, b, 1))
    t = kit.plain_table(edition, a, b)[0].copy()
    without_jokers(t, match[0]["public"])
    return t, match


def hands(chance: np.random.Generator, n: int, size: int = 7) -> list[int]:
    return [sum(1 << int(card) for card in chance.choice(52, size, replace=False)) for _ in range(n)]


def best_of(edition: str, who: str, hand: int, side: int) -> tuple[int, int]:
    """(damage in log-odds units less cards and Aces, of the whole; the same of the opener alone) by enumeration.

    The opener's own cards are not counted.
    """
    character, rules = kit.game(edition).character(who), kit.game(edition).rules
    chain = [0] * 16
    for length, aces in rules.chain_aces.items():
        chain[int(length) :] = [aces] * (16 - int(length))
    unit = int(SCALE)
    weights = tuple(round(value * unit) for value in (POINT, CARD, ACE_WORTH, ACE_WORTH, DOWN))
    combos = Combos(character, weights, tuple(chain), True)
    move = combos.moves[side]
    left = combos.after_playing(hand_of(hand), move)
    assert left is not None
    points = max(character.max_combo, move.side.combo_points)
    own = combos.cost(move.rank) + move.extra_aces * combos.ace
    first = move.side.damage * weights[0] + move.side.knockdown * weights[4]
    return combos.play(move, left, points, 0) + own, first


@pytest.mark.parametrize("who", kit.characters())
@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_gain_is_that_of_the_best_continuation(edition: str, who: str) -> None:
    """Where no Joker is possible and everything is linear."""
    t, match = fresh(edition, who, "grave")
    public = match[0]["public"]
    checked = 0
    for hand in hands(np.random.default_rng(3), 25):
        public["fighter"][0]["hand_count"] = hand.bit_count()
        row = thinking.filled(t, public, 0, hand)[0]
        for number in thinking.classes_in(row):
            side, kind = int(row["side"][number]), int(row["kind"][number])
            if kind not in (KIND_ATTACK, KIND_THROW):
                continue
            whole, first = best_of(edition, who, hand, side)
            assert row["first"][number] == pytest.approx(first / SCALE, abs=1e-6)
            assert row["gain"][number] == pytest.approx(max(whole, first) / SCALE, abs=2e-3), (hand, side)
            extra = int(t["char"][0][0]["extra_aces"][side])
            own = ACE_WORTH if side >> 2 == ACE else CARD
            assert row["spent"][number] == pytest.approx(own + extra * ACE_WORTH)
            checked += 1
    assert checked > 60


def test_gain_does_not_hang_on_the_rank_of_the_opener_itself() -> None:
    """What its own card costs is counted once, as `spent`: a dearer face card gains the same when it hits."""
    t, match = fresh("first", "grave", "rook")
    public = match[0]["public"]
    found = {}
    for rank in (0.0, 0.1):
        for seat in (0, 1):
            t["mind"][:, seat] = straight(rank)
        for hand in hands(np.random.default_rng(5), 20):
            public["fighter"][0]["hand_count"] = hand.bit_count()
            row = thinking.filled(t, public, 0, hand)[0]
            for number in thinking.classes_in(row):
                side = int(row["side"][number])
                if 9 <= side >> 2 <= 11 and row["kind"][number] in (KIND_ATTACK, KIND_THROW):
                    found.setdefault((hand, side), []).append((row["gain"][number], row["spent"][number]))
    both = [values for values in found.values() if len(values) == 2]
    assert len(both) > 5
    for (gain, spent), (again, dearer) in both:
        assert again == pytest.approx(gain)
        assert dearer == pytest.approx(spent + 0.1)


def test_a_possible_joker_lowers_what_may_follow_and_no_more() -> None:
    compared = lower = 0
    t, match = fresh("first", "jaina", "grave")
    public = match[0]["public"]
    for hand in hands(np.random.default_rng(6), 30):
        public["fighter"][0]["hand_count"] = hand.bit_count()
        public["fighter"][1]["removed"] = np.uint64(thinking.JOKERS)
        certain = thinking.filled(t, public, 0, hand)[0]
        public["fighter"][1]["removed"] = 0
        doubtful = thinking.filled(t, public, 0, hand)[0]
        assert doubtful["have"] == certain["have"]
        for number in thinking.classes_in(certain):
            if certain["side"][number] != doubtful["side"][number]:
                continue
            assert doubtful["gain"][number] <= certain["gain"][number] + 1e-12
            if certain["kind"][number] in (KIND_ATTACK, KIND_THROW):
                assert doubtful["first"][number] == certain["first"][number]
                assert doubtful["gain"][number] >= certain["first"][number] - 1e-12
            lower += doubtful["gain"][number] < certain["gain"][number] - 1e-9
            compared += 1
    assert lower > 20 and compared > 100


@pytest.mark.parametrize("who", kit.characters())
def test_every_kind_in_hand_has_a_row(who: str) -> None:
    """The classes of a hand are those of its openers, each with the most promising side of the class."""
    t, match = next(thinking.states("first", who, "rook", 1))
    char, public = t["char"][0][0], match[0]["public"]
    for hand in hands(np.random.default_rng(8), 40, 9):
        hand |= 1 << 52
        row = thinking.filled(t, public, 0, hand)[0]
        counts = hand_of(hand)
        wanted = set()
        for side in thinking.cards_in(int(char["choices"])):
            aces = int(char["extra_aces"][side]) + (side >> 2 == ACE)
            if counts[side >> 2] and counts[ACE] >= aces:
                wanted.add(int(char["opener_class"][side]))
        assert set(thinking.classes_in(row)) == wanted
        for number in wanted:
            side = int(row["side"][number])
            assert char["opener_class"][side] == number and char["kind"][side] == row["kind"][number]
            assert hand >> int(row["card"][number]) & 1 and row["card"][number] >> 2 == side >> 2
        assert row["kind"][CLASS_JOKER] == KIND_JOKER and row["side"][CLASS_JOKER] == 4 * JOKER


def test_who_is_down_does_not_dodge() -> None:
    """Unless there is nothing else: the hand of a knocked-down player has no row for a dodge."""
    t, match = next(thinking.states("first", "grave", "rook", 1))
    char, public = t["char"][0][0], match[0]["public"]
    seen = 0
    for hand in hands(np.random.default_rng(9), 60):
        standing = thinking.filled(t, public, 0, hand)[0]
        public["fighter"][0]["down"] = 1
        lying = thinking.filled(t, public, 0, hand)[0]
        public["fighter"][0]["down"] = 0
        kinds = {int(standing["kind"][number]) for number in thinking.classes_in(standing)}
        if KIND_DODGE in kinds:
            seen += 1
            assert CLASS_DODGE in thinking.classes_in(standing)
            assert CLASS_DODGE not in thinking.classes_in(lying)
        assert int(lying["have"]) == int(standing["have"]) & ~(1 << CLASS_DODGE)
    assert seen > 10
    dodge = next(side for side in thinking.cards_in(int(char["dodges"])) if side & 1)
    only = [card for card in range(52) if card >> 2 == dodge >> 2][:1]
    public["fighter"][0]["down"] = 1
    row = thinking.filled(t, public, 0, 1 << only[0])[0]
    assert int(row["have"]) != 0


def test_a_killing_blow_counts_as_the_game() -> None:
    t, match = fresh("first", "grave", "rook")
    public = match[0]["public"]
    for seat in (0, 1):
        t["mind"][:, seat] = mind_record(THUMB, Play())[0]
    king = next(
        side for side in thinking.cards_in(int(t["char"][0][0]["attacks"])) if t["char"][0][0]["extra_aces"][side] == 0
    )
    hand = 1 << 4 * (king >> 2)
    public["fighter"][1]["life"] = int(t["char"][0][0]["damage"][king])
    row = thinking.filled(t, public, 0, hand)[0]
    number = int(t["char"][0][0]["opener_class"][king])
    assert row["first"][number] > 10 and row["gain"][number] >= row["first"][number]


def test_a_block_gains_nothing_by_itself_and_a_joker_its_aces() -> None:
    t, match = fresh("first", "grave", "rook")
    public = match[0]["public"]
    public["fighter"][0]["removed"] = 0
    for hand in hands(np.random.default_rng(10), 20):
        row = thinking.filled(t, public, 0, hand | 1 << 53)[0]
        for number in thinking.classes_in(row):
            if row["kind"][number] == KIND_BLOCK:
                assert row["gain"][number] == 0 and row["spent"][number] > 0
        assert row["gain"][CLASS_JOKER] == pytest.approx(2 * ACE_WORTH)


def test_hit_back_is_the_best_single_move() -> None:
    """A plain dodge: the best attack or throw of the hand with its pumps, less all its cards."""
    t, match = fresh("first", "grave", "rook")
    char, public = t["char"][0][0], match[0]["public"]
    character = kit.game("first").character("grave")
    weights = tuple(round(value * SCALE) for value in (POINT, CARD, ACE_WORTH, ACE_WORTH, DOWN))
    combos = Combos(character, weights, (0,) * 16, True)
    checked = 0
    for hand in hands(np.random.default_rng(12), 40):
        public["fighter"][0]["hand_count"] = hand.bit_count()
        row = thinking.filled(t, public, 0, hand)[0]
        if CLASS_DODGE not in thinking.classes_in(row):
            continue
        left = without(hand_of(hand), int(row["side"][CLASS_DODGE]) >> 2)
        hits = [index for index, move in combos.moves.items() if move.is_hit and combos.after_playing(left, move)]
        assert row["gain"][CLASS_DODGE] == pytest.approx(combos.best_single(left, hits) / SCALE, abs=2e-3)
        assert not int(char["full_combo"]) >> int(row["side"][CLASS_DODGE]) & 1
        checked += 1
    assert checked > 10
