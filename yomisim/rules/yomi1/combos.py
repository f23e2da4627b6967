"""The best continuation of a combo from a hand: an exact search over sequences of moves.

A sequence is worth the damage of its moves and pumps, less what its cards are worth in hand, plus what it earns
beside damage (chain Aces, knockdown); the weights are the caller's. With all weights but `damage` at zero the search
gives the greatest damage.

Of combos that differ in the order of their moves, or in a move with less damage for the same price, only one is looked
at (`follow_on` and `better`, see cards.yomi1.orders).

Pumps that are paid with one rank compete with moves of that rank, so they are branches of the search. Pumps paid
with any card (or any face card) take what the moves leave over: they are collected on the way and settled when the
sequence stops, dearest first (at most 255 of one damage, far above any hand).
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import ACE, JACK, MAX_ACES, PUMP_PLACES
from yomisim.kernel.bits import U0, bit, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.yomi1.queries import aces_in, aces_of, cards_for_side, is_normal_attack
from yomisim.rules.yomi1.zones import sides_of

_FACES = np.uint64(0xFFF << (4 * JACK))
_BYTE = np.uint64(255)
STOP = np.int64(-1)
_NONE = np.int64(0)
_FIRST = np.int64(1)
_ALL = ~U0
_NEVER = np.int64(-(1 << 60))


@leaf
def _cost(weights, card):
    return weights["ace"] if (card >> 2) == ACE else weights["card"]


@leaf
def _open_pumps(pumps, place):
    """How many pumps are open at a place of the list of damages (eight bits a place)."""
    return np.int64((pumps >> np.uint64(8 * place)) & _BYTE)


@leaf
def _place(place):
    """The bits of a place of the list of damages."""
    return _BYTE << np.uint64(8 * place)


@leaf
def _first_place(pumps):
    """The first place of the list of damages with open pumps, PUMP_PLACES where there is none."""
    return lowest(pumps) >> 3 if pumps != U0 else np.int64(PUMP_PLACES)


@compiled
def _settle(char, weights, hand, any_pumps, face_pumps):
    """Value of the collected pumps, paid with what is left of the hand.

    The dearest pump is paid first with the cheapest card that may pay it: plain cards before face cards, which a
    pump for face cards may need, Aces last. Both lists of damages fall, so they are merged.
    """
    value = np.int64(0)
    aces = aces_in(hand)
    faces = count(hand & _FACES)
    plain = count(hand) - aces - faces
    while (any_pumps | face_pumps) != U0:
        i = _first_place(any_pumps)
        j = _first_place(face_pumps)
        any_damage = np.int64(char["any_damage"][i]) if i < PUMP_PLACES else np.int64(-1)
        face_damage = np.int64(char["face_damage"][j]) if j < PUMP_PLACES else np.int64(-1)
        if face_damage > any_damage:
            gain = face_damage * weights["damage"] - weights["card"]
            if gain > 0:
                n = min(_open_pumps(face_pumps, j), faces)
                faces -= n
                value += n * gain
            face_pumps &= ~_place(j)
        else:
            gain = any_damage * weights["damage"] - weights["card"]
            n = _open_pumps(any_pumps, i)
            if gain > 0:
                paid = min(n, plain + faces)
                faces -= max(paid - plain, _NONE)
                plain -= min(paid, plain)
                value += paid * gain
                n -= paid
            gain = any_damage * weights["damage"] - weights["ace"]
            if gain > 0:
                paid = min(n, aces)
                aces -= paid
                value += paid * gain
            any_pumps &= ~_place(i)
    return value


@leaf
def _stop_value(rules, char, weights, hand, last, run, any_pumps, face_pumps):
    """What stopping after `last` adds: chain, knockdown, pumps paid with any card."""
    value = rules["chain_aces"][run] * weights["chain_ace"]
    if last >= 0 and has(char["knockdown"], last):
        value += weights["knockdown"]
    if (any_pumps | face_pumps) != U0:
        value += _settle(char, weights, hand, any_pumps, face_pumps)
    return value


@leaf
def _playable(char, usable, hand, following, points):
    """Sides among `following` that the hand and the points left allow."""
    options = sides_of(hand) & following & char["affordable"][points]
    return options & usable & char["payable"][min(aces_in(hand), MAX_ACES)]


@compiled
def _last_move(rules, char, weights, hand, options, run, any_pumps, face_pumps):
    """Value of the best of `options`, plain moves (at least one) where nothing can follow."""
    best = _NEVER
    after_chain = rules["chain_aces"][run] * weights["chain_ace"]
    in_chain = rules["chain_aces"][run + 1] * weights["chain_ace"]
    while options != U0:
        side = lowest(options)
        options = without_lowest(options)
        value = in_chain if is_normal_attack(char, side) else after_chain
        value += char["damage"][side] * weights["damage"] - char["extra_aces"][side] * weights["ace"]
        value -= _cost(weights, side)
        value += weights["knockdown"] if has(char["knockdown"], side) else _NONE
        if any_pumps | face_pumps != U0:
            rest = hand & ~bit(lowest(cards_for_side(hand, side)))
            for _ in range(char["extra_aces"][side]):
                rest &= ~bit(lowest(aces_of(rest)))
            value += _settle(char, weights, rest, any_pumps, face_pumps)
        best = max(best, value)
    return best


@compiled
def _move(rules, char, usable, weights, hand, options, first, points, run, any_pumps, face_pumps):
    """Value of playing the best of `options` from `hand` and of what may follow, less what the cards are worth.

    `points` and `run` are those before the move. `first` 0: it stands behind another move, so that other orders may
    stand for what could follow.
    """
    best = _NEVER
    left = options
    last = options & char["plain"] & (char["enders"] if usable != U0 else _ALL)
    if last != U0:
        best = _last_move(rules, char, weights, hand, last, run, any_pumps, face_pumps)
        left = options & ~last
    while left != U0:  # the way out without recursion, from which the compiler learns the type
        side = lowest(left)
        left = without_lowest(left)
        if char["better"][side] & options != U0:
            continue
        card = lowest(cards_for_side(hand, side))
        rest = hand & ~bit(card)
        value = char["damage"][side] * weights["damage"] - _cost(weights, card)
        for _ in range(char["extra_aces"][side]):
            rest &= ~bit(lowest(aces_of(rest)))
            value -= weights["ace"]
        chain = run
        if is_normal_attack(char, side):
            chain += 1
        elif run > 0:
            value += rules["chain_aces"][run] * weights["chain_ace"]
            chain = _NONE
        any_open = any_pumps
        face_open = face_pumps
        own = U0  # cards of one rank that pump this very move
        most = np.int64(char["pump_max"][side])
        if most > 0 and char["pump_damage"][side] * weights["damage"] <= min(weights["card"], weights["ace"]):
            most = _NONE  # no pump is worth its card
        if most > 0:
            if char["any_place"][side] >= 0:
                any_open += np.uint64(most) << np.uint64(8 * char["any_place"][side])
            elif char["face_place"][side] >= 0:
                face_open += np.uint64(most) << np.uint64(8 * char["face_place"][side])
            else:
                own = rest & char["pump_cards"][side]
        after = points - char["points"][side]
        row = char["follow"][side] if first != 0 else char["follow_on"][side]
        while True:
            here = _stop_value(rules, char, weights, rest, side, chain, any_open, face_open)
            following = _playable(char, usable, rest, row, after) if row != U0 else U0
            if following != U0:
                here = max(
                    here,
                    _move(rules, char, usable, weights, rest, following, _NONE, after, chain, any_open, face_open),
                )
            best = max(best, value + here)
            if own == U0 or most == 0:
                break
            card = lowest(own)
            own = without_lowest(own)
            rest &= ~bit(card)
            value += char["pump_damage"][side] * weights["damage"] - _cost(weights, card)
            most -= 1
    return best


@compiled
def best_follow(rules, char, usable, weights, hand, last, points, run, pumps, options):
    """The best next move of a combo.

    Parameters
    ----------
    rules, char : RULES and CHARACTER records. usable : sides that may be used now. weights : WEIGHTS record.
    hand : cards left. last : side of the last move. points, run : points left, normal attacks in a row so far.
    pumps : how many more pumps by any card (or face card) the last move takes.
    options : sides that may be played next (without the pass bit).

    Returns
    -------
    (side, gain) : the side, or STOP where stopping is best; what the best continuation adds over stopping now.
    """
    any_pumps = U0
    face_pumps = U0
    if pumps > 0:
        if char["any_place"][last] >= 0:
            any_pumps = np.uint64(pumps) << np.uint64(8 * char["any_place"][last])
        elif char["face_place"][last] >= 0:
            face_pumps = np.uint64(pumps) << np.uint64(8 * char["face_place"][last])
    stop = _stop_value(rules, char, weights, hand, last, run, any_pumps, face_pumps)
    best = stop
    choice = STOP
    while options != U0:
        side = lowest(options)
        options = without_lowest(options)
        value = _move(rules, char, usable, weights, hand, bit(side), _FIRST, points, run, any_pumps, face_pumps)
        if value > best:
            best = value
            choice = side
    return choice, best - stop


@compiled
def best_single(rules, char, usable, weights, hand, options):
    """The best one move with its pumps (a hit back): (side, value), STOP and 0 where none is worth its cards.

    Parameters as in `best_follow`.
    """
    best = np.int64(0)
    choice = STOP
    points = char["max_combo"]
    while options != U0:
        side = lowest(options)
        options = without_lowest(options)
        value = _move(rules, char, U0, weights, hand, bit(side), _FIRST, points, _NONE, U0, U0)
        if value > best:
            best = value
            choice = side
    return choice, best


@compiled
def worth_of_opener(rules, char, usable, weights, hand, side, single):
    """Value of `side` as the first move that lands and of the best that may follow, less what all its cards are worth.

    Parameters as in `best_follow`; `single` 1: nothing may follow. A move that costs more points than a combo has may
    stand alone.
    """
    points = max(char["max_combo"], np.int64(char["points"][side]))
    allowed = U0 if single != 0 else usable
    return _move(rules, char, allowed, weights, hand, bit(side), _FIRST, points, _NONE, U0, U0)
