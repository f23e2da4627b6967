"""Policy `best-reply` against a bot: the opener with the greatest expectation over the bot's die, then as `greedy`.

A bot's tiles lie open and its die is fair, so what it does is a known lottery. For every opener in hand the value of
the combat is added up over all rolls that can happen (weighed as the bot weighs them where it keeps the best of
several); what follows a hit, and what a hit-back is worth, is judged as by `greedy`.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.bots import DIE
from yomisim.cards.yomi2.solo_tables import PLAIN_DODGE
from yomisim.cards.yomi2.tables import KIND_STRIKE
from yomisim.kernel.bits import U0, has, is_single, lowest, without_lowest
from yomisim.kernel.jit import compiled, out_of_line
from yomisim.policies.yomi2.greedy import HAND_WEIGHTS
from yomisim.policies.yomi2.judgement import CARD, keep
from yomisim.rules.access import char_of, fighter, own_of
from yomisim.rules.yomi2 import resolve
from yomisim.rules.yomi2.combos import CHEAPEST, OPEN_END, SINGLE, best_first, worth_of
from yomisim.rules.yomi2.moves import openers
from yomisim.rules.yomi2.solo import (
    BOT_SEAT,
    HUMAN,
    NO_TILE,
    disabled_kinds,
    row_now,
    tile_char,
    valid_rolls,
    variant_of_roll,
)
from yomisim.rules.yomi2.solo_abilities import rolls_against
from yomisim.rules.yomi2.solo_judge import judge, outcome
from yomisim.rules.yomi2.state import NO_MOVE
from yomisim.rules.yomi2.zones import moves_of

_DIE = np.int64(DIE)
_FIRST = np.int64(0)
_NONE = np.int64(0)
#: In tenths of a life point: a point of damage, a card of the bot, a knockdown and the edge of the bot, the end.
_LIFE, _BOT_CARD, _DOWN, _EDGE, _END = (np.int64(x) for x in (10, 12, 45, 22, 3000))
_LOWEST = np.int64(-(1 << 60))
_PARTNER = np.int64(1)


@compiled
def _hit_back_worth(rules, char, me, hand):
    """What hitting back with the best single move is worth."""
    options = moves_of(hand) & (char["attacks"] | char["throws"]) & char["payable"][me["meter"]]
    if options == U0:
        return _NONE
    _move, value = best_first(
        rules, char, HAND_WEIGHTS[0], hand, options, char["max_combo"], me["meter"], SINGLE, CHEAPEST
    )
    return value


@compiled
def _value(s, g, k, move, landing, back, variant, tile):
    """One opener against one tile, in tenths of a life point; `landing` and `back` are what a hit with this opener and
    a hit-back are worth."""
    out_of_line()
    m = g["match"][k]
    me = fighter(m, HUMAN)
    char = char_of(s["table"][k], m, HUMAN)
    hand = own_of(m, HUMAN)["hand"]
    dealt, taken, cards, winner, way = outcome(s, g, k, move, variant, tile)
    sheet = tile_char(s, variant)
    change = _partner_too(s, g, k, cards, variant, tile)
    value = -_LIFE * dealt - _BOT_CARD * change
    hit = way == resolve.HIT or way == resolve.BEATEN or way == resolve.ENDURED
    struck = hit and (winner == BOT_SEAT or way == resolve.ENDURED)
    lands = hit and (winner == HUMAN or way == resolve.ENDURED)
    if dealt >= me["life"]:
        value -= _END
    if taken >= g["life"]:
        value += _END
    if lands:
        value += _LIFE * taken - keep(char, move, hand) if way == resolve.ENDURED and winner == HUMAN else landing
    elif has(char["recurring"], move) and not (struck or (winner == BOT_SEAT and dealt > 0)):
        value += _LIFE * taken
    else:
        value += _LIFE * taken - keep(char, move, hand)
    if not lands:
        value -= HAND_WEIGHTS[0]["meter"] * char["meter_cost"][move]
    if struck and winner == BOT_SEAT and way != resolve.ENDURED:
        value -= _DOWN if has(sheet["knockdown"], tile) else _NONE
        value -= _EDGE if has(sheet["edge_on_hit"], tile) else _NONE
    if way == resolve.BLOCKED:
        if winner == HUMAN:
            value += _NONE if has(sheet["lockdown"], tile) else CARD
            value += back if has(sheet["unsafe"], tile) else _NONE
            value -= _EDGE if has(sheet["edge_on_block"], tile) else _NONE
        else:
            value += _EDGE if has(char["edge_on_block"], move) else _NONE
    elif way == resolve.DODGED and winner == HUMAN and sheet["kind"][tile] == KIND_STRIKE and taken == 0:
        value += back
    return value


@compiled
def _partner_too(s, g, k, cards, variant, tile):
    """The change of the bot's hand size: the worse one for it where this human knows what the partner opened with."""
    if k != _PARTNER or g["sees_partner"] == 0 or g["out"][0] != 0 or g["chosen"][0] == NO_MOVE:
        return cards
    _dealt, _taken, other, _winner, _way = outcome(s, g, _FIRST, g["chosen"][0], variant, tile)
    return min(cards, other)


@compiled
def _note_judgements(s, g, k, move, row, valid):
    """How good every roll is for the bot against this opener, into the scratch fields of `g`."""
    for die in range(_DIE):
        if has(np.uint64(valid), die):
            g["judged"][die] = judge(s, g, k, move, variant_of_roll(s, g, row, die), die)


@compiled
def _ways(g, valid, die, rolls):
    """In how many of all series of rolls this one is kept: the first of the best."""
    less = _NONE
    same = _NONE
    for other in range(_DIE):
        if has(np.uint64(valid), other):
            less += np.int64(g["judged"][other] < g["judged"][die])
            same += np.int64(g["judged"][other] == g["judged"][die])
    ways = _NONE
    for place in range(rolls):
        count = np.int64(1)
        for at in range(rolls):
            if at < place:
                count *= less
            elif at > place:
                count *= less + same
        ways += count
    return ways


@compiled
def _expected(s, g, k, move, landing, back, row, valid):
    """The expectation of an opener over all rolls, in thousandths of a tenth of a life point."""
    out_of_line()
    char = char_of(s["table"][k], g["match"][k], HUMAN)
    rolls = rolls_against(s, g, k, np.int64(1) << char["kind"][move])
    if rolls > 1:
        _note_judgements(s, g, k, move, row, valid)
    total = _NONE
    count = _NONE
    for die in range(_DIE):
        if has(np.uint64(valid), die):
            ways = _ways(g, valid, die, rolls) if rolls > 1 else np.int64(1)
            if ways > 0:
                total += ways * _value(s, g, k, move, landing, back, variant_of_roll(s, g, row, die), die)
                count += ways
    return total * 1000 // count


@compiled
def opener_value(s, g, k, move):
    """What opening with `move` is worth to human `k` now, in thousandths of a tenth of a life point.

    `move` is a valid opener in hand. The bot's roll is taken into account where it lies open.
    """
    out_of_line()
    t = s["table"][k]
    m = g["match"][k]
    me = fighter(m, HUMAN)
    char = char_of(t, m, HUMAN)
    hand = own_of(m, HUMAN)["hand"]
    rules = t["rules"]
    landing = _NONE
    back = _NONE
    if char["damage"][move] > 0:
        weights = HAND_WEIGHTS[0]
        landing = worth_of(rules, char, weights, hand, move, char["max_combo"], me["meter"], OPEN_END, CHEAPEST)
    else:
        back = _hit_back_worth(rules, char, me, hand)
    if g["open"] != 0 and g["tile"] != NO_TILE:
        return _value(s, g, k, move, landing, back, g["variant"], g["tile"]) * 1000
    row = row_now(s, g)
    dodges = tile_char(s, row)["kind"][PLAIN_DODGE]
    if g["dodge"] != 0 and (disabled_kinds(s, g) >> dodges) & 1 == 0:
        return _value(s, g, k, move, landing, back, row, PLAIN_DODGE) * 1000
    valid = valid_rolls(s, g, row)
    if valid == 0:
        return landing * 1000
    return _expected(s, g, k, move, landing, back, row, valid)


@compiled
def best_reply(s, g, k):
    """The opener of human `k` with the greatest expectation; NO_MOVE with an empty hand."""
    out_of_line()
    m = g["match"][k]
    me = fighter(m, HUMAN)
    hand = own_of(m, HUMAN)["hand"]
    if hand == U0:
        return NO_MOVE
    char = char_of(s["table"][k], m, HUMAN)
    options = openers(char, me, hand)
    if is_single(options) or char["openers"] & options == U0:
        return lowest(options)
    m["choices"] += 1
    noted = k == _FIRST and g["open"] == 0 and g["dodge"] == 0
    row = row_now(s, g)
    replied = g["replied"]
    best = NO_MOVE
    top = _LOWEST
    while options != U0:
        move = lowest(options)
        options = without_lowest(options)
        value = opener_value(s, g, k, move)
        if noted:
            replied["offered"][row, move] += 1
            replied["worth"][row, move] += value
        if value > top:
            top = value
            best = move
    if noted:
        replied["chosen"][row, best] += 1
    return best
