"""Abilities of characters and gems; names in brackets are checklist entries. Unknown cards are made up."""

from __future__ import annotations

from typing import Any

import pytest
from bout import Bout, calm, changed, game


def grave(**cards: Any) -> Any:
    """Grave with changed cards."""
    innate = cards.pop("innate", None)
    return changed(game().character("grave"), innate=innate, **cards)


def jaina(**cards: Any) -> Any:
    """Jaina with changed cards."""
    innate = cards.pop("innate", None)
    return changed(game().character("jaina"), innate=innate, **cards)


def ability(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An ability card with these programs."""
    return {"kind": "ability", "copies": 2, "abilities": [{"name": "Made up"} | entry for entry in entries], **more}


def on_move(window: str, *does: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An ability of the move itself."""
    return {"name": "Made up", "window": window, "from": "move", "does": list(does), **more}


# the known characters


def test_wind_summon() -> None:
    """[PROJ-7, CHAR-GRAVE-2, MAIN-5]"""
    bout = calm().give("a", "ability X X").give("b", "dodge X throw low_block")
    bout.turn({"main": ["ability"], "opener": "X"}, {"opener": "dodge"})
    assert bout.life("b") == 85 - 12
    assert bout.names("a", bout.me("a")["in_play"]) == ["ability"]
    bout.turn({"opener": "X"}, {"opener": "X"})
    assert bout.life("b") == 85 - 24
    assert bout.me("a")["in_play"] == 0 and "ability" in bout.pile("a")
    bout.give("a", "X").give("b", "X", life=85)
    bout.turn({"opener": "X"}, {"opener": "X"})
    assert bout.life("b") == 85  # over
    bout = calm().give("a", "ability X").give("b", "low_block")
    bout.turn({"main": ["ability"], "opener": "X"}, {"opener": "low_block"})
    assert bout.life("b") == 85 - 6


def test_recklessness() -> None:
    """[CHAR-JAINA-1]"""
    bout = Bout("jaina", "grave").give("a", "A B", pile="low_block high_block").give("b", "low_block")
    bout.turn({"opener": "A"}, {"opener": "low_block"})
    assert bout.life("a") == 83
    assert len(bout.hand("a")) == 2 + 1 + 1 - 1
    bout = Bout("jaina", "grave").give("a", "A B", pile="low_block").give("b", "low_block")
    bout.turn({"opener": "A"}, {"opener": "low_block"})
    assert bout.life("a") == 85


@pytest.mark.parametrize(("life", "after"), [(85, 80), (36, 31), (35, 35)])
def test_dragonheart_costs_life(life: int, after: int) -> None:
    """[CHAR-JAINA-2, HIT-5]"""
    bout = calm().give("a", "throw").give("b", "Y", life=life)
    bout.turn({"opener": "throw"}, {"opener": "Y"})
    assert bout.life("b") == after


def test_dragonheart_as_hit_back() -> None:
    """[CHAR-JAINA-3]"""
    bout = calm().give("a", "Y").give("b", "low_block Y A A B B C C")
    bout.turn({"opener": "Y"}, {"opener": "low_block", "hit_back": "Y"})
    assert (bout.life("b"), bout.life("a"), len(bout.hand("b"))) == (78, 82, 8)
    assert "low_block" in bout.hand("b")


def arc_shot(a: str, b: str) -> Bout:
    """Jaina (b) has Arc Shot in play."""
    return calm().give("a", a).give("b", b).ongoing("b", "ability", 4)


def test_arc_shot() -> None:
    """[CHAR-JAINA-4 to 6, HIT-2]"""
    bout = arc_shot("C A B", "throw")
    bout.turn({"opener": "C"}, {"opener": "throw"})
    assert (bout.life("a"), bout.life("b")) == (83, 80)
    assert not [kind for _, kind, _ in bout.asked if kind in ("continue", "pump")]
    bout = arc_shot("low_block", "high_block")
    bout.turn({"opener": "low_block"}, {"opener": "high_block"})
    assert bout.life("a") == 85 and "low_block" in bout.hand("a")
    bout = arc_shot("X", "low_block")
    bout.turn({"opener": "X"}, {"opener": "low_block"})
    assert (bout.life("a"), bout.life("b")) == (83, 81)
    assert "X" in bout.pile("a")
    bout = arc_shot("low_block throw", "Y")
    bout.turn({"opener": "low_block"}, {"opener": "Y"})
    assert not [kind for _, kind, _ in bout.asked if kind == "hit_back"]


def test_vines_make_it_unsafe_again() -> None:
    """[CHAR-ROOK-1, CHAR-JAINA-7]"""
    rook = grave(
        full_block={"kind": "block", "blocks": ["low", "mid", "high"], "makes_unsafe": True, "recurring": True}
    )
    bout = calm(rook, "jaina").give("a", "full_block throw").give("b", "C")
    bout.turn({"opener": "full_block", "hit_back": "throw"}, {"opener": "C"})
    assert bout.life("b") == 78
    assert "full_block" in bout.hand("a")
    bout = calm(rook, jaina(Y={"unsafe": False})).give("a", "full_block throw").give("b", "Y")
    bout.turn({"opener": "full_block", "hit_back": "throw"}, {"opener": "Y"})
    assert bout.life("b") == 85 - 5 - 7


def test_gwen() -> None:
    """[CHAR-GWEN-1 to 3, COMBAT-7, EXB-2]"""
    plague = [{"name": "Plague", "window": "draw", "if": [{"their_turn": True}], "does": [{"draw": 2}, {"lose": 6}]}]
    gwen = grave(innate=plague, Y={"abilities": [on_move("opened", {"heal": 6}, {"remove_self": True})], "speed": 12})
    bout = Bout(gwen, "jaina", at_turn=4).give("a", "A B C D E Z Z").give("b", "low_block")
    bout.turn({"opener": "C"}, {"opener": "low_block"})
    assert (len(bout.hand("a")), bout.life("a")) == (8, 84)
    bout = calm(gwen, "jaina").give("a", "Y", life=79).give("b", "dodge")
    bout.turn({"opener": "Y"}, {"opener": "dodge"})
    assert bout.life("a") == 85
    assert bout.names("a", bout.me("a")["removed"]) == ["Y"]
    bout = calm(gwen, "jaina").give("a", "A Y", life=79).give("b", "throw")
    bout.turn({"opener": "A", "continue": "Y"}, {"opener": "throw"})
    assert bout.life("a") == 79 and "Y" in bout.pile("a")


def test_desperation() -> None:
    """[CHAR-GWEN-4, 5, TIME-7]"""
    gwen = grave(
        ability=ability({"window": "main", "from": "hand", "does": [{"stay": 2}], "always": [{"undying": True}]})
    )
    bout = calm(gwen, "jaina").give("a", "ability throw", life=4).give("b", "S1", meter=1)
    bout.turn({"main": ["ability"], "opener": "throw"}, {"opener": "S1"})
    assert (bout.life("a"), bout.m["over"]) == (-6, 0)
    bout.give("b", "low_block")
    bout.me("a")["life"] = 0  # healed by six
    bout.m["own"][0]["hand"] = bout.cards("a", "low_block", int(bout.m["deep"][0]["deck"]))
    bout.m["deep"][0]["deck"] &= ~bout.m["own"][0]["hand"]
    bout.me("a")["hand_count"] = 1
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert (bout.m["over"], bout.m["winner"]) == (1, 1)  # it is over


def test_moral_superiority() -> None:
    """[CHAR-DEGREY-2]"""
    innate = [
        {
            "name": "Moral Superiority",
            "window": "combo_done",
            "if": [{"hit_opponent": True}, {"smaller_hand": True}],
            "does": [{"gap_damage": 2}],
        }
    ]
    bout = calm(grave(innate=innate), "jaina").give("a", "A").give("b", "throw B C D")
    bout.turn({"opener": "A"}, {"opener": "throw"})
    assert bout.life("b") == 85 - 3 - 6


def test_refill() -> None:
    """[CHAR-SETSUKI-1]"""
    innate = [{"name": "Refill", "window": "turn_end", "if": [{"hand_at_most": 0}], "does": [{"draw_up_to": 5}]}]
    bout = calm(grave(innate=innate), "jaina").give("a", "A").give("b", "low_block")
    bout.turn({"opener": "A"}, {"opener": "low_block"})
    assert len(bout.hand("a")) == 5


def test_slow_time() -> None:
    """[CHAR-GEIGER-1] A throw after the own blocked move; it takes two of four points."""
    geiger = grave(X={"abilities": [on_move("blocked", {"throw_after_block": True})]})
    bout = calm(geiger, "jaina").give("a", "X throw D E").give("b", "low_block")
    bout.turn({"opener": "X", "hit_back": "throw", "continue": "D E"}, {"opener": "low_block"})
    assert bout.life("b") == 85 - 4 - 20
    assert "low_block" in bout.pile("b")
    with pytest.raises(AssertionError, match="not among"):
        bout = calm(geiger, "jaina").give("a", "X throw Y").give("b", "low_block")
        bout.turn({"opener": "X", "hit_back": "throw", "continue": "Y"}, {"opener": "low_block"})


def test_honor_stance() -> None:
    """[CHAR-MIDORI-2, 3, GEM-8, VENDETTA-1] A block that throws is still a block opener, and no normal throw."""
    throwing = {"name": "Stance", "window": "opened", "from": "play", "if": [{"own_kind": ["block"]}]}
    midori = grave(
        ability=ability(
            {"window": "main", "from": "hand", "does": [{"stay": 2}]}, throwing | {"does": [{"becomes": "other"}]}
        ),
        other={"kind": "throw", "copies": 0, "speed": 5, "damage": 9, "knockdown": True, "combo_type": "cant_combo"},
    )
    watching = jaina(
        innate=[
            {"name": "Watch", "window": "opened", "if": [{"their_kind": ["throw"]}], "does": [{"damage": 3}]},
        ],
        dodge={"beats": ["normal_throw"]},
    )
    bout = calm(midori, watching).give("a", "ability low_block").give("b", "high_block")
    bout.turn({"main": ["ability"], "opener": "low_block"}, {"opener": "high_block"})
    assert (bout.life("a"), bout.life("b")) == (90, 76)
    assert bout.me("b")["down"] == 1
    bout = calm(midori, watching).give("a", "ability low_block").give("b", "dodge")
    bout.turn({"main": ["ability"], "opener": "low_block"}, {"opener": "dodge"})
    assert bout.life("b") == 76  # special, not normal: the dodge does not beat it
    bout = calm(midori, watching).give("a", "throw").give("b", "dodge")
    bout.turn({"opener": "throw"}, {"opener": "dodge"})
    assert bout.life("b") == 85


def test_bomb() -> None:
    """[CHAR-LUM-2] Either player attacks and hits: both take 5, nobody is down; a pump changes nothing."""
    both = [{"damage": 5, "who": "both"}, {"knock_down": True, "who": "both"}]
    lum = jaina(
        ability=ability(
            {"window": "main", "from": "hand", "does": [{"stay": 0}]},
            {"window": "hit", "from": "play", "if": [{"as_opener": True}], "does": both},
            {"window": "struck", "from": "play", "does": both},
        )
    )
    bout = calm("grave", lum, at_turn=4).give("b", "ability low_block").give("a", "low_block Z Z")
    bout.turn({"opener": "low_block"}, {"main": ["ability"], "opener": "low_block"})
    bout.give("b", "throw")
    bout.turn({"opener": "Z", "pump": "Z"}, {"opener": "throw"})
    assert (bout.life("a"), bout.life("b")) == (85, 85 - 20)
    assert (bout.me("a")["down"], bout.me("b")["down"]) == (0, 0)


def test_bubble_shield() -> None:
    """[CHAR-ARGAGARG-1]"""
    shield = {"kind": "block", "blocks": ["low", "mid", "high"], "meter_cost": 1, "speed": None, "damage": 0}
    argagarg = jaina(
        full_block=shield | {"abilities": [on_move("guarded", {"damage": 5}, {"knock_down": True})], "copies": 2}
    )
    for hit_back, lost in (("pass", 5), ("throw", 12)):
        bout = calm("grave", argagarg).give("a", "Y").give("b", "full_block throw", meter=1)
        bout.turn({"opener": "Y"}, {"opener": "full_block", "hit_back": [hit_back]})
        assert bout.life("a") == 90 - lost
        assert bout.me("a")["down"] == 1


def test_two_truths() -> None:
    """[CHAR-QUINCE-1 to 3]"""
    quince = grave(
        innate=[{"name": "Two Truths", "always": [{"two_truths": True}]}],
        X={"kind": "strike", "speed": 6, "damage": 10, "level": None, "height": "mid", "recurring": False},
        X_bottom={"kind": "dodge", "copies": 0},
    )
    bout = calm(quince, "jaina").give("a", "X A").give("b", "C")
    bout.turn({"opener": "X"}, {"opener": "C"})
    assert bout.life("b") == 75  # the top hits
    bout = calm(quince, "jaina").give("a", "X A").give("b", "A")
    bout.turn({"opener": "X", "hit_back": "A"}, {"opener": "A"})
    assert (bout.life("a"), bout.life("b")) == (90, 82)  # the dodge is real
    bout = calm(quince, "jaina").give("a", "X").give("b", "A")
    bout.me("a")["down"] = 1
    bout.me("a")["disabled"] = 1 << 5
    bout.turn({"opener": "X"}, {"opener": "A"})
    assert bout.life("a") == 87  # disabled: the top stays
    watching = jaina(
        innate=[{"name": "W", "window": "opened", "if": [{"their_kind": ["attack"]}], "does": [{"damage": 7}]}]
    )
    bout = calm(quince, watching).give("a", "X").give("b", "A")
    bout.turn({"opener": "X"}, {"opener": "A"})
    assert bout.life("a") == 90


def test_patriot_mirror() -> None:
    """[CHAR-QUINCE-4]"""
    quince = grave(
        S1={"damage": 5, "meter_cost": 0, "combo_type": "cant_combo", "abilities": [on_move("hit", {"mirror": 2})]},
        X={"kind": "strike", "speed": 7, "damage": 10, "level": None, "recurring": False},
        X_bottom={"kind": "strike", "copies": 0, "speed": 5, "damage": 6, "height": "mid"},
    )
    bout = calm(quince, "jaina").give("a", "S1 X X").give("b", "throw throw throw")
    bout.turn({"opener": "S1"}, {"opener": "throw"})
    assert bout.life("b") == 80
    bout.turn({"opener": "X"}, {"opener": "throw"})
    assert bout.life("b") == 64
    bout.turn({"opener": "X"}, {"opener": "throw"})
    assert bout.life("b") == 48
    bout.give("a", "X").give("b", "throw", life=85)
    bout.turn({"opener": "X"}, {"opener": "throw"})
    assert bout.life("b") == 75


def test_quince_against_quince() -> None:
    """[CHAR-QUINCE-5] Who has not switched tests again after the other has; nobody switches back."""
    truths = [{"name": "Two Truths", "always": [{"two_truths": True}]}]
    top = {"kind": "strike", "level": None, "recurring": False, "height": "mid"}
    a = grave(
        innate=truths, X=top | {"speed": 7, "damage": 8}, X_bottom={"kind": "block", "copies": 0, "blocks": ["mid"]}
    )
    b = jaina(
        innate=truths,
        X=top | {"speed": 5, "damage": 8},
        X_bottom={"kind": "strike", "copies": 0, "speed": 9, "damage": 4, "height": "mid"},
    )
    bout = calm(a, b).give("a", "X").give("b", "X")
    bout.turn({"opener": "X"}, {"opener": "X"})
    # b's top would not hit, it becomes the fast strike; then a's top would not hit either and becomes the block
    assert [row["seat"] for row in bout.events("becomes")] == ["b", "a"]
    assert (bout.life("a"), bout.life("b")) == (90, 85)


def test_martial_law() -> None:
    """[CHAR-ONIMARU-2, GEM-4] Damage by the real level; a green storm waives the cost alone."""
    onimaru = grave(S1={"damage_by_meter": [15, 22, 29], "damage": 15, "meter_cost": 1, "spends_all_meter": True})
    for meter, damage in ((1, 15), (2, 22), (3, 29)):
        bout = calm(onimaru, "jaina").give("a", "S1", meter=meter).give("b", "throw")
        bout.turn({"opener": "S1"}, {"opener": "throw"})
        assert (85 - bout.life("b"), bout.meter("a")) == (damage, 0)
    bout = calm(onimaru, "jaina", gem="green").give("a", "S1", meter=1).give("b", "throw")
    bout.turn({"main": ["storm"], "opener": "S1"}, {"opener": "throw"})
    assert (85 - bout.life("b"), bout.meter("a")) == (15, 1)
    bout = calm(onimaru, "jaina", gem="green").give("a", "S1").give("b", "throw")
    bout.turn({"main": ["storm"], "opener": "S1"}, {"opener": "throw"})
    assert (85 - bout.life("b"), bout.meter("a")) == (15, 0)


def test_guard_crush() -> None:
    innate = [{"name": "Crush", "window": "against_block", "if": [{"has_edge": True}], "does": [{"crush": 15}]}]
    onimaru = grave(innate=innate)
    for edge, lost, kept in ((1, 15, False), (0, 0, True)):
        bout = calm(onimaru, "jaina").give("a", "A B").give("b", "low_block")
        bout.me("a")["edge"] = edge
        bout.turn({"opener": "A"}, {"opener": "low_block"})
        assert 85 - bout.life("b") == lost
        assert ("low_block" in bout.hand("b")) == kept


def test_jail() -> None:
    """[CHAR-BIGBY-1]"""
    bigby = grave(S1={"meter_cost": 0, "unsafe": False, "abilities": [on_move("hit", {"jail": True})]})
    bout = calm(bigby, "jaina").give("a", "S1 low_block low_block".replace("low_block low_block", "low_block"))
    bout.give("b", "throw B B A low_block", pile="C C")
    bout.turn({"opener": "S1"}, {"opener": "throw"})
    assert bout.me("b")["jailed"] == 1
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert bout.events("main_skipped", "b")[0]["reason"] == "jail"
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    bout.turn({"opener": "low_block"}, {"escape": "B", "main": ["exchange A C"], "opener": "low_block"})
    assert bout.me("b")["jailed"] == 0 and "C" in bout.hand("b")


def test_keep_away() -> None:
    """[CHAR-BBB-1]"""
    bbb = jaina(
        ability=ability(
            {"window": "main", "from": "hand", "does": [{"stay": 0}], "always": [{"prevents_damage": True}]}
        )
    )
    bout = calm("grave", bbb, at_turn=4).give("b", "ability low_block throw").give("a", "low_block A B")
    bout.turn({"opener": "low_block"}, {"main": ["ability"], "opener": "low_block"})
    bout.turn({"opener": "A"}, {"opener": "throw"})
    assert bout.life("b") == 85 and bout.me("b")["in_play"] == 0
    assert bout.events("prevented", "b")
    assert not [kind for _, kind, _ in bout.asked if kind == "continue"]


def test_keep_away_against_halves() -> None:
    """[CHAR-BBB-2]"""
    bbb = jaina(
        ability=ability(
            {"window": "main", "from": "hand", "does": [{"stay": 0}], "always": [{"prevents_damage": True}]}
        )
    )
    strike = {"kind": "strike", "level": None, "recurring": False, "height": "mid", "speed": 7}
    for bottom, left in (
        ({"kind": "dodge"}, True),
        ({"kind": "strike", "speed": 7, "damage": 6, "height": "mid"}, False),
    ):
        quince = grave(
            innate=[{"name": "Two Truths", "always": [{"two_truths": True}]}],
            X=strike | {"damage": 10},
            X_bottom=bottom | {"copies": 0},
        )
        bout = calm(quince, bbb, at_turn=4).give("b", "ability low_block high_block").give("a", "low_block X")
        bout.turn({"opener": "low_block"}, {"main": ["ability"], "opener": "low_block"})
        bout.give("b", "throw" if not left else "high_block", rest="removed")
        bout.turn({"opener": "X"}, {"opener": "throw" if not left else "high_block"})
        assert bout.life("b") == 85
        assert (bout.me("b")["in_play"] != 0) == left


def test_deathstrike() -> None:
    """[CHAR-MENELKER-2 to 4] Five more combats, if he is not hit; both at once is a draw."""
    deathstrike = {"meter_cost": 0, "unsafe": False, "combo_type": "cant_combo"}
    menelker = grave(S1=deathstrike | {"abilities": [on_move("hit", {"countdown": 6})]})
    bout = calm(menelker, "jaina").give("a", "S1 low_block").give("b", "throw low_block")
    bout.turn({"opener": "S1"}, {"opener": "throw"})
    for _ in range(4):
        bout.turn({"opener": "low_block"}, {"opener": "low_block"})
        assert bout.m["over"] == 0
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert (bout.m["over"], bout.m["winner"], bout.m["public"]["turn"]) == (1, 0, 8)
    for rule, left in (("ends", 0), ("stops", 3)):
        bout = calm(menelker, "jaina", rules={"countdown_when_hit": rule}).give("a", "throw", countdown=3)
        bout.give("b", "A")
        bout.turn({"opener": "throw"}, {"opener": "A"})
        assert bout.me("a")["countdown"] == left
    bout = calm(menelker, "jaina").give("a", "low_block", countdown=1).give("b", "low_block", countdown=1)
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert (bout.m["over"], bout.m["winner"]) == (1, -1)


def test_loyal_pets() -> None:
    """[CHAR-PERSEPHONE-1]"""
    pets = ability(
        {"window": "main", "from": "hand", "does": [{"stay": 0}]},
        {
            "window": "opened",
            "from": "play",
            "if": [{"their_kind": ["attack"]}],
            "does": [{"begin": "bitten"}, {"damage": 6}],
        },
        {
            "window": "combat_end",
            "from": "play",
            "if": [{"opponent_knocked_down": True}, {"not_status": "bitten"}],
            "does": [{"damage": 6}],
        },
    )
    persephone = jaina(ability=pets, A={"knockdown": True})
    bout = calm("grave", persephone, at_turn=4).give("b", "ability low_block A throw").give("a", "low_block A C D")
    bout.turn({"opener": "low_block"}, {"main": ["ability"], "opener": "low_block"})
    bout.turn({"opener": "C"}, {"opener": "A"})
    assert bout.life("a") == 90 - 6 - 3
    bout.give("a", "low_block", life=90).give("b", "throw", rest="removed")
    bout.turn({"opener": "low_block"}, {"opener": "throw"})
    assert bout.life("a") == 90 - 7 - 6


def test_frost_web() -> None:
    """[CHAR-VENDETTA-2] First the armored normal's combo, then a second full combo of normals."""
    web = ability(
        {"window": "main", "from": "hand", "does": [{"stay": 0}]},
        {
            "window": "combat_end",
            "from": "play",
            "if": [{"their_kind": ["strike"]}],
            "does": [{"free_combo": "normal_attack"}],
        },
    )
    armored = {letter: {"armor": "medium"} for letter in "ABCDE"}
    vendetta = grave(ability=web, **armored)
    bout = calm(vendetta, "jaina").give("a", "ability C D A B X").give("b", "A")
    bout.turn({"main": ["ability"], "opener": "C", "continue": ["D", "pass", "B"], "hit_back": "A"}, {"opener": "A"})
    assert bout.life("b") == 85 - 11 - 7
    assert bout.meter("a") == 2
    assert all("X" not in names for who, kind, names in bout.asked if kind == "hit_back")


def test_shenanigans() -> None:
    """[CHAR-ZANE-1 to 3]"""
    zane = grave(innate=[{"name": "Shenanigans", "always": [{"combo_reveal": 2}]}])
    bout = calm(zane, "jaina").give("a", "A A").stack("a", "B C").give("b", "throw")
    bout.turn({"opener": "A", "continue": "B"}, {"opener": "throw"})
    assert bout.life("b") == 85 - 7
    assert sorted(bout.pile("a")) == ["A", "B", "C"]
    # at most one of them
    bout = calm(zane, "jaina").give("a", "A").stack("a", "B C").give("b", "throw")
    with pytest.raises(AssertionError, match="not among"):
        bout.turn({"opener": "A", "continue": "B C"}, {"opener": "throw"})
    # neither used: both discarded; the hand limit is not touched
    bout = calm(zane, "jaina").give("a", "A A B B C D D E E X X Y").stack("a", "C Z").give("b", "throw")
    bout.turn({"opener": "A"}, {"opener": "throw"})
    assert sorted(bout.pile("a")) == ["A", "C", "Z"]
    # hit-backs too
    bout = calm(zane, "jaina").give("a", "dodge").stack("a", "B C").give("b", "A")
    bout.turn({"opener": "dodge", "hit_back": "C"}, {"opener": "A"})
    assert bout.life("b") == 80
    # a copy in hand and one from the deck
    bout = calm(zane, "jaina").give("a", "A B").stack("a", "B C").give("b", "throw")
    bout.turn({"opener": "A", "continue": "B C", "hand_or_deck": "0"}, {"opener": "throw"})
    assert bout.life("b") == 85 - 12


def test_river_takes_back() -> None:
    """[CHAR-RIVER-1]"""
    river = grave(dodge={"abilities": [on_move("opened", {"take": ["X", "Y"]})]})
    bout = calm(river, "jaina").give("a", "dodge", pile="X Z").give("b", "low_block")
    bout.turn({"opener": "dodge", "take": "X"}, {"opener": "low_block"})
    assert bout.hand("a") == ["X"]


# gems


def test_burst() -> None:
    """[GEM-1, SETUP-1, 3]"""
    bout = Bout(gem="green")
    assert int(bout.table["char"][0, 0, 0]["cards"]).bit_count() == 34
    assert (len(bout.hand("a")), bout.deck("a"), len(bout.pile("a"))) == (8, 24, 2)
    assert "burst" in bout.hand("a")
    for against, hits in (("A", True), ("Y", True)):
        bout = calm(gem="green").give("a", "burst").give("b", against)
        bout.turn({"opener": "burst"}, {"opener": [against]})
        assert (bout.life("a") == 90) == hits
    bout = calm(gem="green", at_turn=4).give("a", "burst").give("b", "Y")
    bout.turn({"opener": "burst"}, {"opener": "Y"})
    assert bout.life("a") == 82  # a tie is the active player's
    # neither exchanged nor a pump of a special or super
    bout = calm(gem="green").give("a", "burst A", pile="B")
    bout.give("b", "low_block")
    bout.turn({"opener": "A"}, {"opener": "low_block"})
    assert not [names for _, kind, names in bout.asked if kind == "exchange_give" and "burst" in names]


def test_storm() -> None:
    """[MAIN-12, GEM-10]"""
    bout = calm(gem="green", at_turn=1).give("a", "low_block").give("b", "low_block")
    bout.turn({"main": ["storm"], "opener": "low_block"}, {"opener": "low_block"})
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert all("storm" not in names for who, kind, names in bout.asked if kind == "main" and who == "b")
    assert bout.events("storm_ends", "a")
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert all("storm" not in names for who, kind, names in bout.asked if kind == "main" and who == "a")
    bout.turn({"opener": "low_block"}, {"main": ["storm"], "opener": "low_block"})
    assert bout.me("b")["storm"] == 1


def test_growth_surge() -> None:
    """[GEM-3] The first hit of the turn, also as hit-back; not block damage, not the own loss."""
    surge = ability({"window": "main", "from": "hand", "does": [{"first_hit_bonus": 5}]})
    green = grave(ability=surge)
    bout = calm(green, "jaina").give("a", "ability A B").give("b", "throw")
    bout.turn({"main": ["ability"], "opener": "A", "continue": "B"}, {"opener": "throw"})
    assert bout.life("b") == 85 - 12
    bout = calm(green, "jaina").give("a", "ability low_block throw").give("b", "Y")
    bout.turn({"main": ["ability"], "opener": "low_block", "hit_back": "throw"}, {"opener": "Y"})
    assert bout.life("b") == 85 - 5 - 12
    bout = calm(green, "jaina").give("a", "ability X").give("b", "low_block")
    bout.turn({"main": ["ability"], "opener": "X"}, {"opener": "low_block"})
    assert bout.life("b") == 81


def test_healing_before_damage_at_the_end() -> None:
    """[GEM-5, HIT-3]"""
    innate = [
        {"name": "Damage", "window": "turn_end", "does": [{"lose": 4}]},
        {"name": "Heal", "window": "turn_end_heal", "does": [{"heal": 3}]},
    ]
    bout = calm(grave(innate=innate), "jaina").give("a", "low_block", life=2).give("b", "low_block")
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert (bout.life("a"), bout.m["over"]) == (1, 0)


def test_dodge_that_answers_projectiles() -> None:
    """[GEM-6]"""
    purple = jaina(dodge={"counter_damage": 6, "counters_projectiles": True})
    bout = calm("grave", purple).give("a", "X").give("b", "dodge")
    bout.turn({"opener": "X"}, {"opener": "dodge"})
    assert bout.life("a") == 84


def test_skipped_main_phase() -> None:
    """[GEM-7, MAIN-14]"""
    blue = grave(ability=ability({"window": "main", "from": "hand", "does": [{"skip_main": True}]}))
    bout = calm(blue, "jaina").give("a", "ability low_block").give("b", "A B", pile="low_block high_block")
    bout.turn({"main": ["ability"], "opener": "low_block"}, {"opener": "A"})
    life = bout.life("b")
    bout.turn({"opener": "low_block"}, {"opener": "B"})
    assert bout.events("main_skipped", "b") and bout.life("b") == life
    bout = calm(grave(Z={"abilities": [on_move("hit", {"skip_main": True}, **{"if": [{"own_turn": True}]})]}), "jaina")
    bout.give("a", "Z").give("b", "throw")
    bout.turn({"opener": "Z"}, {"opener": "throw"})
    assert bout.me("b")["skips"] == 1


def test_red_storm() -> None:
    """[GEM-8]"""
    entries = [
        {"name": "Storm", "window": "opened", "if": [{"their_kind": ["attack", "throw"]}], "does": [{"damage": 2}]}
    ]
    bout = calm(grave(innate=entries), "jaina").give("a", "low_block").give("b", "throw")
    bout.turn({"opener": "low_block"}, {"opener": "throw"})
    assert (bout.life("a"), bout.life("b")) == (83, 83)


def test_orange_storm() -> None:
    """[GEM-9]"""
    orange = grave(innate=[{"name": "Storm", "always": [{"armor": "medium", "moves": "normal_attack"}]}])
    bout = calm(orange, "jaina").give("a", "E D").give("b", "A")
    bout.turn({"opener": "D", "continue": "E"}, {"opener": "A"})
    assert (bout.life("a"), bout.life("b")) == (87, 85 - 13)
