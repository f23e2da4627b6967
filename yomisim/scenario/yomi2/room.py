"""Yomi 2's part of scenarios."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.yomi2.bots import USES, Bot
from yomisim.cards.yomi2.pack import Deck
from yomisim.cards.yomi2.pack_abilities import programs, statuses
from yomisim.cards.yomi2.tables import CARDS, MOVES
from yomisim.cards.yomi2.verbs import WINDOW_CODES
from yomisim.narrate.yomi2.lines import COMBATS, KIND_WORDS
from yomisim.play.yomi2 import play_turn as play_one
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.events import EVENTS, REASONS
from yomisim.rules.yomi2.state import ENDINGS, STORM_ON
from yomisim.scenario.schema import PLAYERS
from yomisim.scenario.yomi2.answers import Player
from yomisim.scenario.yomi2.leftovers import Why, check_used
from yomisim.scenario.yomi2.made_up import deck_for, rules_of
from yomisim.scenario.yomi2.notation import read_cards
from yomisim.scenario.yomi2.questions import Question
from yomisim.scenario.yomi2.rules import RULES
from yomisim.scenario.yomi2.schema import Scenario, Turn
from yomisim.scenario.yomi2.setup import set_up as set_up_match
from yomisim.scenario.yomi2.setup import variant_of

__all__ = ["ENDINGS", "EVENTS", "REASONS", "RULES", "read_cards"]

SCENARIO = Scenario
CARD_COLUMNS = ("card", "given", "taken", "fetched")
COMBO_OVER = frozenset({int(events.COMBO_END)})
EXACT = ("hand", "discard", "in_play", "removed")
ORDERED: dict[str, str] = {}
WHOLE = ()
Cast = tuple[Deck, Deck]
#: Windows before the main phase; nothing of them happens where the first turn begins with that phase.
BEFORE_MAIN = sum(1 << int(WINDOW_CODES[name]) for name in ("turn_start", "draw"))


def cast(scenario: Scenario, game: Game, folder: Path) -> Cast:
    """See :class:`yomisim.scenario.rooms.Room`."""
    rules = rules_of(scenario.rules, game)
    return (
        deck_for(scenario.a, "a", rules, game, folder),
        deck_for(scenario.b, "b", rules, game, folder),
    )


def set_up(scenario: Scenario, game: Game, who: Cast) -> tuple[np.ndarray, np.ndarray]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return set_up_match(scenario, rules_of(scenario.rules, game), who)


def play_turn(table: np.ndarray, m: np.void, turn: int, scenario: Scenario) -> None:
    """See :class:`yomisim.scenario.rooms.Room`."""
    if turn == 0 and scenario.begin == "main":
        table = table.copy()
        table["rules"]["draw"] = table["rules"]["first_draw"] = 0
        table["kit"]["windows"] &= ~np.uint64(BEFORE_MAIN)
    play_one(table[0], m)


def settle_chance(scenario: Scenario, before: np.ndarray, m: np.void, turn: int) -> bool:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return True


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
    return [
        Player(name, who[seat], _packed(table, before, m, seat), getattr(told, name), f"{place}.{name}")
        for seat, name in enumerate(PLAYERS)
    ]


def _packed(table: np.ndarray, before: np.void, m: np.void, seat: int) -> Callable[[], np.void]:
    """The record that counts in this turn: what was in play at its start, and what came into play since.

    The live state does not tell, for the engine plays on past an open question, to the end of the turn.
    """
    me = before["public"]["fighter"][seat]
    start, storm = int(me["in_play"]), bool(me["storm"] == STORM_ON)

    def packed() -> np.void:
        return changed_by(table["char"][0, seat], m["log"][: m["log_rows"]], seat, start, storm)

    return packed


def changed_by(chars: np.ndarray, log: np.ndarray, seat: int, in_play: int, storm: bool) -> np.void:
    """The record of a character that counts after the rows of a log, of what was in play before them."""
    rows = [row for row in log if row[1] == seat]
    came = sum(1 << int(row[2]) for row in rows if row[0] == events.STAY)
    begun = any(row[0] == events.STORM for row in rows)
    found: np.void = chars[variant_of(chars[0], in_play | came, storm or begun)]
    return found


def check_all_used(players: list[Player], rows: np.ndarray, over: bool) -> None:
    """See :class:`yomisim.scenario.rooms.Room`."""
    why = Why.of(rows, over)
    for player in players:
        check_used(player, why)


def fighter(who: Cast, m: np.void, seat: int) -> dict[str, Any]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    return fighter_state(who[seat], m, seat)


def fighter_state(deck: Deck, m: np.void, seat: int) -> dict[str, Any]:
    """A player with a deck, in names and numbers."""
    me = m["public"]["fighter"][seat]
    turn = int(m["public"]["turn"])

    def names(cards: int | np.uint64) -> list[str]:
        held = [card for card in range(CARDS) if int(cards) >> card & 1]
        return [deck.slot_of_card(card) for card in sorted(held, key=lambda card: card % MOVES)]

    return {
        "character": deck.character.id,
        "life": int(me["life"]),
        "meter": int(me["meter"]),
        "hand": names(m["own"][seat]["hand"]),
        "deck_size": int(m["deep"][seat]["deck"]).bit_count(),
        "deck": names(m["deep"][seat]["deck"]),
        "discard": names(me["discard"]),
        "in_play": names(me["in_play"]),
        "removed": names(me["removed"]),
        "knocked_down": bool(me["down"]),
        "edge": bool(me["edge"]),
        "storm": int(me["storm_until"]) - turn if me["storm"] == STORM_ON else 0,
        "reshuffles": int(me["reshuffles"]),
        "skips_main": bool(me["skips"]),
        "jailed": bool(me["jailed"]),
        "countdown": int(me["countdown"]),
    }


def words_of(fighter: Mapping[str, Any]) -> list[str]:
    """See :class:`yomisim.scenario.rooms.Room`."""
    said = [f"meter {fighter['meter']}"]
    said += ["knocked down"] if fighter["knocked_down"] else []
    said += ["with the edge"] if fighter["edge"] else []
    said += [f"out of the game {' '.join(fighter['removed'])}"] if fighter["removed"] else []
    return said


def known_values(who: Sequence[Any], event: str, column: str) -> list[str] | None:
    """See :class:`yomisim.scenario.rooms.Room`."""
    if column == "use":
        return list(USES)
    if column == "number" and any(isinstance(each, Bot) for each in who):
        return [ability.name.replace(" ", "_") for each in who if isinstance(each, Bot) for ability in each.abilities]
    who = [each for each in who if isinstance(each, Deck)]
    if column == "move":
        return [card.slot for deck in who for card in deck.moves]
    if column == "ability":
        return [program.ability.name.replace(" ", "_") for deck in who for program in programs(deck)]
    if column == "status":
        return [name for deck in who for name in statuses(deck)]
    known = {"reason": REASONS, "ending": ENDINGS, "combat": COMBATS, "kinds": KIND_WORDS}.get(column)
    return None if known is None else list(known)
