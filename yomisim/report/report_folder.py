"""The folder of a whole report: tables and charts of every section, and the page; and how it is read back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd

from yomisim.errors import BadInput
from yomisim.estimate.ladder import Ladder
from yomisim.estimate.result import Matchups
from yomisim.report.bots_folder import BOTS, read_bots
from yomisim.report.combat_folder import COMBATS, TRIALS, read_combats, read_trials, write_combats, write_trials
from yomisim.report.combo_folder import write_combos
from yomisim.report.figure_agreement import scatter, summary_chart
from yomisim.report.figure_ladder import ladder_matrix, mirror_dots
from yomisim.report.files import Staging
from yomisim.report.folder import read_changes, read_matchups, write_matchups
from yomisim.report.gather import OTHER_POLICY, SECOND_GAME, ladder_made, read_exploitability
from yomisim.report.page import Material, page
from yomisim.report.pick_folder import write_picks
from yomisim.report.results import MANIFEST, write_results

PAGE = "index.html"
#: Folders of the sections, inside that of the game.
LADDER, PEOPLE, PARTS = "ladder", "people", "patches"


def write_report(stage: Staging, material: Material, folder: str) -> list[str]:
    """Write everything.

    Parameters
    ----------
    stage : the open folder. material : what the page shows; downloads and exploitability are filled in here.
    folder : folder of the game inside the stage.

    Returns
    -------
    The names of the files but for the page, relative to the stage's folder.
    """
    files = write_matchups(stage, material.results, folder, material.changes)
    for policy, results in material.others.items():
        files += write_matchups(stage, results, f"{folder}/{policy}")
    if material.second_game:
        files += write_matchups(stage, list(material.second_game), material.second_game[0].made["game"])
    files += write_combats(stage, material.results, f"{folder}/{COMBATS}")
    files += write_trials(stage, material.trials, f"{folder}/{TRIALS}")
    for edition, picks in material.picks.items():
        files += write_picks(stage, picks, f"{folder}/picks_{edition}")
    combos = [one for several in material.combos.values() for one in several]
    if combos:
        files += write_combos(stage, combos, [], f"{folder}/combos", pictures_each=False)
    files += _write_people(stage, material, f"{folder}/{PEOPLE}")
    if material.parts is not None:
        made = {"policy": material.parts_policy, "runs": [result.made for result in material.results]}
        files += write_results(stage, f"{folder}/{PARTS}", {"edition_parts": material.parts}, {}, made)
    files += _write_ladder(stage, material, f"{folder}/{LADDER}")
    material = replace(material, downloads=files, exploitability=read_exploitability(stage.folder / folder))
    material = replace(material, bots=read_bots(stage.folder / BOTS))
    stage.write(PAGE, page(material))
    return files


def _write_people(stage: Staging, material: Material, folder: str) -> list[str]:
    found, title = material.agreement, material.results[0].made["title"]
    if found is None:
        return []
    tables = {"agreement": found.table, "pairs": found.pairs, "characters": found.characters}
    charts = {"scatter": scatter(found, material.names, title), "agreement": summary_chart(found, title)}
    return write_results(stage, folder, tables, charts, found.made)


def _write_ladder(stage: Staging, material: Material, folder: str) -> list[str]:
    ladder = material.ladder
    if ladder is None:
        return []
    tables = {"ladder": ladder.table, "ladder_detail": ladder.detail}
    charts = {"ladder": ladder_matrix(ladder), "ladder_mirrors": mirror_dots(ladder)}
    return write_results(stage, folder, tables, charts, ladder_made(ladder))


def read_played(folder: Path, *, quick: bool = False) -> Material:
    """What was played for an earlier report, from its tables.

    Parameters
    ----------
    folder : that of the game. quick : whether the page is to say that it was made with few games.

    Raises
    ------
    BadInput : where the matchups are missing or do not fit together. Other charts and the ladder may be missing.
    """
    results = read_combats(folder / COMBATS, read_matchups(folder))
    others = {}
    if (folder / OTHER_POLICY / MANIFEST).is_file():
        others[OTHER_POLICY] = read_matchups(folder / OTHER_POLICY)
    parts, policy = _read_parts(folder / PARTS)
    return Material(
        results,
        read_changes(folder, results),
        others,
        trials=read_trials(folder / TRIALS),
        second_game=_read_second(folder.parent / SECOND_GAME),
        ladder=_read_ladder(folder / LADDER),
        quick=quick,
        parts=parts,
        parts_policy=policy,
    )


def _read_parts(folder: Path) -> tuple[pd.DataFrame | None, str]:
    """What the parts of an edition do, and who played; None where that was not played."""
    if not (folder / MANIFEST).is_file():
        return None, ""
    try:
        made = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return pd.read_csv(folder / "edition_parts.csv"), str(made["policy"])
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"cannot be read ({type(error).__name__}: {error})", file=folder) from None


def _read_second(folder: Path) -> list[Matchups]:
    return read_matchups(folder) if (folder / MANIFEST).is_file() else []


def _read_ladder(folder: Path) -> Ladder | None:
    if not (folder / MANIFEST).is_file():
        return None
    try:
        made = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        table, detail = (pd.read_csv(folder / f"{name}.csv") for name in ("ladder", "ladder_detail"))
        return Ladder(table, detail, made["ladder"], made["characters"])
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"cannot be read ({type(error).__name__}: {error})", file=folder) from None
