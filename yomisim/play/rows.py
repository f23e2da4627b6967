"""Rows of single games: what a batch can write down of every game beside its sums, alike in both games."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def row_type(sources: Sequence[str]) -> np.dtype:
    """The record of one game.

    Everything is told of the characters A and B, in this order, whatever their seats.

    Parameters
    ----------
    sources : names of what life is lost by; a game of its own has its own.

    Returns
    -------
    Fields, all int64: ``number`` of the game, ``swapped`` (1: B sat in seat 0), ``winner`` (0 A, 1 B, -1 nobody),
    ``ending`` (a place in the game's ENDINGS), ``turns``, ``choices`` (decisions among two or more options), ``life``
    left, ``moves`` (openers, moves of combos and hit-backs), ``lost`` (life lost to each source), ``gained``.
    """
    single = ("number", "swapped", "winner", "ending", "turns", "choices")
    return np.dtype(
        [
            *((name, "i8") for name in single),
            ("life", "i8", (2,)),
            ("moves", "i8", (2,)),
            ("lost", "i8", (2, len(sources))),
            ("gained", "i8", (2,)),
        ],
        align=True,
    )
