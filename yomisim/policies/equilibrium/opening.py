"""Choosing the combat card: the own hand plays its part in the game of ranges."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import FATES, KIND_ATTACK, KIND_BLOCK, KIND_THROW
from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, has, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf
from yomisim.policies.codes import LIKELIEST
from yomisim.policies.equilibrium.abilities import look_out
from yomisim.policies.equilibrium.ranges import mix_of, solve_ranges
from yomisim.policies.equilibrium.rows import fill_rows
from yomisim.policies.equilibrium.worth import measure
from yomisim.policies.mixing import fraction, most, sample
from yomisim.policies.uniform import roll
from yomisim.rules.yomi1.access import char_for, fighter_of, mind_of
from yomisim.rules.yomi1.plans import HITS
from yomisim.rules.yomi1.queries import kind_of, speed_of
from yomisim.rules.yomi1.zones import unseen

_CERTAIN = 1.0
_FATES = np.int64(FATES)


@compiled
def keep_allowed(rows, options):
    """Forget the choices whose side is no option; returns what is left."""
    allowed = U0
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        if has(options, rows["side"][i]):
            allowed |= bit(i)
    rows["have"] = allowed
    return allowed


@leaf
def key_of_guesses(public, own, way):
    """Key of the random numbers for guesses at hands, which the other player does not know.

    `equilibrium-likeliest` takes one that everybody knows, so that it plays the same with a hand each time.
    """
    return public["key"][0] if way == LIKELIEST else own["dice"]


@compiled
def _note_choice(t, public, seat, hand, rows, i, chosen):
    """Write into a CHOSEN record that a player in `seat` opens with choice `i`, and what he has."""
    me = fighter_of(public, seat)
    chosen["turn"] = public["turn"]
    chosen["side"] = rows["side"][i]
    chosen["place"] = rows["place"][i]
    chosen["speed"] = speed_of(t["rules"], char_for(t, public, seat), me, rows["side"][i])
    chosen["variant"] = me["variant"]
    for fate in range(_FATES):
        chosen["worth"][fate] = rows["worth"][i, fate]
    chosen["life"] = me["life"]
    chosen["hand"] = hand
    chosen["in_play"] = me["in_play"]
    chosen["down"] = me["down"]
    chosen["shown"] = me["shown"]
    chosen["unseen"] = unseen(me)


@compiled
def choose_opener(t, seat, options, public, own, luck, plan, kind, way):
    """The combat card of this hand; `way` is EQUILIBRIUM or LIKELIEST."""
    rows = own["rows"]
    if plan["turn"] != public["turn"]:
        solve_ranges(t, public, seat * t["two_views"], plan, key_of_guesses(public, own, way), np.int64(0))
    fill_rows(t, public, seat, own["hand"], plan["measures"], plan["outlook"][seat], own["strikes"], rows)
    if keep_allowed(rows, options) == U0:
        return PASS if options == PASS_BIT else lowest(options)
    mix_of(t, public, plan, seat, rows, mind_of(t, seat, seat))
    i = most(rows, rows["mix"]) if way == LIKELIEST else sample(rows, fraction(roll(luck, kind)))
    _note_choice(t, public, seat, own["hand"], rows, i, own["chosen"])
    return rows["side"][i]


@compiled
def choose_against_nothing(t, seat, options, public, own):
    """The other has announced no-card: what gains most without an answer."""
    rows = own["rows"]
    measures = own["measures"]
    measure(t, public, seat, measures)
    look_out(t, public, seat, measures, _CERTAIN, own["outlook"])
    fill_rows(t, public, seat, own["hand"], measures, own["outlook"], own["strikes"], rows)
    char = char_for(t, public, seat)
    best = PASS
    top = -1.0e9
    left = rows["have"]
    while left != U0:
        i = lowest(left)
        left = without_lowest(left)
        side = rows["side"][i]
        if has(options, side):
            kind = kind_of(char, side)
            if kind == KIND_BLOCK:
                value = t["rules"]["block_draw"] * measures["draw"][seat]
            elif kind == KIND_ATTACK or kind == KIND_THROW:
                value = rows["worth"][i, HITS]
            else:
                value = rows["gain"][i] - rows["spent"][i]
            if value > top:
                top = value
                best = side
    if best == PASS and options != PASS_BIT:
        return lowest(options)
    return best
