"""How games end: by knockout, by the last card, by the turn limit; for each pair, and for each character."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from yomisim.batch.engine import engine_for
from yomisim.rules.yomi1.state import ENDINGS

if TYPE_CHECKING:
    from yomisim.batch.run import Outcome

#: Name -> what happened, in words.
WORDS: Mapping[str, str] = {
    "knockout": "knockout",
    "both_at_zero": "both at zero life",
    "last_card": "last card drawn",
    "turn_limit": "turn limit",
}
#: One row per pair: games by their ending; these add to `games`. Another game has endings of its own in their place.
COLUMNS = ["game", "edition", "p1", "p2", "policy1", "policy2", "games", *ENDINGS, "mean_turns"]


def tidy(outcome: Outcome) -> pd.DataFrame:
    """One row per pair of a batch, columns `COLUMNS` with the endings of its game."""
    endings = engine_for(outcome.plan.game.id).endings
    plan = outcome.plan
    rows = []
    for pair, tally in zip(plan.pairs, outcome.tallies):
        games = int(tally["games"])
        counts = [int(count) for count in tally["endings"]]
        rows.append(
            (plan.game.id, plan.game.edition, pair.a, pair.b, *plan.policies, games, *counts, tally["turns"] / games)
        )
    return pd.DataFrame(rows, columns=[*COLUMNS[:7], *endings, COLUMNS[-1]])


def by_character(table: pd.DataFrame) -> pd.DataFrame:
    """How the games of each character against the others end.

    Returns
    -------
    Columns ``character, games``, a share (fraction) for each of `ENDINGS`, ``mean_turns``; sorted by character.
    """
    pairs = table[table["p1"] != table["p2"]]
    rows = []
    for character in sorted({*pairs["p1"], *pairs["p2"]}):
        own = pairs[(pairs["p1"] == character) | (pairs["p2"] == character)]
        games = int(own["games"].sum())
        shares = [float(own[ending].sum()) / games for ending in ENDINGS]
        turns = float(np.average(own["mean_turns"], weights=own["games"]))
        rows.append((character, games, *shares, turns))
    return pd.DataFrame(rows, columns=["character", "games", *ENDINGS, "mean_turns"])
