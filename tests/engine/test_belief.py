"""What everybody can know of a hand: guesses at it, and how likely it holds a Joker."""

from __future__ import annotations

from itertools import product
from math import comb

import kit
import numpy as np
import pytest
import thinking
from scipy import stats
from thinking import ALL, JOKERS

from yomisim.cards.yomi1.tables import RANK_NAMES

ONCE_IN_A_MILLION = 1e-6
LOCATED = ("discard", "table", "in_play", "removed", "escrow")


def everywhere_else(me: np.void) -> int:
    """Cards that lie where all can see that they are not in hand."""
    found = 0
    for zone in LOCATED:
        found |= int(me[zone])
    return found


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_guesses_could_be_the_hand(edition: str) -> None:
    guessed = shown = 0
    for a, b in (("jaina", "setsuki"), ("lum", "midori"), ("argagarg", "geiger")):
        for t, match in thinking.states(edition, a, b, 5):
            public = match[0]["public"]
            for seat, number in product((0, 1), range(12)):
                me = public["fighter"][seat]
                hand = int(thinking.guess(t, public, np.int64(seat), thinking.KEY, np.int64(number)))
                assert hand.bit_count() == me["hand_count"]
                assert int(me["shown"]) & ~hand == 0
                assert hand & everywhere_else(me) == 0 and hand & ~ALL == 0
                assert int(match[0]["own"][seat]["hand"]) & ~int(me["shown"]) & ~int(thinking.unseen(me)) == 0
                guessed += 1
                shown += int(me["shown"]) != 0
    assert guessed > 2000 and shown > 200


def test_guesses_hang_on_public_things_alone() -> None:
    """The same whatever the hand, the decks and the luck are."""
    for t, match in thinking.states("first", "grave", "rook", 3):
        public = match[0]["public"]
        before = [int(thinking.guess(t, public, np.int64(seat), thinking.KEY, np.int64(3))) for seat in (0, 1)]
        for part in ("own", "deep", "luck"):
            match[part].view(np.uint8)[...] = 7
        assert [int(thinking.guess(t, public, np.int64(seat), thinking.KEY, np.int64(3))) for seat in (0, 1)] == before


def test_guesses_differ_by_key_turn_seat_and_number() -> None:
    t, match = next(iter(thinking.states("first", "rook", "rook", 1)))
    public = match[0]["public"]
    public["fighter"][1] = public["fighter"][0]
    found = set()
    for key, turn, seat, number in product((7, 8), (3, 4), (0, 1), (0, 1, 63, 64)):
        public["turn"] = turn
        found.add(int(thinking.guess(t, public, np.int64(seat), np.uint64(key), np.int64(number))))
    assert len(found) == 32


def who_keeps(**kept: float) -> np.void:
    """A table whose characters keep these ranks so much more than others."""
    t = kit.table("first", "grave", "jaina")[0].copy()
    most = max(1.0, *kept.values()) if kept else 1.0
    t["mind"]["kept"] = 1.0 / most
    for rank, weight in kept.items():
        t["mind"]["kept"][..., RANK_NAMES.index(rank)] = weight / most
    return t


def test_guesses_are_even_where_nothing_is_kept() -> None:
    """Every unseen card as likely as every other, and every two of them (chi square on a public state)."""
    match = kit.new_match()
    t = who_keeps()
    public = match[0]["public"]
    for seat, size in ((0, 3), (1, 9)):
        me = public["fighter"][seat]
        me["discard"], me["table"], me["shown"], me["hand_count"] = 0b11 << 7, 1 << 30, 0b101 << 20, size
        counts, pairs = np.zeros(54, np.int64), np.zeros((54, 54), np.int64)
        turns = 3000
        thinking.count_guesses(t, public, np.int64(seat), thinking.KEY, turns, counts, pairs)
        free = [card for card in range(54) if card not in (7, 8, 30, 20, 22)]
        assert counts[[20, 22]].tolist() == [turns * 12] * 2
        assert counts[[7, 8, 30]].tolist() == [0] * 3
        drawn = counts[free]
        assert drawn.sum() == turns * 12 * (size - 2)
        # draws without putting back vary less than chi square supposes: a fair correction is (n - 1) / (n - drawn)
        n, k = len(free), size - 2
        statistic = ((drawn - drawn.mean()) ** 2 / drawn.mean()).sum() * (n - 1) / (n - k)
        assert ONCE_IN_A_MILLION < stats.chi2.sf(statistic, n - 1) < 1 - ONCE_IN_A_MILLION
        if k > 1:
            both = np.array([pairs[a, b] for a in free for b in free if b < a])
            expected = turns * 12 * k * (k - 1) / (n * (n - 1))
            assert abs(both.mean() / expected - 1) < 1e-9
            assert both.max() < expected + 6 * expected**0.5 and both.min() > expected - 6 * expected**0.5


@pytest.mark.parametrize("size", [1, 4])
def test_cards_that_are_kept_are_guessed_more_often(size: int) -> None:
    """A hand of one card in proportion to the weights; larger ones card by card, each from what is left."""
    weights = {"A": 3.0, "Joker": 5.0, "7": 0.2}
    t, public = who_keeps(**weights), kit.new_match()[0]["public"]
    public["fighter"][0]["hand_count"] = size
    counts, pairs = np.zeros(54, np.int64), np.zeros((54, 54), np.int64)
    turns = 3000
    thinking.count_guesses(t, public, np.int64(0), thinking.KEY, turns, counts, pairs)
    each = np.array([weights.get(RANK_NAMES[card // 4], 1.0) for card in range(54)])
    expected = expected_hand(each, size) * turns * 12
    assert counts.sum() == turns * 12 * size
    assert (np.abs(counts - expected) < 6 * np.sqrt(expected)).all()


def expected_hand(weights: np.ndarray, size: int) -> np.ndarray:
    """How often each card is in a hand that is drawn card by card, by drawing many."""
    chance = np.random.default_rng(6)
    # a card comes the sooner the smaller an exponential time of its weight is (Efraimidis and Spirakis 2006)
    order = np.argsort(chance.exponential(size=(40_000, 54)) / weights, axis=1)[:, :size]
    drawn = np.bincount(order.ravel(), minlength=54) / 40_000
    return np.array([drawn[weights == weight].mean() for weight in weights])


def test_in_the_first_turn_every_card_is_as_likely() -> None:
    t, public = who_keeps(A=50.0), kit.new_match()[0]["public"]
    public["turn"], public["fighter"][0]["hand_count"] = 1, 7
    aces = 0
    for number in range(4000):
        hand = int(thinking.guess(t, public, np.int64(0), thinking.KEY, np.int64(number)))
        aces += (hand >> 4 * RANK_NAMES.index("A") & 15).bit_count()
    assert aces / 4000 == pytest.approx(7 * 4 / 54, abs=0.06)
    assert thinking.measured(who_keeps(Joker=9.0), public)["holds_joker"][0, 0] == pytest.approx(
        1 - 47 * 46 / (54 * 53)
    )


@pytest.mark.parametrize(("kept", "size"), [(4.0, 1), (4.0, 6), (0.3, 9), (2.0, 25)])
def test_a_kept_joker_is_as_likely_as_guesses_hold_one(kept: float, size: int) -> None:
    t, public = who_keeps(Joker=kept), kit.new_match()[0]["public"]
    public["turn"] = 5
    public["fighter"]["life"], public["fighter"]["hand_count"] = 50, size
    found = thinking.measured(t, public)["holds_joker"][0, 0]
    guesses = [int(thinking.guess(t, public, np.int64(0), thinking.KEY, np.int64(n))) & JOKERS for n in range(4000)]
    assert found == pytest.approx(np.mean([guess != 0 for guess in guesses]), abs=0.03)


def joker_chance(me: np.void) -> float:
    """By counting: hands of the hidden cards without a Joker among all hands."""
    face_down = int(me["face_down"] != 0)
    hidden = int(thinking.unseen(me))
    n = min(int(me["hand_count"]) + face_down - int(me["shown"]).bit_count(), hidden.bit_count())
    if int(me["shown"]) & JOKERS:
        return 1.0
    jokers = (hidden & JOKERS).bit_count()
    return 1 - comb(hidden.bit_count() - jokers, n) / comb(hidden.bit_count(), n)


def test_chance_of_a_joker_against_a_count() -> None:
    chance = np.random.default_rng(4)
    match = kit.new_match()
    t, public = who_keeps(), match[0]["public"]
    public["fighter"]["life"] = 50
    seen = set()
    for _ in range(600):
        for seat in (0, 1):
            me = public["fighter"][seat]
            order = [int(card) for card in chance.permutation(54)]
            piles, shown = int(chance.integers(0, 50)), int(chance.integers(0, 4))
            me["discard"] = sum(1 << card for card in order[:piles])
            me["shown"] = sum(1 << card for card in order[piles : piles + shown])
            shown = int(me["shown"]).bit_count()
            me["face_down"] = chance.integers(0, 2)
            left = 54 - piles - shown - int(me["face_down"])
            me["hand_count"] = shown + int(chance.integers(0, max(1, min(left, 12) + 1)))
        measures = thinking.measured(t, public)[0]
        for seat in (0, 1):
            me = public["fighter"][seat]
            assert measures["holds_joker"][seat] == pytest.approx(joker_chance(me), abs=1e-12)
            seen.add((int(me["shown"]) & JOKERS).bit_count() * 10 + (int(me["discard"]) & JOKERS).bit_count())
    assert {0, 1, 2, 10} <= seen
