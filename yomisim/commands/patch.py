"""``yomisim patch``: what changes of cards or rules would do, before anybody prints a card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from yomisim.commands.output import tell
from yomisim.console import remark
from yomisim.errors import BadInput, read_names
from yomisim.options import Data, Edition, Gem, Json, MatchupBatch, MaybeOut, whole_number
from yomisim.paths import GAME_FOLDERS, checked_path

Words = Annotated[
    list[str], typer.Argument(metavar="PATCH.toml... GAME", help="One or more patch files, then yomi1 or yomi2.")
]
Retrain = Annotated[
    int,
    typer.Option(
        "--retrain",
        metavar="N",
        parser=whole_number,
        help="Also let equilibrium learn anew under either data: N rounds (Yomi; 2 do) or steps of a search (Yomi 2).",
    ),
]
Openers = Annotated[
    str | None,
    typer.Option(
        "--openers", metavar="A-B,C-D", help="Also say how openers change in these matchups (greedy plays on)."
    ),
]


def patch(
    words: Words,
    batch: MatchupBatch,
    retrain: Retrain = 0,
    openers: Openers = None,
    edition: Edition = None,
    gem: Gem = None,
    out: MaybeOut = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Say what changes of cards or rules would do.

    The cards as they are and each patch are played on the same luck. With --precision the matchups that a patch affects
    are played until the interval of the difference reaches H points to either side.
    """
    from yomisim.cards.load import load_game
    from yomisim.cards.patch import read_patch
    from yomisim.estimate.patches import play_patches
    from yomisim.report.patch_folder import patch_record, write_patches
    from yomisim.report.patch_text import patch_lines
    from yomisim.report.runs import deliver

    files, game = read_words(words)
    patches = [read_patch(file) for file in files]
    edition = edition or next((one.content.edition for one in patches if one.content.edition), None)
    loaded = load_game(game, edition, data, gem)
    pairs = [] if openers is None else read_names("openers", openers)
    effects, written = deliver(
        out,
        lambda progress: play_patches(
            loaded, patches, **vars(batch), retrain=retrain, openers=pairs, progress=progress
        ),
        lambda stage, effects: write_patches(stage, effects),
    )
    for effect in effects:
        if not effect.table["affected"].any():
            remark(f"{effect.title} leaves everything that counts as it is: every difference is exactly zero")
    return tell(lambda: patch_record(effects), lambda: patch_lines(effects), as_json, out, written)


def read_words(words: list[str]) -> tuple[list[Path], str]:
    """The patch files and the game, in whatever order they stand.

    Raises
    ------
    BadInput : where there is no game or more than one, no patch, or one patch twice.
    """
    games = [word for word in words if word in GAME_FOLDERS]
    files = [checked_path(word, "patch") for word in words if word not in GAME_FOLDERS]
    if len(games) != 1:
        known = " or ".join(GAME_FOLDERS)
        raise BadInput(f"name one game, {known}, behind the patches: PATCH.toml {GAME_FOLDERS[0]}", field="game")
    if not files:
        raise BadInput("name at least one patch file before the game, such as PATCH.toml", field="patch")
    if len(set(files)) < len(files):
        raise BadInput("the same patch stands there twice", field="patch")
    return files, games[0]
