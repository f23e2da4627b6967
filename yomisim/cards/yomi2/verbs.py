"""The vocabulary of abilities of Yomi 2: the only list of windows, sources, conditions, costs, verbs and traits.

A card file writes an ability as a window, a source, conditions, costs and a list of verbs with arguments. The loader
checks against this registry, the packer takes the codes from it, `yomisim verbs yomi2` prints it, and the compiled
interpreters (`play.yomi2`) handle each code once.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.words import FLAG, Argument, Vocabulary, Word, coded, count
from yomisim.cards.yomi2.schema import ARMOR_GRADES, BEATEN, SLOTS

#: Kinds of move; "attack" stands for strike and projectile.
KINDS = ("strike", "projectile", "throw", "block", "dodge", "attack")

#: Sets of moves, and of their cards, by name.
FILTERS: dict[str, str] = {
    "any": "every card",
    "normal": "normal moves: letters, throw, dodge, blocks",
    "normal_attack": "letters A to J",
    "special": "X, Y, Z and the gem's special",
    "super": "S1 and S2",
    "burst": "the gem's burst",
    "ability": "abilities",
    "attack": "strikes and projectiles",
    "strike": "strikes",
    "projectile": "projectiles",
    "throw": "throws",
    "block": "blocks",
    "dodge": "dodges",
    "recurring": "recurring moves",
}

_FILTER_TEXT = 'cards: a set such as "projectile" (see CARDS), a slot such as "X", or a list of slots'
FILTER = Argument("filter", says=_FILTER_TEXT)
OF_KINDS = Argument("kinds", says='a list of "strike", "projectile", "throw", "block", "dodge", "attack"')
OF_CLASSES = Argument("kinds", choices=BEATEN, says='a list of classes of move such as ["normal_throw", "dodge"]')
SLOT = Argument("choice", choices=SLOTS)
WHO = Argument("choice", choices=("self", "opponent"), default="self")
WHOM = Argument("choice", choices=("self", "opponent"), default="opponent")
WHO_ALL = Argument("choice", choices=("self", "opponent", "both"), default="opponent")

#: When an ability may be used, in the order of a turn.
WINDOWS: dict[str, str] = {
    "turn_start": "a turn begins, whoever's it is",
    "draw": "the draw of a turn is done, whoever's turn it is",
    "main": "this player's main phase: one ability card a turn",
    "main_end": "this player's main phase ends; not when it was skipped",
    "played": "a move of this player is played as opener, in a combo or as hit-back, before its damage",
    "opened": "both openers are final, before they are compared",
    "against_block": "this player's attack is about to be blocked, before anything that a block does",
    "blocked": "this player's attack was blocked and its block damage dealt, before the blocker draws",
    "guarded": "this player's block or dodge stopped an attack, after the draw for it, before the hit-back",
    "hit": "a move of this player lands, after its damage, before its pumps and what follows",
    "combo_done": "this player's combo is over, before knockdown and edge of its last move",
    "struck": "the other player's combo is over",
    "combat_end": "combat is over, its cards still lie on the table",
    "turn_end_heal": "a turn ends, whoever's it is: healing",
    "turn_end": "a turn ends, whoever's it is: everything else",
}
WINDOW_CODES = {name: np.int64(code) for code, name in enumerate(WINDOWS)}

#: Where an ability comes from.
SOURCES: dict[str, str] = {
    "innate": "the character card",
    "hand": "an ability card in hand, discarded unless it stays in play",
    "move": "the card itself, as the move that is played, opens, lands, blocks or dodges",
    "play": "a card that stays in play",
    "storm": "the gem's storm, while it lasts",
}
SOURCE_CODES = {name: np.int64(code) for code, name in enumerate(SOURCES)}

IN_COMBAT = tuple(WINDOWS)[list(WINDOWS).index("played") : list(WINDOWS).index("combat_end") + 1]
BEFORE_COMBAT = ("turn_start", "draw", "main", "main_end")
#: Windows of one particular move of the player.
OF_A_MOVE = ("played", "hit")
_COMPARED = tuple(name for name in IN_COMBAT if name not in ("played", "opened"))

CONDITIONS = coded(
    [
        Word("own_turn", "it is this player's turn", FLAG),
        Word("their_turn", "it is the other player's turn", FLAG),
        Word("hand_at_most", "this player holds at most so many cards", count(0, 40)),
        Word("hand_at_least", "this player holds at least so many cards", count(1, 40)),
        Word("life_at_most", "this player has at most so many hit points", count(0, 9999)),
        Word("life_at_least", "this player has at least so many hit points", count(1, 9999)),
        Word("meter_at_least", "this player has at least so much meter", count(1, 3)),
        Word("own_kind", "this player opened with a move of one of these kinds", OF_KINDS, windows=IN_COMBAT),
        Word("their_kind", "the other player opened with a move of one of these kinds", OF_KINDS, windows=IN_COMBAT),
        Word("own_moves", "this player opened with one of these", FILTER, windows=IN_COMBAT),
        Word("all_in_discard", "every card of these lies in this player's discard pile", FILTER),
        Word("as_opener", "the move is the opener, no follow-up and no hit-back", FLAG, windows=OF_A_MOVE),
        Word("status", "the status was begun this turn", Argument("status")),
        Word("not_status", "the status was not begun this turn", Argument("status")),
        Word("was_hit", "this player was hit in this combat", FLAG, windows=_COMPARED),
        Word("not_hit", "this player was not hit in this combat", FLAG, windows=_COMPARED),
        Word("hit_opponent", "this player has hit in this combat", FLAG, windows=_COMPARED),
        Word("not_hit_opponent", "this player has not hit in this combat", FLAG, windows=_COMPARED),
        Word("opponent_knocked_down", "the other player goes down by this combat", FLAG, windows=("combat_end",)),
        Word("knocked_down", "this player is down in this combat", FLAG),
        Word("has_edge", "this player has the edge in this combat", FLAG),
        Word("smaller_hand", "this player holds fewer cards than the other", FLAG),
    ]
)

COSTS = coded(
    [
        Word("discard", "discard so many cards from hand", count(1, 10), {"cards": FILTER}),
        Word("life", "lose so many hit points", count(1, 9999)),
        Word("meter", "pay so much meter", count(1, 3)),
    ]
)

VERBS = coded(
    [
        # control
        Word("choose", "one of these lists of verbs, as the player likes", Argument("lists")),
        # cards
        Word("draw", "draw cards", count(1, 20), {"who": WHO}),
        Word("draw_up_to", "draw until the hand has so many cards", count(1, 20)),
        Word(
            "discard",
            "discard cards from hand, by the choice of whose hand it is; with `to_go_on` the player may refuse, and "
            "then (or without enough such cards) the verbs behind it in its list are left out",
            count(1, 20),
            {"cards": FILTER, "who": WHO, "to_go_on": FLAG},
        ),
        Word(
            "take",
            "take cards of these kinds from the own discard pile into hand; with `optional` the player may stop",
            FILTER,
            {"n": count(1, 10, 1), "optional": FLAG},
        ),
        Word("return_self", "the ability's card returns to hand", FLAG),
        Word("remove_self", "the ability's card leaves the game", FLAG),
        Word(
            "stay",
            "the ability's card stays in play for so many combats (0: without limit), or until its owner is hit, "
            "knocked down or thrown",
            count(0, 99),
            {"leave_if": Argument("choice", choices=("never", "hit", "knocked_down", "thrown"), default="never")},
            windows=("main",),
        ),
        # meter and hit points
        Word("gain_meter", "gain meter", count(1, 3), {"who": WHO}),
        Word("lose_meter", "lose meter, as far as there is any", count(1, 3), {"who": WHOM}),
        Word("heal", "gain hit points", count(1, 9999)),
        Word("lose", "lose hit points; no hit", count(1, 9999), {"who": WHO}),
        Word("damage", "take damage: a hit in combat, none before and after it", count(1, 999), {"who": WHO_ALL}),
        Word("block_damage", "the other player takes block damage; no hit", count(1, 999)),
        Word("gap_damage", "damage for each card that the other player holds more", count(1, 99)),
        # turn and combat
        Word(
            "knock_down",
            "a player is knocked down: before combat for this combat, later for the next",
            FLAG,
            {"who": WHO_ALL},
        ),
        Word("stand_up", "this player is not knocked down any more", FLAG),
        Word("edge", "this player has the edge: before combat in this combat, later in the next", FLAG),
        Word(
            "disable",
            "moves of these kinds are disabled: before combat in this combat, later in the next",
            OF_KINDS,
            {"who": WHO_ALL},
        ),
        Word("skip_main", "the next main phase of a player is skipped", FLAG, {"who": WHOM}),
        Word("jail", "the other player has no main phase until he discards a pair, and then has it at once", FLAG),
        Word("no_combo", "the other player's moves cannot combo or be pumped in this combat", FLAG),
        Word("begin", "a status holds until the end of the turn", Argument("status")),
        Word("first_hit_bonus", "this player's first hit of this turn deals so much more", count(1, 99)),
        Word(
            "becomes",
            "the opener acts as the move of another slot; with `opened` it also counts as what was opened with",
            SLOT,
            {"opened": FLAG},
            windows=("played", "opened"),
        ),
        Word(
            "crush",
            "the attack is not blocked but hits for this much, and the combo is over",
            count(1, 999),
            windows=("against_block",),
        ),
        Word(
            "throw_after_block",
            "a throw from hand may hit the blocker and begin a combo",
            FLAG,
            windows=("blocked",),
        ),
        Word("free_combo", "a full combo of such moves only", FILTER, windows=("struck", "combat_end")),
        Word(
            "countdown",
            "this player wins when the count is at 0: one less at each end of combat, this one included",
            count(1, 99),
            windows=_COMPARED,
        ),
        Word(
            "mirror",
            "for so many more combats X, Y and Z become their bottom halves where the top would not hit, and a top "
            "that hits deals the bottom's damage more",
            count(1, 99),
            windows=("hit",),
        ),
        Word(
            "speed", "moves of a player are so much faster this turn (negative: slower)", count(-20, 20), {"who": WHO}
        ),
        Word("normal_damage", "this player's normal attacks deal so much more this turn", count(1, 99)),
    ]
)

_MOVES = {"moves": FILTER}
#: What is true without being used. `innate` traits stand on the character; `anywhere` traits there or on an ability
#: of a card that stays in play (a storm too), where they are true as long as it does.
TRAITS: dict[str, tuple[str, Word]] = {
    word.name: (where, word)
    for where, word in (
        ("innate", Word("exchanges", "so many exchanges in each main phase", count(0, 9))),
        (
            "innate",
            Word(
                "combo_reveal",
                "whenever a combo card may be played, so many top cards are turned over, one of which may join; the "
                "rest is discarded at the end",
                count(1, 9),
            ),
        ),
        ("innate", Word("two_truths", "X, Y and Z become their bottom halves where the top would not hit", FLAG)),
        ("anywhere", Word("level", "projectiles have this level", count(1, 9), _MOVES)),
        ("anywhere", Word("add_damage", "these moves deal so much more", count(1, 99), _MOVES)),
        ("anywhere", Word("add_block_damage", "these moves deal so much more block damage", count(1, 99), _MOVES)),
        ("anywhere", Word("add_speed", "these moves are so much faster (negative: slower)", count(-20, 20), _MOVES)),
        ("anywhere", Word("points", "these moves cost so many combo points", count(0, 8), _MOVES)),
        ("anywhere", Word("safe", "these moves are not unsafe", FILTER)),
        ("anywhere", Word("unsafe", "these moves are unsafe", FILTER)),
        ("anywhere", Word("armor", "these moves have armor", Argument("choice", choices=ARMOR_GRADES), _MOVES)),
        ("anywhere", Word("beats", "these moves beat openers of these classes", OF_CLASSES, _MOVES)),
        ("anywhere", Word("free_supers", "supers cost no meter", FLAG)),
        (
            "anywhere",
            Word("prevents_damage", "a hit on this player deals nothing and is none; then the card leaves", FLAG),
        ),
        ("anywhere", Word("undying", "this player does not lose at 0 hit points or less", FLAG)),
    )
}

WORDS = Vocabulary(
    intro=(
        "An ability in a character or gem file: name, window (when), from (source), if (conditions), cost,",
        "does (verbs), always (traits), optional. docs/abilities.md tells how they go together.",
    ),
    windows=WINDOWS,
    sources=SOURCES,
    conditions=CONDITIONS,
    costs=COSTS,
    verbs=VERBS,
    traits=TRAITS,
    trait_places={
        "innate": "in `always` of [[innate]]: true of the character",
        "anywhere": "in `always`: true of the character, or while the card or storm they stand on is in play",
    },
    filters=FILTERS,
    labels=SLOTS,
    label="slot",
    kinds=KINDS,
    examples={
        "condition": "{ life_at_most = 35 }",
        "cost": '{ discard = 1, cards = "super" }',
        "verb": "{ draw = 2 }",
        "trait": "{ exchanges = 2 }",
    },
)
