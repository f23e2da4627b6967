"""What was measured against bots, as plain text for a terminal."""

from __future__ import annotations

from typing import Any

from yomisim.cards.doubt import sentence
from yomisim.cards.load import Game
from yomisim.estimate.bots import Bots, mean_rates
from yomisim.estimate.headline import percent

_ENDINGS = {
    "knockout": "by knockout",
    "both_at_zero": "with everybody at 0",
    "time_over": "on time",
    "countdown": "by a countdown",
    "turn_limit": "at the turn limit",
}


def solo_lines(figures: dict[str, Any], game: Game) -> list[str]:
    """What `solo` prints for the figures of `yomisim.estimate.bots.summary`."""
    humans = [game.characters[figures[key]].short_name for key in ("character", "partner") if key in figures]
    bot = game.bot(figures["bot"]).name
    low, high = (100 * limit for limit in figures["ci95"])
    games = figures["games"]
    team = f", {figures['setting']} setting" if "partner" in figures else ""
    ended = [f"{count:,} {_ENDINGS[name]}" for name, count in figures["endings"].items() if count]
    lines = [
        f"{game.title}: {' and '.join(humans)} ({figures['policy']}{team}) against {bot} (difficulty "
        f"{figures['difficulty']}), {games:,} game{'' if games == 1 else 's'}, seed {figures['seed']}",
        f"  won {figures['wins']:,}, lost {figures['losses']:,}, drawn {figures['draws']:,}; ended {', '.join(ended)}",
        f"  win rate: {percent(figures['win_rate'], (high - low) / 200)} (95% interval {low:.1f} to {high:.1f}; draws "
        "count half)",
    ]
    if figures.get("fallen"):
        lines.append(f"  in {figures['fallen']:,} of the games that were not lost one of the humans was out")
    lines.append(
        f"  {figures['mean_turns']:.1f} turns a game; {figures['games_per_second']:,.0f} games/s; "
        f"data {figures['data']}, hash {figures['data_hash']}"
    )
    doubt = sentence(
        (game.characters[i].short_name for i in figures.get("provisional", ())),
        game.gem if figures.get("provisional_gem") else None,
    )
    return lines + ([f"  {doubt}"] if doubt else [])


def bots_lines(result: Bots) -> list[str]:
    """Mean win rates by bot and policy, the hardest first, and how the printed difficulty fits."""
    made = result.made
    means = mean_rates(result.table)
    width = max(len(name) for name in means["name"])
    lines = [
        f"{made['title']} against bots: {result.names()}, {made['games_per_bot']:,} games for each bot, "
        f"character and policy, seed {made['seed']}, data {made['data']}, hash {made['data_hash']}"
    ]
    for policy, group in means.groupby("policy", sort=False):
        order = result.order.set_index("policy").loc[policy]
        lines.append(
            f"{policy}: rank correlation of printed and measured difficulty {order['spearman']:.2f} (Spearman, 95% "
            f"interval {order['ci_low']:.2f} to {order['ci_high']:.2f}; Kendall {order['kendall']:.2f}; "
            f"{int(order['bots'])} bots)"
        )
        lines += [
            f"  {row.name:<{width}}  difficulty {row.difficulty}  won {100 * row.win_rate:5.1f}%  "
            f"({100 * row.ci_low:.1f} to {100 * row.ci_high:.1f}, {row.games:,} games)"
            for row in group.itertuples()
        ]
    return lines + ([result.doubt()] if result.doubt() else [])
