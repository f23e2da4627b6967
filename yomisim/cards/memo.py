"""Results that are kept for the very objects that they were made of.

Characters and rules never change once they are read, but comparing them card by card takes as long as packing them.
"""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made")
#: Results that one function keeps, the last used ones: more than the fighters of any chart.
KEPT = 256


def once_per_object(make: Callable[..., Made]) -> Callable[..., Made]:
    """Keep what a function makes of its arguments, which are told apart by identity and kept alive with it.

    The results are shared, so nobody may change them.
    """
    kept: OrderedDict[tuple[int, ...], tuple[tuple[Any, ...], Made]] = OrderedDict()
    lock = threading.Lock()

    @functools.wraps(make)
    def remembered(*words: Any) -> Made:
        key = tuple(map(id, words))
        with lock:
            if key in kept:
                kept.move_to_end(key)
                return kept[key][1]
        made = make(*words)
        with lock:
            kept[key] = words, made
            if len(kept) > KEPT:
                kept.popitem(last=False)
        return made

    return remembered
