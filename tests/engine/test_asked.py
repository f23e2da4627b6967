"""What abilities make of a combat, and how equilibrium decides about them: named kinds, marked cards, cards in play,
revealed moves."""

from __future__ import annotations

import asking
import kit
import numpy as np
import pytest
import thinking

from yomisim.cards.yomi1 import tables
from yomisim.cards.yomi1.pack import parse_card
from yomisim.policies.codes import KIND_CODES
from yomisim.rules.yomi1.plans import BEATEN, BLOCKED, CRUSHED, FATES, HITS, MISSES, PRICES, STOPS, TRADES

ALL_FATES = range(1, FATES)


def cards(*names: str) -> int:
    return sum(1 << parse_card(name) for name in names)


def first_combat(edition: str, a: str, b: str) -> tuple[np.void, np.ndarray]:
    """(table, MATCH of shape (1,)) before a game's first combat; nobody has seen a card."""
    t, match = next(iter(thinking.states(edition, a, b, 1)))
    return t, match


def rows_of(t: np.void, match: np.ndarray, hand: int) -> np.void:
    return thinking.filled(t, match["public"][0], 0, hand)[0]


HAND = ("2S", "5S", "6H", "8D", "9C", "KD", "AS")


def test_who_plays_the_named_kind_gives_life() -> None:
    """Against a class of that kind whatever comes of it, and no more than the life that was lost already."""
    t, match = first_combat("second", "grave", "degrey")
    fighters = match["public"]["fighter"][0]
    fighters["life"][1] = 40
    before = rows_of(t, match, cards(*HAND))
    fighters["naming"][1], fighters["named"][1, tables.KIND_ATTACK] = 1, 12
    after = rows_of(t, match, cards(*HAND))
    life = t["mind"][0][1]["life"]
    for i in thinking.choices_in(before):
        lost = life[52] - life[40] if before["kind"][i] == tables.KIND_ATTACK else 0.0
        assert after["worth"][i, 1:] == pytest.approx(before["worth"][i, 1:] - lost)
    fighters["life"][1] = int(t["char"][1][0]["hit_points"])
    full = rows_of(t, match, cards(*HAND))
    fighters["naming"][1] = 0
    assert full["worth"] == pytest.approx(rows_of(t, match, cards(*HAND))["worth"]), "life has a cap here"


def test_the_kind_that_is_named_is_the_one_that_is_played_most() -> None:
    t, match = first_combat("second", "degrey", "grave")
    match["policy"] = kit.codes(("equilibrium", "equilibrium"))
    match["public"]["turn"] = 7
    match["plan"]["verdicts_for"] = 1 << 40
    named = int(asking.ask(t, match[0], np.int64(0), np.int64(KIND_CODES["name_kind"]), np.uint64(0b11110)))
    assert match["plan"]["turn"][0, 0] == -1, "what was worked out for it is no plan of the combat"
    plan = thinking.planned(t, match["public"][0], np.uint64(match["own"]["dice"][0, 0]))[0]
    side = plan["range"][1]
    last = side["part"][int(t["mind"][0][0]["rounds"]) - 1]
    shares = np.zeros(6)
    for column in range(int(side["columns"])):
        number = int(side["choice_in"][column])
        holder = next(rows for rows in plan["rows"][1] if int(rows["have"]) >> number & 1)
        shares[holder["kind"][number]] += last[column]
    assert named == int(shares[:5].argmax())


def test_the_card_that_was_shown_draws_when_it_is_played() -> None:
    """Also where another card of its rank could be played: the shown one stands for it."""
    t, match = first_combat("second", "grave", "jaina")
    hand = cards("6S", "6H", "9C", "KD")
    before = rows_of(t, match, hand)
    match["public"]["fighter"]["mark_before"][0, 0] = parse_card("6H")
    after = rows_of(t, match, hand)
    draw = thinking.measured(t, match["public"][0])["draw"][0, 0]
    marked = 0
    for i in thinking.choices_in(before):
        six = before["side"][i] >> 2 == parse_card("6H") >> 2
        assert after["worth"][i, 1:] == pytest.approx(before["worth"][i, 1:] + (draw if six else 0.0))
        assert not six or after["card"][i] == parse_card("6H")
        marked += six
    assert marked
    match["policy"] = kit.codes(("equilibrium", "equilibrium"))
    options = np.uint64(cards("6S", "6H"))
    assert asking.ask(t, match[0], np.int64(0), np.int64(KIND_CODES["source"]), options) == parse_card("6H")


def test_a_block_is_shown_rather_than_anything_else() -> None:
    t, match = first_combat("second", "grave", "jaina")
    match["policy"] = kit.codes(("equilibrium", "equilibrium"))
    for shown, hand in (("9C", ("2S", "AS", "9C", "Joker 1")), ("2S", ("2S", "AS", "KD", "Joker 1"))):
        options = np.uint64(cards(*hand))
        assert asking.ask(t, match[0], np.int64(0), np.int64(KIND_CODES["mark"]), options) == parse_card(shown)


def test_a_shield_leaves_nothing_of_a_hit() -> None:
    t, match = first_combat("second", "grave", "argagarg")
    fighters = match["public"]["fighter"][0]
    before = rows_of(t, match, cards(*HAND))
    fighters["in_play"][1] = cards("AS")
    after = rows_of(t, match, cards(*HAND))
    attacks = [i for i in thinking.choices_in(before) if before["kind"][i] in (tables.KIND_ATTACK, tables.KIND_THROW)]
    assert attacks
    for i in attacks:
        assert after["worth"][i, HITS] == pytest.approx(before["worth"][i, HITS] - before["gain"][i])
        assert after["worth"][i, TRADES] == pytest.approx(before["worth"][i, TRADES] - before["first"][i])
        assert after["worth"][i, BLOCKED] == before["worth"][i, BLOCKED], "block damage is not stopped"


def test_what_leaves_play_is_lost() -> None:
    """A shield with a hit; a form that its owner's other attacks and throws end, and a throw of the other."""
    price = 0.4
    for who, card, hand in (("argagarg", "AS", ("2S", "9C", "8D")), ("midori", "2C", ("4S", "6H", "9C"))):
        t, match = first_combat("second", who, "grave")
        t["mind"]["in_play"] = price
        fighters = match["public"]["fighter"][0]
        fighters["removed"][0] = cards(card)  # seen, and nowhere
        before = rows_of(t, match, cards(*hand))
        fighters["removed"][0], fighters["in_play"][0] = 0, cards(card)
        after = rows_of(t, match, cards(*hand))
        for i in thinking.choices_in(before):
            lost = np.round((before["worth"][i] - after["worth"][i]) / price, 6)
            strikes = before["kind"][i] in (tables.KIND_ATTACK, tables.KIND_THROW)
            if who == "argagarg":
                assert [fate for fate in ALL_FATES if lost[fate]] == [BEATEN, TRADES, CRUSHED]
            elif strikes:
                assert all(lost[fate] == 1 for fate in ALL_FATES)
            else:
                assert [fate for fate in ALL_FATES if lost[fate]] == [BEATEN, CRUSHED]
            assert lost[MISSES] in (0, 1) and lost[STOPS] in (0, 1)


def test_cards_are_cheap_for_whoever_fills_a_small_hand() -> None:
    """With two cards or more the next few are worth less than nothing together; a price is never below 0.005."""
    t, match = first_combat("second", "setsuki", "grave")
    for hand_count, cheap in ((2, True), (4, True), (7, False)):
        match["public"]["fighter"]["hand_count"][0, 0] = hand_count
        plain = thinking.measured(t, match["public"][0])["card"][0, 0]
        filling = t.copy()
        filling["mind"]["hand"][..., :2] += 0.4
        found = thinking.measured(filling, match["public"][0])["card"][0, 0]
        assert found == (0.005 if cheap else plain)


def test_an_open_card_is_turned_where_that_wins() -> None:
    """An attack that is blocked becomes a throw, and a throw that loses to an attack becomes a faster one."""
    t, match = first_combat("second", "degrey", "grave")
    public, own = match["public"][0], match["own"][0, 0]
    fighters = public["fighter"]
    own["hand"] = cards("2S", "5S", "8D")
    plan = thinking.planned(t, public)[0]
    prices = np.zeros(1, PRICES)

    def turned(mine: str, side: int, theirs: str, their_side: int) -> int:
        for seat, name, which in ((0, mine, side), (1, theirs, their_side)):
            card = parse_card(name)
            fighters["card"][seat], fighters["side"][seat] = card, 4 * (card >> 2) + which
            fighters["locked_kind"][seat] = t["char"][seat][0]["kind"][4 * (card >> 2) + which]
        thinking.look(t, public, own, plan, np.int64(0), prices[0])
        assert prices["known"][0] == 1
        return int(prices["turned"][0])

    assert turned("7S", 0, "9C", 1) > 50, "attack against block"
    assert turned("7S", 1, "9C", 1) < -50, "throw against block"
    assert turned("7S", 1, "2C", 0) < turned("7S", 0, "9C", 1), "neither beats a fast attack"
    before = turned("7S", 0, "9C", 1)
    t["mind"]["beyond"] = np.random.default_rng(2).normal(size=t["mind"]["beyond"].shape)
    plan = thinking.planned(t, public)[0]
    assert turned("7S", 0, "9C", 1) == before, "what games showed of moves holds what turning them brings"
    plan["turn"] = 99
    thinking.look(t, public, own, plan, np.int64(0), prices[0])
    assert prices["known"][0] == 0, "rules of thumb where the combat was not solved"
