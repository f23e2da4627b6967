"""The rule constants of Yomi (first game) as game.toml holds them."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError

from yomisim.cards.reading import Reader, Strict, complaints, read_toml
from yomisim.cards.yomi1.schema import NAME_TEXT, TRUTH_TEXT, Name, Speed
from yomisim.cards.yomi1.tables import RULES
from yomisim.errors import BadInput, unknown

CARDS_TEXT = "a whole number of cards from 0 to 54"
ACES_TEXT = "a whole number of Aces from 0 to 4"
POWER_UP_TEXT = "a table of Aces (0 to 4) for a pair, three and four of a kind, such as { 2 = 1, 3 = 2, 4 = 3 }"
CHAIN_TEXT = "a table of Aces (0 to 4) by the length (1 to 15) of a run, such as { 3 = 1, 4 = 2 }"

Cards = Annotated[int, Field(ge=0, le=54)]
Aces = Annotated[int, Field(ge=0, le=4)]


def _all_sizes(table: dict[Any, int]) -> dict[Any, int]:
    if set(table) != {"2", "3", "4"}:
        raise ValueError("each size of set is needed")
    return table


class Rules(Strict):
    """Constants and switches of one edition; the same names as the fields of the packed record."""

    opening_hand: Cards = Field(description=CARDS_TEXT)
    cards_per_draw: Cards = Field(description=CARDS_TEXT)
    block_draw: Cards = Field(description=CARDS_TEXT)
    rewind_draw: Cards = Field(description=CARDS_TEXT)
    gold_burst_aces: Aces = Field(description=ACES_TEXT)
    gold_burst_from_discard: bool = Field(description=TRUTH_TEXT)
    power_up_aces: Annotated[dict[Literal["2", "3", "4"], Aces], AfterValidator(_all_sizes)] = Field(
        description=POWER_UP_TEXT
    )
    chain_aces: dict[Annotated[str, Field(pattern=r"^([1-9]|1[0-5])$")], Aces] = Field(description=CHAIN_TEXT)
    hand_limit: Cards = Field(description=CARDS_TEXT + " (0 is no limit)")
    turn_limit: int = Field(ge=1, le=10_000, description="a whole number from 1 to 10000")
    normal_draw: Cards = Field(description=CARDS_TEXT)
    normal_draw_on_tie: bool = Field(description=TRUTH_TEXT)
    double_knockdown_cancels: bool = Field(description=TRUTH_TEXT)
    life_cap: bool = Field(description=TRUTH_TEXT)
    last_card_ends_game: bool = Field(description=TRUTH_TEXT)
    taking_last_card_ends_game: bool = Field(description=TRUTH_TEXT)
    empty_deck: Literal["skip", "reshuffle"] = Field(description='"skip" or "reshuffle"')
    both_at_zero: Literal["draw", "more_life", "initiative"] = Field(description='"draw", "more_life" or "initiative"')
    speed_floor: Speed = Field(description="a number from 0 to 20 in steps of 0.1")
    no_card_dodge_throw: bool = Field(description=TRUTH_TEXT)

    def aces_for_set(self, size: int) -> int:
        """Aces for a set of `size` cards of one rank in power up."""
        return {int(key): aces for key, aces in self.power_up_aces.items()}.get(size, 0)

    def aces_for_chain(self, length: int) -> int:
        """Aces for `length` normal attacks in a row: those of the longest listed run that is not longer."""
        return max((int(key), aces) for key, aces in [("0", 0), *self.chain_aces.items()] if int(key) <= length)[1]


assert set(Rules.model_fields) == set(RULES.names or ())


class GameFile(Strict):
    """game.toml: names, editions in their order, constants and what the editions change."""

    id: Name = Field(description="the name of the game's folder")
    title: Name = Field(description=NAME_TEXT)
    default_edition: Name = Field(description="one of the editions")
    rules: Rules = Field(description="a table [rules] with all constants")
    editions: dict[str, dict[str, Any]] = Field(
        min_length=1, description="tables such as [editions.first], one for each edition"
    )


def in_edition(raw: dict[str, Any], edition: str) -> dict[str, Any]:
    """A sound game.toml with the constants of one edition as those of all."""
    rules = {**raw["rules"], **raw["editions"][edition]}
    return copy.deepcopy({**raw, "rules": rules, "editions": {name: {} for name in raw["editions"]}})


def read_game(file: Path, reader: Reader = read_toml) -> tuple[GameFile | None, dict[str, Rules], list[BadInput]]:
    """game.toml, the rules of each edition, and the mistakes found (then the rest may be missing)."""
    try:
        raw = reader(file)
    except BadInput as error:
        return None, {}, [error]
    errors: list[BadInput] = []
    game: GameFile | None = None
    try:
        game = GameFile.model_validate(raw)
    except ValidationError as error:
        errors = list(complaints(error, GameFile, raw, file).values())
    if game is not None:
        if game.id != file.parent.name and file.parent.name:
            message = f"got {game.id!r}; the id must be the same as the name of the folder, {file.parent.name!r}"
            errors.append(BadInput(message, file=file, field="id"))
        if game.default_edition not in game.editions:
            errors.append(unknown("edition", game.default_edition, game.editions, file=file, field="default_edition"))
    base, editions = raw.get("rules"), raw.get("editions")
    if not isinstance(base, dict) or not isinstance(editions, dict):
        return game, {}, errors
    resolved: dict[str, Rules] = {}
    for edition, changes in editions.items():
        if not isinstance(changes, dict):
            continue
        try:
            resolved[edition] = Rules.model_validate({**base, **changes})
        except ValidationError as error:
            # Mistakes in the base values are reported once, above.
            found = complaints(error, Rules, changes, file, prefix=f"editions.{edition}.")
            errors += [complaint for loc, complaint in found.items() if loc[0] in changes]
    return game, resolved, errors
