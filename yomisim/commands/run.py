"""``yomisim run`` and ``yomisim runs show``: plans that can be stopped and taken up again."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomisim.console import Stopped, emit, emit_json, progress_bar, remark
from yomisim.errors import EXIT_DONE, BadInput
from yomisim.options import (
    Characters,
    Data,
    Edition,
    Json,
    MaybeGames,
    Policies,
    Precision,
    Workers,
    path,
    whole_number,
)

if TYPE_CHECKING:
    from yomisim.batch.plan_file import RunPlan

PlanArgument = Annotated[
    str,
    typer.Argument(
        metavar="PLAN", help="A file PLAN.toml, the name of a plan that came with the program, or a game (matchups)."
    ),
]
Folder = Annotated[Path, typer.Option("--out", metavar="DIR", parser=path, help="Folder of the run.")]
MaybeSeed = Annotated[
    int | None, typer.Option("--seed", metavar="S", parser=whole_number, help="Same seed, same result.")
]
Rows = Annotated[bool | None, typer.Option("--rows", help="Write a row of every game to DIR/games.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="C",
        help="Play on a Dask cluster: tcp://HOST:PORT of its scheduler, or local[:N] for N workers here.",
    ),
]


def run(
    plan: PlanArgument,
    out: Folder,
    games: MaybeGames = None,
    precision: Precision = None,
    seed: MaybeSeed = None,
    policies: Policies = None,
    edition: Edition = None,
    characters: Characters = None,
    rows: Rows = None,
    workers: Workers = None,
    cluster: Cluster = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Play a plan into a folder, or go on where it was stopped.

    The other options change what the plan says. The same command takes up a run that was stopped.
    """
    from yomisim.batch.plan_file import read_plan

    changes = {
        "games": games,
        "precision": precision,
        "seed": seed,
        "policies": _listed(policies),
        "editions": None if edition is None else [edition],
        "characters": _listed(characters),
        "rows": rows,
    }
    wanted = read_plan(plan, changes)
    try:
        return _play(wanted, out, workers, cluster, data, as_json)
    except BadInput as error:
        # What the game says of a name or a number does not know where it stands; without options it is the plan.
        if type(error) is not BadInput or error.file or not Path(plan).is_file() or _told(changes):
            raise
        raise BadInput(error.message, file=plan, field=error.field) from None
    except KeyboardInterrupt:
        raise Stopped(f"interrupted; the same command goes on with {out} where it was") from None


def _play(plan: RunPlan, out: Path, workers: int | None, cluster: str | None, data: Path | None, as_json: bool) -> int:
    from yomisim.report.run_tables import load_editions, open_run, play_run

    if cluster is not None:
        from yomisim.batch.cluster import check_place

        check_place(cluster, workers)
    loaded = load_editions(plan, data)
    with open_run(plan, loaded, out) as folder:
        if folder.finished:
            remark(f"{out} is finished already; nothing was played")
        else:
            with _team(workers, cluster) as hands, progress_bar() as progress:
                played = play_run(plan, loaded, folder, hands, progress)
            folder.finish(played.files(), {**played.record, "headline": played.headline})
        record = folder.record
    if as_json:
        emit_json(record)
    else:
        emit(_lines(record, out))
    return EXIT_DONE


def _team(workers: int | None, cluster: str | None) -> Any:
    """A context that gives whoever plays."""
    if cluster is None:
        return nullcontext(workers)
    from yomisim.batch.cluster import open_cluster

    return open_cluster(cluster, workers)


runs = typer.Typer(add_completion=False, rich_markup_mode=None, help="Look at folders of runs.")


@runs.callback()
def _runs() -> None:
    """Look at folders of runs."""


@runs.command()
def show(
    folder: Annotated[Path, typer.Argument(metavar="DIR", parser=path, help="Folder of a run.")],
    as_json: Json = False,
) -> int:
    """Tell what a run is, how far it has come, and what came of it."""
    from yomisim.batch.run_folder import read_manifest

    record = read_manifest(folder)
    if as_json:
        emit_json(record)
    else:
        emit(_lines(record, folder))
    return EXIT_DONE


def _lines(record: dict[str, Any], folder: Path) -> list[str]:
    from yomisim.report.run_text import run_record_lines

    return run_record_lines(record, folder)


def _told(changes: dict[str, Any]) -> bool:
    return any(value is not None for value in changes.values())


def _listed(text: str | None) -> list[str] | None:
    return None if text is None else [word.strip() for word in text.split(",")]
