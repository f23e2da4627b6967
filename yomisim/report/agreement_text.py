"""Charts beside human play as plain text for a terminal."""

from __future__ import annotations

from typing import Any

from yomisim.cards.load import Game
from yomisim.estimate.agreement import Agreement
from yomisim.estimate.human import PROMISE

#: How many of a chart's worst matchups are told.
WORST = 5


def title(game: Game, agreement: Agreement) -> str:
    """Game and, where all charts have the same, edition."""
    editions = {made.get("edition") for made in agreement.made["charts"].values()}
    one = editions.pop() if len(editions) == 1 else None
    return game.title if one is None else f"{game.title}, {one} edition"


def agreement_lines(agreement: Agreement, game: Game) -> list[str]:
    """Measures side by side and each chart's worst matchups."""
    made, table = agreement.made, agreement.table.set_index(["chart", "measure"])
    people = len(made["characters"])
    lines = [
        f"{title(game, agreement)}: {made['pairs']} pairs of {people} characters that human play and every chart have",
        *(f"{name}: {_origin(one)}, hash {one['data_hash']}" for name, one in made["charts"].items()),
        "",
    ]
    measures = list(dict.fromkeys(agreement.table["measure"]))
    charts = list(dict.fromkeys(agreement.table["chart"]))
    width = max(len(name) for name in measures)
    wide = [max(len(name), 20) for name in charts]
    lines.append("  ".join([" " * width, *(f"{name:>{w}}" for name, w in zip(charts, wide))]))
    for measure in measures:
        cells = [f"{_cell(table.loc[(chart, measure)]):>{w}}" for chart, w in zip(charts, wide)]
        lines.append("  ".join([f"{measure:<{width}}", *cells]))
    lines += ["", "RMSE in points; brackets: 95% intervals from characters drawn again (ceiling: 95% of draws)"]
    names = {i: character.short_name for i, character in game.characters.items()}
    for chart in agreement.charts:
        lines += ["", f"{chart}, the matchups farthest from human play:"]
        for row in agreement.worst(chart, WORST).itertuples(index=False):
            one, other = names.get(row.p1, row.p1), names.get(row.p2, row.p2)
            lines.append(f"- {one} against {other}: {100 * row.simulated:.1f}%, among people {100 * row.human:.1f}%")
    return [*lines, "", PROMISE, ""]


def _origin(made: dict[str, Any]) -> str:
    """What a chart rests on: the data it was played with, or the file it was read from."""
    return str(made["file"]) if "file" in made else f"data {made['data']}"


def _cell(row: object) -> str:
    """A value with its interval; "-" for what cannot be said."""
    value, low, high = (float(row[name]) for name in ("value", "ci_low", "ci_high"))  # type: ignore[index]
    digits = 1 if row["unit"] else 2  # type: ignore[index]
    if value != value:
        return "-"
    return f"{value:.{digits}f}" if low != low else f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"
