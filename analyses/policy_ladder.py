"""Who plays better: every policy against every other one, over mirrors and over all pairs of characters.

    python analyses/policy_ladder.py --games 20000 --edition second --policies random,greedy --out reports

writes to ``OUT/yomi1/policy_ladder``: `ladder.csv` (one row per scope and two policies), `ladder_detail.csv` (the same
for each character's mirror and each pair), charts, and `manifest.json`. Where the program has restricted forms of a
policy (one that never blocks, never throws, ...), each is played against the policy itself: `restricted.csv` and a
chart for each policy. Tables are written as Parquet too.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer
from matchups import GAME

from yomisim.batch.run import Progress
from yomisim.cards.load import load_game
from yomisim.cli import script
from yomisim.commands.output import tell_folder
from yomisim.estimate.ladder import Ladder, check_policies, play_ladder, play_restricted
from yomisim.options import Characters, Data, Edition, Games, Out, Policies, Seed, Workers, whole_number
from yomisim.report.figure_ladder import ladder_matrix, mirror_dots, restricted_dots
from yomisim.report.files import Staging
from yomisim.report.ladder_text import ladder_lines
from yomisim.report.results import write_results
from yomisim.report.runs import deliver

FOLDER = f"{GAME}/policy_ladder"
#: The ladder, and for each policy that has restricted forms what they did against it.
Everything = tuple[Ladder, dict[str, Ladder]]

ProbeGames = Annotated[
    int,
    typer.Option(
        "--probe-games", metavar="N", parser=whole_number, help="The same for restricted forms of policies; 0: none."
    ),
]


def main(
    games: Games = 20_000,
    probe_games: ProbeGames = 2_000,
    edition: Edition = None,
    policies: Policies = None,
    characters: Characters = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Play policies against each other (all where none are named) and write tables and charts to OUT."""
    names, game = check_policies(policies), load_game(GAME, edition, data)

    def play(progress: Progress | None) -> Everything:
        options: dict[str, Any] = {"seed": seed, "characters": characters, "workers": workers, "progress": progress}
        ladder = play_ladder(game, names, games=games, **options)
        banned = {
            name: play_restricted(game, name, games=probe_games, **options)
            for name in names
            if probe_games != 0 and name != "random"  # what a player without a plan gives up says nothing
        }
        return ladder, banned

    (ladder, banned), files = deliver(out, play, write)
    lines = [*ladder_lines(ladder), *(line for one in banned.values() for line in ladder_lines(one))]
    return tell_folder(lines, out, files)


def write(stage: Staging, everything: Everything) -> list[str]:
    """Put tables, charts and manifest into the open folder; gives the names of the files."""
    ladder, banned = everything
    tables = {"ladder": ladder.table, "ladder_detail": ladder.detail}
    charts = {"ladder": ladder_matrix(ladder), "ladder_mirrors": mirror_dots(ladder)}
    if banned:
        tables["restricted"] = pd.concat([one.table for one in banned.values()], ignore_index=True)
        tables["restricted_detail"] = pd.concat([one.detail for one in banned.values()], ignore_index=True)
        charts |= {f"restricted_{name}": restricted_dots(one) for name, one in banned.items()}
    made = {"ladder": ladder.made, "restricted": {name: one.made for name, one in banned.items()}}
    return write_results(stage, FOLDER, tables, charts, made)


if __name__ == "__main__":
    sys.exit(script(main))
