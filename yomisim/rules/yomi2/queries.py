"""One function for each question that the rules ask about a move: what the record says plus this turn's modifiers.

`char` is a CHARACTER record (the variant that counts), `me` the FIGHTER record of the same seat.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import (
    ARMORED_THROWS,
    KIND_PROJECTILE,
    KIND_STRIKE,
    KIND_THROW,
    SORT_NORMAL_STRIKE,
    SORT_SPECIAL_STRIKE,
)
from yomisim.kernel.bits import U0, has
from yomisim.kernel.jit import leaf
from yomisim.rules.yomi2.state import HASTE_EDGE, HASTE_FLOOR, HASTE_NONE, NO_MOVE

_FASTER_ONLY = np.int64(ARMORED_THROWS.index("faster"))
_BACKSTEPPED = SORT_NORMAL_STRIKE | SORT_SPECIAL_STRIKE


@leaf
def is_attack(kind):
    """Whether a kind of move is a strike or a projectile."""
    return kind == KIND_STRIKE or kind == KIND_PROJECTILE


@leaf
def lands(kind):
    """Whether a kind of move deals damage by winning combat."""
    return kind == KIND_STRIKE or kind == KIND_PROJECTILE or kind == KIND_THROW


@leaf
def haste_of(me, other):
    """What the speeds of `me` get in this combat (HASTE_...): knockdown before edge, and nothing where both have it."""
    if other["down"] != 0:
        return HASTE_FLOOR
    if me["edge"] != 0 and other["edge"] == 0 and me["down"] == 0:
        return HASTE_EDGE
    return HASTE_NONE


@leaf
def speed_under(rules, char, me, move, haste):
    """Speed of an attack or throw with this haste (HASTE_...); higher is faster."""
    speed = char["speed"][move] + me["speed_bonus"]
    if haste == HASTE_FLOOR:
        speed = max(speed, rules["floor_speed"])
    elif haste == HASTE_EDGE and speed < rules["edge_cap"]:
        speed = min(speed + rules["edge_bonus"], rules["edge_cap"])
    return speed


@leaf
def speed_of(rules, char, me, move):
    """Speed of an attack or throw in this combat."""
    return speed_under(rules, char, me, move, me["haste"])


@leaf
def damage_of(char, me, move):
    """Damage of the move itself, without pumps; some depend on the meter before it was paid."""
    damage = char["damage"][move]
    if has(char["by_meter"], move):
        damage = char["meter_damage"][move, me["grade"]]
    return damage + me["normal_bonus"] if has(char["normals"], move) else damage


@leaf
def cost_of(char, me, move):
    """Meter that the move takes when it is played."""
    return me["meter"] if has(char["spends_all"], move) and char["meter_cost"][move] > 0 else char["meter_cost"][move]


@leaf
def valid_openers(char, me):
    """Moves that may open now: meter for supers, kinds that are not disabled, no abilities."""
    moves = char["openers"] & char["payable"][me["meter"]]
    disabled = me["disabled"]
    if disabled != 0:
        moves &= ~_of_kinds(char, disabled)
    return moves


@leaf
def _of_kinds(char, kinds):
    """The moves of the kinds in the bits 1 << KIND of `kinds`."""
    moves = U0
    if kinds & 0b000010 != 0:
        moves |= char["strikes"]
    if kinds & 0b000100 != 0:
        moves |= char["attacks"] & ~char["strikes"]
    if kinds & 0b001000 != 0:
        moves |= char["throws"]
    if kinds & 0b010000 != 0:
        moves |= char["blocks"]
    if kinds & 0b100000 != 0:
        moves |= char["dodges"]
    return moves


@leaf
def is_unsafe(attacker, attack, blocker, block):
    """Whether the blocker of `attack` may hit back: a safe move becomes unsafe again by certain blocks."""
    return has(attacker["unsafe"], attack) or has(blocker["makes_unsafe"], block)


@leaf
def stops(blocker, block, attacker, attack):
    """Whether a block stops an attack of this height."""
    return blocker["height"][block] & attacker["height"][attack] != 0


@leaf
def endures(rules, winner, winning, winning_speed, loser, losing, losing_speed):
    """Whether the losing move lands all the same, by its armor, after a faster attack has hit."""
    armor = loser["armor"][losing]
    if armor < winner["endured_by"][winning]:
        return False
    if not is_attack(winner["kind"][winning]) or not lands(loser["kind"][losing]):
        return False
    if has(winner["armor_break"], winning):
        return False
    if loser["kind"][losing] == KIND_THROW and rules["armored_throws"] == _FASTER_ONLY:
        return winning_speed >= losing_speed
    return True


@leaf
def beats_sort(char, move, sort, speed):
    """Whether `move` says that it beats an opener of this sort and speed."""
    if char["beats"][move] & sort != 0:
        return True
    limit = char["beats_from"][move]
    return limit > 0 and sort & _BACKSTEPPED != 0 and speed >= limit


@leaf
def followers(char, me, move):
    """Moves that may follow `move` by combo type."""
    return char["follow"][move] if move != NO_MOVE else U0


@leaf
def may_go_on(me):
    """Whether this fighter may combo and pump in this combat."""
    return me["no_combo"] == 0
