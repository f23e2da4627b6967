"""Who wins combat: a pure function of two locked moves. Nothing is changed here, the outcome is applied elsewhere."""

from __future__ import annotations

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi1.tables import KIND_ATTACK, KIND_BLOCK, KIND_DODGE, KIND_JOKER, KIND_NONE, KIND_THROW
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.records import NOBODY, SEAT_0, SEAT_1

#: How combat was decided: NOTHING no one beats anyone; HIT the winner's attack, throw or Joker lands; STOPPED the
#: winner's block or dodge stops an attack or Joker; UNOPPOSED a block or dodge meets no-card; BOTH both land (attacks
#: of equal speed, two Jokers).
NOTHING, HIT, STOPPED, UNOPPOSED, BOTH = numbered(5)


@leaf
def _against(mine, theirs, my_speed, their_speed, my_guard, their_guard, my_crush, their_crush):
    """What my move does to theirs (see `resolve`), looked at from my side only."""
    result = NOTHING
    if mine == KIND_ATTACK:
        if theirs == KIND_THROW:
            if not their_crush:
                result = HIT
        elif theirs == KIND_NONE:
            result = HIT
        elif theirs == KIND_ATTACK:
            if my_speed < their_speed:
                result = HIT
            elif my_speed == their_speed:
                result = BOTH
        elif (theirs == KIND_BLOCK or theirs == KIND_DODGE) and not their_guard:
            result = HIT
    elif mine == KIND_THROW:
        if theirs == KIND_THROW:
            if my_speed < their_speed:
                result = HIT
        elif theirs == KIND_ATTACK:
            if my_crush:
                result = HIT
        elif theirs == KIND_BLOCK or theirs == KIND_DODGE or theirs == KIND_NONE:
            result = HIT
    elif mine == KIND_BLOCK or mine == KIND_DODGE:
        if theirs == KIND_ATTACK or theirs == KIND_JOKER:
            if my_guard:
                result = STOPPED
        elif theirs == KIND_NONE:
            if my_guard:
                result = UNOPPOSED
    elif mine == KIND_JOKER:
        if theirs == KIND_ATTACK or theirs == KIND_THROW or theirs == KIND_NONE:
            result = HIT
        elif theirs == KIND_JOKER:
            result = BOTH
        elif (theirs == KIND_BLOCK or theirs == KIND_DODGE) and not their_guard:
            result = HIT
    return result


@compiled
def resolve(kind_0, kind_1, speed_0, speed_1, guard_0, guard_1, crush_0, crush_1):
    """Decide combat.

    Parameters
    ----------
    kind_0, kind_1 : KIND_... of the locked moves, KIND_NONE for no-card.
    speed_0, speed_1 : tenths, lower is faster; only compared between two attacks or two throws.
    guard_0, guard_1 : whether this seat's block or dodge works against the other move (a dodge of a player who is
        knocked down does not; his block may not).
    crush_0, crush_1 : whether this seat's throw beats the other's attack.

    Returns
    -------
    (winner, way) : seat 0 or 1, or NOBODY; and NOTHING, HIT, STOPPED, UNOPPOSED or BOTH.

    Rulebook, combat phase: attacks beat throws and slower attacks, throws beat blocks, dodges and slower throws,
    blocks and dodges beat attacks and Jokers, Jokers beat attacks and throws; no-card loses to everything.
    """
    way_0 = _against(kind_0, kind_1, speed_0, speed_1, guard_0, guard_1, crush_0, crush_1)
    if way_0 == BOTH:
        return NOBODY, BOTH
    if way_0 != NOTHING:
        return SEAT_0, way_0
    way_1 = _against(kind_1, kind_0, speed_1, speed_0, guard_1, guard_0, crush_1, crush_0)
    if way_1 != NOTHING:
        return SEAT_1, way_1
    return NOBODY, NOTHING
