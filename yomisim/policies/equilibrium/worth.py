"""What a state is worth, and what single things are worth in it, in log-odds of winning.

The log-odds of winning are the sum of what each fighter has, own less other (MIND records, one per character).
Everything here looks at public information only; a hand is judged by its size, the cards that were shown, and by what
the unseen cards hold on average, those counting more that characters keep.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import ACE, HAND_STEPS, JACK, JOKER
from yomisim.kernel.bits import U0, count
from yomisim.kernel.jit import compiled, leaf
from yomisim.kernel.logistic import decay
from yomisim.policies.worth import damage_worth, life_worth, size_worth
from yomisim.rules.yomi1.access import fighter_of, mind_of
from yomisim.rules.yomi1.zones import rank_cards, unseen

#: Nobody has kept or played anything before its combat.
FIRST_TURN = np.int64(1)
#: Life over which the worth of a point is averaged.
_SPAN = np.int64(10)
#: Cards over which the worth of a card is averaged where it is cheaper to spend several than one.
_FEW = np.int64(4)


@leaf
def point_worth(mind, life):
    """What a point of damage takes on average over the next few, the last one left out: it ends the game."""
    span = max(min(_SPAN, life - 1), np.int64(1))
    return max(damage_worth(mind, max(life, 2), span) / span, 0.005)


@leaf
def card_worth(mind, n, card):
    """Worth of `card` in a hand of `n`."""
    return size_worth(mind, n) + mind["rank"][card >> 2]


@leaf
def _several(mind, n):
    """Worth of a card in a hand of `n`, on average over the last few: less than of one where empty hands are filled."""
    n = min(n, HAND_STEPS - 1)
    few = max(min(n, _FEW), np.int64(1))
    return (mind["hand"][n] - mind["hand"][max(n - few, 0)]) / few


@leaf
def _weight(mind, rank, turn):
    """How likely a card of a rank comes to hand, against others."""
    return 1.0 if turn == FIRST_TURN else mind["kept"][rank]


@compiled
def _whole(mind, cards, turn):
    """(weight, worth of the ranks) of all of these cards."""
    weight = 0.0
    worth = 0.0
    for rank in range(JOKER + 1):
        n = count(cards & rank_cards(np.int64(rank)))
        weight += n * _weight(mind, rank, turn)
        worth += n * mind["rank"][rank]
    return weight, worth


@compiled
def _held_worth(mind, cards, weight, n, turn):
    """Mean worth of the ranks of `n` hidden cards among more `cards` of this weight, drawn one by one by their weights.

    A card of weight w stays out of the hand with probability e^(-w x), where x is the sum of the reciprocal weights of
    what is left at each draw; the rest is scaled to n cards.
    """
    left = count(cards)
    drawn = 0.0
    for k in range(n):
        drawn += 1.0 / (left - k)
    drawn *= left / weight
    worth = 0.0
    there = 1e-9
    for rank in range(JOKER + 1):
        found = count(cards & rank_cards(np.int64(rank)))
        if found != 0:
            held = found * (1.0 - decay(_weight(mind, rank, turn) * drawn))
            there += held
            worth += held * mind["rank"][rank]
    return worth * n / there


@leaf
def _holds_joker(mind, me, hidden, weight, turn):
    """Probability that a hand holds a Joker, from what is public; a face-down card counts as in hand.

    `hidden` : the cards among which its hidden ones are; `weight` of all of them.
    """
    jokers = rank_cards(np.int64(JOKER))
    if me["shown"] & jokers != U0:
        return 1.0
    n = min(me["hand_count"] + me["face_down"] - count(me["shown"]), count(hidden))
    left = count(hidden & jokers)
    if left == 0 or n <= 0:
        return 0.0
    of_jokers = left * _weight(mind, JOKER, turn)
    others = max(count(hidden) - left, 1)
    of_others = weight - of_jokers
    none = 1.0
    for k in range(n):  # card by card, each of them no Joker and of mean weight
        rest = max(of_others * (others - k) / others, 0.0)
        none *= rest / (rest + of_jokers)
    return 1.0 - none


@compiled
def measure(t, public, viewer, out):
    """Fill a MEASURES record from the public state, as the player in seat `viewer` thinks."""
    out["viewer"] = viewer
    turn = public["turn"]
    lead = 0.0
    for seat in range(2):
        me = fighter_of(public, seat)
        mind = mind_of(t, viewer, np.int64(seat))
        n = me["hand_count"]
        hidden = unseen(me)
        shown = me["shown"]
        held = min(n - count(shown), count(hidden))
        weight, whole = _whole(mind, hidden, turn)
        in_hand = _held_worth(mind, hidden, weight, held, turn) if held < count(hidden) else whole
        in_deck = (whole - in_hand) / max(count(hidden) - held, 1)
        slope = size_worth(mind, n)
        plain = 0.0
        for rank in range(JACK):
            plain += mind["rank"][rank]
        out["draw"][seat] = size_worth(mind, n + 1) + in_deck
        out["card"][seat] = max(min(slope, _several(mind, n)) + plain / JACK, 0.005)
        out["ace"][seat] = slope + mind["rank"][ACE]
        out["joker"][seat] = slope + mind["rank"][JOKER]
        out["down"][seat] = -mind["down"]
        out["holds_joker"][seat] = _holds_joker(mind, me, hidden, weight, turn)
        mine = mind["start"] + life_worth(mind, me["life"]) + mind["hand"][min(n, HAND_STEPS - 1)]
        mine += in_hand + (_whole(mind, shown, turn)[1] if shown != U0 else 0.0)
        mine += count(me["in_play"]) * mind["in_play"]
        lead += mine if seat == 0 else -mine
    out["lead"] = lead


@compiled
def weigh(t, public, seat, measures, certain, out):
    """Weights for the search of combos of `seat`: log-odds in units of SCALE, damage also counted in the lowest bits.

    `certain` is the probability that what follows is not stopped by a Joker.
    """
    other = fighter_of(public, 1 - seat)
    point = point_worth(mind_of(t, measures["viewer"], 1 - seat), other["life"])
    out["damage"] = np.int64(point * certain * SCALE) * COUNTER + 1
    out["card"] = np.int64(measures["card"][seat] * SCALE) * COUNTER
    out["ace"] = np.int64(measures["ace"][seat] * SCALE) * COUNTER
    out["chain_ace"] = np.int64(measures["ace"][seat] * SCALE) * COUNTER
    out["knockdown"] = np.int64(measures["down"][1 - seat] * SCALE) * COUNTER


#: Log-odds are searched in units of 1 / SCALE, times COUNTER: the bits below hold the damage of a sequence.
SCALE = 10000.0
COUNTER = np.int64(1024)
_LOW = np.int64(1023)


@leaf
def value_of(found):
    """Log-odds of a searched sequence."""
    return (found >> np.int64(10)) / SCALE


@leaf
def damage_in(found):
    """Damage of a searched sequence."""
    return found & _LOW
