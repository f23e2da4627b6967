"""What a scenario file holds: a state, decisions, what is expected."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from yomisim.cards.reading import Strict

Cards = str | list[str]
PlayerName = Literal["a", "b"]
CARDS_TEXT = 'cards such as "6C 7 K Joker"'


class Fighter(Strict):
    """One player at the start. Cards that are named nowhere lie in the deck."""

    character: str = Field(description="the name of a character")
    life: int | None = Field(None, ge=1, le=9999, description="a whole number from 1; default: full life")
    hand: Cards = Field("", description=CARDS_TEXT)
    hand_size: int | None = Field(None, ge=0, le=54, description="a number of cards; others fill the hand up to it")
    discard: Cards = Field("", description=CARDS_TEXT + ", the last one on top")
    deck_top: Cards = Field("", description=CARDS_TEXT + ", the first is drawn first")
    deck: Cards | None = Field(None, description=CARDS_TEXT + ": the whole deck, the first is drawn first")
    knocked_down: bool = Field(False, description="true or false")
    speed: Annotated[float, Field(ge=-20, le=20)] = Field(
        0.0, description="speed added to all moves this turn, negative is faster"
    )
    enders_only: bool = Field(False, description="true or false: this turn all attacks and throws are Enders")
    no_pump: bool = Field(False, description="true or false: this turn no move can be pumped")


class Decisions(Strict):
    """What one player decides in one turn. What is not said: no face-down card, no combo, no power up."""

    opener: str = Field("no-card", description='a move such as "6 attack", or "no-card"')
    opener_again: str | None = Field(None, description="the move chosen after the other said no-card")
    face_down: Cards = Field("", description='a card such as "Joker"')
    combo: str = Field("", description='steps such as "t8>2>K+", the opener first')
    hit_back: str = Field("", description='a step such as "K+" or a move such as "8 throw"')
    pump_with: Cards = Field("", description=CARDS_TEXT + ", in the order in which they pay for pumps")
    pay: Cards = Field("", description=CARDS_TEXT + ", in the order in which they pay costs")
    power_up: str | list[str] = Field("", description='sets such as ["9 9", "7 7 7"]')
    aces_from: str | list[str] = Field("", description='"discard", "deck" or "stop", once for each Ace')
    take: Cards = Field("", description=CARDS_TEXT + ", in the order in which they are taken")
    discard: Cards = Field("", description=CARDS_TEXT + ", discarded down to the hand limit")


class Turn(Strict):
    """Decisions of both players in one turn."""

    a: Decisions = Field(Decisions(), description="decisions of the first player")
    b: Decisions = Field(Decisions(), description="decisions of the second player")


class FighterAfter(Strict):
    """What is expected of one player."""

    life: int | None = Field(None, description="a whole number")
    hand_size: int | None = Field(None, description="a number of cards")
    hand: Cards | None = Field(None, description=CARDS_TEXT + ": exactly this hand")
    hand_has: Cards = Field("", description=CARDS_TEXT)
    hand_lacks: Cards = Field("", description=CARDS_TEXT)
    deck_size: int | None = Field(None, description="a number of cards")
    discard_size: int | None = Field(None, description="a number of cards")
    discard_has: Cards = Field("", description=CARDS_TEXT)
    discard_lacks: Cards = Field("", description=CARDS_TEXT)
    discard_top: Cards = Field("", description=CARDS_TEXT + ", the topmost first")
    knocked_down: bool | None = Field(None, description="true or false: in the next combat")


class Expect(Strict):
    """What must be true afterwards."""

    a: FighterAfter = Field(FighterAfter(), description="the first player afterwards")
    b: FighterAfter = Field(FighterAfter(), description="the second player afterwards")
    over: bool | None = Field(None, description="true or false: the game has ended")
    winner: Literal["a", "b", "draw", "none"] | None = Field(None, description='"a", "b", "draw" or "none"')
    ending: str | None = Field(None, description="how the game ended")
    events: list[str] = Field([], description='events in this order, such as "a hit damage=6"')
    no_events: list[str] = Field([], description='events that must not happen, such as "b draw"')
    refused: str | None = Field(None, description="the rule that the decisions break")


class Scenario(Strict):
    """One scenario, or the common part of several cases."""

    id: str | list[str] = Field("", description="the rule entries that the scenario shows")
    title: str = Field("", description="one line")
    rule: str = Field("", description="the rule in own words, with the place in the rulebook")
    game: Literal["yomi1"] = Field("yomi1", description='"yomi1"')
    edition: str | list[str] | None = Field(None, description="an edition, or several to run in each")
    a: Fighter = Field(description="the first player")
    b: Fighter = Field(description="the second player")
    turn: int = Field(1, ge=1, le=9999, description="the number of the first turn played; on turn 1 nobody draws")
    initiative: PlayerName | None = Field(None, description='"a" or "b"; matters where life is equal')
    seed: int = Field(1, ge=0, le=2**63 - 1, description="a whole number from 0; settles what is left to chance")
    turns: list[Turn] = Field([], description="one [[turns]] table a turn")
    expect: Expect | None = Field(None, description="what must be true afterwards")
