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

from yomisim.batch.run import Progress
from yomisim.cards.load import load_game
from yomisim.cli import script
from yomisim.commands.output import tell_folder
from yomisim.errors import BadInput
from yomisim.estimate.agreement import Agreement, compare_with_people
from yomisim.estimate.human import PROMISE, chart_of, read_chart, read_human
from yomisim.estimate.ladder import check_policies
from yomisim.estimate.result import play_matchups
from yomisim.options import Characters, Data, Edition, Games, Out, Policies, Seed, Workers
from yomisim.report.agreement_text import agreement_lines, title
from yomisim.report.figure_agreement import scatter, summary_chart
from yomisim.report.files import Staging
from yomisim.report.results import write_results
from yomisim.report.runs import deliver

FOLDER = f"{GAME}/human_agreement"
Charts = Annotated[
    str | None, typer.Option("--charts", metavar="[NAME=]CSV,...", help="Charts to compare; else they are played.")
]


def main(
    charts: Charts = None,
    games: Games = 10_000,
    edition: Edition = None,
    policies: Policies = "greedy,equilibrium",
    characters: Characters = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Compare charts (of files, or played by each policy) with human play and write tables and charts to OUT."""
    human, game = read_human(GAME, data), load_game(GAME, edition, data)
    names = {i: character.short_name for i, character in game.characters.items()}

    def play(progress: Progress | None) -> Agreement:
        if charts is not None:
            found = {name: read_chart(path, edition, GAME) for name, path in named_files(charts).items()}
        else:
            options = {"games": games, "seed": seed, "characters": characters, "workers": workers}
            found = {
                policy: chart_of(play_matchups(game, policy=policy, progress=progress, **options))
                for policy in check_policies(policies, 1)
            }
        return compare_with_people(found, human)

    def write(stage: Staging, agreement: Agreement) -> list[str]:
        tables = {"agreement": agreement.table, "pairs": agreement.pairs, "characters": agreement.characters}
        subject = title(game, agreement)
        figures = {"scatter": scatter(agreement, names, subject), "agreement": summary_chart(agreement, subject)}
        return write_results(stage, FOLDER, tables, figures, {"note": PROMISE, **agreement.made})

    agreement, files = deliver(out, play, write)
    return tell_folder(agreement_lines(agreement, game), out, files)


def named_files(words: str) -> dict[str, Path]:
    """Files by name from ``name=file,file``; a file without a name goes by its path.

    Raises
    ------
    BadInput : for an empty or repeated name.
    """
    files: dict[str, Path] = {}
    for word in (word.strip() for word in words.split(",")):
        name, sign, path = word.partition("=")
        if not name or (sign and not path):
            raise BadInput(f"{word!r} is not name=file; write them as a=x.csv,b=y.csv", field="charts")
        if name in files:
            raise BadInput(f"{name!r} is given twice; name each chart once", field="charts")
        files[name] = Path(path or name)
    return files


if __name__ == "__main__":
    sys.exit(script(main))
