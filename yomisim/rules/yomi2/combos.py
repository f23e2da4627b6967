"""The best continuation of a combo from a hand: a search over sequences of moves and pumps.

A sequence is worth the damage of its moves and pumps, less what its cards and its meter are worth, plus the meter that
chains gain and what its last move gives (knockdown, edge); the weights are the caller's. With all weights but `damage`
at zero the search gives the greatest damage.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import MAX_PACKETS
from yomisim.kernel.bits import U0, bit, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.yomi2.zones import card_of, moves_of

STOP = np.int64(-1)
#: How many moves are tried as payment of a packet that several can pay: the one that is worth least, or every one.
CHEAPEST, EVERY = np.int64(0), np.int64(1)
#: Whether other moves may follow.
OPEN_END, SINGLE = np.int64(0), np.int64(1)
_FIRST = np.int64(0)
_IMPOSSIBLE = np.int64(-(1 << 60))


@leaf
def card_cost(char, weights, move):
    """What a card of this move is worth in hand."""
    return weights["super"] if has(char["supers"], move) else weights["card"]


@leaf
def damage_at(char, move, meter):
    """Damage of a move that is played with so much meter."""
    return char["meter_damage"][move, meter] if has(char["by_meter"], move) else char["damage"][move]


@leaf
def meter_cost(char, move, meter):
    """Meter that a move takes."""
    cost = char["meter_cost"][move]
    return meter if cost > 0 and has(char["spends_all"], move) else cost


@leaf
def cheapest_payer(char, payers):
    """Of the moves that pay a packet the one that is worth least: no block, no super, as little damage as may be."""
    plain = payers & char["normals"]
    if plain != U0:
        return lowest(plain)
    plain = payers & ~char["supers"] & ~char["blocks"]
    if plain != U0:
        return lowest(plain)
    plain = payers & ~char["supers"]
    return lowest(plain) if plain != U0 else lowest(payers)


@leaf
def _end_value(char, weights, last):
    """What stopping after `last` gives."""
    value = np.int64(0)
    if has(char["knockdown"], last):
        value += weights["knockdown"]
    if has(char["edge_on_hit"], last):
        value += weights["edge"]
    return value


@leaf
def _step(rules, char, weights, last, move, meter):
    """`move` after `last`, by itself: (value, meter left)."""
    value = damage_at(char, move, meter) * weights["damage"] - card_cost(char, weights, move)
    if has(char["chain"][last], move):
        gained = min(rules["chain_meter"], rules["meter_max"] - meter)
        value += gained * weights["meter_gained"]
        meter += gained
    cost = meter_cost(char, move, meter)
    return value - cost * weights["meter"], meter - cost


@compiled
def best_after(rules, char, weights, hand, last, packet, points, meter, single, wide):
    """What the best continuation after `last` is worth, stopping included.

    Parameters
    ----------
    rules, char, weights : RULES, CHARACTER and WEIGHTS records. hand : cards left, as a set.
    last : the move that has landed. packet : its packets of pump damage from this one on are still open.
    points, meter : what is left. single : SINGLE, nothing may follow. wide : CHEAPEST or EVERY payment is tried.
    """
    if points < 0:  # never asked for; a way out without recursion, from which the compiler learns the type
        return _IMPOSSIBLE
    if packet < char["packets"][last]:
        best = best_after(rules, char, weights, hand, last, packet + 1, points, meter, single, wide)
        payers = moves_of(hand) & char["pump_moves"][last, packet]
        if wide == CHEAPEST and payers != U0:
            payers = bit(cheapest_payer(char, payers))
        while payers != U0:
            paid = lowest(payers)
            payers = without_lowest(payers)
            rest = hand & ~bit(card_of(hand, paid))
            value = char["pump_damage"][last, packet] * weights["damage"] - card_cost(char, weights, paid)
            value += best_after(rules, char, weights, rest, last, packet + 1, points, meter, single, wide)
            best = max(best, value)
        return best
    best = _end_value(char, weights, last)
    if single == OPEN_END:
        options = moves_of(hand) & char["follow"][last] & char["affordable"][points] & char["payable"][meter]
        while options != U0:
            move = lowest(options)
            options = without_lowest(options)
            value, left = _step(rules, char, weights, last, move, meter)
            rest = hand & ~bit(card_of(hand, move))
            after = points - char["points"][move]
            value += best_after(rules, char, weights, rest, move, _FIRST, after, left, single, wide)
            best = max(best, value)
    return best


@compiled
def best_follow(rules, char, weights, hand, last, points, meter, options, wide):
    """The best next move of a combo among `options` (moves, without the pass bit): (move, gain over stopping now).

    STOP and 0 where stopping is best. Pumps of `last` are over.
    """
    stop = _end_value(char, weights, last)
    best = stop
    choice = STOP
    while options != U0:
        move = lowest(options)
        options = without_lowest(options)
        value, left = _step(rules, char, weights, last, move, meter)
        rest = hand & ~bit(card_of(hand, move))
        after = points - char["points"][move]
        value += best_after(rules, char, weights, rest, move, _FIRST, after, left, OPEN_END, wide)
        if value > best:
            best = value
            choice = move
    return choice, best - stop


@compiled
def worth_of(rules, char, weights, hand, move, points, meter, single, wide):
    """Value of `move` from `hand` as the first move that lands and of the best that may follow, less all its costs.

    A move that costs more points than there are may stand alone.
    """
    cost = meter_cost(char, move, meter)
    value = damage_at(char, move, meter) * weights["damage"] - card_cost(char, weights, move) - cost * weights["meter"]
    rest = hand & ~bit(card_of(hand, move))
    left = max(points - char["points"][move], np.int64(0))
    return value + best_after(rules, char, weights, rest, move, _FIRST, left, meter - cost, single, wide)


@compiled
def best_first(rules, char, weights, hand, options, points, meter, single, wide):
    """The best first move among `options` (a hit-back): (move, value), STOP and 0 where none is worth its cards."""
    best = np.int64(0)
    choice = STOP
    while options != U0:
        move = lowest(options)
        options = without_lowest(options)
        value = worth_of(rules, char, weights, hand, move, points, meter, single, wide)
        if value > best:
            best = value
            choice = move
    return choice, best


@compiled
def best_payment(rules, char, weights, hand, last, packet, points, meter, options, single, wide):
    """The best of the moves in `options` to pay a packet of `last` with: (move, gain over leaving it), else (STOP, 0).

    Packets that are alike are left together, as the rules of the engine have it.
    """
    after = packet + 1
    while after < MAX_PACKETS and after < char["packets"][last] and same_packet(char, last, after):
        after += 1
    stop = best_after(rules, char, weights, hand, last, after, points, meter, single, wide)
    best = stop
    choice = STOP
    if wide == CHEAPEST and options != U0:
        options = bit(cheapest_payer(char, options))
    while options != U0:
        paid = lowest(options)
        options = without_lowest(options)
        rest = hand & ~bit(card_of(hand, paid))
        value = char["pump_damage"][last, packet] * weights["damage"] - card_cost(char, weights, paid)
        value += best_after(rules, char, weights, rest, last, packet + 1, points, meter, single, wide)
        if value > best:
            best = value
            choice = paid
    return choice, best - stop


@leaf
def same_packet(char, move, packet):
    """Whether a packet of pump damage is like the one before it."""
    return (
        char["pump_moves"][move, packet] == char["pump_moves"][move, packet - 1]
        and char["pump_damage"][move, packet] == char["pump_damage"][move, packet - 1]
    )
