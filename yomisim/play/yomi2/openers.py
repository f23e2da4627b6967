"""Games of Yomi 2 that go on from one moment: both players are about to choose their openers, and are told which.

Every pair of openers of two hands is played on from the same hands and on the same luck, so that what two openers earn
differs by what they do and not by the cards that came later.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from yomisim.cards.yomi2.tables import TABLE
from yomisim.kernel.jit import compiled, entry
from yomisim.kernel.rng import game_key
from yomisim.kernel.units import Unit, ensure_compiled
from yomisim.play.deals import deal_anew
from yomisim.play.yomi2.game import connect
from yomisim.play.yomi2.turn import turn_by_address
from yomisim.rules.access import char_of, fighter
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi2.moves import openers
from yomisim.rules.yomi2.state import FROM_OPENERS, MATCH, WHOLE_TURN

UNITS = (Unit("yomi2-openers", "yomisim.play.yomi2.openers", "compile_openers"),)

#: Bytes of MATCH that make a game what it is: all but what policies work out (`plan`), the script and the log.
_FIELDS: Any = MATCH.fields
_HEAD, _TAIL, _END = (np.int64(_FIELDS[name][1]) for name in ("plan", "policy", "script"))


@compiled
def _deal(m, hands, key):
    """Give both seats their hands, put all other unseen cards into the decks, and tie all luck to `key`."""
    for seat in range(2):
        m["plan"][seat]["turn"] = -1
    for seat in range(2):
        deal_anew(m, seat, hands[seat], key)


@entry
def _play(table, position, work, before, after, ends, hands, moves_0, moves_1, seed, pair, first, number, sums):
    """See `play_cells`; `before` and `after` are the bytes of `position` and `work`."""
    t = table[0]
    m = work[0]
    head, tail, end = ends[0], ends[1], ends[2]
    for deal in range(first, first + number):
        key = game_key(seed, pair, np.uint64(deal))
        for i in range(moves_0.shape[0]):
            for j in range(moves_1.shape[0]):
                for k in range(head):
                    after[k] = before[k]
                for k in range(tail, end):
                    after[k] = before[k]
                _deal(m, hands, key)
                m["forced"][0] = moves_0[i] + 1
                m["forced"][1] = moves_1[j] + 1
                m["part"] = FROM_OPENERS
                turn_by_address(t, m)
                m["part"] = WHOLE_TURN
                while m["over"] == 0:
                    turn_by_address(t, m)
                if m["winner"] == NOBODY:
                    sums[i, j] += 1
                elif m["winner"] == 0:
                    sums[i, j] += 2


@entry
def _openers(table, position, seat, hands, options):
    """See `openers_of`."""
    m = position[0]
    char = char_of(table[0], m, seat)
    for k in range(hands.shape[0]):
        options[k] = openers(char, fighter(m, seat), hands[k])


_ENDS = np.array([_HEAD, _TAIL, _END])


def play_cells(
    table: np.ndarray,
    position: np.ndarray,
    hands: np.ndarray,
    moves_0: np.ndarray,
    moves_1: np.ndarray,
    seed: int,
    pair: int,
    first: int,
    number: int,
    sums: np.ndarray,
) -> None:
    """Play every pair of openers on, in deals number `first` to ``first + number - 1``, and add up the results.

    Parameters
    ----------
    table : (1,) TABLE.
    position : (1,) MATCH at the moment of choosing (what TO_OPENERS leaves), with the policies of both seats; not
        changed. Cards of its hands and decks are unseen: they are dealt anew.
    hands : (2,) uint64, sets of cards, each a part of the seat's unseen cards.
    moves_0, moves_1 : int64, openers of either hand by move; (m,) and (n,).
    seed, pair : uint64; a deal's luck depends on them and on its number only, and is the same in all cells.
    sums : (m, n) int64, added to: half points of seat 0 (2 for a win, 1 for a draw).
    """
    ready()
    work = position.copy()
    connect(work[0], position[0]["policy"])
    start = work.copy()
    _play(
        table,
        start,
        work,
        start.view(np.uint8),
        work.view(np.uint8),
        _ENDS,
        hands,
        moves_0,
        moves_1,
        np.uint64(seed),
        np.uint64(pair),
        np.int64(first),
        np.int64(number),
        sums,
    )


def openers_of(table: np.ndarray, position: np.ndarray, seat: int, hands: np.ndarray) -> np.ndarray:
    """What each of some hands of a seat could open with, as sets of moves.

    Parameters
    ----------
    table, position : as for `play_cells`. hands : (n,) uint64.

    Returns
    -------
    (n,) uint64.
    """
    ready()
    options = np.zeros(len(hands), np.uint64)
    _openers(table, position, np.int64(seat), hands, options)
    return options


def ready() -> None:
    """Have the compiled entry; call it before threads start."""
    ensure_compiled(UNITS)


def compile_openers() -> None:
    """Compile the entries or load them from the cache: no games, no hands."""
    table, match, none = np.zeros(1, TABLE), np.zeros(1, MATCH), np.zeros(0, np.int64)
    no_hands = np.zeros(0, np.uint64)
    _openers(table, match, np.int64(0), no_hands, no_hands.copy())
    play_arguments = (np.zeros(2, np.uint64), none, none, np.uint64(0), np.uint64(0), np.int64(0), np.int64(0))
    raw = match.view(np.uint8)
    _play(table, match, match, raw, raw.copy(), _ENDS, *play_arguments, np.zeros((0, 0), np.int64))
