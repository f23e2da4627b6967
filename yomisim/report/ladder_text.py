"""Policies against policies as plain text for a terminal."""

from __future__ import annotations

from yomisim.estimate.headline import percent
from yomisim.estimate.ladder import Ladder


def ladder_lines(ladder: Ladder) -> list[str]:
    """What was played, on which data, and each two policies in a line."""
    made = ladder.made
    lines = [
        f"{made['title']}, {made['edition']} edition: {made['games_each']:,} games for each of {made['mirrors']} "
        f"mirrors and {made['pairs']} pairs, seed {made['seed']}",
        f"data {made['data']}, hash {made['data_hash']}",
    ]
    for row in ladder.table.itertuples(index=False):
        half = (row.ci_high - row.ci_low) / 2
        limits = " to ".join(percent(limit, half / 10) for limit in (row.ci_low, row.ci_high))
        lines.append(
            f"- {row.scope}: {row.policy1} wins {percent(row.win_rate_1, half / 10)} against {row.policy2} "
            f"(95% interval {limits}; {row.games:,} games)"
        )
    return [*lines, ""]
