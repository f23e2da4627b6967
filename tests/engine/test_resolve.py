"""Who wins combat: all 36 pairings, against a table written from the rulebook."""

from __future__ import annotations

from itertools import product

import pytest

from yomisim.cards.yomi1.tables import KIND_NAMES
from yomisim.rules.yomi1 import resolve

KINDS = {name: code for code, name in enumerate(KIND_NAMES)}
WAYS = {
    int(code): name
    for name, code in {
        "nothing": resolve.NOTHING,
        "hit": resolve.HIT,
        "stopped": resolve.STOPPED,
        "unopposed": resolve.UNOPPOSED,
        "both": resolve.BOTH,
    }.items()
}

#: The move on the left against the move on top, where all guards work: what it does, or "-".
#: hit: it lands. speed: the faster one lands. stopped: it stops the other. meets: a guard that meets no-card.
#:
#: Combat phase 2b: "Attacks beat throws and also beat other slower attacks"; "Throws beat blocks and dodges and also
#: beat other slower throws"; a block returns "if he attacks, blocks, dodges, or plays a Joker"; "Dodging an attack or
#: Joker lets you hit back"; "a Joker beats attacks and throws", "if both players play a Joker [...] both hit".
#: No-card: "Attacks, throws, and Jokers hit you; dodges allow the opponent to hit you with a single attack; and
#: blocks let the opponent draw a card".
RULEBOOK = """
           none    attack   throw   block   dodge   joker
    none   -       -        -       -       -       -
    attack hit     speed    hit     -       -       -
    throw  hit     -        speed   hit     hit     -
    block  meets   stopped  -       -       -       stopped
    dodge  meets   stopped  -       -       -       stopped
    joker  hit     hit      hit     -       -       both
"""


def table() -> dict[tuple[str, str], str]:
    lines = [line.split() for line in RULEBOOK.strip().splitlines()]
    top, rows = lines[0], lines[1:]
    return {(row[0], column): cell for row in rows for column, cell in zip(top, row[1:])}


TABLE = table()
PAIRINGS = list(product(KIND_NAMES, repeat=2))


def resolved(
    kind_0: str,
    kind_1: str,
    speed_0: int,
    speed_1: int,
    guard_0: bool = True,
    guard_1: bool = True,
    crush_0: bool = False,
    crush_1: bool = False,
):
    winner, way = resolve.resolve(KINDS[kind_0], KINDS[kind_1], speed_0, speed_1, guard_0, guard_1, crush_0, crush_1)
    return int(winner), WAYS[int(way)]


def expected(kind_0: str, kind_1: str, speed_0: int, speed_1: int) -> tuple[int, str]:
    """The rulebook's table read from both sides."""
    found = []
    for seat, mine, theirs, my_speed, their_speed in (
        (0, kind_0, kind_1, speed_0, speed_1),
        (1, kind_1, kind_0, speed_1, speed_0),
    ):
        does = TABLE[mine, theirs]
        if does == "both":
            return -1, "both"
        if does == "speed":
            # "If attack speeds are tied, both attacks hit [...] If throw speeds are tied, neither throw lands."
            if my_speed == their_speed:
                return -1, "both" if mine == "attack" else "nothing"
            does = "hit" if my_speed < their_speed else "-"
        if does != "-":
            found.append((seat, "unopposed" if does == "meets" else does))
    assert len(found) < 2, "the table contradicts itself"
    return found[0] if found else (-1, "nothing")


def test_table_has_every_pairing() -> None:
    assert set(TABLE) == set(PAIRINGS)
    assert len(PAIRINGS) == 36


@pytest.mark.parametrize(("kind_0", "kind_1"), PAIRINGS)
def test_pairing(kind_0: str, kind_1: str) -> None:
    for speed_0, speed_1 in ((0, 0), (0, 1), (1, 0), (24, 24), (106, 4), (4, 106)):
        assert resolved(kind_0, kind_1, speed_0, speed_1) == expected(kind_0, kind_1, speed_0, speed_1)


@pytest.mark.parametrize("other", KIND_NAMES)
def test_a_dodge_of_a_player_who_is_down_does_nothing(other: str) -> None:
    """Knockdowns: "if he tries, the dodge does nothing and he discards it": whatever can land lands."""
    lands = other in ("attack", "throw", "joker")
    wanted = (1, "hit") if lands else (-1, "nothing")
    assert resolved("dodge", other, 0, 0, guard_0=False) == wanted
    assert resolved(other, "dodge", 0, 0, guard_1=False) == ((0, "hit") if lands else (-1, "nothing"))


def test_a_block_of_the_wrong_parity_is_hit() -> None:
    assert resolved("block", "attack", 0, 0, guard_0=False) == (1, "hit")
    assert resolved("attack", "block", 0, 0, guard_1=False) == (0, "hit")


@pytest.mark.parametrize(("kind_0", "kind_1"), PAIRINGS)
def test_seats_are_alike(kind_0: str, kind_1: str) -> None:
    for speed_0, speed_1, guard_0, guard_1 in product((0, 5), (0, 5), (True, False), (True, False)):
        winner, way = resolved(kind_0, kind_1, speed_0, speed_1, guard_0, guard_1)
        mirrored, same = resolved(kind_1, kind_0, speed_1, speed_0, guard_1, guard_0)
        assert same == way
        assert mirrored == (winner if winner < 0 else 1 - winner)


@pytest.mark.parametrize(("kind_0", "kind_1"), PAIRINGS)
def test_a_throw_that_beats_attacks(kind_0: str, kind_1: str) -> None:
    """It turns attack against throw round and nothing else."""
    for speed_0, speed_1 in ((0, 0), (0, 5), (5, 0)):
        plain = resolved(kind_0, kind_1, speed_0, speed_1)
        mine = resolved(kind_0, kind_1, speed_0, speed_1, crush_0=(kind_0, kind_1) == ("throw", "attack"))
        theirs = resolved(kind_0, kind_1, speed_0, speed_1, crush_1=(kind_0, kind_1) == ("attack", "throw"))
        assert mine == ((0, "hit") if (kind_0, kind_1) == ("throw", "attack") else plain)
        assert theirs == ((1, "hit") if (kind_0, kind_1) == ("attack", "throw") else plain)
