"""The search for combos, by game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from yomisim.cards.load import Game
from yomisim.estimate import combo_hands, combo_places, combos, yomi2_combo_hands, yomi2_combo_places, yomi2_combos
from yomisim.estimate.combo_parts import AnyCombos
from yomisim.products import check_product


@dataclass(frozen=True)
class ComboRoom:
    """What a game has of its own: how a place is found, what the best combos there are, what random hands are worth,
    all places of a character, and the best combos of many random hands to be timed."""

    find_place: Callable[..., Any]
    combos: Callable[[Any], AnyCombos]
    hand_values: Callable[..., pd.DataFrame]
    places: Callable[[Game, str], Iterator[Any]]
    to_time: Callable[[Any, int, int], Callable[[], object]]


_ROOMS = {
    "yomi1": ComboRoom(
        combos.find_place, combos.Combos, combo_hands.hand_values, combo_places.places, combo_hands.to_time
    ),
    "yomi2": ComboRoom(
        yomi2_combos.find_place,
        yomi2_combos.Combos,
        yomi2_combo_hands.hand_values,
        yomi2_combo_places.places,
        yomi2_combo_hands.to_time,
    ),
}


def combo_room(game: str) -> ComboRoom:
    """The search of a game by its id.

    Raises
    ------
    BadInput : for a game that has none.
    """
    check_product("combos", game)
    return _ROOMS[game]
