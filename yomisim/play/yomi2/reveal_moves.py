"""An opener that acts as another move."""

from __future__ import annotations

from yomisim.kernel.jit import compiled
from yomisim.rules.access import char_of, fighter
from yomisim.rules.log import emit_2
from yomisim.rules.yomi2 import events


@compiled
def act_as(t, m, seat, move, counts):
    """The opener of `seat` acts as another move; `counts` 1: that is what was opened with."""
    me = fighter(m, seat)
    me["move"] = move
    me["kind"] = char_of(t, m, seat)["kind"][move]
    me["last_move"] = move
    if counts != 0:
        me["opener"] = move
    emit_2(m, events.BECOMES, seat, move, counts)
