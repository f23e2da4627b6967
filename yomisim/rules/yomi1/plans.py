"""What a policy works out about a combat, as record layouts.

A plan is made from public information alone, so one serves both players who think alike. What is made from a hand lies
in the OWN record of its player.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi1.tables import CHOICES, FATES, SIDES

#: What things are worth, in any one unit: a point of damage, a card and an Ace in hand (both given as costs), an Ace
#: earned by a chain, a knockdown.
WEIGHTS = np.dtype(
    [("damage", "i8"), ("card", "i8"), ("ace", "i8"), ("chain_ace", "i8"), ("knockdown", "i8")], align=True
)

#: What single things are worth, in tenths of a point of life.
PRICES = np.dtype(
    [
        ("card", "i8"),  # drawn
        ("ace", "i8"),
        ("down", "i8"),  # a knockdown of the other player
        ("spent", "i8"),  # a card of the own hand that is spent or lost
        ("stay", "i8"),  # a card that stays in play
        # what it is worth to change the revealed moves, 1 in `known`: the own card turned, the own move faster, the
        # other's moves Enders, the own lost attack landing after all; 0: rules of thumb
        ("known", "i8"),
        ("turned", "i8"),
        ("faster", "i8"),
        ("enders", "i8"),
        ("strike", "i8"),
    ],
    align=True,
)

#: Most hands that are sampled for one side.
SAMPLES = 8
#: Most rounds of a solution.
ROUNDS = 256

#: What things are worth to each seat in the present state, in log-odds of winning.
MEASURES = np.dtype(
    [
        ("draw", "f8", (2,)),  # a card drawn
        ("card", "f8", (2,)),  # a plain card that is spent
        ("ace", "f8", (2,)),
        ("joker", "f8", (2,)),
        ("down", "f8", (2,)),  # being knocked down, as a loss
        ("holds_joker", "f8", (2,)),  # probability, from what is public
        ("lead", "f8"),  # log-odds that seat 0 wins
        ("viewer", "i8"),  # seat of the player whose thoughts these are
    ],
    align=True,
)

#: What holds for all hands of a seat in the present state.
OUTLOOK = np.dtype(
    [
        ("weights", WEIGHTS),
        ("prices", PRICES),
        ("point", "f8"),  # log-odds of a point of damage to the other fighter
        # by side, in tenths of a point: its own abilities as a combat card when it wins, when it stops something, when
        # it is blocked; filled for sides that have any
        ("wins", "f8", (SIDES,)),
        ("guards", "f8", (SIDES,)),
        ("blocked", "f8", (SIDES,)),
    ],
    align=True,
)

#: Scratch: the attacks and throws of one hand, by the first of those that are alike.
STRIKES = np.dtype(
    [
        ("gain", "f8", (SIDES,)),  # with all that may follow
        ("first", "f8", (SIDES,)),  # of the move alone
    ],
    align=True,
)

#: What becomes of an opener, in the order of FATE_NAMES.
_UNKNOWN, MISSES, HITS, BEATEN, STOPS, BLOCKED, TRADES, CRUSHED, REFLECTED = numbered(FATES)
#: Tables of verdicts that a plan keeps.
VERDICTS = 64
#: Marks one that was made for another game.
FORGOTTEN = np.int64(1 << 40)

#: The openers of one hand: of each choice the one that promises most.
ROWS = np.dtype(
    [
        ("have", "u8"),  # choices that the hand holds
        ("side", "i8", (CHOICES,)),
        ("card", "i8", (CHOICES,)),
        ("kind", "i8", (CHOICES,)),
        ("gain", "f8", (CHOICES,)),  # log-odds gained when it wins combat, with all that may follow
        ("first", "f8", (CHOICES,)),  # by the move alone
        ("guard", "f8", (CHOICES,)),  # log-odds of its abilities when it stops something
        ("blocked", "f8", (CHOICES,)),  # and when it is blocked
        ("spent", "f8", (CHOICES,)),  # log-odds of its own cards
        ("total", "f8", (CHOICES,)),
        ("place", "u8", (CHOICES,)),  # in the table of verdicts
        ("worth", "f8", (CHOICES, FATES)),  # log-odds that each fate adds for the own side
        ("win", "f8", (CHOICES,)),  # probability to win the game with each choice
        ("reply", "f8", (CHOICES,)),  # how often each choice is played in a round of a solution
        ("mix", "f8", (CHOICES,)),  # and over all of them, later ones counting more
    ],
    align=True,
)

#: Most choices of all sampled hands of one side.
ENTRIES = SAMPLES * CHOICES

#: The sampled hands of one side: an entry for each choice of each hand, hand after hand. A column stands for a choice
#: that any of the hands holds; entries of a column that are worth the same against everything are one option, whichever
#: hands hold them; options of a column stand together.
RANGE = np.dtype(
    [
        ("columns", "i8"),  # how many choices the range holds, and which
        ("choice_in", "i8", (CHOICES,)),
        ("kind_in", "i8", (CHOICES,)),
        (
            "begins",
            "i8",
            (CHOICES + 1,),
        ),  # option with which each column begins; at last their number
        # options
        ("place", "u8", (ENTRIES,)),  # in the table of verdicts
        ("worth", "f8", (ENTRIES, FATES)),  # log-odds that each fate adds for the own side
        ("each", "f8", (ENTRIES,)),  # how many of the hands that hold its choice hold this option, of 1
        ("pay", "f8", (CHOICES, ENTRIES)),  # win probability of each option, by column of the other side
        ("sum", "f8", (ENTRIES,)),  # of win probabilities over the rounds
        ("win", "f8", (ENTRIES,)),  # the same, the last round counted twice
        # entries
        ("first", "i8", (SAMPLES + 1,)),  # entry with which each hand begins; after the last hand the number of entries
        ("hand_of", "u8", (ENTRIES,)),
        ("column_of", "u8", (ENTRIES,)),
        ("option_of", "u8", (ENTRIES,)),
        ("reply", "f8", (ENTRIES,)),  # how often each is played in a round
        ("mix", "f8", (ENTRIES,)),  # and over all rounds, later ones counting more
        ("top", "f8", (SAMPLES,)),  # scratch, by hand
        ("part", "f8", (ROUNDS, CHOICES)),  # how often the range opens with a choice in each round, by column
    ],
    align=True,
)

#: One more hand that goes through the rounds of a solution: by place in the list of its choices, else as in RANGE.
ENTRANT = np.dtype(
    [
        ("n", "i8"),  # how many choices it has, and which
        ("choice", "i8", (CHOICES,)),
        ("pay", "f8", (CHOICES, CHOICES)),  # by column of the other side, and place
        ("sum", "f8", (CHOICES,)),
        ("win", "f8", (CHOICES,)),
        ("reply", "f8", (CHOICES,)),
        ("mix", "f8", (CHOICES,)),
    ],
    align=True,
)

#: One combat as a game of two ranges of hands.
PLAN = np.dtype(
    [
        ("turn", "i8"),  # for which it was made
        ("hands", "i8"),  # sampled for each side
        ("measures", MEASURES),
        ("outlook", OUTLOOK, (2,)),
        ("rows", ROWS, (2, SAMPLES)),
        ("strikes", STRIKES),
        ("range", RANGE, (2,)),
        ("odds", "f8", (ENTRIES,)),  # scratch: of one option against those of the other side
        ("entrant", ENTRANT),  # scratch
        # fates of two openers that meet, as far as they were asked for: by the places of seat 0's and of seat 1's
        # opener. One such table for each of the two that are played on (`table`) and each state that verdicts hang on;
        # `verdicts` is the one that counts now, `verdicts_for` the speed bonuses that each was made for
        ("table", "i8"),
        ("verdicts", "i8"),
        ("verdicts_for", "i8", (VERDICTS,)),
        ("verdict", "u1", (VERDICTS, SIDES, SIDES)),
    ],
    align=True,
)

#: What a player who replies works out about the other's hand.
STUDY = np.dtype(
    [
        ("measures", MEASURES),  # as the other thinks
        ("theirs", ROWS),  # the openers of a hand that the other may hold, as he thinks
        ("valued", ROWS),  # and as the player himself does
        ("outlook", OUTLOOK),
        ("turn", "i8"),  # in which a card lies face down
        ("joker", "f8"),  # probability that this is a Joker
    ],
    align=True,
)

#: The opener that a player took from a solution, and what the player had before combat; for those who learn from it.
CHOSEN = np.dtype(
    [
        ("turn", "i8"),  # in which
        ("side", "i8"),
        ("place", "u8"),  # in the table of verdicts
        ("speed", "i8"),  # in tenths
        ("variant", "i8"),  # which record of the character counted
        ("worth", "f8", (FATES,)),  # log-odds that each fate was taken to add for the own side
        ("life", "i8"),
        ("hand", "u8"),
        ("in_play", "u8"),
        ("down", "i8"),
        ("shown", "u8"),
        ("unseen", "u8"),
    ],
    align=True,
)
