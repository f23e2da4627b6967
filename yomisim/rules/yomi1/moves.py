"""Which options a player has, as sets of sides or cards (PASS_BIT is "none")."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import MAX_ACES
from yomisim.kernel.bits import PASS_BIT
from yomisim.kernel.jit import leaf
from yomisim.rules.yomi1.queries import aces_in, followers, may_be_pumped, usable_sides
from yomisim.rules.yomi1.zones import distinct, sides_of

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_EVEN_BITS = np.uint64(0x5555555555555555)
_LOW_PAIRS = np.uint64(0x3333333333333333)
_LOW_BITS = np.uint64(0x1111111111111111)


@leaf
def openers(char, me, hand):
    """Sides that may be the combat card (mandatory Aces must be in hand), and no-card."""
    payable = char["payable"][min(aces_in(hand), MAX_ACES)]
    return (sides_of(hand) & usable_sides(char, me) & payable) | PASS_BIT


@leaf
def continuations(char, me, hand):
    """Sides that may follow the last move of the combo, and stopping."""
    allowed = followers(char, me, me["last_side"]) & char["affordable"][me["points_left"]]
    payable = char["payable"][min(aces_in(hand), MAX_ACES)]
    return (sides_of(hand) & usable_sides(char, me) & allowed & payable) | PASS_BIT


@leaf
def hit_backs(char, me, hand, throws_too):
    """Attacks (and throws) that may be played after a dodge, and none."""
    moves = char["attacks"] | char["throws"] if throws_too else char["attacks"]
    payable = char["payable"][min(aces_in(hand), MAX_ACES)]
    return (sides_of(hand) & usable_sides(char, me) & moves & payable) | PASS_BIT


@leaf
def throws_after_block(char, me, hand):
    """Throws that may be played after the own attack was blocked, and none."""
    payable = char["payable"][min(aces_in(hand), MAX_ACES)]
    return (sides_of(hand) & usable_sides(char, me) & char["throws"] & payable) | PASS_BIT


@leaf
def pumps(char, me, hand):
    """Cards that may be discarded to pump the last move once more, and none."""
    side = me["last_side"]
    if may_be_pumped(char, me, side) and me["pumps"] < char["pump_max"][side]:
        return distinct(char, hand & char["pump_cards"][side]) | PASS_BIT
    return PASS_BIT


@leaf
def face_downs(char, hand):
    """Cards that may be put face down (a Joker, or anything as a bluff), and none."""
    return distinct(char, hand) | PASS_BIT


@leaf
def power_ups(hand):
    """Sets that may be paid in the power up phase: bit ``4 * rank + n - 2`` for n cards of a rank, and none."""
    # number of cards of each rank, in the four bits of the rank
    n = hand - ((hand >> _ONE) & _EVEN_BITS)
    n = (n & _LOW_PAIRS) + ((n >> _TWO) & _LOW_PAIRS)
    four = n >> _TWO
    pair = ((n >> _ONE) | four) & _LOW_BITS
    three = (((n >> _ONE) & n) | four) & _LOW_BITS
    return pair | (three << _ONE) | ((four & _LOW_BITS) << _TWO) | PASS_BIT
