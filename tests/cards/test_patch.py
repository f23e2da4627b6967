"""Patches: what a change does to the data, and what is said about one that does not fit."""

from __future__ import annotations

import pytest

from yomisim.batch.engine import engine_for
from yomisim.cards.load import load_game
from yomisim.cards.patch import as_patch, make_patch, patched, read_patch
from yomisim.errors import BadInput
from yomisim.errors import BadInputs as Several


@pytest.fixture(scope="module")
def games():
    return {edition: load_game("yomi1", edition) for edition in ("first", "second")}


@pytest.fixture(scope="module")
def second(games):
    return games["second"]


@pytest.fixture(scope="module")
def yomi2():
    return load_game("yomi2")


def changed(game, **fields):
    """Jaina with some fields changed."""
    return patched(game, {"characters": {"jaina": fields}}).characters["jaina"]


def ability(character, name, part=0):
    """An ability of a character, as it was read."""
    every = [*character.innate, *(one for card in character.cards for one in card.abilities)]
    return [one for one in every if one.name == name][part]


def test_values_of_the_edition_in_play_are_changed(games):
    """The edition's own values are laid under the change, and the other edition stays as it is."""
    for edition, speed in (("first", 8.6), ("second", 4.6)):
        game = games[edition]
        jaina = changed(game, hit_points=90, cards={"J": {"bottom": {"damage": 11}}})
        jack = jaina.card("J").side("bottom")
        assert jaina.hit_points == 90 and jack.damage == 11 and jack.speed == speed
        assert game.characters["jaina"].hit_points == 85


@pytest.mark.parametrize("edition", ["first", "second"])
def test_a_change_to_the_same_value_changes_nothing_that_is_packed(games, edition):
    """Whatever the edition's overrides are, a patched character is the one that the folder holds."""
    game, engine = games[edition], engine_for("yomi1")
    for id_, character in game.characters.items():
        same = patched(game, {"characters": {id_: {"hit_points": character.hit_points}}})
        assert same.characters[id_] == character or (
            engine.tables(same, id_, id_).tobytes() == engine.tables(game, id_, id_).tobytes()
        )
        assert same.data_hash != game.data_hash and same.patch


def test_both_sides_pumps_and_rules(second):
    patch = {
        "characters": {"jaina": {"cards": {"Q": {"both": {"damage": 9, "pump": {"damage": 6}}}}}},
        "rules": {"hand_limit": 10, "power_up_aces": {"4": 4}},
    }
    game = patched(second, patch)
    queen = game.characters["jaina"].card("Q")
    assert queen.side("top").damage == queen.side("bottom").damage == 9 and queen.side("top").pump[0].damage == 6
    assert game.rules.hand_limit == 10 and game.rules.aces_for_set(4) == 4 and game.rules.aces_for_set(3) == 2
    assert game.rules.life_cap == second.rules.life_cap


def test_the_two_sides_of_a_card_can_be_made_different(second):
    card = changed(second, cards={"Q": {"same_both_sides": False, "bottom": {"damage": 3}}}).card("Q")
    assert (card.side("top").damage, card.side("bottom").damage) == (8, 3)


def test_another_kind_of_side_starts_from_nothing(second):
    card = changed(second, cards={"2": {"top": {"kind": "dodge"}}}).card("2")
    assert card.side("top").kind == "dodge" and card.side("top").speed is None


def test_words_of_abilities(second):
    embers = {"does": {"damage": 3}, "add_does": [{"draw": 1}], "if": [{"their_kind": ["attack"]}]}
    jaina = changed(second, abilities={"Smoldering Embers": embers, "Unstable Power#4": {"does": {"lose": 5}}})
    one = ability(jaina, "Smoldering Embers")
    assert [dict(word) for word in one.does] == [{"damage": 3}, {"draw": 1}]
    assert ability(jaina, "Unstable Power", 3).does == ({"lose": 5},)
    one = ability(changed(second, abilities={"Burning Vigor": {"does": {"return_combo": {"J": 5}}}}), "Burning Vigor")
    assert one.does[0]["return_combo"]["J"] == 5 and one.does[0]["return_combo"]["K"] == 3


def test_a_word_and_an_ability_can_be_taken_away_and_added(second):
    jaina = changed(second, abilities={"Unstable Power#1": {"does": {"forbid_aces": False}}})
    assert ability(jaina, "Unstable Power").does == ({"stand_up": True}, {"begin": "charged"})
    assert not changed(second, abilities={"Smoldering Embers": False}).card("10").abilities
    new = {"rank": "10", "name": "Second Wind", "window": "draw", "from": "hand", "does": [{"draw": 1}]}
    jaina = changed(second, new_abilities=[new])
    assert [one.name for one in jaina.card("10").abilities] == ["Smoldering Embers", "Second Wind"]


def test_yomi2_cards_filled_values_and_rules(yomi2):
    game = patched(
        yomi2,
        {
            "characters": {"rook": {"hit_points": 90, "cards": {"A": {"combo_points": 2}}}},
            "filling": {"points_normal_attack": {"value": 1}},
            "rules": {"draw": 1},
        },
    )
    rook = {card.slot: card for card in game.characters["rook"].cards}
    assert rook["A"].combo_points == 2 and game.characters["rook"].hit_points == 90 and game.rules.draw == 1
    assert game.gem == yomi2.gem and game.refused.keys() == yomi2.refused.keys()


MISTAKES = [
    ({"characters": {"jania": {}}}, "characters.jania: unknown character 'jania'; did you mean 'jaina'?"),
    ({"characters": {"jaina": {"hit_point": 9}}}, "characters.jaina: hit_point: unknown field 'hit_point'; did you"),
    ({"characters": {"jaina": {"hit_points": -3}}}, "characters.jaina: hit_points: got -3, needs a whole number"),
    ({"characters": {"jaina": {"hit_points": "90"}}}, "characters.jaina: hit_points: got the text '90', needs"),
    ({"characters": {"jaina": {"cards": {"11": {}}}}}, "characters.jaina.cards.11: unknown card '11'; did you mean"),
    ({"characters": {"jaina": {"cards": {"J": {"bottm": {}}}}}}, "cards.J.bottm: unknown side 'bottm'; did you mean"),
    ({"characters": {"jaina": {"cards": {"J": {"top": {"sped": 1}}}}}}, "unknown field 'sped'; did you mean 'speed'?"),
    ({"characters": {"jaina": {"cards": {"J": 3}}}}, "characters.jaina.cards.J: needs a table such as"),
    ({"characters": {"jaina": {"cards": {"Q": {"top": {"speed": 1}}}}}}, "the same either way up: write"),
    ({"characters": {"jaina": {"abilities": {"Smoldering Ember": False}}}}, "did you mean 'Smoldering Embers'?"),
    ({"characters": {"jaina": {"abilities": {"Unstable Power": {"window": "draw"}}}}}, "has 4 parts; say which one"),
    ({"characters": {"jaina": {"abilities": {"Unstable Power#5": {}}}}}, "has the parts 1 to 4, not '5'"),
    (
        {"characters": {"jaina": {"abilities": {"Smoldering Embers": {"does": {"damag": 3}}}}}},
        "abilities.Smoldering Embers.does.damag: unknown verb 'damag'; did you mean 'damage'?",
    ),
    (
        {"characters": {"jaina": {"abilities": {"Smoldering Embers": {"add_does": [{"drow": 1}]}}}}},
        "cards[rank 10].abilities[Smoldering Embers].does[entry 2].drow: unknown verb 'drow'; did you mean 'draw'?",
    ),
    (
        {"characters": {"jaina": {"abilities": {"Unstable Power#1": {"does": {"begin": False}}}}}},
        "unknown status 'charged'",
    ),
    ({"rules": {"hand_limt": 3}}, "rules.hand_limt: unknown field 'hand_limt'; did you mean 'hand_limit'?"),
    ({"rule": {}}, "rule: unknown field 'rule'; did you mean 'rules'?"),
    ({"gems": {"red": {}}}, "there are no gems in Yomi"),
    ({"filling": {"a": {}}}, "Yomi has no filled values"),
    ({"edition": "first"}, "edition: the patch is for 'first', but 'second' was asked for"),
    ({"game": "yomi2"}, "game: the patch is for 'yomi2', but 'yomi1' was asked for"),
]


@pytest.mark.parametrize(("changes", "told"), MISTAKES)
def test_what_does_not_fit_is_told_with_the_nearest_right_name(second, changes, told):
    with pytest.raises(BadInput) as error:
        patched(second, changes)
    assert told in str(error.value) and "data/yomi1" not in str(error.value)


def test_mistakes_of_yomi2(yomi2):
    for changes, told in (
        ({"characters": {"valerie": {"hit_points": 90}}}, "Valerie cannot be played"),
        ({"characters": {"rook": {"cards": {"A": {"sped": 1}}}}}, "cards[A].sped: unknown field 'sped'"),
        ({"filling": {"points_thrw": {"value": 3}}}, "unknown filling rule 'points_thrw'; did you mean"),
        ({"filling": {"points_throw": {"value": 9}}}, "filling.points_throw: plausible"),
    ):
        with pytest.raises(BadInput) as error:
            patched(yomi2, changes)
        assert told in str(error.value)


def test_a_file_is_named_in_what_is_told(tmp_path, second):
    file = tmp_path / "slow.toml"
    file.write_text("[characters.jaina.cards.J.top]\nspeed = 40\ndamage = -1\n")
    patch = read_patch(file)
    assert patch.title == "slow"
    with pytest.raises(Several) as error:
        patched(second, patch)
    assert all(str(one).startswith(f"{file}: characters.jaina: cards[rank J].top.") for one in error.value.errors)
    for text, told in (("", "the file is empty"), ("x = ", "not valid TOML"), ("title = 3", "title: got 3, needs")):
        file.write_text(text)
        with pytest.raises(BadInput, match=told):
            read_patch(file)


def test_a_patch_is_written_as_it_is_read(tmp_path, second):
    changes = {
        "characters": {
            "jaina": {
                "hit_points": 90,
                "cards": {"10": {"bottom": {"speed": 3.6, "pump": [{"cost": "any", "damage": 3, "max": 1}]}}},
                "abilities": {"Smoldering Embers": False},
            }
        },
        "rules": {"hand_limit": 9},
    }
    file = tmp_path / "again.toml"
    file.write_text(make_patch(changes, "A title").write())
    again = as_patch(file)
    assert again.title == "A title" and again.changes == changes
    assert patched(second, again).data_hash == patched(second, changes).data_hash
