"""The moves of a character by number in side space: what they are called, and what sort of opener they are."""

from __future__ import annotations

from dataclasses import dataclass

from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import pack_table, side_name
from yomisim.cards.yomi1.schema import SIDE_NAMES, Character
from yomisim.cards.yomi1.tables import OPENER_CLASSES, RANK_NAMES, SIDES

NO_CARD = "no-card"
#: Kinds of move, in the order in which they are shown; `none` is no-card.
MOVE_KINDS = ("attack", "throw", "block", "dodge", "joker", "none")
#: Those of every game.
EVERY_KIND = (*MOVE_KINDS, "strike", "projectile")
#: Classes of openers (CLASS_... of `cards.yomi1.tables`, in their order), and no-card. Attacks fall into three bands of
#: speed of about the same size for each character, throws into two; attacks that cost further Aces stand apart.
CLASS_WORDS = (
    "fast attack",
    "medium attack",
    "slow attack",
    "multi-Ace attack",
    "fast throw",
    "slow throw",
    "even block",
    "odd block",
    "dodge",
    "Joker",
    NO_CARD,
)
assert len(CLASS_WORDS) == OPENER_CLASSES + 1


@dataclass(frozen=True)
class Move:
    """What a player can open with.

    Parameters
    ----------
    name : such as ``7 throw``. kind : one of MOVE_KINDS. sort : one of CLASS_WORDS.
    """

    name: str
    kind: str
    sort: str


def move_name(who: Character, side: int) -> tuple[str, str]:
    """Name and kind of a number in side space; of what is none, such as PASS or SIDES, those of no-card."""
    if not 0 <= side < SIDES:
        return NO_CARD, "none"
    rank, edge = divmod(side, 4)
    return side_name(who, side), who.card(RANK_NAMES[rank]).side(SIDE_NAMES[edge]).kind


def moves_of(game: Game, character: str) -> dict[int, Move]:
    """All openers of a character by number, no-card last under SIDES."""
    who = game.characters[character]
    classes = pack_table(game, character, character)[0]["char"][0][0]["opener_class"]
    found = {side: Move(*move_name(who, side), CLASS_WORDS[k]) for side, k in enumerate(classes) if k >= 0}
    return {**found, SIDES: Move(NO_CARD, "none", NO_CARD)}
