"""``yomisim validate`` and ``yomisim verbs``: what stands in card files, and what may."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from yomisim.options import Json, path


def validate(
    place: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH]", parser=path, help="Data folder, game folder, policies or one file; else the data in use."
        ),
    ] = None,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Also tell what is known from where, what is filled, what is missing.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Check data files; every mistake with its file and field."""
    from yomisim.cards.validate import main as check

    return check(place, provenance, as_json)


def verbs(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which game.")] = "yomi1", as_json: Json = False
) -> int:
    """Show the words that abilities are written with."""
    from yomisim.cards.reference import main as show

    return show(game, as_json)
