"""Openers that play alike: sorts for people to read, and the choices that the game of ranges tells apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from yomisim.cards.yomi1.schema import Side
from yomisim.cards.yomi1.tables import (
    CLASS_COSTLY,
    CLASS_DODGE,
    CLASS_EVEN_BLOCK,
    CLASS_FAST,
    CLASS_JOKER,
    CLASS_ODD_BLOCK,
    CLASS_SLOW_THROW,
    CLASS_THROW,
    PARITY_ODD,
    SIDES,
)


def opener_classes(sides: Sequence[tuple[int, Side]], parity: np.ndarray) -> np.ndarray:
    """Class of each side: int8, shape (SIDES,), -1 where there is none.

    Parameters
    ----------
    sides : number in side space and side of every distinct move of a character.
    parity : PARITY_... by number, shape (SIDES,).

    Attacks that cost no further Ace fall into three bands of speed of about the same size, throws into two.
    """
    classes = np.full(SIDES, -1, np.int8)
    attacks = [(index, side) for index, side in sides if side.kind == "attack" and not side.mandatory_ace_cost]
    for index, side in sides:
        if side.kind == "attack" and side.mandatory_ace_cost:
            classes[index] = CLASS_COSTLY
        elif side.kind == "block":
            classes[index] = CLASS_ODD_BLOCK if parity[index] == PARITY_ODD else CLASS_EVEN_BLOCK
        elif side.kind == "dodge":
            classes[index] = CLASS_DODGE
        elif side.kind == "joker":
            classes[index] = CLASS_JOKER
    _band(classes, attacks, CLASS_FAST, 3)
    _band(classes, [(index, side) for index, side in sides if side.kind == "throw"], CLASS_THROW, 2)
    assert CLASS_SLOW_THROW == CLASS_THROW + 1
    return classes


def choices(sides: Sequence[int], judged_as: np.ndarray) -> np.ndarray:
    """Choice of each opener in the game of ranges: those that fare alike are one; int8, shape (SIDES,), -1 for others.

    Parameters
    ----------
    sides : numbers in side space of every distinct move of a character. judged_as : of :func:`judged_alike`.
    """
    found = np.full(SIDES, -1, np.int8)
    for number, first in enumerate(sorted({int(judged_as[side]) for side in sides})):
        found[[side for side in sides if judged_as[side] == first]] = number
    return found


#: Fields of a CHARACTER record by which openers fare differently, as bits.
TRAITS = ("undodgeable", "own_color_blocks", "named_guards", "reflects", "stays_out", "draws_nothing")


def judged_alike(sides: Sequence[int], record: np.void) -> np.ndarray:
    """The lowest of the sides that fare alike against any combat card, colours aside: int64, shape (SIDES,).

    Parameters
    ----------
    sides : numbers in side space of every distinct move of a character.
    record : its CHARACTER record, traits included.
    """

    def fares(side: int) -> tuple[int, ...]:
        """All that `queries` and `resolve` ask about a side."""
        normal = int(record["normal_attacks"]) >> side & 1
        traits = [int(record[name]) >> side & 1 for name in TRAITS]
        numbers = [int(record[name][side]) for name in ("kind", "speed", "parity", "beats_up_to")]
        return (*numbers, *traits, normal, normal * (side >> 2) % 2)  # a normal attack's parity is that of its rank

    lowest: dict[tuple[int, ...], int] = {}
    found = np.arange(SIDES)
    for side in sorted(sides):
        found[side] = lowest.setdefault(fares(side), side)
    return found


def _band(classes: np.ndarray, sides: Sequence[tuple[int, Side]], first: int, bands: int) -> None:
    """Number moves by speed: equal speeds stay together."""
    speeds = np.array([side.speed or 0.0 for _, side in sides])
    for (index, _side), speed in zip(sides, speeds):
        below = float(np.mean(speeds < speed))
        classes[index] = first + min(int(below * bands), bands - 1)
