"""Who wins combat: a pure function of two moves. Nothing is changed here, the outcome is applied elsewhere.

Because it is pure, it also answers what would happen if a move were another one.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi2.tables import KIND_BLOCK, KIND_DODGE, KIND_NONE, KIND_PROJECTILE, KIND_THROW
from yomisim.kernel.bits import has
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.records import NOBODY, SEAT_0, SEAT_1
from yomisim.rules.yomi2.queries import beats_sort, endures, is_attack, lands, stops

#: How combat was decided: NOTHING no one touches anyone; CLASH projectiles of one level cancel each other; HIT the
#: winner's attack or throw lands; ENDURED it lands, and then the loser's armored move lands as well; BLOCKED the
#: winner's block stops an attack; DODGED the winner's dodge avoids what it met; BEATEN the winner's attack or throw
#: lands because it says that it beats the other.
NOTHING, CLASH, HIT, ENDURED, BLOCKED, DODGED, BEATEN = numbered(7)


@leaf
def _who_beats(char_0, move_0, speed_0, char_1, move_1, speed_1):
    """The seat whose move says that it beats the other, NOBODY where none does or both do."""
    supreme_0 = has(char_0["supreme"], move_0)
    supreme_1 = has(char_1["supreme"], move_1)
    if supreme_0 != supreme_1:
        return SEAT_0 if supreme_0 else SEAT_1
    if supreme_0:
        return NOBODY
    beats_0 = beats_sort(char_0, move_0, char_1["sort"][move_1], speed_1)
    beats_1 = beats_sort(char_1, move_1, char_0["sort"][move_0], speed_0)
    if beats_0 == beats_1:
        return NOBODY
    return SEAT_0 if beats_0 else SEAT_1


@leaf
def _fastest(speed_0, speed_1, active):
    """The faster one; at equal speed the player whose turn it is."""
    if speed_0 == speed_1:
        return active
    return SEAT_0 if speed_0 > speed_1 else SEAT_1


@compiled
def resolve(rules, char_0, move_0, speed_0, char_1, move_1, speed_1, active):
    """Decide combat.

    Parameters
    ----------
    rules : RULES record. char_0, char_1 : CHARACTER records that count now.
    move_0, move_1 : moves of the openers, NO_MOVE for a player who has none.
    speed_0, speed_1 : their speeds in this combat, higher is faster; only used of attacks and throws.
    active : seat of the player whose turn it is; wins ties.

    Returns
    -------
    (winner, way) : seat 0 or 1, or NOBODY; and NOTHING, CLASH, HIT, ENDURED, BLOCKED, DODGED or BEATEN.
    """
    kind_0 = char_0["kind"][move_0] if move_0 >= 0 else KIND_NONE
    kind_1 = char_1["kind"][move_1] if move_1 >= 0 else KIND_NONE
    if kind_0 == KIND_NONE or kind_1 == KIND_NONE:
        return _unopposed(kind_0, kind_1)
    if has(char_0["beaters"], move_0) or has(char_1["beaters"], move_1):
        winner = _who_beats(char_0, move_0, speed_0, char_1, move_1, speed_1)
        if winner != NOBODY:
            if lands(kind_0 if winner == 0 else kind_1):
                return winner, BEATEN
            return winner, DODGED
    attack_0 = is_attack(kind_0)
    attack_1 = is_attack(kind_1)
    if attack_0 and attack_1:
        if kind_0 == KIND_PROJECTILE and kind_1 == KIND_PROJECTILE:
            level_0 = char_0["level"][move_0]
            level_1 = char_1["level"][move_1]
            if level_0 == level_1:
                return NOBODY, CLASH
            return (SEAT_0 if level_0 > level_1 else SEAT_1), HIT
        winner = _fastest(speed_0, speed_1, active)
        return winner, _way(rules, winner, char_0, move_0, speed_0, char_1, move_1, speed_1)
    if attack_0:
        return _attack_met(rules, SEAT_0, char_0, move_0, speed_0, char_1, move_1, speed_1, kind_1)
    if attack_1:
        return _attack_met(rules, SEAT_1, char_1, move_1, speed_1, char_0, move_0, speed_0, kind_0)
    if kind_0 == KIND_THROW:
        return (_fastest(speed_0, speed_1, active) if kind_1 == KIND_THROW else SEAT_0), HIT
    if kind_1 == KIND_THROW:
        return SEAT_1, HIT
    return NOBODY, NOTHING


@leaf
def _unopposed(kind_0, kind_1):
    """One of the players has no opener."""
    if lands(kind_0):
        return SEAT_0, HIT
    if lands(kind_1):
        return SEAT_1, HIT
    return NOBODY, NOTHING


@leaf
def _way(rules, winner, char_0, move_0, speed_0, char_1, move_1, speed_1):
    """HIT, or ENDURED where the loser's armor answers."""
    if winner == 0:
        held = endures(rules, char_0, move_0, speed_0, char_1, move_1, speed_1)
    else:
        held = endures(rules, char_1, move_1, speed_1, char_0, move_0, speed_0)
    return ENDURED if held else HIT


@leaf
def _attack_met(rules, seat, char, move, speed, other, met, met_speed, kind):
    """An attack of `seat` meets a move that is none."""
    if kind == KIND_THROW:
        return seat, (ENDURED if endures(rules, char, move, speed, other, met, met_speed) else HIT)
    if kind == KIND_BLOCK:
        if stops(other, met, char, move):
            return np.int64(1 - seat), BLOCKED
        return seat, HIT
    if kind == KIND_DODGE:
        return np.int64(1 - seat), DODGED
    return seat, HIT
