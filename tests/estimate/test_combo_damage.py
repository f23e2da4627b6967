"""Combo tables: published combos, every maximum played in a scenario, names and switches, and broken input."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest
import staging

import yomisim as ys
from yomisim.cards.load import Game, load_game
from yomisim.errors import BadInput
from yomisim.estimate.combo_switches import switches_of
from yomisim.estimate.combos import Combos, Place, find_place
from yomisim.scenario.yomi1.combo_play import play_sequence

HERE = Path(__file__).resolve().parent
PUBLISHED = tomllib.loads((HERE / "published_combos.toml").read_text())
EDITIONS = ("first", "second")


@cache
def game(edition: str = "second") -> Game:
    return load_game("yomi1", edition)


CAST = sorted(game().characters)
ROWS = [(who, *row) for who in CAST for row in PUBLISHED.get(who, {"combos": []})["combos"]]


def with_everything(who: str) -> Place:
    """The deck, with what has to lie in play for sides that need it."""
    needed = [switch.name for switch in switches_of(game().character(who)) if switch.word == "unlocks"]
    return find_place(game(), who, switches=needed)


@cache
def found(who: str) -> Combos:
    return Combos(with_everything(who))


# What is published


def test_most_characters_with_published_combos_are_there():
    assert len(ROWS) >= 100 and {row[0] for row in ROWS} >= {"geiger", "grave", "jaina", "midori", "rook"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[3]}")
def test_a_published_combo_is_legal_and_deals_that(row):
    who, starter, kind, sequence, damage = row
    place = with_everything(who)
    verdict = play_sequence(place, sequence)
    assert verdict.legal, verdict
    assert verdict.damage == damage
    if kind == "max":
        best = next(s for s in found(who).starters if s.name == verdict.starter)
        assert best.best.damage >= damage
        # a larger one is shown to be possible
        assert staging.dealt(staging.played(place, best, best.best)) == best.best.damage
    assert verdict.starter[0] == starter[0]


def test_ours_is_larger_than_the_published_maximum_only_there():
    """Found by the search, legal in a scenario (above): combos that the collection has overlooked."""
    larger = {}
    for who, _, kind, sequence, damage in ROWS:
        if kind == "max":
            name = play_sequence(with_everything(who), sequence).starter
            best = next(s.best for s in found(who).starters if s.name == name)
            if best.damage > damage:
                larger[f"{who} {name}"] = (sequence, damage, best.sequence, best.damage)
    assert {key.split()[0] for key in larger} == {"geiger"} and len(larger) == 10
    assert larger["geiger 2 attack"] == ("2>AA", 22, "2>Q>7>J", 23)


# Every combo of every table happens as it says when it is played


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("who", CAST)
def test_every_combo_of_the_deck_can_be_played(edition, who):
    place = find_place(game(edition), who)
    for starter in Combos(place).starters:
        for combo in starter.by_cards:
            assert sum(staging.cards_of(place, combo).values()) == combo.cards
            assert staging.dealt(staging.played(place, starter, combo)) == combo.damage, combo.sequence


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("who", CAST)
def test_every_maximum_with_a_switch_can_be_played(edition, who):
    for switch in filter(staging.own_switches, switches_of(game(edition).character(who))):
        place = find_place(game(edition), who, switches=[f"{switch.name}=3" if switch.counted else switch.name])
        for starter in Combos(place).starters:
            assert staging.dealt(staging.played(place, starter, starter.best)) == starter.best.damage, starter


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("who", ["grave", "setsuki", "degrey", "geiger", "midori"])
def test_every_hit_back_can_be_played(edition, who):
    named = [s.name for s in switches_of(game(edition).character(who)) if s.word == "full_combo"]
    for switches in ([], *([name] for name in named)):
        place = find_place(game(edition), who, switches=switches, after_dodge=True)
        for starter in Combos(place).starters:
            assert len(starter.best.steps) == 1 or switches
            assert staging.dealt(staging.played(place, starter, starter.best)) == starter.best.damage, starter


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("who", CAST)
def test_what_is_written_is_read_back(edition, who):
    for switches in ([], [s.name for s in switches_of(game(edition).character(who)) if s.word == "unlocks"]):
        for starter in Combos(find_place(game(edition), who, switches=switches)).starters:
            place = find_place(game(edition), who, switches=switches, opening=starter.name)
            for combo in starter.by_cards:
                verdict = play_sequence(place, combo.sequence)
                assert verdict.legal and verdict.starter == starter.name
                assert verdict.combo == combo


# Known values (rulebook, checklist of rules, worked by hand)


def best(who, edition="second", **place):
    return Combos(find_place(game(edition), who, **place)).best


@pytest.mark.parametrize(
    ("who", "place", "sequence", "damage"),
    [
        ("grave", {}, "6>AAA", 51),
        ("grave", {"opening": "8 throw"}, "t8>6>J", 21),
        ("grave", {"switches": ["enders_only"]}, "AAA", 45),
        ("grave", {"after_dodge": True}, "AAA", 45),
        ("grave", {"hand": {0: 1, 1: 1, 2: 1, 11: 2, 12: 1}}, "K+>A", 26),
        ("grave", {"hand": {0: 1, 1: 1}, "opening": "8 throw"}, "t8>2>3", 12),
        ("jaina", {"opening": "7 throw"}, "t7>6>K+++", 40),
        ("jaina", {"switches": ["Unstable Power"]}, "6>K+++>6>J", 45),
        ("midori", {"switches": ["Dragon Form"]}, "tAA++", 52),
        ("midori", {"switches": ["Dragon Form"], "opening": "J Toxic Breath"}, "dJ>8>J+", 33),
        # a human combat card ends the form, so nothing of the dragon follows it
        ("midori", {"switches": ["Dragon Form"], "opening": "4 attack"}, "4>5>J+", 25),
        # a hit back does not
        ("midori", {"switches": ["Dragon Form"], "opening": "Q Dragon Mountain", "after_dodge": True}, "dQ", 14),
        ("midori", {"switches": ["Glimpse of the Dragon"], "opening": "dJ"}, "dJ>8>J+", 33),
        ("geiger", {"switches": ["Temporal Distortion"], "opening": "2 attack"}, "2>J>7>J>7>J>7>J>Q>Q>Q>Q>AA>AA", 129),
        ("degrey", {"switches": ["moral high ground=3"]}, "Q>AA", 40),
        ("degrey", {"switches": ["Ghost Riposte"], "after_dodge": True}, "Q>AA", 34),
        ("degrey", {"after_dodge": True}, "AA", 20),
        ("setsuki", {"switches": ["Speed of the Fox"], "after_dodge": True}, "6>K++>6>AA", 40),
        ("valerie", {}, "6>6>6>6>J++", 45),
        ("valerie", {"without": ["Agile Hands"]}, "6>K>6>K>J++", 45),
        ("valerie", {"switches": ["Bold Strokes"] * 2}, "6>6>6>6>J++", 53),
    ],
)
def test_known_values(who, place, sequence, damage):
    assert (best(who, **place).best.damage, best(who, **place).best.sequence) == (damage, sequence)


def test_a_card_that_a_switch_needs_is_not_in_the_deck_any_more():
    deck = find_place(game(), "geiger", switches=["Temporal Distortion"])
    assert deck.cards[2] == 3 and sum(deck.cards) == 53


def test_the_difference_of_hands_counts_for_aces_only_in_the_second_edition():
    """Checklist: Moral High Ground, J Q K in the first edition, Aces too in the second."""
    place = {"switches": ["Moral High Ground=3"], "opening": "A Final Arbiter"}
    assert best("degrey", "first", **place).best.damage == 20
    assert best("degrey", "second", **place).best.damage == 23


def test_the_python_functions():
    table = ys.combos(game(), "grave").table.set_index("starter")
    assert table.loc["2 attack", "sequence"] == "2>AAA" and table.loc["2 attack", "per_card"] == 47 / 4
    assert ys.combos(game(), "grave", hand="2 3", opening="8 throw").best.best.sequence == "t8>2>3"
    verdict = ys.play_combo("yomi1", "grave", "t8>2>3>4")
    assert (verdict.legal, verdict.damage, verdict.rule) == (False, None, "points")
    rows = ys.combos(game(), "grave").by_cards
    assert rows[rows["starter"] == "2 attack"]["damage"].tolist() == [2, 14, 17, 47]


# Broken input


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ({"opening": "7 thorw"}, "did you mean '7 throw'?"),
        ({"opening": "7 block"}, "unknown starter of Grave '7 block'"),
        ({"opening": "A"}, "say which"),
        ({"hand": {5: 5}}, "5 cards of rank 7; the deck has 4"),
        ({"hand": {13: 3}}, "3 Jokers; the deck has 2"),
        ({"hand": {5: 4}, "opening": "7 throw"}, "5 cards of rank 7 with the opening; the deck has 4"),
        ({"switches": ["no_pump"]}, "did you mean 'no_pumps'?"),
        ({"switches": ["no_pumps=2"]}, "is on or off; leave the number out"),
        ({"switches": ["no_pumps"] * 2}, "used 2 times; 1 is the most"),
        ({"without": ["no_pumps"]}, "is off unless"),
        ({"switches": ["enders_only", "no_pumps=x"]}, "is on or off; leave the number out"),
    ],
)
def test_broken_input_is_answered(place, says):
    with pytest.raises(BadInput) as error:
        find_place(game(), "grave", **place)
    assert says in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("who", "place", "says"),
    [
        ("midori", {"opening": "J Toxic Breath"}, "it needs Dragon Form in play (--with 'Dragon Form')"),
        ("midori", {"switches": ["Dragon Form", "Glimpse of the Dragon"]}, "only while Dragon Form is not in play"),
        ("valerie", {"switches": ["Bold Strokes"] * 5}, "used 5 times; 4 is the most"),
        ("valerie", {"switches": ["Bold Strokes"] * 2, "hand": {5: 3}}, "5 cards of rank 7 with the switches"),
        ("degrey", {"switches": ["Moral High Ground=0"]}, "whole number from 1 to 54"),
    ],
)
def test_broken_switches_are_answered(who, place, says):
    with pytest.raises(BadInput) as error:
        find_place(game(), who, **place)
    assert says in str(error.value)
