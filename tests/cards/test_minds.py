"""The file with what `equilibrium` thinks that states are worth: read, replaced, and every mistake in it named."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from yomisim import paths
from yomisim.cards import minds
from yomisim.cards.load import load_game
from yomisim.cards.minds import HAND_KNOTS, LIFE_KNOTS, Play
from yomisim.cards.validate import validate_path
from yomisim.cards.yomi1.minds import THUMB, mind_record, moves_of
from yomisim.cards.yomi1.pack import pack_table
from yomisim.cards.yomi1.pack_abilities import part_names
from yomisim.cards.yomi1.tables import FATES, SIDES
from yomisim.errors import BadInput, BadInputs
from yomisim.rules.yomi1.plans import HITS, MISSES, REFLECTED

LIFE = "life = [0.0, 0.42, 0.8, 1.32, 1.8, 2.4, 3.2]"
HAND = "hand = [0.0, 0.1, 0.19, 0.27, 0.34, 0.47, 0.59, 0.69, 0.8]"
RANK = "rank = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.01, 0.01, 0.01, 0.08, 0.14]"
OTHER = "down = -0.3\nin_play = 0.1"
SHARED = f"[editions.first.shared]\n{LIFE}\n{HAND}\n{RANK}\n{OTHER}\n"
WHOLE = f"""[made]
seed = 7

{SHARED}
[editions.first.characters.jaina]
{LIFE.replace("3.2", "4.5")}
{HAND}
{RANK}
{OTHER}

[editions.first.abilities.grave]
"Martial Mastery" = 12
"Knowing the Opponent 2" = -1000

[editions.first.play]
temper = 0.01
rounds = 20
hands = 5
"""


@pytest.fixture
def write(copied):
    """Put a policy file into a copy of the data; gives the data folder."""

    def put(text: str | bytes):
        folder = copied / paths.POLICIES_FOLDER
        folder.mkdir(exist_ok=True)
        (folder / "yomi1.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
        return copied

    return put


def same(one, other) -> bool:
    return one.tobytes() == other.tobytes()


def test_weights_reach_the_tables(write):
    game = load_game("yomi1", "first", write(WHOLE))
    table = pack_table(game, "jaina", "grave")[0]
    assert table["mind"]["life"][0, :, 100].tolist() == [4.5, 3.2]
    assert table["mind"]["temper"][0].tolist() == [0.01] * 2
    assert [table["mind"][name][0].tolist() for name in ("rounds", "hands")] == [[20] * 2, [5] * 2]
    assert game.minds.hash != "thumb" and len(game.minds.hash) == 12


def test_numbers_of_abilities_reach_the_tables(write):
    """By name; where several parts have one name, the second is "NAME 2". Whoever plays the character thinks so."""
    game = load_game("yomi1", "first", write(WHOLE))
    table = pack_table(game, "jaina", "grave")[0]
    names = part_names(game.character("grave"))
    assert len(set(names)) == len(names)
    for viewer in (0, 1):
        assert not table["mind"]["ability"][viewer, 0].any()
        own = dict(zip(names, table["mind"]["ability"][viewer, 1].tolist(), strict=False))
        assert {name: number for name, number in own.items() if number} == {
            "Martial Mastery": 12,
            "Knowing the Opponent 2": -1000,
        }
    assert game.minds.beyond("jaina") == {} and game.minds.beyond("grave")["Martial Mastery"] == 12


KEPT = "kept = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 0.5]"
LEARNED = f"""{SHARED}
[editions.first.characters.jaina]
{LIFE}
{HAND}
{RANK}
{OTHER}
start = -0.2
{KEPT}

[editions.first.characters.jaina.moves]
"Q top" = {{ hits = 0.125, reflected = -0.5 }}
"10 bottom" = {{ misses = 0.25 }}
"""


def test_what_is_kept_and_what_moves_are_worth_reach_the_tables(write):
    """Queens are rank 10 of side space, tens rank 8, a bottom is the second side of its rank."""
    table = pack_table(load_game("yomi1", "first", write(LEARNED)), "jaina", "grave")[0]
    jaina, grave = table["mind"][0]
    assert jaina["start"] == -0.2 and jaina["kept"].tolist() == pytest.approx([1 / 3] * 12 + [1, 0.5 / 3])
    assert (jaina["beyond"] != 0).sum() == 3 and not grave["beyond"].any() and grave["kept"].tolist() == [1] * 14
    assert jaina["beyond"][40, [HITS, REFLECTED]].tolist() == [0.125, -0.5] and jaina["beyond"][33, MISSES] == 0.25


def test_moves_of_a_record_are_those_that_made_it(write):
    weights = load_game("yomi1", "first", write(LEARNED)).minds.of("jaina")
    assert moves_of(weights.record(Play())["beyond"][0]) == weights.moves
    assert moves_of(np.full((SIDES, FATES), 0.0004)) == {}


@pytest.mark.parametrize(
    ("line", "where", "said"),
    [
        ('"q top" = { hits = 0.1 }', "'q top'", "unknown move 'q top'; did you mean 'Q top'?"),
        ('"Q top" = { hit = 0.1 }', "'Q top'.hit", "unknown field 'hit'; did you mean 'hits'?"),
        ('"Q top" = { hits = nan }', "'Q top'.hits", "got nan, needs a number from -20 to 20"),
        ('"Q top" = 3', "'Q top'", "got 3, needs tables by move"),
    ],
)
def test_mistakes_in_moves_are_named(write, line, where, said):
    text = LEARNED.replace('"Q top" = { hits = 0.125, reflected = -0.5 }', line)
    with pytest.raises(BadInput) as caught:
        load_game("yomi1", "first", write(text))
    assert caught.value.field == f"editions.first.characters.jaina.moves.{where}" and said in str(caught.value)


def test_between_the_knots_weights_are_linear(write):
    record = load_game("yomi1", "first", write(WHOLE)).minds.record("grave")[0]
    assert [record["life"][at] for at in LIFE_KNOTS[1:]] == pytest.approx(THUMB.life[1:])
    assert record["life"][15] == pytest.approx((0.42 + 0.8) / 2)
    assert [record["hand"][at] for at in HAND_KNOTS] == pytest.approx(THUMB.hand)
    assert record["hand"][5] == pytest.approx((0.34 + 0.47) / 2)


def test_an_edition_without_weights_falls_back_on_rules_of_thumb(write):
    game = load_game("yomi1", "second", write(WHOLE))
    assert game.minds.hash == "thumb"
    assert same(game.minds.record("jaina"), mind_record(THUMB, Play()))


def test_settings_of_play_may_be_left_out(write):
    game = load_game("yomi1", "first", write(SHARED))
    assert same(game.minds.record("grave"), mind_record(THUMB, Play()))
    assert game.minds.hash != "thumb"


def test_any_change_of_the_file_changes_its_hash(write):
    hashes = {load_game("yomi1", "first", write(text)).minds.hash for text in (WHOLE, WHOLE + "\n", SHARED)}
    assert len(hashes) == 3


def test_without_any_file_rules_of_thumb(copied, monkeypatch):
    monkeypatch.setattr(minds, "built_in", list)
    game = load_game("yomi1", "first", copied)
    assert game.minds.hash == "thumb"
    for who in game.characters:
        assert same(game.minds.record(who), mind_record(THUMB, Play()))


def test_own_data_without_policies_use_the_shipped_file(write, copied, tmp_path, monkeypatch):
    shipped = tmp_path / "shipped"
    shutil.move(write(WHOLE) / paths.POLICIES_FOLDER, shipped / paths.POLICIES_FOLDER)
    monkeypatch.setattr(minds, "built_in", lambda: [tmp_path / "nowhere", shipped])
    game = load_game("yomi1", "first", copied)
    assert game.minds.record("jaina")["life"][0, 100] == 4.5
    own = load_game("yomi1", "first", write(WHOLE.replace("4.5", "5.5")))
    assert own.minds.record("jaina")["life"][0, 100] == 5.5, "an own file goes before the shipped one"
    assert own.minds.hash != game.minds.hash


#: What is done to the whole file, where the mistake is, and what is said of it.
MISTAKES = {
    "unknown field": ("down = -0.3", "down = -0.3\ndwon = 1", "editions.first.shared.dwon", "unknown field 'dwon'"),
    "misspelt field": ("down =", "dwon =", "editions.first.shared.dwon", "did you mean 'down'"),
    "missing field": (
        "down = -0.3\n",
        "",
        "editions.first.shared.down",
        "missing; needs a number from -20 to 20, what it is",
    ),
    "missing list": (
        LIFE + "\n",
        "",
        "editions.first.shared.life",
        "missing; needs 7 numbers from -20 to 20, the worth of 0",
    ),
    "list too short": (LIFE, "life = [0.0, 1.0]", "editions.first.shared.life", "needs 7 numbers"),
    "list too long": (HAND, HAND.replace("]", ", 1.0]"), "editions.first.shared.hand", "needs 9 numbers"),
    "ranks too few": (
        RANK,
        "rank = [0.0]",
        "editions.first.shared.rank",
        "needs 14 numbers from -20 to 20, what a card of rank 2",
    ),
    "no list": (LIFE, "life = 3.0", "editions.first.shared.life", "got 3.0, needs 7 numbers from"),
    "text in a list": ("0.42", '"much"', "editions.first.shared.life[entry 2]", "got the text 'much'"),
    "number in quotes": ("0.42", '"0.42"', "editions.first.shared.life[entry 2]", "got the text '0.42'"),
    "switch in a list": ("0.42", "true", "editions.first.shared.life[entry 2]", "got true"),
    "switch for a number": ("in_play = 0.1", "in_play = false", "editions.first.shared.in_play", "got false"),
    "not a number": ("0.42", "nan", "editions.first.shared.life[entry 2]", "got nan"),
    "without end": ("0.42", "inf", "editions.first.shared.life[entry 2]", "got inf"),
    "too large": (
        "0.42",
        "21.0",
        "editions.first.shared.life[entry 2]",
        "got 21.0, needs an entry of 7 numbers from -20 to 20",
    ),
    "too small": ("down = -0.3", "down = -30", "editions.first.shared.down", "got -30"),
    "temper zero": ("temper = 0.01", "temper = 0", "editions.first.play.temper", "from 0.0005 to 1"),
    "temper text": ("temper = 0.01", 'temper = "low"', "editions.first.play.temper", "got the text 'low'"),
    "rounds zero": ("rounds = 20", "rounds = 0", "editions.first.play.rounds", "a whole number from 1 to 256"),
    "rounds broken": ("rounds = 20", "rounds = 2.5", "editions.first.play.rounds", "got 2.5, needs a whole number"),
    "hands too many": ("hands = 5", "hands = 13", "editions.first.play.hands", "a whole number from 1 to 8"),
    "play unknown": ("hands = 5", "hand = 5", "editions.first.play.hand", "did you mean 'hands'"),
    "play no table": ("[editions.first.play]", "[editions.first]\nplay = 3\n[made2]", "made2", "unknown field"),
    "ability broken": (
        "= 12",
        "= 1.5",
        "editions.first.abilities.grave.'Martial Mastery'",
        "got 1.5, needs whole numbers from -1000 to 1000 (tenths of a point of life) by ability",
    ),
    "ability too much": ("= 12", "= 1001", "editions.first.abilities.grave.'Martial Mastery'", "got 1001"),
    "ability text": ("= 12", '= "much"', "editions.first.abilities.grave.'Martial Mastery'", "got the text 'much'"),
    "abilities no table": (
        "[editions.first.abilities.grave]",
        "[editions.first.abilities]\ngrave = 3\n[made2]",
        "made2",
        "unknown",
    ),
    "top unknown": ("[made]", "[mode]", "mode", "did you mean 'made'"),
}


def complaints_of(folder) -> list[BadInput]:
    with pytest.raises(BadInput) as caught:
        load_game("yomi1", "first", folder)
    return caught.value.errors if isinstance(caught.value, BadInputs) else [caught.value]


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_in_the_file(write, name):
    old, new, place, message = MISTAKES[name]
    assert old in WHOLE
    folder = write(WHOLE.replace(old, new, 1))
    assert list(map(str, validate_path(folder))) == list(map(str, complaints_of(folder)))
    found = {error.field: error for error in complaints_of(folder)}
    assert place in found
    assert message in found[place].message
    assert len(found[place].message) < 500
    assert {error.file for error in found.values()} == {str(folder / paths.POLICIES_FOLDER / "yomi1.toml")}
    assert len(found) == 1 or name.endswith("no table")


def test_several_mistakes_are_all_named(write):
    text = WHOLE.replace("down = -0.3", "down = 99", 1).replace("rounds = 20", "rounds = -1")
    assert {error.field for error in complaints_of(write(text))} == {
        "editions.first.shared.down",
        "editions.first.play.rounds",
    }


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("characters.jaina", "characters.jania", "editions.first.characters.jania", "did you mean 'jaina'"),
        ("editions.first", "editions.frist", "editions.frist", "did you mean 'first'"),
        ("abilities.grave", "abilities.grvae", "editions.first.abilities.grvae", "did you mean 'grave'"),
        (
            "Martial Mastery",
            "Marital Mastery",
            "editions.first.abilities.grave.'Marital Mastery'",
            "unknown ability 'Marital Mastery'; did you mean 'Martial Mastery'",
        ),
        ("Opponent 2", "Opponent 3", "editions.first.abilities.grave.'Knowing the Opponent 3'", "did you mean"),
    ],
)
def test_weights_for_what_there_is_not(write, old, new, place, message):
    """Else a misspelt name would quietly leave its character with the shared weights."""
    folder = write(WHOLE.replace(old, new))
    (found,) = complaints_of(folder)
    assert found.field == place and message in found.message
    for path in (folder, folder / paths.POLICIES_FOLDER, folder / paths.POLICIES_FOLDER / "yomi1.toml"):
        assert list(map(str, validate_path(path))) == [str(found)]


def test_abilities_that_changed_data_have_no_more(write, copied, tmp_path, monkeypatch):
    """Weights that came with the program: what they know of other abilities is left out."""
    shipped = tmp_path / "shipped"
    shutil.move(write(WHOLE) / paths.POLICIES_FOLDER, shipped / paths.POLICIES_FOLDER)
    monkeypatch.setattr(minds, "built_in", lambda: [shipped])
    card = copied / "yomi1" / "characters" / "grave.toml"
    card.write_text(card.read_text().replace("Martial Mastery", "Something Else"))
    table = pack_table(load_game("yomi1", "first", copied), "grave", "grave")[0]
    assert table["mind"]["ability"][0, 0].tolist().count(0) == table["mind"]["ability"].shape[-1] - 1


def test_weights_that_are_as_they_should_be(write):
    folder = write(WHOLE)
    cards, whole = validate_path(folder / "yomi1"), validate_path(folder)
    assert whole.ok and whole.counts == {**cards.counts, "files": cards.counts["files"] + 1}
    assert whole.lines[-1] == f"{folder / paths.POLICIES_FOLDER}: 1 file: no mistakes"
    assert validate_path(folder / paths.POLICIES_FOLDER).lines == [whole.lines[-1]]


def test_a_character_with_a_mistake_is_there_all_the_same(write):
    folder = write(WHOLE)
    card = folder / "yomi1" / "characters" / "jaina.toml"
    card.write_text(card.read_text().replace("max_combo = ", "max_combo = -", 1))
    assert {error.file for error in validate_path(folder)} == {str(card)}


def test_weights_of_no_game(write):
    folder = write(WHOLE)
    (folder / paths.POLICIES_FOLDER / "yomi1.toml").rename(folder / paths.POLICIES_FOLDER / "yomi.toml")
    (found,) = validate_path(folder)
    assert "unknown game 'yomi'; did you mean 'yomi1'" in found.message and found.file.endswith("yomi.toml")


def test_weights_of_another_game(write):
    folder = write(WHOLE)
    (folder / paths.POLICIES_FOLDER / "yomi1.toml").rename(folder / paths.POLICIES_FOLDER / "yomi2.toml")
    errors = list(validate_path(folder))
    assert errors and all(error.file.endswith("yomi2.toml") for error in errors)
    assert any("rank" in str(error) for error in errors) and any("meter" in str(error) for error in errors)


def test_shipped_weights_may_know_more_than_own_data(write, copied, tmp_path, monkeypatch):
    shipped = tmp_path / "shipped"
    shutil.move(write(WHOLE.replace("jaina", "nobody")) / paths.POLICIES_FOLDER, shipped / paths.POLICIES_FOLDER)
    monkeypatch.setattr(minds, "built_in", lambda: [shipped])
    assert load_game("yomi1", "first", copied).minds.record("jaina")["life"][0, 100] == 3.2


BROKEN = {
    "empty": ("", "the file is empty"),
    "remark": ("# nothing\n", "the file holds no values"),
    "no toml": ("[editions.first\n", "is not valid TOML"),
    "twice": (SHARED + SHARED, "is not valid TOML"),
    "latin": ("x = 'é'".encode("latin-1"), "is not UTF-8 text (line 1)"),
    "no editions": ("[made]\nseed = 1\n", "missing; needs a table of weights for each edition"),
    "no shared": ("[editions.first]\n", "missing; needs a table of weights for any character"),
    "editions no table": ("editions = 3\n", "got 3, needs a table of weights for each edition"),
    "edition no table": ("[editions]\nfirst = 3\n", "got 3"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_file_that_cannot_be_used(write, name):
    text, message = BROKEN[name]
    folder = write(text)
    (found,) = complaints_of(folder)
    assert message in found.message
    assert list(map(str, validate_path(folder))) == [str(found)]


def test_a_folder_of_that_name_is_no_file(copied):
    (copied / paths.POLICIES_FOLDER / "yomi1.toml").mkdir(parents=True)
    load_game("yomi1", "first", copied)  # nothing to read there: the shipped weights count, or rules of thumb


def test_records_are_fit_for_the_engine(write):
    record = load_game("yomi1", "first", write(WHOLE)).minds.record("jaina")
    assert all(np.isfinite(record[name]).all() for name in record.dtype.names)


def test_a_copy_of_the_data_without_a_character_still_has_its_weights(write):
    """What the program's own data know may be named, whoever was taken out of the copy; others may not."""
    data = write(WHOLE)
    (data / "yomi1" / "characters" / "jaina.toml").unlink()
    assert "jaina" not in load_game("yomi1", "first", data).characters
    assert not validate_path(data / paths.POLICIES_FOLDER).errors
