"""How the referee judges combat: who wins it, what lands, blocks, dodges, and the face-down card."""

from __future__ import annotations

import numpy as np
from books import bit, has
from referee_books import (
    JOKER_RANK,
    aces_among,
    check_life,
    draw_cards,
    due_row,
    hurt,
    pay_aces,
    play_card,
    sees,
    take_aces,
)
from referee_combo import combo_over, enter, follow_ups, is_normal, normal_draw, pumps, strike

from yomisim.cards.yomi1.tables import (
    COMBO_LINKER,
    COMBO_NORMAL,
    COMBO_STARTER,
    KIND_ATTACK,
    KIND_BLOCK,
    KIND_DODGE,
    KIND_JOKER,
    KIND_NONE,
    KIND_THROW,
)
from yomisim.kernel.jit import compiled
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.state import NO_SIDE

# What meets what: rows are my kind, columns the other's, in the order none attack throw block dodge joker void.
# `void` is a guard that does not work: a dodge of a player who is down, a block of the wrong parity.
# 0 nothing, 1 my move lands, 2 speed decides, 3 my block stops it, 4 I dodge it, 5 both land, 6 a block or dodge
# meets no-card.
_VOID = 6
_MEETS = np.array(
    [
        # none atk thr blk ddg jok void
        [0, 0, 0, 0, 0, 0, 0],  # none
        [1, 2, 1, 0, 0, 0, 1],  # attack
        [1, 0, 2, 1, 1, 0, 1],  # throw
        [6, 3, 0, 0, 0, 3, 0],  # block
        [6, 4, 0, 0, 0, 4, 0],  # dodge
        [1, 1, 1, 0, 0, 5, 1],  # joker
        [0, 0, 0, 0, 0, 0, 0],  # void
    ],
    dtype=np.int64,
)


@compiled
def _window(r, m, seat):
    """The loser puts a card face down or says that none is put down."""
    me = r["seat"][seat]
    if sees(r, m, events.FACE_DOWN, seat):
        row = due_row(r, m, events.FACE_DOWN, seat)
        card = m["log"][row, 2]
        assert has(me["hand"], card), "put a card face down that is not in hand"
        me["hand"] &= ~bit(card)
        me["face_down"] = card
        r["stake"] = 0
    else:
        due_row(r, m, events.FACE_DOWN_DECLINED, seat)


@compiled
def _reveal(t, r, m, seat):
    me = r["seat"][seat]
    card = me["face_down"]
    if card < 0:
        return
    me["face_down"] = -1
    me["discard"] |= bit(card)
    stake = r["stake"]
    r["stake"] = 0
    if card // 4 != JOKER_RANK:
        row = due_row(r, m, events.BLUFF, seat)
        hurt(r, m, seat, stake, events.WHY_COMBO)
        check_life(t, r, m)
    elif stake > 0:
        row = due_row(r, m, events.REWIND, seat)
        assert m["log"][row, 3] == stake, "another amount was undone"
        draw_cards(t, r, m, seat, t["rules"]["rewind_draw"], events.WHY_REWIND)
    else:
        row = due_row(r, m, events.JOKER_WASTED, seat)
    assert m["log"][row, 2] == card, "another card was face down"


@compiled
def _land(t, r, m, seat):
    """The combat card hits."""
    me = r["seat"][seat]
    amount = t["char"][seat][0]["damage"][me["side"]]
    enter(t, r, m, seat, me["side"])
    me["damage"] = amount
    row = due_row(r, m, events.HIT, seat)
    assert m["log"][row, 2] == me["card"] and m["log"][row, 3] == me["side"], "another move hit"
    assert m["log"][row, 4] == amount, "another damage of the hit"
    hurt(r, m, 1 - seat, amount, events.WHY_COMBAT)


@compiled
def _burst(t, r, m, seat):
    row = due_row(r, m, events.BURST, seat)
    assert m["log"][row, 2] == r["seat"][seat]["card"], "another Joker"
    take_aces(t, r, m, seat, t["rules"]["gold_burst_aces"], t["rules"]["gold_burst_from_discard"])


@compiled
def _wins(t, r, m, seat):
    """`seat` lands an attack, throw or Joker that the other could not stop."""
    me = r["seat"][seat]
    char = t["char"][seat][0]
    if me["kind"] == KIND_JOKER:
        _burst(t, r, m, seat)
        return
    if me["kind"] == KIND_THROW and r["seat"][1 - seat]["kind"] == KIND_ATTACK:
        taken = t["char"][1 - seat][0]["damage"][r["seat"][1 - seat]["side"]]
        hurt(r, m, seat, taken, events.WHY_COMBAT)
    _land(t, r, m, seat)
    check_life(t, r, m)
    if r["over"] == 0:
        normal_draw(t, r, m, seat)
    if r["over"] != 0:
        return
    how = char["combo_type"][me["side"]]
    if how == COMBO_NORMAL or how == COMBO_STARTER or how == COMBO_LINKER or char["pump_max"][me["side"]] > 0:
        _window(r, m, 1 - seat)
    follow_ups(t, r, m, seat)


@compiled
def _dodged(t, r, m, seat, something, throws_too):
    """`seat` dodges; `something`: an attack or Joker came, not no-card."""
    me = r["seat"][seat]
    char = t["char"][seat][0]
    row = due_row(r, m, events.DODGE, seat)
    assert m["log"][row, 2] == me["card"] and m["log"][row, 3] == me["side"], "another dodge"
    _window(r, m, 1 - seat)
    if not sees(r, m, events.HIT_BACK, seat):
        return
    row = due_row(r, m, events.HIT_BACK, seat)
    side = play_card(t, r, m, seat, row)
    kind = char["kind"][side]
    assert kind == KIND_ATTACK or (kind == KIND_THROW and throws_too), "hit back with another kind of move"
    enter(t, r, m, seat, side)
    amount = m["log"][row, 4]
    assert amount == char["damage"][side], "another damage of the hit back"
    pay_aces(t, r, m, seat, side)
    strike(t, r, m, seat, amount, m["log"][row, 5])
    if something and has(char["full_combo"], me["side"]):
        follow_ups(t, r, m, seat)
        return
    pumps(t, r, m, seat)
    if r["over"] == 0:
        combo_over(t, r, m, seat)


@compiled
def _blocked(t, r, m, seat, something):
    """`seat` blocks; `something`: an attack or Joker came, not no-card."""
    me = r["seat"][seat]
    other = r["seat"][1 - seat]
    char = t["char"][1 - seat][0]
    row = due_row(r, m, events.BLOCK, seat)
    assert m["log"][row, 2] == me["card"] and m["log"][row, 3] == me["side"], "another block"
    amount = 0
    if something and other["kind"] == KIND_ATTACK and has(char["block_damage_suits"][other["side"]], other["card"] % 4):
        amount = char["block_damage"][other["side"]]
    hurt(r, m, seat, amount, events.WHY_BLOCK_DAMAGE)
    check_life(t, r, m)
    if r["over"] == 0:
        draw_cards(t, r, m, seat, t["rules"]["block_draw"], events.WHY_BLOCK)
    if r["over"] == 0 and something and t["char"][seat][0]["denies_normal_draw"] == 0:
        normal_draw(t, r, m, 1 - seat)


@compiled
def _kind_now(t, r, seat):
    """The kind of a seat's move as it counts: guards that do not work are void."""
    me = r["seat"][seat]
    other = r["seat"][1 - seat]
    kind = me["kind"]
    theirs = t["char"][1 - seat][0]
    if other["kind"] == KIND_ATTACK and kind == KIND_DODGE and has(theirs["undodgeable"], other["side"]):
        if theirs["undodgeable_all"] != 0 or not has(t["char"][seat][0]["named_guards"], me["side"]):
            return _VOID
    if other["kind"] == KIND_ATTACK and kind == KIND_BLOCK and has(theirs["own_color_blocks"], other["side"]):
        mine_red = me["card"] % 4 == 1 or me["card"] % 4 == 2
        if mine_red != (other["card"] % 4 == 1 or other["card"] % 4 == 2):
            return _VOID
    if me["down"] != 0:
        if kind == KIND_DODGE:
            return _VOID
        if kind == KIND_BLOCK and is_normal(t["char"][1 - seat][0], other["side"]):
            odd = 1 if t["char"][seat][0]["parity"][me["side"]] == 1 else 0
            if (other["side"] // 4 + 2) % 2 != odd:
                return _VOID
    return kind


@compiled
def _crushes(t, r, seat):
    """Whether this seat's throw beats the other's normal attack: some do up to a printed speed."""
    me = r["seat"][seat]
    other = r["seat"][1 - seat]
    if me["kind"] != KIND_THROW or not is_normal(t["char"][1 - seat][0], other["side"]):
        return False
    return t["char"][1 - seat][0]["speed"][other["side"]] <= t["char"][seat][0]["beats_up_to"][me["side"]]


@compiled
def combat(t, r, m):
    """From the choice of combat cards to the reveal of the face-down card. Gives the seat that landed a hit, or -1."""
    first = r["initiative"]
    again = -1
    if sees(r, m, events.CHOOSE_AGAIN, 0):
        due_row(r, m, events.CHOOSE_AGAIN, 0)
        again = 0
    elif sees(r, m, events.CHOOSE_AGAIN, 1):
        due_row(r, m, events.CHOOSE_AGAIN, 1)
        again = 1
    for i in range(2):
        seat = first if i == 0 else 1 - first
        me = r["seat"][seat]
        me["kind"], me["side"], me["card"] = KIND_NONE, NO_SIDE, NO_CARD
        me["last"], me["points"], me["pumps"], me["moves"], me["damage"], me["run"] = -1, 0, 0, 0, 0, 0
        me["aces_due"] = 0
        if sees(r, m, events.OPENER, seat):
            row = due_row(r, m, events.OPENER, seat)
            side = play_card(t, r, m, seat, row)
            me["side"] = side
            me["card"] = m["log"][row, 2]
            me["kind"] = t["char"][seat][0]["kind"][side]
        else:
            due_row(r, m, events.NO_CARD_PLAYED, seat)
            for card in range(54):
                if has(me["hand"], card):
                    cost = t["char"][seat][0]["extra_aces"]
                    rank = card // 4
                    least = min(cost[4 * rank], cost[4 * rank + 1])
                    held = aces_among(me["hand"])
                    assert least > 0 and least >= held, "played no card although there was one to play"
    none_0, none_1 = r["seat"][0]["kind"] == KIND_NONE, r["seat"][1]["kind"] == KIND_NONE
    assert (again >= 0) == (none_0 != none_1), "a second choice is due where one player plays no card, and only there"
    if again >= 0:
        assert r["seat"][1 - again]["kind"] == KIND_NONE, "the wrong player chose again"
    for i in range(2):
        seat = first if i == 0 else 1 - first
        if r["seat"][seat]["side"] >= 0:
            pay_aces(t, r, m, seat, r["seat"][seat]["side"])
    kind = np.zeros(2, np.int64)
    kind[0], kind[1] = _kind_now(t, r, 0), _kind_now(t, r, 1)
    hitter = -1
    if _MEETS[kind[0], kind[1]] == 2:
        speed_0 = t["char"][0][0]["speed"][r["seat"][0]["side"]]
        speed_1 = t["char"][1][0]["speed"][r["seat"][1]["side"]]
        way_0 = 1 if speed_0 < speed_1 else 0
        way_1 = 1 if speed_1 < speed_0 else 0
        if speed_0 == speed_1 and kind[0] == KIND_ATTACK:
            way_0, way_1 = 5, 5
    else:
        way_0, way_1 = _MEETS[kind[0], kind[1]], _MEETS[kind[1], kind[0]]
    for seat in range(2):
        if _crushes(t, r, seat):
            way_0, way_1 = 1 - seat, seat
    assert way_0 == 0 or way_1 == 0 or (way_0 == 5 and way_1 == 5), "the referee contradicts himself"
    way = max(way_0, way_1)
    winner = 0 if way_0 > 0 else 1
    if way == 0:
        due_row(r, m, events.NO_CONTACT, 0)
    elif way == 1:
        hitter = winner
        _wins(t, r, m, winner)
    elif way == 5:
        due_row(r, m, events.TIE, first)
        if kind[0] == KIND_JOKER:
            _burst(t, r, m, first)
            if r["over"] == 0:
                _burst(t, r, m, 1 - first)
        else:
            _land(t, r, m, first)
            _land(t, r, m, 1 - first)
            check_life(t, r, m)
            for i in range(2):
                seat = first if i == 0 else 1 - first
                if r["over"] == 0:
                    combo_over(t, r, m, seat)
                if r["over"] == 0 and t["rules"]["normal_draw_on_tie"] != 0:
                    normal_draw(t, r, m, seat)
    elif kind[winner] == KIND_DODGE:
        _dodged(t, r, m, winner, not none_0 and not none_1, way == 4 or t["rules"]["no_card_dodge_throw"] != 0)
    else:
        _blocked(t, r, m, winner, way == 3)
    for seat in range(2):
        if r["over"] == 0:
            _reveal(t, r, m, seat)
    return hitter
