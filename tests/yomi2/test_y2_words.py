"""Every word of the vocabulary does what it says; made-up abilities on known cards."""

from __future__ import annotations

from typing import Any

import pytest
from bout import Bout, calm, changed, game, gem_of

from yomisim.cards.yomi2.verbs import CONDITIONS, COSTS, SOURCES, TRAITS, VERBS, WINDOWS


def grave(**cards: Any) -> Any:
    innate = cards.pop("innate", None)
    return changed(game().character("grave"), innate=innate, **cards)


def own(window: str, *does: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An ability of the character."""
    return {"name": "Made up", "window": window, "does": list(does), **more}


def card(*does: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An ability card for the main phase."""
    entry = {"name": "Made up", "window": "main", "from": "hand", "does": list(does), **more}
    return {"kind": "ability", "copies": 2, "abilities": [entry]}


def quiet(character: Any, hand: str = "ability low_block", *, b: str = "low_block", **fields: Any) -> Bout:
    """Grave plays the ability card and both block."""
    bout = calm(character, "jaina").give("a", hand, pile="S1 X B", **fields).give("b", b)
    bout.turn({"main": ["ability"], "opener": "low_block"}, {"opener": [b.split()[0]]})
    return bout


@pytest.mark.parametrize("window", ["turn_start", "draw", "main_end", "combat_end", "turn_end_heal", "turn_end"])
def test_windows_of_a_turn(window: str) -> None:
    bout = calm(grave(innate=[own(window, {"lose": 1})]), "jaina").give("a", "low_block").give("b", "low_block")
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert bout.life("a") == 89
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert bout.life("a") == (89 if window == "main_end" else 88)


def test_cards() -> None:
    """draw, draw_up_to, discard, take, return_self, remove_self, stay"""
    assert len(quiet(grave(ability=card({"draw": 2}))).hand("a")) == 3
    assert len(quiet(grave(ability=card({"draw": 2, "who": "opponent"}))).hand("b")) == 3
    assert len(quiet(grave(ability=card({"draw_up_to": 5}))).hand("a")) == 5
    assert quiet(grave(ability=card({"discard": 1, "who": "opponent"})), b="low_block A").pile("b") == ["A"]
    bout = calm(grave(ability=card({"take": "special", "n": 2})), "jaina").give("a", "ability low_block", pile="X Y B")
    bout.give("b", "low_block")
    bout.turn({"main": ["ability"], "take": "Y X", "opener": "low_block"}, {"opener": "low_block"})
    assert bout.hand("a") == ["X", "Y", "low_block"]
    assert "ability" in quiet(grave(ability=card({"return_self": True}))).hand("a")
    bout = quiet(grave(ability=card({"remove_self": True})))
    assert bout.names("a", bout.me("a")["removed"]) == ["ability"]
    bout = quiet(grave(ability=card({"stay": 0})))
    assert bout.names("a", bout.me("a")["in_play"]) == ["ability"]


def test_to_go_on_and_costs() -> None:
    """discard with to_go_on, choose; costs discard, life, meter; a card that cannot be paid is not playable"""
    pay = grave(ability=card({"discard": 1, "to_go_on": True}, {"gain_meter": 2}))
    bout = calm(pay, "jaina").give("a", "ability A low_block").give("b", "low_block")
    bout.turn({"main": ["ability"], "opener": "low_block"}, {"opener": "low_block"})
    assert bout.meter("a") == 0
    bout = calm(pay, "jaina").give("a", "ability A low_block").give("b", "low_block")
    bout.turn({"main": ["ability"], "discard": "A", "opener": "low_block"}, {"opener": "low_block"})
    assert bout.meter("a") == 2
    either = grave(ability=card({"choose": [[{"heal": 3}], [{"gain_meter": 1}]]}))
    bout = calm(either, "jaina").give("a", "ability low_block", life=80).give("b", "low_block")
    bout.turn({"main": ["ability"], "branch": "2", "opener": "low_block"}, {"opener": "low_block"})
    assert (bout.life("a"), bout.meter("a")) == (80, 1)
    for cost, hand, fields in (
        ({"meter": 2}, "ability low_block", {"meter": 1}),
        ({"discard": 1, "cards": "special"}, "ability A low_block", {}),
    ):
        bout = (
            calm(grave(ability=card({"heal": 1}, cost=[cost])), "jaina")
            .give("a", hand, **fields)
            .give("b", "low_block")
        )
        bout.turn({"opener": "low_block"}, {"opener": "low_block"})
        assert all("ability" not in names for _, kind, names in bout.asked if kind == "main")
    bout = quiet(grave(ability=card({"heal": 1}, cost=[{"life": 4}, {"meter": 1}])), meter=2)
    assert (bout.life("a"), bout.meter("a")) == (87, 1)
    bout = calm(grave(ability=card({"heal": 1}, cost=[{"discard": 1, "cards": "special"}])), "jaina")
    bout.give("a", "ability X Y low_block", life=50).give("b", "low_block")
    bout.turn({"main": ["ability"], "pay": "Y", "opener": "low_block"}, {"opener": "low_block"})
    assert bout.pile("a") == ["Y", "ability"]


@pytest.mark.parametrize(
    ("condition", "fields", "holds"),
    [
        ({"own_turn": True}, {}, True),
        ({"their_turn": True}, {}, False),
        ({"hand_at_most": 1}, {}, True),
        ({"hand_at_most": 0}, {}, False),
        ({"hand_at_least": 2}, {}, False),
        ({"life_at_most": 80}, {"life": 80}, True),
        ({"life_at_least": 81}, {"life": 80}, False),
        ({"meter_at_least": 2}, {"meter": 2}, True),
        ({"all_in_discard": ["S1"]}, {}, False),
        ({"knocked_down": True}, {"down": 1}, True),
        ({"has_edge": True}, {"edge": 1}, True),
        ({"smaller_hand": True}, {}, False),
    ],
)
def test_conditions_of_an_ability_card(condition: dict[str, Any], fields: dict[str, Any], holds: bool) -> None:
    made = grave(ability=card({"heal": 1}, **{"if": [condition]}))
    bout = calm(made, "jaina").give("a", "ability low_block", pile="S1", **fields).give("b", "low_block")
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert any("ability" in names for _, kind, names in bout.asked if kind == "main") == holds


@pytest.mark.parametrize(
    ("condition", "a", "b", "holds"),
    [
        ({"own_kind": ["attack"]}, "A", "throw", True),
        ({"own_kind": ["block"]}, "A", "throw", False),
        ({"their_kind": ["throw"]}, "A", "throw", True),
        ({"own_moves": ["A", "B"]}, "A", "throw", True),
        ({"own_moves": "special"}, "A", "throw", False),
        ({"was_hit": True}, "throw", "A", True),
        ({"not_hit": True}, "throw", "A", False),
        ({"hit_opponent": True}, "A", "throw", True),
        ({"not_hit_opponent": True}, "A", "throw", False),
        ({"opponent_knocked_down": True}, "throw", "low_block", True),
    ],
)
def test_conditions_of_combat(condition: dict[str, Any], a: str, b: str, holds: bool) -> None:
    made = grave(innate=[own("combat_end", {"gain_meter": 1}, **{"if": [condition]})])
    bout = calm(made, "jaina").give("a", a).give("b", b)
    bout.turn({"opener": [a]}, {"opener": [b]})
    assert bout.meter("a") == int(holds)


def test_life_and_meter() -> None:
    """gain_meter, lose_meter, heal, lose, damage, block_damage outside of combat"""
    assert quiet(grave(ability=card({"gain_meter": 1, "who": "opponent"}))).meter("b") == 1
    bout = calm(grave(ability=card({"lose_meter": 2})), "jaina").give("a", "ability low_block")
    bout.give("b", "low_block", meter=1)
    bout.turn({"main": ["ability"], "opener": "low_block"}, {"opener": "low_block"})
    assert bout.meter("b") == 0
    assert quiet(grave(ability=card({"heal": 9})), life=85).life("a") == 90
    assert quiet(grave(ability=card({"lose": 9, "who": "opponent"}))).life("b") == 76
    bout = quiet(grave(ability=card({"damage": 9})))
    assert bout.life("b") == 76 and "low_block" in bout.hand("b")  # [HIT-3]: no hit in the main phase
    bout = quiet(grave(innate=[own("opened", {"block_damage": 4})], ability=card({"heal": 1})))
    assert bout.life("b") == 81 and "low_block" in bout.hand("b")
    bout = quiet(grave(innate=[own("opened", {"damage": 4})], ability=card({"heal": 1})))
    assert bout.life("b") == 81 and "low_block" in bout.pile("b")


def test_knock_down_before_and_after() -> None:
    """knock_down, stand_up, edge, disable: before combat for this one"""
    made = grave(ability=card({"knock_down": True}))
    bout = calm(made, "jaina").give("a", "ability E").give("b", "A")
    bout.turn({"main": ["ability"], "opener": "E"}, {"opener": "A"})
    assert bout.life("b") == 78 and bout.me("b")["down"] == 0
    bout = calm(made, "jaina").give("a", "ability E", down=1, disabled=1 << 5).give("b", "A")
    bout.turn({"main": ["ability"], "opener": "E"}, {"opener": "A"})
    assert bout.events("knockdown_void") and bout.life("b") == 85
    bout = quiet(grave(ability=card({"stand_up": True})), down=1, disabled=1 << 5)
    assert bout.events("stand_up")
    bout = calm(grave(ability=card({"edge": True})), "jaina").give("a", "ability E").give("b", "D")
    bout.turn({"main": ["ability"], "opener": "E"}, {"opener": "D"})
    assert bout.life("b") == 78 and bout.me("a")["edge"] == 0
    bout = calm(grave(ability=card({"disable": ["dodge"], "who": "both"})), "jaina").give("a", "ability low_block")
    bout.give("b", "dodge")
    bout.turn({"main": ["ability"], "opener": "low_block"}, {"opener": "dodge"})
    assert bout.events("invalid", "b")[0]["reason"] == "disabled"
    late = grave(innate=[own("combat_end", {"disable": ["block"]}, {"edge": True}, {"knock_down": True})])
    bout = calm(late, "jaina").give("a", "low_block").give("b", "low_block")
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert (bout.me("b")["disabled"], bout.me("a")["edge"], bout.me("b")["down"]) == ((1 << 4) | (1 << 5), 1, 1)


def test_turn_modifiers() -> None:
    """speed, normal_damage, no_combo, skip_main for oneself, begin and status"""
    bout = calm(grave(ability=card({"speed": 3})), "jaina").give("a", "ability D").give("b", "C")
    bout.turn({"main": ["ability"], "opener": "D"}, {"opener": "C"})
    assert bout.life("b") == 79
    bout = calm(grave(ability=card({"normal_damage": 2})), "jaina").give("a", "ability A B X").give("b", "throw")
    bout.turn({"main": ["ability"], "opener": "A", "continue": "B X"}, {"opener": "throw"})
    assert bout.life("b") == 85 - 5 - 6 - 8
    bout = calm(grave(ability=card({"no_combo": True})), "jaina").give("a", "ability low_block").give("b", "D E")
    bout.turn({"main": ["ability"], "opener": "low_block"}, {"opener": "D"})
    assert not [kind for _, kind, _ in bout.asked if kind == "continue"]
    bout = quiet(grave(ability=card({"skip_main": True, "who": "self"})))
    assert bout.me("a")["skips"] == 1
    made = grave(
        ability=card({"begin": "on"}),
        innate=[
            own("turn_end", {"gain_meter": 1}, **{"if": [{"status": "on"}]}),
            own("turn_end", {"lose": 1}, **{"if": [{"not_status": "on"}]}),
        ],
    )
    bout = quiet(made)
    assert (bout.meter("a"), bout.life("a")) == (1, 90)
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert (bout.meter("a"), bout.life("a")) == (1, 89)


def test_cards_that_leave_play() -> None:
    """stay with leave_if: hit, knocked_down, thrown"""
    for why, a, b, stays in (
        ("hit", "low_block", "A", True),
        ("hit", "throw", "A", False),
        ("thrown", "throw", "A", True),
        ("thrown", "low_block", "throw", False),
        ("knocked_down", "low_block", "throw", False),
        ("knocked_down", "throw", "A", True),
    ):
        made = grave(ability=card({"stay": 0, "leave_if": why}))
        bout = calm(made, "jaina").give("a", f"ability {a}").give("b", b)
        bout.turn({"main": ["ability"], "opener": [a]}, {"opener": [b]})
        assert (bout.me("a")["in_play"] != 0) == stays, (why, a, b)


def test_traits() -> None:
    """add_speed, points, unsafe, armor, beats, level, add_damage and so on, on the character"""
    always = [
        {"add_speed": 5, "moves": "E"},
        {"points": 1, "moves": "Y"},
        {"unsafe": "A"},
        {"safe": "Y"},
        {"beats": ["dodge"], "moves": "C"},
        {"level": 2, "moves": "projectile"},
        {"add_damage": 1, "moves": "X"},
        {"add_block_damage": 2, "moves": "X"},
        {"exchanges": 3},
    ]
    made = grave(innate=[{"name": "Made up", "always": always}])
    bout = calm(made, "jaina").give("a", "E").give("b", "A")
    bout.turn({"opener": "E"}, {"opener": "A"})
    assert bout.life("b") == 78
    bout = calm(made, "jaina").give("a", "throw D Y").give("b", "low_block")
    bout.turn({"opener": "throw", "continue": "D Y"}, {"opener": "low_block"})
    assert bout.life("b") == 85 - 23
    bout = calm(made, "jaina").give("a", "A").give("b", "low_block throw")
    bout.turn({"opener": "A"}, {"opener": "low_block", "hit_back": "throw"})
    assert bout.life("a") == 83
    bout = calm(made, "jaina").give("a", "Y").give("b", "low_block throw")
    bout.turn({"opener": "Y"}, {"opener": "low_block"})
    assert not [kind for _, kind, _ in bout.asked if kind == "hit_back"]
    bout = calm(made, "jaina").give("a", "C").give("b", "dodge")
    bout.turn({"opener": "C"}, {"opener": "dodge"})
    assert bout.life("b") == 80
    bout = calm(made, "jaina").give("a", "X").give("b", "X")
    bout.turn({"opener": "X"}, {"opener": "X"})
    assert bout.life("b") == 76
    assert bout.table["char"][0, 0, 0]["exchanges"] == 3


def test_storm_with_abilities_and_traits() -> None:
    """source storm, and traits that hold while it lasts"""
    red = {
        "name": "Storm",
        "window": "opened",
        "from": "storm",
        "if": [{"their_kind": ["throw"]}],
        "does": [{"damage": 2}],
    }
    stormy = gem_of(
        storm={"abilities": [red, {"name": "Storm", "always": [{"armor": "medium", "moves": "normal_attack"}]}]}
    )
    bout = calm(gem=stormy).give("a", "D").give("b", "throw")
    bout.turn({"main": ["storm"], "opener": "D"}, {"opener": "throw"})
    assert bout.life("b") == 85 - 2 - 6
    bout.give("a", "D").give("b", "A", life=85)
    bout.turn({"opener": "D"}, {"opener": "A"})
    assert (bout.life("a"), bout.life("b")) == (87, 79)
    bout.give("a", "D", life=90).give("b", "A", life=85)
    bout.turn({"opener": "D"}, {"opener": "A"})
    assert (bout.life("a"), bout.life("b")) == (87, 85)  # it is over


def test_played_in_any_role() -> None:
    """window played: opener (blocked too), follow-up, hit-back"""
    made = grave(Z={"abilities": [own("played", {"lose": 2}, **{"from": "move"})]})
    for hand, a, b, lost in (
        ("Z", {"opener": "Z"}, "high_block", 2),
        ("B Z", {"opener": "B", "continue": "Z"}, "throw", 2),
        ("dodge Z", {"opener": "dodge", "hit_back": "Z"}, "A", 2),
        ("dodge Z", {"opener": "dodge"}, "A", 0),
    ):
        bout = calm(made, "jaina").give("a", hand).give("b", b)
        bout.turn(a, {"opener": [b]})
        assert bout.life("a") == 90 - lost


def test_free_supers() -> None:
    """While such a storm lasts, also for a super that cannot be paid."""
    free = gem_of(storm={"abilities": [{"name": "Storm", "always": [{"free_supers": True}]}]})
    bout = calm(gem=free).give("a", "S1 S1", meter=1).give("b", "throw")
    bout.turn({"main": ["storm"], "opener": "S1"}, {"opener": "throw"})
    assert (bout.life("b"), bout.meter("a")) == (65, 1)


def test_optional_ability() -> None:
    made = grave(innate=[own("combat_end", {"lose": 3}, {"gain_meter": 1}, optional=True)])
    for answer, meter in (("0", 1), ("pass", 0)):
        bout = calm(made, "jaina").give("a", "low_block").give("b", "low_block")
        bout.turn({"opener": "low_block", "ability": [answer]}, {"opener": "low_block"})
        assert (bout.meter("a"), bout.life("a")) == (meter, 90 - 3 * meter)


def test_every_word_has_a_test() -> None:
    """Words that no test names would be words that nothing checks."""
    from pathlib import Path

    text = "".join(file.read_text() for file in Path(__file__).parent.glob("test_y2_*.py"))
    for words in (VERBS, CONDITIONS, COSTS, TRAITS, WINDOWS, SOURCES):
        for word in words:
            assert f'"{word}"' in text, word
