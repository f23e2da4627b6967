"""A run written down: what is to be played, as a TOML file or as the options of ``yomisim run``.

game = "yomi1"
kind = "matchups"
editions = ["first", "second"]
policies = ["greedy"]
precision = 0.5
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from yomisim.batch.plan import DEFAULT_POLICY, MAX_GAMES, MAX_SEED
from yomisim.cards.reading import Strict, complaints, read_toml
from yomisim.errors import BadInput, BadInputs, unknown
from yomisim.paths import GAME_FOLDERS, built_in

#: Folder with plans of the usual jobs, inside the program's own data folder.
PLANS_FOLDER = "plans"


class RunPlan(Strict):
    """What a run plays. Lists that are empty stand for what is usual."""

    game: str = Field(description="the id of a game")
    kind: Literal["matchups", "comparison", "ladder"] = Field(
        "matchups", description="matchups, comparison (two editions on the same luck) or ladder (policies meet)"
    )
    editions: list[str] = Field([], description="a list of editions; empty: the game's default, of a comparison both")
    policies: list[str] = Field([], description="a list of policies; empty: equilibrium, of a ladder all of them")
    characters: list[str] = Field([], description="a list of characters; empty: all")
    pairs: list[str] = Field([], description='a list of pairs such as "a-b"; empty: all pairs of the characters')
    seed: int = Field(1, ge=0, le=MAX_SEED, description="a whole number, 0 to 2^64 - 1")
    games: int | None = Field(None, ge=1, le=MAX_GAMES, description="a number of games for each pair, 1 or more")
    precision: float | None = Field(None, description="a number of points, such as 0.5")
    rows: bool = Field(False, description="true or false: whether to write a row of every game")

    def record(self) -> dict[str, Any]:
        """JSON values, the same for equal plans."""
        return self.model_dump(mode="json")


def read_plan(place: str, changes: Mapping[str, Any]) -> RunPlan:
    """The plan in a file, or of a name, with what the options change.

    Parameters
    ----------
    place : path of a TOML file, the name of a plan that came with the program, or the id of a game (its matchups).
    changes : field -> value, for those that are not None. Games and precision replace each other.

    Raises
    ------
    BadInput : where there is no such plan, or for mistakes in it (file, field and what would be right).
    """
    file = _find(place)
    values = {"game": place} if file is None else read_toml(file)
    told = {name: value for name, value in changes.items() if value is not None}
    for one, other in (("games", "precision"), ("precision", "games")):
        if one in told and other not in told:
            values.pop(other, None)
    return plan_of({**values, **told}, Path(place if file is None else file))


def plan_of(values: Mapping[str, Any], source: Path) -> RunPlan:
    """A plan from plain values; `source` is named where they are wrong.

    Raises
    ------
    BadInput : for mistakes in them.
    """
    try:
        plan = RunPlan.model_validate(dict(values))
    except ValidationError as error:
        raise BadInputs(list(complaints(error, RunPlan, dict(values), source).values())) from None
    _check(plan, source)
    return plan


def _check(plan: RunPlan, source: Path) -> None:
    """What fields have to do with each other."""
    if plan.games is not None and plan.precision is not None:
        raise BadInput("give the number of games or the precision, not both", file=source, field="precision")
    if plan.kind != "matchups":
        for field in ("precision", "rows", "pairs"):
            if getattr(plan, field):
                raise BadInput('only for a plan of the kind "matchups"', file=source, field=field)
    if plan.kind == "comparison":
        if len(plan.editions) not in (0, 2):
            raise BadInput("a comparison needs two editions, or none named for the first two", file=source)
        if len(plan.policies) > 1:
            raise BadInput("a comparison has one policy", file=source, field="policies")
    if plan.kind == "ladder" and len(plan.policies) == 1:
        raise BadInput("a ladder needs two policies, or none named for all of them", file=source, field="policies")
    if plan.pairs and plan.characters:
        raise BadInput("give pairs or characters, not both", file=source, field="pairs")


def policies_of(plan: RunPlan) -> list[str]:
    """The policies that play matchups or a comparison, each against itself."""
    return list(dict.fromkeys(plan.policies)) or [DEFAULT_POLICY]


def known_plans() -> dict[str, Path]:
    """Name -> file of the plans that came with the program."""
    for folder in built_in():
        files = sorted((folder / PLANS_FOLDER).glob("*.toml"))
        if files:
            return {file.stem: file for file in files}
    return {}


def _find(place: str) -> Path | None:
    """The file that is meant; None where a game's id is."""
    if Path(place).suffix == ".toml" or "/" in place:
        return Path(place)
    plans = known_plans()
    if place in plans:
        return plans[place]
    if place in GAME_FOLDERS:
        return None
    raise unknown("plan", place, [*plans, *GAME_FOLDERS, "or a file PLAN.toml"])
