"""How hard the bots of Yomi 2 are, for whom, and whether the printed difficulty holds.

    python analyses/bot_difficulty.py --characters a,b --games 20000 --out reports

writes to ``OUT/yomi2/bots``: `bots.csv` (win rate of each character and policy against each bot, how games end),
`difficulty.csv` (rank correlation of printed and measured difficulty), `openers.csv` (what every opener is worth
against each row of a bot, and how often it is the best reply), a chart, `index.html` that shows all of it, and
`manifest.json`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from yomisim.batch.plan import check_games, check_seed, check_workers
from yomisim.cards.load import load_game
from yomisim.cli import script
from yomisim.commands.output import tell_folder
from yomisim.errors import read_names
from yomisim.estimate.bots import measure_bots
from yomisim.options import Characters, Data, Games, Gem, Out, Policies, Seed, Workers
from yomisim.report.bots_folder import write_bots
from yomisim.report.bots_text import bots_lines
from yomisim.report.runs import deliver

GAME = "yomi2"
POLICIES = "greedy,best-reply"


def main(
    characters: Characters = None,
    games: Games = 20_000,
    seed: Seed = 1,
    policies: Policies = POLICIES,
    gem: Gem = None,
    workers: Workers = None,
    out: Out = Path("reports"),
    data: Data = None,
) -> int:
    """Play every bot against every character and write tables and a chart to OUT."""
    game = load_game(GAME, None, data, gem)
    names = read_names("policies", policies or POLICIES)
    each, number, threads = check_games(games), check_seed(seed), check_workers(workers)
    result, files = deliver(
        out,
        lambda progress: measure_bots(
            game,
            games=each,
            policies=names,
            characters=characters,
            seed=number,
            workers=threads,
            progress=progress,
        ),
        write_bots,
    )
    return tell_folder(bots_lines(result), out, files)


if __name__ == "__main__":
    sys.exit(script(main))
