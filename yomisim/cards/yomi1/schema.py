"""What a character file of Yomi may hold, and a character of one edition as the program sees it.

The models say which fields exist and what a single value may be; what must fit together (which fields a block may
have, 54 cards to a deck) is checked in :mod:`yomisim.cards.yomi1.check`. The description of a field completes the
sentence "needs ..." in messages and in the documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, Field

from yomisim.cards.reading import Strict
from yomisim.cards.yomi1.tables import MAX_ACES, MAX_POINTS, RANK_NAMES, SUIT_NAMES
from yomisim.errors import unknown

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Joker"]
Suit = Literal["S", "H", "D", "C"]
Kind = Literal["attack", "throw", "block", "dodge", "joker"]
ComboType = Literal["normal", "starter", "linker", "ender", "cant_combo"]
PumpCost = Literal["any", "face", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SideName = Literal["top", "bottom"]

SUITS: tuple[Suit, ...] = ("S", "H", "D", "C")
SIDE_NAMES: tuple[SideName, SideName] = ("top", "bottom")
NUMBER_RANKS = RANK_NAMES[:9]
DECK_SIZE = 54

assert get_args(Rank) == RANK_NAMES and SUITS == SUIT_NAMES  # the packed numbers follow this order

#: Greatest damage of a move or of one pump; far above any card, far below what a packed table can hold.
MOST_DAMAGE = 999
#: Greatest life total.
MOST_LIFE = 9999


def in_tenths(value: float) -> float:
    """The value itself, if it is a whole number of tenths (speeds are counted so)."""
    if abs(value * 10 - round(value * 10)) > 1e-6:
        raise ValueError("not a whole number of tenths")
    return value


Speed = Annotated[float, Field(ge=0, le=20), AfterValidator(in_tenths)]
Damage = Annotated[int, Field(ge=0, le=MOST_DAMAGE)]
Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^\S(.*\S)?$")]
KIND_TEXT = "one of " + ", ".join(get_args(Kind))
COMBO_TYPE_TEXT = "one of " + ", ".join(get_args(ComboType))
RANK_TEXT = "a rank: " + " ".join(RANK_NAMES)
SPEED_TEXT = "a number from 0 to 20 in steps of 0.1"
DAMAGE_TEXT = f"a whole number from 0 to {MOST_DAMAGE}"
NAME_TEXT = "text of 1 to 60 characters"
TRUTH_TEXT = "true or false"
PUMP_TEXT = 'a list such as [{ cost = "any", damage = 4, max = 2 }]'
LIFE_TEXT = f"a whole number from 1 to {MOST_LIFE}"
COMBO_TEXT = f"a whole number from 1 to {MAX_POINTS}"
NO_POWER_UP_TEXT = "true or false: may the card not be paid for a power up"

#: One word with its arguments, such as ``{ take = "Q", from = "deck" }``; read by :mod:`yomisim.cards.phrases`.
Phrases = tuple[dict[str, Any], ...]


class Pump(Strict):
    """Cards that may be discarded after a hit, for more damage."""

    cost: PumpCost = Field(description='which cards: "any", "face" (J Q K) or a rank such as "K"')
    damage: int = Field(ge=1, le=MOST_DAMAGE, description=f"a whole number from 1 to {MOST_DAMAGE}, for each card")
    max: int = Field(ge=1, le=12, description="a whole number from 1 to 12, how many cards at most")


class SideFields(Strict):
    """Everything about a side except what it is."""

    name: Annotated[str, Field(max_length=60, pattern=r"^(\S(.*\S)?)?$")] = Field("", description=NAME_TEXT)
    named: bool = Field(False, description="true for a block or dodge that has an ability of its own")
    normal: bool = Field(False, description="true or false: is it a normal attack or normal throw")
    speed: Speed | None = Field(None, description=SPEED_TEXT)
    damage: Damage = Field(0, description=DAMAGE_TEXT)
    block_damage: Damage = Field(0, description=DAMAGE_TEXT)
    block_damage_suits: tuple[Suit, ...] = Field(SUITS, strict=False, description='a list of suits such as ["H", "D"]')
    combo_points: int = Field(0, ge=0, le=MAX_POINTS, description=f"a whole number from 0 to {MAX_POINTS}")
    combo_type: ComboType | None = Field(None, description=COMBO_TYPE_TEXT)
    knockdown: bool = Field(False, description=TRUTH_TEXT)
    aces_total: int | None = Field(None, ge=1, le=MAX_ACES, description=f"a whole number from 1 to {MAX_ACES}")
    mandatory_ace_cost: int | None = Field(None, ge=0, le=MAX_ACES - 1, description="aces_total less one")
    pump: tuple[Pump, ...] = Field((), strict=False, description=PUMP_TEXT)
    requires: Annotated[str, Field(max_length=60)] = Field("", description="the name of what must be in play")
    tags: tuple[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")], ...] = Field(
        (), strict=False, description="a list of words in small letters"
    )
    parity: Literal["odd", "even"] | None = Field(None, description="odd or even")
    # traits (cards.yomi1.verbs.TRAITS)
    returns_unless_hit: bool = Field(False, description=TRUTH_TEXT)
    full_combo: bool = Field(False, description=TRUTH_TEXT)
    own_color_blocks: bool = Field(False, description=TRUTH_TEXT)
    beats_attacks_up_to: Speed | None = Field(None, description=SPEED_TEXT)


class Side(SideFields):
    """One edge of a card. Numbers that the kind of side does not have are 0 (speed, Aces: None)."""

    kind: Kind = Field(description=KIND_TEXT)

    @property
    def aces(self) -> int:
        """Aces that the move takes from hand, the card itself included; 0 for a card that is no Ace."""
        return self.aces_total or 0


class Ability(Strict):
    """One program of a card or of the character: when, from where, under which conditions, at what price, and what.

    What may stand in the four lists is said by the registry :mod:`yomisim.cards.yomi1.verbs`.
    """

    name: Name = Field(description=NAME_TEXT)
    window: str = Field("", description='when it is used, such as "draw"')
    source: str = Field("", alias="from", description='where it comes from, such as "hand"')
    side: Literal["top", "bottom", "both"] | None = Field(None, description="top, bottom or both")
    conditions: Phrases = Field(
        (), alias="if", strict=False, description="a list of conditions such as [{ life_at_most = 35 }]"
    )
    cost: Phrases = Field((), strict=False, description="a list of costs such as [{ discard = 1 }]")
    does: Phrases = Field((), strict=False, description="a list of verbs such as [{ draw = 2 }]")
    always: Phrases = Field((), strict=False, description="a list of traits such as [{ denies_normal_draw = true }]")
    auto: bool = Field(False, description="true or false: does it happen by itself")
    once: bool = Field(False, description="true or false: only once each time the window comes up")
    counterable: bool = Field(True, description=TRUTH_TEXT)
    kept_if_countered: bool = Field(False, description=TRUTH_TEXT)


class Card(Strict):
    """All cards of one rank. After loading both sides are there, also where they are the same."""

    rank: Rank = Field(description=RANK_TEXT)
    suits: tuple[Suit, ...] = Field((), strict=False, description='["S", "H", "D", "C"], or [] for the Joker')
    copies: int = Field(0, ge=0, le=DECK_SIZE, description="a whole number: 4, or 2 for the Joker")
    same_both_sides: bool = Field(False, description=TRUTH_TEXT)
    top: Side = Field(description='a table such as { kind = "block" }')
    bottom: Side | None = Field(None, description='a table such as { kind = "block" }')
    no_power_up: bool = Field(False, description=NO_POWER_UP_TEXT)
    abilities: tuple[Ability, ...] = Field((), strict=False, description="a list of [[cards.abilities]] tables")

    def side(self, side: SideName) -> Side:
        """The edge called "top" or "bottom"."""
        return self.top if side == "top" or self.bottom is None else self.bottom

    @property
    def distinct_sides(self) -> tuple[SideName, ...]:
        """Both edges, or only the top where they hold the same move."""
        return SIDE_NAMES if self.side("bottom") != self.top else SIDE_NAMES[:1]


class Disputed(Strict):
    """A value on which sources differ; for readers, the program does not use it."""

    edition: Name = Field(description="an edition")
    where: Name = Field(description="the place, such as 'A bottom'")
    field: Name = Field(description="the field in doubt")
    used: str = Field(description="the value in this file, as text")
    other: str = Field(description="the other value, as text")
    other_source: str = Field("", description="text")
    note: str = Field("", description="text")


class SideOverride(SideFields):
    """Changed fields of one side in one edition."""

    rank: Rank = Field(description=RANK_TEXT)
    side: Literal["top", "bottom", "both"] = Field(description="top, bottom or both")
    kind: Kind | None = Field(None, description=KIND_TEXT)


class AbilityOverride(Ability):
    """An ability of a rank in one edition; those of an edition replace all abilities of that rank."""

    rank: Rank = Field(description=RANK_TEXT)


class CardOverride(Strict):
    """Changed fields of a whole card in one edition."""

    rank: Rank = Field(description=RANK_TEXT)
    no_power_up: bool = Field(description=NO_POWER_UP_TEXT)


class Override(Strict):
    """What is different in one edition."""

    name: Name | None = Field(None, description=NAME_TEXT)
    short_name: Name | None = Field(None, description=NAME_TEXT)
    title: Name | None = Field(None, description=NAME_TEXT)
    hit_points: int | None = Field(None, ge=1, le=MOST_LIFE, description=LIFE_TEXT)
    max_combo: int | None = Field(None, ge=1, le=MAX_POINTS, description=COMBO_TEXT)
    innate: tuple[Ability, ...] | None = Field(None, strict=False, description="a list of abilities (all of them)")
    abilities: tuple[AbilityOverride, ...] = Field((), strict=False, description="a list of abilities, each with rank")
    no_abilities: tuple[Rank, ...] = Field((), strict=False, description="a list of ranks without abilities")
    cards: tuple[CardOverride, ...] = Field((), strict=False, description="a list of changed cards")
    sides: tuple[SideOverride, ...] = Field((), strict=False, description="a list of changed sides")


class Character(Strict):
    """A character of one edition."""

    id: Annotated[str, Field(max_length=40, pattern=r"^[a-z][a-z0-9_]*$")] = Field(
        description="a word in small letters, the same as the file name"
    )
    name: Name = Field(description=NAME_TEXT)
    short_name: Name = Field(description=NAME_TEXT)
    title: Name = Field(description=NAME_TEXT)
    hit_points: int = Field(ge=1, le=MOST_LIFE, description=LIFE_TEXT)
    max_combo: int = Field(ge=1, le=MAX_POINTS, description=COMBO_TEXT)
    cards: tuple[Card, ...] = Field(strict=False, description="a list of [[cards]] tables, one a rank")
    innate: tuple[Ability, ...] = Field((), strict=False, description="a list of [[innate]] tables")
    disputed: tuple[Disputed, ...] = Field((), strict=False, description="a list of [[disputed]] tables")

    def card(self, rank: str) -> Card:
        """The card of a rank ("2" to "10", "J", "Q", "K", "A", "Joker"; any case).

        Raises
        ------
        BadInput
            for a rank that does not exist.
        """
        for card in self.cards:
            if card.rank.lower() == rank.lower():
                return card
        raise unknown("rank", rank, RANK_NAMES)

    def side(self, rank: str, side: SideName) -> Side:
        """One edge of the card of a rank: ``character.side("7", "bottom")``."""
        return self.card(rank).side(side)

    def has_innate(self, trait: str) -> bool:
        """Whether this trait stands on the character."""
        return any(trait in phrase for innate in self.innate for phrase in innate.always)

    def moves(self) -> Iterator[tuple[str, Card, SideName]]:
        """Every distinct move as (name, card, side), in the order of the ranks."""
        for card in self.cards:
            for side in card.distinct_sides:
                yield move_name(card, side), card, side

    def find_move(self, name: str) -> tuple[Card, SideName]:
        """The card and side of a move by its name (any case).

        Raises
        ------
        BadInput
            for a move that the character does not have.
        """
        known = {move: (card, side) for move, card, side in self.moves()}
        by_lower = {move.lower(): move for move in known}
        found = by_lower.get(" ".join(name.split()).lower())
        if found is None:
            raise unknown("move", name, known)
        return known[found]


class CharacterFile(Character):
    """A character file: the values of the first edition named in game.toml, and what the others change."""

    editions: dict[str, Override] = Field({}, description="tables such as [editions.second]")


def move_name(card: Card, side: SideName) -> str:
    """The name of a move as players say it: ``7 throw``, ``K Spin``, ``Joker``.

    Number cards go by their kind, face cards and Aces by the printed name. Where that does not tell the two edges
    of a card apart, the name, the kind or the edge is added.
    """
    mine, other = card.side(side), card.side("top" if side == "bottom" else "bottom")
    if mine == other:
        return _short_name(card, mine)
    for form in (_short_name, _long_name):
        if form(card, mine).lower() != form(card, other).lower():
            return form(card, mine)
    return f"{_long_name(card, mine)} ({side})"


def _short_name(card: Card, side: Side) -> str:
    if side.kind == "joker":
        return card.rank
    return f"{card.rank} {side.name}" if side.name and card.rank not in NUMBER_RANKS else f"{card.rank} {side.kind}"


def _long_name(card: Card, side: Side) -> str:
    return " ".join(part for part in (card.rank, side.name, side.kind) if part)
