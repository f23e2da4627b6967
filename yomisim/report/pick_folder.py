"""A folder of picks: tables, charts, and the whole result as JSON."""

from __future__ import annotations

import json

from yomisim import __version__
from yomisim.estimate.pick_tables import ban_table, counterpick_table, pick_table
from yomisim.estimate.picks import Picks
from yomisim.report.figure_picks import mix_bars, tier_list
from yomisim.report.files import Staging
from yomisim.report.pick_text import pick_record
from yomisim.report.results import pictures, put, table_files

TABLE, COUNTERPICKS, BANS, RECORD = "picks", "counterpicks", "bans", "picks.json"
#: Decimals of the tables.
DIGITS = 9


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
    files = table_files(TABLE, pick_table(picks), DIGITS)
    if picks.counterpicks:
        files |= table_files(COUNTERPICKS, counterpick_table(picks), DIGITS)
    if picks.bans is not None:
        files |= table_files(BANS, ban_table(picks), DIGITS)
    files |= {**pictures("picks_mix", mix_bars(picks)), **pictures("picks_tiers", tier_list(picks))}
    files[RECORD] = json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    old = [f"{name}.{ending}" for name in (COUNTERPICKS, BANS) for ending in ("csv", "parquet")]
    return put(stage, folder, files, old)
