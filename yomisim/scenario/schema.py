"""What scenario files of every game hold: who plays, decisions turn by turn, and what is expected.

A game's own room has the models of its players and decisions, which build on these.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from yomisim.cards.reading import Strict

#: The players, in the order of the seats.
PLAYERS = ("a", "b")
PlayerName = Literal["a", "b"]
NOTHING: list[Any] = []


def listed(value: Any) -> Any:
    """One text or number as a list of it: a file may leave out the brackets."""
    return [value] if isinstance(value, str | int) and not isinstance(value, bool) else value


#: Texts, or one of them without brackets; what stands in a text is looked at later.
Texts = Annotated[list[str], BeforeValidator(lambda value: [value] if isinstance(value, str) else value)]
#: The highest number that an alternative can have; the pass has the next one.
MOST = 62
Counts = Annotated[list[Annotated[int, Field(ge=1, le=MOST)]], BeforeValidator(listed)]
COUNTS_TEXT = f"whole numbers from 1 to {MOST}, one for each choice"


class Expect(Strict):
    """What must be true afterwards, apart from what is expected of each player (fields `a` and `b`)."""

    over: bool | None = Field(None, description="true or false: the game has ended")
    winner: Literal["a", "b", "draw", "none"] | None = Field(None, description='"a", "b", "draw" or "none"')
    ending: str | None = Field(None, description="how the game ended")
    events: list[str] = Field([], description='events in this order, such as "a hit damage=6"')
    no_events: list[str] = Field([], description='events that must not happen, such as "b draw"')
    refused: str | None = Field(None, description="the rule that the decisions break")


class Scenario(Strict):
    """One scenario, or the common part of several cases; `a`, `b`, `turns` and `expect` are the game's own."""

    id: Texts = Field(NOTHING, description="the rule entries that the scenario shows")
    title: str = Field("", description="one line")
    rule: str = Field("", description="the rule in own words, with the place in the rulebook")
    edition: Texts | None = Field(None, description="an edition, or several to run in each")
    turn: int = Field(
        1, ge=1, le=9999, description="a whole number from 1 to 9999: the first turn played; on turn 1 nobody draws"
    )
    seed: int = Field(
        1, ge=0, le=2**63 - 1, description="a whole number from 0 to 2^63 - 1; settles what is left to chance"
    )

    @property
    def room(self) -> str:
        """The room whose part it is: that of its game."""
        name: str = self.game  # type: ignore[attr-defined]  # every game has a model of its own with this field
        return name
