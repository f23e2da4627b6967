"""``yomisim meta``: which characters to pick, from any matchup chart."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from yomisim.errors import EXIT_DONE
from yomisim.report.console import emit, emit_json, remark


def meta(
    chart: Annotated[
        Path, typer.Argument(metavar="CHART.csv", help="Matchup chart: long (p1,p2,win_rate_p1) or square.")
    ],
    best_of: Annotated[int, typer.Option("--best-of", metavar="N", help="Games at most: 1, 3, 5 or 7.")] = 1,
    counterpick: Annotated[
        str, typer.Option("--counterpick", metavar="WHO", help="Who repicks after a game: loser or none.")
    ] = "loser",
    ban: Annotated[int, typer.Option("--ban", metavar="N", help="Characters that each player bans for the other.")] = 0,
    mix: Annotated[
        Path | None, typer.Option("--mix", metavar="FILE.csv", help="Judge this mix (character,probability).")
    ] = None,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="E", help="Which edition of a chart that has several.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Of the charts drawn for intervals.")] = 1,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write tables and charts here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> int:
    """Say which characters to pick in a match, from any matchup chart."""
    from yomisim.batch.plan import check_seed
    from yomisim.estimate.charts import read_chart
    from yomisim.estimate.pick_mix import read_mix
    from yomisim.estimate.picks import Rules, solve_picks
    from yomisim.report.pick_text import pick_lines, pick_record

    rules = Rules(best_of, counterpick, ban)
    table = read_chart(chart, edition)
    given, notes = (None, []) if mix is None else read_mix(mix, table)
    with nullcontext() if out is None else _staging(out) as stage:
        picks = solve_picks(table, rules, given, seed=check_seed(seed))
        files = []
        if stage is not None:
            from yomisim.report.pick_folder import write_picks

            files = write_picks(stage, picks)
    for note in (*table.notes, *notes):
        remark(note)
    if table.noisy and picks.noise is None:
        remark("no intervals: with so many bans, too few charts could be drawn and solved")
    if as_json:
        record = pick_record(picks)
        if out is not None:
            record["files"] = [str(out / name) for name in files]
        emit_json(record)
    else:
        emit(pick_lines(picks) + [f"wrote {Path(out or '') / name}" for name in files])
    return EXIT_DONE


def _staging(out: Path):
    from yomisim.report.files import Staging

    return Staging(out)
