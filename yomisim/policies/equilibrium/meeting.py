"""What it is worth when one opener meets another: the rules' own verdict, and the log-odds that follow from it."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1.tables import KIND_ATTACK, KIND_BLOCK, KIND_DODGE, KIND_THROW
from yomisim.kernel.bits import has
from yomisim.kernel.jit import compiled, leaf
from yomisim.policies.equilibrium.worth import damage_worth
from yomisim.rules.records import SEAT_0
from yomisim.rules.yomi1 import queries, resolve
from yomisim.rules.yomi1.access import char_for, fighter_of, mind_of


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


@leaf
def _stays(char, rows, i, beaten, down):
    """Whether the opener's card is still there after combat."""
    if beaten:
        return False
    kind = rows["kind"][i]
    return kind == KIND_BLOCK or (kind == KIND_DODGE and down == 0 and has(char["returns_unless_hit"], rows["side"][i]))


@leaf
def _normal_draw(t, char, rows, i, measures, seat):
    """What a normal attack draws that wins combat or is blocked (second edition)."""
    if has(char["normal_attacks"], rows["side"][i]):
        return t["rules"]["normal_draw"] * measures["draw"][seat]
    return 0.0


@compiled
def _won(t, public, seat, rows, i, other_rows, j, measures):
    """Gain of `seat`'s move that hits; a throw that beats an attack takes the attack's damage."""
    gain = rows["gain"][i]
    if rows["kind"][i] == KIND_ATTACK:
        gain += _normal_draw(t, char_for(t, public, seat), rows, i, measures, seat)
    elif rows["kind"][i] == KIND_THROW and other_rows["kind"][j] == KIND_ATTACK:
        other_char = char_for(t, public, 1 - seat)
        damage = queries.damage_of(other_char, fighter_of(public, 1 - seat), other_rows["side"][j])
        gain -= damage_worth(mind_of(t, measures["viewer"], seat), fighter_of(public, seat)["life"], damage)
    return gain


@compiled
def _guarded(t, public, seat, rows, i, other_rows, j, measures):
    """Gain of `seat`'s block or dodge that stops the other's move, less what the other draws for it."""
    char = char_for(t, public, seat)
    other_char = char_for(t, public, 1 - seat)
    if rows["kind"][i] == KIND_DODGE:
        return rows["gain"][i] + rows["guard"][i]
    gain = t["rules"]["block_draw"] * measures["draw"][seat] + rows["guard"][i] - other_rows["blocked"][j]
    if other_rows["kind"][j] == KIND_ATTACK:
        chip = queries.block_damage_of(
            other_char, fighter_of(public, 1 - seat), other_rows["side"][j], other_rows["card"][j]
        )
        if chip > 0:
            gain -= damage_worth(mind_of(t, measures["viewer"], seat), fighter_of(public, seat)["life"], chip)
        if char["denies_normal_draw"] == 0:
            gain -= _normal_draw(t, other_char, other_rows, j, measures, 1 - seat)
    return gain


@compiled
def meet(t, public, rows_0, i, rows_1, j, measures):
    """Change of the log-odds that seat 0 wins when its class `i` of `rows_0` meets class `j` of `rows_1`."""
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
    hit = way == resolve.HIT
    value = 0.0
    if not _stays(char_0, rows_0, i, hit and winner != SEAT_0, down_0):
        value -= rows_0["spent"][i]
    if not _stays(char_1, rows_1, j, hit and winner == SEAT_0, down_1):
        value += rows_1["spent"][j]
    if way == resolve.BOTH:
        value += rows_0["first"][i] - rows_1["first"][j]
    elif hit:
        if winner == SEAT_0:
            value += _won(t, public, np.int64(0), rows_0, i, rows_1, j, measures)
        else:
            value -= _won(t, public, np.int64(1), rows_1, j, rows_0, i, measures)
    elif way == resolve.STOPPED:
        if winner == SEAT_0:
            value += _guarded(t, public, np.int64(0), rows_0, i, rows_1, j, measures)
        else:
            value -= _guarded(t, public, np.int64(1), rows_1, j, rows_0, i, measures)
    return value
