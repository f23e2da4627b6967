"""A place in the order of a deck from which wished cards come next.

The order of a deck is an endless random sequence of card numbers of which those that the deck holds are drawn as they
come (:mod:`yomisim.kernel.shuffle`). So every order of some cards stands somewhere in it, and a deck that is to be
drawn in that order begins there: no card has to be put anywhere, and the engine plays as in any other game.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.rng import GOLDEN
from yomisim.kernel.shuffle import SHUFFLE_STRIDE

_PER_HASH = 8
_BITS = np.arange(_PER_HASH, dtype=np.uint64) * np.uint64(6)
_LOW = np.uint64(63)
#: Hashes looked at in one go, and the most in all.
_CHUNK, _MOST = 1 << 14, 1 << 21


def place_of(key: int, shuffles: int, deck: list[int], wanted: list[int], moves: int) -> int | None:
    """The cursor from which the cards of `deck` come in the order of `wanted`, which are numbers of moves.

    Parameters
    ----------
    key, shuffles : of the deck. deck : card numbers. moves : size of the move space (a card's move is its rest).

    Returns
    -------
    A cursor, or None where the order is too rare to be found in reasonable time.
    """
    if not wanted:
        return 0
    held = np.zeros(64, dtype=bool)
    held[deck] = True
    wished = np.array(wanted)
    carried = np.zeros(0, dtype=np.int64)
    places = np.zeros(0, dtype=np.int64)
    for start in range(0, _MOST, _CHUNK):
        numbers = _candidates(key, shuffles, start)
        drawn = held[numbers]
        places = np.concatenate([places, np.flatnonzero(drawn) + start * _PER_HASH])
        carried = np.concatenate([carried, numbers[drawn]])
        found = _first(carried, wished, moves)
        if found is not None:
            return int(places[found])
        carried, places = carried[1 - len(wanted) or len(carried) :], places[1 - len(wanted) or len(places) :]
    return None


def _candidates(key: int, shuffles: int, start: int) -> np.ndarray:
    """The numbers of `_CHUNK` hashes from number `start` on, as the kernel finds them one by one."""
    with np.errstate(over="ignore"):
        address = np.uint64(shuffles) * SHUFFLE_STRIDE + np.arange(start, start + _CHUNK, dtype=np.uint64)
        x = np.uint64(key) + (address + np.uint64(1)) * GOLDEN
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        x ^= x >> np.uint64(31)
    return ((x[:, None] >> _BITS) & _LOW).astype(np.int64).ravel()


def _first(cards: np.ndarray, wanted: np.ndarray, moves: int) -> int | None:
    """Where `wanted` moves stand in a row, each on another card."""
    count = len(cards) - len(wanted) + 1
    if count <= 0:
        return None
    fits = np.ones(count, dtype=bool)
    for i, move in enumerate(wanted):
        fits &= cards[i : i + count] % moves == move
    for place in np.flatnonzero(fits):
        if len(set(cards[place : place + len(wanted)].tolist())) == len(wanted):
            return int(place)
    return None
