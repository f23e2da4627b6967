"""Compiled helpers for asking a policy directly, without playing on."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import KIND_ATTACK, KIND_THROW, SIDES, WINDOWS
from yomisim.cards.yomi1.verbs import WINDOW_CODES
from yomisim.kernel.bits import PASS_BIT, U0, bit, count, select
from yomisim.kernel.jit import compiled, entry
from yomisim.kernel.rng import at, below
from yomisim.policies import codes
from yomisim.policies.decide import choose
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi1 import moves
from yomisim.rules.yomi1.access import char_of, fighter, fighter_of, kit_of, own_of
from yomisim.rules.yomi1.queries import aces_of
from yomisim.rules.yomi1.zones import rank_cards, to_table

KINDS = len(codes.KINDS)
_REACT = WINDOW_CODES["react"]


@compiled
def _set_up_combo(t, m, seat, h):
    """As if `seat` had hit with one of its moves: any attack or throw, some points and pumps used."""
    char = char_of(t, m, seat)
    hitting = U0
    for side in range(SIDES):
        if char["kind"][side] == KIND_ATTACK or char["kind"][side] == KIND_THROW:
            hitting |= bit(side)
    me = fighter(m, seat)
    side = select(hitting, below(at(h, np.uint64(1)), count(hitting)))
    me["last_side"] = side
    me["points_left"] = max(np.int64(0), char["max_combo"] - np.int64(char["points"][side]))
    me["pumps"] = 0
    me["run"] = 1
    me["moves"] = 1
    if below(at(h, np.uint64(2)), np.int64(2)) == 1:
        m["public"]["under"] = 1 - seat
        fighter(m, 1 - seat)["face_down"] = 1
    else:
        m["public"]["under"] = NOBODY


@compiled
def _abilities(t, m, seat, kind, h):
    """As if both had revealed a card: the abilities of a window, whether or not they could be used now."""
    for one in range(2):
        hand = own_of(m, one)["hand"]
        if hand != U0:
            card = select(hand, below(at(h, np.uint64(5 + one)), count(hand)))
            to_table(m, one, card)
            side = 4 * (card >> 2)
            fighter(m, one)["card"], fighter(m, one)["side"] = card, side
            fighter(m, one)["locked_kind"] = np.int64(char_of(t, m, one)["kind"][side])
    if kind == codes.REACT:
        return kit_of(t, seat)["at"][_REACT]
    start = below(at(h, np.uint64(7)), np.int64(WINDOWS))
    for step in range(WINDOWS):
        window = (start + step) % WINDOWS
        if window != _REACT and kit_of(t, seat)["at"][window] != U0:
            return kit_of(t, seat)["at"][window]
    return U0


@compiled
def options_for(t, m, seat, kind, h):
    """Options that a decision of this kind could have in this state; 0 where there is none to make."""
    char = char_of(t, m, seat)
    me = fighter_of(m["public"], seat)
    hand = own_of(m, seat)["hand"]
    if kind == codes.OPENER or kind == codes.OPENER_AGAIN:
        return moves.openers(char, me, hand)
    if kind == codes.FACE_DOWN:
        return moves.face_downs(char, hand)
    if kind == codes.HIT_BACK:
        return moves.hit_backs(char, me, hand, True)
    if kind == codes.POWER_UP:
        return moves.power_ups(hand)
    if kind == codes.SOURCE or kind == codes.PAY:
        start = below(at(h, np.uint64(3)), np.int64(14))
        for step in range(14):
            cards = hand & rank_cards((start + step) % 14)
            if count(cards) > 1:
                return cards
        return U0
    if kind == codes.HAND_LIMIT:
        return hand
    if kind == codes.ACE_FROM:
        return bit(codes.FROM_DISCARD) | bit(codes.FROM_DECK) | PASS_BIT
    if kind == codes.TAKE:
        return aces_of(fighter_of(m["public"], seat)["discard"])
    if kind == codes.DISCARD or kind == codes.MARK:
        return hand
    if kind == codes.NAME_KIND:
        return np.uint64(0b11110)
    if kind == codes.BRANCH:
        return np.uint64(0b1110)
    if kind == codes.HIT_OR_STAND:
        m["public"]["stake_shown"] = below(at(h, np.uint64(4)), np.int64(21))
        return np.uint64(0b11)
    if kind == codes.NEXT_ON_DECK or kind == codes.RECLAIM:
        return me["discard"] | PASS_BIT
    if kind == codes.ABILITY or kind == codes.REACT:
        return _abilities(t, m, seat, kind, h) | PASS_BIT
    _set_up_combo(t, m, seat, h)
    if kind == codes.CONTINUE:
        return moves.continuations(char, me, hand)
    return moves.pumps(char, me, hand)


@entry
def prepare(t, m, seat, kind, h):
    """Make `m` a state in which `seat` decides this kind of thing, and give the options."""
    return options_for(t, m, seat, kind, h)


@entry
def ask(t, m, seat, kind, options):
    """The decision, through the door that the game uses."""
    return choose(t, m, seat, kind, options)
