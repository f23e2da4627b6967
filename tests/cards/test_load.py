"""Loading a game: editions, names, constants, where the data lies."""

from __future__ import annotations

import shutil
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from yomisim import paths
from yomisim.cards.load import editions, load_game
from yomisim.cards.validate import Checked, validate_path
from yomisim.cards.yomi1.schema import Card, Side, move_name
from yomisim.cards.yomi1.tables import RANK_NAMES
from yomisim.errors import BadInput
from yomisim.paths import data_dir

FIRST_RULES = {
    "opening_hand": 7,
    "cards_per_draw": 1,
    "block_draw": 1,
    "rewind_draw": 2,
    "gold_burst_aces": 2,
    "gold_burst_from_discard": True,
    "power_up_aces": {"2": 1, "3": 2, "4": 3},
    "chain_aces": {"3": 1, "4": 2, "5": 3, "6": 4},
    "hand_limit": 0,
    "turn_limit": 200,
    "normal_draw": 0,
    "normal_draw_on_tie": False,
    "double_knockdown_cancels": False,
    "life_cap": False,
    "last_card_ends_game": False,
    "taking_last_card_ends_game": False,
    "empty_deck": "skip",
    "both_at_zero": "draw",
    "speed_floor": 0.0,
    "no_card_dodge_throw": True,
}
SECOND_RULES = FIRST_RULES | {
    "hand_limit": 12,
    "normal_draw": 1,
    "double_knockdown_cancels": True,
    "life_cap": True,
    "last_card_ends_game": True,
    "taking_last_card_ends_game": True,
    "speed_floor": 1.0,
}


def test_default_edition(data):
    game = load_game("yomi1", data=data)
    assert (game.id, game.title, game.edition, game.folder) == ("yomi1", "Yomi", "first", data / "yomi1")
    assert list(game.characters) == sorted(game.characters)
    assert editions("yomi1", data) == ["first", "second"]


def test_rules_of_both_editions(first, second):
    assert first.rules.model_dump() == FIRST_RULES
    assert second.rules.model_dump() == SECOND_RULES


@pytest.mark.parametrize("name", ["degrey", "DeGrey", "DEGREY", "Jefferson DeGrey", "  jefferson   degrey "])
def test_character_by_any_name(first, name):
    assert first.character(name).id == "degrey"


def test_unknown_names(first, data):
    with pytest.raises(BadInput, match="unknown character 'greve'; did you mean 'grave'"):
        first.character("greve")
    with pytest.raises(BadInput, match=r"unknown character ''; known: argagarg"):
        first.character("")
    with pytest.raises(BadInput, match="unknown edition 'secnd'; did you mean 'second'"):
        load_game("yomi1", "secnd", data)
    with pytest.raises(BadInput, match="unknown game 'yomi'; did you mean 'yomi1'"):
        load_game("yomi", None, data)
    with pytest.raises(BadInput, match="unknown game"):
        editions("poker", data)
    with pytest.raises(BadInput, match="unknown rank '1'"):
        first.character("grave").side("1", "top")


def test_loaded_values_cannot_be_changed(first):
    with pytest.raises(ValidationError):
        first.character("grave").hit_points = 1
    with pytest.raises(FrozenInstanceError):
        first.edition = "second"


def test_filled_in_values(first):
    grave = first.character("grave")
    assert [card.rank for card in grave.cards] == list(RANK_NAMES)
    assert sum(card.copies for card in grave.cards) == 54
    assert grave.card("7").suits == ("S", "H", "D", "C")
    assert grave.card("joker").suits == ()
    assert grave.side("J", "bottom") == grave.side("J", "top")
    assert grave.side("A", "bottom").mandatory_ace_cost == 2
    assert [grave.side(rank, "bottom").aces for rank in ("A", "K", "8")] == [3, 0, 0]


def test_hash_follows_names_and_contents(copied, first):
    assert load_game("yomi1", "second", copied).data_hash == first.data_hash
    assert len(first.data_hash) == 12
    file = copied / "yomi1" / "characters" / "lum.toml"
    original = file.read_text(encoding="utf-8")
    file.write_text(original + "# a remark\n", encoding="utf-8")
    assert load_game("yomi1", None, copied).data_hash != first.data_hash
    file.write_text(original.replace('id = "lum"', 'id = "panda"'), encoding="utf-8")
    file.rename(file.with_name("panda.toml"))
    renamed = load_game("yomi1", None, copied)
    assert renamed.data_hash != first.data_hash and list(renamed.characters)[5:7] == ["midori", "panda"]


def test_order_of_fields_and_cards_does_not_matter(copied, first):
    file = copied / "yomi1" / "characters" / "grave.toml"
    head, *cards = file.read_text(encoding="utf-8").split("[[disputed]]")[0].split("[[cards]]")
    file.write_text(head + "".join("[[cards]]" + card for card in reversed(cards)), encoding="utf-8")
    loaded = load_game("yomi1", None, copied).character("grave")
    assert loaded.cards == first.character("grave").cards


@pytest.mark.parametrize("change", [lambda text: b"\xef\xbb\xbf" + text, lambda text: text.replace(b"\n", b"\r\n")])
def test_files_of_other_editors(copied, first, change):
    file = copied / "yomi1" / "characters" / "grave.toml"
    file.write_bytes(change(file.read_bytes()))
    assert load_game("yomi1", None, copied).characters == first.characters


def test_override_as_documented(copied):
    """The worked example of docs/data-format.md."""
    file = copied / "yomi1" / "characters" / "jaina.toml"
    text = file.read_text(encoding="utf-8")
    at = text.index("[[editions.second.sides]]")
    file.write_text(text[:at] + "[editions.second]\nhit_points = 90\n\n" + text[at:], encoding="utf-8")
    before, after = (load_game("yomi1", edition, copied).character("jaina") for edition in ("first", "second"))
    assert (before.hit_points, after.hit_points) == (85, 90)
    shot = after.side("J", "bottom")
    assert (shot.name, shot.speed, shot.damage, shot.combo_type) == ("Charged Shot", 4.6, 8, "starter")
    assert before.side("J", "bottom").combo_type == "cant_combo"


def test_override_takes_away_and_replaces(copied):
    file = copied / "yomi1" / "characters" / "grave.toml"
    override = """
[[editions.second.sides]]
rank = "K"
side = "top"
name = ""
pump = []

[[editions.second.sides]]
rank = "2"
side = "top"
kind = "block"

[[editions.second.sides]]
rank = "A"
side = "bottom"
aces_total = 4

[[editions.second.innate]]
name = "Free Hands"
always = [{ chain_any_order = true }]
"""
    text = file.read_text(encoding="utf-8")
    file.write_text(text[: text.index("[[editions.second.innate]]")] + override, encoding="utf-8")
    grave = load_game("yomi1", "second", copied).character("grave")
    assert grave.side("K", "bottom").pump == () and move_name(grave.card("K"), "top") == "K attack"
    assert grave.side("2", "top") == Side(kind="block")
    assert grave.side("A", "bottom").mandatory_ace_cost == 3
    assert grave.has_innate("chain_any_order")
    assert not load_game("yomi1", "first", copied).character("grave").has_innate("chain_any_order")


@pytest.mark.parametrize(
    ("character", "rank", "side", "name"),
    [
        ("grave", "7", "top", "7 throw"),
        ("grave", "5", "top", "5 block"),
        ("grave", "K", "bottom", "K Whirlwind"),
        ("grave", "A", "top", "A True-Spark Arc"),
        ("grave", "Joker", "bottom", "Joker"),
        ("rook", "3", "top", "3 block"),
        ("degrey", "2", "top", "2 attack"),
        ("lum", "A", "top", "A Blackjack"),
    ],
)
def test_move_names(first, character, rank, side, name):
    assert move_name(first.character(character).card(rank), side) == name
    card, found = first.character(character).find_move(name.upper())
    assert card.rank == rank and card.side(found) == card.side(side)


def test_move_names_are_distinct(first, second):
    for game in (first, second):
        for character in game.characters.values():
            names = [name for name, _, _ in character.moves()]
            assert len(set(names)) == len(names) >= 24
    with pytest.raises(BadInput, match="unknown move '7 throww'; did you mean '7 throw'"):
        first.character("grave").find_move("7 throww")


@pytest.mark.parametrize(
    ("rank", "top", "bottom", "names"),
    [
        ("4", {"kind": "throw", "damage": 1}, {"kind": "throw"}, ("4 throw (top)", "4 throw (bottom)")),
        ("4", {"kind": "attack", "name": "Jab"}, {"kind": "attack"}, ("4 Jab attack", "4 attack")),
        ("K", {"kind": "attack", "name": "Jab"}, {"kind": "throw", "name": "Jab"}, ("K Jab attack", "K Jab throw")),
        ("K", {"kind": "dodge"}, {"kind": "throw", "name": "Jab"}, ("K dodge", "K Jab")),
    ],
)
def test_move_names_that_would_be_the_same(rank, top, bottom, names):
    card = Card(rank=rank, top=Side(**top), bottom=Side(**bottom))
    assert (move_name(card, "top"), move_name(card, "bottom")) == names


def test_data_folder_is_looked_up_in_order(tmp_path, monkeypatch, data, copied):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(paths.VARIABLE, raising=False)
    assert data_dir().resolve() == copied  # ./data
    monkeypatch.setenv(paths.VARIABLE, str(data))
    assert data_dir() == data
    assert data_dir(copied) == copied
    monkeypatch.delenv(paths.VARIABLE)
    shutil.rmtree(copied / "yomi1")
    assert data_dir() == data  # ./data without a game is passed over


def test_installed_copy_is_found(tmp_path, monkeypatch, data):
    package = tmp_path / "site-packages" / "yomisim"
    shutil.copytree(data / "yomi1", package / "_data" / "yomi1")
    monkeypatch.setattr(paths, "__file__", str(package / "paths.py"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(paths.VARIABLE, raising=False)
    assert data_dir() == package / "_data"
    shutil.rmtree(package)
    with pytest.raises(BadInput, match=r"no card data found .*--data DIR or \$YOMISIM_DATA"):
        data_dir()


def test_results_tell_whose_data_they_rest_on(tmp_path, monkeypatch, data, copied):
    """The program's own data and a copy in ./data must not go by one name, and no path of a machine is told."""
    monkeypatch.chdir(tmp_path)
    assert paths.label(data / "yomi1") == "built-in data/yomi1"
    assert paths.label(copied / "yomi1") == paths.label(Path("data/yomi1")) == "./data/yomi1"
    monkeypatch.chdir(tmp_path.parent)
    assert paths.label(copied / "yomi1") == ".../data/yomi1"
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "yomisim" / "paths.py"))
    assert paths.label(tmp_path / "yomisim" / "_data" / "yomi1") == "built-in data/yomi1"


def test_data_folders_that_do_not_do(tmp_path, monkeypatch, copied):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    cases = [
        ("nowhere", "does not exist"),
        ("file", "must name a folder"),
        ("data/yomi1", "folder above this game folder"),
        (".", "without a game in it"),
    ]
    for name, message in cases:
        with pytest.raises(BadInput, match=f"--data .*{message}"):
            load_game("yomi1", None, tmp_path / name)
    with pytest.raises(BadInput, match=r"data: .* is no name of a file"):
        load_game("yomi1", None, tmp_path / "\0")
    monkeypatch.setenv(paths.VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(BadInput, match=r"nowhere: \$YOMISIM_DATA names a folder that does not exist"):
        load_game("yomi1")


def test_data_folder_of_another_game_only(copied):
    (copied / "yomi1").rename(copied / "yomi2")
    with pytest.raises(BadInput, match=r"this data folder has no game\.toml of the game 'yomi1'"):
        load_game("yomi1", None, copied)
    (copied / "yomi2").rename(copied / "yomi3")
    with pytest.raises(BadInput, match=r"without a game in it; it needs yomi1/game\.toml or yomi2/game\.toml"):
        load_game("yomi1", None, copied)


def test_constants_of_longer_runs(changed):
    folder = changed("game.toml", "{ 3 = 1, 4 = 2, 5 = 3, 6 = 4 }", "{ 2 = 1, 5 = 2 }")
    rules = load_game("yomi1", None, folder).rules
    assert [rules.aces_for_chain(length) for length in range(8)] == [0, 0, 1, 1, 1, 2, 2, 2]
    assert np.array_equal([rules.aces_for_set(size) for size in range(5)], [0, 0, 1, 2, 3])


def said(checked: Checked) -> str:
    """The one line without the path."""
    (line,) = checked.lines
    return line.removeprefix(f"{checked.path}: ")


def test_validate_counts(data, copied):
    whole = validate_path(data / "yomi1")
    assert whole.ok and list(whole) == [] and len(whole) == 0
    assert said(whole) == "11 files, 10 characters, 540 cards in first and second edition: no mistakes"
    assert said(validate_path(copied)) == said(whole)
    first, second, policies = validate_path(data).lines
    assert first == f"{data / 'yomi1'}: {said(whole)}"
    assert second.startswith(f"{data / 'yomi2'}: ") and second.endswith(": no mistakes")
    assert policies == f"{data / 'policies'}: 2 files: no mistakes"
    assert said(validate_path(copied / "yomi1" / "characters")) == said(whole)
    one = validate_path(copied / "yomi1" / "characters" / "lum.toml")
    assert said(one) == "1 file, 1 character, 54 cards in first and second edition: no mistakes"
    constants = validate_path(copied / "yomi1" / "game.toml")
    assert said(constants) == "1 file, 0 characters, 0 cards in first and second edition: no mistakes"


def test_a_file_is_checked_again_when_it_has_changed(copied):
    file = copied / "yomi1" / "characters" / "lum.toml"
    sound = file.read_text(encoding="utf-8")
    first = load_game("yomi1", data=copied)
    assert load_game("yomi1", data=copied).character("lum") is first.character("lum")
    file.write_text(sound.replace("speed = 3.4", "speed = -3", 1), encoding="utf-8")
    for _ in range(2):
        assert [error.file for error in validate_path(copied / "yomi1")] == [str(file)]
    file.write_text(sound.replace("speed = 3.4", "speed = 3.2", 1), encoding="utf-8")
    assert load_game("yomi1", data=copied).character("lum") != first.character("lum")


def test_validate_counts_only_what_is_there(copied):
    game = copied / "yomi1" / "game.toml"
    text = game.read_text(encoding="utf-8")
    game.unlink()
    checked = validate_path(copied)
    assert [str(error) for error in checked] == [f"{game}: no such file"]
    assert said(checked) == "10 files, 10 characters, 540 cards: 1 mistake"
    game.write_text(text, encoding="utf-8")
    shutil.rmtree(copied / "yomi1" / "characters")
    checked = validate_path(copied)
    assert [error.message for error in checked] == ["no such folder"]
    assert said(checked) == "1 file, 0 characters, 0 cards in first and second edition: 1 mistake"
    game.unlink()
    assert "nothing to check here" in str(validate_path(copied / "yomi1").errors[0])


def test_validate_collects_mistakes(copied, tmp_path, monkeypatch):
    monkeypatch.setenv(paths.VARIABLE, str(copied))
    folder = copied / "yomi1" / "characters"
    for name, old, new in (("lum", "speed = 3.4", "speed = -3"), ("grave", "damage = 2,", "damage = true,")):
        file = folder / f"{name}.toml"
        file.write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    checked = validate_path()
    assert [error.file for error in checked] == [str(folder / "grave.toml"), str(folder / "lum.toml")]
    assert said(checked).endswith("8 characters, 432 cards in first and second edition: 2 mistakes")
    loose = tmp_path / "lum.toml"
    shutil.copy(folder / "lum.toml", loose)
    assert said(validate_path(loose)).endswith("in first and second edition: 1 mistake")
    assert "no such file or folder" in str(validate_path(tmp_path / "nothing").errors[0])
    (tmp_path / "empty").mkdir()
    assert "nothing to check here" in str(validate_path(tmp_path / "empty").errors[0])
