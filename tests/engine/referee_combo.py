"""How the referee judges a combo: what may follow what, pumps, chains, what it deals."""

from __future__ import annotations

from books import has
from referee_books import check_life, draw_cards, due_row, hurt, pay_aces, play_card, put_on_table, sees

from yomisim.cards.yomi1.tables import COMBO_LINKER, COMBO_NORMAL, COMBO_STARTER, KIND_ATTACK, KIND_THROW
from yomisim.kernel.jit import compiled
from yomisim.rules.yomi1 import events


@compiled
def is_normal(char, side):
    """Whether a side is a normal attack."""
    return side >= 0 and side // 4 < 9 and char["kind"][side] == KIND_ATTACK


@compiled
def _knocks_down(char, side):
    return has(char["knockdown"], side)


@compiled
def normal_draw(t, r, m, seat):
    """What a normal attack draws that hits or is blocked."""
    if is_normal(t["char"][seat][0], r["seat"][seat]["side"]):
        draw_cards(t, r, m, seat, t["rules"]["normal_draw"], events.WHY_NORMAL)


@compiled
def _close_run(t, r, m, seat):
    me = r["seat"][seat]
    aces = t["rules"]["chain_aces"][me["run"]]
    if me["run"] > 0 and aces > 0:
        row = due_row(r, m, events.CHAIN, seat)
        assert m["log"][row, 2] == me["run"] and m["log"][row, 3] == aces, "a chain earned something else"
        me["aces_due"] += aces
    me["run"] = 0


@compiled
def enter(t, r, m, seat, side):
    """A move becomes part of the combo."""
    me = r["seat"][seat]
    char = t["char"][seat][0]
    me["points"] += char["points"][side]
    me["last"] = side
    me["pumps"] = 0
    me["moves"] += 1
    if is_normal(char, side):
        me["run"] += 1
    else:
        _close_run(t, r, m, seat)


@compiled
def strike(t, r, m, seat, amount, waiting):
    """Damage of the combo: it counts at once, or waits for the card that lies face down."""
    r["seat"][seat]["damage"] += amount
    covered = r["seat"][1 - seat]["face_down"] >= 0
    assert (waiting == 1) == covered, "damage waits although no card lies face down, or the other way round"
    if covered:
        r["stake"] += amount
    else:
        hurt(r, m, 1 - seat, amount, events.WHY_COMBO)
        check_life(t, r, m)


@compiled
def pumps(t, r, m, seat):
    """Cards that are discarded to pump the last move."""
    me = r["seat"][seat]
    char = t["char"][seat][0]
    while r["over"] == 0 and sees(r, m, events.PUMP, seat):
        row = due_row(r, m, events.PUMP, seat)
        card, amount = m["log"][row, 2], m["log"][row, 3]
        assert me["pumps"] < char["pump_max"][me["last"]], "pumped too often"
        assert has(char["pump_cards"][me["last"]], card), "this card does not pay for this pump"
        assert amount == char["pump_damage"][me["last"]], "another damage of a pump"
        me["pumps"] += 1
        put_on_table(me, card)
        strike(t, r, m, seat, amount, m["log"][row, 4])


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
def combo_over(t, r, m, seat):
    """What a combo leaves behind."""
    me = r["seat"][seat]
    _close_run(t, r, m, seat)
    row = due_row(r, m, events.COMBO_END, seat)
    assert m["log"][row, 2] == me["damage"], "another damage of the combo"
    assert m["log"][row, 3] == me["moves"] and m["log"][row, 4] == me["points"], "another length of the combo"
    assert me["moves"] == 1 or me["points"] <= t["char"][seat][0]["max_combo"], "too many combo points"
    if _knocks_down(t["char"][seat][0], me["last"]):
        due_row(r, m, events.KNOCKDOWN, 1 - seat)
        r["seat"][1 - seat]["down_next"] = 1


@compiled
def _goes_on(r, m, seat):
    """Whether another move follows: at once, or after the note of a chain that it ends."""
    if sees(r, m, events.FOLLOW, seat):
        return True
    row = r["at"] + 1
    return sees(r, m, events.CHAIN, seat) and row < m["log_rows"] and m["log"][row, 0] == events.FOLLOW


@compiled
def follow_ups(t, r, m, seat):
    """Pumps and further moves until the combo is over."""
    me = r["seat"][seat]
    char = t["char"][seat][0]
    pumps(t, r, m, seat)
    while r["over"] == 0 and _goes_on(r, m, seat):
        # A chain that this move ends is noted before the move.
        chain = sees(r, m, events.CHAIN, seat)
        if chain:
            _close_run(t, r, m, seat)
        row = due_row(r, m, events.FOLLOW, seat)
        before = me["last"]
        side = play_card(t, r, m, seat, row)
        assert _may_follow(char, me["any_order"], before, side), "this move may not follow that one"
        assert not chain or not is_normal(char, side), "a chain ended too early"
        enter(t, r, m, seat, side)
        assert me["points"] <= char["max_combo"], "too many combo points"
        amount = m["log"][row, 4]
        assert amount == char["damage"][side], "another damage of a follow-up"
        pay_aces(t, r, m, seat, side)
        strike(t, r, m, seat, amount, m["log"][row, 5])
        pumps(t, r, m, seat)
    if r["over"] == 0:
        combo_over(t, r, m, seat)
