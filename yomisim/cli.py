"""The command line: ``yomisim --help``.

Commands load what they need when they run, so that help is quick. With ``--json`` a command prints one JSON object
and nothing else on standard output; progress and remarks go to standard error. Exit codes: 0 done, 1 a check failed,
2 bad input, 130 interrupted (141 where the reader of the output has gone away).
"""

from __future__ import annotations

import atexit
import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from yomisim.commands.bench import bench
from yomisim.commands.combos import combos
from yomisim.commands.data import validate, verbs
from yomisim.commands.knockouts import knockouts
from yomisim.commands.matchups import compare, matchups
from yomisim.commands.meta import meta
from yomisim.commands.openers import openers
from yomisim.commands.patch import patch
from yomisim.commands.replay import replay
from yomisim.commands.run import run as run_plan
from yomisim.commands.run import runs
from yomisim.commands.scenario import scenario
from yomisim.commands.simulate import simulate
from yomisim.commands.solo import solo
from yomisim.commands.suggest import sensitivities, suggest
from yomisim.commands.train import train
from yomisim.console import ReaderGone, Stopped, emit, remark
from yomisim.errors import EXIT_BAD_INPUT, EXIT_DONE, EXIT_INTERRUPTED, BadInput
from yomisim.options import spread

EXIT_READER_GONE = 141

SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"], "max_content_width": 110},
}
COMMANDS = (
    *(simulate, matchups, compare, patch, knockouts, sensitivities, suggest),
    *(openers, meta, train, combos, solo, run_plan),
    *(scenario, replay, validate, verbs, bench),
)
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
    """Monte Carlo balance analysis for the card games Yomi and Yomi 2; unofficial."""
    if ctx.invoked_subcommand is None:
        emit(ctx.get_help())


for command in COMMANDS:
    app.command()(spread(command))
app.add_typer(runs, name="runs")


# A process that ends looks for garbage among all that was loaded; that takes half a second, and then it ends anyway.
atexit.register(gc.freeze)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and give the exit code."""
    return run(app, args, "yomisim")


def script(command: Callable[..., int]) -> int:
    """Run one function as a command of its own, with the same options, messages and exit codes (for `analyses/`)."""
    single = typer.Typer(**SETTINGS)
    single.command()(spread(command))
    return run(single, None, None)


def run(commands: typer.Typer, args: Sequence[str] | None, name: str | None) -> int:
    """Run a command line; no mistake of a person ends in a traceback."""
    try:
        with _terminated_as_interrupted():
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


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """A signal to end is answered as Ctrl-C is, so that nothing half done is left behind."""
    if threading.current_thread() is not threading.main_thread():  # only there signals can be handled
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


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
