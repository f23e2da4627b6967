"""The verbs at work: each opcode of `cards.yomi2.verbs.VERBS` is handled here exactly once.

Columns of a verb row are those of `cards.yomi2.pack_abilities.VERB_COLUMNS`: code, number, b, c.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.verbs import VERBS
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.play.yomi2.reveal_moves import act_as
from yomisim.play.yomi2.steps import (
    check_life,
    draw_apart,
    gain_life,
    gain_meter,
    lose_life,
    pay_meter,
    strike_apart,
    strike_without_end,
)
from yomisim.play.yomi2.verbs_cards import (
    choose_branch,
    discard_cards,
    remove_source,
    return_source,
    stay_in_play,
    take_cards,
)
from yomisim.play.yomi2.verbs_combat import disable, gain_edge, jail, knock_down, stand_up
from yomisim.rules.access import fighter, kit_of
from yomisim.rules.log import emit, emit_1
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.state import IN_COMBAT

_CHOOSE = VERBS["choose"].code
_DRAW = VERBS["draw"].code
_DRAW_UP_TO = VERBS["draw_up_to"].code
_DISCARD = VERBS["discard"].code
_TAKE = VERBS["take"].code
_RETURN_SELF = VERBS["return_self"].code
_REMOVE_SELF = VERBS["remove_self"].code
_STAY = VERBS["stay"].code
_GAIN_METER = VERBS["gain_meter"].code
_LOSE_METER = VERBS["lose_meter"].code
_HEAL = VERBS["heal"].code
_LOSE = VERBS["lose"].code
_DAMAGE = VERBS["damage"].code
_BLOCK_DAMAGE = VERBS["block_damage"].code
_GAP_DAMAGE = VERBS["gap_damage"].code
_KNOCK_DOWN = VERBS["knock_down"].code
_STAND_UP = VERBS["stand_up"].code
_EDGE = VERBS["edge"].code
_DISABLE = VERBS["disable"].code
_SKIP_MAIN = VERBS["skip_main"].code
_JAIL = VERBS["jail"].code
_NO_COMBO = VERBS["no_combo"].code
_BEGIN = VERBS["begin"].code
_FIRST_HIT = VERBS["first_hit_bonus"].code
_BECOMES = VERBS["becomes"].code
_CRUSH = VERBS["crush"].code
_THROW = VERBS["throw_after_block"].code
_FREE_COMBO = VERBS["free_combo"].code
_COUNTDOWN = VERBS["countdown"].code
_MIRROR = VERBS["mirror"].code
_SPEED = VERBS["speed"].code
_NORMAL_DAMAGE = VERBS["normal_damage"].code

_ONLY_SELF, _ONLY_OPPONENT, _BOTH = np.int64(0), np.int64(1), np.int64(2)
_NO_BRANCH = np.int64(0)
_CUT = np.int64(-1)
_NONE = np.int64(0)


@leaf
def _whom(seat, who):
    """`who` 1 is the opponent."""
    return np.int64(1 - seat) if who != 0 else np.int64(seat)


@compiled
def _cards(t, m, seat, card, code, n, b, c, moves):
    """Verbs that move cards; whether the code is one of them."""
    out_of_line()
    if code == _DRAW:
        draw_apart(t, m, _whom(seat, b), n, events.WHY_ABILITY)
    elif code == _DRAW_UP_TO:
        draw_apart(t, m, seat, max(n - fighter(m, seat)["hand_count"], _NONE), events.WHY_ABILITY)
    elif code == _TAKE:
        take_cards(t, m, seat, moves, n, b)
    elif code == _RETURN_SELF:
        return_source(t, m, seat, card)
    elif code == _REMOVE_SELF:
        remove_source(t, m, seat, card)
    elif code == _STAY:
        stay_in_play(t, m, seat, card, n)
    else:
        return False
    return True


@compiled
def _points(t, m, seat, code, n, b):
    """Verbs of meter, life and damage; whether the code is one of them."""
    out_of_line()
    if code == _GAIN_METER:
        gain_meter(t, m, _whom(seat, b), n, events.WHY_ABILITY)
    elif code == _LOSE_METER:
        pay_meter(m, _whom(seat, b), n, events.WHY_ABILITY)
    elif code == _HEAL:
        gain_life(t, m, seat, n)
    elif code == _LOSE:
        lose_life(m, _whom(seat, b), n, events.WHY_ABILITY)
    elif code == _DAMAGE:
        _damage_to(t, m, seat, n, b)
    elif code == _BLOCK_DAMAGE:
        lose_life(m, np.int64(1 - seat), n, events.WHY_BLOCK_DAMAGE)
    elif code == _GAP_DAMAGE:
        gap = fighter(m, 1 - seat)["hand_count"] - fighter(m, seat)["hand_count"]
        _damage(t, m, np.int64(1 - seat), n * max(gap, _NONE))
    else:
        return False
    check_life(t, m)  # whoever is at 0 has lost at once: the rest of the ability does not happen any more
    return True


@compiled
def _damage_to(t, m, seat, amount, who):
    """Damage to `who`: 0 this player, 1 the other, 2 both at the same time."""
    if who == _BOTH and m["public"]["fought"] == IN_COMBAT:
        # both are hit before anybody looks at life
        strike_without_end(t, m, seat, amount)
        strike_without_end(t, m, np.int64(1 - seat), amount)
        check_life(t, m)
        return
    if who != _ONLY_SELF:
        _damage(t, m, np.int64(1 - seat), amount)
    if who != _ONLY_OPPONENT:
        _damage(t, m, seat, amount)


@compiled
def _damage(t, m, victim, amount):
    """A hit in combat, else loss of life."""
    if m["public"]["fought"] == IN_COMBAT:
        strike_apart(t, m, np.int64(1 - victim), amount, events.WHY_ABILITY)
    else:
        lose_life(m, victim, amount, events.WHY_ABILITY)


@compiled
def _turn(t, m, seat, code, n, b, moves):
    """Verbs that change this turn or the next one; whether the code is one of them."""
    out_of_line()
    me = fighter(m, seat)
    if code == _KNOCK_DOWN:
        if b != _ONLY_SELF:
            knock_down(t, m, np.int64(1 - seat))
        if b != _ONLY_OPPONENT:
            knock_down(t, m, seat)
    elif code == _STAND_UP:
        stand_up(m, seat)
    elif code == _EDGE:
        gain_edge(m, seat)
    elif code == _DISABLE:
        disable(m, seat, n, b)
    elif code == _SKIP_MAIN:
        whom = _whom(seat, b)
        fighter(m, whom)["skips"] = 1
        emit(m, events.SKIP, whom)
    elif code == _JAIL:
        jail(m, np.int64(1 - seat))
    elif code == _BEGIN:
        me["status"] |= np.int64(1) << n
        emit_1(m, events.STATUS, seat, n)
    elif code == _FIRST_HIT:
        me["first_hit_bonus"] += n
    elif code == _COUNTDOWN:
        me["countdown"] = n
        emit_1(m, events.COUNTDOWN, seat, n)
    elif code == _MIRROR:
        me["mirror_until"] = m["public"]["turn"] + n
    elif code == _SPEED:
        whom = _whom(seat, b)
        fighter(m, whom)["speed_bonus"] += n
        emit_1(m, events.SPEED, whom, n)
    elif code == _NORMAL_DAMAGE:
        me["normal_bonus"] += n
    else:
        return False
    return True


@compiled
def _combat(t, m, seat, code, n, b, moves):
    """Verbs that change what happens in this combat."""
    out_of_line()
    me = fighter(m, seat)
    if code == _NO_COMBO:
        fighter(m, 1 - seat)["no_combo"] = 1
        emit(m, events.NO_COMBO, np.int64(1 - seat))
    elif code == _BECOMES:
        act_as(t, m, seat, n, b)
    elif code == _CRUSH:
        me["crush"] = n
    elif code == _THROW:
        me["throw_granted"] = 1
    elif code == _FREE_COMBO:
        me["free_combo"] = moves


@compiled
def run_verbs(t, m, seat, number, card):
    """Carry out ability `number` of `seat`, used from `card` (NO_CARD for one of the character)."""
    out_of_line()
    ability = kit_of(t, seat)["ability"][number]
    branch = _NO_BRANCH
    for i in range(ability["verbs"]):
        if m["over"] != 0:
            return
        part = ability["verb_branch"][i]
        if part != 0 and part != branch:
            continue
        code = ability["verb"][i, 0]
        n = ability["verb"][i, 1]
        b = ability["verb"][i, 2]
        c = ability["verb"][i, 3]
        moves = ability["verb_moves"][i]
        if code == _CHOOSE:
            branch = choose_branch(t, m, seat, n)
        elif code == _DISCARD:
            if not discard_cards(t, m, _whom(seat, b), n, moves, c) and c != 0:
                if part == 0:
                    return
                branch = _CUT  # what must be paid to go on was not: the rest of this alternative is left out
        elif not _cards(t, m, seat, card, code, n, b, c, moves):
            if not _points(t, m, seat, code, n, b):
                if not _turn(t, m, seat, code, n, b, moves):
                    _combat(t, m, seat, code, n, b, moves)
