"""The openers of one hand and what each is worth when it lands, is stopped, or stops something."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import MOVES
from yomisim.kernel.bits import U0, bit, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf
from yomisim.policies.worth import damage_worth
from yomisim.policies.yomi2.equilibrium.worth import SCALE, card_worth, damage_in, mind_of, value_of, weigh
from yomisim.rules.access import char_for, fighter_of
from yomisim.rules.yomi2.combos import CHEAPEST, OPEN_END, SINGLE, STOP, best_first, card_cost, meter_cost, worth_of
from yomisim.rules.yomi2.plans import OPENERS
from yomisim.rules.yomi2.queries import damage_of, lands, valid_openers
from yomisim.rules.yomi2.zones import card_of, moves_of

#: The entry of a hand that has nothing valid to open with.
NOTHING = np.int64(MOVES)
_OPENERS = np.int64(OPENERS)


@leaf
def curved(t, public, seat, rows, measures, found):
    """Log-odds of a searched sequence of `seat`, its damage at what that much takes from the other's life."""
    damage = damage_in(found)
    linear = np.float64((rows["weights"]["damage"] >> np.int64(10)) * damage) / SCALE
    mind = mind_of(t, measures["viewer"], 1 - seat)
    return value_of(found) - linear + damage_worth(mind, fighter_of(public, 1 - seat)["life"], damage)


@compiled
def hit_back_worth(t, public, seat, hand, measures, rows, single):
    """What hitting back from `hand` gains."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    options = moves_of(hand) & (char["attacks"] | char["throws"]) & char["payable"][me["meter"]]
    weights = rows["weights"]
    move, found = best_first(t["rules"], char, weights, hand, options, char["max_combo"], me["meter"], single, CHEAPEST)
    return 0.0 if move == STOP else max(curved(t, public, seat, rows, measures, found), 0.0)


@compiled
def _landing(t, public, seat, hand, move, measures, rows):
    """Fill gain and first of an attack or throw."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    weights = rows["weights"]
    mind = mind_of(t, measures["viewer"], 1 - seat)
    life = fighter_of(public, 1 - seat)["life"]
    direct = damage_of(char, me, move) + me["first_hit_bonus"]
    rows["first"][move] = damage_worth(mind, life, direct)
    meter = me["meter"]
    found = worth_of(t["rules"], char, weights, hand, move, char["max_combo"], meter, OPEN_END, CHEAPEST)
    # the opener's own card and meter are gone either way
    found += card_cost(char, weights, move) + meter_cost(char, move, meter) * weights["meter"]
    rows["gain"][move] = curved(t, public, seat, rows, measures, found)


@compiled
def fill_rows(t, public, seat, hand, measures, rows):
    """Fill a ROWS record for `hand` of `seat`; `measures` are those of the public state."""
    weigh(t, public, seat, measures, rows["weights"])
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    have = moves_of(hand) & valid_openers(char, me)
    rows["have"] = have if have != U0 else bit(NOTHING)
    rows["gain"][NOTHING] = 0.0
    rows["first"][NOTHING] = 0.0
    rows["spent"][NOTHING] = measures["card"][seat]
    rows["back"][NOTHING] = 0.0
    rows["guard"][NOTHING] = 0.0
    single = -1.0
    whole = -1.0
    left = have
    while left != U0:
        move = lowest(left)
        left = without_lowest(left)
        kind = char["kind"][move]
        worth = card_worth(measures, seat, move)
        rows["spent"][move] = worth + meter_cost(char, move, me["meter"]) * measures["meter"][seat]
        rows["back"][move] = worth if has(char["recurring"], move) else 0.0
        rows["gain"][move] = 0.0
        rows["first"][move] = 0.0
        rows["guard"][move] = 0.0
        if lands(kind):
            _landing(t, public, seat, hand, move, measures, rows)
            continue
        rest = hand & ~bit(card_of(hand, move))
        if char["counter_damage"][move] > 0:
            mind = mind_of(t, measures["viewer"], 1 - seat)
            life = fighter_of(public, 1 - seat)["life"]
            rows["guard"][move] = damage_worth(mind, life, char["counter_damage"][move])
        elif has(char["full_combo"], move):
            if whole < 0.0:
                whole = hit_back_worth(t, public, seat, rest, measures, rows, OPEN_END)
            rows["guard"][move] = whole
        else:
            if single < 0.0:
                single = hit_back_worth(t, public, seat, rest, measures, rows, SINGLE)
            rows["guard"][move] = single


@compiled
def average(rows, hands, out):
    """Fill `out` with the mean of each move over the hands in `rows` that hold it."""
    have = U0
    for i in range(_OPENERS):
        out["gain"][i] = 0.0
        out["first"][i] = 0.0
        out["spent"][i] = 0.0
        out["back"][i] = 0.0
        out["guard"][i] = 0.0
        n = 0.0
        for a in range(hands):
            one = rows[a]
            if has(one["have"], np.int64(i)):
                n += 1.0
                out["gain"][i] += one["gain"][i]
                out["first"][i] += one["first"][i]
                out["spent"][i] += one["spent"][i]
                out["back"][i] += one["back"][i]
                out["guard"][i] += one["guard"][i]
        if n > 0.0:
            have |= bit(np.int64(i))
            out["gain"][i] /= n
            out["first"][i] /= n
            out["spent"][i] /= n
            out["back"][i] /= n
            out["guard"][i] /= n
    out["have"] = have
