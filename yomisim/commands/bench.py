"""``yomisim bench``: how fast it is here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from yomisim.console import emit, emit_json, remark
from yomisim.errors import EXIT_DONE
from yomisim.options import Data, Edition, Json, Out


def bench(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which game.")] = "yomi1",
    edition: Edition = None,
    out: Out = Path("reports"),
    data: Data = None,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what takes minutes.")] = False,
    as_json: Json = False,
) -> int:
    """Measure speed, scaling, starts, memory, combos and picks."""
    from yomisim.batch.bench import main as measure
    from yomisim.cards.load import load_games
    from yomisim.estimate.speed import combo_speed, pick_speed
    from yomisim.products import MISSING
    from yomisim.report.files import Staging
    from yomisim.report.runs import remark_replaced
    from yomisim.report.text import bench_lines

    with Staging(out) as stage:
        figures = measure(game, edition, data, remark, quick)
        loaded = load_games(game, edition, data)
        if "combos" not in MISSING[game]:
            remark("one core, combos from a hand")
            figures["combos"] = combo_speed(loaded)
        remark("fresh process, picks")
        figures["picks"] = pick_speed(loaded[0])
        stage.write(f"{game}/bench.json", json.dumps(figures, indent=2) + "\n")
    remark_replaced(stage)
    if as_json:
        emit_json(figures)
    else:
        emit([*bench_lines(figures), *product_lines(figures), f"wrote {out / game / 'bench.json'}"])
    return EXIT_DONE


def product_lines(figures: dict[str, Any]) -> list[str]:
    """What `bench` prints for the figures of `yomisim.estimate.speed`."""
    picks = figures["picks"]
    lines = [
        f"picks from a chart of {picks['characters']} characters, best of {picks['best_of']}: {picks['seconds']:.2f} s "
        "in a fresh process"
    ]
    if "combos" in figures:
        combos = figures["combos"]
        worst = combos["worst"]
        where = ", ".join([worst["character"], *worst["switches"], f"{worst['edition']} edition"])
        lines.append(
            f"best combo of a hand of {combos['cards']} cards: {combos['mean']:.1f} us, the mean over all characters; "
            f"{worst['microseconds']:.1f} us at worst ({where}), abilities that change combos included"
        )
    return lines
