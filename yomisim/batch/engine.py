"""Where a game's compiled kernel is found: one entry per game, loaded when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from yomisim.errors import unknown

if TYPE_CHECKING:
    from yomisim.cards.load import Game

#: Game id -> (module with TALLY, ROW, ENDINGS, SOURCES, POLICIES, RODS, MATCH, what plays and, where combats are
#: counted, COUNTS and GROUPS; module with pack_table).
GAMES = {
    "yomi1": ("yomisim.play.yomi1", "yomisim.cards.yomi1.pack"),
    "yomi2": ("yomisim.play.yomi2", "yomisim.cards.yomi2.pack"),
}

#: Fields of a packed kit that say that there is an ability to use.
KIT_SWITCHES = ("n", "windows", "others", "moves")


@dataclass(frozen=True)
class Engine:
    """What a batch needs of a game.

    Parameters
    ----------
    tally : dtype of the totals; every field counts and is an int64 or an array of them.
    play_games : compiled ``(tables, policies, seed, pair, first, count, swap, tally, scores, rows, counts)``; adds to
        `tally`, see `yomisim.play.yomi1.play_games`. `rows` and `counts` are handed over only where they are asked for.
    pack_table : ``(game, a, b)`` to a table of shape (1,) with `a` in seat 0 and `b` in seat 1.
    row : dtype of the record of a single game, see `yomisim.play.rows`.
    endings, sources : how games end and what life is lost by, in the order of the record's numbers.
    policies : names of those that play this game, the simplest first; the last one plays where nobody is named.
    rods : names of measuring rods that play it too.
    counts : dtype of what is counted of combats, as `tally`; None: the game counts nothing.
    groups : game numbers are counted in so many groups.
    state : dtype of the states between turns, see `yomisim.play.yomi1.states`; None: the game notes none.
    granted : fields of a packed character that say what its abilities grant.
    """

    tally: np.dtype
    play_games: Callable[..., Any]
    pack_table: Callable[[Any, str, str], np.ndarray]
    row: np.dtype
    endings: Sequence[str]
    sources: Sequence[str]
    policies: tuple[str, ...] = ()
    rods: tuple[str, ...] = ()
    counts: np.dtype | None = None
    groups: int = 0
    state: np.dtype | None = None
    granted: tuple[str, ...] = ()

    def tables(self, game: Game, a: str, b: str) -> np.ndarray:
        """Tables of a pair, shape (2,): `a` in seat 0 and `b` in seat 1, then the other way round."""
        return np.concatenate([self.pack_table(game, a, b), self.pack_table(game, b, a)])

    def zeros(self, count: int) -> np.ndarray:
        """Empty totals, shape (count,)."""
        return np.zeros(count, dtype=self.tally)

    def no_counts(self) -> np.ndarray:
        """Empty counts of one pair, shape (groups,)."""
        return np.zeros(self.groups, dtype=self.counts or self.tally)


def engine_for(game: str) -> Engine:
    """The engine of a game.

    Raises
    ------
    BadInput : for a game that has none.
    """
    if game not in GAMES:
        raise unknown("game", game, GAMES)
    import_module("yomisim.kernel")  # has to come before anything of numba: it sets the cache folder
    play, pack = (import_module(name) for name in GAMES[game])
    return Engine(
        tally=play.TALLY,
        play_games=play.play_games,
        pack_table=pack.pack_table,
        row=play.ROW,
        endings=play.ENDINGS,
        sources=play.SOURCES,
        policies=play.POLICIES,
        rods=play.RODS,
        counts=getattr(play, "COUNTS", None),
        groups=getattr(play, "GROUPS", 0),
        state=getattr(play, "STATE", None),
        granted=tuple(getattr(pack, "GRANTED", {}).values()),
    )


def without_abilities(engine: Engine) -> Engine:
    """The same engine for the base rules alone: the characters' kits are taken out of the tables."""

    def stripped(game: Any, a: str, b: str) -> np.ndarray:
        table = engine.pack_table(game, a, b)
        for field in KIT_SWITCHES:
            if field in (table.dtype["kit"].base.names or ()):
                table["kit"][field] = 0
        for field in engine.granted:
            table["char"][field] = 0
        return table

    return replace(engine, pack_table=stripped)


def add(total: np.ndarray, part: np.ndarray) -> None:
    """Add `part` to `total` in place; both of one dtype that holds nothing but int64, and of one shape.

    Sums of integers do not depend on their order, which makes results independent of workers and chunks.
    """
    total.view(np.int64)[...] += part.view(np.int64)
