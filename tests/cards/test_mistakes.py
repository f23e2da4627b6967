"""Every kind of mistake in a file: one message, with the file, the place and what would be right."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from yomisim.cards.load import load_game
from yomisim.cards.validate import validate_path
from yomisim.errors import BadInput, BadInputs

MISTAKES = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text(encoding="utf-8"))
FILES = {"character": "characters/grave.toml", "constants": "game.toml"}
#: Too long for the table.
MISTAKES["character"] |= {
    "beyond printing": [
        "damage = 2",
        "damage = 0x" + "f" * 6000,
        "cards[rank 2].top.damage",
        "got a huge number, needs",
    ],
    "nested": ["title = ", "x = " + "[" * 20000 + "\ntitle = ", "", "is not usable TOML: nested too deeply"],
    "digits": ["damage = 2", "damage = " + "9" * 6000, "", "is not usable TOML: a number with too many digits"],
    "long word": ['"linker"', f'"{"x" * 9999}"', "cards[rank K].top.combo_type", "unknown combo type 'xxxx"],
    "long id": ['id = "grave"', f'id = "{"x" * 9999}"', "id", "got the text 'xxxx"],
}


def the_only_mistake(folder) -> BadInput:
    """The mistake that loading the folder raises; there must be exactly one."""
    with pytest.raises(BadInput) as caught:
        load_game("yomi1", None, folder)
    assert not isinstance(caught.value, BadInputs), str(caught.value)
    assert [str(error) for error in validate_path(folder)] == [str(caught.value)]
    return caught.value


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in FILES for name in MISTAKES[kind]])
def test_mistake_in_a_file(changed, kind, name):
    old, new, place, message = MISTAKES[kind][name]
    folder = changed(FILES[kind], old, new)
    error = the_only_mistake(folder)
    assert message in error.message
    assert len(error.message) < 500
    assert (error.field or "", error.file) == (place, str(folder / "yomi1" / FILES[kind]))


def as_folder(file):
    file.unlink()
    file.mkdir()


def as_loop(file):
    file.unlink()
    file.symlink_to(file.name)


AS_A_WHOLE = [
    ("empty", lambda file: file.write_bytes(b""), "the file is empty"),
    ("blank", lambda file: file.write_bytes(b" \n\n\t\n"), "the file is empty"),
    ("remark", lambda file: file.write_bytes(b"# nothing\n"), "the file holds no values"),
    ("latin", lambda file: file.write_bytes("id = 1\nx = 'é'\n".encode("latin-1")), "is not UTF-8 text (line 2)"),
    ("utf-16", lambda file: file.write_bytes('id = "grave"'.encode("utf-16")), "is not UTF-8 text (line 1)"),
    ("binary", lambda file: file.write_bytes(b"\0\1\2"), "is not valid TOML: Invalid statement (at line 1, column 1)"),
    ("folder", as_folder, "cannot be read ("),
    ("loop", as_loop, "cannot be read ("),
]


@pytest.mark.parametrize("name", ["game.toml", "characters/grave.toml"])
@pytest.mark.parametrize(("spoil", "message"), [pytest.param(*case[1:], id=case[0]) for case in AS_A_WHOLE])
def test_file_that_cannot_be_used(copied, name, spoil, message):
    file = copied / "yomi1" / name
    spoil(file)
    if name == "game.toml" and not file.is_file():
        with pytest.raises(BadInput, match="without a game in it"):
            load_game("yomi1", None, copied)
        return
    error = the_only_mistake(copied)
    assert message in error.message and error.file == str(file)


def test_link_to_nowhere(copied):
    file = copied / "yomi1" / "characters" / "grave.toml"
    file.unlink()
    file.symlink_to("nowhere.toml")
    assert the_only_mistake(copied).message == "no such file"


def test_folder_without_characters(copied):
    folder = copied / "yomi1" / "characters"
    for file in folder.iterdir():
        file.rename(file.with_suffix(".txt"))
    assert the_only_mistake(copied).message == "the folder holds no .toml files"
    shutil.rmtree(folder)
    assert the_only_mistake(copied).message == "no such folder"
    folder.write_text("x", encoding="utf-8")
    assert "cannot be read" in the_only_mistake(copied).message


def test_missing_rank(copied):
    file = copied / "yomi1" / "characters" / "grave.toml"
    head, *cards = file.read_text(encoding="utf-8").split("[[cards]]")
    kept = [card for card in cards if 'rank = "7"' not in card]
    file.write_text("[[cards]]".join([head, *kept]), encoding="utf-8")
    error = the_only_mistake(copied)
    assert error.field == "cards"
    assert error.message == "no card of rank 7; the deck would hold 50 cards instead of 54"


def test_rank_with_a_second_card(copied):
    file = copied / "yomi1" / "characters" / "grave.toml"
    head, *cards = file.read_text(encoding="utf-8").split("[[cards]]")
    file.write_text("[[cards]]".join([head, cards[5], *cards]), encoding="utf-8")
    error = the_only_mistake(copied)
    assert error.field == "cards[rank 7]"
    assert error.message == "stands twice; each of the 14 ranks is needed exactly once"


def test_file_without_cards(copied):
    file = copied / "yomi1" / "characters" / "grave.toml"
    head = file.read_text(encoding="utf-8").split("[[innate]]")[0]
    file.write_text(head, encoding="utf-8")
    assert the_only_mistake(copied).message == "missing; needs a list of [[cards]] tables, one a rank"
    file.write_text(head + "cards = []\n", encoding="utf-8")
    assert "the deck would hold 0 cards instead of 54" in the_only_mistake(copied).message
    file.write_text(head + "[cards]\n7 = 3\n", encoding="utf-8")
    assert the_only_mistake(copied).message == "got a table, needs a list of [[cards]] tables, one a rank"


def test_copied_character(copied):
    folder = copied / "yomi1" / "characters"
    shutil.copy(folder / "grave.toml", folder / "grave2.toml")
    error = the_only_mistake(copied)
    assert error.file == str(folder / "grave2.toml")
    assert error.message == "'grave' is the id of grave.toml already; this file needs its own, 'grave2'"


def test_name_of_another(changed):
    folder = changed("characters/grave.toml", 'short_name = "Grave"', 'short_name = "lum"')
    error = the_only_mistake(folder)
    assert (error.field, error.message) == ("short_name", "'Lum' is a name in grave.toml already; choose another")
    assert error.file == str(folder / "yomi1" / "characters" / "lum.toml")


def test_block_without_number_or_parity(changed):
    error = the_only_mistake(changed("characters/argagarg.toml", ', parity = "odd"', ""))
    assert error.field == "cards[rank A].bottom.parity"
    assert error.message.startswith("missing; a block on a card without a number needs parity")


def test_several_mistakes_are_all_named(copied):
    changes = {
        "game.toml": [("hand_limit = 0", "hand_limit = -1")],
        "characters/grave.toml": [("damage = 2", "damage = -2"), ('rank = "7"\n', 'rank = "7"\ncopies = 3\n')],
        "characters/lum.toml": [('"linker"', '"cant_combo"'), ('id = "lum"', 'id = "panda"')],
    }
    for name, pairs in changes.items():
        file = copied / "yomi1" / name
        text = file.read_text(encoding="utf-8")
        for old, new in pairs:
            text = text.replace(old, new, 1)
        file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInputs) as caught:
        load_game("yomi1", None, copied)
    lines = str(caught.value).split("\n")
    assert len(lines) == len(caught.value.errors) == 5
    assert [line.split(": ")[1] for line in lines] == [
        "rules.hand_limit",
        "cards[rank 2].top.damage",
        "cards[rank 7].copies",
        "id",
        "cards[rank J].top.combo_points",
    ]


def test_override_that_lacks_what_its_new_kind_needs(changed):
    table = '[[editions.second.sides]]\nrank = "2"\nside = "bottom"\nkind = "throw"\n\n[[disputed]]'
    folder = changed("characters/grave.toml", "[[disputed]]", table)
    fields = {error.field for error in validate_path(folder)}
    wanted = ("speed", "damage", "combo_points", "combo_type", "normal")
    assert fields == {f"editions.second.sides[rank 2 bottom].{field}" for field in wanted}


def test_unknown_editions_do_not_hide_mistakes(changed):
    """With game.toml broken the characters are still checked, base values and overrides."""
    folder = changed("characters/jaina.toml", 'combo_type = "starter"\n\n', 'combo_type = "normal"\n\n')
    (folder / "yomi1" / "game.toml").write_text("id =", encoding="utf-8")
    first, second = validate_path(folder)
    assert first.message.startswith("is not valid TOML")
    assert second.field == "editions.second.sides[rank J bottom].combo_type"
