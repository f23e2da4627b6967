"""A folder of combo tables: CSV files, pictures and the manifest."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any

import pandas as pd

from yomisim import __version__
from yomisim.estimate.combo_parts import AnyCombos
from yomisim.paths import label
from yomisim.report.figure_combos import character_picture, overview
from yomisim.report.files import Staging
from yomisim.report.results import Files, left, pictures, put, table_files

MAXIMA, BY_CARDS, HANDS, MANIFEST = "combos", "combos_by_cards", "combos_hands", "combos.json"
#: Decimals of the tables.
DIGITS = {"per_card": 4, "per_point": 4, "damage": 6, "ci_low": 6, "ci_high": 6, "chance_starter": 9}
#: What an earlier run may have left.
OLD = re.compile(r"combos(_[a-z0-9_]+)?\.(png|svg)|combos_hands\.(csv|parquet)")


def write_combos(
    stage: Staging,
    found: Sequence[AnyCombos],
    hands: Sequence[pd.DataFrame],
    folder: str = "",
    made: dict | None = None,
    pictures_each: bool = True,
) -> list[str]:
    """Write tables, pictures and manifest of combos at some places.

    Parameters
    ----------
    stage : the open folder. folder : folder inside it. made : more for the manifest.
    found : a place each; those without switches, not after a dodge, get a picture for each character and an overview
        for each edition where there are several characters.
    hands : what random hands are worth, for some of the places.
    pictures_each : whether characters get pictures of their own.

    Returns
    -------
    The names of the files, relative to the stage's folder.
    """
    files: Files = {
        **table_files(MAXIMA, pd.concat([each.table for each in found], ignore_index=True), DIGITS),
        **table_files(BY_CARDS, pd.concat([each.by_cards for each in found], ignore_index=True), DIGITS),
    }
    worth = pd.concat(hands, ignore_index=True) if hands else pd.DataFrame()
    if hands:
        files |= table_files(HANDS, worth, DIGITS)
    plain = [each for each in found if not each.place.after_dodge and (len(found) == 1 or not each.place.setting.names)]
    for each in plain if pictures_each else ():
        if each.best is not None:
            place = each.place
            own = worth if worth.empty else _hands_of(worth, each)
            name = f"combos_{place.character.id}_{place.game.edition}"
            files |= pictures(name, character_picture(each, own))
    for edition in dict.fromkeys(each.place.game.edition for each in plain):
        several = [each for each in plain if each.place.game.edition == edition]
        if len(several) > 1:
            files |= pictures(f"combos_{edition}", overview(several))
    files[MANIFEST] = _manifest(found, sorted(files), made or {}) + "\n"
    return put(stage, folder, files, left(stage.folder / folder, OLD))


def hands_record(hands: pd.DataFrame) -> list[dict[str, Any]]:
    """The table of random hands as JSON values: one object per starter and size, None for what has no value."""
    names = ["starter", "hand", "damage", "ci_low", "ci_high", "n", "exact", "chance_starter", "chance_max"]
    return [
        {key: None if isinstance(value, float) and math.isnan(value) else value for key, value in row.items()}
        for row in hands[names].to_dict("records")
    ]


def _hands_of(worth: pd.DataFrame, found: AnyCombos) -> pd.DataFrame:
    place = found.place
    rows = (worth["character"] == place.character.id) & (worth["edition"] == place.game.edition)
    return worth[rows & (worth["switches"] == "; ".join(place.setting.names))]


def _manifest(found: Sequence[AnyCombos], files: list[str], made: dict[str, Any]) -> str:
    games = {each.place.game.edition: each.place.game for each in found}
    game = found[0].place.game
    return json.dumps(
        {
            "yomisim": __version__,
            "files": files,
            "game": game.id,
            "editions": list(games),
            "data": label(game.folder),
            "data_hash": game.data_hash,
            **({"gem": game.gem} if game.gems else {}),
            "characters": list(dict.fromkeys(each.place.character.id for each in found)),
            "provisional": list(dict.fromkeys(each.place.character.id for each in found if each.place.doubt)),
            **made,
        },
        indent=2,
        ensure_ascii=False,
    )
