"""How well charts agree with how people's games ended.

All charts are compared over the same pairs: those that the human table and every chart have. Distances from even are in
percentage points, strengths and interactions in log-odds. Formulas and sources: docs/agreement.md.

Beside the charts stand

two yardsticks
    always 50%; and strength per character only, fitted to the human figures themselves (all but the pair that is
    predicted, so it has not seen the answer). A chart that does not beat the first is worth nothing for this purpose;
    one that beats the second knows something about who meets whom.
the noise ceiling
    what the truth itself would get: the human figures are estimates with a known error, so the truth is drawn many
    times from what they leave open, and held against them like a chart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from yomisim.errors import BadInput
from yomisim.estimate import dyads, intervals
from yomisim.estimate.human import Chart, Human, aligned, common_pairs
from yomisim.estimate.matchups import LEVEL

CHART, YARDSTICK, CEILING = "chart", "yardstick", "ceiling"
EVEN_NAME, STRENGTH_NAME, CEILING_NAME = "always 50%", "human strengths only", "noise ceiling"
#: Name -> (unit, what it is).
MEASURES: dict[str, tuple[str, str]] = {
    "correlation": ("", "correlation of the distances from even, each pair counted both ways"),
    "correlation_weighted": ("", "the same, pairs weighing by the precision of the human figure"),
    "rmse": ("points", "root mean square difference from the human figures"),
    "rmse_below_even": ("points", "how much lower that is than for always 50%"),
    "rmse_beyond_noise": ("points", "what is left of it without the noise of both sides"),
    "slope": ("", "human distance from even for each point of the chart's"),
    "rmse_after_slope": ("points", "root mean square difference after this slope, taken from the other pairs"),
    "strength_correlation": ("", "correlation of what strength per character explains"),
    "interaction_correlation": ("", "correlation of what is left"),
}
#: One row per chart and measure.
COLUMNS = ["chart", "kind", "measure", "unit", "pairs", "characters", "value", "ci_low", "ci_high"]
FEWEST_PAIRS = 3
#: Rates are kept this far from 0 and 1 where log-odds are taken of them.
EDGE = 0.001
#: A draw of characters can leave too few pairs; an interval is given where at least this share of draws can be used.
USABLE = 0.9


@dataclass(frozen=True)
class Agreement:
    """Charts against human play.

    Parameters
    ----------
    table : one row per chart (yardstick, ceiling) and measure, columns `COLUMNS`; 95% intervals.
    pairs : one row per chart and pair, the largest difference first; see :func:`by_pair`.
    characters : one row per chart and character; see :func:`by_character`.
    made : how it was made (JSON values only).
    """

    table: pd.DataFrame
    pairs: pd.DataFrame
    characters: pd.DataFrame
    made: dict[str, Any]

    @property
    def charts(self) -> list[str]:
        """Names of the charts, without yardsticks and ceiling."""
        return list(dict.fromkeys(self.table.loc[self.table["kind"] == CHART, "chart"]))

    def wide(self) -> pd.DataFrame:
        """Values side by side: a row per chart, yardstick and ceiling, a column per measure."""
        order = list(dict.fromkeys(self.table["chart"]))
        return self.table.pivot(index="chart", columns="measure", values="value").loc[order, list(MEASURES)]

    def worst(self, chart: str, count: int = 10) -> pd.DataFrame:
        """The pairs of a chart that are farthest from the human figures."""
        return self.pairs[self.pairs["chart"] == chart].head(count).reset_index(drop=True)


@dataclass(frozen=True)
class Frame:
    """The human side of the comparison, over the pairs in question.

    Parameters
    ----------
    pairs : rows of the human table, in their order. ids : the characters in them, sorted.
    matrix : (pairs, characters), see `dyads.differences`.
    rates, errors : human win rates of p1 and their standard errors, fractions, shape (pairs,).
    """

    pairs: pd.DataFrame
    ids: list[str]
    matrix: np.ndarray
    rates: np.ndarray
    errors: np.ndarray

    @property
    def odds(self) -> np.ndarray:
        """Log-odds of the human win rates."""
        return dyads.logit(self.rates)


def compare_with_people(charts: Mapping[str, Chart], human: Human, *, draws: int = 2000, seed: int = 1) -> Agreement:
    """Compare charts with human play.

    Parameters
    ----------
    charts : name -> chart, one or more.
    draws : draws of the bootstrap over characters, and of the truth for the ceiling.
    seed : of both.

    Raises
    ------
    BadInput : where the charts and the human table have fewer than three pairs in common, or a name is reserved.
    """
    for name in charts:
        if name in (EVEN_NAME, STRENGTH_NAME, CEILING_NAME):
            raise BadInput(f"{name!r} is the name of a yardstick; call the chart something else", field="charts")
    frame = frame_of(human, common_pairs(human, charts.values()))
    weights = dyads.drawn_weights(*_indices(frame), len(frame.ids), draws, seed)
    same = {name: aligned(chart, frame.pairs) for name, chart in charts.items()}
    rows = []
    for name, table in same.items():
        side = side_of(frame, table["win_rate_p1"].to_numpy(np.float64), chart_errors(table))
        rows += _rows(name, CHART, frame, *with_intervals(frame, side, weights))
    for name, rates in yardsticks(frame, human).items():
        rows += _rows(name, YARDSTICK, frame, *with_intervals(frame, Side(rates, np.zeros(len(rates))), weights))
    rows += _rows(CEILING_NAME, CEILING, frame, *ceiling(frame, draws, seed))
    made = {
        "pairs": len(frame.pairs),
        "characters": frame.ids,
        "human_data_hash": human.data_hash,
        "draws": draws,
        "bootstrap_seed": seed,
        "charts": {name: chart.made for name, chart in charts.items()},
    }
    pairs = pd.concat([by_pair(name, frame, table) for name, table in same.items()], ignore_index=True)
    people = pd.concat([by_character(name, frame, table) for name, table in same.items()], ignore_index=True)
    return Agreement(pd.DataFrame(rows, columns=COLUMNS), pairs, people, made)


def frame_of(human: Human, pairs: pd.DataFrame) -> Frame:
    """The human side over the given rows of its table.

    Raises
    ------
    BadInput : for fewer than three pairs.
    """
    if len(pairs) < FEWEST_PAIRS:
        raise BadInput(
            f"the charts and the human table have {len(pairs)} pairs in common; at least {FEWEST_PAIRS} are needed",
            field="charts",
        )
    ids = sorted({*pairs["p1"], *pairs["p2"]})
    rates = pairs["win_rate_p1"].to_numpy(np.float64)
    errors = pairs["std_logodds"].to_numpy(np.float64) * rates * (1 - rates)
    return Frame(pairs, ids, _matrix(pairs, ids), rates, errors)


@dataclass(frozen=True)
class Side:
    """One chart over the pairs in question.

    Parameters
    ----------
    rates, errors : win rates of p1 and their standard errors, fractions, shape (pairs,).
    parts : strength and interaction in log-odds, human and this chart's, shape (2, 2, pairs); None for a yardstick,
        whose predictions come from a new fit for each pair.
    """

    rates: np.ndarray
    errors: np.ndarray
    parts: np.ndarray | None = None


def side_of(frame: Frame, rates: np.ndarray, errors: np.ndarray) -> Side:
    """A chart with its strengths and interactions, and the human ones, all from the same pairs."""
    fitted = np.array([frame.matrix @ dyads.strengths(frame.matrix, odds) for odds in (frame.odds, _odds(rates))])
    left = np.array([frame.odds, _odds(rates)]) - fitted
    return Side(rates, errors, np.stack([fitted, left]))


def measures(frame: Frame, side: Side, weights: np.ndarray) -> dict[str, float]:
    """All of MEASURES for one chart; NaN for what cannot be said.

    Parameters
    ----------
    weights : how often each pair counts, shape (pairs,).
    """
    rates, errors = side.rates, side.errors
    x, y = 100 * (rates - 0.5), 100 * (frame.rates - 0.5)
    noise = 1e4 * (frame.errors**2 + errors**2)
    rmse = dyads.root_mean_square(x - y, weights)
    total = weights.sum()
    beyond = float(weights @ ((x - y) ** 2 - noise) / total) if total > 0 else float("nan")
    values = {
        "correlation": dyads.correlation(x, y, weights),
        "correlation_weighted": dyads.correlation(x, y, weights / frame.errors**2 * (frame.errors**2).mean()),
        "rmse": rmse,
        "rmse_below_even": dyads.root_mean_square(y, weights) - rmse,
        "rmse_beyond_noise": float(np.sqrt(max(beyond, 0.0))) if beyond == beyond else beyond,
        "slope": dyads.slope(x, y, weights),
        "rmse_after_slope": dyads.root_mean_square(dyads.slope_predictions(x, y, weights) - y, weights),
    }
    names = ("strength_correlation", "interaction_correlation")
    if side.parts is None:
        return {**values, **dict.fromkeys(names, float("nan"))}
    return {**values, **{name: dyads.correlation(a, b, weights) for name, (a, b) in zip(names, side.parts)}}


def with_intervals(
    frame: Frame, side: Side, weights: np.ndarray
) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """Measures, and their 95% percentile intervals from characters drawn again.

    Strengths and interactions are not fitted anew in each draw: among the few pairs that it leaves there would be next
    to nothing beside the strengths.

    Parameters
    ----------
    weights : shape (draws, pairs), from `dyads.drawn_weights`.
    """
    values = measures(frame, side, np.ones(len(side.rates)))
    drawn = pd.DataFrame([measures(frame, side, w) for w in weights])
    limits = {name: _range(drawn[name].to_numpy()) for name in MEASURES}
    unsaid = (float("nan"), float("nan"))
    return values, {name: limits[name] if values[name] == values[name] else unsaid for name in MEASURES}


def yardsticks(frame: Frame, human: Human) -> dict[str, np.ndarray]:
    """Predictions of the two yardsticks; win rates of p1, shape (pairs,).

    The second one is fitted to all pairs of the human table but the one it predicts, also those that no chart has.
    """
    ids = sorted({*human.table["p1"], *human.table["p2"]})
    odds = dyads.logit(human.table["win_rate_p1"].to_numpy(np.float64))
    predicted = dyads.logistic(dyads.left_out_predictions(_matrix(human.table, ids), odds))
    place = {key: number for number, key in enumerate(zip(human.table["p1"], human.table["p2"]))}
    own = [place[key] for key in zip(frame.pairs["p1"], frame.pairs["p2"])]
    return {EVEN_NAME: np.full(len(own), 0.5), STRENGTH_NAME: predicted[own]}


def ceiling(frame: Frame, draws: int, seed: int) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """What the truth itself would get: means over draws of the truth, and the range of 95% of them.

    The human figures are means of posteriors that are nearly normal in log-odds, so the truth given the figures is
    drawn from Normal(log-odds, std_logodds), each pair for itself.
    """
    rng = np.random.default_rng(seed)
    deviations = frame.pairs["std_logodds"].to_numpy(np.float64)
    truths = dyads.logistic(frame.odds + deviations * rng.standard_normal((draws, len(deviations))))
    equal, exact = np.ones(len(deviations)), np.zeros(len(deviations))
    drawn = pd.DataFrame([measures(frame, side_of(frame, truth, exact), equal) for truth in truths])
    drawn["rmse_beyond_noise"] = np.nan  # nothing, by definition
    return (
        {name: float(drawn[name].mean()) for name in MEASURES},
        {name: _range(drawn[name].to_numpy()) for name in MEASURES},
    )


def by_pair(name: str, frame: Frame, table: pd.DataFrame) -> pd.DataFrame:
    """Each pair of one chart, the largest difference first.

    Returns
    -------
    Columns ``chart, p1, p2, games_human, human, human_low, human_high, simulated, ci_low, ci_high, difference, z``:
    win rates of p1 with 95% intervals, simulated less human, and that in standard errors of both. Fractions.
    """
    reach = intervals.quantile(LEVEL) * frame.pairs["std_logodds"].to_numpy(np.float64)
    difference = table["win_rate_p1"].to_numpy() - frame.rates
    rows = pd.DataFrame(
        {
            "chart": name,
            "p1": frame.pairs["p1"],
            "p2": frame.pairs["p2"],
            "games_human": frame.pairs["games"],
            "human": frame.rates,
            "human_low": dyads.logistic(frame.odds - reach),
            "human_high": dyads.logistic(frame.odds + reach),
            "simulated": table["win_rate_p1"],
            "ci_low": table["ci_low"],
            "ci_high": table["ci_high"],
            "difference": difference,
            "z": difference / np.sqrt(frame.errors**2 + chart_errors(table) ** 2),
        }
    )
    return rows.iloc[np.argsort(-np.abs(difference), kind="stable")].reset_index(drop=True)


def by_character(name: str, frame: Frame, table: pd.DataFrame) -> pd.DataFrame:
    """Which characters a chart gets wrong, the worst first.

    Returns
    -------
    Columns ``chart, character, pairs, strength_human, strength_simulated, strength_difference`` (log-odds, least
    squares over these pairs), ``rms_difference`` (fraction, over the character's pairs).
    """
    human, simulated = (dyads.strengths(frame.matrix, odds) for odds in (frame.odds, _odds(table["win_rate_p1"])))
    squares = (table["win_rate_p1"].to_numpy() - frame.rates) ** 2
    own = frame.matrix != 0
    rows = pd.DataFrame(
        {
            "chart": name,
            "character": frame.ids,
            "pairs": own.sum(axis=0),
            "strength_human": human,
            "strength_simulated": simulated,
            "strength_difference": simulated - human,
            "rms_difference": np.sqrt(squares @ own / own.sum(axis=0)),
        }
    )
    return rows.sort_values("rms_difference", ascending=False, kind="stable", ignore_index=True)


def chart_errors(table: pd.DataFrame) -> np.ndarray:
    """Standard errors of a chart's win rates from its intervals, 0 where they are not known; shape (pairs,)."""
    rate, low, high = (table[column].to_numpy(np.float64) for column in ("win_rate_p1", "ci_low", "ci_high"))
    known = np.isfinite(low) & np.isfinite(high) & (high > low)
    errors = np.zeros(len(rate))
    worth = intervals.effective_games(rate[known], low[known], high[known], LEVEL)
    errors[known] = np.sqrt(rate[known] * (1 - rate[known]) / worth)
    return errors


def _odds(rates: Any) -> np.ndarray:
    return dyads.logit(np.clip(np.asarray(rates, np.float64), EDGE, 1 - EDGE))


def _matrix(pairs: pd.DataFrame, ids: list[str]) -> np.ndarray:
    first, second = (np.searchsorted(ids, pairs[side].to_numpy(str)) for side in ("p1", "p2"))
    return dyads.differences(first, second, len(ids))


def _indices(frame: Frame) -> tuple[np.ndarray, np.ndarray]:
    return frame.matrix.argmax(axis=1), frame.matrix.argmin(axis=1)


def _range(values: np.ndarray) -> tuple[float, float]:
    usable = values[np.isfinite(values)]
    if len(usable) < USABLE * len(values) or not len(usable):
        return float("nan"), float("nan")
    tail = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(usable, [tail, 100 - tail])
    return float(low), float(high)


def _rows(
    name: str, kind: str, frame: Frame, values: dict[str, float], limits: dict[str, tuple[float, float]]
) -> list[tuple[Any, ...]]:
    return [
        (name, kind, measure, unit, len(frame.pairs), len(frame.ids), values[measure], *limits[measure])
        for measure, (unit, _) in MEASURES.items()
    ]
