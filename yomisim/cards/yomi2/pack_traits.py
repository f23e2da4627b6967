"""What is true without being used (`always`): changes to the packed record of a character.

Traits of the character count in every variant. Traits of a card that stays in play, or of the storm, are a source that
is on or off; each source has its bit of the variant.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from yomisim.cards.phrases import Phrase
from yomisim.cards.yomi2.filters import filtered_moves
from yomisim.cards.yomi2.pack_abilities import phrases
from yomisim.cards.yomi2.tables import ARMOR_NAMES, SORT_NAMES, VARIANT_BITS
from yomisim.errors import BadInput

if TYPE_CHECKING:
    from yomisim.cards.yomi2.pack import Deck


class Source(NamedTuple):
    """Something that can be on: the slot of an ongoing card, or "storm", and its traits."""

    slot: str
    traits: tuple[Phrase, ...]


def sources(deck: Deck) -> list[Source]:
    """Every card that changes something while it stays in play, and the storm.

    Raises
    ------
    BadInput : for more of them than there are bits of a variant.
    """
    cards = [*deck.moves, *([deck.storm] if deck.storm is not None else [])]
    found = [Source(card.slot, tuple(_traits(card.abilities))) for card in cards]
    found = [source for source in found if source.traits]
    if len(found) > VARIANT_BITS:
        names = ", ".join(source.slot for source in found)
        raise BadInput(
            f"{names} of {deck.character.name} all change moves while they last; {VARIANT_BITS} are the most"
        )
    return found


def _traits(abilities: Iterable) -> list[Phrase]:
    return [phrase for ability in abilities for phrase in phrases(ability, "always")]


def pack_innate(record: np.void, deck: Deck) -> None:
    """The character's own traits."""
    for phrase in _traits(deck.innate):
        if phrase.name in ("exchanges", "combo_reveal"):
            record[phrase.name] = phrase.value
        elif phrase.name == "two_truths":
            record["two_truths"] = 1
        else:
            change(record, deck, phrase)


def change(record: np.void, deck: Deck, phrase: Phrase) -> None:
    """Enter one trait into a record of dtype CHARACTER."""
    name, value = phrase.name, phrase.value
    if name in ("safe", "unsafe"):
        members = filtered_moves(value, deck)
        record["unsafe"] = record["unsafe"] & ~members if name == "safe" else record["unsafe"] | members
    elif name == "free_supers":
        record["meter_cost"] = 0
    elif name == "undying":
        record["undying"] = 1
    elif name != "prevents_damage":
        for move in _members(filtered_moves(phrase.more["moves"], deck)):
            _change_move(record, move, name, value)


def _change_move(record: np.void, move: int, name: str, value: Any) -> None:
    if name == "level":
        if record["level"][move] > 0:
            record["level"][move] = value
    elif name == "points":
        if record["points"][move] > 0:  # dodges and moves that stand alone have none that could change
            record["points"][move] = value
    elif name == "armor":
        record["armor"][move] = max(record["armor"][move], ARMOR_NAMES.index(str(value)))
    elif name == "beats":
        record["beats"][move] |= sum(1 << SORT_NAMES.index(kind) for kind in value)
    elif name == "add_damage":
        record["damage"][move] += value
        record["meter_damage"][move] += value
    else:
        record[name.removeprefix("add_")][move] += value


def _members(moves: np.uint64) -> list[int]:
    return [move for move in range(64) if int(moves) >> move & 1]
