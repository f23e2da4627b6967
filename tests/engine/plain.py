"""Which moves are legal and which combo is best, in plain Python from the card models: slow and obvious.

Hands are tuples of counts by rank, because suits matter for neither legality nor damage of a combo.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from yomisim.cards.yomi1.schema import Character, Side
from yomisim.cards.yomi1.tables import RANK_NAMES

Hand = tuple[int, ...]
ACE = RANK_NAMES.index("A")
FACES = [RANK_NAMES.index(rank) for rank in "JQK"]


@dataclass(frozen=True)
class Move:
    """One distinct side: its number in side space, its rank and what is printed."""

    index: int
    rank: int
    side: Side

    @property
    def extra_aces(self) -> int:
        return (self.side.aces_total or 1) - 1 if self.rank == ACE else 0

    @property
    def is_hit(self) -> bool:
        return self.side.kind in ("attack", "throw")


def hand_of(cards: int) -> Hand:
    """Counts by rank of a set of cards."""
    return tuple((int(cards) >> 4 * rank & 15).bit_count() for rank in range(14))


def without(hand: Hand, rank: int, n: int = 1) -> Hand:
    return (*hand[:rank], hand[rank] - n, *hand[rank + 1 :])


class Combos:
    """The rules of combos for one character, and the value of the best.

    Parameters
    ----------
    weights : what a point of damage, a card, an Ace (both spent), an Ace earned by a chain and a knockdown are worth.
    chain_aces : Aces for so many normal attacks in a row.
    aces_pay_any : whether Aces are considered for pumps that take any card.
    """

    def __init__(
        self,
        character: Character,
        weights: tuple[int, int, int, int, int] = (1, 0, 0, 0, 0),
        chain_aces: tuple[int, ...] = (0,) * 16,
        aces_pay_any: bool = True,
    ) -> None:
        self.character = character
        self.any_order = character.has_innate("chain_any_order")
        self.damage, self.card, self.ace, self.chain_ace, self.knockdown = weights
        self.chain_aces = chain_aces
        self.aces_pay_any = aces_pay_any
        self.value = lru_cache(maxsize=None)(self._value)

    @cached_property
    def moves(self) -> dict[int, Move]:
        found = {}
        for card in self.character.cards:
            rank = RANK_NAMES.index(card.rank)
            for edge in card.distinct_sides:
                index = 4 * rank + (edge == "bottom")
                found[index] = Move(index, rank, card.side(edge))
        return found

    def after_playing(self, hand: Hand, move: Move) -> Hand | None:
        """The hand after the card and its mandatory Aces are paid, None where it cannot be."""
        if move.side.requires or not hand[move.rank]:
            return None
        left = without(hand, move.rank)
        return None if left[ACE] < move.extra_aces else without(left, ACE, move.extra_aces)

    def may_follow(self, before: Move, after: Move) -> bool:
        """By combo types alone."""
        first, second = before.side.combo_type, after.side.combo_type
        if not after.is_hit or first in ("ender", "cant_combo") or second in ("starter", "cant_combo"):
            return False
        if first == "normal" and second == "normal" and not self.any_order:
            return after.rank == before.rank + 1
        return True

    def followers(self, hand: Hand, before: Move, points: int) -> Iterator[tuple[Move, Hand]]:
        """Moves that may come next with `points` left, and the hand after each."""
        for move in self.moves.values():
            left = self.after_playing(hand, move)
            if left is not None and move.side.combo_points <= points and self.may_follow(before, move):
                yield move, left

    def payers(self, hand: Hand, move: Move, used: int) -> Iterator[tuple[int, int]]:
        """(rank, damage) of every card that may be discarded to pump once more."""
        for pump in move.side.pump:
            if used >= pump.max:
                continue
            if pump.cost == "any":
                ranks = [rank for rank in range(14) if rank != ACE or self.aces_pay_any]
            elif pump.cost == "face":
                ranks = FACES
            else:
                ranks = [RANK_NAMES.index(pump.cost)]
            for rank in ranks:
                if hand[rank]:
                    yield rank, pump.damage

    def cost(self, rank: int) -> int:
        return self.ace if rank == ACE else self.card

    def stop(self, last: int, run: int) -> int:
        """What stopping here is worth: a chain, a knockdown."""
        return self.chain_aces[run] * self.chain_ace + self.knockdown * self.moves[last].side.knockdown

    def _value(self, hand: Hand, last: int, points: int, run: int, used: int = 0, follow: bool = True) -> int:
        """The best of what pumps of `last` and further moves can add, less what the cards are worth."""
        best = max(self.stop(last, run), self.best_follow(hand, last, points, run) if follow else self.stop(last, run))
        for rank, damage in self.payers(hand, self.moves[last], used):
            value = self.value(without(hand, rank), last, points, run, used + 1, follow)
            best = max(best, damage * self.damage - self.cost(rank) + value)
        return best

    def play(self, move: Move, left: Hand, points: int, run: int, follow: bool = True) -> int:
        """Value of playing a move, with `left` in hand after it, and of the best after it."""
        value = move.side.damage * self.damage - self.cost(move.rank) - move.extra_aces * self.ace
        if move.side.kind == "attack" and move.rank < 9:
            run += 1
        else:
            value += self.chain_aces[run] * self.chain_ace
            run = 0
        return value + self.value(left, move.index, points - move.side.combo_points, run, 0, follow)

    def best_follow(self, hand: Hand, last: int, points: int, run: int) -> int:
        """The best with at least one more move (no more pumps of the last one), or stopping."""
        moves = self.followers(hand, self.moves[last], points)
        return max([self.stop(last, run), *(self.play(move, left, points, run) for move, left in moves)])

    def best_single(self, hand: Hand, options: Iterable[int]) -> int:
        """The best one move with its pumps, 0 for none."""
        values = [0]
        for index in options:
            left = self.after_playing(hand, self.moves[index])
            assert left is not None
            values.append(self.play(self.moves[index], left, self.character.max_combo, 0, False))
        return max(values)
