"""What it is worth when one opener meets another: the rules' own verdict, and the log-odds that follow from it.

The verdict of two openers gives each of them a fate (HITS, BEATEN, ... in `rules.yomi1.plans`). What a fate is worth to
a side does not depend on what the other one played, so it is worked out once for each opener of a hand, and verdicts
are kept for the rest of the game: a meeting is then two look-ups.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import KIND_ATTACK, KIND_BLOCK, KIND_DODGE, KIND_THROW, SIDES
from yomisim.kernel.bits import has
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.policies.equilibrium.worth import damage_worth
from yomisim.rules.yomi1 import queries, resolve
from yomisim.rules.yomi1.access import char_for, fighter_of, mind_of
from yomisim.rules.yomi1.plans import BEATEN, BLOCKED, CRUSHED, HITS, MISSES, STOPS, TRADES
from yomisim.rules.yomi1.state import SEAT_0

_SIDES = np.int64(SIDES)
#: Bits of a verdict that tell the fate of seat 0; above them that of seat 1.
FATE_BITS = np.int64(3)
FATE_MASK = np.int64(7)
#: Speed bonuses (tenths) as digits of a number.
_BONUS = np.int64(1 << 12)


@leaf
def _guard(char, rows, i, down, other_char, other_rows, j):
    """Whether a block or dodge (class `i`) works against the other's opener (class `j`)."""
    kind = rows["kind"][i]
    if kind == KIND_DODGE:
        return queries.dodge_works(other_char, other_rows["side"][j], char, rows["side"][i], down)
    if kind == KIND_BLOCK and other_rows["kind"][j] == KIND_ATTACK:
        return queries.block_holds(
            other_char, other_rows["side"][j], other_rows["card"][j], char, rows["side"][i], rows["card"][i], down
        )
    return True


@compiled
def judge(t, public, rows_0, i, rows_1, j):
    """The fates of class `i` of seat 0's hand and class `j` of seat 1's hand when they meet, as one number."""
    out_of_line()
    char_0 = char_for(t, public, np.int64(0))
    char_1 = char_for(t, public, np.int64(1))
    down_0 = fighter_of(public, np.int64(0))["down"]
    down_1 = fighter_of(public, np.int64(1))["down"]
    kind_0 = rows_0["kind"][i]
    kind_1 = rows_1["kind"][j]
    speed_0 = rows_0["speed"][i]
    speed_1 = rows_1["speed"][j]
    side_0 = rows_0["side"][i]
    side_1 = rows_1["side"][j]
    winner, way = resolve.resolve(
        kind_0,
        kind_1,
        speed_0,
        speed_1,
        _guard(char_0, rows_0, i, down_0, char_1, rows_1, j),
        _guard(char_1, rows_1, j, down_1, char_0, rows_0, i),
        queries.crushes(char_0, kind_0, side_0, char_1, kind_1, side_1, speed_1),
        queries.crushes(char_1, kind_1, side_1, char_0, kind_0, side_0, speed_0),
    )
    if way == resolve.BOTH:
        return TRADES | (TRADES << FATE_BITS)
    if way != resolve.HIT and way != resolve.STOPPED:
        return MISSES | (MISSES << FATE_BITS)
    mine, theirs = (kind_0, kind_1) if winner == SEAT_0 else (kind_1, kind_0)
    if way == resolve.HIT:
        won = HITS
        lost = CRUSHED if mine == KIND_THROW and theirs == KIND_ATTACK else BEATEN
    else:
        won = STOPS
        lost = BLOCKED if mine == KIND_BLOCK else MISSES
    return won | (lost << FATE_BITS) if winner == SEAT_0 else lost | (won << FATE_BITS)


@compiled
def remember_verdicts(public, plan):
    """Forget the verdicts of a PLAN record where something has changed that they hang on."""
    one, two = fighter_of(public, np.int64(0)), fighter_of(public, np.int64(1))
    now = (one["speed_bonus"] + _BONUS // 2) * _BONUS + two["speed_bonus"] + _BONUS // 2
    now = 4 * now + 2 * one["variant"] + two["variant"]
    if now == plan["verdicts_for"]:
        return
    plan["verdicts_for"] = now
    for down in range(4):
        for i in range(_SIDES):
            for j in range(_SIDES):
                plan["verdict"][down, i, j] = 0


@leaf
def place_of(side, card):
    """Where an opener stands in the table of verdicts: its side, and whether the card is red."""
    return side + 2 if queries.is_red(card) else side


@leaf
def verdict(t, public, plan, down, rows_0, i, rows_1, j):
    """As `judge`, from the table of verdicts; `down`: who is knocked down, as `who_is_down` gives it."""
    place_0 = rows_0["place"][i]
    place_1 = rows_1["place"][j]
    known = np.int64(plan["verdict"][down, place_0, place_1])
    if known == 0:
        known = judge(t, public, rows_0, i, rows_1, j)
        plan["verdict"][down, place_0, place_1] = known
    return known


@leaf
def who_is_down(public):
    """0 to 3: 2 where seat 0 is knocked down, and 1 where seat 1 is."""
    return 2 * (fighter_of(public, np.int64(0))["down"] != 0) + (fighter_of(public, np.int64(1))["down"] != 0)


@leaf
def meet(rows_0, i, rows_1, j, fates):
    """Change of the log-odds that seat 0 wins when its class `i` of `rows_0` meets class `j` of `rows_1`; `fates` is
    their verdict."""
    return rows_0["worth"][i, fates & FATE_MASK] - rows_1["worth"][j, fates >> FATE_BITS]


@compiled
def value_fates(t, public, seat, measures, rows, i):
    """What every fate adds to the log-odds of `seat` for class `i` of a ROWS record that is complete but for this."""
    char = char_for(t, public, seat)
    other_char = char_for(t, public, 1 - seat)
    mind = mind_of(t, measures["viewer"], 1 - seat)
    other = fighter_of(public, 1 - seat)
    side, kind = rows["side"][i], rows["kind"][i]
    worth = rows["worth"][i]
    spent = rows["spent"][i]
    returns = fighter_of(public, seat)["down"] == 0 and has(char["returns_unless_hit"], side)
    kept = 0.0 if kind == KIND_BLOCK or (kind == KIND_DODGE and returns) else spent
    draw = 0.0
    if has(char["normal_attacks"], side):  # what a normal attack draws that wins combat or is blocked (second edition)
        draw = t["rules"]["normal_draw"] * measures["draw"][seat]
    worth[MISSES] = -kept
    worth[HITS] = rows["gain"][i] - kept
    worth[BEATEN] = -spent
    worth[STOPS] = rows["guard"][i] - kept
    worth[BLOCKED] = rows["blocked"][i] - kept
    worth[TRADES] = rows["first"][i] - kept
    worth[CRUSHED] = -spent
    if kind == KIND_ATTACK:
        worth[HITS] += draw
        chip = queries.block_damage_of(char, fighter_of(public, seat), side, rows["card"][i])
        if chip > 0:
            worth[BLOCKED] += damage_worth(mind, other["life"], chip)
        if other_char["denies_normal_draw"] == 0:
            worth[BLOCKED] += draw
        # the damage of an attack that a throw beats goes to the player who throws
        worth[CRUSHED] += damage_worth(mind, other["life"], queries.damage_of(char, fighter_of(public, seat), side))
    elif kind == KIND_BLOCK:
        worth[STOPS] += t["rules"]["block_draw"] * measures["draw"][seat]
    elif kind == KIND_DODGE:
        worth[STOPS] += rows["gain"][i]
