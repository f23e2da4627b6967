"""The words for what stands in the columns of the event log of Yomi 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yomisim.cards.load import Game
from yomisim.cards.yomi2.bots import USES, Bot
from yomisim.cards.yomi2.pack import Deck, deck_of
from yomisim.cards.yomi2.pack_abilities import programs, statuses
from yomisim.cards.yomi2.schema import Card, Character
from yomisim.cards.yomi2.tables import KIND_NAMES
from yomisim.narrate.lines import Line
from yomisim.rules.yomi2.events import REASONS
from yomisim.rules.yomi2.state import ENDINGS

#: Events that are nobody's, whatever seat their row holds.
OF_NOBODY = frozenset({"no_contact", "clash", "knockdown_void", "edge_void"})
#: Which combat a knockdown, an edge or a disabled kind is for (column `combat`).
COMBATS = ("this", "next")
#: Columns that hold cards, and the one that holds a move.
CARDS = ("card", "given", "taken", "fetched")
MOVE = "move"
#: Kinds as they stand in a set of kinds.
KIND_WORDS = ("strike", "projectile", "throw", "block", "dodge", "attack")
_ATTACK = (1 << KIND_NAMES.index("strike")) | (1 << KIND_NAMES.index("projectile"))
_PLAIN = {"low_block": "Low Block", "high_block": "High Block", "full_block": "full block"}


def cast_of(game: Game, characters: Sequence[str | Character | Deck | Bot]) -> tuple[Any, ...]:
    """The decks, in which a character wears the gem of the game; a bot is its sheet."""

    def deck(who: str | Character | Deck | Bot) -> Any:
        if isinstance(who, Deck | Bot):
            return who
        return deck_of(game.character(who) if isinstance(who, str) else who, game.worn_gem)

    return tuple(map(deck, characters))


def spoken(card: Card) -> str:
    """A card as a sentence calls it: ``A``, ``throw``, ``Low Block``, ``X Lightning Cloud``, ``Wind Summon``."""
    plain = _PLAIN.get(card.slot, card.slot.replace("_", " "))
    if card.slot in ("full_block", "ability", "gem_special", "gem_ability", "burst"):
        return card.name or plain
    return f"{card.slot} {card.name}" if card.name and card.class_ in ("special", "super") else plain


def kinds_in(bits: int) -> list[str]:
    """Kinds of move from the bits 1 << KIND."""
    words = ["attack"] if bits & _ATTACK == _ATTACK else []
    bits &= ~_ATTACK if words else bits
    return words + [name for number, name in enumerate(KIND_NAMES) if bits >> number & 1]


def value_of(line: Line, column: str, who: Deck | Bot | None) -> Any:
    """A column of a row as it stands in a record."""
    value = line[column]
    if column == "use":
        return USES[value]
    if isinstance(who, Bot):
        if column in CARDS or column == MOVE:
            return None
        if column == "number":
            return who.abilities[value].name
        who = None
    if column in CARDS or column == MOVE:
        if who is None or value < 0:
            return None if value < 0 else int(value)
        return who.slot_of_card(value) if column in CARDS else who.slot(value)
    if who is not None and column == "ability":
        return programs(who)[value].ability.name
    if who is not None and column == "status":
        return next(name for name, number in statuses(who).items() if number == value)
    if column == "kinds":
        return " ".join(kinds_in(value))
    words = {"reason": REASONS, "ending": ENDINGS, "combat": COMBATS}.get(column)
    return int(value) if words is None else words[value]
