"""Abilities as packed records: all of them against a table that was read through, traits, and what a change changes."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from kit_text import cards, lines, sides

from yomisim.cards.load import load_game
from yomisim.cards.yomi1.pack import pack_changed, pack_character, pack_table, side_index
from yomisim.cards.yomi1.pack_abilities import VERB_COLUMNS, pack_kit, phrases, programs, traits
from yomisim.cards.yomi1.schema import Character
from yomisim.cards.yomi1.tables import CHARACTER, COMBO_LINKER, KIT
from yomisim.cards.yomi1.verbs import CONDITIONS, COSTS, TRAITS, VERBS

GOLDEN = Path(__file__).parent / "golden_kits.txt"
PACKAGE = Path(__file__).resolve().parents[2] / "yomisim"


def kit_of(character: Character) -> np.void:
    return pack_kit(character)[0]


def test_every_ability(first, second):
    """The table was made by this program once and then compared with the fact sheets by eye."""
    text = "\n".join(
        f"# {name} {edition}\n" + "".join(f"{line}\n" for line in lines(kit_of(game.characters[name])))
        for name in first.characters
        for edition, game in (("first", first), ("second", second))
    )
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_shapes(first):
    table = pack_table(first, "grave", "geiger")[0]
    assert table["kit"].dtype == KIT and table["kit"].shape == (2,)
    assert [int(kit["n"]) for kit in table["kit"]] == [5, 3]
    assert table["kit"][0] == kit_of(first.character("grave"))
    assert table["char"].shape == (2, 2)


def test_columns():
    """The columns that compiled code reads, spelled out."""
    assert VERB_COLUMNS["draw"] == ("draw", "who")
    assert VERB_COLUMNS["discard"] == ("discard", "to_go_on")
    assert VERB_COLUMNS["take"] == ("n", "from", "optional")
    assert VERB_COLUMNS["look"] == ("take",)
    assert VERB_COLUMNS["speed"] == ("speed", "who", "turn")
    assert VERB_COLUMNS["counter"] == ("counter", "innate", "to_bottom")
    assert VERB_COLUMNS["damage_per_card"] == ("damage_per_card",)
    assert VERB_COLUMNS["return_combo"] == ()
    assert list(VERB_COLUMNS) == list(VERBS)


def test_codes_follow_the_order():
    for words in (CONDITIONS, COSTS, VERBS):
        assert [int(word.code) for word in words.values()] == list(range(len(words)))
        assert all(isinstance(word.code, np.int64) for word in words.values())


def test_the_ten_use_every_word(first, second):
    """A word that no character needs is a word nobody has tried."""
    used: set[str] = set()
    for game in (first, second):
        for character in game.characters.values():
            for program in programs(character):
                for field in ("conditions", "cost", "does"):
                    used |= {inner.name for outer in phrases(program.ability, field) for inner in outer.inside()}
            used |= {phrase.name for _, phrase in traits(character)}
    side_and_card = {name for name, (where, _) in TRAITS.items() if where in ("side", "card")}
    assert used == {*CONDITIONS, *COSTS, *VERBS, *TRAITS} - side_and_card


def bare(record: np.void) -> list[str]:
    """The traits that are set in a record, as text."""
    masks = ("undodgeable", "named_guards", "returns_unless_hit", "full_combo", "own_color_blocks", "unstoppable")
    held = ("no_power_up", "unlocking", "changing", "shields", "leaves_when_thrown", "leaves_when_hit")
    found = [f"{name} {sides(record[name])}" for name in masks if record[name]]
    found += [f"{name} {cards(record[name])}" for name in held if record[name]]
    flags = ("denies_normal_draw", "undodgeable_all", "shield_ends_combat")
    found += [name for name in flags if record[name]]
    return found + [f"beats {side}:{speed}" for side, speed in enumerate(record["beats_up_to"]) if speed >= 0]


GUARDS = {
    "rook": "named_guards 3t 5t",
    "degrey": "named_guards Ab",
    "lum": "named_guards At",
    "argagarg": "named_guards Ab",
}
TRAITS_OF = {
    ("degrey", "first"): ["returns_unless_hit Ab", "full_combo Ab"],
    ("midori", "first"): ["undodgeable Jb Qb Kb Ab", "unlocking 2", "leaves_when_thrown 2", "undodgeable_all"],
    ("midori", "second"): ["undodgeable Jb Qb Kb Ab", "unlocking 2", "leaves_when_thrown 2", "denies_normal_draw"],
    ("rook", "second"): ["denies_normal_draw", f"beats {4 * 11}:50", f"beats {4 * 11 + 1}:50"],
    ("valerie", "second"): ["own_color_blocks Kt Kb"],
    ("jaina", "second"): ["no_power_up 10"],
    ("geiger", "first"): ["changing 4", "leaves_when_hit 4"],
    ("argagarg", "first"): ["shields A"],
    ("argagarg", "second"): ["shields A", "shield_ends_combat"],
}


def test_traits(first, second):
    for edition, game in (("first", first), ("second", second)):
        for name, character in game.characters.items():
            expected = TRAITS_OF.get((name, edition), TRAITS_OF.get((name, "first"), []))
            guards = [GUARDS[name]] if name in GUARDS else []
            assert sorted(bare(pack_character(character)[0])) == sorted([*guards, *expected]), (name, edition)


def test_sides_that_a_card_in_play_changes(first):
    """Everything else in the two records is the same."""
    geiger = first.character("geiger")
    printed, changed = pack_character(geiger)[0], pack_changed(geiger)[0]
    assert sides(changed["unstoppable"]) == "Jt Jb Qt Qb At" and not printed["unstoppable"]
    spirals = [side_index("J", "top"), side_index("Q", "bottom"), side_index("A", "top")]
    assert [int(changed["combo_type"][side]) for side in spirals] == [COMBO_LINKER] * 3
    assert [int(changed["points"][side]) for side in spirals] == [0, 0, 0]
    assert [int(changed["damage"][side] - printed["damage"][side]) for side in spirals] == [1, 1, 1]
    assert [int(changed["extra_aces"][side]) for side in spirals] == [0, 0, 1]
    six, jack, ace = side_index("6", "top"), side_index("J", "top"), side_index("A", "top")
    assert not printed["follow"][jack] and not int(printed["affordable"][0]) >> jack & 1
    for side in (six, jack, ace):
        assert int(changed["follow"][jack]) >> side & 1  # a Linker leads to anything, itself included
        assert int(changed["follow"][six]) >> side & 1 or side == six
    assert int(changed["affordable"][0]) >> jack & int(changed["extendable"]) >> ace & 1
    others = set(CHARACTER.names) - {
        "unstoppable",
        "combo_type",
        "points",
        "damage",
        "follow",
        "follow_on",
        "better",
        "alike",
        "plain",
        "enders",
        "affordable",
        "extendable",
    }
    assert all(np.array_equal(printed[name], changed[name]) for name in others)


def test_characters_without_such_a_card(first):
    for name, character in first.characters.items():
        same = pack_changed(character)[0] == pack_character(character)[0]
        assert same == (name != "geiger")


def same(first, who, other=None):
    record = pack_character(first.character(who), None if other is None else first.character(other))[0]
    return [record[f"same_{distance}"] for distance in (1, 2, 3)]


def of_rank(mask, rank):
    """The suits of a rank in a set of cards."""
    return "".join(suit for number, suit in enumerate("SHDC") if int(mask) >> (4 * rank + number) & 1)


def test_suits_stay_apart_where_they_matter(first, second):
    joker = 1 << 53
    for who in ("rook", "lum"):  # a cost of one suit, a poker hand
        assert [int(mask) for mask in same(first, who)] == [joker, 0, 0]
    assert [of_rank(mask, 11) for mask in same(first, "valerie")] == ["HDC", "DC", "C"]
    # red and black kings differ, and so do the blocks of whoever plays against them; H and D, S and C are the same
    assert [of_rank(mask, 11) for mask in same(second, "valerie")] == ["D", "", "C"]
    assert [of_rank(mask, 10) for mask in same(second, "valerie")] == ["HDC", "DC", "C"]
    for rank in range(13):
        card = second.character("grave").cards[rank]
        block = "block" in (card.top.kind, card.side("bottom").kind)
        assert [of_rank(mask, rank) for mask in same(second, "grave", "valerie")] == (
            ["D", "", "C"] if block else ["HDC", "DC", "C"]
        )
        assert of_rank(same(first, "grave", "valerie")[0], rank) == "HDC"
    table = pack_table(second, "valerie", "grave")[0]
    assert of_rank(table["char"][1, 0]["same_1"], 7) == of_rank(table["char"][1, 1]["same_1"], 7) == "D"


def differences(before: np.ndarray, after: np.ndarray) -> list[str]:
    """The places where two records of one dtype differ."""
    if before.dtype.names:
        return [
            f".{name}{place}"
            for name in before.dtype.names
            for place in differences(np.asarray(before[name]), np.asarray(after[name]))
        ]
    if before.shape:
        return [f"[{','.join(map(str, at))}]" for at in np.argwhere(before != after)]
    return [""] if before != after else []


def differences_of(before: np.void, after: np.void) -> list[str]:
    """The fields in which two tables differ, sub-records by their index."""
    found = [f"rules{place}" for place in differences(before["rules"], after["rules"])]
    for seat in range(2):
        for which in range(2):
            places = differences(before["char"][seat, which], after["char"][seat, which])
            found += [f"char[{seat}][{which}]{place}" for place in places]
        kits = before["kit"][seat], after["kit"][seat]
        found += [f"kit[{seat}].{name}" for name in ("n", "windows") if kits[0][name] != kits[1][name]]
        for number in range(kits[0]["ability"].size):
            pair = (kit["ability"][number] for kit in kits)
            found += [f"kit[{seat}].ability[{number}]{place}" for place in differences(*pair)]
    return found


@pytest.mark.parametrize(
    ("file", "old", "new", "places"),
    [
        ("grave", "does = [{ draw = 2 }", "does = [{ draw = 3 }", ["kit[0].ability[2].verb[0,1]"]),
        ("grave", "{ discard = 1 },", '{ discard = 1, cards = "face" },', ["kit[0].ability[2].verb_cards[1]"]),
        ("rook", "does = [{ damage = 8 }]", "does = [{ damage = 9 }]", ["kit[1].ability[2].verb[0,1]"]),
        ("rook", "{ discard = 2, cards", "{ discard = 3, cards", ["kit[1].ability[0].cost[0,1]"]),
        ("rook", '{ own_kind = ["attack"] }', '{ own_kind = ["throw"] }', ["kit[1].ability[0].condition[1,1]"]),
    ],
)
def test_a_number_in_a_file_changes_one_number_in_the_record(changed, data, file, old, new, places):
    """Cards and abilities are read by the same compiled code whatever stands in them: nothing else may change."""
    before = pack_table(load_game("yomi1", "first", data), "grave", "rook")[0]
    folder = changed(f"characters/{file}.toml", old, new)
    after = pack_table(load_game("yomi1", "first", folder), "grave", "rook")[0]
    assert differences_of(before, after) == places


def test_prices_go_from_class_to_rank(changed):
    old = "return_combo = { number = 3, face = 4, ace = 5 }"
    folder = changed("characters/jaina.toml", old, 'return_combo = { "2" = 0, number = 3, Q = 9, face = 4 }')
    kit = kit_of(load_game("yomi1", "first", folder).character("jaina"))
    assert kit["ability"][0]["by_rank"].tolist() == [0, 3, 3, 3, 3, 3, 3, 3, 3, 4, 9, 4, -1, -1]


def test_abilities_of_an_edition(changed):
    """Those of a rank replace all of that rank; a rank can be left without any."""
    override = '[editions.second]\nno_abilities = ["7", "J"]\n\n[[editions.second.innate]]'
    folder = changed("characters/grave.toml", "[[editions.second.innate]]", override)
    grave = load_game("yomi1", "second", folder).character("grave")
    assert [ability.name for card in grave.cards for ability in card.abilities] == ["Mental Toughness"]
    assert len(grave.innate) == 3
    first = load_game("yomi1", "first", folder).character("grave")
    assert [len(first.card(rank).abilities) for rank in ("7", "10", "J", "Q")] == [1, 1, 1, 0]


def test_statuses_are_numbered(changed):
    old = "does = [{ normal_damage = 1 }, { draw = 1 }]"
    new = 'does = [{ begin = "warm" }, { choose = [[{ begin = "cold" }], [{ draw = 1 }]] }, { begin = "warm" }]'
    kit = kit_of(load_game("yomi1", "first", changed("characters/valerie.toml", old, new)).character("valerie"))
    row = kit["ability"][0]
    assert row["verb"][: row["verbs"], 0].tolist() == [
        VERBS[w].code for w in ("begin", "choose", "begin", "draw", "begin")
    ]
    assert row["verb"][[0, 2, 4], 1].tolist() == [1, 2, 1]
    assert row["verb_branch"][: row["verbs"]].tolist() == [0, 0, 1, 2, 0]


def test_no_names_of_the_data_in_the_engine(first, second):
    """Characters and abilities are data: their names stand in no room that plays."""
    names: set[str] = set()
    for game in (first, second):
        for character in game.characters.values():
            names |= {character.id, character.name, character.short_name, character.title}
            names |= {ability.name for ability in character.innate}
            for card in character.cards:
                names |= {ability.name for ability in card.abilities}
                names |= {side.name for side in (card.top, card.side("bottom")) if side.name and side.kind != "joker"}
    pattern = re.compile(r"\b(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")\b")
    rooms = ("cards", "kernel", "rules", "policies", "play")
    files = [file for room in rooms for file in (PACKAGE / room).rglob("*.py")]
    assert len(files) > 20
    assert {file.name: found for file in files if (found := pattern.findall(file.read_text(encoding="utf-8")))} == {}
