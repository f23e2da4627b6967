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

from yomisim.cards.yomi1.tables import (
    COMBO_LINKER,
    COMBO_NORMAL,
    COMBO_STARTER,
    KIND_ATTACK,
    KIND_BLOCK,
    KIND_DODGE,
    KIND_JOKER,
    KIND_NONE,
    KIND_THROW,
)
from yomisim.kernel.jit import compiled
from yomisim.play.yomi1.game import BEGIN, ONE_TURN, TALLY
from yomisim.rules.records import NO_CARD, NOBODY
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.state import BOTH_ZERO, KNOCKOUT, LAST_CARD, NO_SIDE, TURN_LIMIT

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

# What meets what: rows are my kind, columns the other's, in the order none attack throw block dodge joker void.
# `void` is a guard that does not work: a dodge of a player who is down, a block of the wrong parity.
# 0 nothing, 1 my move lands, 2 speed decides, 3 my block stops it, 4 I dodge it, 5 both land, 6 a block or dodge
# meets no-card.
_VOID = 6
_MEETS = np.array(
    [
        # none atk thr blk ddg jok void
        [0, 0, 0, 0, 0, 0, 0],  # none
        [1, 2, 1, 0, 0, 0, 1],  # attack
        [1, 0, 2, 1, 1, 0, 1],  # throw
        [6, 3, 0, 0, 0, 3, 0],  # block
        [6, 4, 0, 0, 0, 4, 0],  # dodge
        [1, 1, 1, 0, 0, 5, 1],  # joker
        [0, 0, 0, 0, 0, 0, 0],  # void
    ],
    dtype=np.int64,
)


@compiled
def _of_rank(cards, rank):
    return (np.uint64(cards) >> np.uint64(4 * rank)) & np.uint64(15)


@compiled
def _aces(cards):
    return size(_of_rank(cards, ACE_RANK))


@compiled
def _due(r, m, event, seat):
    """The next row has to be this event of this seat; gives its place in the log."""
    row = r["at"]
    assert row < m["log_rows"], "a row is missing"
    assert m["log"][row, 0] == event, "another event was due"
    assert m["log"][row, 1] == seat, "the other seat was due"
    r["at"] = row + 1
    r["seen"][event] += 1
    return row


@compiled
def _sees(r, m, event, seat):
    row = r["at"]
    return row < m["log_rows"] and m["log"][row, 0] == event and m["log"][row, 1] == seat


@compiled
def _end(r, m, winner, ending):
    row = _due(r, m, events.GAME_OVER, winner)
    assert m["log"][row, 2] == ending, "the game ended in another way"
    assert r["at"] == m["log_rows"], "something happened after the end"
    r["over"] = 1


@compiled
def _end_by_life(r, m, ending):
    a, b = r["seat"][0]["life"], r["seat"][1]["life"]
    _end(r, m, 0 if a > b else (1 if b > a else -1), ending)


@compiled
def _check_life(t, r, m):
    a, b = r["seat"][0]["life"], r["seat"][1]["life"]
    if a <= 0 and b <= 0:
        rule = t["rules"]["both_at_zero"]
        if rule == 0:
            _end(r, m, -1, BOTH_ZERO)
        elif rule == 1:
            _end_by_life(r, m, BOTH_ZERO)
        else:
            _end(r, m, r["initiative"], BOTH_ZERO)
    elif a <= 0:
        _end(r, m, 1, KNOCKOUT)
    elif b <= 0:
        _end(r, m, 0, KNOCKOUT)


@compiled
def _hurt(r, m, seat, amount, reason):
    """Life lost; a row only where there is something to lose."""
    if amount > 0:
        row = _due(r, m, events.DAMAGE, seat)
        r["seat"][seat]["life"] -= amount
        assert m["log"][row, 2] == amount, "another amount of damage"
        assert m["log"][row, 3] == r["seat"][seat]["life"], "another life total"
        assert m["log"][row, 4] == reason, "damage for another reason"


@compiled
def _draws(t, r, m, seat, n, reason):
    me = r["seat"][seat]
    for _ in range(n):
        if me["deck"] == NOTHING and t["rules"]["empty_deck"] == 1:
            me["deck"] = me["discard"]
            me["discard"] = NOTHING
        if me["deck"] == NOTHING:
            row = _due(r, m, events.NO_DRAW, seat)
            assert m["log"][row, 2] == reason, "no draw for another reason"
            return
        row = _due(r, m, events.DRAW, seat)
        card = m["log"][row, 2]
        assert m["log"][row, 3] == reason, "a draw for another reason"
        assert has(me["deck"], card), "drew a card that is not in the deck"
        me["deck"] &= ~bit(card)
        me["hand"] |= bit(card)
        if me["deck"] == NOTHING and t["rules"]["last_card_ends_game"] != 0:
            _end_by_life(r, m, LAST_CARD)
            return


@compiled
def _put(me, card):
    """From hand to the table."""
    assert has(me["hand"], card), "used a card that is not in hand"
    me["hand"] &= ~bit(card)
    me["table"] |= bit(card)


@compiled
def _pay(t, r, m, seat, side):
    me = r["seat"][seat]
    for _ in range(t["char"][seat][0]["extra_aces"][side]):
        row = _due(r, m, events.PAY_ACE, seat)
        card = m["log"][row, 2]
        assert card // 4 == ACE_RANK, "paid with something else than an Ace"
        _put(me, card)


@compiled
def _play(t, r, m, seat, row):
    """A card comes down with one of its sides up; its cost has to be in hand. Gives the side."""
    card, side = m["log"][row, 2], np.int64(m["log"][row, 3])
    me = r["seat"][seat]
    char = t["char"][seat][0]
    _put(me, card)
    assert side // 4 == card // 4, "a side that is not on the card"
    assert side % 4 < 2 and char["kind"][side] != KIND_NONE, "no such side"
    assert has(char["choices"], side), "the same move on both edges goes by the top one, or nothing allows it"
    assert char["extra_aces"][side] <= _aces(me["hand"]), "not enough Aces in hand"
    return side


@compiled
def _takes(t, r, m, seat, n, from_discard):
    """Up to n Aces are fetched; less only where the discard pile holds none."""
    me = r["seat"][seat]
    searched = False
    taken = 0
    while taken < n and _sees(r, m, events.TAKE, seat):
        row = _due(r, m, events.TAKE, seat)
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
        assert _aces(me["discard"]) == 0, "too few Aces fetched"
    assert not _sees(r, m, events.TAKE, seat), "too many Aces fetched"
    if searched:
        _due(r, m, events.SHUFFLE, seat)
        if me["deck"] == NOTHING and t["rules"]["taking_last_card_ends_game"] != 0:
            _end_by_life(r, m, LAST_CARD)


@compiled
def _is_normal(char, side):
    return side >= 0 and side // 4 < 9 and char["kind"][side] == KIND_ATTACK


@compiled
def _knocks_down(char, side):
    return has(char["knockdown"], side)


@compiled
def _normal_draw(t, r, m, seat):
    if _is_normal(t["char"][seat][0], r["seat"][seat]["side"]):
        _draws(t, r, m, seat, t["rules"]["normal_draw"], events.WHY_NORMAL)


@compiled
def _close_run(t, r, m, seat):
    me = r["seat"][seat]
    aces = t["rules"]["chain_aces"][me["run"]]
    if me["run"] > 0 and aces > 0:
        row = _due(r, m, events.CHAIN, seat)
        assert m["log"][row, 2] == me["run"] and m["log"][row, 3] == aces, "a chain earned something else"
        me["aces_due"] += aces
    me["run"] = 0


@compiled
def _enter(t, r, m, seat, side):
    """A move becomes part of the combo."""
    me = r["seat"][seat]
    char = t["char"][seat][0]
    me["points"] += char["points"][side]
    me["last"] = side
    me["pumps"] = 0
    me["moves"] += 1
    if _is_normal(char, side):
        me["run"] += 1
    else:
        _close_run(t, r, m, seat)


@compiled
def _strike(t, r, m, seat, amount, waiting):
    r["seat"][seat]["damage"] += amount
    covered = r["seat"][1 - seat]["face_down"] >= 0
    assert (waiting == 1) == covered, "damage waits although no card lies face down, or the other way round"
    if covered:
        r["stake"] += amount
    else:
        _hurt(r, m, 1 - seat, amount, events.WHY_COMBO)
        _check_life(t, r, m)


@compiled
def _pumps(t, r, m, seat):
    me = r["seat"][seat]
    char = t["char"][seat][0]
    while r["over"] == 0 and _sees(r, m, events.PUMP, seat):
        row = _due(r, m, events.PUMP, seat)
        card, amount = m["log"][row, 2], m["log"][row, 3]
        assert me["pumps"] < char["pump_max"][me["last"]], "pumped too often"
        assert has(char["pump_cards"][me["last"]], card), "this card does not pay for this pump"
        assert amount == char["pump_damage"][me["last"]], "another damage of a pump"
        me["pumps"] += 1
        _put(me, card)
        _strike(t, r, m, seat, amount, m["log"][row, 4])


@compiled
def _may_follow(char, any_order, before, after):
    """By combo types: what may come after what."""
    first, second = char["combo_type"][before], char["combo_type"][after]
    if char["kind"][after] != KIND_ATTACK and char["kind"][after] != KIND_THROW:
        return False
    if first != COMBO_NORMAL and first != COMBO_STARTER and first != COMBO_LINKER:
        return False
    if second == COMBO_STARTER:
        return False
    if second == COMBO_NORMAL:
        return first != COMBO_NORMAL or any_order != 0 or after // 4 == before // 4 + 1
    return second == COMBO_LINKER or second == 4  # Ender


@compiled
def _combo_over(t, r, m, seat):
    me = r["seat"][seat]
    _close_run(t, r, m, seat)
    row = _due(r, m, events.COMBO_END, seat)
    assert m["log"][row, 2] == me["damage"], "another damage of the combo"
    assert m["log"][row, 3] == me["moves"] and m["log"][row, 4] == me["points"], "another length of the combo"
    assert me["moves"] == 1 or me["points"] <= t["char"][seat][0]["max_combo"], "too many combo points"
    if _knocks_down(t["char"][seat][0], me["last"]):
        _due(r, m, events.KNOCKDOWN, 1 - seat)
        r["seat"][1 - seat]["down_next"] = 1


@compiled
def _window(r, m, seat):
    """The loser puts a card face down or says that none is put down."""
    me = r["seat"][seat]
    if _sees(r, m, events.FACE_DOWN, seat):
        row = _due(r, m, events.FACE_DOWN, seat)
        card = m["log"][row, 2]
        assert has(me["hand"], card), "put a card face down that is not in hand"
        me["hand"] &= ~bit(card)
        me["face_down"] = card
        r["stake"] = 0
    else:
        _due(r, m, events.FACE_DOWN_DECLINED, seat)


@compiled
def _reveal(t, r, m, seat):
    me = r["seat"][seat]
    card = me["face_down"]
    if card < 0:
        return
    me["face_down"] = -1
    me["discard"] |= bit(card)
    stake = r["stake"]
    r["stake"] = 0
    if card // 4 != JOKER_RANK:
        row = _due(r, m, events.BLUFF, seat)
        _hurt(r, m, seat, stake, events.WHY_COMBO)
        _check_life(t, r, m)
    elif stake > 0:
        row = _due(r, m, events.REWIND, seat)
        assert m["log"][row, 3] == stake, "another amount was undone"
        _draws(t, r, m, seat, t["rules"]["rewind_draw"], events.WHY_REWIND)
    else:
        row = _due(r, m, events.JOKER_WASTED, seat)
    assert m["log"][row, 2] == card, "another card was face down"


@compiled
def _land(t, r, m, seat):
    """The combat card hits."""
    me = r["seat"][seat]
    amount = t["char"][seat][0]["damage"][me["side"]]
    _enter(t, r, m, seat, me["side"])
    me["damage"] = amount
    row = _due(r, m, events.HIT, seat)
    assert m["log"][row, 2] == me["card"] and m["log"][row, 3] == me["side"], "another move hit"
    assert m["log"][row, 4] == amount, "another damage of the hit"
    _hurt(r, m, 1 - seat, amount, events.WHY_COMBAT)


@compiled
def _burst(t, r, m, seat):
    row = _due(r, m, events.BURST, seat)
    assert m["log"][row, 2] == r["seat"][seat]["card"], "another Joker"
    _takes(t, r, m, seat, t["rules"]["gold_burst_aces"], t["rules"]["gold_burst_from_discard"])


@compiled
def _goes_on(r, m, seat):
    """Whether another move follows: at once, or after the note of a chain that it ends."""
    if _sees(r, m, events.FOLLOW, seat):
        return True
    row = r["at"] + 1
    return _sees(r, m, events.CHAIN, seat) and row < m["log_rows"] and m["log"][row, 0] == events.FOLLOW


@compiled
def _follow_ups(t, r, m, seat):
    """Pumps and further moves until the combo is over."""
    me = r["seat"][seat]
    char = t["char"][seat][0]
    _pumps(t, r, m, seat)
    while r["over"] == 0 and _goes_on(r, m, seat):
        # A chain that this move ends is noted before the move.
        chain = _sees(r, m, events.CHAIN, seat)
        if chain:
            _close_run(t, r, m, seat)
        row = _due(r, m, events.FOLLOW, seat)
        before = me["last"]
        side = _play(t, r, m, seat, row)
        assert _may_follow(char, me["any_order"], before, side), "this move may not follow that one"
        assert not chain or not _is_normal(char, side), "a chain ended too early"
        _enter(t, r, m, seat, side)
        assert me["points"] <= char["max_combo"], "too many combo points"
        amount = m["log"][row, 4]
        assert amount == char["damage"][side], "another damage of a follow-up"
        _pay(t, r, m, seat, side)
        _strike(t, r, m, seat, amount, m["log"][row, 5])
        _pumps(t, r, m, seat)
    if r["over"] == 0:
        _combo_over(t, r, m, seat)


@compiled
def _wins(t, r, m, seat):
    """`seat` lands an attack, throw or Joker that the other could not stop."""
    me = r["seat"][seat]
    char = t["char"][seat][0]
    if me["kind"] == KIND_JOKER:
        _burst(t, r, m, seat)
        return
    if me["kind"] == KIND_THROW and r["seat"][1 - seat]["kind"] == KIND_ATTACK:
        taken = t["char"][1 - seat][0]["damage"][r["seat"][1 - seat]["side"]]
        _hurt(r, m, seat, taken, events.WHY_COMBAT)
    _land(t, r, m, seat)
    _check_life(t, r, m)
    if r["over"] == 0:
        _normal_draw(t, r, m, seat)
    if r["over"] != 0:
        return
    how = char["combo_type"][me["side"]]
    if how == COMBO_NORMAL or how == COMBO_STARTER or how == COMBO_LINKER or char["pump_max"][me["side"]] > 0:
        _window(r, m, 1 - seat)
    _follow_ups(t, r, m, seat)


@compiled
def _dodged(t, r, m, seat, something, throws_too):
    """`seat` dodges; `something`: an attack or Joker came, not no-card."""
    me = r["seat"][seat]
    char = t["char"][seat][0]
    row = _due(r, m, events.DODGE, seat)
    assert m["log"][row, 2] == me["card"] and m["log"][row, 3] == me["side"], "another dodge"
    _window(r, m, 1 - seat)
    if not _sees(r, m, events.HIT_BACK, seat):
        return
    row = _due(r, m, events.HIT_BACK, seat)
    side = _play(t, r, m, seat, row)
    kind = char["kind"][side]
    assert kind == KIND_ATTACK or (kind == KIND_THROW and throws_too), "hit back with another kind of move"
    _enter(t, r, m, seat, side)
    amount = m["log"][row, 4]
    assert amount == char["damage"][side], "another damage of the hit back"
    _pay(t, r, m, seat, side)
    _strike(t, r, m, seat, amount, m["log"][row, 5])
    if something and has(char["full_combo"], me["side"]):
        _follow_ups(t, r, m, seat)
        return
    _pumps(t, r, m, seat)
    if r["over"] == 0:
        _combo_over(t, r, m, seat)


@compiled
def _blocked(t, r, m, seat, something):
    """`seat` blocks; `something`: an attack or Joker came, not no-card."""
    me = r["seat"][seat]
    other = r["seat"][1 - seat]
    char = t["char"][1 - seat][0]
    row = _due(r, m, events.BLOCK, seat)
    assert m["log"][row, 2] == me["card"] and m["log"][row, 3] == me["side"], "another block"
    amount = 0
    if something and other["kind"] == KIND_ATTACK and has(char["block_damage_suits"][other["side"]], other["card"] % 4):
        amount = char["block_damage"][other["side"]]
    _hurt(r, m, seat, amount, events.WHY_BLOCK_DAMAGE)
    _check_life(t, r, m)
    if r["over"] == 0:
        _draws(t, r, m, seat, t["rules"]["block_draw"], events.WHY_BLOCK)
    if r["over"] == 0 and something and t["char"][seat][0]["denies_normal_draw"] == 0:
        _normal_draw(t, r, m, 1 - seat)


@compiled
def _kind_now(t, r, seat):
    """The kind of a seat's move as it counts: guards that do not work are void."""
    me = r["seat"][seat]
    other = r["seat"][1 - seat]
    kind = me["kind"]
    theirs = t["char"][1 - seat][0]
    if other["kind"] == KIND_ATTACK and kind == KIND_DODGE and has(theirs["undodgeable"], other["side"]):
        if theirs["undodgeable_all"] != 0 or not has(t["char"][seat][0]["named_guards"], me["side"]):
            return _VOID
    if other["kind"] == KIND_ATTACK and kind == KIND_BLOCK and has(theirs["own_color_blocks"], other["side"]):
        mine_red = me["card"] % 4 == 1 or me["card"] % 4 == 2
        if mine_red != (other["card"] % 4 == 1 or other["card"] % 4 == 2):
            return _VOID
    if me["down"] != 0:
        if kind == KIND_DODGE:
            return _VOID
        if kind == KIND_BLOCK and _is_normal(t["char"][1 - seat][0], other["side"]):
            odd = 1 if t["char"][seat][0]["parity"][me["side"]] == 1 else 0
            if (other["side"] // 4 + 2) % 2 != odd:
                return _VOID
    return kind


@compiled
def _crushes(t, r, seat):
    """Whether this seat's throw beats the other's normal attack: some do up to a printed speed."""
    me = r["seat"][seat]
    other = r["seat"][1 - seat]
    if me["kind"] != KIND_THROW or not _is_normal(t["char"][1 - seat][0], other["side"]):
        return False
    return t["char"][1 - seat][0]["speed"][other["side"]] <= t["char"][seat][0]["beats_up_to"][me["side"]]


@compiled
def _combat(t, r, m):
    """From the choice of combat cards to the reveal of the face-down card. Gives the seat that landed a hit, or -1."""
    first = r["initiative"]
    again = -1
    if _sees(r, m, events.CHOOSE_AGAIN, 0):
        _due(r, m, events.CHOOSE_AGAIN, 0)
        again = 0
    elif _sees(r, m, events.CHOOSE_AGAIN, 1):
        _due(r, m, events.CHOOSE_AGAIN, 1)
        again = 1
    for i in range(2):
        seat = first if i == 0 else 1 - first
        me = r["seat"][seat]
        me["kind"], me["side"], me["card"] = KIND_NONE, NO_SIDE, NO_CARD
        me["last"], me["points"], me["pumps"], me["moves"], me["damage"], me["run"] = -1, 0, 0, 0, 0, 0
        me["aces_due"] = 0
        if _sees(r, m, events.OPENER, seat):
            row = _due(r, m, events.OPENER, seat)
            side = _play(t, r, m, seat, row)
            me["side"] = side
            me["card"] = m["log"][row, 2]
            me["kind"] = t["char"][seat][0]["kind"][side]
        else:
            _due(r, m, events.NO_CARD_PLAYED, seat)
            for card in range(54):
                if has(me["hand"], card):
                    cost = t["char"][seat][0]["extra_aces"]
                    rank = card // 4
                    least = min(cost[4 * rank], cost[4 * rank + 1])
                    assert least > 0 and least >= _aces(me["hand"]), "played no card although there was one to play"
    none_0, none_1 = r["seat"][0]["kind"] == KIND_NONE, r["seat"][1]["kind"] == KIND_NONE
    assert (again >= 0) == (none_0 != none_1), "a second choice is due where one player plays no card, and only there"
    if again >= 0:
        assert r["seat"][1 - again]["kind"] == KIND_NONE, "the wrong player chose again"
    for i in range(2):
        seat = first if i == 0 else 1 - first
        if r["seat"][seat]["side"] >= 0:
            _pay(t, r, m, seat, r["seat"][seat]["side"])
    kind = np.zeros(2, np.int64)
    kind[0], kind[1] = _kind_now(t, r, 0), _kind_now(t, r, 1)
    hitter = -1
    if _MEETS[kind[0], kind[1]] == 2:
        speed_0 = t["char"][0][0]["speed"][r["seat"][0]["side"]]
        speed_1 = t["char"][1][0]["speed"][r["seat"][1]["side"]]
        way_0 = 1 if speed_0 < speed_1 else 0
        way_1 = 1 if speed_1 < speed_0 else 0
        if speed_0 == speed_1 and kind[0] == KIND_ATTACK:
            way_0, way_1 = 5, 5
    else:
        way_0, way_1 = _MEETS[kind[0], kind[1]], _MEETS[kind[1], kind[0]]
    for seat in range(2):
        if _crushes(t, r, seat):
            way_0, way_1 = 1 - seat, seat
    assert way_0 == 0 or way_1 == 0 or (way_0 == 5 and way_1 == 5), "the referee contradicts himself"
    way = max(way_0, way_1)
    winner = 0 if way_0 > 0 else 1
    if way == 0:
        _due(r, m, events.NO_CONTACT, 0)
    elif way == 1:
        hitter = winner
        _wins(t, r, m, winner)
    elif way == 5:
        _due(r, m, events.TIE, first)
        if kind[0] == KIND_JOKER:
            _burst(t, r, m, first)
            if r["over"] == 0:
                _burst(t, r, m, 1 - first)
        else:
            _land(t, r, m, first)
            _land(t, r, m, 1 - first)
            _check_life(t, r, m)
            for i in range(2):
                seat = first if i == 0 else 1 - first
                if r["over"] == 0:
                    _combo_over(t, r, m, seat)
                if r["over"] == 0 and t["rules"]["normal_draw_on_tie"] != 0:
                    _normal_draw(t, r, m, seat)
    elif kind[winner] == KIND_DODGE:
        _dodged(t, r, m, winner, not none_0 and not none_1, way == 4 or t["rules"]["no_card_dodge_throw"] != 0)
    else:
        _blocked(t, r, m, winner, way == 3)
    for seat in range(2):
        if r["over"] == 0:
            _reveal(t, r, m, seat)
    return hitter


@compiled
def _clean_up(t, r, m, hitter):
    for seat in range(2):
        me = r["seat"][seat]
        back = me["kind"] == KIND_BLOCK
        if me["kind"] == KIND_DODGE and me["down"] == 0 and has(t["char"][seat][0]["returns_unless_hit"], me["side"]):
            back = True
        if back and hitter != 1 - seat:
            row = _due(r, m, events.RETURN_CARD, seat)
            assert m["log"][row, 2] == me["card"], "another card came back"
            me["table"] &= ~bit(me["card"])
            me["hand"] |= bit(me["card"])
        me["discard"] |= me["table"]
        me["table"] = NOTHING


@compiled
def _power_up(t, r, m, seat):
    me = r["seat"][seat]
    due = me["aces_due"]
    while _sees(r, m, events.POWER_UP, seat):
        row = _due(r, m, events.POWER_UP, seat)
        rank, size, aces = m["log"][row, 2], m["log"][row, 3], m["log"][row, 4]
        assert 2 <= size <= 4, "not a set"
        assert aces == t["rules"]["power_up_aces"][size], "another number of Aces for a set"
        for _ in range(size):
            row = _due(r, m, events.DISCARD, seat)
            card = m["log"][row, 2]
            assert card // 4 == rank, "a set of cards of different ranks"
            assert has(me["hand"], card), "a set with a card that is not in hand"
            assert m["log"][row, 3] == events.WHY_POWER_UP, "discarded for another reason"
            assert not has(t["char"][seat][0]["no_power_up"], card), "a card that may not be paid for a power up"
            me["hand"] &= ~bit(card)
            me["discard"] |= bit(card)
        due += aces
    if due > 0:
        _takes(t, r, m, seat, due, 1)


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
    row = _due(r, m, events.TURN, first)
    assert m["log"][row, 2] == r["turn"], "turns are not counted"
    assert m["log"][row, 3] == life_0 and m["log"][row, 4] == life_1, "another life total at the start"
    if r["turn"] > 1:
        _draws(t, r, m, first, rules["cards_per_draw"], events.WHY_TURN)
        if r["over"] == 0:
            _draws(t, r, m, 1 - first, rules["cards_per_draw"], events.WHY_TURN)
    if r["over"] == 0:
        hitter = _combat(t, r, m)
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
                row = _due(r, m, events.DISCARD, seat)
                card = m["log"][row, 2]
                assert has(me["hand"], card), "discarded a card that is not in hand"
                assert m["log"][row, 3] == events.WHY_HAND_LIMIT, "discarded for another reason"
                me["hand"] &= ~bit(card)
                me["discard"] |= bit(card)
        if r["seat"][0]["down_next"] != 0 and r["seat"][1]["down_next"] != 0 and rules["double_knockdown_cancels"] != 0:
            _due(r, m, events.KNOCKDOWN_VOID, 0)
            r["seat"][0]["down_next"] = 0
            r["seat"][1]["down_next"] = 0
        for seat in range(2):
            r["seat"][seat]["down"] = r["seat"][seat]["down_next"]
            r["seat"][seat]["down_next"] = 0
        if r["turn"] >= rules["turn_limit"]:
            _end(r, m, -1, TURN_LIMIT)
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
        _draws(t, r, m, seat, t["rules"]["opening_hand"], events.WHY_OPENING)
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
    one = np.int64(1)
    for number in range(first, first + count):
        step(table, none, seed, pair, number, one, False, tally, scores, match, BEGIN)
        judge_start(t, m, r, number)
        choices = m["choices"]
        while m["over"] == 0:
            step(table, none, seed, pair, number, one, False, tally, scores, match, ONE_TURN)
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
