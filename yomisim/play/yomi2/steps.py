"""The smallest things that happen: a card is drawn, damage is dealt, meter is gained, the game ends."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.tables import BOTH_AT_ZERO, COUNTDOWN_WHEN_HIT, TIME_OVER_TIE
from yomisim.kernel.bits import U0, bit, count, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.rules.access import char_of, deep_of, fighter, own_of
from yomisim.rules.log import emit_1, emit_2, emit_3
from yomisim.rules.records import NO_CARD, NOBODY, SEAT_0, SEAT_1
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.state import BOTH_ZERO, KNOCKOUT, TIME_OVER
from yomisim.rules.yomi2.zones import copies_of, leave_play, next_card

_MORE_LIFE = np.int64(BOTH_AT_ZERO.index("more_life"))
_ACTIVE = np.int64(BOTH_AT_ZERO.index("active"))
_NOT_CAUSER = np.int64(TIME_OVER_TIE.index("not_causer"))
_STOPS = np.int64(COUNTDOWN_WHEN_HIT.index("stops"))


@compiled
def end_game(m, winner, ending):
    """The game is over; only the first end counts."""
    if m["over"] == 0:
        m["over"] = 1
        m["winner"] = winner
        m["ending"] = ending
        emit_1(m, events.GAME_OVER, winner, ending)


@leaf
def _with_more_life(m):
    a = fighter(m, SEAT_0)["life"]
    b = fighter(m, SEAT_1)["life"]
    return SEAT_0 if a > b else (SEAT_1 if b > a else NOBODY)


@compiled
def _time_over(t, m, seat):
    """`seat` would shuffle once too often: more life wins."""
    winner = _with_more_life(m)
    if winner == NOBODY and t["rules"]["time_over_tie"] == _NOT_CAUSER:
        winner = np.int64(1 - seat)
    end_game(m, winner, TIME_OVER)


@compiled
def _knock_out(t, m):
    lost_0 = fighter(m, 0)["life"] <= 0 and char_of(t, m, 0)["undying"] == 0
    lost_1 = fighter(m, 1)["life"] <= 0 and char_of(t, m, 1)["undying"] == 0
    if lost_0 and lost_1:
        winner = NOBODY
        rule = t["rules"]["both_at_zero"]
        if rule == _MORE_LIFE:
            winner = _with_more_life(m)
        elif rule == _ACTIVE:
            winner = m["public"]["active"]
        end_game(m, winner, BOTH_ZERO)
    elif lost_0:
        end_game(m, SEAT_1, KNOCKOUT)
    elif lost_1:
        end_game(m, SEAT_0, KNOCKOUT)


@leaf
def check_life(t, m):
    """End the game where a life total has reached 0. Called after every step that costs life."""
    if fighter(m, 0)["life"] <= 0 or fighter(m, 1)["life"] <= 0:
        _knock_out(t, m)


@leaf
def lose_life(m, seat, amount, reason):
    """`seat` loses life without being hit; the caller checks for the end of the game."""
    if amount > 0:
        me = fighter(m, seat)
        me["life"] -= amount
        emit_3(m, events.DAMAGE, seat, amount, me["life"], reason)


@compiled
def _when_hit(t, m, seat):
    """What being hit does to what `seat` has in play and to its countdown."""
    out_of_line()
    me = fighter(m, seat)
    leave_play(t, m, seat, t["char"][seat][0]["leaves_when_hit"])
    if me["countdown"] > 0:
        # stopping for one combat: the count that this combat would take off is given back
        me["countdown"] = me["countdown"] + 1 if t["rules"]["countdown_when_hit"] == _STOPS else 0
        emit_1(m, events.COUNTDOWN, seat, me["countdown"])


@compiled
def _prevented(t, m, seat):
    """Whether something in play takes a hit for `seat`; it leaves."""
    out_of_line()
    shields = fighter(m, seat)["in_play"] & t["char"][seat][0]["shields"]
    if shields == U0:
        return False
    card = lowest(shields)
    emit_1(m, events.PREVENTED, seat, card)
    leave_play(t, m, seat, bit(card))
    return True


@leaf
def shielded(t, m, seat):
    """Whether the next hit on `seat` would deal nothing."""
    return fighter(m, seat)["in_play"] & t["char"][seat][0]["shields"] != U0


@leaf
def _hit(t, m, seat, amount, reason):
    """`_strike` without a look at whether somebody is out."""
    if amount <= 0:
        return True
    me = fighter(m, seat)
    victim = np.int64(1 - seat)
    other = fighter(m, victim)
    if other["in_play"] != U0 and _prevented(t, m, victim):
        return False
    if me["has_hit"] == 0:
        amount += me["first_hit_bonus"]
        me["has_hit"] = 1
    me["combo_damage"] += amount
    first = other["was_hit"] == 0
    other["was_hit"] = 1
    other["life"] -= amount
    emit_3(m, events.DAMAGE, victim, amount, other["life"], reason)
    if first and (other["in_play"] != U0 or other["countdown"] > 0):
        _when_hit(t, m, victim)
    return True


def _strike(t, m, seat, amount, reason):
    """`seat` hits the other player for `amount`, 0 being no hit; whether it was not prevented."""
    landed = _hit(t, m, seat, amount, reason)
    check_life(t, m)
    return landed


@compiled
def strike_without_end(t, m, seat, amount):
    """A hit by an ability that is one of two at the same moment: the caller looks at life."""
    return _hit(t, m, seat, amount, events.WHY_ABILITY)


@compiled
def gain_life(t, m, seat, amount):
    """`seat` gains life, up to its start where the rules cap it."""
    me = fighter(m, seat)
    before = me["life"]
    after = before + amount
    if t["rules"]["heal_cap"] != 0:
        after = min(after, max(before, char_of(t, m, seat)["hit_points"]))
    me["life"] = after
    emit_2(m, events.HEAL, seat, after - before, after)


@leaf
def gain_meter(t, m, seat, amount, reason):
    """`seat` gains meter, up to the limit."""
    me = fighter(m, seat)
    before = me["meter"]
    me["meter"] = min(before + amount, t["rules"]["meter_max"])
    emit_3(m, events.METER, seat, me["meter"] - before, me["meter"], reason)


@leaf
def pay_meter(m, seat, amount, reason):
    """`seat` pays meter, as far as there is any."""
    if amount > 0:
        me = fighter(m, seat)
        paid = min(me["meter"], amount)
        me["meter"] -= paid
        emit_3(m, events.METER, seat, -paid, me["meter"], reason)


@compiled
def _refill(t, m, seat):
    """The deck of `seat` is empty and a card is due: the discard pile becomes the deck, or time is over.

    Whether there is a card now.
    """
    out_of_line()
    me = fighter(m, seat)
    deep = deep_of(m, seat)
    while deep["deck"] == U0:
        if me["reshuffles"] >= t["rules"]["reshuffles"]:
            _time_over(t, m, seat)
            return False
        me["reshuffles"] += 1
        kept = U0
        keeps = char_of(t, m, seat)["keeps"]
        while keeps != U0:
            copies = me["discard"] & copies_of(lowest(keeps))
            keeps = without_lowest(keeps)
            if copies != U0:
                kept |= bit(lowest(copies))
        deep["deck"] = me["discard"] & ~kept
        deep["shuffles"] += np.uint64(1)
        deep["cursor"] = U0
        me["discard"] = kept
        emit_2(m, events.RESHUFFLE, seat, count(deep["deck"]), me["reshuffles"])
    return True


@leaf
def change_hand(m, seat, change, reason):
    """The hand size of a bot grows or shrinks; bounds are looked at when the step is over."""
    if change != 0:
        me = fighter(m, seat)
        me["hand_count"] += change
        emit_3(m, events.HAND, seat, change, me["hand_count"], reason)


@once
def top_card(t, m, seat):
    """Take the top card of the deck of `seat`, NO_CARD where time is over; it is in no zone until it is put down."""
    if deep_of(m, seat)["deck"] == U0 and not _refill(t, m, seat):
        return NO_CARD
    return next_card(m, seat)


@leaf
def receive(t, m, seat, card, reason):
    """A card that is in no zone goes to the hand, or where that is full to the discard pile; whether to the hand."""
    me = fighter(m, seat)
    if me["hand_count"] >= t["rules"]["hand_limit"]:
        me["discard"] |= bit(card)
        emit_2(m, events.OVERFLOW, seat, card, reason)
        return False
    own_of(m, seat)["hand"] |= bit(card)
    me["hand_count"] += 1
    return True


def _draw(t, m, seat, n, reason):
    """`seat` draws `n` cards."""
    if fighter(m, seat)["sheet"] != 0:
        change_hand(m, seat, n, reason)
        return
    for _ in range(n):
        card = top_card(t, m, seat)
        if card == NO_CARD:
            return
        if receive(t, m, seat, card, reason):
            emit_2(m, events.DRAW, seat, card, reason)


# Two forms of what both the hot unit and the abilities use: inlined where games spend their time, and as one piece of
# code elsewhere.
draw = once(_draw)
draw_apart = compiled(_draw)
strike = once(_strike)
strike_apart = compiled(_strike)
