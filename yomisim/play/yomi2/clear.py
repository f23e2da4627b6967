"""What is forgotten when a turn begins or a game starts."""

from __future__ import annotations

from yomisim.kernel.bits import U0
from yomisim.kernel.jit import compiled, leaf
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi2.state import HASTE_NONE, NO_MOVE, STORM_READY


@leaf
def clear_turn(me):
    """A new turn: nothing of it has happened. `me` is a FIGHTER record."""
    me["was_hit"] = 0
    me["has_hit"] = 0
    me["no_combo"] = 0
    me["won"] = 0
    me["crush"] = 0
    me["throw_granted"] = 0
    me["status"] = 0
    me["first_hit_bonus"] = 0
    me["speed_bonus"] = 0
    me["normal_bonus"] = 0
    me["looked"] = 0
    me["free_combo"] = U0
    me["only"] = U0
    me["mirror"] = 0


@compiled
def clear_fighter(me):
    """A new game, apart from life, meter and cards."""
    clear_turn(me)
    me["sheet"] = 0
    me["block_gain"] = 0
    me["hand_count"] = 0
    me["table"] = U0
    me["in_play"] = U0
    me["removed"] = U0
    me["revealed"] = U0
    me["shown"] = U0
    me["variant"] = 0
    me["down"] = 0
    me["down_next"] = 0
    me["edge"] = 0
    me["edge_next"] = 0
    me["haste"] = HASTE_NONE
    me["disabled"] = 0
    me["disabled_next"] = 0
    me["reshuffles"] = 0
    me["storm"] = STORM_READY
    me["skips"] = 0
    me["jailed"] = 0
    me["mirror_until"] = 0
    me["countdown"] = 0
    me["card"] = NO_CARD
    me["opener"] = NO_MOVE
    me["move"] = NO_MOVE
    me["kind"] = 0
    me["last_move"] = NO_MOVE
    me["last_card"] = NO_CARD
    me["points_left"] = 0
    me["pumps"] = 0
    me["packet"] = 0
    me["moves"] = 0
