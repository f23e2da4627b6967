"""Combo tables of Yomi 2: against the search that policies use, a plain enumeration from the cards, and the engine."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from bout import calm

import yomisim as ys
from yomisim.cards.load import load_game
from yomisim.cards.yomi2.schema import LETTERS
from yomisim.errors import BadInput
from yomisim.estimate.combo_rooms import combo_room
from yomisim.estimate.yomi2_combo_hands import chance_in_hand, hand_values
from yomisim.estimate.yomi2_combos import Combos, Place, find_place
from yomisim.rules.yomi2.combo_tables import NEVER, greatest, search

GAME = load_game("yomi2", gem="none")
EVERYBODY = sorted(GAME.characters)
MOST_METER = 3


def follows(card, after) -> bool:
    """The combo rules in the words of the rulebook, from the printed cards."""
    if card.combo_type not in ("starter", "chain", "linker"):
        return False
    if after.combo_type != "chain":
        return after.combo_type in ("linker", "ender")
    letters = card.slot in LETTERS
    return not letters or LETTERS.index(after.slot) == LETTERS.index(card.slot) + 1


def every_combo(place: Place, hand: Counter, start: str, meter: int):
    """(damage, cards, points) of every sequence of moves and payments that begins with `start`, one by one."""
    cards = {card.slot: card for card in place.deck.moves}

    def deals(card, meter):
        by_meter = card.damage_by_meter
        return (
            (by_meter[max(meter, 1) - 1] if by_meter else card.damage) if card.kind != "dodge" else card.counter_damage
        )

    def cost(card, meter):
        return meter if card.spends_all_meter and card.meter_cost else card.meter_cost

    def pump(hand, card, packet, damage, n, points, left, meter):
        if packet == len(card.pump):
            yield damage, n, points
            if card.full_combo and not card.counter_damage:
                yield from hit_back(hand, n, meter)
            if card.kind != "dodge":
                yield from go_on(hand, card, damage, n, points, left, meter)
            return
        yield from pump(hand, card, packet + 1, damage, n, points, left, meter)
        price = card.pump[packet]
        for slot in [slot for slot in hand if hand[slot]]:
            if price.cost in ("any", slot, cards[slot].class_):
                after = hand - Counter([slot])
                yield from pump(after, card, packet + 1, damage + price.damage, n + 1, points, left, meter)

    def hit_back(hand, n, meter):
        for slot in [slot for slot in hand if hand[slot]]:
            after = cards[slot]
            if after.kind in ("strike", "projectile", "throw") and after.meter_cost <= meter:
                left = max(0, place.character.max_combo - after.combo_points)
                rest, paid = hand - Counter([slot]), meter - cost(after, meter)
                yield from pump(rest, after, 0, deals(after, meter), n + 1, after.combo_points, left, paid)

    def go_on(hand, card, damage, n, points, left, meter):
        for slot in [slot for slot in hand if hand[slot]]:
            after = cards[slot]
            if not follows(card, after) or after.combo_points > left or after.meter_cost > meter:
                continue
            chain = (
                card.slot in LETTERS and after.slot in LETTERS and follows(card, after) and after.combo_type == "chain"
            )
            chain = chain and LETTERS.index(after.slot) == LETTERS.index(card.slot) + 1
            have = min(MOST_METER, meter + 1) if chain else meter
            rest = hand - Counter([slot])
            more = damage + deals(after, have)
            points_left = left - after.combo_points
            spent = points + after.combo_points
            yield from pump(rest, after, 0, more, n + 1, spent, points_left, have - cost(after, have))

    first = cards[start]
    if first.meter_cost <= meter:
        left = max(0, place.character.max_combo - first.combo_points)
        rest = hand - Counter([start])
        paid = meter - cost(first, meter)
        yield from pump(rest, first, 0, deals(first, meter), 1, first.combo_points, left, paid)


@pytest.mark.parametrize("who", EVERYBODY)
def test_against_a_plain_enumeration(who):
    chance = random.Random(who)
    deck = find_place(GAME, who).card_names()
    for size in (2, 4, 5, 6, 6):
        hand = Counter(chance.sample(deck, size))
        meter = chance.randrange(MOST_METER + 1)
        found = Combos(find_place(GAME, who, hand=hand, meter=meter))
        for starter in found.starters:
            best: dict[int, int] = {}
            for damage, cards, _ in every_combo(found.place, hand, starter.name, meter):
                best[cards] = max(damage, best.get(cards, 0))
            assert {combo.cards: combo.damage for combo in starter.by_cards} == {
                cards: damage for cards, damage in best.items() if cards <= starter.best.cards
            }, (hand, meter, starter.name)
            assert starter.best.damage == max(best.values())


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("switch", [False, True])
def test_against_the_search_of_policies(who, switch):
    place = next(iter(combo_room("yomi2").places(GAME, who)))
    if switch:
        place = list(combo_room("yomi2").places(GAME, who))[1]
    q, chance = place.question[0], random.Random(who)
    members = [card for card in range(63) if int(place.hand) >> card & 1]
    for size in (4, 7, 10, 12):
        hand = np.uint64(sum(1 << card for card in chance.sample(members, size)))
        for move in place.starters():
            for meter in range(MOST_METER + 1):
                numbers = np.int64(move), np.int64(meter)
                if search(q, hand, *numbers):
                    assert q["damage"][q["score"] > NEVER].max() == greatest(q, hand, *numbers)


#: From the fact sheet of Grave and the tiles of the bot sheet with his cards: combos as people play them.
PUBLISHED = {
    "throw>D>E": (20, 4, 1),
    "throw>C>D": (18, 4, 1),
    "B>Z": (11, 3, 0),
    "Z>C": (12, 3, 0),
    "A>B>C": (12, 3, 2),
    "A>B>C>X": (20, 4, 2),
}


@pytest.mark.parametrize("sequence", PUBLISHED)
def test_published_combos(sequence):
    verdict = ys.play_combo(GAME, "grave", sequence, meter=0)
    damage, points, gained = PUBLISHED[sequence]
    assert verdict.legal and verdict.damage == damage
    assert (verdict.combo.combo_points, verdict.combo.meter_gained, verdict.combo.meter_spent) == (points, gained, 0)
    starter = sequence.partition(">")[0]
    best = {one.name: one for one in ys.combos(GAME, "grave", meter=0).starters}[starter]
    assert best.best.damage >= damage


def test_the_observed_combos_of_everybody_are_legal():
    for who, character in GAME.characters.items():
        for sequence in character.observed_combos:
            assert ys.play_combo(GAME, who, sequence).legal, (who, sequence)


@pytest.mark.parametrize(
    ("sequence", "place", "rule", "at"),
    [
        ("A>C", {}, "chain-step", "C"),
        ("throw>C>D>E", {}, "points", "E"),
        ("A>X>B", {}, "ender-ends", "B"),
        ("A>throw", {}, "starter-first", "throw"),
        ("Z>Z>C", {}, "points", "C"),
        ("A>Z>Z>Z", {}, "points", "Z"),
        ("X>X", {}, "ender-ends", "X"),
        ("Z++", {}, "pump-limit", "Z++"),
        ("A+", {}, "not-pumpable", "A+"),
        ("S1", {"meter": 1}, "meter", "S1"),
        ("A>S1", {"meter": 1}, "meter", "S1"),
        ("A>B", {"hand": "A C"}, "not-in-hand", "B"),
        ("Z+", {"hand": "Z"}, "pump-cards", "Z+"),
        ("dodge", {}, "not-an-attack-or-throw", "dodge"),
        ("Y>A", {"after_dodge": True}, "hit-back-single", "A"),
        ("E>Z>X+", {}, "not-pumpable", "X+"),
        ("Z>Z+", {}, "pump-cards", "Z+"),
    ],
)
def test_broken_rules(sequence, place, rule, at):
    verdict = ys.play_combo(GAME, "grave", sequence, **place)
    assert (verdict.legal, verdict.damage, verdict.rule, verdict.at) == (False, None, rule, at)
    assert verdict.sentence


def test_meter_of_a_chain_pays_and_is_capped():
    verdict = ys.play_combo(GAME, "grave", "A>B>C", meter=2)
    assert verdict.combo.meter_gained == 1
    found = ys.combos(GAME, "grave", hand="A S1", switches=["Wind Summon"])
    best = found.starters[0].best
    assert (best.sequence, best.damage, best.meter, best.meter_spent) == ("A>S1", 23, 2, 2)
    with_chain = ys.play_combo(GAME, "grave", "A>B>S1", switches=["Wind Summon"])
    assert (with_chain.combo.meter, with_chain.combo.meter_spent, with_chain.combo.meter_gained) == (1, 2, 1)


@pytest.mark.parametrize("who", ["grave", "jaina"])
def test_the_best_combos_are_played_by_the_engine(who):
    for starter in ys.combos(GAME, who).starters:
        for combo in starter.by_cards:
            if starter.kind == "dodge" or any(pumps for _, pumps in combo.steps):
                continue
            place = ys.combos(GAME, who).place
            slots = [place.deck.slot(move) for move, _ in combo.steps]
            bout = calm(who).give("a", " ".join(slots), meter=combo.meter)
            answer = "low_block" if starter.kind == "throw" else "throw"
            bout.give("b", answer)
            decisions = {"opener": [slots[0]]}
            if slots[1:]:
                decisions["continue"] = " ".join(slots[1:])
            bout.turn(decisions, {"opener": answer})
            ended = bout.events("combo_end")[-1]
            assert (ended["damage"], ended["moves"]) == (combo.damage, len(slots))
            assert bout.meter("a") == combo.meter - combo.meter_spent + combo.meter_gained


def test_random_hands():
    found = Combos(find_place(GAME, "grave", meter=0))
    table = hand_values(found, (3, 8), samples=2000).set_index(["starter", "hand"])
    again = hand_values(found, (3, 8), samples=2000).set_index(["starter", "hand"])
    assert table.equals(again)
    any_3, any_8 = table.loc[("any", 3)], table.loc[("any", 8)]
    assert any_3["n"] == 2000 and any_3["ci_low"] < any_3["damage"] < any_3["ci_high"] < any_8["ci_low"]
    assert 0 < table.loc[("A", 8)]["chance_starter"] < 1
    # both copies of C gone: nothing but the C is left out of C(30, n)
    starter = next(one for one in found.starters if one.name == "X")
    missing = 28 * 27 * 26 / (30 * 29 * 28)
    assert chance_in_hand(found.place, starter.best, (3,))[3] == pytest.approx(1 - missing)


def test_chance_with_pumps_paid_by_supers():
    """Both moves of the combo and one super more: counted against all hands of four cards."""
    from itertools import combinations

    place = find_place(GAME, "jaina")
    combo = next(
        combo
        for starter in Combos(place).starters
        for combo in starter.by_cards
        if starter.name == "S1" and combo.sequence == "S1+"
    )
    names = place.card_names()
    good = sum(hand.count("S1") >= 1 and hand.count("S1") + hand.count("S2") >= 2 for hand in combinations(names, 4))
    total = sum(1 for _ in combinations(names, 4))
    assert chance_in_hand(place, combo, (4,))[4] == pytest.approx(good / total)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"hand": "A A A"}, "3 cards A; the deck has 2"),
        ({"hand": "A Q"}, "unknown card 'Q'"),
        ({"meter": 4}, "4 is out of range; it must be 0 to 3"),
        ({"switches": ["Dragon Form"]}, "unknown switch of Grave"),
        ({"without": ["Wind Summon"]}, "nothing is always on"),
        ({"opening": "dodge"}, "dodge cannot begin a combo here"),
        ({"opening": "Q"}, "unknown opening 'Q'"),
    ],
)
def test_bad_input(more, says):
    with pytest.raises(BadInput, match=says):
        ys.combos(GAME, "grave", **more)
