"""Every number of every side in both editions, against a table made from the fact sheets by another program."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from yomisim.cards.load import load_game
from yomisim.cards.yomi1.schema import Side

ROWS = list(csv.DictReader((Path(__file__).parent / "golden_sides.csv").open(encoding="utf-8")))
LIFE_AND_COMBO = {
    "argagarg": (85, 3),
    "degrey": (90, 4),
    "geiger": (90, 4),
    "grave": (90, 4),
    "jaina": (85, 5),
    "lum": (90, 4),
    "midori": (90, 3),
    "rook": (100, 3),
    "setsuki": (70, 6),
    "valerie": (80, 6),
}


def as_row(side: Side) -> dict[str, str]:
    """A side the way the table writes it: empty where the kind of side has no such number."""
    row = dict.fromkeys(ROWS[0], "") | {"kind": side.kind, "name": side.name, "type": side.combo_type or ""}
    if side.kind in ("attack", "throw"):
        row |= {"speed": str(side.speed), "damage": str(side.damage), "points": str(side.combo_points)}
        row |= {"knockdown": str(int(side.knockdown)), "aces": str(side.aces_total or "")}
    if side.kind == "attack":
        row["block_damage"] = str(side.block_damage)
        row["suits"] = "".join(side.block_damage_suits) if len(side.block_damage_suits) < 4 else ""
    row["pump"] = "".join(f"{pump.cost}+{pump.damage}x{pump.max}" for pump in side.pump)
    return row


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("character", LIFE_AND_COMBO)
def test_every_side(data, edition, character):
    loaded = load_game("yomi1", edition, data).character(character)
    rows = [row for row in ROWS if row["character"] == character and row["edition"] == edition]
    assert len(rows) == 28
    for row in rows:
        where = {key: row[key] for key in ("character", "edition", "rank", "side")}
        assert as_row(loaded.side(row["rank"], row["side"])) | where == row


def test_table_has_all_characters(first, second):
    assert {row["character"] for row in ROWS} == set(first.characters) == set(second.characters) == set(LIFE_AND_COMBO)


@pytest.mark.parametrize("character", LIFE_AND_COMBO)
def test_life_and_combo_limit(first, second, character):
    for game in (first, second):
        loaded = game.character(character)
        assert (loaded.hit_points, loaded.max_combo) == LIFE_AND_COMBO[character]


def test_what_the_second_edition_changes(first, second):
    """The list in the fact sheets' notes: three characters and no others have other numbers."""
    changes = {
        (character.id, card.rank, side)
        for character in first.characters.values()
        for card in character.cards
        for side in ("top", "bottom")
        if card.side(side) != second.character(character.id).side(card.rank, side)
    }
    jaina = {("2", "top"), ("3", "bottom"), ("5", "bottom"), ("6", "top"), ("J", "bottom")}
    expected = {("jaina", *place) for place in jaina} | {("midori", "K", "bottom")}
    expected |= {("lum", "10", "bottom"), ("lum", "Q", "top"), ("lum", "Q", "bottom")}
    # ... and two moves that get a trait
    assert changes == expected | {(who, "K", side) for who in ("rook", "valerie") for side in ("top", "bottom")}


def test_marks_for_abilities(first):
    midori, geiger = first.character("midori"), first.character("geiger")
    gated = [move for move, card, side in midori.moves() if card.side(side).requires == "Dragon Form"]
    assert gated == ["J Toxic Breath", "Q Dragon Mountain", "K Talon Swoop", "A Final Dragon Buster"]
    assert gated == [move for move, card, side in midori.moves() if "dragon" in card.side(side).tags]
    spirals = [move for move, card, side in geiger.moves() if "time_spiral" in card.side(side).tags]
    assert spirals == ["J Fast Time Spiral", "Q Slow Time Spiral", "A Time Spiral Hurricane"]
    assert first.character("argagarg").side("A", "bottom").parity == "odd"
    moves = [(who.id, card, side) for who in first.characters.values() for _, card, side in who.moves()]
    named = {(who, card.rank) for who, card, side in moves if card.side(side).named}
    assert named == {("rook", "3"), ("rook", "5"), ("degrey", "A"), ("lum", "A"), ("argagarg", "A")}


def test_only_one_character_chains_in_any_order(first, second):
    for game in (first, second):
        assert [c.id for c in game.characters.values() if c.has_innate("chain_any_order")] == ["valerie"]
