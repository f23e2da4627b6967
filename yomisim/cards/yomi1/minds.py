"""What `equilibrium` thinks that states of Yomi are worth: from ``data/policies/yomi1.toml`` to MIND records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
from pydantic import Field

from yomisim.cards import minds
from yomisim.cards.minds import AnyWeights, LogOdds, Play
from yomisim.cards.reading import Strict
from yomisim.cards.yomi1.schema import SIDE_NAMES
from yomisim.cards.yomi1.tables import FATE_NAMES, MIND, RANK_NAMES, RANKS

#: Log-odds that are not worth a line.
_TRIFLE = 0.0005

#: Moves as a policy file names them, in the order of side space.
MOVES = tuple(f"{rank} {side}" for rank in RANK_NAMES for side in SIDE_NAMES)
#: How likely a card is in hand, against others.
Likelihood = Annotated[float, Field(ge=0.01, le=100)]

_BEYOND = Field(default=0.0, description="a number from -20 to 20")


class MoveWorth(Strict):
    """What fates of a move are worth beyond what is counted; the fields are FATE_NAMES."""

    misses: LogOdds = _BEYOND
    hits: LogOdds = _BEYOND
    beaten: LogOdds = _BEYOND
    stops: LogOdds = _BEYOND
    blocked: LogOdds = _BEYOND
    trades: LogOdds = _BEYOND
    crushed: LogOdds = _BEYOND
    reflected: LogOdds = _BEYOND


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
    start: LogOdds = Field(default=0.0, description="a number from -20 to 20, the worth of the character itself")
    kept: list[Likelihood] = Field(
        default=[1.0] * RANKS,
        min_length=RANKS,
        max_length=RANKS,
        description=f"{RANKS} numbers from 0.01 to 100, how likely a card of rank {', '.join(RANK_NAMES)} is in hand "
        "rather than in the deck, against other ranks",
    )
    moves: dict[str, MoveWorth] = Field(
        default_factory=dict,
        description=f"tables by move ({MOVES[0]}, {MOVES[1]}, {MOVES[2]}, ...) of numbers from -20 to 20 by what "
        f"becomes of it ({', '.join(FATE_NAMES)})",
    )

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
        mind["start"] = self.start
        mind["kept"][0] = np.array(self.kept) / max(self.kept)
        for move, worth in self.moves.items():
            mind["beyond"][0, side_of(move), 1:] = [getattr(worth, fate) for fate in FATE_NAMES]
        return mind

    def names(self) -> list[tuple[str, str, str, Sequence[str]]]:
        """Moves."""
        return [("moves", "move", move, MOVES) for move in self.moves]


def side_of(move: str) -> int:
    """The number in side space of a move as a policy file names it."""
    rank, edge = divmod(MOVES.index(move), len(SIDE_NAMES))
    return 4 * rank + edge


def moves_of(beyond: np.ndarray) -> dict[str, MoveWorth]:
    """Moves for a policy file, from what each fate of each side is worth: float64, shape (SIDES, FATES)."""
    found = {}
    for move in MOVES:
        row = beyond[side_of(move), 1:]
        worth = {fate: round(float(value), 3) for fate, value in zip(FATE_NAMES, row) if abs(value) >= _TRIFLE}
        if worth:
            found[move] = MoveWorth(**worth)
    return found


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
