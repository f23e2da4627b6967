"""Books of a game of Yomi 2, checked between turns; compiled, so that many games can be looked at.

numba does not see that a function in another file has changed: what calls this must not be cached on disk.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from yomisim.kernel.jit import DISABLED, compiled
from yomisim.play.yomi2 import game
from yomisim.play.yomi2.game import BEGIN, ONE_TURN, TALLY
from yomisim.rules.records import LOG_ROWS
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.state import BOTH_ZERO, COUNTDOWN, ENDINGS, KNOCKOUT, MATCH, TIME_OVER, TURN_LIMIT

NOTHING = np.uint64(0)
ONE = np.uint64(1)

#: What was seen in the games that were checked.
SEEN = np.dtype(
    [
        ("games", "i8"),
        ("turns", "i8"),
        ("endings", "i8", (len(ENDINGS),)),
        ("events", "i8", (len(events.EVENTS),)),
        ("used", "i8", (2, 24)),  # abilities by seat
        ("moves", "i8", (2, 21)),  # openers by seat
        ("variants", "i8", (2, 8)),
        ("most_rows", "i8"),
    ],
    align=True,
)


@compiled
def _size(cards):
    n = 0
    while cards != NOTHING:
        cards &= cards - ONE
        n += 1
    return n


@compiled
def _zones(t, m, seat):
    """Every card of the deck in exactly one zone, none beside."""
    me, own = m["public"]["fighter"][seat], m["own"][seat]
    together = NOTHING
    total = 0
    for i in range(7):
        if i == 0:
            zone = np.uint64(m["deep"][seat]["deck"])
        elif i == 1:
            zone = np.uint64(own["hand"])
        elif i == 2:
            zone = np.uint64(me["table"])
        elif i == 3:
            zone = np.uint64(me["discard"])
        elif i == 4:
            zone = np.uint64(me["in_play"])
        elif i == 5:
            zone = np.uint64(me["removed"])
        else:
            zone = np.uint64(me["revealed"])
        total += _size(zone)
        together |= zone
    assert together == t["char"][seat][0]["cards"], "a card is in no zone, or a strange card is in one"
    assert total == _size(together), "a card is in two zones"
    assert me["hand_count"] == _size(own["hand"]), "the hand is counted wrongly"
    assert me["hand_count"] <= t["rules"]["hand_limit"], "too many cards in hand"
    assert me["shown"] & ~own["hand"] == NOTHING, "a card is known in hand that is not there"


@compiled
def _numbers(t, m, seat):
    me = m["public"]["fighter"][seat]
    char = t["char"][seat][0]
    assert 0 <= me["meter"] <= t["rules"]["meter_max"], "meter out of bounds"
    assert me["life"] <= char["hit_points"], "more life than at the start"
    assert me["reshuffles"] <= t["rules"]["reshuffles"], "shuffled too often"
    assert 0 <= me["storm"] <= 2 and (me["storm"] == 0 or char["has_storm"] != 0), "a storm from nowhere"
    variant = 0
    for k in range(3):
        if me["in_play"] & char["switch_cards"][k] != NOTHING:
            variant |= 1 << k
        if char["switch_storm"] == k and me["storm"] == 1:
            variant |= 1 << k
    assert me["variant"] == variant, "the wrong variant counts"


@compiled
def _between_turns(m, seat):
    me = m["public"]["fighter"][seat]
    other = m["public"]["fighter"][1 - seat]
    assert me["table"] == NOTHING and me["revealed"] == NOTHING, "cards are left on the table"
    assert me["down_next"] == 0 and me["edge_next"] == 0 and me["disabled_next"] == 0, "something was not passed on"
    assert me["down"] == 0 or other["down"] == 0, "both are down"
    assert me["edge"] == 0 or other["edge"] == 0, "both have the edge"
    assert (me["down"] == 0) == ((me["disabled"] >> 5) & 1 == 0), "down without disabled dodges, or the other way round"
    assert me["move"] == -1 and me["card"] == -1, "an opener is left"
    assert me["life"] > 0, "the game goes on without life"


@compiled
def _end(t, m):
    a, b = m["public"]["fighter"][0]["life"], m["public"]["fighter"][1]["life"]
    ending, winner = m["ending"], m["winner"]
    if ending == KNOCKOUT:
        assert (a > 0 and b <= 0) if winner == 0 else (b > 0 and a <= 0), "the wrong player wins by knockout"
    elif ending == BOTH_ZERO:
        assert a <= 0 and b <= 0, "both at zero, but they are not"
    elif ending == TIME_OVER:
        assert winner == (0 if a > b else (1 if b > a else -1)), "the wrong player wins by time over"
    elif ending == TURN_LIMIT:
        assert winner == -1 and m["public"]["turn"] == t["rules"]["turn_limit"], "another turn limit"
    else:
        assert ending == COUNTDOWN, "an unknown ending"


@compiled
def check(t, m, seen):
    """A game was set up or a turn played: check the books, count what was seen, empty the log."""
    for seat in range(2):
        _zones(t, m, seat)
        _numbers(t, m, seat)
        if m["over"] == 0:
            _between_turns(m, seat)
        seen["variants"][seat, m["public"]["fighter"][seat]["variant"]] += 1
    rows = m["log_rows"]
    assert rows < LOG_ROWS, "the log is full"
    seen["most_rows"] = max(seen["most_rows"], rows)
    for i in range(rows):
        event, seat = np.int64(m["log"][i, 0]), np.int64(m["log"][i, 1])
        seen["events"][event] += 1
        if event == events.ABILITY:
            seen["used"][seat, np.int64(m["log"][i, 2])] += 1
        elif event == events.OPENER:
            seen["moves"][seat, np.int64(m["log"][i, 3])] += 1
    m["log_rows"] = 0
    if m["over"] != 0:
        _end(t, m)
        seen["games"] += 1
        seen["turns"] += m["public"]["turn"]
        seen["endings"][m["ending"]] += 1


def _check_games(step, table, match, seen, seed, pair, first, count):
    t, m, s = table[0], match[0], seen[0]
    none, tally, scores = np.zeros(2, np.int64), np.zeros(1, TALLY), np.zeros(0, np.int8)
    one = np.int64(1)
    for number in range(first, first + count):
        step(table, none, seed, pair, number, one, False, tally, scores, match, BEGIN)
        check(t, m, s)
        while m["over"] == 0:
            step(table, none, seed, pair, number, one, False, tally, scores, match, ONE_TURN)
            check(t, m, s)


@cache
def _compiled() -> Any:
    """The loop, calling the engine through the address of its one entry: nothing is compiled anew but the checks."""
    if DISABLED:
        return _check_games
    import numba
    from numba import types

    game.compile_game()
    (signature,) = game._run.signatures
    arrays = [numba.from_dtype(dtype)[::1] for dtype in (game.TABLE, MATCH, SEEN)]
    arguments = (types.FunctionType(types.none(*signature)), *arrays, types.uint64, types.uint64, *[types.int64] * 2)
    return numba.njit(arguments, error_model="numpy", nogil=True)(_check_games)


def check_games(table: np.ndarray, policy: int, *, seed: int, first: int, count: int, log: bool = True) -> np.ndarray:
    """Play games of one seating and check the books after every turn. Gives what was seen, shape (1,), SEEN."""
    match, seen = np.zeros(1, MATCH), np.zeros(1, SEEN)
    match["policy"] = policy
    match["log_on"] = log
    game.connect(match[0], match[0]["policy"])
    loop = _compiled()
    loop(game._run, table, match, seen, np.uint64(seed), np.uint64(7), np.int64(first), np.int64(count))
    return seen
