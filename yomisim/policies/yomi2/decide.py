"""The one door through which every decision of a game of Yomi 2 goes."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import PASS_BIT, U0, has, is_single, lowest
from yomisim.kernel.jit import DISABLED, compiled, leaf, once, out_of_line
from yomisim.policies.codes import (
    CONTINUE,
    EQUILIBRIUM,
    GREEDY,
    NO_BLOCK,
    NO_COMBO,
    NO_DODGE,
    NO_THROW,
    OPENER,
    POLICY_MASK,
    PUMP,
    RANDOM,
    RESTRICTED,
)
from yomisim.policies.script import choose_scripted
from yomisim.policies.uniform import choose_uniform
from yomisim.rules.access import char_for, fighter, luck_of, own_of

if DISABLED:
    from yomisim.policies.yomi2.equilibrium.choices import choose_equilibrium
    from yomisim.policies.yomi2.greedy import choose_greedy

    def _greedy(address, t, public, own, luck, seat, kind, options):
        return choose_greedy(t, public, own, luck, seat, kind, options)

    def _equilibrium(address, t, public, own, luck, plan, seat, kind, options, way):
        return choose_equilibrium(t, public, own, luck, plan, seat, kind, options, way)

else:
    from yomisim.kernel.door import call_with_five, call_with_four

    _greedy = call_with_four  # type: ignore[assignment]
    _equilibrium = call_with_five  # type: ignore[assignment]


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
    elif (kind == CONTINUE or kind == PUMP) and has(restrictions, NO_COMBO):
        left &= PASS_BIT
    return options if left == U0 else left


@leaf
def decide(t, seat, kind, options, public, own, luck, policy, plan, doors):
    """Ask a policy for one of at least two `options`.

    Parameters
    ----------
    t : TABLE record, what is printed. seat, kind : who decides, and what (policies.codes.KINDS).
    options : set of options. public, own, luck : PUBLIC, the seat's OWN and LUCK records; nothing hidden is in them.
    policy : code of the seat's policy. plan : PLAN record, worked out from public information.
    doors : DOORS record, where policies lie that are compiled by themselves.

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
        return _greedy(doors["greedy"], t, public, own, luck, seat, kind, options)
    if policy >= EQUILIBRIUM:
        return _equilibrium(doors["equilibrium"], t, public, own, luck, plan, seat, kind, options, policy)
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
    own = own_of(m, seat)
    if policy < RANDOM:
        me = fighter(m, seat)
        return choose_scripted(
            m["script"], seat, kind, options, own["hand"], me["last_move"], me["points_left"], me["pumps"]
        )
    plan = m["plan"][seat * t["two_views"]]
    return decide(t, seat, kind, options, m["public"], own, luck_of(m, seat), policy, plan, m["doors"])


#: Inlined for the hot unit; one piece of code for abilities, which ask in many places.
choose = leaf(_choose)
choose_apart = compiled(_choose)
