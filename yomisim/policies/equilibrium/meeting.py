"""What it is worth when one opener meets another: the rules' own verdict, and the log-odds that follow from it.

The verdict of two openers gives each of them a fate (HITS, BEATEN, ... in `rules.yomi1.plans`). What a fate is worth to
a side does not depend on what the other one played, so it is worked out once for each opener of a hand, and verdicts
are kept: a meeting is then two look-ups.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import KIND_ATTACK, KIND_BLOCK, KIND_DODGE, KIND_JOKER, KIND_THROW, SIDES, SUIT_NAMES
from yomisim.kernel.bits import U0, count, has
from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.policies.worth import damage_worth, life_worth
from yomisim.rules.records import SEAT_0
from yomisim.rules.yomi1 import queries, resolve
from yomisim.rules.yomi1.access import char_for, fighter_of, mind_of
from yomisim.rules.yomi1.plans import BEATEN, BLOCKED, CRUSHED, FATES, HITS, MISSES, REFLECTED, STOPS, TRADES, VERDICTS

_SIDES = np.int64(SIDES)
_HEARTS = np.int64(SUIT_NAMES.index("H"))
#: Bits of a verdict that tell the fate of seat 0; above them that of seat 1.
FATE_BITS = np.int64(4)
FATE_MASK = np.int64(15)
#: Speed bonuses (tenths) as digits of a number.
_BONUS = np.int64(1 << 12)


@leaf
def _guard(char, kind, side, card, down, other_char, other_kind, other_side, other_card):
    """Whether a block or dodge works against the other's opener."""
    if kind == KIND_DODGE:
        return queries.dodge_works(other_char, other_side, char, side, down)
    if kind == KIND_BLOCK and other_kind == KIND_ATTACK:
        return queries.block_holds(other_char, other_side, other_card, char, side, card, down)
    return True


@compiled
def judge(char_0, char_1, side_0, side_1, speed_0, speed_1, card_0, card_1, down_0, down_1):
    """The fates of two openers that meet, as one number.

    `char_0`, `char_1` : CHARACTER records. Sides, NO_SIDE for no-card; speeds in tenths; cards, whose colour may count;
    whether the players are knocked down.
    """
    kind_0 = queries.kind_of(char_0, side_0)
    kind_1 = queries.kind_of(char_1, side_1)
    winner, way = resolve.resolve(
        kind_0,
        kind_1,
        speed_0,
        speed_1,
        _guard(char_0, kind_0, side_0, card_0, down_0, char_1, kind_1, side_1, card_1),
        _guard(char_1, kind_1, side_1, card_1, down_1, char_0, kind_0, side_0, card_0),
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
        lost = MISSES
        if mine == KIND_BLOCK:
            blocker, side = (char_0, side_0) if winner == SEAT_0 else (char_1, side_1)
            lost = REFLECTED if theirs == KIND_ATTACK and has(blocker["reflects"], side) else BLOCKED
    return won | (lost << FATE_BITS) if winner == SEAT_0 else lost | (won << FATE_BITS)


#: An opener in the table of verdicts is its side, and this added to it where its card is red (sides 2 and 3 of a rank
#: are free).
_RED = np.uint64(2)


@leaf
def place_of(char, other_char, side, card):
    """Where an opener stands in the table of verdicts, together with others that fare alike."""
    place = np.uint64(char["judged_as"][side])
    colours = char["own_color_blocks"] | other_char["own_color_blocks"]
    return place | _RED if colours != U0 and queries.is_red(card) else place


@leaf
def _side_at(place):
    return np.int64(place & ~_RED)


@leaf
def _card_at(place):
    """A card of this rank and colour."""
    rank = np.int64(place >> np.uint64(2))
    return 4 * rank + _HEARTS if place & _RED != U0 else 4 * rank


@compiled
def judge_places(t, public, place_0, place_1):
    """The fates of the openers at two places of the table."""
    out_of_line()
    char_0, char_1 = char_for(t, public, np.int64(0)), char_for(t, public, np.int64(1))
    me_0, me_1 = fighter_of(public, np.int64(0)), fighter_of(public, np.int64(1))
    side_0, side_1 = _side_at(place_0), _side_at(place_1)
    speed_0 = queries.speed_of(t["rules"], char_0, me_0, side_0)
    speed_1 = queries.speed_of(t["rules"], char_1, me_1, side_1)
    card_0, card_1 = _card_at(place_0), _card_at(place_1)
    return judge(char_0, char_1, side_0, side_1, speed_0, speed_1, card_0, card_1, me_0["down"], me_1["down"])


@compiled
def judge_chosen(t, one, two):
    """The fates of the openers that the players in seats 0 and 1 chose, by their CHOSEN records, as one number."""
    out_of_line()
    char_0, char_1 = t["char"][0][one["variant"]], t["char"][1][two["variant"]]
    side_0, side_1 = _side_at(one["place"]), _side_at(two["place"])
    card_0, card_1 = _card_at(one["place"]), _card_at(two["place"])
    speeds = one["speed"], two["speed"]
    return judge(char_0, char_1, side_0, side_1, *speeds, card_0, card_1, one["down"], two["down"])


@leaf
def fates(t, public, plan, seat, my_place, their_place):
    """(fate of the opener of `seat`, fate of the other's), by their places in the table of verdicts."""
    place_0, place_1 = (my_place, their_place) if seat == SEAT_0 else (their_place, my_place)
    known = np.int64(plan["verdict"][plan["verdicts"], place_0, place_1])
    if known == 0:
        known = judge_places(t, public, place_0, place_1)
        plan["verdict"][plan["verdicts"], place_0, place_1] = known
    if seat == SEAT_0:
        return known & FATE_MASK, known >> FATE_BITS
    return known >> FATE_BITS, known & FATE_MASK


@compiled
def choose_verdicts(public, plan):
    """Point a PLAN record to the verdicts of the present state, empty ones where there are none yet.

    They hang on who is knocked down, on which records count and on speed bonuses. Bonuses are seldom: their verdicts
    share one place.
    """
    one, two = fighter_of(public, np.int64(0)), fighter_of(public, np.int64(1))
    bonuses = one["speed_bonus"] * _BONUS + two["speed_bonus"]
    number = 2 * one["variant"] + two["variant"]
    number = 2 * number + (1 if bonuses != 0 else 0)
    number = 2 * number + (1 if one["down"] != 0 else 0)
    number = 2 * number + (1 if two["down"] != 0 else 0)
    number += plan["table"] * (VERDICTS // 2)
    plan["verdicts"] = number
    if plan["verdicts_for"][number] == bonuses:
        return
    plan["verdicts_for"][number] = bonuses
    for i in range(_SIDES):
        for j in range(_SIDES):
            plan["verdict"][number, i, j] = 0


@compiled
def value_fates(t, public, seat, measures, rows, i):
    """What every fate adds to the log-odds of `seat` for choice `i` of a ROWS record that is complete but for this."""
    char = char_for(t, public, seat)
    other_char = char_for(t, public, 1 - seat)
    mind = mind_of(t, measures["viewer"], 1 - seat)
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    side, kind, card = rows["side"][i], rows["kind"][i], rows["card"][i]
    worth = rows["worth"][i]
    spent = rows["spent"][i]
    kept = spent
    if kind == KIND_BLOCK or (kind == KIND_DODGE and me["down"] == 0 and has(char["returns_unless_hit"], side)):
        kept = 0.0
    worth[MISSES] = -kept
    worth[HITS] = rows["gain"][i] - kept
    worth[BEATEN] = -spent
    worth[STOPS] = rows["guard"][i] - (spent if has(char["stays_out"], side) else kept)
    worth[BLOCKED] = rows["blocked"][i] - kept
    worth[REFLECTED] = worth[BLOCKED]
    worth[TRADES] = rows["first"][i] - kept
    worth[CRUSHED] = -spent
    if kind == KIND_ATTACK:
        # the damage of an attack that a throw beats goes to the player who throws
        worth[CRUSHED] += damage_worth(mind, other["life"], queries.damage_of(char, me, side))
        own = mind_of(t, measures["viewer"], seat)
        worth[REFLECTED] -= damage_worth(own, me["life"], queries.damage_of(char, me, side))
        chip = queries.block_damage_of(char, me, side, card)
        if chip > 0:
            worth[BLOCKED] += damage_worth(mind, other["life"], chip)
        if has(char["normal_attacks"], side):  # draws when it wins combat or is blocked (second edition)
            draw = t["rules"]["normal_draw"] * measures["draw"][seat]
            worth[HITS] += draw
            if other_char["denies_normal_draw"] == 0:
                worth[BLOCKED] += draw
                worth[REFLECTED] += draw
    elif kind == KIND_BLOCK and not has(char["draws_nothing"], side):
        worth[STOPS] += t["rules"]["block_draw"] * measures["draw"][seat]
    elif kind == KIND_DODGE:
        worth[STOPS] += rows["gain"][i]
    if (me["in_play"] | other["in_play"]) != U0:
        _count_in_play(t, public, seat, mind_of(t, measures["viewer"], seat)["in_play"], mind["in_play"], rows, i)
    more = 0.0
    if me["mark_before"] >= 0 and card == me["mark_before"]:
        more += measures["draw"][seat]
    if other["naming"] != 0:
        more -= _named_worth(t, mind, other, other_char, other["named"][kind])
    beyond = mind_of(t, measures["viewer"], seat)["beyond"][side]
    for fate in range(1, FATES):
        worth[fate] += more + beyond[fate]


@leaf
def _named_worth(t, mind, other, other_char, gain):
    """What the life is worth to the other player that he gains where this kind of move is played."""
    life = other["life"] + gain
    if t["rules"]["life_cap"] != 0:
        life = max(min(life, other_char["hit_points"]), other["life"])
    return life_worth(mind, life) - life_worth(mind, other["life"])


@compiled
def _count_in_play(t, public, seat, price, their_price, rows, i):
    """What becomes of cards in play: own ones leave with the move or when it is beaten, the other's shields stop hits.

    `price`, `their_price` : of an own card in play and of the other's, in log-odds.
    """
    out_of_line()
    me = fighter_of(public, seat)
    other = fighter_of(public, 1 - seat)
    printed = t["char"][seat][0]
    side, kind = rows["side"][i], rows["kind"][i]
    worth = rows["worth"][i]
    if me["in_play"] != U0:
        thrown = count(me["in_play"] & printed["leaves_when_thrown"]) * price
        hit = count(me["in_play"] & (printed["leaves_when_hit"] | printed["shields"])) * price
        worth[BEATEN] -= hit
        worth[CRUSHED] -= hit
        worth[TRADES] -= hit
        if (kind == KIND_ATTACK or kind == KIND_THROW) and not has(printed["gated"], side):
            for fate in range(1, FATES):
                worth[fate] -= thrown
        else:
            worth[CRUSHED] -= thrown
            if kind != KIND_ATTACK:
                worth[BEATEN] -= thrown
    theirs = t["char"][1 - seat][0]
    if kind == KIND_JOKER:  # it hits nobody: what the other's beaten move was charged for stays
        worth[HITS] -= count(other["in_play"] & (theirs["leaves_when_hit"] | theirs["shields"])) * their_price
    if other["in_play"] & theirs["shields"] != U0:
        if kind == KIND_ATTACK or kind == KIND_THROW:
            worth[HITS] -= rows["gain"][i]
            worth[TRADES] -= rows["first"][i]
        elif kind == KIND_DODGE:
            worth[STOPS] -= rows["gain"][i]
