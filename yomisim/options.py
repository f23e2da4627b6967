"""Arguments and options of the command line and of the scripts in `analyses/`: one name and one meaning everywhere."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from yomisim.batch.plan import DEFAULT_POLICY
from yomisim.paths import checked_path

#: A number as people write it who do not write plain digits: 10,000 or 10 000 or 1e6 or 2.5e3.
GROUPED = re.compile(r"[+-]?[0-9]{1,3}([,.' _][0-9]{3})+")
SCIENTIFIC = re.compile(r"([0-9]+)(?:\.([0-9]+))?[eE]\+?([0-9]{1,2})")


def whole_number(text: Any) -> int:
    """A whole number from plain digits.

    Raises
    ------
    ValueError : for anything else, with the digits that were probably meant.
    """
    if isinstance(text, int):
        return text
    word = str(text).strip()
    if re.fullmatch(r"[+-]?[0-9]+", word):
        return int(word) if len(word) <= 100 else 10**100  # out of every range, and quick to print
    meant = _digits(word)
    hint = f"write {meant}" if meant else "write it in digits, such as 1000"
    raise ValueError(f"{word!r} is not a whole number; {hint}")


def _digits(word: str) -> str | None:
    """The plain digits of a number with separators or a power of ten, if it is a whole one."""
    if GROUPED.fullmatch(word):
        return re.sub(r"[,.' _]", "", word)
    found = SCIENTIFIC.fullmatch(word)
    if found is None:
        return None
    whole, fraction, power = found[1], (found[2] or "").rstrip("0"), int(found[3])
    return None if len(fraction) > power else (whole + fraction.ljust(power, "0")).lstrip("0") or "0"


def path(text: Any) -> Path:
    """A path; an empty text is none, it would quietly mean the folder where one stands.

    Raises
    ------
    ValueError : for an empty text.
    """
    return checked_path(text, field=None)


GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="Which game: yomi1 or yomi2.")]
First = Annotated[str, typer.Argument(metavar="A", help="Player 1: id or name of a character.")]
Second = Annotated[str, typer.Argument(metavar="B", help="Player 2.")]
Games = Annotated[
    int,
    typer.Option("--games", metavar="N", parser=whole_number, help="Number of games (of matchups: for each pair)."),
]
MaybeGames = Annotated[
    int | None,
    typer.Option("--games", metavar="N", parser=whole_number, help="Games for each pair; 10000 if nothing is said."),
]
Precision = Annotated[
    float | None,
    typer.Option(
        "--precision",
        metavar="H",
        help="Instead of --games: play each pair until its 95% interval reaches H points to either side, such as 0.5.",
    ),
]
GamesPerCell = Annotated[
    int,
    typer.Option(
        "--games-per-cell", metavar="N", parser=whole_number, help="Games of every pair of openers at each position."
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", parser=whole_number, help="Same seed, same result; 0 to 2^64 - 1.")
]
GameNumber = Annotated[
    int, typer.Option("--game", metavar="K", parser=whole_number, help="Number of the game, counted from 0.")
]
Policy = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="P",
        help="Who plays: equilibrium (where nobody is named), greedy or random; with the ending "
        "-no-block, -no-dodge, -no-throw, -no-joker or -no-combo one that never does this.",
    ),
]
Policy2 = Annotated[str | None, typer.Option("--policy2", metavar="P", help="Who plays player 2, if not the same.")]
Policies = Annotated[
    str | None, typer.Option("--policies", metavar="P,Q", help="Who plays, separated by commas; named as for --policy.")
]
Edition = Annotated[
    str | None, typer.Option("--edition", metavar="E", help="first or second; else the game's default.")
]
ChartEdition = Annotated[
    str | None, typer.Option("--edition", metavar="E", help="Which edition of a chart that has several.")
]
Edition2 = Annotated[
    str | None, typer.Option("--edition2", metavar="E", help="The edition after; else the same as before.")
]
Data2 = Annotated[
    Path | None, typer.Option("--data2", metavar="DIR", parser=path, help="The data after; else the same as before.")
]
Gem = Annotated[
    str | None,
    typer.Option(
        "--gem", metavar="G", help="Yomi 2: the gem that both players wear, or none; else the data's default."
    ),
]
Meter = Annotated[
    int | None,
    typer.Option("--meter", metavar="N", parser=whole_number, help="Yomi 2: super meter to begin with; else any."),
]
Gem2 = Annotated[
    str | None, typer.Option("--gem2", metavar="G", help="Yomi 2: the gem after; else the same as before.")
]
Uncertainty = Annotated[
    int | None,
    typer.Option(
        "--uncertainty",
        metavar="N",
        parser=whole_number,
        help="Yomi 2: spread the games over N draws of the filled values, so that intervals show that doubt too.",
    ),
]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="W", parser=whole_number, help="Threads; else one per core.")
]
Samples = Annotated[
    int,
    typer.Option(
        "--samples", metavar="N", parser=whole_number, help="Random hands of a size where not all are counted."
    ),
]
Exact = Annotated[bool, typer.Option("--exact", help="Count all hands of every size; takes longer.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", parser=path, help="Folder with the card data.")]
Characters = Annotated[
    str | None, typer.Option("--characters", metavar="A,B,C", help="Only these, separated by commas; else all.")
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", parser=path, help="Folder for what is made.")]
MaybeOut = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", parser=path, help="Write tables and charts here.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


@dataclass(frozen=True)
class Batch:
    """How the games of all pairs are played: the options of every command and script that compares characters."""

    characters: Characters = None
    games: Games = 10_000
    seed: Seed = 1
    policy: Policy = DEFAULT_POLICY
    workers: Workers = None


@dataclass(frozen=True)
class MatchupBatch:
    """The same where games go on until the chart is as exact as it was asked for."""

    characters: Characters = None
    games: MaybeGames = None
    precision: Precision = None
    seed: Seed = 1
    policy: Policy = DEFAULT_POLICY
    workers: Workers = None


def spread(command: Callable[..., int]) -> Callable[..., int]:
    """Let a command take options as one value: a parameter that is a dataclass becomes an option for each field."""
    hints = get_type_hints(command, include_extras=True)
    bundles: dict[str, Any] = {}
    options: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if is_dataclass(hints[name]):
            bundles[name] = hints[name]
            types = get_type_hints(hints[name], include_extras=True)
            options += [_option(field.name, types[field.name], field.default) for field in fields(hints[name])]
        else:
            options.append(_option(name, hints[name], parameter.default))

    def called(**values: Any) -> int:
        for name, bundle in bundles.items():
            values[name] = bundle(**{field.name: values.pop(field.name) for field in fields(bundle)})
        return command(**values)

    called.__name__, called.__doc__ = command.__name__, command.__doc__
    called.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    called.__annotations__ = {option.name: option.annotation for option in options}
    return called


def _option(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
