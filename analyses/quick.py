"""What an edit of the card files moves, coarsely, in half a minute.

    python analyses/quick.py CHARACTER --games 4000

plays the committed cards and those in the working folder on the same luck and prints what moved. Without a character it
plays every matchup that the edit affects. `--against DIR` compares with another data folder instead of the last commit.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from yomisim.cards.load import Game, load_game
from yomisim.cards.patch import make_patch
from yomisim.cli import script
from yomisim.commands.output import tell
from yomisim.console import progress_bar
from yomisim.errors import BadInput
from yomisim.estimate.patches import effects_of, plan_of
from yomisim.options import Data, Edition, Games, Policy, Seed, Workers, path
from yomisim.paths import data_dir
from yomisim.report.patch_text import matchup_lines, strength_lines

GAME = "yomi1"
Against = Annotated[
    Path | None, typer.Option("--against", metavar="DIR", parser=path, help="A data folder instead of the last commit.")
]


def main(
    character: Annotated[str | None, typer.Argument(metavar="[CHARACTER]", help="Id or name; else all.")] = None,
    games: Games = 4_000,
    seed: Seed = 1,
    policy: Policy = "greedy",
    edition: Edition = None,
    workers: Workers = None,
    against: Against = None,
    data: Data = None,
) -> int:
    """Show what an edit of the card files moves."""
    with committed(data_dir(data)) if against is None else kept(against) as before:
        old, new = load_game(GAME, edition, before), load_game(GAME, edition, data)
        plan = plan_of(old, games, seed, policy)
        own = None if character is None else new.character(character).id
        changed = edited(old, new)
        asked = {own} if own and changed else changed
        pairs = tuple(pair for pair in plan.pairs if {pair.a, pair.b} & asked)
        if not pairs:
            return tell(dict, lambda: ["nothing that counts differs from the committed cards"], False)
        with progress_bar() as progress:
            edit = make_patch({}, "the edit")
            effect = effects_of(replace(plan, pairs=pairs), [edit], [new], workers=workers, progress=progress)[0]
        names, people = effect.changes.names, effect.strengths()
        shown = people if own is None else people[people["character"] == own]
        head = f"{new.called}: {games:,} games a pair and side, {plan.policies[0]} play, same luck"
    return tell(dict, lambda: [head, *matchup_lines(effect.affected, names), *strength_lines(shown, names)], False)


def edited(old: Game, new: Game) -> set[str]:
    """Ids of the characters that may play otherwise: all where the rules differ."""
    both = set(old.characters) & set(new.characters)
    return {id_ for id_ in both if old.rules != new.rules or old.characters[id_] != new.characters[id_]}


@contextmanager
def kept(folder: Path) -> Iterator[Path]:
    """A data folder that is there."""
    yield folder


@contextmanager
def committed(folder: Path) -> Iterator[Path]:
    """The data folder as it was committed last, in a folder of its own for as long as it is needed.

    Raises
    ------
    BadInput : where the folder is not under version control.
    """
    try:
        command = ["git", "-C", str(folder), "archive", "HEAD", "."]
        packed = subprocess.run(command, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise BadInput("is not in a git repository; name a copy to compare with by --against", file=folder) from None
    with tempfile.TemporaryDirectory() as place:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(place, filter="data")
        yield Path(place)


if __name__ == "__main__":
    sys.exit(script(main))
