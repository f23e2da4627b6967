"""What a game against a bot consists of, and which tile of its sheet a bot plays.

Each human has a MATCH of its own with the bot in seat 1. What the bot is as a whole (life, hand size, what its sheet is
at) stands in SOLO beside them; the bot's fighter in each match is a copy of it for one step of the game, and what
happened to the copies is put together again after the step.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi2.bots import DIE, USES
from yomisim.cards.yomi2.solo_tables import (
    NO_ROW,
    ROW_BOT_DOWN,
    ROW_DESPERATE,
    ROW_DRAGON,
    ROW_HAND,
    ROW_HUMAN_DOWN,
    TEAM,
)
from yomisim.cards.yomi2.tables import MOVES, VARIANTS
from yomisim.kernel.bits import has
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.yomi2.queries import speed_under
from yomisim.rules.yomi2.resolve import resolve
from yomisim.rules.yomi2.state import MATCH

#: Sides of the game, and the seats of a match.
HUMANS, BOT_SIDE = numbered(2)
HUMAN, BOT_SEAT = np.int64(0), np.int64(1)
#: Most rolls of one combat that can be given from outside.
MOST_DICE = 32
#: How often a disabled move is rolled again at most; the chance that it does not suffice is below 1e-18.
MOST_REROLLS = np.int64(300)
NO_TILE = np.int64(-1)
_DIE = np.int64(DIE)
_USES = np.int64(len(USES))

#: For each row of a sheet and each move of the (first) human: how often it could open and was judged, how often it was
#: chosen, and the sum of its values, in thousandths of a tenth of a life point.
REPLIED = np.dtype(
    [(name, "i8", (VARIANTS, MOVES)) for name in ("offered", "chosen", "worth")],
    align=True,
)

SOLO = np.dtype(
    [
        ("match", MATCH, (TEAM,)),
        # the bot
        ("life", "i8"),
        ("hand", "i8"),
        ("row", "i8"),  # ROW_HAND, or the row that an ability has put it on
        ("used", "u8"),  # abilities that were used in this game
        ("was_hit_running", "i8"),
        ("hit_running", "i8"),
        ("open", "i8"),  # in this combat it rolls before humans choose
        ("open_next", "i8"),
        ("dodge", "i8"),  # in this combat it dodges instead of rolling
        ("dodge_next", "i8"),
        # its move in this combat
        ("variant", "i8"),  # row
        ("tile", "i8"),  # NO_TILE before the roll, or where every move is disabled
        ("hand_before", "i8"),
        ("life_before", "i8"),
        # dice
        ("key", "u8"),
        ("rolls", "i8"),  # in this turn
        ("dice", "i8", (MOST_DICE,)),  # given from outside, 0 to 7
        ("dice_given", "i8"),
        ("dice_used", "i8"),
        # humans
        ("replies", "i8", (TEAM,)),  # 1: opens with the best reply to the bot's dice
        ("sees_partner", "i8"),  # 1: the second human knows what the first one opens with
        ("out", "i8", (TEAM,)),
        ("chosen", "i8", (TEAM,)),  # moves that were committed to
        # the game
        ("turn", "i8"),
        ("active", "i8"),  # HUMANS or BOT_SIDE
        ("over", "i8"),
        ("winner", "i8"),  # HUMANS, BOT_SIDE or NOBODY
        ("ending", "i8"),
        ("part", "i8"),
        ("more_humans", "i8"),  # 1: a team
        ("judged", "i8", (DIE,)),  # scratch: how good each roll is for the bot
        # what best replies were reckoned to be worth, over all games that are played in this record
        ("replied", REPLIED),
        ("asker", "i8"),  # the human whose decisions are played at the moment
    ],
    align=True,
)


@leaf
def in_game(s, g, k):
    """Whether human `k` plays and is not out."""
    return k < s["humans"] and g["out"][k] == 0


@compiled
def is_down(s, g):
    """Whether the bot is knocked down in this combat."""
    down = False
    for k in range(TEAM):
        down = down or (in_game(s, g, k) and g["match"][k]["public"]["fighter"][1]["down"] != 0)
    return down


@compiled
def _all_down(s, g):
    """Whether every human is knocked down in this combat."""
    stands = False
    for k in range(TEAM):
        stands = stands or (in_game(s, g, k) and g["match"][k]["public"]["fighter"][0]["down"] == 0)
    return not stands


@compiled
def row_now(s, g):
    """The variant of the row that counts before desperation: one for a knockdown, else one that an ability has put
    the bot on, else that of its hand size. A row for humans who are down counts where no human stands."""
    rows = s["bot"]["row_of_use"]
    if rows[ROW_BOT_DOWN] != NO_ROW and is_down(s, g):
        return rows[ROW_BOT_DOWN]
    if g["row"] == ROW_DRAGON:
        return rows[ROW_DRAGON]
    if rows[ROW_HUMAN_DOWN] != NO_ROW and _all_down(s, g):
        return rows[ROW_HUMAN_DOWN]
    return s["bot"]["row_of_hand"][g["hand"]]


@leaf
def variant_of_roll(s, g, row, die):
    """The row of a roll (0 to 7): the desperate one where the bot is on it, stands, and that row has such a tile."""
    bot = s["bot"]
    if g["row"] != ROW_DESPERATE or row == bot["row_of_use"][ROW_BOT_DOWN]:
        return row
    desperate = bot["row_of_use"][ROW_DESPERATE]
    return desperate if has(np.uint64(bot["rolls"][desperate]), die) else row


@compiled
def disabled_kinds(s, g):
    """Kinds that the bot cannot open with, as bits 1 << KIND."""
    kinds = np.int64(0)
    for k in range(TEAM):
        if in_game(s, g, k):
            kinds |= g["match"][k]["public"]["fighter"][1]["disabled"]
    return kinds


@leaf
def tile_char(s, variant):
    """CHARACTER record of a row of the bot's sheet."""
    return s["table"][0]["char"][1][variant]


@compiled
def valid_rolls(s, g, row):
    """The rolls whose moves are not disabled, as bits."""
    kinds = disabled_kinds(s, g)
    rolls = np.int64(0)
    for die in range(_DIE):
        char = tile_char(s, variant_of_roll(s, g, row, die))
        if (kinds >> char["kind"][die]) & 1 == 0:
            rolls |= np.int64(1) << die
    return rolls


@compiled
def hitback_row(s, variant, hand):
    """The row whose hit-back counts: the one that is played where it has one, else that of the hand size."""
    bot = s["bot"]
    for use in range(1, _USES):
        if bot["row_of_use"][use] == variant and bot["has_hitback"][variant] != 0:
            return np.int64(variant)
    return bot["row_of_hand"][min(max(hand, bot["least_hand"]), bot["most_hand"])]


@compiled
def meeting(s, g, k, move, variant, tile):
    """Who would win if human `k` met a tile with this move, by the pure function of the rules: (winner, way)."""
    t = s["table"][k]
    m = g["match"][k]
    me = m["public"]["fighter"][0]
    bot = m["public"]["fighter"][1]
    char = t["char"][0][me["variant"]]
    sheet = t["char"][1][variant]
    speed = speed_under(t["rules"], char, me, move, me["haste"])
    answer = speed_under(t["rules"], sheet, bot, tile, bot["haste"])
    return resolve(t["rules"], char, move, speed, sheet, tile, answer, g["active"])


assert ROW_HAND == 0
