"""The report as one HTML page that needs nothing beside it: styles, figures and script are inside."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from yomisim import __version__
from yomisim.estimate import intervals, matchups
from yomisim.estimate.editions import Changes
from yomisim.estimate.headline import by_character, decimals, players_notation
from yomisim.estimate.result import Matchups
from yomisim.report import figures
from yomisim.report.colours import THEMES
from yomisim.report.figure_changes import change_map, signed

TEMPLATES = Path(__file__).parent / "templates"
#: Left and right end of the interval bars in the tables, in percent; what lies beyond is drawn at the end.
BAR_LOW, BAR_HIGH = 10.0, 90.0
CORRECTION = "holm"


def page(
    results: list[Matchups],
    notes: Sequence[str] = (),
    downloads: Sequence[str] = (),
    changes: Changes | None = None,
) -> str:
    """The page for one game.

    Parameters
    ----------
    results : one per edition.
    notes : what a reader has to know before believing a figure, one paragraph each.
    downloads : files to offer, as paths relative to the page.
    changes : what one edition changed against the other; None leaves the section out.
    """
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.j2").render(
        title=f"{results[0].made['title']}: matchups",
        game=results[0].made["title"],
        version=__version__,
        editions=[edition(result) for result in results],
        changes=None if changes is None else changes_section(changes),
        notes=notes,
        downloads=downloads,
        bar_low=f"{BAR_LOW:g}",
        bar_high=f"{BAR_HIGH:g}",
        correction=intervals.CORRECTIONS[CORRECTION][0],
    )


def edition(result: Matchups) -> dict[str, Any]:
    """Everything the template shows of one edition."""
    made, mirrors, sentences = result.made, result.mirrors(), result.headline()
    policies = " against ".join(dict.fromkeys(made["policies"]))
    return {
        "id": result.edition,
        "name": f"{result.edition.capitalize()} edition",
        "policies": policies,
        "games_per_pair": made["games_per_pair"],
        "games": made["games"],
        "headline": [_unbroken(sentence) for sentence in sentences],
        "heat_map": {theme.name: _data_uri(figures.svg(figures.heat_map(result, theme))) for theme in THEMES},
        "half_width": _half_width(result),
        "matchups": _matchup_rows(result),
        "strengths": _strength_rows(result),
        "mirrors": _mirror_rows(result),
        "mirrors_within": f"{int(mirrors['within'].sum())} of {len(mirrors)}",
        "mirrors_passed": bool(mirrors["passed"].all()),
        "unfinished": int(result.table["unfinished"].sum()),
        "unfinished_words": _unfinished(result),
        "made": [*_made_rows(made, policies), ("Stopped at the turn limit", _unfinished(result))],
        "provisional": [result.names[i] for i in sorted(result.provisional)],
    }


def changes_section(changes: Changes) -> dict[str, Any]:
    """Everything the template shows of a comparison."""
    before, after, table = changes.before.made, changes.after.made, changes.table
    order = table["difference"].abs().sort_values(ascending=False, kind="stable").index
    return {
        "title": f"What the {after['edition']} edition changed",
        "before": before["edition"].capitalize(),
        "after": after["edition"].capitalize(),
        "games_per_pair": before["games_per_pair"],
        "headline": [_unbroken(sentence) for sentence in changes.headline()],
        "map": {theme.name: _data_uri(figures.svg(change_map(changes, theme))) for theme in THEMES},
        "characters": [
            {"character": _name(changes.before, row.character), **_change(row)}
            for row in changes.characters().itertuples(index=False)
        ],
        "matchups": [_changed_matchup(changes, row) for row in table.loc[order].itertuples(index=False)],
    }


def _changed_matchup(changes: Changes, row: Any) -> dict[str, Any]:
    """A matchup from the side that gained."""
    a, b, shown = row.p1, row.p2, row
    if row.difference < 0:
        a, b = b, a
        shown = row._replace(
            before=1 - row.before,
            after=1 - row.after,
            difference=-row.difference,
            ci_low=-row.ci_high,
            ci_high=-row.ci_low,
        )
    names = {"character": _name(changes.before, a), "opponent": _name(changes.before, b)}
    return {**names, **_change(shown)}


def _change(row: Any) -> dict[str, Any]:
    digits = max(1, min(2, decimals(50 * (row.ci_high - row.ci_low))))
    shown = {key: signed(100 * getattr(row, key), digits) for key in ("difference", "ci_low", "ci_high")}
    return {
        **shown,
        "before": f"{100 * row.before:.{digits}f}%",
        "after": f"{100 * row.after:.{digits}f}%",
        **{f"{key}_value": 100 * float(getattr(row, key)) for key in ("before", "after", "difference")},
        "p": float(row.p_adjusted),
        "p_words": _p_words(row.p_adjusted),
        "changed": bool(row.changed),
    }


def _matchup_rows(result: Matchups) -> list[dict[str, Any]]:
    turns = {frozenset((row.p1, row.p2)): row for row in result.table.itertuples(index=False)}
    rows = []
    for row in result.notable(CORRECTION).itertuples(index=False):
        played = turns[frozenset((row.character, row.opponent))]
        rows.append(
            {
                "character": _name(result, row.character),
                "opponent": _name(result, row.opponent),
                "notation": players_notation(row.win_rate),
                "games": int(played.games),
                "draws": int(played.draws),
                "unfinished": int(played.unfinished),
                "turns": round(float(played.mean_turns), 1),
                "p": float(row.p_adjusted),
                "p_words": _p_words(row.p_adjusted),
                "notable": bool(row.notable),
                **_bar(row.win_rate, row.ci_low, row.ci_high),
            }
        )
    return rows


def _strength_rows(result: Matchups) -> list[dict[str, Any]]:
    rows = []
    for row in result.strengths().itertuples(index=False):
        own = by_character(result.table, row.character)
        first, last = own.iloc[0], own.iloc[-1]
        rows.append(
            {
                "character": _name(result, row.character),
                "best": f"{_name(result, first['opponent'])} {players_notation(first['win_rate'])}",
                "worst": f"{_name(result, last['opponent'])} {players_notation(last['win_rate'])}",
                **_bar(row.win_rate, row.ci_low, row.ci_high),
            }
        )
    return rows


def _mirror_rows(result: Matchups) -> list[dict[str, Any]]:
    return [
        {
            "character": _name(result, row.character),
            "games": int(row.games),
            "within": bool(row.within),
            "p_words": _p_words(row.p_adjusted),
            **_bar(row.win_rate, row.ci_low, row.ci_high),
        }
        for row in result.mirrors().itertuples(index=False)
    ]


def _made_rows(made: dict[str, Any], policies: str) -> list[tuple[str, str]]:
    return [
        ("Program", f"yomisim {made['yomisim']}"),
        ("Played by", f"{policies} (both sides the same policy)" if len(set(made["policies"])) == 1 else policies),
        ("Games", f"{made['games_per_pair']:,} for each of {made['pairs']} pairs and {made['mirrors']} mirrors"),
        ("In all", f"{made['games']:,} games in {made['seconds']:,.1f} s"),
        ("Seed", str(made["seed"])),
        ("Card data", f"{made['data']}, hash {made['data_hash']}"),
        ("Made", made["date"].replace("T", " ").replace("Z", " UTC")),
    ]


def _bar(rate: float, low: float, high: float) -> dict[str, Any]:
    """A rate with its interval in percent, as text and as places on the bar (0 to 100)."""
    percent = [100 * float(value) for value in (rate, low, high)]
    digits = max(1, min(2, decimals((percent[2] - percent[1]) / 2)))
    places = [min(100.0, max(0.0, (value - BAR_LOW) / (BAR_HIGH - BAR_LOW) * 100)) for value in percent]
    return {
        "rate": f"{percent[0]:.{digits}f}",
        "low": f"{percent[1]:.{digits}f}",
        "high": f"{percent[2]:.{digits}f}",
        "value": percent[0],
        "at": f"{places[0]:.2f}",
        "from": f"{places[1]:.2f}",
        "width": f"{places[2] - places[1]:.2f}",
        "side": "for" if percent[0] >= 50 else "against",
    }


def _unbroken(sentence: str) -> str:
    """A score such as 7.6–2.4 must not be broken over two lines."""
    return sentence.replace("\N{EN DASH}", "\N{WORD JOINER}\N{EN DASH}\N{WORD JOINER}")


def _unfinished(result: Matchups) -> str:
    """How many games, mirrors among them, ran into the turn limit."""
    count, games = int(result.table["unfinished"].sum()), int(result.table["games"].sum())
    if count == 0:
        return "no game"
    share = count / games
    words = "less than 0.01%" if share < 0.0001 else f"{100 * share:.2f}%"
    return f"{count:,} of {games:,} games ({words}), counted as draws"


def _p_words(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def _half_width(result: Matchups) -> str:
    half = 100 * matchups.half_width(result.table)
    return f"{half:.{max(1, decimals(half) + 1)}f}"


def _name(result: Matchups, character: str) -> str:
    return result.names[character] + ("*" if character in result.provisional else "")


def _data_uri(text: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode("ascii")
