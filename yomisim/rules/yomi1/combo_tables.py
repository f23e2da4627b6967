"""Combos move by move: the best of every length from one starter, with its moves.

Where :mod:`yomisim.rules.yomi1.combos` gives the one value that a policy weighs, this gives the sequence as well, for
each number of cards that it may cost. What may be played comes from the rules' own functions (`moves`, `queries`),
which are asked about a FIGHTER record whose combo fields are set for each step.

The search is a recursion over what is left to play (hand, last move, combo points, pumps that are still to be paid)
with a memory of the answers: a table with open addressing, a row for each state, a column for each number of cards.
Pumps that any card or any face card pays are owed until the combo stops, since which card pays does not matter as long
as one is left; pumps paid with one rank take their card at once.

Scores are one number, damage first: ``SCALE * damage - ACE_COST * Aces - combo points``. Of several combos with the
same damage and number of cards, the one that needs fewer Aces and then fewer points is kept.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import ACE, CARDS, CHARACTER, JACK, SIDES
from yomisim.kernel.bits import PASS_BIT, U0, bit, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, entry, leaf
from yomisim.kernel.rng import mix
from yomisim.rules.yomi1.moves import continuations, hit_backs, openers, pumps
from yomisim.rules.yomi1.queries import aces_in, aces_of, cards_for_side, damage_of
from yomisim.rules.yomi1.state import FIGHTER
from yomisim.rules.yomi1.zones import sides_of

#: Where a combo begins: the character as it counts now, what holds this turn, and what stands in no record of a game.
POSITION = np.dtype(
    [
        ("char", CHARACTER),
        ("me", FIGHTER),
        ("bonus", "i8", (SIDES,)),  # damage added to a move when the combo is over
        ("turned", "u8"),  # sides that only a combat card which is turned over can be
        ("usable", "u8"),  # gated sides that something in play allows as long as it stays
        ("ends", "u8"),  # combat cards with which it leaves
        ("after_dodge", "i8"),  # the first move hits back
        ("single", "i8"),  # nothing may follow it
    ],
    align=True,
)

SCALE = np.int64(1024)
ACE_COST = np.int64(16)
#: Score of what cannot be played.
NEVER = np.int64(-(1 << 60))
#: Columns of `best`: numbers of cards from 0 to all.
COLUMNS = CARDS + 1

_USED, _FULL = np.int64(0), np.int64(1)
_ONE, _ZERO = np.int64(1), np.int64(0)
_LAST_SHIFT = np.uint64(16)
_FACE_SHIFT = np.uint64(8)
_POINTS_SHIFT = np.uint64(60)
_TAKEN = np.uint64(1 << 63)
_USABLE = np.uint64(1 << 62)
_FACES = np.uint64(0xFFF << (4 * JACK))
_OPENING = np.int64(-1)
#: No move is pumped so often.
_MOST_PUMPS = np.int64(64)


@leaf
def starters_of(p, hand):
    """Attacks and throws that may begin a combo from `hand` (uint64 set of sides); `p` a POSITION record."""
    char = p["char"]
    p["me"]["usable"] = p["usable"]
    if p["after_dodge"] != 0:
        return hit_backs(char, p["me"], hand, True) & ~PASS_BIT
    return (openers(char, p["me"], hand) & (char["attacks"] | char["throws"])) | (p["turned"] & sides_of(hand))


@leaf
def begin(p, starter):
    """The combat card is locked: what is in play may leave because of it."""
    p["me"]["usable"] = U0 if has(p["ends"], starter) else p["usable"]


@leaf
def followers_of(p, hand, last, points):
    """Sides that may follow the move `last` with `points` combo points left (uint64 set of sides)."""
    if p["single"] != 0:
        return U0
    p["me"]["last_side"] = last
    p["me"]["points_left"] = points
    return continuations(p["char"], p["me"], hand) & ~PASS_BIT


@leaf
def pump_cards_of(p, hand, side, paid):
    """Cards that may pump the move `side` once more after `paid` pumps (uint64 set of cards)."""
    p["me"]["last_side"] = side
    p["me"]["pumps"] = paid
    return pumps(p["char"], p["me"], hand) & ~PASS_BIT


@leaf
def after_playing(p, hand, side):
    """The hand after the card and its mandatory Aces are paid, the cheapest cards first."""
    hand &= ~bit(lowest(cards_for_side(hand, side)))
    for _ in range(p["char"]["extra_aces"][side]):
        hand &= ~bit(lowest(aces_of(hand)))
    return hand


@leaf
def move_damage(p, side):
    """Damage of the move itself, with everything that holds now."""
    return damage_of(p["char"], p["me"], side) + p["bonus"][side]


@leaf
def points_after(p, side, points):
    """Combo points left after the move; one that costs more than there are leaves none."""
    return max(points - np.int64(p["char"]["points"][side]), _ZERO)


@leaf
def _move_score(p, hand, left, side, points):
    spent_points = points - points_after(p, side, points)
    return SCALE * move_damage(p, side) - ACE_COST * (aces_in(hand) - aces_in(left)) - spent_points


@compiled
def settled(hand, owed_any, owed_face):
    """Score of stopping with so many pumps still to be paid: NEVER where the hand cannot pay them."""
    if count(hand & _FACES) < owed_face or count(hand) < owed_any + owed_face:
        return NEVER
    return -ACE_COST * max(_ZERO, owed_any + owed_face - (count(hand) - aces_in(hand)))


@leaf
def _pumped(p, side, paid, hand, owed_any, owed_face):
    """One pump more: (whether it can be, hand, pumps owed by any card, by face cards, Aces spent)."""
    cards = pump_cards_of(p, hand, side, paid)
    if cards == U0:
        return False, hand, owed_any, owed_face, _ZERO
    if p["char"]["any_place"][side] >= 0:
        return True, hand, owed_any + _ONE, owed_face, _ZERO
    if p["char"]["face_place"][side] >= 0:
        return True, hand, owed_any, owed_face + _ONE, _ZERO
    card = lowest(cards)
    return True, hand & ~bit(card), owed_any, owed_face, np.int64((card >> 2) == ACE)


@compiled
def _slot(p, keys, hand, last, points, owed_any, owed_face):
    """Row of a state in the table, taken or free: (row, first key, second key)."""
    first = hand | (np.uint64(points) << _POINTS_SHIFT)
    second = np.uint64(owed_any) | (np.uint64(owed_face) << _FACE_SHIFT)
    second |= (np.uint64(last + np.int64(SIDES)) << _LAST_SHIFT) | _TAKEN
    if p["me"]["usable"] != U0:
        second |= _USABLE
    mask = np.uint64(keys.shape[0] - 1)
    i = mix(first ^ mix(second)) & mask
    while keys[i, 1] != U0 and (keys[i, 0] != first or keys[i, 1] != second):
        i = (i + np.uint64(1)) & mask
    return np.int64(i), first, second


@leaf
def _options(p, hand, last, points):
    """What may be played next; a `last` below 0 stands for the start with the side ``-1 - last``."""
    return bit(_OPENING - last) if last < 0 else followers_of(p, hand, last, points)


@compiled
def _explore(p, keys, best, first, table, hand, last, points, owed_any, owed_face):
    """Row of `best` for what may follow: column k is the best score with exactly k cards more.

    The same place of `first` says with which move it begins and how often that is pumped (`_move_code`).
    """
    if table[_FULL] != 0:  # the way out without recursion, from which the compiler learns the type
        return _ZERO
    row, first_key, second_key = _slot(p, keys, hand, last, points, owed_any, owed_face)
    if keys[row, 1] != U0:
        return row
    if 2 * table[_USED] >= keys.shape[0]:
        table[_FULL] = 1
        return _ZERO
    table[_USED] += 1
    keys[row, 0] = first_key
    keys[row, 1] = second_key
    for k in range(COLUMNS):
        best[row, k] = NEVER
    stop = settled(hand, owed_any, owed_face)
    if last >= 0:
        best[row, 0] = stop
    if stop == NEVER:  # the hand only gets smaller
        return row
    options = _options(p, hand, last, points)
    while options != U0:
        side = lowest(options)
        options = without_lowest(options)
        left = after_playing(p, hand, side)
        score = _move_score(p, hand, left, side, points)
        spent = count(hand) - count(left)
        any_left, face_left = owed_any, owed_face
        paid = _ZERO
        while True:
            after = _explore(
                p, keys, best, first, table, left, side, points_after(p, side, points), any_left, face_left
            )
            for k in range(COLUMNS - spent):
                if best[after, k] > NEVER and score + best[after, k] > best[row, k + spent]:
                    best[row, k + spent] = score + best[after, k]
                    first[row, k + spent] = _move_code(side, paid)
            more, left, any_left, face_left, aces = _pumped(p, side, paid, left, any_left, face_left)
            if not more:
                break
            paid += 1
            spent += 1
            score += SCALE * np.int64(p["char"]["pump_damage"][side]) - ACE_COST * aces
    return row


@leaf
def _move_code(side, paid):
    """A move and its pumps as one number."""
    return _MOST_PUMPS * side + paid


@entry
def search(p, hand, starter, keys, best, first, table, scores, steps):
    """The best combos of every number of cards that begin with the move `starter`.

    Parameters
    ----------
    p : POSITION record. hand : uint64 set of cards that holds the starter and its Aces; of each rank those with the
    lowest numbers. starter : int64 side that may begin.
    keys, best, first, table : the memory: uint64 (rows, 2), twice int64 (rows, COLUMNS) with a power of two of rows,
        int64 (2,). Rows are kept from call to call for one position; `keys` and `table` begin as zeros.
    scores : int64 (COLUMNS,), filled: the score with exactly k cards, NEVER where there is no such combo.
    steps : int64 (COLUMNS, CARDS, 2), filled for each score: side and pumps of each move, -1 after the last one.

    Returns
    -------
    Whether the memory was large enough; where not, nothing of the result counts.
    """
    begin(p, starter)
    points = np.int64(p["char"]["max_combo"])
    root = _explore(p, keys, best, first, table, hand, _OPENING - starter, points, _ZERO, _ZERO)
    if table[_FULL] != 0:
        return False
    for k in range(COLUMNS):
        scores[k] = best[root, k]
        steps[k] = -1
        if scores[k] != NEVER:
            _write_steps(p, keys, first, hand, root, np.int64(k), steps[k])
    return True


@compiled
def _write_steps(p, keys, first, hand, row, cards, steps):
    """The moves of the best combo of so many cards, from the row of the memory that stands for its beginning."""
    points, owed_any, owed_face = np.int64(p["char"]["max_combo"]), _ZERO, _ZERO
    n = 0
    while cards > 0:
        side, pumps = first[row, cards] // _MOST_PUMPS, first[row, cards] % _MOST_PUMPS
        steps[n, 0], steps[n, 1] = side, pumps
        left = after_playing(p, hand, side)
        cards -= count(hand) - count(left) + pumps
        hand = left
        for paid in range(pumps):
            _, hand, owed_any, owed_face, _ = _pumped(p, side, np.int64(paid), hand, owed_any, owed_face)
        points = points_after(p, side, points)
        row, _, _ = _slot(p, keys, hand, side, points, owed_any, owed_face)
        n += 1


@entry
def legal(p, hand, starter, last, points, paid):
    """What the rules allow at one point of a combo: uint64 sets (starters, sides that may follow, pump cards).

    `last` is the side of the last move, `points` what is left, `paid` its pumps so far, all int64. Before the first
    move `starter` and `last` are NO_SIDE and only the set of starters is filled.
    """
    if starter < 0:
        return starters_of(p, hand), U0, U0
    begin(p, starter)
    return U0, followers_of(p, hand, last, points), pump_cards_of(p, hand, last, paid)


@entry
def played(p, hand, side, points):
    """What playing a move does: (hand after the card and its Aces, damage, combo points left)."""
    return after_playing(p, hand, side), move_damage(p, side), points_after(p, side, points)


@entry
def can_pay(hand, owed_any, owed_face):
    """Whether `hand` can pay so many pumps by any card and by face cards (int64)."""
    return settled(hand, owed_any, owed_face) > NEVER
