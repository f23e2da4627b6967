"""One bot against one human or two: what happened to its copies is put together, and who has won is told."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.solo_tables import FALLEN_COUNT_AS, ROW_HAND, TEAM, TEAM_HITS
from yomisim.cards.yomi2.tables import BOTH_AT_ZERO, KIND_DODGE
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.access import char_of, fighter
from yomisim.rules.log import emit, emit_1, emit_3
from yomisim.rules.records import LOG_COLUMNS, LOG_ROWS, NOBODY
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.solo import BOT_SEAT, BOT_SIDE, HUMAN, HUMANS, in_game, is_down
from yomisim.rules.yomi2.state import BOTH_ZERO, KNOCKOUT, TIME_OVER

#: How changes of the hand size by several humans add up: all of them, or the one that is worst for the bot.
ALL, WORST = np.int64(0), np.int64(1)
_EACH = np.int64(TEAM_HITS.index("each"))
_BELOW_ZERO = np.int64(FALLEN_COUNT_AS.index("below_zero"))
_MORE_LIFE = np.int64(BOTH_AT_ZERO.index("more_life"))
_ACTIVE = np.int64(BOTH_AT_ZERO.index("active"))
_DODGES = np.int64(1) << KIND_DODGE
_NONE = np.int64(0)
#: Seat of the second human in the log.
PARTNER = np.int64(2)


@compiled
def end_solo(g, winner, ending):
    """The game is over; only the first end counts."""
    if g["over"] == 0:
        g["over"] = 1
        g["winner"] = winner
        g["ending"] = ending
        m = g["match"][0]
        if g["more_humans"] != 0 or m["over"] == 0:  # else its match has told it
            emit_1(m, events.GAME_OVER, winner, ending)


@compiled
def _bounded(s, g, hand):
    """A hand size within its bounds."""
    bot = s["bot"]
    if hand < bot["least_hand"]:
        return bot["refill_hand"] if bot["refill_hand"] > 0 else bot["least_hand"]
    return min(hand, bot["most_hand"])


@compiled
def share(s, g, how):
    """Put together what happened to the bot in the fights with all humans since the last time, and copy it back."""
    life = g["life"]
    total = _NONE
    worst = _NONE
    first = True
    for k in range(TEAM):
        if in_game(s, g, k):
            bot = fighter(g["match"][k], BOT_SEAT)
            life += bot["life"] - g["life"]
            change = bot["hand_count"] - g["hand"]
            total += change
            worst = change if first else min(worst, change)
            first = False
    wanted = g["hand"] + (worst if how == WORST else total)
    hand = _bounded(s, g, wanted)
    changed = hand != wanted or (how == WORST and s["humans"] > 1 and total != worst)
    if changed and (g["more_humans"] != 0 or g["match"][0]["over"] == 0):
        emit_3(g["match"][0], events.HAND, BOT_SEAT, hand - g["hand"], hand, events.WHY_BOUNDS)
    g["life"] = life
    g["hand"] = hand
    for k in range(TEAM):
        if in_game(s, g, k):
            bot = fighter(g["match"][k], BOT_SEAT)
            bot["life"] = life
            bot["hand_count"] = hand


@compiled
def share_status(s, g):
    """Whoever knocked the bot down, it is down for all; so with the edge and with what is disabled."""
    down = edge = disabled = _NONE
    for k in range(TEAM):
        if in_game(s, g, k):
            bot = fighter(g["match"][k], BOT_SEAT)
            down |= bot["down"]
            edge |= bot["edge"]
            disabled |= bot["disabled"]
    if down != 0:
        disabled |= _DODGES
    for k in range(TEAM):
        if in_game(s, g, k):
            bot = fighter(g["match"][k], BOT_SEAT)
            bot["down"] = down
            bot["edge"] = edge
            bot["disabled"] = disabled
    if g["row"] != ROW_HAND and g["row"] == s["bot"]["row_until_down"] and is_down(s, g):
        g["row"] = ROW_HAND
        emit_1(g["match"][0], events.ROW, BOT_SEAT, ROW_HAND)


@compiled
def count_hits(s, g):
    """Combats in a row in which the bot was hit and did not hit, or the other way round."""
    struck = _NONE
    strikes = False
    for k in range(TEAM):
        if in_game(s, g, k):
            m = g["match"][k]
            struck += fighter(m, BOT_SEAT)["was_hit"]
            strikes = strikes or fighter(m, HUMAN)["was_hit"] != 0
    if struck > 0 and not strikes:
        g["was_hit_running"] += struck if s["bot"]["team_hits"] == _EACH else 1
    else:
        g["was_hit_running"] = 0
    g["hit_running"] = g["hit_running"] + 1 if strikes and struck == 0 else _NONE


@leaf
def _lost(s, g, k):
    """Whether human `k` is at 0."""
    m = g["match"][k]
    return fighter(m, HUMAN)["life"] <= 0 and char_of(s["table"][k], m, HUMAN)["undying"] == 0


@compiled
def _team_life(s, g):
    """The sum of what all humans have left."""
    total = _NONE
    for k in range(s["humans"]):
        life = fighter(g["match"][k], HUMAN)["life"]
        total += life if s["bot"]["fallen_count_as"] == _BELOW_ZERO else max(life, _NONE)
    return total


@leaf
def _with_more(humans, bot):
    return HUMANS if humans > bot else (BOT_SIDE if bot > humans else NOBODY)


@compiled
def _both_out(s, g):
    """Everybody reached 0 in one step."""
    rule = s["table"][0]["rules"]["both_at_zero"]
    winner = NOBODY
    if rule == _MORE_LIFE:
        winner = _with_more(_team_life(s, g), g["life"])
    elif rule == _ACTIVE:
        winner = g["active"]
    end_solo(g, winner, BOTH_ZERO)


@compiled
def _one_human(g):
    """Alone, a human's match ends as the game does."""
    m = g["match"][0]
    if m["over"] != 0:
        end_solo(g, m["winner"], m["ending"])


@compiled
def look_at_ends(s, g):
    """Whether the game is over, and who of the humans is out."""
    if s["humans"] == 1:
        _one_human(g)
        return
    standing = _NONE
    for k in range(TEAM):
        standing += np.int64(in_game(s, g, k) and not _lost(s, g, k))
    if g["life"] <= 0:
        if standing > 0:
            end_solo(g, HUMANS, KNOCKOUT)
        else:
            _both_out(s, g)
        return
    if standing == 0:
        end_solo(g, BOT_SIDE, KNOCKOUT)
        return
    for k in range(TEAM):
        if in_game(s, g, k):
            m = g["match"][k]
            if _lost(s, g, k):
                g["out"][k] = 1
                emit(g["match"][0], events.OUT, _seat(k))
            elif m["over"] != 0:
                winner = _with_more(_team_life(s, g), g["life"]) if m["ending"] == TIME_OVER else m["winner"]
                end_solo(g, winner, m["ending"])
                return


@leaf
def _seat(k):
    return HUMAN if k == 0 else PARTNER


@compiled
def gather_log(g, k):
    """The second human's rows go behind those of the first, in the order in which things happened."""
    into = g["match"][0]
    if into["log_on"] == 0:
        return
    if k == 0:
        rows = into["log_rows"]
        if g["more_humans"] != 0 and rows > 0 and into["log"][rows - 1, 0] == events.GAME_OVER:
            into["log_rows"] = rows - 1  # who is out need not be the end of the game
        return
    m = g["match"][k]
    for row in range(m["log_rows"]):
        at = into["log_rows"]
        if at < LOG_ROWS and m["log"][row, 0] != events.GAME_OVER and m["log"][row, 0] != events.TURN:
            for column in range(LOG_COLUMNS):
                into["log"][at, column] = m["log"][row, column]
            if m["log"][row, 1] == HUMAN:
                into["log"][at, 1] = PARTNER
            into["log_rows"] = at + 1
    m["log_rows"] = 0
