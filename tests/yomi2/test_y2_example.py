"""The first rulebook's example of play, turn by turn [EXA-1 to 11]; hands as far as the text tells them."""

from __future__ import annotations

from bout import Bout


def test_first_example() -> None:
    alice = "B B throw throw throw A C low_block"
    bout = (
        Bout(gem="green")
        .give("a", alice, pile="S1 S2")
        .give("b", "low_block high_block throw C C S2 A burst", pile="S1 S2")
    )

    def counts(who: str) -> tuple[int, int, int]:
        return len(bout.hand(who)), bout.deck(who), len(bout.pile(who))

    bout.turn({"main": ["power_up B S1", "exchange throw B"], "opener": "A"}, {"opener": "low_block"})
    assert counts("a") == (7, 23, 4) and sorted(bout.pile("a")) == ["A", "B", "S2", "throw"]
    assert counts("b") == (9, 23, 2)
    assert (bout.life("a"), bout.life("b"), bout.meter("a")) == (90, 85, 1)

    bout.turn({"opener": "low_block"}, {"main": ["power_up C S1", "exchange high_block C"], "opener": "throw"})
    assert bout.meter("b") == 1 and sorted(bout.pile("b")) == ["C", "S2", "high_block", "throw"]
    assert (bout.life("a"), bout.me("a")["down"]) == (83, 1)
    assert counts("a") == (6, 23, 5) and counts("b") == (9, 21, 4)
    assert bout.life("b") == 85  # only one block in the pile: her innate does nothing

    # Alice's hand is told as far as it matters: dodge, a pair of Z, Wind Summon, Y
    held = bout.pile("a")
    bout.give("a", "dodge Z Z ability Y S1", pile=" ".join(held))
    bout.me("a")["life"], bout.me("a")["down"], bout.me("a")["disabled"] = 83, 1, 1 << 5
    pile = bout.pile("b")
    bout.give("b", "dodge S1 S2 low_block A A B D E", pile=" ".join(pile))
    bout.turn(
        {"main": ["exchange dodge A", "power_up Z", "ability"], "opener": "Y"},
        {"opener": "dodge", "hit_back": "S1", "pump": "S2"},
    )
    assert (bout.life("a"), bout.meter("a"), bout.me("a")["down"]) == (64, 3, 0)
    assert (bout.life("b"), bout.meter("b"), len(bout.hand("b"))) == (85, 0, 6)
    assert len(bout.hand("a")) == 4 and bout.names("a", bout.me("a")["in_play"]) == ["ability"]
    assert len(bout.pile("a")) == 8 and len(bout.pile("b")) == 7
    assert not [kind for _, kind, _ in bout.asked if kind == "continue"]
