"""Learning what states are worth: a logistic regression of how games ended on what both fighters had.

The log-odds that seat 0 wins are the worth of its fighter less that of the other one, plus a constant for each pair of
characters that is fitted and thrown away. The worth is linear in the features of `features`; weights of a character are
those of all characters plus an offset that is shrunk to zero, and those of all are shrunk to given ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from yomisim.cards.yomi1.minds import HAND_KNOTS, LIFE_KNOTS
from yomisim.cards.yomi1.tables import RANKS

_LIFE = len(LIFE_KNOTS) - 1
_HAND = len(HAND_KNOTS) - 1
#: Number of features of a fighter: life and number of cards between the knots, cards by rank, knocked down, in play.
FEATURES = _LIFE + _HAND + RANKS + 2


def hats(knots: Sequence[float], x: np.ndarray) -> np.ndarray:
    """Linear interpolation as features: the share of each knot but the first, shape (len(x), len(knots) - 1).

    Beyond the last knot the last slope goes on.
    """
    places = np.arange(len(knots))
    out = np.stack([np.interp(x, knots, places == k) for k in places[1:]], axis=1)
    beyond = np.maximum(x - knots[-1], 0) / (knots[-1] - knots[-2])
    out[:, -1] += beyond
    out[:, -2] -= beyond
    return out


def features(life: np.ndarray, hand: np.ndarray, down: np.ndarray, in_play: np.ndarray) -> np.ndarray:
    """Features of fighters, shape (n, FEATURES): `life` (n,), `hand` (n,) sets of cards, `down` and `in_play` (n,)."""
    hand = np.ascontiguousarray(hand, dtype=np.uint64)
    counts = np.stack([np.bitwise_count(hand & np.uint64(15 << 4 * rank)) for rank in range(RANKS)], axis=1)
    counts = counts.astype(float)
    size = counts.sum(axis=1)
    return np.concatenate(
        [hats(LIFE_KNOTS, life), hats(HAND_KNOTS, size), counts, down[:, None] != 0, in_play[:, None]], axis=1
    ).astype(float)


def as_vector(weights: Mapping[str, Any]) -> np.ndarray:
    """Weights as in cards.yomi1.minds.THUMB in the order of the features, shape (FEATURES,)."""
    life, hand = weights["life"][1:], weights["hand"][1:]
    return np.array([*life, *hand, *weights["rank"], weights["down"], weights["in_play"]], dtype=float)


def as_weights(vector: np.ndarray, digits: int = 4) -> dict[str, Any]:
    """The other way round."""
    values = [round(float(value), digits) for value in vector]
    life, rest = values[:_LIFE], values[_LIFE:]
    hand, rest = rest[:_HAND], rest[_HAND:]
    rank, (down, in_play) = rest[:RANKS], rest[RANKS:]
    return {
        "life": [0.0, *life],
        "hand": [0.0, *hand],
        "rank": rank,
        "down": down,
        "in_play": in_play,
    }


@dataclass(frozen=True)
class Block:
    """States of one pair of characters: features of both seats (n, FEATURES), score of seat 0 (n,), weight (n,)."""

    a: int
    b: int
    mine: np.ndarray
    theirs: np.ndarray
    score: np.ndarray
    weight: np.ndarray


def fit(
    blocks: Sequence[Block], characters: int, prior: np.ndarray, shrink: float = 40.0, own_shrink: float = 150.0
) -> np.ndarray:
    """Weights of each character, shape (characters, FEATURES), by Newton's method.

    Parameters
    ----------
    prior : (FEATURES,), what the weights of all characters are shrunk to.
    shrink, own_shrink : strength of the shrinking of the weights of all, and of the offsets of a character.
    """
    n = FEATURES
    size = (characters + 1) * n
    theta = np.zeros(size + len(blocks))
    theta[:n] = prior
    penalty = np.concatenate([np.full(n, shrink), np.full(characters * n, own_shrink), np.full(len(blocks), 1.0)])
    target = np.zeros_like(theta)
    target[:n] = prior
    for _ in range(12):
        hessian = np.diag(penalty)
        gradient = penalty * (theta - target)
        for k, block in enumerate(blocks):
            columns = np.concatenate(
                [np.arange(n), (block.a + 1) * n + np.arange(n), (block.b + 1) * n + np.arange(n), [size + k]]
            )
            x = np.concatenate(
                [block.mine - block.theirs, block.mine, -block.theirs, np.ones((len(block.score), 1))], axis=1
            )
            p = 1.0 / (1.0 + np.exp(-(x @ theta[columns])))
            w = block.weight * p * (1.0 - p)
            np.add.at(gradient, columns, x.T @ (block.weight * (p - block.score)))
            np.add.at(hessian, np.ix_(columns, columns), x.T @ (x * w[:, None]))
        step = np.linalg.solve(hessian, gradient)
        theta -= step
        if np.abs(step).max() < 1e-5:
            break
    shared = theta[:n]
    return shared + theta[n:size].reshape(characters, n)
