"""What a scenario file against a bot holds: `a` and, in a team, `c` are humans, `b` is the bot."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from yomisim.cards.reading import Strict
from yomisim.cards.yomi2.bots import DIE
from yomisim.scenario import schema as shared
from yomisim.scenario.schema import NOTHING, Texts, listed
from yomisim.scenario.yomi2.schema import TRUTH_TEXT, Decisions, Fighter, FighterAfter, Kinds

Rolls = Annotated[list[Annotated[int, Field(ge=1, le=DIE)]], BeforeValidator(listed)]
RowName = Literal["hand", "desperate", "dragon"]
ROW_TEXT = '"hand", "desperate" or "dragon": the row that the bot plays on'
TURN_TEXT = "a whole number from 1 to 9999: the first turn played; odd ones are the humans'"


class BotBefore(Strict):
    """The bot at the start."""

    life: int | None = Field(None, ge=1, le=99_999, description="a whole number from 1 to 99999; default: full life")
    hand_size: int | None = Field(None, ge=0, le=40, description="a number of cards; default: that of the start")
    row: RowName = Field("hand", description=ROW_TEXT)
    knocked_down: bool = Field(False, description=TRUTH_TEXT + ": in the first combat")
    edge: bool = Field(False, description=TRUTH_TEXT + ": in the first combat")
    disabled: Kinds = Field(NOTHING, description='kinds such as "throw" that the bot rolls again in the first combat')
    rolls_openly: bool = Field(False, description=TRUTH_TEXT + ": in the first combat humans choose after the roll")
    dodges: bool = Field(False, description=TRUTH_TEXT + ": in the first combat the bot dodges and does not roll")
    was_hit_running: int = Field(0, ge=0, le=9, description="combats in a row in which it was hit and did not hit")
    hit_running: int = Field(0, ge=0, le=9, description="combats in a row in which it hit and was not hit")
    used: Texts = Field(NOTHING, description="names of abilities that were used before")


class BotRolls(Strict):
    """What the bot's die shows in one turn."""

    roll: Rolls = Field(NOTHING, description=f"rolls from 1 to {DIE}, in their order; what is missing is chance")


class Turn(Strict):
    """Decisions of the humans in one turn, and the bot's rolls."""

    a: Decisions = Field(Decisions(), description="decisions of the first human")
    b: BotRolls = Field(BotRolls(), description="the bot's rolls")
    c: Decisions = Field(Decisions(), description="decisions of the second human")


class BotAfter(Strict):
    """What is expected of the bot."""

    life: int | None = Field(None, description="a whole number")
    hand_size: int | None = Field(None, description="a number of cards")
    row: RowName | None = Field(None, description=ROW_TEXT)
    knocked_down: bool | None = Field(None, description=TRUTH_TEXT + ": in the next combat")
    edge: bool | None = Field(None, description=TRUTH_TEXT + ": in the next combat")
    rolls_openly: bool | None = Field(None, description=TRUTH_TEXT + ": in the next combat")
    dodges: bool | None = Field(None, description=TRUTH_TEXT + ": in the next combat")


class HumanAfter(FighterAfter):
    """What is expected of a human."""

    out: bool | None = Field(None, description=TRUTH_TEXT + ": is at 0, while the partner plays on")


class Expect(shared.Expect):
    """What must be true afterwards."""

    a: HumanAfter = Field(HumanAfter(), description="the first human afterwards")
    b: BotAfter = Field(BotAfter(), description="the bot afterwards")
    c: HumanAfter = Field(HumanAfter(), description="the second human afterwards")


class Scenario(shared.Scenario):
    """One scenario, or the common part of several cases."""

    game: Literal["yomi2"] = Field(description='"yomi2"')
    bot: str = Field(description="the name of a bot, or a file such as made_up_bot.toml")
    rules: dict[str, Any] = Field({}, description="a table of constants as in game.toml, such as { heal_cap = false }")
    solo: dict[str, Any] = Field({}, description='constants of the mode, such as { row_of_hitback = "new" }')
    turn: int = Field(0, ge=1, le=9999, description=TURN_TEXT)
    a: Fighter = Field(description="the first human")
    b: BotBefore = Field(BotBefore(), description="the bot")
    c: Fighter | None = Field(None, description="the second human of a team")
    active: Literal["a", "b"] = Field(
        "a", description='"a" or "b": whether the first turn is the humans\' or the bot\'s'
    )
    begin: Literal["draw", "main"] = Field(
        "main", description='"draw" or "main": the phase in which the first turn begins'
    )
    turns: list[Turn] = Field([], description="one [[turns]] table a turn")
    expect: Expect | None = Field(None, description="what must be true afterwards")

    @property
    def room(self) -> str:
        """The room whose part it is."""
        return "yomi2.solo"

    @property
    def first_turn(self) -> int:
        """Number of the first turn: the humans' are odd."""
        return self.turn or (3 if self.active == "a" else 2)
