"""The referee's books, and how he reads a row of the log: cards, life and the end of the game."""

from __future__ import annotations

import numpy as np
from books import NOTHING, bit, has, size

from yomisim.cards.yomi1.tables import KIND_NONE
from yomisim.kernel.jit import compiled
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.state import BOTH_ZERO, KNOCKOUT, LAST_CARD

_SEAT = np.dtype(
    [
        ("deck", "u8"),
        ("hand", "u8"),
        ("table", "u8"),
        ("discard", "u8"),
        ("face_down", "i8"),
        ("life", "i8"),
        ("down", "i8"),
        ("down_next", "i8"),
        ("kind", "i8"),
        ("side", "i8"),
        ("card", "i8"),
        ("any_order", "i8"),  # this character's normal attacks chain in any order
        # the combo
        ("last", "i8"),
        ("points", "i8"),
        ("pumps", "i8"),
        ("moves", "i8"),
        ("damage", "i8"),
        ("run", "i8"),
        ("aces_due", "i8"),
    ],
    align=True,
)
REFEREE = np.dtype(
    [
        ("number", "i8"),  # game
        ("turn", "i8"),
        ("at", "i8"),  # next row
        ("initiative", "i8"),
        ("stake", "i8"),
        ("over", "i8"),
        ("games", "i8"),
        ("turns", "i8"),
        ("rows", "i8"),
        ("choices", "i8"),
        ("wins", "i8", (2,)),
        ("draws", "i8"),
        ("endings", "i8", (4,)),
        ("seen", "i8", (64,)),  # how often each event was judged
        ("seat", _SEAT, (2,)),
    ],
    align=True,
)

ACE_RANK, JOKER_RANK = 12, 13


@compiled
def _of_rank(cards, rank):
    return (np.uint64(cards) >> np.uint64(4 * rank)) & np.uint64(15)


@compiled
def aces_among(cards):
    """How many Aces are among `cards`."""
    return size(_of_rank(cards, ACE_RANK))


@compiled
def due_row(r, m, event, seat):
    """The next row has to be this event of this seat; gives its place in the log."""
    row = r["at"]
    assert row < m["log_rows"], "a row is missing"
    assert m["log"][row, 0] == event, "another event was due"
    assert m["log"][row, 1] == seat, "the other seat was due"
    r["at"] = row + 1
    r["seen"][event] += 1
    return row


@compiled
def sees(r, m, event, seat):
    """Whether the next row is this event of this seat."""
    row = r["at"]
    return row < m["log_rows"] and m["log"][row, 0] == event and m["log"][row, 1] == seat


@compiled
def end_game(r, m, winner, ending):
    """The game ends here, in this way."""
    row = due_row(r, m, events.GAME_OVER, winner)
    assert m["log"][row, 2] == ending, "the game ended in another way"
    assert r["at"] == m["log_rows"], "something happened after the end"
    r["over"] = 1


@compiled
def _end_by_life(r, m, ending):
    a, b = r["seat"][0]["life"], r["seat"][1]["life"]
    end_game(r, m, 0 if a > b else (1 if b > a else -1), ending)


@compiled
def check_life(t, r, m):
    """The game ends where a life total has reached 0."""
    a, b = r["seat"][0]["life"], r["seat"][1]["life"]
    if a <= 0 and b <= 0:
        rule = t["rules"]["both_at_zero"]
        if rule == 0:
            end_game(r, m, -1, BOTH_ZERO)
        elif rule == 1:
            _end_by_life(r, m, BOTH_ZERO)
        else:
            end_game(r, m, r["initiative"], BOTH_ZERO)
    elif a <= 0:
        end_game(r, m, 1, KNOCKOUT)
    elif b <= 0:
        end_game(r, m, 0, KNOCKOUT)


@compiled
def hurt(r, m, seat, amount, reason):
    """Life lost; a row only where there is something to lose."""
    if amount > 0:
        row = due_row(r, m, events.DAMAGE, seat)
        r["seat"][seat]["life"] -= amount
        assert m["log"][row, 2] == amount, "another amount of damage"
        assert m["log"][row, 3] == r["seat"][seat]["life"], "another life total"
        assert m["log"][row, 4] == reason, "damage for another reason"


@compiled
def draw_cards(t, r, m, seat, n, reason):
    """Cards are drawn, as far as the deck goes."""
    me = r["seat"][seat]
    for _ in range(n):
        if me["deck"] == NOTHING and t["rules"]["empty_deck"] == 1:
            me["deck"] = me["discard"]
            me["discard"] = NOTHING
        if me["deck"] == NOTHING:
            row = due_row(r, m, events.NO_DRAW, seat)
            assert m["log"][row, 2] == reason, "no draw for another reason"
            return
        row = due_row(r, m, events.DRAW, seat)
        card = m["log"][row, 2]
        assert m["log"][row, 3] == reason, "a draw for another reason"
        assert has(me["deck"], card), "drew a card that is not in the deck"
        me["deck"] &= ~bit(card)
        me["hand"] |= bit(card)
        if me["deck"] == NOTHING and t["rules"]["last_card_ends_game"] != 0:
            _end_by_life(r, m, LAST_CARD)
            return


@compiled
def put_on_table(me, card):
    """From hand to the table."""
    assert has(me["hand"], card), "used a card that is not in hand"
    me["hand"] &= ~bit(card)
    me["table"] |= bit(card)


@compiled
def pay_aces(t, r, m, seat, side):
    """The further Aces of a move are paid."""
    me = r["seat"][seat]
    for _ in range(t["char"][seat][0]["extra_aces"][side]):
        row = due_row(r, m, events.PAY_ACE, seat)
        card = m["log"][row, 2]
        assert card // 4 == ACE_RANK, "paid with something else than an Ace"
        put_on_table(me, card)


@compiled
def play_card(t, r, m, seat, row):
    """A card comes down with one of its sides up; its cost has to be in hand. Gives the side."""
    card, side = m["log"][row, 2], np.int64(m["log"][row, 3])
    me = r["seat"][seat]
    char = t["char"][seat][0]
    put_on_table(me, card)
    assert side // 4 == card // 4, "a side that is not on the card"
    assert side % 4 < 2 and char["kind"][side] != KIND_NONE, "no such side"
    assert has(char["choices"], side), "the same move on both edges goes by the top one, or nothing allows it"
    assert char["extra_aces"][side] <= aces_among(me["hand"]), "not enough Aces in hand"
    return side


@compiled
def take_aces(t, r, m, seat, n, from_discard):
    """Up to n Aces are fetched; less only where the discard pile holds none."""
    me = r["seat"][seat]
    searched = False
    taken = 0
    while taken < n and sees(r, m, events.TAKE, seat):
        row = due_row(r, m, events.TAKE, seat)
        card, from_deck = m["log"][row, 2], m["log"][row, 3]
        assert card // 4 == ACE_RANK, "fetched something else than an Ace"
        if from_deck == 1:
            searched = True
            assert has(me["deck"], card), "fetched an Ace that is not in the deck"
            me["deck"] &= ~bit(card)
        else:
            assert from_discard != 0, "the discard pile is closed"
            assert has(me["discard"], card), "fetched an Ace that is not in the discard pile"
            me["discard"] &= ~bit(card)
        me["hand"] |= bit(card)
        taken += 1
    if taken < n and from_discard != 0:
        assert aces_among(me["discard"]) == 0, "too few Aces fetched"
    assert not sees(r, m, events.TAKE, seat), "too many Aces fetched"
    if searched:
        due_row(r, m, events.SHUFFLE, seat)
        if me["deck"] == NOTHING and t["rules"]["taking_last_card_ends_game"] != 0:
            _end_by_life(r, m, LAST_CARD)
