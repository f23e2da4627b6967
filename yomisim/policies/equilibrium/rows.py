"""The openers of one hand and what each is worth when it wins."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import KIND_ATTACK, KIND_DODGE, KIND_JOKER, KIND_THROW, MAX_ACES
from yomisim.kernel.bits import PASS_BIT, U0, bit, has, lowest, without_lowest
from yomisim.kernel.jit import compiled
from yomisim.policies.equilibrium.abilities import GUARDS, IS_BLOCKED, WINS, set_prices, worth_on_side
from yomisim.policies.equilibrium.bluff import stake_worth
from yomisim.policies.equilibrium.worth import SCALE, card_worth, damage_in, damage_worth, value_of, weigh
from yomisim.rules.yomi1 import queries
from yomisim.rules.yomi1.access import char_for, fighter_of, mind_of
from yomisim.rules.yomi1.combos import STOP, best_single, worth_of_opener
from yomisim.rules.yomi1.moves import openers
from yomisim.rules.yomi1.queries import cards_for_side
from yomisim.rules.yomi1.zones import sides_of

_CERTAIN = 1.0


@compiled
def after_joker(t, measures, seat, gain, damage_share):
    """What is left of a gain that a face-down Joker can stop; `damage_share` is the part of it that damage brings."""
    other = 1 - seat
    rewind = t["rules"]["rewind_draw"] * measures["draw"][other]
    at_risk = max(damage_share - gain, 0.0) + rewind
    return stake_worth(gain, at_risk, measures["holds_joker"][other], measures["joker"][other], measures["card"][other])


@compiled
def _strike_gain(t, public, seat, hand, side, rows):
    """(gain with all that may follow, gain of the move alone) for an attack or throw that lands."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    mind = mind_of(t, rows["measures"]["viewer"], 1 - seat)
    weights = rows["weights"]
    direct = queries.damage_of(char, me, side)
    first = damage_worth(mind, other["life"], direct)
    if has(char["knockdown"], side):
        first += rows["measures"]["down"][1 - seat]
    if not queries.may_be_extended(char, me, side):
        return first, first
    found = worth_of_opener(t["rules"], char, queries.usable_sides(char, me), weights, hand, side, me["enders_only"])
    damage = damage_in(found)
    damage_linear = np.float64((weights["damage"] >> 10) * damage) / SCALE
    whole = value_of(found) + rows["spent"][char["opener_class"][side]]
    gain = whole - damage_linear + damage_worth(mind, other["life"], damage)
    rest = gain - first
    if rest <= 0.0:
        return first, first
    by_damage = damage_worth(mind, other["life"], damage) - damage_worth(mind, other["life"], direct)
    return first + after_joker(t, rows["measures"], seat, rest, by_damage), first


@compiled
def _dodge_gain(t, public, seat, hand, side, rows):
    """Gain of the hit back after a dodge, less what a face-down Joker takes from it."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    usable = queries.usable_sides(char, me)
    payable = char["payable"][min(queries.aces_in(hand), MAX_ACES)]
    moves = usable & (char["attacks"] | char["throws"]) & payable
    if has(char["full_combo"], side) or me["full_combo"] != 0:
        gain = 0.0
        damage = np.int64(0)
        options = moves & sides_of(hand)
        while options != U0:
            move = lowest(options)
            options = without_lowest(options)
            found = worth_of_opener(t["rules"], char, usable, rows["weights"], hand, move, me["enders_only"])
            if value_of(found) > gain:
                gain = value_of(found)
                damage = damage_in(found)
    else:
        best, found = best_single(t["rules"], char, usable, rows["weights"], hand, moves & sides_of(hand))
        if best == STOP:
            return 0.0
        gain = value_of(found)
        damage = damage_in(found)
    linear = np.float64((rows["weights"]["damage"] >> 10) * damage) / SCALE
    by_damage = damage_worth(mind_of(t, rows["measures"]["viewer"], 1 - seat), other["life"], damage)
    gain = gain - linear + by_damage
    return after_joker(t, rows["measures"], seat, gain, by_damage)


@compiled
def _enter(t, public, seat, hand, side, number, rows):
    """Consider one side of a hand: it stands for its class if it promises more than what stands there."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    mind = mind_of(t, rows["measures"]["viewer"], seat)
    kind = np.int64(char["kind"][side])
    card = lowest(cards_for_side(hand, side))
    spent = card_worth(mind, me["hand_count"], card)
    spent += char["extra_aces"][side] * rows["measures"]["ace"][seat]
    rows["spent"][number] = spent
    if kind == KIND_ATTACK or kind == KIND_THROW:
        gain, first = _strike_gain(t, public, seat, hand, side, rows)
        promise = gain - spent
    elif kind == KIND_DODGE:
        gain = _dodge_gain(t, public, seat, hand & ~bit(card), side, rows)
        first = gain
        promise = gain - spent
    elif kind == KIND_JOKER:
        gain = t["rules"]["gold_burst_aces"] * rows["measures"]["ace"][seat]
        first = gain
        promise = gain
    else:
        gain = 0.0
        first = 0.0
        promise = -spent
    return gain, first, promise


@compiled
def fill_rows(t, public, seat, hand, measures, rows):
    """Fill a ROWS record for `hand` of `seat`; `measures` are those of the public state.

    Openers that can be played now; a knocked-down player's dodge is none.
    """
    rows["measures"] = measures
    weigh(t, public, seat, rows["measures"], _CERTAIN, rows["weights"])
    point = set_prices(t, public, seat, rows["measures"], rows["prices"])
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    options = openers(char, me, hand) & ~PASS_BIT
    if me["down"] != 0 and options & ~char["dodges"] != U0:
        options &= ~char["dodges"]
    have = U0
    while options != U0:
        side = lowest(options)
        options = without_lowest(options)
        number = np.int64(char["opener_class"][side])
        if number < 0:
            continue
        old = rows["spent"][number]
        gain, first, promise = _enter(t, public, seat, hand, side, number, rows)
        if has(have, number) and promise <= rows["total"][number]:
            rows["spent"][number] = old
            continue
        have |= bit(number)
        rows["side"][number] = side
        rows["card"][number] = lowest(cards_for_side(hand, side))
        rows["kind"][number] = char["kind"][side]
        rows["speed"][number] = queries.speed_of(t["rules"], char, me, side)
        rows["gain"][number] = gain
        rows["first"][number] = first
        rows["guard"][number] = 0.0
        rows["blocked"][number] = 0.0
        if has(char["own_abilities"], side):
            bonus = worth_on_side(t, public, rows["prices"], seat, side, WINS, point)
            rows["gain"][number] += bonus
            rows["first"][number] += bonus
            rows["guard"][number] = worth_on_side(t, public, rows["prices"], seat, side, GUARDS, point)
            rows["blocked"][number] = worth_on_side(t, public, rows["prices"], seat, side, IS_BLOCKED, point)
        rows["total"][number] = promise
    rows["have"] = have
    return have
