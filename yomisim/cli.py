"""The command line: ``yomisim --help``.

Commands load what they need when they run, so that help is quick. With ``--json`` a command prints one JSON object
and nothing else on standard output; progress and remarks go to standard error. Exit codes: 0 done, 1 a check failed,
2 bad input, 130 interrupted (141 where the reader of the output has gone away).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.exceptions import TyperException

from yomisim.batch.plan import DEFAULT_POLICY
from yomisim.commands.combos import combos
from yomisim.commands.meta import meta
from yomisim.commands.openers import openers
from yomisim.commands.run import run as run_plan
from yomisim.commands.run import runs
from yomisim.commands.train import train
from yomisim.console import ReaderGone, Stopped, emit, emit_json, progress_bar, remark
from yomisim.errors import EXIT_BAD_INPUT, EXIT_DONE, EXIT_INTERRUPTED, BadInput
from yomisim.options import (
    Characters,
    Data,
    Data2,
    Edition,
    Edition2,
    First,
    GameArgument,
    GameNumber,
    Games,
    Json,
    MaybeGames,
    MaybeOut,
    Out,
    Policy,
    Policy2,
    Precision,
    Second,
    Seed,
    Workers,
    path,
)

if TYPE_CHECKING:
    from yomisim.estimate.result import Matchups

EXIT_READER_GONE = 141

SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"], "max_content_width": 110},
}
app = typer.Typer(**SETTINGS)


def _version(wanted: bool) -> None:
    if wanted:
        from yomisim import __version__

        emit(f"yomisim {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def menu(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Monte Carlo balance analysis for the card game Yomi; unofficial."""
    if ctx.invoked_subcommand is None:
        emit(ctx.get_help())


@app.command()
def simulate(
    game: GameArgument,
    a: First,
    b: Second,
    games: Games = 10_000,
    seed: Seed = 1,
    policy: Policy = DEFAULT_POLICY,
    policy2: Policy2 = None,
    edition: Edition = None,
    workers: Workers = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Play A against B many times, A always as player 1."""
    from yomisim.cards.load import load_game
    from yomisim.estimate.duel import play_duel

    loaded = load_game(game, edition, data)
    with progress_bar() as progress:
        figures = play_duel(
            loaded, a, b, games=games, seed=seed, policy=policy, policy2=policy2, workers=workers, progress=progress
        )
    if as_json:
        emit_json(figures)
    else:
        from yomisim.report.text import duel_lines

        emit(duel_lines(figures, loaded))
    return EXIT_DONE


@app.command()
def matchups(
    game: GameArgument,
    characters: Characters = None,
    games: MaybeGames = None,
    precision: Precision = None,
    seed: Seed = 1,
    policy: Policy = DEFAULT_POLICY,
    edition: Edition = None,
    workers: Workers = None,
    out: MaybeOut = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Play every pair and chart who beats whom, with intervals."""
    from yomisim.estimate.result import play_matchups
    from yomisim.report.folder import as_record, write_matchups
    from yomisim.report.runs import deliver
    from yomisim.report.text import matchup_lines

    batch: dict[str, Any] = {
        "games": games,
        "precision": precision,
        "seed": seed,
        "policy": policy,
        "characters": characters,
        "workers": workers,
    }
    result, files = deliver(
        out,
        lambda progress: play_matchups(game, edition=edition, data=data, **batch, progress=progress),
        lambda stage, result: write_matchups(stage, [result]),
    )
    _remark_on(result, games)
    written = [str(Path(out or "") / name) for name in files]
    if as_json:
        emit_json({**as_record(result), "files": written})
    else:
        emit(matchup_lines(result) + [f"wrote {name}" for name in written])
    return EXIT_DONE


@app.command()
def compare(
    game: GameArgument,
    characters: Characters = None,
    games: Games = 10_000,
    seed: Seed = 1,
    policy: Policy = DEFAULT_POLICY,
    edition: Edition = None,
    edition2: Edition2 = None,
    workers: Workers = None,
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

    sides = load_sides(game, edition, edition2, data, data2)
    batch: dict[str, Any] = {
        "games": games,
        "seed": seed,
        "policy": policy,
        "characters": characters,
        "workers": workers,
    }
    changes, files = deliver(out, lambda progress: play_changes(*sides, **batch, progress=progress), write_changes)
    for sentence in changes.remarks():
        remark(sentence)
    _remark_on(changes.before, games)
    written = [str(Path(out or "") / name) for name in files]
    if as_json:
        emit_json({**changes_record(changes), "files": written})
    else:
        emit([*change_lines(changes), *change_table(changes), *(f"wrote {name}" for name in written)])
    return EXIT_DONE


app.command()(openers)
app.command()(meta)
app.command()(train)
app.command()(combos)
app.command("run")(run_plan)
app.add_typer(runs, name="runs")


def _remark_on(result: Matchups, games: int | None) -> None:
    """What a reader of the figures has to know."""
    if games is not None and result.made["games_per_pair"] != games:
        remark(f"games come in pairs of swapped seats: {result.made['games_per_pair']:,} were played for each matchup")
    if not result.mirrors()["passed"].all():
        remark("mirror matches are not even: seats or policies are not treated alike, do not trust these figures")


@app.command()
def scenario(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.toml", parser=path, help="State, decisions, and what is expected.")
    ],
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Play a written situation and check what comes of it."""
    from yomisim.scenario import main as run_scenario

    return run_scenario(file, data, as_json)


@app.command()
def replay(
    game: GameArgument,
    a: First,
    b: Second,
    seed: Seed = 1,
    number: GameNumber = 0,
    policy: Policy = DEFAULT_POLICY,
    policy2: Policy2 = None,
    edition: Edition = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Tell one game of a batch in plain words."""
    from yomisim.batch.plan import check_game_number, check_seed
    from yomisim.replay import main as run_replay

    return run_replay(game, a, b, check_seed(seed), check_game_number(number), policy, policy2, edition, data, as_json)


@app.command()
def validate(
    place: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH]", parser=path, help="Data folder, game folder or one file; else the data in use."
        ),
    ] = None,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Also tell what is known from where, what is filled, what is missing.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Check card files; every mistake with its file and field."""
    from yomisim.cards.validate import main as check

    return check(place, provenance, as_json)


@app.command()
def verbs(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which game.")] = "yomi1", as_json: Json = False
) -> int:
    """Show the words that abilities are written with in card files."""
    from yomisim.cards.reference import main as show

    return show(game, as_json)


@app.command()
def bench(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which game.")] = "yomi1",
    edition: Edition = None,
    out: Out = Path("reports"),
    data: Data = None,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what takes minutes.")] = False,
    as_json: Json = False,
) -> int:
    """Measure speed, scaling, starts and memory."""
    from yomisim.batch.bench import main as measure
    from yomisim.report.files import Staging
    from yomisim.report.runs import remark_replaced

    with Staging(out) as stage:
        figures = measure(game, edition, data, remark, quick)
        stage.write("bench.json", json.dumps(figures, indent=2) + "\n")
    remark_replaced(stage)
    if as_json:
        emit_json(figures)
    else:
        from yomisim.report.text import bench_lines

        emit([*bench_lines(figures), f"wrote {out / 'bench.json'}"])
    return EXIT_DONE


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and give the exit code."""
    return run(app, args, "yomisim")


def script(command: Callable[..., int]) -> int:
    """Run one function as a command of its own, with the same options, messages and exit codes (for `analyses/`)."""
    single = typer.Typer(**SETTINGS)
    single.command()(command)
    return run(single, None, None)


def run(commands: typer.Typer, args: Sequence[str] | None, name: str | None) -> int:
    """Run a command line; no mistake of a person ends in a traceback."""
    try:
        code = _called(commands, sys.argv[1:] if args is None else list(args), name)
    except BadInput as error:
        remark(str(error), "error")
        return EXIT_BAD_INPUT
    except TyperException as error:
        remark(_usage(error), "error")
        return EXIT_BAD_INPUT
    except ReaderGone:
        return EXIT_READER_GONE
    except Stopped as stop:
        remark(str(stop), "stopped")
        return EXIT_INTERRUPTED
    except (KeyboardInterrupt, typer.Abort):
        code = EXIT_INTERRUPTED
    except OSError as error:
        remark(f"{error.filename or 'system'}: {error.strerror or error}", "error")
        return EXIT_BAD_INPUT
    if code == EXIT_INTERRUPTED:
        remark("interrupted; nothing was written", "stopped")
    return EXIT_DONE if code is None else int(code)


def _called(commands: typer.Typer, args: list[str], name: str | None) -> Any:
    """Call the command; help is printed here, so that an output that fails is dealt with in one place."""
    if not {"-h", "--help"} & set(args):
        return commands(args=args, standalone_mode=False, prog_name=name)
    with redirect_stdout(StringIO()) as text:
        code = commands(args=args, standalone_mode=False, prog_name=name)
    emit(text.getvalue().rstrip("\n"))
    return code


def _usage(error: TyperException) -> str:
    """One line for a command that was typed wrongly."""
    text = " ".join(error.format_message().split()).replace("Value error, ", "")  # typer's words for a ValueError
    context = getattr(error, "ctx", None)
    if context is None:
        return text
    return f"{text}{_forgotten_game(error, context.params)} (see {context.command_path} --help)"


def _forgotten_game(error: TyperException, given: dict[str, Any]) -> str:
    """What to say where an argument is missing because the first one, the game, was left out."""
    missing = getattr(getattr(error, "param", None), "name", None)
    if missing not in ("game", "a", "b"):
        return ""
    from yomisim.paths import GAME_FOLDERS

    known = f"known: {', '.join(GAME_FOLDERS)}"
    first = given.get("game")
    if first is None:
        return f" The game comes first; {known}"
    return "" if first in GAME_FOLDERS else f" The game comes first, and {first!r} is none; {known}"


if __name__ == "__main__":
    sys.exit(main())
