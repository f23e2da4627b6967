"""What the search for the best combo may leave out (`follow_on`, `better` and `alike` in `cards.yomi1.tables`).

Two exchanges never make a combo worse, and each brings moves with more damage to the front, so that a combo can be
changed until none is left to do; of all combos only those have to be looked at.

1. Two moves next to each other that can change places: the one with less damage, or else the higher number, goes back.
2. A move where a better one for the same price is in hand: the better one takes its place, and where it was played
   later in the combo, the other one takes that place.

And some openers begin the same combos from any hand that holds both: throws, mostly.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from yomisim.cards.yomi1.sets import bits
from yomisim.cards.yomi1.tables import ACE, JACK, SIDES


def restrict_search(sides: Sequence[int], record: np.void) -> None:
    """Fill `follow_on`, `better`, `alike`, `plain` and `enders` of a CHARACTER record.

    Parameters
    ----------
    sides : numbers in side space of every distinct move of the character.
    record : the record, complete but for these.
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
    record["plain"] = bits(side for side in sides if record["pump_max"][side] == 0)
    record["enders"] = bits(side for side in sides if record["follow"][side] == 0)
    record["alike"] = np.arange(SIDES)
    for lower, higher in combinations(sorted(sides), 2):
        if record["alike"][lower] == lower and _begin_the_same(lower, higher, record):
            record["alike"][higher] = lower


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
    """Whether, of two moves that can change places, one can also stand where the other stood alone."""
    return record["points"][a] == record["points"][b] and _only_these(a, b, record)


def _begin_the_same(a: int, b: int, record: np.void) -> bool:
    """Whether two openers are worth the same, with all that may follow, from any hand that holds both."""
    numbers = ("kind", "combo_type", "points", "damage", "follow")
    if any(record[name][a] != record[name][b] for name in numbers) or np.any(record["follow"] & bits([a, b])):
        return False
    sets = ("normal_attacks", "knockdown", "gated", "unstoppable")
    return all(_has(record[name], a) == _has(record[name], b) for name in sets) and _only_these(a, b, record)


def _only_these(a: int, b: int, record: np.void) -> bool:
    """Whether the two sides are all that a combo can ask of cards of their ranks, beside pumps that any card pays."""
    if any(record[name][side] for name in ("pump_max", "extra_aces") for side in (a, b)):
        return False
    ranks = {a >> 2, b >> 2}
    if max(ranks) >= JACK:
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
