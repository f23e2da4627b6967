"""Which options a player has, as sets of moves (PASS_BIT is "none")."""

from __future__ import annotations

from yomisim.kernel.bits import PASS_BIT, U0
from yomisim.kernel.jit import leaf
from yomisim.rules.yomi2.queries import valid_openers
from yomisim.rules.yomi2.state import NO_MOVE
from yomisim.rules.yomi2.zones import moves_of


@leaf
def openers(char, me, hand):
    """Moves that may be played as opener: the valid ones, or where there are none any other (a wild swing follows)."""
    held = moves_of(hand)
    valid = held & valid_openers(char, me)
    return valid if valid != U0 else held


@leaf
def exchange_takes(char, discard):
    """Moves that an exchange may take back."""
    return moves_of(discard) & char["exchangeable"]


@leaf
def exchange_gives(char, hand):
    """Moves that an exchange may discard."""
    return moves_of(hand) & char["exchangeable"]


@leaf
def continuations(char, me, cards):
    """Moves that may follow the last move of the combo, and stopping."""
    last = me["last_move"]
    if last == NO_MOVE:
        return PASS_BIT
    allowed = char["follow"][last] & char["affordable"][me["points_left"]] & char["payable"][me["meter"]]
    return (moves_of(cards) & allowed) | PASS_BIT


@leaf
def hit_backs(char, me, cards):
    """Attacks and throws that may be played after a dodge or an unsafe move, and none."""
    return (moves_of(cards) & (char["attacks"] | char["throws"]) & char["payable"][me["meter"]]) | PASS_BIT


@leaf
def throws_after_block(char, me, hand):
    """Throws that may be played after the own attack was blocked, and none."""
    return (moves_of(hand) & char["throws"] & char["payable"][me["meter"]]) | PASS_BIT


@leaf
def payers(char, move, packet, cards):
    """Moves that pay a packet of pump damage, and none."""
    return (moves_of(cards) & char["pump_moves"][move, packet]) | PASS_BIT
