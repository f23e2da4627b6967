"""Figures about bots that nobody measured, for what only shows them."""

from __future__ import annotations

import pandas as pd

from yomisim.estimate.bots import COLUMNS, OPENER_COLUMNS, Bots, order_of


def made_up_bots() -> Bots:
    """Five bots, two policies, one character."""
    rows = [
        {
            **dict.fromkeys(COLUMNS, 0.0),
            "bot": f"bot{i}",
            "name": f"Bot <{i}>",
            "difficulty": i,
            "character": "grave",
            "policy": policy,
            "games": 900,
            "win_rate": rate,
            "ci_low": rate - 0.02,
            "ci_high": rate + 0.02,
            "mean_turns": 14.0,
        }
        for policy, best in (("greedy", 0.5), ("best-reply", 0.9))
        for i, rate in enumerate([best - 0.08 * i for i in range(1, 6)], 1)
    ]
    table = pd.DataFrame(rows)[COLUMNS]
    values = [("bot1", "grave", "hand 9-10", opener, 90, 3.5, 45, 0.5, 0.4, 0.6) for opener in ("A", "low_block")]
    made = {
        "title": "Yomi 2",
        "characters": ["grave"],
        "names": {"grave": "Grave"},
        "policies": ["greedy", "best-reply"],
        "games_per_bot": 900,
        "games": 9000,
        "seed": 1,
        "gem": "none",
        "provisional": [],
        "provisional_gem": False,
        "data": "x",
        "data_hash": "abc",
    }
    return Bots(table, order_of(table), pd.DataFrame(values, columns=OPENER_COLUMNS), made)
