"""A folder of picks: tables, charts, and the whole result as JSON."""

from __future__ import annotations

import json

import pandas as pd

from yomisim import __version__
from yomisim.estimate.pick_tables import ban_table, counterpick_table, pick_table
from yomisim.estimate.picks import Picks
from yomisim.report import figures
from yomisim.report.figure_picks import mix_bars, tier_list
from yomisim.report.files import Staging
from yomisim.report.pick_text import pick_record

TABLE, COUNTERPICKS, BANS, RECORD = "picks.csv", "counterpicks.csv", "bans.csv", "picks.json"


def write_picks(stage: Staging, picks: Picks, folder: str = "") -> list[str]:
    """Write tables, charts and the JSON record.

    Parameters
    ----------
    stage : the open folder.
    folder : folder inside the stage.

    Returns
    -------
    The names of the files, relative to the stage's folder. Tables of an earlier run that this one does not have are
    removed.
    """
    record = {"yomisim": __version__, **pick_record(picks)}
    files: dict[str, str | bytes] = {TABLE: _csv(pick_table(picks))}
    if picks.counterpicks:
        files[COUNTERPICKS] = _csv(counterpick_table(picks))
    if picks.bans is not None:
        files[BANS] = _csv(ban_table(picks))
    for name, figure in (("picks_mix", mix_bars(picks)), ("picks_tiers", tier_list(picks))):
        files[f"{name}.png"] = figures.png(figure)
        files[f"{name}.svg"] = figures.svg(figure)
    files[RECORD] = json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    prefix = f"{folder}/" if folder else ""
    for old in (COUNTERPICKS, BANS):
        if old not in files:
            stage.drop(prefix + old)
    for name, content in files.items():
        stage.write(prefix + name, content)
    return [prefix + name for name in files]


def _csv(table: pd.DataFrame) -> str:
    return table.round(9).to_csv(index=False, lineterminator="\n")
