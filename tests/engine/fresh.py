"""What a fresh process finds out about the compiled (or uncompiled) engine; prints one JSON object.

`python fresh.py results N`: how the first N games of some pairs end, for each policy.
`python fresh.py types N`: the same, and what numba made of every function: variables that are floating-point, and
the records that policies are handed. Needs an empty cache: functions that come out of a cache carry no types.
"""

from __future__ import annotations

import json
import sys
import time
import warnings

import kit
import numpy as np

from yomisim.kernel.door import KEPT
from yomisim.kernel.units import compile_here
from yomisim.play.yomi1 import TALLY, play_games, play_turn, start_game
from yomisim.play.yomi1.game import UNITS

#: Every character once, so that all abilities are there.
PAIRS = (("grave", "jaina"), ("setsuki", "valerie"), ("argagarg", "lum"), ("rook", "midori"), ("degrey", "geiger"))
SEED = np.uint64(2**63 + 11)
ZERO = np.int64(0)


def results(games: int) -> list:
    """Totals of batches, and every state of single games played turn by turn."""
    found: list = []
    warnings.simplefilter("ignore", RuntimeWarning)  # uncompiled numbers say so when they wrap around
    for edition in kit.EDITIONS:
        for a, b in PAIRS:
            for policies in kit.SEATINGS:
                tally = np.zeros(1, TALLY)
                tables = kit.tables(edition, a, b)
                count = 0 if "equilibrium" in policies else games  # seconds a game where nothing is compiled
                play_games(tables, kit.codes(policies), SEED, kit.key(a, b), 3, count, True, tally)
                totals = [np.atleast_1d(tally[name][0]).tolist() for name in TALLY.names]
                match = kit.new_match(policies, log=True)
                m, t = match[0], tables[0]
                start_game(t, m, SEED, kit.key(a, b), np.uint64(5), ZERO)
                lines = []
                while not m["over"]:
                    play_turn(t, m)
                    rows = m["log"][: int(m["log_rows"])]
                    m["log_rows"] = 0
                    lines.append(int((rows.astype(np.int64) * np.arange(1, 7)).sum()))
                found.append([edition, a, b, *policies, totals, lines, m["public"]["fighter"]["life"].tolist()])
    return found


def types() -> dict:
    """Floating-point variables of compiled functions, and the records that functions of policies are handed."""
    from numba.core.dispatcher import Dispatcher

    seen: set[int] = set()
    floats: dict[str, list[str]] = {}
    handed: dict[str, list[str]] = {}
    rooms: dict[str, int] = {}
    twice: list[str] = []
    ours = [module for name, module in sorted(sys.modules.items()) if name.startswith("yomisim.")]
    for values in (*(vars(module).values() for module in ours), KEPT):
        for value in values:
            if not isinstance(value, Dispatcher) or id(value) in seen or not value.overloads:
                continue
            seen.add(id(value))
            rooms[value.py_func.__module__] = rooms.get(value.py_func.__module__, 0) + 1
            name = f"{value.py_func.__module__}.{value.py_func.__name__}"
            if len(value.overloads) > 1:
                twice.append(f"{name} {[str(signature)[:200] for signature in value.overloads]}")
            if found := floating(value):
                floats[name] = found
            if name.startswith("yomisim.policies."):
                handed[name] = sorted({record for signature in value.overloads for record in records_in(signature)})
    report = {"functions": len(seen), "rooms": rooms, "floats": floats, "handed": handed, "twice": twice}
    return {**report, "floating": floating(mixed())}


def floating(function) -> list[str]:
    """Variables of a compiled function that are floating-point."""
    return [
        f"{variable}: {kind}"
        for compiled in function.overloads.values()
        for variable, kind in compiled.type_annotation.typemap.items()
        if "float" in str(kind).split("Record")[0]
    ]


def mixed():
    """A function with the mistake that is looked for: uint64 and int64 meet in float64 without a word."""
    from yomisim.kernel.jit import compiled

    @compiled
    def least(a, b):
        c = min(a, b)
        return np.int64(c)

    least(np.uint64(1), np.int64(1))
    return least


def records_in(signature) -> list[str]:
    """Names of the records among the arguments of a signature."""
    from numba.core.types import Record

    from yomisim.cards.yomi1 import tables
    from yomisim.rules.yomi1 import plans, state

    known = {
        np.dtype(value): name
        for module in (tables, plans, state)
        for name, value in vars(module).items()
        if isinstance(value, np.dtype)
    }
    return [known.get(kind.dtype, str(kind.dtype)) for kind in signature if isinstance(kind, Record)]


def bounds() -> list[str]:
    """Which of some wrong accesses are noticed."""
    from yomisim.kernel.jit import compiled

    @compiled
    def read(m, card, row):
        return m["public"]["fighter"][0]["stamp"][card] + m["log"][row, 0]

    found = []
    for card, row in ((0, 0), (54, 0), (0, 1024), (-55, 0)):
        try:
            read(kit.new_match()[0], card, row)
        except IndexError:
            found.append(f"{card} {row}")
    return found


if __name__ == "__main__":
    from yomisim.kernel.jit import DISABLED

    start = time.perf_counter()
    if sys.argv[1] == "types":
        compile_here(UNITS)  # else other processes do, and what comes out of the cache carries no types
    report: dict = {"compiled": not DISABLED, "results": results(int(sys.argv[2]))}
    if sys.argv[1] == "types":
        report.update(types())
        report["bounds"] = bounds()
    report["seconds"] = time.perf_counter() - start
    print(json.dumps(report))
