"""Short ways to the parts of a game, alike in both games: the records of one seat."""

from __future__ import annotations

from yomisim.kernel.jit import leaf


@leaf
def char_of(t, m, seat):
    """CHARACTER record of a seat as it counts now: as printed, or as changed by a card in play."""
    return t["char"][seat][m["public"]["fighter"][seat]["variant"]]


@leaf
def char_for(t, public, seat):
    """The same from a PUBLIC record, for policies."""
    return t["char"][seat][public["fighter"][seat]["variant"]]


@leaf
def kit_of(t, seat):
    """KIT record of a seat: its abilities."""
    return t["kit"][seat]


@leaf
def fighter_of(public, seat):
    """FIGHTER record of a seat, from a PUBLIC record."""
    return public["fighter"][seat]


@leaf
def fighter(m, seat):
    """FIGHTER record of a seat, from a MATCH record."""
    return m["public"]["fighter"][seat]


@leaf
def own_of(m, seat):
    """OWN record of a seat, from a MATCH record."""
    return m["own"][seat]


@leaf
def deep_of(m, seat):
    """DEEP record of a seat, from a MATCH record."""
    return m["deep"][seat]


@leaf
def luck_of(m, seat):
    """LUCK record of a seat, from a MATCH record."""
    return m["luck"][seat]
