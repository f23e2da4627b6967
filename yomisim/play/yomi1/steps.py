"""The smallest things that happen: a card is drawn, life is lost, the game ends."""

from __future__ import annotations

from yomisim.kernel.bits import U0
from yomisim.kernel.jit import compiled, leaf, once
from yomisim.policies.decide import choose
from yomisim.rules.log import emit_1, emit_2, emit_3
from yomisim.rules.records import NO_CARD, NOBODY, SEAT_0, SEAT_1
from yomisim.rules.yomi1.access import char_of, deep_of, fighter, own_of
from yomisim.rules.yomi1.events import DAMAGE, DRAW, GAME_OVER, HEAL, NO_DRAW
from yomisim.rules.yomi1.state import BOTH_ZERO, KNOCKOUT, LAST_CARD
from yomisim.rules.yomi1.zones import add_to_hand, distinct, forget_drawn, next_card, shuffle_deck


@compiled
def end_game(m, winner, ending):
    """The game is over; only the first end counts."""
    if m["over"] == 0:
        m["over"] = 1
        m["winner"] = winner
        m["ending"] = ending
        emit_1(m, GAME_OVER, winner, ending)


@compiled
def end_by_life(m, ending):
    """The player with more life wins; equal life is a draw."""
    a = fighter(m, 0)["life"]
    b = fighter(m, 1)["life"]
    end_game(m, SEAT_0 if a > b else (SEAT_1 if b > a else NOBODY), ending)


@compiled
def _knock_out(t, m):
    lost_0 = fighter(m, 0)["life"] <= 0
    lost_1 = fighter(m, 1)["life"] <= 0
    if lost_0 and lost_1:
        rule = t["rules"]["both_at_zero"]
        if rule == 0:
            end_game(m, NOBODY, BOTH_ZERO)
        elif rule == 1:
            end_by_life(m, BOTH_ZERO)
        else:
            end_game(m, m["public"]["initiative"], BOTH_ZERO)
    elif lost_0:
        end_game(m, SEAT_1, KNOCKOUT)
    else:
        end_game(m, SEAT_0, KNOCKOUT)


@leaf
def check_life(t, m):
    """End the game where a life total has reached 0. Called after every step that costs life."""
    if fighter(m, 0)["life"] <= 0 or fighter(m, 1)["life"] <= 0:
        _knock_out(t, m)


@leaf
def lose_life(m, seat, amount, reason):
    """`seat` loses life; the caller checks for the end of the game when the step is complete."""
    if amount > 0:
        me = fighter(m, seat)
        me["life"] -= amount
        emit_3(m, DAMAGE, seat, amount, me["life"], reason)


@compiled
def gain_life(t, m, seat, amount):
    """`seat` gains life, up to its start where the rules cap it."""
    me = fighter(m, seat)
    before = me["life"]
    after = before + amount
    if t["rules"]["life_cap"] != 0:
        after = min(after, max(before, char_of(t, m, seat)["hit_points"]))
    me["life"] = after
    emit_2(m, HEAL, seat, after - before, after)


def _draw(t, m, seat, n, reason):
    """`seat` draws `n` cards, or what an empty deck leaves of them."""
    me = fighter(m, seat)
    deep = deep_of(m, seat)
    for _ in range(n):
        card = next_card(deep)
        if card == NO_CARD and t["rules"]["empty_deck"] == 1 and me["discard"] != U0:
            deep["deck"] = me["discard"]
            me["discard"] = U0
            shuffle_deck(deep, own_of(m, seat))
            card = next_card(deep)
        if card == NO_CARD:
            emit_1(m, NO_DRAW, seat, reason)
            return
        forget_drawn(own_of(m, seat), card)
        add_to_hand(m, seat, card)
        emit_2(m, DRAW, seat, card, reason)
        if deep["deck"] == U0 and t["rules"]["last_card_ends_game"] != 0:
            end_by_life(m, LAST_CARD)
            return


def _pick(t, m, seat, kind, cards):
    """One card out of a set that is not empty; the player is asked only where cards differ."""
    if m["script"]["on"] != 0:
        return choose(t, m, seat, kind, cards)  # a scenario may name any card
    return choose(t, m, seat, kind, distinct(char_of(t, m, seat), cards))


# Two forms of what both the hot unit and the abilities use: inlined where games spend their time, and as one piece of
# code for the abilities, which would else hold dozens of copies.
draw = once(_draw)
draw_apart = compiled(_draw)
pick = once(_pick)
pick_apart = compiled(_pick)
