"""``yomisim train``: weights of the policy `equilibrium`, by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomisim.commands.output import tell
from yomisim.options import Characters, Data, Edition, GameArgument, Json, Out, Seed, Workers, whole_number

if TYPE_CHECKING:
    from yomisim.estimate.training import Trained
    from yomisim.report.files import Staging

Generations = Annotated[
    int,
    typer.Option(
        "--generations",
        metavar="N",
        parser=whole_number,
        help="Steps of the search for shared weights; to 1000, 0: they stay.",
    ),
]
Candidates = Annotated[
    int, typer.Option("--games", metavar="N", parser=whole_number, help="Games for each candidate of a step.")
]

Sweeps = Annotated[
    int,
    typer.Option(
        "--sweeps",
        metavar="N",
        parser=whole_number,
        help="How often each character's own numbers are tried (Yomi); to 10, 0: none has any.",
    ),
]


OwnGames = Annotated[
    int,
    typer.Option("--own-games", metavar="N", parser=whole_number, help="Games for each value of such a number."),
]


def train(
    game: GameArgument,
    edition: Edition = None,
    generations: Generations = 24,
    games: Candidates = 4_000,
    sweeps: Sweeps = 1,
    own_games: OwnGames = 2_500,
    characters: Characters = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = Path("data/policies"),
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Train the policy equilibrium by self-play.

    Writes GAME.toml to --out.
    """
    from yomisim.batch.plan import check_characters, check_count, check_seed, check_workers
    from yomisim.cards.load import load_game
    from yomisim.cards.minds import read_minds
    from yomisim.estimate.policy_file import as_toml, with_edition
    from yomisim.estimate.search import Budget
    from yomisim.estimate.shapes import has_own_numbers
    from yomisim.estimate.training import Effort
    from yomisim.estimate.training import train as train_weights
    from yomisim.report.runs import deliver

    steps = check_count("generations", generations, 1000, least=0)
    rounds = check_count("sweeps", sweeps, 10, least=0) if has_own_numbers(game) else 0
    each, own = check_count("games", games, 10**9), check_count("own-games", own_games, 10**9)
    loaded = load_game(game, edition, data)
    who = None if characters is None else check_characters(loaded, characters, least=1)
    effort = Effort(Budget(steps, games=each) if steps else None, rounds, own, who)
    threads, number = check_workers(workers), check_seed(seed)
    old = read_minds(loaded.folder.parent, game, loaded.minds.kind)
    before = None if old is None else old[1].made.get(loaded.edition)

    def write(stage: Staging, result: Trained) -> list[str]:
        made = {**result.made, "checks": result.checks.round(4).to_dict("records")}
        file = with_edition(None if old is None else old[1], loaded.edition, result.weights, made)
        stage.write(f"{game}.toml", as_toml(file))
        return [f"{game}.toml"]

    result, files = deliver(
        out, lambda progress: train_weights(loaded, effort, number, threads, progress=progress, made=before), write
    )
    tables = {"checks": result.checks.to_dict("records"), "curve": result.curve.to_dict("records")}
    return tell(lambda: {**result.made, **tables}, lambda: training_lines(result), as_json, out, files)


def training_lines(result: Trained) -> list[str]:
    """What training gave, for a terminal."""
    lines = [f"{result.made['games']:,} games in {result.made['generations']} generations"]
    for found in result.made.get("own", ()):
        if found["checked"]:
            lines.append(
                f"  {found['character']} with own numbers wins {100 * found['win_rate']:.1f}% "
                f"({100 * found['ci_low']:.1f} to {100 * found['ci_high']:.1f}) of {found['checked']:,} mirrors "
                f"against shared ones: {'kept' if found['kept'] else 'left out'}"
            )
    for row in result.checks.itertuples():
        lines.append(
            f"  wins {100 * row.win_rate:.1f}% ({100 * row.ci_low:.1f} to {100 * row.ci_high:.1f}) of "
            f"{row.games:,} games against {row.opponent}"
        )
    return lines
