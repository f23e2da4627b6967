"""The one door through which every decision of a game of Yomi goes."""

from __future__ import annotations

from yomisim.kernel.bits import is_single, lowest
from yomisim.kernel.jit import DISABLED, compiled, leaf, once
from yomisim.policies.codes import GREEDY, RANDOM
from yomisim.policies.script import choose_scripted
from yomisim.policies.uniform import choose_uniform
from yomisim.rules.yomi1.access import fighter, luck_of, own_of

if DISABLED:
    from yomisim.policies.greedy import choose_greedy

    def _greedy(address, t, public, own, luck, seat, kind, options):
        return choose_greedy(t, public, own, luck, seat, kind, options)

else:
    from yomisim.kernel.door import call_with_four

    _greedy = call_with_four  # type: ignore[assignment]


@leaf
def decide(t, seat, kind, options, public, own, luck, policy, doors):
    """Ask a policy for one of at least two `options`.

    Parameters
    ----------
    t : TABLE record, what is printed. seat, kind : who decides, and what (policies.codes.KINDS).
    options : set of options. public, own, luck : PUBLIC, the seat's OWN and LUCK records; nothing hidden is in them.
    policy : code of the seat's policy. doors : DOORS record, where policies lie that are compiled by themselves.

    Returns
    -------
    The chosen member of `options`.
    """
    if policy == GREEDY:
        return _greedy(doors["greedy"], t, public, own, luck, seat, kind, options)
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
    return decide(t, seat, kind, options, m["public"], own_of(m, seat), luck_of(m, seat), policy, m["doors"])


#: Inlined for the hot unit; one piece of code for abilities, which ask in dozens of places.
choose = leaf(_choose)
choose_apart = compiled(_choose)
