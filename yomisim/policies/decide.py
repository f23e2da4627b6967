"""The one door through which every decision of a game of Yomi goes."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi1.tables import JOKER
from yomisim.kernel.bits import PASS_BIT, U0, has, is_single, lowest
from yomisim.kernel.jit import DISABLED, compiled, leaf, once, out_of_line
from yomisim.policies.codes import (
    CONTINUE,
    EQUILIBRIUM,
    FACE_DOWN,
    GREEDY,
    NO_BLOCK,
    NO_COMBO,
    NO_DODGE,
    NO_JOKER,
    NO_THROW,
    OPENER,
    POLICY_MASK,
    PUMP,
    RANDOM,
    RESTRICTED,
)
from yomisim.policies.greedy import choose_greedy
from yomisim.policies.script import choose_scripted
from yomisim.policies.uniform import choose_uniform
from yomisim.rules.yomi1.access import char_for, fighter, luck_of, own_of
from yomisim.rules.yomi1.zones import rank_cards

if DISABLED:

    def _think(thinker, t, public, own, luck, plan, seat, kind, options, way):
        from yomisim.policies.equilibrium.choices import choose_equilibrium

        return choose_equilibrium(t, seat, kind, options, public, own, luck, plan, way)

else:
    from yomisim.kernel.door import ask_at

    @leaf
    def _think(thinker, t, public, own, luck, plan, seat, kind, options, way):
        return ask_at(thinker, t, public, own, luck, plan, seat, kind, options, way)  # type: ignore[call-arg]


@functools.cache
def thinker_address() -> Any:
    """Where the compiled policy `equilibrium` lies in memory; compiled or loaded from the cache on first use."""
    if DISABLED:
        return np.int64(0)
    import numba

    from yomisim.policies.equilibrium.choices import door

    records, numbers = ["voidptr"] * 5, ["int64", "int64", "uint64", "int64"]
    compiled_door = numba.cfunc(f"int64({', '.join(records + numbers)})", cache=True)(door)
    thinker_address.keep = compiled_door  # type: ignore[attr-defined]  # the code lives as long as this object
    return np.int64(compiled_door.address or 0)


@compiled
def _restrict(char, kind, options, restrictions):
    """Options without what a restricted player never does; all of them where nothing else is left."""
    out_of_line()
    left = options
    if kind == OPENER:
        if has(restrictions, NO_BLOCK):
            left &= ~char["blocks"]
        if has(restrictions, NO_DODGE):
            left &= ~char["dodges"]
        if has(restrictions, NO_THROW):
            left &= ~char["throws"]
        if has(restrictions, NO_JOKER):
            left &= ~char["jokers"]
        return options if left & ~PASS_BIT == U0 else left
    if kind == FACE_DOWN and has(restrictions, NO_JOKER):
        left &= ~rank_cards(JOKER)
    elif (kind == CONTINUE or kind == PUMP) and has(restrictions, NO_COMBO):
        left &= PASS_BIT
    return options if left == U0 else left


@leaf
def decide(t, seat, kind, options, public, own, luck, plan, thinker, policy):
    """Ask a policy for one of at least two `options`.

    Parameters
    ----------
    t : TABLE record, what is printed. seat, kind : who decides, and what (policies.codes.KINDS).
    options : set of options. public, own, luck : PUBLIC, the seat's OWN and LUCK records; nothing hidden is in them.
    plan : PLAN record, worked out from public information. thinker : address of the unit of `equilibrium`.
    policy : code of the seat's policy.

    Returns
    -------
    The chosen member of `options`.
    """
    if policy > POLICY_MASK:
        options = _restrict(char_for(t, public, seat), kind, options, np.uint64(policy >> RESTRICTED))
        policy &= POLICY_MASK
        if is_single(options):
            return lowest(options)
    if policy == GREEDY:
        return choose_greedy(t, seat, kind, options, public, own, luck)
    if policy >= EQUILIBRIUM:
        return _think(thinker, t, public, own, luck, plan, seat, kind, options, policy)
    return choose_uniform(luck, kind, options)


def _choose(t, m, seat, kind, options):
    """A decision of `seat` in MATCH record `m`; where there is only one option nobody is asked."""
    if is_single(options) and m["script"]["on"] == 0:
        return lowest(options)
    return _ask(t, m, seat, kind, options)


@once
def _ask(t, m, seat, kind, options):
    if not is_single(options):
        m["choices"] += 1
    policy = m["policy"][seat]
    if policy < RANDOM:
        return choose_scripted(m["script"], seat, kind, options, fighter(m, seat), own_of(m, seat))
    return decide(
        t, seat, kind, options, m["public"], own_of(m, seat), luck_of(m, seat), m["plan"], m["thinker"], policy
    )


#: Inlined for the hot unit; one piece of code for abilities, which ask in dozens of places.
choose = leaf(_choose)
choose_apart = compiled(_choose)
