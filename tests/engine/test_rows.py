"""The openers of a hand: which there are, and what each gains when it wins, against plain enumeration."""

from __future__ import annotations

import kit
import numpy as np
import pytest
import thinking
from plain import Combos, Hand, Move, hand_of, without

from yomisim.cards.yomi1.minds import THUMB, Play, mind_record
from yomisim.cards.yomi1.tables import (
    ACE,
    JACK,
    JOKER,
    KIND_ATTACK,
    KIND_BLOCK,
    KIND_DODGE,
    KIND_JOKER,
    KIND_THROW,
    LIFE_STEPS,
    QUEEN,
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


def linear(edition: str, who: str) -> Combos:
    """The combos of a character, worth what `straight` makes of them, in units of 1 / SCALE."""
    character, rules = kit.game(edition).character(who), kit.game(edition).rules
    chain = [0] * 16
    for length, aces in rules.chain_aces.items():
        chain[int(length) :] = [aces] * (16 - int(length))
    weights = tuple(round(value * int(SCALE)) for value in (POINT, CARD, ACE_WORTH, ACE_WORTH, DOWN))
    return Combos(character, weights, tuple(chain), True)


def whole(combos: Combos, move: Move, left: Hand) -> int:
    """What the best combo is worth that begins with a move, with `left` in hand after it."""
    return combos.play(move, left, max(combos.character.max_combo, move.side.combo_points), 0)


def best_of(edition: str, who: str, hand: int, side: int) -> tuple[int, int]:
    """(damage in log-odds units less cards and Aces, of the whole; the same of the opener alone) by enumeration.

    The opener's own cards are not counted.
    """
    combos = linear(edition, who)
    move = combos.moves[side]
    left = combos.after_playing(hand_of(hand), move)
    assert left is not None
    own = combos.cost(move.rank) + move.extra_aces * combos.ace
    first = move.side.damage * combos.damage + move.side.knockdown * combos.knockdown
    return whole(combos, move, left) + own, first


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
        for number in thinking.choices_in(row):
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
            for number in thinking.choices_in(row):
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
        for number in thinking.choices_in(certain):
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
    """The choices of a hand are those of its openers, each with the most promising of its sides."""
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
                wanted.add(int(char["choice"][side]))
        assert set(thinking.choices_in(row)) == wanted
        for number in wanted:
            side = int(row["side"][number])
            assert char["choice"][side] == number and char["kind"][side] == row["kind"][number]
            assert hand >> int(row["card"][number]) & 1 and row["card"][number] >> 2 == side >> 2
        joker = char["choice"][4 * JOKER]
        assert row["kind"][joker] == KIND_JOKER and row["side"][joker] == 4 * JOKER


def test_who_is_down_does_not_dodge() -> None:
    """Unless there is nothing else: the hand of a knocked-down player has no row for a dodge."""
    t, match = next(thinking.states("first", "grave", "rook", 1))
    char, public = t["char"][0][0], match[0]["public"]
    dodges = {int(char["choice"][side]) for side in thinking.cards_in(int(char["dodges"]))}
    seen = 0
    for hand in hands(np.random.default_rng(9), 60):
        standing = thinking.filled(t, public, 0, hand)[0]
        public["fighter"][0]["down"] = 1
        lying = thinking.filled(t, public, 0, hand)[0]
        public["fighter"][0]["down"] = 0
        kinds = {int(standing["kind"][number]) for number in thinking.choices_in(standing)}
        if KIND_DODGE in kinds:
            seen += 1
            assert dodges & set(thinking.choices_in(standing))
            assert not dodges & set(thinking.choices_in(lying))
        assert set(thinking.choices_in(lying)) == set(thinking.choices_in(standing)) - dodges
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
    number = int(t["char"][0][0]["choice"][king])
    assert row["first"][number] > 10 and row["gain"][number] >= row["first"][number]


def test_a_block_gains_nothing_by_itself_and_a_joker_its_aces() -> None:
    t, match = fresh("first", "grave", "rook")
    public = match[0]["public"]
    public["fighter"][0]["removed"] = 0
    for hand in hands(np.random.default_rng(10), 20):
        row = thinking.filled(t, public, 0, hand | 1 << 53)[0]
        for number in thinking.choices_in(row):
            if row["kind"][number] == KIND_BLOCK:
                assert row["gain"][number] == 0 and row["spent"][number] > 0
        assert row["gain"][t["char"][0][0]["choice"][4 * JOKER]] == pytest.approx(2 * ACE_WORTH)


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
        for number in thinking.choices_in(row):
            if row["kind"][number] != KIND_DODGE:
                continue
            left = without(hand_of(hand), int(row["side"][number]) >> 2)
            hits = [index for index, move in combos.moves.items() if move.is_hit and combos.after_playing(left, move)]
            assert row["gain"][number] == pytest.approx(combos.best_single(left, hits) / SCALE, abs=2e-3)
            assert not int(char["full_combo"]) >> int(row["side"][number]) & 1
            checked += 1
    assert checked > 10


# A throw after a block

TWO, THREE, FIVE, SIX, NINE, KING = 0, 1, 3, 4, 7, 11
#: Both edges of J and Q, and Time Spiral Hurricane.
SPIRALS = {4 * JACK, 4 * JACK + 1, 4 * QUEEN, 4 * QUEEN + 1, 4 * ACE}


def by_geiger(edition: str = "second") -> tuple[np.void, np.void]:
    """(table, public part) of a fresh game of Geiger in seat 0, as shipped but for straight minds."""
    t, match = next(thinking.states(edition, "geiger", "grave", 1))
    without_jokers(t, match[0]["public"])
    return t, match[0]["public"]


def of_ranks(*ranks: int) -> int:
    """Cards of these different ranks."""
    return sum(1 << 4 * rank for rank in ranks)


def when_blocked(t: np.void, public: np.void, hand: int, rank: int = JACK) -> float:
    """What it is worth that the attack of this rank is blocked: block damage and draws of its own aside."""
    public["fighter"][0]["hand_count"] = hand.bit_count()
    row = thinking.filled(t, public, 0, hand)[0]
    return float(row["blocked"][t["char"][0][0]["choice"][4 * rank]])


def plain(t: np.void, public: np.void, rank: int = JACK) -> float:
    """The same where no throw is in hand: with nothing else but the Aces of an Ace."""
    return when_blocked(t, public, 3 << 4 * ACE if rank == ACE else of_ranks(rank), rank)


def block_price(t: np.void, public: np.void) -> float:
    """What a blocker has by his block that a throw takes from him: its card and what it draws."""
    return CARD + float(t["rules"]["block_draw"] * thinking.measured(t, public)[0]["draw"][1])


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_the_best_throw_with_its_combo_may_follow_a_blocked_time_spiral(edition: str) -> None:
    """By enumeration, for all openers of some hands."""
    t, public = by_geiger(edition)
    combos, found = linear(edition, "geiger"), 0
    without_throws = {side: plain(t, public, side >> 2) for side in SPIRALS}
    throws = [move for move in combos.moves.values() if move.side.kind == "throw"]
    for hand in hands(np.random.default_rng(13), 60, 8):
        public["fighter"][0]["hand_count"] = hand.bit_count()
        row = thinking.filled(t, public, 0, hand)[0]
        for number in thinking.choices_in(row):
            side, values = int(row["side"][number]), [0]
            if side in SPIRALS:
                rest = combos.after_playing(hand_of(hand), combos.moves[side])
                pairs = [(move, combos.after_playing(rest, move)) for move in throws]
                values += [whole(combos, move, left) for move, left in pairs if left is not None]
            best = max(values) / SCALE
            wanted = without_throws.get(side, 0.0) + (best + block_price(t, public) if best > 0 else 0.0)
            assert row["blocked"][number] == pytest.approx(wanted, abs=2e-3), (hand, side)
            found += best > 0
    assert found > 30


def test_without_a_throw_in_hand_nothing_follows_a_block() -> None:
    t, public = by_geiger()
    assert when_blocked(t, public, of_ranks(JACK, TWO, THREE, FIVE, KING)) == plain(t, public)
    assert when_blocked(t, public, of_ranks(JACK, TWO, THREE, NINE, KING)) > block_price(t, public) > plain(t, public)


def test_what_follows_a_block_grows_with_the_damage_of_the_combo() -> None:
    t, public = by_geiger()
    alone, more = of_ranks(JACK, NINE), of_ranks(JACK, NINE, KING)
    values = [when_blocked(t, public, hand) for hand in (alone, more)]
    assert values[1] > values[0] + 0.1, "the throw leads to a further attack"
    throw = t["char"][0][0]["damage"]
    throw[4 * NINE] += 5
    assert when_blocked(t, public, alone) == pytest.approx(values[0] + 5 * POINT, abs=2e-3)


def test_a_possible_joker_lowers_what_may_follow_a_block() -> None:
    t, public = by_geiger()
    hand = of_ranks(JACK, NINE, KING)
    certain = when_blocked(t, public, hand)
    public["fighter"][1]["removed"] = 0
    assert plain(t, public) < when_blocked(t, public, hand) < certain


def test_other_attacks_are_followed_by_nothing_when_blocked() -> None:
    t, public = by_geiger()
    hand = of_ranks(SIX, NINE, KING)
    assert when_blocked(t, public, hand, SIX) == when_blocked(t, public, hand, KING) == 0


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_nobody_else_throws_after_a_block(edition: str) -> None:
    for who in kit.characters():
        for char in kit.table(edition, who, "grave")[0]["char"][0]:
            throws = set(thinking.cards_in(int(char["throws_when_blocked"])))
            assert throws == (SPIRALS if who == "geiger" else set()), who
