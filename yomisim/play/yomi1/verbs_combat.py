"""Verbs that look at the two combat cards or at the combo."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import count, has
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.play.yomi1.steps import lose_life
from yomisim.policies.codes import NAME_KIND
from yomisim.policies.decide import choose_apart
from yomisim.rules.log import emit_1, emit_2
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi1 import events, queries
from yomisim.rules.yomi1.access import char_of, fighter

_FOUR_KINDS = np.uint64(0b11110)  # attack, throw, block, dodge


@compiled
def reflect(t, m, seat):
    """The damage of the attack that `seat` blocked hits its owner."""
    out_of_line()
    other = fighter(m, 1 - seat)
    side = other["side"]
    lose_life(m, 1 - seat, queries.damage_of(char_of(t, m, 1 - seat), other, side), events.WHY_ABILITY)


@compiled
def gap_bonus(t, m, seat, cards):
    """Each of these attacks of the combo deals more, by how much smaller the own hand is."""
    out_of_line()
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    gap = other["hand_count"] - me["hand_count"]
    if gap <= 0 or other["shielded"] != 0:
        return
    in_the_open = gap * count(me["hits"] & cards)
    under = gap * count(me["hits_under"] & cards)
    me["combo_damage"] += in_the_open + under
    lose_life(m, 1 - seat, in_the_open, events.WHY_COMBO)
    if m["public"]["under"] == NOBODY:
        lose_life(m, 1 - seat, under, events.WHY_COMBO)
    else:
        m["public"]["stake"] += under


@compiled
def name_kind(t, m, seat, gain):
    """Name attack, throw, block or dodge: life if the other player's locked move is one."""
    out_of_line()
    kind = choose_apart(t, m, seat, NAME_KIND, _FOUR_KINDS)
    fighter(m, seat)["naming"] = 1
    fighter(m, seat)["named"][kind] += gain
    emit_1(m, events.NAME_KIND, seat, kind)


@compiled
def rotate(t, m, seat, gated_only):
    """Turn the own combat card; `gated_only` 1: only to a side that is not usable otherwise."""
    out_of_line()
    me = fighter(m, seat)
    if me["side"] < 0:
        return
    char = char_of(t, m, seat)
    side = me["side"] ^ np.int64(1)
    if gated_only != 0 and not has(char["gated"], side):
        return
    me["side"] = side
    me["locked_kind"] = queries.kind_of(char, side)
    emit_2(m, events.ROTATE, seat, me["card"], side)
