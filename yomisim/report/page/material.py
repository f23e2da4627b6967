"""Everything that the page shows, played and worked out; what sections turn into HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from yomisim.estimate.agreement import Agreement
from yomisim.estimate.bots import Bots
from yomisim.estimate.combos import Combos
from yomisim.estimate.editions import Changes
from yomisim.estimate.ladder import Ladder
from yomisim.estimate.picks import Picks
from yomisim.estimate.result import Matchups
from yomisim.estimate.trials import Trials


@dataclass(frozen=True)
class Material:
    """What a page is made from. Whatever is empty leaves its section out.

    Parameters
    ----------
    results : matchups, one per edition.
    changes : what one edition changed against the other.
    others : charts of other policies, for comparison: policy -> one per edition.
    trials : what openers are worth, by edition.
    second_game : matchups of another game, one per edition; they have a section of their own.
    bots : humans against bots in that game, as that pipeline wrote it.
    picks, combos : by edition; combos one per character, of the whole deck.
    agreement : the charts against how people's games ended. Its charts are named as by :func:`chart_name`.
    ladder : policies against each other.
    exploitability : how far best replies to the policy get, as that pipeline wrote it: table and manifest.
    notes : what a reader has to know before believing a figure, one paragraph each.
    downloads : files to offer, as paths relative to the page.
    quick : whether this was made with few games, to look at.
    parts, parts_policy : what each part of the edition after does alone (`estimate.edition_parts`), and who played it.
    """

    results: list[Matchups]
    changes: Changes | None = None
    others: Mapping[str, list[Matchups]] = field(default_factory=dict)
    trials: Mapping[str, Trials] = field(default_factory=dict)
    second_game: Sequence[Matchups] = ()
    bots: Bots | None = None
    picks: Mapping[str, Picks] = field(default_factory=dict)
    combos: Mapping[str, list[Combos]] = field(default_factory=dict)
    agreement: Agreement | None = None
    ladder: Ladder | None = None
    exploitability: tuple[pd.DataFrame, dict[str, Any]] | None = None
    notes: Sequence[str] = ()
    downloads: Sequence[str] = ()
    quick: bool = False
    parts: pd.DataFrame | None = None
    parts_policy: str = ""

    @property
    def names(self) -> dict[str, str]:
        """Id -> name to print, of all editions."""
        return {id_: name for result in self.results for id_, name in result.names.items()}

    @property
    def policy(self) -> str:
        """Who plays the charts of the page."""
        return policies_of(self.results[0])


def policies_of(result: Matchups) -> str:
    """Who plays, in words."""
    return " against ".join(dict.fromkeys(result.made["policies"]))


def chart_name(result: Matchups) -> str:
    """Name of a chart among others: who plays, and which edition."""
    return f"{policies_of(result)}, {result.edition}"
