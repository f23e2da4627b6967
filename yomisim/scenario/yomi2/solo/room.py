"""The part of scenarios against a bot; what is not said here is as in games of two players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.yomi2.bots import USES, Bot
from yomisim.cards.yomi2.pack import Deck
from yomisim.errors import BadInput
from yomisim.play.yomi2.solo.game import play_turn as play_one
from yomisim.rules.yomi2.state import STORM_ON
from yomisim.scenario.yomi2 import room as versus
from yomisim.scenario.yomi2.answers import Player
from yomisim.scenario.yomi2.leftovers import Why, check_used
from yomisim.scenario.yomi2.made_up import deck_for, rules_of
from yomisim.scenario.yomi2.questions import Question
from yomisim.scenario.yomi2.room import (
    BEFORE_MAIN,
    CARD_COLUMNS,
    COMBO_OVER,
    ENDINGS,
    EVENTS,
    EXACT,
    ORDERED,
    REASONS,
    RULES,
    WHOLE,
    known_values,
    read_cards,
)
from yomisim.scenario.yomi2.solo.schema import Scenario, Turn
from yomisim.scenario.yomi2.solo.setup import BEFORE_MAIN as BOT_BEFORE_MAIN
from yomisim.scenario.yomi2.solo.setup import bot_of, check, solo_of
from yomisim.scenario.yomi2.solo.setup import set_up as set_up_match

__all__ = [
    "CARD_COLUMNS",
    "COMBO_OVER",
    "ENDINGS",
    "EVENTS",
    "EXACT",
    "ORDERED",
    "REASONS",
    "RULES",
    "WHOLE",
    "known_values",
    "read_cards",
]

SCENARIO = Scenario
#: Seats of the log: the first human, the bot, the second human.
NAMES = ("a", "b", "c")
BOT_SEAT, PARTNER = 1, 2
Cast = tuple[Any, ...]


def sides(scenario: Scenario) -> tuple[str, ...]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return NAMES if scenario.c is not None else NAMES[:PARTNER]


def cast(scenario: Scenario, game: Game, folder: Path) -> Cast:
    """See :class:`yomisim.scenario.rooms.Room`."""
    check(scenario)
    rules = rules_of(scenario.rules, game)
    first = deck_for(scenario.a, "a", rules, game, folder)
    bot = bot_of(scenario, game, folder)
    if scenario.c is None:
        return first, bot
    return first, bot, deck_for(scenario.c, "c", rules, game, folder)


def set_up(scenario: Scenario, game: Game, who: Cast) -> tuple[np.ndarray, np.ndarray]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    decks = [each for each in who if isinstance(each, Deck)]
    bot: Bot = who[BOT_SEAT]
    return set_up_match(scenario, rules_of(scenario.rules, game), solo_of(scenario, game), bot, decks)


def play_turn(table: np.ndarray, m: np.void, turn: int, scenario: Scenario) -> None:
    """See :class:`yomisim.scenario.rooms.Room`."""
    rolls = scenario.turns[turn].b.roll
    m["dice"][: len(rolls)] = [roll - 1 for roll in rolls]
    m["dice_given"], m["dice_used"] = len(rolls), 0
    if turn == 0 and scenario.begin == "main":
        table = table.copy()
        for t in table[0]["table"]:
            t["rules"]["draw"] = t["rules"]["first_draw"] = 0
            t["kit"]["windows"] &= ~np.uint64(BEFORE_MAIN)
        for window in BOT_BEFORE_MAIN:
            table[0]["bot"]["at"][window] = 0
    play_one(table[0], m)


def settle_chance(scenario: Scenario, before: np.ndarray, m: np.void, turn: int) -> bool:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return True


def core(m: np.void) -> np.void:
    """See :class:`yomisim.scenario.rooms.Room`."""
    found: np.void = m["match"][0]
    return found


def asked(m: np.void) -> tuple[int, Question]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    k = int(m["asker"])
    return k * PARTNER, Question.of(m["match"][k]["script"])


def turn(m: np.void) -> int:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return int(m["turn"])


def players(who: Cast, table: np.ndarray, before: np.void, m: np.void, told: Turn, place: str) -> list[Player | None]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    found: list[Player | None] = []
    for seat, each in enumerate(who):
        name = NAMES[seat]
        if seat == BOT_SEAT:
            found.append(None)
        else:
            k = seat // PARTNER
            packed = _packed(table, before, m, k)
            found.append(Player(name, each, packed, getattr(told, name), f"{place}.{name}"))
    _check_rolls(told, m, place)
    return found


def _check_rolls(told: Turn, m: np.void, place: str) -> None:
    """Whether there is room for the rolls; whether they were needed shows when the turn is over."""
    if len(told.b.roll) > len(m["dice"]):
        raise BadInput(f"{len(m['dice'])} rolls are the most", field=f"{place}.b.roll")


def _packed(table: np.ndarray, before: np.void, m: np.void, k: int) -> Callable[[], np.void]:
    """The record of human `k` that counts in this turn; see the same in games of two players."""
    me = before["match"][k]["public"]["fighter"][0]
    start, storm = int(me["in_play"]), bool(me["storm"] == STORM_ON)

    def packed() -> np.void:
        log = core(m)
        chars = table["table"][0, k]["char"][0]
        return versus.changed_by(chars, log["log"][: log["log_rows"]], k * PARTNER, start, storm)

    return packed


def check_all_used(players: list[Player | None], rows: np.ndarray, over: bool) -> None:
    """See :class:`yomisim.scenario.rooms.Room`."""
    why = Why.of(rows, over)
    for player in players:
        if player is not None:
            check_used(player, why)


def fighter(who: Cast, m: np.void, seat: int) -> dict[str, Any]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    if seat != BOT_SEAT:
        k = seat // PARTNER
        return {**versus.fighter_state(who[seat], m["match"][k], 0), "out": bool(m["out"][k])}
    fights = [m["match"][k]["public"]["fighter"][BOT_SEAT] for k in range(len(who) - 1) if not m["out"][k]]
    return {
        "character": who[seat].id,
        "life": int(m["life"]),
        "hand_size": int(m["hand"]),
        "row": USES[int(m["row"])],
        "knocked_down": any(bool(me["down"]) for me in fights),
        "edge": any(bool(me["edge"]) for me in fights),
        "rolls_openly": bool(m["open_next"]),
        "dodges": bool(m["dodge_next"]),
    }


def words_of(fighter: Mapping[str, Any]) -> list[str]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    if "rolls_openly" not in fighter:
        return [*versus.words_of(fighter), *(["out"] if fighter["out"] else [])]
    said = [f"hand size {fighter['hand_size']}"]
    said += [f"on its {fighter['row']} row"] if fighter["row"] != "hand" else []
    said += ["knocked down"] if fighter["knocked_down"] else []
    said += ["with the edge"] if fighter["edge"] else []
    said += ["rolls openly next"] if fighter["rolls_openly"] else []
    said += ["dodges next"] if fighter["dodges"] else []
    return said
