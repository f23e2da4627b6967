"""Policy `greedy`: a sensible beginner who hits hard.

He mixes his openers by fixed weights of kinds, picks the strongest card within the kind, plays the most profitable
combo, keeps Jokers for Rewind Time, powers up what he can spare and uses abilities by the worth of their verbs.
Everything is judged by the numbers of the cards; nothing is known of any character. His weights (tenths of a life
point) follow what players quote as rules of thumb: a card in hand is worth about two points of life, an Ace four, a
knockdown four.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi1.tables import ACE, JOKER, KIND_ATTACK, KIND_BLOCK, KIND_DODGE, KIND_THROW, TABLE
from yomisim.kernel.bits import PASS, PASS_BIT, U0, count, has, lowest, without_lowest
from yomisim.kernel.door import address_of
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.kernel.rng import below
from yomisim.policies.codes import (
    ABILITY,
    ACE_FROM,
    BRANCH,
    CONTINUE,
    FACE_DOWN,
    FROM_DECK,
    FROM_DISCARD,
    HIT_BACK,
    HIT_OR_STAND,
    MARK,
    NAME_KIND,
    NEXT_ON_DECK,
    OPENER,
    OPENER_AGAIN,
    POWER_UP,
    PUMP,
    REACT,
    RECLAIM,
    TAKE,
)
from yomisim.policies.judgement import ability_worth, branch_worth
from yomisim.policies.uniform import roll
from yomisim.rules.records import LUCK, NOBODY
from yomisim.rules.yomi1.access import char_for, fighter_of, kit_of
from yomisim.rules.yomi1.combos import STOP, best_follow, best_single
from yomisim.rules.yomi1.plans import PRICES, WEIGHTS
from yomisim.rules.yomi1.queries import usable_sides
from yomisim.rules.yomi1.state import OWN, PUBLIC

#: In the open, and while the other player has a card face down (a third of such cards are taken to be Jokers).
_OPEN = np.array([(10, 20, 40, 40, 40)], WEIGHTS)
_PRICES = np.array([(20, 40, 40, 18, 30, 0, 0, 0, 0, 0)], PRICES)
_UNDER = np.array([(7, 20, 40, 40, 40)], WEIGHTS)

# How often each kind opens, where it can (out of their sum).
_ATTACK, _THROW, _BLOCK, _DODGE, _JOKER = map(np.int64, (42, 24, 20, 12, 2))
# A player who is down cannot dodge and blocks badly; against one the throw loses its charm.
_DOWN_BLOCK, _DOWN_ATTACK, _DOWN_THROW = 8, 10, -8


@leaf
def kind_weight(kind):
    """How often a kind of move opens where it can, out of 100; a player who is not down, against one who is not."""
    if kind == KIND_ATTACK:
        return _ATTACK
    if kind == KIND_THROW:
        return _THROW
    if kind == KIND_BLOCK:
        return _BLOCK
    return _DODGE if kind == KIND_DODGE else _JOKER


_JOKERS = np.uint64(3 << 52)
_ONE_HUNDRED = np.int64(100)
_NOISE = np.int64(60)


@leaf
def _keep(card):
    """What a card is worth in hand, in tenths: Jokers and Aces most, then face cards, then numbers by rank."""
    rank = card >> 2
    if rank == JOKER:
        return np.int64(60)
    if rank == ACE:
        return np.int64(45)
    return 15 + rank


@compiled
def _cheapest(cards):
    """The card that is missed least."""
    best = lowest(cards)
    cards = without_lowest(cards)
    while cards != U0:
        card = lowest(cards)
        cards = without_lowest(cards)
        if _keep(card) < _keep(best):
            best = card
    return best


@leaf
def promise(char, side):
    """What an attack or throw promises when it opens, in tenths: damage, speed, and what may follow."""
    value = 10 * np.int64(char["damage"][side]) + (100 - np.int64(char["speed"][side])) // 2
    if has(char["extendable"], side):
        value += 30
    if has(char["knockdown"], side):
        value += 40
    return value - 20 * np.int64(char["extra_aces"][side])


@compiled
def _strongest(char, sides, noise):
    """The side with the best promise; a little noise keeps it from being readable."""
    best = lowest(sides)
    top = np.int64(-(1 << 60))
    while sides != U0:
        side = lowest(sides)
        sides = without_lowest(sides)
        noise = noise * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        value = promise(char, side) + below(noise, _NOISE)
        if value > top:
            top = value
            best = side
    return best


@once
def _opener(char, me, other, options, luck, kind):
    options &= ~PASS_BIT
    if options == U0:
        return PASS
    h = roll(luck, kind)
    attacks = options & char["attacks"]
    if kind == OPENER_AGAIN and attacks != U0:
        return _strongest(char, attacks, h)
    throws = options & char["throws"]
    blocks = options & char["blocks"]
    dodges = options & char["dodges"]
    jokers = options & char["jokers"]
    attack = _ATTACK if attacks != U0 else 0
    throw = _THROW if throws != U0 else 0
    block = _BLOCK if blocks != U0 else 0
    dodge = _DODGE if dodges != U0 else 0
    joker = _JOKER if jokers != U0 else 0
    if me["down"] != 0:
        dodge = 0
        block = min(block, _DOWN_BLOCK)
    if other["down"] != 0:
        if attack > 0:
            attack += _DOWN_ATTACK
        if throw > 0:
            throw += _DOWN_THROW
    total = attack + throw + block + dodge + joker
    if total == 0:
        return lowest(options)
    x = below(h, total)
    if x < attack:
        return _strongest(char, attacks, h)
    x -= attack
    if x < throw:
        return _strongest(char, throws, h)
    x -= throw
    if x < block:
        return _nth(blocks, h)
    x -= block
    return _nth(dodges, h) if x < dodge else lowest(jokers)


@leaf
def _nth(sides, h):
    """Any one of `sides`, by the lower half of the random bits."""
    k = np.int64((h & np.uint64(0xFFFFFFFF)) % np.uint64(count(sides)))
    while k > 0:
        sides = without_lowest(sides)
        k -= 1
    return lowest(sides)


@leaf
def joker_percent(winner_cards):
    """How often a Joker goes face down, out of 100; `winner_cards` : in the hand of who has won combat."""
    return np.int64(70 if winner_cards >= 2 else 0)


@leaf
def bluff_percent(winner_cards, cards):
    """How often another card does in a hand of so many without a Joker, out of 100."""
    return np.int64(15 if winner_cards >= 2 and cards >= 5 else 0)


@once
def _face_down(public, other, hand, cards, luck, kind):
    """A Joker if much more damage may come, now and then a bluff with a full hand; `cards` may be put down."""
    x = below(roll(luck, kind), _ONE_HUNDRED)
    jokers = cards & _JOKERS
    if jokers != U0:
        return lowest(jokers) if x < joker_percent(other["hand_count"]) else PASS
    return _cheapest(cards) if x < bluff_percent(other["hand_count"], count(hand)) else PASS


@leaf
def _weights(public):
    return _UNDER[0] if public["under"] != NOBODY else _OPEN[0]


@once
def _pump(char, me, options, weights):
    """Pump where the damage is worth more than the cheapest card that pays for it."""
    cards = options & ~PASS_BIT
    if cards == U0:
        return PASS
    card = _cheapest(cards)
    gain = np.int64(char["pump_damage"][me["last_side"]]) * weights["damage"]
    return card if gain > (weights["ace"] if card >> 2 == ACE else weights["card"]) else PASS


@once
def _power_up(options, hand):
    """Three or four of a kind always, a pair when the hand can spare it; never Aces or Jokers."""
    options &= ~PASS_BIT & np.uint64((1 << (4 * ACE)) - 1)
    best = PASS
    size = np.int64(1 if count(hand) >= 6 else 2)
    while options != U0:
        option = lowest(options)
        options = without_lowest(options)
        if (option & 3) + 2 > size:
            size = (option & 3) + 2
            best = option
    return best


@once
def _ability(t, prices, seat, options, public):
    """The ability that seems worth most, if it is worth anything."""
    left = options & ~PASS_BIT
    best = PASS
    top = np.int64(0)
    while left != U0:
        number = lowest(left)
        left = without_lowest(left)
        value = ability_worth(t, public, prices, seat, number)
        if value > top:
            top = value
            best = number
    return best


@once
def _react(t, prices, seat, options, public):
    """Counter what helps the other player more than the counter costs."""
    number = lowest(options & ~PASS_BIT)
    stake = ability_worth(t, public, prices, 1 - seat, public["announced"])
    return number if stake + ability_worth(t, public, prices, seat, number) > 10 else PASS


@once
def _branch(t, prices, seat, options, public):
    """The alternative that seems worth most."""
    best = lowest(options)
    top = np.int64(-(1 << 60))
    while options != U0:
        branch = lowest(options)
        options = without_lowest(options)
        value = branch_worth(t, public, prices, seat, public["announced"], branch, public["rank_shown"])
        if value > top:
            top = value
            best = branch
    return best


@compiled
def _dearest(cards):
    """The card that is worth most in hand."""
    best = lowest(cards)
    while cards != U0:
        card = lowest(cards)
        cards = without_lowest(cards)
        if _keep(card) > _keep(best):
            best = card
    return best


@once
def _reclaim(t, seat, me, options, public):
    """Take back a card of the combo that is worth its price while life is not short."""
    cards = options & ~PASS_BIT
    if cards == U0 or me["life"] <= 30:
        return PASS
    card = _dearest(cards)
    price = np.int64(kit_of(t, seat)["ability"][public["announced"]]["by_rank"][card >> 2])
    return card if 10 * price <= _keep(card) + _keep(card) // 2 + 5 else PASS


@compiled
def about_abilities(t, prices, seat, kind, options, public, luck):
    """Decisions that only abilities ask for."""
    out_of_line()
    if kind == ABILITY:
        return _ability(t, prices, seat, options, public)
    if kind == REACT:
        return _react(t, prices, seat, options, public)
    if kind == BRANCH:
        return _branch(t, prices, seat, options, public)
    if kind == NAME_KIND:
        return _nth(options, roll(luck, kind))
    if kind == RECLAIM:
        return _reclaim(t, seat, fighter_of(public, seat), options, public)
    if kind == HIT_OR_STAND:
        return np.int64(1) if has(options, np.int64(1)) and public["stake_shown"] <= 14 else np.int64(0)
    cards = options & ~PASS_BIT
    if cards == U0:
        return PASS
    return _dearest(cards) if kind == NEXT_ON_DECK or kind == MARK else _cheapest(cards)


def choose_greedy(t, public, own, luck, seat, kind, options):
    """A decision of this policy; parameters as in `policies.decide.decide`, records first for `address_of`."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    hand = own["hand"]
    if kind == OPENER or kind == OPENER_AGAIN:
        return _opener(char, me, other, options, luck, kind)
    if kind == CONTINUE:
        moves = options & ~PASS_BIT
        if moves == U0:
            return PASS
        usable = usable_sides(char, me)
        left = char["pump_max"][me["last_side"]] - me["pumps"]
        side, _gain = best_follow(
            t["rules"], char, usable, _weights(public), hand, me["last_side"], me["points_left"], me["run"], left, moves
        )
        return PASS if side == STOP else side
    if kind == HIT_BACK:
        moves = options & ~PASS_BIT
        if moves == U0:
            return PASS
        side, _value = best_single(t["rules"], char, usable_sides(char, me), _weights(public), hand, moves)
        return PASS if side == STOP else side
    if kind == PUMP:
        return _pump(char, me, options, _weights(public))
    if kind == FACE_DOWN:
        return _face_down(public, other, hand, options & ~PASS_BIT, luck, kind)
    if kind == POWER_UP:
        return _power_up(options, hand)
    if kind == ACE_FROM:
        return FROM_DISCARD if has(options, FROM_DISCARD) else (FROM_DECK if has(options, FROM_DECK) else PASS)
    if kind == TAKE:
        return _dearest(options)
    if kind >= ABILITY:
        return about_abilities(t, _PRICES[0], seat, kind, options, public, luck)
    return _cheapest(options & ~PASS_BIT)


@functools.cache
def greedy_address() -> Any:
    """Where `choose_greedy` lies in memory; compiled or loaded from the cache on first use."""
    return address_of(choose_greedy, TABLE, PUBLIC, OWN, LUCK, np.int64, np.int64, np.uint64)
