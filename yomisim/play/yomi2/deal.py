"""What a player has when a game begins."""

from __future__ import annotations

from yomisim.kernel.bits import U0, bit, lowest, without_lowest
from yomisim.kernel.jit import compiled
from yomisim.play.yomi2.clear import clear_fighter
from yomisim.play.yomi2.steps import draw
from yomisim.rules.access import char_of, deep_of, fighter, own_of
from yomisim.rules.yomi2 import events


@compiled
def deal(t, m, seat, key):
    """Life, meter, the opening hand and supers in the discard pile; `key` (uint64) is that of the deck."""
    m["plan"][seat]["turn"] = -1
    m["forced"][seat] = 0
    me = fighter(m, seat)
    clear_fighter(me)
    char = char_of(t, m, seat)
    me["life"] = char["hit_points"]
    me["meter"] = t["rules"]["start_meter"]
    me["discard"] = char["pile"]
    own = own_of(m, seat)
    own["hand"] = U0
    deep = deep_of(m, seat)
    deep["key"] = key
    deep["deck"] = char["cards"] & ~char["opening"] & ~char["pile"]
    deep["cursor"] = U0
    deep["shuffles"] = U0
    given = char["opening"]
    while given != U0:
        own["hand"] |= bit(lowest(given))
        me["hand_count"] += 1
        given = without_lowest(given)
    me["shown"] = char["opening"]
    draw(t, m, seat, t["rules"]["opening_random"], events.WHY_OPENING)
