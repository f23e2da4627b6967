"""One function for each question that the rules ask about a move: printed value plus this turn's modifiers.

No ability changes a rule from outside; it writes a modifier or stays in play, and the query reads it.
`char` is a CHARACTER record, `me` the FIGHTER record of the same seat.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import (
    COMBO_CANT,
    COMBO_ENDER,
    COMBO_LINKER,
    COMBO_NORMAL,
    COMBO_STARTER,
    KIND_ATTACK,
    KIND_JOKER,
    KIND_NONE,
    KIND_THROW,
    PARITY_ODD,
)
from yomisim.kernel.bits import U0, count, has
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.yomi1.zones import rank_cards

_ACES = np.uint64(15 << 48)


@leaf
def kind_of(char, side):
    """What a side is (KIND_...); KIND_NONE for no-card."""
    return np.int64(char["kind"][side]) if side >= 0 else np.int64(KIND_NONE)


@leaf
def usable_sides(char, me):
    """Sides that may be chosen now: all that need nothing in play, those that something in play allows, less Aces
    in a turn in which they are forbidden."""
    sides = char["choices"] | (char["gated"] & me["usable"])
    return sides if me["no_aces"] == 0 else sides & ~_ACES


@leaf
def speed_of(rules, char, me, side):
    """Speed in tenths, lower is faster. A bonus stops at the floor; what is printed below it stays."""
    printed = np.int64(char["speed"][side])
    bonus = np.int64(me["speed_bonus"])
    if bonus >= 0:
        return printed + bonus
    return min(printed, max(printed + bonus, np.int64(rules["speed_floor"])))


@leaf
def combo_type_of(char, me, side):
    """How the move stands in a combo now (COMBO_...): an effect can turn every move into an Ender."""
    printed = np.int64(char["combo_type"][side])
    if me["enders_only"] != 0 and printed != COMBO_CANT:
        return np.int64(COMBO_ENDER)
    return printed


@leaf
def may_be_pumped(char, me, side):
    """Whether the move takes optional discards for damage now."""
    return me["no_pump"] == 0 and has(char["pumpable"], side)


@leaf
def may_be_extended(char, me, side):
    """Whether more damage can follow a hit by this move, which opens the window for a face-down card."""
    if me["enders_only"] == 0 and me["no_pump"] == 0:
        return has(char["extendable"], side)
    kind = combo_type_of(char, me, side)
    return kind == COMBO_NORMAL or kind == COMBO_STARTER or kind == COMBO_LINKER or may_be_pumped(char, me, side)


@leaf
def followers(char, me, side):
    """Sides that may follow `side` by combo type."""
    return U0 if me["enders_only"] != 0 else char["follow"][side]


@leaf
def damage_of(char, me, side):
    """Damage of the move itself, without pumps."""
    printed = np.int64(char["damage"][side])
    return printed + me["normal_bonus"] if has(char["normal_attacks"], side) else printed


@leaf
def block_damage_of(char, me, side, card):
    """Damage that the move deals through a block; on some cards only certain suits carry it."""
    if (char["block_damage_suits"][side] >> (card & 3)) & 1:
        return np.int64(char["block_damage"][side])
    return np.int64(0)


@leaf
def is_red(card):
    """Whether the suit is H or D."""
    return (card & 3) == 1 or (card & 3) == 2


@compiled
def block_holds(attacker, attack_side, attack_card, blocker, block_side, block_card, blocker_down):
    """Whether a block stops an attack: some attacks need a block card of their colour, and a knocked-down player's
    block must match a normal attack's parity. `attacker` and `blocker` are CHARACTER records."""
    if has(attacker["own_color_blocks"], attack_side) and is_red(attack_card) != is_red(block_card):
        return False
    if blocker_down != 0 and has(attacker["normal_attacks"], attack_side):
        attack_parity = (attack_side >> 2) & 1  # rank index 0 is the 2
        block_parity = 1 if blocker["parity"][block_side] == PARITY_ODD else 0
        return attack_parity == block_parity
    return True


@leaf
def dodge_works(attacker, attack_side, dodger, dodge_side, dodger_down):
    """Whether a dodge does anything: not for a player who is knocked down, nor against an attack that ignores it."""
    if dodger_down != 0:
        return False
    if attack_side >= 0 and has(attacker["undodgeable"], attack_side):
        return attacker["undodgeable_all"] == 0 and has(dodger["named_guards"], dodge_side)
    return True


@leaf
def crushes(thrower, thrower_kind, throw_side, attacker, attacker_kind, attack_side, attack_speed):
    """Whether a throw beats the other's normal attack (and takes its damage): some do up to a printed speed."""
    if thrower_kind != KIND_THROW or attacker_kind != KIND_ATTACK:
        return False
    return has(attacker["normal_attacks"], attack_side) and attack_speed <= thrower["beats_up_to"][throw_side]


@leaf
def aces_in(cards):
    """Number of Aces among `cards`."""
    return count(cards & _ACES)


@leaf
def aces_of(cards):
    """The Aces among `cards`."""
    return cards & _ACES


@leaf
def is_normal_attack(char, side):
    """Whether the side is an attack of rank 2 to 10."""
    return has(char["normal_attacks"], side)


@leaf
def can_be_stopped_by_guard(kind):
    """Whether a block or dodge answers this kind of move."""
    return kind == KIND_ATTACK or kind == KIND_JOKER


@leaf
def cards_for_side(hand, side):
    """The cards in `hand` that carry `side`."""
    return hand & rank_cards(side >> 2)
