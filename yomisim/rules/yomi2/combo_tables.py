"""Combos move by move: the best of every number of cards from one starter, with its moves and payments.

Where :mod:`yomisim.rules.yomi2.combos` gives the one value that a policy weighs, this gives the sequences, for each
number of cards that they may cost. Combo points keep sequences short (nine moves at most, few in practice), so every
one of them is tried, with every payment of its pumps. What may follow, what it deals and what it costs are asked of the
same functions.

Scores are one number, damage first: ``SCALE * damage - SPENT * meter spent + GAINED * meter gained - combo points``.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import CARDS, CHARACTER, MOVES, RULES
from yomisim.kernel.bits import U0, bit, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, entry, leaf
from yomisim.kernel.shuffle import draw_hand
from yomisim.rules.yomi2.combos import (
    EVERY,
    OPEN_END,
    SINGLE,
    best_first,
    damage_at,
    meter_cost,
    same_packet,
    worth_of,
)
from yomisim.rules.yomi2.plans import WEIGHTS
from yomisim.rules.yomi2.zones import card_of, moves_of

#: Most cards of a combo, and moves and payments that are written down.
MOST_CARDS = 24
SCALE, SPENT, GAINED = np.int64(1 << 20), np.int64(1 << 10), np.int64(1 << 5)
#: Score of what cannot be played.
NEVER = np.int64(-(1 << 60))
#: In `path`, added to the move that pays for a pump, or to ANYONE where any card does.
PAYS, ANYONE = np.int64(32), np.int64(31)

#: One search: what it is about, its scratch and its answer.
SEARCH = np.dtype(
    [
        ("rules", RULES),
        ("char", CHARACTER),
        ("single", "i8"),  # nothing may follow the first move
        ("deck", "u8"),  # moves of the deck: a packet that all of them pay is owed until the combo stops
        # scratch: the moves so far, and payments as PAYS + move
        ("path", "i8", (MOST_CARDS,)),
        # by number of cards: score, combo points, meter gained and spent, the path (-1 after its end)
        ("score", "i8", (MOST_CARDS + 1,)),
        ("points", "i8", (MOST_CARDS + 1,)),
        ("gained", "i8", (MOST_CARDS + 1,)),
        ("spent", "i8", (MOST_CARDS + 1,)),
        ("damage", "i8", (MOST_CARDS + 1,)),
        ("best", "i8", (MOST_CARDS + 1, MOST_CARDS)),
        # random hands: how many can begin with each move, sums of the best damage and of its square over them; the last
        # entry stands for the best starter of each hand
        ("weights", WEIGHTS),
        ("hands", "i8", (MOVES + 1,)),
        ("total", "i8", (MOVES + 1,)),
        ("squares", "i8", (MOVES + 1,)),
    ],
    align=True,
)

_ZERO, _ONE = np.int64(0), np.int64(1)
_U1 = np.uint64(1)
_ANY = np.int64(MOVES)


@leaf
def first_damage(char, move, meter):
    """What a starter deals: of a dodge what it answers a strike with."""
    return char["counter_damage"][move] if has(char["dodges"], move) else damage_at(char, move, meter)


@leaf
def starters_in(q, hand, meter):
    """Moves with which this hand can begin: attacks, throws, dodges that hit back by themselves or that a combo may
    follow; no dodge hits back."""
    char = q["char"]
    moves = moves_of(hand) & starters(char) & char["payable"][meter]
    return moves & ~char["dodges"] if q["single"] == SINGLE else moves


@compiled
def starters(char):
    """The moves with which any hand could begin."""
    moves = char["attacks"] | char["throws"] | (char["dodges"] & char["full_combo"])
    dodges = char["dodges"]
    while dodges != U0:
        move = lowest(dodges)
        dodges = without_lowest(dodges)
        if char["counter_damage"][move] > 0:
            moves |= bit(move)
    return moves


@compiled
def _note(q, cards, damage, points, gained, spent):
    """Enter the sequence in `path` if it is the best with so many cards."""
    score = SCALE * damage - SPENT * spent + GAINED * gained - points
    if score > q["score"][cards]:
        q["score"][cards] = score
        q["damage"][cards] = damage
        q["points"][cards] = points
        q["gained"][cards] = gained
        q["spent"][cards] = spent
        q["best"][cards] = -1
        for i in range(cards):
            q["best"][cards, i] = q["path"][i]
    return _ZERO


@leaf
def _different(q, payers, last, packet, cards):
    """The payments that are worth trying: of packets that are alike one order."""
    if packet > 0 and same_packet(q["char"], last, packet):
        before = q["path"][cards - 1] - PAYS
        payers &= ~(bit(before) - _U1) if before >= 0 else U0
    return payers


@compiled
def _explore(q, hand, owed, last, packet, left, meter, cards, damage, points, gained, spent):
    """Try all that may come after `last`, whose packets of pump damage from `packet` on are still open.

    `owed` cards of the hand will be payments that any card can be; which of them does not matter as long as they last.
    """
    if left < 0:  # never asked for; a way out without recursion, from which the compiler learns the type
        return _ZERO
    char = q["char"]
    tried = _ONE
    if packet < char["packets"][last]:
        tried += _explore(q, hand, owed, last, packet + 1, left, meter, cards, damage, points, gained, spent)
        more = damage + char["pump_damage"][last, packet]
        spare = count(hand) > owed and cards < MOST_CARDS
        payers = char["pump_moves"][last, packet]
        if spare and payers & q["deck"] == q["deck"]:
            q["path"][cards] = PAYS + ANYONE
            later = packet + 1
            return tried + _explore(q, hand, owed + 1, last, later, left, meter, cards + 1, more, points, gained, spent)
        payers = _different(q, moves_of(hand) & payers, last, packet, cards)
        while payers != U0 and spare:
            paid = lowest(payers)
            payers = without_lowest(payers)
            q["path"][cards] = PAYS + paid
            rest = hand & ~bit(card_of(hand, paid))
            tried += _explore(q, rest, owed, last, packet + 1, left, meter, cards + 1, more, points, gained, spent)
        return tried
    _note(q, cards, damage, points, gained, spent)
    if q["single"] == SINGLE:
        return tried
    options = moves_of(hand) & char["follow"][last] & char["affordable"][left]
    while options != U0 and count(hand) > owed and cards < MOST_CARDS:
        move = lowest(options)
        options = without_lowest(options)
        if not has(char["payable"][meter], move):
            continue
        have, more = meter, gained
        if has(char["chain"][last], move):
            have = min(meter + q["rules"]["chain_meter"], q["rules"]["meter_max"])
            more += have - meter
        cost = meter_cost(char, move, have)
        q["path"][cards] = move
        rest = hand & ~bit(card_of(hand, move))
        step = char["points"][move]
        tried += _explore(
            q,
            rest,
            owed,
            move,
            _ZERO,
            left - step,
            have - cost,
            cards + 1,
            damage + damage_at(char, move, have),
            points + step,
            more,
            spent + cost,
        )
    return tried


@leaf
def opens_combo(char, move):
    """Whether a move is a dodge that deals nothing itself and that a whole combo may follow."""
    return has(char["dodges"] & char["full_combo"], move) and char["counter_damage"][move] == 0


@compiled
def _after_dodge(q, hand, meter, spent):
    """Try all that may hit back after a dodge that a whole combo may follow."""
    char = q["char"]
    _note(q, _ONE, _ZERO, _ZERO, _ZERO, spent)
    tried = _ONE
    options = moves_of(hand) & (char["attacks"] | char["throws"]) & char["payable"][meter]
    while options != U0:
        move = lowest(options)
        options = without_lowest(options)
        cost = meter_cost(char, move, meter)
        q["path"][1] = move
        points = char["points"][move]
        left = max(char["max_combo"] - points, _ZERO)
        rest = hand & ~bit(card_of(hand, move))
        damage = damage_at(char, move, meter)
        own = meter - cost
        cards = _ONE + _ONE
        tried += _explore(q, rest, _ZERO, move, _ZERO, left, own, cards, damage, points, _ZERO, spent + cost)
    return tried


@compiled
def _begin(q, hand, starter, meter):
    """Try all that may begin with `starter`, which must be playable; the answer is written into `q`."""
    char = q["char"]
    for cards in range(MOST_CARDS + 1):
        q["score"][cards] = NEVER
    cost = meter_cost(char, starter, meter)
    q["path"][0] = starter
    if opens_combo(char, starter):
        return _after_dodge(q, hand & ~bit(card_of(hand, starter)), meter - cost, cost)
    whole = q["single"]
    if has(char["dodges"], starter):
        q["single"] = SINGLE
    points = char["points"][starter]
    left = max(char["max_combo"] - points, _ZERO)
    rest = hand & ~bit(card_of(hand, starter))
    damage = first_damage(char, starter, meter)
    tried = _explore(q, rest, _ZERO, starter, _ZERO, left, meter - cost, _ONE, damage, points, _ZERO, cost)
    q["single"] = whole
    return tried


@entry
def search(q, hand, starter, meter):
    """The best combos of every number of cards that begin with the move `starter`, into the answer of `q`, a SEARCH.

    hand : uint64 set of cards, the starter among them. starter, meter : int64, meter before the starter is paid.

    Returns
    -------
    int64, how many sequences were looked at; 0 where the starter cannot be played.
    """
    if not has(starters_in(q, hand, meter), starter):
        return _ZERO
    return _begin(q, hand, starter, meter)


@entry
def greatest(q, hand, move, meter):
    """The greatest damage from `hand` that begins with `move`, which must be playable, by the search of policies."""
    char = q["char"]
    if opens_combo(char, move):
        rest = hand & ~bit(card_of(hand, move))
        paid = meter - meter_cost(char, move, meter)
        options = moves_of(rest) & (char["attacks"] | char["throws"]) & char["payable"][paid]
        _, damage = best_first(
            q["rules"], char, q["weights"], rest, options, np.int64(char["max_combo"]), paid, OPEN_END, EVERY
        )
        return damage
    single = q["single"]
    more = _ZERO
    if has(char["dodges"], move):
        single = SINGLE
        more = first_damage(char, move, meter) - damage_at(char, move, meter)
    points = np.int64(char["max_combo"])
    return more + worth_of(q["rules"], char, q["weights"], hand, move, points, meter, single, EVERY)


@entry
def value_sample(q, deck, size, first, number_of, key, meter):
    """Add some random hands to the answer of SEARCH record `q`.

    deck : uint64 set of cards. size : int64, cards of a hand. first, number_of : int64, numbers of the hands.
    key : uint64, of the random draws. meter : int64.
    """
    for number in range(first, first + number_of):
        hand = draw_hand(key, number, deck, size, np.int64(CARDS))
        able = starters_in(q, hand, meter)
        top = _ZERO
        while able != U0:
            move = lowest(able)
            able = without_lowest(able)
            _begin(q, hand, move, meter)
            damage = _ZERO
            for cards in range(MOST_CARDS + 1):
                if q["score"][cards] > NEVER:
                    damage = max(damage, q["damage"][cards])
            top = max(top, damage)
            q["hands"][move] += 1
            q["total"][move] += damage
            q["squares"][move] += damage * damage
        q["hands"][_ANY] += 1
        q["total"][_ANY] += top
        q["squares"][_ANY] += top * top


@entry
def able_with(q, hand, meter):
    """uint64 set of moves with which `hand` can begin at `meter` (int64)."""
    return starters_in(q, hand, meter)


@entry
def may_follow(q, hand, last, left, meter):
    """uint64 set of moves that may come after `last` from `hand` with `left` points and `meter` (int64)."""
    char = q["char"]
    if opens_combo(char, last):
        return moves_of(hand) & (char["attacks"] | char["throws"]) & char["payable"][meter]
    if q["single"] == SINGLE:
        return U0
    return moves_of(hand) & char["follow"][last] & char["affordable"][left] & char["payable"][meter]


@entry
def damage_of_step(q, last, move, meter):
    """What playing `move` after `last` (NO_MOVE: as the first) does: (damage, meter gained, meter spent), all int64."""
    char = q["char"]
    if last < 0:
        return first_damage(char, move, meter), _ZERO, meter_cost(char, move, meter)
    gained = _ZERO
    if has(char["chain"][last], move):
        gained = min(q["rules"]["chain_meter"], q["rules"]["meter_max"] - meter)
    return damage_at(char, move, meter + gained), gained, meter_cost(char, move, meter + gained)


def new_search(rules: np.void, char: np.void, single: bool) -> np.ndarray:
    """A search at one position: shape (1,), dtype SEARCH; `char` is the CHARACTER record that counts."""
    q = np.zeros(1, SEARCH)
    q["rules"][0], q["char"][0] = rules, char
    q["single"] = SINGLE if single else OPEN_END
    q["weights"]["damage"] = 1
    q["deck"] = sum(1 << move for move in range(MOVES) if int(char["cards"]) >> move & 1)
    return q
