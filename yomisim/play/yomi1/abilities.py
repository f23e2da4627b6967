"""Using abilities: who may act in a window, paying, counters, and then the verbs.

Nothing has happened before the reactions close (rulebook, countering): an ability is announced, its costs lie in
escrow, each player in turn may counter what was announced last, and only then the verbs run or the escrow goes back.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi1.tables import CLASS_CARD, CLASS_INNATE, TABLE
from yomisim.cards.yomi1.verbs import COSTS, SOURCE_CODES, VERBS, WINDOW_CODES
from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, has, lowest
from yomisim.kernel.door import address_of
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.play.yomi1.conditions import options_at, payers, sources
from yomisim.play.yomi1.steps import check_life, lose_life, pick_apart
from yomisim.play.yomi1.verbs import run_verbs
from yomisim.play.yomi1.verbs_cards import note_last_card
from yomisim.play.yomi1.windows import BOTH, ONE_USE
from yomisim.policies.codes import ABILITY, PAY, REACT, SOURCE
from yomisim.policies.decide import choose_apart
from yomisim.rules.log import emit_1, emit_2
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import deep_of, fighter, kit_of, own_of
from yomisim.rules.yomi1.state import FRAMES, MATCH
from yomisim.rules.yomi1.zones import (
    add_to_hand,
    forget_drawn,
    next_card,
    put_at_bottom,
    put_on_top,
    stamp,
    take_from_hand,
)

_FROM_INNATE = SOURCE_CODES["innate"]
_FROM_HAND = SOURCE_CODES["hand"]
_FROM_COMBAT = SOURCE_CODES["combat"]
_COST_DISCARD = COSTS["discard"].code
_COST_LIFE = COSTS["life"].code
_COUNTER = VERBS["counter"].code
_REACT = WINDOW_CODES["react"]
_HIT = WINDOW_CODES["hit"]
_SEEN = np.int64(1)


@compiled
def _announce(t, m, seat, number, depth):
    """Frame `depth`: the ability's card and its costs go into escrow."""
    out_of_line()
    ability = kit_of(t, seat)["ability"][number]
    frame = m["frame"][depth]
    me = fighter(m, seat)
    frame["seat"] = seat
    frame["ability"] = number
    frame["card"] = NO_CARD
    frame["paid"] = U0
    frame["life"] = 0
    frame["milled"] = NO_CARD
    me["used"] |= bit(number)
    m["public"]["announced"] = number
    source = ability["source"]
    if source == _FROM_COMBAT:
        frame["card"] = me["last_card"] if ability["window"] == _HIT else me["card"]
    elif source != _FROM_INNATE:
        card = pick_apart(t, m, seat, SOURCE, sources(t, m, seat, ability))
        frame["card"] = card
        me["used_cards"] |= bit(card)
        if source == _FROM_HAND:
            take_from_hand(m, seat, card)
            me["escrow"] |= bit(card)
    for i in range(ability["costs"]):
        _pay(t, m, seat, ability, i, frame)
    emit_2(m, events.ABILITY, seat, number, frame["card"])


@compiled
def _pay(t, m, seat, ability, i, frame):
    out_of_line()
    code = np.int64(ability["cost"][i, 0])
    amount = np.int64(ability["cost"][i, 1])
    me = fighter(m, seat)
    if code == _COST_DISCARD:
        for _ in range(amount):
            card = pick_apart(t, m, seat, PAY, payers(m, seat, ability["cost_cards"][i]))
            take_from_hand(m, seat, card)
            me["escrow"] |= bit(card)
            frame["paid"] |= bit(card)
            emit_2(m, events.DISCARD, seat, card, events.WHY_COST)
    elif code == _COST_LIFE:
        frame["life"] += amount
        lose_life(m, seat, amount, events.WHY_COST)
    else:
        card = next_card(deep_of(m, seat))
        me["escrow"] |= bit(card)
        frame["milled"] = card
        m["public"]["rank_shown"] = card >> 2
        forget_drawn(own_of(m, seat), card)
        emit_1(m, events.MILL, seat, card)


@compiled
def _counters(t, m, seat, target):
    """The abilities of `seat` that can counter `target`, an ABILITY record of the other player."""
    out_of_line()
    if target["class_"] != CLASS_CARD and target["class_"] != CLASS_INNATE:
        return U0
    options = options_at(t, m, seat, _REACT)
    if options == U0 or target["class_"] == CLASS_CARD:
        return options
    able = U0
    kit = kit_of(t, seat)
    for number in range(kit["n"]):
        if has(options, number):
            ability = kit["ability"][number]
            for i in range(ability["verbs"]):
                if ability["verb"][i, 0] == _COUNTER and ability["verb"][i, 2] != 0:  # column b: innate
                    able |= bit(number)
    return able


@leaf
def _release(m, seat, cards):
    """Take cards out of escrow; they are in no zone until the caller puts them somewhere."""
    fighter(m, seat)["escrow"] &= ~cards


@compiled
def _to_discard(m, seat, cards):
    """From escrow to the discard pile."""
    me = fighter(m, seat)
    _release(m, seat, cards)
    me["discard"] |= cards
    while cards != U0:
        stamp(me, lowest(cards))
        cards &= cards - np.uint64(1)


@compiled
def _undo(t, m, depth, to_bottom):
    """The ability in frame `depth` is countered: costs return, its card from hand is discarded (or sinks)."""
    out_of_line()
    frame = m["frame"][depth]
    seat = frame["seat"]
    me = fighter(m, seat)
    ability = kit_of(t, seat)["ability"][frame["ability"]]
    emit_2(m, events.COUNTERED, seat, frame["ability"], frame["card"])
    paid = frame["paid"]
    _release(m, seat, paid)
    while paid != U0:
        add_to_hand(m, seat, lowest(paid))
        paid &= paid - np.uint64(1)
    if frame["life"] > 0:
        me["life"] += frame["life"]
    milled = frame["milled"]
    if milled != NO_CARD:
        _release(m, seat, bit(milled))
        put_on_top(deep_of(m, seat), own_of(m, seat), milled, _SEEN)
    if ability["source"] == _FROM_HAND:
        card = frame["card"]
        if to_bottom != 0:
            _release(m, seat, bit(card))
            put_at_bottom(deep_of(m, seat), own_of(m, seat), card)
            emit_1(m, events.PUT_AT_BOTTOM, seat, card)
        else:
            _to_discard(m, seat, bit(card))
    if ability["kept_if_countered"] != 0:
        me["no_return"] = 1
        me["no_block_draw"] = 1


@compiled
def _settle(t, m, depth):
    """The ability in frame `depth` goes through: costs to the discard pile, then its verbs."""
    out_of_line()
    frame = m["frame"][depth]
    seat = frame["seat"]
    number = frame["ability"]
    card = frame["card"]
    ability = kit_of(t, seat)["ability"][number]
    paid = frame["paid"]
    if frame["milled"] != NO_CARD:
        paid |= bit(frame["milled"])
    if paid != U0:
        _to_discard(m, seat, paid)
    if frame["milled"] != NO_CARD:
        note_last_card(t, m, deep_of(m, seat))
    if frame["life"] > 0:
        check_life(t, m)
    if m["over"] == 0:
        m["public"]["announced"] = number
        run_verbs(t, m, seat, number, card)
    # a card from hand is discarded when its ability is done: until then it is not part of the discard pile
    if ability["source"] == _FROM_HAND and has(fighter(m, seat)["escrow"], card):
        _to_discard(m, seat, bit(card))
    if m["over"] == 0:
        check_life(t, m)


@compiled
def use(t, m, seat, number):
    """`seat` uses an ability: announce and pay, counters and counters of counters, then what is left happens."""
    out_of_line()
    _announce(t, m, seat, number, np.int64(0))
    depth = np.int64(0)
    actor = seat
    while depth + 1 < FRAMES:
        target = kit_of(t, actor)["ability"][m["frame"][depth]["ability"]]
        answers = _counters(t, m, 1 - actor, target)
        if answers == U0:
            break
        chosen = choose_apart(t, m, 1 - actor, REACT, answers | PASS_BIT)
        if chosen == PASS:
            break
        depth += 1
        actor = 1 - actor
        _announce(t, m, actor, chosen, depth)
    # from the last one down: what is not countered happens, and counters what was announced before it
    alive = True
    while depth >= 0 and m["over"] == 0:
        if alive:
            if depth > 0:
                _undo(t, m, depth - 1, _sinks(t, m, depth))
            _settle(t, m, depth)
            alive = depth == 0
        else:
            alive = True
        depth -= 1


@compiled
def _sinks(t, m, depth):
    """Whether the counter in frame `depth` sends the countered card to the bottom of its deck."""
    frame = m["frame"][depth]
    ability = kit_of(t, frame["seat"])["ability"][frame["ability"]]
    for i in range(ability["verbs"]):
        if ability["verb"][i, 0] == _COUNTER:
            return np.int64(ability["verb"][i, 3])  # column c: to_bottom
    return np.int64(0)


@compiled
def _act(t, m, seat, window):
    """`seat` uses one ability in a window, if there is one and the player likes; whether he did."""
    out_of_line()
    options = options_at(t, m, seat, window)
    if options == U0:
        return False
    kit = kit_of(t, seat)
    left = options
    while left != U0:
        number = lowest(left)
        left &= left - np.uint64(1)
        if kit["ability"][number]["optional"] == 0:
            use(t, m, seat, number)
            return True
    chosen = choose_apart(t, m, seat, ABILITY, options | PASS_BIT)
    if chosen == PASS:
        return False
    use(t, m, seat, chosen)
    return True


@leaf
def _open_window(m):
    for seat in range(2):
        fighter(m, seat)["used"] = U0
        fighter(m, seat)["used_cards"] = U0


@compiled
def _both(t, m, window):
    """Back and forth, initiative first, each as many as he likes, until both pass in a row."""
    out_of_line()
    _open_window(m)
    seat = m["public"]["initiative"]
    passed = 0
    while passed < 2 and m["over"] == 0:
        if _act(t, m, seat, window):
            passed = 0
        else:
            passed += 1
            seat = 1 - seat


@compiled
def _one(t, m, seat, window):
    out_of_line()
    _open_window(m)
    while m["over"] == 0 and _act(t, m, seat, window):
        pass


def act_in_window(t, m, who, window):
    """`who` as in play.yomi1.windows; 1 where a single use was asked for and made, else 0."""
    if who == BOTH:
        _both(t, m, window)
    elif who >= ONE_USE:
        _open_window(m)
        if _act(t, m, who - ONE_USE, window):
            return np.int64(1)
    else:
        _one(t, m, who, window)
    return np.int64(0)


@functools.cache
def abilities_address() -> Any:
    """Where `act_in_window` lies in memory; compiled or loaded from the cache on first use."""
    return address_of(act_in_window, TABLE, MATCH, np.int64, np.int64)
