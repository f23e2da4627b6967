"""``yomisim scenario``: a written situation, checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from yomisim.options import Data, Json, path


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
