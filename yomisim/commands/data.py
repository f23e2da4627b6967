"""``yomisim validate`` and ``yomisim verbs``: what stands in card files, and what may."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from yomisim.console import emit, emit_json, remark
from yomisim.errors import EXIT_BAD_INPUT, EXIT_DONE
from yomisim.options import Json, path


def validate(
    place: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH]", parser=path, help="Data folder, game folder, policies or one file; else the data in use."
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Check card files and weights of policies; every mistake with its file and field."""
    from yomisim.cards.validate import validate_path

    checked = validate_path(place)
    if as_json:
        mistakes = [{"file": e.file, "field": e.field, "message": e.message} for e in checked]
        counts = {"files": checked.files, "characters": checked.characters, "cards": checked.cards}
        emit_json({"path": str(checked.path), "ok": checked.ok, **counts, "mistakes": mistakes})
    else:
        for mistake in checked:
            remark(str(mistake), "error")
        emit(f"{checked.path}: {checked.summary}")
    return EXIT_DONE if checked.ok else EXIT_BAD_INPUT


def verbs(as_json: Json = False) -> int:
    """Show the words that abilities are written with in card files."""
    from yomisim.cards.reference import main as show

    return show(as_json)
