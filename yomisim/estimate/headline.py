"""The notable results of a matchup table in plain sentences, with no digit that is finer than the noise."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd

from yomisim.estimate import intervals
from yomisim.estimate.balance import balance
from yomisim.estimate.matchups import LEVEL, both_ways, half_width, meetings, notable, strengths, variances

#: A matchup counts as even where its whole interval lies this close to 50%.
EVEN_WITHIN = 0.025
#: How many matchups a sentence names at most.
NAMED = 3

Names = Mapping[str, str]


def headline(table: pd.DataFrame, names: Names, method: str = "holm") -> list[str]:
    """Sentences about who is strongest and weakest, lopsided matchups, balance, and even matchups.

    Parameters
    ----------
    table : tidy table of one edition.
    names : id -> name to print.
    method : correction for the number of matchups, a key of `intervals.CORRECTIONS`.
    """
    sentences = [_extremes(table, names), _lopsided(table, names), _balance(table), _beyond_chance(table, method)]
    return [*sentences, _even(table, names)]


def over_worlds(table: pd.DataFrame, people: pd.DataFrame, names: Names, method: str = "holm") -> list[str]:
    """The same where the games are spread over draws of unknown card values (`yomisim.estimate.worlds`).

    Parameters
    ----------
    table : tidy table over all draws. people : its strengths, whose intervals hold the doubt about cards.
    """
    from yomisim.estimate.worlds import noise_alone

    lines = [
        _apart(people, names),
        _lopsided(table, names),
        _balance(noise_alone(table)).replace("Balance:", "Balance, in the average draw:"),
    ]
    return [*lines, _beyond_chance(table, method), _even(table, names, "More games, or better known cards, are needed")]


def _apart(people: pd.DataFrame, names: Names) -> str:
    """Who stands apart from everybody by the intervals alone, which is on the safe side."""
    told = []
    for word, row in (("Strongest", people.iloc[0]), ("Weakest", people.iloc[-1])):
        others = people[people["character"] != row["character"]]
        clear = row["ci_low"] > others["ci_high"].max() or row["ci_high"] < others["ci_low"].min()
        shown = percent(row["win_rate"], (row["ci_high"] - row["ci_low"]) / 2)
        if clear:
            told.append(f"{word}: {names[row['character']]} (wins {shown} of games against the others).")
    return (
        " ".join(told) or "With what is known of the cards no character stands apart from all others by its strength."
    )


def percent(rate: float, half: float) -> str:
    """A rate in percent, with as many decimals as an interval of this half width (a fraction) leaves meaning to."""
    return f"{100 * rate:.{decimals(100 * half)}f}%"


def decimals(half: float) -> int:
    """How many decimals are coarser than the half width `half` (in the unit that is printed); 0 to 3."""
    return 3 if half <= 0.001 else max(0, min(3, math.floor(-math.log10(half))))


def shown_decimals(half: float, most: int = 1) -> int:
    """Decimals of a figure that stands beside its interval of this half width: one digit into the noise, no more."""
    return min(most, decimals(half) + 1) if half < 10 else 0


def players_notation(rate: float) -> str:
    """A win rate as players write it: 6.5 for 65%."""
    return f"{10 * rate:.1f}"


def leaders(table: pd.DataFrame, *, best: bool = True) -> list[str]:
    """Ids that cannot be told from the strongest (or weakest), that one first.

    Two strengths are compared by the variance of their difference, in which their own matchup counts twice.
    """
    frame = strengths(table)
    order = frame if best else frame.iloc[::-1]
    top = order.iloc[0]
    together = [str(top["character"])]
    for _, other in order.iloc[1:].iterrows():
        distance = abs(top["win_rate"] - other["win_rate"])
        if distance <= intervals.quantile(LEVEL) * difference_error(table, top["character"], other["character"]):
            together.append(str(other["character"]))
    return together


def difference_error(table: pd.DataFrame, a: str, b: str) -> float:
    """Standard error of the difference of two strengths (fraction)."""
    pairs = meetings(table)
    has_a = ((pairs["p1"] == a) | (pairs["p2"] == a)).to_numpy()
    has_b = ((pairs["p1"] == b) | (pairs["p2"] == b)).to_numpy()
    # r of their own matchup adds to one strength and is taken from the other: weight 2.
    weight = has_a.astype(float) + has_b
    return math.sqrt(float((weight**2 * variances(pairs)).sum())) / int(has_a.sum())


def _extremes(table: pd.DataFrame, names: Names) -> str:
    frame = strengths(table).set_index("character")

    def group(ids: list[str]) -> str:
        together = frame.loc[ids]
        half = (together["ci_high"] - together["ci_low"]).max() / 2
        low, high = (percent(rate, half) for rate in (together["win_rate"].min(), together["win_rate"].max()))
        if len(ids) == 1:
            return f"{names[ids[0]]} (wins {low} of games against the others)"
        shown = f"about {low}" if low == high else f"{low.removesuffix('%')} to {high}"
        return f"{_and([names[i] for i in ids[:4]])}{' and more' if len(ids) > 4 else ''} ({shown} each)"

    if len(frame) == 2:
        best, worst = (names[str(i)] for i in frame.index)
        return f"Only {best} and {worst} were compared."
    top, bottom = leaders(table), leaders(table, best=False)
    if set(top) & set(bottom):
        return "No character can be told from the others by its strength at this number of games."
    return f"Strongest: {group(top)}. Weakest: {group(bottom)}."


def _lopsided(table: pd.DataFrame, names: Names) -> str:
    frame = notable(table)
    shown = frame[frame["notable"]].head(NAMED)
    if shown.empty:
        return "No matchup is lopsided beyond chance."
    words = []
    for _, row in shown.iterrows():
        rate = percent(row["win_rate"], (row["ci_high"] - row["ci_low"]) / 2)
        notation = f"{players_notation(row['win_rate'])}\N{EN DASH}{10 - float(players_notation(row['win_rate'])):.1f}"
        words.append(f"{names[row['character']]} beats {names[row['opponent']]} {notation} ({rate})")
    start = "The most lopsided matchup" if len(words) == 1 else "The most lopsided matchups"
    return f"{start}: {'; '.join(words)}."


def _balance(table: pd.DataFrame) -> str:
    figure = balance(table)
    if figure.ci_low == 0:
        return f"Balance: no distance from even can be made out (at most {100 * figure.ci_high:.1f} points)."
    half = 100 * (figure.ci_high - figure.ci_low) / 2
    digits = min(1, decimals(half) + 1) if half < 1 else 0
    value, low, high = (f"{100 * x:.{digits}f}" for x in (figure.distance, figure.ci_low, figure.ci_high))
    span = "" if low == high else f", 95% interval {low} to {high}"
    example = f"{50 + 100 * figure.distance:.0f} to {50 - 100 * figure.distance:.0f}"
    points = "point" if value == "1" else "points"
    return f"Balance: a typical matchup is {value} {points} away from even, like {example} (root mean square{span})."


def _beyond_chance(table: pd.DataFrame, method: str) -> str:
    frame = notable(table, method)
    count, all_of_them = int(frame["notable"].sum()), len(frame)
    name = intervals.CORRECTIONS[method][0]
    matchups = "matchups differs" if count == 1 else "matchups differ"
    level = f"beyond chance at the {100 * (1 - LEVEL):.0f}% level"
    return f"{count} of {all_of_them} {matchups} from even {level}, corrected for their number ({name})."


def _even(table: pd.DataFrame, names: Names, wanted: str = "More games are needed") -> str:
    frame = notable(table)
    inside = frame[(frame["ci_low"] >= 0.5 - EVEN_WITHIN) & (frame["ci_high"] <= 0.5 + EVEN_WITHIN)]
    outside = (frame["ci_low"] > 0.5 + EVEN_WITHIN) | (frame["ci_high"] < 0.5 - EVEN_WITHIN)
    limits = f"{50 - 100 * EVEN_WITHIN:g} to {50 + 100 * EVEN_WITHIN:g}%"
    if inside.empty:
        if half_width(table) > EVEN_WITHIN / 2 and not outside.all():
            return f"{wanted} to say which matchups are even ({limits})."
        return f"No matchup is even ({limits})."
    closest = inside.iloc[np.argsort((inside["win_rate"] - 0.5).abs().to_numpy(), kind="stable")].head(NAMED)
    words = [f"{names[row['character']]} and {names[row['opponent']]}" for _, row in closest.iterrows()]
    if len(inside) == 1:
        return f"Evenly matched (surely within {limits}): {words[0]}."
    return f"Evenly matched (surely within {limits}): {len(inside)} matchups, the closest {'; '.join(words)}."


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def by_character(table: pd.DataFrame, character: str) -> pd.DataFrame:
    """One character's matchups, the best first: columns ``opponent, win_rate, ci_low, ci_high, games``."""
    own = both_ways(table)
    own = own[own["character"] == character].drop(columns="character")
    return own.sort_values(["win_rate", "opponent"], ascending=[False, True], ignore_index=True)
