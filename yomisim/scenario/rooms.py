"""What each game brings of its own so that its scenarios can be read, played and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from yomisim.cards.load import GAMES, Game
from yomisim.errors import BadInput, unknown
from yomisim.scenario.combo_verdict import Verdict
from yomisim.scenario.questions import Question
from yomisim.scenario.refusals import Rule
from yomisim.scenario.schema import Scenario


class Card(Protocol):
    """A card as a person writes it."""

    def fits(self, name: str) -> bool:
        """Whether the card with this name is meant; names are those of :meth:`Room.state`."""
        ...


class Player(Protocol):
    """The decisions of one player in one turn, used up as they are asked for."""

    def answer(self, question: Any) -> int:
        """The option chosen by what was told; Refused where that is not legal."""
        ...


class Room(Protocol):
    """The part of a game (`scenario/yomi1/room.py`, `scenario/yomi2/room.py`).

    SCENARIO : the model of its files. RULES : what a decision can break. EVENTS, REASONS, ENDINGS : of its log.
    CARD_COLUMNS : columns of events that hold cards. COMBO_OVER : codes of events that end a combo. EXACT : piles that
    an expectation may name in full. ORDERED : expectations that name the first cards of a pile, by the pile; those in
    WHOLE name all of it.
    """

    SCENARIO: type[Scenario]
    RULES: Mapping[str, Rule]
    EVENTS: Mapping[str, tuple[str, ...]]
    REASONS: Sequence[str]
    ENDINGS: Sequence[str]
    CARD_COLUMNS: Sequence[str]
    COMBO_OVER: frozenset[int]
    EXACT: Sequence[str]
    ORDERED: Mapping[str, str]
    WHOLE: Sequence[str]

    def sides(self, scenario: Any) -> tuple[str, ...]:
        """What the players are called in the file, by seat."""
        ...

    def cast(self, scenario: Any, game: Game, folder: Path) -> tuple[Any, ...]:
        """Who plays, as the narration wants it; paths in the file are relative to `folder`."""
        ...

    def core(self, m: np.void) -> np.void:
        """The record with the log and the given decisions."""
        ...

    def asked(self, m: np.void) -> tuple[int, Question]:
        """The question that is open, and the seat that it is put to."""
        ...

    def turn(self, m: np.void) -> int:
        """Number of the last turn."""
        ...

    def set_up(self, scenario: Any, game: Game, who: tuple[Any, ...]) -> tuple[np.ndarray, np.ndarray]:
        """Table and match, shape (1,) each, ready for the first turn."""
        ...

    def play_turn(self, table: np.ndarray, m: np.void, turn: int, scenario: Any) -> None:
        """Play turn number `turn` (from 0) of the scenario with the answers that the script record holds."""
        ...

    def settle_chance(self, scenario: Any, before: np.ndarray, m: np.void, turn: int) -> bool:
        """Whether chance fell as the file wishes; else `before` is changed so that it does the next time."""
        ...

    def players(
        self, who: tuple[Any, ...], table: np.ndarray, before: np.void, m: np.void, told: Any, place: str
    ) -> Sequence[Player]:
        """Both players with what they were told for one turn; `before` is the state at its start, `m` the live one."""
        ...

    def check_all_used(self, players: Any, rows: np.ndarray, over: bool) -> None:
        """Refused for the first decision that was told and never asked for."""
        ...

    def fighter(self, who: tuple[Any, ...], m: np.void, seat: int) -> dict[str, Any]:
        """One player's state in names and numbers, for people and for JSON."""
        ...

    def words_of(self, fighter: Mapping[str, Any]) -> Sequence[str]:
        """What is said of a player's state beside life, hand, deck and piles."""
        ...

    def read_cards(self, cards: list[str], field: str) -> Sequence[Card]:
        """Several cards as a person writes them; BadInput for anything else."""
        ...

    def known_values(self, who: Sequence[Any], event: str, column: str) -> Sequence[str] | None:
        """The words that a column of the log can hold; None for a number."""
        ...


#: Parts of a game that are a mode of their own: game and mode.
MODES = ("yomi2.solo",)


def room_of(name: str) -> Room:
    """The part of a game (``yomi2``), or of a mode of it (``yomi2.solo``).

    Raises
    ------
    BadInput : for an unknown game, or a mode that it has not got.
    """
    game, _, mode = name.partition(".")
    if game not in GAMES:
        raise unknown("game", game, GAMES, field="game")
    if mode and name not in MODES:
        raise BadInput(f"there are no bots in {game}; leave it out", field="bot")
    return cast(Room, import_module(f"yomisim.scenario.{name}.room"))


class ComboPlay(Protocol):
    """How a game reads and judges combos (`scenario/yomi1/combo_play.py`, `scenario/yomi2/combo_play.py`)."""

    RULES: Mapping[str, str]

    def read_hand(self, text: str, field: str = ...) -> Any:
        """Cards in players' words as numbers of cards, as the places of the game take them."""
        ...

    def play_sequence(self, place: Any, text: str) -> Verdict:
        """Play a sequence at a place."""
        ...


def combo_play_of(game: str) -> ComboPlay:
    """How a game reads and judges combos.

    Raises
    ------
    BadInput : for an unknown game.
    """
    if game not in GAMES:
        raise unknown("game", game, GAMES, field="game")
    return cast(ComboPlay, import_module(f"yomisim.scenario.{game}.combo_play"))
