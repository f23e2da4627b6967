"""Set-up, draw, main phase, hand limit and time over; names in brackets are entries of the rules checklist."""

from __future__ import annotations

import pytest
from bout import Bout


def test_setup() -> None:
    """[SETUP-1 to 4] Without a gem the burst is missing from the opening hand."""
    bout = Bout()
    for who, life in (("a", 90), ("b", 85)):
        assert (bout.life(who), bout.meter(who)) == (life, 0)
        assert bout.pile(who) == ["S1", "S2"]
        assert len(bout.hand(who)) == 7
        assert bout.deck(who) == 21
        assert {"low_block", "high_block", "throw"} <= set(bout.hand(who))


def test_draws() -> None:
    """[TURN-1 to 4] One card in the very first turn, two later, only for the player whose turn it is."""
    bout = Bout()
    for who in "ab":
        bout.give(who, "A B C D E throw dodge low_block")
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert (len(bout.hand("a")), len(bout.hand("b"))) == (9, 8)
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert (len(bout.hand("a")), len(bout.hand("b"))) == (9, 10)
    assert [row["seat"] for row in bout.events("turn")] == ["a", "b"]


def test_exchange() -> None:
    """[MAIN-1 to 4, 15] Signed cards only; Grave twice; another copy of the same name may be taken."""
    bout = Bout().give("a", "throw dodge A X low_block", pile="B X S1 B A")
    bout.turn({"main": ["exchange throw B", "exchange dodge A"], "opener": "low_block"}, {"opener": "low_block"})
    gives = [names for _, kind, names in bout.asked if kind == "exchange_give"]
    takes = [names for _, kind, names in bout.asked if kind == "exchange_take"]
    assert all("X" not in names for names in gives + takes)
    assert all("S1" not in names for names in takes)
    assert {"A", "B"} <= set(bout.hand("a"))
    mains = [names for who, kind, names in bout.asked if kind == "main"]
    assert ["exchange" in names for names in mains] == [True, True, False]


def test_no_exchange_without_a_signed_card_in_the_pile() -> None:
    """[MAIN-3]"""
    bout = Bout().give("a", "throw dodge A low_block", pile="X S1")
    bout.turn({"opener": "low_block"}, {"opener": "low_block"})
    assert all("exchange" not in names for _, kind, names in bout.asked if kind == "main")


def test_same_name_switch() -> None:
    """[MAIN-15] By a switch another copy of the same name may not be taken."""
    for allowed in (True, False):
        bout = Bout(rules={"exchange_same_name": allowed}).give("a", "throw throw X", pile="throw").stack("a", "S1 S2")
        bout.turn({"opener": "X"}, {"opener": "low_block"})
        mains = [names for _, kind, names in bout.asked if kind == "main"]
        assert ("exchange" in mains[0]) == allowed


@pytest.mark.parametrize(("fetch", "meter", "hand"), [("S1", 1, 8), ("", 2, 7)])
def test_power_up(fetch: str, meter: int, hand: int) -> None:
    """[MAIN-6 to 8]"""
    bout = Bout(at_turn=1).give("a", "B B A C throw throw low_block high_block", pile="S1")
    bout.turn({"main": [f"power_up B {fetch}"], "opener": "low_block"}, {"opener": "low_block"})
    assert bout.meter("a") == meter
    assert len(bout.hand("a")) == hand
    assert bout.pile("a") == (["B", "B"] if fetch else ["B", "B", "S1"])


def test_power_up_with_supers() -> None:
    """[MAIN-9, 10, 11] A pair of supers may be paid and one of them taken back; blocks are no pair."""
    bout = Bout().give("a", "S1 S1 low_block high_block")
    bout.turn({"main": ["power_up S1 S1"], "opener": "low_block"}, {"opener": "low_block"})
    assert [names for _, kind, names in bout.asked if kind == "pair"] == [{"S1"}]
    assert (bout.meter("a"), bout.pile("a")) == (1, ["S1"])
    bout = Bout().give("a", "B B low_block")
    bout.turn({"main": ["power_up B"], "opener": "low_block"}, {"opener": "low_block"})
    assert [names for _, kind, names in bout.asked if kind == "fetch"] == [{"pass"}]


def test_any_order_each_once() -> None:
    """[MAIN-5, 13]"""
    bout = Bout("jaina", "grave").give("a", "B B A throw ability ability low_block", pile="S1 S2")
    bout.turn({"main": ["power_up B", "exchange throw B", "ability"], "opener": "low_block"}, {"opener": "low_block"})
    mains = [names for who, kind, names in bout.asked if kind == "main"]
    assert mains[-1] == {"pass"}
    assert bout.me("a")["in_play"] != 0
    assert "ability" in bout.hand("a")


def test_meter_limit() -> None:
    """[METER-1]"""
    bout = Bout().give("a", "B B low_block", meter=2)
    bout.turn({"main": ["power_up B"], "opener": "low_block"}, {"opener": "low_block"})
    assert bout.meter("a") == 3


def test_hand_limit() -> None:
    """[HAND-1, 3] Cards that would be one more go to the pile as they come."""
    bout = Bout(at_turn=3).give("a", "A A B B C C D D E E throw", pile="")
    rows = bout.turn({"opener": "A"}, {"opener": "low_block"})
    assert [row["event"] for row in rows if row["event"] in ("draw", "overflow") and row["seat"] == "a"] == [
        "draw",
        "overflow",
    ]
    bout = Bout(at_turn=3).give("a", "A A B B C C D D E E throw throw", pile="")
    rows = bout.turn({"opener": "A"}, {"opener": "low_block"})
    assert [row["event"] for row in rows if row["seat"] == "a"].count("overflow") == 2


def test_block_comes_back_to_a_full_hand() -> None:
    """[BLOCK-6, HAND-2]"""
    bout = Bout().give("b", "A A B B C C D D E E throw low_block", pile="")
    bout.give("a", "A B")
    bout.turn({"opener": "A"}, {"opener": "low_block"})
    assert len(bout.hand("b")) == 12
    assert bout.pile("b") == ["low_block"]


def test_reshuffle_and_time_over() -> None:
    """[TIME-1, 2, 5] Blocks and one of each super stay in the pile; the second time more life wins."""
    bout = Bout(at_turn=3).give("a", "A throw", pile="low_block high_block S1 S1 S2 B B C C D D E E X X Y Y Z Z A")
    bout.stack("a", "")
    rows = bout.turn({"opener": "throw"}, {"opener": "low_block"})
    shuffled = next(row for row in rows if row["event"] == "reshuffle")
    assert shuffled["cards"] == 16
    assert set(bout.pile("a")) >= {"low_block", "high_block", "S1", "S2"}
    assert bout.me("a")["reshuffles"] == 1
    bout.give("a", "A throw", pile="B B", life=40, reshuffles=1).stack("a", "")
    bout.give("b", "A throw", life=38)
    bout.turn({"opener": "A"}, {"opener": "throw"})
    bout.give("a", "A throw", pile="B B", life=40).stack("a", "")
    bout.give("b", "A throw", life=38)
    bout.turn({}, {})
    assert (bout.m["over"], bout.m["winner"]) == (1, 0)
    assert bout.events("game_over")[-1]["ending"] == 2


def test_time_over_tie() -> None:
    """[TIME-4]"""
    for rule, winner in (("draw", -1), ("not_causer", 1)):
        bout = Bout(at_turn=3, rules={"time_over_tie": rule}).give("a", "A", life=40, reshuffles=1).stack("a", "")
        bout.give("b", "A", life=40)
        bout.turn()
        assert (bout.m["over"], bout.m["winner"]) == (1, winner)


def test_pair_for_meter_with_full_pile() -> None:
    """[MAIN-9] Both supers in hand: only meter."""
    bout = Bout().give("a", "B B S1 S2 low_block", pile="C")
    bout.turn({"main": ["power_up B"], "opener": "low_block"}, {"opener": "low_block"})
    assert bout.meter("a") == 2
