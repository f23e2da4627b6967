"""What a game of Yomi 2 consists of while it is played, as record layouts.

`PUBLIC` is what both players see, `OWN` what one player sees, `DEEP` what nobody sees, `LUCK` one seat's source of
random choices. A policy is handed `PUBLIC`, its own `OWN` and its own `LUCK` only.

Every card is in exactly one zone of its owner: deck (DEEP), hand (OWN), table, discard pile, in play, revealed or
removed (PUBLIC). A zone is a set of cards, see `cards.yomi2.tables` for the numbering. The discard pile has no order:
no rule asks for one.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi2.tables import CARDS
from yomisim.rules.records import LOG_COLUMNS, LOG_ROWS, LUCK, SCRIPT
from yomisim.rules.yomi2.plans import MEASURES, PLAN, ROWS

NO_MOVE = np.int64(-1)

#: What the speeds of a fighter get in this combat (`haste`): nothing, the edge, or the speed against one who is down.
HASTE_NONE, HASTE_EDGE, HASTE_FLOOR = numbered(3)
#: Where a turn stands: what is given "for the next combat" is for this turn's before it, later for the next turn's;
#: damage is a hit in combat only.
BEFORE_COMBAT, IN_COMBAT, COMBAT_OVER = numbered(3)
#: A gem storm: not used yet, on, over.
STORM_READY, STORM_ON, STORM_OVER = numbered(3)

#: What everybody knows of one fighter.
FIGHTER = np.dtype(
    [
        ("sheet", "i8"),  # a bot: it has no cards, `hand_count` is a number that is kept for it
        ("block_gain", "i8"),  # of a bot: cards that its move gains by blocking
        ("life", "i8"),
        ("meter", "i8"),
        ("hand_count", "i8"),
        ("discard", "u8"),
        ("table", "u8"),  # used in this combat: opener, combo, pumps
        ("in_play", "u8"),  # ongoing
        ("removed", "u8"),  # out of the game
        ("revealed", "u8"),  # top cards of the deck shown for a combo, usable in it
        ("shown", "u8"),  # cards in hand that the opponent has seen
        ("variant", "i8"),  # which of the CHARACTER records counts
        ("down", "i8"),  # knocked down: this combat
        ("down_next", "i8"),  # will be, next combat
        ("edge", "i8"),  # has the edge in this combat
        ("edge_next", "i8"),
        ("haste", "i8"),  # HASTE_... in this combat
        ("disabled", "i8"),  # kinds that cannot open in this combat, as bits 1 << KIND
        ("disabled_next", "i8"),
        ("reshuffles", "i8"),  # so far
        ("storm", "i8"),  # STORM_...
        ("storm_until", "i8"),  # last turn of the storm
        ("skips", "i8"),  # the next own main phase is skipped
        ("jailed", "i8"),  # no main phase until a pair is discarded
        ("mirror_until", "i8"),  # last turn in which halves are settled, and the second one adds its damage
        ("countdown", "i8"),  # to winning; 0: none
        # openers
        ("card", "i8"),  # revealed card, NO_CARD before
        ("opener", "i8"),  # the move that counts as opened with
        ("move", "i8"),  # the move that it acts as, in most cases the same
        ("kind", "i8"),  # KIND_... of `move`
        # the combo that is going on
        ("last_move", "i8"),
        ("last_card", "i8"),
        ("points_left", "i8"),
        ("pumps", "i8"),  # on the last move
        ("packet", "i8"),  # the packet of pump damage of the last move that is asked for or comes next
        ("moves", "i8"),
        ("combo_damage", "i8"),  # of moves and pumps so far
        ("grade", "i8"),  # meter before the last move was paid
        # what is forgotten when a turn begins
        ("was_hit", "i8"),
        ("has_hit", "i8"),
        ("no_combo", "i8"),  # moves of this fighter cannot combo or pump
        ("won", "i8"),
        ("crush", "i8"),  # damage of the own attack that breaks the block it meets
        ("throw_granted", "i8"),
        ("status", "i8"),  # named by abilities, as bits
        ("first_hit_bonus", "i8"),  # the first hit of the turn deals so much more
        ("speed_bonus", "i8"),
        ("normal_bonus", "i8"),  # damage of normal attacks
        ("looked", "i8"),  # cards were turned over for the combo
        ("free_combo", "u8"),  # moves of a combo that an ability grants at the end of combat
        ("only", "u8"),  # while not empty, the only moves that may join the combo
        ("mirror", "i8"),  # damage added to the opener if it lands
        ("until", "i8", (CARDS,)),  # last turn of a card in play, 0: no limit
    ],
    align=True,
)

PUBLIC = np.dtype(
    [
        ("turn", "i8"),
        ("active", "i8"),  # seat whose turn it is
        ("first", "i8"),  # seat that had the first turn
        ("fought", "i8"),  # BEFORE_COMBAT, IN_COMBAT (openers are final) or COMBAT_OVER
        ("announced", "i8"),  # number of the ability that is being used, in the kit of whoever does
        ("key", "u8", (2,)),  # of random numbers that both players could know: for guesses at the hand of each seat
        ("fighter", FIGHTER, (2,)),
    ],
    align=True,
)

#: What one player knows beside the public part.
OWN = np.dtype(
    [("hand", "u8"), ("rows", ROWS), ("measures", MEASURES)], align=True
)  # but for hand, scratch of a policy

#: What nobody knows: the deck of one seat, whose order is found as it is drawn (kernel.shuffle).
DEEP = np.dtype(
    [
        ("key", "u8"),
        ("deck", "u8"),
        ("cursor", "u8"),
        ("shuffles", "u8"),
    ],
    align=True,
)

#: A turn is cut in two where somebody wants to look at the moment at which openers are chosen.
WHOLE_TURN, TO_OPENERS, FROM_OPENERS = numbered(3)

#: How a game ended, in the order of TALLY["endings"].
ENDINGS = ("knockout", "both_at_zero", "time_over", "countdown", "turn_limit")
KNOCKOUT, BOTH_ZERO, TIME_OVER, COUNTDOWN, TURN_LIMIT = numbered(5)

#: Where the parts of the engine that are compiled by themselves lie in memory (kernel.door).
DOORS = np.dtype([("turn", "i8"), ("abilities", "i8"), ("greedy", "i8"), ("equilibrium", "i8")], align=True)

#: One game. The log comes last so that it costs nothing while it is switched off.
MATCH = np.dtype(
    [
        ("public", PUBLIC),
        ("own", OWN, (2,)),
        ("deep", DEEP, (2,)),
        ("luck", LUCK, (2,)),
        ("policy", "i8", (2,)),
        ("plan", PLAN, (2,)),  # of each seat, or the first one for both where they think the same
        ("doors", DOORS),
        ("flip", "i8"),  # seats have exchanged their luck
        ("over", "i8"),
        ("winner", "i8"),  # NOBODY for a draw
        ("ending", "i8"),
        ("part", "i8"),  # which part of a turn is played: WHOLE_TURN, TO_OPENERS, FROM_OPENERS
        ("forced", "i8", (2,)),  # 1 + the move that a seat has to open with in this turn, 0: it chooses
        ("choices", "i8"),  # decisions among two or more options so far
        ("script", SCRIPT),
        ("log_on", "i8"),
        ("log_rows", "i8"),
        ("log", "i2", (LOG_ROWS, LOG_COLUMNS)),
    ],
    align=True,
)
