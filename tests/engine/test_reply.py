"""Measuring rods: the control that never mixes, and players who know the other's policy but not his cards."""

from __future__ import annotations

from collections import Counter

import asking
import kit
import numpy as np
import pytest
import thinking

from yomisim.play.yomi1 import play_games
from yomisim.play.yomi1.game import TALLY
from yomisim.policies import codes
from yomisim.rules.yomi1.plans import ROWS

#: Decisions that `equilibrium` mixes.
MIXED = ("opener", "face_down", "continue", "hit_back", "pump")
REPLIES = ("reply-to-equilibrium", "reply-to-equilibrium-likeliest", "reply-to-greedy")


def answers(policy: str, dice: bool = True, lucks: int = 8) -> Counter[tuple[str, int]]:
    """How often a decision of each kind has so many different answers when nothing but luck is different."""
    found: Counter[tuple[str, int]] = Counter()
    chance = np.random.default_rng(6)
    for t, match in list(thinking.states("second", "jaina", "setsuki", 5))[::4]:
        match["policy"] = codes.policy_code(policy)
        for kind, name in enumerate(codes.KINDS):
            if name not in MIXED:
                continue
            ready = match.copy()
            h = np.uint64(chance.integers(0, 2**63))
            options = np.uint64(asking.prepare(t, ready[0], np.int64(0), np.int64(kind), h))
            if int(options).bit_count() < 2:
                continue
            seen = set()
            for luck in range(lucks):
                copy = ready.copy()
                copy["luck"]["key"] = luck
                if dice:
                    copy["own"]["dice"] = luck
                copy["plan"]["turn"] = -1
                seen.add(int(asking.ask(t, copy[0], np.int64(0), np.int64(kind), options)))
            found[name, len(seen)] += 1
    return found


def test_likeliest_plays_the_same_with_a_hand_each_time() -> None:
    """The control is determined by its hand and what is public, in every decision that the policy mixes."""
    found = answers("equilibrium-likeliest")
    assert {name for name, _ in found} == set(MIXED)
    assert {different for _, different in found} == {1}
    mixing = answers("equilibrium")
    for name in ("opener", "face_down", "continue"):
        assert any(kind == name and different > 1 for kind, different in mixing), name


@pytest.mark.parametrize("policy", REPLIES)
def test_a_reply_does_not_know_the_dice(policy: str) -> None:
    """What only the dice of the other (and its own) decide does not change its answer."""
    found = answers(policy, lucks=3)
    assert {name for name, _ in found} == set(MIXED)
    assert {different for _, different in found} == {1}


def test_a_reply_knows_with_what_each_hand_of_the_control_opens() -> None:
    compared = 0
    way = np.int64(codes.policy_code("reply-to-equilibrium-likeliest"))
    for t, match in list(thinking.states("first", "grave", "valerie", 4))[1::3]:
        match["policy"] = codes.policy_code("equilibrium-likeliest")
        public = match[0]["public"]
        plan = thinking.new_plan()[0]
        thinking.solve(t, public, plan, np.uint64(public["key"][0]))
        for seat in (0, 1):
            options = np.uint64(asking.prepare(t, match[0], np.int64(seat), np.int64(codes.OPENER), np.uint64(1)))
            if int(options).bit_count() < 3:
                continue
            row = np.zeros(1, ROWS)[0]
            hand = np.uint64(match[0]["own"][seat]["hand"])
            thinking.expect(t, public, plan, np.int64(seat), hand, way, row)
            match["plan"]["turn"] = -1
            side = int(asking.ask(t, match[0], np.int64(seat), np.int64(codes.OPENER), options))
            assert sorted(row["reply"])[-2:] == [0.0, 1.0]
            assert int(row["side"][int(row["reply"].argmax())]) == side
            compared += 1
    assert compared > 20


def won(policy: str, other: str, games: int = 12) -> float:
    """Win rate over some mirrors, both seats on the same luck."""
    tally = np.zeros(1, TALLY)
    for who in kit.characters():
        play_games(
            kit.tables("second", who, who), kit.codes((policy, other)), 3, kit.key(who, who), 0, games, True, tally
        )
    return float(tally["wins"][0, 0] + tally["draws"][0] / 2) / float(tally["games"][0])


@pytest.mark.parametrize(
    ("target", "least", "most"), [("greedy", 0.7, 1.0), ("equilibrium-likeliest", 0.7, 1.0), ("equilibrium", 0.4, 0.65)]
)
def test_replies_beat_the_controls_and_not_equilibrium(target: str, least: float, most: float) -> None:
    """A few hundred games: far from what the pipeline measures, near enough to notice a policy that can be read."""
    assert least < won(f"reply-to-{target}", target) < most
