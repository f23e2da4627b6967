"""The numbers that a search for weights of `equilibrium` moves, and the weights that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from yomisim.cards.minds import HAND_KNOTS, LIFE_KNOTS, AnyWeights
from yomisim.cards.yomi1 import minds as yomi1
from yomisim.cards.yomi2 import minds as yomi2


@dataclass(frozen=True)
class Shape:
    """What a search moves.

    numbers : name -> (where the search starts, how far it looks around at first, least, most). make : weights from the
    numbers by name, within their bounds, and from the weights that are to be changed.
    """

    numbers: Mapping[str, tuple[float, float, float, float]]
    make: Callable[[Mapping[str, float], Any], AnyWeights]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the numbers, in their order."""
        return tuple(self.numbers)

    def _column(self, place: int) -> np.ndarray:
        return np.array([row[place] for row in self.numbers.values()])

    def centre(self) -> np.ndarray:
        """Where a search starts, shape (len(names),)."""
        return self._column(0)

    @property
    def scale(self) -> np.ndarray:
        """How far a search looks around at first."""
        return self._column(1)

    def kept(self, numbers: Sequence[float] | np.ndarray) -> np.ndarray:
        """Numbers within their bounds."""
        return np.clip(np.asarray(numbers, dtype=float), self._column(2), self._column(3))

    def bounds(self) -> list[list[float]]:
        """Least and most in steps of the scale from the centre, as the package cma takes them."""
        return [list((self._column(place) - self.centre()) / self.scale) for place in (2, 3)]

    def weights(self, numbers: Sequence[float] | np.ndarray, base: AnyWeights | None = None) -> Any:
        """Weights from numbers, which are kept within their bounds; where they are changes, of the weights `base`."""
        return self.make({name: float(value) for name, value in zip(self.names, self.kept(numbers))}, base)


def _life(v: Mapping[str, float], knots: Sequence[int]) -> list[float]:
    return [round(v["life"] * (knot / 100) ** v["bend"], 4) for knot in knots]


def _hand(v: Mapping[str, float], knots: Sequence[int]) -> list[float]:
    hand = [0.0]
    for low, high in pairwise(knots):
        middle = (low + high) / 2
        hand.append(hand[-1] + (high - low) * v["card"] * (1 - v["fade"] * min(middle / 14, 0.95)))
    return [round(value, 4) for value in hand]


def _changed_1(v: Mapping[str, float], base: yomi1.Weights) -> yomi1.Weights:
    life = [worth * (max(knot, 1) / 50) ** v["bend"] for knot, worth in zip(LIFE_KNOTS, base.life)]
    hand = [worth + v["card"] * n for n, worth in zip(HAND_KNOTS, base.hand)]
    more = [v["number"]] * 9 + [v["face"]] * 3 + [v["ace"], v["joker"]]
    changed = {
        "life": _within(life),
        "hand": _within([worth + v["few"] * (n < 2) for n, worth in zip(HAND_KNOTS, hand)]),
        "rank": _within([worth + change for worth, change in zip(base.rank, more)]),
        "down": _within([min(base.down - v["down"], 0.0)])[0],
        "in_play": _within([base.in_play + v["in_play"]])[0],
    }
    return base.model_copy(update=changed)


def _within(values: Sequence[float]) -> list[float]:
    return [round(min(max(value, -20.0), 20.0), 4) for value in values]


def _weights_2(v: Mapping[str, float], _base: Any) -> yomi2.Weights:
    plain = {name: round(v[name], 4) for name in ("block", "special", "super", "ability", "edge", "in_play")}
    return yomi2.Weights(
        life=_life(v, LIFE_KNOTS),
        hand=_hand(v, HAND_KNOTS),
        meter=[round(v["meter"] * n**0.9, 4) for n in range(4)],
        down=-round(v["down"], 4),
        **plain,
    )


#: Changes of what a player of Yomi thinks of every character, in log-odds but for the first.
YOMI1_CHANGES = Shape(
    {
        "bend": (0.0, 0.08, -0.4, 0.4),  # life counts with this further power of it
        "card": (0.0, 0.03, -0.2, 0.3),  # of each card in hand
        "number": (0.0, 0.02, -0.15, 0.15),  # of a number card beyond that
        "face": (0.0, 0.03, -0.2, 0.3),
        "ace": (0.0, 0.05, -0.3, 0.6),
        "joker": (0.0, 0.08, -0.4, 0.8),
        "few": (0.0, 0.06, -0.4, 0.8),  # of a hand of at most one card
        "down": (0.0, 0.08, -0.5, 2.0),  # of a knockdown
        "in_play": (0.0, 0.1, -0.6, 1.0),
    },
    _changed_1,
)
YOMI2 = Shape(
    {
        "life": (3.7, 0.5, 1.0, 8.0),
        "bend": (0.85, 0.1, 0.5, 1.3),
        "card": (0.14, 0.03, 0.01, 0.5),
        "fade": (0.6, 0.2, 0.0, 1.0),
        "meter": (0.09, 0.04, 0.0, 0.6),  # of the first point
        "block": (0.12, 0.06, -0.1, 0.8),  # of a block beyond a card
        "special": (0.02, 0.04, -0.2, 0.6),
        "super": (0.05, 0.05, -0.2, 0.8),
        "ability": (0.0, 0.04, -0.2, 0.6),
        "down": (0.2, 0.1, 0.0, 2.0),
        "edge": (0.1, 0.06, 0.0, 1.0),
        "in_play": (0.1, 0.06, -0.3, 0.8),
    },
    _weights_2,
)
