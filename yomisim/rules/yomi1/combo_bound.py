"""The greatest damage of a combo from a hand, and nothing else of it, by branch and bound.

The search of :mod:`yomisim.rules.yomi1.combos` weighs cards and chains for a policy and looks at every sequence. Here
damage alone counts, so a sequence is given up as soon as what is left cannot make it the best. The bound is Lagrange's:
if a combo point has the price of `c` damage, no combo adds more than ``c * points left`` and, of every card left, the
damage above the price of its points. That is true at any price; the price is what a point is worth in the hand at hand
if its moves could follow in any order (the last move that is paid when the dearest a point are paid first).
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import CHARACTER, MAX_ACES, RANKS, SIDES
from yomisim.kernel.bits import U0, bit, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.yomi1.combos import settle
from yomisim.rules.yomi1.plans import WEIGHTS
from yomisim.rules.yomi1.queries import aces_in, aces_of, cards_for_side
from yomisim.rules.yomi1.zones import ranks_of, sides_of

#: From a side to its twin that begins a combo (sides 2 and 3 of a rank are free).
OPENING = np.int64(2)
#: Rows of prices to choose from: one for each edge of a rank, and one for no price.
_ROWS = 2 * RANKS + 1
#: Numbers of cards of one rank, 0 to 4.
_HELD = 5
#: The bound is reckoned in parts of a point of damage.
_PARTS = np.int64(256)
_NONE = np.int64(0)
_ONE = np.int64(1)

#: What stands fixed for a position; `prepare_bound` fills all but the first two fields.
BOUND = np.dtype(
    [
        ("char", CHARACTER),  # with everything that holds this turn written into it
        ("weights", WEIGHTS),  # damage counts 1, nothing else counts
        ("leading", "u8"),  # sides that something may follow
        ("following", "u8"),  # sides that may follow something
        ("most", "i8", (SIDES,)),  # damage of a move with all pumps that it takes
        # sides that cost points and may follow, the dearest a point first; with the price of each, in parts, and what
        # so many cards of each rank are worth above that price, in parts. The row after the last is for no price.
        ("rows", "i8"),
        ("side", "i8", (_ROWS,)),
        ("price", "i8", (_ROWS,)),
        ("above", "i8", (_ROWS, RANKS, _HELD)),
    ],
    align=True,
)


@compiled
def prepare_bound(b, usable):
    """Fill a BOUND record whose `char` and `weights` are ready; `usable` are all sides that can be used at any time."""
    char = b["char"]
    following = U0
    for i in range(SIDES):
        if has(usable, np.int64(i)):
            following |= char["follow"][i + OPENING]
    following &= usable
    b["following"] = following
    b["leading"] = U0
    b["rows"] = 0
    for i in range(SIDES):
        side = np.int64(i)
        b["most"][side] = np.int64(char["damage"][side]) + np.int64(char["pump_max"][side]) * char["pump_damage"][side]
        if char["follow"][side] & usable != U0:
            b["leading"] |= bit(side)
        if has(following, side) and char["points"][side] > 0:
            _add_price(b, side)
    b["price"][b["rows"]] = 0
    b["above"][:] = 0
    for row in range(b["rows"] + 1):
        for rank in range(RANKS):
            for edge in range(2):
                _fill_above(b, np.int64(row), np.int64(4 * rank + edge))


@compiled
def _add_price(b, side):
    """Put a side that costs points into its place among the rows."""
    price = b["most"][side] * _PARTS // np.int64(b["char"]["points"][side])
    place = b["rows"]
    while place > 0 and b["price"][place - 1] < price:
        b["price"][place] = b["price"][place - 1]
        b["side"][place] = b["side"][place - 1]
        place -= 1
    b["price"][place] = price
    b["side"][place] = side
    b["rows"] += 1


@leaf
def _held(hand, card):
    """How many cards of the rank of a card (or side) are in hand."""
    return count(cards_for_side(hand, card))


@leaf
def _fill_above(b, row, side):
    """Raise what cards of a rank are worth by what a move is above the price of its points, as often as they pay it."""
    # only Aces cost further cards of their rank
    over = b["most"][side] * _PARTS - b["price"][row] * np.int64(b["char"]["points"][side])
    if not has(b["following"], side) or over <= 0:
        return
    above = b["above"][row][side >> 2]
    cost = _ONE + np.int64(b["char"]["extra_aces"][side])
    for held in range(cost, _HELD):
        above[held] = max(above[held], above[held - cost] + over)


@leaf
def _price_row(b, hand, points):
    """The price of a point in this hand: that of the last side whose cards are paid if the dearest are paid first."""
    sides = sides_of(hand) & b["following"]
    for row in range(b["rows"]):
        side = b["side"][row]
        if has(sides, side):
            points -= _held(hand, side) * np.int64(b["char"]["points"][side])
            if points <= 0:
                return np.int64(row)
    return b["rows"]


@leaf
def _worth(b, row, cards):
    """What cards are worth above the price of points, in parts."""
    worth = _NONE
    ranks = ranks_of(cards)
    while ranks != U0:
        first = lowest(ranks)
        ranks = without_lowest(ranks)
        worth += b["above"][row][first >> 2][_held(cards, first)]
    return worth


@compiled
def _play(b, usable, row, hand, side, points, sure, hope, rest, any_pumps, face_pumps, single, best):
    """The greater of `best` and the damage of every combo that goes on with `side` from `hand`.

    points : left before the move. sure : damage of all before it; hope : the same with all pumps by any card that may
    still be paid. rest : worth of the cards that are left when it is played. single 1: nothing may follow.
    """
    if points < 0:  # never so; a way out without recursion, from which the compiler learns the type
        return best
    char = b["char"]
    points = max(points - np.int64(char["points"][side]), _NONE)
    hand &= ~bit(lowest(cards_for_side(hand, side)))
    for _ in range(char["extra_aces"][side]):
        hand &= ~bit(lowest(aces_of(hand)))
    sure += np.int64(char["damage"][side])
    hope += np.int64(char["damage"][side])
    most = np.int64(char["pump_max"][side])
    own = U0  # cards of one rank that pump this very move
    if most > 0:
        if char["any_place"][side] >= 0:
            any_pumps += np.uint64(most) << np.uint64(8 * char["any_place"][side])
            hope += most * char["pump_damage"][side]
        elif char["face_place"][side] >= 0:
            face_pumps += np.uint64(most) << np.uint64(8 * char["face_place"][side])
            hope += most * char["pump_damage"][side]
        else:
            own = hand & char["pump_cards"][side]
    price = b["price"][row]
    while True:
        if hope > best:
            here = sure
            if (any_pumps | face_pumps) != U0:
                here += settle(char, b["weights"], hand, any_pumps, face_pumps)
            best = max(best, here)
        if single == 0 and hope * _PARTS + rest + price * points > best * _PARTS:
            options = sides_of(hand) & usable & char["follow"][side] & char["affordable"][points]
            options &= char["payable"][min(aces_in(hand), MAX_ACES)]
            while options != U0:
                leading = options & b["leading"]
                after = lowest(leading if leading != U0 else options)
                options &= ~bit(after)
                held = _held(hand, after)
                above = b["above"][row][after >> 2]
                left = rest - above[held] + above[held - 1 - np.int64(char["extra_aces"][after])]
                room = (hope + b["most"][after]) * _PARTS + left + price * (points - np.int64(char["points"][after]))
                if room > best * _PARTS:
                    best = _play(
                        b, usable, row, hand, after, points, sure, hope, left, any_pumps, face_pumps, single, best
                    )
        if own == U0 or most == 0:
            return best
        card = lowest(own)
        own = without_lowest(own)
        hand &= ~bit(card)
        held = _held(hand, card)
        rest += b["above"][row][card >> 2][held] - b["above"][row][card >> 2][held + 1]
        sure += np.int64(char["pump_damage"][side])
        hope += np.int64(char["pump_damage"][side])
        most -= 1


@leaf
def most_damage(b, usable, hand, starter, single, best):
    """The greater of `best` and the most damage from `hand` of a combo that begins with `starter`.

    b : BOUND record, prepared. usable, hand : uint64 sets of sides and cards. starter : the side, with its Aces in
    hand. single : 1: nothing may follow it.
    """
    points = np.int64(b["char"]["max_combo"])
    left = hand & ~bit(lowest(cards_for_side(hand, starter)))
    for _ in range(b["char"]["extra_aces"][starter]):
        left &= ~bit(lowest(aces_of(left)))
    after = max(points - np.int64(b["char"]["points"][starter]), _NONE)
    row = b["rows"]
    rest = _NONE
    if single == 0:
        row = _price_row(b, left, after)
        rest = _worth(b, row, left)
    if b["most"][starter] * _PARTS + rest + b["price"][row] * after <= best * _PARTS:
        return best
    return _play(b, usable, row, hand, starter + OPENING, points, _NONE, _NONE, rest, U0, U0, single, best)
