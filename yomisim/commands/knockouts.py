"""``yomisim knockouts``: what carries a character."""

from __future__ import annotations

from typing import Annotated

import typer

from yomisim.commands.output import tell
from yomisim.options import Data, Edition, GameArgument, Gem, Json, MatchupBatch, MaybeOut

Whose = Annotated[str, typer.Argument(metavar="CHARACTER", help="Id or name of a character.")]


def knockouts(
    game: GameArgument,
    character: Whose,
    batch: MatchupBatch,
    edition: Edition = None,
    gem: Gem = None,
    out: MaybeOut = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Say what each card and ability of a character is worth.

    An ordinary card stands in place of a blanked one. All are played on the same luck against the others, or against
    --characters.
    """
    from yomisim.cards.load import load_game
    from yomisim.estimate.knockouts import play_knockouts
    from yomisim.report.knockouts import knockout_lines, knockout_record, write_knockouts
    from yomisim.report.runs import deliver

    loaded = load_game(game, edition, data, gem)
    result, files = deliver(
        out, lambda progress: play_knockouts(loaded, character, **vars(batch), progress=progress), write_knockouts
    )
    return tell(lambda: knockout_record(result), lambda: knockout_lines(result), as_json, out, files)
