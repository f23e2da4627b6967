"""Sets of cards and of sides as numbers (the two spaces of :mod:`yomisim.cards.yomi1.tables`)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from yomisim.cards.yomi1.schema import NUMBER_RANKS, SIDE_NAMES, Card, Character, SideName
from yomisim.cards.yomi1.tables import CARDS, COMBAT_SUIT, JOKER, RANK_NAMES

FACE_RANKS = ("J", "Q", "K")

#: Ranks of the filters that do not depend on the character.
_RANKS_OF = {
    "any": RANK_NAMES,
    "face": FACE_RANKS,
    "number": NUMBER_RANKS,
    "ace": ("A",),
    "joker": ("Joker",),
    "non_joker": RANK_NAMES[:JOKER],
}


def side_index(rank: str, side: SideName) -> int:
    """The number of a side in side space, 0 to 55."""
    return 4 * RANK_NAMES.index(rank) + SIDE_NAMES.index(side)


def bits(positions: Iterable[int]) -> np.uint64:
    """The set of these positions."""
    return np.uint64(sum(1 << int(position) for position in set(positions)))


def cards_of(rank: str) -> range:
    """All cards of a rank, in card space."""
    first = 4 * RANK_NAMES.index(rank)
    return range(first, min(first + 4, CARDS))


def cards_of_ranks(ranks: Iterable[str]) -> np.uint64:
    """All cards of some ranks."""
    return bits(card for rank in ranks for card in cards_of(rank))


def ranks_in(filter_: str | tuple[str, ...], cards: Iterable[Card]) -> tuple[str, ...]:
    """The ranks that a filter of an ability lets through: a name of cards.yomi1.verbs.FILTERS, or ranks themselves.

    For ``combat_suit`` all but the Joker: which suit, the game will tell.
    """
    if not isinstance(filter_, str):
        return filter_
    if filter_ == "normal_throw":
        return tuple(card.rank for card in cards if _has_normal_throw(card))
    return _RANKS_OF["non_joker" if filter_ == "combat_suit" else filter_]


def _has_normal_throw(card: Card) -> bool:
    return any(side.kind == "throw" and side.normal for side in map(card.side, SIDE_NAMES))


def filtered_cards(filter_: str | tuple[str, ...], character: Character) -> np.uint64:
    """The cards that a filter lets through; COMBAT_SUIT alone where that depends on the game."""
    return COMBAT_SUIT if filter_ == "combat_suit" else cards_of_ranks(ranks_in(filter_, character.cards))


def tagged_sides(tag: str, character: Character) -> np.uint64:
    """Both edges of every card where they carry a tag."""
    return bits(
        side_index(card.rank, name) for card in character.cards for name in SIDE_NAMES if tag in card.side(name).tags
    )
