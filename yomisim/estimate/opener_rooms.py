"""What each game brings of its own so that openers can be estimated: how it is played, what its things are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.yomi1 import pack as pack1
from yomisim.cards.yomi1 import tables as tables1
from yomisim.cards.yomi2 import pack as pack2
from yomisim.cards.yomi2 import tables as tables2
from yomisim.cards.yomi2.schema import SLOTS
from yomisim.estimate.moves import move_name
from yomisim.play import yomi1, yomi2
from yomisim.play.yomi1 import openers as play1
from yomisim.play.yomi2 import openers as play2
from yomisim.products import check_product
from yomisim.rules.records import NO_CARD as NO_CARD_NUMBER
from yomisim.rules.yomi1 import state as state1
from yomisim.rules.yomi1.counts import MIDDLE_HIGH, MIDDLE_LOW
from yomisim.rules.yomi2 import state as state2

Test = Callable[[np.ndarray, np.ndarray], bool]


@dataclass(frozen=True)
class OpenerRoom:
    """One game.

    tests : kinds of position that are looked at where none is named, in this order, and what such a position is.
    single : kinds of which there is only one position. titles : what the kinds are called. cards : size of card space.
    engine : module with start_game and play_turn. cells : module with play_cells, openers_of and ready.
    parts : codes of a turn up to the openers and from them on. match : dtype of a game.
    pack_table : (game, a, b) to a table. unseen : cards of a seat that lie in hand or deck at no known place.
    forget : what both know of their decks is lost. opener : name and kind of an opener of a seat, by number.
    order : sorts names of openers. card_name : of a seat's card.
    """

    tests: Mapping[str, Test]
    single: frozenset[str]
    titles: Mapping[str, str]
    cards: int
    engine: Any
    cells: Any
    parts: tuple[Any, Any]
    match: np.dtype
    pack_table: Callable[[Game, str, str], np.ndarray]
    unseen: Callable[[np.ndarray, int], int]
    forget: Callable[[np.ndarray], None]
    opener: Callable[[Game, Any, int], tuple[str, str]]
    order: Callable[[str], Any]
    card_name: Callable[[Game, Any, int], str]


def _down(match: np.ndarray) -> tuple[bool, bool]:
    return tuple(bool(match[0]["public"]["fighter"][seat]["down"]) for seat in range(2))  # type: ignore[return-value]


def _middle(table: np.ndarray, match: np.ndarray) -> bool:
    lives = [
        10 * match[0]["public"]["fighter"][seat]["life"] / table["char"][0, seat, 0]["hit_points"] for seat in range(2)
    ]
    return _down(match) == (False, False) and all(MIDDLE_LOW <= tenths <= MIDDLE_HIGH for tenths in lives)


def _unseen_1(match: np.ndarray, seat: int) -> int:
    deep = match[0]["deep"][seat]
    placed = sum(1 << int(card) for card in deep["top"][: deep["placed"]])
    return (int(match[0]["own"][seat]["hand"]) | int(deep["deck"])) & ~placed & ~int(deep["sunk"])


def _forget_1(match: np.ndarray) -> None:
    """Nobody knows where a card of the decks lies; what is dealt anew later has no place yet."""
    for seat in range(2):
        own, deep = match[0]["own"][seat], match[0]["deep"][seat]
        own["top_known"] = 0
        own["bottom"] = NO_CARD_NUMBER
        deep["placed"] = 0
        deep["sunk"] = 0
        deep["sunk_n"] = 0


def _opener_1(game: Game, who: Any, side: int) -> tuple[str, str]:
    return move_name(who, side)


def _order_1(name: str) -> tuple[int, str]:
    """By rank, no-card last."""
    head, names = name.split(" ")[0], tables1.RANK_NAMES
    return (names.index(head) if head in names else len(names), name)


_YOMI1 = OpenerRoom(
    tests={
        "start": lambda table, match: True,
        "middle": _middle,
        "p1 down": lambda table, match: _down(match) == (True, False),
        "p2 down": lambda table, match: _down(match) == (False, True),
    },
    single=frozenset({"start"}),
    titles={
        "start": "opening hands",
        "middle": "mid-game",
        "p1 down": "player 1 is knocked down",
        "p2 down": "player 2 is knocked down",
    },
    cards=int(tables1.CARDS),
    engine=yomi1,
    cells=play1,
    parts=(state1.TO_COMBAT, state1.FROM_COMBAT),
    match=state1.MATCH,
    pack_table=pack1.pack_table,
    unseen=_unseen_1,
    forget=_forget_1,
    opener=_opener_1,
    order=_order_1,
    card_name=lambda game, who, card: pack1.card_name(card),
)


def _turn_of(seat: int, more: Test) -> Test:
    """Positions of a kind in the turn of one seat, who wins ties."""
    return lambda table, match: int(match[0]["public"]["active"]) == seat and more(table, match)


def _first_turn(table: np.ndarray, match: np.ndarray) -> bool:
    return int(match[0]["public"]["turn"]) == 1


def _unseen_2(match: np.ndarray, seat: int) -> int:
    return int(match[0]["own"][seat]["hand"]) | int(match[0]["deep"][seat]["deck"])


def _opener_2(game: Game, who: Any, move: int) -> tuple[str, str]:
    card = pack2.deck_of(who, game.worn_gem).moves[move]
    return card.slot, card.kind


def _order_2(name: str) -> tuple[int, str]:
    """As slots are listed."""
    return (SLOTS.index(name) if name in SLOTS else len(SLOTS), name)


_YOMI2 = OpenerRoom(
    tests={
        "start p1": _turn_of(0, _first_turn),
        "start p2": _turn_of(1, _first_turn),
        "middle p1": _turn_of(0, _middle),
        "middle p2": _turn_of(1, _middle),
        "p1 down": lambda table, match: _down(match) == (True, False),
        "p2 down": lambda table, match: _down(match) == (False, True),
    },
    single=frozenset(),
    titles={
        "start p1": "first turn, player 1's",
        "start p2": "first turn, player 2's",
        "middle p1": "mid-game, in player 1's turn",
        "middle p2": "mid-game, in player 2's turn",
        "p1 down": "player 1 is knocked down",
        "p2 down": "player 2 is knocked down",
    },
    cards=int(tables2.CARDS),
    engine=yomi2,
    cells=play2,
    parts=(state2.TO_OPENERS, state2.FROM_OPENERS),
    match=state2.MATCH,
    pack_table=pack2.pack_table,
    unseen=_unseen_2,
    forget=lambda match: None,
    opener=_opener_2,
    order=_order_2,
    card_name=lambda game, who, card: pack2.deck_of(who, game.worn_gem).slot_of_card(card),
)

_ROOMS = {"yomi1": _YOMI1, "yomi2": _YOMI2}


def opener_room(game: str) -> OpenerRoom:
    """What a game brings, by its id.

    Raises
    ------
    BadInput : for a game of which openers are not estimated.
    """
    check_product("openers", game)
    return _ROOMS[game]
