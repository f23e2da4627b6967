"""Decisions that only abilities ask for: by their worth in the present state."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.verbs import VERBS
from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, lowest, without_lowest
from yomisim.kernel.jit import compiled, once
from yomisim.policies.codes import ABILITY, MARK, NAME_KIND, REACT
from yomisim.policies.equilibrium.abilities import learned_worth, set_prices
from yomisim.policies.equilibrium.follow import cheapest
from yomisim.policies.equilibrium.opening import key_of_guesses
from yomisim.policies.equilibrium.ranges import solve_ranges
from yomisim.policies.equilibrium.revealed import look_at_moves
from yomisim.policies.equilibrium.worth import measure
from yomisim.policies.greedy import about_abilities
from yomisim.rules.yomi1.access import char_for, fighter_of, kit_of, mind_of
from yomisim.rules.yomi1.zones import sides_of

_ROTATE = VERBS["rotate"].code
_SPEED = VERBS["speed"].code
_ENDERS_ONLY = VERBS["enders_only"].code
_STRIKE = VERBS["strike_again"].code
_NOTHING = np.int64(0)
#: A counter has to stop what is worth more than this beyond what it costs, in tenths of a point of life.
_MARGIN = np.int64(10)


@compiled
def _changes_moves(t, seat, options):
    """Whether one of these abilities does something to the revealed moves."""
    kit = kit_of(t, seat)
    left = options & ~PASS_BIT
    while left != U0:
        ability = kit["ability"][lowest(left)]
        left = without_lowest(left)
        for i in range(ability["verbs"]):
            code = ability["verb"][i, 0]
            own_speed = code == _SPEED and ability["verb"][i, 2] == 0
            if code == _ROTATE or code == _ENDERS_ONLY or code == _STRIKE or own_speed:
                return True
    return False


@once
def _use(t, public, prices, seat, options):
    """The ability that is worth most, if it is worth anything."""
    left = options & ~PASS_BIT
    best = PASS
    top = _NOTHING
    while left != U0:
        number = lowest(left)
        left = without_lowest(left)
        value = learned_worth(t, public, prices, seat, seat, number)
        if value > top:
            top = value
            best = number
    return best


@once
def _counter(t, public, prices, seat, options):
    """Counter what helps the other player more than the counter costs."""
    number = lowest(options & ~PASS_BIT)
    stake = learned_worth(t, public, prices, seat, 1 - seat, public["announced"])
    return number if stake + learned_worth(t, public, prices, seat, seat, number) > _MARGIN else PASS


@once
def _name_kind(t, public, own, plan, seat, options, way):
    """The kind of move that the other would play most if nothing were named."""
    solve_ranges(t, public, seat * t["two_views"], plan, key_of_guesses(public, own, way), np.int64(0))
    plan["turn"] = -1  # what is named changes the combat
    theirs = plan["range"][1 - seat]
    last = theirs["part"][mind_of(t, seat, seat)["rounds"] - 1]
    best = lowest(options)
    top = -1.0
    left = options & ~PASS_BIT
    while left != U0:
        kind = lowest(left)
        left = without_lowest(left)
        share = 0.0
        for c in range(theirs["columns"]):
            if theirs["kind_in"][c] == kind:
                share += last[c]
        if share > top:
            top = share
            best = kind
    return best


@once
def _mark(t, public, seat, cards):
    """The card to be shown for next turn: of the blocks, which lie open soon anyway, the one that is missed least."""
    char = char_for(t, public, seat)
    blocks = U0
    left = cards
    while left != U0:
        card = lowest(left)
        left = without_lowest(left)
        if sides_of(bit(card)) & char["blocks"] != U0:
            blocks |= bit(card)
    return cheapest(mind_of(t, seat, seat), fighter_of(public, seat)["hand_count"], cards if blocks == U0 else blocks)


@compiled
def choose_about_abilities(t, seat, kind, options, public, own, luck, plan, way):
    """A decision that only abilities ask for."""
    measure(t, public, seat, own["measures"])
    prices = own["outlook"]["prices"]
    set_prices(t, public, seat, own["measures"], prices)
    if kind == ABILITY:
        if _changes_moves(t, seat, options):
            look_at_moves(t, public, own, plan, seat, prices)
        return _use(t, public, prices, seat, options)
    if kind == REACT:
        return _counter(t, public, prices, seat, options)
    if kind == NAME_KIND:
        return _name_kind(t, public, own, plan, seat, options, way)
    if kind == MARK:
        return _mark(t, public, seat, options & ~PASS_BIT)
    return about_abilities(t, prices, seat, kind, options, public, luck)
