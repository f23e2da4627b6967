"""Play every pair of openers of many pairs of hands on, on every core: the same result for any number of workers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np

from yomisim.batch.plan import check_workers
from yomisim.batch.run import Progress
from yomisim.kernel.bits import PASS

#: So many pairs of hands times blocks are enough for the noise to be known.
UNITS = 128
#: Hands of a side, at most; more would make the linear programmes slow.
MOST_HANDS = 24


@dataclass(frozen=True)
class Deals:
    """How often each pair of openers of each pair of hands is played.

    Parameters
    ----------
    blocks : of deals for each pair of hands, a multiple of four (halves are halved once more). size : deals in a block.
    """

    blocks: int
    size: int

    def games(self, hands_1: int, hands_2: int) -> int:
        """Games in a pair of openers that all hands hold."""
        return hands_1 * hands_2 * self.blocks * self.size


def hands_for(games: int) -> int:
    """How many hands of a side are sampled: three deals for each pair of them to every hand.

    Few hands are a rough sample of what is held; few deals for each hand are noise that its mix feeds on.
    """
    return max(2, min(MOST_HANDS, round((games / 3) ** (1 / 3))))


def deals_for(games: int, hands_1: int, hands_2: int) -> Deals:
    """At least `games` games in a pair of openers, in enough blocks."""
    pairs = hands_1 * hands_2
    blocks = 4 * max(1, min(-(-UNITS // (4 * pairs)), games // (4 * pairs)))
    return Deals(blocks, max(1, -(-games // (pairs * blocks))))


@dataclass(frozen=True)
class Table:
    """What is played from one position.

    Parameters
    ----------
    play : module of the game with `openers_of`, `play_cells` and `ready` (`play.yomi1.openers`, `play.yomi2.openers`).
    table, position : (1,) TABLE and (1,) MATCH at the moment of choosing, see `play_cells`.
    hands : of both seats, uint64 of shapes (a,) and (b,).
    sides : int64, shapes (m,) and (n,): the openers that any hand of the seat holds (PASS for no-card, last).
    has : bool, shapes (a, m) and (b, n).
    times : int64, shape (a, b): how many times as many deals as planned a pair of hands is played.
    """

    play: Any
    table: np.ndarray
    position: np.ndarray
    hands: tuple[np.ndarray, np.ndarray]
    sides: tuple[np.ndarray, np.ndarray]
    has: tuple[np.ndarray, np.ndarray]
    times: np.ndarray

    def games(self, deals: Deals) -> int:
        """Games of all cells of all pairs of hands."""
        cells = self.has[0].sum(axis=1)[:, None] * self.has[1].sum(axis=1)[None, :]
        return int((cells * self.times).sum()) * deals.blocks * deals.size


def table_of(
    play: Any,
    table: np.ndarray,
    position: np.ndarray,
    hands: tuple[np.ndarray, np.ndarray],
    leads: tuple[bool, bool] = (False, False),
) -> Table:
    """The openers of all hands of a position.

    Parameters
    ----------
    play, table, position, hands : see `Table`.
    leads : whether the first hand of a seat is what somebody wants to know; it then gets as many games as all others.
    """
    numbers = np.arange(int(PASS) + 1)
    sides, has = [], []
    for seat in range(2):
        options = play.openers_of(table, position, seat, hands[seat])
        held = np.array([[bool(int(option) >> int(k) & 1) for k in numbers] for option in options])
        sides.append(numbers[held.any(axis=0)])
        has.append(held[:, held.any(axis=0)])
    times = np.ones((len(hands[0]), len(hands[1])), np.int64)
    if leads[0]:
        times[0, :] = len(hands[0])
    if leads[1]:
        times[:, 0] = len(hands[1])
    return Table(play, table, position, hands, (sides[0], sides[1]), (has[0], has[1]), times)


def play_tables(
    tables: Sequence[Table],
    deals: Sequence[Deals],
    seed: int,
    pairs: Sequence[int],
    workers: Any = None,
    progress: Progress | None = None,
) -> list[np.ndarray]:
    """Play all cells of some positions.

    Parameters
    ----------
    tables, deals : of each position. pairs : a number for each, which its luck depends on.
    seed : 0 to 2**64 - 1. workers : threads; None takes every core.
    progress : called in this thread with (games played, games in all).

    Returns
    -------
    For each position float64 of shape (hands 1, hands 2, blocks, openers 1, openers 2): player 1's mean result, 0 where
    a hand lacks the opener.
    """
    for each in tables:
        each.play.ready()
    out = [
        np.zeros((*map(len, each.hands), how.blocks, *map(len, each.sides)))
        for each, how in zip(tables, deals, strict=True)
    ]
    total = sum(each.games(how) for each, how in zip(tables, deals, strict=True))
    tasks = (
        (p, a, b, block)
        for p, each in enumerate(tables)
        for a in range(len(each.hands[0]))
        for b in range(len(each.hands[1]))
        for block in range(deals[p].blocks)
    )

    def one(p: int, a: int, b: int, block: int) -> int:
        each = tables[p]
        size = deals[p].size * int(each.times[a, b])
        rows, columns = each.has[0][a], each.has[1][b]
        sums = np.zeros((int(rows.sum()), int(columns.sum())), np.int64)
        hands = np.array([each.hands[0][a], each.hands[1][b]], np.uint64)
        where = _luck(pairs[p], a, b)
        openers = (each.sides[0][rows], each.sides[1][columns])
        each.play.play_cells(each.table, each.position, hands, *openers, seed, where, block * size, size, sums)
        out[p][a, b, block][np.ix_(rows, columns)] = sums / (2 * size)
        return sums.size * size

    _in_threads(one, tasks, check_workers(workers), total, progress)
    return out


def _luck(pair: int, a: int, b: int) -> int:
    """Where the luck of a pair of hands comes from."""
    return int.from_bytes(hashlib.blake2b(f"openers {pair} {a} {b}".encode(), digest_size=8).digest(), "little")


def _in_threads(one: Any, tasks: Any, workers: int, total: int, progress: Progress | None) -> None:
    """Do all tasks, a few of them waiting at a time; each writes to a place of its own."""
    pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="yomisim")
    running: set[Future[int]] = set()
    done = 0
    try:
        for task in tasks:
            running.add(pool.submit(one, *task))
            if len(running) >= 4 * workers:
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                done += sum(each.result() for each in ended)
                if progress is not None:
                    progress(done, total)
        for each in running:
            done += each.result()
        if progress is not None:
            progress(done, total)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
