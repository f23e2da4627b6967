"""Cards, moves and combos as players write them.

cards
    ``6C 7 K Joker``: rank and suit, or a rank alone for any card of that rank.
moves
    ``6 attack``, ``6C attack``, ``K Whirlwind``, ``K`` (where both edges are the same), ``Joker``, ``no-card``; an
    Ace also by its total number of Aces, ``AAA``.
combos
    ``t8>2>K+``: attacks by rank (``T`` or ``10``), throws with a ``t``, Aces by total number, ``+`` for each pump.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from yomisim.cards.yomi1.pack import side_index
from yomisim.cards.yomi1.schema import SIDE_NAMES, Card, Character
from yomisim.cards.yomi1.tables import JOKER, RANK_NAMES, SUIT_NAMES
from yomisim.errors import BadInput, unknown

NO_CARD_WORDS = ("no-card", "no card", "none")


@dataclass(frozen=True)
class NamedCard:
    """A card as written: a rank index, and a suit index or None for any."""

    rank: int
    suit: int | None

    def matches(self, card: int) -> bool:
        """Whether the card with this number is meant."""
        return card >> 2 == self.rank and (self.suit is None or card & 3 == self.suit)

    def __str__(self) -> str:
        return RANK_NAMES[self.rank] + ("" if self.suit is None or self.rank == JOKER else SUIT_NAMES[self.suit])


@dataclass(frozen=True)
class Move:
    """One step of a combo: a side, a suit if one was written, and how often it is pumped."""

    side: int
    suit: int | None
    pumps: int
    text: str


def read_card(text: str, field: str) -> NamedCard:
    """One card; BadInput for anything else."""
    found = re.fullmatch(r"(?i)joker(?:\s*([12]))?", text)
    if found:
        return NamedCard(JOKER, int(found[1]) - 1 if found[1] else None)
    found = re.fullmatch(r"(?i)(10|T|[2-9]|[JQKA])([SHDC])?", text)
    if not found:
        raise BadInput(f"{text!r} is no card; write a rank and a suit (7H), a rank alone (7) or Joker", field=field)
    rank = "10" if found[1].upper() == "T" else found[1].upper()
    return NamedCard(RANK_NAMES.index(rank), SUIT_NAMES.index(found[2].upper()) if found[2] else None)


def read_cards(cards: str | list[str], field: str) -> list[NamedCard]:
    """Several cards, in one text separated by spaces or commas, or as a list."""
    words = re.split(r"[\s,]+", re.sub(r"(?i)joker\s+([12])\b", r"Joker\1", cards)) if isinstance(cards, str) else cards
    return [read_card(word, field) for word in words if word]


def _sides(character: Character, rank: int) -> list[tuple[int, str, Card]]:
    card = character.card(RANK_NAMES[rank])
    return [(side_index(card.rank, name), name, card) for name in SIDE_NAMES if name in card.distinct_sides]


def read_move(character: Character, text: str, field: str) -> tuple[int, int | None] | None:
    """A combat card: (side, suit or None); None for no-card.

    Raises
    ------
    BadInput
        where the character has no such move, or the words fit two.
    """
    words = " ".join(text.split())
    if words.lower() in NO_CARD_WORDS:
        return None
    aces = re.fullmatch(r"(?i)A{2,4}", words)
    if aces:
        return _ace(character, len(words), field), None
    head, _, rest = words.partition(" ")
    if head.lower().startswith("joker"):
        return 4 * JOKER, None
    card = read_card(head, field)
    sides = _sides(character, card.rank)
    if rest:
        sides = [entry for entry in sides if _is_called(entry[2], entry[1], rest)]
    if len(sides) == 1:
        return sides[0][0], card.suit
    known = [name for name, other, _ in character.moves() if other.rank == RANK_NAMES[card.rank]]
    if not sides:
        raise unknown("move", words, known, field=field)
    raise BadInput(f"{words!r} can be {' or '.join(known)}; say which", field=field)


def _is_called(card: Card, side: str, name: str) -> bool:
    """Whether a side goes by this name: its kind, its printed name, or both."""
    printed = card.side(side)  # type: ignore[arg-type]
    names = {printed.kind, printed.name, f"{printed.name} {printed.kind}"}
    return name.lower() in {each.lower() for each in names if each}


def _ace(character: Character, total: int, field: str) -> int:
    card = character.card("A")
    moves = [name for name in card.distinct_sides if card.side(name).aces == total]
    if len(moves) == 1:
        return side_index("A", moves[0])
    if not moves:
        totals = sorted({card.side(name).aces for name in card.distinct_sides if card.side(name).aces})
        raise BadInput(
            f"no Ace side costs {total} Aces; {character.short_name}'s cost {' or '.join(map(str, totals))}",
            field=field,
        )
    names = [card.side(name).name for name in moves]
    raise BadInput(f"{' and '.join(names)} both cost {total} Aces; write the name", field=field)


def read_combo(character: Character, text: str, field: str) -> list[Move]:
    """The moves of a combo in players' notation."""
    moves = []
    for token in text.split(">"):
        word = "".join(token.split())
        body = word.rstrip("+")
        pumps = len(word) - len(body)
        aces = re.fullmatch(r"(?i)A{1,4}", body)
        found = re.fullmatch(r"(?i)(t?)(10|T|[2-9]|[JQK])([SHDC])?", body)
        if aces:
            moves.append(Move(_ace(character, len(body), field), None, pumps, word))
        elif found:
            moves.append(_step(character, found, pumps, word, field, first=not moves))
        else:
            raise BadInput(
                f"{token.strip()!r} is no step of a combo; write steps like 7, t8, K+, AA joined by >", field=field
            )
    return moves


def _step(character: Character, found: re.Match[str], pumps: int, word: str, field: str, *, first: bool) -> Move:
    """A step by rank. Of two attacks on one card a follow-up means the side that can follow."""
    rank = "10" if found[2].upper() == "T" else found[2].upper()
    suit = SUIT_NAMES.index(found[3].upper()) if found[3] else None
    kind = "throw" if found[1] else "attack"
    card = character.card(rank)
    sides = [name for name in card.distinct_sides if card.side(name).kind == kind]
    if len(sides) > 1:
        may_follow = [name for name in sides if card.side(name).combo_type in ("normal", "linker", "ender")]
        sides = [name for name in sides if name not in may_follow] if first else may_follow
    if len(sides) > 1:
        raise BadInput(f"{word!r} can be either side of {rank}; use the opener's name", field=field)
    if not sides:
        other = "attack" if kind == "throw" else "throw"
        has_other = any(card.side(name).kind == other for name in card.distinct_sides)
        hint = f"; {rank} has a{'n attack' if other == 'attack' else ' throw'}" if has_other else ""
        raise BadInput(f"{character.short_name} has no {rank} {kind}{hint}", field=field)
    return Move(side_index(rank, sides[0]), suit, pumps, word)
