"""Filled values: by stated rules only, each one named, and drawn anew where doubt is to be measured."""

from __future__ import annotations

import tomllib
from itertools import pairwise

import numpy as np
import pytest

from yomisim.cards.load import load_game
from yomisim.cards.yomi2.check_cards import FIELDS_OF
from yomisim.cards.yomi2.fill import Filler, read_filling, slots_of
from yomisim.cards.yomi2.schema import LETTERS, Card, Character
from yomisim.cards.yomi2.vary import varied


@pytest.fixture(scope="module")
def rules(data):
    found, errors = read_filling(data / "yomi2" / "filling.toml")
    assert not errors
    return found


def test_every_rule_is_used_and_every_mark_has_one(data, rules, yomi2):
    used = {filled.rule for deck in [*yomi2.characters.values(), *yomi2.gems.values()] for filled in deck.filled}
    settled = {"points_of_burst"}  # counts only where another rule draws something else
    assert used | settled == set(rules)


def test_a_file_marks_what_is_filled(data, yomi2):
    """As many marks in the file as filled values, apart from points that a move without combos does not have."""
    for character in yomi2.characters.values():
        text = (data / "yomi2" / "characters" / f"{character.id}.toml").read_text(encoding="utf-8")
        settled = sum(
            1 for card in character.cards if card.combo_type == "cant_combo" and card.slot in settled_in(text)
        )
        assert text.count('"$') == len(character.filled) + settled + text.startswith("#") * text.count('"$name"')
        assert bool(character.filled) == (character.id not in ("grave", "jaina"))


def settled_in(text: str) -> set[str]:
    """Slots whose combo points are filled."""
    cards = tomllib.loads(text)["cards"]
    return {card["slot"] for card in cards if str(card.get("combo_points", "")).startswith("$")}


def test_values_by_rule(rules, tmp_path):
    filler = Filler(rules, tmp_path / "x.toml")
    card = {"slot": "S1", "bot_hand_cost": 4, "damage_fully_pumped": 31, "damage": "$half_of_pumped"}
    card |= {"meter_cost": "$meter_of_pumped", "pump": [{"cost": "$pump_cost_super", "damage": "$rest_of_pumped"}]}
    raw = {"cards": [card], "observed_combos": ["S1"], "max_combo": "$max_combo_observed"}
    card["combo_points"] = "$points_super"
    filled = filler.fill(raw)
    assert not filler.errors
    assert filled["cards"][0] == {
        "slot": "S1",
        "bot_hand_cost": 4,
        "damage_fully_pumped": 31,
        "damage": 16,
        "meter_cost": 3,
        "pump": [{"cost": "super", "damage": 15}],
        "combo_points": 3,
    }
    assert filled["max_combo"] == 3
    assert raw["max_combo"] == "$max_combo_observed"  # what was handed over is as it was
    assert {filled.place: filled.rule for filled in filler.filled}["cards[S1].pump[entry 1].damage"] == "rest_of_pumped"


def may_follow(card: Card, after: Card) -> bool:
    """The combo rules once more: who may come directly after whom."""
    if after.kind == "dodge":
        return after.full_combo or card.kind in ("strike", "projectile", "throw")
    if after.combo_type == "chain":
        next_letter = LETTERS[LETTERS.index(after.slot) + 1 :][:1]
        return card.combo_type in ("linker", "ender") or card.slot in next_letter
    return after.combo_type in ("starter", "linker") and card.combo_type in ("chain", "linker", "ender")


def test_combos_seen_on_bot_sheets_are_legal(yomi2):
    """Filled points and types let every character do what the bot with its deck was seen to do."""
    seen = 0
    for character in yomi2.characters.values():
        for combo in character.observed_combos:
            cards = [character.card(slot) for slot in slots_of(combo)]
            assert all(may_follow(card, after) for after, card in pairwise(cards)), combo
            assert sum(card.combo_points for card in cards) <= character.max_combo, (character.id, combo)
            for move, card in zip(combo.split(">"), cards, strict=True):
                assert move.count("+") <= len(card.pump)
            seen += 1
    assert seen > 60


def test_drawn_values_are_plausible_and_fit(yomi2, rules):
    first = varied(yomi2, np.random.default_rng(1))
    again = varied(yomi2, np.random.default_rng(1))
    assert first.characters == again.characters and first.data_hash == yomi2.data_hash
    seen: dict[str, set[str]] = {}
    for seed in range(60):
        game = varied(yomi2, np.random.default_rng(seed))
        assert game.character("grave") == yomi2.character("grave")
        for deck in [*game.characters.values(), *game.gems.values()]:
            for filled in deck.filled:
                seen.setdefault(filled.rule, set()).add(str(filled.value))
    for name, rule in rules.items():
        if rule.value is not None and name != "points_of_burst":
            assert seen[name] == {str(value) for value in rule.plausible}, name
    assert seen["max_combo_observed"] >= {"3", "4", "6", "7"}
    assert seen["meter_of_bot"] == {"1", "2", "3"}


def test_kinds_know_their_fields():
    known = set(Card.model_fields)
    assert all(fields <= known for fields in FIELDS_OF.values())
    assert set.union(*FIELDS_OF.values()) == known


def test_provisional_follows_the_file(changed2):
    """A value typed in where one was filled: the mark is gone, the rest stays as it was."""
    folder = changed2("characters/rook.toml", "max_combo = 3", 'max_combo = 3\nnote = "as printed"')
    before = load_game("yomi2", None, folder).character("rook")
    file = folder / "yomi2" / "characters" / "rook.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('"$copies_throw"', "3"), encoding="utf-8")
    after = load_game("yomi2", None, folder).character("rook")
    assert isinstance(after, Character) and after.cards == before.cards
    assert {filled.place for filled in before.filled} - {filled.place for filled in after.filled} == {
        "cards[throw].copies"
    }
