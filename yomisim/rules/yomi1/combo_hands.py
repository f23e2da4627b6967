"""The best combo from many hands: from every hand of a size, counted, or from a sample of them.

Cards that do the same in every combo are dealt as one class (cards that no combo uses, throws that are alike), so a
hand is a number of cards of each class, and stands for as many hands as there are ways to draw it. The value of a hand
comes from the search of :mod:`yomisim.rules.yomi1.combo_bound`, which reads a character's record alone; `prepare`
writes what holds this turn into such a record.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import CARDS, RANKS, SIDES
from yomisim.kernel.bits import U0, bit, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, entry, leaf
from yomisim.kernel.shuffle import draw_hand
from yomisim.rules.yomi1.combo_bound import BOUND, OPENING, most_damage, prepare_bound
from yomisim.rules.yomi1.combo_tables import POSITION, begin, move_damage, starters_of
from yomisim.rules.yomi1.queries import followers, may_be_pumped, usable_sides

#: A question about hands, and its answer.
HANDS = np.dtype(
    [
        ("position", POSITION),
        ("bound", BOUND),
        # classes of cards: the set of the first c of them, in how many ways c are drawn, and in how many of these one
        # is of the first card's rank
        ("classes", "i8"),
        ("most", "i8", (RANKS,)),
        ("cards", "u8", (RANKS, CARDS + 1)),
        ("ways", "i8", (RANKS, CARDS + 1)),
        ("ways_with_first", "i8", (RANKS, CARDS + 1)),
        # starters, and the class of each
        ("starters", "i8"),
        ("starter", "i8", (SIDES,)),
        ("starter_class", "i8", (SIDES,)),
        # the answer: hands that can begin with each starter; sums of the damage and of its square over them; the last
        # entry stands for the best starter of each hand
        ("hands", "i8", (SIDES + 1,)),
        ("total", "i8", (SIDES + 1,)),
        ("squares", "i8", (SIDES + 1,)),
        # scratch
        ("held", "i8", (RANKS,)),
    ],
    align=True,
)

_NONE = np.int64(0)
_ONE = np.int64(1)


@compiled
def _copy_as_opening(flat, side):
    """Give a side a twin in the free half of its rank, for the start of a combo."""
    twin = side + OPENING
    flat["damage"][twin] = flat["damage"][side]
    flat["follow"][twin] = flat["follow"][side]
    flat["points"][twin] = flat["points"][side]
    flat["extra_aces"][twin] = flat["extra_aces"][side]
    flat["pump_cards"][twin] = flat["pump_cards"][side]
    flat["pump_damage"][twin] = flat["pump_damage"][side]
    flat["pump_max"][twin] = flat["pump_max"][side]
    flat["any_place"][twin] = flat["any_place"][side]
    flat["face_place"][twin] = flat["face_place"][side]


@compiled
def _swappable(flat, a, b):
    """Whether two moves next to each other can change places in any combo: the same follows both, both follow the same,
    and each other."""
    row = flat["follow"][a + OPENING]
    if row != flat["follow"][b + OPENING] or not has(row, a) or not has(row, b):
        return False
    for edge in range(2):
        for rank in range(RANKS):
            before = flat["follow"][np.int64(4 * rank + edge) + OPENING]
            if has(before, a) != has(before, b):
                return False
    return True


@compiled
def prepare(q):
    """Write what holds this turn into the record that the search reads; `q` a HANDS record.

    Of moves that can change places within a combo only one order is left (several times faster where many can); the
    start of a combo, which is given, has a twin side of its own to which this does not apply.
    """
    p = q["position"]
    flat, char, me = q["bound"]["char"], p["char"], p["me"]
    for rank in range(RANKS):
        for edge in range(2):
            side = np.int64(4 * rank + edge)
            flat["damage"][side] = move_damage(p, side)
            flat["follow"][side] = followers(char, me, side)
            if not may_be_pumped(char, me, side):
                flat["pump_max"][side] = 0
            _copy_as_opening(flat, side)
    for a in range(SIDES):
        for b in range(a):
            if (a | b) & 2 == 0 and _swappable(flat, np.int64(a), np.int64(b)):
                flat["follow"][a] &= ~bit(b)
    me["usable"] = p["usable"]
    prepare_bound(q["bound"], usable_sides(char, me) | p["turned"])


@leaf
def best_from(q, hand, starter, best):
    """The greater of `best` and the most damage from `hand` that begins with the side `starter`; `q` a HANDS record
    that is prepared."""
    p = q["position"]
    begin(p, starter)
    return most_damage(q["bound"], usable_sides(p["char"], p["me"]), hand, starter, p["single"], best)


@compiled
def _tally(q, hand, weight):
    """Add a hand that stands for `weight` hands to the answer."""
    able = starters_of(q["position"], hand)
    best = _NONE
    for i in range(q["starters"]):
        side = q["starter"][i]
        if not has(able, side):
            continue
        value = best_from(q, hand, side, _NONE)
        best = max(best, value)
        place = q["starter_class"][i]
        n = q["held"][place]
        own = weight if n == 0 else weight // q["ways"][place][n] * q["ways_with_first"][place][n]
        q["hands"][i] += own
        q["total"][i] += own * value
        q["squares"][i] += own * value * value
    q["hands"][SIDES] += weight
    q["total"][SIDES] += weight * best
    q["squares"][SIDES] += weight * best * best


@compiled
def _deal(q, place, left, hand, weight):
    """Deal `left` cards more from the classes `place` and up in every way; returns the number of different hands."""
    if left == 0:
        for later in range(place, q["classes"]):
            q["held"][later] = 0
        _tally(q, hand, weight)
        return _ONE
    if place == q["classes"]:
        return _NONE
    dealt = _NONE
    for n in range(min(left, q["most"][place]) + 1):
        q["held"][place] = n
        dealt += _deal(q, place + 1, left - n, hand | q["cards"][place][n], weight * q["ways"][place][n])
    return dealt


@entry
def value_every_hand(q, size):
    """Add all hands of `size` cards (int64, 1 or more) to the answer of `q`, a HANDS record.

    Returns
    -------
    int64, the number of different hands that were looked at.
    """
    prepare(q)
    return _deal(q, _NONE, size, U0, _ONE)


@entry
def value_sample(q, deck, size, first, count, key):
    """Add some hands of a sample to the answer of `q`, a HANDS record whose `held` stays 0: each hand weighs 1.

    deck : uint64 set of cards. size : int64, cards of a hand. first, count : int64, numbers of the hands. key : uint64,
    of the random draws.
    """
    prepare(q)
    for number in range(first, first + count):
        _tally(q, draw_hand(key, number, deck, size, np.int64(CARDS)), _ONE)


@entry
def best_of_hands(q, hands, damage):
    """The greatest damage from each of `hands` (uint64, shape (n,)) into `damage` (int64, shape (n,))."""
    prepare(q)
    for i in range(len(hands)):
        best = _NONE
        able = starters_of(q["position"], hands[i])
        while able != U0:
            best = best_from(q, hands[i], lowest(able), best)
            able = without_lowest(able)
        damage[i] = best
