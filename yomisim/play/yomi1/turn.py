"""One turn of Yomi: initiative, draw, combat, power up, what ends with the turn."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi1.tables import KIND_DODGE, TABLE
from yomisim.cards.yomi1.verbs import WINDOW_CODES
from yomisim.kernel.door import address_of
from yomisim.kernel.jit import once
from yomisim.kernel.rng import at, coin
from yomisim.play.yomi1.clear import clear_combat, clear_turn
from yomisim.play.yomi1.combat import block, both, bounce, decide_winner, dodge, end_combat, hit
from yomisim.play.yomi1.power_up import hand_limit, power_up
from yomisim.play.yomi1.reveal import lock_moves, set_combat_cards
from yomisim.play.yomi1.steps import draw, end_game
from yomisim.play.yomi1.windows import in_window, uses_one
from yomisim.policies.uniform import start_turn
from yomisim.rules.log import emit, emit_3
from yomisim.rules.records import NO_CARD, NOBODY, SEAT_0, SEAT_1
from yomisim.rules.yomi1 import events, resolve
from yomisim.rules.yomi1.access import fighter, fighter_of, luck_of
from yomisim.rules.yomi1.state import FROM_COMBAT, MATCH, TO_COMBAT, TURN_LIMIT

_DONE = np.int64(0)
_WINNER = WINDOW_CODES["winner"]
_TURN_START = WINDOW_CODES["turn_start"]
_DRAW_STEP = WINDOW_CODES["draw_step"]
_DRAW = WINDOW_CODES["draw"]
_COMBAT_END = WINDOW_CODES["combat_end"]
_TURN_END = WINDOW_CODES["turn_end"]


@once
def begin_turn(t, m):
    """Next turn: who has initiative (less life; a coin where equal), knockdowns take effect, modifiers are gone."""
    public = m["public"]
    public["turn"] += 1
    turn = np.uint64(public["turn"])
    # the coin is drawn every turn, so that luck stays the same whether or not it is needed
    toss = coin(at(m["coin_key"], turn)) ^ m["flip"]
    life_0 = fighter_of(public, 0)["life"]
    life_1 = fighter_of(public, 1)["life"]
    public["initiative"] = toss if life_0 == life_1 else (SEAT_0 if life_0 < life_1 else SEAT_1)
    public["stake"] = 0
    public["under"] = NOBODY
    public["combat_ended"] = 0
    public["rank_shown"] = NO_CARD
    for seat in range(2):
        clear_combat(fighter_of(public, seat))
        luck = luck_of(m, seat)
        start_turn(luck, turn)
    emit_3(m, events.TURN, public["initiative"], public["turn"], life_0, life_1)


@once
def _draw_for_turn(t, m, seat):
    """One player's draw, unless an ability replaces it."""
    if not uses_one(t, m, seat, _DRAW_STEP) and m["over"] == 0:
        draw(t, m, seat, t["rules"]["cards_per_draw"], events.WHY_TURN)


@once
def draw_phase(t, m):
    """Both draw, then abilities of this phase; none of it on the first turn."""
    if m["public"]["turn"] > 1:
        first = m["public"]["initiative"]
        _draw_for_turn(t, m, first)
        if m["over"] == 0:
            _draw_for_turn(t, m, 1 - first)
        in_window(t, m, _DRAW)


@once
def end_turn(t, m):
    """Abilities, hand limit; knockdowns of this turn wait for the next combat; modifiers of the turn end."""
    first = m["public"]["initiative"]
    in_window(t, m, _TURN_END)
    if m["over"] != 0:
        return
    hand_limit(t, m, first)
    hand_limit(t, m, 1 - first)
    both_down = fighter(m, 0)["down_next"] != 0 and fighter(m, 1)["down_next"] != 0
    if both_down and t["rules"]["double_knockdown_cancels"] != 0:
        fighter(m, 0)["down_next"] = 0
        fighter(m, 1)["down_next"] = 0
        emit(m, events.KNOCKDOWN_VOID, SEAT_0)
    for seat in range(2):
        me = fighter(m, seat)
        me["down"] = me["down_next"]
        me["down_next"] = 0
        clear_turn(me)
    if m["public"]["turn"] >= t["rules"]["turn_limit"]:
        end_game(m, NOBODY, TURN_LIMIT)


def turn(t, m):
    """Play one turn, or the part of it that `m` asks for; returns early where the game ends. Always 0.

    Combat is written out here: as a function of its own, all of it would be optimised once more.
    """
    if m["part"] != FROM_COMBAT:
        begin_turn(t, m)
        in_window(t, m, _TURN_START)
        if m["over"] == 0:
            draw_phase(t, m)
        if m["over"] != 0 or m["part"] == TO_COMBAT:
            return _DONE
    set_combat_cards(t, m)
    lock_moves(t, m)
    if m["over"] != 0:
        return _DONE
    winner, way = decide_winner(t, m)
    if way != resolve.NOTHING and way != resolve.BOTH:
        fighter(m, winner)["won"] = 1
    in_window(t, m, _WINNER)
    if m["over"] != 0:
        return _DONE
    if way == resolve.HIT:
        hit(t, m, winner)
    elif way == resolve.BOTH:
        both(t, m)
    elif way == resolve.NOTHING:
        emit(m, events.NO_CONTACT, SEAT_0)
    elif fighter(m, winner)["locked_kind"] == KIND_DODGE:
        dodge(t, m, winner, way)
    elif way == resolve.STOPPED:
        block(t, m, winner)
    else:
        bounce(t, m, winner)
    in_window(t, m, _COMBAT_END)
    if m["over"] != 0:
        return _DONE
    end_combat(t, m, winner, way)
    first = m["public"]["initiative"]
    power_up(t, m, first)
    if m["over"] == 0:
        power_up(t, m, 1 - first)
    if m["over"] == 0:
        end_turn(t, m)
    return _DONE


@functools.cache
def turn_address() -> Any:
    """Where `turn` lies in memory; compiled or loaded from the cache on first use."""
    return address_of(turn, TABLE, MATCH)
