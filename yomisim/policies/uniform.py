"""Policy `random`: every distinct option is equally likely."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import PASS_BIT, U0, count, select
from yomisim.kernel.jit import leaf, once
from yomisim.kernel.rng import at, below
from yomisim.policies.codes import OPENER_AGAIN
from yomisim.rules.records import LUCK_WORDS

_U255 = np.uint64(255)
_TURN_STRIDE = np.uint64(1 << 16)


@leaf
def roll(luck, kind):
    """The next random 64 bits of this seat for decisions of one kind (LUCK record, see rules state)."""
    word = kind >> 3
    shift = np.uint64((kind & 7) * 8)
    ordinal = (luck["ordinals"][word] >> shift) & _U255
    luck["ordinals"][word] += np.uint64(1) << shift
    return at(luck["key"], luck["turn"] * _TURN_STRIDE + np.uint64(kind) * np.uint64(256) + ordinal)


@leaf
def start_turn(luck, turn):
    """A new turn (uint64): this seat has made no random choice of any kind yet."""
    luck["turn"] = turn
    for word in range(LUCK_WORDS):
        luck["ordinals"][word] = U0


@once
def choose_uniform(luck, kind, options):
    """One of `options` at random. No-card is taken only where no card can be played."""
    if kind <= OPENER_AGAIN and options != PASS_BIT:
        options = options & ~PASS_BIT
    return select(options, below(roll(luck, kind), count(options)))
