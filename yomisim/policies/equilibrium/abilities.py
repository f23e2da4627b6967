"""Abilities, judged by their verbs at what cards, Aces and knockdowns are worth in the present state."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import compiled
from yomisim.policies.equilibrium.worth import measure, point_worth
from yomisim.policies.greedy import about_abilities
from yomisim.rules.yomi1.access import fighter_of


@compiled
def _tenths(log_odds, point):
    """Log-odds as tenths of a point of life, at most 20 points."""
    return np.int64(min(max(10.0 * log_odds / point, 0.0), 200.0))


@compiled
def choose_about_abilities(t, seat, kind, options, public, own, luck):
    """A decision that only abilities ask for."""
    rows = own["rows"]
    measures = rows["measures"]
    measure(t, public, measures)
    point = point_worth(t["mind"][1 - seat], fighter_of(public, 1 - seat)["life"])
    prices = rows["prices"]
    prices["card"] = _tenths(measures["draw"][seat], point)
    prices["ace"] = _tenths(measures["ace"][seat], point)
    prices["down"] = _tenths(measures["down"][1 - seat], point)
    prices["spent"] = _tenths(measures["card"][seat], point)
    return about_abilities(t, prices, seat, kind, options, public, luck)
