"""One turn against a bot: humans draw and act on theirs, all commit, the bot rolls, all fights happen together."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.solo_tables import TEAM
from yomisim.cards.yomi2.verbs import WINDOW_CODES
from yomisim.kernel.jit import compiled, once, out_of_line
from yomisim.play.yomi2.combat import end_combat, meet, next_combo
from yomisim.play.yomi2.combo import play_out
from yomisim.play.yomi2.main_phase import main_phase
from yomisim.play.yomi2.reveal import choose_opener, meet_openers, reveal
from yomisim.play.yomi2.solo.abilities import AGAINST_BLOCK, COMBAT_END, ROLL, THEIR_DRAW, TURN_START, bot_window
from yomisim.play.yomi2.solo.dice import roll_tile
from yomisim.play.yomi2.solo.script import begin_part, end_part
from yomisim.play.yomi2.solo.team import (
    ALL,
    WORST,
    count_hits,
    end_solo,
    gather_log,
    look_at_ends,
    share,
    share_status,
)
from yomisim.play.yomi2.solo.tiles import first_hit_only, not_hit_gain, pay_tile, place_tile, play_tile, tile_opens
from yomisim.play.yomi2.steps import check_life
from yomisim.play.yomi2.turn import begin_turn, draw_phase, end_turn
from yomisim.play.yomi2.windows import in_window, in_window_of
from yomisim.policies.yomi2.reply import best_reply
from yomisim.rules.access import fighter
from yomisim.rules.log import emit_2, emit_3
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.queries import haste_of
from yomisim.rules.yomi2.solo import BOT_SEAT, BOT_SIDE, HUMAN, HUMANS, NO_TILE, in_game
from yomisim.rules.yomi2.state import FROM_OPENERS, STORM_ON, STORM_READY, TO_OPENERS, TURN_LIMIT

_TURN_START = WINDOW_CODES["turn_start"]
_COMBAT_END = WINDOW_CODES["combat_end"]
_FULL = np.int64(1)
_FIRST = np.int64(0)
_ONE_ROLL = np.int64(1)
#: Parts of a turn that are played for one human after the other.
START, DRAW, MAIN, OPEN, REVEAL, FIGHT, END = (np.int64(i) for i in range(7))


@compiled
def _fight(s, g, k):
    """The fight of human `k` with the bot from the comparison of openers to the last of what follows."""
    out_of_line()
    t = s["table"][k]
    m = g["match"][k]
    bot = fighter(m, BOT_SEAT)
    me = fighter(m, HUMAN)
    meet_openers(t, m)
    if m["over"] != 0:
        return
    actor, event, full = meet(t, m)
    if actor != BOT_SEAT and bot["combo_damage"] > 0 and me["was_hit"] != 0 and g["tile"] != NO_TILE:
        if m["over"] == 0:
            first_hit_only(s, g, k)
        elif g["more_humans"] != 0 and bot["no_combo"] == 0:
            # the human fell to the first hit: the combo is paid all the same
            pay_tile(s, g, k)
    ending = False
    while m["over"] == 0:
        if actor == BOT_SEAT:
            play_tile(s, g, k, event)
        elif actor != NOBODY:
            play_out(t, m, actor, event, full)
        if not ending:
            ending = True
            in_window(t, m, _COMBAT_END)
        actor = next_combo(t, m)
        if actor == NOBODY:
            break
        event = events.HIT_BACK
        full = _FULL
    not_hit_gain(s, g, k)


@compiled
def _open(s, g, k):
    """The opener of human `k`, who does not know the roll (unless it is an open one)."""
    out_of_line()
    t = s["table"][k]
    m = g["match"][k]
    if g["replies"][k] != 0 and m["script"]["on"] == 0:
        g["chosen"][k] = best_reply(s, g, k)
    else:
        g["chosen"][k] = choose_opener(t, m, HUMAN)


@compiled
def _main_phase(s, g, k):
    """The main phase of human `k`; a gem storm cannot begin while the partner's is on."""
    out_of_line()
    m = g["match"][k]
    partner = np.int64(1 - k)
    bot = fighter(m, BOT_SEAT)
    if in_game(s, g, partner) and fighter(g["match"][partner], HUMAN)["storm"] == STORM_ON:
        bot["storm"] = STORM_ON  # who sits opposite counts for the main phase
    main_phase(s["table"][k], m, HUMAN)
    bot["storm"] = STORM_READY


@once
def _part(s, g, k, part):
    """One part of a turn for human `k`."""
    t = s["table"][k]
    m = g["match"][k]
    if part == START:
        in_window_of(t, m, HUMAN, _TURN_START)
    elif part == DRAW:
        draw_phase(t, m)
    elif part == MAIN:
        _main_phase(s, g, k)
    elif part == OPEN:
        me = fighter(m, HUMAN)
        bot = fighter(m, BOT_SEAT)
        me["haste"] = haste_of(me, bot)
        bot["haste"] = haste_of(bot, me)
        _open(s, g, k)
    elif part == REVEAL:
        reveal(t, m, HUMAN, g["chosen"][k])
    elif part == FIGHT:
        _fight(s, g, k)
    else:
        end_combat(t, m)
        end_turn(t, m)


@compiled
def _each(s, g, part):
    """A part of the turn for every human; whether a decision is missing or the game is over."""
    out_of_line()
    for each in range(TEAM):
        k = np.int64(each)
        if in_game(s, g, k) and g["match"][k]["over"] == 0:
            begin_part(g, k)
            _part(s, g, k, part)
            gather_log(g, k)
            if end_part(g, k):
                return True
    if part == FIGHT:
        count_hits(s, g)  # before anybody who fell is taken out
    share(s, g, WORST if part == FIGHT else ALL)
    look_at_ends(s, g)
    return g["over"] != 0


@once
def _begin(s, g):
    """Next turn: the other side is active."""
    g["turn"] += 1
    g["active"] = HUMANS if g["turn"] & 1 == 1 else BOT_SIDE
    g["rolls"] = 0
    g["open"] = g["open_next"]
    g["open_next"] = 0
    g["dodge"] = g["dodge_next"]
    g["dodge_next"] = 0
    g["tile"] = NO_TILE
    for k in range(TEAM):
        if in_game(s, g, k):
            begin_turn(g["match"][k])
            if k > 0:
                g["match"][k]["log_rows"] = 0
    if g["out"][0] != 0:  # else the first human's match tells of it
        first = fighter(g["match"][0], HUMAN)["life"]
        emit_3(g["match"][0], events.TURN, g["active"], g["turn"], first, g["life"])


@compiled
def _of_bot(s, g, window):
    """Abilities of the bot outside of fights; they happen once, in the record of the first human who is in the game."""
    out_of_line()
    k = _first_human(s, g)
    m = g["match"][k]
    rolls = bot_window(s, g, k, window)
    if window != ROLL:
        check_life(s["table"][k], m)
        gather_log(g, k)
        share(s, g, ALL)
        look_at_ends(s, g)
    return rolls


@compiled
def _first_human(s, g):
    return _FIRST if in_game(s, g, _FIRST) else np.int64(1)


@once
def _before_openers(s, g):
    """Start of the turn, and on the humans' turn draw and main phase; whether there is no more to play."""
    _begin(s, g)
    if g["active"] == BOT_SIDE:
        _of_bot(s, g, TURN_START)
    if g["over"] != 0 or _each(s, g, START):
        return True
    if g["active"] == HUMANS:
        if _each(s, g, DRAW):
            return True
        _of_bot(s, g, THEIR_DRAW)
        if g["over"] != 0 or _each(s, g, MAIN):
            return True
    if g["open"] != 0:
        _roll(s, g, _ONE_ROLL)
    return False


@compiled
def _roll(s, g, rolls):
    """The bot's move of this combat."""
    out_of_line()
    roll_tile(s, g, rolls)
    if g["tile"] != NO_TILE:
        emit_2(g["match"][0], events.TILE, BOT_SEAT, g["tile"] + 1, g["variant"])


@once
def _commit(s, g):
    """Openers of the humans, the roll, and what opening does; whether there is no more to play."""
    if _each(s, g, OPEN) or _each(s, g, REVEAL):
        return True
    for k in range(TEAM):
        if in_game(s, g, k):
            bot_window(s, g, np.int64(k), AGAINST_BLOCK)
    if g["open"] == 0:
        _roll(s, g, _of_bot(s, g, ROLL))
    for k in range(TEAM):
        if in_game(s, g, k):
            place_tile(s, g, np.int64(k))
    tile_opens(s, g, _first_human(s, g))
    share_life(s, g)
    return False


@compiled
def share_life(s, g):
    """Life that opening cost or gave the bot, before it fights everybody; its hand is looked at after the fights."""
    k = _first_human(s, g)
    m = g["match"][k]
    g["life"] = fighter(m, BOT_SEAT)["life"]
    for each in range(TEAM):
        if in_game(s, g, each):
            fighter(g["match"][each], BOT_SEAT)["life"] = g["life"]
    check_life(s["table"][k], m)
    look_at_ends(s, g)


@once
def _after_fights(s, g):
    """Abilities of the bot, recurring cards, what ends with the turn."""
    _of_bot(s, g, COMBAT_END)
    if g["over"] != 0 or _each(s, g, END):
        return
    share_status(s, g)
    if g["turn"] >= s["table"][0]["rules"]["turn_limit"]:
        end_solo(g, NOBODY, TURN_LIMIT)


@compiled
def solo_turn(s, g):
    """Play one turn, or the part of it that `g` asks for; returns early where the game ends or a decision is missing.

    `s` is a SOLO_TABLE record, `g` a SOLO record.
    """
    out_of_line()
    if g["part"] != FROM_OPENERS:
        if _before_openers(s, g) or g["part"] == TO_OPENERS:
            return
    if _commit(s, g) or g["over"] != 0:
        return
    if _each(s, g, FIGHT):
        return
    _after_fights(s, g)
