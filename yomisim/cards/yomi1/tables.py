"""Layout of the packed tables of Yomi (first game): one record per character, one for the rules, one per pairing.

Two spaces of small integers are used everywhere in the compiled part; a set in either is one ``uint64``.

card space, 0 to 53
    ``4 * rank + suit`` for the 52 ranked cards, 52 and 53 for the two Jokers. Ranks are 0 to 8 for 2 to 10, then
    J 9, Q 10, K 11, A 12, Joker 13. Suits are S 0, H 1, D 2, C 3.
side space, 0 to 55
    ``4 * rank + side``, side 0 for the top edge and 1 for the bottom edge (2 and 3 are left free). A card whose two
    edges hold the same move appears with side 0 only in the sets of choices.

Both spaces keep a rank in the same four bits, so a set of cards becomes a set of sides by a few shifts.
Speeds are stored in tenths (2.4 is 24); damage and life are whole points.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import HAND_STEPS, LIFE_STEPS, numbered

RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Joker")
SUIT_NAMES = ("S", "H", "D", "C")
RANKS = len(RANK_NAMES)
JACK, QUEEN, KING, ACE, JOKER = 9, 10, 11, 12, 13
CARDS = 54
SIDES = 4 * RANKS
MAX_POINTS = 8
MAX_ACES = 4
#: How many different damages the pumps paid with any card can have, and those paid with face cards.
PUMP_PLACES = 8

# What a side is.
KIND_NONE, KIND_ATTACK, KIND_THROW, KIND_BLOCK, KIND_DODGE, KIND_JOKER = numbered(6)
KIND_NAMES = ("none", "attack", "throw", "block", "dodge", "joker")

# How a move may stand in a combo.
COMBO_NONE, COMBO_NORMAL, COMBO_STARTER, COMBO_LINKER, COMBO_ENDER, COMBO_CANT = numbered(6)
COMBO_NAMES = ("none", "normal", "starter", "linker", "ender", "cant_combo")

# Parity of a block against normal attacks after a knockdown.
PARITY_EVEN, PARITY_ODD = 0, 1

#: One character of one edition.
CHARACTER = np.dtype(
    [
        ("hit_points", "i8"),
        ("max_combo", "i8"),
        # sets of sides
        ("choices", "u8"),  # every distinct side that needs nothing in play
        ("gated", "u8"),  # distinct sides that are usable only while something else allows them
        ("attacks", "u8"),
        ("throws", "u8"),
        ("blocks", "u8"),
        ("dodges", "u8"),
        ("jokers", "u8"),
        ("normal_attacks", "u8"),  # rank 2 to 10 attacks (whatever combo type they carry)
        ("pumpable", "u8"),
        ("knockdown", "u8"),
        ("extendable", "u8"),  # more damage may follow a hit: normal attack, Starter, Linker, or pumpable
        ("follow", "u8", (SIDES,)),  # sides that may follow this one by combo type, points and Aces not considered
        # the same for the search of combos, where two moves in a row can change places only in one order, and sides
        # that make a side not worth looking at while they may be played instead (cards.yomi1.orders)
        ("follow_on", "u8", (SIDES,)),
        ("better", "u8", (SIDES,)),
        ("alike", "i8", (SIDES,)),  # the lowest of the openers that are worth the same from every hand with both
        ("plain", "u8"),  # sides without pumps
        ("enders", "u8"),  # sides that nothing follows
        ("affordable", "u8", (MAX_POINTS + 1,)),  # sides that cost at most so many combo points
        ("payable", "u8", (MAX_ACES + 1,)),  # sides that need at most so many Aces from hand, the played one included
        # each side
        ("kind", "u1", (SIDES,)),
        ("combo_type", "u1", (SIDES,)),
        ("points", "u1", (SIDES,)),
        ("speed", "i2", (SIDES,)),  # tenths
        ("damage", "i2", (SIDES,)),
        ("block_damage", "i2", (SIDES,)),
        ("block_damage_suits", "u1", (SIDES,)),  # bit set of suits that carry the block damage
        ("extra_aces", "u1", (SIDES,)),  # mandatory Aces beside the card itself
        ("parity", "u1", (SIDES,)),  # of blocks: odd or even
        ("pump_cards", "u8", (SIDES,)),  # cards that may be discarded to pump
        ("pump_damage", "i2", (SIDES,)),  # a card
        ("pump_max", "u1", (SIDES,)),
        # pumps that any card or any face card pays, by damage: which place in the list a side's pumps have (-1: not of
        # this sort), and the damages in falling order, 0 beyond the end
        ("any_place", "i1", (SIDES,)),
        ("any_damage", "i2", (PUMP_PLACES,)),
        ("face_place", "i1", (SIDES,)),
        ("face_damage", "i2", (PUMP_PLACES,)),
        # Cards of one rank that do the same are one choice. same_k holds the cards c for which card c - k is of the
        # same rank and interchangeable with c.
        ("same_1", "u8"),
        ("same_2", "u8"),
        ("same_3", "u8"),
        # what abilities of openers grant
        ("throws_when_blocked", "u8"),  # attacks that a throw may follow when they are blocked
        ("reflects", "u8"),  # blocks by which the damage of the attack hits its owner
        ("stays_out", "u8"),  # blocks that do not come back to hand
        ("draws_nothing", "u8"),  # blocks for which no card is drawn
        ("own_abilities", "u8"),  # sides with an ability of their own as combat card
        ("judged_as", "i8", (SIDES,)),  # the lowest of the sides that fare alike against any combat card
        ("choice", "i1", (SIDES,)),  # openers that are one choice in the game of ranges (cards.yomi1.classes), else -1
        ("opener_class", "i1", (SIDES,)),  # openers that play alike (see below), -1 for a side that opens nothing
        # traits (cards.yomi1.verbs.TRAITS)
        ("denies_normal_draw", "i8"),  # a normal attack that this player blocks draws nothing
        ("undodgeable", "u8"),  # sides that ignore dodges: plain ones, or with `undodgeable_all` every one
        ("undodgeable_all", "i8"),
        ("named_guards", "u8"),  # blocks and dodges with an ability of their own
        ("returns_unless_hit", "u8"),
        ("full_combo", "u8"),  # dodges that may lead to a full combo
        ("own_color_blocks", "u8"),  # sides that only a block card of the same colour stops
        ("beats_up_to", "i2", (SIDES,)),  # throws that beat normal attacks of at most this speed (tenths); -1: none
        ("no_power_up", "u8"),  # cards that cannot be paid for a power up
        ("unstoppable", "u8"),  # sides whose damage a face-down Joker does not stop
        # cards that stay in play
        ("unlocking", "u8"),  # while one is in play the gated sides may be used
        ("changing", "u8"),  # while one is in play the second record of this character counts
        ("shields", "u8"),  # a hit on the player deals nothing and they all leave
        ("shield_ends_combat", "i8"),
        ("leaves_when_thrown", "u8"),  # thrown, or an attack or throw that is not gated is locked
        ("leaves_when_hit", "u8"),  # hit by an attack or throw
    ],
    align=True,
)

#: Classes of openers: attacks in three bands of speed, attacks that cost further Aces, throws in two bands, even and
#: odd blocks, dodges, Jokers.
OPENER_CLASSES = 10
(
    CLASS_FAST,
    CLASS_MIDDLE,
    CLASS_SLOW,
    CLASS_COSTLY,
    CLASS_THROW,
    CLASS_SLOW_THROW,
    CLASS_EVEN_BLOCK,
    CLASS_ODD_BLOCK,
    CLASS_DODGE,
    CLASS_JOKER,
) = numbered(OPENER_CLASSES)

#: Most choices of openers that the game of ranges tells apart.
CHOICES = 28

#: Most abilities of a character; most conditions, costs and verbs of an ability.
MAX_ABILITIES, MAX_CONDITIONS, MAX_COSTS, MAX_VERBS = 14, 4, 2, 14

#: What can become of an opener: nothing comes of it (nobody is hit, or it is dodged), it hits, it is beaten, it stops
#: the other, it is blocked, both hit, an attack is beaten by a throw, an attack is blocked and its damage hits its
#: owner.
FATE_NAMES = ("misses", "hits", "beaten", "stops", "blocked", "trades", "crushed", "reflected")
#: Numbers of fates; 0 is kept for what is not known yet.
FATES = 1 + len(FATE_NAMES)

#: What a policy takes a state to be worth for one character in one edition: the log-odds of winning are this sum for
#: the own fighter less the same for the other one. Made by `yomisim train`, see docs/policies.md.
MIND = np.dtype(
    [
        ("start", "f8"),  # of the character itself
        ("life", "f8", (LIFE_STEPS,)),  # by life left
        ("hand", "f8", (HAND_STEPS,)),  # by number of cards
        ("rank", "f8", (RANKS,)),  # of a card in hand beyond that, by rank
        ("down", "f8"),  # knocked down in the next combat (negative)
        ("in_play", "f8"),  # of each card that stays in play
        ("kept", "f8", (RANKS,)),  # how likely a card of a rank comes to hand, against the likeliest rank
        ("beyond", "f8", (SIDES, FATES)),  # of what becomes of an opener, beyond what can be counted of it
        # of each ability of the kit, beyond what its verbs add up to; tenths of a point of life
        ("ability", "i8", (MAX_ABILITIES,)),
        # how to play on it
        ("temper", "f8"),  # how much win probability over the rounds changes what is played
        ("rounds", "i8"),  # of the solution of a combat, at most ROUNDS
        ("hands", "i8"),  # sampled for each side, at most SAMPLES
    ],
    align=True,
)

#: Number of windows (cards.yomi1.verbs.WINDOWS).
WINDOWS = 16
#: What a counter looks at: a card's own ability, one of an Ace or Joker, one of the character card, never counterable.
CLASS_CARD, CLASS_ACE, CLASS_INNATE, CLASS_SAFE = numbered(4)
#: Marks a filter that depends on the game: cards of the suit of the combat card.
COMBAT_SUIT = np.uint64(1 << 63)

#: One ability as a program. The words and their codes are those of cards.yomi1.verbs.
ABILITY = np.dtype(
    [
        ("window", "i8"),
        ("source", "i8"),
        ("optional", "i8"),  # the player is asked; 0: it happens by itself
        ("once", "i8"),  # at most once each time the window comes up (always so for innate and combat sources)
        ("class_", "i8"),  # CLASS_...
        ("stays", "i8"),  # the card is not discarded when used: it stays in play, returns or lies elsewhere
        ("kept_if_countered", "i8"),  # a countered block ability still costs the block its draw and return
        ("cards", "u8"),  # cards that carry it (sources hand, discard, play)
        ("sides", "u8"),  # sides that carry it (source combat)
        ("speaks_for", "u8"),  # the same, or of an innate ability the sides that it asks for
        ("conditions", "i8"),
        ("condition", "i4", (MAX_CONDITIONS, 2)),  # code, number (a count, kinds as bits, a status number)
        ("condition_set", "u8", (MAX_CONDITIONS,)),  # cards or sides
        ("costs", "i8"),
        ("cost", "i4", (MAX_COSTS, 2)),  # code, number
        ("cost_cards", "u8", (MAX_COSTS,)),
        ("verbs", "i8"),
        # code, number, second number, third number; see VERB_COLUMNS in pack_abilities
        ("verb", "i4", (MAX_VERBS, 4)),
        ("verb_cards", "u8", (MAX_VERBS,)),  # cards or sides
        ("verb_when", "i4", (MAX_VERBS,)),  # ranks as bits of the card that was milled or shown; 0: always
        ("verb_branch", "i4", (MAX_VERBS,)),  # 0, or the alternative of the verb before it that it belongs to
        ("by_rank", "i4", (RANKS,)),  # prices by rank, -1: not for sale
    ],
    align=True,
)

#: All abilities of one character.
KIT = np.dtype(
    [
        ("n", "i8"),
        ("windows", "u8"),  # windows in which any of them can be used
        ("others", "u8"),  # windows in which one can be used that does not come from hand
        ("at", "u8", (WINDOWS,)),  # the abilities of each window, by number
        ("hand_cards", "u8", (WINDOWS,)),  # cards from which, in hand, an ability of each window can be used
        ("ability", ABILITY, (MAX_ABILITIES,)),
    ],
    align=True,
)

#: What to do when both players reach 0 life in the same step (`both_at_zero` in game.toml).
BOTH_AT_ZERO = ("draw", "more_life", "initiative")
#: What an empty deck means for a draw (`empty_deck` in game.toml).
EMPTY_DECK = ("skip", "reshuffle")

#: Rule constants and switches of one edition, from game.toml; booleans are 0 or 1.
RULES = np.dtype(
    [
        ("opening_hand", "i8"),
        ("cards_per_draw", "i8"),
        ("block_draw", "i8"),
        ("rewind_draw", "i8"),
        ("gold_burst_aces", "i8"),
        ("gold_burst_from_discard", "i8"),
        ("power_up_aces", "i8", (5,)),  # Aces for a set of so many cards of one rank (0 and 1: none)
        ("chain_aces", "i8", (16,)),  # Aces for so many normal attacks in a row
        ("hand_limit", "i8"),  # 0: none
        ("turn_limit", "i8"),
        ("normal_draw", "i8"),  # cards for a normal attack that wins combat or is blocked
        ("normal_draw_on_tie", "i8"),
        ("double_knockdown_cancels", "i8"),
        ("life_cap", "i8"),  # life may not rise above its start
        ("last_card_ends_game", "i8"),  # drawing the last card of a deck
        ("taking_last_card_ends_game", "i8"),  # the last card leaves the deck without a draw
        ("empty_deck", "i8"),  # index into EMPTY_DECK
        ("both_at_zero", "i8"),  # index into BOTH_AT_ZERO
        ("speed_floor", "i8"),  # tenths; speed bonuses stop here
        ("no_card_dodge_throw", "i8"),  # the hit after dodging a no-card may be a throw
    ],
    align=True,
)

#: Everything that stays fixed during a game: the rules and the characters in seats 0 and 1. Of each character there
#: are two records: as printed, and as changed by a card of its own that stays in play.
#: mind[v, s] is what the player in seat v thinks of the fighter in seat s; `two_views` 1: they think differently.
TABLE = np.dtype(
    [("rules", RULES), ("char", CHARACTER, (2, 2)), ("kit", KIT, (2,)), ("mind", MIND, (2, 2)), ("two_views", "i8")],
    align=True,
)
