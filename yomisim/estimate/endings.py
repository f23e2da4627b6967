"""How games end: by knockout, by the last card, by the turn limit; for each pair, and for each character."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from yomisim.batch.engine import engine_for

if TYPE_CHECKING:
    from yomisim.batch.run import Outcome

#: Name -> what happened, in words.
WORDS: Mapping[str, str] = {
    "knockout": "knockout",
    "both_at_zero": "both at zero life",
    "last_card": "last card drawn",
    "time_over": "time over",
    "countdown": "countdown run out",
    "turn_limit": "turn limit",
}
#: One row per pair: games by their ending, between these columns; the endings of the game add to `games`.
HEAD, TAIL = ["game", "edition", "p1", "p2", "policy1", "policy2", "games"], ["mean_turns"]


def tidy(outcome: Outcome) -> pd.DataFrame:
    """One row per pair of a batch, columns HEAD, the endings of the game, TAIL."""
    plan = outcome.plan
    names = engine_for(plan.game.id).endings
    rows = []
    for pair, tally in zip(plan.pairs, outcome.tallies):
        games = int(tally["games"])
        counts = [int(count) for count in tally["endings"]]
        rows.append(
            (plan.game.id, plan.game.edition, pair.a, pair.b, *plan.policies, games, *counts, tally["turns"] / games)
        )
    return pd.DataFrame(rows, columns=[*HEAD, *names, *TAIL])


def together(tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Tables of the same pairs, each with as many games, as one."""
    table = tables[0].copy()
    counts = ["games", *(ending for ending in WORDS if ending in table)]
    table[counts] = sum(frame[counts] for frame in tables)
    table["mean_turns"] = np.mean([frame["mean_turns"] for frame in tables], axis=0)
    return table


def by_character(table: pd.DataFrame) -> pd.DataFrame:
    """How the games of each character against the others end.

    Returns
    -------
    Columns ``character, games``, a share (fraction) for each ending in the table, ``mean_turns``; sorted by character.
    """
    pairs = table[table["p1"] != table["p2"]]
    names = [ending for ending in WORDS if ending in table]
    rows = []
    for character in sorted({*pairs["p1"], *pairs["p2"]}):
        own = pairs[(pairs["p1"] == character) | (pairs["p2"] == character)]
        games = int(own["games"].sum())
        shares = [float(own[ending].sum()) / games for ending in names]
        turns = float(np.average(own["mean_turns"], weights=own["games"]))
        rows.append((character, games, *shares, turns))
    return pd.DataFrame(rows, columns=["character", "games", *names, *TAIL])
