"""Packed records: the masks of some characters spelled out by names, and what holds for all of them."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.cards.yomi1.pack import (
    GRANTED,
    card_name,
    pack_character,
    pack_rules,
    pack_table,
    parse_card,
    side_index,
    side_name,
)
from yomisim.cards.yomi1.schema import Character
from yomisim.cards.yomi1.tables import CARDS, CHARACTER, RANK_NAMES, RULES, SIDES, TABLE
from yomisim.errors import BadInput

NORMALS = ["2 attack", "3 attack", "4 attack", "5 attack", "6 attack"]
THROWS = ["7 throw", "8 throw", "9 throw", "10 throw"]
SPECIALS = ["J Lightning Cloud", "Q Dragonheart", "K Whirlwind"]
SUPERS = ["A True-Spark Arc", "A True Power of Storms"]
FINISHERS = [*SPECIALS, *SUPERS]  # all Linkers and Enders


def sides_of(mask) -> list[int]:
    return [side for side in range(64) if int(mask) >> side & 1]


def names(character: Character, mask) -> list[str]:
    """The moves in a set, each once."""
    return list(dict.fromkeys(side_name(character, side) for side in sides_of(mask)))


def cards(mask) -> str:
    return " ".join(card_name(card) for card in range(CARDS) if int(mask) >> card & 1)


@pytest.fixture(scope="module")
def grave(first):
    return first.character("grave")


@pytest.fixture(scope="module")
def record(grave):
    return pack_character(grave)[0]


def test_shapes(first, grave):
    packed = pack_character(grave)
    assert (packed.shape, packed.dtype) == ((1,), CHARACTER)
    table = pack_table(first, "grave", first.character("rook"))
    assert (table.shape, table.dtype) == ((1,), TABLE)
    assert table["char"][0]["hit_points"].tolist() == [[90, 90], [100, 100]]
    for name in ("own_abilities", *GRANTED.values(), "judged_as", "choice"):
        packed[name] = table["char"][0, 0, 0][name]  # filled in with the character's kit
    assert packed["own_abilities"] != 0
    assert table["char"][0, 0, 0] == table["char"][0, 0, 1] == packed[0]
    assert table["rules"][0] == pack_rules(first.rules)
    with pytest.raises(BadInput, match="unknown character 'ruuk'; did you mean 'rook'"):
        pack_table(first, "grave", "ruuk")


def test_sets_of_sides(grave, record):
    expected = {
        "attacks": [*NORMALS, *SPECIALS, *SUPERS],
        "throws": THROWS,
        "blocks": ["5 block", "6 block", "7 block", "8 block", "9 block", "10 block"],
        "dodges": ["2 dodge", "3 dodge", "4 dodge"],
        "jokers": ["Joker"],
        "normal_attacks": NORMALS,
        "pumpable": ["K Whirlwind"],
        "knockdown": THROWS,
        "extendable": [*NORMALS, *THROWS, "K Whirlwind"],
        "gated": [],
    }
    assert {name: names(grave, record[name]) for name in expected} == expected
    assert len(sides_of(record["choices"])) == 2 * 9 + 3 + 2 + 1
    assert names(grave, record["choices"]) == [name for name, _, _ in grave.moves()]
    # Descriptions hold both edges of a card, choices only one of the same.
    jack = [side_index("J", "top"), side_index("J", "bottom")]
    assert [side in sides_of(record["attacks"]) for side in jack] == [True, True]
    assert [side in sides_of(record["choices"]) for side in jack] == [True, False]


def test_follow(grave, record):
    follow = {name: [] for name, _, _ in grave.moves()}
    for throw in (*THROWS, "K Whirlwind"):
        follow[throw] = [*NORMALS, *FINISHERS]
    for attack, following in zip(NORMALS, [*NORMALS[1:], None], strict=True):
        follow[attack] = [following, *FINISHERS] if following else FINISHERS
    packed = {}
    for name, card, side in grave.moves():
        mask = record["follow"][side_index(card.rank, side)]
        assert not int(mask) & ~int(record["choices"])
        packed[name] = names(grave, mask)
    assert packed == follow
    assert record["follow"][side_index("K", "bottom")] == record["follow"][side_index("K", "top")]


def test_points_and_aces(grave, record):
    every = set(names(grave, record["choices"]))
    costly = {name: card.side(side).combo_points for name, card, side in grave.moves()}
    assert {name for name in every if costly[name] == 3} == {"Q Dragonheart", "A True Power of Storms"}
    for points, mask in enumerate(record["affordable"]):
        assert set(names(grave, mask)) == {name for name in every if costly[name] <= points}
    left_out = [sorted(every - set(names(grave, mask))) for mask in record["payable"]]
    assert left_out == [sorted(SUPERS), *[["A True Power of Storms"]] * 2, [], []]


def test_numbers_of_a_side(record):
    king, power, seven = side_index("K", "bottom"), side_index("A", "bottom"), side_index("7", "top")
    fields = ("kind", "combo_type", "points", "speed", "damage", "block_damage", "block_damage_suits", "extra_aces")
    assert [int(record[field][king]) for field in fields] == [1, 3, 2, 22, 7, 1, 15, 0]
    assert [int(record[field][power]) for field in fields] == [1, 4, 3, 4, 45, 1, 15, 2]
    assert [int(record[field][seven]) for field in fields] == [2, 2, 2, 76, 7, 0, 0, 0]
    assert cards(record["pump_cards"][king]) == "KS KH KD KC"
    assert (record["pump_damage"][king], record["pump_max"][king]) == (7, 1)
    assert (record["hit_points"], record["max_combo"]) == (90, 4)


def test_parity(first, record):
    blocks = [side_index(rank, side) for rank, side in (("5", "top"), ("6", "bottom"), ("7", "bottom"), ("8", "top"))]
    assert record["parity"][blocks].tolist() == [1, 0, 1, 0]
    shield = pack_character(first.character("argagarg"))[0]
    assert shield["parity"][side_index("A", "bottom")] == 1
    assert shield["payable"][0] & np.uint64(1 << side_index("A", "bottom")) == 0
    assert shield["payable"][1] & np.uint64(1 << side_index("A", "bottom")) != 0


def test_any_order(first):
    valerie = first.character("valerie")
    record = pack_character(valerie)[0]
    normals = set(names(valerie, record["normal_attacks"]))
    assert normals == set(NORMALS)
    for side in sides_of(record["normal_attacks"]):
        following = set(names(valerie, record["follow"][side]))
        assert following == normals | {
            "J Three Colors",
            "Q Crimson Passion",
            "K Flying Rainbow Stroke",
            "A Masterpiece",
        }


def test_gated_sides(first):
    midori = first.character("midori")
    record = pack_character(midori)[0]
    dragon = ["J Toxic Breath", "Q Dragon Mountain", "K Talon Swoop", "A Final Dragon Buster"]
    assert names(midori, record["gated"]) == dragon
    assert not record["gated"] & record["choices"]
    after_throw = names(midori, record["follow"][side_index("2", "bottom")])
    assert "Q Dragon Mountain" in after_throw and "J Toxic Breath" not in after_throw


def test_what_pays_for_pumps(first):
    def pump(who, rank, side):
        return cards(pack_character(first.character(who))[0]["pump_cards"][side_index(rank, side)])

    assert pump("jaina", "Q", "top") == " ".join(map(card_name, range(CARDS)))
    assert pump("valerie", "J", "top") == "JS JH JD JC QS QH QD QC KS KH KD KC"
    assert pump("setsuki", "A", "bottom") == "AS AH AD AC"
    assert pump("rook", "J", "top") == ""


def test_cards_that_do_the_same(first, record):
    assert cards(record["same_3"]) == " ".join(f"{rank}C" for rank in RANK_NAMES[:13])
    assert cards(record["same_2"]) == " ".join(f"{rank}D {rank}C" for rank in RANK_NAMES[:13])
    assert cards(record["same_1"]) == " ".join(f"{rank}H {rank}D {rank}C" for rank in RANK_NAMES[:13]) + " Joker 2"
    # The block damage of these normal attacks is printed on the red cards only: S and C, H and D go together.
    jaina = pack_character(first.character("jaina"))[0]
    assert cards(jaina["same_1"]).startswith("2D 3D 4D 5D 6D 7H 7D 7C 8H")
    assert cards(jaina["same_2"]).startswith("7D 7C 8D")
    assert cards(jaina["same_3"]).startswith("2C 3C 4C 5C 6C 7C 8C")
    assert jaina["block_damage_suits"][side_index("2", "top")] == 0b0110


def test_rules(first, second):
    packed = pack_rules(first.rules)
    assert packed.dtype == RULES
    assert packed["power_up_aces"].tolist() == [0, 0, 1, 2, 3]
    assert packed["chain_aces"].tolist() == [0, 0, 0, 1, 2, 3] + [4] * 10
    scalars = [name for name in RULES.names if not RULES[name].shape]
    assert [int(packed[name]) for name in scalars] == [7, 1, 1, 2, 2, 1, 0, 200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    packed = pack_rules(second.rules)
    assert [int(packed[name]) for name in scalars] == [7, 1, 1, 2, 2, 1, 12, 200, 1, 0, 1, 1, 1, 1, 0, 0, 10, 1]


def test_card_names():
    assert [card_name(card) for card in (0, 5, 34, 51, 52, 53)] == ["2S", "3H", "10D", "AC", "Joker 1", "Joker 2"]
    assert [parse_card(card_name(card)) for card in range(CARDS)] == list(range(CARDS))
    assert [parse_card(name) for name in (" 10h ", "as", "joker 2", "Joker1")] == [33, 48, 53, 52]
    for name in ("", "H", "1H", "7X", "Joker", "Joker 3", "7", "7HH", "joker s"):
        with pytest.raises(BadInput, match=r"unknown card .*; a card is a rank"):
            parse_card(name)
    for number in (-1, CARDS):
        with pytest.raises(ValueError, match="no card"):
            card_name(number)


def test_side_names(grave):
    assert side_name(grave, side_index("10", "bottom")) == "10 throw"
    assert side_name(grave, side_index("Joker", "bottom")) == "Joker"
    for number in (-1, 2, 7, SIDES):
        with pytest.raises(ValueError, match="no side"):
            side_name(grave, number)


def test_every_character(first, second):
    """What the layout promises, for both editions of all characters."""
    for game in (first, second):
        for character in game.characters.values():
            record = pack_character(character)[0]
            kinds = [int(record[name]) for name in ("attacks", "throws", "blocks", "dodges", "jokers")]
            every = sum(0b11 << 4 * rank for rank in range(14))
            assert sum(kinds) == every == kinds[0] | kinds[1] | kinds[2] | kinds[3] | kinds[4]
            assert int(record["choices"]) & int(record["gated"]) == 0
            assert int(record["affordable"][8]) == int(record["payable"][4]) == every
            assert int(record["normal_attacks"]) & ~kinds[0] == 0
            for side in sides_of(kinds[2] | kinds[3] | kinds[4]):
                assert record["follow"][side] == 0 and record["speed"][side] == 0
            for side in range(SIDES):
                if side % 4 > 1:
                    assert record["kind"][side] == 0 and record["follow"][side] == 0
                move = character.side(RANK_NAMES[side // 4], "bottom" if side % 4 else "top")
                if side % 4 < 2 and move.speed is not None:
                    assert record["speed"][side] == round(move.speed * 10)
