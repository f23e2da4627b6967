"""Cards, moves and combos as players write them.

cards
    ``6C 7 K Joker``: rank and suit, or a rank alone for any card of that rank.
moves
    ``6 attack``, ``6C attack``, ``K Whirlwind``, ``K`` (where both edges are the same), ``Joker``, ``no-card``; an
    Ace also by its total number of Aces, ``AAA``.
combos
    ``t8>2>K+``: attacks by rank (``T`` or ``10``), throws with a ``t``, Aces by total number (a throw ``tAA`` where an
    attack takes as many), ``+`` for each pump; with a ``d`` the side that needs something in play (``dJ``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from yomisim.cards.yomi1.pack import parse_card, side_index, side_name
from yomisim.cards.yomi1.schema import NUMBER_RANKS, SIDE_NAMES, Card, Character, SideName
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

    def fits(self, name: str) -> bool:
        """Whether the card with this name is meant."""
        return self.matches(parse_card(name))

    def __str__(self) -> str:
        return RANK_NAMES[self.rank] + ("" if self.suit is None or self.rank == JOKER else SUIT_NAMES[self.suit])


@dataclass(frozen=True)
class Move:
    """One step of a combo: the side it is (or those that it can be, the likeliest first), a suit if one was written,
    and how often it is pumped."""

    sides: tuple[int, ...]
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


def read_cards(cards: list[str], field: str) -> list[NamedCard]:
    """Several cards, in each text separated by spaces or commas."""
    words = [word for text in cards for word in re.split(r"[\s,]+", re.sub(r"(?i)joker\s+([12])\b", r"Joker\1", text))]
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
        return _one_of(character, _aces(character, len(words), field), words, field), None
    joker = re.fullmatch(r"(?i)joker(?:\s*([12]))?", words)
    if joker:
        return 4 * JOKER, int(joker[1]) - 1 if joker[1] else None
    head, _, rest = words.partition(" ")
    if head.lower().startswith("joker"):
        raise BadInput(f"{words!r} is no move; write Joker, Joker 1 or Joker 2", field=field)
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


def _one_of(character: Character, sides: tuple[int, ...], text: str, field: str) -> int:
    """The only side of several that a step can be; BadInput where there is more than one."""
    if len(sides) > 1:
        names = " or ".join(side_name(character, side) for side in sides)
        raise BadInput(f"{text!r} can be {names}; write the name", field=field)
    return sides[0]


def only_one(character: Character, sides: list[int], text: str, field: str) -> int:
    """`_one_of` for what is left of the sides of a step."""
    return _one_of(character, tuple(sides), text, field)


def _aces(character: Character, total: int, field: str, *, throw: bool = False) -> tuple[int, ...]:
    """The attacks and throws (or only throws) of the Ace that take so many Aces; those that can follow come first."""
    card = character.card("A")
    moves = [name for name in card.distinct_sides if card.side(name).aces == total]
    if throw and moves:
        moves = [name for name in moves if card.side(name).kind == "throw"]
        if not moves:
            raise BadInput(f"{character.short_name} has no throw that costs {total} Aces; leave the t out", field=field)
    if not moves:
        totals = sorted({card.side(name).aces for name in card.distinct_sides if card.side(name).aces})
        raise BadInput(
            f"no Ace side costs {total} Aces; {character.short_name}'s cost {' or '.join(map(str, totals))}",
            field=field,
        )
    return _ordered(card, moves)


def _ordered(card: Card, names: list[SideName]) -> tuple[int, ...]:
    """Sides of a card by number, those that can follow another move first."""
    may_follow = ("normal", "linker", "ender")
    names = sorted(names, key=lambda name: card.side(name).combo_type not in may_follow)
    return tuple(side_index(card.rank, name) for name in names)


def read_combo(character: Character, text: str, field: str) -> list[Move]:
    """The moves of a combo in players' notation; a step may also be a move by its name."""
    moves = []
    for token in text.split(">"):
        word = " ".join(token.split())
        body = word.rstrip("+ ")
        pumps = word.count("+", len(body))
        aces = re.fullmatch(r"(?i)(t?)(A{1,4})", body)
        found = re.fullmatch(r"(?i)([td]?)(10|T|[2-9]|[JQK])([SHDC])?", "".join(body.split()))
        if aces:
            moves.append(Move(_aces(character, len(aces[2]), field, throw=bool(aces[1])), None, pumps, word))
        elif found:
            moves.append(_step(character, found, pumps, word, field))
        elif " " in body or body.lower() == "joker":
            move = read_move(character, body, field)
            if move is None:
                raise BadInput(f"{word!r} is no step of a combo", field=field)
            moves.append(Move((move[0],), move[1], pumps, word))
        else:
            raise BadInput(f"{word!r} is no step of a combo; write steps like 7, t8, K+, AA joined by >", field=field)
    return moves


def _step(character: Character, found: re.Match[str], pumps: int, word: str, field: str) -> Move:
    """A step by rank: an attack, a throw with a t, a gated side with a d, or the throw of a face card without."""
    rank = "10" if found[2].upper() == "T" else found[2].upper()
    suit = SUIT_NAMES.index(found[3].upper()) if found[3] else None
    card = character.card(rank)
    if found[1].lower() == "d":
        gated = [name for name in card.distinct_sides if card.side(name).requires]
        if not gated:
            raise BadInput(f"no side of {character.short_name}'s {rank} needs anything in play", field=field)
        return Move(_ordered(card, gated), suit, pumps, word)
    kind = "throw" if found[1] else "attack"
    sides = [name for name in card.distinct_sides if card.side(name).kind == kind]
    if not sides and kind == "attack" and rank not in NUMBER_RANKS:
        sides = [name for name in card.distinct_sides if card.side(name).kind == "throw"]
    if not sides:
        other = "attack" if kind == "throw" else "throw"
        has_other = any(card.side(name).kind == other for name in card.distinct_sides)
        hint = f"; {rank} has a{'n attack' if other == 'attack' else ' throw'}" if has_other else ""
        raise BadInput(f"{character.short_name} has no {rank} {kind}{hint}", field=field)
    return Move(_ordered(card, sides), suit, pumps, word)
