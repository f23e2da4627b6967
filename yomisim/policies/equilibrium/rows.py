"""The openers of one hand and what each is worth when it wins."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import ACE, KIND_ATTACK, KIND_DODGE, KIND_JOKER, KIND_THROW, MAX_ACES
from yomisim.kernel.bits import PASS_BIT, U0, bit, has, lowest, without_lowest
from yomisim.kernel.jit import compiled
from yomisim.policies.equilibrium.abilities import log_odds_of
from yomisim.policies.equilibrium.bluff import stake_worth
from yomisim.policies.equilibrium.meeting import place_of, value_fates
from yomisim.policies.equilibrium.worth import SCALE, card_worth, damage_in, value_of
from yomisim.policies.worth import damage_worth
from yomisim.rules.yomi1 import queries
from yomisim.rules.yomi1.access import char_for, fighter_of, mind_of
from yomisim.rules.yomi1.combos import worth_of_opener, worth_of_single
from yomisim.rules.yomi1.moves import openers
from yomisim.rules.yomi1.queries import cards_for_side
from yomisim.rules.yomi1.zones import sides_of


@compiled
def after_joker(t, measures, seat, gain, damage_share):
    """What is left of a gain that a face-down Joker can stop; `damage_share` is the part of it that damage brings."""
    other = 1 - seat
    rewind = t["rules"]["rewind_draw"] * measures["draw"][other]
    at_risk = max(damage_share - gain, 0.0) + rewind
    return stake_worth(gain, at_risk, measures["holds_joker"][other], measures["joker"][other], measures["card"][other])


@compiled
def _strike_gain(t, public, seat, hand, side, measures, weights):
    """(gain with all that may follow, gain of the move alone) for an attack or throw that lands."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    mind = mind_of(t, measures["viewer"], 1 - seat)
    direct = queries.damage_of(char, me, side)
    first = damage_worth(mind, other["life"], direct)
    if has(char["knockdown"], side):
        first += measures["down"][1 - seat]
    if not queries.may_be_extended(char, me, side):
        return first, first
    found = worth_of_opener(t["rules"], char, queries.usable_sides(char, me), weights, hand, side, me["enders_only"])
    damage = damage_in(found)
    damage_linear = np.float64((weights["damage"] >> 10) * damage) / SCALE
    paid = weights["ace"] if side >> 2 == ACE else weights["card"]  # as the search counts the opener's own cards
    paid += char["extra_aces"][side] * weights["ace"]
    whole = value_of(found + paid)
    gain = whole - damage_linear + damage_worth(mind, other["life"], damage)
    rest = gain - first
    if rest <= 0.0:
        return first, first
    by_damage = damage_worth(mind, other["life"], damage) - damage_worth(mind, other["life"], direct)
    return first + after_joker(t, measures, seat, rest, by_damage), first


@compiled
def _best_whole(t, public, seat, hand, moves, weights):
    """The most valuable whole combo that begins with one of `moves`, as the search finds it; 0 where nothing pays."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    usable = queries.usable_sides(char, me)
    best = np.int64(0)
    options = moves & sides_of(hand)
    while options != U0:
        move = lowest(options)
        options = without_lowest(options)
        best = max(best, worth_of_opener(t["rules"], char, usable, weights, hand, move, me["enders_only"]))
    return best


@compiled
def _second_gain(t, public, seat, hand, moves, whole, measures, weights):
    """Gain of one of `moves`, or of a `whole` combo, after a guard; less what a face-down Joker takes from it."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    usable = queries.usable_sides(char, me)
    moves = moves & usable & char["payable"][min(queries.aces_in(hand), MAX_ACES)]
    if whole:
        found = _best_whole(t, public, seat, hand, moves, weights)
    else:
        found = worth_of_single(t["rules"], char, weights, hand, moves & sides_of(hand))
    if found <= 0:
        return 0.0
    damage = damage_in(found)
    linear = np.float64((weights["damage"] >> 10) * damage) / SCALE
    by_damage = damage_worth(mind_of(t, measures["viewer"], 1 - seat), other["life"], damage)
    gain = value_of(found) - linear + by_damage
    return after_joker(t, measures, seat, gain, by_damage)


@compiled
def _dodge_gain(t, public, seat, hand, side, measures, weights):
    """Gain of the hit back after a dodge."""
    char = char_for(t, public, seat)
    whole = has(char["full_combo"], side) or fighter_of(public, seat)["full_combo"] != 0
    return _second_gain(t, public, seat, hand, char["attacks"] | char["throws"], whole, measures, weights)


@compiled
def _without(hand, card, aces):
    """A hand after a move with so many further Aces."""
    rest = hand & ~bit(card)
    for _ in range(aces):
        rest &= ~bit(lowest(queries.aces_of(rest)))
    return rest


@compiled
def _gain_when_blocked(t, public, seat, hand, measures, weights):
    """Gain of the throw that may follow a blocked attack, with its combo; the block does not come back nor draws."""
    char = char_for(t, public, seat)
    gain = _second_gain(t, public, seat, hand, char["throws"], True, measures, weights)
    if gain <= 0.0:
        return 0.0
    return gain + measures["card"][1 - seat] + t["rules"]["block_draw"] * measures["draw"][1 - seat]


@compiled
def _promise(t, public, seat, hand, side, measures, outlook, strikes, struck):
    """One side of a hand: (gain with all that may follow, gain of the move alone, its cards, what it promises).

    `struck` are the attacks and throws of which one that is alike was looked at before; STRIKES record `strikes` has
    what they gain.
    """
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    mind = mind_of(t, measures["viewer"], seat)
    kind = np.int64(char["kind"][side])
    card = lowest(cards_for_side(hand, side))
    spent = card_worth(mind, me["hand_count"], card)
    spent += char["extra_aces"][side] * measures["ace"][seat]
    if kind == KIND_ATTACK or kind == KIND_THROW:
        alike = np.int64(char["alike"][side])
        if has(struck, alike):
            gain = strikes["gain"][alike]
            first = strikes["first"][alike]
        else:
            gain, first = _strike_gain(t, public, seat, hand, side, measures, outlook["weights"])
            strikes["gain"][alike] = gain
            strikes["first"][alike] = first
        promise = gain - spent
    elif kind == KIND_DODGE:
        gain = _dodge_gain(t, public, seat, hand & ~bit(card), side, measures, outlook["weights"])
        first = gain
        promise = gain - spent
    elif kind == KIND_JOKER:
        gain = t["rules"]["gold_burst_aces"] * measures["ace"][seat]
        first = gain
        promise = gain
    else:
        gain = 0.0
        first = 0.0
        promise = -spent
    return gain, first, spent, promise


@compiled
def fill_rows(t, public, seat, hand, measures, outlook, strikes, rows):
    """Fill a ROWS record for `hand` of `seat`; `measures` and `outlook` (of the seat) are those of the public state.

    `strikes` is scratch, of whoever knows the hand. Openers are those that can be played now; a knocked-down player's
    dodge is none.
    """
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    options = openers(char, me, hand) & ~PASS_BIT
    if me["down"] != 0 and options & ~char["dodges"] != U0:
        options &= ~char["dodges"]
    have = U0
    struck = U0
    while options != U0:
        side = lowest(options)
        options = without_lowest(options)
        number = np.int64(char["choice"][side])
        if number < 0:
            continue
        gain, first, spent, promise = _promise(t, public, seat, hand, side, measures, outlook, strikes, struck)
        struck |= bit(char["alike"][side])
        if has(have, number) and promise <= rows["total"][number]:
            continue
        have |= bit(number)
        rows["side"][number] = side
        rows["gain"][number] = gain
        rows["first"][number] = first
        rows["spent"][number] = spent
        rows["total"][number] = promise
    rows["have"] = have
    left = have
    while left != U0:
        number = lowest(left)
        left = without_lowest(left)
        _complete(t, public, seat, hand, measures, outlook, rows, number)
    return have


@compiled
def fill_row(t, public, seat, hand, side, measures, outlook, strikes, rows, number):
    """Fill place `number` of a ROWS record for one side of `hand`, parameters else as for `fill_rows`."""
    gain, first, spent, promise = _promise(t, public, seat, hand, side, measures, outlook, strikes, U0)
    rows["side"][number] = side
    rows["gain"][number] = gain
    rows["first"][number] = first
    rows["spent"][number] = spent
    rows["total"][number] = promise
    _complete(t, public, seat, hand, measures, outlook, rows, number)


@compiled
def _complete(t, public, seat, hand, measures, outlook, rows, number):
    """What else is asked about the side that stands for choice `number`."""
    char = char_for(t, public, seat)
    side = rows["side"][number]
    card = lowest(cards_for_side(hand, side))
    mark = fighter_of(public, seat)["mark_before"]
    if mark >= 0 and has(cards_for_side(hand, side), mark):
        card = mark
    rows["card"][number] = card
    rows["kind"][number] = char["kind"][side]
    rows["place"][number] = place_of(char, char_for(t, public, 1 - seat), side, card)
    rows["guard"][number] = 0.0
    rows["blocked"][number] = 0.0
    if has(char["own_abilities"], side):
        bonus = log_odds_of(outlook["wins"][side], outlook)
        rows["gain"][number] += bonus
        rows["first"][number] += bonus
        rows["guard"][number] = log_odds_of(outlook["guards"][side], outlook)
        rows["blocked"][number] = log_odds_of(outlook["blocked"][side], outlook)
    if has(char["throws_when_blocked"], side):
        rest = _without(hand, card, char["extra_aces"][side])
        rows["blocked"][number] += _gain_when_blocked(t, public, seat, rest, measures, outlook["weights"])
    value_fates(t, public, seat, measures, rows, number)
