"""Which moves the search for the best combo may leave out (`follow_on` and `better` in `cards.yomi1.tables`).

Two exchanges never make a combo worse, and each brings moves with more damage to the front, so that a combo can be
changed until none is left to do; of all combos only those have to be looked at.

1. Two moves next to each other that can change places: the one with less damage, or else the higher number, goes back.
2. A move where a better one for the same price is in hand: the better one takes its place, and where it was played
   later in the combo, the other one takes that place.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from yomisim.cards.yomi1.sets import bits
from yomisim.cards.yomi1.tables import ACE, JACK, SIDES


def restrict_search(sides: Sequence[int], record: np.void) -> None:
    """Fill `follow_on` and `better` of a CHARACTER record.

    Parameters
    ----------
    sides : numbers in side space of every distinct move of the character.
    record : the record, complete but for these two.
    """
    record["follow_on"] = record["follow"]
    record["better"] = np.zeros(SIDES, np.uint64)
    moves = sorted(sides, key=lambda side: (-int(record["damage"][side]), side))
    for first, second in combinations(moves, 2):
        if not _can_change_places(first, second, record):
            continue
        record["follow_on"][second] &= ~bits([first])
        if _cost_the_same(first, second, record):
            record["better"][second] |= bits([first])


def _can_change_places(a: int, b: int, record: np.void) -> bool:
    """Whether two moves next to each other make the same combo in either order.

    They lead to the same moves, each other among them; whatever leads to one leads to the other; and both count in a
    chain of normal attacks or neither does, as a last move both knock down or neither.
    """
    follow = record["follow"]
    both = bits([a, b])
    if follow[a] != follow[b] or follow[a] & both != both:
        return False
    if np.any((follow & both != 0) & (follow & both != both)):
        return False
    return all(_has(record[name], a) == _has(record[name], b) for name in ("normal_attacks", "knockdown"))


def _cost_the_same(a: int, b: int, record: np.void) -> bool:
    """Whether, of two moves that can change places, one can also stand where the other stood alone.

    Same points; plain cards, which nothing else asks for: no pump that their rank alone pays, no other edge that
    could be played in a combo.
    """
    if record["points"][a] != record["points"][b] or record["pump_max"][a] or record["pump_max"][b]:
        return False
    ranks = {a >> 2, b >> 2}
    if max(ranks) >= JACK or record["extra_aces"][a] or record["extra_aces"][b]:
        return False
    asked = [int(payers) for payers, most in zip(record["pump_cards"], record["pump_max"]) if most]
    for rank in ranks:
        cards = 15 << 4 * rank
        if any(payers & cards and not payers >> 4 * ACE & 15 for payers in asked):
            return False
        others = bits(4 * rank + edge for edge in range(4)) & ~bits([a, b])
        if np.any(record["follow"] & others):
            return False
    return True


def _has(sides: np.uint64, side: int) -> bool:
    return bool(int(sides) >> side & 1)
