"""What it is worth when two openers meet: every part, against the rules' verdict and against turns that were played."""

from __future__ import annotations

from collections import Counter
from itertools import product

import kit
import numpy as np
import pytest
import thinking

from yomisim.cards.yomi1.tables import ACE, KIND_ATTACK, KIND_NAMES, KIND_THROW, LIFE_STEPS
from yomisim.play.yomi1 import play_turn, start_game
from yomisim.rules.yomi1 import events, queries, resolve
from yomisim.rules.yomi1.events import EVENT_NAMES
from yomisim.rules.yomi1.plans import BEATEN, HITS, MEASURES, ROWS, TRADES

KINDS = {name: code for code, name in enumerate(KIND_NAMES)}
PAIRINGS = list(product(KIND_NAMES, repeat=2))
#: What each part of a value is in these tests, for seats 0 and 1: powers of two, so that no two sums are alike.
SPENT, GAIN, FIRST = (1.0, 4.0), (16.0, 64.0), (256.0, 1024.0)
GUARD, BLOCKED, DRAW = (2.0**12, 2.0**14), (2.0**16, 2.0**18), (2.0**20, 2.0**23)
#: A point of life.
POINT = 2.0**-8


def opener(seat: int, kind: int, side: int, card: int) -> np.ndarray:
    """A hand with one opener, as class 0."""
    rows = np.zeros(1, ROWS)
    rows["have"] = 1
    for name, value in (("kind", kind), ("side", side), ("card", card)):
        rows[name][0, 0] = value
    for name, values in (("spent", SPENT), ("gain", GAIN), ("first", FIRST), ("guard", GUARD), ("blocked", BLOCKED)):
        rows[name][0, 0] = values[seat]
    if kind == KINDS["none"]:
        rows["spent"] = 0
    return rows


def worth(t: np.void, public: np.void, one: np.ndarray, two: np.ndarray, speeds: tuple[int, int] = (0, 0)) -> float:
    measures = np.zeros(1, MEASURES)
    measures["draw"] = DRAW
    return float(thinking.meet_parts(t, public, one[0], np.int64(speeds[0]), two[0], np.int64(speeds[1]), measures[0]))


def ready(edition: str, a: str, b: str) -> np.void:
    """A table without abilities, for minds to whom a point of life is POINT at any life."""
    t = kit.plain_table(edition, a, b)[0].copy()
    t["mind"]["life"], t["mind"]["beyond"] = POINT * np.arange(LIFE_STEPS), 0.0
    return t


def side_of(t: np.void, seat: int, kind: str) -> int:
    """A plain move of a kind, -1 for none."""
    char = t["char"][seat][0]
    if kind == "none":
        return -1
    sides = thinking.cards_in(int(char["choices"] & char[f"{kind}s"]))
    plain = [side for side in sides if not int(char["undodgeable"] | char["returns_unless_hit"]) >> side & 1]
    return plain[0]


def expected(edition: str, kinds: tuple[str, str], winner: int, way: int) -> float:
    """By the rulebook, from what `resolve` says."""
    sign = (1, -1)
    value = 0.0
    for seat in (0, 1):
        beaten = way == resolve.HIT and winner == 1 - seat
        if kinds[seat] != "none" and not (kinds[seat] == "block" and not beaten):
            value -= sign[seat] * SPENT[seat]
    normal = edition == "second"  # there a normal attack draws when it wins or is blocked
    if way == resolve.BOTH:
        value += FIRST[0] - FIRST[1]
    elif way == resolve.HIT:
        value += sign[winner] * (GAIN[winner] + (DRAW[winner] if normal and kinds[winner] == "attack" else 0))
    elif way == resolve.STOPPED and kinds[winner] == "dodge":
        value += sign[winner] * (GAIN[winner] + GUARD[winner])
    elif way == resolve.STOPPED:
        other = 1 - winner
        drawn = DRAW[other] if normal and kinds[other] == "attack" else 0
        value += sign[winner] * (GUARD[winner] + DRAW[winner] - BLOCKED[other] - drawn)
    return value


@pytest.mark.parametrize(("kind_0", "kind_1"), PAIRINGS)
@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_every_pairing_of_kinds(edition: str, kind_0: str, kind_1: str) -> None:
    """Parts and signs, by the verdict; the move with the lower speed is the faster one."""
    t = ready(edition, "setsuki", "setsuki")
    public = kit.new_match()[0]["public"]
    public["fighter"]["life"] = 100
    public["fighter"]["mark_before"] = -1
    for speed_0, speed_1 in ((10, 20), (20, 10), (15, 15)):
        seats = []
        for seat, kind in ((0, kind_0), (1, kind_1)):
            side = side_of(t, seat, kind)
            card = -1 if side < 0 else 4 * (side >> 2)
            assert side < 0 or not (kind == "attack" and t["char"][seat][0]["block_damage"][side])
            seats.append(opener(seat, KINDS[kind], side, card))
        winner, way = thinking.verdict(KINDS[kind_0], KINDS[kind_1], speed_0, speed_1, True, True)
        wanted = expected(edition, (kind_0, kind_1), int(winner), int(way))
        assert worth(t, public, *seats, speeds=(speed_0, speed_1)) == wanted


def parts_of(rows: np.ndarray) -> tuple[float, Counter[str]] | None:
    """The same sum from what the log of a played turn says; None where the turn holds more than a combat of cards."""
    names = [EVENT_NAMES[row[0]] for row in rows]
    seen = Counter(names)
    if seen["opener"] != 2 or seen["choose_again"] or seen["no_draw"] or seen["game_over"]:
        return None
    sign, value = (1, -1), SPENT[1] - SPENT[0]
    stopped = next((int(row[1]) for row, name in zip(rows, names) if name in ("block", "dodge")), None)
    hit = [int(row[1]) for row, name in zip(rows, names) if name in ("hit", "burst")]
    if stopped is None:
        for seat in hit:
            value += sign[seat] * (FIRST if seen["tie"] else GAIN)[seat]
    else:
        guard = GUARD[stopped] + (GAIN[stopped] if seen["dodge"] else -BLOCKED[1 - stopped])
        value += sign[stopped] * guard
    for row, name in zip(rows, names):
        seat = int(row[1])
        if name == "return_card":
            value += sign[seat] * SPENT[seat]
        elif name == "draw" and row[3] in (events.WHY_BLOCK, events.WHY_NORMAL):
            value += sign[seat] * DRAW[seat]
        elif name == "damage" and row[4] == events.WHY_BLOCK_DAMAGE:
            value -= sign[seat] * POINT * int(row[2])
        elif name == "damage" and row[4] == events.WHY_COMBAT and [seat] == hit:
            value -= sign[seat] * POINT * int(row[2])  # a throw that beats an attack takes its damage
            seen["taken"] += 1
    return value, seen


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_parts_are_what_a_played_turn_does(edition: str) -> None:
    """Random games of every pair without abilities: cards kept and lost, cards drawn, hits, damage through blocks."""
    seen: Counter[tuple[str, str]] = Counter()
    special: Counter[str] = Counter()
    for a, b in kit.pairs():
        t = ready(edition, a, b)
        for number in range(4):
            match = kit.new_match(("random", "random"), log=True)
            m = match[0]
            start_game(t, m, np.uint64(14), kit.key(a, b), np.uint64(number), np.int64(0))
            while not m["over"]:
                before = match.copy()[0]["public"]
                m["log_rows"] = 0
                play_turn(t, m)
                rows = m["log"][: int(m["log_rows"])]
                played = parts_of(rows)
                if played is None:
                    continue
                chosen = {int(row[1]): (int(row[2]), int(row[3])) for row in rows if EVENT_NAMES[row[0]] == "opener"}
                seats, speeds = [], []
                for seat in (0, 1):
                    card, side = chosen[seat]
                    char, me = t["char"][seat][0], before["fighter"][seat]
                    speeds.append(int(queries.speed_of(t["rules"], char, me, np.int64(side))))
                    seats.append(opener(seat, int(char["kind"][side]), side, card))
                value, counts = played
                assert worth(t, before, *seats, speeds=(speeds[0], speeds[1])) == value, (
                    a,
                    b,
                    number,
                    rows[:, :5].tolist(),
                )
                seen[tuple(KIND_NAMES[int(rows["kind"][0, 0])] for rows in seats)] += 1
                special.update({name: counts[name] for name in ("tie", "taken", "return_card", "burst")})
                special["down"] += int(before["fighter"]["down"].any())
                special["through"] += sum(row[4] == events.WHY_BLOCK_DAMAGE for row in rows)
    assert len(seen) == 25 and sum(seen.values()) > 2000
    assert min(special[name] for name in ("tie", "return_card", "burst", "down", "through")) > 5
    assert (special["taken"] > 0) == (edition == "second")


def test_who_is_down_is_hit_through_dodge_and_wrong_block() -> None:
    t = ready("first", "setsuki", "setsuki")
    public = kit.new_match()[0]["public"]
    public["fighter"]["life"] = 100
    public["fighter"]["mark_before"] = -1
    public["fighter"][1]["down"] = 1
    char = t["char"][0][0]
    attack = thinking.cards_in(int(char["normal_attacks"] & char["choices"]))[0]
    attacker = opener(0, KIND_ATTACK, attack, 4 * (attack >> 2))
    dodge = side_of(t, 1, "dodge")
    dodger = opener(1, KINDS["dodge"], dodge, 4 * (dodge >> 2))
    assert worth(t, public, attacker, dodger) == GAIN[0] - SPENT[0] + SPENT[1]
    outcomes = set()
    for block in thinking.cards_in(int(char["blocks"] & char["choices"])):
        blocker = opener(1, KINDS["block"], block, 4 * (block >> 2))
        value = worth(t, public, attacker, blocker)
        same = (attack >> 2) & 1 == int(char["parity"][block])
        hit = GAIN[0] - SPENT[0] + SPENT[1]
        assert value == (-GUARD[1] - DRAW[1] + BLOCKED[0] - SPENT[0] if same else hit)
        outcomes.add(same)
    thrower = opener(0, KIND_THROW, side_of(t, 0, "throw"), 0)
    assert worth(t, public, thrower, dodger) == GAIN[0] - SPENT[0] + SPENT[1]
    assert outcomes == {True, False}


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_sides_that_share_verdicts_fare_alike(edition: str) -> None:
    """Against every combat card of the next character, either colour, whoever is knocked down."""
    who = kit.characters()
    shared = 0
    for name, other in zip(who, who[1:] + who[:1]):
        t = kit.table(edition, name, other)[0]
        chars = t["char"][0][0], t["char"][1][0]
        mine, theirs = (thinking.cards_in(int(char["choices"] | char["gated"])) for char in chars)
        for side in mine:
            one = int(chars[0]["judged_as"][side])
            assert one in mine and chars[0]["kind"][one] == chars[0]["kind"][side]
            if one == side:
                continue
            shared += 1
            for foe, suits, downs in product(theirs, product((0, 2), repeat=2), product((0, 1), repeat=2)):
                cards = [np.int64(4 * (number >> 2) + suit) for number, suit in zip((side, foe), suits)]
                same = np.int64(4 * (one >> 2) + suits[0])
                down = [np.int64(n) for n in downs]
                found = thinking.judged(*chars, np.int64(side), np.int64(foe), *cards, *down)
                assert thinking.judged(*chars, np.int64(one), np.int64(foe), same, cards[1], *down) == found
    assert shared > 30


# What a block does beyond stopping


def met_by_block(edition: str, rank: int, abilities: bool = True) -> tuple[np.void, float, float, float]:
    """(table, worth for seat 0 of a normal attack that Rook's block of a rank stops, its damage, the block's place)."""
    t = (kit.table if abilities else kit.plain_table)(edition, "grave", "rook")[0].copy()
    t["mind"]["life"], t["mind"]["beyond"] = POINT * np.arange(LIFE_STEPS), 0.0
    match = kit.new_match()
    start_game(t, match[0], np.uint64(1), kit.key("grave", "rook"), np.uint64(0), np.int64(0))
    public = match[0]["public"]
    attack, block = side_of(t, 0, "attack"), 4 * rank
    one = opener(0, KIND_ATTACK, attack, attack)
    two = opener(1, KINDS["block"], block, block)
    measures = np.zeros(1, MEASURES)
    value = thinking.meet_parts(t, public, one[0], np.int64(0), two[0], np.int64(0), measures[0])
    return t, float(value), float(t["char"][0][0]["damage"][attack]), block


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_damage_that_a_block_reflects_costs_the_attacker(edition):
    """Rook's Five: the attack's damage hits its owner; the Five does not come back and draws nothing."""
    t, value, damage, block = met_by_block(edition, 3)
    char = t["char"][1][0]
    assert [bool(int(char[name]) >> block & 1) for name in ("reflects", "stays_out", "draws_nothing")] == [True] * 3
    assert value == BLOCKED[0] - SPENT[0] - POINT * damage - (GUARD[1] - SPENT[1])


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_a_block_that_stays_out_costs_its_card(edition):
    """Rook's Three reflects nothing, but does not come back either; his Four is a plain block."""
    assert met_by_block(edition, 1)[1] == BLOCKED[0] - SPENT[0] - (GUARD[1] - SPENT[1])
    assert met_by_block(edition, 2)[1] == BLOCKED[0] - SPENT[0] - GUARD[1]


def test_without_abilities_no_block_reflects():
    assert met_by_block("second", 3, False)[1] == BLOCKED[0] - SPENT[0] - GUARD[1]


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_blocks_that_fare_differently_are_different_choices(edition):
    """Rook's odd blocks: Three, Five and Nine; what the Five reflects tells it from the Three."""
    char = kit.table(edition, "rook", "rook")[0]["char"][0][0]
    sides = [4 * 1, 4 * 3]
    assert char["choice"][sides[0]] != char["choice"][sides[1]]


# What games have shown beyond the count


def test_what_games_showed_is_added_to_its_move_and_fate():
    """A throw beats a block: what the throw's hits and the block's beaten are worth beyond the count, and no other."""
    t = ready("first", "grave", "grave")
    match = kit.new_match()
    start_game(t, match[0], np.uint64(1), kit.key("grave", "grave"), np.uint64(0), np.int64(0))
    public = match[0]["public"]
    throw, block = side_of(t, 0, "throw"), side_of(t, 1, "block")
    one, two = opener(0, KIND_THROW, throw, throw), opener(1, KINDS["block"], block, block)
    t["mind"]["beyond"] = 0.0
    plain = worth(t, public, one, two)
    for seat, side, hit, add in ((0, throw, HITS, 0.5), (1, block, BEATEN, -0.25)):
        t["mind"]["beyond"][:, seat, side, hit] = add
        t["mind"]["beyond"][:, seat, side, TRADES] = 64.0
        t["mind"]["beyond"][:, 1 - seat, side, hit] = 32.0 if side != throw else 0.0
    assert worth(t, public, one, two) - plain == 0.5 + 0.25


@pytest.mark.parametrize(("kind", "lost"), [("joker", 0), ("attack", 1)])
def test_a_joker_does_not_take_what_leaves_with_a_hit(kind, lost):
    """Argagarg's shield in play leaves when an attack hits him; a Joker that wins hits nobody."""
    t = kit.table("second", "grave", "argagarg")[0].copy()
    t["mind"]["life"], t["mind"]["in_play"], t["mind"]["beyond"] = POINT * np.arange(LIFE_STEPS), 2.0**-3, 0.0
    match = kit.new_match()
    start_game(t, match[0], np.uint64(1), kit.key("grave", "argagarg"), np.uint64(0), np.int64(0))
    public = match[0]["public"]
    mine, theirs = side_of(t, 0, kind), side_of(t, 1, "throw" if kind == "attack" else "attack")
    one = opener(0, KINDS[kind], mine, mine)
    two = opener(1, KIND_ATTACK if kind == "joker" else KIND_THROW, theirs, theirs)
    without = worth(t, public, one, two, (10, 20))
    public["fighter"][1]["in_play"] = 1 << 4 * ACE
    stopped = GAIN[0] if kind == "attack" else 0.0
    assert worth(t, public, one, two, (10, 20)) - without == lost * 2.0**-3 - stopped
