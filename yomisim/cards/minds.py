"""What policies think that states are worth: from ``data/policies/GAME.toml`` to records, whatever the game.

The file holds, for each edition, weights for any character (`shared`) and for single characters whose own weights
differ. An edition that is not in the file falls back on rules of thumb, and so do data without such a file. Which
weights there are is each game's own matter (`cards/yomi1/minds.py`, `cards/yomi2/minds.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import numpy as np
from pydantic import Field, ValidationError

from yomisim.cards.folder import CHARACTER_FOLDER, RULES_FILE, Folder
from yomisim.cards.numbers import HAND_STEPS, LIFE_STEPS
from yomisim.cards.reading import Strict, complaints, hash_of_files, place, read_toml
from yomisim.errors import BadInput, one_or_many, unknown
from yomisim.paths import POLICIES_FOLDER, built_in

#: Log-odds of a fighter without life: the game is decided.
DEAD = -12.0
#: Most hands that are sampled for one side.
MOST_HANDS = 8
#: Most rounds of a solution.
MOST_ROUNDS = 256

#: Most that an ability can be worth beyond its verbs, in tenths of a point of life: it is used whenever it may be, or
#: (less than nothing) never.
MOST_BEYOND = 1000

LogOdds = Annotated[float, Field(ge=-20, le=20)]
#: In tenths of a point of life.
Tenths = Annotated[int, Field(ge=-MOST_BEYOND, le=MOST_BEYOND)]

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

    def names(self) -> list[tuple[str, str, str, Sequence[str]]]:
        """Names of the game's own in these weights: (field, what is named, name, those that there are)."""
        return []

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
    abilities: dict[str, dict[str, Tenths]] = Field(
        default_factory=dict,
        description=f"whole numbers from -{MOST_BEYOND} to {MOST_BEYOND} (tenths of a point of life) by ability, "
        "in tables by character id",
    )
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

    def beyond(self, character: str) -> dict[str, int]:
        """What abilities of a character are worth beyond their verbs, by name, in tenths of a point of life."""
        return {} if self.weights is None else self.weights.abilities.get(character, {})

    def of(self, character: str) -> Any:
        """Weights of a character, by id."""
        return (
            self.kind.thumb() if self.weights is None else self.weights.characters.get(character, self.weights.shared)
        )

    def record(self, character: str) -> np.ndarray:
        """MIND record of a character (by id), shape (1,), without what its abilities are worth."""
        return self.of(character).record(self.play)


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


#: From a character to the names of its abilities that may have a number.
Named = Callable[[Any], Sequence[str]]
#: By edition and character: the names of its abilities; None where these cannot be read.
Known = Mapping[str, Mapping[str, Iterable[str] | None]]


def check_names(read: tuple[Path, PolicyFile] | None, data: Path, known: Known) -> None:
    """Refuse weights in this data folder for what it does not have.

    Weights that came with the program may know more than a changed copy of the data has.

    Raises
    ------
    BadInput : for such editions, characters and abilities, with the nearest right one.
    """
    if read is None or read[0].parent.parent != data:
        return
    errors = unknown_names(*read, known)
    if errors:
        raise one_or_many(errors)


def _tables(weights: EditionWeights) -> list[tuple[tuple[str, ...], AnyWeights]]:
    """All tables of weights of an edition, with their places in it."""
    return [(("shared",), weights.shared), *((("characters", name), one) for name, one in weights.characters.items())]


def unknown_names(file: Path, policy: PolicyFile, known: Known) -> list[BadInput]:
    """Mistakes in the names of a policy file: editions, characters and abilities that there are not.

    Characters of the program's own data may be named all the same: a copy without one of them still has its weights.
    """
    errors = []
    shipped = {path.stem for data in built_in() for path in (data / file.stem / CHARACTER_FOLDER).glob("*.toml")}
    for edition, weights in policy.editions.items():
        if edition not in known:
            errors.append(unknown("edition", edition, known, file=file, field=f"editions.{edition}"))
            continue
        characters = known[edition]
        for table, names in (("characters", weights.characters), ("abilities", weights.abilities)):
            errors += [
                unknown("character", name, characters, file=file, field=f"editions.{edition}.{table}.{name}")
                for name in names
                if name not in characters and name not in shipped
            ]
        for where, one in _tables(weights):
            errors += [
                unknown(what, name, there, file=file, field=place(("editions", edition, *where, field, name), None))
                for field, what, name, there in one.names()
                if name not in there
            ]
        for character, numbers in weights.abilities.items():
            abilities = characters.get(character)
            if abilities is not None:
                errors += [
                    unknown(
                        "ability",
                        name,
                        abilities,
                        file=file,
                        field=place(("editions", edition, "abilities", character, name), None),
                    )
                    for name in numbers
                    if name not in abilities
                ]
    return errors


def weights_mistakes(file: Path, folder: Folder, kind: type[AnyWeights], named: Named) -> list[BadInput]:
    """Mistakes in a file of weights of `equilibrium`; names are those of the game folder, if that can be used.

    `named` : the names of a character's abilities.
    """
    policy, errors = read_policy(file, kind)
    if policy is None or not folder.editions:
        return errors
    # a character whose file has a mistake is there all the same
    written = {path.stem for path in folder.files if path.name != RULES_FILE}
    known = {
        edition: {name: named(found[name]) if name in found else None for name in sorted(written.union(found))}
        for edition, found in folder.characters.items()
    }
    return unknown_names(file, policy, known)


def minds_of(read: tuple[Path, PolicyFile] | None, edition: str, kind: type[AnyWeights]) -> Minds:
    """Those of one edition."""
    if read is None or edition not in read[1].editions:
        return Minds(kind=kind)
    file, policy = read
    return Minds(policy.editions[edition], hash_of_files(file.parent, [file]), kind)


def learned(folder: Folder, edition: str, kind: type[AnyWeights], named: Named) -> Minds:
    """What is thought in one edition of a game; `named` : the names of a character's abilities.

    Raises
    ------
    BadInput : for a policy file with mistakes, or one that knows what this folder does not have.
    """
    data = folder.path.parent
    read = read_minds(data, folder.path.name, kind)
    known = {
        one: {name: named(character) for name, character in found.items()} for one, found in folder.characters.items()
    }
    check_names(read, data, known)
    return minds_of(read, edition, kind)


def line_through(knots: Sequence[float], values: Sequence[float], x: np.ndarray) -> np.ndarray:
    """Linear between the knots, and beyond the last one with its slope. float64, the shape of `x`."""
    y = np.interp(x, knots, values)
    slope = (values[-1] - values[-2]) / (knots[-1] - knots[-2])
    return np.where(x > knots[-1], values[-1] + slope * (x - knots[-1]), y)
