"""Play the plan of a run into its folder, and the tables that come of it.

Everything is played through the folder's store, so that a run which was stopped goes on where it was; the tables follow
from what was played, not from when or by whom.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from yomisim.batch.plan_file import RunPlan, policies_of
from yomisim.batch.run import Progress
from yomisim.batch.run_folder import ROWS, RunFolder
from yomisim.cards.load import Game, editions, load_game
from yomisim.estimate import savings
from yomisim.estimate.editions import play_changes
from yomisim.estimate.ladder import play_ladder
from yomisim.estimate.result import Matchups, play_matchups
from yomisim.kernel.cache import key
from yomisim.paths import label
from yomisim.report.folder import DIGITS
from yomisim.report.results import Files, plain, table_files


@dataclass(frozen=True)
class Played:
    """What came of a run.

    Parameters
    ----------
    tables : by name, without the ending.
    record : for the manifest, JSON values.
    headline : what is notable, in words.
    """

    tables: dict[str, pd.DataFrame]
    record: dict[str, Any]
    headline: list[str]

    def files(self) -> dict[str, bytes]:
        """Every table as CSV and Parquet."""
        files: Files = {}
        for name, table in self.tables.items():
            files |= table_files(name, table.reset_index(drop=True), DIGITS)
        return {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}


def load_editions(plan: RunPlan, data: Path | None) -> list[Game]:
    """The games of a plan, one per edition; mistakes in any of them are found before anything is played."""
    names: list[str | None] = list(plan.editions)
    if not names:
        names = list(editions(plan.game, data)[:2]) if plan.kind == "comparison" else [None]
    return [load_game(plan.game, name, data) for name in names]


def open_run(plan: RunPlan, games: list[Game], out: Path) -> RunFolder:
    """The folder of a run, to be entered with ``with``."""
    rests_on = {
        "data_hash": games[0].data_hash,
        "policy_hash": {game.edition: game.minds.hash for game in games},
        "engine": key(),
    }
    return RunFolder(out, plan.record(), rests_on, {"data": label(games[0].folder)})


def play_run(
    plan: RunPlan, games: list[Game], folder: RunFolder, workers: Any = None, progress: Progress | None = None
) -> Played:
    """Play what is left of a run.

    Parameters
    ----------
    games : as :func:`load_editions` gives them. folder : an open run.
    workers, progress : as for `yomisim.batch.run.run`; each batch of the run counts its own games.

    Raises
    ------
    BadInput : for an unknown name or a number out of range; where the folder cannot be written any more.
    """
    how: dict[str, Any] = {
        "seed": plan.seed,
        "characters": plan.characters or None,
        "workers": workers,
        "progress": progress,
        "store": folder.store,
    }
    play: Callable[[RunPlan, list[Game], Path, dict[str, Any]], Played]
    play = {"matchups": _matchups, "comparison": _comparison, "ladder": _ladder}[plan.kind]
    return play(plan, games, folder.folder, how)


def _matchups(plan: RunPlan, games: list[Game], out: Path, how: dict[str, Any]) -> Played:
    results = []
    for game in games:
        for policy in policies_of(plan):
            rows = out / ROWS / f"{game.edition}-{policy}" if plan.rows else None
            amount: dict[str, Any] = {"games": plan.games, "precision": plan.precision, "pairs": plan.pairs}
            results.append(play_matchups(game, policy=policy, rows=rows, **amount, **how))
    tables = {
        "matchups": pd.concat([result.table for result in results]),
        "endings": pd.concat([result.endings for result in results if result.endings is not None]),
    }
    lines = []
    for result in results:
        lines.append(f"{result.edition} edition, {result.made['policies'][0]} play, {result.games_words()}:")
        if not plan.pairs:
            lines += [f"- {sentence}" for sentence in result.headline()]
        lines.append(f"- {savings.Saving(**result.made['luck']).sentence('Swapped seats on the same shuffles')}.")
    if not plan.pairs:
        tables["strengths"] = pd.concat([_strengths(result) for result in results])
    return Played(tables, _record([result.made for result in results]), lines)


def _strengths(result: Matchups) -> pd.DataFrame:
    table = result.strengths()
    table.insert(table.columns.get_loc("edition") + 1, "policy", result.made["policies"][0])
    return table


def _comparison(plan: RunPlan, games: list[Game], out: Path, how: dict[str, Any]) -> Played:
    before, after = games
    changes = play_changes(before, after, **_count(plan), policy=policies_of(plan)[0], **how)
    sides = [changes.before, changes.after]
    tables = {
        "editions": changes.table,
        "editions_characters": changes.characters(),
        "matchups": pd.concat([side.table for side in sides]),
    }
    luck = savings.of_comparison(changes.table, changes.before.table, changes.after.table)
    lines = list(changes.headline())
    if luck.games:
        lines.append(f"{luck.sentence('Both sides on the same luck')}.")
    return Played(tables, {**_record([side.made for side in sides]), "luck": asdict(luck)}, lines)


def _ladder(plan: RunPlan, games: list[Game], out: Path, how: dict[str, Any]) -> Played:
    from yomisim.report.ladder_text import ladder_lines

    ladders = [play_ladder(game, plan.policies or None, **_count(plan), **how) for game in games]
    tables = {
        "ladder": pd.concat([ladder.table for ladder in ladders]),
        "ladder_detail": pd.concat([ladder.detail for ladder in ladders]),
    }
    lines = [line for ladder in ladders for line in ladder_lines(ladder)]
    return Played(tables, _record([ladder.made for ladder in ladders]), lines)


def _count(plan: RunPlan) -> dict[str, Any]:
    return {} if plan.games is None else {"games": plan.games}


def _record(made: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "games_in_all": sum(int(one["games"]) for one in made),
        "core_seconds": round(sum(float(one["seconds"]) for one in made), 2),
        "results": [plain(one) for one in made],
    }
