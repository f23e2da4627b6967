"""The page about bots: one HTML file that needs nothing beside it, in the frame of the report."""

from __future__ import annotations

from typing import Any

from yomisim import __version__
from yomisim.estimate.bots import Bots, mean_rates
from yomisim.report.figure_bots import bots_figure
from yomisim.report.page.parts import bar, picture, render

#: Openers that are shown of each row: those that are chosen in at least this share of combats.
LEAST_SHARE = 0.02


def bots_page(result: Bots) -> str:
    """The page."""
    made = result.made
    sections = [
        ("difficulty", "How hard the bots are", "Difficulty", _difficulty(result)),
        ("openers", "What to open with", "Openers", _openers(result)),
        ("made", "How this was made", "Made", render("bots/made", made=made)),
    ]
    text = render(
        "page",
        title=f"{made['title']}: against bots",
        game=made["title"],
        version=__version__,
        games=made["games"],
        policy=" and ".join(made["policies"]),
        sections=[dict(zip(("id", "title", "short", "html"), one, strict=True)) for one in sections if one[3]],
        quick=False,
        made=made,
    )
    return str(text)


def _difficulty(result: Bots) -> str:
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
            "character": row.character,
            "policy": row.policy,
            "games": row.games,
            "turns": f"{row.mean_turns:.1f}",
            "on_time": f"{100 * row.by_time_over:.1f}",
            **bar(row.win_rate, row.ci_low, row.ci_high),
        }
        for row in result.table.rename(columns={"name": "name_"}).itertuples()
    ]
    return render("bots/difficulty", picture=picture(bots_figure, result), order=order, means=means, single=single)


def _openers(result: Bots) -> str:
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
        tables.append({"bot": names[str(bot)], "character": character, "rows": rows})
    return render("bots/openers", tables=tables, least=f"{100 * LEAST_SHARE:.0f}")
