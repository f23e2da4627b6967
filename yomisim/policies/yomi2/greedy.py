"""Policy `greedy` of Yomi 2: a sensible beginner who hits hard.

He mixes his openers by fixed weights of kinds, picks the strongest move within the kind, plays the most profitable
combo, keeps his blocks, powers up with what he can spare and plays abilities by the worth of their verbs. Everything is
judged by the numbers of the cards; nothing is known of any character.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi2.tables import MID, TABLE
from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, count, has, lowest, select, without_lowest
from yomisim.kernel.door import address_of
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.kernel.rng import below
from yomisim.policies.codes import (
    ABILITY,
    ABILITY_CARD,
    BRANCH,
    CONTINUE,
    DO_ABILITY,
    DO_EXCHANGE,
    DO_POWER_UP,
    DO_STORM,
    EXCHANGE_TAKE,
    FETCH,
    HAND_OR_DECK,
    HIT_BACK,
    MAIN,
    OPENER,
    PAIR,
    PUMP,
    TAKE,
)
from yomisim.policies.uniform import roll
from yomisim.policies.yomi2.judgement import (
    CARD,
    ability_worth,
    branch_worth,
    card_worth,
    cheapest,
    dearest,
    keep,
    keep_new,
)
from yomisim.rules.access import char_for, fighter_of
from yomisim.rules.records import LUCK
from yomisim.rules.yomi2.combos import (
    CHEAPEST,
    OPEN_END,
    SINGLE,
    STOP,
    best_first,
    best_follow,
    best_payment,
    worth_of,
)
from yomisim.rules.yomi2.moves import exchange_gives, exchange_takes
from yomisim.rules.yomi2.plans import WEIGHTS
from yomisim.rules.yomi2.queries import haste_of, speed_under
from yomisim.rules.yomi2.state import OWN, PUBLIC
from yomisim.rules.yomi2.zones import moves_of, pairs_of

#: In tenths of a life point: damage, a card, a super, meter spent, meter gained, a knockdown, the edge.
HAND_WEIGHTS = np.array([(10, 22, 28, 22, 22, 45, 22)], WEIGHTS)

# How often each kind opens, where it can (out of their sum).
_ATTACK, _THROW, _BLOCK, _DODGE = map(np.int64, (40, 22, 26, 12))
# A player who is down cannot dodge, and most of his moves are too slow; against one who is down slow moves are fast.
_DOWN_ATTACK, _DOWN_THROW, _DOWN_BLOCK = map(np.int64, (16, 6, 50))
_ON_DOWN_ATTACK, _ON_DOWN_THROW, _ON_DOWN_BLOCK = map(np.int64, (52, 26, 10))
#: Chances in percent of being the faster one against an attack: so much a step of speed above a slow one.
_A_SPEED, _SLOW, _LEAST, _MOST = map(np.int64, (12, 3, 5, 95))
#: In tenths of a life point: being hit, a hit-back after an unsafe move, a card that comes back where it is not hit.
_BEING_HIT, _HIT_BACK_COSTS, _COMES_BACK = map(np.int64, (120, 80, 8))
_NOISE = np.int64(12)
#: The promise at which a kind has its usual weight, and the least that is counted.
_USUAL, _SELDOM = np.int64(20), np.int64(5)
_SAFE_SPEED = np.int64(10)
_MARGIN = np.int64(10)
_SPARE_HAND = np.int64(5)
_ONE = np.uint64(1)


@compiled
def _promise(rules, char, me, hand, move, haste):
    """What an attack or throw promises when it opens: what it deals with all that may follow, by how often it lands.

    How often the other one opens with what is the same mix that this policy plays.
    """
    out_of_line()
    worth = worth_of(rules, char, HAND_WEIGHTS[0], hand, move, char["max_combo"], me["meter"], OPEN_END, CHEAPEST)
    quick = min(max(_A_SPEED * (speed_under(rules, char, me, move, haste) - _SLOW), _LEAST), _MOST)
    if has(char["throws"], move):
        return (_BLOCK + _DODGE + _THROW * quick // 100) * worth // 100
    blocked = _BLOCK if char["height"][move] == MID else _BLOCK // 2
    landing = _ATTACK * quick // 100 + _THROW + _BLOCK - blocked
    under_block = 10 * char["block_damage"][move]
    if has(char["unsafe"], move):
        under_block -= _HIT_BACK_COSTS
    if not has(char["lockdown"], move):
        under_block -= CARD
    value = landing * worth - _ATTACK * (100 - quick) // 100 * _BEING_HIT + blocked * under_block
    return value // 100 + (_COMES_BACK if has(char["recurring"], move) else 0)


@compiled
def _strongest(rules, char, me, hand, moves, haste, noise):
    """The move with the best promise, and that promise; a little noise keeps it from being readable."""
    best = PASS
    top = np.int64(-(1 << 60))
    while moves != U0:
        move = lowest(moves)
        moves = without_lowest(moves)
        noise = noise * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        value = _promise(rules, char, me, hand, move, haste) + below(noise, _NOISE)
        if value > top:
            top = value
            best = move
    return best, top


@leaf
def _weighed(weight, promise):
    """How often a kind opens: its usual weight, more where the hand promises much."""
    return weight * max(_USUAL + promise, _SELDOM) // _USUAL


@leaf
def _any_of(moves, h):
    """Any one of `moves`, by the lower half of the random bits."""
    return select(moves, np.int64((h & np.uint64(0xFFFFFFFF)) % np.uint64(count(moves))))


@compiled
def _fast(rules, char, me, moves, haste):
    """Those of `moves` that are no slower than what a player who is down has to expect."""
    found = U0
    while moves != U0:
        move = lowest(moves)
        moves = without_lowest(moves)
        if speed_under(rules, char, me, move, haste) > _SAFE_SPEED:
            found |= bit(move)
    return found


@once
def _opener(t, char, me, other, hand, options, luck):
    rules = t["rules"]
    haste = haste_of(me, other)
    h = roll(luck, OPENER)
    attacks = options & char["attacks"]
    throws = options & char["throws"]
    blocks = options & char["blocks"]
    dodges = options & char["dodges"]
    if other["down"] == 0 and me["down"] != 0:
        quick = _fast(rules, char, me, attacks, haste)
        attacks = quick if quick != U0 else attacks
    strike, promise = _strongest(rules, char, me, hand, attacks, haste, h)
    attack = _weighed(_ATTACK, promise) if attacks != U0 else np.int64(0)
    grab, promise = _strongest(rules, char, me, hand, throws, haste, h)
    throw = _weighed(_THROW, promise) if throws != U0 else np.int64(0)
    block = _BLOCK if blocks != U0 else np.int64(0)
    dodge = _DODGE if dodges != U0 else np.int64(0)
    if me["down"] != 0:
        attack = min(attack, _DOWN_ATTACK)
        throw = min(throw, _DOWN_THROW)
        block = _DOWN_BLOCK if blocks != U0 else block
    elif other["down"] != 0:
        attack = _ON_DOWN_ATTACK if attacks != U0 else attack
        throw = _ON_DOWN_THROW if throws != U0 else throw
        block = min(block, _ON_DOWN_BLOCK)
    if blocks != U0 and blocks & (blocks - _ONE) == U0:
        block -= block // 3  # one height only
    total = attack + throw + block + dodge
    if total == 0:
        return cheapest(char, options, hand)
    x = below(h, total)
    if x < attack:
        return strike
    x -= attack
    if x < throw:
        return grab
    x -= throw
    return _any_of(blocks, h) if x < block else _any_of(dodges, h)


@compiled
def _exchange_gain(char, me, hand):
    """What the best exchange is worth."""
    gives = exchange_gives(char, hand)
    takes = exchange_takes(char, me["discard"])
    if gives == U0 or takes == U0:
        return np.int64(-1)
    away = cheapest(char, gives, hand)
    return keep_new(char, dearest(char, takes, hand), hand) - keep(char, away, hand)


@compiled
def _spare_pair(char, hand, pairs):
    """The pair that is missed least, PASS where each is worth more than the meter."""
    pairs &= ~char["supers"]
    if pairs == U0:
        return PASS
    move = cheapest(char, pairs, hand)
    return move if keep(char, move, hand) <= 30 else PASS


@compiled
def _best_card(t, public, seat, moves):
    """The ability card that does most, PASS where none is worth its card."""
    best = PASS
    top = np.int64(0)
    while moves != U0:
        move = lowest(moves)
        moves = without_lowest(moves)
        value = card_worth(t, public, seat, move)
        if value > top:
            top = value
            best = move
    return best


@once
def _main(t, public, seat, char, me, hand, options):
    """Storm, a good ability, a power up that can be spared, an exchange that gains something; then combat."""
    if has(options, DO_STORM):
        return DO_STORM
    playable = moves_of(hand) & char["abilities"] & ~moves_of(me["in_play"])
    if has(options, DO_ABILITY) and _best_card(t, public, seat, playable) != PASS:
        return DO_ABILITY
    if has(options, DO_POWER_UP) and me["meter"] < t["rules"]["meter_max"] and me["hand_count"] >= _SPARE_HAND:
        if _spare_pair(char, hand, pairs_of(hand)) != PASS:
            return DO_POWER_UP
    if has(options, DO_EXCHANGE) and _exchange_gain(char, me, hand) > _MARGIN:
        return DO_EXCHANGE
    return PASS


@once
def _fetch(char, me, hand, options):
    """The super that hits hardest and can soon be paid, where there is none in hand; else meter."""
    supers = options & ~PASS_BIT & ~moves_of(hand)
    best = PASS
    top = np.int64(0)
    while supers != U0:
        move = lowest(supers)
        supers = without_lowest(supers)
        value = max(char["damage"][move], char["counter_damage"][move])
        if char["meter_cost"][move] <= me["meter"] + 1 and value > top:
            top = value
            best = move
    return best


@once
def _continue(t, char, me, hand, options):
    moves = options & ~PASS_BIT
    if moves == U0:
        return PASS
    weights = HAND_WEIGHTS[0]
    points, meter = me["points_left"], me["meter"]
    move, _gain = best_follow(t["rules"], char, weights, hand, me["last_move"], points, meter, moves, CHEAPEST)
    return PASS if move == STOP else move


@once
def _pump(t, char, me, hand, options):
    """Pump where the damage is worth more than the card, seen together with what may follow."""
    moves = options & ~PASS_BIT
    if moves == U0:
        return PASS
    weights = HAND_WEIGHTS[0]
    last, packet, points, meter = me["last_move"], me["packet"], me["points_left"], me["meter"]
    rules = t["rules"]
    move, _gain = best_payment(rules, char, weights, hand, last, packet, points, meter, moves, OPEN_END, CHEAPEST)
    return PASS if move == STOP else move


@once
def _hit_back(t, char, me, hand, options):
    moves = options & ~PASS_BIT
    if moves == U0:
        return PASS
    single = OPEN_END if has(char["full_combo"], me["move"]) else SINGLE
    move, _value = best_first(
        t["rules"], char, HAND_WEIGHTS[0], hand, moves, char["max_combo"], me["meter"], single, CHEAPEST
    )
    return PASS if move == STOP else move


@once
def _ability(t, public, seat, options):
    """The optional ability that seems worth most, if it is worth anything."""
    left = options & ~PASS_BIT
    best = PASS
    top = np.int64(0)
    while left != U0:
        number = lowest(left)
        left = without_lowest(left)
        value = ability_worth(t, public, seat, number)
        if value > top:
            top = value
            best = number
    return best


@once
def _branch(t, public, seat, options):
    best = lowest(options)
    top = np.int64(-(1 << 60))
    while options != U0:
        branch = lowest(options)
        options = without_lowest(options)
        value = branch_worth(t, public, seat, public["announced"], branch)
        if value > top:
            top = value
            best = branch
    return best


def choose_greedy(t, public, own, luck, seat, kind, options):
    """A decision of this policy; parameters as in `policies.yomi2.decide.decide`, records first for `address_of`."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    hand = own["hand"]
    if kind == OPENER:
        return _opener(t, char, me, fighter_of(public, 1 - seat), hand, options, luck)
    if kind == MAIN:
        return _main(t, public, seat, char, me, hand, options)
    if kind == CONTINUE:
        return _continue(t, char, me, hand | me["revealed"], options)
    if kind == PUMP:
        return _pump(t, char, me, hand, options)
    if kind == HIT_BACK:
        return _hit_back(t, char, me, hand | me["revealed"], options)
    if kind == EXCHANGE_TAKE or kind == TAKE:
        return dearest(char, options & ~PASS_BIT, hand)
    if kind == ABILITY_CARD:
        move = _best_card(t, public, seat, options)
        return lowest(options) if move == PASS else move
    if kind == FETCH:
        return _fetch(char, me, hand, options)
    if kind == ABILITY:
        return _ability(t, public, seat, options)
    if kind == BRANCH:
        return _branch(t, public, seat, options)
    if kind == HAND_OR_DECK:
        return np.int64(1)
    moves = options & ~PASS_BIT
    if moves == U0:
        return PASS
    # what is given away, paid or discarded: a pair, a card
    if kind == PAIR and moves & ~char["supers"] != U0:
        moves &= ~char["supers"]
    return cheapest(char, moves, hand)


@functools.cache
def greedy_address() -> Any:
    """Where `choose_greedy` lies in memory; compiled or loaded from the cache on first use."""
    return address_of(choose_greedy, TABLE, PUBLIC, OWN, LUCK, np.int64, np.int64, np.uint64)
