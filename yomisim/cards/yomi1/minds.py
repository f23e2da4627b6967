"""What `equilibrium` thinks that states of Yomi are worth: from ``data/policies/yomi1.toml`` to MIND records."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from yomisim.cards import minds
from yomisim.cards.minds import AnyWeights, LogOdds, Play
from yomisim.cards.yomi1.tables import MIND, RANK_NAMES


class Weights(AnyWeights):
    """Worth of what a fighter has, in log-odds of winning."""

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
        self.fill(mind, play)
        mind["rank"][0] = self.rank
        mind["down"] = self.down
        mind["in_play"] = self.in_play
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
