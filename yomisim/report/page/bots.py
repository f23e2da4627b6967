"""Humans against bots: how hard each is, and what to open with against each row of its sheet."""

from __future__ import annotations

from typing import Any

from yomisim.estimate.bots import Bots, mean_rates
from yomisim.report.figure_bots import bots_figure
from yomisim.report.page.material import Material
from yomisim.report.page.parts import bar, picture, render

#: Openers that are shown of each row: those that are chosen in at least this share of combats.
LEAST_SHARE = 0.02


def html(material: Material) -> str:
    """What the pipeline about bots found; empty where it was not run."""
    result = material.bots
    if result is None:
        return ""
    return (
        difficulty(result)
        + openers(result)
        + render("bots/made", made=result.made, names=result.names(), doubt=result.doubt())
    )


def difficulty(result: Bots) -> str:
    """Win rates against every bot, and how the printed difficulty fits."""
    order = [
        {
            "policy": row.policy,
            "bots": row.bots,
            **{name: f"{getattr(row, name):.2f}" for name in ("spearman", "ci_low", "ci_high", "kendall")},
        }
        for row in result.order.itertuples()
    ]
    means = [
        {
            "name": row.name_,
            "difficulty": row.difficulty,
            "policy": row.policy,
            "games": row.games,
            **bar(row.win_rate, row.ci_low, row.ci_high),
        }
        for row in mean_rates(result.table).rename(columns={"name": "name_"}).itertuples()
    ]
    single = [
        {
            "name": row.name_,
            "character": result.name(row.character),
            "policy": row.policy,
            "games": row.games,
            "turns": f"{row.mean_turns:.1f}",
            "on_time": f"{100 * row.by_time_over:.1f}",
            **bar(row.win_rate, row.ci_low, row.ci_high),
        }
        for row in result.table.rename(columns={"name": "name_"}).itertuples()
    ]
    return render(
        "bots/difficulty",
        picture=picture(bots_figure, result),
        order=order,
        means=means,
        single=single,
        doubt=result.doubt(),
    )


def openers(result: Bots) -> str:
    """The openers of best replies against each row of each sheet; empty where nobody played them."""
    shown = result.openers[result.openers["share"] >= LEAST_SHARE]
    if shown.empty:
        return ""
    names = dict(zip(result.table["bot"], result.table["name"]))
    tables: list[dict[str, Any]] = []
    for (bot, character), group in shown.groupby(["bot", "character"], sort=False):
        rows = []
        for name, own in group.groupby("row", sort=False):
            every = result.openers
            same = (every["bot"] == bot) & (every["character"] == character) & (every["row"] == name)
            best = own.sort_values("share", ascending=False, kind="stable")
            mix = [
                {
                    "opener": str(one.opener).replace("_", " "),
                    "share": f"{100 * one.share:.0f}",
                    "low": f"{100 * one.ci_low:.0f}",
                    "high": f"{100 * one.ci_high:.0f}",
                    "value": f"{one.value:+.1f}",
                }
                for one in best.itertuples()
            ]
            rows.append({"row": name, "combats": int(every[same]["chosen"].sum()), "mix": mix})
        tables.append({"bot": names[str(bot)], "character": result.name(str(character)), "rows": rows})
    return render("bots/openers", tables=tables, least=f"{100 * LEAST_SHARE:.0f}")
