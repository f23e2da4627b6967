"""What the policy `equilibrium` thinks that states are worth: from ``data/policies/yomi1.toml`` to MIND records.

The file holds, for each edition, weights for any character (`shared`) and for single characters whose own weights
differ. An edition that is not in the file falls back on rules of thumb (THUMB), and so do data without such a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationError

from yomisim.cards.reading import Strict, complaints, hash_of_files, read_toml
from yomisim.cards.yomi1.tables import HAND_STEPS, LIFE_STEPS, MIND, RANK_NAMES
from yomisim.errors import BadInput, one_or_many, unknown
from yomisim.paths import POLICIES_FOLDER, built_in

#: Where the worth of life and of the number of cards is given; between these points it is linear.
LIFE_KNOTS = (0, 10, 20, 35, 50, 70, 100)
HAND_KNOTS = (0, 1, 2, 3, 4, 6, 8, 10, 13)
#: Log-odds of a fighter without life: the game is decided.
DEAD = -12.0
#: Most hands that are sampled for one side.
MOST_HANDS = 8
#: Most rounds of a solution.
MOST_ROUNDS = 256

LogOdds = Annotated[float, Field(ge=-20, le=20)]


class Weights(Strict):
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


class Play(Strict):
    """How combats are solved on these weights."""

    temper: Annotated[float, Field(ge=0.0005, le=1)] = Field(
        default=0.02, description="from 0.0005 to 1, how much win probability over the rounds changes what is played"
    )
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = Field(
        default=16, description=f"a whole number from 1 to {MOST_ROUNDS}"
    )
    hands: Annotated[int, Field(ge=1, le=MOST_HANDS)] = Field(
        default=6, description=f"a whole number from 1 to {MOST_HANDS}"
    )


class EditionWeights(Strict):
    """Weights in one edition."""

    shared: Weights = Field(description="a table of weights for any character")
    characters: dict[str, Weights] = Field(default_factory=dict, description="tables of weights by character id")
    play: Play = Field(default_factory=Play, description="a table with temper, rounds, hands")


class PolicyFile(Strict):
    """The file as a whole; `made` is the record of how it was made."""

    made: dict[str, Any] = Field(default_factory=dict, description="a table that says how this was made")
    editions: dict[str, EditionWeights] = Field(description="a table of weights for each edition")


#: Rules of thumb in log-odds: a card is worth two to three points of life, an Ace four, a Joker six, a knockdown ten.
THUMB = Weights(
    life=[0.0, 0.42, 0.8, 1.32, 1.8, 2.4, 3.2],
    hand=[0.0, 0.1, 0.19, 0.27, 0.34, 0.47, 0.59, 0.69, 0.8],
    rank=[0.0] * 9 + [0.01, 0.01, 0.01, 0.08, 0.14],
    down=-0.3,
    in_play=0.1,
)


@dataclass(frozen=True)
class Minds:
    """What is thought of the characters of one edition.

    Attributes
    ----------
    weights : of this edition, or None for rules of thumb.
    hash : 12 hex digits over the file, or "thumb".
    """

    weights: EditionWeights | None = None
    hash: str = "thumb"

    @property
    def play(self) -> Play:
        """How combats are solved."""
        return Play() if self.weights is None else self.weights.play

    def record(self, character: str) -> np.ndarray:
        """MIND record of a character (by id), shape (1,)."""
        if self.weights is None:
            return mind_record(THUMB, Play())
        return mind_record(self.weights.characters.get(character, self.weights.shared), self.weights.play)


def read_minds(data: Path, game: str) -> tuple[Path, PolicyFile] | None:
    """The policy file of a game, from this data folder or else from the program's own data; None where there is none.

    Raises
    ------
    BadInput : for a file with mistakes (BadInputs for several).
    """
    for folder in (data, *built_in()):
        file = folder / POLICIES_FOLDER / f"{game}.toml"
        if file.is_file():
            policy, errors = read_policy(file)
            if policy is None:
                raise one_or_many(errors)
            return file, policy
    return None


def read_policy(file: Path) -> tuple[PolicyFile | None, list[BadInput]]:
    """What stands in a policy file, or else None and the mistakes."""
    try:
        raw = read_toml(file)
    except BadInput as error:
        return None, [error]
    try:
        return PolicyFile.model_validate(raw), []
    except ValidationError as error:
        return None, list(complaints(error, PolicyFile, raw, file).values())


def check_names(read: tuple[Path, PolicyFile] | None, data: Path, known: Mapping[str, Iterable[str]]) -> None:
    """Refuse weights in this data folder for what it does not have; `known`: edition -> ids of its characters.

    Weights that came with the program may know more than a changed copy of the data has.

    Raises
    ------
    BadInput : for such editions and characters, with the nearest right one.
    """
    if read is None or read[0].parent.parent != data:
        return
    errors = unknown_names(*read, known)
    if errors:
        raise one_or_many(errors)


def unknown_names(file: Path, policy: PolicyFile, known: Mapping[str, Iterable[str]]) -> list[BadInput]:
    """Mistakes in the names of a policy file: editions and characters that there are not; `known` as above."""
    errors = []
    for edition, weights in policy.editions.items():
        if edition not in known:
            errors.append(unknown("edition", edition, known, file=file, field=f"editions.{edition}"))
            continue
        characters = list(known[edition])
        errors += [
            unknown("character", name, characters, file=file, field=f"editions.{edition}.characters.{name}")
            for name in weights.characters
            if name not in characters
        ]
    return errors


def minds_of(read: tuple[Path, PolicyFile] | None, edition: str) -> Minds:
    """Those of one edition."""
    if read is None or edition not in read[1].editions:
        return Minds()
    file, policy = read
    return Minds(policy.editions[edition], hash_of_files(file.parent, [file]))


def mind_record(weights: Weights, play: Play) -> np.ndarray:
    """A MIND record, shape (1,)."""
    mind = np.zeros(1, MIND)
    mind["life"][0] = line_through(LIFE_KNOTS, weights.life, np.arange(LIFE_STEPS))
    mind["life"][0, 0] = DEAD
    mind["hand"][0] = line_through(HAND_KNOTS, weights.hand, np.arange(HAND_STEPS))
    mind["rank"][0] = weights.rank
    mind["down"] = weights.down
    mind["in_play"] = weights.in_play
    for name in ("temper", "rounds", "hands"):
        mind[name] = getattr(play, name)
    return mind


def line_through(knots: Sequence[float], values: Sequence[float], x: np.ndarray) -> np.ndarray:
    """Linear between the knots, and beyond the last one with its slope. float64, the shape of `x`."""
    y = np.interp(x, knots, values)
    slope = (values[-1] - values[-2]) / (knots[-1] - knots[-2])
    return np.where(x > knots[-1], values[-1] + slope * (x - knots[-1]), y)
