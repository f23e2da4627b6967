"""What the bot's move does in the fight with one human: it opens, lands, goes on, hits back."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.solo_tables import HITBACK, NO_ROW, PLAIN_DODGE, ROW_DRAGON, ROW_OF_HITBACK
from yomisim.cards.yomi2.tables import KIND_BLOCK, KIND_NONE
from yomisim.cards.yomi2.verbs import WINDOW_CODES
from yomisim.kernel.bits import U0, bit, count, has, select
from yomisim.kernel.jit import compiled, once, out_of_line
from yomisim.kernel.rng import at, below
from yomisim.play.yomi2.combo import finish_combo, note_move
from yomisim.play.yomi2.solo.abilities import HIT, bot_window
from yomisim.play.yomi2.steps import change_hand, gain_life, lose_life, strike
from yomisim.play.yomi2.windows import in_window_of
from yomisim.rules.access import fighter
from yomisim.rules.log import emit, emit_1, emit_2, emit_3
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.solo import BOT_SEAT, BOT_SIDE, HUMAN, NO_TILE, hitback_row
from yomisim.rules.yomi2.state import NO_MOVE

_STRUCK = WINDOW_CODES["struck"]
_BY_NEW_HAND = np.int64(ROW_OF_HITBACK.index("new"))
#: Addresses of random numbers of the bot that are no rolls lie behind those of a turn's rolls.
_OTHERS = np.uint64(1 << 15)
_TURN = np.uint64(1 << 16)
_NONE = np.int64(0)


@compiled
def place_tile(s, g, k):
    """The bot's move lies open in the fight with human `k`, and a super is paid."""
    m = g["match"][k]
    me = fighter(m, BOT_SEAT)
    variant = g["variant"]
    tile = g["tile"]
    me["variant"] = variant
    me["card"] = NO_CARD
    me["last_card"] = NO_CARD
    me["block_gain"] = 0
    me["combo_damage"] = 0
    if tile == NO_TILE:
        me["opener"] = NO_MOVE
        me["move"] = NO_MOVE
        me["last_move"] = NO_MOVE
        me["kind"] = KIND_NONE
        return
    what = s["bot"]["tile"][variant, tile]
    me["opener"] = tile
    me["move"] = tile
    me["last_move"] = tile
    me["kind"] = s["table"][k]["char"][1][variant]["kind"][tile]
    me["block_gain"] = s["bot"]["block_gain"] if what["draws"] != 0 else _NONE
    if what["always"] != 0:
        change_hand(m, BOT_SEAT, what["adjust"], events.WHY_SUPER)


@compiled
def tile_opens(s, g, k):
    """What opening with the bot's move does to the bot; once, whoever is met."""
    if g["tile"] == NO_TILE:
        return
    what = s["bot"]["tile"][g["variant"], g["tile"]]
    m = g["match"][k]
    if what["self_heal"] > 0:
        gain_life(s["table"][k], m, BOT_SEAT, what["self_heal"])
    lose_life(m, BOT_SEAT, what["self_damage"], events.WHY_COST)


@once
def _hit_back(s, g, k):
    """The hit-back after a blocked unsafe move."""
    t = s["table"][k]
    m = g["match"][k]
    me = fighter(m, BOT_SEAT)
    hand = me["hand_count"] if s["bot"]["row_of_hitback"] == _BY_NEW_HAND else g["hand"]
    variant = hitback_row(s, g["variant"], hand)
    me["variant"] = variant
    what = s["bot"]["tile"][variant, HITBACK]
    emit_2(m, events.TILE, BOT_SEAT, HITBACK + 1, variant)
    note_move(t, m, BOT_SEAT, HITBACK, NO_CARD)
    change_hand(m, BOT_SEAT, what["adjust"], events.WHY_TILE)
    emit_3(m, events.HIT_BACK, BOT_SEAT, NO_CARD, HITBACK, what["total"])
    strike(t, m, BOT_SEAT, what["total"], events.WHY_COMBO)
    _has_hit(s, g, k, what)
    if m["over"] == 0:
        finish_combo(t, m, BOT_SEAT)
    me["variant"] = g["variant"]


@once
def _after_dodge(s, g, k, what):
    """The move that a dodge leads on to."""
    if what["follows"] == 0:
        emit(g["match"][k], events.HIT_BACK_DECLINED, BOT_SEAT)
        return
    t = s["table"][k]
    m = g["match"][k]
    tile = g["tile"]
    note_move(t, m, BOT_SEAT, tile, NO_CARD)
    if what["always"] == 0:
        change_hand(m, BOT_SEAT, what["adjust"], events.WHY_TILE)
    emit_3(m, events.HIT_BACK, BOT_SEAT, NO_CARD, tile, what["total"])
    strike(t, m, BOT_SEAT, what["total"], events.WHY_COMBO)
    _has_hit(s, g, k, what)
    if m["over"] == 0:
        finish_combo(t, m, BOT_SEAT)


@once
def _go_on(s, g, k, what):
    """The bot's move has landed: the rest of its combo, unless an effect has stopped it."""
    t = s["table"][k]
    m = g["match"][k]
    me = fighter(m, BOT_SEAT)
    other = fighter(m, HUMAN)
    stopped = me["no_combo"] != 0
    crushed = me["crush"] > 0 and other["won"] != 0 and other["kind"] == KIND_BLOCK
    rest = what["total"] - me["combo_damage"]
    if what["always"] == 0 and (not stopped or (crushed and s["bot"]["crush_pays_pumps"] != 0)):
        change_hand(m, BOT_SEAT, what["adjust"], events.WHY_TILE)
    if not stopped and rest > 0:
        emit_1(m, events.BOT_COMBO, BOT_SEAT, rest)
        strike(t, m, BOT_SEAT, rest, events.WHY_COMBO)
    _has_hit(s, g, k, what)
    if m["over"] != 0:
        return
    if crushed or (stopped and what["alone"] == 0):
        # what the last move of the tile does never comes
        in_window_of(t, m, HUMAN, _STRUCK)
    else:
        finish_combo(t, m, BOT_SEAT)


@compiled
def _has_hit(s, g, k, what):
    """What a hit of the bot brings beside damage."""
    out_of_line()
    m = g["match"][k]
    if m["over"] != 0:
        return
    bot_window(s, g, k, HIT)
    if m["over"] != 0:
        return
    if what["freezes"] != 0 and g["active"] == BOT_SIDE:
        fighter(m, HUMAN)["skips"] = 1
        emit(m, events.SKIP, HUMAN)
    if what["removes"] != 0:
        _remove_one(g, k)
    if what["transforms"] != 0 and s["bot"]["row_of_use"][ROW_DRAGON] != NO_ROW and g["row"] != ROW_DRAGON:
        g["row"] = ROW_DRAGON
        emit_1(m, events.ROW, BOT_SEAT, ROW_DRAGON)


@compiled
def _remove_one(g, k):
    """A random card of the human's discard pile leaves the game."""
    m = g["match"][k]
    me = fighter(m, HUMAN)
    pile = me["discard"]
    if pile == U0:
        return
    h = at(g["key"], np.uint64(g["turn"]) * _TURN + _OTHERS + np.uint64(k))
    card = select(pile, below(h, count(pile)))
    me["discard"] = pile & ~bit(card)
    me["removed"] |= bit(card)
    emit_1(m, events.REMOVE, HUMAN, card)


@compiled
def play_tile(s, g, k, event):
    """What the bot does after the openers have met, `event` as for `play_out`."""
    what = s["bot"]["tile"][g["variant"], g["tile"]]
    if event == events.FOLLOW:
        _go_on(s, g, k, what)
    elif fighter(g["match"][k], BOT_SEAT)["kind"] == KIND_BLOCK:
        _hit_back(s, g, k)
    else:
        _after_dodge(s, g, k, what)


@compiled
def pay_tile(s, g, k):
    """The bot's hand pays for its combo, unless it did so when it opened."""
    what = s["bot"]["tile"][g["variant"], g["tile"]]
    if what["always"] == 0:
        change_hand(g["match"][k], BOT_SEAT, what["adjust"], events.WHY_TILE)


@compiled
def first_hit_only(s, g, k):
    """The bot's move hit, and the human's armored one came after it: what a hit brings beside damage."""
    _has_hit(s, g, k, s["bot"]["tile"][g["variant"], g["tile"]])


@compiled
def not_hit_gain(s, g, k):
    """A recurring move of a bot that was not hit."""
    m = g["match"][k]
    me = fighter(m, BOT_SEAT)
    if g["tile"] != NO_TILE and me["was_hit"] == 0:
        if has(s["table"][k]["char"][1][g["variant"]]["recurring"], g["tile"]):
            change_hand(m, BOT_SEAT, s["bot"]["not_hit_gain"], events.WHY_NOT_HIT)


assert PLAIN_DODGE == HITBACK + 1
