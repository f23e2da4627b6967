"""The numbers that a search for weights of `equilibrium` moves, and the weights that follow from them, by game."""

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
    """What is searched in one game.

    numbers : name -> (where the search starts, how far it looks around at first, least, most). make : weights from the
    numbers by name, within their bounds.
    """

    numbers: Mapping[str, tuple[float, float, float, float]]
    make: Callable[[Mapping[str, float]], AnyWeights]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the numbers, in their order."""
        return tuple(self.numbers)

    def _column(self, place: int) -> np.ndarray:
        return np.array([row[place] for row in self.numbers.values()])

    def centre(self) -> np.ndarray:
        """The rules of thumb where a search starts, shape (len(names),)."""
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

    def weights(self, numbers: Sequence[float] | np.ndarray) -> Any:
        """Weights from numbers, which are kept within their bounds."""
        return self.make({name: float(value) for name, value in zip(self.names, self.kept(numbers))})


def _life(v: Mapping[str, float], knots: Sequence[int]) -> list[float]:
    return [round(v["life"] * (knot / 100) ** v["bend"], 4) for knot in knots]


def _hand(v: Mapping[str, float], knots: Sequence[int]) -> list[float]:
    hand = [0.0]
    for low, high in pairwise(knots):
        middle = (low + high) / 2
        hand.append(hand[-1] + (high - low) * v["card"] * (1 - v["fade"] * min(middle / 14, 0.95)))
    return [round(value, 4) for value in hand]


def _weights_1(v: Mapping[str, float]) -> yomi1.Weights:
    rank = [0.0] * 9 + [v["face"]] * 3 + [v["ace"], v["joker"]]
    hand = _hand(v, HAND_KNOTS)
    few = v.get("few", 0.0)
    return yomi1.Weights(
        life=_life(v, LIFE_KNOTS),
        hand=[round(hand[0] + few, 4), round(hand[1] + few, 4), *hand[2:]],
        rank=[round(value, 4) for value in rank],
        down=-round(v["down"], 4),
        in_play=round(v["in_play"], 4),
    )


def _weights_2(v: Mapping[str, float]) -> yomi2.Weights:
    plain = {name: round(v[name], 4) for name in ("block", "special", "super", "ability", "edge", "in_play")}
    return yomi2.Weights(
        life=_life(v, LIFE_KNOTS),
        hand=_hand(v, HAND_KNOTS),
        meter=[round(v["meter"] * n**0.9, 4) for n in range(4)],
        down=-round(v["down"], 4),
        **plain,
    )


YOMI1 = Shape(
    {
        "life": (3.2, 0.5, 1.0, 8.0),  # worth of 100 life
        "bend": (0.85, 0.1, 0.5, 1.3),  # worth of life grows with this power of it
        "card": (0.08, 0.02, 0.01, 0.4),  # of the first card in hand
        "fade": (0.6, 0.2, 0.0, 1.0),  # how much of that is lost towards 14 cards
        "face": (0.01, 0.02, -0.1, 0.2),  # of a face card beyond a number
        "ace": (0.08, 0.04, 0.0, 0.6),
        "joker": (0.14, 0.05, 0.0, 0.8),
        "down": (0.3, 0.12, 0.0, 2.0),  # of a knockdown
        "in_play": (0.1, 0.06, -0.3, 0.8),
    },
    _weights_1,
)
#: The same for a single character: also what a hand of at most one card is worth beyond that, for those who fill it up
#: then. Here the second number of each is the step by which it is tried.
YOMI1_OWN = Shape(
    {
        "life": (3.2, 0.6, 1.0, 8.0),
        "bend": (0.85, 0.15, 0.5, 1.3),
        "card": (0.08, 0.025, 0.01, 0.4),
        "fade": (0.6, 0.25, 0.0, 1.0),
        "face": (0.01, 0.03, -0.1, 0.2),
        "ace": (0.08, 0.05, 0.0, 0.6),
        "joker": (0.14, 0.1, 0.0, 0.8),
        "down": (0.3, 0.15, 0.0, 2.0),
        "in_play": (0.1, 0.2, -0.3, 1.2),
        "few": (0.0, 0.15, -0.2, 0.8),
    },
    _weights_1,
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
_SHAPES = {"yomi1": YOMI1, "yomi2": YOMI2}


def has_own_numbers(game: str) -> bool:
    """Whether characters of a game may have numbers of their own."""
    return game == "yomi1"


def shape_of(game: str) -> Shape:
    """What is searched in a game, by its id."""
    return _SHAPES[game]
