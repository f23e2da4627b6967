"""What a player has when a game begins."""

from __future__ import annotations

from yomisim.kernel.bits import U0, bit, lowest, without_lowest
from yomisim.kernel.jit import compiled, leaf
from yomisim.play.yomi2.clear import clear_fighter
from yomisim.play.yomi2.steps import draw
from yomisim.rules.access import char_of, deep_of, fighter, own_of
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.state import BEFORE_COMBAT, WHOLE_TURN


@leaf
def clear_match(m):
    """No turn is played yet. Policies, script and log switches of `m` stay as they are."""
    m["over"] = 0
    m["winner"] = NOBODY
    m["ending"] = 0
    m["log_rows"] = 0
    m["part"] = WHOLE_TURN
    m["public"]["turn"] = 0
    m["public"]["fought"] = BEFORE_COMBAT
    m["public"]["announced"] = 0


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
