"""After the combat cards: going on under a face-down card, combos, pumps, hit backs, Jokers and bluffs."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import JOKER, KIND_DODGE
from yomisim.kernel.bits import PASS, PASS_BIT, U0, count, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.kernel.rng import at
from yomisim.policies.codes import FACE_DOWN, LIKELIEST
from yomisim.policies.equilibrium.belief import guess_hand
from yomisim.policies.equilibrium.bluff import bluffing, credit, persistence, showing
from yomisim.policies.equilibrium.opening import key_of_guesses
from yomisim.policies.equilibrium.worth import SCALE, card_worth, damage_in, measure, value_of, weigh
from yomisim.policies.mixing import fraction
from yomisim.policies.uniform import roll
from yomisim.policies.worth import damage_worth
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi1.access import char_for, fighter_of, mind_of
from yomisim.rules.yomi1.combos import STOP, best_follow, best_single, worth_of_opener
from yomisim.rules.yomi1.moves import continuations, hit_backs, throws_after_block
from yomisim.rules.yomi1.queries import usable_sides

_CERTAIN = 1.0
_EVEN = 0.5
_GUESSES = np.int64(6)
#: Number of the first guess at the hand of a winner.
STAKE_GUESSES = np.int64(32)
JOKERS = np.uint64(3 << (4 * JOKER))
#: Address of the one decision a turn to go on into a face-down card (beyond those of `roll`).
_NERVE = np.uint64(1 << 14)
_TURNS = np.uint64(1 << 16)


@compiled
def cheapest(mind, n, cards):
    """The card that is worth least in hand."""
    best = lowest(cards)
    left = cards
    while left != U0:
        card = lowest(left)
        left = without_lowest(left)
        if card_worth(mind, n, card) < card_worth(mind, n, best):
            best = card
    return best


@compiled
def dearest(mind, n, cards):
    """The card that is worth most in hand."""
    best = lowest(cards)
    left = cards
    while left != U0:
        card = lowest(left)
        left = without_lowest(left)
        if card_worth(mind, n, card) > card_worth(mind, n, best):
            best = card
    return best


@leaf
def _opens_combo(char, me):
    """Whether the move after a guard may lead to a whole combo: after certain dodges, and after a blocked attack."""
    dodged = me["locked_kind"] == KIND_DODGE
    return not dodged or me["full_combo"] != 0 or (me["side"] >= 0 and has(char["full_combo"], me["side"]))


@compiled
def _best_opening(t, char, me, usable, weights, hand, options):
    """(side, value) of the best whole combo that starts with one of `options`; STOP and 0 where nothing pays."""
    best = STOP
    top = np.int64(0)
    while options != U0:
        side = lowest(options)
        options = without_lowest(options)
        found = worth_of_opener(t["rules"], char, usable, weights, hand, side, me["enders_only"])
        if found > top:
            top = found
            best = side
    return best, top


@compiled
def _best(t, public, seat, hand, weights, options, single):
    """(side, value) of the best that can follow now by some weights; `single`: the move after a guard."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    usable = usable_sides(char, me)
    if single:
        if _opens_combo(char, me):
            return _best_opening(t, char, me, usable, weights, hand, options)
        return best_single(t["rules"], char, usable, weights, hand, options)
    left = char["pump_max"][me["last_side"]] - me["pumps"]
    return best_follow(
        t["rules"], char, usable, weights, hand, me["last_side"], me["points_left"], me["run"], left, options
    )


@leaf
def search(t, public, seat, hand, weights, options, single):
    """(side, log-odds, damage) of the best that can follow now, STOP where nothing pays."""
    side, found = _best(t, public, seat, hand, weights, options, single)
    return side, value_of(found), damage_in(found)


@compiled
def lethal(t, public, seat, hand, weights, options, single):
    """The first move of the sequence with the most damage if that ends the game, else STOP; `weights` is scratch."""
    weights["damage"] = 1
    weights["card"] = 0
    weights["ace"] = 0
    weights["chain_ace"] = 0
    weights["knockdown"] = 0
    side, damage = _best(t, public, seat, hand, weights, options, single)
    waiting = public["stake"] if public["under"] != NOBODY else np.int64(0)
    return side if waiting + damage >= fighter_of(public, 1 - seat)["life"] else STOP


@leaf
def _nerve(luck, way):
    """The number from 0 to 1 that decides this turn whether to go on into a face-down card."""
    if way == LIKELIEST:
        return _EVEN
    return fraction(at(luck["key"], luck["turn"] * _TURNS + _NERVE))


@leaf
def rewind_worth(t, measures, seat):
    """What a Joker of `seat` draws when it stops damage."""
    return t["rules"]["rewind_draw"] * measures["draw"][seat]


@compiled
def choose_follow(t, seat, options, public, own, luck, way, single):
    """Next move of a combo, or the move after a dodge (`single`)."""
    out_of_line()
    moves = options & ~PASS_BIT
    if moves == U0:
        return PASS
    if fighter_of(public, 1 - seat)["shielded"] != 0:
        return PASS
    measures = own["measures"]
    weights = own["outlook"]["weights"]
    measure(t, public, seat, measures)
    other = fighter_of(public, 1 - seat)
    under = public["under"] != NOBODY
    if other["life"] <= 60:
        side = lethal(t, public, seat, own["hand"], weights, moves, single)
        if side != STOP and not under:
            return side
    weigh(t, public, seat, measures, _CERTAIN, weights)
    side, gain, damage = search(t, public, seat, own["hand"], weights, moves, single)
    if side == STOP or not under:
        return PASS if side == STOP else side
    by_damage = damage_worth(mind_of(t, seat, 1 - seat), other["life"] - public["stake"], damage)
    linear = np.float64((weights["damage"] >> 10) * damage) / SCALE
    gain += by_damage - linear
    already = damage_worth(mind_of(t, seat, 1 - seat), other["life"], public["stake"])
    at_risk = max(by_damage - gain, 0.0) + rewind_worth(t, measures, 1 - seat)
    stake = max(gain, 0.0)
    if public["stake"] > 0:  # gone on already: what is drawn for a Joker is lost either way
        at_risk = max(by_damage - gain, 0.0)
        stake = max(gain + already, 0.0)
    holds = measures["holds_joker"][1 - seat]
    joker, card = measures["joker"][1 - seat], measures["card"][1 - seat]
    if _nerve(luck, way) >= persistence(stake, at_risk, holds, joker, card):
        return PASS
    trust = 1.0 - min(credit(stake, at_risk), max(holds, 0.05))
    weigh(t, public, seat, measures, trust, weights)
    careful, _gain, _damage = search(t, public, seat, own["hand"], weights, moves, single)
    if careful == STOP:
        return side if public["stake"] == 0 else PASS
    return careful


@compiled
def choose_pump(t, seat, options, public, own, luck, way):
    """Pump the last move while its damage is worth more than the card, or ends the game."""
    cards = options & ~PASS_BIT
    if cards == U0:
        return PASS
    mind = mind_of(t, seat, seat)
    me = fighter_of(public, seat)
    life = fighter_of(public, 1 - seat)["life"]
    char = char_for(t, public, seat)
    card = cheapest(mind, me["hand_count"], cards)
    price = card_worth(mind, me["hand_count"], card)
    amount = np.int64(char["pump_damage"][me["last_side"]])
    under = public["under"] != NOBODY
    waiting = public["stake"] if under else np.int64(0)
    most = min(np.int64(char["pump_max"][me["last_side"]]) - me["pumps"], count(cards))
    ends_it = waiting + amount * most >= life
    gain = damage_worth(mind_of(t, seat, 1 - seat), life - waiting, amount)
    if under:
        measures = own["measures"]
        measure(t, public, seat, measures)
        stake = damage_worth(mind_of(t, seat, 1 - seat), life, waiting + amount * most) - most * price
        at_risk = most * price + rewind_worth(t, measures, 1 - seat)
        holds = measures["holds_joker"][1 - seat]
        go_on = persistence(stake, at_risk, holds, measures["joker"][1 - seat], measures["card"][1 - seat])
        if _nerve(luck, way) >= go_on:
            return PASS
        gain *= 1.0 - min(credit(stake, at_risk), holds)
    return card if ends_it or gain > price else PASS


@compiled
def stake_of(t, public, seat, hand, measures, weights):
    """(stake, at risk) of the winner `seat` if he holds `hand`, before he goes on; `weights` as `weigh` sets them."""
    char = char_for(t, public, seat)
    me = fighter_of(public, seat)
    single = me["last_side"] < 0
    if single and me["locked_kind"] != KIND_DODGE:
        options = throws_after_block(char, me, hand) & ~PASS_BIT
    elif single:
        options = hit_backs(char, me, hand, True) & ~PASS_BIT
    else:
        options = continuations(char, me, hand) & ~PASS_BIT
    _side, gain, damage = search(t, public, seat, hand, weights, options, single)
    mind = mind_of(t, measures["viewer"], 1 - seat)
    by_damage = damage_worth(mind, fighter_of(public, 1 - seat)["life"], damage)
    gain += by_damage - np.float64((weights["damage"] >> 10) * damage) / SCALE
    return max(gain, 0.0), max(by_damage - gain, 0.0) + rewind_worth(t, measures, 1 - seat)


@compiled
def _stake_guess(t, public, seat, measures, weights, key, first):
    """The same on average over guesses at the winner's hand, from number `first` on."""
    weigh(t, public, seat, measures, _CERTAIN, weights)
    stakes = 0.0
    risks = 0.0
    for number in range(_GUESSES):
        hand = guess_hand(t, public, measures["viewer"], seat, key, first + number)
        stake, at_risk = stake_of(t, public, seat, hand, measures, weights)
        stakes += stake
        risks += at_risk
    return stakes / _GUESSES, risks / _GUESSES


@compiled
def face_down_chances(t, public, seat, measures, weights, key, first):
    """(Joker, bluff): how often a loser in `seat` puts down a Joker if he holds one, and another card if he does not.

    `measures` are those of the public state, `weights` is scratch, `key` and `first` as in `guess_hand`.
    """
    stake, at_risk = _stake_guess(t, public, 1 - seat, measures, weights, key, first)
    holds = measures["holds_joker"][seat]
    joker, card = measures["joker"][seat], measures["card"][seat]
    return showing(stake, at_risk, holds, joker, card), bluffing(stake, at_risk, holds, joker, card)


@compiled
def choose_face_down(t, seat, options, public, own, luck, way):
    """A Joker where it pays, a bluff as often as the winner cannot punish."""
    out_of_line()
    cards = options & ~PASS_BIT
    if cards == U0:
        return PASS
    measure(t, public, seat, own["measures"])
    key = key_of_guesses(public, own, way)
    shows, bluffs = face_down_chances(t, public, seat, own["measures"], own["outlook"]["weights"], key, STAKE_GUESSES)
    lot = _EVEN if way == LIKELIEST else fraction(roll(luck, FACE_DOWN))
    jokers = cards & JOKERS
    if jokers != U0:
        return lowest(jokers) if lot < shows else PASS
    return cheapest(mind_of(t, seat, seat), fighter_of(public, seat)["hand_count"], cards) if lot < bluffs else PASS
