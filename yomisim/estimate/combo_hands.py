"""What a random hand is worth in combos, and how likely a combo is to be in one.

Hands are drawn from the cards that a place leaves in the deck, all equally likely. Up to a size at which it takes no
time every hand is counted and the figure is exact; above that a sample is drawn, with a 95% interval from the normal
approximation of the mean. The chance that a combo is in hand is always counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.plan import check_count, check_seed
from yomisim.cards.yomi1.pack import side_name
from yomisim.cards.yomi1.sets import FACE_RANKS
from yomisim.cards.yomi1.tables import ACE, CARDS, RANK_NAMES, RANKS, SIDES
from yomisim.errors import BadInput
from yomisim.estimate.combos import Combo, Combos, Place
from yomisim.estimate.intervals import quantile
from yomisim.rules.yomi1.combo_hands import HANDS, best_of_hands, value_every_hand, value_sample

#: Sizes of hand.
SIZES = tuple(range(3, 13))
#: Hands of a size are all counted where so many different ones are to be looked at, else a sample is drawn.
COUNTED = 50_000
SAMPLES = 20_000
MOST_SAMPLES = 100_000_000
#: Hands of a sample that are looked at in one go: a second at most.
AT_ONCE = 50_000
ANY_STARTER = "any"
COLUMNS_HANDS = [
    *("game", "edition", "character", "switches", "after_dodge", "starter", "hand"),
    *("damage", "ci_low", "ci_high", "n", "exact", "chance_starter", "chance_max"),
]
_FACES = tuple(RANK_NAMES.index(rank) for rank in FACE_RANKS)


def hand_values(
    combos: Combos,
    sizes: Iterable[int] = SIZES,
    *,
    samples: int = SAMPLES,
    counted: int | None = COUNTED,
    seed: int = 1,
) -> pd.DataFrame:
    """The expected best damage from random hands: one row per size and starter, and one for the best starter ("any";
    not where an opening is given).

    Returns
    -------
    DataFrame with COLUMNS_HANDS: `hand` cards (the starter is one of them); `damage` the mean over all hands that can
    begin with the starter ("any": over all hands, 0 where nothing can be played) of the best combo from the hand, with
    its interval (`exact`: no width); `n` hands behind it; `chance_starter` that a hand can begin so (exact, or the
    share of the sample); `chance_max` that all cards of the starter's best combo are in hand (exact; "any": of the best
    of all).

    Parameters
    ----------
    sizes : numbers of cards. samples : hands in a sample, and their seed. counted : see COUNTED; None counts all.

    Raises
    ------
    BadInput : where the place is a hand and not a deck, or a number is out of range.
    """
    place = combos.place
    if place.is_hand:
        raise BadInput("random hands are drawn from a whole deck; leave the hand out")
    samples, seed = check_count("samples", samples, MOST_SAMPLES, least=2), check_seed(seed)
    sizes = list(sizes)
    for size in sizes:
        if not 1 <= size <= sum(place.cards):
            raise BadInput(f"a hand has 1 to {sum(place.cards)} cards, not {size}")
    chances = {s.side: chance_in_hand(place, s.best, sizes) for s in combos.starters}
    rows = []
    for size in sizes:
        rows += _rows(combos, size, _ask(place, size, samples, counted, seed), chances)
    return pd.DataFrame(rows, columns=COLUMNS_HANDS)


def classes_of(place: Place) -> list[list[int]]:
    """Ranks (by index) that do the same in every combo, together; the first of each list stands for them.

    Cards that no combo names can be told apart by nothing, and moves that nothing follows into are alike where what
    they deal and allow is.
    """
    char = place.position[0]["char"]
    sides = int(char["choices"]) | int(char["gated"])
    following = 0
    for side in range(SIDES):
        following |= int(char["follow"][side])
    special = {*_FACES, ACE}
    for side in range(SIDES):
        if char["pump_max"][side] and char["any_place"][side] < 0 and char["face_place"][side] < 0:
            special |= {rank for rank in range(RANKS) if int(char["pump_cards"][side]) >> 4 * rank & 15}
    groups: dict[Any, list[int]] = {}
    for rank in range(RANKS):
        own = [side for side in (4 * rank, 4 * rank + 1) if sides >> side & 1 and char["kind"][side] in (1, 2)]
        alone = rank in special or any(following >> side & 1 for side in own)
        what = tuple(sorted(_what(place, side) for side in own))
        copies = place.cards[rank] if own else None
        groups.setdefault(rank if alone else (what, copies), []).append(rank)
    return list(groups.values())


def _what(place: Place, side: int) -> tuple[int, ...]:
    p = place.position[0]
    char = p["char"]
    fields = ("kind", "combo_type", "points", "damage", "pump_damage", "pump_max", "any_place", "face_place")
    place_bits = (int(p[name]) >> side & 1 for name in ("turned", "ends"))
    gated, normal = int(char["gated"]) >> side & 1, int(char["normal_attacks"]) >> side & 1
    row = (*(int(char[name][side]) for name in fields), int(p["bonus"][side]), int(char["follow"][side]))
    return (*row, *place_bits, gated, normal)


def question(place: Place) -> np.ndarray:
    """The question what hands are worth at a place: shape (1,), dtype HANDS, the answer still empty."""
    q = np.zeros(1, HANDS)
    q["position"] = place.position
    q["bound"]["char"] = place.position["char"]
    q["bound"]["weights"]["damage"] = 1
    return q


def to_time(place: Place, size: int, hands: int) -> Callable[[], object]:
    """A call that works out the best combo, over all starters, of this many random hands of `size` cards; they are
    drawn before (for `yomisim bench`)."""
    generator = np.random.default_rng(1)
    deck = np.array([1 << card for card in range(CARDS) if int(place.hand) >> card & 1], np.uint64)
    drawn = np.array([generator.choice(deck, size, replace=False).sum() for _ in range(hands)], np.uint64)
    damage = np.zeros(hands, np.int64)
    record = question(place)[0]
    return lambda: best_of_hands(record, drawn, damage)


def _ask(place: Place, size: int, samples: int, counted: int | None, seed: int) -> tuple[np.void, int, dict[int, int]]:
    """The answer for one size: HANDS record, hands looked at (0: all), and the entry of each starter."""
    classes = classes_of(place)
    limits = [sum(place.cards[rank] for rank in ranks) for ranks in classes]
    exact = counted is None or number_of_hands(limits, size) <= counted
    record = question(place)[0]
    class_of = {rank: number for number, ranks in enumerate(classes) for rank in ranks}
    numbers: dict[int, int] = {}
    entry: dict[int, int] = {}
    for side in place.starters():
        rank = classes[class_of[side >> 2]][0] if exact else side >> 2
        asked = side if rank == side >> 2 else _twin(place, side, rank)
        if asked not in numbers:
            number = numbers[asked] = int(record["starters"])
            record["starter"][number] = asked
            record["starter_class"][number] = class_of[side >> 2]
            record["starters"] = number + 1
        entry[side] = numbers[asked]
    if exact:
        _fill_classes(record, place, classes, limits)
        value_every_hand(record, np.int64(size))
        return record, 0, entry
    key = np.uint64((seed * len(RANK_NAMES) * 4 + size) % 2**64)
    for first in range(0, samples, AT_ONCE):  # between them Ctrl-C is heard
        count = min(AT_ONCE, samples - first)
        value_sample(record, place.hand, np.int64(size), np.int64(first), np.int64(count), key)
    return record, samples, entry


def _twin(place: Place, side: int, first: int) -> int:
    """The side of the rank `first` that is like `side` (the edges may be the other way round)."""
    able = place.able()
    return next(s for s in (4 * first, 4 * first + 1) if s in able and _what(place, s) == _what(place, side))


def _fill_classes(record: np.void, place: Place, classes: Sequence[list[int]], limits: Sequence[int]) -> None:
    record["classes"] = len(classes)
    for number, (ranks, limit) in enumerate(zip(classes, limits)):
        cards = [4 * rank + i for rank in ranks for i in range(place.cards[rank])]
        own = place.cards[ranks[0]]
        record["most"][number] = limit
        for n in range(limit + 1):
            record["cards"][number][n] = sum(1 << card for card in cards[:n])
            record["ways"][number][n] = math.comb(limit, n)
            record["ways_with_first"][number][n] = math.comb(limit, n) - math.comb(limit - own, n)


def number_of_hands(limits: Iterable[int], size: int) -> int:
    """How many different hands of `size` cards there are, with at most so many cards of each class."""
    ways = [1] + [0] * size
    for limit in limits:
        ways = [sum(ways[n - k] for k in range(min(limit, n) + 1)) for n in range(size + 1)]
    return ways[size]


def _rows(
    combos: Combos, size: int, answer: tuple[np.void, int, dict[int, int]], chances: dict[int, dict[int, float]]
) -> list[list[Any]]:
    place, (record, sampled, entry) = combos.place, answer
    head = [place.game.id, place.game.edition, place.character.id, "; ".join(place.setting.names), place.after_dodge]
    every = int(record["hands"][SIDES])
    best = combos.best
    lines = [] if best is None or place.opening is not None else [(ANY_STARTER, SIDES, best.side)]
    lines += [(side_name(place.character, side), number, side) for side, number in entry.items()]
    rows = []
    for name, number, side in lines:
        hands = int(record["hands"][number])
        mean, low, high = mean_of(hands, int(record["total"][number]), int(record["squares"][number]), bool(sampled))
        chance = chances[side][size]
        rows.append([*head, name, size, mean, low, high, hands, not sampled, hands / every, chance])
    return rows


def mean_of(n: int, total: int, squares: int, sampled: bool) -> tuple[float, float, float]:
    """Mean and 95% interval; NaN where there is nothing to take the mean of."""
    if n == 0:
        return math.nan, math.nan, math.nan
    mean = total / n
    if not sampled:
        return mean, mean, mean
    if n == 1:
        return mean, math.nan, math.nan
    half = quantile(0.95) * math.sqrt(max(0.0, squares - total * total / n) / (n - 1) / n)
    return mean, mean - half, mean + half


def chance_in_hand(place: Place, combo: Combo, sizes: Iterable[int] = SIZES) -> dict[int, float]:
    """The chance that a random hand of each size holds all cards of a combo; exact.

    Cards for pumps that any card (or any face card) pays may be any that the moves leave over.
    """
    char = place.position[0]["char"]
    needed: Counter[int] = Counter()
    faces = 0
    for side, pumps in combo.steps:
        needed[side >> 2] += 1
        needed[ACE] += int(char["extra_aces"][side])
        if char["face_place"][side] >= 0:
            faces += pumps
        elif char["any_place"][side] < 0 and pumps:
            needed[_rank_of(int(char["pump_cards"][side]))] += pumps
    faces += sum(needed[rank] for rank in _FACES)
    sizes = list(sizes)
    most = max(sizes, default=0)
    # ways[n][f]: hands of n cards, f of them face cards (counted up to those that are needed)
    ways = [[0] * (faces + 1) for _ in range(most + 1)]
    ways[0][0] = 1
    for rank, copies in enumerate(place.cards):
        after = [[0] * (faces + 1) for _ in range(most + 1)]
        for n, row in enumerate(ways):
            for f, number in enumerate(row):
                for k in range(needed[rank], min(copies, most - n) + 1) if number else ():
                    shown = min(faces, f + k) if rank in _FACES else f
                    after[n + k][shown] += number * math.comb(copies, k)
        ways = after
    deck = sum(place.cards)
    return {size: ways[size][faces] / math.comb(deck, size) if size >= combo.cards else 0.0 for size in sizes}


def _rank_of(cards: int) -> int:
    """The rank of cards that pay a pump of one rank."""
    return next(rank for rank in range(RANKS) if cards >> 4 * rank & 15)
