"""What the policy `equilibrium` thinks that states are worth: from ``data/policies/yomi1.toml`` to MIND records.

A file has one table an edition, and in it weights for any character (`shared`) and for single ones. What a character
lacks is taken from `shared`; an edition that is not in the file, or a missing file, falls back on rules of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from yomisim.cards.yomi1.tables import HAND_STEPS, LIFE_STEPS, MIND, RANK_NAMES

#: Where the worth of life and of the number of cards is given; between these points it is linear.
LIFE_KNOTS = (0, 10, 20, 35, 50, 70, 100)
HAND_KNOTS = (0, 1, 2, 3, 4, 6, 8, 10, 13)
#: Log-odds of a fighter without life: the game is decided.
DEAD = -12.0

#: Rules of thumb in log-odds: a point of life 0.035, a card two of them and less in a full hand, an Ace and a knockdown
#: four, a Joker six.
THUMB: dict[str, Any] = {
    "life": [0.0, 0.42, 0.8, 1.32, 1.8, 2.4, 3.2],
    "hand": [0.0, 0.1, 0.19, 0.27, 0.34, 0.47, 0.59, 0.69, 0.8],
    "rank": [0.0] * 9 + [0.01, 0.01, 0.01, 0.08, 0.14],
    "down": -0.14,
    "in_play": 0.1,
}

#: How to play on the worth of states.
PLAY: dict[str, Any] = {"temper": 0.005, "rounds": 16, "hands": 8, "partners": 2}


def mind_record(weights: Mapping[str, Any], play: Mapping[str, Any] = PLAY) -> np.ndarray:
    """A MIND record, shape (1,), from weights as in THUMB and settings as in PLAY."""
    mind = np.zeros(1, MIND)
    life = np.arange(LIFE_STEPS)
    mind["life"][0] = line_through(LIFE_KNOTS, weights["life"], life)
    mind["life"][0, 0] = DEAD
    mind["hand"][0] = line_through(HAND_KNOTS, weights["hand"], np.arange(HAND_STEPS))
    mind["rank"][0] = weights["rank"]
    for name in ("down", "in_play"):
        mind[name] = weights[name]
    for name in ("temper", "rounds", "hands", "partners"):
        mind[name] = play[name]
    return mind


def line_through(knots: Sequence[float], values: Sequence[float], x: np.ndarray) -> np.ndarray:
    """Linear between the knots, and beyond the last one with its slope. float64, the shape of `x`."""
    y = np.interp(x, knots, values)
    slope = (values[-1] - values[-2]) / (knots[-1] - knots[-2])
    return np.where(x > knots[-1], values[-1] + slope * (x - knots[-1]), y)


assert len(THUMB["rank"]) == len(RANK_NAMES)
