"""The abilities on bot sheets at work; each word of `cards.yomi2.bot_verbs` is handled here or, for rolls, breaking
blocks and traits, where it counts."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.bot_verbs import VERBS, WINDOW_CODES
from yomisim.cards.yomi2.solo_tables import TEAM
from yomisim.kernel.bits import U0, bit, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.play.yomi2.combo import gain_edge_next
from yomisim.play.yomi2.conditions import opened_kind
from yomisim.play.yomi2.steps import change_hand, gain_life, lose_life, strike_apart
from yomisim.rules.access import fighter
from yomisim.rules.log import emit_1
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.solo import BOT_SEAT, HUMAN, in_game
from yomisim.rules.yomi2.solo_abilities import HIT_RUNNING, ROLL, ROLLS, WAS_HIT_RUNNING, applies

TURN_START = WINDOW_CODES["turn_start"]
THEIR_DRAW = WINDOW_CODES["their_draw"]
AGAINST_BLOCK = WINDOW_CODES["against_block"]
HIT = WINDOW_CODES["hit"]
COMBAT_END = WINDOW_CODES["combat_end"]

_HEAL = VERBS["heal"].code
_LOSE = VERBS["lose"].code
_GAIN_HAND = VERBS["gain_hand"].code
_OPEN_ROLL = VERBS["open_roll"].code
_DODGE_NEXT = VERBS["dodge_next"].code
_USE_ROW = VERBS["use_row"].code
_HUMAN_EDGE = VERBS["human_edge"].code
_CRUSH = VERBS["crush"].code
_GAP_DAMAGE = VERBS["gap_damage"].code

_ONE = np.int64(1)
_NONE = np.int64(0)


@compiled
def opened_kinds(s, g):
    """Kinds that humans opened with, as bits 1 << KIND."""
    kinds = _NONE
    for k in range(TEAM):
        if in_game(s, g, k):
            kinds |= opened_kind(s["table"][k], g["match"][k], HUMAN)
    return kinds


@compiled
def _reset_counts(s, g, number):
    """What was counted for an ability begins anew once it was used."""
    ability = s["bot"]["ability"][number]
    for i in range(ability["conditions"]):
        if ability["condition"][i, 0] == WAS_HIT_RUNNING:
            g["was_hit_running"] = 0
        elif ability["condition"][i, 0] == HIT_RUNNING:
            g["hit_running"] = 0


@compiled
def _on_bot(s, g, k, code, n):
    """Verbs that change the bot itself; whether the code is one of them."""
    t = s["table"][k]
    m = g["match"][k]
    if code == _HEAL:
        gain_life(t, m, BOT_SEAT, n)
    elif code == _LOSE:
        lose_life(m, BOT_SEAT, n, events.WHY_ABILITY)
    elif code == _GAIN_HAND:
        change_hand(m, BOT_SEAT, n, events.WHY_ABILITY)
    elif code == _OPEN_ROLL:
        g["open_next"] = 1
    elif code == _DODGE_NEXT:
        g["dodge_next"] = 1
    elif code == _USE_ROW:
        if g["row"] != n:
            g["row"] = n
            emit_1(g["match"][0], events.ROW, BOT_SEAT, n)
    else:
        return False
    return True


@compiled
def _on_humans(s, g, k, code, n):
    """Verbs that concern humans."""
    if code == _HUMAN_EDGE:
        for each in range(TEAM):
            if in_game(s, g, each):
                gain_edge_next(g["match"][each], HUMAN)
    elif code == _CRUSH:
        fighter(g["match"][k], BOT_SEAT)["crush"] = n
    elif code == _GAP_DAMAGE:
        m = g["match"][k]
        bot = s["bot"]
        hand = min(max(fighter(m, BOT_SEAT)["hand_count"], bot["least_hand"]), bot["most_hand"])
        gap = fighter(m, HUMAN)["hand_count"] - hand
        if gap > 0:
            strike_apart(s["table"][k], m, BOT_SEAT, n * gap, events.WHY_ABILITY)


@compiled
def bot_window(s, g, k, window):
    """The bot's abilities of a window, in the order of the sheet; `k` is the human that it is about.

    Gives the greatest number of rolls that any of them asks for, at least 1.
    """
    out_of_line()
    left = s["bot"]["at"][window]
    if left == U0:
        return _ONE
    kinds = opened_kinds(s, g) if window == ROLL else _NONE
    rolls = _ONE
    while left != U0:
        number = lowest(left)
        left = without_lowest(left)
        if not applies(s, g, k, kinds, number):
            continue
        ability = s["bot"]["ability"][number]
        if window != ROLL and window != AGAINST_BLOCK:
            emit_1(g["match"][0], events.BOT_ABILITY, BOT_SEAT, number)
        for i in range(ability["verbs"]):
            code = ability["verb"][i, 0]
            n = ability["verb"][i, 1]
            if code == ROLLS:
                rolls = max(rolls, n)
            elif not _on_bot(s, g, k, code, n):
                _on_humans(s, g, k, code, n)
        g["used"] |= bit(number)
        _reset_counts(s, g, number)
    return rolls
