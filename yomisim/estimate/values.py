"""What states are worth, learned from games: logistic regression of results on what both fighters have.

The log-odds that seat 0 wins are the sum of what its fighter has less the same for the other one, plus a number of the
pair of characters. What a fighter has is counted with the hand that it holds, so that a card is worth what it adds to a
hand, and not what hands of that size are worth that a policy happens to hold. First all characters share their numbers;
then each one has its own, held to the shared ones as far as its games do not speak against it (an empirical prior).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from yomisim.cards.minds import HAND_KNOTS, LIFE_KNOTS
from yomisim.cards.yomi1.minds import Weights
from yomisim.cards.yomi1.tables import RANKS
from yomisim.estimate.self_play import Seen

#: States of one game share its result: each counts as so much of an observation.
_PART = 0.25
#: By how much numbers of characters differ from the shared ones (standard deviations): worth of a stretch of life, of a
#: stretch of hand sizes, of a rank, of a knockdown, of a card in play, of the character itself. The last two are each
#: character's own matter.
_SPREAD = {"life": 0.15, "hand": 0.1, "rank": 0.04, "down": 0.05, "in_play": 1.0, "start": 1.0}
#: The same for the shared numbers around nothing.
_WIDE = 2.0
#: The same for pairs, beyond what their characters are worth.
_PAIR = 0.5
#: Steps of Newton's method: it has long converged.
_STEPS = 8

_SLICES: dict[str, slice] = {}
_begin = 0
_WIDTHS = {"life": len(LIFE_KNOTS) - 1, "hand": len(HAND_KNOTS) - 1, "rank": RANKS, "down": 1, "in_play": 1, "start": 1}
for _name, _width in _WIDTHS.items():
    _SLICES[_name] = slice(_begin, _begin + _width)
    _begin += _width
#: Numbers of a character.
WIDTH = _begin


@dataclass(frozen=True)
class Values:
    """Numbers of worth, in log-odds.

    Attributes
    ----------
    shared : (WIDTH,) of any character. own : (characters, WIDTH) of each, in the order of `characters`. loss : mean
    logarithmic loss of the fit.
    """

    characters: Sequence[str]
    shared: np.ndarray
    own: np.ndarray
    loss: float

    def mixed(self, other: Values, part: float) -> Values:
        """So much of these numbers, the rest of the other ones."""
        shared, own = (
            part * mine + (1 - part) * theirs for mine, theirs in ((self.shared, other.shared), (self.own, other.own))
        )
        return Values(self.characters, shared, own, self.loss)

    def weights(self) -> dict[str, Weights]:
        """Weights of each character."""
        return {name: weights_of(numbers) for name, numbers in zip(self.characters, self.own)}


def features(states: np.ndarray, seat: int) -> np.ndarray:
    """What the fighter in a seat has, float32, shape (n, WIDTH): how much of each stretch between knots of life and of
    hand size, cards by rank, knocked down, cards in play, and 1 for being there."""
    out = np.zeros((len(states), WIDTH), np.float32)
    out[:, _SLICES["life"]] = _stretches(states["life"][:, seat], LIFE_KNOTS)
    cards = by_rank(states["hand"][:, seat])
    out[:, _SLICES["hand"]] = _stretches(cards.sum(axis=1), HAND_KNOTS)
    out[:, _SLICES["rank"]] = cards
    out[:, _SLICES["down"]] = (states["down"][:, seat] != 0)[:, None]
    out[:, _SLICES["in_play"]] = np.bitwise_count(states["in_play"][:, seat])[:, None]
    out[:, _SLICES["start"]] = 1
    return out


def by_rank(hands: np.ndarray) -> np.ndarray:
    """Cards of each rank in sets of cards, shape (n, RANKS)."""
    ranks = np.arange(RANKS, dtype=np.uint64)
    return np.bitwise_count((hands[:, None] >> (np.uint64(4) * ranks)) & np.uint64(15))


def _stretches(x: np.ndarray, knots: Sequence[int]) -> np.ndarray:
    """How much of each stretch between knots lies below x, from 0 to 1."""
    low, high = np.array(knots[:-1]), np.array(knots[1:])
    return np.clip((x[:, None] - low) / (high - low), 0, 1)


def learn(seen: Sequence[Seen]) -> Values:
    """The numbers that tell results best."""
    characters = sorted({name for one in seen for name in (one.a, one.b)})
    parts = [_Part.of(one, characters) for one in seen]
    shared, _ = _newton(parts, len(characters), np.zeros(WIDTH), np.full(WIDTH, _WIDE), together=True)
    spread = np.zeros(WIDTH)
    for name, where in _SLICES.items():
        spread[where] = _SPREAD[name]
    own, loss = _newton(parts, len(characters), shared[0], spread, together=False)
    return Values(characters, shared[0], own, loss)


@dataclass(frozen=True)
class _Places:
    """Where the numbers of both characters of a pair and the pair's own one stand among all."""

    mine: slice
    theirs: slice
    pair: int

    @classmethod
    def of(cls, part: _Part, owners: int) -> _Places:
        first, second = (WIDTH * (who if owners > 1 else 0) for who in (part.a, part.b))
        return cls(slice(first, first + WIDTH), slice(second, second + WIDTH), owners * WIDTH + part.pair)


@dataclass(frozen=True)
class _Part:
    """The states of one pair: places of its characters and of the pair, on which side of it they sit, features,
    results."""

    a: int
    b: int
    pair: int
    sign: int
    mine: np.ndarray
    theirs: np.ndarray
    won: np.ndarray

    @classmethod
    def of(cls, seen: Seen, characters: Sequence[str]) -> _Part:
        a, b = characters.index(seen.a), characters.index(seen.b)
        low, high = sorted((a, b))
        goes_on = seen.states["over"] == 0
        mine, theirs = (features(seen.states[goes_on], seat) for seat in (0, 1))
        return cls(a, b, low * len(characters) + high, (a < b) - (a > b), mine, theirs, seen.won[goes_on])

    def add_to(self, gradient: np.ndarray, curve: np.ndarray, x: np.ndarray, at: _Places) -> float:
        """Add slope and curvature of the logarithmic likelihood at `x`; returns the loss."""
        lead = self.mine @ x[at.mine].astype(np.float32) - self.theirs @ x[at.theirs].astype(np.float32)
        chance = 1 / (1 + np.exp(-(lead.astype(float) + self.sign * x[at.pair])))
        error = (_PART * (self.won - chance)).astype(np.float32)
        steep = (_PART * chance * (1 - chance)).astype(np.float32)
        sides = ((at.mine, self.mine, 1), (at.theirs, self.theirs, -1))
        for where, what, sign in sides:
            gradient[where] += sign * (what.T @ error)
            weighted = what * steep[:, None]
            lean = sign * self.sign * weighted.sum(axis=0)
            curve[where, at.pair] += lean
            curve[at.pair, where] += lean
            for other, whats, its_sign in sides:
                curve[where, other] += sign * its_sign * (weighted.T @ whats)
        gradient[at.pair] += self.sign * float(error.sum())
        curve[at.pair, at.pair] += self.sign**2 * float(steep.sum())
        return -float(np.sum(self.won * np.log(chance) + (1 - self.won) * np.log1p(-chance)))


def _newton(
    parts: Sequence[_Part], characters: int, middle: np.ndarray, spread: np.ndarray, together: bool
) -> tuple[np.ndarray, float]:
    """(numbers of shape (1 or characters, WIDTH), mean loss), by Newton's method; normal priors around `middle`.

    `together` : all characters have the same numbers.
    """
    owners = 1 if together else characters
    centre = np.concatenate([np.tile(middle, owners), np.zeros(characters**2)])
    hold = np.concatenate([np.tile(1 / spread**2, owners), np.full(characters**2, 1 / _PAIR**2)])
    x, loss = centre.copy(), 0.0
    for _ in range(_STEPS):
        gradient, curve, losses = -hold * (x - centre), np.diag(hold), 0.0
        for part in parts:
            places = _Places.of(part, owners)
            losses += part.add_to(gradient, curve, x, places)
        x, loss = x + np.linalg.solve(curve, gradient), losses / sum(len(part.won) for part in parts)
    return x[: owners * WIDTH].reshape(owners, WIDTH), loss


def weights_of(numbers: np.ndarray) -> Weights:
    """Weights from the numbers of a character; more life is never worth less, a knockdown never something."""
    life = np.concatenate([[0.0], np.cumsum(np.maximum(numbers[_SLICES["life"]], 0.01))])
    hand = np.concatenate([[0.0], np.cumsum(numbers[_SLICES["hand"]])])
    return Weights(
        life=[round(float(value), 4) for value in life],
        hand=[round(float(value), 4) for value in hand],
        rank=[round(float(value), 4) for value in numbers[_SLICES["rank"]]],
        down=round(min(float(numbers[_SLICES["down"]][0]), 0.0), 4),
        in_play=round(float(numbers[_SLICES["in_play"]][0]), 4),
        start=round(float(numbers[_SLICES["start"]][0]), 4),
    )


def numbers_of(weights: Weights) -> np.ndarray:
    """The numbers of a character from its weights, shape (WIDTH,)."""
    numbers = np.zeros(WIDTH)
    numbers[_SLICES["life"]] = np.diff(weights.life)
    numbers[_SLICES["hand"]] = np.diff(weights.hand)
    for name in ("rank", "down", "in_play", "start"):
        numbers[_SLICES[name]] = getattr(weights, name)
    return numbers


def rank_numbers(numbers: np.ndarray) -> np.ndarray:
    """Of the numbers of a character those of ranks."""
    return numbers[_SLICES["rank"]]
