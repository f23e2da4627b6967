"""Sorts of openers for people to read (by kind and bands of speed), and what the game of ranges tells apart."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from yomisim.cards.load import load_game
from yomisim.cards.yomi1.classes import choices
from yomisim.cards.yomi1.pack import pack_table
from yomisim.cards.yomi1.tables import (
    CHOICES,
    CLASS_COSTLY,
    CLASS_DODGE,
    CLASS_EVEN_BLOCK,
    CLASS_FAST,
    CLASS_JOKER,
    CLASS_MIDDLE,
    CLASS_ODD_BLOCK,
    CLASS_SLOW,
    CLASS_SLOW_THROW,
    CLASS_THROW,
    OPENER_CLASSES,
    PARITY_ODD,
    RANKS,
    SIDES,
)

BANDS = {"attacks": (CLASS_FAST, CLASS_MIDDLE, CLASS_SLOW), "throws": (CLASS_THROW, CLASS_SLOW_THROW)}
ALLOWED = {
    "attacks": {*BANDS["attacks"], CLASS_COSTLY},
    "throws": set(BANDS["throws"]),
    "blocks": {CLASS_EVEN_BLOCK, CLASS_ODD_BLOCK},
    "dodges": {CLASS_DODGE},
    "jokers": {CLASS_JOKER},
}
EVERYBODY = [(edition, who) for edition in ("first", "second") for who in sorted(load_game("yomi1").characters)]


def chars(edition: str, who: str):
    """Both CHARACTER records: as printed, and as changed by a card in play."""
    return pack_table(load_game("yomi1", edition), who, who)[0]["char"][0]


def sides_in(sides) -> list[int]:
    return [side for side in range(SIDES) if int(sides) >> side & 1]


@pytest.mark.parametrize(("edition", "who"), EVERYBODY)
def test_every_opener_has_a_class_of_its_kind(edition, who):
    for char in chars(edition, who):
        openers = sides_in(char["choices"] | char["gated"])
        for side in openers:
            (kind,) = [name for name in ALLOWED if int(char[name]) >> side & 1]
            assert char["opener_class"][side] in ALLOWED[kind], (side, kind)
        assert 0 <= char["opener_class"][openers].min() <= char["opener_class"].max() < OPENER_CLASSES


@pytest.mark.parametrize(("edition", "who"), EVERYBODY)
def test_costly_attacks_are_those_that_take_further_aces(edition, who):
    for char in chars(edition, who):
        for side in sides_in((char["choices"] | char["gated"]) & char["attacks"]):
            assert (char["opener_class"][side] == CLASS_COSTLY) == (char["extra_aces"][side] > 0)


@pytest.mark.parametrize(("edition", "who"), EVERYBODY)
def test_blocks_by_parity(edition, who):
    for char in chars(edition, who):
        for side in sides_in(char["blocks"] & char["choices"]):
            wanted = CLASS_ODD_BLOCK if char["parity"][side] == PARITY_ODD else CLASS_EVEN_BLOCK
            assert char["opener_class"][side] == wanted


@pytest.mark.parametrize("kind", BANDS)
@pytest.mark.parametrize(("edition", "who"), EVERYBODY)
def test_bands_go_by_speed_and_equal_speeds_stay_together(edition, who, kind):
    for char in chars(edition, who):
        sides = [side for side in sides_in(char[kind] & char["choices"]) if not char["extra_aces"][side]]
        ordered = sorted(sides, key=lambda side: (int(char["speed"][side]), int(char["opener_class"][side])))
        for faster, slower in pairwise(ordered):
            assert char["opener_class"][faster] <= char["opener_class"][slower]
            if char["speed"][faster] == char["speed"][slower]:
                assert char["opener_class"][faster] == char["opener_class"][slower]
        assert char["opener_class"][ordered[0]] == BANDS[kind][0]
        if char["speed"][ordered[0]] != char["speed"][ordered[-1]]:
            assert len({int(char["opener_class"][side]) for side in sides}) > 1


@pytest.mark.parametrize(("edition", "who"), EVERYBODY)
def test_a_class_is_played_by_few_moves(edition, who):
    """No band of attacks swallows the others: of a dozen attacks at most eight are thought alike."""
    char = chars(edition, who)[0]
    sides = [side for side in sides_in(char["attacks"] & char["choices"]) if not char["extra_aces"][side]]
    counts = [sum(int(char["opener_class"][side]) == band for side in sides) for band in BANDS["attacks"]]
    assert sum(counts) == len(sides) and max(counts) <= 8 and min(counts) >= 1


# Choices


@pytest.mark.parametrize(("edition", "who"), EVERYBODY)
def test_every_opener_is_a_choice_and_nothing_else_is(edition, who):
    for char in chars(edition, who):
        openers = sides_in(char["choices"] | char["gated"])
        assert [side for side in range(SIDES) if char["choice"][side] >= 0] == openers
        assert set(char["choice"]) - set(char["choice"][openers]) == {-1}


@pytest.mark.parametrize(("edition", "who"), EVERYBODY)
def test_openers_are_one_choice_exactly_if_they_are_judged_alike(edition, who):
    for char in chars(edition, who):
        for one, other in combinations(sides_in(char["choices"] | char["gated"]), 2):
            alike = char["judged_as"][one] == char["judged_as"][other]
            assert (char["choice"][one] == char["choice"][other]) == alike, (one, other)


@pytest.mark.parametrize(("edition", "who"), EVERYBODY)
def test_choices_are_numbered_without_gaps_and_there_is_room_for_them(edition, who):
    for char in chars(edition, who):
        numbers = set(char["choice"].tolist()) - {-1}
        assert numbers == set(range(len(numbers))) and len(numbers) <= CHOICES
    assert CHOICES >= 2 * RANKS, "whatever the deck"


@pytest.mark.parametrize(("edition", "who"), EVERYBODY)
def test_openers_of_one_choice_are_of_one_kind_and_speed(edition, who):
    for char in chars(edition, who):
        openers = np.array(sides_in(char["choices"] | char["gated"]))
        for number in range(int(char["choice"].max()) + 1):
            together = openers[char["choice"][openers] == number]
            for name in ("kind", "speed", "parity"):
                assert len(set(char[name][together].tolist())) == 1, name


def test_choices_go_by_the_lowest_side_that_fares_alike():
    judged_as = np.arange(SIDES)
    judged_as[[9, 20]] = 5
    found = choices([1, 5, 9, 12, 20], judged_as)
    assert found[[1, 5, 9, 12, 20]].tolist() == [0, 1, 1, 2, 1]
    assert (np.delete(found, [1, 5, 9, 12, 20]) == -1).all() and found.shape == (SIDES,)
