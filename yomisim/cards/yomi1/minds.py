"""What `equilibrium` thinks that states of Yomi are worth: from ``data/policies/yomi1.toml`` to MIND records."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from yomisim.cards import minds
from yomisim.cards.minds import DEAD, AnyWeights, LogOdds, Play, line_through
from yomisim.cards.yomi1.tables import HAND_STEPS, LIFE_STEPS, MIND, RANK_NAMES

#: Where the worth of life and of the number of cards is given; between these points it is linear.
LIFE_KNOTS = (0, 10, 20, 35, 50, 70, 100)
HAND_KNOTS = (0, 1, 2, 3, 4, 6, 8, 10, 13)


class Weights(AnyWeights):
    """Worth of what a fighter has, in log-odds of winning."""

    life: list[LogOdds] = Field(
        min_length=len(LIFE_KNOTS),
        max_length=len(LIFE_KNOTS),
        description=f"{len(LIFE_KNOTS)} numbers from -20 to 20, the worth of {', '.join(map(str, LIFE_KNOTS))} life",
    )
    hand: list[LogOdds] = Field(
        min_length=len(HAND_KNOTS),
        max_length=len(HAND_KNOTS),
        description=f"{len(HAND_KNOTS)} numbers from -20 to 20, "
        f"the worth of a hand of {', '.join(map(str, HAND_KNOTS))} cards",
    )
    rank: list[LogOdds] = Field(
        min_length=len(RANK_NAMES),
        max_length=len(RANK_NAMES),
        description=f"{len(RANK_NAMES)} numbers from -20 to 20, "
        f"what a card of rank {', '.join(RANK_NAMES)} is worth beyond that",
    )
    down: LogOdds = Field(description="a number from -20 to 20, what it is worth to be knocked down (negative)")
    in_play: LogOdds = Field(description="a number from -20 to 20, the worth of a card that stays in play")

    @classmethod
    def thumb(cls) -> Weights:
        """Rules of thumb."""
        return THUMB

    def record(self, play: Play) -> np.ndarray:
        """A MIND record, shape (1,)."""
        mind = np.zeros(1, MIND)
        mind["life"][0] = line_through(LIFE_KNOTS, self.life, np.arange(LIFE_STEPS))
        mind["life"][0, 0] = DEAD
        mind["hand"][0] = line_through(HAND_KNOTS, self.hand, np.arange(HAND_STEPS))
        mind["rank"][0] = self.rank
        mind["down"] = self.down
        mind["in_play"] = self.in_play
        for name in ("temper", "rounds", "hands"):
            mind[name] = getattr(play, name)
        return mind


#: Rules of thumb in log-odds: a card is worth two to three points of life, an Ace four, a Joker six, a knockdown ten.
THUMB = Weights(
    life=[0.0, 0.42, 0.8, 1.32, 1.8, 2.4, 3.2],
    hand=[0.0, 0.1, 0.19, 0.27, 0.34, 0.47, 0.59, 0.69, 0.8],
    rank=[0.0] * 9 + [0.01, 0.01, 0.01, 0.08, 0.14],
    down=-0.3,
    in_play=0.1,
)


def mind_record(weights: Weights, play: Play) -> np.ndarray:
    """A MIND record, shape (1,)."""
    return weights.record(play)


EditionWeights = minds.EditionWeights[Weights]
PolicyFile = minds.PolicyFile[Weights]
