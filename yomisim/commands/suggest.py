"""``yomisim sensitivities`` and ``yomisim suggest``: which numbers matter, and which to change."""

from __future__ import annotations

from typing import Annotated

import typer

from yomisim.commands.knockouts import Whose
from yomisim.commands.output import tell
from yomisim.options import Batch, Data, Edition, GameArgument, Gem, Json, MaybeOut, whole_number

Target = Annotated[
    str,
    typer.Option("--target", metavar="T", help="What to bring nearer to even: balance (the cast), or a matchup a-b."),
]
Count = Annotated[
    int, typer.Option("--count", metavar="N", parser=whole_number, help="Changes that are checked in full.")
]
Screening = Annotated[
    int, typer.Option("--screening", metavar="N", parser=whole_number, help="Games for each number tried and pair.")
]


def sensitivities(
    game: GameArgument,
    character: Whose,
    batch: Batch,
    edition: Edition = None,
    gem: Gem = None,
    out: MaybeOut = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Say how much each number on a character's cards matters.

    Life, speed, damage and combo points are changed by a step up and down and played on the same luck.
    """
    from yomisim.cards.load import load_game
    from yomisim.estimate.sensitivities import play_sensitivities
    from yomisim.report.runs import deliver
    from yomisim.report.suggest import sensitivity_lines, sensitivity_record, write_sensitivities

    loaded = load_game(game, edition, data, gem)
    result, files = deliver(
        out,
        lambda progress: play_sensitivities(loaded, character, **vars(batch), progress=progress),
        write_sensitivities,
    )
    return tell(lambda: sensitivity_record(result), lambda: sensitivity_lines(result), as_json, out, files)


def suggest(
    game: GameArgument,
    batch: Batch,
    target: Target = "balance",
    count: Count = 5,
    screening: Screening = 1_000,
    edition: Edition = None,
    gem: Gem = None,
    out: MaybeOut = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Find single changes that bring matchups nearer to even.

    Every number is tried by a step, and the --count most promising changes are each checked by a full run of --games
    on other luck. With --out each is written as a patch.
    """
    from yomisim.cards.load import load_game
    from yomisim.estimate.suggest import suggest as find
    from yomisim.report.runs import deliver
    from yomisim.report.suggest import suggestion_lines, suggestion_record, write_suggestions

    loaded = load_game(game, edition, data, gem)
    result, files = deliver(
        out,
        lambda progress: find(loaded, target, count=count, screening=screening, **vars(batch), progress=progress),
        write_suggestions,
    )
    return tell(lambda: suggestion_record(result), lambda: suggestion_lines(result), as_json, out, files)
