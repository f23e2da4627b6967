"""The policies by name, and the kinds of decision they are asked for."""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.errors import BadInput, nearest, unknown

#: Who decides, as stored in a seat's record. `script` takes its decisions from outside and is not for batches.
#: The last four are measuring rods: LIKELIEST is `equilibrium` that always plays its likeliest option instead of
#: mixing; the replies know which policy the other player follows, guess at his hand and play what pays most.
SCRIPT, RANDOM, GREEDY, EQUILIBRIUM, LIKELIEST, REPLY, REPLY_TO_LIKELIEST, REPLY_TO_GREEDY = numbered(8)
POLICY_NAMES: tuple[str, ...] = ("random", "greedy", "equilibrium")
RODS: tuple[str, ...] = (
    "equilibrium-likeliest",
    "reply-to-equilibrium",
    "reply-to-equilibrium-likeliest",
    "reply-to-greedy",
)
_CODES = {
    "random": RANDOM,
    "greedy": GREEDY,
    "equilibrium": EQUILIBRIUM,
    "equilibrium-likeliest": LIKELIEST,
    "reply-to-equilibrium": REPLY,
    "reply-to-equilibrium-likeliest": REPLY_TO_LIKELIEST,
    "reply-to-greedy": REPLY_TO_GREEDY,
}

#: Restricted play, for probes: what a policy with such an ending never does (where it has something else to do).
RESTRICTIONS: tuple[str, ...] = ("no-block", "no-dodge", "no-throw", "no-joker", "no-combo")
NO_BLOCK, NO_DODGE, NO_THROW, NO_JOKER, NO_COMBO = numbered(5)
#: A code is a policy and, above these bits, a set of restrictions.
_POLICY_BITS = 8
POLICY_MASK = np.int64((1 << _POLICY_BITS) - 1)
RESTRICTED = np.int64(_POLICY_BITS)

#: Kinds of decision, and what the options are.
KINDS: dict[str, str] = {
    "opener": "side of the combat card; pass: no-card",
    "opener_again": "the same after the other player has announced no-card",
    "source": "which card of a rank is used for the chosen side",
    "pay": "which card is discarded as a cost",
    "face_down": "card put face down by the loser of combat; pass: none",
    "continue": "side of the next move of the combo; pass: stop",
    "hit_back": "side played after a dodge; pass: none",
    "pump": "card discarded to pump the last move; pass: no more",
    "power_up": "bit 4 * rank + n - 2 for a set of n cards of a rank; pass: no more",
    "ace_from": "bit 0 the discard pile, bit 1 the deck; pass: no more",
    "take": "which card of several is taken",
    "hand_limit": "card discarded down to the hand limit",
    "ability": "number of an ability of the own kit; pass: none",
    "react": "number of an ability that counters; pass: none",
    "discard": "card discarded by an ability",
    "branch": "number of an alternative, from 1",
    "name_kind": "kind of move that is named",
    "mark": "card shown for next turn",
    "reclaim": "card of the combo taken back at a price; pass: no more",
    "next_on_deck": "card that lies next on the deck; pass: no more",
    "hit_or_stand": "bit 0 stop, bit 1 one more card",
    # Yomi 2, beside opener, continue, hit_back, pump, pay, discard, take (by move), ability and branch
    "main": "in the main phase: bit 0 exchange, 1 ability card, 2 power up, 3 gem storm; pass: go to combat",
    "exchange_give": "move of the card that is given away",
    "exchange_take": "move of the card that is taken from the discard pile",
    "ability_card": "move of the ability card that is played",
    "pair": "move of the pair that is discarded for a power up",
    "fetch": "super taken from the discard pile for a pair; pass: meter alone",
    "escape": "move of the pair that is discarded to leave a jail; pass: none",
    "hand_or_deck": "bit 0 the copy in hand, bit 1 the one turned over from the deck",
}
KIND_CODES = {name: code for code, name in enumerate(KINDS)}
(
    OPENER,
    OPENER_AGAIN,
    SOURCE,
    PAY,
    FACE_DOWN,
    CONTINUE,
    HIT_BACK,
    PUMP,
    POWER_UP,
    ACE_FROM,
    TAKE,
    HAND_LIMIT,
    ABILITY,
    REACT,
    DISCARD,
    BRANCH,
    NAME_KIND,
    MARK,
    RECLAIM,
    NEXT_ON_DECK,
    HIT_OR_STAND,
    MAIN,
    EXCHANGE_GIVE,
    EXCHANGE_TAKE,
    ABILITY_CARD,
    PAIR,
    FETCH,
    ESCAPE,
    HAND_OR_DECK,
) = numbered(len(KINDS))

FROM_DISCARD, FROM_DECK = np.int64(0), np.int64(1)
#: Options of `main`.
DO_EXCHANGE, DO_ABILITY, DO_POWER_UP, DO_STORM = numbered(4)


def policy_code(name: str) -> int:
    """The code of a policy that plays batches: one of POLICY_NAMES, a measuring rod, or either with one restriction.

    Raises
    ------
    BadInput : for any other name, with the nearest right one; also for more than one restriction.
    """
    base, forbidden = _parts(name)
    if base not in _CODES:
        near = nearest(name, _every_name()) if isinstance(name, str) else None
        raise unknown("policy", name, dict.fromkeys([*POLICY_NAMES, *([near] if near else [])]), field="policy")
    if len(forbidden) > 1:
        wanted = " or ".join(repr(f"{base}-{restriction}") for restriction in forbidden[:2])
        raise BadInput(f"{name!r} forbids more than one thing; name one, {wanted}", field="policy")
    restrictions = sum(1 << (_POLICY_BITS + RESTRICTIONS.index(restriction)) for restriction in forbidden)
    return int(_CODES[base]) | restrictions


def base_policy(name: str) -> str:
    """The name without restrictions, of a name that `policy_code` knows."""
    return _parts(name)[0]


def is_policy(name: str) -> bool:
    """Whether `policy_code` knows the name."""
    return name in _every_name()


def _parts(name: str) -> tuple[str, list[str]]:
    """A policy's name without the restrictions at its end, and these in the order of the name."""
    forbidden: list[str] = []
    base = name if isinstance(name, str) else ""
    while found := [restriction for restriction in RESTRICTIONS if base.endswith(f"-{restriction}")]:
        base = base.removesuffix(f"-{found[0]}")
        forbidden.insert(0, found[0])
    return base, forbidden


def _every_name() -> list[str]:
    """All names that `policy_code` knows."""
    return [*_CODES, *(f"{base}-{restriction}" for base in _CODES for restriction in RESTRICTIONS)]


def thinks(code: int) -> bool:
    """Whether a policy code needs the compiled unit of `equilibrium`."""
    return int(code) & int(POLICY_MASK) >= EQUILIBRIUM
