"""Compiled helpers that count random numbers and draw whole decks."""

from __future__ import annotations

import numpy as np

from yomisim.kernel.bits import U0
from yomisim.kernel.jit import entry
from yomisim.kernel.rng import at, below, coin
from yomisim.rules.yomi1.state import DEEP
from yomisim.rules.yomi1.zones import next_card, take_from_deck

ALL = np.uint64((1 << 54) - 1)


@entry
def count_below(key, first, samples, n, counts):
    """Add to counts[i] how often `below` gives i, over addresses first, first + 1, ...; returns the least and most."""
    least, most = n, np.int64(-1)
    for i in range(samples):
        x = below(at(key, np.uint64(first + i)), n)
        least, most = min(least, x), max(most, x)
        if 0 <= x < n:
            counts[x] += 1
    return least, most


@entry
def count_coins(key, samples, counts):
    """counts[a, b]: how often a toss gives a and the next one b."""
    last = coin(at(key, U0))
    for i in range(1, samples):
        now = coin(at(key, np.uint64(i)))
        counts[last, now] += 1
        last = now


@entry
def count_bits(samples, key_step, address_step, counts):
    """counts[i]: how often bit i is set, over keys and addresses that grow by the given steps."""
    key = address = U0
    for _ in range(samples):
        h = at(key, address)
        key += key_step
        address += address_step
        for i in range(64):
            counts[i] += np.int64((h >> np.uint64(i)) & np.uint64(1))


@entry
def draw_decks(decks, first_key, positions, follows):
    """positions[card, place] and follows[card, next card] over decks with the keys at(7, first_key + i)."""
    box = np.zeros(1, DEEP)
    deep = box[0]
    for i in range(decks):
        deep["key"] = at(np.uint64(7), np.uint64(first_key + i))
        deep["deck"] = ALL
        deep["cursor"] = 0
        deep["shuffles"] = 0
        deep["placed"] = 0
        last = np.int64(-1)
        for place in range(54):
            card = next_card(deep)
            positions[card, place] += 1
            if last >= 0:
                follows[last, card] += 1
            last = card
    return box[0]["deck"]


@entry
def order(deep, out):
    """Draw everything; out[i] is the card at place i, -1 after the last."""
    for place in range(out.size):
        out[place] = next_card(deep)


@entry
def take(deep, card):
    """Search the deck for a card."""
    take_from_deck(deep, card)
