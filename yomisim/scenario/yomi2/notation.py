"""Cards, moves and combos of Yomi 2 as players write them.

cards and moves
    slots: ``A`` to ``J``, ``throw`` (or ``t``), ``dodge``, ``low_block``, ``high_block``, ``full_block``, ``X``, ``Y``,
    ``Z``, ``S1``, ``S2``, ``ability``, ``gem_special``, ``gem_ability``, ``burst``, in capitals or not; a move also by
    its printed name.
combos
    ``throw>D>E``, ``Z+>S1``: slots joined by ``>``, with a ``+`` for each pump.
main phase
    ``exchange throw for B``, ``power up B B for S1``, ``power up C C for meter``, ``ability``, ``ability gem_ability``,
    ``storm``, ``escape A A``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from yomisim.cards.yomi2.pack import Deck
from yomisim.cards.yomi2.schema import SLOTS, VIRTUAL_SLOTS
from yomisim.errors import BadInput, unknown
from yomisim.scenario.words import plain

#: Slots that cards can have; the storm is no card of a deck.
CARD_SLOTS = tuple(slot for slot in SLOTS if slot != "storm")
_SHORT = {"t": "throw", "low": "low_block", "high": "high_block", "full": "full_block"}
_SLOT_OF = {**{plain(slot): slot for slot in CARD_SLOTS}, **_SHORT}
#: What a power up is for where no super is taken.
METER = "meter"


@dataclass(frozen=True)
class NamedCard:
    """A card as written: the slot of its move; copies are alike."""

    slot: str

    def fits(self, name: str) -> bool:
        """Whether the card with this name is meant."""
        return name == self.slot

    def __str__(self) -> str:
        return self.slot


@dataclass(frozen=True)
class Step:
    """One step of a combo: a move number, how often it is pumped, and as written."""

    move: int
    pumps: int
    text: str


@dataclass(frozen=True)
class Action:
    """One action of a main phase, as written in `text`.

    `cards` are what is given (exchange), the pair (power up, escape), or the ability card; `wanted` is what is taken:
    None for meter.
    """

    kind: Literal["exchange", "power up", "ability", "storm", "escape"]
    cards: tuple[str, ...]
    wanted: str | None
    text: str


def read_card(text: str, field: str) -> NamedCard:
    """One card; BadInput for anything else."""
    slot = _SLOT_OF.get(plain(text))
    if slot is None:
        raise unknown("card", text, [each for each in CARD_SLOTS if each not in VIRTUAL_SLOTS], field=field)
    return NamedCard(slot)


def read_cards(cards: list[str], field: str) -> list[NamedCard]:
    """Several cards, in each text separated by blanks or commas."""
    words = [word for text in cards for word in re.split(r"[\s,]+", text)]
    return [read_card(word, field) for word in words if word]


def read_move(deck: Deck, text: str, field: str) -> int:
    """The number of a move of this deck, by its slot or its printed name.

    Raises
    ------
    BadInput : where the deck has no such move.
    """
    wanted = plain(text)
    slot = _SLOT_OF.get(wanted)
    for number, card in enumerate(deck.moves):
        if card.slot == slot or (slot is None and card.name and plain(card.name) == wanted):
            return number
    raise unknown("move", text, [card.slot for card in deck.moves], field=field)


def read_combo(deck: Deck, text: str, field: str) -> list[Step]:
    """The moves of a combo in players' notation.

    Raises
    ------
    BadInput : for a step that is no move of this deck.
    """
    steps = []
    for token in text.split(">"):
        word = " ".join(token.split())
        body = word.rstrip("+ ")
        if not body:
            raise BadInput(f"{text!r} has an empty step; write steps like throw, D, Z+ joined by >", field=field)
        steps.append(Step(read_move(deck, body, field), word.count("+", len(body)), word))
    return steps


def read_action(deck: Deck, text: str, field: str) -> Action:
    """One action of a main phase.

    Raises
    ------
    BadInput : for what is none.
    """
    words = " ".join(text.split())
    if found := re.fullmatch(r"(?i)exchange (\S+) for (\S+)", words):
        given, taken = (deck.slot(read_move(deck, each, field)) for each in found.groups())
        return Action("exchange", (given,), taken, words)
    if found := re.fullmatch(r"(?i)power up (\S+) (\S+) for (\S+)", words):
        pair = tuple(deck.slot(read_move(deck, each, field)) for each in found.groups()[:2])
        wanted = None if plain(found[3]) == METER else deck.slot(read_move(deck, found[3], field))
        return Action("power up", pair, wanted, words)
    if found := re.fullmatch(r"(?i)escape (\S+) (\S+)", words):
        pair = tuple(deck.slot(read_move(deck, each, field)) for each in found.groups())
        return Action("escape", pair, None, words)
    if plain(words) == "storm":
        return Action("storm", (), None, words)
    if found := re.fullmatch(r"(?i)ability(?: (.+))?", words):
        slot = deck.slot(read_move(deck, found[1] or "ability", field))
        return Action("ability", (slot,), None, words)
    raise BadInput(
        f"{text!r} is no action; write one like exchange throw for B, power up B B for S1, power up B B for meter, "
        "ability, storm, escape A A",
        field=field,
    )
