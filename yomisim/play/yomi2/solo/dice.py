"""The bot's die: rolling again what is disabled, and keeping the best of several rolls."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.bots import DIE
from yomisim.cards.yomi2.solo_tables import PLAIN_DODGE
from yomisim.kernel.bits import has
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.kernel.rng import at, below
from yomisim.rules.log import emit_1, emit_2
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.solo import (
    BOT_SEAT,
    MOST_REROLLS,
    NO_TILE,
    disabled_kinds,
    row_now,
    tile_char,
    valid_rolls,
    variant_of_roll,
)
from yomisim.rules.yomi2.solo_judge import judge_all

_DIE = np.int64(DIE)
_ROLLS_A_TURN = np.uint64(1 << 16)
_NONE = np.int64(0)
_FIRST = np.int64(0)


@compiled
def next_die(g):
    """A roll, 0 to 7: the next one that was given from outside, else one at random."""
    if g["dice_used"] < g["dice_given"]:
        g["dice_used"] += 1
        return g["dice"][g["dice_used"] - 1]
    address = np.uint64(g["turn"]) * _ROLLS_A_TURN + np.uint64(g["rolls"])
    g["rolls"] += 1
    return below(at(g["key"], address), _DIE)


@compiled
def _roll_valid(s, g, row, valid):
    """A roll whose move is not disabled; others are rolled again."""
    m = g["match"][0]
    for _ in range(MOST_REROLLS):
        die = next_die(g)
        if has(np.uint64(valid), die):
            emit_2(m, events.ROLL, BOT_SEAT, die + 1, variant_of_roll(s, g, row, die))
            return die
        emit_1(m, events.REROLL, BOT_SEAT, die + 1)
    return NO_TILE


@compiled
def roll_tile(s, g, rolls):
    """Settle what the bot does in this combat: a plain dodge where it is bound to, else the best of some rolls.

    `rolls` is 1 where humans have not chosen yet: nothing can be compared then.
    """
    out_of_line()
    row = row_now(s, g)
    g["variant"] = row
    g["tile"] = NO_TILE
    dodges = tile_char(s, _FIRST)["kind"][PLAIN_DODGE]
    if g["dodge"] != 0 and (disabled_kinds(s, g) >> dodges) & 1 == 0:
        g["tile"] = PLAIN_DODGE
        return
    valid = valid_rolls(s, g, row)
    if valid == 0:
        return
    best = _NONE
    for i in range(rolls):
        die = _roll_valid(s, g, row, valid)
        if die == NO_TILE:
            return
        variant = variant_of_roll(s, g, row, die)
        value = judge_all(s, g, variant, die) if rolls > 1 else _NONE
        if i == 0 or value > best:
            best = value
            g["variant"] = variant
            g["tile"] = die
