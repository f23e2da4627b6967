"""What a patch does to openers: the mixes of `yomisim openers` at the same kinds of position, before and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from yomisim.batch.plan import Pairing, check_pairs
from yomisim.cards.load import Game
from yomisim.estimate.openers import play_openers
from yomisim.products import check_product

#: Who plays on after the openers, and games of every two openers.
POLICY, GAMES_PER_CELL = "greedy", 2_000
KEYS = ["p1", "p2", "position", "character", "kind", "opener"]
FIGURES = ["probability", "ci_low", "ci_high"]


def opener_changes(
    before: Game, after: Game, pairs: Sequence[str], games_per_cell: int = GAMES_PER_CELL, seed: int = 1, **how: Any
) -> pd.DataFrame:
    """How often to open with what, before and after, at the four kinds of position from self-play.

    Positions of a kind are taken from each data set's own games, with the same seed.

    Parameters
    ----------
    pairs : as "a-b". games_per_cell, seed : as for `openers.play_openers`; `POLICY` plays on. how : ``workers``.

    Returns
    -------
    One row per pair, position, character and opener: columns `KEYS`, then probability with its 95% interval before
    (``before, before_ci_low, before_ci_high``) and after; 0 where an opener is held on one side only, without interval.

    Raises
    ------
    BadInput : for an unknown pair, or a game whose openers cannot be had.
    """
    check_product("openers", before.id)
    both = []
    for a, b in check_pairs(before, pairs):
        sides = [_mixes(game, Pairing(a, b, swap=False), games_per_cell, seed, how) for game in (before, after)]
        named = [side.rename(columns=_names(word)) for side, word in zip(sides, ("before", "after"))]
        both.append(named[0].merge(named[1], on=KEYS, how="outer", sort=False).fillna({"before": 0.0, "after": 0.0}))
    return pd.concat(both, ignore_index=True)


def _mixes(game: Game, pair: Pairing, games_per_cell: int, seed: int, how: dict[str, Any]) -> pd.DataFrame:
    table = play_openers(
        game, pair.a, pair.b, None, games_per_cell=games_per_cell, policy=POLICY, seed=seed, **how
    ).table
    return table.assign(p1=pair.a, p2=pair.b)[[*KEYS, *FIGURES]]


def _names(word: str) -> dict[str, str]:
    return {"probability": word, "ci_low": f"{word}_ci_low", "ci_high": f"{word}_ci_high"}


def by_kind(table: pd.DataFrame) -> pd.DataFrame:
    """Probabilities before and after summed over the openers of a kind: what a terminal shows."""
    keys = ["p1", "p2", "position", "character", "kind"]
    return table.groupby(keys, sort=False, as_index=False)[["before", "after"]].sum()
