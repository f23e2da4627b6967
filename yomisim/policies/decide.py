"""The one door through which every decision of a game of Yomi goes."""

from __future__ import annotations

from yomisim.kernel.bits import is_single, lowest
from yomisim.kernel.jit import compiled, leaf, once
from yomisim.policies.codes import GREEDY, RANDOM
from yomisim.policies.greedy import choose_greedy
from yomisim.policies.script import choose_scripted
from yomisim.policies.uniform import choose_uniform
from yomisim.rules.yomi1.access import fighter, luck_of, own_of


@leaf
def decide(t, seat, kind, options, public, own, luck, policy):
    """Ask a policy for one of at least two `options`.

    Parameters
    ----------
    t : TABLE record, what is printed. seat, kind : who decides, and what (policies.codes.KINDS).
    options : set of options. public, own, luck : PUBLIC, the seat's OWN and LUCK records; nothing hidden is in them.
    policy : code of the seat's policy.

    Returns
    -------
    The chosen member of `options`.
    """
    if policy == GREEDY:
        return choose_greedy(t, seat, kind, options, public, own, luck)
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
    return decide(t, seat, kind, options, m["public"], own_of(m, seat), luck_of(m, seat), policy)


#: Inlined for the hot unit; one piece of code for abilities, which ask in dozens of places.
choose = leaf(_choose)
choose_apart = compiled(_choose)
