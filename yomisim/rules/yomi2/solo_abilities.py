"""Whether an ability on a bot sheet applies now, and how often a bot rolls; nothing is changed here."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.bot_verbs import CONDITIONS, VERBS, WINDOW_CODES
from yomisim.kernel.bits import U0, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.rules.access import fighter
from yomisim.rules.yomi2.queries import haste_of
from yomisim.rules.yomi2.solo import BOT_SEAT, HUMAN
from yomisim.rules.yomi2.state import HASTE_EDGE

ROLL = WINDOW_CODES["roll"]
HAND_AT_LEAST = CONDITIONS["hand_at_least"].code
LIFE_BELOW = CONDITIONS["life_below_percent"].code
THEIR_KIND = CONDITIONS["their_kind"].code
HAS_EDGE = CONDITIONS["has_edge"].code
IN_ROW = CONDITIONS["in_row"].code
FIRST_TIME = CONDITIONS["first_time"].code
WAS_HIT_RUNNING = CONDITIONS["was_hit_running"].code
HIT_RUNNING = CONDITIONS["hit_running"].code
ROLLS = VERBS["rolls"].code
_PERCENT = np.int64(100)
_ONE = np.int64(1)


@compiled
def _holds(s, g, k, kinds, number, code, wanted):
    """One condition of ability `number`; `kinds` are those that humans opened with, as bits."""
    if code == HAND_AT_LEAST:
        return g["hand"] >= wanted
    if code == LIFE_BELOW:
        return g["life"] * _PERCENT < s["bot"]["hit_points"] * wanted
    if code == THEIR_KIND:
        return kinds & wanted != 0
    if code == HAS_EDGE:
        m = g["match"][k]
        return haste_of(fighter(m, BOT_SEAT), fighter(m, HUMAN)) == HASTE_EDGE
    if code == IN_ROW:
        return g["row"] == wanted
    if code == FIRST_TIME:
        return not has(g["used"], number)
    if code == WAS_HIT_RUNNING:
        return g["was_hit_running"] >= wanted
    if code == HIT_RUNNING:
        return g["hit_running"] >= wanted
    return False


@compiled
def applies(s, g, k, kinds, number):
    """Whether all conditions of ability `number` hold, in the fight with human `k`."""
    out_of_line()
    ability = s["bot"]["ability"][number]
    for i in range(ability["conditions"]):
        if not _holds(s, g, k, kinds, number, ability["condition"][i, 0], ability["condition"][i, 1]):
            return False
    return True


@compiled
def rolls_against(s, g, k, kinds):
    """How often the bot rolls where humans open with these kinds."""
    left = s["bot"]["at"][ROLL]
    rolls = _ONE
    while left != U0:
        number = lowest(left)
        left = without_lowest(left)
        if applies(s, g, k, kinds, number):
            ability = s["bot"]["ability"][number]
            for i in range(ability["verbs"]):
                if ability["verb"][i, 0] == ROLLS:
                    rolls = max(rolls, ability["verb"][i, 1])
    return rolls
