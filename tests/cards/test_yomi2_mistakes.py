"""Every kind of mistake in a file of Yomi 2: one message, with the file, the place and what would be right."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from yomisim.cards.load import load_game
from yomisim.cards.validate import validate_path
from yomisim.errors import BadInput, BadInputs

MISTAKES = tomllib.loads((Path(__file__).parent / "yomi2_mistakes.toml").read_text(encoding="utf-8"))
FILES = {
    "character": "characters/grave.toml",
    "ability": "characters/grave.toml",
    "refused": "characters/menelker.toml",
    "gem": "gems/green.toml",
    "constants": "game.toml",
    "filling": "filling.toml",
}


def the_only_mistake(folder: Path) -> BadInput:
    """The mistake that loading the folder raises; there must be exactly one."""
    with pytest.raises(BadInput) as caught:
        load_game("yomi2", None, folder)
    assert not isinstance(caught.value, BadInputs), str(caught.value)
    assert [str(error) for error in validate_path(folder)] == [str(caught.value)]
    return caught.value


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in FILES for name in MISTAKES[kind]])
def test_mistake_in_a_file(changed2, kind, name):
    old, new, place, message = MISTAKES[kind][name]
    folder = changed2(FILES[kind], old, new)
    error = the_only_mistake(folder)
    assert message in error.message
    assert len(error.message) < 1000 and "\n" not in error.message
    assert (error.field or "", error.file) == (place, str(folder / "yomi2" / FILES[kind]))


def test_every_kind_is_tried():
    assert set(MISTAKES) == set(FILES)


def test_several_mistakes_are_all_named(copied2):
    changes = {
        "game.toml": [("hand_limit = 12", "hand_limit = 12\nhand = 1")],
        "characters/grave.toml": [("damage = 3", "damage = -3"), ("speed = 7\n", "")],
        "gems/green.toml": [("speed = 14", "speed = -14")],
    }
    for name, pairs in changes.items():
        file = copied2 / "yomi2" / name
        text = file.read_text(encoding="utf-8")
        for old, new in pairs:
            text = text.replace(old, new, 1)
        file.write_text(text, encoding="utf-8")
    # Without constants nobody knows what a deck holds: the other files wait.
    assert the_only_mistake(copied2).field == "rules.hand"
    file = copied2 / "yomi2" / "game.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("\nhand = 1", ""), encoding="utf-8")
    with pytest.raises(BadInputs) as caught:
        load_game("yomi2", None, copied2)
    assert [error.field for error in caught.value.errors] == ["cards[B].speed", "cards[A].damage", "cards[burst].speed"]


def test_ability_card_without_an_effect(copied2):
    file = copied2 / "yomi2" / "characters" / "grave.toml"
    text = file.read_text(encoding="utf-8")
    start, end = text.index("[[cards.abilities]]"), text.index("[[facts]]")
    file.write_text(text[:start] + text[end:], encoding="utf-8")
    error = the_only_mistake(copied2)
    assert error.field == "cards[ability].abilities"
    assert error.message == 'missing; an ability card needs [[cards.abilities]], or unknown = ["effect"]'
    file.write_text(text[:start] + 'unknown = ["effect"]\n\n' + text[end:], encoding="utf-8")
    assert load_game("yomi2", None, copied2).character("grave").provisional


def test_single_files(copied2, tmp_path):
    folder = copied2 / "yomi2"
    for file in [*folder.rglob("*.toml")]:
        checked = validate_path(file)
        assert checked.ok and checked.counts["files"] == 1, file
    assert validate_path(folder / "characters").ok
    file = folder / "characters" / "grave.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("damage = 3", "damage = -3"), encoding="utf-8")
    assert [error.field for error in validate_path(file)] == ["cards[A].damage"]
    loose = tmp_path / "grave.toml"
    loose.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    assert [error.field for error in validate_path(loose)] == ["cards[A].damage"]


def test_unknown_gem(data):
    assert load_game("yomi2", data=data, gem="green").worn_gem.id == "green"
    assert load_game("yomi2", data=data).worn_gem is None
    with pytest.raises(BadInput, match=r"unknown gem 'gren'; did you mean 'green'\? known: none, green"):
        load_game("yomi2", data=data, gem="gren")
    with pytest.raises(BadInput, match="there are no gems in Yomi"):
        load_game("yomi1", data=data, gem="green")
