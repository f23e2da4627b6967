"""How hard bots are: win rates of humans against them, how games end, and what to open with against each row."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from yomisim import __version__
from yomisim.batch.plan import check_characters
from yomisim.batch.run import Progress
from yomisim.batch.solo import SoloOutcome, SoloPlan, run_solo, solo_plan
from yomisim.cards.doubt import provisional, provisional_gem, sentence
from yomisim.cards.load import Game
from yomisim.cards.yomi2.bots import Bot, Row
from yomisim.cards.yomi2.pack import deck_of
from yomisim.errors import BadInput
from yomisim.estimate.intervals import quantile, wilson_from_counts
from yomisim.paths import label
from yomisim.rules.yomi2.state import ENDINGS

#: One row per bot, character and policy.
COLUMNS = [
    "bot",
    "name",
    "difficulty",
    "character",
    "policy",
    "games",
    "wins",
    "draws",
    "win_rate",
    "ci_low",
    "ci_high",
]
COLUMNS += ["mean_turns", *(f"by_{ending}" for ending in ENDINGS)]
#: One row per policy: how well the printed difficulty tells the measured one.
ORDER_COLUMNS = ["policy", "bots", "spearman", "ci_low", "ci_high", "kendall"]
#: One row per bot, character, row of the sheet and opener; `value` in life points, see `openers`.
OPENER_COLUMNS = ["bot", "character", "row", "opener", "n", "value", "chosen", "share", "ci_low", "ci_high"]
#: Values of best replies are whole numbers: thousandths of a tenth of a life point.
_UNIT = 10_000


@dataclass(frozen=True)
class Bots:
    """What was measured.

    Attributes
    ----------
    table : columns COLUMNS. order : ORDER_COLUMNS. openers : OPENER_COLUMNS. made : how it was made (JSON values).
    """

    table: pd.DataFrame
    order: pd.DataFrame
    openers: pd.DataFrame
    made: dict[str, Any]

    def name(self, character: str) -> str:
        """The name to print, with a star where the character rests on card values that no source gives."""
        return self.made["names"][character] + ("*" if character in self.made["provisional"] else "")

    def names(self) -> str:
        """All characters that played, in words."""
        return ", ".join(map(self.name, self.made["characters"]))

    def doubt(self) -> str:
        """Who rests on card values that no source gives, in words; empty where nobody does."""
        gem = self.made["gem"] if self.made["provisional_gem"] else None
        return sentence((self.made["names"][i] for i in self.made["provisional"]), gem, "*: ")


def summary(outcome: SoloOutcome) -> dict[str, Any]:
    """Figures of the only plan of a batch, as JSON values.

    `wins` are games that the humans won; `win_rate` counts draws as half a win, `ci95` is Wilson's interval; `fallen`
    counts games of a team that did not lose although one of them was out.
    """
    plan, tally = outcome.plans[0], outcome.tallies[0]
    games, draws, wins = int(tally["games"]), int(tally["draws"]), int(tally["wins"][0])
    team: dict[str, Any] = {}
    if len(plan.humans) > 1:
        team = {"partner": plan.humans[1], "setting": plan.setting, "fallen": int(tally["fallen"])}
    doubtful = sorted(provisional(plan.game, set(plan.humans)))
    return {
        "game": plan.game.id,
        "bot": plan.bot,
        "difficulty": plan.game.bot(plan.bot).difficulty,
        "character": plan.humans[0],
        **team,
        "policy": plan.policy,
        "games": games,
        "seed": plan.seed,
        "wins": wins,
        "draws": draws,
        "losses": int(tally["wins"][1]),
        "unfinished": int(tally["unfinished"]),
        "endings": {name: int(count) for name, count in zip(ENDINGS, tally["endings"], strict=True)},
        "win_rate": (wins + draws / 2) / games,
        "ci95": list(wilson_from_counts(wins, draws, games)),
        "mean_turns": int(tally["turns"]) / games,
        "gem": plan.game.gem,
        "provisional": doubtful,
        "provisional_gem": provisional_gem(plan.game),
        "games_per_second": round(outcome.games_per_second, 1),
        "data": label(plan.game.folder),
        "data_hash": plan.game.data_hash,
    }


def measure_bots(
    game: Game,
    *,
    games: int,
    policies: Sequence[str],
    characters: Iterable[str] | str | None = None,
    seed: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Bots:
    """Every bot against every character with every policy.

    Parameters
    ----------
    games : for each of them. policies : names of policies that play against bots; None of them twice.
    characters : as for `yomisim.batch.plan.check_characters`; one is enough.

    Raises
    ------
    BadInput : for an unknown name, or a number out of range.
    """
    ids = check_characters(game, characters, least=1)
    if len(set(policies)) != len(policies) or not policies:
        raise BadInput("name each policy once", field="policies")
    plans = [
        solo_plan(game, bot, each, games=games, seed=seed, policy=policy)
        for policy in policies
        for bot in game.bots
        for each in ids
    ]
    outcome = run_solo(plans, workers=workers, progress=progress)
    table = pd.DataFrame([_row(plan, tally) for plan, tally in zip(plans, outcome.tallies, strict=True)])[COLUMNS]
    openers = [row for plan, tally in zip(plans, outcome.tallies, strict=True) for row in _openers(plan, tally)]
    made = {
        "yomisim": __version__,
        "game": game.id,
        "title": game.title,
        "characters": ids,
        "names": {i: game.characters[i].short_name for i in ids},
        "policies": list(policies),
        "games_per_bot": int(plans[0].games),
        "games": int(table["games"].sum()),
        "seed": plans[0].seed,
        "gem": game.gem,
        "provisional": sorted(provisional(game, set(ids))),
        "provisional_gem": provisional_gem(game),
        "data": label(game.folder),
        "data_hash": game.data_hash,
    }
    return Bots(table, order_of(table), pd.DataFrame(openers, columns=OPENER_COLUMNS), made)


def _row(plan: SoloPlan, tally: np.void) -> dict[str, Any]:
    bot: Bot = plan.game.bot(plan.bot)
    games, draws, wins = int(tally["games"]), int(tally["draws"]), int(tally["wins"][0])
    low, high = wilson_from_counts(wins, draws, games)
    values = (
        *(plan.bot, bot.name, bot.difficulty, plan.humans[0], plan.policy, games, wins, draws),
        *((wins + draws / 2) / games, low, high, int(tally["turns"]) / games),
        *(int(count) / games for count in tally["endings"]),
    )
    return dict(zip(COLUMNS, values, strict=True))


def mean_rates(table: pd.DataFrame) -> pd.DataFrame:
    """Mean win rate over the characters, by policy and bot, hardest first.

    Returns
    -------
    Columns policy, bot, name, difficulty, games, win_rate, ci_low, ci_high: normal interval of a mean of independent
    samples, whose variances are those of their Wilson intervals.
    """
    rows = []
    for (policy, bot), group in table.groupby(["policy", "bot"], sort=False):
        half = (group["ci_high"] - group["ci_low"]) / 2
        reach = math.sqrt(float((half**2).sum())) / len(group)
        rate = float(group["win_rate"].mean())
        first = group.iloc[0]
        rows.append(
            {
                "policy": policy,
                "bot": bot,
                "name": first["name"],
                "difficulty": int(first["difficulty"]),
                "games": int(group["games"].sum()),
                "win_rate": rate,
                "ci_low": max(0.0, rate - reach),
                "ci_high": min(1.0, rate + reach),
            }
        )
    frame = pd.DataFrame(rows)
    return frame.sort_values(["policy", "win_rate"], kind="stable").reset_index(drop=True)


def order_of(table: pd.DataFrame) -> pd.DataFrame:
    """How the printed difficulty agrees with the measured one, by policy: rank correlations over the bots.

    The measured difficulty of a bot is the mean share of games that it does not lose. Spearman's coefficient has the
    interval of Bonett and Wright (2000) for so few bots; the noise of the games is small beside it.
    """
    from scipy.stats import kendalltau, spearmanr

    rows = []
    for policy, group in mean_rates(table).groupby("policy", sort=False):
        count = len(group)
        hardness = 1 - group["win_rate"]
        ties = count < 3 or group["difficulty"].nunique() < 2 or hardness.nunique() < 2
        rho = math.nan if ties else round(float(spearmanr(group["difficulty"], hardness).statistic), 12)
        tau = math.nan if ties else round(float(kendalltau(group["difficulty"], hardness).statistic), 12)
        low, high = _limits(rho, count)
        rows.append(dict(zip(ORDER_COLUMNS, (policy, count, rho, low, high, tau), strict=True)))
    return pd.DataFrame(rows)[ORDER_COLUMNS]


def _limits(rho: float, count: int) -> tuple[float, float]:
    """95% interval of Spearman's coefficient of `count` pairs."""
    if math.isnan(rho) or count < 4:
        return math.nan, math.nan
    if abs(rho) == 1:
        return rho, rho
    reach = quantile(0.95) * math.sqrt((1 + rho**2 / 2) / (count - 3))
    return math.tanh(math.atanh(rho) - reach), math.tanh(math.atanh(rho) + reach)


def _openers(plan: SoloPlan, tally: np.void) -> list[dict[str, Any]]:
    """What every opener was reckoned to be worth against every row, and how often it was the best reply in play."""
    deck = deck_of(plan.game.character(plan.humans[0]), plan.game.worn_gem)
    sheet: Bot = plan.game.bot(plan.bot)
    found = []
    for variant, row in enumerate(sheet.rows):
        offered, chosen, worth = (tally["replied"][name][variant] for name in ("offered", "chosen", "worth"))
        total = int(chosen.sum())
        for move in np.flatnonzero(offered):
            count = int(chosen[move])
            low, high = wilson_from_counts(count, 0, total)
            value = int(worth[move]) / int(offered[move]) / _UNIT
            values = (
                *(plan.bot, plan.humans[0], row_name(row), deck.slot(int(move)), int(offered[move]), value),
                *(count, count / total, low, high),
            )
            found.append(dict(zip(OPENER_COLUMNS, values, strict=True)))
    return found


def row_name(row: Row) -> str:
    """A row as tables call it: ``hand 9-10``, ``bot down``."""
    return f"hand {row.hand[0]}-{row.hand[1]}" if row.hand is not None else row.use.replace("_", " ")
