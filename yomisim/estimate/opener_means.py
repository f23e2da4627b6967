"""Openers in the mean over several positions of a kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from yomisim.estimate.opener_result import Openers, Side


def mean_of(found: list[Openers]) -> Openers:
    """The mean over several positions, which both players can tell apart.

    Intervals are those of the mean over these positions, not over all positions of their kind.
    """
    if len(found) == 1:
        return found[0]
    count = len(found)
    value = sum(each.value for each in found) / count
    lows = np.array([each.value - each.value_ci[0] for each in found])
    highs = np.array([each.value_ci[1] - each.value for each in found])
    order = found[0].positions[0].room.order
    sides = (_mean_side([each.sides[0] for each in found], order), _mean_side([each.sides[1] for each in found], order))
    payoff, met = _mean_payoff(found, sides)
    return Openers(
        tuple(position for each in found for position in each.positions),
        sides,
        payoff,
        met,
        value,
        (value - float(np.sqrt((lows**2).sum())) / count, value + float(np.sqrt((highs**2).sum())) / count),
        sum(each.checked for each in found) / count,
        sum(each.exploitability for each in found) / count,
        all(each.unique for each in found),
        (False, False),
        (sum(each.hands[0] for each in found), sum(each.hands[1] for each in found)),
        sum(each.games_per_cell for each in found),
        sum(each.games for each in found),
    )


def _mean_side(sides: list[Side], order: Callable[[str], Any]) -> Side:
    """Mixes in the mean; an opener that no hand holds at a position is not played there."""
    kinds = {name: kind for side in sides for name, kind in zip(side.names, side.kinds)}
    names = tuple(sorted(kinds, key=order))
    full = np.full((6, len(sides), len(names)), np.nan)
    full[:4] = 0.0
    for k, side in enumerate(sides):
        places = [names.index(name) for name in side.names]
        for row, numbers in enumerate((side.held, side.mix, side.low, side.high, side.gain, side.gain_half)):
            full[row, k, places] = numbers
    held, mix, low, high, gain, half = full
    mean = mix.mean(axis=0)
    count = len(sides)
    down = np.sqrt(((mix - low) ** 2).sum(axis=0)) / count
    up = np.sqrt(((high - mix) ** 2).sum(axis=0)) / count
    weight = np.where(np.isnan(gain), 0.0, held)
    total = np.where(weight.sum(axis=0) > 0, weight.sum(axis=0), np.nan)
    mean_gain = np.nansum(weight * gain, axis=0) / total
    mean_half = np.sqrt(np.nansum((weight * half) ** 2, axis=0)) / total
    all_kinds = tuple(kinds[name] for name in names)
    return Side(
        names, all_kinds, held.mean(axis=0), mean, (mean - down).clip(0), (mean + up).clip(max=1), mean_gain, mean_half
    )


def _mean_payoff(found: list[Openers], sides: tuple[Side, Side]) -> tuple[np.ndarray, np.ndarray]:
    """Cells in the mean over the pairs of hands of all positions, each beside its position's value."""
    shape = (len(sides[0].names), len(sides[1].names))
    total, met = np.zeros(shape), np.zeros(shape)
    for each in found:
        places = np.ix_(*([sides[k].names.index(name) for name in each.sides[k].names] for k in range(2)))
        total[places] += np.nan_to_num((each.payoff - each.value) * each.met)
        met[places] += each.met
    value = sum(each.value for each in found) / len(found)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(met > 0, value + total / met, np.nan), met
