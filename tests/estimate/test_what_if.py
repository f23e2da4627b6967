"""Knockouts, sensitivities, suggestions and the parts of an edition: what they are made of, small."""

from __future__ import annotations

import numpy as np
import pytest

from yomisim.batch.plan import Plan
from yomisim.cards.load import load_game
from yomisim.cards.patch import patched
from yomisim.errors import BadInput
from yomisim.estimate import training
from yomisim.estimate.blanks import blanks
from yomisim.estimate.edition_parts import RULES, WHOLE, play_parts
from yomisim.estimate.knockouts import play_knockouts
from yomisim.estimate.numbers import numbers_of
from yomisim.estimate.patches import play_patches
from yomisim.estimate.retrain import learned, retrained_effects
from yomisim.estimate.sensitivities import play_sensitivities
from yomisim.estimate.suggest import suggest

SMALL = {"policy": "greedy", "characters": "grave,jaina,rook", "workers": 2}


@pytest.fixture(scope="module")
def game():
    return load_game("yomi1", "first")


@pytest.mark.parametrize("edition", ["first", "second"])
def test_every_card_and_ability_can_be_blanked(edition):
    game = load_game("yomi1", edition)
    for id_ in ("midori", "argagarg"):  # sides that are unlocked, and an ability that others name
        found = blanks(game, id_)
        assert [one.name for one in found if one.patch is None] == []
        assert sum(one.kind == "card" for one in found) == 13 and any(one.kind == "ability" for one in found)
        for one in found:
            if one.kind == "card":
                rank = one.name.split()[0]
                assert not any("never" in str(a) for a in one.game.characters[id_].card(rank).abilities)
                assert not one.game.characters[id_].card(rank).top.pump


def test_an_ordinary_card_is_the_median_of_the_cast(game):
    king = next(one for one in blanks(game, "jaina") if one.name.startswith("K ")).game.characters["jaina"].card("K")
    speeds = sorted(
        side.speed
        for who in game.characters.values()
        for side in map(who.card("K").side, ("top", "bottom"))
        if side.kind == "attack"
    )
    assert king.top.speed == speeds[(len(speeds) - 1) // 2] and king.top.combo_type == "linker"


def test_knockouts(game):
    result = play_knockouts(game, "Jaina", games=200, seed=5, **SMALL)
    table = result.table
    assert set(table["kind"]) == {"card", "ability"} and (table["note"] == "").all()
    assert table["worth"].is_monotonic_decreasing and (table["opponents"] == 2).all()
    assert ((table["ci_low"] <= table["worth"]) & (table["worth"] <= table["ci_high"])).all()
    one = table.iloc[0]
    own = result.matchups[(result.matchups["name"] == one["name"]) & (result.matchups["kind"] == one["kind"])]
    assert own["worth"].mean() == pytest.approx(one["worth"]) and set(own["opponent"]) == {"grave", "rook"}
    # A card that is ordinary already is worth exactly nothing.
    throw = table[table["name"] == "8 block / throw"].iloc[0]
    assert throw["worth"] == throw["ci_low"] == throw["ci_high"] == 0 and not throw["real"]
    with pytest.raises(BadInput, match="at least one other"):
        play_knockouts(game, "jaina", games=2, policy="greedy", characters="jaina")


def test_numbers_are_changed_where_they_stand(game):
    for number in numbers_of(game, "jaina"):
        for steps in (-1, 1):
            found = number.changed(game, steps)
            if found is None:
                continue
            value = found[1].characters["jaina"]
            keys = number.place
            if keys[0] == "cards":
                side = "top" if keys[2] == "both" else keys[2]
                value = value.card(keys[1]).side(side)
            assert getattr(value, keys[-1]) == pytest.approx(number.at(steps))


def test_life_is_worth_something_at_its_slope(game):
    result = play_sensitivities(game, "jaina", games=200, seed=5, **SMALL)
    table = result.table.set_index("number")
    life = table.loc["life"]
    assert life["low"] == 80 and life["high"] == 90 and life["ci_low"] > 0 and life["real"]
    assert life["per_step"] == pytest.approx(5 * life["slope"])
    patches = [{"characters": {"jaina": {"hit_points": value}}} for value in (80, 90)]
    low, high = play_patches(game, patches, games=200, seed=5, **SMALL)
    rates = [one.strengths().set_index("character").loc["jaina"] for one in (low, high)]
    pairs = result.matchups[result.matchups["number"] == "life"]
    assert pairs["slope"].mean() == pytest.approx(life["slope"])
    assert (
        100 * (rates[1]["after"] - rates[0]["after"]) / 10 == pytest.approx(life["slope"], abs=1e-9) or len(pairs) == 2
    )


def test_suggestions_are_checked_on_other_luck(game):
    result = suggest(game, "grave-jaina", count=2, games=400, screening=100, seed=3, **SMALL)
    assert result.target == "grave-jaina" and result.tried > 50 and 1 <= len(result.found) <= 2
    assert result.made["seed"] == 4 and result.made["screening"] == {"games": 100, "seed": 3}
    table = result.table
    assert table["difference"].is_monotonic_increasing and (table["steps"] <= 4).all()
    for one in result.found:
        again = patched(game, one.effect.patch)
        assert again.characters == one.effect.after.characters
        assert one.ci[0] <= one.difference <= one.ci[1]
    for target, told in (("grave-jania", "unknown character"), ("even", "is no pair")):
        with pytest.raises(BadInput, match=told):
            suggest(game, target, **SMALL)


def test_parts_of_an_edition():
    before, after = (load_game("yomi1", name) for name in ("first", "second"))
    table = play_parts(before, after, games=100, **SMALL).set_index("part")
    assert list(table.index[:2]) == [WHOLE, RULES] and set(table.index[2:]) == {"grave", "jaina", "rook"}
    assert table.loc[WHOLE, "affected"] == 3 and (table.loc[["grave", "jaina", "rook"], "affected"] == 2).all()
    assert np.isnan(table.loc[RULES, "difference"]) and table["balance_before"].nunique() == 1


def test_both_sides_learn_anew(monkeypatch):
    monkeypatch.setattr(training, "CHECK", 20)  # what was learned is compared, not how it fares
    small = load_game("yomi1", "first")
    plan = Plan(small, (), ("greedy", "greedy"), 1, 2)
    with pytest.raises(BadInput, match="no weights to train"):
        retrained_effects(plan, [], [], generations=1)
    one, again = (learned(small, 1, 3, 2, games=10) for _ in range(2))
    assert one.minds == again.minds and one.minds.hash != small.minds.hash and one.minds.play == small.minds.play
