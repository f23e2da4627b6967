"""The verbs at work: each opcode of `cards.yomi1.verbs.VERBS` is handled here exactly once.

Columns of a verb row are those of `cards.yomi1.pack_abilities.VERB_COLUMNS`: code, number, b, c.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.verbs import VERBS
from yomisim.kernel.bits import count
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.play.yomi1.steps import draw_apart, gain_life, lose_life
from yomisim.play.yomi1.verbs_cards import (
    choose_branch,
    discard_cards,
    look_and_arrange,
    look_at_bottom,
    mark_card,
    put_cards_on_deck,
    reclaim,
    return_cards,
    return_source,
    show_hand,
    show_random,
    stay_in_play,
    take_bottom_card,
    take_cards,
)
from yomisim.play.yomi1.verbs_combat import gap_bonus, name_kind, reflect, rotate
from yomisim.play.yomi1.verbs_large import blackjack, poker_hand
from yomisim.rules.log import emit, emit_1, emit_2
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import fighter, kit_of

_CHOOSE = VERBS["choose"].code
_DRAW = VERBS["draw"].code
_DRAW_BOTTOM = VERBS["draw_bottom"].code
_DISCARD = VERBS["discard"].code
_TAKE = VERBS["take"].code
_PUT_ON_DECK = VERBS["put_on_deck"].code
_LOOK = VERBS["look"].code
_LOOK_BOTTOM = VERBS["look_bottom"].code
_REVEAL_HAND = VERBS["reveal_hand"].code
_REVEAL_RANDOM = VERBS["reveal_random"].code
_MARK = VERBS["mark"].code
_RETURN_SELF = VERBS["return_self"].code
_STAY = VERBS["stay"].code
_RETURN_COMBO = VERBS["return_combo"].code
_RETURN_CARDS = VERBS["return_cards"].code
_HEAL = VERBS["heal"].code
_LOSE = VERBS["lose"].code
_DAMAGE = VERBS["damage"].code
_DAMAGE_PER_CARD = VERBS["damage_per_card"].code
_REFLECT = VERBS["reflect"].code
_GAP_BONUS = VERBS["gap_bonus"].code
_ROTATE = VERBS["rotate"].code
_SPEED = VERBS["speed"].code
_NORMAL_DAMAGE = VERBS["normal_damage"].code
_ENDERS_ONLY = VERBS["enders_only"].code
_NO_PUMPS = VERBS["no_pumps"].code
_FORBID_ACES = VERBS["forbid_aces"].code
_BEGIN = VERBS["begin"].code
_NAME_KIND = VERBS["name_kind"].code
_FULL_COMBO = VERBS["full_combo_after_dodge"].code
_KNOCK_DOWN = VERBS["knock_down"].code
_STAND_UP = VERBS["stand_up"].code
_NO_BLOCK_DAMAGE = VERBS["no_block_damage"].code
_DENY_DRAW = VERBS["deny_block_draw"].code
_DENY_RETURN = VERBS["deny_return"].code
_THROW = VERBS["throw_after_block"].code
_STRIKE = VERBS["strike_again"].code
_COUNTER = VERBS["counter"].code
_POKER = VERBS["poker_hand"].code
_BLACKJACK = VERBS["blackjack"].code

_NO_BRANCH = np.int64(0)
_CUT = np.int64(-1)


@leaf
def _whom(seat, who):
    """`who` 1 is the opponent."""
    return 1 - seat if who != 0 else seat


@compiled
def _cards(t, m, seat, number, card, code, n, b, c, cards):
    """Verbs that move or show cards; whether the code is one of them."""
    out_of_line()
    if code == _DRAW:
        draw_apart(t, m, _whom(seat, b), n, events.WHY_ABILITY)
    elif code == _DRAW_BOTTOM:
        take_bottom_card(t, m, seat)
    elif code == _TAKE:
        take_cards(t, m, seat, cards, n, b, c)
    elif code == _PUT_ON_DECK:
        put_cards_on_deck(t, m, seat, n, cards)
    elif code == _LOOK:
        look_and_arrange(t, m, seat, cards, n)
    elif code == _LOOK_BOTTOM:
        look_at_bottom(m, seat)
    elif code == _REVEAL_HAND:
        show_hand(m, _whom(seat, n))
    elif code == _REVEAL_RANDOM:
        show_random(m, 1 - seat)
    elif code == _MARK:
        mark_card(t, m, seat)
    elif code == _RETURN_SELF:
        return_source(m, seat, card)
    elif code == _STAY:
        stay_in_play(t, m, seat, card)
    elif code == _RETURN_COMBO:
        reclaim(t, m, seat, number)
    elif code == _RETURN_CARDS:
        return_cards(m, seat, cards)
    else:
        return False
    return True


@compiled
def _life(t, m, seat, code, n, b, cards):
    """Verbs of life and damage; whether the code is one of them."""
    out_of_line()
    other = 1 - seat
    if code == _HEAL:
        gain_life(t, m, seat, n)
    elif code == _LOSE:
        lose_life(m, _whom(seat, b), n, events.WHY_ABILITY)
    elif code == _DAMAGE:
        lose_life(m, other, n, events.WHY_ABILITY)
    elif code == _DAMAGE_PER_CARD:
        lose_life(m, other, n * count(fighter(m, seat)["in_play"] & cards), events.WHY_ABILITY)
    elif code == _REFLECT:
        reflect(t, m, seat)
    elif code == _GAP_BONUS:
        gap_bonus(t, m, seat, cards)
    else:
        return False
    return True


@compiled
def _turn(t, m, seat, code, n, b, c):
    """Verbs that change this turn's or the next turn's moves; whether the code is one of them."""
    out_of_line()
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    if code == _ROTATE:
        rotate(t, m, seat, n)
    elif code == _SPEED:
        whom = _whom(seat, b)
        if c != 0:
            fighter(m, whom)["speed_next"] += n
        else:
            fighter(m, whom)["speed_bonus"] += n
        emit_2(m, events.SPEED, whom, n, c)
    elif code == _NORMAL_DAMAGE:
        me["normal_bonus"] += n
    elif code == _ENDERS_ONLY:
        other["enders_only"] = 1
    elif code == _NO_PUMPS:
        other["no_pump"] = 1
    elif code == _FORBID_ACES:
        me["no_aces"] = 1
    elif code == _BEGIN:
        me["status"] |= np.int64(1) << n
        emit_1(m, events.STATUS, seat, n)
    elif code == _NAME_KIND:
        name_kind(t, m, seat, n)
    elif code == _FULL_COMBO:
        me["full_combo"] = 1
    else:
        return False
    return True


@compiled
def _combat(m, seat, code, b):
    """Verbs that change what happens in this combat; whether the code is one of them."""
    out_of_line()
    me = fighter(m, seat)
    other = fighter(m, 1 - seat)
    if code == _KNOCK_DOWN:
        other["down_next"] = 1
        emit(m, events.KNOCKDOWN, 1 - seat)
    elif code == _STAND_UP:
        if other["down"] != 0:
            other["down"] = 0
            emit(m, events.STAND_UP, 1 - seat)
    elif code == _NO_BLOCK_DAMAGE:
        me["no_block_damage"] = 1
    elif code == _DENY_DRAW:
        _blocker(m, seat)["no_block_draw"] = 1
    elif code == _DENY_RETURN:
        _blocker(m, seat)["no_return"] = 1
    elif code == _THROW:
        me["throw_granted"] = 1
        if b != 0:
            other["silenced"] = 1
    elif code == _STRIKE:
        me["strike_granted"] = 1
    else:
        return False
    return True


@leaf
def _blocker(m, seat):
    """The player whose block is spoken of: the one who has stopped the other's move."""
    return fighter(m, seat) if fighter(m, seat)["won"] != 0 else fighter(m, 1 - seat)


@compiled
def run_verbs(t, m, seat, number, card):
    """Carry out ability `number` of `seat`, used from `card` (NO_CARD for an innate one)."""
    out_of_line()
    ability = kit_of(t, seat)["ability"][number]
    branch = _NO_BRANCH
    second = _NO_BRANCH
    for i in range(ability["verbs"]):
        if m["over"] != 0:
            return
        when = np.int64(ability["verb_when"][i])
        shown = m["public"]["rank_shown"]
        if when != 0 and (shown < 0 or (when >> shown) & 1 == 0):
            continue
        part = np.int64(ability["verb_branch"][i])
        if part != 0 and part != branch and part != second:
            continue
        code = np.int64(ability["verb"][i, 0])
        n = np.int64(ability["verb"][i, 1])
        b = np.int64(ability["verb"][i, 2])
        c = np.int64(ability["verb"][i, 3])
        cards = ability["verb_cards"][i]
        if code == _CHOOSE:
            branch = choose_branch(t, m, seat, (np.int64(1) << (n + 1)) - 2)
            second = _NO_BRANCH
        elif code == _POKER:
            branch, second = poker_hand(t, m, seat, card, b)
        elif code == _BLACKJACK:
            blackjack(t, m, seat, b)
        elif code == _DISCARD:
            if not discard_cards(t, m, seat, n, cards, b) and b != 0:
                if part == 0:
                    return
                if part == branch:  # what must be paid to go on was not: the rest of this alternative is left out
                    branch = _CUT
                else:
                    second = _CUT
        elif code == _COUNTER:
            continue  # abilities.use has undone the other ability
        elif not _cards(t, m, seat, number, card, code, n, b, c, cards):
            if not _life(t, m, seat, code, n, b, cards):
                if not _turn(t, m, seat, code, n, b, c):
                    _combat(m, seat, code, b)
