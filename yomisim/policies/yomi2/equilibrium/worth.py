"""What a state of Yomi 2 is worth, and what single things are worth in it, in log-odds of winning.

The log-odds of winning are the sum of what each fighter has, own less other (MIND records). Everything here looks at
public information only; a hand is judged by its size and by what the unseen cards hold on average.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import HAND_STEPS, MAX_METER, MOVES
from yomisim.kernel.bits import count, has
from yomisim.kernel.jit import compiled, leaf
from yomisim.policies.guesses import fill_hand
from yomisim.policies.worth import damage_worth, life_worth, size_worth
from yomisim.rules.access import char_for, fighter_of
from yomisim.rules.yomi2.zones import copies_of

_MOST_METER = np.int64(MAX_METER)
#: Life over which the worth of a point is averaged.
_SPAN = np.int64(10)
_STRIDE = np.uint64(4096)
_GUESSES = np.uint64(64)

#: Log-odds are searched in units of 1 / SCALE, times COUNTER: the bits below hold the damage of a sequence.
SCALE = 10000.0
COUNTER = np.int64(1024)
_LOW = np.int64(1023)
_TEN = np.int64(10)


@leaf
def mind_of(t, viewer, seat):
    """MIND record: what the player in seat `viewer` thinks of the fighter in `seat`."""
    return t["mind"][viewer][seat]


@leaf
def point_worth(mind, life):
    """What a point of damage takes on average over the next few, the last one left out: it ends the game."""
    span = max(min(_SPAN, life - 1), np.int64(1))
    return max(damage_worth(mind, max(life, 2), span) / span, 0.003)


@leaf
def extra_worth(mind, char, move):
    """What a card of `move` is worth in hand beyond being a card."""
    if has(char["blocks"], move):
        return mind["block"]
    if has(char["supers"], move):
        return mind["super"]
    if has(char["abilities"], move):
        return mind["ability"]
    if has(char["exchangeable"], move):
        return 0.0
    return mind["special"]


@leaf
def unseen(char, me):
    """Cards of a fighter that the other player has not located: in the deck, or in hand and not shown."""
    return char["cards"] & ~(me["discard"] | me["table"] | me["in_play"] | me["removed"] | me["revealed"] | me["shown"])


@compiled
def measure(t, public, viewer, out):
    """Fill a MEASURES record from the public state, as the player in seat `viewer` thinks."""
    out["viewer"] = viewer
    lead = 0.0
    for who in range(2):
        seat = np.int64(who)
        me = fighter_of(public, seat)
        char = char_for(t, public, seat)
        mind = mind_of(t, viewer, seat)
        n = me["hand_count"]
        hidden = unseen(char, me)
        total = 0.0
        known = 0.0
        for number in range(MOVES):
            move = np.int64(number)
            extra = extra_worth(mind, char, move)
            out["extra"][seat, move] = extra
            total += extra * count(hidden & copies_of(move))
            known += extra * count(me["shown"] & copies_of(move))
        mean = total / max(count(hidden), 1)
        meter = min(me["meter"], _MOST_METER)
        out["draw"][seat] = size_worth(mind, n + 1) + mean
        out["card"][seat] = max(size_worth(mind, n), 0.003)
        out["gain"][seat] = mind["meter"][min(meter + 1, _MOST_METER)] - mind["meter"][meter]
        out["meter"][seat] = mind["meter"][meter] - mind["meter"][max(meter - 1, np.int64(0))]
        out["down"][seat] = -mind["down"]
        out["edge"][seat] = mind["edge"]
        mine = life_worth(mind, me["life"]) + mind["hand"][min(n, HAND_STEPS - 1)] + mind["meter"][meter]
        mine += known + max(n - count(me["shown"]), 0) * mean + count(me["in_play"]) * mind["in_play"]
        lead += mine if seat == 0 else -mine
    out["lead"] = lead


@leaf
def card_worth(measures, seat, move):
    """What a card of `move` is worth in the hand of `seat`."""
    return measures["card"][seat] + measures["extra"][seat, move]


@compiled
def weigh(t, public, seat, measures, out):
    """Weights for the search of combos of `seat`: log-odds in units of SCALE, damage also in the lowest bits."""
    other = fighter_of(public, 1 - seat)
    mind = mind_of(t, measures["viewer"], seat)
    point = point_worth(mind_of(t, measures["viewer"], 1 - seat), other["life"])
    out["damage"] = np.int64(point * SCALE) * COUNTER + 1
    out["card"] = np.int64(measures["card"][seat] * SCALE) * COUNTER
    out["super"] = np.int64((measures["card"][seat] + mind["super"]) * SCALE) * COUNTER
    out["meter"] = np.int64(measures["meter"][seat] * SCALE) * COUNTER
    out["meter_gained"] = np.int64(measures["gain"][seat] * SCALE) * COUNTER
    out["knockdown"] = np.int64(measures["down"][1 - seat] * SCALE) * COUNTER
    out["edge"] = np.int64(measures["edge"][seat] * SCALE) * COUNTER


@compiled
def weigh_damage(out):
    """Weights that count damage alone."""
    out["damage"] = 1
    out["card"] = 0
    out["super"] = 0
    out["meter"] = 0
    out["meter_gained"] = 0
    out["knockdown"] = 0
    out["edge"] = 0


@leaf
def value_of(found):
    """Log-odds of a searched sequence."""
    return (found >> _TEN) / SCALE


@leaf
def damage_in(found):
    """Damage of a searched sequence."""
    return found & _LOW


@compiled
def guess_hand(t, public, seat, number):
    """Guess `number` at the hand of a seat: the cards that were shown, and others drawn from what is unseen.

    Random numbers hang on the game, the turn and the number of the guess; they are no secret (PUBLIC["key"]).
    """
    me = fighter_of(public, seat)
    hand = me["shown"]
    pool = unseen(char_for(t, public, seat), me)
    need = min(me["hand_count"] - count(hand), count(pool))
    place = (np.uint64(public["turn"]) * _GUESSES + np.uint64(number)) * _STRIDE
    return fill_hand(hand, pool, need, public["key"][seat], place)
