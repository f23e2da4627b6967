"""Policies by name: the right ones have a code each, wrong ones are refused with the nearest right one."""

from __future__ import annotations

from itertools import permutations

import kit
import pytest

from yomisim.batch.plan import duel
from yomisim.errors import BadInput
from yomisim.estimate.ladder import RESTRICTIONS as PROBES
from yomisim.estimate.ladder import check_policies
from yomisim.policies import codes
from yomisim.replay import replay_game

RODS = ("equilibrium-likeliest", "reply-to-equilibrium", "reply-to-equilibrium-likeliest", "reply-to-greedy")
BASES = (*codes.POLICY_NAMES, *RODS)


def refused(name: str) -> str:
    with pytest.raises(BadInput) as caught:
        codes.policy_code(name)
    assert caught.value.field == "policy"
    return caught.value.message


def test_every_name_has_a_code_of_its_own() -> None:
    names = [*BASES, *(f"{base}-{restriction}" for base in BASES for restriction in codes.RESTRICTIONS)]
    found = {name: codes.policy_code(name) for name in names}
    assert len(set(found.values())) == len(names)
    assert codes.SCRIPT not in found.values()
    for base in BASES:
        for place, restriction in enumerate(codes.RESTRICTIONS):
            code = found[f"{base}-{restriction}"]
            assert code & int(codes.POLICY_MASK) == found[base]
            assert code >> int(codes.RESTRICTED) == 1 << place
    assert all(codes.is_policy(name) for name in names)


def test_the_ladder_and_the_engine_know_the_same_restrictions() -> None:
    assert tuple(PROBES) == codes.RESTRICTIONS


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("equilibrum", "equilibrium"),
        ("Equilibrium", "equilibrium"),
        ("gredy", "greedy"),
        ("ramdom", "random"),
        ("equilibrium-noblock", "equilibrium-no-block"),
        ("equilibrium-no-throws", "equilibrium-no-throw"),
        ("equilibrum-no-joker", "equilibrium-no-joker"),
        ("equilibrium-likelyest", "equilibrium-likeliest"),
        ("reply-to-equilibrum", "reply-to-equilibrium"),
        ("reply-greedy", "reply-to-greedy"),
    ],
)
def test_a_misspelt_name_gets_the_nearest_right_one(wrong: str, right: str) -> None:
    message = refused(wrong)
    assert message.startswith(f"unknown policy {wrong!r}; did you mean {right!r}?")
    assert "known: random, greedy, equilibrium" in message
    assert not codes.is_policy(wrong)


@pytest.mark.parametrize("wrong", ["", "script", "-no-block", "no-block", "xyz"])
def test_a_name_that_is_none(wrong: str) -> None:
    assert refused(wrong).startswith(f"unknown policy {wrong!r}; ")


def test_no_name_at_all() -> None:
    for wrong in (None, 3, ["greedy"]):
        assert "needs the name of a known policy" in refused(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("base", BASES)
def test_two_restrictions_are_refused(base: str) -> None:
    for one, two in permutations(codes.RESTRICTIONS, 2):
        message = refused(f"{base}-{one}-{two}")
        assert "forbids more than one thing; name one" in message
        assert repr(f"{base}-{one}") in message and repr(f"{base}-{two}") in message
    assert "more than one" in refused(f"{base}-no-block-no-block")


def test_everybody_who_takes_a_name_refuses_it_alike() -> None:
    game, wrong = kit.game(), "equilibrium-no-blocks"
    for ask in (
        lambda: duel(game, "grave", "rook", games=1, policy=wrong),
        lambda: duel(game, "grave", "rook", games=1, policy="greedy", policy2=wrong),
        lambda: replay_game(game, "grave", "rook", seed=1, number=0, policy=wrong),
        lambda: check_policies(["greedy", wrong]),
    ):
        with pytest.raises(BadInput, match="did you mean 'equilibrium-no-block'"):
            ask()


def test_who_needs_the_unit_of_equilibrium() -> None:
    for base in BASES:
        for name in (base, *(f"{base}-{restriction}" for restriction in codes.RESTRICTIONS)):
            assert codes.thinks(codes.policy_code(name)) == (base not in ("random", "greedy"))
