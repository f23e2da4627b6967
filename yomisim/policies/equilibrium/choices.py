"""Every decision of policy `equilibrium`, which is compiled as a unit of its own (kernel.door)."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi1.tables import TABLE
from yomisim.kernel.bits import PASS, PASS_BIT, U0, has, lowest, without_lowest
from yomisim.kernel.door import address_of
from yomisim.kernel.jit import compiled
from yomisim.policies.codes import (
    ABILITY,
    ACE_FROM,
    CONTINUE,
    FACE_DOWN,
    FROM_DECK,
    FROM_DISCARD,
    HIT_BACK,
    OPENER,
    OPENER_AGAIN,
    POWER_UP,
    PUMP,
    REPLY,
    SOURCE,
    TAKE,
)
from yomisim.policies.equilibrium.asked import choose_about_abilities
from yomisim.policies.equilibrium.follow import cheapest, choose_face_down, choose_follow, choose_pump, dearest
from yomisim.policies.equilibrium.opening import choose_against_nothing, choose_opener
from yomisim.policies.equilibrium.reply import reply_opener
from yomisim.policies.equilibrium.reply_follow import reply_face_down, reply_follow, reply_pump
from yomisim.policies.equilibrium.worth import measure
from yomisim.policies.worth import size_worth
from yomisim.rules.records import LUCK
from yomisim.rules.yomi1.access import fighter_of, mind_of
from yomisim.rules.yomi1.plans import PLAN
from yomisim.rules.yomi1.state import OWN, PUBLIC


@compiled
def _power_up(t, seat, options, public, own):
    """The set whose Aces are worth most beyond its cards, if any."""
    left = options & ~PASS_BIT
    mind = mind_of(t, seat, seat)
    n = fighter_of(public, seat)["hand_count"]
    measure(t, public, seat, own["measures"])
    ace = own["measures"]["ace"][seat]
    best = PASS
    top = 0.0
    while left != U0:
        option = lowest(left)
        left = without_lowest(left)
        size = (option & 3) + 2
        aces = t["rules"]["power_up_aces"][size]
        value = aces * ace - size * mind["rank"][option >> 2]
        for i in range(size):
            value -= size_worth(mind, n - i)
        if value > top:
            top = value
            best = option
    return best


def choose_equilibrium(t, public, own, luck, plan, seat, kind, options, way):
    """A decision of this policy; parameters as in `policies.decide.decide`, records first for `address_of`.

    `way` : codes.EQUILIBRIUM, or a variant that opens differently.
    """
    if way >= REPLY:
        if kind == OPENER:
            return reply_opener(t, seat, options, public, own, plan, way)
        if kind == FACE_DOWN:
            return reply_face_down(t, seat, options, public, own, way)
        if public["under"] == 1 - seat and (kind == CONTINUE or kind == HIT_BACK):
            return reply_follow(t, seat, options, public, own, way, kind == HIT_BACK)
        if public["under"] == 1 - seat and kind == PUMP:
            return reply_pump(t, seat, options, public, own, way)
    if kind == OPENER:
        return choose_opener(t, seat, options, public, own, luck, plan, kind, way)
    if kind == OPENER_AGAIN:
        return choose_against_nothing(t, seat, options, public, own)
    if kind == CONTINUE or kind == HIT_BACK:
        return choose_follow(t, seat, options, public, own, luck, way, kind == HIT_BACK)
    if kind == PUMP:
        return choose_pump(t, seat, options, public, own, luck, way)
    if kind == FACE_DOWN:
        return choose_face_down(t, seat, options, public, own, luck, way)
    if kind == POWER_UP:
        return _power_up(t, seat, options, public, own)
    if kind == ACE_FROM:
        return FROM_DISCARD if has(options, FROM_DISCARD) else (FROM_DECK if has(options, FROM_DECK) else PASS)
    mind = mind_of(t, seat, seat)
    n = fighter_of(public, seat)["hand_count"]
    if kind == TAKE:
        return dearest(mind, n, options)
    mark = fighter_of(public, seat)["mark_before"]
    if kind == SOURCE and mark >= 0 and has(options, mark):
        return mark
    if kind >= ABILITY:
        return choose_about_abilities(t, seat, kind, options, public, own, luck, plan, way)
    return cheapest(mind, n, options & ~PASS_BIT)


@functools.cache
def equilibrium_address() -> Any:
    """Where `choose_equilibrium` lies in memory; compiled or loaded from the cache on first use."""
    return address_of(choose_equilibrium, TABLE, PUBLIC, OWN, LUCK, PLAN, np.int64, np.int64, np.uint64, np.int64)
