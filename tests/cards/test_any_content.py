"""Properties: whatever stands in a file, the answer is a character or a message; a valid deck packs as written."""

from __future__ import annotations

import copy
import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from yomisim.cards.load import Game, load_game
from yomisim.cards.validate import validate_path
from yomisim.cards.yomi1.check import read_character
from yomisim.cards.yomi1.constants import read_game
from yomisim.cards.yomi1.pack import pack_changed, pack_character, side_index
from yomisim.cards.yomi1.pack_abilities import pack_kit
from yomisim.cards.yomi1.schema import Character
from yomisim.cards.yomi1.tables import RANK_NAMES
from yomisim.cards.yomi2 import constants as yomi2_constants
from yomisim.cards.yomi2.check import read_deck
from yomisim.cards.yomi2.fill import Rule, read_filling
from yomisim.cards.yomi2.pack import deck_of
from yomisim.cards.yomi2.pack import pack_character as pack_character2
from yomisim.cards.yomi2.pack_abilities import pack_kit as pack_kit2
from yomisim.cards.yomi2.schema import Character as Character2
from yomisim.cards.yomi2.schema import Gem
from yomisim.errors import BadInput

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
SOURCE = Path(__file__).resolve().parents[2] / "data" / "yomi1"
EDITIONS = ["first", "second"]


@cache
def second_game() -> tuple[Game, dict[str, Rule]]:
    """Yomi 2 and its filling rules, as shipped; a function, so that no failure prints them."""
    return load_game("yomi2", data=SOURCE.parent), read_filling(SOURCE.parent / "yomi2" / "filling.toml")[0]


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def as_toml(value: Any) -> str:
    """A value as TOML in one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(key)} = {as_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return quoted(value) if isinstance(value, str) else repr(value)


def as_file(values: dict[str, Any]) -> str:
    return "\n".join(f"{quoted(key)} = {as_toml(value)}" for key, value in values.items())


text = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=8)
words = st.sampled_from(
    ["2", "J", "X", "S1", "Joker", "top", "both", "attack", "block", "normal", "cant_combo", "any", "", "first", "$x"]
)
scalars = st.one_of(st.booleans(), st.integers(), st.floats(), text, words)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text | words, inner, max_size=3),
    max_leaves=4,
)


def places(value: Any, path: tuple = ()) -> list[tuple]:
    """Every place in a nested value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in items for place in places(item, (*path, key)))]


def changed_somewhere(raw: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """The values of a file with one or two of them replaced, removed, renamed or added to."""
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.sampled_from(places(raw)[1:]))
        target = raw
        for key in place[:-1]:
            target = target[key]
        action = data.draw(st.sampled_from(["replace", "remove", "rename", "add"]))
        if action == "remove":
            del target[place[-1]]
        elif action == "rename" and isinstance(target, dict):
            target[data.draw(text | words)] = target.pop(place[-1])
        elif action == "add" and isinstance(target[place[-1]], list):
            target[place[-1]].append(data.draw(values))
        else:
            target[place[-1]] = data.draw(values)
    return raw


def written(folder: Path, name: str, raw: dict[str, Any]) -> Path:
    """The file of this name with these values."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(as_file(raw), encoding="utf-8")
    return file


def check_messages(errors: list[BadInput], file: Path) -> None:
    """Each mistake names the file and what would be right, and stands once."""
    assert all(isinstance(error, BadInput) and error.file == str(file) and error.message for error in errors)
    messages = [str(error) for error in errors]
    assert len(set(messages)) == len(messages)


@QUICK
@given(data=st.data())
def test_any_change_gives_a_character_or_a_message(tmp_path, data: st.DataObject):
    names = ["characters/grave.toml", "characters/jaina.toml", "characters/lum.toml", "game.toml"]
    name = data.draw(st.sampled_from(names))
    raw = changed_somewhere(tomllib.loads((SOURCE / name).read_text(encoding="utf-8")), data)
    file = written(tmp_path / "yomi1", name, raw)
    if name == "game.toml":
        game, rules, errors = read_game(file)
        assert errors or (game is not None and len(rules) == len(game.editions))
    else:
        found, errors = read_character(file, EDITIONS)
        assert bool(errors) != (list(found) == EDITIONS)
        for character in found.values():
            pack_changed(character)
            pack_kit(character)
    check_messages(errors, file)


@QUICK
@given(data=st.data())
def test_any_change_in_the_second_game(tmp_path, data: st.DataObject):
    yomi2, rules2 = second_game()
    names = [f"characters/{name}.toml" for name in ("grave", "jaina", "rook", "gwen", "menelker")]
    name = data.draw(st.sampled_from([*names, "gems/green.toml", "game.toml", "filling.toml"]))
    raw = changed_somewhere(tomllib.loads((SOURCE.parent / "yomi2" / name).read_text(encoding="utf-8")), data)
    file = written(tmp_path / "yomi2", name, raw)
    if name == "game.toml":
        game, errors = yomi2_constants.read_game(file)
        assert bool(errors) != (game is not None) or errors
    elif name == "filling.toml":
        _, errors = read_filling(file)
    else:
        model = Gem if name.startswith("gems") else Character2
        deck, errors = read_deck(file, model, rules2, yomi2.rules)
        assert bool(errors) != (deck is not None)
        if isinstance(deck, Character2):
            pack_character2(deck_of(deck), yomi2.rules)
            pack_kit2(deck_of(deck))
    check_messages(errors, file)


@QUICK
@given(content=st.one_of(st.binary(max_size=60), text.map(str.encode), st.just(b"[" * 9999)))
def test_any_bytes_give_messages_in_the_second_game(tmp_path, content):
    yomi2, rules2 = second_game()
    file = tmp_path / "grave.toml"
    file.write_bytes(content)
    deck, errors = read_deck(file, Character2, rules2, yomi2.rules)
    assert deck is None and errors
    assert yomi2_constants.read_game(file)[1] and read_filling(file)[1]


@QUICK
@given(content=st.one_of(st.binary(max_size=60), text.map(str.encode), st.just(b"[" * 9999)))
def test_any_bytes_give_messages(tmp_path, content):
    file = tmp_path / "grave.toml"
    file.write_bytes(content)
    found, errors = read_character(file, EDITIONS)
    assert not found and errors
    assert list(map(str, validate_path(file))) == list(map(str, errors))
    assert read_game(file)[2]


numbers = st.integers(0, 999)
tenths = st.integers(0, 200).map(lambda number: number / 10)
pumps = st.lists(
    st.fixed_dictionaries(
        {
            "cost": st.sampled_from(["any", "face", "7", "K", "A"]),
            "damage": st.integers(1, 999),
            "max": st.integers(1, 12),
        }
    ),
    max_size=1,
)


@st.composite
def sides(draw: st.DrawFn, rank: str) -> dict[str, Any]:
    """A side that this rank may have."""
    kind = draw(st.sampled_from(["attack", "throw", "block", "dodge"]))
    side: dict[str, Any] = {"kind": kind}
    number = rank not in ("J", "Q", "K", "A")
    if kind == "block" and not number:
        side["parity"] = draw(st.sampled_from(["odd", "even"]))
    if kind in ("attack", "throw"):
        types = ["starter", "linker", "ender", "cant_combo"] + ["normal"] * (number and kind == "attack")
        side |= {"speed": draw(tenths), "damage": draw(numbers), "combo_type": draw(st.sampled_from(types))}
        side["combo_points"] = 0 if side["combo_type"] == "cant_combo" else draw(st.integers(0, 8))
        side |= {"pump": draw(pumps), "knockdown": draw(st.booleans())}
        side |= {"normal": True} if number else {}
        side |= {"aces_total": draw(st.integers(1, 4))} if rank == "A" else {}
    if kind == "attack":
        side["block_damage"] = draw(numbers)
        side["block_damage_suits"] = draw(st.lists(st.sampled_from("SHDC"), min_size=1, unique=True))
    return side


@st.composite
def decks(draw: st.DrawFn) -> dict[str, Any]:
    cards = [{"rank": rank, "top": draw(sides(rank)), "bottom": draw(sides(rank))} for rank in RANK_NAMES[:13]]
    cards.append({"rank": "Joker", "same_both_sides": True, "top": {"kind": "joker"}})
    header = {"id": "made_up", "name": "Made Up", "short_name": "Made", "title": "Nobody"}
    return header | {"hit_points": draw(st.integers(1, 9999)), "max_combo": draw(st.integers(1, 8)), "cards": cards}


def may_follow(first: tuple[int, dict], then: tuple[int, dict]) -> bool:
    """The combo rules once more, from the raw values: who may come directly after whom."""
    (rank, side), (next_rank, following) = first, then
    if side.get("combo_type") not in ("normal", "starter", "linker"):
        return False
    steps = {"linker": True, "ender": True, "normal": side["combo_type"] != "normal" or next_rank == rank + 1}
    return steps.get(following.get("combo_type"), False)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deck=decks())
def test_a_valid_deck_packs_as_written(tmp_path, deck):
    file = tmp_path / "made_up.toml"
    file.write_text(as_file(copy.deepcopy(deck)), encoding="utf-8")
    found, errors = read_character(file, EDITIONS)
    assert not errors
    character: Character = found["first"]
    assert found["first"] == found["second"]
    assert len({name for name, _, _ in character.moves()}) == len(list(character.moves()))
    record = pack_character(character)[0]
    raw = {
        side_index(card["rank"], side): (rank, card[side])
        for rank, card in enumerate(deck["cards"][:13])
        for side in ("top", "bottom")
    }
    choices = int(record["choices"])
    for index, (rank, side) in raw.items():
        same = raw[index - index % 4][1] == raw[index - index % 4 + 1][1]
        assert bool(choices >> index & 1) == (index % 4 == 0 or not same)
        for field, scale in (("speed", 10), ("damage", 1), ("block_damage", 1)):
            assert record[field][index] == round(side.get(field, 0) * scale)
        assert record["points"][index] == side.get("combo_points", 0)
        for later, following in raw.items():
            expected = may_follow((rank, side), following) and bool(choices >> later & 1)
            assert bool(int(record["follow"][index]) >> later & 1) == expected
    for distance in (1, 2, 3):
        for card in range(52):
            rank, suit = divmod(card, 4)
            alike = suit >= distance and all(
                ("SHDC"[suit] in side["block_damage_suits"]) == ("SHDC"[suit - distance] in side["block_damage_suits"])
                for side in (raw[4 * rank][1], raw[4 * rank + 1][1])
                if side.get("block_damage", 0)
            )
            assert bool(int(record[f"same_{distance}"]) >> card & 1) == alike
