"""The policies that play Yomi 2."""

from __future__ import annotations

from yomisim.errors import unknown
from yomisim.policies.codes import GREEDY, policy_code, thinks

POLICIES: tuple[str, ...] = ("random", "greedy", "equilibrium")
#: Measuring rods that play it too.
RODS: tuple[str, ...] = ("equilibrium-likeliest",)
#: Those that play against bots; the last one plays where nobody is named.
SOLO_POLICIES: tuple[str, ...] = ("random", "greedy", "best-reply")
#: Added to a policy's code: openers are the best replies to the bot's die.
BEST_REPLY = 1 << 40


def solo_code(name: str) -> int:
    """The code of a policy against bots, one of SOLO_POLICIES or one of the others with one restriction.

    Raises
    ------
    BadInput : for any other name.
    """
    if name == "best-reply":
        return int(GREEDY) | BEST_REPLY
    if not isinstance(name, str) or name.split("-")[0] not in SOLO_POLICIES:
        raise unknown("policy", str(name), SOLO_POLICIES, field="policy")
    code = policy_code(name)
    assert not thinks(code)
    return code
