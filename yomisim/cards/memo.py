"""Results that are kept: for the very objects that they were made of, or for the text of a file.

Characters and rules never change once they are read, but comparing them card by card takes as long as packing them, and
checking a file as long as thousands of games.
"""

from __future__ import annotations

import functools
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, TypeVar

from yomisim.errors import BadInput

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


_sound: OrderedDict[Hashable, Any] = OrderedDict()
_sound_lock = threading.Lock()


def once_per_text(
    file: Path, given: Hashable, check: Callable[[], tuple[Made, list[BadInput]]]
) -> tuple[Made, list[BadInput]]:
    """What `check` makes of a file and the mistakes it finds; a file without any is not checked again.

    The same file is one that has the same name (folders aside) and the same bytes. `given`: all else that the result
    hangs on. Results are shared, so nobody may change them.
    """
    try:
        key = (file.name, hashlib.sha256(file.read_bytes()).digest(), given)
    except OSError:
        return check()  # says what is wrong
    with _sound_lock:
        if key in _sound:
            _sound.move_to_end(key)
            return _sound[key], []
    made, errors = check()
    if not errors:
        with _sound_lock:
            _sound[key] = made
            if len(_sound) > KEPT:
                _sound.popitem(last=False)
    return made, errors
