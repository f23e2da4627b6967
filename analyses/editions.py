"""What the second edition changed: both editions on the same luck, and the difference matchup by matchup.

    python analyses/editions.py --games 100000 --out reports

writes what `matchups.py` writes for both editions, and with it `editions.csv` (one row per pair: win rates before and
after, their difference with an interval, and whether it is beyond chance), `editions_characters.csv` (the same for mean
strengths) and a chart of the differences. Where the luck is the same, what is left is the work of the changed cards.
"""

from __future__ import annotations

import sys
from pathlib import Path

from matchups import GAME

from yomisim.cli import Characters, Data, Games, Out, Policy, Seed, Workers, script
from yomisim.estimate.editions import Changes, play_editions
from yomisim.report.console import emit, progress_bar
from yomisim.report.files import Staging
from yomisim.report.folder import CHANGES, write_matchups


def main(
    games: Games = 10_000,
    characters: Characters = None,
    policy: Policy = "greedy",
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Play every pair in both editions on the same luck and write tables and charts to OUT."""
    with Staging(out) as stage:
        with progress_bar() as progress:
            changes = play_editions(
                GAME,
                data,
                games=games,
                seed=seed,
                policy=policy,
                characters=characters,
                workers=workers,
                progress=progress,
            )
        files = write_matchups(stage, [changes.before, changes.after], GAME, changes)
    emit(summary(changes))
    emit(f"wrote {out / GAME / CHANGES} and {len(files) - 1} more files beside it")
    return 0


def summary(changes: Changes) -> list[str]:
    """The notable changes, for a terminal."""
    made = changes.before.made
    title = f"{made['title']}, {made['edition']} to {changes.after.edition} edition"
    return [
        f"{title}: {made['games_per_pair']:,} games a pair and edition, same luck",
        *(f"- {sentence}" for sentence in changes.headline()),
        "",
    ]


if __name__ == "__main__":
    sys.exit(script(main))
