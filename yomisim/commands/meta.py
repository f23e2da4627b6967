"""``yomisim meta``: which characters to pick, from any matchup chart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomisim.commands.output import tell
from yomisim.console import remark
from yomisim.options import ChartEdition, Json, MaybeOut, Seed, path, whole_number

if TYPE_CHECKING:
    from yomisim.estimate.picks import Picks
    from yomisim.report.files import Staging


def meta(
    chart: Annotated[
        Path,
        typer.Argument(metavar="CHART.csv", parser=path, help="Matchup chart: long (p1,p2,win_rate_p1) or square."),
    ],
    best_of: Annotated[
        int, typer.Option("--best-of", metavar="N", parser=whole_number, help="Games at most: 1, 3, 5 or 7.")
    ] = 1,
    counterpick: Annotated[
        str, typer.Option("--counterpick", metavar="WHO", help="Who repicks after a game: loser or none.")
    ] = "loser",
    ban: Annotated[
        int,
        typer.Option("--ban", metavar="N", parser=whole_number, help="Characters that each player bans for the other."),
    ] = 0,
    mix: Annotated[
        Path | None,
        typer.Option("--mix", metavar="FILE.csv", parser=path, help="Judge this mix (character,probability)."),
    ] = None,
    edition: ChartEdition = None,
    seed: Seed = 1,
    out: MaybeOut = None,
    as_json: Json = False,
) -> int:
    """Say whom to pick in a match, from any matchup chart."""
    from yomisim.batch.plan import check_seed
    from yomisim.estimate.charts import read_chart
    from yomisim.estimate.pick_mix import read_mix
    from yomisim.estimate.picks import Rules, solve_picks
    from yomisim.report.pick_text import pick_lines, pick_record
    from yomisim.report.runs import deliver

    rules, number = Rules(best_of, counterpick, ban), check_seed(seed)
    table = read_chart(chart, edition)
    given, notes = (None, []) if mix is None else read_mix(mix, table)
    picks, files = deliver(out, lambda _: solve_picks(table, rules, given, seed=number), _write)
    for note in (*table.notes, *notes):
        remark(note)
    if table.noisy and picks.noise is None:
        remark("no intervals: with so many bans, too few charts could be drawn and solved")
    return tell(lambda: pick_record(picks), lambda: pick_lines(picks), as_json, out, files)


def _write(stage: Staging, picks: Picks) -> list[str]:
    """Put tables and charts into the open folder; what draws them is loaded only here."""
    from yomisim.report.pick_folder import write_picks

    return write_picks(stage, picks)
