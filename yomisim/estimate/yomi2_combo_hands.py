"""What a random hand of Yomi 2 is worth in combos, and how likely a combo is to be in one.

Hands are drawn from the cards that a place leaves in the deck, all equally likely; the best combo of each is found by
the search that policies use. Means come with a 95% interval from the normal approximation; the chance that a combo is
in hand is counted exactly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.plan import check_count, check_seed
from yomisim.cards.yomi2.tables import MOVES
from yomisim.errors import BadInput
from yomisim.estimate.combo_hands import ANY_STARTER, AT_ONCE, MOST_SAMPLES, SAMPLES, SIZES, mean_of
from yomisim.estimate.yomi2_combos import Combo, Combos, Place, token
from yomisim.rules.yomi2.combo_tables import value_sample

COLUMNS_HANDS = [
    *("game", "edition", "gem", "character", "provisional", "switches", "after_dodge", "meter", "starter", "hand"),
    *("damage", "ci_low", "ci_high", "n", "exact", "chance_starter", "chance_max"),
]


def hand_values(
    combos: Combos,
    sizes: Iterable[int] = SIZES,
    *,
    samples: int = SAMPLES,
    counted: int | None = 0,
    seed: int = 1,
) -> pd.DataFrame:
    """The expected best damage from random hands: one row per size and starter, and one for the best starter ("any";
    not where an opening is given).

    Returns
    -------
    DataFrame with COLUMNS_HANDS, as :func:`yomisim.estimate.combo_hands.hand_values` has it. `meter` is what the combos
    begin with: that of the place, or the most there can be.

    Parameters
    ----------
    sizes : numbers of cards. samples : hands in a sample, and their seed. counted : there for the sake of the other
        game, where small hands are counted; None, which counts all, is refused.

    Raises
    ------
    BadInput : where the place is a hand and not a deck, or a number is out of range.
    """
    place = combos.place
    if place.is_hand:
        raise BadInput("random hands are drawn from a whole deck; leave the hand out")
    if counted is None:
        raise BadInput("hands of this game are sampled; say how many with --samples", field="exact")
    samples, seed = check_count("samples", samples, MOST_SAMPLES, least=2), check_seed(seed)
    sizes = list(sizes)
    for size in sizes:
        if not 1 <= size <= sum(place.cards):
            raise BadInput(f"a hand has 1 to {sum(place.cards)} cards, not {size}")
    meter = max(place.meters)
    chances = {starter.side: chance_in_hand(place, starter.best, sizes) for starter in combos.starters}
    rows = [row for size in sizes for row in _rows(combos, size, _sample(place, size, samples, seed, meter), chances)]
    frame = pd.DataFrame(rows, columns=[name for name in COLUMNS_HANDS if name != "meter"])
    frame.insert(COLUMNS_HANDS.index("meter"), "meter", meter)
    return frame


def _sample(place: Place, size: int, samples: int, seed: int, meter: int) -> Any:
    q = place.question.copy()
    for name in ("hands", "total", "squares"):
        q[name] = 0
    key = np.uint64((seed * 4 * MOVES + size) % 2**64)
    for first in range(0, samples, AT_ONCE):  # between them Ctrl-C is heard
        count = min(AT_ONCE, samples - first)
        value_sample(q[0], place.hand, np.int64(size), np.int64(first), np.int64(count), key, np.int64(meter))
    return q[0]


def to_time(place: Place, size: int, hands: int) -> Callable[[], object]:
    """A call that draws this many random hands of `size` cards and works out what each of their starters is worth with
    full meter (for `yomisim bench`)."""
    return lambda: _sample(place, size, hands, 1, max(place.meters))


def _rows(combos: Combos, size: int, answer: Any, chances: dict[int, dict[int, float]]) -> list[list[Any]]:
    place, best = combos.place, combos.best
    every = int(answer["hands"][MOVES])
    lines = [] if best is None or place.opening is not None else [(ANY_STARTER, MOVES, best.side)]
    lines += [(token(place.deck, starter.side), starter.side, starter.side) for starter in combos.starters]
    rows = []
    for name, number, side in lines:
        hands = int(answer["hands"][number])
        mean, low, high = mean_of(hands, int(answer["total"][number]), int(answer["squares"][number]), True)
        chance = chances[side][size]
        rows.append([*combos.where(), name, size, mean, low, high, hands, False, hands / every, chance])
    return rows


def chance_in_hand(place: Place, combo: Combo, sizes: Iterable[int] = SIZES) -> dict[int, float]:
    """The chance that a random hand of each size holds all cards of a combo; exact.

    Payments of pumps may be any cards of the printed kind that the moves leave over. NaN where the pumps of a combo
    are paid with two kinds of card neither of which is a single card or any card.
    """
    needed, spare, kind = _needs(place, combo)
    sizes = list(sizes)
    if spare and len(kind) != 1:
        return dict.fromkeys(sizes, math.nan)
    members = next(iter(kind), 0)
    spare += sum(n for move, n in needed.items() if members >> move & 1)
    most = max(sizes, default=0)
    # ways[n][s]: hands of n cards, s of them of the kind that pays (counted up to those that are needed)
    ways = [[0] * (spare + 1) for _ in range(most + 1)]
    ways[0][0] = 1
    for move, copies in enumerate(place.cards):
        after = [[0] * (spare + 1) for _ in range(most + 1)]
        for n, row in enumerate(ways):
            for s, number in enumerate(row):
                for k in range(needed[move], min(copies, most - n) + 1) if number else ():
                    paid = min(spare, s + k) if members >> move & 1 else s
                    after[n + k][paid] += number * math.comb(copies, k)
        ways = after
    deck = sum(place.cards)
    return {size: ways[size][spare] / math.comb(deck, size) if size >= combo.cards else 0.0 for size in sizes}


def _needs(place: Place, combo: Combo) -> tuple[Counter[int], int, set[int]]:
    """Cards by move that the combo needs, further cards as payments, and the set of moves that they may be."""
    char = place.question[0]["char"]
    every = sum(1 << move for move, n in enumerate(place.cards) if n)
    needed: Counter[int] = Counter()
    spare, kinds = 0, set()
    for move, pumps in combo.steps:
        needed[move] += 1
        packets = sorted(range(int(char["packets"][move])), key=lambda k: -int(char["pump_damage"][move][k]))
        for packet in packets[:pumps]:
            payers = int(char["pump_moves"][move][packet]) & every
            if payers & (payers - 1) == 0:
                needed[payers.bit_length() - 1] += 1
            elif payers != every:
                spare += 1
                kinds.add(payers)
    return needed, spare, kinds
