"""``yomisim matchups`` and ``yomisim compare``: every pair of characters, with one data set or with two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yomisim.commands.output import tell
from yomisim.console import remark
from yomisim.options import (
    Batch,
    Data,
    Data2,
    Edition,
    Edition2,
    GameArgument,
    Gem,
    Gem2,
    Json,
    MatchupBatch,
    MaybeOut,
    Uncertainty,
)

if TYPE_CHECKING:
    from yomisim.estimate.result import Matchups


def matchups(
    game: GameArgument,
    batch: MatchupBatch,
    edition: Edition = None,
    gem: Gem = None,
    uncertainty: Uncertainty = None,
    out: MaybeOut = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Play every pair and chart who beats whom, with intervals."""
    from yomisim.estimate.result import play_matchups
    from yomisim.report.folder import as_record, write_matchups
    from yomisim.report.runs import deliver
    from yomisim.report.text import matchup_lines

    result, files = deliver(
        out,
        lambda progress: play_matchups(
            game, edition=edition, gem=gem, data=data, uncertainty=uncertainty, **vars(batch), progress=progress
        ),
        lambda stage, result: write_matchups(stage, [result]),
    )
    _remark_on(result, batch.games)
    return tell(lambda: as_record(result), lambda: matchup_lines(result), as_json, out, files)


def compare(
    game: GameArgument,
    batch: Batch,
    edition: Edition = None,
    edition2: Edition2 = None,
    gem: Gem = None,
    gem2: Gem2 = None,
    out: MaybeOut = None,
    data: Data = None,
    data2: Data2 = None,
    as_json: Json = False,
) -> int:
    """Play two editions or data folders on the same luck.

    Without --edition2 and --data2 the first two editions are compared. Characters that only one side has are left out.
    """
    from yomisim.estimate.editions import load_sides, play_changes
    from yomisim.report.folder import changes_record, write_changes
    from yomisim.report.runs import deliver
    from yomisim.report.text import change_lines, change_table

    sides = load_sides(game, edition, edition2, data, data2, gem, gem2)
    changes, files = deliver(
        out, lambda progress: play_changes(*sides, **vars(batch), progress=progress), write_changes
    )
    for sentence in changes.remarks():
        remark(sentence)
    _remark_on(changes.before, batch.games)
    lines = [*change_lines(changes), *change_table(changes)]
    return tell(lambda: changes_record(changes), lambda: lines, as_json, out, files)


def _remark_on(result: Matchups, games: int | None) -> None:
    """What a reader of the figures has to know."""
    if games is not None and result.made["games_per_pair"] != games and "uncertainty" in result.made:
        remark(f"games are spread evenly: {result.made['games_per_pair']:,} were played for each matchup")
    elif games is not None and result.made["games_per_pair"] != games:
        remark(f"games come in pairs of swapped seats: {result.made['games_per_pair']:,} were played for each matchup")
    if not result.mirrors()["passed"].all():
        remark("mirror matches are not even: seats or policies are not treated alike, do not trust these figures")
