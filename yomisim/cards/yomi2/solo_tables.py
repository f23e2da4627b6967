"""Layout of the packed tables of the mode against bots.

A bot sits in seat 1 of a TABLE as a character without cards: each row of its sheet is one of the VARIANTS of its
CHARACTER record, and the tiles of the row are the moves 0 to 7 of that record (a roll less one), so that all rules that
ask about a move ask them of a tile as well. HITBACK is what the bot does after blocking an unsafe move, PLAIN_DODGE a
dodge that leads on to nothing. What a tile has beside a move (the damage of the whole combo, what it costs) stands in
TILE.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi2.bots import DIE, USES
from yomisim.cards.yomi2.tables import TABLE, VARIANTS

#: Most humans who fight a bot together.
TEAM = 2
HITBACK, PLAIN_DODGE = np.int64(DIE), np.int64(DIE + 1)
TILES = DIE + 2
ROW_HAND, ROW_BOT_DOWN, ROW_HUMAN_DOWN, ROW_DESPERATE, ROW_DRAGON = numbered(len(USES))
NO_ROW = np.int64(-1)
#: Room for hand sizes, from 0.
HANDS = 41
MAX_BOT_ABILITIES, MAX_BOT_CONDITIONS, MAX_BOT_VERBS = 8, 4, 4
#: Room for windows (cards.yomi2.bot_verbs.WINDOWS).
BOT_WINDOWS = 8

#: What a tile has beside the fields of a move.
TILE = np.dtype(
    [
        ("total", "i8"),  # damage of the whole combo
        ("adjust", "i8"),  # change of the hand size, 0 or less
        ("always", "i8"),  # ... whatever the outcome
        ("follows", "i8"),  # a dodge that leads on to a move
        ("hit_first", "i8"),  # damage of that move by itself
        ("alone", "i8"),  # one move without pumps: there is nothing that could be stopped
        ("draws", "i8"),  # a block that gains a card
        ("self_heal", "i8"),
        ("self_damage", "i8"),
        ("freezes", "i8"),
        ("removes", "i8"),
        ("transforms", "i8"),
    ],
    align=True,
)

#: One ability as a program; words and codes are those of cards.yomi2.bot_verbs.
BOT_ABILITY = np.dtype(
    [
        ("conditions", "i8"),
        ("condition", "i8", (MAX_BOT_CONDITIONS, 2)),  # code, number (kinds as bits, a row by its ROW number)
        ("verbs", "i8"),
        ("verb", "i8", (MAX_BOT_VERBS, 2)),
    ],
    align=True,
)

#: One bot with the constants of the mode.
BOT = np.dtype(
    [
        ("hit_points", "i8"),  # against a team its multiple
        ("start_hand", "i8"),
        ("least_hand", "i8"),
        ("most_hand", "i8"),
        ("not_hit_gain", "i8"),
        ("block_gain", "i8"),
        ("row_of_hitback", "i8"),  # index into ROW_OF_HITBACK
        ("crush_pays_pumps", "i8"),
        ("team_hits", "i8"),  # index into TEAM_HITS
        ("fallen_count_as", "i8"),  # index into FALLEN_COUNT_AS
        ("refill_hand", "i8"),  # a hand size that would fall under its least becomes this; 0: it stays at the least
        ("row_until_down", "i8"),  # ROW_... that ends when the bot is knocked down, NO_ROW for none
        ("row_of_hand", "i8", (HANDS,)),  # variant by hand size
        ("row_of_use", "i8", (len(USES),)),  # variant by ROW_..., NO_ROW where the sheet has none
        ("rolls", "i8", (VARIANTS,)),  # the rolls of which the row has tiles, as bits
        ("has_hitback", "i8", (VARIANTS,)),
        ("tile", TILE, (VARIANTS, TILES)),
        ("at", "u8", (BOT_WINDOWS,)),  # the abilities of each window, by number
        ("ability", BOT_ABILITY, (MAX_BOT_ABILITIES,)),
    ],
    align=True,
)

#: Whose hit-back counts when a block changes the row (`row_of_hitback` in game.toml), and so on.
ROW_OF_HITBACK = ("roll", "new")
TEAM_HITS = ("once", "each")
FALLEN_COUNT_AS = ("zero", "below_zero")

#: All that stays fixed in games of one human or two against a bot: for each human a TABLE with the bot in seat 1.
SOLO_TABLE = np.dtype(
    [
        ("humans", "i8"),
        ("sees_partner", "i8"),  # 1: humans lay their openers open to each other
        ("table", TABLE, (TEAM,)),
        ("bot", BOT),
    ],
    align=True,
)
