"""Counting what happens in the combats of many games (`rules.yomi1.counts` says what), where a batch asks for it.

What happened is read from the event log, turn by turn; hands are looked at in the moment in which both players choose
their combat cards. Games are the same with and without.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import SIDES
from yomisim.cards.yomi1.verbs import SOURCE_CODES
from yomisim.kernel.bits import PASS, U0, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf
from yomisim.play.yomi1.turn import turn_by_address
from yomisim.rules.records import NOBODY, SEAT_0, SEAT_1
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import char_of, fighter, own_of
from yomisim.rules.yomi1.counts import (
    ABILITY,
    ACE_COST,
    ALL,
    BANDS,
    COMBO,
    COST,
    DISCARDED,
    DOWN,
    FACE_DOWN,
    LEAD_STEP,
    MIDDLE,
    MIDDLE_HIGH,
    MIDDLE_LOW,
    OPENER,
    OTHER_DOWN,
    POWER_UP,
    PUMP,
    START,
    TURN_STEP,
    TURNS,
)
from yomisim.rules.yomi1.moves import openers
from yomisim.rules.yomi1.state import FROM_COMBAT, TO_COMBAT

_NO_CARD, _NONE = np.int64(SIDES), np.int64(-1)
_TURN_STEP, _TURNS, _LEAD_STEP = np.int64(TURN_STEP), np.int64(TURNS), np.int64(LEAD_STEP)
_HALF, _REACH = np.int64(LEAD_STEP // 2), np.int64(BANDS // 2)
_FROM_HAND = SOURCE_CODES["hand"]
_TENTHS = np.int64(10)


@leaf
def _is_middle(t, m, seat):
    tenths = _TENTHS * fighter(m, seat)["life"]
    whole = t["char"][seat][0]["hit_points"]
    return fighter(m, seat)["down"] == 0 and MIDDLE_LOW * whole <= tenths <= MIDDLE_HIGH * whole


@compiled
def position_kind(t, m, seat):
    """Which of POSITION_KINDS it is for a seat, at the moment of choosing; ALL where it is no other."""
    if m["public"]["turn"] == 1:
        return START
    me = fighter(m, seat)["down"] != 0
    other = fighter(m, 1 - seat)["down"] != 0
    if me != other:
        return DOWN if me else OTHER_DOWN
    return MIDDLE if _is_middle(t, m, 0) and _is_middle(t, m, 1) else ALL


@compiled
def _count_choices(t, m, seat, kind, mine):
    """What the hand could open with."""
    mine["combats"][ALL] += 1
    if kind != ALL:
        mine["combats"][kind] += 1
    left = openers(char_of(t, m, seat), fighter(m, seat), own_of(m, seat)["hand"])
    while left != U0:
        side = lowest(left)
        left = without_lowest(left)
        choice = _NO_CARD if side == PASS else side
        mine["held"][ALL, choice] += 1
        if kind != ALL:
            mine["held"][kind, choice] += 1


@compiled
def _note_lead(m, seat, counts):
    """Who is ahead in this turn, from the side of the character A, who sits in `seat`."""
    turn = np.int64(m["public"]["turn"])
    step = turn // _TURN_STEP - 1
    if turn % _TURN_STEP == 0 and step < _TURNS:
        lead = fighter(m, seat)["life"] - fighter(m, 1 - seat)["life"]
        size = min((abs(lead) + _HALF) // _LEAD_STEP, _REACH)
        counts["band"][step] = 1 + _REACH + (size if lead > 0 else -size)


@compiled
def _count_use(row, t, seat, mine):
    """What a card was used for, from a row of the log."""
    event, a = np.int64(row[0]), np.int64(row[2])
    use = _NONE
    rank = a >> 2
    if event == events.OPENER:
        use = OPENER
    elif event == events.FOLLOW or event == events.HIT_BACK:
        use = COMBO
        mine["followed"][np.int64(row[3])] += 1
        mine["follow_damage"][np.int64(row[3])] += np.int64(row[4])
    elif event == events.PUMP:
        use = PUMP
    elif event == events.PAY_ACE:
        use = ACE_COST
    elif event == events.ABILITY:
        if t["kit"][seat]["ability"][a]["source"] == _FROM_HAND:
            use = ABILITY
        rank = np.int64(row[3]) >> 2
    elif event == events.FACE_DOWN:
        use = FACE_DOWN
    elif event == events.DISCARD:
        reason = np.int64(row[3])
        if reason == events.WHY_POWER_UP:
            use = POWER_UP
        else:
            use = COST if reason == events.WHY_COST else DISCARDED
    if use >= 0:
        mine["uses"][rank, use] += 1


@compiled
def opened(m, seat):
    """What a seat has opened with, from the log of this turn; -1 where it came to no opener."""
    choice = _NONE
    for k in range(m["log_rows"]):
        row = m["log"][k]
        if row[1] == seat:
            if row[0] == events.OPENER:
                choice = np.int64(row[3])
            elif row[0] == events.NO_CARD_PLAYED:
                choice = _NO_CARD
    return choice


@compiled
def _count_turn(t, m, seat, kind, mine):
    """Everything of a turn that counts for the player in `seat`, from the log."""
    dealt = np.int64(0)
    taken = np.int64(0)
    for k in range(m["log_rows"]):
        row = m["log"][k]
        if row[0] == events.DAMAGE:
            reason = np.int64(row[4])
            if reason == events.WHY_COMBAT or reason == events.WHY_COMBO or reason == events.WHY_BLOCK_DAMAGE:
                if row[1] == seat:
                    taken += np.int64(row[2])
                else:
                    dealt += np.int64(row[2])
        elif row[1] == seat:
            _count_use(row, t, seat, mine)
    choice = opened(m, seat)
    if choice >= 0:
        mine["opened"][ALL, choice] += 1
        if kind != ALL:
            mine["opened"][kind, choice] += 1
        mine["won"][choice] += fighter(m, seat)["won"]
        mine["dealt"][choice] += dealt
        mine["taken"][choice] += taken


@compiled
def counted_turn(t, m, counts, seating):
    """Play a turn and count it. The log must be on and hold this turn alone; A sits in `seating`."""
    m["part"] = TO_COMBAT
    turn_by_address(t, m)
    kind_0 = ALL
    kind_1 = ALL
    if m["over"] == 0:
        kind_0 = position_kind(t, m, SEAT_0)
        kind_1 = position_kind(t, m, SEAT_1)
        _count_choices(t, m, SEAT_0, kind_0, counts["player"][seating])
        _count_choices(t, m, SEAT_1, kind_1, counts["player"][1 - seating])
        _note_lead(m, seating, counts)
        m["part"] = FROM_COMBAT
        turn_by_address(t, m)
    _count_turn(t, m, SEAT_0, kind_0, counts["player"][seating])
    _count_turn(t, m, SEAT_1, kind_1, counts["player"][1 - seating])


@compiled
def count_result(m, counts, seating):
    """A game is over: enter its half points for the character A, who sits in `seating`, where its leads were."""
    points = 1
    if m["winner"] != NOBODY:
        points = 2 if m["winner"] == seating else 0
    for step in range(_TURNS):
        band = counts["band"][step] - 1
        if band >= 0:
            counts["leads"][step, band, 0] += 1
            counts["leads"][step, band, 1] += points
            counts["band"][step] = 0
