"""What a scenario file of Yomi holds: a state, decisions, what is expected."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from yomisim.cards.reading import Strict
from yomisim.cards.yomi1.schema import in_tenths
from yomisim.scenario import schema as shared
from yomisim.scenario.schema import COUNTS_TEXT, NOTHING, Counts, PlayerName, Texts, listed

Cards = Texts
CardCounts = Annotated[list[Annotated[int, Field(ge=0, le=54)]], BeforeValidator(listed)]
GuardKind = Literal["attack", "throw", "block", "dodge"]
GuardKinds = Annotated[list[GuardKind], BeforeValidator(lambda value: [value] if isinstance(value, str) else value)]
CARDS_TEXT = 'cards such as "6C 7 K Joker"'


class Fighter(Strict):
    """One player at the start. Cards that are named nowhere lie in the deck."""

    character: str = Field(description="the name of a character")
    life: int | None = Field(None, ge=1, le=9999, description="a whole number from 1 to 9999; default: full life")
    hand: Cards = Field(NOTHING, description=CARDS_TEXT)
    hand_size: int | None = Field(
        None, ge=0, le=54, description="a number of cards from 0 to 54; others fill the hand up to it"
    )
    discard: Cards = Field(NOTHING, description=CARDS_TEXT + ", the last one on top")
    deck_top: Cards = Field(NOTHING, description=CARDS_TEXT + ", the first is drawn first")
    deck_bottom: Cards = Field(NOTHING, description=CARDS_TEXT + ", the last one lies lowest")
    deck: Cards | None = Field(None, description=CARDS_TEXT + ": the whole deck, the first is drawn first")
    in_play: Cards = Field(NOTHING, description=CARDS_TEXT + " that stay in play")
    shown: Cards = Field(NOTHING, description=CARDS_TEXT + " in hand that the other player has seen")
    marked: str | None = Field(None, description='a card in hand such as "9H", shown last turn')
    knocked_down: bool = Field(False, description="true or false")
    speed: Annotated[float, Field(ge=-20, le=20), AfterValidator(in_tenths)] = Field(
        0.0, description="a number from -20 to 20 in steps of 0.1, added to the speed of all moves"
    )
    enders_only: bool = Field(False, description="true or false: this turn all attacks and throws are Enders")
    no_pump: bool = Field(False, description="true or false: this turn no move can be pumped")


class Decisions(Strict):
    """What one player decides in one turn. What is not said: no face-down card, no combo, no power up."""

    opener: str = Field("no-card", description='a move such as "6 attack", or "no-card"')
    opener_again: str | None = Field(None, description="the move chosen after the other said no-card")
    face_down: Cards = Field(NOTHING, description='a card such as "Joker"')
    combo: str = Field("", description='steps such as "t8>2>K+", the opener first')
    hit_back: str = Field("", description='a step such as "K+" or a move such as "8 throw"')
    pump_with: Cards = Field(NOTHING, description=CARDS_TEXT + ", in the order in which they pay for pumps")
    pay: Cards = Field(NOTHING, description=CARDS_TEXT + ", in the order in which they pay costs")
    power_up: Texts = Field(NOTHING, description='sets such as ["9 9", "7 7 7"]')
    aces_from: Texts = Field(NOTHING, description='"discard", "deck" or "stop", once for each card taken')
    take: Cards = Field(NOTHING, description=CARDS_TEXT + ", in the order in which they are taken")
    discard: Cards = Field(NOTHING, description=CARDS_TEXT + ", discarded down to the hand limit")
    abilities: Texts = Field(NOTHING, description='names such as ["Martial Mastery"], in the order of their use')
    counter: Texts = Field(NOTHING, description='names such as ["Smoke Bomb"], or "pass", one for each reaction')
    discard_for: Cards = Field(NOTHING, description=CARDS_TEXT + ", in the order in which abilities discard them")
    alternative: Counts = Field(NOTHING, description=COUNTS_TEXT)
    name_kind: GuardKinds = Field(NOTHING, description='"attack", "throw", "block" or "dodge", or a list')
    mark: Cards = Field(NOTHING, description='a card in hand such as "QH" that is shown')
    take_back: Cards = Field(NOTHING, description=CARDS_TEXT + " of the combo, taken back at a price")
    on_deck: Cards = Field(NOTHING, description=CARDS_TEXT + ", put on the deck, the first is drawn first")
    blackjack: CardCounts = Field(NOTHING, description="numbers of cards from 0 to 54 that are turned over")


class Turn(Strict):
    """Decisions of both players in one turn."""

    a: Decisions = Field(Decisions(), description="decisions of the first player")
    b: Decisions = Field(Decisions(), description="decisions of the second player")


class FighterAfter(Strict):
    """What is expected of one player."""

    life: int | None = Field(None, description="a whole number")
    hand_size: int | None = Field(None, description="a number of cards")
    hand: Cards | None = Field(None, description=CARDS_TEXT + ": exactly this hand")
    hand_has: Cards = Field(NOTHING, description=CARDS_TEXT)
    hand_lacks: Cards = Field(NOTHING, description=CARDS_TEXT)
    deck_size: int | None = Field(None, description="a number of cards")
    discard_size: int | None = Field(None, description="a number of cards")
    discard_has: Cards = Field(NOTHING, description=CARDS_TEXT)
    discard_lacks: Cards = Field(NOTHING, description=CARDS_TEXT)
    discard_top: Cards = Field(NOTHING, description=CARDS_TEXT + ", the topmost first")
    in_play: Cards | None = Field(None, description=CARDS_TEXT + ": exactly these stay in play")
    in_play_size: int | None = Field(None, description="a number of cards")
    shown_has: Cards = Field(NOTHING, description=CARDS_TEXT + " in hand that the other player has seen")
    shown_lacks: Cards = Field(NOTHING, description=CARDS_TEXT)
    deck_top_known: Cards | None = Field(None, description=CARDS_TEXT + ", what the player knows, top card first")
    knocked_down: bool | None = Field(None, description="true or false: in the next combat")


class Expect(shared.Expect):
    """What must be true afterwards."""

    a: FighterAfter = Field(FighterAfter(), description="the first player afterwards")
    b: FighterAfter = Field(FighterAfter(), description="the second player afterwards")


class Scenario(shared.Scenario):
    """One scenario, or the common part of several cases."""

    game: Literal["yomi1"] = Field("yomi1", description='"yomi1"')
    a: Fighter = Field(description="the first player")
    b: Fighter = Field(description="the second player")
    initiative: PlayerName | None = Field(None, description='"a" or "b"; matters where life is equal')
    turns: list[Turn] = Field([], description="one [[turns]] table a turn")
    expect: Expect | None = Field(None, description="what must be true afterwards")
