"""What life and cards are worth, by a MIND record of either game, in log-odds of winning."""

from __future__ import annotations

from yomisim.cards.numbers import HAND_STEPS, LIFE_STEPS
from yomisim.kernel.jit import leaf


@leaf
def life_worth(mind, life):
    """Worth of `life` left."""
    return mind["life"][min(max(life, 0), LIFE_STEPS - 1)]


@leaf
def damage_worth(mind, life, damage):
    """What `damage` takes from a fighter with `life` left."""
    return life_worth(mind, life) - life_worth(mind, life - damage)


@leaf
def size_worth(mind, n):
    """Worth of having one card more than n - 1."""
    n = min(max(n, 1), HAND_STEPS - 1)
    return mind["hand"][n] - mind["hand"][n - 1]
