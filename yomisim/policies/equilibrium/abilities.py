"""Abilities, judged by their verbs at what cards, Aces and knockdowns are worth in the present state."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.verbs import WINDOW_CODES
from yomisim.kernel.bits import U0, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.policies.equilibrium.worth import point_worth, weigh
from yomisim.policies.judgement import ability_worth
from yomisim.rules.yomi1.access import char_for, fighter_of, kit_of, mind_of


def windows(*names: str) -> np.uint64:
    """The set of these windows. In Python: while a module is imported nothing compiled may be called (kernel/units)."""
    return np.uint64(sum(1 << int(WINDOW_CODES[name]) for name in names))


#: Windows in which an ability counts for the combat card that it speaks for: it wins, it stops something, it is
#: blocked.
_WINS = windows("winner", "hit", "combo_done")
_GUARDS = windows("guard", "block_draw", "guarded")
_IS_BLOCKED = windows("block_damage")
_NOTHING = np.int64(0)


@compiled
def _tenths(log_odds, point):
    """Log-odds as tenths of a point of life, at most 20 points."""
    return np.int64(min(max(10.0 * log_odds / point, 0.0), 200.0))


@compiled
def set_prices(t, public, seat, measures, prices):
    """Fill a PRICES record of `seat`; returns what a point of damage to the other fighter is worth."""
    point = point_worth(mind_of(t, measures["viewer"], 1 - seat), fighter_of(public, 1 - seat)["life"])
    prices["card"] = _tenths(measures["draw"][seat], point)
    prices["ace"] = _tenths(measures["ace"][seat], point)
    prices["down"] = _tenths(measures["down"][1 - seat], point)
    prices["spent"] = _tenths(measures["card"][seat], point)
    prices["stay"] = _tenths(mind_of(t, measures["viewer"], seat)["in_play"], point)
    prices["known"] = 0
    return point


@compiled
def learned_worth(t, public, prices, viewer, seat, number):
    """`ability_worth` of an ability of `seat`, and what the player in `viewer` has learned that it is worth beyond."""
    worth = ability_worth(t, public, prices, seat, number)
    return worth + mind_of(t, viewer, seat)["ability"][number]


@compiled
def _own_abilities(t, public, viewer, seat, outlook):
    """What each side's own abilities as a combat card are worth; never less than nothing, as they may be declined."""
    out_of_line()
    left = char_for(t, public, seat)["own_abilities"]
    while left != U0:
        side = lowest(left)
        left = without_lowest(left)
        outlook["wins"][side] = 0.0
        outlook["guards"][side] = 0.0
        outlook["blocked"][side] = 0.0
    kit = kit_of(t, seat)
    for number in range(kit["n"]):
        ability = kit["ability"][number]
        window = ability["window"]
        if ability["speaks_for"] == U0 or not has(_WINS | _GUARDS | _IS_BLOCKED, window):
            continue
        value = max(learned_worth(t, public, outlook["prices"], viewer, seat, np.int64(number)), _NOTHING)
        left = ability["speaks_for"]
        while left != U0:
            side = lowest(left)
            left = without_lowest(left)
            if has(_WINS, window):
                outlook["wins"][side] += value
            elif has(_GUARDS, window):
                outlook["guards"][side] += value
            else:
                outlook["blocked"][side] += value


@compiled
def look_out(t, public, seat, measures, certain, outlook):
    """Fill an OUTLOOK record from the public state and its measures; `certain` as for `weigh`."""
    weigh(t, public, seat, measures, certain, outlook["weights"])
    outlook["point"] = set_prices(t, public, seat, measures, outlook["prices"])
    _own_abilities(t, public, measures["viewer"], seat, outlook)


@leaf
def log_odds_of(tenths, outlook):
    """Tenths of a point of life as log-odds."""
    return tenths * outlook["point"] / 10.0
