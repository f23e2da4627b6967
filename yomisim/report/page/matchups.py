"""Who beats whom: for each edition the chart, strengths, every matchup as a table, and the control by mirrors."""

from __future__ import annotations

from typing import Any

import pandas as pd

from yomisim.estimate import intervals, matchups
from yomisim.estimate.headline import decimals, players_notation
from yomisim.estimate.result import Matchups
from yomisim.report.page.endings import ending_words
from yomisim.report.page.material import Material, policies_of
from yomisim.report.page.parts import (
    CORRECTION,
    bar,
    cell,
    edition_title,
    name,
    p_words,
    render,
    unfinished,
)


def html(material: Material) -> str:
    """One part for each edition."""
    return render(
        "sections/matchups",
        editions=[edition_part(result) for result in material.results],
        correction=intervals.CORRECTIONS[CORRECTION][0],
    )


def edition_part(result: Matchups, key: str | None = None, linked: bool = True) -> dict[str, Any]:
    """What the template of one edition needs.

    Parameters
    ----------
    key : begins the anchors; None is the edition. linked : whether characters have an article on the page to link to.
    """
    mirrors = result.mirrors()
    return {
        "id": result.edition if key is None else key,
        "edition": result.edition,
        "name": edition_title(result),
        "policies": policies_of(result),
        "games_per_pair": result.made["games_per_pair"],
        "chart": chart(result, linked),
        "half_width": _half_width(result),
        "strengths": _strength_rows(result, linked),
        "matchups": _matchup_rows(result),
        "mirrors": _mirror_rows(mirrors, result),
        "mirrors_within": f"{int(mirrors['within'].sum())} of {len(mirrors)}",
        "mirrors_passed": bool(mirrors["passed"].all()),
        "unfinished": int(result.table["unfinished"].sum()),
        "unfinished_words": unfinished(result),
        "doubt": result.doubt("* "),
        "draws": result.made.get("uncertainty", 0),
        "first_turn": "first_win_rate" in result.table,
    }


def chart(result: Matchups, linked: bool = True) -> dict[str, Any]:
    """Rows and columns from the strongest to the weakest, with what hovering over a cell tells."""
    notable = result.notable(CORRECTION)
    told = {frozenset(pair) for pair in notable[notable["notable"]][["character", "opponent"]].itertuples(index=False)}
    strengths = result.strengths()
    order = [str(i) for i in strengths["character"]]
    both = {(row.character, row.opponent): row for row in matchups.both_ways(result.table).itertuples(index=False)}
    played = {frozenset((row.p1, row.p2)): row for row in result.table.itertuples(index=False)}
    endings = _endings(result.endings)
    rows = []
    for a, mean in zip(order, strengths.itertuples(index=False)):
        cells: list[dict[str, Any] | None] = []
        for b in order:
            if a == b:
                cells.append(None)
                continue
            row, pair = both[a, b], frozenset((a, b))
            clear = pair in told
            rate = bar(row.win_rate, row.ci_low, row.ci_high)
            lines = [
                f"{name(result, a)} wins {rate['rate']}% (95%: {rate['low']} to {rate['high']})",
                "" if clear else "cannot be told from even",
                f"{int(row.games):,} games of {played[pair].mean_turns:.1f} turns",
                endings.get(pair, ""),
            ]
            head = f"{name(result, a)} \N{EN DASH} {name(result, b)}  {_score(row.win_rate)}"
            cells.append(cell(players_notation(row.win_rate), row.win_rate, clear, head, lines))
        href = f"#character-{a}" if linked else ""
        rows.append({"name": name(result, a), "href": href, "cells": cells, "mean": f"{100 * mean.win_rate:.1f}"})
    return {"columns": [name(result, i) for i in order], "rows": rows, "mean_title": "mean %"}


def _score(rate: float) -> str:
    won = players_notation(rate)
    return f"{won}\N{EN DASH}{10 - float(won):.1f}"


def _endings(table: pd.DataFrame | None) -> dict[frozenset[str], str]:
    if table is None:
        return {}
    return {frozenset((row["p1"], row["p2"])): ending_words(row, row["games"]) for row in table.to_dict("records")}


def _strength_rows(result: Matchups, linked: bool) -> list[dict[str, Any]]:
    rows = []
    for row in result.strengths().itertuples(index=False):
        rows.append(
            {
                "character": name(result, row.character),
                "href": f"#character-{row.character}" if linked else "",
                **bar(row.win_rate, row.ci_low, row.ci_high),
            }
        )
    return rows


def _matchup_rows(result: Matchups) -> list[dict[str, Any]]:
    turns = {frozenset((row.p1, row.p2)): row for row in result.table.itertuples(index=False)}
    rows = []
    for row in result.notable(CORRECTION).itertuples(index=False):
        played = turns[frozenset((row.character, row.opponent))]
        rows.append(
            {
                "character": name(result, row.character),
                "opponent": name(result, row.opponent),
                "games": int(played.games),
                "draws": int(played.draws),
                "unfinished": int(played.unfinished),
                "turns": round(float(played.mean_turns), 1),
                "p": float(row.p_adjusted),
                "p_words": p_words(row.p_adjusted),
                "notable": bool(row.notable),
                "first": _first_turn(played),
                **bar(row.win_rate, row.ci_low, row.ci_high),
            }
        )
    return rows


def _first_turn(row: Any) -> dict[str, Any]:
    """How often whoever began has won a matchup; empty where both play at once."""
    if not hasattr(row, "first_win_rate"):
        return {}
    return bar(row.first_win_rate, row.first_ci_low, row.first_ci_high)


def _mirror_rows(mirrors: pd.DataFrame, result: Matchups) -> list[dict[str, Any]]:
    return [
        {
            "character": name(result, row.character),
            "games": int(row.games),
            "within": bool(row.within),
            "p_words": p_words(row.p_adjusted),
            **bar(row.win_rate, row.ci_low, row.ci_high),
        }
        for row in mirrors.itertuples(index=False)
    ]


def _half_width(result: Matchups) -> str:
    half = 100 * matchups.half_width(result.table)
    return f"{half:.{max(1, decimals(half) + 1)}f}"
