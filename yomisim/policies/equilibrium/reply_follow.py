"""The card face down, between a player who replies and the policy that he knows: what pays most against its habits.

As loser he guesses at the winner's hand, works out how often such a winner goes on into a face-down card, and puts a
Joker down, or a bluff, or nothing. As winner he works out how likely it is that this loser has put down a Joker, and
goes on for what that leaves of the damage.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import PASS, PASS_BIT, U0, count, lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.policies.codes import REPLY_TO_GREEDY, REPLY_TO_LIKELIEST
from yomisim.policies.equilibrium.belief import guess_hand
from yomisim.policies.equilibrium.bluff import persistence
from yomisim.policies.equilibrium.follow import (
    JOKERS,
    STAKE_GUESSES,
    cheapest,
    face_down_chances,
    lethal,
    rewind_worth,
    search,
    stake_of,
)
from yomisim.policies.equilibrium.worth import SCALE, card_worth, measure, weigh
from yomisim.policies.greedy import bluff_percent, joker_percent
from yomisim.policies.worth import damage_worth
from yomisim.rules.yomi1.access import char_for, fighter_of, mind_of

_CERTAIN = 1.0
_EVEN = 0.5
_NEVER = 1e-9
#: Hands of the winner that are looked at; how often the loser's thoughts about them are.
_HANDS = np.int64(48)
_THOUGHTS = np.int64(8)
#: Numbers of guesses.
_FIRST_HAND = np.int64(2048)
_FIRST_THOUGHT = np.int64(3072)
#: A trust that is worth trying where the rest of the sequence ends the game.
_HOPE = 0.02


@compiled
def _goes_on(t, public, hand, study, weights, winner, way):
    """Probability that a winner with this hand goes on into a card that is put face down."""
    measures = study["measures"]
    stake, at_risk = stake_of(t, public, winner, hand, measures, weights)
    if stake <= 0.0:
        return 0.0
    if way == REPLY_TO_GREEDY:
        return 1.0
    loser = 1 - winner
    holds = measures["holds_joker"][loser]
    chance = persistence(stake, at_risk, holds, measures["joker"][loser], measures["card"][loser])
    if way == REPLY_TO_LIKELIEST:
        return 1.0 if chance > _EVEN else 0.0
    return chance


@compiled
def reply_face_down(t, seat, options, public, own, way):
    """The card that loses least, over guesses at the winner's hand."""
    out_of_line()
    cards = options & ~PASS_BIT
    if cards == U0:
        return PASS
    winner = 1 - seat
    measures, study = own["measures"], own["study"]
    measure(t, public, seat, measures)
    measure(t, public, winner, study["measures"])
    mine, his = own["outlook"]["weights"], study["outlook"]["weights"]
    weigh(t, public, winner, measures, _CERTAIN, mine)
    weigh(t, public, winner, study["measures"], _CERTAIN, his)
    nothing = 0.0
    bluff = 0.0
    joker = 0.0
    for number in range(_HANDS):
        hand = guess_hand(t, public, 1 - winner, winner, public["key"][1], _FIRST_HAND + number)
        stake, at_risk = stake_of(t, public, winner, hand, measures, mine)
        chance = _goes_on(t, public, hand, study, his, winner, way)
        nothing -= stake / _HANDS
        bluff -= chance * stake / _HANDS
        joker += chance * at_risk / _HANDS
    mind = mind_of(t, seat, seat)
    n = fighter_of(public, seat)["hand_count"]
    best = PASS
    plain = cards & ~JOKERS
    if plain != U0:
        card = cheapest(mind, n, plain)
        bluff -= card_worth(mind, n, card)
        if bluff > nothing:
            nothing = bluff
            best = card
    jokers = cards & JOKERS
    if jokers != U0 and joker - measures["joker"][seat] > nothing:
        best = lowest(jokers)
    return best


@compiled
def _habits(t, public, loser, study, way):
    """(Joker, bluff): how often the other, who has lost, puts down a Joker if he holds one, or else a bluff."""
    if way == REPLY_TO_GREEDY:
        winner_cards = fighter_of(public, 1 - loser)["hand_count"]
        shows = joker_percent(winner_cards) / 100.0
        return shows, bluff_percent(winner_cards, fighter_of(public, loser)["hand_count"]) / 100.0
    measures, weights = study["measures"], study["outlook"]["weights"]
    if way == REPLY_TO_LIKELIEST:
        show, bluff = face_down_chances(t, public, loser, measures, weights, public["key"][0], STAKE_GUESSES)
        return (1.0 if show > _EVEN else 0.0), (1.0 if bluff > _EVEN else 0.0)
    shows = 0.0
    bluffs = 0.0
    for number in range(_THOUGHTS):
        first = _FIRST_THOUGHT + 64 * number
        show, bluff = face_down_chances(t, public, loser, measures, weights, public["key"][1], first)
        shows += show / _THOUGHTS
        bluffs += bluff / _THOUGHTS
    return shows, bluffs


@compiled
def _joker_down(t, seat, public, study, way):
    """Probability that the card that the other has put face down is a Joker; it stays the same for a turn."""
    if study["turn"] == public["turn"]:
        return study["joker"]
    loser = 1 - seat
    other = fighter_of(public, loser)
    other["hand_count"] += 1  # as it was when he decided
    other["face_down"] = 0
    measure(t, public, loser, study["measures"])
    shows, bluffs = _habits(t, public, loser, study, way)
    other["face_down"] = 1
    other["hand_count"] -= 1
    holds = study["measures"]["holds_joker"][loser]
    seen = holds * shows + (1.0 - holds) * bluffs
    study["turn"] = public["turn"]
    study["joker"] = holds * shows / seen if seen > _NEVER else holds
    return study["joker"]


@compiled
def reply_follow(t, seat, options, public, own, way, single):
    """The next move under a face-down card: what is worth most by what that card seems to be."""
    out_of_line()
    moves = options & ~PASS_BIT
    if moves == U0:
        return PASS
    joker = _joker_down(t, seat, public, own["study"], way)
    trust = 1.0 - joker
    measures, weights = own["measures"], own["outlook"]["weights"]
    measure(t, public, seat, measures)
    if trust > _HOPE:
        side = lethal(t, public, seat, own["hand"], weights, moves, single)
        if side >= 0:
            return side
    weigh(t, public, seat, measures, trust, weights)
    side, gain, damage = search(t, public, seat, own["hand"], weights, moves, single)
    if side < 0:
        return PASS
    life = fighter_of(public, 1 - seat)["life"] - public["stake"]
    gain += trust * damage_worth(mind_of(t, seat, 1 - seat), life, damage)
    gain -= np.float64((weights["damage"] >> 10) * damage) / SCALE
    if public["stake"] == 0:
        gain -= joker * rewind_worth(t, measures, 1 - seat)
    return side if gain > 0.0 else PASS


@compiled
def reply_pump(t, seat, options, public, own, way):
    """Pump under a face-down card while that is worth the card."""
    cards = options & ~PASS_BIT
    if cards == U0:
        return PASS
    joker = _joker_down(t, seat, public, own["study"], way)
    mind = mind_of(t, seat, seat)
    me = fighter_of(public, seat)
    char = char_for(t, public, seat)
    card = cheapest(mind, me["hand_count"], cards)
    price = card_worth(mind, me["hand_count"], card)
    amount = np.int64(char["pump_damage"][me["last_side"]])
    most = min(np.int64(char["pump_max"][me["last_side"]]) - me["pumps"], count(cards))
    life = fighter_of(public, 1 - seat)["life"] - public["stake"]
    trust = 1.0 - joker
    if amount * most >= life and trust > _HOPE:
        return card
    gain = trust * damage_worth(mind_of(t, seat, 1 - seat), life, amount)
    if public["stake"] == 0:
        measure(t, public, seat, own["measures"])
        price += joker * rewind_worth(t, own["measures"], 1 - seat)
    return card if gain > price else PASS
