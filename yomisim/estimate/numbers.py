"""The numbers on a character's cards that a designer might change by a step: life, and each move's speed, damage and
combo points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from yomisim.cards.load import Game
from yomisim.cards.patch import Patch, make_patch, patched
from yomisim.cards.patching import SIDES, label_of
from yomisim.errors import BadInput
from yomisim.estimate.blanks import raw_values

#: A step of each kind of number: what a designer would call the smallest change worth printing.
STEPS = {"hit_points": 5, "speed": 1, "damage": 2, "combo_points": 1}


@dataclass(frozen=True)
class Number:
    """One number of a character.

    Parameters
    ----------
    character : id. place : keys of the patch below the character, such as ``("cards", "K", "both", "speed")``.
    name : for people, ``K Spin: speed``. value : as it is. step : of one change.
    """

    character: str
    place: tuple[str, ...]
    name: str
    value: float
    step: float

    @property
    def field(self) -> str:
        """Which kind of number."""
        return self.place[-1]

    def at(self, steps: float) -> float:
        """The value so many steps away."""
        value = round(self.value + steps * self.step, 4)
        return int(value) if isinstance(self.value, int) else value

    def patch(self, steps: float) -> Patch:
        """The patch that changes it by so many steps."""
        changes: Any = self.at(steps)
        for key in reversed(self.place):
            changes = {key: changes}
        title = f"{self.character}, {self.name} {self.value:g} to {self.at(steps):g}"[:60]
        return make_patch({"characters": {self.character: changes}}, title)

    def changed(self, game: Game, steps: float) -> tuple[Patch, Game] | None:
        """The patch and the game with it; None where the cards may not hold that value."""
        if self.at(steps) < 0:
            return None
        try:
            patch = self.patch(steps)
            return patch, patched(game, patch)
        except BadInput:
            return None


def numbers_of(game: Game, character: str) -> list[Number]:
    """Every number of a character (id) that is asked for, life first."""
    values = raw_values(game, character)
    found = [Number(character, ("hit_points",), "life", values["hit_points"], STEPS["hit_points"])]
    for card in values["cards"]:
        for keys, move, name in _moves(card):
            for field in ("speed", "damage", "combo_points"):
                value = move.get(field)
                fixed = field == "combo_points" and move.get("combo_type") == "cant_combo"
                if isinstance(value, int | float) and not isinstance(value, bool) and not fixed:
                    place = ("cards", label_of(card), *keys, field)
                    words = f"{name}: {field.replace('_', ' ')}"
                    found.append(Number(character, place, words, value, STEPS[field]))
    return found


def _moves(card: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], dict[str, Any], str]]:
    """The moves of a card: keys of a patch, values, name."""
    label = label_of(card)
    if "top" not in card:
        yield (), card, f"{label} {card.get('name') or card.get('kind')}"
        return
    for side in SIDES:
        if side in card:
            keys = ("both",) if card.get("same_both_sides") else (side,)
            yield keys, card[side], f"{label} {card[side].get('name') or card[side].get('kind')}"
