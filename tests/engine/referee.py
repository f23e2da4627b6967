"""An independent referee for whole games, compiled so that hundreds of thousands can be judged.

It knows the rules by itself, from the printed values of each side only: it uses none of the engine's functions that
say what is legal, who wins or what follows, and none of the sets that were derived when the cards were packed. It
reads the event log of a turn row by row, keeps its own hands, decks, piles and life totals, and objects where a row
is not what the rules allow or demand. At the end of every turn its books have to agree with the engine's.

Of abilities it knows only what is true without being used (the traits of CHARACTER); it judges games played on tables
without programs of abilities (`kit.plain_table`).

`assert` works in compiled code; the message says what was wrong, `REFEREE["number"]` which game it was.
"""

from __future__ import annotations

from functools import cache

import driving
import numpy as np
from books import ALL, NOTHING, between_turns, bit, has, size, zones
from referee_books import REFEREE, draw_cards, due_row, end_game, sees, take_aces
from referee_combat import combat

from yomisim.cards.yomi1.tables import KIND_BLOCK, KIND_DODGE
from yomisim.kernel.jit import compiled
from yomisim.play.yomi1.game import BEGIN, ONE_TURN, TALLY
from yomisim.play.yomi1.rows import ROW
from yomisim.play.yomi1.states import STATE
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.counts import COUNTS
from yomisim.rules.yomi1.state import TURN_LIMIT


@compiled
def _clean_up(t, r, m, hitter):
    for seat in range(2):
        me = r["seat"][seat]
        back = me["kind"] == KIND_BLOCK
        if me["kind"] == KIND_DODGE and me["down"] == 0 and has(t["char"][seat][0]["returns_unless_hit"], me["side"]):
            back = True
        if back and hitter != 1 - seat:
            row = due_row(r, m, events.RETURN_CARD, seat)
            assert m["log"][row, 2] == me["card"], "another card came back"
            me["table"] &= ~bit(me["card"])
            me["hand"] |= bit(me["card"])
        me["discard"] |= me["table"]
        me["table"] = NOTHING


@compiled
def _power_up(t, r, m, seat):
    me = r["seat"][seat]
    due = me["aces_due"]
    while sees(r, m, events.POWER_UP, seat):
        row = due_row(r, m, events.POWER_UP, seat)
        rank, size, aces = m["log"][row, 2], m["log"][row, 3], m["log"][row, 4]
        assert 2 <= size <= 4, "not a set"
        assert aces == t["rules"]["power_up_aces"][size], "another number of Aces for a set"
        for _ in range(size):
            row = due_row(r, m, events.DISCARD, seat)
            card = m["log"][row, 2]
            assert card // 4 == rank, "a set of cards of different ranks"
            assert has(me["hand"], card), "a set with a card that is not in hand"
            assert m["log"][row, 3] == events.WHY_POWER_UP, "discarded for another reason"
            assert not has(t["char"][seat][0]["no_power_up"], card), "a card that may not be paid for a power up"
            me["hand"] &= ~bit(card)
            me["discard"] |= bit(card)
        due += aces
    if due > 0:
        take_aces(t, r, m, seat, due, 1)


@compiled
def _judge(t, m, r):
    """Judge the rows of one turn, and compare the books."""
    r["at"] = 0
    r["turn"] += 1
    rules = t["rules"]
    assert m["log_rows"] > 0, "a turn without a row"
    life_0, life_1 = r["seat"][0]["life"], r["seat"][1]["life"]
    first = np.int64(m["log"][0, 1])
    assert life_0 == life_1 or first == (0 if life_0 < life_1 else 1), "the wrong player has initiative"
    r["initiative"] = first
    row = due_row(r, m, events.TURN, first)
    assert m["log"][row, 2] == r["turn"], "turns are not counted"
    assert m["log"][row, 3] == life_0 and m["log"][row, 4] == life_1, "another life total at the start"
    if r["turn"] > 1:
        draw_cards(t, r, m, first, rules["cards_per_draw"], events.WHY_TURN)
        if r["over"] == 0:
            draw_cards(t, r, m, 1 - first, rules["cards_per_draw"], events.WHY_TURN)
    if r["over"] == 0:
        hitter = combat(t, r, m)
        if r["over"] == 0:
            _clean_up(t, r, m, hitter)
    for i in range(2):
        if r["over"] == 0:
            _power_up(t, r, m, first if i == 0 else 1 - first)
    if r["over"] == 0:
        for i in range(2):
            seat = first if i == 0 else 1 - first
            me = r["seat"][seat]
            while rules["hand_limit"] > 0 and size(me["hand"]) > rules["hand_limit"]:
                row = due_row(r, m, events.DISCARD, seat)
                card = m["log"][row, 2]
                assert has(me["hand"], card), "discarded a card that is not in hand"
                assert m["log"][row, 3] == events.WHY_HAND_LIMIT, "discarded for another reason"
                me["hand"] &= ~bit(card)
                me["discard"] |= bit(card)
        if r["seat"][0]["down_next"] != 0 and r["seat"][1]["down_next"] != 0 and rules["double_knockdown_cancels"] != 0:
            due_row(r, m, events.KNOCKDOWN_VOID, 0)
            r["seat"][0]["down_next"] = 0
            r["seat"][1]["down_next"] = 0
        for seat in range(2):
            r["seat"][seat]["down"] = r["seat"][seat]["down_next"]
            r["seat"][seat]["down_next"] = 0
        if r["turn"] >= rules["turn_limit"]:
            end_game(r, m, -1, TURN_LIMIT)
    assert r["at"] == m["log_rows"], "something happened that was not due"
    r["rows"] += m["log_rows"]
    compare(t, m, r)


@compiled
def compare(t, m, r):
    """The engine's records against the referee's books, and against themselves."""
    public = m["public"]
    assert m["over"] == r["over"], "the engine disagrees about the end"
    assert public["turn"] == r["turn"], "the engine counts other turns"
    for seat in range(2):
        me = r["seat"][seat]
        theirs = public["fighter"][seat]
        own = m["own"][seat]
        deep = m["deep"][seat]
        zones(m, seat)
        assert deep["deck"] == me["deck"], "another deck"
        assert own["hand"] == me["hand"], "another hand"
        assert own["face_down"] == me["face_down"], "another face-down card"
        assert theirs["discard"] == me["discard"], "another discard pile"
        assert theirs["table"] == me["table"], "other cards on the table"
        assert theirs["life"] == me["life"], "another life total"
        assert theirs["life"] <= t["char"][seat][0]["hit_points"], "more life than at the start"
        assert deep["placed"] == 0, "cards were placed on the deck"
        if m["over"] == 0:
            between_turns(t, m, seat)
            assert theirs["down"] == me["down"], "another knockdown"
            assert theirs["speed_bonus"] == 0, "a modifier is left"
            if t["rules"]["last_card_ends_game"] != 0:
                assert deep["deck"] != NOTHING, "the game goes on without a deck"
    if m["over"] == 0:
        assert public["under"] == NOBODY and public["stake"] == 0, "damage is left waiting"


@compiled
def judge_start(t, m, r, number):
    """A game was just set up: the opening hands. `r` REFEREE record with `any_order` set; sums are added to it."""
    r["number"] = number
    r["over"] = 0
    r["turn"] = 0
    r["stake"] = 0
    r["at"] = 0
    r["initiative"] = 0
    for seat in range(2):
        me = r["seat"][seat]
        me["deck"] = ALL
        me["hand"] = NOTHING
        me["table"] = NOTHING
        me["discard"] = NOTHING
        me["face_down"] = -1
        me["life"] = t["char"][seat][0]["hit_points"]
        me["down"] = 0
        me["down_next"] = 0
        draw_cards(t, r, m, seat, t["rules"]["opening_hand"], events.WHY_OPENING)
    assert r["at"] == m["log_rows"], "something happened before the first turn"
    compare(t, m, r)
    m["log_rows"] = 0


@compiled
def judge_turn(t, m, r):
    """A turn was just played: judge its rows, and empty the log."""
    _judge(t, m, r)
    m["log_rows"] = 0
    if m["over"] != 0:
        r["games"] += 1
        r["turns"] += m["public"]["turn"]
        r["endings"][m["ending"]] += 1
        if m["winner"] == NOBODY:
            r["draws"] += 1
        else:
            r["wins"][m["winner"]] += 1


def _judge_games(step, table, match, book, spoils, seed, pair, first, count):
    t, m, r, spoil = table[0], match[0], book[0], spoils[0]
    none, tally, scores = np.zeros(2, np.int64), np.zeros(1, TALLY), np.zeros(0, np.int8)
    rows, counts, states = np.zeros(0, ROW), np.zeros(0, COUNTS), np.zeros((0, 0), STATE)
    one = np.int64(1)
    for number in range(first, first + count):
        step(table, none, seed, pair, number, one, False, tally, scores, rows, counts, states, match, BEGIN)
        judge_start(t, m, r, number)
        choices = m["choices"]
        while m["over"] == 0:
            step(table, none, seed, pair, number, one, False, tally, scores, rows, counts, states, match, ONE_TURN)
            if m["public"]["turn"] == spoil[0]:
                m["log"][spoil[1], spoil[2]] += spoil[3]
            judge_turn(t, m, r)
        r["choices"] += m["choices"] - choices


@cache
def _compiled():
    return driving.with_step(_judge_games, np.zeros(1, REFEREE), np.zeros((1, 4), np.int64))


def judge_games(table, match, book, seed, pair, first, count, spoil=(0, 0, 0, 0)):
    """Play games and judge every turn.

    `table`, `match`, `book`: shape (1,), TABLE, MATCH with policies set and the log on, REFEREE with `any_order` set;
    sums are added to it. `spoil`: turn, row and column of the log, and the number that is added there before the turn
    is judged, to see whether the referee objects.
    """
    spoils = np.array([spoil], np.int64)
    driving.run(_compiled(), table, match, book, spoils, seed=seed, pair=pair, first=first, count=count)
