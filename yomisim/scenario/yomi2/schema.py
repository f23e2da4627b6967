"""What a scenario file of Yomi 2 holds: a state, decisions, what is expected."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from yomisim.cards.reading import Strict
from yomisim.scenario import schema as shared
from yomisim.scenario.schema import COUNTS_TEXT, NOTHING, Counts, Texts

Cards = Texts
CARDS_TEXT = 'cards such as "A B throw low_block S1"'
TRUTH_TEXT = "true or false"
Kind = Literal["strike", "projectile", "throw", "block", "dodge", "attack"]
Kinds = Annotated[list[Kind], BeforeValidator(lambda value: [value] if isinstance(value, str) else value)]
Combats = Annotated[int, Field(ge=0, le=99)]
COMBATS_TEXT = "a number of combats from 0 to 99"
#: Changed fields of cards, by slot.
Changes = dict[str, dict[str, Any]]
CHANGES_TEXT = "tables by slot such as { A = { damage = 5 } }: fields as in a card file"


class Fighter(Strict):
    """One player at the start.

    Where no card is named at all, hand, deck and discard pile are those of the start of a game; else cards that are
    named nowhere lie in the deck.
    """

    character: str = Field(description="the name of a character, or a file such as made_up.toml")
    gem: str | None = Field(None, description='the id of a gem, "none", or a file such as made_up.toml')
    cards: Changes = Field({}, description=CHANGES_TEXT)
    gem_cards: Changes = Field({}, description=CHANGES_TEXT)
    change: dict[str, Any] = Field(
        {}, description="a table of fields as in a character file, such as { max_combo = 5 }"
    )
    life: int | None = Field(None, ge=-999, le=9999, description="a whole number from -999 to 9999; default: full life")
    meter: int = Field(0, ge=0, le=3, description="a whole number from 0 to 3")
    hand: Cards | None = Field(None, description=CARDS_TEXT)
    hand_size: int | None = Field(
        None, ge=0, le=40, description="a number of cards from 0 to 40; others fill the hand up to it"
    )
    discard: Cards | None = Field(None, description=CARDS_TEXT)
    deck_top: Cards = Field(NOTHING, description=CARDS_TEXT + ", the first is drawn first")
    deck: Cards | None = Field(None, description=CARDS_TEXT + ": all that the deck holds")
    in_play: dict[str, Combats] = Field({}, description="combats that cards stay in play, such as { ability = 2 }")
    removed: Cards = Field(NOTHING, description=CARDS_TEXT + " that are out of the game")
    knocked_down: bool = Field(False, description=TRUTH_TEXT + ": in the first combat")
    edge: bool = Field(False, description=TRUTH_TEXT + ": in the first combat")
    disabled: Kinds = Field(NOTHING, description='kinds such as "throw" that cannot open in the first combat')
    storm: Combats = Field(0, description=COMBATS_TEXT + ": how long the gem storm still lasts")
    storm_used: bool = Field(False, description=TRUTH_TEXT)
    reshuffles: int = Field(0, ge=0, le=9, description="a whole number from 0 to 9")
    skips_main: bool = Field(False, description=TRUTH_TEXT + ": the next own main phase is skipped")
    jailed: bool = Field(False, description=TRUTH_TEXT + ": no main phase until a pair is discarded")
    countdown: int = Field(0, ge=0, le=99, description="a whole number from 0 to 99")
    mirror: Combats = Field(0, description=COMBATS_TEXT + ": how long halves of moves are settled with a bonus")


class Decisions(Strict):
    """What one player decides in one turn. What is not said: nothing in the main phase, no combo, no hit-back."""

    main: Texts = Field(NOTHING, description='actions in their order, such as ["power up B B for S1", "ability"]')
    opener: str | None = Field(None, description='a move such as "A" or "low_block"')
    combo: str = Field("", description='steps such as "throw>D>E", the opener first')
    hit_back: Texts = Field(NOTHING, description='steps such as "throw", "S1+": after a dodge or an unsafe move')
    pump_with: Cards = Field(NOTHING, description=CARDS_TEXT + ", in the order in which they pay for pumps")
    from_deck: Cards = Field(NOTHING, description=CARDS_TEXT + " that are taken from those turned over for the combo")
    pay: Cards = Field(NOTHING, description=CARDS_TEXT + ", in the order in which they pay costs")
    take: Cards = Field(NOTHING, description=CARDS_TEXT + ", in the order in which abilities take them")
    abilities: Texts = Field(NOTHING, description="names of abilities that may be used, in the order of their use")
    discard_for: Cards = Field(NOTHING, description=CARDS_TEXT + ", in the order in which abilities discard them")
    alternative: Counts = Field(NOTHING, description=COUNTS_TEXT)


class Turn(Strict):
    """Decisions of both players in one turn."""

    a: Decisions = Field(Decisions(), description="decisions of the first player")
    b: Decisions = Field(Decisions(), description="decisions of the second player")


class FighterAfter(Strict):
    """What is expected of one player."""

    life: int | None = Field(None, description="a whole number")
    meter: int | None = Field(None, description="a whole number")
    hand_size: int | None = Field(None, description="a number of cards")
    hand: Cards | None = Field(None, description=CARDS_TEXT + ": exactly this hand")
    hand_has: Cards = Field(NOTHING, description=CARDS_TEXT)
    hand_lacks: Cards = Field(NOTHING, description=CARDS_TEXT)
    deck_size: int | None = Field(None, description="a number of cards")
    deck_has: Cards = Field(NOTHING, description=CARDS_TEXT)
    deck_lacks: Cards = Field(NOTHING, description=CARDS_TEXT)
    discard: Cards | None = Field(None, description=CARDS_TEXT + ": exactly this discard pile")
    discard_size: int | None = Field(None, description="a number of cards")
    discard_has: Cards = Field(NOTHING, description=CARDS_TEXT)
    discard_lacks: Cards = Field(NOTHING, description=CARDS_TEXT)
    in_play: Cards | None = Field(None, description=CARDS_TEXT + ": exactly these stay in play")
    in_play_size: int | None = Field(None, description="a number of cards")
    removed: Cards | None = Field(None, description=CARDS_TEXT + ": exactly these are out of the game")
    knocked_down: bool | None = Field(None, description=TRUTH_TEXT + ": in the next combat")
    edge: bool | None = Field(None, description=TRUTH_TEXT + ": in the next combat")
    storm: int | None = Field(None, description=COMBATS_TEXT + ": how long the gem storm still lasts")
    reshuffles: int | None = Field(None, description="a whole number")
    skips_main: bool | None = Field(None, description=TRUTH_TEXT)
    jailed: bool | None = Field(None, description=TRUTH_TEXT)
    countdown: int | None = Field(None, description="a whole number")


class Expect(shared.Expect):
    """What must be true afterwards."""

    a: FighterAfter = Field(FighterAfter(), description="the first player afterwards")
    b: FighterAfter = Field(FighterAfter(), description="the second player afterwards")


class Scenario(shared.Scenario):
    """One scenario, or the common part of several cases."""

    game: Literal["yomi2"] = Field(description='"yomi2"')
    rules: dict[str, Any] = Field({}, description="a table of constants as in game.toml, such as { heal_cap = false }")
    a: Fighter = Field(description="the first player")
    b: Fighter = Field(description="the second player")
    active: Literal["a", "b", "chance"] = Field("a", description='"a", "b" or "chance": whose turn the first one is')
    begin: Literal["draw", "main"] = Field(
        "main", description='"draw" or "main": the phase in which the first turn begins'
    )
    turns: list[Turn] = Field([], description="one [[turns]] table a turn")
    expect: Expect | None = Field(None, description="what must be true afterwards")
