"""The order of a shuffled set, found as it is drawn; random hands."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0, bit, has
from yomisim.kernel.jit import compiled, once
from yomisim.kernel.rng import at, below

_U1 = np.uint64(1)
_U3 = np.uint64(3)
_U6 = np.uint64(6)
_U7 = np.uint64(7)
_U63 = np.uint64(63)
#: Addresses of one shuffle under the key of a deck.
SHUFFLE_STRIDE = np.uint64(1 << 32)


@once
def next_in_order(members, key, shuffles, cursor):
    """The next member of a set that is not empty, and the cursor behind it.

    The order is that of first appearance in an endless random sequence of numbers 0 to 63 that belongs to `key` and
    the number of the shuffle (uint64): a uniform permutation of which only the drawn part is ever computed, and in
    which the others keep their order when a member is taken out. `cursor` is 0 after a shuffle.
    """
    base = shuffles * SHUFFLE_STRIDE
    while True:
        # eight candidates of six bits in each hash
        h = at(key, base + (cursor >> _U3)) >> (_U6 * (cursor & _U7))
        left = np.int64(_U7 - (cursor & _U7)) + 1
        for _ in range(left):
            member = np.int64(h & _U63)
            h >>= _U6
            cursor += _U1
            if has(members, member):
                return member, cursor


@compiled
def draw_hand(key, number, cards, size, space):
    """`size` different cards out of the set `cards`, all hands equally likely: hand `number` of a sample.

    `cards` holds at least so many; `space` is above every card. The hand hangs on `key` and `number` alone.
    """
    hand = U0
    address = np.uint64(number) << np.uint64(32)
    while size > 0:
        card = below(at(key, address), space)
        address += np.uint64(1)
        if has(cards, card):
            cards &= ~bit(card)
            hand |= bit(card)
            size -= 1
    return hand
