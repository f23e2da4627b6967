"""What becomes of openers is worth more or less than can be counted: learned from how states went on.

Before combat a player takes each fate of his opener to add so much to his log-odds of winning; when the turn has ended
the state tells what came of it. The mean difference is what the count leaves out: abilities that come into play later,
an Ace for a chain that was not finished, cards that are dearer than they seem. It is estimated for each move of each
character and each fate by weighted least squares, with a normal prior around nothing (temporal differences, Sutton
1988; of both players' moves together, so that neither is charged for the other's).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse
from scipy.special import expit

from yomisim.cards.yomi1.minds import Weights
from yomisim.cards.yomi1.tables import FATES, SIDES
from yomisim.estimate.self_play import Seen
from yomisim.estimate.values import by_rank, features, numbers_of, rank_numbers

#: How much a fate is worth beyond what is counted (standard deviation).
_SPREAD = 0.1
#: Least weight of a combat that is all but decided.
_LEAST = 1e-4


def learn_beyond(seen: Sequence[Seen], thought: Mapping[str, Weights], draws: int) -> dict[str, np.ndarray]:
    """What each side's fates are worth beyond what is counted, float64, shape (SIDES, FATES), by character.

    Parameters
    ----------
    thought : weights of each character with which the games were played. draws : cards drawn in each turn.
    """
    names = sorted(thought)
    parts = [_part(one, thought, names, draws) for one in seen]
    mine, theirs, weight, missed = (np.concatenate(columns) for columns in zip(*parts))
    places = len(names) * SIDES * FATES
    at = np.arange(len(weight))
    design = sparse.csr_matrix((weight, (at, mine)), shape=(len(at), places))
    design -= sparse.csr_matrix((weight, (at, theirs)), shape=(len(at), places))
    used = np.union1d(mine, theirs)
    design = design.tocsc()[:, used]
    curve = (design.T @ design).toarray()
    hold = max(float(missed.var()), _LEAST) / _SPREAD**2
    found = np.concatenate([beyond_of(thought[name]).ravel() for name in names])
    more = np.linalg.solve(curve + hold * np.eye(len(used)), design.T @ missed - hold * found[used])
    found[used] += more
    return dict(zip(names, found.reshape(len(names), SIDES, FATES)))


def beyond_of(weights: Weights) -> np.ndarray:
    """What is thought of that already."""
    return weights.record(Weights.PLAIN_PLAY)["beyond"][0].copy()


def _part(seen: Seen, thought: Mapping[str, Weights], names: Sequence[str], draws: int) -> tuple[np.ndarray, ...]:
    """Of the combats of two characters: place of what became of either opener, weight of the combat, by how much the
    probability that seat 0 wins was missed."""
    states, won = seen.states[seen.chose], seen.won[seen.chose]
    combat, who = states["combat"], (seen.a, seen.b)
    expected = np.zeros(len(states))
    later = np.zeros(len(states))
    for seat, sign in ((0, 1), (1, -1)):
        numbers = numbers_of(thought[who[seat]])
        expected += sign * (_worth(combat, seat, numbers) + combat["worth"][:, seat])
        later += sign * (features(states, seat) @ numbers + draws * _next_draw(states, seat, numbers))
    chance = expit(expected)
    came = np.where(states["over"] != 0, won, expit(later))
    places = [
        (names.index(who[seat]) * SIDES + combat["side"][:, seat]) * FATES + combat["fate"][:, seat] for seat in (0, 1)
    ]
    return places[0], places[1], np.maximum(chance * (1 - chance), _LEAST), came - chance


def _worth(combat: np.ndarray, seat: int, numbers: np.ndarray) -> np.ndarray:
    """What a fighter has before combat; who is down has it behind him when the turn ends."""
    upright = combat.copy()
    upright["down"] = 0
    return features(upright, seat) @ numbers


def _next_draw(states: np.ndarray, seat: int, numbers: np.ndarray) -> np.ndarray:
    """What a card drawn is worth on average."""
    deck = states["unseen"][:, seat] & ~states["hand"][:, seat]
    cards = by_rank(deck)
    more = states.copy()
    lowest = deck & (~deck + np.uint64(1))
    more["hand"][:, seat] |= lowest
    grown = features(more, seat) - features(states, seat)
    drawn = by_rank(lowest)
    mean = cards / np.maximum(cards.sum(axis=1, keepdims=True), 1)
    return grown @ numbers + (mean - drawn) @ rank_numbers(numbers)
