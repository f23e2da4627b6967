"""Yomi's part of scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import card_name, parse_card
from yomisim.cards.yomi1.pack_abilities import programs, statuses
from yomisim.cards.yomi1.schema import Character
from yomisim.cards.yomi1.tables import KIND_NAMES
from yomisim.cards.yomi1.verbs import HANDS
from yomisim.narrate.yomi1.lines import TURNS
from yomisim.play.yomi1 import play_turn as play_one
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.events import EVENTS, REASONS
from yomisim.rules.yomi1.state import ENDINGS
from yomisim.scenario.schema import PLAYERS
from yomisim.scenario.yomi1.answers import Player
from yomisim.scenario.yomi1.leftovers import Why, check_used
from yomisim.scenario.yomi1.notation import read_cards
from yomisim.scenario.yomi1.questions import Question
from yomisim.scenario.yomi1.rules import RULES
from yomisim.scenario.yomi1.schema import Scenario, Turn
from yomisim.scenario.yomi1.setup import names
from yomisim.scenario.yomi1.setup import set_up as set_up_match

__all__ = ["ENDINGS", "EVENTS", "REASONS", "RULES", "read_cards"]

SCENARIO = Scenario
CARD_COLUMNS = ("card",)
COMBO_OVER = frozenset({int(events.CHAIN), int(events.COMBO_END)})
EXACT = ("hand", "in_play")
ORDERED = {"discard_top": "discard", "deck_top_known": "deck_top_known"}
WHOLE = ("deck_top_known",)
Cast = tuple[Character, Character]


def cast(scenario: Scenario, game: Game, folder: Path) -> Cast:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return game.character(scenario.a.character), game.character(scenario.b.character)


def set_up(scenario: Scenario, game: Game, who: Cast) -> tuple[np.ndarray, np.ndarray]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return set_up_match(scenario, game)


def play_turn(table: np.ndarray, m: np.void, turn: int, scenario: Scenario) -> None:
    """See :class:`yomisim.scenario.rooms.Room`."""
    play_one(table[0], m)


def settle_chance(scenario: Scenario, before: np.ndarray, m: np.void, turn: int) -> bool:
    """Where life is equal a scenario may say who has initiative (in its first turn)."""
    if scenario.initiative is None or turn > 0:
        return True
    if PLAYERS[int(m["public"]["initiative"])] == scenario.initiative:
        return True
    before[0]["flip"] ^= 1  # the coin falls the other way
    return False


def sides(scenario: Scenario) -> tuple[str, ...]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return PLAYERS


def core(m: np.void) -> np.void:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return m


def asked(m: np.void) -> tuple[int, Question]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return int(m["script"]["seat"]), Question.of(m["script"])


def turn(m: np.void) -> int:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return int(m["public"]["turn"])


def players(who: Cast, table: np.ndarray, before: np.void, m: np.void, told: Turn, place: str) -> list[Player]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    found = []
    for seat, name in enumerate(PLAYERS):
        packed = table["char"][0, seat, int(m["public"]["fighter"][seat]["variant"])]
        found.append(Player(name, who[seat], packed, getattr(told, name), f"{place}.{name}"))
    return found


def check_all_used(players: list[Player], rows: np.ndarray, over: bool) -> None:
    """See :class:`yomisim.scenario.rooms.Room`."""
    why = _why(rows, over)
    for player in players:
        check_used(player, why)


def _why(rows: np.ndarray, over: bool) -> Why:
    def by(event: int) -> frozenset[str]:
        return frozenset(PLAYERS[int(row[1])] for row in rows if row[0] == event)

    decided = (events.HIT, events.TIE, events.NO_CONTACT, events.BLOCK, events.DODGE, events.BURST)
    return Why(
        over=over,
        fought=any(row[0] in decided for row in rows),
        tie=any(row[0] == events.TIE for row in rows),
        burst_by=by(events.BURST),
        hit_by=by(events.HIT),
    )


def fighter(who: Cast, m: np.void, seat: int) -> dict[str, Any]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    me, own = m["public"]["fighter"][seat], m["own"][seat]
    return {
        "character": who[seat].id,
        "life": int(me["life"]),
        "hand": names(own["hand"]),
        "discard": sorted(names(me["discard"]), key=lambda card: -int(me["stamp"][parse_card(card)])),
        "in_play": names(me["in_play"]),
        "shown": names(me["shown"]),
        "deck_size": int(m["deep"][seat]["deck"]).bit_count(),
        "deck_top_known": [card_name(int(own["top"][i])) for i in reversed(range(int(own["top_known"])))],
        "knocked_down": bool(me["down"]),
    }


def words_of(fighter: Mapping[str, Any]) -> Sequence[str]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return ["knocked down"] if fighter["knocked_down"] else []


def known_values(who: Sequence[Character], event: str, column: str) -> list[str] | None:
    """See :class:`yomisim.scenario.rooms.Room`."""
    if column == "side":
        return [name.replace(" ", "_") for each in who for name, _, _ in each.moves()]
    if column == "ability":
        return [program.ability.name.replace(" ", "_") for each in who for program in programs(each)]
    if column == "status":
        return [name for each in who for name in statuses(each)]
    if event == "speed" and column == "turn":
        return list(TURNS)
    known = {"reason": REASONS, "ending": ENDINGS, "kind": KIND_NAMES, "hand": HANDS}.get(column)
    return None if known is None else list(known)
