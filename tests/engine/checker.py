"""Books of a game with abilities, checked between turns; compiled, so that a million games can be looked at.

Lighter than `referee`: it does not know what an ability does, only what has to be true whatever happens.
"""

from __future__ import annotations

from functools import cache

import driving
import numpy as np
from books import NOTHING, between_turns, bit, has, zones

from yomisim.cards.yomi1.tables import MAX_ABILITIES
from yomisim.kernel.jit import compiled
from yomisim.play.yomi1.game import BEGIN, ONE_TURN, TALLY
from yomisim.play.yomi1.rows import ROW
from yomisim.play.yomi1.states import STATE
from yomisim.rules.records import LOG_ROWS, NO_CARD, NOBODY
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.counts import COUNTS
from yomisim.rules.yomi1.state import BOTH_ZERO, KNOCKOUT, KNOWN, LAST_CARD, TURN_LIMIT

#: What was seen in the games that were checked.
SEEN = np.dtype(
    [
        ("number", "i8"),  # the game that is being checked
        ("games", "i8"),
        ("turns", "i8"),
        ("endings", "i8", (4,)),
        ("events", "i8", (len(events.EVENTS),)),
        ("used", "i8", (2, MAX_ABILITIES)),  # abilities by seat, announced
        ("countered", "i8", (2, MAX_ABILITIES)),
        ("most_rows", "i8"),  # in the log of a turn
        ("most_known", "i8"),  # cards known on top of a deck
        ("sunk", "i8"),  # turns with a card at the bottom of a deck
        ("in_play", "i8"),  # turns with a card in play
        ("variant", "i8"),
    ],
    align=True,
)


@compiled
def _deck(m, seat):
    """Cards with a place in the deck, and what their owner knows of them."""
    own, deep = m["own"][seat], m["deep"][seat]
    placed, sunk_n, known = deep["placed"], deep["sunk_n"], own["top_known"]
    assert 0 <= placed <= 54 and 0 <= sunk_n <= 54, "wrong numbers of placed cards"
    top = NOTHING
    for i in range(placed):
        assert 0 <= deep["top"][i] < 54 and not has(top, deep["top"][i]), "a card is on top twice"
        top |= bit(deep["top"][i])
    assert top & ~deep["deck"] == NOTHING, "a card on top is not in the deck"
    bottom = NOTHING
    for i in range(sunk_n):
        assert 0 <= deep["bottom"][i] < 54 and not has(bottom, deep["bottom"][i]), "a card is at the bottom twice"
        bottom |= bit(deep["bottom"][i])
    assert bottom & ~deep["deck"] == NOTHING, "a card at the bottom is not in the deck"
    assert bottom == deep["sunk"], "other cards at the bottom"
    assert top & bottom == NOTHING, "a card is on top and at the bottom"
    assert 0 <= known <= KNOWN, "wrong number of known cards"
    assert known <= placed, "a card is known that has no place"
    for i in range(known):
        assert own["top"][known - 1 - i] == deep["top"][placed - 1 - i], "the known cards are not the next ones"
    if own["bottom"] != NO_CARD and deep["deck"] != NOTHING:
        assert has(deep["deck"], own["bottom"]), "the known bottom card is not in the deck"
        if sunk_n > 0:
            assert deep["bottom"][sunk_n - 1] == own["bottom"], "another bottom card than the known one"
        else:
            assert deep["deck"] == top and deep["top"][0] == own["bottom"], "the known bottom card has no place"


@compiled
def _numbers(t, m, seat):
    """Counters, life, and what stays in play."""
    me = m["public"]["fighter"][seat]
    printed = t["char"][seat][0]
    names_0 = min(me["clock"], me["pumps"], me["run"], me["moves"], me["points_left"], me["aces_earned"])
    names_1 = min(me["combo_damage"], me["normal_bonus"], me["down"], me["down_next"], me["block_damage"])
    assert names_0 >= 0 and names_1 >= 0, "a negative counter"
    assert t["rules"]["life_cap"] == 0 or me["life"] <= printed["hit_points"], "more life than at the start"
    carriers = NOTHING
    kit = t["kit"][seat]
    for i in range(kit["n"]):
        if kit["ability"][i]["stays"] != 0:
            carriers |= kit["ability"][i]["cards"]
            for card in range(54):
                if (kit["ability"][i]["sides"] >> np.uint64(card & ~3)) & np.uint64(15) != NOTHING:
                    carriers |= bit(card)
    assert me["in_play"] & ~carriers == NOTHING, "a card is in play that does not stay"
    assert me["variant"] == (1 if me["in_play"] & printed["changing"] != NOTHING else 0), "the wrong variant counts"
    usable = printed["gated"] if me["in_play"] & printed["unlocking"] != NOTHING else NOTHING
    assert me["usable"] == usable, "other sides are usable"


@compiled
def _between_turns(t, m, seat):
    """What must be over when the turn is."""
    me = m["public"]["fighter"][seat]
    between_turns(t, m, seat)
    assert me["speed_next"] == 0, "something is left for the next turn"
    assert me["normal_bonus"] == 0 and me["no_pump"] == 0, "a modifier is left"
    assert me["no_aces"] == 0 and me["full_combo"] == 0 and me["status"] == 0, "a modifier is left"
    assert me["naming"] == 0 and me["mark"] == NO_CARD, "something named or marked is left"
    for kind in range(6):
        assert me["named"][kind] == 0, "a named kind is left"
    if t["rules"]["last_card_ends_game"] != 0 and t["rules"]["taking_last_card_ends_game"] != 0:
        assert m["deep"][seat]["deck"] != NOTHING, "the game goes on without a deck"


@compiled
def _end(t, m):
    """The result fits the life totals."""
    a, b = m["public"]["fighter"][0]["life"], m["public"]["fighter"][1]["life"]
    ending, winner = m["ending"], m["winner"]
    if ending == KNOCKOUT:
        assert winner == 0 or winner == 1, "a knockout without a winner"
        mine, theirs = (a, b) if winner == 0 else (b, a)
        assert mine > 0 and theirs <= 0, "the wrong player wins by knockout"
    elif ending == BOTH_ZERO:
        assert a <= 0 and b <= 0, "both at zero, but they are not"
    elif ending == LAST_CARD:
        more = 0 if a > b else (1 if b > a else -1)
        assert winner == more, "the wrong player wins by the last card"
        assert m["deep"][0]["deck"] == NOTHING or m["deep"][1]["deck"] == NOTHING, "there is no last card"
    else:
        assert ending == TURN_LIMIT and winner == NOBODY, "an unknown ending"
        assert m["public"]["turn"] == t["rules"]["turn_limit"], "the turn limit came at another turn"


@compiled
def check(t, m, seen):
    """A game was set up or a turn played: check the books, count what was seen, empty the log."""
    for seat in range(2):
        zones(m, seat)
        _deck(m, seat)
        _numbers(t, m, seat)
        if m["over"] == 0:
            _between_turns(t, m, seat)
        seen["most_known"] = max(seen["most_known"], m["own"][seat]["top_known"])
        seen["sunk"] += m["deep"][seat]["sunk_n"] > 0
        seen["in_play"] += m["public"]["fighter"][seat]["in_play"] != NOTHING
        seen["variant"] += m["public"]["fighter"][seat]["variant"]
    rows = m["log_rows"]
    assert rows < LOG_ROWS, "the log is full"
    seen["most_rows"] = max(seen["most_rows"], rows)
    for i in range(rows):
        event, seat = np.int64(m["log"][i, 0]), np.int64(m["log"][i, 1])
        seen["events"][event] += 1
        if event == events.ABILITY:
            seen["used"][seat, np.int64(m["log"][i, 2])] += 1
        elif event == events.COUNTERED:
            seen["countered"][seat, np.int64(m["log"][i, 2])] += 1
    m["log_rows"] = 0
    assert m["public"]["turn"] <= t["rules"]["turn_limit"], "an endless game"
    if m["over"] == 0:
        assert m["public"]["under"] == NOBODY and m["public"]["stake"] == 0, "damage is left waiting"
    else:
        _end(t, m)
        seen["games"] += 1
        seen["turns"] += m["public"]["turn"]
        seen["endings"][m["ending"]] += 1


def _check_games(step, table, match, seen, seed, pair, first, count):
    t, m, s = table[0], match[0], seen[0]
    none, tally, scores = np.zeros(2, np.int64), np.zeros(1, TALLY), np.zeros(0, np.int8)
    rows, counts, states = np.zeros(0, ROW), np.zeros(0, COUNTS), np.zeros((0, 0), STATE)
    one = np.int64(1)
    for number in range(first, first + count):
        s["number"] = number
        step(table, none, seed, pair, number, one, False, tally, scores, rows, counts, states, match, BEGIN)
        check(t, m, s)
        while m["over"] == 0:
            step(table, none, seed, pair, number, one, False, tally, scores, rows, counts, states, match, ONE_TURN)
            check(t, m, s)


@cache
def _compiled():
    return driving.with_step(_check_games, np.zeros(1, SEEN))


def check_games(table, match, seen, seed, pair, first, count):
    """Play games and check the books after every turn.

    `table`, `match`, `seen`: shape (1,), TABLE, MATCH with policies set (and the log on, where uses are to be
    counted), SEEN, which is added to.
    """
    driving.run(_compiled(), table, match, seen, seed=seed, pair=pair, first=first, count=count)
