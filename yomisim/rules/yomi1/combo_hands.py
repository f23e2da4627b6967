"""The best combo from many hands: from every hand of a size, counted, or from a sample of them.

Cards that do the same in every combo are dealt as one class (cards that no combo uses, throws that are alike), so a
hand is a number of cards of each class, and stands for as many hands as there are ways to draw it. The value of a hand
comes from the fast search of :mod:`yomisim.rules.yomi1.combos`, which reads a character's record alone; `prepare`
writes what holds this turn into such a record.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import CARDS, CHARACTER, RANKS, RULES, SIDES
from yomisim.kernel.bits import U0, bit, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, entry, leaf
from yomisim.kernel.rng import at, below
from yomisim.rules.yomi1.combo_tables import POSITION, begin, move_damage, starters_of
from yomisim.rules.yomi1.combos import best_follow, best_single
from yomisim.rules.yomi1.plans import WEIGHTS
from yomisim.rules.yomi1.queries import followers, may_be_pumped, usable_sides
from yomisim.rules.yomi1.state import NO_SIDE

#: A question about hands, and its answer.
HANDS = np.dtype(
    [
        ("position", POSITION),
        ("flat", CHARACTER),
        ("rules", RULES),
        ("weights", WEIGHTS),
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
def _swappable(flat, a, b):
    """Whether two moves next to each other can change places in any combo: the same follows both, both follow the same,
    and each other."""
    row = flat["follow"][a]
    if row != flat["follow"][b] or not has(row, a) or not has(row, b):
        return False
    for rank in range(RANKS):
        for edge in range(2):
            before = flat["follow"][4 * rank + edge]
            if has(before, a) != has(before, b):
                return False
    return True


@compiled
def prepare(q):
    """Write what holds this turn into `flat`, the record that the fast search reads; `q` a HANDS record.

    `follow_on` leaves one order of moves that can change places (several times faster where many can): where damage
    alone counts there are more of them than in a game.
    """
    p = q["position"]
    flat, char, me = q["flat"], p["char"], p["me"]
    for rank in range(RANKS):
        for edge in range(2):
            side = np.int64(4 * rank + edge)
            flat["damage"][side] = move_damage(p, side)
            flat["follow"][side] = followers(char, me, side)
            flat["follow_on"][side] = flat["follow"][side]
            flat["better"][side] = U0  # bonuses may have made another one the better
            if not may_be_pumped(char, me, side):
                flat["pump_max"][side] = 0
    flat["plain"] = U0
    flat["enders"] = U0
    for side in range(SIDES):
        if flat["pump_max"][side] == 0:
            flat["plain"] |= bit(np.int64(side))
        if flat["follow"][side] == U0:
            flat["enders"] |= bit(np.int64(side))
    for a in range(SIDES):
        for b in range(a):
            if (a | b) & 2 == 0 and _swappable(flat, np.int64(a), np.int64(b)):
                flat["follow_on"][a] &= ~bit(b)


@leaf
def best_from(q, hand, starter):
    """The greatest damage from `hand` that begins with the side `starter`; `q` a HANDS record with its `flat` ready."""
    begin(q["position"], starter)
    starters = bit(starter)
    usable = usable_sides(q["position"]["char"], q["position"]["me"])
    if q["position"]["single"] != 0:
        return best_single(q["rules"], q["flat"], usable, q["weights"], hand, starters)[1]
    points = q["flat"]["max_combo"]
    return best_follow(q["rules"], q["flat"], usable, q["weights"], hand, NO_SIDE, points, _NONE, _NONE, starters)[1]


@compiled
def _tally(q, hand, weight):
    """Add a hand that stands for `weight` hands to the answer."""
    able = starters_of(q["position"], hand)
    best = _NONE
    for i in range(q["starters"]):
        side = q["starter"][i]
        if not has(able, side):
            continue
        value = best_from(q, hand, side)
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


@compiled
def _draw(key, number, cards, size):
    """`size` different cards out of the set `cards`: the sample's hand with this number."""
    hand = U0
    address = np.uint64(number) << np.uint64(32)
    while size > 0:
        card = below(at(key, address), CARDS)
        address += np.uint64(1)
        if has(cards, card):
            cards &= ~bit(card)
            hand |= bit(card)
            size -= 1
    return hand


@entry
def value_hands(q, deck, size, samples, key):
    """Fill the answer of `q` (zeros before) for all hands of `size` cards from `deck`, or for a sample of them.

    Parameters
    ----------
    q : HANDS record. deck : uint64 set of cards. size : int64, 1 or more.
    samples : int64; 0 counts every hand, else that many are drawn. For a sample `held` stays 0 and each hand weighs 1.
    key : uint64, the key of the random draws.

    Returns
    -------
    int64, the number of hands that were looked at.
    """
    prepare(q)
    if samples == 0:
        return _deal(q, _NONE, size, U0, _ONE)
    for number in range(samples):
        _tally(q, _draw(key, number, deck, size), _ONE)
    return samples


@entry
def best_of_hands(q, hands, damage):
    """The greatest damage from each of `hands` (uint64, shape (n,)) into `damage` (int64, shape (n,))."""
    prepare(q)
    for i in range(len(hands)):
        best = _NONE
        able = starters_of(q["position"], hands[i])
        while able != U0:
            best = max(best, best_from(q, hands[i], lowest(able)))
            able = without_lowest(able)
        damage[i] = best
