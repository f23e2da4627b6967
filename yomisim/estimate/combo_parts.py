"""What the combos of both games have in common: a combo, all that begins with one move, the tables of a place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import pandas as pd


@dataclass(frozen=True)
class AnyCombo:
    """One combo.

    steps : (move, pumps) of each move. sequence : in players' notation. cards : all that it costs. combo_points : of
    all moves. COSTS : the fields of a game's own costs, with their heads in a table.
    """

    COSTS: ClassVar[dict[str, str]] = {}

    steps: tuple[tuple[int, int], ...]
    sequence: str
    damage: int
    cards: int
    combo_points: int

    @property
    def per_card(self) -> float:
        """Damage for each card."""
        return self.damage / self.cards

    @property
    def per_point(self) -> float | None:
        """Damage for each combo point; None for a move without points."""
        return self.damage / self.combo_points if self.combo_points else None

    @property
    def order(self) -> tuple[int, ...]:
        """Sorts the best combo first: most damage, then fewest cards, costs of the game's own and points."""
        return (-self.damage, self.cards, *(getattr(self, name) for name in self.COSTS), self.combo_points)

    def costs(self) -> list[str]:
        """The game's own costs in words."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        per_point = None if self.per_point is None else round(self.per_point, 4)
        return {name: getattr(self, name) for name in _names(type(self))} | {
            "per_card": round(self.per_card, 4),
            "per_point": per_point,
        }


C = TypeVar("C", bound=AnyCombo)


def _names(kind: type[AnyCombo]) -> list[str]:
    return ["sequence", "damage", "cards", "combo_points", *kind.COSTS]


def columns_of(kind: type[AnyCombo]) -> list[str]:
    """The columns of a table of such combos."""
    return [*_names(kind), "per_card", "per_point"]


@dataclass(frozen=True)
class Starter(Generic[C]):
    """All that can begin with one move: `by_cards` holds the best combo of each number of cards that has one, up to
    the number that `best` takes. side : the move's number."""

    side: int
    name: str
    kind: str
    by_cards: tuple[C, ...]

    @property
    def best(self) -> C:
        """The greatest damage, with the fewest cards, costs and points that reach it."""
        return min(self.by_cards, key=lambda combo: combo.order)

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "starter": self.name,
            "kind": self.kind,
            "max": self.best.record(),
            "by_cards": [combo.record() for combo in self.by_cards],
        }


class AnyCombos(Generic[C]):
    """The best combos at a place of some game."""

    place: Any
    #: The kind of combo that `starters` holds, the columns that say where a row was found, and signs of the notation.
    KIND: ClassVar[type[AnyCombo]]
    WHERE: ClassVar[list[str]]
    SIGNS: ClassVar[str] = "+ is a pump"

    @cached_property
    def starters(self) -> tuple[Starter[C], ...]:
        """Every starter that can be played, in the order of the moves."""
        raise NotImplementedError

    def where(self) -> list[Any]:
        """The values of WHERE."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        raise NotImplementedError

    @property
    def best(self) -> Starter[C] | None:
        """The starter with the greatest damage; None where nothing can be played."""
        return min(self.starters, key=lambda starter: (*starter.best.order, starter.side), default=None)

    def _rows(self, combos: Iterable[tuple[Starter[C], C]]) -> pd.DataFrame:
        columns = columns_of(self.KIND)
        rows = [
            [*self.where(), starter.name, starter.kind, *(getattr(combo, name) for name in columns)]
            for starter, combo in combos
        ]
        frame = pd.DataFrame(rows, columns=[*self.WHERE, "starter", "kind", *columns])
        return frame.astype({"per_card": float, "per_point": float})

    @property
    def table(self) -> pd.DataFrame:
        """One row per starter: the combo with the greatest damage."""
        return self._rows((starter, starter.best) for starter in self.starters)

    @property
    def by_cards(self) -> pd.DataFrame:
        """One row per starter and number of cards: the best combo with exactly so many."""
        return self._rows((starter, combo) for starter in self.starters for combo in starter.by_cards)
