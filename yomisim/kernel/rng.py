"""Random numbers with an address.

A number is a hash of where it is used (run seed, pair, game, purpose, seat, turn, ordinal), never the next of a
stream: two runs on the same luck then stay coupled although one of them makes an extra decision. The hash is the
SplitMix64 finisher over ``key + address * golden`` (Steele, Lea, Flood 2014), that is SplitMix64 with random access.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, U1
from yomisim.kernel.jit import leaf

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_S32 = np.uint64(32)


@leaf
def mix(x):
    """SplitMix64 finisher: 64 bits in, 64 well mixed bits out (a bijection)."""
    x = (x ^ (x >> _S30)) * _M1
    x = (x ^ (x >> _S27)) * _M2
    return x ^ (x >> _S31)


@leaf
def at(key, address):
    """The random 64 bits at `address` under `key`, both uint64."""
    return mix(key + (address + U1) * GOLDEN)


@leaf
def game_key(seed, pair, number):
    """The key of one game: run seed, pair of characters and game number, all uint64."""
    return mix(mix(mix(seed + GOLDEN) ^ pair) + (number + U1) * GOLDEN)


@leaf
def below(h, n):
    """A whole number from 0 to n - 1 out of the upper half of the random bits `h` (bias below n / 2**32)."""
    return np.int64(((h >> _S32) * np.uint64(n)) >> _S32)


@leaf
def coin(h):
    """0 or 1 from the top bit."""
    return np.int64(h >> np.uint64(63))


__all__ = ["GOLDEN", "U0", "at", "below", "coin", "game_key", "mix"]
