"""The vocabulary of abilities: the only list of windows, sources, conditions, costs, verbs and passive traits.

A card file writes an ability as a window, a source, conditions, costs and a list of verbs with arguments. The loader
checks against this registry, the packer takes the codes from it, `yomisim verbs` prints it, and the compiled
interpreters (`play.yomi1.verbs`, `play.yomi1.conditions`) handle each code once.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.words import FLAG, Argument, Vocabulary, Word, coded, count
from yomisim.cards.yomi1.tables import KIND_NAMES, RANK_NAMES

FILTER = Argument(
    "filter",
    says='cards: "any", "face", "number", "ace", "joker", "non_joker", "normal_throw", "combat_suit", '
    "a rank or a list of ranks",
)
KINDS = Argument("kinds", says='a list of "attack", "throw", "block", "dodge", "joker", "none"')

#: When an ability may be used, in the order of a turn.
WINDOWS: dict[str, str] = {
    "turn_start": "at the start of the turn, before the draw",
    "draw_step": "when this player would draw for the turn; the ability replaces that draw",
    "draw": "directly after both have drawn; not on turn 1",
    "reveal": "after combat cards are revealed and Aces are paid, until both moves are locked",
    "locked": "both moves are locked, the winner is not determined yet",
    "winner": "the winner is known, before damage",
    "guard": "this player's block stops something, before block damage",
    "block_damage": "this player's attack was blocked and its block damage dealt, before the blocker draws",
    "block_draw": "this player's block stopped something and would draw now",
    "guarded": "this player's block or dodge stopped something, after the draw for it",
    "hit": "a move of this player lands (the combat card, a follow-up or a hit back)",
    "combo_done": "this player's combo is over, before a face-down card is revealed",
    "second_strike": "the other player's combo is over and this player's attack lost to it",
    "combat_end": "combat is over, its cards still lie on the table",
    "turn_end": "the turn ends, after power up",
    "react": "the other player uses an ability",
}
WINDOW_CODES = {name: np.int64(code) for code, name in enumerate(WINDOWS)}

#: Where an ability comes from.
SOURCES: dict[str, str] = {
    "innate": "the character card",
    "hand": "a card in hand, which is discarded to use it (unless it stays in play)",
    "combat": "this player's combat card or the move that hits, on the named side",
    "discard": "a card in this player's discard pile",
    "play": "a card that stays in play",
}
SOURCE_CODES = {name: np.int64(code) for code, name in enumerate(SOURCES)}

#: Windows by what is settled then: moves can still be changed, combat cards lie open, the winner is known, ...
_BEFORE_REVEAL = ("turn_start", "draw_step", "draw")
_OPEN = (*_BEFORE_REVEAL, "reveal")
UNSETTLED = (*_OPEN, "locked")
_UNDEALT = (*UNSETTLED, "winner")
IN_COMBAT = tuple(name for name in WINDOWS if name not in (*_BEFORE_REVEAL, "turn_end", "react"))
_DECIDED = tuple(name for name in IN_COMBAT if name not in ("reveal", "locked"))
_AFTER_HIT = ("hit", "combo_done", "second_strike", "combat_end")
_AFTER_BLOCK = ("block_damage", "block_draw", "guarded", *_AFTER_HIT)
_BLOCKING = ("guard", "block_damage", "block_draw")

CONDITIONS = coded(
    [
        Word("hand_at_most", "this player holds at most so many cards", count(0, 54)),
        Word("only_card_in_hand", "the ability's card is the only card in hand", FLAG),
        Word("life_at_most", "this player has at most so much life", count(0, 9999)),
        Word("own_kind", "this player's move is one of these kinds", KINDS, windows=IN_COMBAT),
        Word("their_kind", "the other player's move is one of these kinds", KINDS, windows=IN_COMBAT),
        Word("own_sides", "this player's move carries the tag", Argument("sides"), windows=IN_COMBAT),
        Word("own_card", "this player's combat card is one of these cards", FILTER, windows=IN_COMBAT),
        Word("own_normal", "this player's move is a normal attack or throw", FLAG, windows=IN_COMBAT),
        Word("won", "this player has won combat", FLAG, windows=_DECIDED),
        Word("not_won", "this player has not won combat", FLAG, windows=_DECIDED),
        Word("marked", "the combat card is the card that this player showed last turn", FLAG, windows=IN_COMBAT),
        Word("status", "the status was begun this turn", Argument("status")),
        Word("in_play", "a card of this player with an ability of that name stays in play", Argument("ability")),
        Word("not_in_play", "no card of this player with an ability of that name is in play", Argument("ability")),
        Word("block_damage_dealt", "this player's attack dealt block damage", FLAG, windows=_AFTER_BLOCK),
        Word(
            "attack_damage_dealt",
            "an attack of this player dealt damage or block damage in this combat",
            FLAG,
            windows=_AFTER_HIT,
        ),
        Word("opponent_was_hit", "an attack or throw of this player has hit in this combat", FLAG, windows=_AFTER_HIT),
        Word("not_knocked_down", "this player was not knocked down this turn", FLAG, windows=(*_AFTER_HIT, "turn_end")),
        Word("smaller_hand", "this player holds fewer cards than the other", FLAG),
        Word(
            "lost_to_attack",
            "this player's attack lost to a faster normal or special attack that did not knock him down",
            FLAG,
            windows=("second_strike",),
        ),
        Word("opponent_not_hit", "no attack or throw of this player has hit in this combat", FLAG, windows=_AFTER_HIT),
    ]
)

COSTS = coded(
    [
        Word("discard", "discard so many cards from hand", count(1, 10), {"cards": FILTER}),
        Word("life", "lose so much life", count(1, 9999)),
        Word("mill", "put so many cards from the top of the own deck on the discard pile", count(1, 1)),
    ]
)

_WHO = Argument("choice", choices=("self", "opponent"), default="self")
_FROM = Argument("choice", choices=("deck", "discard", "both"), default="both")

VERBS = coded(
    [
        # control
        Word("choose", "one of these lists of verbs, as the player likes", Argument("lists")),
        # cards
        Word("draw", "draw cards", count(1, 20), {"who": _WHO}),
        Word("draw_bottom", "draw the bottom card of the own deck", FLAG),
        Word(
            "discard",
            "discard cards of the player's choice from hand; with `to_go_on` the player may refuse, and then (or "
            "without enough such cards) the verbs behind it in its list are left out",
            count(1, 20),
            {"cards": FILTER, "to_go_on": FLAG},
        ),
        Word(
            "take",
            "take cards of these kinds into hand (a searched deck is shuffled); with `optional` the player may stop",
            FILTER,
            {"n": count(1, 10, 1), "from": _FROM, "optional": FLAG},
        ),
        Word(
            "put_on_deck",
            "put up to so many cards from the own discard pile on top of the deck, in any order",
            count(1, 10),
            {"cards": FILTER},
        ),
        Word(
            "look",
            "look at as many top cards of the own deck as cards of these kinds lie in the own discard pile, put them "
            "back in any order; `take` of them go to hand first",
            FILTER,
            {"take": count(0, 5, 0)},
        ),
        Word("look_bottom", "look at the bottom card of the own deck", FLAG),
        Word("reveal_hand", "a hand is shown", _WHO),
        Word("reveal_random", "a random card of the other player's hand is shown; `when` then asks for its rank", FLAG),
        Word("mark", "show a card from hand (not the combat card); next turn `marked` asks for it", FLAG),
        Word("return_self", "the ability's card returns to hand", FLAG),
        Word(
            "stay",
            "the ability's card stays in play until it leaves: when its owner is hit by an attack or throw (hit), or "
            "is thrown or locks an attack or throw that requires nothing in play (thrown_or_other_move)",
            FLAG,
            {"leave_if": Argument("choice", choices=("thrown_or_other_move", "hit", "never"), default="never")},
        ),
        Word(
            "return_combo",
            "take cards of the combo back to hand, each for this much life",
            Argument("prices", says='a table such as { number = 3, face = 4, ace = 5 } or { J = 3, "2" = 1 }'),
            windows=("combat_end",),
        ),
        Word(
            "return_cards",
            "take all cards of these kinds used in the combo back to hand",
            FILTER,
            windows=("combat_end",),
        ),
        # life
        Word("heal", "gain life", count(1, 9999)),
        Word("lose", "lose life", count(1, 9999), {"who": _WHO}),
        Word("damage", "the other player takes damage", count(1, 9999)),
        Word(
            "damage_per_card",
            "the other player takes this much for each own card of that name in play",
            count(1, 99),
            {"of": Argument("ability")},
        ),
        Word("reflect", "the blocked attack's damage hits its owner", FLAG, windows=("guard",)),
        Word(
            "gap_bonus",
            "each of these attacks of the combo deals more by the difference of hand sizes",
            FILTER,
            windows=("combo_done",),
        ),
        # this turn's moves
        Word(
            "rotate",
            "turn the combat card to its other side (gated: only to a side that requires something in play)",
            Argument("choice", choices=("any", "gated")),
            windows=("reveal",),
        ),
        Word(
            "speed",
            "this player's moves get so much slower (negative: faster)",
            Argument("speed", -20, 20),
            {"who": _WHO, "turn": Argument("choice", choices=("this", "next"), default="this")},
        ),
        Word("normal_damage", "normal attacks of this turn deal so much more", count(1, 99), windows=_UNDEALT),
        Word("enders_only", "the other player's attacks and throws are Enders this turn", FLAG, windows=_UNDEALT),
        Word("no_pumps", "the other player's moves cannot be pumped this turn", FLAG, windows=_UNDEALT),
        Word("forbid_aces", "this player plays no Aces this turn", FLAG, windows=_UNDEALT),
        Word("begin", "a status holds until the end of the turn", Argument("status")),
        Word(
            "name_kind",
            "name a kind of move; if the other player's move is of it, gain life when moves are locked",
            count(1, 9999),
            windows=_OPEN,
        ),
        Word(
            "full_combo_after_dodge",
            "a dodge of an attack or Joker may lead to a full combo this turn",
            FLAG,
            windows=_UNDEALT,
        ),
        # combat
        Word("knock_down", "the other player is knocked down in the next combat", FLAG),
        Word("stand_up", "the other player is not knocked down any more", FLAG, windows=UNSETTLED),
        Word("no_block_damage", "the block takes no block damage", FLAG, windows=("guard",)),
        Word("deny_block_draw", "no card is drawn for this block", FLAG, windows=_BLOCKING),
        Word("deny_return", "this block does not return to hand", FLAG, windows=(*_BLOCKING, "guarded")),
        Word(
            "throw_after_block",
            "a throw from hand may hit the blocker and begin a combo; with `silences_innate` the blocker uses no "
            "ability of the character card for this block",
            FLAG,
            {"silences_innate": FLAG},
            windows=("block_damage",),
        ),
        Word(
            "strike_again",
            "this player's lost attack lands after all and may be continued",
            FLAG,
            windows=("second_strike",),
        ),
        # reactions
        Word(
            "counter",
            "the ability is undone, its costs return, its card is discarded (put under the deck with `to_bottom`); "
            "abilities of the character card only with `innate`, those of Aces and Jokers never",
            FLAG,
            {"innate": FLAG, "to_bottom": FLAG},
            windows=("react",),
        ),
        # large, named by their mechanics
        Word(
            "poker_hand",
            "a poker hand from the two top cards of the own discard pile and up to three from hand",
            Argument(
                "hands",
                says='a table such as { straight = { take = "any" }, flush = { draw = 3 }, straight_flush = 2 }',
            ),
        ),
        Word(
            "blackjack",
            "turn over own deck cards until the player stops or the total (J Q K 10, A 1 or 11, Joker 21) is above 21; "
            "if not above, damage of the total, at 21 also the cards into hand; with `take_instead` the player may "
            "have the cards instead of the damage",
            FLAG,
            {"take_instead": FLAG},
        ),
    ]
)

#: What is true without being used. `side` traits stand on a side of a card, `card` traits on a card, `innate` on the
#: character, `play` on an ability whose card stays in play.
TRAITS: dict[str, tuple[str, Word]] = {
    word.name: (where, word)
    for where, word in (
        ("innate", Word("chain_any_order", "normal attacks may follow each other in any order", FLAG)),
        ("innate", Word("denies_normal_draw", "a normal attack that this player blocks draws nothing", FLAG)),
        (
            "innate",
            Word(
                "undodgeable",
                "attacks with this tag ignore dodges (plain: those without an ability, `named`)",
                Argument("sides"),
                {"dodges": Argument("choice", choices=("plain", "all"), default="all")},
            ),
        ),
        (
            "side",
            Word("returns_unless_hit", "the card returns to hand at the end of combat unless it was beaten", FLAG),
        ),
        ("side", Word("full_combo", "dodging an attack or Joker with it may lead to a full combo", FLAG)),
        ("side", Word("own_color_blocks", "only a block card of the same colour stops it", FLAG)),
        (
            "side",
            Word(
                "beats_attacks_up_to",
                "beats normal attacks of this speed or less, and takes their damage",
                Argument("speed", 0, 20),
            ),
        ),
        ("card", Word("no_power_up", "the card cannot be paid for a power up", FLAG)),
        ("play", Word("unlocks", "sides that require it may be used", FLAG)),
        (
            "play",
            Word(
                "linker",
                "sides with this tag are Linkers without combo points that Jokers do not stop",
                Argument("sides"),
                {"damage": count(0, 99, 0)},
            ),
        ),
        (
            "play",
            Word(
                "shield",
                "a hit on this player deals nothing (until combat is over, or combat ends), and all such cards leave",
                Argument("choice", choices=("combat_goes_on", "combat_ends")),
            ),
        ),
    )
}

#: Sets of cards by name.
FILTERS: dict[str, str] = {
    "any": "every card",
    "face": "J, Q, K",
    "number": "2 to 10",
    "ace": "A",
    "joker": "Jokers",
    "non_joker": "every card but the Jokers",
    "normal_throw": "cards with a normal throw on one side",
    "combat_suit": "cards of the suit of the own combat card (in costs only)",
}

#: Classes of ranks that have a price in a table of prices, beside the ranks themselves.
PRICE_CLASSES = ("number", "face", "ace", "joker")

#: Poker hands in the order of their alternatives (1 to 4); a straight flush gives several of them.
HANDS = ("straight", "flush", "full_house", "four_of_a_kind")
STRAIGHT_FLUSH = "straight_flush"

WORDS = Vocabulary(
    intro=(
        "An ability in a character file: name, window (when), from (source), side, if (conditions), cost,",
        "does (verbs), always (traits), auto, once, counterable, kept_if_countered.",
        "docs/abilities.md tells how they go together.",
    ),
    windows=WINDOWS,
    sources=SOURCES,
    conditions=CONDITIONS,
    costs=COSTS,
    verbs=VERBS,
    traits=TRAITS,
    trait_places={
        "innate": "in `always` of [[innate]]: true of the character",
        "play": "in `always` of a card's ability: true while the card stays in play",
        "side": "a field of a side (top, bottom)",
        "card": "a field of a card",
    },
    filters=FILTERS,
    labels=RANK_NAMES,
    label="rank",
    kinds=KIND_NAMES,
    examples={
        "condition": "{ life_at_most = 35 }",
        "cost": '{ discard = 1, cards = "face" }',
        "verb": "{ draw = 2 }",
        "trait": "{ denies_normal_draw = true }",
    },
    price_classes=PRICE_CLASSES,
    hands=HANDS,
    straight_flush=STRAIGHT_FLUSH,
    when=True,
)
