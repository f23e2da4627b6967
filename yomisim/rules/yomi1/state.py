"""What a game of Yomi (first game) consists of while it is played, as record layouts.

`PUBLIC` is what both players see, `OWN` what one player sees, `DEEP` what nobody sees, `LUCK` one seat's source of
random choices. They are separate records, and a policy is handed `PUBLIC`, its own `OWN` and its own `LUCK` only:
it cannot look at what it must not know.

All whole numbers are int64 and all sets uint64: a function called with two widths of integer would be compiled
twice (measured: half of all compile time).

Every card is in exactly one zone of its owner: deck (DEEP), hand (OWN), face down (OWN), table, discard pile, in
play or removed (PUBLIC). A zone is a set of cards, see `cards.yomi1.tables` for the numbering. The order of the
discard pile is kept as a time stamp a card.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi1.tables import CARDS
from yomisim.rules.records import LOG_COLUMNS, LOG_ROWS, LUCK, SCRIPT
from yomisim.rules.yomi1.plans import CHOSEN, MEASURES, OUTLOOK, PLAN, ROWS, STRIKES, STUDY

#: How many top cards of the own deck a player can know.
KNOWN = 8
NO_SIDE = np.int64(-1)

#: What everybody knows of one fighter.
FIGHTER = np.dtype(
    [
        ("life", "i8"),
        ("hand_count", "i8"),
        ("discard", "u8"),
        ("table", "u8"),  # used in this combat: opener, combo, pumps, Aces paid
        ("in_play", "u8"),  # stays from turn to turn
        ("removed", "u8"),  # out of the game
        ("shown", "u8"),  # cards in hand that the opponent has seen
        ("down", "i8"),  # knocked down: this combat
        ("down_next", "i8"),  # will be, next combat
        ("face_down", "i8"),  # a card lies face down
        ("locked_kind", "i8"),  # what the revealed combat card is
        ("side", "i8"),  # revealed side, NO_SIDE before the reveal and for no-card
        ("card", "i8"),  # revealed card
        # the combo that is going on
        ("last_side", "i8"),
        ("last_card", "i8"),
        ("points_left", "i8"),
        ("pumps", "i8"),  # on the last move
        ("moves", "i8"),
        ("combo_damage", "i8"),  # of the moves that landed so far
        # what is forgotten when a turn begins (one stretch of memory, cleared as a whole)
        ("run", "i8"),  # normal attacks in a row up to the last move
        ("aces_earned", "i8"),  # by chains of this turn
        ("won", "i8"),
        ("landed", "i8"),  # an attack or throw of this fighter has hit
        ("attack_damage", "i8"),  # an attack has dealt damage or block damage
        ("block_damage", "i8"),  # block damage that this fighter's attack has dealt
        ("shielded", "i8"),  # attacks and throws deal nothing to this fighter any more
        ("armored", "i8"),  # lost with an attack to a faster normal or special attack
        ("no_block_damage", "i8"),
        ("no_block_draw", "i8"),
        ("no_return", "i8"),
        ("silenced", "i8"),  # innate abilities are off for this block
        ("throw_granted", "i8"),
        ("strike_granted", "i8"),
        ("no_hit_back", "i8"),
        # modifiers of this turn, which a query adds to what is printed; forgotten when the turn ends (one stretch too)
        ("speed_next", "i8"),  # tenths, for the next turn
        ("normal_bonus", "i8"),  # damage added to normal attacks
        ("enders_only", "i8"),  # this fighter's attacks and throws are Enders
        ("no_pump", "i8"),
        ("no_aces", "i8"),  # this fighter plays no Aces
        ("full_combo", "i8"),  # a dodge of an attack or Joker may lead to a full combo
        ("status", "i8"),  # named by the character's abilities, as bits
        ("speed_bonus", "i8"),  # tenths, negative is faster
        ("naming", "i8"),  # any of the following is set
        ("named", "i8", (6,)),  # life gained if the other's locked move is of this kind
        ("hits", "u8"),  # cards of attacks in the combo that landed in the open
        ("hits_under", "u8"),  # and under a face-down card
        # cards that stay in play
        ("variant", "i8"),  # which of the two CHARACTER records counts
        ("usable", "u8"),  # gated sides that something in play allows
        # cards shown for `marked`: this turn and last turn, or NO_CARD
        ("mark", "i8"),
        ("mark_before", "i8"),
        # abilities
        ("escrow", "u8"),  # cards announced or paid for an ability that is not settled yet
        ("used", "u8"),  # abilities used since this window opened
        ("used_cards", "u8"),  # and cards, where each may be used
        ("clock", "i8"),  # for the stamps below
        ("stamp", "i8", (CARDS,)),  # when the card was last put down; a higher stamp lies higher in the discard pile
    ],
    align=True,
)

PUBLIC = np.dtype(
    [
        ("turn", "i8"),
        ("initiative", "i8"),  # seat
        ("stake", "i8"),  # damage that waits under a face-down card
        ("under", "i8"),  # seat whose face-down card it waits under, or NOBODY
        ("stake_attack", "i8"),  # some of it comes from an attack
        ("combat_ended", "i8"),  # an effect has ended combat
        ("announced", "i8"),  # number of the ability that was announced last, in the kit of whoever did
        ("stake_shown", "i8"),  # the total of cards turned over for an ability
        ("key", "u8", (2,)),  # of random numbers that both players could know: for guesses at the hand of each seat
        ("rank_shown", "i8"),  # rank of the card that an ability milled or showed last, or NO_CARD
        ("fighter", FIGHTER, (2,)),
    ],
    align=True,
)

#: What one player knows beside the public part.
OWN = np.dtype(
    [
        ("hand", "u8"),
        ("face_down", "i8"),
        # what the player knows of the own deck: cards on top (the last one is drawn first), and at the bottom
        ("top_known", "i8"),
        ("top", "i8", (KNOWN,)),
        ("bottom", "i8"),
        # key of random numbers for guesses at hands, which the other player does not know: dice that both happen to
        # roll alike, so that players who think alike share what they work out
        ("dice", "u8"),
        # worked out for a decision
        ("measures", MEASURES),
        ("outlook", OUTLOOK),
        ("strikes", STRIKES),
        ("study", STUDY),
        ("rows", ROWS),
        ("chosen", CHOSEN),
    ],
    align=True,
)

#: What nobody knows: the deck of one seat. `top` holds cards placed on the deck, the last one is drawn first; the
#: rest of the deck has no order yet, the next card is found when it is drawn (see zones.next_card). `bottom` holds
#: cards that were put at the bottom or looked at there.
DEEP = np.dtype(
    [
        ("key", "u8"),
        ("deck", "u8"),
        ("cursor", "u8"),
        ("shuffles", "u8"),
        ("placed", "i8"),
        ("top", "i8", (CARDS,)),
        ("sunk", "u8"),  # cards that lie at the bottom
        ("sunk_n", "i8"),
        ("bottom", "i8", (CARDS,)),  # the last one lies deepest
    ],
    align=True,
)

#: An ability that was announced and may still be countered: who, which, from which card, and what was paid.
FRAME = np.dtype(
    [("seat", "i8"), ("ability", "i8"), ("card", "i8"), ("paid", "u8"), ("life", "i8"), ("milled", "i8")], align=True
)
FRAMES = 12

#: A turn is cut in two where somebody wants to look at the moment at which combat cards are chosen.
WHOLE_TURN, TO_COMBAT, FROM_COMBAT = numbered(3)

#: How a game ended, in the order of TALLY["endings"].
ENDINGS = ("knockout", "both_at_zero", "last_card", "turn_limit")
KNOCKOUT, BOTH_ZERO, LAST_CARD, TURN_LIMIT = numbered(4)

#: Where the parts of the engine that are compiled by themselves lie in memory (kernel.door).
DOORS = np.dtype([("turn", "i8"), ("abilities", "i8"), ("greedy", "i8"), ("equilibrium", "i8")], align=True)

#: One game. The log comes last so that it costs nothing while it is switched off.
MATCH = np.dtype(
    [
        ("public", PUBLIC),
        ("own", OWN, (2,)),
        ("deep", DEEP, (2,)),
        ("luck", LUCK, (2,)),
        ("plan", PLAN, (2,)),  # of each seat, or the first one for both where they think the same
        ("policy", "i8", (2,)),
        ("doors", DOORS),
        ("coin_key", "u8"),
        ("flip", "i8"),  # seats have exchanged their luck
        ("over", "i8"),
        ("winner", "i8"),  # NOBODY for a draw
        ("ending", "i8"),
        ("part", "i8"),  # which part of a turn is played: WHOLE_TURN, TO_COMBAT, FROM_COMBAT
        ("forced", "i8", (2,)),  # 1 + the side that a seat opens with in the next combat, 0: its policy chooses
        ("choices", "i8"),  # decisions among two or more options so far
        ("frame", FRAME, (FRAMES,)),
        ("script", SCRIPT),
        ("log_on", "i8"),
        ("log_rows", "i8"),
        ("log", "i2", (LOG_ROWS, LOG_COLUMNS)),
    ],
    align=True,
)
