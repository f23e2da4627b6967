"""The vocabulary of the abilities on bot sheets: windows, conditions, verbs and traits of the solo mode.

Where a word means the same for a character it has the same name in :mod:`yomisim.cards.yomi2.verbs`. "Hits" and "hit"
count over combats in a row: a bot that hits the human in one combat and the human it in another begins anew.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.words import FLAG, Argument, Vocabulary, Word, coded, count
from yomisim.cards.yomi2.verbs import KINDS, OF_KINDS

#: Rows of a sheet that an ability can switch to.
ROWS = ("desperate", "dragon")
ROW = Argument("choice", choices=ROWS)

WINDOWS: dict[str, str] = {
    "turn_start": "the bot's turn begins",
    "their_draw": "a human's draw phase (in co-op: once for both)",
    "roll": "the bot's move is about to be rolled, after the human committed",
    "against_block": "the bot's attack is about to be blocked",
    "hit": "the bot hits, after its hand size is adjusted",
    "combat_end": "combat is over",
}
WINDOW_CODES = {name: np.int64(code) for code, name in enumerate(WINDOWS)}

CONDITIONS = coded(
    [
        Word("hand_at_least", "the bot's hand size is at least this", count(1, 40)),
        Word("life_below_percent", "the bot has less than this share of its hit points at the start", count(1, 100)),
        Word("their_kind", "the human opened with a move of one of these kinds", OF_KINDS, windows=("roll",)),
        Word("has_edge", "the bot has the edge in this combat", FLAG),
        Word("in_row", "the bot plays on this row", ROW),
        Word("first_time", "this ability was not used before in this game", FLAG),
        Word(
            "was_hit_running",
            "the bot was hit in so many combats in a row and did not hit; then it counts from 0 again",
            count(1, 9),
            windows=("combat_end",),
        ),
        Word(
            "hit_running",
            "the bot hit in so many combats in a row and was not hit; then it counts from 0 again",
            count(1, 9),
            windows=("combat_end",),
        ),
    ]
)

VERBS = coded(
    [
        Word("heal", "the bot gains hit points, up to its start", count(1, 9999)),
        Word("lose", "the bot loses hit points; no hit", count(1, 9999)),
        Word("gain_hand", "the bot's hand size grows", count(1, 12)),
        Word("rolls", "so many rolls, of which the best for the bot counts", count(2, 4), windows=("roll",)),
        Word("open_roll", "in the next combat the bot rolls first and the human knows its move", FLAG),
        Word("dodge_next", "in the next combat the bot does a plain dodge and does not roll", FLAG),
        Word("use_row", "the bot plays on this row from the next combat on", ROW),
        Word("human_edge", "the human has the edge in the next combat", FLAG),
        Word(
            "crush",
            "the attack is not blocked but hits for this much, and the combo is over",
            count(1, 999),
            windows=("against_block",),
        ),
        Word("gap_damage", "damage for each card that the human holds more", count(1, 99), windows=("hit",)),
    ]
)

TRAITS: dict[str, tuple[str, Word]] = {
    word.name: ("bot", word)
    for word in (
        Word("refill_hand", "a hand size that would fall under its least becomes this", count(1, 40)),
        Word("row_until_down", "this row lasts until the bot is knocked down, and its hand size does not change", ROW),
    )
}

WORDS = Vocabulary(
    intro=("An ability on a bot sheet: name, window (when), if (conditions), does (verbs), always (traits).",),
    windows=WINDOWS,
    sources={},
    conditions=CONDITIONS,
    costs={},
    verbs=VERBS,
    traits=TRAITS,
    trait_places={"bot": "in `always`"},
    filters={},
    labels=(),
    label="slot",
    kinds=KINDS,
    examples={
        "condition": "{ hand_at_least = 9 }",
        "cost": "nothing",
        "verb": "{ heal = 2 }",
        "trait": "{ refill_hand = 10 }",
    },
)
