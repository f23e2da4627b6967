"""Classes of openers: every opener has one, of its kind, and bands go by speed."""

from __future__ import annotations

from itertools import pairwise

import pytest

from yomisim.cards.load import load_game
from yomisim.cards.yomi1.pack import pack_table
from yomisim.cards.yomi1.tables import (
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
