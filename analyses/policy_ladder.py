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
from typing import Annotated

import pandas as pd
import typer
from matchups import GAME

from yomisim.cards.load import load_game
from yomisim.cli import Characters, Data, Edition, Out, Seed, Workers, script
from yomisim.estimate.headline import percent
from yomisim.estimate.ladder import Ladder, check_policies, known_probes, play_ladder, play_restricted
from yomisim.report.console import emit, progress_bar
from yomisim.report.figure_ladder import ladder_matrix, mirror_dots, restricted_dots
from yomisim.report.files import Staging
from yomisim.report.results import write_results

FOLDER = f"{GAME}/policy_ladder"
LadderGames = Annotated[
    int, typer.Option("--games", metavar="N", help="For each mirror and pair of characters; a multiple of 4.")
]
Policies = Annotated[
    str | None, typer.Option("--policies", metavar="P,Q", help="Who plays, separated by commas; else all.")
]
ProbeGames = Annotated[
    int, typer.Option("--probe-games", metavar="N", help="The same for restricted forms of policies; 0: none.")
]


def main(
    games: LadderGames = 20_000,
    probe_games: ProbeGames = 2_000,
    edition: Edition = None,
    policies: Policies = None,
    characters: Characters = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Play policies against each other and write tables and charts to OUT."""
    names = check_policies(policies)
    game = load_game(GAME, edition, data)
    with Staging(out) as stage:
        with progress_bar() as progress:
            options = {"seed": seed, "characters": characters, "workers": workers, "progress": progress}
            ladder = play_ladder(game, names, games=games, **options)
            banned = {
                name: play_restricted(game, name, games=probe_games, **options)
                for name in names
                if probe_games != 0 and known_probes(name)
            }
        tables = {"ladder": ladder.table, "ladder_detail": ladder.detail}
        charts = {"ladder": ladder_matrix(ladder), "ladder_mirrors": mirror_dots(ladder)}
        if banned:
            tables["restricted"] = pd.concat([one.table for one in banned.values()], ignore_index=True)
            tables["restricted_detail"] = pd.concat([one.detail for one in banned.values()], ignore_index=True)
            charts |= {f"restricted_{name}": restricted_dots(one) for name, one in banned.items()}
        made = {"ladder": ladder.made, "restricted": {name: one.made for name, one in banned.items()}}
        files = write_results(stage, FOLDER, tables, charts, made)
    emit([*summary(ladder), *(line for one in banned.values() for line in summary(one))])
    emit(f"wrote {out / files[0]} and {len(files) - 1} more files beside it")
    return 0


def summary(ladder: Ladder) -> list[str]:
    """Each two policies in a line, for a terminal."""
    made = ladder.made
    lines = [
        f"{made['title']}, {made['edition']} edition: {made['games_each']:,} games for each of {made['mirrors']} "
        f"mirrors and {made['pairs']} pairs, seed {made['seed']}"
    ]
    for row in ladder.table.itertuples(index=False):
        half = (row.ci_high - row.ci_low) / 2
        limits = " to ".join(percent(limit, half / 10) for limit in (row.ci_low, row.ci_high))
        lines.append(
            f"- {row.scope}: {row.policy1} wins {percent(row.win_rate_1, half / 10)} against {row.policy2} "
            f"(95% interval {limits}; {row.games:,} games)"
        )
    return [*lines, ""]


if __name__ == "__main__":
    sys.exit(script(main))
