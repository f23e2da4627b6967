"""Abilities, judged by their verbs at what cards, Aces and knockdowns are worth in the present state."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.verbs import SOURCE_CODES, WINDOW_CODES
from yomisim.kernel.bits import has
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.policies.equilibrium.worth import measure, point_worth
from yomisim.policies.greedy import about_abilities
from yomisim.policies.judgement import ability_worth
from yomisim.rules.yomi1.access import fighter_of, kit_of, mind_of


def windows(*names: str) -> np.uint64:
    """The set of these windows. In Python: while a module is imported nothing compiled may be called (kernel/units)."""
    return np.uint64(sum(1 << int(WINDOW_CODES[name]) for name in names))


_FROM_COMBAT = SOURCE_CODES["combat"]
#: Windows in which a combat card's own ability counts for it: it wins, it stops something, it is blocked.
WINS = windows("winner", "hit", "combo_done")
GUARDS = windows("guard", "block_draw", "guarded")
IS_BLOCKED = windows("block_damage")


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
    return point


@compiled
def worth_on_side(t, public, prices, seat, side, windows, point):
    """Log-odds of the abilities that `side` has as a combat card in some windows; never negative, as it may decline."""
    out_of_line()
    kit = kit_of(t, seat)
    value = np.int64(0)
    for number in range(kit["n"]):
        ability = kit["ability"][number]
        if ability["source"] == _FROM_COMBAT and has(ability["sides"], side) and has(windows, ability["window"]):
            value += max(ability_worth(t, public, prices, seat, np.int64(number)), np.int64(0))
    return value * point / 10.0


@compiled
def choose_about_abilities(t, seat, kind, options, public, own, luck):
    """A decision that only abilities ask for."""
    rows = own["rows"]
    measure(t, public, seat, rows["measures"])
    set_prices(t, public, seat, rows["measures"], rows["prices"])
    return about_abilities(t, rows["prices"], seat, kind, options, public, luck)
