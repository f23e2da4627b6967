"""What policies think that states are worth: from ``data/policies/GAME.toml`` to records, whatever the game.

The file holds, for each edition, weights for any character (`shared`) and for single characters whose own weights
differ. An edition that is not in the file falls back on rules of thumb, and so do data without such a file. Which
weights there are is each game's own matter (`cards/yomi1/minds.py`, `cards/yomi2/minds.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import numpy as np
from pydantic import Field, ValidationError

from yomisim.cards.folder import RULES_FILE, Folder
from yomisim.cards.numbers import HAND_STEPS, LIFE_STEPS
from yomisim.cards.reading import Strict, complaints, hash_of_files, read_toml
from yomisim.errors import BadInput, one_or_many, unknown
from yomisim.paths import POLICIES_FOLDER, built_in

#: Log-odds of a fighter without life: the game is decided.
DEAD = -12.0
#: Most hands that are sampled for one side.
MOST_HANDS = 8
#: Most rounds of a solution.
MOST_ROUNDS = 256

LogOdds = Annotated[float, Field(ge=-20, le=20)]

#: Where the worth of life and of the number of cards is given; between these points it is linear.
LIFE_KNOTS = (0, 10, 20, 35, 50, 70, 100)
HAND_KNOTS = (0, 1, 2, 3, 4, 6, 8, 10, 13)


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


class AnyWeights(Strict):
    """Worth of what a fighter has, in log-odds of winning; beyond life and cards the fields are each game's own."""

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

    #: How combats are solved where nobody says it.
    PLAIN_PLAY: ClassVar[Play] = Play()

    @classmethod
    def thumb(cls) -> Any:
        """Rules of thumb, for data without trained weights."""
        raise NotImplementedError

    def record(self, play: Play) -> np.ndarray:
        """A MIND record of the game, shape (1,)."""
        raise NotImplementedError

    def fill(self, mind: np.ndarray, play: Play) -> None:
        """Write what both games have into a MIND record, shape (1,)."""
        mind["life"][0] = line_through(LIFE_KNOTS, self.life, np.arange(LIFE_STEPS))
        mind["life"][0, 0] = DEAD
        mind["hand"][0] = line_through(HAND_KNOTS, self.hand, np.arange(HAND_STEPS))
        for name in Play.model_fields:
            mind[name] = getattr(play, name)


W = TypeVar("W", bound=AnyWeights)


class EditionWeights(Strict, Generic[W]):
    """Weights in one edition."""

    shared: W = Field(description="a table of weights for any character")
    characters: dict[str, W] = Field(default_factory=dict, description="tables of weights by character id")
    play: Play = Field(default_factory=Play, description="a table with temper, rounds, hands")


class PolicyFile(Strict, Generic[W]):
    """The file as a whole; `made` is the record of how it was made."""

    made: dict[str, Any] = Field(default_factory=dict, description="a table that says how this was made")
    editions: dict[str, EditionWeights[W]] = Field(description="a table of weights for each edition")


@dataclass(frozen=True)
class Minds:
    """What is thought of the characters of one edition.

    Attributes
    ----------
    weights : of this edition, or None for rules of thumb.
    hash : 12 hex digits over the file, or "thumb".
    kind : the game's class of weights.
    """

    weights: Any = None
    hash: str = "thumb"
    kind: Any = None

    @property
    def play(self) -> Play:
        """How combats are solved."""
        return self.kind.PLAIN_PLAY if self.weights is None else self.weights.play

    def record(self, character: str) -> np.ndarray:
        """MIND record of a character (by id), shape (1,)."""
        if self.weights is None:
            return self.kind.thumb().record(self.kind.PLAIN_PLAY)
        return self.weights.characters.get(character, self.weights.shared).record(self.weights.play)


def read_minds(data: Path, game: str, kind: type[AnyWeights]) -> tuple[Path, PolicyFile] | None:
    """The policy file of a game with weights of its `kind`, from this folder or else the program's own; None: none.

    Raises
    ------
    BadInput : for a file with mistakes (BadInputs for several).
    """
    for folder in (data, *built_in()):
        file = folder / POLICIES_FOLDER / f"{game}.toml"
        if file.is_file():
            policy, errors = read_policy(file, kind)
            if policy is None:
                raise one_or_many(errors)
            return file, policy
    return None


def read_policy(file: Path, kind: type[AnyWeights]) -> tuple[PolicyFile | None, list[BadInput]]:
    """What stands in a policy file with weights of this kind, or else None and the mistakes."""
    model = PolicyFile[kind]  # type: ignore[valid-type]
    try:
        raw = read_toml(file)
    except BadInput as error:
        return None, [error]
    try:
        return model.model_validate(raw), []
    except ValidationError as error:
        return None, list(complaints(error, model, raw, file).values())


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


def weights_mistakes(file: Path, folder: Folder, kind: type[AnyWeights]) -> list[BadInput]:
    """Mistakes in a file of weights of `equilibrium`; names are those of the game folder, if that can be used."""
    policy, errors = read_policy(file, kind)
    if policy is None or not folder.editions:
        return errors
    # a character whose file has a mistake is there all the same
    written = {path.stem for path in folder.files if path.name != RULES_FILE}
    known = {edition: sorted(written.union(ids)) for edition, ids in folder.characters.items()}
    return unknown_names(file, policy, known)


def minds_of(read: tuple[Path, PolicyFile] | None, edition: str, kind: type[AnyWeights]) -> Minds:
    """Those of one edition."""
    if read is None or edition not in read[1].editions:
        return Minds(kind=kind)
    file, policy = read
    return Minds(policy.editions[edition], hash_of_files(file.parent, [file]), kind)


def learned(data: Path, game: str, edition: str, known: Mapping[str, Iterable[str]], kind: type[AnyWeights]) -> Minds:
    """What is thought in one edition of a game whose folder lies in `data`; `known`: edition -> ids of its characters.

    Raises
    ------
    BadInput : for a policy file with mistakes, or one that knows what this folder does not have.
    """
    read = read_minds(data, game, kind)
    check_names(read, data, known)
    return minds_of(read, edition, kind)


def line_through(knots: Sequence[float], values: Sequence[float], x: np.ndarray) -> np.ndarray:
    """Linear between the knots, and beyond the last one with its slope. float64, the shape of `x`."""
    y = np.interp(x, knots, values)
    slope = (values[-1] - values[-2]) / (knots[-1] - knots[-2])
    return np.where(x > knots[-1], values[-1] + slope * (x - knots[-1]), y)
