"""Combos, meter and pumps; names in brackets are checklist entries."""

from __future__ import annotations

from typing import Any

import pytest
from bout import Bout, calm


def combo(hand: str, opener: str, follow: str = "", pump: str = "", who: str = "grave", **fields: Any) -> Bout:
    """`who` opens against a throw or a wrong block that loses to it and goes on."""
    bout = calm(who).give("a", hand, **fields)
    bout.give("b", "low_block" if opener == "throw" else "throw")
    decisions: dict[str, Any] = {"opener": [opener]}
    if follow:
        decisions["continue"] = follow
    if pump:
        decisions["pump"] = pump
    bout.turn(decisions, {"opener": "low_block" if opener == "throw" else "throw"})
    return bout


@pytest.mark.parametrize(
    ("hand", "opener", "follow", "pump", "meter", "damage", "left"),
    [
        ("A B C", "A", "B C", "", 0, 12, 2),  # COMBO-1, METER-2
        ("A B C D", "A", "B C D", "", 0, 18, 3),  # COMBO-2
        ("throw D E", "throw", "D E", "", 0, 20, 1),  # COMBO-3
        ("throw C D", "throw", "C D", "", 0, 18, 1),  # THROW-1
        ("A X", "A", "X", "", 0, 11, 0),  # COMBO-4
        ("B Z C", "B", "Z C", "", 0, 16, 0),  # COMBO-5, METER-4
        ("Z E X", "Z", "E X", "", 0, 22, 0),
        ("A Y", "A", "Y", "", 0, 13, 0),  # COMBO-8
        ("A S1", "A", "S1", "", 2, 23, 0),  # COMBO-9
        ("A B", "A", "", "", 0, 3, 0),  # COMBO-11
        ("Z Z", "Z", "", "Z", 0, 15, 0),  # PUMP-1
        ("Z Z C X", "Z", "C X", "Z", 0, 28, 0),  # PUMP-2
        ("A B C X", "A", "B C X", "", 0, 20, 2),  # the bot sheet's longest combo
    ],
)
def test_combos_of_grave(hand: str, opener: str, follow: str, pump: str, meter: int, damage: int, left: int) -> None:
    bout = combo(hand, opener, follow, pump, meter=meter)
    assert 85 - bout.life("b") == damage
    assert bout.meter("a") == left
    assert bout.events("combo_end")[-1]["damage"] == damage


@pytest.mark.parametrize(
    ("hand", "opener", "follow"),
    [
        ("A C", "A", "C"),  # COMBO-1
        ("A B C D E", "A", "B C D E"),  # COMBO-2
        ("A X B", "A", "X B"),  # COMBO-4
        ("A throw", "A", "throw"),  # COMBO-6
        ("throw Y", "throw", "Y"),  # COMBO-8
        ("A S1", "A", "S1"),  # COMBO-9 without meter
    ],
)
def test_illegal_combos_of_grave(hand: str, opener: str, follow: str) -> None:
    with pytest.raises(AssertionError, match="not among"):
        combo(hand, opener, follow)


def test_cannot_combo() -> None:
    """[COMBO-7]"""
    with pytest.raises(AssertionError, match="not among"):
        combo("A S1", "A", "S1", who="jaina", meter=1)


def test_meter_of_a_chain_pays_at_once() -> None:
    """[METER-3, COMBO-10, CHAR-GRAVE-2] Under Wind Summon supers cost two points."""
    bout = calm().give("a", "A B S1 ability", meter=1).give("b", "throw")
    bout.turn({"main": ["ability"], "opener": "A", "continue": "B S1"}, {"opener": "throw"})
    assert (85 - bout.life("b"), bout.meter("a")) == (27, 0)
    bout = calm().give("a", "throw S1 ability", meter=2).give("b", "low_block")
    bout.turn({"main": ["ability"], "opener": "throw", "continue": "S1"}, {"opener": "low_block"})
    assert 85 - bout.life("b") == 27


def test_pumps_of_jaina() -> None:
    """[PUMP-1, 3]"""
    for pump, damage in (("", 10), ("S2", 19), ("S1 S2", 28)):
        bout = combo("S1 S1 S2 X", "S1", "", pump, who="jaina", meter=1)
        assert 85 - bout.life("b") == damage
        assert bout.meter("a") == 0
    bout = combo("Y A", "Y", "", "A", who="jaina")
    assert (85 - bout.life("b"), 85 - bout.life("a")) == (13, 5)


def test_blocked_moves_earn_nothing() -> None:
    """[BLOCK-7, PUMP-4, METER-7]"""
    for opener, block, hand in (("Z", "high_block", "Z Z"), ("A", "low_block", "A B C")):
        bout = calm().give("a", hand).give("b", block)
        bout.turn({"opener": [opener]}, {"opener": [block]})
        assert not [kind for _, kind, _ in bout.asked if kind in ("pump", "continue")]
        assert bout.meter("a") == 0


def test_super_is_paid_under_a_block() -> None:
    """[METER-5, CHAR-GRAVE-3]"""
    bout = calm().give("a", "S1", meter=2).give("b", "low_block throw")
    bout.turn({"opener": "S1"}, {"opener": "low_block", "hit_back": "throw"})
    assert (bout.meter("a"), bout.life("b"), bout.life("a")) == (0, 84, 83)


def test_only_the_last_move_knocks_down() -> None:
    """[KD-1, PUMP-5]"""
    bout = combo("throw C", "throw", "C")
    assert bout.me("b")["down"] == 0
    assert combo("throw C", "throw").me("b")["down"] == 1


def test_projectile_as_follow_up_does_not_return() -> None:
    """[PROJ-6]"""
    bout = combo("A X", "A", "X")
    assert "X" in bout.pile("a") and "X" not in bout.hand("a")


def test_heights_of_follow_ups_do_not_matter() -> None:
    """[HEIGHT-5]"""
    bout = calm().give("a", "A B C D").give("b", "high_block")
    bout.turn({"opener": "A", "continue": "B C D"}, {"opener": "high_block"})
    assert 85 - bout.life("b") == 18
