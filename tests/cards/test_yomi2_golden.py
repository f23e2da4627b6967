"""Every number of Yomi 2 that a source gives, against a table made from the fact sheets by another program."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

import pytest

from yomisim.cards.yomi2.fill import is_mark

ROWS = list(csv.DictReader((Path(__file__).parent / "golden_yomi2.csv").open(encoding="utf-8")))
IDS = sorted({row["id"] for row in ROWS})
#: Facts that stand in another place of the file than the table says.
ELSEWHERE = {
    ("rook", slot, "armor") for slot in "ACDEF"
}  # his innate ability, see test_programs_hold_the_known_numbers
RULES = {
    "deck_size": 30,
    "gem_cards": 4,
    "most_copies": 3,
    "opening_random": 4,
    "first_draw": 1,
    "draw": 2,
    "hand_limit": 12,
    "exchanges": 1,
    "exchange_same_name": True,
    "power_up_meter": 2,
    "power_up_fetch_meter": 1,
    "start_meter": 0,
    "meter_max": 3,
    "chain_meter": 1,
    "block_draw": 1,
    "edge_bonus": 3,
    "edge_cap": 10,
    "floor_speed": 10,
    "storm_turns": 2,
    "heal_cap": True,
    "reshuffles": 1,
    "stay_in_discard": ("low_block", "high_block", "S1", "S2"),
    "time_over_tie": "draw",
    "both_at_zero": "draw",
    "wild_swing_empty": "draw",
    "armored_throws": "any",
    "countdown_when_hit": "ends",
    "double_knockdown_cancels": True,
    "turn_limit": 200,
}


def as_text(value: Any) -> str:
    """A value the way the table writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return " ".join(map(as_text, value))
    if isinstance(value, dict):
        cost = value.get("cost", "?")
        return f"{'?' if is_mark(cost) else cost}+{value['damage']}"
    return str(value)


def in_file(raw: dict[str, Any], place: str, field: str) -> Any:
    """The value that stands in a file, or what the field is when it is left out."""
    if not place:
        return raw[field]
    if place.startswith("fact "):
        (found,) = [fact for fact in raw["facts"] if fact["about"] == place[5:] and field in fact.get("numbers", {})]
        return found["numbers"][field]
    cards = {card["slot"]: card for card in raw.get("cards", [])}
    cards |= {card["name"]: card for card in raw.get("aside", [])}
    card = cards[place]
    if field not in card and field in ("block_damage", "name", "kind"):
        return {"block_damage": 0, "name": "?", "kind": "?"}[field]
    return card[field]


@pytest.mark.parametrize("who", IDS)
def test_every_known_value(data, who):
    files = [data / "yomi2" / folder / f"{who}.toml" for folder in ("characters", "gems")]
    raw = tomllib.loads(next(file for file in files if file.exists()).read_text(encoding="utf-8"))
    for row in ROWS:
        key = (row["id"], row["place"], row["field"])
        if who == row["id"] and key not in ELSEWHERE:
            assert as_text(in_file(raw, *key[1:])) == row["value"], key


def test_every_known_value_reaches_the_game(yomi2):
    """What a file states is what is played: nothing on the way changes it."""
    checked = 0
    for row in ROWS:
        character = yomi2.characters.get(row["id"])
        if character is None or not row["place"] or row["place"].startswith(("fact ", "dragon ")):
            continue
        key = (row["id"], row["place"], row["field"])
        if key in ELSEWHERE or row["field"] == "pump":
            continue
        assert as_text(getattr(character.card(row["place"]), row["field"])) == row["value"], key
        checked += 1
    assert checked > 800


def test_ids(data, yomi2):
    assert set(IDS) | {"troq"} >= {*yomi2.characters, *yomi2.gems}
    known = {*yomi2.characters, *yomi2.gems, *yomi2.refused}
    assert set(IDS) <= known and known - set(IDS) == {"troq"}  # of whom nothing but the stars on the box is known
    assert len(yomi2.characters) == 10 and len(yomi2.refused) == 12 + 7


def test_rules(yomi2):
    assert yomi2.rules.model_dump() == RULES
    assert (yomi2.title, yomi2.edition, yomi2.gem) == ("Yomi 2", "print", "none")


def test_programs_hold_the_known_numbers(yomi2):
    """Numbers of abilities, which the table does not have."""

    def does(who: str, place: str = "") -> list[Any]:
        character = yomi2.character(who)
        abilities = character.card(place).abilities if place else character.innate
        return [(ability.window, *ability.does, *ability.always) for ability in abilities]

    assert does("grave") == [("", {"exchanges": 2})]
    wind = does("grave", "ability")[0]
    assert wind[:2] == ("main", {"stay": 2})
    assert list(wind[2:]) == [
        {"level": 2, "moves": "projectile"},
        {"beats": ["dodge"], "moves": "projectile"},
        {"add_damage": 4, "moves": "projectile"},
        {"add_block_damage": 2, "moves": "projectile"},
        {"points": 2, "moves": "super"},
    ]
    assert does("jaina") == [("main_end", {"lose": 2}, {"draw": 1})]
    assert does("jaina", "Y") == [("played", {"lose": 5})]
    assert yomi2.character("jaina").card("Y").abilities[0].conditions == ({"life_at_least": 36},)
    assert does("jaina", "ability") == [
        ("main", {"stay": 2}, {"safe": "Y"}),
        ("opened", {"damage": 7}, {"no_combo": True}),
        ("opened", {"block_damage": 5}),
    ]
    assert does("rook") == [("", {"armor": "medium", "moves": "normal_attack"})]
    assert does("gwen") == [("draw", {"draw": 2}, {"lose": 6})]
    assert does("gwen", "Y") == [("opened", {"heal": 6}, {"remove_self": True})]
    assert does("gwen", "S1") == [("hit", {"heal": 10})]
    assert does("gloria", "S2") == [("played", {"lose": 10})]
    assert yomi2.character("onimaru").card("S1").damage_by_meter == (15, 22, 29)
    # numbers of the bot's version of an innate ability
    assert does("degrey") == [("combo_done", {"gap_damage": 2})]
    assert does("onimaru") == [("against_block", {"crush": 15})]
    assert does("gloria") == [("turn_start", {"heal": 2})]


def test_decks(yomi2):
    for character in yomi2.characters.values():
        assert sum(card.copies for card in character.cards) == 30
        assert all(card.copies <= 3 for card in character.cards)
    for gem in yomi2.gems.values():
        assert sum(card.copies for card in gem.cards if card.slot != "storm") == 4
        assert [card.class_ for card in gem.cards] == ["special", "ability", "burst", "storm"]


def test_who_is_known_how_well(yomi2):
    complete = [character.id for character in yomi2.characters.values() if not character.provisional]
    assert complete == ["grave", "jaina"]
    assert all(gem.provisional for gem in yomi2.gems.values())
    jaina = yomi2.character("jaina")
    assert [card.slot for card in jaina.cards if card.doubt] == ["A", "B", "C", "D", "E", "throw"]
