"""The rule constants of Yomi 2 as game.toml holds them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from yomisim.cards.reading import Reader, Strict, complaints, read_toml
from yomisim.cards.yomi2.schema import (
    COPIES_TEXT,
    MOST_COPIES,
    MOST_METER,
    NAME_TEXT,
    SPEED_TEXT,
    TRUTH_TEXT,
    Name,
    Slot,
    Speed,
)
from yomisim.errors import BadInput

CARDS_TEXT = "a whole number of cards from 0 to 40"
METER_TEXT = f"a whole number from 0 to {MOST_METER}"

Cards = Annotated[int, Field(ge=0, le=40)]
Meter = Annotated[int, Field(ge=0, le=MOST_METER)]


class Rules(Strict):
    """Constants and switches; game.toml says behind each what it means."""

    deck_size: int = Field(ge=10, le=40, description="a whole number of cards from 10 to 40")
    gem_cards: Cards = Field(description=CARDS_TEXT)
    most_copies: int = Field(ge=1, le=MOST_COPIES, description=COPIES_TEXT)
    opening_random: Cards = Field(description=CARDS_TEXT)
    first_draw: Cards = Field(description=CARDS_TEXT)
    draw: Cards = Field(description=CARDS_TEXT)
    hand_limit: int = Field(ge=1, le=40, description="a whole number of cards from 1 to 40")
    exchanges: int = Field(ge=0, le=9, description="a whole number from 0 to 9")
    exchange_same_name: bool = Field(description=TRUTH_TEXT)
    power_up_meter: Meter = Field(description=METER_TEXT)
    power_up_fetch_meter: Meter = Field(description=METER_TEXT)
    start_meter: Meter = Field(description=METER_TEXT)
    meter_max: Meter = Field(description=METER_TEXT)
    chain_meter: Meter = Field(description=METER_TEXT)
    block_draw: Cards = Field(description=CARDS_TEXT)
    edge_bonus: Speed = Field(description=SPEED_TEXT)
    edge_cap: Speed = Field(description=SPEED_TEXT)
    floor_speed: Speed = Field(description=SPEED_TEXT)
    storm_turns: int = Field(ge=1, le=99, description="a whole number from 1 to 99")
    heal_cap: bool = Field(description=TRUTH_TEXT)
    reshuffles: int = Field(ge=0, le=9, description="a whole number from 0 to 9")
    stay_in_discard: tuple[Slot, ...] = Field(strict=False, description='a list of slots such as ["low_block", "S1"]')
    time_over_tie: Literal["draw", "not_causer"] = Field(description='"draw" or "not_causer"')
    both_at_zero: Literal["draw", "more_life", "active"] = Field(description='"draw", "more_life" or "active"')
    wild_swing_empty: Literal["draw", "none"] = Field(description='"draw" or "none"')
    armored_throws: Literal["any", "faster"] = Field(description='"any" or "faster"')
    countdown_when_hit: Literal["ends", "stops"] = Field(description='"ends" or "stops"')
    double_knockdown_cancels: bool = Field(description=TRUTH_TEXT)
    turn_limit: int = Field(ge=1, le=10_000, description="a whole number from 1 to 10000")


class Solo(Strict):
    """Constants of the mode against bots; game.toml says behind each what it means."""

    start_hand: Cards = Field(description=CARDS_TEXT)
    least_hand: Cards = Field(description=CARDS_TEXT)
    most_hand: Cards = Field(description=CARDS_TEXT)
    block_gain: Cards = Field(description=CARDS_TEXT)
    not_hit_gain: Cards = Field(description=CARDS_TEXT)
    row_of_hitback: Literal["roll", "new"] = Field(description='"roll" or "new"')
    crush_pays_pumps: bool = Field(description=TRUTH_TEXT)
    team_life: int = Field(ge=1, le=9, description="a whole number from 1 to 9")
    team_hits: Literal["once", "each"] = Field(description='"once" or "each"')
    team_first_draw: Cards = Field(description=CARDS_TEXT)
    fallen_count_as: Literal["zero", "below_zero"] = Field(description='"zero" or "below_zero"')


class GameFile(Strict):
    """game.toml: the game's names and constants."""

    id: Name = Field(description="the name of the game's folder")
    title: Name = Field(description=NAME_TEXT)
    edition: Name = Field(description=NAME_TEXT)
    default_gem: Name = Field(description='the id of a gem, or "none"')
    rules: Rules = Field(description="a table [rules] with all constants")
    solo: Solo = Field(description="a table [solo] with the constants of the mode against bots")


def read_game(file: Path, reader: Reader = read_toml) -> tuple[GameFile | None, list[BadInput]]:
    """game.toml and the mistakes found."""
    try:
        raw = reader(file)
    except BadInput as error:
        return None, [error]
    try:
        game = GameFile.model_validate(raw)
    except ValidationError as error:
        return None, list(complaints(error, GameFile, raw, file).values())
    errors: list[BadInput] = []
    if game.id != file.parent.name and file.parent.name:
        message = f"got {game.id!r}; the id must be the same as the name of the folder, {file.parent.name!r}"
        errors.append(BadInput(message, file=file, field="id"))
    return game, errors
