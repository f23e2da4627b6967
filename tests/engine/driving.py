"""Calling the engine from compiled test code without compiling it once more.

numba links what a function calls into it; the engine takes half a minute. So compiled loops of tests are handed
the engine's one entry as a function, which is called through its address.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import kit
import numpy as np

from yomisim.kernel.jit import DISABLED
from yomisim.play.yomi1 import game, start_game


def step() -> Any:
    """The entry that sets games up and plays turns; its arguments are those of `play_games` and two more."""
    return game._run


def with_step(loop: Callable, *books: np.ndarray) -> Callable:
    """Compile ``loop(step, table, match, *books, seed, pair, first, count)``; the three are arrays of shape (1,)."""
    if DISABLED:
        return loop
    import numba
    from numba import types

    table, match = kit.table("first", "grave", "grave"), kit.new_match()
    start_game(table[0], match[0], 0, 0, 0)  # compiles the entry, or takes it from the cache
    (signature,) = game._run.signatures
    arrays = [numba.typeof(array) for array in (table, match, *books)]
    arguments = (types.FunctionType(types.none(*signature)), *arrays, types.uint64, types.uint64, *[types.int64] * 2)
    return numba.njit(arguments, error_model="numpy", nogil=True)(loop)


def run(loop: Callable, table: np.ndarray, match: np.ndarray, *books: np.ndarray, seed, pair, first, count) -> None:
    """Call what :func:`with_step` made: games number `first` to ``first + count - 1`` of a pair."""
    game.connect(match[0], match[0]["policy"])
    loop(step(), table, match, *books, np.uint64(seed), np.uint64(pair), np.int64(first), np.int64(count))
