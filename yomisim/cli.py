"""The command line: ``yomisim --help``.

Commands load what they need when they run, so that help is quick. With ``--json`` a command prints one JSON object
and nothing else on standard output; progress and remarks go to standard error. Exit codes: 0 done, 1 a check failed,
2 bad input, 130 interrupted (141 where the reader of the output has gone away).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from yomisim.commands.combos import combos
from yomisim.errors import EXIT_BAD_INPUT, EXIT_DONE, BadInput
from yomisim.report.console import ReaderGone, emit, emit_json, progress_bar, remark

EXIT_INTERRUPTED = 130
EXIT_READER_GONE = 141

SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"], "max_content_width": 110},
}
app = typer.Typer(**SETTINGS)

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="Which game: yomi1.")]
First = Annotated[str, typer.Argument(metavar="A", help="Player 1: id or name of a character.")]
Second = Annotated[str, typer.Argument(metavar="B", help="Player 2.")]
Games = Annotated[int, typer.Option("--games", metavar="N", help="Number of games (matchups: for each pair).")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Same seed, same result; 0 to 2^64 - 1.")]
Policy = Annotated[str, typer.Option("--policy", metavar="P", help="Who plays: random, greedy.")]
Policy2 = Annotated[str | None, typer.Option("--policy2", metavar="P", help="Who plays player 2, if not the same.")]
Edition = Annotated[
    str | None, typer.Option("--edition", metavar="E", help="first or second; else the game's default.")
]
Workers = Annotated[int | None, typer.Option("--workers", metavar="W", help="Threads; else one per core.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Folder with the card data.")]
Characters = Annotated[
    str | None, typer.Option("--characters", metavar="A,B,C", help="Only these, separated by commas; else all.")
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for what is made.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


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
    """Monte Carlo balance analysis for the card games Yomi and Yomi 2; unofficial."""
    if ctx.invoked_subcommand is None:
        emit(ctx.get_help())


@app.command()
def simulate(
    game: GameArgument,
    a: First,
    b: Second,
    games: Games = 10_000,
    seed: Seed = 1,
    policy: Policy = "greedy",
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
    games: Games = 10_000,
    seed: Seed = 1,
    policy: Policy = "greedy",
    edition: Edition = None,
    workers: Workers = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write tables and charts here.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Play every pair and chart who beats whom, with intervals."""
    from yomisim.estimate.result import play_matchups
    from yomisim.report.files import Staging
    from yomisim.report.folder import write_matchups

    # The folder is opened before the first game: one that cannot be written is found at once.
    with nullcontext() if out is None else Staging(out) as stage:
        with progress_bar() as progress:
            result = play_matchups(
                game,
                games=games,
                seed=seed,
                policy=policy,
                characters=characters,
                edition=edition,
                data=data,
                workers=workers,
                progress=progress,
            )
        files = [] if stage is None else write_matchups(stage, [result])
    if result.made["games_per_pair"] != games:
        remark(f"games come in pairs of swapped seats: {result.made['games_per_pair']:,} were played for each matchup")
    if not result.mirrors()["passed"].all():
        remark("mirror matches are not even: seats or policies are not treated alike, do not trust these figures")
    if as_json:
        from yomisim.report.folder import as_record

        emit_json({**as_record(result), "files": [str(Path(out or "") / name) for name in files]})
    else:
        from yomisim.report.text import matchup_lines

        emit(matchup_lines(result) + [f"wrote {Path(out or '') / name}" for name in files])
    return EXIT_DONE


@app.command()
def scenario(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="State, decisions, and what is expected.")],
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
    number: Annotated[int, typer.Option("--game", metavar="K", help="Number of the game, counted from 0.")] = 0,
    policy: Policy = "greedy",
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
    path: Annotated[
        Path | None,
        typer.Argument(metavar="[PATH]", help="Data folder, game folder or one file; else the data in use."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Check card files; every mistake with its file and field."""
    from yomisim.cards.validate import validate_path

    checked = validate_path(path)
    if as_json:
        mistakes = [{"file": e.file, "field": e.field, "message": e.message} for e in checked]
        counts = {"files": checked.files, "characters": checked.characters, "cards": checked.cards}
        emit_json({"path": str(checked.path), "ok": checked.ok, **counts, "mistakes": mistakes})
    else:
        for mistake in checked:
            remark(str(mistake), "error")
        emit(f"{checked.path}: {checked.summary}")
    return EXIT_DONE if checked.ok else EXIT_BAD_INPUT


@app.command()
def verbs(as_json: Json = False) -> int:
    """Show the words that abilities are written with in card files."""
    import io
    from contextlib import redirect_stdout

    from yomisim.cards.reference import main as show

    # Printed here, so that a reader that goes away is dealt with in one place.
    with redirect_stdout(io.StringIO()) as text:
        code = show(as_json)
    emit(text.getvalue().rstrip("\n"))
    return code


@app.command()
def bench(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which game.")] = "yomi1",
    edition: Edition = None,
    out: Out = Path("reports"),
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Measure the speed of play and how long a start takes."""
    from yomisim.batch.bench import main as measure
    from yomisim.report.files import Staging

    with Staging(out) as stage:
        figures = measure(game, edition, data, remark)
        stage.write("bench.json", json.dumps(figures, indent=2) + "\n")
    if as_json:
        emit_json(figures)
    else:
        from yomisim.report.text import bench_lines

        emit([*bench_lines(figures), f"wrote {out / 'bench.json'}"])
    return EXIT_DONE


app.command()(combos)


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
        code = commands(args=None if args is None else list(args), standalone_mode=False, prog_name=name)
    except BadInput as error:
        remark(str(error), "error")
        return EXIT_BAD_INPUT
    except TyperException as error:
        remark(_usage(error), "error")
        return EXIT_BAD_INPUT
    except ReaderGone:
        # Python flushes standard output again at the end; give it something that can be written to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_READER_GONE
    except (KeyboardInterrupt, typer.Abort):
        code = EXIT_INTERRUPTED
    except OSError as error:
        remark(f"{error.filename or 'system'}: {error.strerror or error}", "error")
        return EXIT_BAD_INPUT
    if code == EXIT_INTERRUPTED:
        remark("interrupted; nothing was written", "stopped")
    return EXIT_DONE if code is None else int(code)


def _usage(error: TyperException) -> str:
    """One line for a command that was typed wrongly."""
    text = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{text} (see {context.command_path} --help)" if context is not None else text


if __name__ == "__main__":
    sys.exit(main())
