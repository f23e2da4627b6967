"""Openers, blocks, dodges, knockdown, edge, unsafe moves, wild swings; names in brackets are checklist entries."""

from __future__ import annotations

from typing import Any

import pytest
from bout import Bout, calm, changed, game


def bout_of(a: str, b: str, *, active: str = "a", **more: Any) -> Bout:
    """Grave and Jaina with these cards in hand; the turn belongs to `active`."""
    bout = calm(first=active, **more)
    return bout.give("a", a, pile="").give("b", b, pile="")


@pytest.mark.parametrize(
    ("a", "b", "active", "lost_a", "lost_b"),
    [
        ("E", "throw", "a", 0, 7),  # COMBAT-2, THROW-4: attacks beat throws, even slower ones
        ("A", "B", "a", 0, 3),  # COMBAT-3
        ("A", "A", "a", 0, 3),  # COMBAT-4
        ("A", "A", "b", 3, 0),
        ("throw", "throw", "a", 0, 7),  # COMBAT-5
        ("throw", "throw", "b", 7, 0),
        ("low_block", "high_block", "a", 0, 0),  # COMBAT-6
        ("low_block", "dodge", "a", 0, 0),
        ("dodge", "dodge", "a", 0, 0),
        ("throw", "low_block", "a", 0, 7),  # BLOCK-4, THROW-2
        ("throw", "dodge", "a", 0, 7),  # DODGE-7
        ("X", "throw", "a", 0, 8),  # PROJ-1
        ("X", "C", "a", 0, 8),  # PROJ-2
        ("X", "A", "a", 3, 0),
        ("X", "B", "a", 0, 8),
        ("X", "B", "b", 4, 0),
        ("X", "X", "a", 0, 0),  # PROJ-3
        ("X", "dodge", "a", 0, 0),  # PROJ-5
        ("A", "high_block", "a", 0, 3),  # HEIGHT-1
        ("A", "low_block", "a", 0, 0),
        ("D", "low_block", "a", 0, 6),  # HEIGHT-2
        ("D", "high_block", "a", 0, 0),
        ("C", "low_block", "a", 0, 0),  # HEIGHT-3
        ("C", "high_block", "a", 0, 0),
        ("Z", "high_block", "a", 0, 1),  # BLOCK-2
        ("X", "low_block", "a", 0, 4),
    ],
)
def test_who_hits(a: str, b: str, active: str, lost_a: int, lost_b: int) -> None:
    bout = bout_of(a, b, active=active)
    bout.turn({"opener": [a]}, {"opener": [b]})
    assert (90 - bout.life("a"), 85 - bout.life("b")) == (lost_a, lost_b)


def test_defender_is_asked_second_and_sees_nothing() -> None:
    """[COMBAT-1] Two games that differ in the active opener alone ask the defender the same question."""
    for active, other in (("a", "b"), ("b", "a")):
        bout = bout_of("A B", "A B", active=active)
        bout.turn({"opener": "A"}, {"opener": "B"})
        openers = [who for who, kind, _ in bout.asked if kind == "opener"]
        assert openers == [active, other]


def test_higher_level() -> None:
    """[PROJ-4]"""
    for active in "ab":
        bout = bout_of("X", "S2", active=active)
        bout.give("b", "S2", pile="", meter=2)
        bout.turn({"opener": "X"}, {"opener": "S2"})
        assert (bout.life("a"), bout.life("b"), bout.meter("b")) == (72, 85, 0)
        assert "X" in bout.pile("a")


def test_clash_returns_both() -> None:
    """[PROJ-3, 8]"""
    bout = bout_of("X A", "X A")
    bout.turn({"opener": "X"}, {"opener": "X"})
    assert bout.events("clash")
    assert "X" in bout.hand("a") and "X" in bout.hand("b")
    assert not [kind for _, kind, _ in bout.asked if kind == "continue"]


def test_block_draws_and_returns() -> None:
    """[BLOCK-1, 3, 5]"""
    bout = bout_of("A", "low_block")
    bout.turn({"opener": "A"}, {"opener": "low_block"})
    assert len(bout.hand("b")) == 2 and "low_block" in bout.hand("b")
    bout = bout_of("X", "low_block")
    bout.turn({"opener": "X"}, {"opener": "low_block"})
    assert bout.hand("b") == ["low_block"] and "X" in bout.hand("a")
    bout = bout_of("low_block", "high_block")
    bout.turn({"opener": "low_block"}, {"opener": "high_block"})
    assert bout.hand("b") == ["high_block"]


def test_thrown_block_is_lost() -> None:
    """[BLOCK-4]"""
    bout = bout_of("throw", "low_block")
    bout.turn({"opener": "throw"}, {"opener": "low_block"})
    assert bout.hand("b") == [] and bout.pile("b") == ["low_block"]


def test_dodges() -> None:
    """[DODGE-1, 2, 5, 6]"""
    bout = bout_of("A", "dodge throw A B")
    bout.turn({"opener": "A"}, {"opener": "dodge", "hit_back": "throw"})
    assert bout.life("a") == 83
    assert bout.me("a")["down"] == 1
    assert sorted(bout.pile("b")) == ["dodge", "throw"]
    assert not [kind for _, kind, _ in bout.asked if kind == "continue"]
    bout = bout_of("A", "dodge throw")
    bout.turn({"opener": "A"}, {"opener": "dodge"})
    assert bout.events("hit_back_declined") and bout.pile("b") == ["dodge"]


def test_super_as_hit_back() -> None:
    """[DODGE-3, 4, PUMP-6, METER-5]"""
    for meter, offered in ((1, True), (0, False)):
        bout = bout_of("A", "dodge S1 S2 X")
        bout.me("b")["meter"] = meter
        decisions = {"opener": "dodge", "hit_back": "S1", "pump": "S2"} if offered else {"opener": "dodge"}
        bout.turn({"opener": "A"}, decisions)
        options = next(names for who, kind, names in bout.asked if kind == "hit_back")
        assert ("S1" in options) == offered
        assert bout.life("a") == (71 if offered else 90)
        assert bout.meter("b") == 0
    with pytest.raises(AssertionError, match="not among"):
        bout_of("A", "dodge Z X").turn({"opener": "A"}, {"opener": "dodge", "hit_back": "Z", "pump": "X"})


@pytest.mark.parametrize(("b", "lost_a", "lost_b"), [("A", 0, 40), ("X", 0, 0), ("throw", 7, 0)])
def test_super_dodge(b: str, lost_a: int, lost_b: int) -> None:
    """[DODGE-8]"""
    bout = bout_of("S2 A", b)
    bout.me("a")["meter"] = 3
    bout.turn({"opener": "S2"}, {"opener": [b]})
    assert (90 - bout.life("a"), 85 - bout.life("b"), bout.meter("a")) == (lost_a, lost_b, 0)


def test_knockdown() -> None:
    """[KD-1 to 5, THROW-2]"""
    bout = bout_of("throw E", "low_block A A dodge")
    bout.turn({"opener": "throw"}, {"opener": "low_block"})
    assert (bout.me("b")["down"], bout.me("a")["down"]) == (1, 0)
    bout.give("a", "E", pile="").give("b", "A dodge", pile="")
    bout.turn({"opener": "E"}, {"opener": "A"})  # 4 is 10 and beats 8
    assert bout.life("b") == 85 - 7 - 7
    assert bout.me("b")["down"] == 0
    bout = bout_of("E A", "Y dodge", active="a")
    bout.me("b")["down"] = 1
    bout.turn({"opener": "E"}, {"opener": "Y"})
    assert bout.life("a") == 90 - 8  # 14 stays faster
    bout = bout_of("E A", "high_block dodge")
    bout.me("b")["down"] = 1
    bout.turn({"opener": "E"}, {"opener": "high_block"})
    assert bout.life("b") == 85  # KD-9


def test_both_down() -> None:
    """[KD-6] Both would be down: both stand up."""
    both = changed(game().character("grave"), A={"knockdown": True, "armor": "light"})
    jaina = changed(game().character("jaina"), B={"knockdown": True, "armor": "light"})
    bout = calm(both, jaina)
    bout.give("a", "B").give("b", "A")
    for who in "ab":
        bout.me(who)["down_next"] = 1
    bout.turn({"opener": "B"}, {"opener": "A"})
    assert bout.events("knockdown_void")
    assert (bout.me("a")["down"], bout.me("b")["down"]) == (0, 0)


def test_down_dodge_swings_wildly() -> None:
    """[KD-2, WILD-6]"""
    bout = bout_of("low_block", "dodge")
    bout.me("b")["down"] = 1
    bout.me("b")["disabled"] = 1 << 5
    bout.stack("b", "A")
    bout.turn({"opener": "low_block"}, {"opener": "dodge"})
    assert [row["card"] for row in bout.events("invalid")] == ["dodge"]
    assert [row["card"] for row in bout.events("wild_swing")] == ["A"]
    assert {"dodge", "A"} == set(bout.pile("b"))


@pytest.mark.parametrize(
    ("edge_a", "edge_b", "down_b", "opener", "against", "lost_a", "lost_b"),
    [
        (1, 0, 0, "E", "D", 0, 7),  # EDGE-1: 4 is 7 and beats 5
        (0, 0, 0, "E", "D", 6, 0),
        (1, 1, 0, "E", "D", 6, 0),  # EDGE-4
        (1, 0, 0, "A", "Z", 0, 3),  # 8 is 10
        (1, 0, 1, "E", "Y", 8, 0),  # EDGE-6: 10, not 13
        (1, 0, 1, "E", "A", 0, 7),
    ],
)
def test_edge(edge_a: int, edge_b: int, down_b: int, opener: str, against: str, lost_a: int, lost_b: int) -> None:
    bout = bout_of(opener, against)
    bout.me("a")["edge"] = edge_a
    bout.me("b")["edge"] = edge_b
    bout.me("b")["down"] = down_b
    bout.turn({"opener": [opener]}, {"opener": [against]})
    lost = 85 - bout.life("b") - (5 if against == "Y" else 0)
    assert (90 - bout.life("a"), lost) == (lost_a, lost_b)


def test_edge_for_one_who_is_down() -> None:
    """[EDGE-6] The edge of a player who is down himself is ignored."""
    bout = bout_of("E", "D")
    bout.me("a")["edge"] = 1
    bout.me("a")["down"] = 1
    bout.turn({"opener": "E"}, {"opener": "D"})
    assert bout.life("a") == 84


def test_edge_from_moves() -> None:
    """[EDGE-3, 7, 8] On hit and on block, by the last move only, for one combat."""
    grave = changed(game().character("grave"), Z={"edge_on_hit": True, "edge_on_block": True})
    bout = calm(grave, "jaina").give("a", "Z D").give("b", "high_block")
    bout.turn({"opener": "Z"}, {"opener": "high_block"})
    assert bout.me("a")["edge"] == 1
    bout.give("a", "Z D").give("b", "throw")
    bout.turn({"opener": "Z", "continue": "D"}, {"opener": "throw"})
    assert bout.me("a")["edge"] == 0
    bout.give("a", "Z").give("b", "throw")
    bout.turn({"opener": "Z"}, {"opener": "throw"})
    assert bout.me("a")["edge"] == 1


def test_unsafe() -> None:
    """[UNSAFE-1 to 5]"""
    bout = bout_of("Y", "low_block throw")
    bout.turn({"opener": "Y"}, {"opener": "low_block", "hit_back": "throw"})
    assert (bout.life("b"), bout.life("a")) == (83, 83)
    assert bout.me("a")["down"] == 1
    assert "low_block" in bout.hand("b") and len(bout.hand("b")) == 2
    # the card for the block may be used; pumps and own damage as usual
    bout = bout_of("Y", "low_block X")
    bout.stack("b", "Y")
    bout.turn({"opener": "Y"}, {"opener": "low_block", "hit_back": "Y", "pump": "X"})
    assert (bout.life("a"), bout.life("b")) == (90 - 13, 85 - 2 - 5)
    # a full hand: block (11), draw (12), hit-back (11), block back (12)
    bout = bout_of("Y", "low_block throw A A B B C C D D E E")
    bout.turn({"opener": "Y"}, {"opener": "low_block", "hit_back": "throw"})
    assert len(bout.hand("b")) == 12 and bout.pile("b") == ["throw"]
    # hit, dodged: nothing
    bout = bout_of("Y", "dodge throw A")
    bout.turn({"opener": "Y"}, {"opener": "dodge", "hit_back": "throw"})
    assert [kind for _, kind, _ in bout.asked].count("hit_back") == 1


def test_lockdown_takes_the_card_not_the_hit_back() -> None:
    """[UNSAFE-8]"""
    grave = changed(game().character("grave"), Y={"lockdown": True})
    bout = calm(grave, "jaina").give("a", "Y").give("b", "low_block throw A A B B C C")
    bout.turn({"opener": "Y"}, {"opener": "low_block", "hit_back": "throw"})
    assert len(bout.hand("b")) == 7


def test_push() -> None:
    """[THROW-3]"""
    grave = changed(game().character("grave"), A={"push": True})
    bout = calm(grave, "jaina").give("a", "A throw").give("b", "throw A")
    bout.turn({"opener": "A"}, {"opener": "throw"})
    bout.give("a", "throw").give("b", "throw")
    bout.turn({"opener": "throw"}, {"opener": "throw"})
    assert [row["reason"] for row in bout.events("invalid")][:2] == ["disabled", "disabled"]
    bout.give("a", "throw").give("b", "low_block")
    bout.turn({"opener": "throw"}, {"opener": "low_block"})
    assert bout.events("hit", "a")[-1]["move"] == "throw"


def test_wild_swings() -> None:
    """[WILD-1 to 5, METER-6]"""
    bout = bout_of("S1", "low_block").stack("a", "C")
    bout.me("a")["meter"] = 1
    bout.turn({"opener": "S1"}, {"opener": "low_block"})
    assert [row["reason"] for row in bout.events("invalid", "a")] == ["meter"]
    assert bout.events("wild_swing", "a")[0]["card"] == "C"
    assert bout.meter("a") == 1
    assert bout.events("block", "b")


def test_wild_swing_into_a_super() -> None:
    """[WILD-4]"""
    bout = bout_of("low_block", "ability").stack("b", "S1")
    bout.me("b")["meter"] = 2
    bout.turn({"opener": "low_block"}, {"opener": "ability"})
    assert bout.events("invalid", "b")[0]["reason"] == "ability"
    assert bout.events("opener", "b")[-1]["move"] == "S1"
    assert bout.meter("b") == 1


def test_empty_hand_swings_wildly() -> None:
    """[WILD-7]"""
    bout = calm(at_turn=4).give("a", "").give("b", "low_block")
    bout.stack("a", "A")
    bout.turn({}, {"opener": "low_block"})
    assert bout.events("wild_swing", "a")[0]["card"] == "A"


def test_wild_swing_from_an_empty_deck() -> None:
    """[WILD-8] As a draw; or no opener, which loses to attacks and throws."""
    bout = calm(at_turn=4).give("a", "", pile="A B").give("b", "low_block")
    bout.stack("a", "")
    bout.turn({}, {"opener": "low_block"})
    assert bout.events("reshuffle", "a")
    bout = calm(at_turn=4, rules={"wild_swing_empty": "none"}).give("a", "", pile="A B").give("b", "A")
    bout.stack("a", "")
    bout.turn({}, {"opener": "A"})
    assert bout.events("no_opener", "a") and bout.life("a") == 87


ROOK = {
    "A": {"speed": 7, "damage": 5, "armor": "medium", "height": "low"},
    "C": {"speed": 5, "damage": 6, "armor": "medium", "height": "low"},
    "D": {"speed": 4, "damage": 7, "armor": "medium", "height": "mid"},
}


def rook(**more: Any) -> Any:
    """Somebody with armored normal attacks."""
    return changed(game().character("jaina"), **(ROOK | more))


@pytest.mark.parametrize(
    ("a", "b", "b_cards", "lost_a", "lost_b"),
    [
        ("A", "C", {}, 6, 3),  # ARMOR-1
        ("D", "D", {}, 7, 6),  # ARMOR-2: medium
        ("D", "D", {"D": {"speed": 4, "damage": 7, "armor": "light"}}, 0, 6),
        ("Y", "C", {}, 0, 10),  # ARMOR-3
        ("Y", "C", {"C": {"speed": 5, "damage": 6, "armor": "heavy"}}, 6, 10),
        ("D", "C", {}, 6, 6),  # ARMOR-6: a tie of the active player
    ],
)
def test_armor(a: str, b: str, b_cards: dict, lost_a: int, lost_b: int) -> None:
    bout = calm("grave", rook(**b_cards)).give("a", a).give("b", b)
    bout.turn({"opener": [a]}, {"opener": [b]})
    assert (90 - bout.life("a"), 85 - bout.life("b")) == (lost_a, lost_b)


def test_armor_and_what_follows() -> None:
    """[ARMOR-1] The first may not combo, the armored one may; both were hit."""
    bout = calm("grave", rook()).give("a", "A B").give("b", "C D")
    bout.turn({"opener": "A"}, {"opener": "C", "continue": "D"})
    assert {who for who, kind, _ in bout.asked if kind == "continue"} == {"b"}
    assert bout.life("a") == 90 - 13
    # supers go through, and so does a move that breaks armor
    bout = calm("grave", rook(C={"armor": "heavy"})).give("a", "S1", meter=2).give("b", "C")
    bout.turn({"opener": "S1"}, {"opener": "C"})
    assert (bout.life("a"), bout.life("b")) == (90, 65)
    breaker = changed(game().character("grave"), A={"armor_break": True})
    bout = calm(breaker, rook()).give("a", "A").give("b", "C")
    bout.turn({"opener": "A"}, {"opener": "C"})
    assert bout.life("a") == 90


def test_armor_and_death() -> None:
    """[ARMOR-7]"""
    bout = calm("grave", rook()).give("a", "A").give("b", "C", life=3)
    bout.turn({"opener": "A"}, {"opener": "C"})
    assert (bout.m["winner"], bout.life("a")) == (0, 90)


@pytest.mark.parametrize(("rule", "opener", "lost_a", "lost_b"), [("any", "A", 7, 3), ("faster", "A", 7, 3)])
def test_armored_throw(rule: str, opener: str, lost_a: int, lost_b: int) -> None:
    """[ARMOR-8]"""
    thrower = changed(game().character("jaina"), throw={"armor": "light"})
    bout = calm("grave", thrower, rules={"armored_throws": rule}).give("a", opener).give("b", "throw")
    bout.turn({"opener": [opener]}, {"opener": "throw"})
    assert (90 - bout.life("a"), 85 - bout.life("b")) == (lost_a, lost_b)
    fast = changed(game().character("jaina"), throw={"armor": "light", "speed": 9})
    bout = calm("grave", fast, rules={"armored_throws": rule}).give("a", opener).give("b", "throw")
    bout.turn({"opener": [opener]}, {"opener": "throw"})
    assert 90 - bout.life("a") == (7 if rule == "any" else 0)


def test_backstep() -> None:
    """[COMBAT-10, CHAR-DEGREY-1]"""
    degrey = changed(
        game().character("jaina"), X={"kind": "strike", "speed": 2, "damage": 7, "beats_strikes_from": 8, "level": None}
    )
    for opener, lost_a, lost_b in (("A", 7, 0), ("B", 0, 4), ("Y", 7, 0)):
        bout = calm("grave", degrey).give("a", opener).give("b", "X")
        bout.turn({"opener": [opener]}, {"opener": "X"})
        assert (90 - bout.life("a"), 85 - bout.life("b")) == (lost_a, lost_b)
    bout = calm("grave", degrey).give("a", "S1", meter=2).give("b", "X")
    bout.turn({"opener": "S1"}, {"opener": "X"})
    assert bout.life("b") == 65


def test_final_authority() -> None:
    """[CHAR-ONIMARU-1] Beats every opener but its like, also moves that say they beat something."""
    onimaru = changed(game().character("grave"), S1={"beats_all": True, "speed": 1, "meter_cost": 0, "unsafe": False})
    backstep = changed(
        game().character("jaina"),
        X={"kind": "strike", "speed": 2, "damage": 7, "beats_strikes_from": 8, "level": None},
        S1={"beats_all": True, "meter_cost": 0},
    )
    for against, lost in (("X", 20), ("low_block", 20), ("dodge", 20), ("Y", 25)):
        bout = calm(onimaru, backstep).give("a", "S1").give("b", against)
        bout.turn({"opener": "S1"}, {"opener": [against]})
        assert 85 - bout.life("b") == lost
    bout = calm(onimaru, backstep).give("a", "S1").give("b", "S1")
    bout.turn({"opener": "S1"}, {"opener": "S1"})
    assert 90 - bout.life("a") == 10  # by speed


def test_lethal_first_hit_ends_the_game() -> None:
    """[SETUP-8]"""
    bout = bout_of("A B", "throw")
    bout.me("b")["life"] = 3
    bout.turn({"opener": "A"}, {"opener": "throw"})
    assert (bout.m["over"], bout.m["winner"]) == (1, 0)
    assert not [kind for _, kind, _ in bout.asked if kind == "continue"]
