"""How well charts agree with how people's games ended.

    python analyses/human_agreement.py --games 20000 --edition second --policies random,greedy --out reports
    python analyses/human_agreement.py --charts reports/yomi1/matchups.csv --edition second
    python analyses/human_agreement.py --charts before=old/matchups.csv,after=new/matchups.csv

Charts are tables with the columns p1, p2, win_rate_p1 (and ci_low, ci_high where they are known), one edition each;
where none is named, one is played for each policy. Writes to ``OUT/yomi1/human_agreement``: `agreement.csv` (one row
per chart and measure, with yardsticks and noise ceiling), `pairs.csv` (matchup by matchup, the worst first),
`characters.csv`, charts, and `manifest.json`. Tables are written as Parquet too.

Figures of human play are compared with; they never train, tune or choose anything in the simulator.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from matchups import GAME

from yomisim.batch.plan import check_policies
from yomisim.cards.load import Game, load_game
from yomisim.cli import Characters, Data, Edition, Games, Out, Seed, Workers, script
from yomisim.errors import BadInput
from yomisim.estimate.agreement import Agreement, compare_with_people
from yomisim.estimate.human import PROMISE, Chart, chart_of, read_chart, read_human
from yomisim.estimate.result import play_matchups
from yomisim.report.console import emit, progress_bar
from yomisim.report.figure_agreement import scatter, summary_chart
from yomisim.report.files import Staging
from yomisim.report.results import write_results

FOLDER = f"{GAME}/human_agreement"
#: How many of a chart's worst matchups are printed.
WORST = 5
Charts = Annotated[
    str | None, typer.Option("--charts", metavar="[NAME=]CSV,...", help="Charts to compare; else they are played.")
]
Policies = Annotated[
    str, typer.Option("--policies", metavar="P,Q", help="Whose charts are played where none is given.")
]


def main(
    charts: Charts = None,
    games: Games = 10_000,
    edition: Edition = None,
    policies: Policies = "greedy",
    characters: Characters = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Compare charts with human play and write tables and charts to OUT."""
    human, game = read_human(GAME, data), load_game(GAME, edition, data)
    with Staging(out) as stage:
        if charts is not None:
            found = {name: read_chart(path, edition, GAME) for name, path in named_files(charts).items()}
        else:
            found = {}
            with progress_bar() as progress:
                options = {"games": games, "seed": seed, "characters": characters, "workers": workers}
                for policy in listed(policies, "policies"):
                    check_policies(policy, None)
                for policy in listed(policies, "policies"):
                    played = play_matchups(game, policy=policy, progress=progress, **options)
                    found[policy] = chart_of(played)
        agreement = compare_with_people(found, human)
        names = {i: character.short_name for i, character in game.characters.items()}
        subject = title(game, found)
        tables = {"agreement": agreement.table, "pairs": agreement.pairs, "characters": agreement.characters}
        figures = {"scatter": scatter(agreement, names, subject), "agreement": summary_chart(agreement, subject)}
        files = write_results(stage, FOLDER, tables, figures, {"note": PROMISE, **agreement.made})
    emit(summary(agreement, subject, names))
    emit(f"wrote {out / files[0]} and {len(files) - 1} more files beside it")
    return 0


def named_files(words: str) -> dict[str, Path]:
    """Files by name from ``name=file,file``; a file without a name goes by its path.

    Raises
    ------
    BadInput : for an empty or repeated name.
    """
    files: dict[str, Path] = {}
    for word in listed(words, "charts"):
        name, sign, path = word.partition("=")
        if not name or (sign and not path):
            raise BadInput(f"{word!r} is not name=file", field="charts")
        if name in files:
            raise BadInput(f"{name!r} is given twice; name each chart once", field="charts")
        files[name] = Path(path or name)
    return files


def listed(words: str, field: str) -> list[str]:
    """Words separated by commas.

    Raises
    ------
    BadInput : for an empty one.
    """
    found = [word.strip() for word in words.split(",")]
    if not all(found):
        raise BadInput("an empty name in the list; write them as a,b,c", field=field)
    return list(dict.fromkeys(found))


def title(game: Game, charts: dict[str, Chart]) -> str:
    """Game and, where all charts have the same, edition."""
    editions = {chart.made.get("edition") for chart in charts.values()}
    one = editions.pop() if len(editions) == 1 else None
    return game.title if one is None else f"{game.title}, {one} edition"


def summary(agreement: Agreement, subject: str, names: dict[str, str]) -> list[str]:
    """Measures side by side and the worst matchups, for a terminal."""
    made, table = agreement.made, agreement.table.set_index(["chart", "measure"])
    people = len(made["characters"])
    lines = [f"{subject}: {made['pairs']} pairs of {people} characters that human play and every chart have", ""]
    measures = list(dict.fromkeys(agreement.table["measure"]))
    charts = list(dict.fromkeys(agreement.table["chart"]))
    width = max(len(name) for name in measures)
    wide = [max(len(name), 20) for name in charts]
    lines.append("  ".join([" " * width, *(f"{name:>{w}}" for name, w in zip(charts, wide))]))
    for measure in measures:
        cells = [f"{cell(table.loc[(chart, measure)]):>{w}}" for chart, w in zip(charts, wide)]
        lines.append("  ".join([f"{measure:<{width}}", *cells]))
    lines += ["", "RMSE in points; brackets: 95% intervals from characters drawn again (ceiling: 95% of draws)"]
    for chart in agreement.charts:
        lines += ["", f"{chart}, the matchups farthest from human play:"]
        for row in agreement.worst(chart, WORST).itertuples(index=False):
            one, other = names.get(row.p1, row.p1), names.get(row.p2, row.p2)
            lines.append(f"- {one} against {other}: {100 * row.simulated:.1f}%, among people {100 * row.human:.1f}%")
    return [*lines, "", PROMISE, ""]


def cell(row: object) -> str:
    """A value with its interval; "-" for what cannot be said."""
    value, low, high = (float(row[name]) for name in ("value", "ci_low", "ci_high"))  # type: ignore[index]
    digits = 1 if row["unit"] else 2  # type: ignore[index]
    if value != value:
        return "-"
    return f"{value:.{digits}f}" if low != low else f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


if __name__ == "__main__":
    sys.exit(script(main))
