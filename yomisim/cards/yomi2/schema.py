"""What a character or gem file of Yomi 2 may hold, and a character as the program sees it.

The models say which fields exist and what a single value may be; what must fit together (which fields a block may
have, 30 cards to a deck) is checked in :mod:`yomisim.cards.yomi2.check`. The description of a field completes the
sentence "needs ..." in messages and in the documentation. How sources and filled values are written down is
described in :mod:`yomisim.cards.yomi2.provenance`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import Field, PrivateAttr

from yomisim.cards.reading import Strict
from yomisim.errors import BadInput, unknown

Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"]
Slot = Literal[
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "throw", "dodge", "low_block", "high_block", "full_block",
    "X", "Y", "Z", "S1", "S2", "ability", "gem_special", "gem_ability", "burst", "storm",
    "X_bottom", "Y_bottom", "Z_bottom", "other",
]  # fmt: skip
Kind = Literal["strike", "projectile", "throw", "block", "dodge", "ability", "storm"]
CardClass = Literal["normal", "special", "super", "ability", "burst", "storm"]
Height = Literal["low", "mid", "high"]
ComboType = Literal["chain", "starter", "linker", "ender", "cant_combo"]
Armor = Literal["light", "medium", "heavy"]
Beaten = Literal[
    "normal_strike", "special_strike", "super_strike", "burst_strike", "projectile", "normal_throw", "special_throw",
    "super_throw", "block", "dodge",
]  # fmt: skip

LETTERS: tuple[str, ...] = get_args(Letter)
SLOTS: tuple[str, ...] = get_args(Slot)
KINDS: tuple[str, ...] = get_args(Kind)
HEIGHTS: tuple[str, ...] = get_args(Height)
COMBO_TYPES: tuple[str, ...] = get_args(ComboType)
ARMOR_GRADES: tuple[str, ...] = get_args(Armor)
BEATEN: tuple[str, ...] = get_args(Beaten)

#: Slots that only a gem has.
GEM_SLOTS = ("gem_special", "gem_ability", "burst", "storm")
#: Moves that no card in the deck is, but that another one becomes.
VIRTUAL_SLOTS = ("X_bottom", "Y_bottom", "Z_bottom", "other")
#: Normal moves that are no attacks.
DEFENCES = ("dodge", "low_block", "high_block", "full_block")
#: Class of the card in each slot.
CLASS_OF: dict[str, CardClass] = {
    **dict.fromkeys((*LETTERS, "throw", *DEFENCES), "normal"),
    **dict.fromkeys(("X", "Y", "Z", "gem_special", *VIRTUAL_SLOTS), "special"),
    **dict.fromkeys(("S1", "S2"), "super"),
    **dict.fromkeys(("ability", "gem_ability"), "ability"),
    "burst": "burst",
    "storm": "storm",
}
#: Kinds that land and deal damage.
MOVES = ("strike", "projectile", "throw")
ATTACKS = ("strike", "projectile")

#: Greatest damage of a move or of one pump; far above any card, far below what a packed table can hold.
MOST_DAMAGE = 999
#: Greatest number of hit points.
MOST_HIT_POINTS = 9999
MOST_SPEED, MOST_POINTS, MOST_METER, MOST_LEVEL, MOST_COPIES, MOST_PUMPS = 20, 8, 3, 9, 3, 3

SPEED_TEXT = f"a whole number from 0 to {MOST_SPEED}"
DAMAGE_TEXT = f"a whole number from 0 to {MOST_DAMAGE}"
NAME_TEXT = "text of 1 to 60 characters"
TRUTH_TEXT = "true or false"
PUMP_TEXT = 'a list of one to three packets such as [{ cost = "any", damage = 5 }]'
COPIES_TEXT = f"a whole number from 1 to {MOST_COPIES} (0 for a move that no card is)"
SOURCE_TEXT = "text, or a list of texts: where the values come from"

Damage = Annotated[int, Field(ge=0, le=MOST_DAMAGE)]
Speed = Annotated[int, Field(ge=0, le=MOST_SPEED)]
Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^\S(.*\S)?$")]
Text = Annotated[str, Field(min_length=1, max_length=400)]
Id = Annotated[str, Field(max_length=40, pattern=r"^[a-z][a-z0-9_]*$")]
PumpCost = Literal[
    "any", "special", "super", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "X", "Y", "Z", "S1", "S2",
]  # fmt: skip
#: One word with its arguments, such as ``{ draw = 2 }``; read by :mod:`yomisim.cards.phrases`.
Phrases = tuple[dict[str, Any], ...]
#: One source or several.
Sources = Text | list[Text]


class Sourced(Strict):
    """Where values come from; for readers and for `yomisim validate --provenance`, no game depends on it."""

    source: Sources = Field([], description=SOURCE_TEXT)
    source_of: dict[str, Sources] = Field(
        {}, description='a table of fields with other sources, such as { copies = "rulebook" }'
    )
    doubt: str = Field("", max_length=400, description="text: why a value here may be wrong")
    note: str = Field("", max_length=400, description="text")


class Pump(Strict):
    """One packet: a card that may be discarded after a hit, for more damage."""

    cost: PumpCost = Field(description='which card: "any", "special", "super" or a slot such as "Z"')
    damage: int = Field(ge=1, le=MOST_DAMAGE, description=f"a whole number from 1 to {MOST_DAMAGE}")


class Ability(Sourced):
    """One program of a card or of the character: when, from where, under which conditions, at what price, and what.

    What may stand in the four lists is said by the registry :mod:`yomisim.cards.yomi2.verbs`.
    """

    name: Name = Field(description=NAME_TEXT)
    window: str = Field("", description='when it is used, such as "main"')
    origin: str = Field("", alias="from", description='where it comes from, such as "hand"')
    conditions: Phrases = Field(
        (), alias="if", strict=False, description="a list of conditions such as [{ own_turn = true }]"
    )
    cost: Phrases = Field((), strict=False, description="a list of costs such as [{ discard = 1 }]")
    does: Phrases = Field((), strict=False, description="a list of verbs such as [{ draw = 2 }]")
    always: Phrases = Field((), strict=False, description="a list of traits such as [{ exchanges = 2 }]")
    optional: bool = Field(False, description="true or false: is the player asked")


class Card(Sourced):
    """All copies of one card. Numbers that its kind does not have are 0 (speed, height: None)."""

    slot: Slot = Field(description="a slot: " + " ".join(SLOTS))
    name: str = Field("", max_length=60, pattern=r"^(\S(.*\S)?)?$", description=NAME_TEXT)
    kind: Kind = Field(description="one of " + ", ".join(KINDS))
    copies: int = Field(1, ge=0, le=MOST_COPIES, description=COPIES_TEXT)
    # attacks and throws
    speed: Speed | None = Field(None, description=SPEED_TEXT)
    damage: Damage = Field(0, description=DAMAGE_TEXT)
    block_damage: Damage = Field(0, description=DAMAGE_TEXT)
    height: Height | None = Field(None, description="low, mid or high")
    level: int | None = Field(None, ge=1, le=MOST_LEVEL, description=f"a whole number from 1 to {MOST_LEVEL}")
    combo_points: int = Field(0, ge=0, le=MOST_POINTS, description=f"a whole number from 0 to {MOST_POINTS}")
    combo_type: ComboType | None = Field(None, description="one of " + ", ".join(COMBO_TYPES))
    pump: tuple[Pump, ...] = Field((), max_length=MOST_PUMPS, strict=False, description=PUMP_TEXT)
    damage_by_meter: tuple[Damage, ...] = Field(
        (), strict=False, max_length=MOST_METER, description="a list of three damages, at 1, 2 and 3 meter"
    )
    # supers
    meter_cost: int = Field(0, ge=0, le=MOST_METER, description=f"a whole number from 1 to {MOST_METER}")
    spends_all_meter: bool = Field(False, description=TRUTH_TEXT)
    # what happens with it
    unsafe: bool = Field(False, description=TRUTH_TEXT)
    lockdown: bool = Field(False, description=TRUTH_TEXT)
    knockdown: bool = Field(False, description=TRUTH_TEXT)
    edge_on_hit: bool = Field(False, description=TRUTH_TEXT)
    edge_on_block: bool = Field(False, description=TRUTH_TEXT)
    push: bool = Field(False, description=TRUTH_TEXT)
    recurring: bool = Field(False, description=TRUTH_TEXT)
    armor: Armor | None = Field(None, description="light, medium or heavy")
    armor_break: bool = Field(False, description=TRUTH_TEXT)
    undodgeable: bool = Field(False, description=TRUTH_TEXT)
    unblockable: bool = Field(False, description=TRUTH_TEXT)
    beats_strikes_from: Speed | None = Field(None, description=SPEED_TEXT)
    beats: tuple[Beaten, ...] = Field((), strict=False, description='a list of classes of move such as ["dodge"]')
    beats_all: bool = Field(False, description=TRUTH_TEXT)
    # blocks and dodges
    blocks: tuple[Height, ...] = Field((), strict=False, description='a list of heights such as ["low", "mid"]')
    makes_unsafe: bool = Field(False, description=TRUTH_TEXT)
    counter_damage: Damage = Field(0, description=DAMAGE_TEXT)
    counters_projectiles: bool = Field(False, description=TRUTH_TEXT)
    full_combo: bool = Field(False, description=TRUTH_TEXT)
    abilities: tuple[Ability, ...] = Field((), strict=False, description="a list of [[cards.abilities]] tables")
    # what is known beside the printed values, and what is not
    bot_hand_cost: int | None = Field(None, ge=0, le=12, description="a whole number from 0 to 12")
    damage_fully_pumped: Damage | None = Field(None, description=DAMAGE_TEXT)
    observed_next: tuple[Slot, ...] = Field((), strict=False, description="a list of slots seen after this card")
    observed_prev: tuple[Slot, ...] = Field((), strict=False, description="a list of slots seen before this card")
    unknown: tuple[Text, ...] = Field((), strict=False, description="a list of texts: what is left out")

    @property
    def class_(self) -> CardClass:
        """normal, special, super, ability, burst or storm."""
        return CLASS_OF[self.slot]

    @property
    def normal_attack(self) -> bool:
        """Whether it is a normal attack, one of the letters that chain."""
        return self.slot in LETTERS

    @property
    def title(self) -> str:
        """How it is called where a person reads it: the slot, and the printed name if there is one."""
        return f"{self.slot} {self.name}" if self.name and self.slot not in ("low_block", "high_block") else self.slot


class Fact(Sourced):
    """Something that is known in words or numbers and that nothing is computed from."""

    about: Text = Field(description="text")
    text: Text = Field(description="text")
    numbers: dict[str, int] = Field({}, description="a table of whole numbers such as { damage = 5 }")


class Aside(Sourced):
    """What is known of a card that is not in the deck that is played (the cards of a second deck)."""

    name: Name = Field(description=NAME_TEXT)
    kind: Kind = Field(description="one of " + ", ".join(KINDS))
    speed: Speed | None = Field(None, description=SPEED_TEXT)
    damage: Damage | None = Field(None, description=DAMAGE_TEXT)
    block_damage: Damage | None = Field(None, description=DAMAGE_TEXT)
    height: Height | None = Field(None, description="low, mid or high")
    level: int | None = Field(None, ge=1, le=MOST_LEVEL, description=f"a whole number from 1 to {MOST_LEVEL}")
    recurring: bool = Field(False, description=TRUTH_TEXT)
    blocks: tuple[Height, ...] = Field((), strict=False, description='a list of heights such as ["low", "mid"]')


@dataclass(frozen=True)
class Filled:
    """A value that a filling rule gave: where it stands, the name of the rule, the value."""

    place: str
    rule: str
    value: Any


@dataclass(frozen=True)
class Refused:
    """A character or gem of which too little is known to play it.

    `missing` names the fields that have to be typed into its file first.
    """

    id: str
    name: str
    file: Path
    missing: tuple[str, ...]

    @property
    def short_name(self) -> str:
        """The name in tables and charts."""
        return self.name

    def placed(self, file: Path) -> Refused:
        """The same in a file elsewhere."""
        return replace(self, file=file)

    def error(self) -> BadInput:
        """Why it cannot be played, and what would be right."""
        message = (
            f"{self.name} cannot be played: no source gives {', '.join(self.missing)}; type these into the file and "
            "take them out of its list `missing`"
        )
        return BadInput(message, file=self.file, field="missing")


class Deck(Sourced):
    """What characters and gems have in common: cards, and what is not known about them."""

    id: Id = Field(description="a word in small letters, the same as the file name")
    name: Name = Field(description=NAME_TEXT)
    cards: tuple[Card, ...] = Field((), strict=False, description="a list of [[cards]] tables, one a slot")
    missing: tuple[Text, ...] = Field((), strict=False, description="a list of the fields that no source gives")
    unmodelled: tuple[Text, ...] = Field((), strict=False, description="a list of texts: what is left out")
    facts: tuple[Fact, ...] = Field((), strict=False, description="a list of [[facts]] tables")
    aside: tuple[Aside, ...] = Field((), strict=False, description="a list of [[aside]] tables")
    _filled: tuple[Filled, ...] = PrivateAttr(())
    _file: Path = PrivateAttr(Path())

    @property
    def file(self) -> Path:
        """Where it stands."""
        return self._file

    def placed(self, file: Path) -> Self:
        """The same in a file elsewhere."""
        if file == self._file:
            return self
        deck = self.model_copy()
        deck._file = file
        return deck

    @property
    def filled(self) -> tuple[Filled, ...]:
        """Values that rules gave (:mod:`yomisim.cards.yomi2.fill`), by place."""
        return self._filled

    @property
    def provisional(self) -> bool:
        """Whether it rests on filled values, or leaves something out that is not known."""
        return bool(self.filled or self.unmodelled or any(card.unknown for card in self.cards))

    @property
    def short_name(self) -> str:
        """The name in tables and charts."""
        return self.name

    def card(self, slot: str) -> Card:
        """The card of a slot (any case).

        Raises
        ------
        BadInput
            for a slot that this deck has no card of.
        """
        for card in self.cards:
            if card.slot.lower() == slot.lower():
                return card
        raise unknown("slot", slot, [card.slot for card in self.cards])

    def has(self, slot: str) -> bool:
        """Whether there is a card of this slot."""
        return any(card.slot == slot for card in self.cards)


class Character(Deck):
    """A character, ready to play."""

    hit_points: int = Field(ge=1, le=MOST_HIT_POINTS, description=f"a whole number from 1 to {MOST_HIT_POINTS}")
    max_combo: int = Field(ge=1, le=MOST_POINTS, description=f"a whole number from 1 to {MOST_POINTS}")
    archetype: str = Field("", max_length=60, description="text")
    bot_sheet: str = Field("", max_length=40, description="the id of a bot sheet")
    observed_combos: tuple[Text, ...] = Field((), strict=False, description='a list of combos such as ["throw>D>E"]')
    innate: tuple[Ability, ...] = Field((), strict=False, description="a list of [[innate]] tables")


class Gem(Deck):
    """A gem, ready to play: two specials, an ability, a burst, and a storm that lies outside the deck."""

    @property
    def storm(self) -> Card | None:
        """The storm."""
        return next((card for card in self.cards if card.slot == "storm"), None)
