"""``yomisim train``: weights of the policy `equilibrium`, by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomisim.commands.output import tell
from yomisim.options import Data, Edition, GameArgument, Json, Out, Seed, Workers, whole_number

if TYPE_CHECKING:
    from yomisim.estimate.training import Trained
    from yomisim.report.files import Staging

Generations = Annotated[
    int | None,
    typer.Option(
        "--generations",
        metavar="N",
        parser=whole_number,
        help="Rounds of self-play (Yomi) or steps of a search for weights (Yomi 2); to 1000.",
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games", metavar="N", parser=whole_number, help="Games of each round, or of each candidate of a step."
    ),
]


def train(
    game: GameArgument,
    edition: Edition = None,
    generations: Generations = None,
    games: Games = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("data/policies"),
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Train the policy equilibrium by self-play.

    Writes GAME.toml to --out.
    """
    from yomisim.batch.plan import check_count, check_seed, check_workers
    from yomisim.cards.load import load_game
    from yomisim.cards.minds import read_minds
    from yomisim.estimate.policy_file import as_toml, with_edition
    from yomisim.estimate.training import Effort, usual_effort
    from yomisim.estimate.training import train as train_weights
    from yomisim.report.runs import deliver

    loaded = load_game(game, edition, data)
    usual = usual_effort(loaded.id)
    steps = check_count("generations", usual.generations if generations is None else generations, 1000)
    effort = Effort(steps, check_count("games", usual.games if games is None else games, 10**9))
    threads, number = check_workers(workers), check_seed(seed)
    old = read_minds(loaded.folder.parent, game, loaded.minds.kind)

    def write(stage: Staging, result: Trained) -> list[str]:
        made = {**result.made, "checks": result.checks.round(4).to_dict("records")}
        file = with_edition(None if old is None else old[1], loaded.edition, result.weights, made)
        stage.write(f"{game}.toml", as_toml(file))
        return [f"{game}.toml"]

    result, files = deliver(
        out, lambda progress: train_weights(loaded, effort, number, threads, progress=progress), write
    )
    tables = {"checks": result.checks.to_dict("records"), "curve": result.curve.to_dict("records")}
    return tell(lambda: {**result.made, **tables}, lambda: training_lines(result), as_json, out, files)


def training_lines(result: Trained) -> list[str]:
    """What training gave, for a terminal."""
    lines = [f"{result.made['games']:,} games in {result.made['generations']} generations"]
    for row in result.checks.itertuples():
        lines.append(
            f"  wins {100 * row.win_rate:.1f}% ({100 * row.ci_low:.1f} to {100 * row.ci_high:.1f}) of "
            f"{row.games:,} games against {row.opponent}"
        )
    return lines
