"""What is forgotten when a combat begins, a turn ends, a game starts."""

from __future__ import annotations

from yomisim.kernel.bits import U0
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi1.state import NO_SIDE


@leaf
def clear_combat(me):
    """A new turn: nothing of its combat has happened. `me` is a FIGHTER record."""
    me["run"] = 0
    me["aces_earned"] = 0
    me["won"] = 0
    me["landed"] = 0
    me["attack_damage"] = 0
    me["block_damage"] = 0
    me["shielded"] = 0
    me["armored"] = 0
    me["no_block_damage"] = 0
    me["no_block_draw"] = 0
    me["no_return"] = 0
    me["silenced"] = 0
    me["throw_granted"] = 0
    me["strike_granted"] = 0
    me["no_hit_back"] = 0


@leaf
def clear_turn(me):
    """The turn is over: its modifiers end, those that were set for the next turn begin."""
    me["speed_bonus"] = me["speed_next"]
    me["speed_next"] = 0
    me["normal_bonus"] = 0
    me["enders_only"] = 0
    me["no_pump"] = 0
    me["no_aces"] = 0
    me["full_combo"] = 0
    me["status"] = 0
    if me["naming"] != 0:
        me["naming"] = 0
        for kind in range(6):
            me["named"][kind] = 0
    me["mark_before"] = me["mark"]
    me["mark"] = NO_CARD


@compiled
def clear_fighter(me):
    """A new game, apart from life and cards in hand."""
    clear_combat(me)
    me["speed_next"] = 0
    me["naming"] = 1
    clear_turn(me)
    me["mark_before"] = NO_CARD
    me["hand_count"] = 0
    me["discard"] = U0
    me["table"] = U0
    me["in_play"] = U0
    me["removed"] = U0
    me["escrow"] = U0
    me["shown"] = U0
    me["down"] = 0
    me["down_next"] = 0
    me["face_down"] = 0
    me["locked_kind"] = 0
    me["side"] = NO_SIDE
    me["card"] = NO_CARD
    me["last_side"] = NO_SIDE
    me["last_card"] = NO_CARD
    me["variant"] = 0
    me["usable"] = U0
    me["used"] = U0
    me["used_cards"] = U0
    me["clock"] = 0
