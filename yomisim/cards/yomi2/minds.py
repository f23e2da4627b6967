"""What `equilibrium` thinks that states of Yomi 2 are worth: from ``data/policies/yomi2.toml`` to MIND records."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from pydantic import Field

from yomisim.cards.minds import AnyWeights, LogOdds, Play
from yomisim.cards.yomi2.tables import MAX_METER, MIND


class Weights(AnyWeights):
    """Worth of what a fighter has, in log-odds of winning."""

    #: Temper is the difference of win probability of one combat that is hardly told apart.
    PLAIN_PLAY: ClassVar[Play] = Play(temper=0.005, rounds=8, hands=6)

    meter: list[LogOdds] = Field(
        min_length=MAX_METER + 1,
        max_length=MAX_METER + 1,
        description=f"{MAX_METER + 1} numbers from -20 to 20, the worth of 0 to {MAX_METER} super meter",
    )
    block: LogOdds = Field(description="a number from -20 to 20, what a block in hand is worth beyond being a card")
    special: LogOdds = Field(description="a number from -20 to 20, the same of a special")
    super: LogOdds = Field(description="a number from -20 to 20, the same of a super")
    ability: LogOdds = Field(description="a number from -20 to 20, the same of an ability")
    down: LogOdds = Field(description="a number from -20 to 20, what it is worth to be knocked down (negative)")
    edge: LogOdds = Field(description="a number from -20 to 20, the worth of the edge in the next combat")
    in_play: LogOdds = Field(description="a number from -20 to 20, the worth of a card that stays in play")

    @classmethod
    def thumb(cls) -> Weights:
        """Rules of thumb: a card is worth two to three points of life, a block six, a knockdown ten."""
        return THUMB

    def record(self, play: Play) -> np.ndarray:
        """A MIND record, shape (1,)."""
        mind = np.zeros(1, MIND)
        self.fill(mind, play)
        mind["meter"][0] = self.meter
        for name in ("block", "special", "super", "ability", "down", "edge", "in_play"):
            mind[name] = getattr(self, name)
        return mind


THUMB = Weights(
    life=[0.0, 0.5, 0.95, 1.55, 2.1, 2.8, 3.7],
    hand=[0.0, 0.14, 0.26, 0.37, 0.47, 0.65, 0.81, 0.95, 1.1],
    meter=[0.0, 0.09, 0.17, 0.24],
    block=0.12,
    special=0.02,
    super=0.05,
    ability=0.0,
    down=-0.2,
    edge=0.1,
    in_play=0.1,
)
