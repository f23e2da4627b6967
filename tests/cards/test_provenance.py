"""`yomisim validate --provenance`: what is known from where, what is filled, in doubt, left out, missing."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from yomisim.cards.validate import main, validate_path


@pytest.fixture(scope="module")
def found(data):
    return {one.id: one for one in validate_path(data / "yomi2").provenance()}


def test_states(found):
    states = {"complete": [], "provisional": [], "refused": []}
    for one in found.values():
        states[one.state].append(one.id)
    assert states["complete"][:2] == ["grave", "jaina"] and len(states["complete"]) == 2 + 10  # and the bots
    assert states["provisional"] == [
        *("bigby", "degrey", "gloria", "gwen", "midori", "onimaru", "rook", "setsuki"),
        "green",
    ]
    assert len(states["refused"]) == 19


def test_every_value_has_a_source_or_a_rule(found, data):
    for one in found.values():
        assert "no source named" not in one.known, one.id
        raw = tomllib.loads(Path(one.file).read_text(encoding="utf-8"))
        filled = {place for place, _, _ in one.filled}
        for card in raw.get("cards", []):
            place = f"cards[{card['slot']}]"
            known = {name for places in one.known.values() for name in places.get(place, [])}
            rest = set(card) - known - {"slot", "source", "source_of", "doubt", "note", "unknown", "abilities"}
            settled = {"combo_points"} if str(card.get("combo_type", "")).endswith(("_alone", "burst")) else set()
            for name in rest - settled:
                assert any(where.startswith(f"{place}.{name}") for where in filled), (one.id, place, name)


def test_what_a_character_says(found):
    rook = found["rook"]
    assert "damage" in rook.known["y2-assist"]["cards[throw]"]
    assert rook.known["mizuumi"][""] == ["archetype", "hit_points", "max_combo"]
    by_place = {place: (value, rule.name) for place, value, rule in rook.filled}
    assert by_place["cards[S1].meter_cost"] == (2, "meter_of_pumped")
    assert "cards[X]: effect" in rook.left_out
    assert any(place == "innate[Rock Armor]" for place, _ in rook.doubts)
    assert len(found["jaina"].doubts) == 6
    assert found["valerie"].missing[:2] == ["hit_points", "max_combo"]
    assert not found["grave"].filled and not found["grave"].left_out


def test_text(found, data, capsys):
    assert main(data / "yomi2" / "characters" / "rook.toml", with_provenance=True, as_json=False) == 0
    text = capsys.readouterr().out
    number = found["rook"].counts
    assert text.startswith(f"Rook: provisional ({number['known']} known, {number['filled']} filled, ")
    assert "\n  filled, copies_throw: 3: cards[throw].copies (copies of the normal throw; " in text
    assert "\n  left out: cards[X]: effect\n" in text
    assert text.rstrip().endswith("1 file, 1 character, 30 cards: no mistakes")
    assert max(map(len, text.splitlines()[:-1])) <= 110


def test_json(data, capsys):
    assert main(data / "yomi2", with_provenance=True, as_json=True) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["ok"], record["characters"], record["refused"], record["cards"]) == (True, 10, 19, 300)
    one = next(one for one in record["provenance"] if one["id"] == "setsuki")
    assert one["state"] == "provisional" and one["counts"]["filled"] == len(one["filled"])
    used = {entry["rule"] for entry in one["filled"]}
    assert used <= set(record["filling_rules"])
    assert all(rule["reason"] and rule["plausible"] for rule in record["filling_rules"].values())
    assert main(data / "yomi2", with_provenance=False, as_json=True) == 0
    assert "provenance" not in json.loads(capsys.readouterr().out)


def test_the_first_game_tells_where_sources_differ(data):
    found = {one.id: one for one in validate_path(data / "yomi1").provenance()}
    (place, why), *_ = found["grave"].doubts
    assert place == "first edition, A bottom, mandatory_ace_cost"
    assert why == "2 is used, C++ implementation has 3"
    assert all(one.state == "complete" for one in found.values())
