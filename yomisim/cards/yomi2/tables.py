"""Layout of the packed tables of Yomi 2: the rules, and for each seat its character with the gem it wears.

Two spaces of small integers are used everywhere in the compiled part; a set in either is one ``uint64``.

move space, 0 to 20
    one number for each distinct name of a deck (`Order` in pack.py names them): normal attacks in the order of their
    letters, throws, dodges, blocks, specials, supers, the ability, the gem's cards. A move without copies is one that
    another card turns into. The gem storm lies outside the deck and has no number.
card space, 0 to 62
    ``move + 21 * copy``. Copies of a move do the same, so every choice is a choice of a move; where a card is needed
    the lowest copy at hand is taken. Bit 63 is the option "none of these".

Speeds are whole numbers, higher is faster. What a card in play changes about moves is not looked up while a game runs:
of each character there are VARIANTS records, one for each combination of what can be switched on (`switch_cards`,
`switch_storm`), and a fighter's `variant` says which of them counts.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import HAND_STEPS, LIFE_STEPS, numbered

MOVES = 21
COPIES = 3
CARDS = MOVES * COPIES
MAX_POINTS = 9
MAX_METER = 3
MAX_PACKETS = 3
#: Sources of lasting changes that can be on or off by themselves, and the number of their combinations.
VARIANT_BITS = 3
VARIANTS = 1 << VARIANT_BITS

#: What a move is. An attack is a strike or a projectile.
KIND_NONE, KIND_STRIKE, KIND_PROJECTILE, KIND_THROW, KIND_BLOCK, KIND_DODGE, KIND_ABILITY = numbered(7)
KIND_NAMES = ("none", "strike", "projectile", "throw", "block", "dodge", "ability")

#: Heights of attacks, and of what a block stops, as bits.
LOW, MID, HIGH = (np.int64(1 << i) for i in range(3))
HEIGHT_NAMES = ("low", "mid", "high")

#: Grades of armor. A move is endured by armor of its own grade and above; ENDURED_BY_NONE goes through all.
ARMOR_NONE, ARMOR_LIGHT, ARMOR_MEDIUM, ARMOR_HEAVY, ENDURED_BY_NONE = numbered(5)
ARMOR_NAMES = ("none", "light", "medium", "heavy")

#: Classes of openers for what says that it beats them, as the bits of `sort` and `beats`.
SORT_NAMES = (
    "normal_strike",
    "special_strike",
    "super_strike",
    "burst_strike",
    "projectile",
    "normal_throw",
    "special_throw",
    "super_throw",
    "block",
    "dodge",
)
SORT_NORMAL_STRIKE, SORT_SPECIAL_STRIKE = np.int64(1), np.int64(2)
SORT_BLOCK, SORT_DODGE = (np.int64(1 << SORT_NAMES.index(name)) for name in ("block", "dodge"))

#: One character with its gem, in one variant.
CHARACTER = np.dtype(
    [
        ("hit_points", "i8"),
        ("max_combo", "i8"),
        ("exchanges", "i8"),  # in a main phase
        ("combo_reveal", "i8"),  # top cards of the deck that are shown when a combo begins; one may join it
        ("two_truths", "i8"),  # moves with two halves are settled at the reveal
        ("has_storm", "i8"),
        # card sets
        ("cards", "u8"),  # the deck, 30 to 34 cards
        ("opening", "u8"),  # those of the opening hand that are not random
        ("pile", "u8"),  # those that begin in the discard pile
        # what switches: bit k of the variant is set by these cards in play, or by the storm (-1: none)
        ("switch_cards", "u8", (VARIANT_BITS,)),
        ("switch_storm", "i8"),
        # cards in play that are taken away by what happens to their owner
        ("leaves_when_hit", "u8"),
        ("leaves_when_down", "u8"),
        ("leaves_when_thrown", "u8"),
        ("shields", "u8"),  # a hit deals nothing, is none, and one of these leaves
        ("undying", "i8"),  # 0 life is no loss
        # move sets
        ("attacks", "u8"),
        ("strikes", "u8"),
        ("throws", "u8"),
        ("blocks", "u8"),
        ("dodges", "u8"),
        ("normals", "u8"),  # normal attacks, those with a letter
        ("supers", "u8"),
        ("abilities", "u8"),
        ("openers", "u8"),  # moves that can open: all but abilities
        ("exchangeable", "u8"),
        ("keeps", "u8"),  # one copy of each stays in the discard pile when it is shuffled
        ("recurring", "u8"),
        ("unsafe", "u8"),
        ("lockdown", "u8"),
        ("knockdown", "u8"),
        ("edge_on_hit", "u8"),
        ("edge_on_block", "u8"),
        ("push", "u8"),
        ("armor_break", "u8"),
        ("full_combo", "u8"),  # dodges that a whole combo may follow
        ("counters_projectiles", "u8"),  # dodges whose counter damage answers projectiles too
        ("makes_unsafe", "u8"),  # blocks that make every attack they stop unsafe
        ("beaters", "u8"),  # moves that say that they beat something
        ("supreme", "u8"),  # those that beat every opener but their like
        ("by_meter", "u8"),  # moves whose damage depends on the meter
        ("spends_all", "u8"),  # supers that take the whole meter
        ("halves", "u8"),  # moves with a second half (`half`)
        ("payable", "u8", (MAX_METER + 1,)),  # moves that this much meter pays
        ("affordable", "u8", (MAX_POINTS + 1,)),  # moves that cost at most so many combo points
        # by move
        ("follow", "u8", (MOVES,)),  # moves that may come after this one in a combo, apart from points and meter
        ("chain", "u8", (MOVES,)),  # the next letter
        ("kind", "i8", (MOVES,)),
        ("sort", "i8", (MOVES,)),  # SORT bits
        ("speed", "i8", (MOVES,)),
        ("height", "i8", (MOVES,)),  # of an attack: LOW, MID or HIGH; of a block: the bits that it stops
        ("level", "i8", (MOVES,)),
        ("damage", "i8", (MOVES,)),
        ("meter_damage", "i8", (MOVES, MAX_METER + 1)),
        ("block_damage", "i8", (MOVES,)),
        ("counter_damage", "i8", (MOVES,)),  # of a dodge by itself
        ("points", "i8", (MOVES,)),
        ("meter_cost", "i8", (MOVES,)),
        ("armor", "i8", (MOVES,)),  # grade
        ("endured_by", "i8", (MOVES,)),  # least grade of armor that answers this move
        ("beats", "i8", (MOVES,)),  # SORT bits
        ("beats_from", "i8", (MOVES,)),  # beats normal and special strikes at least this fast, 0: none
        ("half", "i8", (MOVES,)),  # the second half of a move in `halves`, a move without copies
        ("packets", "i8", (MOVES,)),  # of pumps
        ("pump_moves", "u8", (MOVES, MAX_PACKETS)),  # what pays a packet
        ("pump_damage", "i8", (MOVES, MAX_PACKETS)),
    ],
    align=True,
)

#: Most abilities of a character with its gem; most conditions, costs and verbs of an ability.
MAX_ABILITIES, MAX_CONDITIONS, MAX_COSTS, MAX_VERBS = 24, 4, 2, 10
#: Room for windows (cards.yomi2.verbs.WINDOWS).
WINDOWS = 16

#: One ability as a program. The words and their codes are those of cards.yomi2.verbs.
ABILITY = np.dtype(
    [
        ("window", "i8"),
        ("source", "i8"),
        ("optional", "i8"),  # the player is asked; 0: it happens by itself
        ("moves", "u8"),  # the moves that carry it (sources hand, move, play)
        ("conditions", "i8"),
        ("condition", "i8", (MAX_CONDITIONS, 2)),  # code, number (a count, kinds as bits, a status number)
        ("condition_moves", "u8", (MAX_CONDITIONS,)),
        ("costs", "i8"),
        ("cost", "i8", (MAX_COSTS, 2)),  # code, number
        ("cost_moves", "u8", (MAX_COSTS,)),
        ("verbs", "i8"),
        ("verb", "i8", (MAX_VERBS, 4)),  # code, number, b, c; see VERB_COLUMNS in pack_abilities
        ("verb_moves", "u8", (MAX_VERBS,)),
        ("verb_branch", "i8", (MAX_VERBS,)),  # 0, or the alternative of the choice before it that it belongs to
    ],
    align=True,
)

#: All abilities of one character with its gem.
KIT = np.dtype(
    [
        ("n", "i8"),
        ("windows", "u8"),  # windows in which any of them can be used
        ("others", "u8"),  # windows in which one can be used without a move of its own (innate, play, storm)
        ("at", "u8", (WINDOWS,)),  # the abilities of each window, by number
        ("moves", "u8", (WINDOWS,)),  # moves from which an ability of each window can be used
        ("conditional", "u8"),  # ability cards that cannot always be played
        ("ability", ABILITY, (MAX_ABILITIES,)),
    ],
    align=True,
)

#: What to do when both players reach 0 life in the same step (`both_at_zero` in game.toml).
BOTH_AT_ZERO = ("draw", "more_life", "active")
#: Who wins at time over with equal life (`time_over_tie`).
TIME_OVER_TIE = ("draw", "not_causer")
#: What armor on a throw answers (`armored_throws`): every attack of the grade, or only faster ones.
ARMORED_THROWS = ("any", "faster")
#: What an empty deck means for a wild swing (`wild_swing_empty`).
WILD_SWING_EMPTY = ("draw", "none")
#: What a hit does to a countdown (`countdown_when_hit`).
COUNTDOWN_WHEN_HIT = ("ends", "stops")

#: Rule constants and switches, from game.toml; booleans are 0 or 1.
RULES = np.dtype(
    [
        ("opening_random", "i8"),
        ("draw", "i8"),
        ("first_draw", "i8"),  # of the first player in the first turn
        ("hand_limit", "i8"),
        ("block_draw", "i8"),
        ("meter_max", "i8"),
        ("chain_meter", "i8"),
        ("power_up_meter", "i8"),
        ("power_up_fetch_meter", "i8"),  # beside a super from the discard pile
        ("floor_speed", "i8"),  # moves against a player who is down
        ("edge_bonus", "i8"),
        ("edge_cap", "i8"),
        ("storm_turns", "i8"),
        ("start_meter", "i8"),
        ("heal_cap", "i8"),  # life may not rise above its start
        ("reshuffles", "i8"),  # so many, the next one is time over
        ("turn_limit", "i8"),
        ("exchange_same_name", "i8"),
        ("double_knockdown_cancels", "i8"),
        ("both_at_zero", "i8"),  # index into BOTH_AT_ZERO, and so on
        ("time_over_tie", "i8"),
        ("armored_throws", "i8"),
        ("wild_swing_empty", "i8"),
        ("countdown_when_hit", "i8"),
    ],
    align=True,
)

#: What the policy `equilibrium` thinks that a fighter's things are worth, in log-odds of winning.
MIND = np.dtype(
    [
        ("life", "f8", (LIFE_STEPS,)),  # by life left
        ("hand", "f8", (HAND_STEPS,)),  # by number of cards
        ("meter", "f8", (MAX_METER + 1,)),  # by super meter
        # of a card in hand beyond being one
        ("block", "f8"),
        ("special", "f8"),
        ("super", "f8"),
        ("ability", "f8"),
        ("down", "f8"),  # knocked down in the next combat (negative)
        ("edge", "f8"),  # in the next combat
        ("in_play", "f8"),  # of each card that stays in play
        # how to play on it
        ("temper", "f8"),  # noise of quantal responses, in win probability
        ("rounds", "i8"),  # of smooth fictitious play
        ("hands", "i8"),  # sampled for each side, at most rules.yomi2.plans.SAMPLES
    ],
    align=True,
)

#: Everything that stays fixed during a game: the rules and the characters in seats 0 and 1. mind[v, s] is what the
#: player in seat v thinks of the fighter in seat s; `two_views` 1: they think differently.
TABLE = np.dtype(
    [
        ("rules", RULES),
        ("char", CHARACTER, (2, VARIANTS)),
        ("kit", KIT, (2,)),
        ("mind", MIND, (2, 2)),
        ("two_views", "i8"),
    ],
    align=True,
)
