"""``yomisim openers``: what to open with, at a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomisim.commands.output import tell
from yomisim.errors import BadInput
from yomisim.options import (
    Data,
    Edition,
    First,
    GameArgument,
    GamesPerCell,
    Gem,
    Json,
    MaybeOut,
    Policy,
    Second,
    Seed,
    Workers,
)
from yomisim.options import path as read_path

if TYPE_CHECKING:
    from yomisim.estimate.opener_result import OpenerMixes
    from yomisim.report.files import Staging


def openers(
    game: GameArgument,
    a: First,
    b: Second,
    state: Annotated[
        Path | None,
        typer.Option("--state", metavar="FILE.toml", parser=read_path, help="At the start of this scenario file."),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="LINE", help='Such as "a: hand 7 7 K A, life 34; b: cards 6, down".'),
    ] = None,
    games_per_cell: GamesPerCell = 8000,
    seed: Seed = 1,
    policy: Policy = "greedy",
    edition: Edition = None,
    gem: Gem = None,
    workers: Workers = None,
    out: MaybeOut = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Say how often to open with what, and what errors cost.

    Without --state and --position: opening hands, mid-game, and either player knocked down, from games that the policy
    plays with itself; of Yomi 2 the first two for each side of the turn.
    """
    from yomisim.estimate.openers import check_games_per_cell
    from yomisim.report.opener_text import opener_lines
    from yomisim.report.runs import deliver
    from yomisim.scenario.opener_mixes import opener_mixes

    if state is not None and position is not None:
        raise BadInput("a position is a file or a line; leave --state or --position out", field="position")
    check_games_per_cell(games_per_cell)
    result, files = deliver(
        out,
        lambda progress: opener_mixes(
            game,
            a,
            b,
            state=state,
            position=position,
            games_per_cell=games_per_cell,
            policy=policy,
            edition=edition,
            gem=gem,
            seed=seed,
            workers=workers,
            data=data,
            progress=progress,
        ),
        _write,
    )
    return tell(result.record, lambda: opener_lines(result), as_json, out, files)


def _write(stage: Staging, result: OpenerMixes) -> list[str]:
    """Put tables and charts into the open folder; what draws them is loaded only here."""
    from yomisim.report.opener_folder import write_openers

    return write_openers(stage, [result])
