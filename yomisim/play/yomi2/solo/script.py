"""Given decisions of a team: there is one list of them for all humans, which goes from hand to hand."""

from __future__ import annotations

from yomisim.kernel.jit import compiled, leaf, out_of_line
from yomisim.rules.records import ANSWERS


@compiled
def _hand_over(source, target):
    out_of_line()
    target["on"] = source["on"]
    target["given"] = source["given"]
    target["used"] = source["used"]
    target["missing"] = source["missing"]
    for i in range(ANSWERS):
        target["answer"][i] = source["answer"][i]


@leaf
def begin_part(g, k):
    """Human `k` decides from now on; the list lies with the first human."""
    g["asker"] = k
    if k > 0 and g["match"][0]["script"]["on"] != 0:
        _hand_over(g["match"][0]["script"], g["match"][k]["script"])


@compiled
def _took(g, k):
    script = g["match"][k]["script"]
    if k > 0:
        g["match"][0]["script"]["used"] = script["used"]
        g["match"][0]["script"]["missing"] = script["missing"]
    return script["missing"] != 0


@leaf
def end_part(g, k):
    """Whether a decision of human `k` is missing: then nothing that follows can be played."""
    return g["match"][k]["script"]["on"] != 0 and _took(g, k)
